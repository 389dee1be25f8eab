#!/usr/bin/env python3
"""What cannot be turned into history is refused with a reason, and leaves nothing behind: bad_input.py STEPTAIL"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

LINE = "INFO:   | Train Device=CSX, Step={}, Loss=2.5, Rate=7.00 samples/sec, GlobalRate=8.00 samples/sec\n"
BINARY = sys.argv[1]
problems = []


def expect(what, condition, details=""):
    if not condition:
        problems.append(f"{what} {details}")


def dated(times):
    return "".join(f"{when} " + LINE.format(step) for step, when in enumerate(times, 1))


def backfill(folder, *arguments, **options):
    return subprocess.run([BINARY, "backfill", *arguments], capture_output=True, text=True, check=False, cwd=folder,
                          **options)


def refuse(what, text, reason, *arguments, status=1, **options):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "train.log").write_text(text, encoding="utf-8")
        zone = () if "--timezone" in arguments else ("--timezone", "UTC")
        done = backfill(folder, "--output", "out.om", *zone, *arguments, "train.log", **options)
        expect(f"{what}: the status", done.returncode == status, f"is {done.returncode}: {done.stderr}")
        expect(f"{what}: the reason", reason in done.stderr, f"is not '{reason}': {done.stderr}")
        expect(f"{what}: what is left", os.listdir(folder) == ["train.log"], f"{os.listdir(folder)}")


GOOD = dated(["2024-03-05 10:00:00", "2024-03-05 10:00:10", "2024-03-05 10:00:20"])


def refusals():
    refuse("an unknown format", "once upon a time\n", "no known format")
    refuse("an empty file", "", "no known format")
    refuse("no times", LINE.format(1) + LINE.format(2), "--start")
    refuse("a clock behind", dated(["2199-01-01 10:00:00"]), "clock")
    two_clocks = [f"2024-03-05 {hour}:00:{second:02}" for second in range(0, 40, 2) for hour in (10, 12)]
    refuse("two zones", dated(two_clocks), "two time zones")


def wrong_usage():
    refuse("a start that is none", GOOD, "--start", "--start", "yesterday", status=2)
    refuse("a resolution that is none", GOOD, "--resolution", "--resolution", "often", status=2)
    refuse("a label that is none", GOOD, "--labels", "--labels", "job=x", status=2)
    refuse("a label without a value", GOOD, "name=value", "--labels", "team", status=2)
    refuse("a zone that is none", GOOD, "time zone", "--timezone", "Mars/Olympus", status=2)
    refuse("a pattern that is none", GOOD, "--path-pattern", "--path-pattern", "{run", status=2)


def no_room():
    """The disk is full: a limit on the size of files says the same."""
    refuse("a full disk", GOOD * 500, "File too large",
           preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), limit_files(4096)))


def limit_files(size):
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def broken_pipe():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "train.log").write_text(GOOD * 2000, encoding="utf-8")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([BINARY, "backfill", "train.log"], stdout=writer, stderr=subprocess.PIPE, text=True,
                              check=False, cwd=folder)
        os.close(writer)
        expect("a broken pipe", done.returncode == 1 and "Broken pipe" in done.stderr, f"{done.returncode} {done.stderr}")


def full_device():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "train.log").write_text(GOOD, encoding="utf-8")
        done = backfill(folder, "--output", "/dev/full", "train.log")
        expect("a full device", done.returncode == 1 and "No space left" in done.stderr, f"{done.returncode} {done.stderr}")
        expect("/dev/full is a device still", not pathlib.Path("/dev/full").is_file())


def cancel():
    """A signal ends it cleanly: nothing is written, whatever was there before stays."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "train.log"
        with log.open("w", encoding="utf-8") as out:
            for step in range(400000):
                out.write(f"2024-03-05 10:{step // 60000:02}:{step // 1000 % 60:02},{step % 1000:03} " + LINE.format(step))
        (pathlib.Path(folder) / "out.om").write_text("before", encoding="utf-8")
        process = subprocess.Popen([BINARY, "backfill", "--output", "out.om", "train.log"], cwd=folder, text=True,
                                   stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(os.listdir(folder)) < 3 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        expect("cancelled: the message", "cancelled" in said, said)
        expect("cancelled: the status", process.returncode == 0, f"is {process.returncode}")
        expect("cancelled: what is left", sorted(os.listdir(folder)) == ["out.om", "train.log"], f"{os.listdir(folder)}")
        expect("cancelled: what was there", (pathlib.Path(folder) / "out.om").read_text(encoding="utf-8") == "before")


refusals()
wrong_usage()
no_room()
broken_pipe()
full_device()
cancel()
print("\n".join(problems))
print(f"{len(problems)} problems")
sys.exit(1 if problems else 0)
