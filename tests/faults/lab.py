"""A place for one fault: a directory of logs, a real daemon over them, and what must come out.

Every line that is written has a number; the daemon adds up how many it saw, their numbers and the
squares of these (through a format with `sum: true`), so that a lost line and a doubled one cannot
cancel each other out.
"""

import functools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FORMAT = """format: pace
title: A trainer for tests
rules:
  - name: step
    when: "pace step="
    progress: true
    fields:
      iteration: {after: "step="}
      value:
        - {after: "one=", key: lines, sum: true}
        - {after: "id=", key: ids, sum: true}
        - {after: "square=", key: squares, sum: true}
samples:
  - {line: "pace step=7 one=1 id=7 square=49", rule: step, expect: {iteration: 7}}
  - {line: "a pace of three", rule: none}
"""
KEYS = ("lines", "ids", "squares")
# On a slow machine everything may take so many times longer.
PATIENCE = float(os.environ.get("FAULTS_PATIENCE", "1"))
SAMPLE = re.compile(r'^(\w+)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')


class Red(Exception):
    """The fault was produced, and the daemon did what it must not."""


class Skip(Exception):
    """This machine cannot produce the fault."""


def check(holds, what):
    if not holds:
        raise Red(what)


def eventually(holds, seconds=15, step=0.05):
    deadline = time.monotonic() + seconds * PATIENCE
    while True:
        value = holds()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(step)


@functools.cache
def is_sanitized(binary):
    """Built with a sanitizer: what it costs in memory and time is not what is shipped."""
    with open(binary, "rb") as program:
        return re.search(rb"__[at]san_init", program.read()) is not None


def square(number):
    return (number % 9973) ** 2  # small enough that sums of a million are exact


def line(number):
    return f"pace step={number} one=1 id={number} square={square(number)}\n".encode()


class Lab:
    binary = ""

    def __init__(self, paths=("{run}.log",), entry="", top="", wrap=(), storage=True):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="steptail-fault-"))
        self.logs = self.home / "logs"
        self.logs.mkdir()
        self.home.chmod(0o755)
        (self.home / "formats").mkdir()
        (self.home / "formats/pace.yaml").write_text(FORMAT)
        self.wrap, self.storage, self.process, self.port = tuple(wrap), storage, None, 0
        self.flags = []
        self.sums, self.number, self.undo = [0, 0, 0], 0, []
        self.configure(paths, entry, top)

    def configure(self, paths, entry="", top=""):
        quoted = ", ".join(f"'{path if path[0] == '/' else self.logs / path}'" for path in paths)
        extra = "".join(f"    {part}\n" for part in entry.splitlines())
        (self.home / "steptail.yaml").write_text(
            f"formats: {{directories: [{self.home}/formats]}}\n{top}\n"
            f"watch:\n  - name: logs\n    paths: [{quoted}]\n{extra}")

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        # A thread that hangs in a file system lets the process end only when that is healed.
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        for step in reversed(self.undo):
            step()
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    # The daemon.

    def start(self, ready=True):
        port = self.home / "port"
        port.unlink(missing_ok=True)
        command = [*self.wrap, self.binary, "serve", "--config.file", self.home / "steptail.yaml",
                   "--web.listen-address", "127.0.0.1:0", "--web.port-file", port, *self.flags]
        if self.storage:
            command += ["--storage.path", self.home / "state"]
        with open(self.home / "err", "ab") as err:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=err,
                                            stderr=err, start_new_session=True)
        eventually(lambda: self.process.poll() is not None or (port.exists() and port.read_text()))
        check(self.process.poll() is None, "the daemon did not start: " + self.log()[-300:])
        check(port.exists() and port.read_text(), "the daemon does not listen: " + self.log()[-300:])
        self.port = int(port.read_text().strip().rsplit(":", 1)[1])
        if ready:
            check(eventually(lambda: self.get("/-/ready")), "not ready in 15 s")
        return self

    def pid(self):
        """Of the daemon itself, below whatever wraps it."""
        pid = self.process.pid
        while self.wrap:
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            if not children or os.path.realpath(f"/proc/{pid}/exe") == os.path.realpath(self.binary):
                break
            pid = int(children[0])
        return pid

    def signal(self, number):
        os.kill(self.pid(), number)

    def kill(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process:
            self.process.wait()

    def stop(self, seconds=5):
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Red(f"did not stop within {seconds} s") from None

    def freeze(self):
        """From here on it sees only what has come of all that happens."""
        self.signal(signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{self.pid()}/stat")
        check(eventually(lambda: state.read_text().rsplit(")", 1)[1].split()[0] in "Tt"),
              "could not be frozen")

    def thaw(self):
        self.signal(signal.SIGCONT)

    def log(self):
        return (self.home / "err").read_text(errors="replace")

    # The page.

    def get(self, path, seconds=5):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", None, seconds * PATIENCE) as got:
                return got.read().decode() or " "
        except (urllib.error.URLError, OSError):
            return ""

    def samples(self):
        page, seen = [], set()
        for text in self.get("/metrics").splitlines():
            if not text or text[0] == "#":
                continue
            found = SAMPLE.match(text)
            check(found and text.rsplit(" ", 1)[0] not in seen, f"a bad page: {text}")
            seen.add(text.rsplit(" ", 1)[0])
            page.append((found[1], dict(LABEL.findall(found[2] or "")), float(found[3])))
        return page

    def value(self, name, **labels):
        """The sum of the series that have these labels."""
        return sum(value for found, has, value in self.samples()
                   if found == name and labels.items() <= has.items())

    def counted(self):
        sums = dict.fromkeys(KEYS, 0)
        for name, labels, value in self.samples():
            if name == "training_counted_total" and labels["key"] in sums:
                sums[labels["key"]] += int(value)
        return list(sums.values())

    # The writer.

    def at(self, name):
        return self.logs / name

    def lines(self, count, counts=True):
        """`count` new lines, as bytes; what counts must come out."""
        text = b""
        for _ in range(count):
            self.number += 1
            text += line(self.number)
            if counts:
                for i, value in enumerate((1, self.number, square(self.number))):
                    self.sums[i] += value
        return text

    def write(self, name, count=10, counts=True):
        self.at(name).parent.mkdir(parents=True, exist_ok=True)
        with open(self.at(name), "ab") as out:
            out.write(self.lines(count, counts))

    def move_on(self, name="train.log", separator="."):
        """name.1 -> name.2 -> name.3 ..."""
        last = 1
        while self.at(f"{name}{separator}{last}").exists():
            last += 1
        for i in range(last, 1, -1):
            self.at(f"{name}{separator}{i - 1}").rename(self.at(f"{name}{separator}{i}"))

    def rotate(self, name="train.log", separator="."):
        """name -> name.1 -> name.2 ..."""
        self.move_on(name, separator)
        self.at(name).rename(self.at(f"{name}{separator}1"))

    def rotate_to(self, name):
        self.at("train.log").rename(self.at(name))

    def link(self, name, to):
        """Makes the symlink, or swaps it, in one step as `ln -sfn` does not."""
        self.at("next").symlink_to(to)
        self.at("next").rename(self.at(name))

    def copytruncate(self, name, to):
        shutil.copyfile(self.at(name), self.at(to))
        os.truncate(self.at(name), 0)

    # The verdict.

    def exact(self, seconds=15, rest=1.3):
        """All lines that were written, each once; also after what comes late has had its time."""
        eventually(lambda: self.counted()[0] >= self.sums[0], seconds)
        time.sleep(rest)
        counted = self.counted()
        check(counted == self.sums,
              f"{counted[0]} lines of {self.sums[0]} (sums {counted[1:]} for {self.sums[1:]})")
        return f"{counted[0]} lines, each once"

    def soon(self, seconds=2.0):
        """All lines are on the page within `seconds`."""
        started = time.monotonic()
        seen = eventually(lambda: self.counted()[0] >= self.sums[0], seconds + 0.5, 0.02)
        took = time.monotonic() - started
        check(seen, f"not on the page within {seconds} s")
        return took
