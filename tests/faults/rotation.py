"""A1 to A10: rotation, truncation, replacement, deletion."""

import os
import pathlib
import time

from faults import fault
from lab import Lab, check, eventually

NARROW = ("{run}.log",)
WIDE = ("{run}.log*",)  # rotated files match, too
PATTERNS = (("", NARROW), (" wide", WIDE))


def started(paths=NARROW, **options):
    lab = Lab(paths, **options)
    lab.write("train.log", 50)
    lab.start()
    return lab


def both(name, what, expected, **options):
    """Registers a fault for a pattern that rotated names match, and for one that they do not."""
    def register(run):
        for suffix, paths in PATTERNS:
            def produce(paths=paths):
                with started(paths) as lab:
                    lab.exact()
                    return run(lab) or lab.exact()
            fault(name + suffix, what, expected, **options)(produce)
        return run
    return register


@both("A1", "rename and create", "every line once")
def _(lab):
    with open(lab.at("train.log"), "ab") as old:
        lab.rotate()
        lab.write("train.log", 20)
        old.write(lab.lines(20))
    lab.exact()
    lab.write("train.log", 20)


@both("A1 dated", "rename to a dated name and create", "every line once")
def _(lab):
    lab.write("train.log", 20)
    lab.at("train.log").rename(lab.at("train.log-20240131"))
    lab.write("train.log", 20)


@both("A2", "the writer goes on in the renamed file", "each line within 2 s, once")
def _(lab):
    with open(lab.at("train.log"), "ab", 0) as old:
        lab.rotate()
        old.write(lab.lines(20))
        first = lab.soon(2.5)
        lab.write("train.log", 20)
        lab.exact()
        old.write(lab.lines(20))
        late = lab.soon(2.5)
    return f"seen after {first:.1f} s and {late:.1f} s, " + lab.exact()


@both("A3", "copytruncate, all lines read", "the copy is not counted again")
def _(lab):
    lab.copytruncate("train.log", "train.log.1")
    lab.write("train.log", 20)


@both("A4", "copytruncate with unread lines", "they are read from the copy")
def _(lab):
    lab.freeze()
    lab.write("train.log", 20)
    lab.copytruncate("train.log", "train.log.1")
    lab.write("train.log", 100)
    lab.thaw()


@both("A4 deleted", "copytruncate with unread lines, then deleted, while down", "read from the copy, once")
def _(lab):
    lab.stop()
    lab.write("train.log", 20)
    lab.copytruncate("train.log", "train.log.1")
    lab.at("train.log").unlink()
    lab.start()
    lab.exact()
    lab.write("train.log", 20)


@both("A4 rotated", "copytruncate with unread lines, then rotated, SIGKILL", "read from the copy, once")
def _(lab):
    lab.freeze()
    lab.write("train.log", 20)
    lab.copytruncate("train.log", "train.log.2")
    lab.write("train.log", 20)
    lab.at("train.log").rename(lab.at("train.log.1"))
    lab.kill()
    lab.start()
    lab.exact()
    lab.write("train.log", 20)


@both("A4 gone", "truncated with lines that nobody read", "counted as a truncation")
def _(lab):
    lab.freeze()
    lab.write("train.log", 20, counts=False)
    os.truncate(lab.at("train.log"), 0)
    lab.write("train.log", 5)
    lab.thaw()
    lab.exact()
    check(lab.value("steptail_truncations_total") == 1, "no truncation counted")
    check(lab.value("steptail_file_restarts_total", reason="truncated") == 1, "no restart counted")


@both("A5 past", "truncated and regrown past the old end", "every line once")
def _(lab):
    lab.freeze()
    os.truncate(lab.at("train.log"), 0)
    lab.write("train.log", 200)
    lab.thaw()


@both("A5 equal", "truncated and regrown to the very size", "every line once")
def _(lab):
    lab.freeze()
    size = lab.at("train.log").stat().st_size
    os.truncate(lab.at("train.log"), 0)
    lab.write("train.log", 30)
    filler = size - lab.at("train.log").stat().st_size
    with open(lab.at("train.log"), "ab") as out:
        out.write(b"x" * (filler - 1) + b"\n")
    lab.thaw()


@both("A5 banner", "truncated and regrown with the same banner", "every line once")
def _(lab):
    banner = b"".join(b"# setting %d of the run\n" % i for i in range(400))
    lab.at("again.log").write_bytes(banner + lab.lines(10))
    lab.exact()
    lab.freeze()
    lab.at("again.log").write_bytes(banner + lab.lines(60))
    lab.thaw()


@both("A6", "the new file is there before the old one is renamed", "every line once")
def _(lab):
    lab.write("next", 20)
    os.link(lab.at("train.log"), lab.at("train.log.1"))
    lab.at("next").rename(lab.at("train.log"))


@both("A7", "six rotations between two looks", "every line once")
def _(lab):
    lab.freeze()
    for _ in range(6):
        lab.write("train.log", 20)
        lab.rotate()
    lab.write("train.log", 20)
    lab.thaw()


@both("A7 live", "40 rotations in two seconds", "every line once")
def _(lab):
    for _ in range(40):
        lab.write("train.log", 20)
        lab.rotate()
        time.sleep(0.05)
    lab.write("train.log", 20)


@both("A8", "rotated three times while the daemon is down", "every line once")
def _(lab):
    lab.stop()
    for _ in range(3):
        lab.write("train.log", 20)
        lab.rotate()
    lab.write("train.log", 20)
    lab.start()


@both("A8 gone", "rotated while down, and no new file yet", "every line once")
def _(lab):
    lab.stop()
    lab.write("train.log", 20)
    lab.rotate()
    lab.start()
    lab.exact()
    lab.write("train.log", 20)


@both("A8 twice", "rotated, read, restarted, restarted", "what was read stays read")
def _(lab):
    for _ in range(2):
        lab.rotate()
        lab.write("train.log", 20)
        lab.exact()
        lab.stop()
        lab.start()
    lab.exact()
    lab.stop()
    lab.start()


@both("A8 forgotten", "the rotated file stays, its successor goes, restart", "what was read stays read")
def _(lab):
    lab.rotate()
    lab.write("train.log", 20)
    lab.exact()
    lab.at("train.log").unlink()
    check(eventually(lambda: lab.value("steptail_files", state="active") >= 0), "no page")
    lab.exact(rest=7)
    lab.stop()
    lab.start()
    lab.exact()
    lab.write("train.log", 20)


def test_was_there_before():
    with Lab(WIDE) as lab:
        lab.write("train.log.1", 30)
        lab.write("train.log", 30)
        lab.start()
        lab.exact()
        for _ in range(3):
            lab.write("train.log", 20)
            lab.rotate()
            lab.write("train.log", 20)
            lab.exact()
        lab.stop()
        lab.rotate()
        lab.write("train.log", 20)
        lab.start()
        return lab.exact()


fault("A7 shown", "rotated names that are files of their own match", "every line once")(
    test_was_there_before)


@fault("A9", "a symlink is swapped from run to run", "both runs' lines once")
def _():
    with Lab(("current.log",)) as lab:
        lab.write("run1.txt", 30)
        lab.at("current.log").symlink_to("run1.txt")
        lab.start()
        lab.exact()
        lab.write("run1.txt", 10)
        lab.write("run2.txt", 30)
        lab.link("current.log", "run2.txt")
        lab.exact()
        lab.write("run2.txt", 10)
        took = lab.soon(2.5)
        return f"seen after {took:.1f} s, " + lab.exact()


def deleted_and_open(lab):
    folder = pathlib.Path(f"/proc/{lab.pid()}/fd")
    return [link for link in (os.readlink(fd) for fd in folder.iterdir() if fd.is_symlink())
            if link.endswith("(deleted)") and str(lab.logs) in link]


@both("A10", "unlinked with unread lines", "read to the end, then closed within 5 s")
def _(lab):
    lab.freeze()
    lab.write("train.log", 30)
    lab.at("train.log").unlink()
    lab.thaw()
    lab.exact()
    check(eventually(lambda: not deleted_and_open(lab), 5), "still open after 5 s")


@both("A10 partial", "unlinked with an unfinished line", "its last line counts, once")
def _(lab):
    lab.freeze()
    with open(lab.at("train.log"), "ab") as out:
        out.write(lab.lines(1)[:-1])
    lab.at("train.log").unlink()
    lab.thaw()
