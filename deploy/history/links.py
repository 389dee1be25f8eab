#!/usr/bin/env python3
"""The queries of the dashboards as links into a Prometheus, as a page: links.py http://127.0.0.1:9091 > queries.html"""

import html
import json
import pathlib
import re
import sys
import urllib.parse

DASHBOARDS = pathlib.Path(__file__).resolve().parent.parent / "grafana/dashboards"
# Variables of Grafana, as a question over everything that is there.
VALUES = [("$__rate_interval", "5m"), ("$__interval", "1m"), ("$__range", "1h")]


def plain(expression):
    for name, value in VALUES:
        expression = expression.replace(name, value)
    return re.sub(r"\$\{?\w+(:\w+)?\}?", ".*", expression)


def queries(dashboard):
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], plain(target["expr"])


def link(server, title, expression):
    asked = urllib.parse.urlencode({"g0.expr": expression, "g0.tab": 0, "g0.range_input": "1d"})
    return f'<li><a href="{html.escape(server)}/graph?{html.escape(asked)}">{html.escape(title)}</a> ' \
           f"<code>{html.escape(expression)}</code></li>"


def main():
    server = sys.argv[1].rstrip("/")
    print("<!doctype html><meta charset=utf-8><title>History</title>")
    for path in (DASHBOARDS / "steptail-run.json", DASHBOARDS / "steptail-fleet.json"):
        dashboard = json.loads(path.read_text(encoding="utf-8"))
        print(f"<h1>{html.escape(dashboard['title'])}</h1><ul>")
        for title, expression in queries(dashboard):
            print(link(server, title, expression))
        print("</ul>")


main()
