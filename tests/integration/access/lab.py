"""A real daemon that asks for certificates and passwords, and what its clients need: certificates by
openssl, hashes by the system's crypt library, requests by Python's own ssl.
"""

import base64
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

LINES = "".join(f"pace step={step} loss={3 - step / 100}\n" for step in range(1, 31))
FORMAT = """format: pace
title: A trainer for tests
rules:
  - name: step
    when: "pace step="
    progress: true
    fields:
      iteration: {after: "step="}
      loss: {after: "loss="}
samples:
  - {line: "pace step=7 loss=2.5", rule: step, expect: {iteration: 7, loss: 2.5}}
  - {line: "a pace of three", rule: none}
"""


def bcrypt(password, cost=4):
    crypt = ctypes.CDLL("libcrypt.so.1").crypt
    crypt.restype = ctypes.c_char_p
    return crypt(password.encode(), f"$2b${cost:02}$stepstepstepstepstepsu".encode()).decode()


def eventually(holds, seconds=20):
    deadline = time.monotonic() + seconds
    while not (value := holds()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return value


class Authority:
    """Signs certificates, each NAME.crt with NAME.key in its folder."""

    def __init__(self, folder, name="authority"):
        self.folder, self.name = pathlib.Path(folder), name
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                     "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.crt")
        self.path = self.folder / f"{name}.crt"

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)

    def sign(self, name, names="IP:127.0.0.1,DNS:localhost", usage="serverAuth"):
        (self.folder / "ext").write_text(f"subjectAltName={names}\nextendedKeyUsage={usage}\n")
        self.openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                     "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", "request")
        self.openssl("x509", "-req", "-in", "request", "-CA", f"{self.name}.crt", "-CAkey", f"{self.name}.key",
                     "-CAcreateserial", "-days", "1", "-extfile", "ext", "-out", f"{name}.crt")
        return self.folder / f"{name}.crt", self.folder / f"{name}.key"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Daemon:
    """`serve` over one log, with these flags more; stopped at the end of `with`."""

    binary = ""

    def __init__(self, home, *flags, web=None, environment=None, pass_fds=(), paths=None):
        self.home = pathlib.Path(home)
        self.flags, self.environment, self.pass_fds = list(flags), environment, pass_fds
        (self.home / "formats").mkdir(exist_ok=True)
        (self.home / "formats/pace.yaml").write_text(FORMAT)
        (self.home / "logs").mkdir(exist_ok=True)
        if paths is None:
            (self.home / "logs/a.log").write_text(LINES)
        path = paths or f"{self.home}/logs/{{run}}.log"
        (self.home / "steptail.yaml").write_text(
            f"formats: {{directories: [{self.home}/formats]}}\n"
            f"watch: [{{name: w, paths: ['{path}'], scan_interval: 100ms, format: pace}}]\n")
        if web is not None:
            self.configure(web)
            self.flags += ["--web.config.file", str(self.home / "web.yaml")]

    def configure(self, web):
        """Puts the file in place whole, as a tool that renews certificates does."""
        (self.home / "web.new").write_text(web)
        os.replace(self.home / "web.new", self.home / "web.yaml")

    def start(self):
        port_file = self.home / "port"
        port_file.unlink(missing_ok=True)
        self.log_file = open(self.home / "log", "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--config.file", str(self.home / "steptail.yaml"), "--web.listen-address",
             "127.0.0.1:0", "--web.port-file", str(port_file), *self.flags],
            stderr=self.log_file, stdin=subprocess.DEVNULL, env={**os.environ, **(self.environment or {})},
            pass_fds=self.pass_fds)
        eventually(lambda: self.process.poll() is not None or (port_file.exists() and port_file.read_text()))
        if self.process.poll() is None:
            self.port = int(port_file.read_text().split()[0].rsplit(":", 1)[1])
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log_file.close()

    def log(self):
        return (self.home / "log").read_text(errors="replace")

    def connect(self, context=None):
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        return context.wrap_socket(sock, server_hostname="127.0.0.1", suppress_ragged_eofs=False) if context else sock

    def get(self, path="/metrics", context=None, user=None, headers=None, host="127.0.0.1"):
        """One request on a connection of its own."""
        with self.connect(context) as sock:
            return request(sock, path, user=user, headers=headers, host=host)


def request(sock, path="/metrics", user=None, headers=None, host="127.0.0.1", method="GET"):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    if user is not None:
        lines.append("Authorization: Basic " + base64.b64encode(user.encode()).decode())
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    text = b""
    while chunk := sock.recv(65536):
        text += chunk
    return parse(text)


def parse(text):
    head, _, body = text.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split(" ")[1]) if lines[0].startswith("HTTP/1.1 ") else 0
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return Answer(status, headers, body.decode("utf-8", "replace"))


def client_context(authority, certificate=None, version=None, offer_all=False):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(authority)
    if certificate:
        context.load_cert_chain(*certificate)
    if offer_all:  # what Debian's settings keep clients from saying
        context.set_ciphers("ALL:@SECLEVEL=0")
    if version:
        context.minimum_version = context.maximum_version = version
    return context


class Home:
    """A folder that goes with the test."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="steptail-web-"))
        self.path.chmod(0o755)
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)
