#!/usr/bin/env python3
"""Blocks that promtool makes of a backfill hold every sample, as a real Prometheus gives them: prometheus.py STEPTAIL

Over some golden logs, and over real ones where they lie beside the tree.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import openmetrics
import server

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = pathlib.Path(os.environ.get("STEPTAIL_SHARED", ROOT.parent / "shared")) / "seeds"
GOLDEN = ("megatron-lm-2021", "cerebras-three-jobs", "deepspeed-with-megatron", "megatron-lm-requeued", "failure-nonfinite")


class Check:
    def __init__(self, name):
        self.name, self.problems = name, []

    def equal(self, what, wanted, got):
        if wanted != got:
            self.problems.append(f"{self.name}: {what} is {got}, not {wanted}")


def backfill(binary, log, out):
    command = [binary, "backfill", "--timezone", "UTC", "--output", str(out), str(log)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 1 and "--start" in done.stderr:
        done = subprocess.run(command + ["--start", "2024-01-01"], capture_output=True, text=True, check=False)
    return done


def compare(check, written, stored):
    """Every sample that was written is stored, and none that was not."""
    check.equal("the number of series", len(written), len(stored))
    for series, samples in written.items():
        found = stored.get(series, [])
        check.equal(f"the number of samples of {series}", len(samples), len(found))
        for (when, value), (stored_when, stored_value) in zip(samples, found):
            if when != stored_when or not openmetrics.same_number(value, stored_value):
                check.problems.append(f"{check.name}: {series} is {stored_value} at {stored_when}, not {value} at {when}")
                break


def deepspeed(check, prometheus, last_ms):
    """What the real log of DeepSpeed with Megatron says, by queries over all of it."""
    at = last_ms / 1000 + 1

    def one(expression):
        result = prometheus.query(expression, at)
        return float(result[0]["value"][1]) if result else None

    losses = prometheus.samples("training_loss", last_ms - 30000000, last_ms)
    (loss,) = losses.values()
    check.equal("the number of losses", 4600, len(loss))
    check.equal("the first loss", 10.98990, loss[0][1])
    check.equal("the last loss", 2.133970, loss[-1][1])
    check.equal("the time of the last loss", 1607752714, loss[-1][0] // 1000)  # 05:58:34
    check.equal("the time of the first loss", 1607731189, loss[0][0] // 1000)  # 23:59:49
    check.equal("the span of the losses in minutes", 358, (loss[-1][0] - loss[0][0]) // 60000)
    check.equal("the number of validations", 22, one("count_over_time(training_validation_loss[9h])"))
    mean = one("training_iteration_duration_seconds_sum / training_iteration_duration_seconds_count")
    if mean is None or abs(mean / 0.9359 - 1) > 0.001:
        check.problems.append(f"{check.name}: the mean time of an iteration is {mean}, not 0.9359")


def cerebras(check, written):
    """Three jobs, the first of which in the file was the last."""
    (loss,) = [samples for series, samples in written.items() if series.startswith("training_loss{")]
    hours = [when // 3600000 % 24 for when, _ in loss]
    check.equal("the order of the hours", sorted(hours), hours)
    check.equal("the first and the last hour", (3, 6), (hours[0], hours[-1]))


def run(binary, folder, log, name):
    check = Check(name)
    out, data = folder / "history.om", folder / "data"
    done = backfill(binary, log, out)
    if done.returncode != 0:
        return check.problems + [f"{name}: {done.stderr}"]
    written = openmetrics.read_history(out)
    said = server.make_blocks(out, data)
    if said:
        return check.problems + [f"{name}: promtool: {said}"]
    times = [when for samples in written.values() for when, _ in samples]
    with server.Prometheus(folder, data) as prometheus:
        stored = prometheus.samples('{__name__=~"training_.+"}', min(times), max(times))
        compare(check, written, stored)
        if name.startswith("003"):
            last = max(samples[-1][0] for series, samples in written.items() if series.startswith("training_loss{"))
            deepspeed(check, prometheus, last)
    if name.startswith("000"):
        cerebras(check, written)
    print(f"{name}: {len(written)} series, {len(times)} samples; {done.stderr.strip()}")
    return check.problems


def main():
    absent = server.missing_tools()
    if absent:
        print("skipped: no " + " and no ".join(absent))
        sys.exit(77)
    logs = [(ROOT / "tests/golden" / name / "input.log", name) for name in GOLDEN]
    logs += [(log, log.name) for log in sorted(SEEDS.glob("*.txt"))]
    problems = []
    for log, name in logs:
        with tempfile.TemporaryDirectory() as folder:
            problems += run(sys.argv[1], pathlib.Path(folder), log, name)
    print("\n".join(problems))
    print(f"{len(logs)} logs, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
