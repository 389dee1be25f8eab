"""A11 to A18: which file is which, and what was done to its bytes."""

import gzip
import os
import re
import subprocess

from faults import fault
from lab import Lab, Skip, check, square
from mounts import ext4, remount


@fault("A11", "deleted and made anew with the same inode, while frozen", "every line once")
def _():
    with Lab() as lab:
        ext4(lab, lab.logs)
        lab.write("train.log", 50)
        lab.start()
        lab.exact()
        lab.freeze()
        inodes = set()
        for _ in range(5):
            inodes.add(lab.at("train.log").stat().st_ino)
            lab.at("train.log").unlink()
            lab.write("train.log", 50, counts=False)
        lab.at("train.log").unlink()
        lab.write("train.log", 60)
        lab.thaw()
        return lab.exact() + f" ({len(inodes)} inodes for 6 files)"


@fault("A11 down", "deleted and made anew with the same inode, while down", "every line once")
def _():
    with Lab() as lab:
        ext4(lab, lab.logs)
        lab.write("train.log", 50)
        lab.start()
        lab.exact()
        lab.stop()
        inode = lab.at("train.log").stat().st_ino
        lab.at("train.log").unlink()
        lab.write("train.log", 60)
        if lab.at("train.log").stat().st_ino != inode:
            raise Skip("the file system did not use the inode again")
        lab.start()
        return lab.exact()


@fault("A12", "two runs begin with the same 8 KiB banner", "none is taken for the other")
def _():
    with Lab() as lab:
        banner = b"".join(b"# option %d = none\n" % i for i in range(450))
        for name in ("one.log", "two.log"):
            lab.at(name).write_bytes(banner)
        lab.start()
        for name in ("two.log", "one.log", "two.log"):
            lab.write(name, 20)
            lab.exact()
        lab.stop()
        lab.write("one.log", 20)
        lab.start()
        return lab.exact()


@fault("A13", "a file of one short line, rotated at once", "every line once")
def _():
    with Lab() as lab:
        lab.start()
        lab.write("train.log", 1)
        lab.exact()
        lab.rotate()
        lab.write("train.log", 1)
        return lab.exact()


@fault("A14", "hard link, symlink and a second pattern for one file", "one reader")
def _():
    with Lab(("{run}.log", "*.log", "linked/{run}.log")) as lab:
        lab.write("train.log", 30)
        lab.at("linked").mkdir()
        os.link(lab.at("train.log"), lab.at("linked/hard.log"))
        lab.at("alias.log").symlink_to("train.log")
        lab.start()
        lab.exact()
        lab.write("train.log", 30)
        lab.exact()
        os.link(lab.at("train.log"), lab.at("later.log"))
        lab.at("another.log").symlink_to("train.log")
        lab.write("train.log", 30)
        lab.exact()
        lab.stop()
        lab.write("train.log", 30)
        lab.start()
        return lab.exact()


@fault("A15", "the device number changes between two starts", "nothing is read again")
def _():
    with Lab() as lab:
        image = ext4(lab, lab.logs)
        lab.write("train.log", 50)
        lab.start()
        lab.exact()
        lab.stop()
        before = lab.logs.stat().st_dev
        remount(lab, image, lab.logs)
        if lab.logs.stat().st_dev == before:
            raise Skip("the kernel gave the same device number again")
        lab.write("train.log", 50)
        lab.start()
        return lab.exact()


@fault("A16", "compressed rotations match the pattern", "skipped and counted, by name and by content")
def _():
    with Lab(("{run}.log*",)) as lab:
        lab.write("train.log", 30)
        packed = gzip.compress(b"".join(lab.lines(30, counts=False) for _ in range(5)))
        lab.at("train.log.2.gz").write_bytes(packed)
        lab.at("train.log.3").write_bytes(packed)
        lab.start()
        lab.exact()
        lab.rotate()
        lab.write("train.log", 30)
        lab.exact()
        check(lab.value("steptail_files", state="skipped") >= 1, "nothing counted as skipped")
        check(lab.value("steptail_unmatched_lines_total") == 0, "compressed bytes were parsed")
        return lab.exact()


@fault("A17", "overwritten in place with the same size", "begins anew")
def _():
    with Lab() as lab:
        lab.write("train.log", 90)
        lab.start()
        lab.exact()
        size = lab.at("train.log").stat().st_size
        lab.freeze()
        lab.number = 900  # longer lines, so that fewer of them fill the file
        with open(lab.at("train.log"), "r+b") as out:
            out.write(lab.lines(40))
            out.write(b"x" * (size - out.tell() - 1) + b"\n")
        lab.thaw()
        lab.exact()
        check(lab.value("steptail_file_restarts_total", reason="rewritten") == 1, "no restart counted")
        return lab.exact()


@fault("A18", "the last line is cut off", "begins anew, counted")
def _():
    with Lab() as lab:
        lab.write("train.log", 30)
        lab.start()
        lab.exact()
        os.truncate(lab.at("train.log"), lab.at("train.log").stat().st_size - 20)
        with open(lab.at("train.log"), "ab") as out:
            out.write(b"\n" + lab.lines(5))
        text = lab.at("train.log").read_bytes()
        told = [int(found) for found in re.findall(rb"(?m)^pace .* id=(\d+) square=", text)]
        for number in told[:-5]:  # all of it is told again
            for i, value in enumerate((1, number, square(number))):
                lab.sums[i] += value
        lab.soon(5)
        lab.exact()
        check(lab.value("steptail_file_restarts_total") == 1, "no restart counted")
        return f"began anew, {int(lab.counted()[0])} lines told"


@fault("B10", "the same directory by a bind mount", "one reader")
def _():
    with Lab(("a/{run}.log", "b/{run}.log")) as lab:
        lab.write("a/train.log", 30)
        lab.at("b").mkdir()
        subprocess.run(["mount", "--bind", lab.at("a"), lab.at("b")], check=True)
        lab.undo.append(lambda: subprocess.run(["umount", "-l", lab.at("b")], check=False))
        lab.start()
        lab.exact()
        lab.write("b/train.log", 30)
        lab.exact()
        lab.stop()
        lab.write("a/train.log", 30)
        lab.start()
        return lab.exact()


@fault("A19 renamed", "the directory of a log is renamed while down, once killed, once quiet", "goes on under its new name")
def _():
    with Lab(("*/{run}.log",)) as lab:
        lab.write("a/train.log", 50)
        lab.start()
        lab.exact()
        lab.kill()
        lab.at("a").rename(lab.at("b"))
        lab.write("b/train.log", 5)
        lab.start()
        lab.exact()
        lab.stop()
        lab.at("b").rename(lab.at("c"))
        lab.start()
        lab.exact()
        lab.write("c/train.log", 5)
        return lab.exact()
