#!/usr/bin/env python3
"""Every built-in format is valid by config/format.schema.json, and what the loader refuses is not."""

import json
import pathlib
import sys

try:
    import jsonschema
    import yaml
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Loader(yaml.SafeLoader):
    """YAML as editors and the loader read it: 1e-5 is a number, `on` is a text."""


def plain(loader, node):
    text = node.value
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return None if text in ("", "~", "null") else text


def scalar(loader, node):
    return plain(loader, node) if node.style is None else node.value


Loader.yaml_implicit_resolvers = {}
Loader.add_constructor("tag:yaml.org,2002:str", scalar)

# What must be refused: one mistake each, in a format that is right else.
MISTAKES = [
    ("an unknown key of a rule", lambda f: f["rules"][0].update({"wen": "x"})),
    ("an unknown field", lambda f: f["rules"][0]["fields"].update({"los": {"after": "x"}})),
    ("an unknown unit", lambda f: f["rules"][0]["fields"].update({"loss": {"after": "x", "unit": "furlong"}})),
    ("an unknown state", lambda f: f["rules"][0].update({"state": "sleeping"})),
    ("a rule without when", lambda f: f["rules"][0].pop("when")),
    ("a failure without class", lambda f: f["rules"][0].update({"event": "failure"})),
    ("no look-alike", lambda f: f["samples"].pop()),
    ("no title", lambda f: f.pop("title")),
]

RIGHT = """
format: right
title: A format that is right
rules:
  - {name: step, when: "step=", progress: true, fields: {iteration: {after: "step="}}}
samples:
  - {line: "step=7", rule: step, expect: {iteration: 7}}
  - {line: "step", rule: none}
"""


def main():
    schema = json.loads((ROOT / "config/format.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    wrong = []
    files = sorted((ROOT / "config/formats").glob("*.yaml"))
    for path in files:
        document = yaml.load(path.read_text(), Loader)
        for error in validator.iter_errors(document):
            place = "/".join(str(part) for part in error.absolute_path)
            wrong.append(f"{path.relative_to(ROOT)}: {place}: {error.message[:200]}")
    for name, spoil in MISTAKES:
        document = yaml.load(RIGHT, Loader)
        spoil(document)
        if validator.is_valid(document):
            wrong.append(f"config/format.schema.json: takes {name}")
    if not validator.is_valid(yaml.load(RIGHT, Loader)):
        wrong.append("config/format.schema.json: refuses a format that is right")
    print("\n".join(wrong) or f"{len(files)} formats are valid, {len(MISTAKES)} mistakes are not")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
