#!/usr/bin/env python3
"""Hostile clients against the real binary, and what an honest scraper still gets: a table.

  tests/hostile/run.py --binary build/release/steptail [--fast | --whole] [--only REGEX] [--seed N]

--fast takes half a minute, the default some three minutes, --whole holds 5,000 slow sockets for five
minutes. Fails when an honest scraper gets less than 99 % of its pages within a second, when the daemon
needs more than --memory MiB above what it had, dies, or answers what is not HTTP.
"""

import argparse
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "integration/access"))

import attacks
import corpus
from lab import Authority, Daemon, Home, bcrypt, client_context, eventually

PASSWORD = "scraper:open sesame"
TIMEOUT = 30


class Plan:
    def __init__(self, sockets, seconds, fuzz, within):
        self.sockets, self.seconds, self.fuzz, self.within = sockets, seconds, fuzz, within


# The fast one runs beside other tests, where nothing is fast: it asks whether pages come, not how soon.
PLANS = {"fast": Plan(300, 3, 300, 20), "default": Plan(2000, 20, 5000, 1), "whole": Plan(5000, 300, 50000, 1)}


def scenarios(plan):
    """(name, kind of daemon, [(attack, sockets)], seconds). The first of them is no attack."""
    many, seconds = plan.sockets, plan.seconds
    short = min(seconds, 30)
    slow = [(attacks.slow_head, many // 2), (attacks.slow_read, many // 8), (attacks.slow_body, many // 8),
            (attacks.silent, many // 4)]
    return [
        ("nobody", "open", [], min(seconds, 5)),
        ("slow heads", "open", [(attacks.slow_head, many)], short),
        ("slow readers", "open", [(attacks.slow_read, many)], short),
        ("slow bodies", "open", [(attacks.slow_body, many)], short),
        ("silent connections", "open", [(attacks.silent, many)], short),
        ("half closed, torn down", "open", [(attacks.half_closed, 1), (attacks.reset, many)], short),
        ("parallel scrapes", "open", [(attacks.parallel_scrapes, min(1000, many))], short),
        ("slow sockets of every kind", "open", slow, seconds),
        ("200 wrong passwords a second", "passwords", [(attacks.wrong_passwords, 1)], short),
        ("slow handshakes", "encrypted", [(attacks.slow_handshake, many)], short),
    ]


class Scraper:
    """Asks for the page four times a second, each time anew, as one who is in no hurry."""

    def __init__(self, daemon, context=None, user=None):
        self.daemon, self.context, self.user = daemon, context, user
        self.times, self.failed = [], []

    def scrape(self):
        begin = time.monotonic()
        try:
            answer = self.daemon.get("/metrics", self.context, user=self.user)
            if answer.status != 200 or len(answer.body.encode()) != int(answer.headers["content-length"]):
                self.failed.append(str(answer.status))
        except OSError as problem:
            self.failed.append(type(problem).__name__)
        self.times.append(time.monotonic() - begin)

    def run(self, until, each):
        while time.monotonic() < until:
            begin = time.monotonic()
            self.scrape()
            each()
            time.sleep(max(0.0, 0.25 - (time.monotonic() - begin)))

    def share(self, within=1.0):
        good = sum(1 for seconds in self.times if seconds <= within) - len(self.failed)
        return max(good, 0) / max(len(self.times), 1)

    def percentile(self, share):
        return sorted(self.times)[min(int(len(self.times) * share), len(self.times) - 1)]


def status(process, name):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M).group(1))


def make_daemon(home, kind):
    logs = home / "logs"
    logs.mkdir()
    for number in range(200):
        (logs / f"run{number}.log").write_text("".join(f"pace step={step} loss=2.5\n" for step in range(1, 20)))
    web = {"open": None, "passwords": f"basic_auth_users: {{scraper: {bcrypt('open sesame', 10)}}}\n",
           "encrypted": "tls_server_config: {cert_file: server.crt, key_file: server.key}\n"}[kind]
    if kind == "encrypted":
        Authority(home).sign("server")
    return Daemon(home, web=web, paths=f"{logs}/{{run}}.log")


def refusals(page):
    found = re.findall(r'^steptail_http_refused_total\{reason="(\w+)"\} (\d+)$', page, re.M)
    return " ".join(f"{reason}={count}" for reason, count in found if int(count) > 0)


def attack(plan, name, kind, attackers, seconds, seed, most_memory):
    """Runs one scenario; the row of the table and what was wrong."""
    with Home() as home, make_daemon(home, kind) as daemon:
        context = client_context(home / "authority.crt") if kind == "encrypted" else None
        user = PASSWORD if kind == "passwords" else None
        eventually(lambda: daemon.get("/-/ready", context, user=user).status == 200)
        scraper = Scraper(daemon, context, user)
        scraper.scrape()
        before, peak, open_files = status(daemon.process, "VmRSS"), [0], [0]

        def sample():
            peak[0] = max(peak[0], status(daemon.process, "VmRSS"))
            open_files[0] = max(open_files[0], len(os.listdir(f"/proc/{daemon.process.pid}/fd")))

        until = time.monotonic() + seconds
        with multiprocessing.Pool(max(len(attackers), 1)) as pool:
            running = [pool.apply_async(act, (daemon.port, count, until, seed)) for act, count in attackers]
            scraper.run(until, sample)
            made = sum(one.get(TIMEOUT + 60) for one in running)
        after = daemon.get("/metrics", context, user=user)
        problems = []
        if daemon.process.poll() is not None:
            problems.append("the daemon died")
        if attackers and scraper.share(plan.within) < 0.99:
            problems.append(f"{scraper.share(plan.within):.1%} of the pages within {plan.within} s")
        grown = (peak[0] - before) // 1024
        if grown > most_memory:
            problems.append(f"{grown} MiB more memory")
        row = (name, sum(count for _, count in attackers), f"{seconds:.0f} s", made, len(scraper.times),
               f"{scraper.share():.1%}", f"{scraper.percentile(0.5) * 1000:.0f}", f"{scraper.percentile(0.99) * 1000:.0f}",
               f"+{grown}", open_files[0], refusals(after.body))
        if scraper.failed:
            row += (f"failed: {', '.join(sorted(set(scraper.failed)))}",)
        return row, [f"{name}: {problem}" for problem in problems]


def bad_requests(plan, seed):
    """The corpus and the noise, in the clear."""
    with Home() as home, make_daemon(home, "open") as daemon:
        problems = corpus.wrong_answers(daemon.port)
        found = corpus.fuzz(daemon.port, seed, plan.fuzz)
        problems += [found] if found else []
        alive = daemon.get("/metrics").status == 200
        row = ("malformed requests, noise", 1, "", len(corpus.CORPUS) + plan.fuzz, 1, "", "", "",
               "", "", refusals(daemon.get("/metrics").body))
        return row, [f"malformed: {problem}" for problem in problems] + ([] if alive else ["the daemon died"])


def slowhttptest(plan):
    """The four modes of the tool itself, where it is installed."""
    tool = shutil.which("slowhttptest")
    if not tool:
        print("slowhttptest is not installed: its modes are left out (ours are like them)")
        return []
    problems = []
    for mode in ("-H", "-B", "-R", "-X"):
        with Home() as home, make_daemon(home, "open") as daemon:
            scraper = Scraper(daemon)
            tester = subprocess.Popen([tool, mode, "-c", str(plan.sockets), "-r", "1000", "-l", str(min(plan.seconds, 30)),
                                       "-i", "1", "-u", f"http://127.0.0.1:{daemon.port}/metrics"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            scraper.run(time.monotonic() + min(plan.seconds, 30), lambda: None)
            tester.terminate()
            tester.wait()
            print(f"slowhttptest {mode}: {scraper.share():.1%} of {len(scraper.times)} pages within {plan.within} s")
            if scraper.share(plan.within) < 0.99:
                problems.append(f"slowhttptest {mode}: {scraper.share():.1%}")
    return problems


HEADINGS = ("scenario", "sockets", "time", "made", "pages", "in 1 s", "p50 ms", "p99 ms", "MiB", "fds", "refused")
FORMAT = "{:<29} {:>7} {:>6} {:>7} {:>6} {:>7} {:>7} {:>7} {:>5} {:>5}  {}"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", required=True)
    options.add_argument("--fast", action="store_true")
    options.add_argument("--whole", action="store_true")
    options.add_argument("--only", default="", metavar="REGEX")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options.add_argument("--memory", type=int, default=256, metavar="MIB")
    chosen = options.parse_args()
    Daemon.binary = chosen.binary
    plan = PLANS["fast" if chosen.fast else "whole" if chosen.whole else "default"]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"seed {chosen.seed}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    print(FORMAT.format(*HEADINGS), flush=True)
    problems = []
    wanted = re.compile(chosen.only)
    for name, kind, attackers, seconds in scenarios(plan):
        if wanted.search(name):
            row, wrong = attack(plan, name, kind, attackers, seconds, chosen.seed, chosen.memory)
            print(FORMAT.format(*row[:11]), *row[11:], flush=True)
            problems += wrong
    if wanted.search("malformed"):
        row, wrong = bad_requests(plan, chosen.seed)
        print(FORMAT.format(*row), flush=True)
        problems += wrong
    if wanted.search("slowhttptest") and not chosen.fast:
        problems += slowhttptest(plan)
    for problem in problems:
        print("NOT HELD: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
