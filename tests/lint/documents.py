#!/usr/bin/env python3
"""What the documents name must be there: files, make targets, presets, test labels, stages."""

import json
import re

import tree

STAGE_README_LINES = 15


def check_links(path, text, problems):
    folder = (tree.ROOT / path).parent
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", target) and not (folder / target).exists():
            problems.append(f"{path}:1: links to {target}, which is not there")


def check_make_targets(path, text, targets, problems):
    for target in re.findall(r"`make ([a-z_-]+)", text) + re.findall(r"(?m)^make ([a-z_-]+)", text):
        if target not in targets:
            problems.append(f"{path}:1: names `make {target}`, which the Makefile does not know")


def check_presets(path, text, presets, problems):
    for preset in re.findall(r"--preset[ =]([a-z]+)", text):
        if preset not in presets:
            problems.append(f"{path}:1: names preset {preset}, which CMakePresets.json does not know")


def check_paths(path, text, problems):
    """`lib/...` and the like in code marks, without wildcards or names in capitals."""
    for named in re.findall(r"`((?:lib|daemon|tests|config|deploy|docs|tools|cmake)/[\w./-]*)`", text):
        if re.search(r"[A-Z]{3,}", named):
            continue
        there = tree.ROOT / named
        if not there.exists() and not list(there.parent.glob(there.name + "*")):
            problems.append(f"{path}:1: names {named}, which is not there")


def check_stages(problems):
    for path in sorted((tree.ROOT / "lib").iterdir()):
        if not (path / "CMakeLists.txt").exists():
            continue
        readme = path / "README.md"
        name = f"lib/{path.name}/README.md"
        if not readme.exists():
            problems.append(f"{name}:1: is missing: what comes in, what goes out, which thread, "
                            "which tests")
        elif len(readme.read_text().splitlines()) > STAGE_README_LINES:
            problems.append(f"{name}:{STAGE_README_LINES}: at most {STAGE_README_LINES} lines")


def main():
    problems = []
    makefile = "\n".join(tree.lines("Makefile"))
    targets = set(re.findall(r"(?m)^([a-z_-]+):", makefile))
    presets = {preset["name"] for preset in
               json.loads("\n".join(tree.lines("CMakePresets.json")))["configurePresets"]}
    for path in tree.files(".md"):
        text = "\n".join(tree.lines(path))
        check_links(path, text, problems)
        check_make_targets(path, text, targets, problems)
        check_presets(path, text, presets, problems)
        check_paths(path, text, problems)
    check_stages(problems)
    tree.finish("documents", problems)


main()
