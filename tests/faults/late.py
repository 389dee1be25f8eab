"""What is written, or still unread, where the path does not lead any more; and what a copy makes no loss."""

import os
import time

from copies import ENDED_SECONDS, HOUR_SECONDS
from faults import fault
from lab import Lab, check
from rotation import PATTERNS, both

SCARCE = "limits: {open_files: 2}"
OTHERS = 4


def take_descriptors(lab):
    """Other logs grow: the silent ones are closed for them."""
    for _ in range(2):
        for i in range(OTHERS):
            lab.write(f"other{i}.log", 2)
        lab.exact()


def late_lines(paths):
    with Lab(paths, top=SCARCE) as lab:
        lab.write("train.log", 50)
        lab.start()
        lab.exact()
        lab.rotate()
        lab.write("train.log", 20)
        lab.exact(rest=ENDED_SECONDS)
        take_descriptors(lab)
        lab.write("train.log.1", 5)
        lab.exact(rest=ENDED_SECONDS)
        rotations = lab.value("steptail_rotations_total")
        check(rotations == 1, f"one rotation counts as {rotations:.0f}")
        lab.stop()
        lab.write("train.log.1", 5)
        lab.start()
        lab.exact()
        lab.write("train.log.1", 5)
        return lab.exact()


for suffix, patterns in PATTERNS:
    fault("A2 late" + suffix, "the writer goes on after the end was told, closed, then down", "every line once")(
        lambda patterns=patterns: late_lines(patterns))


@both("A2 moved", "a rotated log is put into another directory, its writer goes on over a restart", "every line once")
def _(lab):
    lab.rotate()
    lab.write("train.log", 20)
    lab.exact(rest=ENDED_SECONDS)
    lab.at("old").mkdir()
    lab.at("train.log.1").rename(lab.at("old/train.log.1"))
    lab.write("old/train.log.1", 5)
    lab.exact(rest=3)
    lab.stop()
    lab.write("old/train.log.1", 5)
    lab.start()
    lab.exact()
    lab.write("old/train.log.1", 5)


@both("A8 vacant", "only a rotated log is left; while down a log comes, is rotated, and another comes", "every line once")
def _(lab):
    lab.rotate()
    lab.write("train.log", 20)
    lab.exact(rest=ENDED_SECONDS)
    lab.at("train.log").unlink()
    lab.exact(rest=3)
    lab.stop()
    for _ in range(2):
        lab.write("train.log", 20)
        lab.rotate()
    lab.write("train.log", 20)
    lab.start()


@both("A8 many", "300 rotations while down, then killed three times as soon as it starts", "every line once")
def _(lab):
    lab.kill()
    for number in range(300):
        lab.write("train.log", 3)
        lab.rotate_to(f"train.log-{20240000 + number}")
    lab.write("train.log", 3)
    for kills in range(3):
        lab.start(ready=False)
        time.sleep(0.15 * kills)
        lab.kill()
    lab.start()
    lab.exact(rest=ENDED_SECONDS)
    lab.stop()
    lab.write("train.log-20240299", 3)
    lab.start()


@fault("A9 closed", "a symlink to elsewhere is swapped while its target is closed, then while down",
       "all runs' lines once")
def _():
    with Lab(top=SCARCE) as lab:
        lab.write("../data/run1", 30)
        lab.link("current.log", "../data/run1")
        lab.start()
        lab.exact()
        take_descriptors(lab)
        lab.freeze()
        lab.write("../data/run1", 10)
        lab.write("../data/run2", 30)
        lab.link("current.log", "../data/run2")
        lab.thaw()
        lab.exact()
        lab.stop()
        lab.write("../data/run2", 10)
        lab.write("../data/run3", 30)
        lab.link("current.log", "../data/run3")
        lab.start()
        return lab.exact()


@fault("A9 unbegun", "a symlink is swapped while a line is unfinished, then while down", "all runs' lines once")
def _():
    with Lab() as lab:
        lab.write("../data/run1", 30)
        lab.link("current.log", "../data/run1")
        lab.start()
        lab.exact()
        text = lab.lines(1)
        with open(lab.at("../data/run1"), "ab", 0) as old:
            old.write(text[:9])
            lab.write("../data/run2", 30)
            lab.link("current.log", "../data/run2")
            time.sleep(2)
            lab.kill()
            old.write(text[9:])
        lab.write("../data/run3", 30)
        lab.link("current.log", "../data/run3")
        lab.start()
        return lab.exact()


@fault("A19 link", "a symlink of a directory is swapped to one whose log has the same size and time", "read")
def _():
    with Lab(("{run}/train.log",)) as lab:
        hour_ago = time.time() - HOUR_SECONDS
        for part in ("1", "2"):
            name = f"../data/{part}/train.log"
            lab.write(name, 1)
            with open(lab.at(name), "ab") as out:
                out.write(b"." * (200 - out.tell()) + b"\n")
            os.utime(lab.at(name), (hour_ago, hour_ago))
        lab.at("current").symlink_to("../data/1")
        lab.start()
        time.sleep(2)
        check(lab.counted()[0] == 1, "the first log was not read")
        lab.link("current", "../data/2")
        return lab.exact()


@both("A3 regrown", "copytruncate, all lines read, regrown past its size unseen", "no byte counts as lost")
def _(lab):
    lab.freeze()
    lab.copytruncate("train.log", "train.log.1")
    lab.write("train.log", 200)
    lab.thaw()
    lab.exact()
    lost = lab.value("steptail_lost_bytes_total")
    check(lost == 0, f"{lost:.0f} bytes count as lost")
