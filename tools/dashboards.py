#!/usr/bin/env python3
"""Runs every query of the dashboards against a real Prometheus that scraped the demo, and prints the series of each.

dashboards.py STEPTAIL [--seconds 300] [--data FILE]
Fails where a query gives nothing. --data keeps what the panels would show, for tools/dashshot.
"""

import argparse
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEP = 2  # seconds between the points of a curve
VARIABLES = [("$__rate_interval", "30s"), ("$__interval", "15s"), ("$__range", "5m")]
REPEATED = {"run": "gpt-2-small"}  # of a panel that is drawn for each value of a variable, one is looked at

CONFIG = """watch:
  - name: demo
    paths: ["{logs}/{{user}}/{{run}}/*.log"]
    labels: {{cluster: demo}}
    stall: {{minimum: 20s}}
"""
SCRAPE = """global: {{scrape_interval: 1s}}
scrape_configs:
  - job_name: steptail
    static_configs: [{{targets: ["{address}"]}}]
"""


def until(what, holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if found := holds():
                return found
        time.sleep(0.2)
    sys.exit(f"dashboards: it never came that {what}")


def free_port():
    import socket  # pylint: disable=import-outside-toplevel
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Lab:
    """The demo, a daemon that follows it, and a Prometheus that scrapes the daemon."""

    def __init__(self, steptail):
        self.steptail, self.children = steptail, []
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="steptail-dashboards-"))

    def __enter__(self):
        (self.work / "config.yaml").write_text(CONFIG.format(logs=self.work / "logs"))
        self.spawn(self.steptail, "demo", "--directory", self.work / "logs", "--speed", "8")
        self.spawn(self.steptail, "serve", "--config.file", self.work / "config.yaml", "--log.level", "error",
                   "--storage.path", self.work / "state", "--web.listen-address", "127.0.0.1:0",
                   "--web.port-file", self.work / "port")
        address = until("steptail listens", lambda: (self.work / "port").read_text().strip())
        (self.work / "prometheus.yml").write_text(SCRAPE.format(address=address))
        self.prometheus = f"http://127.0.0.1:{free_port()}"
        self.spawn("prometheus", f"--config.file={self.work / 'prometheus.yml'}", "--log.level=error",
                   f"--storage.tsdb.path={self.work / 'tsdb'}",
                   f"--web.listen-address={self.prometheus.removeprefix('http://')}")
        until("Prometheus is ready", lambda: urllib.request.urlopen(f"{self.prometheus}/-/ready").status == 200)
        return self

    def spawn(self, *command):
        self.children.append(subprocess.Popen([str(word) for word in command]))

    def __exit__(self, *_):
        for child in self.children:
            child.terminate()
        for child in self.children:
            child.wait()
        shutil.rmtree(self.work, ignore_errors=True)

    def ask(self, path, **parameters):
        address = f"{self.prometheus}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            sys.exit(f"dashboards: {parameters}: {error.read().decode()}")


def plain(expression, repeat=None):
    for name, value in VARIABLES:
        expression = expression.replace(name, value)
    if repeat:
        expression = expression.replace(f"${repeat}", REPEATED[repeat])
    return re.sub(r"\$\w+", ".*", expression)


def queries():
    """(dashboard, panel, query, plain PromQL, whether at one moment) of everything that asks."""
    for path in sorted((ROOT / "deploy/grafana/dashboards").glob("*.json")):
        dashboard = json.loads(path.read_text())
        for panel in dashboard["panels"]:
            for target in panel.get("targets", []):
                expression = plain(target["expr"], panel.get("repeat"))
                yield dashboard["title"], panel["title"], target["refId"], expression, target["instant"]
        for annotation in dashboard["annotations"]["list"]:
            yield dashboard["title"], f"annotation {annotation['name']}", "A", plain(annotation["expr"]), False


def variables():
    for path in sorted((ROOT / "deploy/grafana/dashboards").glob("*.json")):
        dashboard = json.loads(path.read_text())
        for variable in dashboard["templating"]["list"]:
            if variable["type"] == "query":
                yield dashboard["title"], variable["name"], *re.fullmatch(r"label_values\((.*), (\w+)\)", variable["query"]).groups()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("steptail")
    arguments.add_argument("--seconds", type=int, default=300)
    arguments.add_argument("--data")
    given = arguments.parse_args()
    empty, kept = 0, []
    with Lab(given.steptail) as lab:
        began = time.time()
        print(f"scraping the demo for {given.seconds} s", flush=True)
        time.sleep(given.seconds)
        end = time.time()
        for dashboard, panel, ref, expression, instant in queries():
            series = lab.ask("query", query=expression, time=end)["result"] if instant else []
            # Of one moment, such as what has stalled: that it ever gives something is enough.
            series = series or lab.ask("query_range", query=expression, start=began, end=end, step=STEP)["result"]
            print(f"{dashboard:15} | {panel[:42]:42} | {ref} | {len(series):4} series")
            empty += not series
            kept.append({"dashboard": dashboard, "panel": panel, "ref": ref, "series": series})
        for dashboard, name, selector, label in variables():
            values = lab.ask(f"label/{label}/values", **{"match[]": plain(selector)})
            print(f"{dashboard:15} | {'variable ' + name:42} |   | {len(values):4} values")
            empty += not values
    if given.data:
        pathlib.Path(given.data).write_text(json.dumps(kept))
    print(f"dashboards: {empty} of {len(kept)} queries and the variables gave nothing")
    sys.exit(1 if empty else 0)


main()
