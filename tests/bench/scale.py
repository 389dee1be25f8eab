#!/usr/bin/env python3
"""What `steptail serve` costs with many files: CPU share, memory, and how long a line takes to the page.

For each number of files: makes that many logs with one progress line each, starts the daemon, and measures it
idle, then while every file gets one line a second, then how long a line of one file takes to a scrape.
"""
import argparse
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")
LINE = " iteration {}/ 100000 | elapsed time per iteration (ms): 100.0 | lm loss: 2.500000E+00 |\n"
FILES_A_DIRECTORY = 100


class Daemon:
    def __init__(self, binary, home, pattern, flags=()):
        port_file = os.path.join(home, "port")
        self.process = subprocess.Popen(
            [binary, "serve", pattern, "--web.listen-address", "127.0.0.1:0", "--web.port-file", port_file,
             "--storage.path", os.path.join(home, "state"), "--log.level", "warn", *flags])
        self.page = None
        while self.page is None:
            time.sleep(0.05)
            if self.process.poll() is not None:
                raise SystemExit("the daemon ended at once")
            if os.path.exists(port_file):
                self.page = "http://" + open(port_file).read().split()[0]
        while not self.answers("/-/ready"):
            time.sleep(0.2)

    def answers(self, path):
        try:
            return urllib.request.urlopen(self.page + path).status == 200
        except urllib.error.HTTPError:
            return False

    def cpu_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_mib(self, what="VmRSS"):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(what):
                return int(line.split()[1]) / 1024
        return 0.0

    def peak_memory_mib(self):
        return self.memory_mib("VmHWM")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def make_files(directory, count):
    paths = []
    for number in range(count):
        folder = os.path.join(directory, f"user{number // FILES_A_DIRECTORY}")
        os.makedirs(folder, exist_ok=True)
        paths.append(os.path.join(folder, f"run{number}.log"))
        with open(paths[-1], "w") as file:
            file.write(LINE.format(1))
    return paths


def share(daemon, seconds, work):
    before, began = daemon.cpu_seconds(), time.monotonic()
    work(began + seconds)
    return 100 * (daemon.cpu_seconds() - before) / (time.monotonic() - began)


def write_lines(paths, until):
    """One line a file and second, spread over the second. Returns how many a second it really were."""
    step, began, written = 2, time.monotonic(), 0
    while time.monotonic() < until:
        for number, path in enumerate(paths):
            due = began + step - 2 + number / len(paths)
            if due > time.monotonic() + 0.01:
                time.sleep(due - time.monotonic())
            with open(path, "a") as file:
                file.write(LINE.format(step))
            written += 1
        step += 1
    return written / (time.monotonic() - began)


def delays(daemon, path, count):
    found = []
    for number in range(count):
        step = 50000 + number
        time.sleep(0.37)
        with open(path, "a") as file:
            file.write(LINE.format(step))
        began = time.monotonic()
        wanted = f"\ntraining_iteration{{run=\"{os.path.basename(path)[:-4]}\",user=\"user0\"}} {step}\n".encode()
        while wanted not in urllib.request.urlopen(daemon.page + "/metrics").read():
            time.sleep(0.05)
        found.append(time.monotonic() - began)
    return sorted(found)


def measure(binary, count, seconds, probes):
    home = tempfile.mkdtemp(prefix="steptail-scale-")
    try:
        paths = make_files(home, count)
        began = time.monotonic()
        daemon = Daemon(binary, home, home + "/{user}/{run}.log")
        start = time.monotonic() - began
        time.sleep(3)
        idle = share(daemon, seconds, lambda until: time.sleep(seconds))
        idle_memory = daemon.memory_mib()
        rate = [0.0]

        def write(until):
            rate[0] = write_lines(paths, until)

        busy = share(daemon, seconds, write)
        busy_memory = daemon.memory_mib()
        late = delays(daemon, paths[0], probes)
        daemon.stop()
        print(f"| {count} | {start:.1f} | {idle:.2f} | {idle_memory:.0f} | {rate[0]:.0f} | {busy:.1f} | "
              f"{busy_memory:.0f} | {late[len(late) // 2]:.2f} | {late[-1]:.2f} |", flush=True)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/steptail")
    parser.add_argument("--files", default="2500,5000,10000,20000")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--probes", type=int, default=20)
    options = parser.parse_args()
    print("| files | ready s | idle % of a core | MiB | lines/s | busy % of a core | MiB | line to page s, median | most |")
    print("|---|---|---|---|---|---|---|---|---|")
    for count in options.files.split(","):
        measure(options.binary, int(count), options.seconds, options.probes)


if __name__ == "__main__":
    main()
