"""A19 to A21: directories that come and go, things that are no logs, files that may not be read."""

import os
import shutil
import socket

from faults import fault
from lab import Lab, Skip, check, eventually

ENTRY = "scan_interval: 2s"


@fault("A19 later", "the directory is made later", "its files are found")
def _():
    with Lab(("deep/{user}/logs/{run}.log",), ENTRY) as lab:
        lab.start()
        lab.write("deep/ann/logs/one.log", 20)
        first = lab.soon(4)
        lab.write("deep/bob/logs/two.log", 20)
        lab.soon(4)
        return f"seen after {first:.1f} s, " + lab.exact()


@fault("A19 anew", "the directory is removed and made anew", "its new files are found")
def _():
    with Lab(("deep/{run}.log",), ENTRY) as lab:
        lab.write("deep/one.log", 20)
        lab.start()
        for round_ in range(3):
            lab.exact()
            shutil.rmtree(lab.at("deep"))
            lab.at("deep").mkdir()
            lab.write(f"deep/run{round_}.log", 20)
            lab.soon(4)
            lab.write(f"deep/run{round_}.log", 20)
            lab.soon(4)
        return lab.exact()


@fault("A19 swap", "the directory is removed and made anew at once, same file names", "nothing is lost")
def _():
    with Lab(("deep/{run}.log",), ENTRY) as lab:
        lab.write("deep/one.log", 20)
        lab.start()
        lab.exact()
        lab.freeze()
        shutil.rmtree(lab.at("deep"))
        lab.write("deep/one.log", 30)
        lab.thaw()
        lab.exact()
        lab.write("deep/one.log", 30)
        lab.soon(4)
        return lab.exact()


@fault("A19 moved", "the directory is renamed and another takes its place", "nothing is lost")
def _():
    with Lab(("deep/{run}.log",), ENTRY) as lab:
        lab.write("deep/one.log", 20)
        lab.start()
        lab.exact()
        lab.at("deep").rename(lab.at("away"))
        lab.write("deep/one.log", 30)
        lab.exact()
        lab.write("deep/one.log", 30)
        took = lab.soon(4)
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("A20", "a FIFO, a socket, a device, a directory, a /proc file match", "skipped, nothing waits")
def _():
    with Lab(("*.log",)) as lab:
        os.mkfifo(lab.at("fifo.log"))
        lab.at("folder.log").mkdir()
        lab.at("null.log").symlink_to("/dev/null")
        lab.at("zero.log").symlink_to("/dev/zero")
        lab.at("maps.log").symlink_to("/proc/self/maps")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(lab.at("socket.log")))
            lab.write("train.log", 20)
            lab.start()
            lab.exact()
            lab.write("train.log", 20)
            lab.soon()
            check(lab.value("steptail_files", state="skipped") >= 4, "not counted as skipped")
            return lab.exact()


def unprivileged(paths=("{run}.log",), **options):
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        raise Skip("needs root and setpriv")
    wrap = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--")
    lab = Lab(paths, wrap=wrap, **options)
    (lab.home / "state").mkdir()
    for folder in (lab.home, lab.home / "state"):
        os.chown(folder, 65534, 65534)
    return lab


@fault("A21", "a file may not be read, later it may", "one warning, a gauge, then every line")
def _():
    with unprivileged() as lab:
        lab.write("train.log", 20)
        lab.write("secret.log", 20)
        lab.at("secret.log").chmod(0)
        lab.start(ready=False)
        check(eventually(lambda: lab.value("steptail_files", state="unreadable") == 1),
              "not shown as unreadable")
        check(eventually(lambda: lab.counted()[0] == 20), "the other file is not read")
        check(eventually(lambda: lab.get("/-/ready"), 5), "not ready")
        warnings = lab.log().count("file_unreadable")
        check(warnings == 1, f"{warnings} warnings")
        lab.at("secret.log").chmod(0o644)
        took = lab.soon(10)
        check(lab.value("steptail_files", state="unreadable") == 0, "still shown as unreadable")
        return f"read {took:.1f} s after it could be, " + lab.exact()


@fault("A21 folder", "a directory may not be listed, later it may", "counted, then every line")
def _():
    with unprivileged(("*/{run}.log",), entry=ENTRY) as lab:
        lab.write("open/train.log", 20)
        lab.write("shut/train2.log", 20)
        lab.at("shut").chmod(0)
        lab.start(ready=False)
        check(eventually(lambda: lab.counted()[0] == 20), "the other file is not read")
        check(eventually(lambda: lab.value("steptail_read_errors_total") >= 2), "no errors counted")
        lab.at("shut").chmod(0o755)
        took = lab.soon(10)
        told = lab.log().count("directory_unreadable"), lab.log().count("directory_readable_again")
        check(told == (1, 1), f"told {told} times")
        return f"read {took:.1f} s after it could be, " + lab.exact()
