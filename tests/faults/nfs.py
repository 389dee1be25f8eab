"""B1 to B7 on real NFS: in a guest kernel that has a server and mounts it twice. The guest's root is the
host's, so the same binary and these very files run there; `inside` has the rows."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from faults import fault
from lab import Lab, Red, Skip, is_sanitized
from mounts import need

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 900


def boot(version, driver):
    """Runs the driver in a guest, until the guest ends."""
    guest = subprocess.Popen(
        ["linux.uml", "mem=768M", "rootfstype=hostfs", "rootflags=/", "rw", f"init={HERE / 'guest.sh'}",
         "con=null", "con0=fd:0,fd:1", f"NFS_VERSION={version}", f"GUEST_DRIVER={driver}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        return guest.communicate(timeout=SECONDS)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        return f"the guest did not end within {SECONDS} s"
    finally:
        try:
            os.killpg(guest.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def in_guest(version):
    need("linux.uml", "rpc.nfsd", "rpcbind", "modprobe", "ip")
    if is_sanitized(Lab.binary):
        raise Skip("a sanitizer's shadow memory has no place in the guest")
    # Beside the binary, not below /tmp: the guest has its own there.
    work = pathlib.Path(tempfile.mkdtemp(prefix="guest-", dir=pathlib.Path(Lab.binary).parent))
    try:
        (work / "driver").write_text(
            f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {HERE / 'run.py'} --inside --jobs 1 "
            f"--binary {shlex.quote(Lab.binary)} > {work / 'out'} 2> {work / 'err'}\n")
        (work / "driver").chmod(0o755)
        console = boot(version, work / "driver")
        if not (work / "out").exists():
            raise Skip("no guest kernel here: " + console.strip()[-120:])
        rows = (work / "out").read_text().splitlines()
        verdicts = [re.match(r"(green|RED|skipped) +(.*)", row) for row in rows]
        bad = [found[2] for found in verdicts if found and found[1] != "green"]
        good = sum(1 for found in verdicts if found and found[1] == "green")
        if bad or not good:
            raise Red("; ".join(re.sub(" +", " ", row) for row in bad) or (work / "err").read_text()[-300:])
        return f"{good} rows green in the guest"
    finally:
        shutil.rmtree(work, ignore_errors=True)


for _version in ("3", "4.2"):
    @fault(f"B NFS {_version}", "all of B on a real NFS server, in a guest kernel", "every line once",
           slow=True, alone=True)
    def _(version=_version):
        return in_guest(version)
