"""How fast and how much: rotation at a gallop, ten thousand files, many at once. Of each the figures."""

import os
import pathlib
import random
import threading
import time

from content import resident
from faults import fault
from lab import Lab, check, is_sanitized


def gallop(seconds, paths):
    """5,000 lines a second into a file that is rotated ten times a second."""
    with Lab(paths) as lab:
        lab.write("train.log", 10)
        lab.start()
        lab.exact()
        out = open(lab.at("train.log"), "ab", 0)
        began, ticks, rotations = time.monotonic(), 0, 0
        while time.monotonic() - began < seconds:
            ticks += 1
            out.write(lab.lines(50))
            if ticks % 10 == 0:
                out.close()
                rotations += 1
                lab.at("train.log").rename(lab.at(f"train.log.{rotations}"))
                out = open(lab.at("train.log"), "ab", 0)
            time.sleep(max(0.0, began + ticks * 0.01 - time.monotonic()))
        out.close()
        took = time.monotonic() - began
        behind = lab.soon(20)
        return (f"{rotations} rotations, {lab.sums[0] / took:.0f} lines/s for {took:.0f} s, on the page "
                f"{behind:.1f} s after the last; " + lab.exact() + f"; peak {resident(lab)} MB")


@fault("A7 gallop", "10 rotations and 5,000 lines a second for 60 s", "every line once", slow=True,
       alone=True)
def _():
    return gallop(60, ("{run}.log",))


@fault("A7 gallop wide", "the same, and rotated names match", "every line once", slow=True, alone=True)
def _():
    return gallop(60, ("{run}.log*",))


@fault("A7 trot", "10 rotations and 5,000 lines a second for 3 s", "every line once")
def _():
    return gallop(3, ("{run}.log",))


def many_files(count, samples):
    with Lab(("*/{run}.log",), top=f"limits: {{files: {count + 10}, runs: {count + 10}}}") as lab:
        for i in range(count):
            lab.write(f"folder{i % 20}/run{i}.log", 1)
        lab.start(ready=False)
        began = time.monotonic()
        lab.soon(300)
        first = time.monotonic() - began
        chance, times = random.Random(1), []
        for _ in range(samples):
            run = chance.randrange(count)
            lab.write(f"folder{run % 20}/run{run}.log", 1)
            started = time.monotonic()
            # Sought as text: to take such a page apart takes longer than to make it.
            wanted = f'training_iteration{{run="run{run}"}} {lab.number}\n'
            while wanted not in lab.get("/metrics"):
                check(time.monotonic() - started < 10, f"run{run} is not on the page within 10 s")
            times.append(time.monotonic() - started)
        check(max(times) <= 2.0 or is_sanitized(lab.binary), f"a new line took {max(times):.2f} s")
        return (f"{count} files read in {first:.1f} s; a new line in any of them on the page within "
                f"{max(times):.2f} s; {resident(lab, 'VmRSS')} MB")


@fault("D11 many", "10,000 files", "a new line in any of them within 2 s", slow=True, alone=True)
def _():
    return many_files(10_000, 20)


@fault("A10 fleeting", "100 files that live for two seconds", "every line once")
def _():
    with Lab() as lab:
        lab.start()

        def live(i):
            lab.at(f"run{i}.log").write_bytes(texts[i])
            time.sleep(2)
            lab.at(f"run{i}.log").unlink()

        texts = [lab.lines(3) for _ in range(100)]
        threads = [threading.Thread(target=live, args=(i,)) for i in range(100)]
        for thread in threads:
            thread.start()
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        return lab.exact()


@fault("B1 many", "300 files appear at once", "every line once")
def _():
    with Lab() as lab:
        lab.start()
        for i in range(300):
            lab.write(f"run{i}.log", 3)
        lab.soon(5)
        return lab.exact()


@fault("A1 leak", "1,000 rotations of a quiet file", "no descriptors and no memory stay behind", slow=True)
def _():
    with Lab() as lab:
        lab.write("train.log", 1)
        lab.start()
        sizes = []
        for round_ in range(1000):
            lab.rotate_to(f"train.log.{round_}")
            lab.write("train.log", 1)
            if round_ % 250 == 249:
                lab.exact()
                for old in range(round_ - 200):
                    lab.at(f"train.log.{old}").unlink(missing_ok=True)
                time.sleep(4)
                sizes.append(resident(lab, "VmRSS"))
        fds = len(os.listdir(pathlib.Path(f"/proc/{lab.pid()}/fd")))
        check(fds < 260, f"{fds} descriptors")
        check(sizes[-1] <= sizes[0] + 8 or is_sanitized(lab.binary), f"grows: {sizes} MB")
        return f"{fds} descriptors, {sizes} MB; " + lab.exact()
