"""D5, D12 to D14: killed anywhere, out of memory, asked to stop."""

import http.client
import random
import re
import signal
import threading
import time

from faults import fault
from lab import Lab, Red, check, eventually
from mounts import need


class Scraper(threading.Thread):
    """Scrapes all the time; a counter must never be seen below an earlier value."""

    def __init__(self, lab):
        super().__init__(daemon=True)
        self.lab, self.highest, self.fallen, self.ends = lab, {}, "", threading.Event()

    def run(self):
        while not self.ends.wait(0.05):
            try:
                samples = self.lab.samples()
            except Exception:  # the daemon was killed in the middle of the answer
                continue
            for name, labels, value in samples:
                if name != "training_counted_total":
                    continue
                key = (labels["run"], labels["key"])
                if value < self.highest.get(key, 0):
                    self.fallen = f"{key} fell from {self.highest[key]:.0f} to {value:.0f}"
                self.highest[key] = max(value, self.highest.get(key, 0))


class Writer(threading.Thread):
    """Writes all the time, and rotates now and then."""

    def __init__(self, lab, rotates, seed):
        super().__init__(daemon=True)
        self.lab, self.rotates, self.random = lab, rotates, random.Random(seed)
        self.ends = threading.Event()

    def run(self):
        while not self.ends.wait(0.005):
            self.lab.write("train.log", self.random.randint(1, 8))
            if self.rotates and self.random.random() < 0.01:
                self.lab.rotate()


def kills(count, rotates, seed, paths=("{run}.log",)):
    with Lab(paths) as lab:
        lab.write("train.log", 10)
        lab.start()
        scraper, writer = Scraper(lab), Writer(lab, rotates, seed)
        scraper.start()
        writer.start()
        chance = random.Random(seed)
        for _ in range(count):
            time.sleep(chance.random() * chance.choice((0.05, 0.3, 2.0)))
            lab.kill()
            time.sleep(chance.random() * 0.05)
            lab.start(ready=False)
        writer.ends.set()
        writer.join()
        lab.exact(60)
        scraper.ends.set()
        scraper.join()
        check(not scraper.fallen, f"seed {seed}: {scraper.fallen}")
        return f"{count} kills, seed {seed}: " + lab.exact()


@fault("D5 random", "12 SIGKILLs while lines are written", "every line once, no counter falls")
def _():
    return kills(12, False, 11)


@fault("D5 rotating", "12 SIGKILLs while lines are written and rotated", "every line once, no counter falls")
def _():
    return kills(12, True, 12)


@fault("D5 wide", "12 SIGKILLs, rotated names match", "every line once, no counter falls")
def _():
    return kills(12, True, 13, ("{run}.log*",))


for _part in range(4):
    @fault(f"D5 many {_part + 1}", "250 SIGKILLs while lines are written", "every line once", slow=True)
    def _(part=_part):
        return kills(250, part % 2 == 1, 100 + part, ("{run}.log*",) if part > 1 else ("{run}.log",))


CHANGING = "openat,rename,renameat,renameat2,unlink,unlinkat,write,fsync,fdatasync,mkdir,ftruncate"


def lives(lab):
    """A life in which the state is saved three times, and once more at its end. False: it was killed."""
    def dead():
        return lab.process.poll() is not None
    try:
        lab.start(ready=False)
        for _ in range(3):
            lab.write("train.log", 7)
            check(eventually(lambda: dead() or lab.counted() == lab.sums, 20), "not on the page")
        lab.signal(signal.SIGTERM)
    except (Red, OSError, http.client.HTTPException):  # killed before it listened, or while it answered
        check(dead(), "neither lives nor was killed")
        return False
    return lab.process.wait(20) == 0


def killed_at(calls, most):
    """Kills at the first such call, the second, the third, until a life passes without."""
    need("strace")
    with Lab() as lab:
        done = 0
        for number in range(1, most):
            lab.wrap = ("strace", "-f", "-qq", "-o", str(lab.home / "trace"), "-P",
                        str(lab.home / "state"), "-P", str(lab.home / "state/shard-local.checkpoint"),
                        "-P", str(lab.home / "state/shard-local.checkpoint.tmp"),
                        "-e", f"inject={calls}:signal=SIGKILL:when={number}")
            lab.write("train.log", 7)
            if lives(lab):
                break
            done += 1
            lab.kill()
        lab.wrap = ()
        lab.start()
        return f"killed at {done} calls: " + lab.exact()


@fault("D5 calls", "SIGKILL at the first eight calls that change the state", "every line once")
def _():
    return killed_at(CHANGING, 9)


@fault("D5 each", "SIGKILL at each call that changes the state", "every line once", slow=True)
def _():
    return killed_at(CHANGING, 90)


@fault("D13", "little address space", "ends or goes on; the state stays good")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        lab.stop()
        lab.write("train.log", 200)
        for megabytes in (20, 40, 60, 90, 150):
            lab.wrap = ("prlimit", f"--as={megabytes << 20}")
            try:
                lab.start(ready=False)
                time.sleep(0.5)
            except Exception:  # it may well say that it cannot start
                pass
            lab.kill()
        lab.wrap = ()
        lab.start()
        return lab.exact()


@fault("D14", "SIGTERM while lines are written", "ends within 2 s with its state written")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        writer = Writer(lab, False, 5)
        writer.start()
        slowest = 0
        for _ in range(3):
            time.sleep(0.7)
            began = time.monotonic()
            check(lab.stop() == 0, "no clean end")
            slowest = max(slowest, time.monotonic() - began)
            lab.start()
        writer.ends.set()
        writer.join()
        check(slowest <= 2, f"took {slowest:.1f} s")
        return f"ended within {slowest:.1f} s, " + lab.exact()


@fault("D14 stop", "SIGSTOP and SIGCONT, SIGPIPE, a closed standard error", "every line once")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        for _ in range(10):
            lab.freeze()
            lab.write("train.log", 20)
            lab.thaw()
            lab.signal(signal.SIGPIPE)
            lab.write("train.log", 20)
        check(not re.search("level=error", lab.log()), "errors in the log")
        return lab.exact()
