"""B1 to B11: network and parallel file systems, played by bindfs and by injected errors."""

import os
import pathlib
import subprocess
import time

from faults import fault
from lab import Lab, Skip, check, eventually
from mounts import Bindfs, need, unmount


def behind_bindfs(timeout=1, **options):
    lab = Lab(("share/{run}.log",), **options)
    lab.bindfs = Bindfs(lab, lab.at("source"), lab.at("share"), timeout)
    return lab


@fault("B1", "writes underneath a mount that tells nothing", "polled")
def _():
    with behind_bindfs() as lab:
        lab.write("source/train.log", 20)
        lab.start()
        lab.exact()
        lab.write("source/train.log", 20)
        took = lab.soon(5)
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("B2", "sizes three seconds old", "seen all the same")
def _():
    with behind_bindfs(timeout=3) as lab:
        lab.write("source/train.log", 20)
        lab.start()
        lab.exact()
        slowest = 0
        for _ in range(3):
            lab.write("source/train.log", 20)
            slowest = max(slowest, lab.soon(6))
        return f"seen after {slowest:.1f} s, " + lab.exact()


def injected(lab, what):
    """Puts errors into the daemon's system calls on the log from now on, until the result ends."""
    need("strace")
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-o", "/dev/null", "-P", lab.at("train.log"),
                               "-e", f"inject={what}", "-p", str(lab.pid())],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lab.undo.append(tracer.kill)
    status = pathlib.Path(f"/proc/{lab.pid()}/status")
    if not eventually(lambda: "TracerPid:\t0" not in status.read_text(), 5):
        raise Skip("strace cannot attach here")
    return tracer


def failing(name, what, calls, error, reason):
    @fault(name, what, "backs off, counts, goes on where it was")
    def _():
        with Lab() as lab:
            lab.write("train.log", 20)
            lab.start()
            lab.exact()
            tracer = injected(lab, f"{calls}:error={error}")
            lab.write("train.log", 20)
            check(eventually(lambda: lab.value("steptail_read_errors_total", reason=reason) > 0, 5),
                  "no error counted")
            before = lab.value("steptail_read_errors_total")
            time.sleep(3)
            rate = (lab.value("steptail_read_errors_total") - before) / 3
            tracer.terminate()
            tracer.wait()
            took = lab.soon(10)
            check(rate <= 5, f"{rate:.0f} tries a second")
            return f"{rate:.1f} tries a second, seen {took:.1f} s after, " + lab.exact()


failing("B3", "ESTALE at every call", "pread64,statx", "ESTALE", "stale")
failing("B8", "EIO at every read", "pread64", "EIO", "io")
failing("B8 stat", "ENOTCONN at every look", "statx", "ENOTCONN", "other")


@fault("B4", "a .nfs name matches the pattern", "left alone")
def _():
    with Lab(("*",)) as lab:
        lab.write("train.log", 20)
        lab.write(".nfs0000000000a1b2c300000001", 20, counts=False)
        lab.start()
        return lab.exact()


def zeros(name, what, wait):
    @fault(name, what, "the zeros are not taken for bytes, the line counts")
    def _():
        with behind_bindfs() as lab:
            lab.write("source/train.log", 20)
            lab.start()
            lab.exact()
            late = lab.lines(5)
            with open(lab.at("source/train.log"), "r+b") as out:
                end = out.seek(0, os.SEEK_END)
                out.truncate(end + len(late))
                time.sleep(wait)
                out.seek(end)
                out.write(late)
            took = lab.soon(15)
            return f"seen {took:.1f} s after the bytes came, " + lab.exact()


zeros("B5", "the tail is zeros for a while", 4)
zeros("B11", "the size grows before the data comes", 0.5)


@fault("B6", "two hosts write over each other", "begins anew, counted")
def _():
    with behind_bindfs() as lab:
        lab.write("source/train.log", 50)
        lab.start()
        lab.exact()
        with open(lab.at("source/train.log"), "r+b") as out:
            end = out.seek(0, os.SEEK_END)
            out.seek(end - 100)
            out.write(b"#" * 100)
            out.write(b"\n" + lab.lines(5, counts=False))
        check(eventually(lambda: lab.value("steptail_file_restarts_total", reason="rewritten") == 1),
              "no restart counted")
        return "began anew, counted"


@fault("B7", "the server of a mount hangs", "local files go on, scrapes answer, exact after")
def _():
    with behind_bindfs() as lab:
        with open(lab.home / "steptail.yaml", "a") as config:
            config.write(f"  - name: near\n    paths: ['{lab.at('near')}/{{run}}.log']\n")
        lab.write("source/far.log", 20)
        lab.write("near/near.log", 20)
        lab.start()
        lab.exact()
        threads = pathlib.Path(f"/proc/{lab.pid()}/task")
        before = len(list(threads.iterdir()))
        lab.bindfs.hang()
        lab.write("source/far.log", 20, counts=False)
        slowest_line, scrapes = 0, []
        for _ in range(8):
            lab.write("near/near.log", 10)
            slowest_line = max(slowest_line, lab.soon(3))
            began = time.monotonic()
            check(lab.get("/metrics"), "no answer")
            scrapes.append(time.monotonic() - began)
        check(eventually(lambda: lab.value("steptail_mount_hung", watch="logs") == 1, 20),
              "steptail_mount_hung does not say so")
        check(lab.value("steptail_mount_hung", watch="near") == 0, "the local entry is called hung")
        more = len(list(threads.iterdir())) - before
        check(more <= 2, f"{more} more threads")
        lab.bindfs.heal()
        lab.number -= 80 + 20
        lab.lines(20)
        lab.number += 80
        lab.exact()
        check(lab.value("steptail_mount_hung") == 0, "still called hung")
        check(slowest_line <= 2.2, f"a local line took {slowest_line:.1f} s")
        usual = sorted(scrapes)[len(scrapes) // 2]
        check(usual <= 0.1, f"a scrape took {usual * 1000:.0f} ms")
        return (f"local lines within {slowest_line:.1f} s, scrapes in {usual * 1000:.0f} ms, "
                f"{more} more threads, " + lab.exact())


@fault("B7 stop", "SIGTERM while the server of a mount hangs", "ends within 5 s")
def _():
    with behind_bindfs() as lab:
        lab.write("source/far.log", 20)
        lab.start()
        lab.exact()
        lab.bindfs.hang()
        time.sleep(2)
        began = time.monotonic()
        lab.signal(15)
        # A thread within the hung file system lives on until the kernel lets it go; the rest has ended.
        state = pathlib.Path(f"/proc/{lab.process.pid}/stat")
        ended = eventually(lambda: lab.process.poll() is not None or
                           state.read_text().rsplit(")", 1)[1].split()[0] == "Z", 8)
        took = time.monotonic() - began
        lab.bindfs.heal()
        check(ended and took <= 5, f"took {took:.1f} s")
        check(eventually(lambda: lab.process.poll() is not None, 10), "a thread lives on, and with it the lock")
        lab.start()
        return f"ended in {took:.1f} s, " + lab.exact()


@fault("B7 start", "started while the server of a mount hangs", "local files go on, exact after")
def _():
    with behind_bindfs() as lab:
        with open(lab.home / "steptail.yaml", "a") as config:
            config.write(f"  - name: near\n    paths: ['{lab.at('near')}/{{run}}.log']\n")
        far = lab.lines(20)
        lab.at("source/far.log").write_bytes(far)
        lab.sums = [0, 0, 0]
        lab.write("near/near.log", 20)
        lab.bindfs.hang()
        lab.start(ready=False)
        took = lab.soon(5)
        lab.bindfs.heal()
        lab.sums, number = [0, 0, 0], lab.number
        lab.number = 0
        lab.lines(number)
        return f"local lines after {took:.1f} s, " + lab.exact()


@fault("B9", "the mount goes and comes back", "nothing is forgotten, nothing read again")
def _():
    with behind_bindfs(entry="scan_interval: 1s") as lab:
        lab.write("source/train.log", 20)
        lab.start()
        lab.exact()
        for _ in range(2):
            unmount(lab.at("share"))
            time.sleep(4)
            Bindfs(lab, lab.at("source"), lab.at("share"))
            lab.write("source/train.log", 20)
            lab.exact()
        return lab.exact()


@fault("B9 down", "started before the mount is there", "goes on where it was")
def _():
    with behind_bindfs(entry="scan_interval: 1s") as lab:
        lab.write("source/train.log", 20)
        lab.start()
        lab.exact()
        lab.stop()
        unmount(lab.at("share"))
        lab.write("source/train.log", 20)
        lab.start(ready=False)
        time.sleep(4)
        Bindfs(lab, lab.at("source"), lab.at("share"))
        return lab.exact()
