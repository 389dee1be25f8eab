#!/usr/bin/env python3
"""The dashboards: the rules of Grafana's dashboard linter, PromQL that promtool reads, and Grafana's own schema.

The schema is not ours to keep: it is looked for where STEPTAIL_SHARED, or ../shared beside the tree, has
grafana/dashboard.jsonschema.json (of grafana/grafana-foundation-sdk). 77: promtool is not here.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tree

FOLDER = "deploy/grafana/dashboards/"
# Counters outside of a rate, and why.
BARE_COUNTERS = {
    "training_failures_total": "a class begins with its first failure, where increase() sees nothing",
}
UNITS = {"none", "short", "locale", "s", "dtdurations", "cps", "reqps", "Bps", "bytes", "percentunit", "flops", "sci"}
NEEDS_UNIT = {"stat", "gauge", "bargauge", "timeseries", "table"}
# What stands for Grafana's variables when PromQL is read.
VARIABLES = [("$__rate_interval", "5m"), ("$__interval", "1m"), ("$__range", "1h")]


def expressions(dashboard):
    """Every (place, PromQL) of panels and annotations; of variables the selector that they ask for."""
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield f"{panel['title']}, {target['refId']}", target["expr"]
    for annotation in dashboard["annotations"]["list"]:
        yield f"annotation {annotation['name']}", annotation["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield f"variable {variable['name']}", re.fullmatch(r"label_values\((.*), \w+\)", variable["query"])[1]


def plain(expression):
    for name, value in VARIABLES:
        expression = expression.replace(name, value)
    return re.sub(r"\$\w+", ".*", expression)


def check_dashboard(dashboard):
    """The rules about a whole dashboard."""
    if dashboard.get("editable") is not False:
        yield "is editable"
    if "id" in dashboard or not dashboard.get("uid", "").startswith("steptail-"):
        yield "has an id, or no uid of ours"
    variables = {variable["name"]: variable for variable in dashboard["templating"]["list"]}
    source = variables.get("datasource", {})
    if (source.get("type"), source.get("query"), source.get("label")) != ("datasource", "prometheus", "Data source"):
        yield "has no data source to choose"
    for name in ("job", "instance"):
        variable = variables.get(name, {})
        if (variable.get("label"), variable.get("allValue"), variable.get("multi")) != (name.capitalize(), ".+", True):
            yield f"variable {name} is not as every dashboard has it"
    for name, variable in variables.items():
        if name != "datasource" and (variable["refresh"] != 2 or variable["datasource"]["uid"] != "${datasource}"):
            yield f"variable {name} does not follow the time and the data source"
    if not any("steptail" in link["tags"] for link in dashboard["links"]):
        yield "does not link to the others"


def check_panel(panel):
    """The rules about a panel."""
    defaults = panel["fieldConfig"]["defaults"]
    if not panel.get("title") or not panel.get("description"):
        yield "no title or description"
    if panel["datasource"] != {"type": "prometheus", "uid": "${datasource}"}:
        yield "another data source than the chosen one"
    if not panel.get("targets"):
        yield "no query"
    if panel["type"] in NEEDS_UNIT and not defaults.get("mappings") and defaults.get("unit") not in UNITS:
        yield f"unit {defaults.get('unit')}"


def check_expression(expression):
    """The rules about a query."""
    for selector in re.findall(r"[a-z_]+\{[^}]*\}", expression):
        if 'job=~"$job"' not in selector or ('instance=~"$instance"' not in selector
                                            and "steptail_build_info" not in selector):
            yield f"{selector} is not of the chosen job and instance"
    for bare in re.findall(r"\b(?:training|steptail|process|scrape)_[a-z_]+\b(?!\{|\()", re.sub(r'"[^"]*"', "", expression)):
        if bare not in ("steptail_build_info",):
            yield f"{bare} has no selector"
    for function, window in re.findall(r"\b(i?rate|increase)\(\w+\{[^}]*\}\[([^\]]*)\]", expression):
        if window not in ("$__rate_interval", "$__interval"):
            yield f"{function} over [{window}]"
    for match in re.finditer(r"\b(\w+_total)\{", expression):
        before = expression[:match.start()]
        if not re.search(r"\b(?:i?rate|increase)\($", before) and match[1] not in BARE_COUNTERS:
            yield f"{match[1]} outside of a rate"


def check_promql(all_expressions):
    """One rule each, for promtool to read."""
    rules = [{"record": f"checked:expression:{number}", "expr": plain(expression)}
             for number, (_, expression) in enumerate(all_expressions)]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"groups": [{"name": "dashboards", "rules": rules}]}, file)
        file.flush()
        done = subprocess.run(["promtool", "check", "rules", file.name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield f"{FOLDER}:1: promtool check rules:\n{done.stdout}{done.stderr}"


def check_schema(path, dashboard):
    shared = pathlib.Path(os.environ.get("STEPTAIL_SHARED", tree.ROOT.parent / "shared"))
    file = shared / "grafana/dashboard.jsonschema.json"
    try:
        import jsonschema  # pylint: disable=import-outside-toplevel
    except ImportError:
        jsonschema = None
    if jsonschema is None or not file.exists():
        print(f"{path}: skipped: Grafana's schema or python3-jsonschema is not here")
        return
    for problem in jsonschema.Draft7Validator(json.loads(file.read_text())).iter_errors(dashboard):
        yield f"{'/'.join(map(str, problem.absolute_path))}: {problem.message[:200]}"


def main():
    if not shutil.which("promtool"):
        print("dashboards: skipped: promtool is not here")
        sys.exit(77)
    problems, found, uids = [], [], set()
    for path in tree.files(".json", under=(FOLDER,)):
        dashboard = json.loads("\n".join(tree.lines(path)))
        uids.add(dashboard.get("uid"))
        problems += [f"{path}:1: {problem}" for problem in check_dashboard(dashboard)]
        for panel in dashboard["panels"]:
            if panel["type"] != "row":
                problems += [f"{path}:1: {panel.get('title')}: {problem}" for problem in check_panel(panel)]
        for place, expression in expressions(dashboard):
            problems += [f"{path}:1: {place}: {problem}" for problem in check_expression(expression)]
            found.append((place, expression))
        problems += [f"{path}:1: {problem}" for problem in check_schema(path, dashboard)]
    for path in tree.files(".json", under=(FOLDER,)):
        for uid in re.findall(r"/d/([\w-]+)\?", "\n".join(tree.lines(path))):
            if uid not in uids:
                problems.append(f"{path}:1: links to {uid}, which is no dashboard")
    problems += check_promql(found)
    if not found:
        problems.append(f"{FOLDER}:1: no dashboards")
    tree.finish("dashboards", problems)


if __name__ == "__main__":
    main()
