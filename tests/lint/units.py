#!/usr/bin/env python3
"""The systemd units: what systemd says of them, and how little they may do. 77: systemd-analyze is not here."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tree

# The exposure that `systemd-analyze security` gives, times ten: Debian's own exporters have 92.
MOST_EXPOSURE = 15
# What stands in for the binary, which need not be installed.
STAND_IN = "/bin/true"


def analyze(*arguments):
    with tempfile.TemporaryDirectory() as runtime:
        return subprocess.run(["systemd-analyze", "--no-pager", *arguments], capture_output=True, text=True, check=False,
                              env=os.environ | {"XDG_RUNTIME_DIR": runtime})


def variants(path):
    """The unit as it stands, and, of the service, as the package ships it."""
    text = "\n".join(tree.lines(path))
    yield text
    if "DynamicUser=yes" in text:
        yield text.replace("DynamicUser=yes", "User=daemon")


def check_unit(path, text, problems):
    user = "/user/" in path
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / pathlib.Path(path).name
        unit.write_text(re.sub(r"(?m)^(Exec\w+=)(?:/usr/bin/)?(?:steptail|kill)\b", rf"\1{STAND_IN}", text), encoding="utf-8")
        if unit.suffix == ".socket":
            unit.with_suffix(".service").write_text(f"[Service]\nExecStart={STAND_IN}\n", encoding="utf-8")
        verified = analyze("verify", "--man=no", "--user" if user else "--system", str(unit))
        said = verified.stdout + verified.stderr
        if verified.returncode != 0 or said:
            problems.append(f"{path}:1: systemd-analyze verify: {said or verified.returncode}")
        if unit.suffix == ".service" and not user:
            judged = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSURE}", str(unit))
            if judged.returncode != 0:
                problems.append(f"{path}:1: is exposed more than {MOST_EXPOSURE / 10}: {judged.stdout[-200:]}")


def main():
    if not shutil.which("systemd-analyze"):
        print("units: systemd-analyze is not installed")
        sys.exit(77)
    problems = []
    for path in tree.files(".service", ".socket", under=("deploy/systemd/",)):
        for text in variants(path):
            check_unit(path, text, problems)
        for number, line in enumerate(tree.lines(path), 1):
            if re.match(r"\w+=.*\s#", line):
                problems.append(f"{path}:{number}: systemd takes a comment behind a value for a part of it")
    tree.finish("units", problems)


main()
