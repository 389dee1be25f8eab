#!/usr/bin/env python3
"""No file that is too long to read: headers 150 lines, sources 300, tests and all else 400."""

import tree

# What people do not read from one end to the other: data, recorded pages, the licence.
DATA = ("LICENSE", "tests/golden/", "tests/fuzz/corpus/", "deploy/grafana/", "package-lock.json")
TEXT = (".h", ".cc", ".def", ".py", ".sh", ".js", ".mjs", ".css", ".html", ".cmake", ".md",
        ".yaml", ".yml", "CMakeLists.txt", "Makefile", "Dockerfile")


def limit_of(path):
    if path.startswith("tests/"):
        return 400
    if path.endswith(".h"):
        return 150
    return 300 if path.endswith(".cc") else 400


def main():
    problems = []
    for path in tree.files(*TEXT):
        if any(part in path for part in DATA):
            continue
        length = len(tree.lines(path)) - 1
        if length > limit_of(path):
            problems.append(f"{path}:{limit_of(path)}: {length} lines; at most {limit_of(path)}: "
                            "split it by idea")
    tree.finish("file_size", problems)


main()
