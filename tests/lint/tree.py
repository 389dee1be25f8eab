"""What the checks of this folder share: the files of the repository and how to report."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def files(*suffixes, under=("",)):
    """Paths (relative, as text) of the files that are tracked or could be, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True).stdout.decode()
    chosen = set()
    for path in filter(None, listed.split("\0")):
        if path.startswith(tuple(under)) and (not suffixes or path.endswith(suffixes)):
            if (ROOT / path).is_file():
                chosen.add(path)
    return sorted(chosen)


def lines(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace").split("\n")


def finish(name, problems):
    """Prints every problem and ends the check."""
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} problems" if problems else f"{name}: clean")
    sys.exit(1 if problems else 0)
