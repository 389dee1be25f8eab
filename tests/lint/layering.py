#!/usr/bin/env python3
"""Who may include what.

Each lib/STAGE/CMakeLists.txt states the stages that it knows (DEPENDS); the table in ARCHITECTURE.md
states them for people, with the libraries that each stage may use. Both must say the same, every
#include must keep to them, nothing stated may be unused, and there must be no cycle.
"""

import pathlib
import re

import tree

# How the headers of a library of others begin.
LIBRARIES = {
    "asio": ("asio.hpp", "asio/"),
    "openssl": ("openssl/",),
    "boost": ("boost/",),
    "spdlog": ("spdlog/", "fmt/"),
    "yaml-cpp": ("yaml-cpp/",),
    "re2": ("re2/",),
    "prometheus-cpp": ("prometheus/",),
    "cctz": ("cctz/",),
    "xxhash": ("xxhash.h",),
    "robin-map": ("tsl/robin_",),
    "nlohmann-json": ("nlohmann/",),
    "zlib": ("zlib.h",),
    "crypt": ("crypt.h",),
    "CLI11": ("CLI/",),
    "expected": ("tl/expected.hpp",),
}
EVERYWHERE = {"expected"}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')


def library_of(header):
    for name, prefixes in LIBRARIES.items():
        if header.startswith(prefixes):
            return name
    return None


def stated_by_cmake():
    stages = {}
    for path in tree.files("CMakeLists.txt", under=("lib/",)):
        text = re.sub(r"#.*", "", "\n".join(tree.lines(path)))
        for call in re.findall(r"add_stage\(([^)]*)\)", text):
            words = call.split()
            keyword = None
            depends = set()
            for word in words[1:]:
                if word in ("SOURCES", "DEPENDS", "LIBS", "PRIVATE_LIBS"):
                    keyword = word
                elif keyword == "DEPENDS":
                    depends.add(word)
            stages[words[0]] = depends
    return stages


def stated_by_picture():
    """Rows `| `stage` | stages | libraries | ...` of ARCHITECTURE.md."""
    rows = {}
    for line in tree.lines("ARCHITECTURE.md"):
        row = re.match(r"\|\s*`(\w+)`\s*\|([^|]*)\|([^|]*)\|", line)
        if row:
            stages = {word for word in row.group(2).split() if word != "-"}
            libraries = {word for word in row.group(3).split() if word != "-"}
            rows[row.group(1)] = (stages, libraries)
    return rows


def included(stage):
    """(path, line number, header) of every #include of a stage."""
    for path in tree.files(".h", ".cc", under=(f"lib/{stage}/",)):
        for number, line in enumerate(tree.lines(path), 1):
            if found := INCLUDE.match(line):
                yield path, number, found.group(1) or found.group(2)


def check_stage(stage, depends, libraries, stages, problems):
    used = set()
    for path, number, header in included(stage):
        place = f"{path}:{number}: "
        first = pathlib.PurePath(header).parts[0]
        library = library_of(header)
        if library and library not in libraries | EVERYWHERE:
            problems.append(place + f"{library} is not for stage {stage}")
        elif first in stages and "/" in header:
            used.add(first)
            if first != stage and first not in depends:
                problems.append(place + f"stage {stage} may not know stage {first}")
        elif first in ("daemon", "tests", "support"):
            problems.append(place + "lib/ knows nothing of " + first)
    for unused in sorted(depends - used):
        problems.append(f"lib/{stage}/CMakeLists.txt:1: DEPENDS {unused}, which it never includes")


def find_cycle(stages):
    done, path = set(), []

    def visit(stage):
        if stage in path:
            return path[path.index(stage):] + [stage]
        if stage in done:
            return None
        path.append(stage)
        for depends in sorted(stages.get(stage, ())):
            if cycle := visit(depends):
                return cycle
        path.pop()
        done.add(stage)
        return None

    for stage in sorted(stages):
        if cycle := visit(stage):
            return cycle
    return None


def main():
    problems = []
    stages, picture = stated_by_cmake(), stated_by_picture()
    for stage in sorted(stages.keys() | picture.keys()):
        if stage not in picture or stage not in stages:
            where = "ARCHITECTURE.md" if stage not in picture else "lib/"
            problems.append(f"{where}:1: stage {stage} is missing")
        elif stages[stage] != picture[stage][0]:
            problems.append(
                f"ARCHITECTURE.md:1: {stage} knows {' '.join(sorted(picture[stage][0])) or '-'}, "
                f"but in CMake {' '.join(sorted(stages[stage])) or '-'}")
    for stage, depends in sorted(stages.items()):
        libraries = picture.get(stage, (set(), set()))[1]
        check_stage(stage, depends, libraries, stages.keys(), problems)
    if cycle := find_cycle(stages):
        problems.append("lib/CMakeLists.txt:1: a cycle: " + " -> ".join(cycle))
    tree.finish("layering", problems)


main()
