#!/usr/bin/env python3
"""Instructions a line, which no machine's speed changes: held to the recorded figures.

    instructions.py STEPTAIL [--record]

Reads two lengths of each log of training_logs.h under callgrind; what the longer one costs more, a line, must
lie within a tenth of instructions.json. And the whole process may take no more than so many times the time of
`wc -l` on the same log, both run in turn.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from compare import KINDS, make_log, run

HERE = pathlib.Path(__file__).resolve().parent
RECORDED = HERE / "instructions.json"
SHORT, LONG, TIMED = 1_000_000, 3_000_000, 50_000_000
TOLERANCE = 0.10
MOST_TIMES_WC = 40  # measured: 8 to 20; a guard against another order of magnitude, not a benchmark


def lines_of(path):
    data = pathlib.Path(path).read_bytes()
    return data.count(b"\n") + data.count(b"\r")


def instructions(steptail, path, folder):
    out = pathlib.Path(folder, "callgrind.out")
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", steptail, "inspect", "--output",
                    "metrics", path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return int(re.search(r"^summary: (\d+)", out.read_text(), re.MULTILINE).group(1))


def a_line(steptail, tool, folder, kind):
    short, long = (make_log(tool, folder, kind, size) for size in (SHORT, LONG))
    more = instructions(steptail, long, folder) - instructions(steptail, short, folder)
    return round(more / (lines_of(long) - lines_of(short)))


def times_wc(steptail, tool, folder):
    log = make_log(tool, folder, "deepspeed", TIMED)
    pair = [steptail, "inspect", "--output", "metrics", log], ["wc", "-l", log]
    rounds = [[run(command)[1] for command in pair] for _ in range(5)]
    ours, theirs = (statistics.median(column) for column in zip(*rounds))
    return ours / theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("steptail")
    parser.add_argument("--record", action="store_true", help="write what was measured to instructions.json")
    options = parser.parse_args()
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    measured, good = {}, True
    with tempfile.TemporaryDirectory() as folder:
        tool = f"{folder}/make_log"
        subprocess.run(["c++", "-std=c++20", "-O1", "-I", HERE.parent, "-o", tool, HERE / "make_log.cc"], check=True)
        print("| log | instructions a line | recorded | |\n|---|---|---|---|")
        for kind in KINDS:
            measured[kind] = a_line(options.steptail, tool, folder, kind)
            wanted = recorded.get(kind, 0)
            near = abs(measured[kind] - wanted) <= TOLERANCE * wanted
            good = good and near
            print(f"| {kind} | {measured[kind]} | {wanted} | {'ok' if near else 'differs'} |", flush=True)
        ratio = times_wc(options.steptail, tool, folder)
        good = good and ratio <= MOST_TIMES_WC
        print(f"\nwall time, whole process, deepspeed: {ratio:.1f} times wc -l (at most {MOST_TIMES_WC})")
    if options.record:
        RECORDED.write_text(json.dumps(measured, indent=2) + "\n")
        return 0
    if not good:
        print("If the change is meant, record the new figures: instructions.py STEPTAIL --record", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
