#!/usr/bin/env python3
"""Words that must not stand in our files, each with why and where."""

import re

import tree

CODE = (".h", ".cc", ".def")
TEXT = CODE + (".py", ".sh", ".js", ".mjs", ".css", ".html", ".cmake", ".md", ".yaml", ".yml", ".txt",
               "CMakeLists.txt", "Makefile", "Dockerfile", ".ci/run")
# Recorded or made-up logs may say anything.
DATA = ("tests/golden/", "tests/fuzz/corpus/", "tests/lint/words.py", "config/formats/")

# (pattern, file names, folders, what would be right)
RULES = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", TEXT, ("",), "do it, or say in CONTRIBUTING what is missing"),
    (r"\b(sleep_for|sleep_until|usleep|nanosleep)\b|\bsleep\(", CODE, ("lib/", "daemon/", "tests/"),
     "wait for the thing itself, with a deadline"),
    (r"\bstd::(cout|cerr|clog)\b|\b(printf|puts|fprintf|perror)\(", CODE, ("lib/",),
     "nothing below lib/ prints"),
    (r"\b(std::exit|abort|_exit|exit)\(", CODE, ("lib/",), "nothing below lib/ ends the process"),
    (r"_clock::now\(|\bgettimeofday\(|\bclock_gettime\(|\btime\((nullptr|NULL|0)\)", CODE, ("lib/",),
     "take the time from base::Clock"),
    (r"\bgetenv\(", CODE, ("lib/",), "the environment is read in daemon/"),
    (r"\busing namespace std;", CODE, ("",), "name what is used"),
    (r"\b(NOLINT)\b(?!\()", CODE, ("",), "name the check: NOLINT(name)"),
    (r"/(work|root|tmp/helpers)/", TEXT, ("",), "no paths of one machine"),
    (r"https?://(?!127\.0\.0\.1|localhost|\[::1\])[a-z0-9.-]*(mirror|artifactory|nexus|proxy)\b", TEXT,
     ("",), "no hosts of one site"),
]


def main():
    problems = []
    for pattern, suffixes, folders, right in RULES:
        find = re.compile(pattern)
        for path in tree.files(*suffixes, under=folders):
            if path.startswith(DATA):
                continue
            for number, line in enumerate(tree.lines(path), 1):
                if found := find.search(line):
                    problems.append(f"{path}:{number}: '{found.group(0)}': {right}")
    tree.finish("words", problems)


main()
