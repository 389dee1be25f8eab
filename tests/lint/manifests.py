#!/usr/bin/env python3
"""What deploy/ says twice is the same: manifests.py [--update]

The PrometheusRule objects hold the rules of deploy/prometheus/rules (--update writes them), kustomizations and the Compose file name
files that are there, and the Prometheus of the Compose file has a sound configuration. Schemas: tests/manifests.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import tree

RULES = "deploy/prometheus/rules/"
BASE = "deploy/kubernetes/base/"
COMPOSE = "deploy/compose/"


def object_of(path):
    """The PrometheusRule with the rules of one file, comments and all."""
    name = pathlib.Path(path).stem
    head = (f"# The rules of {path}; tests/lint/manifests.py --update writes this file.\n"
            "apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata:\n"
            f"  name: steptail-{name}-alerts\n  labels: {{app.kubernetes.io/name: steptail}}\nspec:\n")
    rules = "\n".join(tree.lines(path)).rstrip("\n")
    return head + re.sub(r"(?m)^(?=.)", "  ", rules[rules.index("groups:"):]) + "\n"


def check_rules(update, problems):
    for path in tree.files(".yml", under=(RULES,)):
        written = f"{BASE}prometheusrule-{pathlib.Path(path).stem}.yaml"
        if update:
            (tree.ROOT / written).write_text(object_of(path), encoding="utf-8")
        elif not (tree.ROOT / written).is_file() or "\n".join(tree.lines(written)) != object_of(path):
            problems.append(f"{written}:1: is not what {path} says; tests/lint/manifests.py --update writes it")


def check_named_files(problems):
    for path in tree.files("kustomization.yaml", under=("deploy/kubernetes/",)):
        text = "\n".join(tree.lines(path))
        folder = (tree.ROOT / path).parent
        resources = re.findall(r"(?m)^  - ([\w./-]+)$", text) + re.findall(r"files: \[([\w.-]+)\]", text)
        named = {str((folder / name).resolve()) for name in resources}
        for name in resources:
            if not (folder / name).exists():
                problems.append(f"{path}:1: names {name}, which is not there")
        for other in folder.iterdir():
            if other.name != "kustomization.yaml" and str(other.resolve()) not in named:
                problems.append(f"{path}:1: does not name {other.name}")
    for number, line in enumerate(tree.lines(COMPOSE + "compose.yaml"), 1):
        mount = re.match(r"\s+- (\.\.?/[^:]+):", line)
        if mount and not (tree.ROOT / COMPOSE / mount[1]).exists():
            problems.append(f"{COMPOSE}compose.yaml:{number}: mounts {mount[1]}, which is not there")


def check_prometheus(problems):
    if not shutil.which("promtool"):
        print("manifests: promtool is not installed")
        return
    for path in (COMPOSE + "prometheus.yml",):
        done = subprocess.run(["promtool", "check", "config", "--syntax-only", path], cwd=tree.ROOT, capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            problems.append(f"{path}:1: {done.stdout}{done.stderr}")


def main():
    problems = []
    check_rules("--update" in sys.argv, problems)
    check_named_files(problems)
    check_prometheus(problems)
    tree.finish("manifests", problems)


main()
