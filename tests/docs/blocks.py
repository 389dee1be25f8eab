"""The fenced blocks of a document, each with the mark that may stand before it.

A mark is an HTML comment on the line before the fence: <!-- test: WORDS -->. What the words can be: tests/docs/run.py.
"""

import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = re.compile(r"\s*<!-- test: (.*) -->\s*$")
FENCE = re.compile(r"( *)```([a-z]*)\s*$")


@dataclasses.dataclass
class Block:
    path: str
    line: int
    language: str
    mark: str
    text: str

    @property
    def place(self):
        return f"{self.path}:{self.line}"


def blocks_of(path):
    """Every block with a language, in order; one without shows what something prints."""
    lines = (ROOT / path).read_text(encoding="utf-8").split("\n")
    found, number = [], 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if not fence:
            number += 1
            continue
        end = next(i for i in range(number + 1, len(lines)) if lines[i].strip() == "```")
        mark = MARK.match(lines[number - 1]) if number else None
        if fence[2]:
            text = "\n".join(line.removeprefix(fence[1]) for line in lines[number + 1:end]) + "\n"
            found.append(Block(path, number + 2, fence[2], mark[1] if mark else "", text))
        number = end + 1
    return found


def documents():
    return ["README.md", "CONTRIBUTING.md"] + sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))


if __name__ == "__main__":
    # blocks.py DOCUMENT NAME: the block that is marked `by SCRIPT: NAME`, for that script.
    for block in blocks_of(sys.argv[1]):
        if block.mark.startswith("by ") and block.mark.endswith(": " + sys.argv[2]):
            print(block.text, end="")
            break
    else:
        sys.exit(f"{sys.argv[1]}: no block is marked {sys.argv[2]}")
