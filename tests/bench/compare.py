#!/usr/bin/env python3
"""Whole processes over the same logs: steptail inspect, mtail (where installed) and wc -l.

    compare.py STEPTAIL MAKE_LOG [--megabytes 108] [--rounds 5]

Runs them in turn, takes the median of CPU and wall time, and prints a table in Markdown.
"""
import argparse
import os
import pathlib
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ("deepspeed", "deepspeed-engine", "megatron", "cerebras", "bars", "prose")
# Rules made to be quick, one for each kind of line; and a rule for each value, as they are mostly written.
MTAIL = (("mtail", "{}.mtail"), ("mtail, a rule a value", "{}-each.mtail"))


def run(command):
    """CPU seconds, wall seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    wall = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, wall


def make_log(tool, folder, kind, size):
    path = os.path.join(folder, f"{kind}-{size}.log")
    with open(path, "wb") as out:
        subprocess.run([tool, kind, str(size)], stdout=out, check=True)
    return path


def commands(steptail, log, kind):
    yield "steptail", [steptail, "inspect", "--output", "metrics", log]
    yield "wc -l", ["wc", "-l", log]
    mtail = shutil.which("mtail")
    for name, file in MTAIL:
        program = HERE / "mtail" / file.format(kind)
        if mtail and program.exists():
            # It reads to the end of what is there and says what it has.
            yield name, [mtail, "-one_shot", "-one_shot_format", "prometheus", "-address", "127.0.0.1", "-port", "0",
                         "-logs", log, "-progs", str(program), "-logtostderr"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("steptail")
    parser.add_argument("make_log")
    parser.add_argument("--megabytes", type=int, default=108)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{options.megabytes} MB a log, median of {options.rounds} rounds, {os.cpu_count()} cores, "
          f"{platform.machine()}, {time.strftime('%Y-%m-%d')}\n")
    print("| log | program | MB per CPU second | MB per second | " +
          " | ".join(f"CPU, times {name}" for name, _ in MTAIL) + " | wall, times wc -l |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            log = make_log(options.make_log, folder, kind, options.megabytes * 10**6)
            megabytes = os.path.getsize(log) / 1e6
            times = {}
            for turn in range(options.rounds):
                for name, command in commands(options.steptail, log, kind):
                    if name.startswith("mtail") and turn > 0:
                        continue  # tens of seconds, and nobody doubts its first figure
                    times.setdefault(name, []).append(run(command))
            median = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in times.items()}
            for name, (cpu, wall) in median.items():
                faster = [f"{median[other][0] / cpu:.1f}" if other in median else "" for other, _ in MTAIL]
                print(f"| {kind} | {name} | {megabytes / cpu:.0f} | {megabytes / wall:.0f} | {' | '.join(faster)} "
                      f"| {wall / median['wc -l'][1]:.1f} |", flush=True)
            os.remove(log)
    return 0


if __name__ == "__main__":
    sys.exit(main())
