#!/usr/bin/env python3
"""The alerts: sound rules, a document and a test for each, and what promtool and amtool say. 77: those are not here."""

import re
import shutil
import subprocess
import sys

import tree

RULES = "deploy/prometheus/rules/"
TESTS = "tests/rules/"
DOCUMENT = "docs/alerts.md"
ALERTMANAGER = "deploy/alertmanager/alertmanager.yml"
# Who is told of what, by the labels of an alert.
ROUTES = [("pager", ["severity=critical", "alertname=TrainingStalled"]),
          ("tickets", ["severity=warning", "alertname=TrainingSlow"]),
          ("nobody", ["severity=info", "alertname=TrainingInterrupted"])]


def alerts():
    """Each alert's name, place and text."""
    found = []
    for path in tree.files(".yml", under=(RULES,)):
        text = "\n".join(tree.lines(path))
        for block in re.finditer(r"(?ms)^      - alert: (\w+)$(.*?)(?=^      [-#]|^  - |^  #|\Z)", text):
            found.append((block[1], f"{path}:{text.count(chr(10), 0, block.start()) + 1}", block[2]))
    return found


def check_alert(name, place, text, document, tests, problems):
    for key in ("severity: (critical|warning|info)}", r"summary: [A-Z].*\.$", r'description: "', "runbook_url: "):
        if not re.search(key, text, re.M):
            problems.append(f"{place}: {name} has no {key}")
    if not re.search(rf"runbook_url: https://\S+/{re.escape(DOCUMENT)}#{name.lower()}$", text, re.M):
        problems.append(f"{place}: the runbook_url of {name} is not its heading in {DOCUMENT}")
    if f"\n## {name}\n" not in document:
        problems.append(f"{DOCUMENT}:1: has no heading {name}")
    told = [match.start() for match in re.finditer(rf"alertname: {name}\n", tests)]
    silent = [match.start() for match in re.finditer(rf"alertname: {name}, exp_alerts: \[\]", tests)]
    if not told or not [place for place in silent if place < told[0]] or silent[-1] < told[0]:
        problems.append(f"{place}: no test in {TESTS} that {name} is silent, is told, and resolves")


def check_tools(problems):
    rules = tree.files(".yml", under=(RULES,))
    commands = [["promtool", "check", "rules", "--lint=all", "--lint-fatal", *rules],
                ["promtool", "test", "rules", *tree.files(".yml", under=(TESTS,))],
                ["promtool", "check", "config", "--syntax-only", "deploy/prometheus/scrape.yml"],
                ["amtool", "check-config", ALERTMANAGER]]
    commands += [["amtool", "config", "routes", "test", f"--config.file={ALERTMANAGER}",
                  f"--verify.receivers={receiver}", *labels] for receiver, labels in ROUTES]
    for command in commands:
        done = subprocess.run(command, cwd=tree.ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            problems.append(f"{command[-1]}:1: {' '.join(command[:3])}:\n{done.stdout}{done.stderr}")


def main():
    problems = []
    document = "\n".join(tree.lines(DOCUMENT))
    tests = "\n".join("\n".join(tree.lines(path)) for path in tree.files(".yml", under=(TESTS,)))
    found = alerts()
    if not found:
        problems.append(f"{RULES}:1: no alert is found")
    for name, place, text in found:
        check_alert(name, place, text, document, tests, problems)
    for heading in re.findall(r"(?m)^## (\w+)$", document):
        if heading not in [name for name, _, _ in found]:
            problems.append(f"{DOCUMENT}:1: {heading} is no alert")
    if not problems and not (shutil.which("promtool") and shutil.which("amtool")):
        print("alerts: promtool or amtool is not installed")
        sys.exit(77)
    check_tools(problems)
    tree.finish("alerts", problems)


main()
