#!/usr/bin/env python3
"""Do the alerts fire when they should, and only then? Real Prometheus, Alertmanager and steptail follow simulated jobs.

    stack.py STEPTAIL

Compressed clock: a minute of a job lasts a second. The stall budgets of the daemon and every duration in the rules about runs
(`for`, windows, offsets) are divided by 60; scrapes and evaluations come every second. The rules about steptail itself and
Alertmanager's routes are used as they are shipped. Two daemons follow the same logs; one of them is restarted in the middle
of every scenario, in order and by SIGKILL. 77: a server or FUSE is not here.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import jobs
import lab

FACTOR = 60
LENGTH = 157  # seconds
RESTARTS = [(22, signal.SIGTERM), (32, signal.SIGKILL), (62, signal.SIGKILL), (95, signal.SIGTERM)]
# The mount does not answer: after the last restart for longer than it takes to stop (3 s), to call a shard hung (10 s), and the
# rule waits (30 s).
HANG = (40, 147)
MOST_DELAY = 30  # seconds beyond the timeout
CONFIG = """watch:
  - {name: local, paths: ["%(local)s/{run}/*.out"], stall: &stall {minimum: 2s, maximum: 60s, states: {starting: 60s,
     compiling: 240s, loading: 60s, checkpointing: 30s, evaluating: 120s}}}
  - {name: mount, paths: ["%(mount)s/{run}/*.out"], labels: {watch: mount}, scan_interval: 1s, stall: {minimum: 2s, maximum: 60s,
     states: {starting: 60s, compiling: 240s, loading: 60s, checkpointing: 30s, evaluating: 120s}}}
"""

# Name, job, and the alerts that must fire: name, labels, the moment they are about, whether a timeout comes first.
SCENARIOS = [
    ("healthy, slow saves and evaluations", jobs.healthy, []),
    ("first step after 20 min of compilation", jobs.compiles, []),
    ("queued for hours", jobs.queues, []),
    ("hang in an iteration, heartbeats go on", jobs.hangs, [("TrainingStalled", {"state": "training"}, "progress", True)]),
    ("hang in a save", jobs.hangs_in_save, [("TrainingStalled", {"state": "checkpointing"}, "progress", True)]),
    ("out of memory on one of 64 ranks", jobs.out_of_memory, [("TrainingFailed", {"class": "cuda_oom"}, "failure", False)]),
    ("NCCL timeout after a traceback", jobs.collective_timeout, [("TrainingFailed", {"class": "traceback"}, "failure", False)]),
    ("loss is NaN, then the end", jobs.not_a_number, [("TrainingLossNotFinite", {}, "nan", False),
                                                      ("TrainingFailed", {"class": "nonfinite"}, "failure", False)]),
    ("requeued, resumes 200 steps back", jobs.requeued, [("TrainingInterrupted", {"class": "preempted"}, "failure", False)]),
    ("finished normally", jobs.finishes, []),
    ("log on a mount that hangs", jobs.trains, []),
]


def run_label(name):
    return "".join(letter if letter.isalnum() else "-" for letter in name)


class Mount:
    """A file system that can be made to hang."""

    def __init__(self, folder):
        self.behind, self.path = folder / "behind", folder / "mount"
        self.behind.mkdir()
        self.path.mkdir()
        self.process = subprocess.Popen(["bindfs", "-f", "-o", "nonempty,attr_timeout=0,entry_timeout=0", self.behind, self.path])
        lab.eventually(lambda: os.path.ismount(self.path), 20, "the mount")

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        subprocess.run(["umount", "-l", self.path], check=False)
        self.process.terminate()
        self.process.wait(10)


def disturb(servers, mount, start):
    """The restarts and the hang, on a thread of their own."""
    acts = [(at, lambda number=number: servers.restart("restarted", number)) for at, number in RESTARTS]
    acts += [(HANG[0], lambda: mount.process.send_signal(signal.SIGSTOP)), (HANG[1], lambda: mount.process.send_signal(signal.SIGCONT))]
    for at, act in sorted(acts, key=lambda pair: pair[0]):
        time.sleep(max(0.0, start + at - time.time()))
        act()


def timeout_at(servers, run, instance, moment):
    """The stall timeout that was in force when the last progress was made."""
    query = f'training_stall_timeout_seconds{{run="{run}",instance="{instance}"}}'
    values = [value for _, series in servers.history(query, moment + 2, moment + 4) for _, value in series]
    return values[-1] if values else 0.0


def judge(servers, name, job, expected, instance, fired):
    """What is wrong with the alerts of one run, and the delay of each."""
    run = job.name
    mine = [(labels, times) for labels, times in fired if labels.get("run") == run and labels["instance"] == instance]
    problems, delays = [], []
    for alert, wanted, moment, waits in expected:
        found = [(labels, times) for labels, times in mine
                 if labels["alertname"] == alert and all(labels.get(key) == value for key, value in wanted.items())]
        if not found:
            problems.append(f"{alert} is missing")
            continue
        at = job.moments[moment]
        delay = min(times[0][0] for _, times in found) - at
        delay -= timeout_at(servers, run, instance, at) if waits else 0
        delays.append(delay)
        if not -1.5 <= delay <= MOST_DELAY:
            problems.append(f"{alert} came {delay:.1f} s after its time")
        mine = [pair for pair in mine if pair not in found]
    problems += [f"false: {labels['alertname']}" for labels, _ in mine]
    return problems, delays


def report(servers, all_jobs, start):
    fired = servers.history('ALERTS{alertstate="firing"}', start, time.time())
    failed = False
    print(f"{'scenario':42} {'daemon':10} {'expected':40} {'got':60} delay")
    for (name, _, expected), job in zip(SCENARIOS, all_jobs):
        for daemon in ("steady", "restarted"):
            instance = f"127.0.0.1:{servers.ports[daemon]}"
            problems, delays = judge(servers, name, job, expected, instance, fired)
            failed = failed or bool(problems)
            wanted = " ".join(alert for alert, *_ in expected) or "-"
            got = " ".join(sorted({labels["alertname"] for labels, _ in fired
                                   if labels.get("run") == job.name and labels["instance"] == instance})) or "-"
            print(f"{name:42} {daemon:10} {wanted:40} {got:60} {' '.join(f'{delay:.1f} s' for delay in delays)}"
                  f"{'  WRONG: ' if problems else ''}{'; '.join(problems)}")
    return failed | report_daemons(servers, fired, start) | report_told(servers)


def report_daemons(servers, fired, start):
    """What was said of the daemons themselves: that the mount hung, while it did, and nothing else.

    Each restart begins the rule's 30 s anew: the restarted daemon has from its last one."""
    wrong = False
    last_restart = max(second for second, _ in RESTARTS if second < HANG[1])
    for daemon in ("steady", "restarted"):
        instance = f"127.0.0.1:{servers.ports[daemon]}"
        mine = [(labels, times) for labels, times in fired if "run" not in labels and labels.get("instance") == instance]
        got = sorted({labels["alertname"] for labels, _ in mine})
        hung = [times[0][0] - start - HANG[0] for labels, times in mine if labels["alertname"] == "SteptailMountHung"]
        most = 30 + MOST_DELAY + (last_restart - HANG[0] if daemon == "restarted" else 0)
        right = got == ["SteptailMountHung"] and hung[0] <= most
        wrong = wrong or not right
        print(f"{'the daemon, whose mount hangs':42} {daemon:10} {'SteptailMountHung':40} {' '.join(got) or '-':60} "
              f"{'%.1f s' % hung[0] if hung else ''}{'' if right else '  WRONG'}")
    return wrong


def report_told(servers):
    """Only what is critical reaches the pager, and each of it does."""
    told = {(labels["alertname"], labels["run"]) for receiver, status, labels in servers.receiver.told
            if receiver == "pager" and status == "firing" and "run" in labels}
    wanted = {(alert, run_label(name)) for name, _, expected in SCENARIOS for alert, *_ in expected if alert != "TrainingInterrupted"}
    print(f"the pager was told of {len(told)} alerts of runs; {len(wanted)} were to be told")
    for alert, run in sorted(told ^ wanted):
        print(f"  WRONG: {alert} of {run} was {'told' if (alert, run) in told else 'not told'}")
    return told != wanted


def shipped_delay():
    """The most that can pass on the real clock from a daemon's verdict to an alert, by the intervals that are shipped."""
    scrape = lab.seconds_of((lab.ROOT / "deploy/prometheus/scrape.yml").read_text().split("scrape_interval: ")[1].split("\n")[0])
    rule = lab.seconds_of((lab.RULES / "training.yml").read_text().split("interval: ")[1].split("\n")[0])
    return 1 + scrape + rule


def main():
    missing = [tool for tool in ("prometheus", "prometheus-alertmanager", "promtool", "bindfs") if not shutil.which(tool)]
    if missing or not os.access("/dev/fuse", os.W_OK):
        print(f"stack: skipped, for want of {' '.join(missing) or '/dev/fuse'}")
        sys.exit(77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="steptail-stack-"))
    all_jobs = [jobs.Job(run_label(name), script) for name, script, _ in SCENARIOS]
    mount = Mount(folder)
    servers = lab.Lab(folder, sys.argv[1], FACTOR)
    try:
        config = folder / "steptail.yaml"
        config.write_text((CONFIG % {"local": folder / "logs", "mount": mount.path}).replace("&stall ", ""))
        for daemon in ("steady", "restarted"):
            servers.serve(daemon, config)
        servers.start_alertmanager()
        servers.start_prometheus(["steady", "restarted"])
        folders = {job.name: folder / "logs" for job in all_jobs}
        folders[all_jobs[-1].name] = mount.behind
        start = time.time()
        disturber = threading.Thread(target=disturb, args=(servers, mount, start), daemon=True)
        disturber.start()
        jobs.Writers(all_jobs, folders).run_until(start + LENGTH)
        disturber.join(20)
        failed = report(servers, all_jobs, start)
        print(f"by the shipped intervals an alert comes at most {shipped_delay():.0f} s after the daemon's verdict")
        failed = failed or shipped_delay() > MOST_DELAY
    finally:
        servers.end()
        mount.end()
    if failed:
        print(f"stack: not as it should be; logs are in {folder}")
        sys.exit(1)
    shutil.rmtree(folder, ignore_errors=True)
    print("stack: no false alarm, none missed")


main()
