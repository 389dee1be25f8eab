"""The servers of the stack, each on a free port with a directory of its own, and what may be asked of them."""

import http.server
import json
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/prometheus/rules"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(url, timeout=10):
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        return answer.read().decode()


def eventually(condition, seconds, what):
    end = time.time() + seconds
    while time.time() < end:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"{what} has not come within {seconds} s")


def seconds_of(text):
    units = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}
    return sum(float(number) * units[unit] for number, unit in re.findall(r"(\d+)(ms|[smhd])", text))


def compressed(rules, factor):
    """The same rules on a clock that runs `factor` times faster: every duration that they name becomes shorter."""
    def scaled(match):
        return f"{match[1]}{max(1, round(seconds_of(match[2]) / factor))}s{match[3]}"
    rules = re.sub(r"((?:interval|for): )(\w+)()$", scaled, rules, flags=re.M)
    rules = re.sub(r"(\[)(\w+)(\])", scaled, rules)
    rules = re.sub(r"(offset )(\w+)()", scaled, rules)
    return re.sub(r"\b(\d+) \* 60\b", lambda match: str(float(match[1]) * 60 / factor), rules)


class Server:
    """A process. It is ended with the lab."""

    def __init__(self, name, folder, *command):
        self.name, self.command = name, [str(word) for word in command]
        self.log = folder / f"{name}.log"
        self.process = None
        self.start()

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


class Receiver(threading.Thread):
    """Takes the notifications of Alertmanager: which receiver was told of which alert."""

    def __init__(self):
        super().__init__(daemon=True)
        told = self.told = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                for alert in body["alerts"]:
                    told.append((self.path.strip("/"), alert["status"], alert["labels"]))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def run(self):
        self.server.serve_forever()


class Lab:
    def __init__(self, folder, steptail, factor):
        self.folder, self.steptail, self.factor = folder, steptail, factor
        self.servers, self.ports = {}, {}
        self.receiver = Receiver()
        self.receiver.start()

    def serve(self, name, config):
        """A steptail that keeps its state; restart() starts it again on the same port."""
        port = self.ports[name] = free_port()
        self.servers[name] = Server(name, self.folder, self.steptail, "serve", "--config.file", config, "--storage.path",
                                    self.folder / f"{name}-state", "--web.listen-address", f"127.0.0.1:{port}")
        eventually(lambda: ask(f"http://127.0.0.1:{port}/-/ready"), 30, f"{name} ready")

    def restart(self, name, number):
        self.servers[name].end(number)
        self.servers[name].start()

    def start_alertmanager(self):
        config = (ROOT / "deploy/alertmanager/alertmanager.yml").read_text()
        config = config.replace("# webhook_configs", "webhook_configs").replace("127.0.0.1:9099", f"127.0.0.1:{self.receiver.port}")
        path = self.folder / "alertmanager.yml"
        path.write_text(config)
        port = self.ports["alertmanager"] = free_port()
        self.servers["alertmanager"] = Server(
            "alertmanager", self.folder, "prometheus-alertmanager", f"--config.file={path}",
            f"--storage.path={self.folder / 'alertmanager'}", "--cluster.listen-address=", f"--web.listen-address=127.0.0.1:{port}")
        eventually(lambda: ask(f"http://127.0.0.1:{port}/-/ready"), 60, "Alertmanager")

    def start_prometheus(self, daemons):
        (self.folder / "training.yml").write_text(compressed((RULES / "training.yml").read_text(), self.factor))
        (self.folder / "steptail.yml").write_text((RULES / "steptail.yml").read_text())
        targets = "".join(f"      - targets: ['127.0.0.1:{self.ports[name]}']\n" for name in daemons)
        config = self.folder / "prometheus.yml"
        config.write_text(f"global: {{scrape_interval: 1s, evaluation_interval: 1s}}\nrule_files: [training.yml, steptail.yml]\n"
                          f"alerting: {{alertmanagers: [{{static_configs: [{{targets: ['127.0.0.1:{self.ports['alertmanager']}']}}]}}]}}\n"
                          f"scrape_configs:\n  - job_name: steptail\n    static_configs:\n{targets}")
        subprocess.run(["promtool", "check", "config", config], check=True, stdout=subprocess.DEVNULL)
        port = self.ports["prometheus"] = free_port()
        self.servers["prometheus"] = Server(
            "prometheus", self.folder, "prometheus", f"--config.file={config}", f"--storage.tsdb.path={self.folder / 'tsdb'}",
            f"--web.listen-address=127.0.0.1:{port}")
        eventually(lambda: ask(f"http://127.0.0.1:{port}/-/ready"), 60, "Prometheus")

    def history(self, query, start, end):
        """The series of a query from `start` to `end`, a second apart: labels and [(time, value)]."""
        words = urllib.parse.urlencode({"query": query, "start": start, "end": end, "step": 1})
        answer = json.loads(ask(f"http://127.0.0.1:{self.ports['prometheus']}/api/v1/query_range?{words}"))
        return [(series["metric"], [(at, float(value)) for at, value in series["values"]])
                for series in answer["data"]["result"]]

    def end(self):
        for server in self.servers.values():
            server.end()
        self.receiver.server.shutdown()
