#!/usr/bin/env python3
"""The last sample of every series of a backfill is what the page of the whole log says: final_values.py STEPTAIL

Over every golden log, and over real ones and lines of every dialect where they lie beside the tree.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import openmetrics

ROOT = pathlib.Path(__file__).resolve().parents[2]
OTHERS = pathlib.Path(os.environ.get("STEPTAIL_SHARED", ROOT.parent / "shared"))
START = "2024-01-01 00:00:00"
# Logs that are made of lines of many years would be told as millions of minutes of silence.
RESOLUTION = "1h"


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def logs():
    yield from sorted((ROOT / "tests/golden").glob("*/input.log"))
    for folder in ("seeds", "lines"):
        yield from sorted((OTHERS / folder).glob("*.txt"))


def backfill(binary, log, out):
    command = [binary, "backfill", "--timezone", "UTC", "--resolution", RESOLUTION, "--output", out, str(log)]
    done = run(*command)
    if done.returncode == 1 and "--start" in done.stderr:
        done = run(*command, "--start", START)
    return done


def compare(binary, log, out, problems):
    """True: there was something to compare."""
    page = openmetrics.read_page(
        run(binary, "inspect", "--timezone", "UTC", "--output", "metrics", str(log)).stdout)
    done = backfill(binary, log, out)
    if not page:
        if done.returncode != 1 or "no known format" not in done.stderr:
            problems.append(f"{log}: in no known format, but: {done.returncode} {done.stderr}")
        return False
    if done.returncode != 0:
        problems.append(f"{log}: {done.stderr.strip()}")
        return False
    history = openmetrics.read_history(out)
    # Folded in the order of their dates, which is not that of the file, or kept apart.
    if "in another order" in done.stderr or "overlap" in done.stderr:
        return False
    for series, value in page.items():
        if openmetrics.is_about_now(series):
            continue
        samples = history.get(series)
        if not samples:
            problems.append(f"{log}: {series} is missing")
        elif not openmetrics.same_number(samples[-1][1], value):
            problems.append(f"{log}: {series} ends with {samples[-1][1]}, not {value}")
    problems.extend(f"{log}: {series} is on no page" for series in history
                    if series not in page and not openmetrics.is_about_now(series) and "training_run_info" not in series)
    return True


def main():
    problems, compared, passed_over = [], 0, []
    with tempfile.TemporaryDirectory() as folder:
        for log in logs():
            if compare(sys.argv[1], log, f"{folder}/history.om", problems):
                compared += 1
            else:
                passed_over.append(log.parent.name if log.name == "input.log" else log.name)
    for problem in problems:
        print(problem)
    print(f"{compared} logs compared; {len(problems)} problems; passed over: {' '.join(passed_over)}")
    sys.exit(1 if problems or compared < 20 else 0)


main()
