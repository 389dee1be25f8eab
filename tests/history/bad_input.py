#!/usr/bin/env python3
"""What cannot be turned into history is refused with a reason, and leaves nothing behind: bad_input.py STEPTAIL"""

import gzip
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
    refuse("an empty file", "", "train.log is empty\n")
    refuse("no times", LINE.format(1) + LINE.format(2), "--start")
    refuse("a clock behind", dated(["2199-01-01 10:00:00"]), "clock")
    two_clocks = [f"2024-03-05 {hour}:00:{second:02}" for second in range(0, 40, 2) for hour in (10, 12)]
    refuse("two zones", dated(two_clocks), "two time zones")


def wrong_usage():
    refuse("a start that is none", GOOD, "--start", "--start", "yesterday", status=2)
    refuse("a resolution that is none", GOOD, "--resolution", "--resolution", "often", status=2)
    refuse("a label that is none", GOOD, "--labels", "--labels", "phase=x", status=2)
    refuse("a label twice", GOOD, "twice", "--labels", "team=x,team=y", status=2)
    refuse("a start in a zone of its own", GOOD, "--start", "--start", "2024-04-10 06:15:58 CEST", status=2)
    refuse("a label without a value", GOOD, "name=value", "--labels", "team", status=2)
    refuse("a zone that is none", GOOD, "time zone", "--timezone", "Mars/Olympus", status=2)
    refuse("a pattern that is none", GOOD, "--path-pattern", "--path-pattern", "{run", status=2)


def no_room():
    """The disk is full: a limit on the size of files says the same."""
    refuse("a full disk", GOOD * 500, "File too large", restore_signals=True, preexec_fn=lambda: limit_files(4096))


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


def places():
    """What must not be written over, and what is only a name of something open."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        log = folder / "train.log"
        log.write_text(GOOD, encoding="utf-8")
        done = backfill(folder, "--output", "./train.log", "train.log")
        expect("its own log", done.returncode == 1 and "is one of the logs" in done.stderr, f"{done.returncode} {done.stderr}")
        expect("its own log: what it holds", log.read_text(encoding="utf-8") == GOOD)

        plain = backfill(folder, "train.log").stdout
        expect("standard output", plain.endswith("# EOF\n"), plain[-100:])
        for path in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            with (folder / "out.om").open("w", encoding="utf-8") as out:
                out.write("before\n")
                out.flush()
                subprocess.run([BINARY, "backfill", "--output", path, "train.log"], stdout=out, stderr=subprocess.DEVNULL,
                               check=False, cwd=folder)
            expect(path, (folder / "out.om").read_text(encoding="utf-8") == "before\n" + plain)
        expect("/dev/stdout is a link still", pathlib.Path("/dev/stdout").is_symlink())

        (folder / "kept.om").write_text("before", encoding="utf-8")
        (folder / "kept.om").chmod(0o600)
        (folder / "link.om").symlink_to("kept.om")
        backfill(folder, "--output", "link.om", "train.log")
        expect("a link", (folder / "link.om").is_symlink() and (folder / "kept.om").read_text(encoding="utf-8") == plain)
        expect("permissions", (folder / "kept.om").stat().st_mode & 0o777 == 0o600)


def closed_streams():
    """What a shell closes is no place for messages, nor for a file that is opened."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "train.log").write_text(GOOD, encoding="utf-8")
        plain = backfill(folder, "train.log").stdout
        for closed in ("2>&-", "2>&- >&-", "<&- 2>&- >&-"):
            done = subprocess.run(["/bin/sh", "-c", f"exec {BINARY} backfill --output out.om train.log {closed}"], check=False,
                                  cwd=folder)
            expect(f"with {closed}", done.returncode == 0 and (folder / "out.om").read_text(encoding="utf-8") == plain)
        for command in ("backfill train.log", "inspect train.log", "inspect --output json train.log", "formats", "--help"):
            for where in (">&-", "> /dev/full"):
                done = subprocess.run(["/bin/sh", "-c", f"exec {BINARY} {command} {where}"], check=False, cwd=folder,
                                      stderr=subprocess.PIPE, text=True)
                expect(f"{command} {where}", done.returncode == 1 and "standard output: cannot write" in done.stderr,
                       f"{done.returncode} {done.stderr}")


def is_reading(process):
    """It has come some way into a file."""
    try:
        places = [info.read_text() for info in pathlib.Path(f"/proc/{process.pid}/fdinfo").iterdir()]
    except OSError:
        return False
    return any(int(place.split()[1]) > 1 << 20 for place in places)


def cut_short_for_inspect():
    with tempfile.TemporaryDirectory() as name:
        log = pathlib.Path(name) / "train.log"
        log.write_text(GOOD, encoding="utf-8")
        os.truncate(log, 64 << 30)
        process = subprocess.Popen([BINARY, "inspect", "train.log"], cwd=name, text=True, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while not is_reading(process) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        os.truncate(log, len(GOOD))
        _, said = process.communicate()
        expect("inspect: cut short", process.returncode == 1 and "became shorter" in said, f"{process.returncode} {said}")


def cut_short():
    """The log loses its end while it is read: a hole makes that take long enough."""
    with tempfile.TemporaryDirectory() as name:
        log = pathlib.Path(name) / "train.log"
        log.write_text(GOOD, encoding="utf-8")
        os.truncate(log, 64 << 30)
        process = subprocess.Popen([BINARY, "backfill", "--output", "out.om", "train.log"], cwd=name, text=True,
                                   stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(os.listdir(name)) < 2 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        os.truncate(log, len(GOOD))
        _, said = process.communicate()
        expect("cut short", process.returncode == 1 and "became shorter" in said, f"{process.returncode} {said}")
        expect("cut short: what is left", os.listdir(name) == ["train.log"], f"{os.listdir(name)}")


def much_of_nothing():
    """Memory does not grow with what says nothing, here a hole of a gibibyte in front of the log."""
    with tempfile.TemporaryDirectory() as name:
        with (pathlib.Path(name) / "train.log").open("wb") as log:
            log.seek(1 << 30)
            log.write(b"\n" + GOOD.encode())
        process = subprocess.Popen([BINARY, "backfill", "--output", "out.om", "train.log"], cwd=name, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        expect("a hole", process.returncode == 0 and usage.ru_maxrss < 256 << 10, f"{process.returncode} {usage.ru_maxrss} KiB")


def twice_and_together():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for directory in ("a", "b"):
            (folder / directory).mkdir()
            (folder / directory / "train.log").write_text(GOOD, encoding="utf-8")
        done = backfill(folder, "a/train.log", "./a/train.log")
        expect("a file twice", "named twice" in done.stderr and "{run=\"train\"}: 3 lines" in done.stderr, done.stderr)
        done = backfill(folder, "a/train.log", "b/train.log")
        expect("two files of a name", "2 files are read as one run" in done.stderr, done.stderr)
        (folder / "a" / "train.log.gz").write_bytes(gzip.compress(GOOD.encode()))
        done = backfill(folder, "a/train.log", "a/train.log.gz")
        expect("a log and its packed copy", "a/train.log.gz is read beside a/train.log; " in done.stderr, done.stderr)
        done = backfill(folder, "--path-pattern", "/nowhere/{run}/*.log", "a/train.log")
        expect("a pattern of others", "does not match --path-pattern" in done.stderr, done.stderr)
        path = f'path="{(folder / "a" / "train.log").resolve()}"'
        expect("the path is as the daemon's", path in backfill(folder, "a/train.log").stdout)


def empty_beside_others():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "train.log").write_text(GOOD, encoding="utf-8")
        (folder / "empty.log").touch()
        (folder / "packed.log.gz").write_bytes(gzip.compress(b""))
        alone = backfill(folder, "train.log")
        done = backfill(folder, "empty.log", "train.log", "packed.log.gz")
        expect("empty beside others: the others", done.returncode == 0 and done.stdout == alone.stdout, done.stderr)
        for log in ("empty.log", "packed.log.gz"):
            expect("empty beside others: what is said", f"steptail: {log} is empty\n" in done.stderr, done.stderr)


def bad_beside_others():
    """A log in no known format costs itself, and one that cannot be read or placed the status too."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "train.log").write_text(GOOD, encoding="utf-8")
        (folder / "unknown.log").write_text("once upon a time\n", encoding="utf-8")
        (folder / "undated.log").write_text(LINE.format(1) + LINE.format(2), encoding="utf-8")
        alone = backfill(folder, "train.log")
        for what, log, reason, status in (("unknown", "unknown.log", "no known format", 0),
                                          ("not placed", "undated.log", "--start", 1),
                                          ("missing", "missing.log", "missing.log: ", 1)):
            for logs in ((log, "train.log"), ("train.log", log)):
                done = backfill(folder, "--output", "out.om", *logs)
                written = (folder / "out.om").read_text(encoding="utf-8") if (folder / "out.om").exists() else ""
                expect(f"{what} beside others: the others", written == alone.stdout, done.stderr)
                expect(f"{what} beside others: the status", done.returncode == status, f"is {done.returncode}")
                expect(f"{what} beside others: the reason", reason in done.stderr, done.stderr)
                expect(f"{what} beside others: how many", "left out, for the reasons above: 1 of 2 logs" in done.stderr, done.stderr)
                (folder / "out.om").unlink(missing_ok=True)
        done = backfill(folder, "--output", "out.om", "unknown.log", "undated.log", "missing.log")
        expect("all are bad: the status", done.returncode == 1 and "there is no log left" in done.stderr, done.stderr)
        expect("all are bad: what is left", not (folder / "out.om").exists())


def bad_within_a_run():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for directory, text in (("a", GOOD), ("b", "once upon a time\n")):
            (folder / directory).mkdir()
            (folder / directory / "train.log").write_text(text, encoding="utf-8")
        alone = backfill(folder, "a/train.log")
        done = backfill(folder, "b/train.log", "a/train.log")
        expect("an unknown file of a run", done.returncode == 0 and done.stdout == alone.stdout, done.stderr)


def labels_of_a_scrape():
    """What the dashboards look for is asked for where it is not given."""
    with tempfile.TemporaryDirectory() as name:
        (pathlib.Path(name) / "train.log").write_text(GOOD, encoding="utf-8")
        hint = "--labels job=steptail,instance=history"
        expect("no job", hint in backfill(name, "train.log").stderr)
        expect("no instance", hint in backfill(name, "--labels", "job=x", "train.log").stderr)
        done = backfill(name, "--labels", "job=x,instance=y", "train.log")
        expect("a job and an instance", hint not in done.stderr and 'instance="y",job="x"' in done.stdout, done.stderr)


def since_1970():
    with tempfile.TemporaryDirectory() as name:
        (pathlib.Path(name) / "train.log").write_text(LINE.format(1) + LINE.format(2), encoding="utf-8")
        for start in ("1712729758", "1712729758.0", "2024-04-10 06:15:58", "2024-04-10T08:15:58+02:00"):
            done = backfill(name, "--timezone", "UTC", "--start", start, "train.log")
            expect(f"--start {start}", " 1712729759\n" in done.stdout, done.stderr)
            expect("a start that is used", "not used" not in done.stderr, done.stderr)


def start_beside_dates():
    with tempfile.TemporaryDirectory() as name:
        (pathlib.Path(name) / "train.log").write_text(GOOD, encoding="utf-8")
        labels = ("--labels", "job=x,instance=y")
        plain = backfill(name, *labels, "train.log")
        done = backfill(name, *labels, "--start", "2024-04-10 06:15:58", "train.log")
        said = done.stderr.removeprefix(plain.stderr)
        expect("a start beside dates", said.startswith('steptail: {instance="y",job="x",run="train"}: --start is for a log without dates'), done.stderr)
        expect("a start beside dates is said once", said.count("\n") == 1 and done.stdout == plain.stdout, said)


def standard_input():
    done = backfill("/", "-", input=GOOD)
    expect("standard input", done.returncode == 1 and "- is standard input" in done.stderr, f"{done.returncode} {done.stderr}")


refusals()
wrong_usage()
places()
closed_streams()
cut_short()
cut_short_for_inspect()
much_of_nothing()
twice_and_together()
empty_beside_others()
bad_beside_others()
bad_within_a_run()
labels_of_a_scrape()
since_1970()
start_beside_dates()
standard_input()
no_room()
broken_pipe()
full_device()
cancel()
print("\n".join(problems))
print(f"{len(problems)} problems")
sys.exit(1 if problems else 0)
