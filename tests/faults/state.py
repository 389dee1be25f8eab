"""D1 to D4, D6 to D11: the state on disk, its disk, the configuration, the clock, a backlog."""

import os
import random
import shutil
import signal
import subprocess
import time

from faults import fault
from lab import Lab, Skip, check, eventually, is_sanitized
from mounts import ext4, need, run

NAME = "shard-local.checkpoint"


def with_state(lab, rounds=2):
    """Runs until both generations of the checkpoint are there, and stops."""
    for _ in range(rounds):
        lab.write("train.log", 20)
        if not lab.process or lab.process.poll() is not None:
            lab.start()
        lab.exact(rest=1.2)
    lab.stop()
    check((lab.home / "state" / NAME).exists(), "no checkpoint was saved")


def damage(lab, damaged_of, cases, generations=(NAME,)):
    good = lab.home / "good"
    shutil.copytree(lab.home / "state", good)
    for case in cases:
        shutil.rmtree(lab.home / "state")
        shutil.copytree(good, lab.home / "state")
        for name in generations:
            file = lab.home / "state" / name
            if file.exists():
                file.write_bytes(damaged_of(file.read_bytes(), case))
        lab.start()
        eventually(lambda: lab.counted() == lab.sums, 5)
        check(lab.counted() == lab.sums, f"damaged at {case}: {lab.counted()} for {lab.sums}")
        check(lab.value("steptail_checkpoint_errors_total") >= 1, f"damaged at {case}: not counted")
        lab.kill()
    return f"{len(cases)} damages, each the same page"


def cut(text, at):
    return text[:at]


def flip(text, at):
    return text[:at] + bytes([text[at] ^ 0x41]) + text[at + 1:]


def damages(name, what, damaged_of, generations, few, many):
    for slow, count in ((False, few), (True, many)):
        @fault(name + (" many" if slow else ""), what, "the same page, counted", slow=slow)
        def _(count=count):
            with Lab() as lab:
                with_state(lab)
                size = (lab.home / "state" / NAME).stat().st_size
                cases = sorted(random.Random(7).sample(range(size), min(count, size)))
                return damage(lab, damaged_of, [0, *cases], generations)


damages("D1 cut", "the checkpoint is cut off", cut, (NAME,), 3, 120)
damages("D1 flip", "a byte of the checkpoint is wrong", flip, (NAME,), 3, 120)
damages("D1 both", "both generations are damaged", flip, (NAME, NAME + ".old"), 3, 40)


@fault("D1 zeros", "the checkpoint is all zeros, empty, missing, a directory", "the same page")
def _():
    with Lab() as lab:
        with_state(lab)
        kinds = {"zeros": lambda text: bytes(len(text)), "empty": lambda text: b""}
        return damage(lab, lambda text, kind: kinds[kind](text), list(kinds), (NAME, NAME + ".old"))


@fault("D1 gone", "both generations are damaged, a file that was read is gone", "its bytes are counted")
def _():
    with Lab() as lab:
        with_state(lab)
        gone = lab.at("train.log").stat().st_size
        lab.at("train.log").unlink()
        lab.sums = [0, 0, 0]
        lab.write("train.log", 20)
        left = lab.at("train.log").stat().st_size
        for name in (NAME, NAME + ".old"):
            file = lab.home / "state" / name
            file.write_bytes(flip(file.read_bytes(), file.stat().st_size // 2))
        lab.start()
        got = lab.exact()
        lost = lab.value("steptail_lost_bytes_total", reason="checkpoint")
        check(lost == gone - left, f"{lost:.0f} bytes of {gone - left} counted")
        return f"{lost:.0f} bytes fewer than before, counted; " + got


@fault("D1 version", "a checkpoint of another version", "the same page, the file is kept")
def _():
    with Lab() as lab:
        with_state(lab)
        return damage(lab, lambda text, version: text[:8] + bytes([version]) + text[9:], [0, 2, 99])


def traced_save(lab):
    """The system calls that change the state directory."""
    need("strace")
    trace = lab.home / "trace"
    lab.wrap = ("strace", "-f", "-qq", "-o", str(trace), "-e",
                "trace=openat,open,rename,renameat2,renameat,unlink,unlinkat,fsync,fdatasync")
    with_state(lab)
    return [text for text in trace.read_text().splitlines()
            if "checkpoint" in text or "fsync" in text or "state" in text]


@fault("D2", "a crash between two steps of saving", "a good generation at every moment")
def _():
    with Lab() as lab:
        calls = traced_save(lab)
        gone = [text for text in calls if "unlink" in text and ".tmp" not in text]
        check(not gone, f"unlinked: {gone[:1]}")
        renames = [text for text in calls if "rename" in text]
        check(renames and all("checkpoint" in text for text in renames), "no rename seen")
        return f"{len(renames)} renames, nothing unlinked but temporary files"


@fault("D3", "power is cut while saving", "fsync before the rename, and of the directory after it")
def _():
    with Lab() as lab:
        order = ["fsync" if "fsync" in text else "rename" for text in traced_save(lab)
                 if "fsync" in text or (".tmp" in text and "rename" in text)]
        check("rename" in order, "no rename seen")
        for at, what in enumerate(order):
            if what == "rename":
                check(at > 0 and order[at - 1] == "fsync", "renamed without fsync before")
                check(at + 1 < len(order) and order[at + 1] == "fsync", "no fsync of the directory")
        return "in order; a real power cut needs a guest kernel"


@fault("D4 full", "the disk of the state is full", "goes on, counted, saves again when it can")
def _():
    with Lab() as lab:
        state = lab.home / "state"
        ext4(lab, state, "8M")
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        with open(state / "filler", "wb", 0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
        for i in range(60):  # the state grows with the runs
            lab.write(f"run{i}.log", 5)
        check(eventually(lambda: lab.value("steptail_checkpoint_errors_total") >= 1), "not counted")
        check(lab.get("/-/healthy"), "does not answer")
        lab.exact()
        (state / "filler").unlink()
        lab.exact(20)
        lab.kill()
        lab.write("train.log", 20)
        lab.start()
        return lab.exact()


@fault("D4 read-only", "nothing can be written to the state directory any more", "goes on, exact after")
def _():
    need("chattr")
    with Lab() as lab:
        state = lab.home / "state"
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        run("chattr", "+i", state)
        lab.undo.append(lambda: run("chattr", "-i", state))
        lab.write("train.log", 20)
        check(eventually(lambda: lab.value("steptail_checkpoint_errors_total") >= 1), "not counted")
        lab.exact()
        lab.kill()
        lab.start()
        lab.exact()
        lab.kill()
        run("chattr", "-i", state)
        lab.start()
        return lab.exact()


@fault("D6", "a second daemon on the same state", "refused; a stale lock blocks nobody")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        second = subprocess.run([lab.binary, "serve", "--config.file", lab.home / "steptail.yaml",
                                 "--web.listen-address", "127.0.0.1:0", "--storage.path",
                                 lab.home / "state"], capture_output=True, text=True, timeout=10)
        check(second.returncode == 1, f"status {second.returncode}")
        check(str(lab.home / "state") in second.stderr, "the message does not say where")
        lab.kill()
        lab.start()
        return "refused: " + lab.exact()


@fault("D7", "SIGHUP with a bad configuration", "the old one stays, offsets too")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        good = (lab.home / "steptail.yaml").read_text()
        for bad in ("watch: [", "watch: 3\n", good + "\nnonsense: true\n"):
            (lab.home / "steptail.yaml").write_text(bad)
            lab.signal(signal.SIGHUP)
            check(eventually(lambda: lab.value("steptail_config_last_reload_successful") == 0),
                  "not said to have failed")
            lab.write("train.log", 20)
            lab.exact()
            (lab.home / "steptail.yaml").write_text(good)
            for _ in range(5):
                lab.signal(signal.SIGHUP)
            check(eventually(lambda: lab.value("steptail_config_last_reload_successful") == 1),
                  "not said to have worked")
        lab.write("train.log", 20)
        return lab.exact()


@fault("D8", "an entry leaves the configuration and comes back", "the page stays good, exact")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        for _ in range(3):
            lab.configure(("nothing.log",))
            lab.signal(signal.SIGHUP)
            check(eventually(lambda: lab.value("steptail_files") == 0), "its file is still followed")
            lab.write("train.log", 20)
            lab.configure(("{run}.log",))
            lab.signal(signal.SIGHUP)
            lab.exact()
        return lab.exact()


@fault("D12", "stopped and started", "no counter is ever seen below what it was")
def _():
    with Lab() as lab:
        lab.write("train.log", 200)
        lab.start()
        lab.exact()
        for _ in range(3):
            lab.stop()
            lab.write("train.log", 20, counts=False)
            lab.start(ready=False)
            before = lab.sums[0]
            eventually(lambda: lab.counted()[0] > 0, 15, 0.01)
            check(lab.counted()[0] >= before, f"{lab.counted()[0]} after {before}")
            lab.sums = [0, 0, 0]
            number, lab.number = lab.number, 0
            lab.lines(number)
            lab.exact()
        return lab.exact()


@fault("D9", "the configuration is replaced by rename; entries change", "taken up, no series twice")
def _():
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.write("other.txt", 20)
        lab.start()
        check(eventually(lambda: lab.counted()[0] == 20), "not read")
        text = (lab.home / "steptail.yaml").read_text().replace("{run}.log'", "{run}.*'")
        (lab.home / "new.yaml").write_text(text)
        (lab.home / "new.yaml").rename(lab.home / "steptail.yaml")
        lab.signal(signal.SIGHUP)
        return lab.exact()


@fault("D10", "the wall clock jumps an hour back", "every line once")
def _():
    if not shutil.which("faketime"):
        raise Skip("faketime is not installed")
    if is_sanitized(Lab.binary):
        raise Skip("faketime and the runtime of a sanitizer cannot both be loaded first")
    with Lab() as lab:
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        lab.stop()
        lab.wrap = ("env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", "-f", "-3600")
        lab.write("train.log", 20)
        lab.start()
        lab.exact()
        lab.write("train.log", 20)
        return lab.exact()


@fault("D11", "a backlog of 150 MB beside a fresh file", "the fresh one within 2 s", alone=True)
def _():
    with Lab() as lab:
        with open(lab.at("old.log"), "wb") as out:
            for _ in range(150):
                out.write(b"# nothing to see in this line, move on please ......\n" * 20_000)
        lab.start(ready=False)
        lab.write("fresh.log", 20)
        took = lab.soon(3)
        check(os.path.getsize(lab.at("old.log")) > 150_000_000, "no backlog")
        behind = lab.value("steptail_lag_bytes")
        time.sleep(0.1)
        return f"seen after {took:.1f} s with {behind / 1e6:.0f} MB still to read"
