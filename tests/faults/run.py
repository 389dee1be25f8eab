#!/usr/bin/env python3
"""Produces the faults of tailing against a real steptail and prints what came of each.

    run.py --binary build/dev/steptail [--fast] [--only REGEX] [--jobs N] [--list]

Status 1 when any fault is red. What this machine cannot give is skipped, with the reason.
"""

import argparse
import concurrent.futures
import importlib
import os
import re
import sys

import faults
from lab import Lab

MODULES = ("rotation", "copies", "late", "identity", "finding", "limits", "network", "nfs", "content", "state",
           "crashes", "load")


def chosen(options):
    for name in ("inside",) if options.inside else MODULES:
        importlib.import_module(name)
    for fault in faults.FAULTS:
        if (options.fast and fault.slow) or not re.search(options.only, fault.name):
            continue
        yield fault


def produce(fault):
    result = faults.produce(fault)
    print(f"{result.colour:8}{fault.name}", file=sys.stderr, flush=True)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="build/dev/steptail")
    parser.add_argument("--fast", action="store_true", help="leave out what takes long")
    parser.add_argument("--only", default="", help="those whose name matches")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--inside", action="store_true", help="the rows of the NFS guest, which runs this")
    options = parser.parse_args()
    Lab.binary = os.path.abspath(options.binary)
    wanted = list(chosen(options))
    if options.list:
        for fault in wanted:
            print(f"{fault.name:24} {fault.what}")
        return 0
    together = [fault for fault in wanted if not fault.alone]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(produce, together))
    results += [produce(fault) for fault in wanted if fault.alone]
    results.sort(key=lambda result: wanted.index(result.fault))
    for text in faults.table(results):
        print(text)
    count = {colour: sum(r.colour == colour for r in results) for colour in ("green", "RED", "skipped")}
    print(", ".join(f"{number} {colour}" for colour, number in count.items()))
    return 1 if count["RED"] or not results else 0


if __name__ == "__main__":
    sys.exit(main())
