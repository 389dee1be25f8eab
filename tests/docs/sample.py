#!/usr/bin/env python3
"""The report that README.md begins with is what inspect prints of a log of the demo, up to step 300: sample.py STEPTAIL [--print]"""

import pathlib
import re
import subprocess
import sys
import tempfile
import time

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
LOG = "ada/gpt-7b/train.log"
LAST, NEXT = "iteration      300/", "iteration      305/"
LINES_OF_A_STEP = 7  # with the times of its phases


def lines_of_the_demo(steptail, folder):
    """The log up to the step, whenever the demo writes it."""
    demo = subprocess.Popen([steptail, "demo", "--directory", folder, "--speed", "200"], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)
    try:
        log, deadline = pathlib.Path(folder) / LOG, time.monotonic() + 120
        while not (log.exists() and NEXT in log.read_text(encoding="utf-8")):
            if time.monotonic() > deadline:
                sys.exit("sample: the demo has not come to its step 305")
            time.sleep(0.1)
        lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    finally:
        demo.kill()
        demo.wait()
    last = next(number for number, line in enumerate(lines) if LAST in line)
    return lines[:last + LINES_OF_A_STEP]


def report(steptail):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "logs" / LOG
        lines = lines_of_the_demo(steptail, log.parents[2])
        log.write_text("".join(lines), encoding="utf-8")
        done = subprocess.run([steptail, "inspect", "--path-pattern", "{user}/{run}/*.log", log], capture_output=True, text=True,
                              check=True)
    return done.stdout.split("\n\n", 1)[0].splitlines()


def undated(lines):
    return [re.sub(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\]", "[WHEN]", line) for line in lines]


def main():
    printed = report(sys.argv[1])
    if "--print" in sys.argv:
        print("\n".join(printed))
        return
    shown = README.read_text(encoding="utf-8").split("```\n")[1].splitlines()
    if undated(shown) == undated(printed):
        return
    sys.exit("README.md: its sample is not what inspect prints:\n" + "\n".join(printed))


main()
