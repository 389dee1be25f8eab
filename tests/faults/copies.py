"""Copies of what was read: unpacked, renamed over the log, made before a kill; and a directory of the future."""

import os
import shutil
import time

from faults import fault
from rotation import NARROW, both, started

HOUR_SECONDS = 3600
ENDED_SECONDS = 7  # after which a rotated file is told to have ended


def copytruncate_chain(lab, count):
    """`count` times some lines, and the log is copied to train.log.1 and emptied."""
    for _ in range(count):
        lab.write("train.log", 20)
        lab.move_on()
        lab.copytruncate("train.log", "train.log.1")


@both("A4 killed", "copytruncate twice while down, then killed as soon as it starts", "read from the copies, once")
def _(lab):
    lab.kill()
    copytruncate_chain(lab, 2)
    lab.write("train.log", 20)
    for _ in range(3):
        lab.start(ready=False)
        lab.kill()
    lab.start()


@both("A4 empty", "a log that was last seen empty is filled and copytruncated unseen", "read from the copy")
def _(lab):
    copytruncate_chain(lab, 1)
    lab.exact()
    lab.freeze()
    copytruncate_chain(lab, 1)
    lab.write("train.log", 30)
    lab.thaw()


@both("A16 unpacked", "a rotated file that was read is copied beside itself, while down", "it is not counted again", slow=True)
def _(lab):
    lab.rotate()
    lab.write("train.log", 20)
    lab.exact(rest=ENDED_SECONDS)
    lab.stop()
    shutil.copy(lab.at("train.log.1"), lab.at("train.log.1.bak"))
    lab.rotate()
    lab.write("train.log", 20)
    lab.start()


@both("A16 early", "a rotated file is copied aside before its end is told, and the log emptied", "it is not counted again")
def _(lab):
    lab.rotate()
    lab.write("train.log", 20)
    lab.exact()
    for name in ("train.log.2", "train.log.1.bak"):
        shutil.copy(lab.at("train.log.1"), lab.at(name))
    os.truncate(lab.at("train.log"), 0)
    lab.write("train.log", 20)
    lab.exact(rest=ENDED_SECONDS)
    lab.stop()
    lab.start()


@both("A17 rsync", "a longer copy is renamed over the log, with the daemon up and down", "what was read is not read again")
def _(lab):
    for down in (False, False, True):
        if down:
            lab.stop()
        shutil.copy(lab.at("train.log"), lab.at(".train.log.Xy12"))
        lab.write(".train.log.Xy12", 20)
        lab.at(".train.log.Xy12").rename(lab.at("train.log"))
        if down:
            lab.start()
        lab.exact()


@fault("D10 directory", "the time of the directory is an hour ahead; three rotations unseen", "every line once")
def _():
    with started(NARROW) as lab:
        lab.exact()
        ahead = time.time() + HOUR_SECONDS
        os.utime(lab.logs, (ahead, ahead))
        lab.write("train.log", 5)
        lab.exact()
        lab.freeze()
        for _ in range(3):
            lab.write("train.log", 20)
            lab.rotate()
        lab.write("train.log", 20)
        lab.thaw()
        return lab.exact()
