"""A real Prometheus over blocks that the real promtool made of a backfill."""

import json
import math
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.parse
import urllib.request


def missing_tools():
    return [tool for tool in ("promtool", "prometheus") if shutil.which(tool) is None]


def make_blocks(history, data):
    """What promtool has to say, which is nothing unless it fails."""
    done = subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=24h",
                           str(history), str(data)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


class Prometheus:
    """A server over a directory of blocks; `with` ends it."""

    def __init__(self, folder, data):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config = pathlib.Path(folder) / "prometheus.yml"
        config.write_text("scrape_configs: []\n", encoding="utf-8")
        self.log = open(pathlib.Path(folder) / "prometheus.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={data}", "--storage.tsdb.retention.time=100y",
             f"--web.listen-address=127.0.0.1:{self.port}"], stdout=self.log, stderr=self.log)

    def __enter__(self):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if self.get("/-/ready") is not None:
                    return self
            except OSError:
                time.sleep(0.1)
        self.__exit__()
        raise TimeoutError("Prometheus was not ready in two minutes")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.read()

    def query(self, expression, at):
        arguments = urllib.parse.urlencode({"query": expression, "time": f"{at:.3f}"})
        return json.loads(self.get("/api/v1/query?" + arguments))["data"]["result"]

    def samples(self, selector, first_ms, last_ms):
        """{series: [(ms, value), ...]} of all that lies between."""
        span = math.ceil((last_ms - first_ms) / 1000) + 2
        return {series_name(found["metric"]): [(round(when * 1000), float(value)) for when, value in found["values"]]
                for found in self.query(f"{selector}[{span}s]", last_ms / 1000 + 1)}


def series_name(labels):
    """As steptail writes it: labels of the run first, which here is `run` alone, then the others sorted."""
    labels = dict(labels)
    name = labels.pop("__name__")
    order = sorted(labels, key=lambda label: (label != "run", label))
    return name + "{" + ",".join(f'{label}="{escape(labels[label])}"' for label in order) + "}"


def escape(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
