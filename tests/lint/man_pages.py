#!/usr/bin/env python3
"""The man pages name every flag of the binary and every key of the configuration, and no other: man_pages.py STEPTAIL"""

import re
import subprocess
import sys

import tree

COMMANDS = ("serve", "inspect", "backfill", "check", "formats", "demo", "healthcheck")


def flags_of(binary, command):
    text = subprocess.run([binary, command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"--[a-z][a-z.-]+", text.split("Options:", 1)[1])) - {"--help"}


def main():
    page = "\n".join(tree.lines("docs/man/steptail.1")).replace("\\-", "-")
    printed = set(re.findall(r"--[a-z][a-z.-]+", page))
    flags = set().union(*(flags_of(sys.argv[1], command) for command in COMMANDS))
    problems = [f"docs/man/steptail.1: {flag} is not in it" for flag in sorted(flags - printed)]
    problems += [f"docs/man/steptail.1: no command has {flag}" for flag in sorted(printed - flags)]
    keys = "\n".join(tree.lines("docs/man/steptail.yaml.5"))
    for line in tree.lines("config/steptail.yaml"):
        key = re.match(r"[# ]*(?:- )?([a-z_]+):(?: |$)", line)
        # Prose has colons too: a key stands at most three words from the margin's '#'.
        if key and re.match(r"(#  )?[ -]*[a-z_]+:", line) and not re.search(rf"\b{key.group(1)}\b", keys):
            problems.append(f"docs/man/steptail.yaml.5: {key.group(1)} is not in it")
    tree.finish("man_pages", problems)


main()
