"""What happens to logs on real NFS. Runs in the guest that guest.sh makes: /mnt/exp is the server's disk,
where "the compute node" writes; /mnt/a is "the login node", where steptail reads."""

import pathlib
import time

from faults import fault
from lab import Lab, check, eventually

SERVER, LOGIN = pathlib.Path("/mnt/exp"), pathlib.Path("/mnt/a")


def on_nfs(paths=(f"{LOGIN}/{{run}}.log",)):
    for old in SERVER.iterdir():
        old.unlink()
    lab = Lab(paths)
    lab.logs = SERVER
    lab.write("train.log", 20)
    lab.start(ready=False)
    lab.exact(60)
    return lab


@fault("B1 NFS", "lines from another host", "polled")
def _():
    with on_nfs() as lab:
        lab.write("train.log", 20)
        took = lab.soon(15)
        return f"seen after {took:.1f} s, " + lab.exact()


@fault("B2 NFS", "attributes cached for 3 s, one line each second", "each seen within 6 s")
def _():
    with on_nfs() as lab:
        lab.write("train.log", 1)
        lab.soon(15)
        slowest = 0
        for _ in range(5):
            lab.write("train.log", 1)
            slowest = max(slowest, lab.soon(10))
        check(slowest < 6, f"seen after {slowest:.1f} s")
        return f"seen after {slowest:.1f} s, " + lab.exact()


@fault("A1 NFS", "rename and create on the server", "every line once")
def _():
    with on_nfs() as lab:
        for _ in range(3):
            lab.write("train.log", 20)
            lab.rotate()
            lab.write("train.log", 20)
            lab.exact(60)
        return lab.exact()


@fault("A3 NFS", "copytruncate on the server", "every line once")
def _():
    with on_nfs() as lab:
        lab.copytruncate("train.log", "train.log.1")
        lab.write("train.log", 20)
        return lab.exact(60)


@fault("B3 NFS", "deleted on the server and made anew", "goes on with the new file")
def _():
    with on_nfs() as lab:
        for _ in range(3):
            lab.at("train.log").unlink()
            lab.write("train.log", 20)
            lab.exact(60)
        return lab.exact()


@fault("B4 NFS", "deleted by this host while it is read", "no .nfs file stays")
def _():
    with on_nfs((f"{LOGIN}/*",)) as lab:
        (LOGIN / "train.log").unlink()
        gone = eventually(lambda: not list(SERVER.iterdir()), 30, 0.5)
        check(gone, f"there is {[file.name for file in SERVER.iterdir()]}")
        return lab.exact()


@fault("B5 NFS", "another process of this host has the file open for writing", "no zeros for bytes")
def _():
    with on_nfs() as lab:
        with open(LOGIN / "train.log", "r+b", 0) as other:
            while other.read(4096):
                pass
            for _ in range(3):
                lab.write("train.log", 20)
                time.sleep(4)
                other.read(4096)
            return lab.exact(90)


@fault("D5 NFS", "SIGKILL while lines come", "every line once")
def _():
    with on_nfs() as lab:
        for _ in range(5):
            lab.write("train.log", 20)
            time.sleep(0.7)
            lab.kill()
            lab.write("train.log", 20)
            lab.start(ready=False)
        return lab.exact(60)
