"""A22 to A25: descriptors, watches, the queue of events, the size of the state."""

import pathlib
import shutil
import time

from faults import fault
from lab import Lab, Skip, check, eventually
from mounts import need


@fault("A22", "64 descriptors for 150 files", "every line once, and the page is served")
def _():
    with Lab(wrap=("prlimit", "--nofile=64:64")) as lab:
        for i in range(150):
            lab.write(f"run{i}.log", 5)
        lab.start()
        lab.exact()
        for i in range(150):
            lab.write(f"run{i}.log", 5)
        took = lab.soon(10)
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("A22 own", "limits: open_files: 8 for 60 files that all grow", "every line once")
def _():
    with Lab(top="limits: {open_files: 8}") as lab:
        for i in range(60):
            lab.write(f"run{i}.log", 5)
        lab.start()
        for _ in range(3):
            for i in range(60):
                lab.write(f"run{i}.log", 5)
            lab.exact()
        open_ = sum(".log" in str(fd.resolve()) for fd in pathlib.Path(f"/proc/{lab.pid()}/fd").iterdir())
        check(eventually(lambda: open_ <= 8, 3), f"{open_} files are open")
        return lab.exact()


def few_watches(name, count):
    if not shutil.which("unshare"):
        raise Skip("unshare is not installed")
    set_limit = f"echo {count} > /proc/sys/user/{name} && exec \"$@\""
    return ("unshare", "-U", "-r", "sh", "-c", set_limit, "sh")


@fault("A23", "3 inotify watches for 20 directories", "the rest is polled, within 2 s")
def _():
    with Lab(("*/{run}.log",), wrap=few_watches("max_inotify_watches", 3)) as lab:
        for i in range(20):
            lab.write(f"folder{i}/run{i}.log", 5)
        lab.start()
        lab.exact()
        time.sleep(5)  # quiet for long enough to be polled slowly
        for i in range(20):
            lab.write(f"folder{i}/run{i}.log", 5)
        took = lab.soon(3)
        check(took <= 3, f"seen after {took:.1f} s")
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("A23 none", "no inotify instance at all", "polled, within 2 s")
def _():
    with Lab(wrap=few_watches("max_inotify_instances", 0)) as lab:
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        time.sleep(5)
        lab.write("train.log", 20)
        took = lab.soon(3)
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("A24", "the queue of events overflows", "everything is looked at, counted", alone=True)
def _():
    need("sysctl")
    limit = pathlib.Path("/proc/sys/fs/inotify/max_queued_events")
    before = limit.read_text()
    with Lab() as lab:
        try:
            limit.write_text("16")
            lab.start()
        finally:
            limit.write_text(before)
        lab.freeze()
        for i in range(100):
            lab.write(f"run{i}.log", 5)
        lab.thaw()
        lab.exact()
        check(lab.value("steptail_inotify_overflows_total") >= 1, "no overflow counted")
        return lab.exact()


@fault("A25", "200 files come and go, five times", "the state does not grow with them", slow=True)
def _():
    with Lab(top="retention: {finished: 1s, silent: 1s, stalled: 1s}") as lab:
        sizes = []
        lab.start()
        for _ in range(5):
            for i in range(200):
                lab.at(f"run{i}.log").write_bytes(lab.lines(2, counts=False))
            check(eventually(lambda: lab.value("steptail_files") >= 200, 15), "not found")
            for i in range(200):
                lab.at(f"run{i}.log").unlink()
            check(eventually(lambda: lab.value("steptail_files") == 0, 15), "still followed")
            time.sleep(2)
            sizes.append((lab.home / "state/shard-local.checkpoint").stat().st_size)
        check(sizes[-1] <= 1.5 * sizes[1] + 10_000, f"grows: {sizes}")
        return f"checkpoint of {sizes[1]} to {sizes[-1]} bytes"
