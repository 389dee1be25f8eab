#!/usr/bin/env python3
"""Every command line and every configuration in the documents is run or checked: run.py STEPTAIL [DOCUMENT...]

Each document has a directory of its own, with a log to look at (train.log) and its blocks run in order. By language:
  sh      run; `set -eu`, steptail on the PATH, and the places of PLACES moved into the directory
  yaml    checked by the tool that its keys name: steptail, promtool, amtool, the formats' samples; a web configuration
          beside a certificate and with a whole hash, and kept as /etc/steptail/web.yaml
  ini     a drop-in for the unit: systemd-analyze verify
  promql  promtool
and by a mark <!-- test: ... --> on the line before the fence:
  daemon             there is a daemon that follows a log; its address stands for 127.0.0.1:10480
  until TEXT         it does not end by itself: it is ended once it has printed TEXT
  by SCRIPT: NAME    that script runs it
  not: REASON        it is not run, and why
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import blocks
import checks
from blocks import ROOT

PLACES = ("/scratch", "/etc/steptail", "/var/lib/steptail", "/home/")
TIMEOUT = 120
LINE = (" iteration {0:8d}/ 4000 | consumed samples: {1} | elapsed time per iteration (ms): 512.5 | learning rate: 2.5E-04 |"
        " global batch size:    16 | lm loss: 6.5E+00 | loss scale: 1.0 | grad norm: 0.75 |"
        " number of skipped iterations: 0 | number of nan iterations: 0 |\n")


def write_log(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(LINE.format(step, step * 16) for step in range(10, 210, 10)), encoding="utf-8")


class Room:
    """Where the blocks of one document are run."""

    def __init__(self, steptail, folder):
        self.folder, self.daemon, self.address = folder, None, None
        self.steptail = steptail
        for directory in ("bin", "work/build/release", "scratch", "etc/steptail/formats", "var/lib/steptail", "home"):
            (folder / directory).mkdir(parents=True)
        for link in ("bin/steptail", "work/build/release/steptail"):
            (folder / link).symlink_to(steptail)
        (folder / "work/deploy").symlink_to(ROOT / "deploy")
        # The recipes of the Makefile, with the binary that is there instead of one that is built anew.
        shim = folder / "bin/make"
        shim.write_text(f'#!/bin/sh\nexec "{shutil.which("make")}" -s -C "{ROOT}" -o binary BINARY="{steptail}" LISTEN=127.0.0.1:0 DEMO="{folder}/demo" "$@"\n',
                        encoding="utf-8")
        shim.chmod(0o755)
        write_log(folder / "work/train.log")
        write_log(folder / "scratch/ada/gpt/slurm-7.out")
        write_log(folder / "home/ada/runs/gpt/train.log")
        (folder / "etc/steptail/steptail.yaml").write_text(
            f'web: {{listen_addresses: ["127.0.0.1:0"]}}\nwatch:\n  - {{name: scratch, paths: ["{folder}/scratch/{{user}}/{{run}}/*.out"]}}\n', encoding="utf-8")

    def moved(self, text):
        for place in PLACES:
            text = re.sub(rf"(?<![\w.}}]){re.escape(place)}(?=[/\w\s'\":{{]|$)", str(self.folder) + place, text)
        return text

    def start(self, text, log):
        script = self.folder / "block.sh"
        script.write_text("set -eu\n" + text, encoding="utf-8")
        environment = os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": str(self.folder / "work")}
        return subprocess.Popen(["bash", str(script)], cwd=self.folder / "work", stdin=subprocess.DEVNULL, stdout=log,
                                stderr=subprocess.STDOUT, env=environment, start_new_session=True)

    def run(self, text):
        """None, or what went wrong."""
        with tempfile.TemporaryFile("w+") as log:
            process = self.start(self.moved(text), log)
            try:
                status = process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                end(process)
                status = "no end"
            log.seek(0)
            return None if status == 0 else f"exit status {status}:\n{log.read()}"

    def run_until(self, text, expected):
        with tempfile.NamedTemporaryFile("w+") as log:
            # An address of all of the machine is no place of this test's own either.
            process = self.start(re.sub(r"(?<=listen-address ):10480", "127.0.0.1:0", self.moved(text)), log)
            deadline = time.monotonic() + TIMEOUT
            while expected not in (printed := pathlib.Path(log.name).read_text(encoding="utf-8")):
                if process.poll() is not None or time.monotonic() > deadline:
                    end(process)
                    return f"never printed {expected!r}:\n{printed}"
                time.sleep(0.1)
            end(process)
            return None

    def with_daemon(self, text):
        if self.daemon is None:
            port_file = self.folder / "address"
            self.daemon = subprocess.Popen(
                [self.steptail, "serve", "--log.level=error", "--web.listen-address=127.0.0.1:0",
                 f"--web.port-file={port_file}", str(self.folder / "scratch/{user}/{run}/*.out")])
            deadline = time.monotonic() + TIMEOUT
            while not (port_file.exists() and port_file.read_text(encoding="utf-8")):
                if time.monotonic() > deadline:
                    return "the daemon did not start"
                time.sleep(0.1)
            self.address = port_file.read_text(encoding="utf-8").split()[0]
        return self.run(re.sub(r"(localhost|127\.0\.0\.1):10480", self.address, text))

    def close(self):
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait(TIMEOUT)


def end(process):
    """As Ctrl-C does, and what stays then."""
    for number in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(20)
            return
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def run_block(room, block):
    kind, _, rest = block.mark.partition(" ")
    if kind == "not:":
        return None if rest else "is not run, and does not say why"
    if kind == "by":
        script, _, name = rest.partition(": ")
        text = (ROOT / script).read_text(encoding="utf-8") if (ROOT / script).is_file() else ""
        return None if f"{block.path} {name}" in text else f"{script} does not run `{block.path} {name}`"
    if block.language == "sh":
        if kind == "until":
            return room.run_until(block.text, rest)
        return room.with_daemon(block.text) if kind == "daemon" else room.run(block.text)
    return checks.check(room, block)


def main():
    steptail = os.path.realpath(sys.argv[1])
    failed = ran = 0
    for path in sys.argv[2:] or blocks.documents():
        with tempfile.TemporaryDirectory(prefix="steptail-docs-") as folder:
            room = Room(steptail, pathlib.Path(folder))
            for block in blocks.blocks_of(path):
                problem = run_block(room, block)
                if problem:
                    failed += 1
                    print(f"{block.place}: {problem}")
                elif block.mark.startswith("not: "):
                    print(f"{block.place}: not run: {block.mark[5:]}")
                else:
                    ran += 1
            room.close()
        for problem in checks.check_inline(steptail, path):
            failed += 1
            print(problem)
    for problem in checks.check_reference(steptail):
        failed += 1
        print(problem)
    print(f"docs: {ran} blocks hold, {failed} problems")
    sys.exit(1 if failed else 0)


main()
