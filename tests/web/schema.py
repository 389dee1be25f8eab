#!/usr/bin/env python3
"""What the JSON pages of a real daemon say of simulated logs, against docs/api.schema.json.

schema.py STEPTAIL. 77: python3-jsonschema is not here.
"""

import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

try:
    import jsonschema
except ImportError:
    print("skipped: no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs/api.schema.json").read_text())
DEADLINE = 120


def until(what, holds):
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.1)
    raise AssertionError(f"it never came that {what}")


def ask(url, **headers):
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def valid(name, answer):
    schema = {"definitions": SCHEMA["definitions"], "allOf": [{"$ref": f"#/definitions/{name}"}]}
    problems = [f"{'/'.join(map(str, problem.path))}: {problem.message[:300]}"
                for problem in jsonschema.Draft7Validator(schema).iter_errors(answer)]
    assert not problems, f"{name}: " + "\n".join(problems[:10])


def check_pages(base):
    def runs():
        return json.loads(ask(f"{base}/api/v1/runs")[2])

    # All frameworks, and a crash, are in the story of the demo.
    until("a run has failed", lambda: any("last_failure" in run for run in runs()["runs"]))
    listed = runs()
    valid("runs", listed)
    assert listed["complete"] and listed["count"] == len(listed["runs"]) > 5
    curves = set()
    for run in listed["runs"]:
        status, headers, body = ask(f"{base}/api/v1/runs/{run['id']}")
        assert status == 200 and headers["Content-Type"] == "application/json"
        one = json.loads(body)
        valid("run", one)
        curves |= set(one["curves"])
        for points in one["curves"].values():
            assert 0 < len(points) <= 128
    assert {"loss", "iteration_seconds", "samples_per_second"} <= curves, curves
    changed = json.loads(ask(f"{base}/api/v1/runs?since={listed['cursor']}")[2])
    valid("runs", changed)
    assert not changed["complete"] and changed["count"] == listed["count"]
    for whole in ("since=x", "since=0", "limit=100000", "limit=100000&since=x", "unknown=1"):
        assert json.loads(ask(f"{base}/api/v1/runs?{whole}")[2])["complete"], whole
    for wrong in ("limit=0", "limit=x", "limit=", "limit", "limit=-1", "limit=1.5", "since=0&limit=x"):
        status, headers, body = ask(f"{base}/api/v1/runs?{wrong}")
        assert status == 400 and headers["Content-Type"] == "application/json", wrong
        valid("refusal", json.loads(body))
    first = json.loads(ask(f"{base}/api/v1/runs?limit=1")[2])
    valid("runs", first)
    assert not first["complete"] and first["count"] == listed["count"]
    assert [run["state"] for run in first["runs"]] == ["failed"], first
    valid("files", json.loads(ask(f"{base}/api/v1/files")[2]))
    assert ask(f"{base}/api/v1/runs/0000000000000000")[0] == 404


def check_caching(base):
    for path in ("/", "/assets/page.js", "/api/v1/runs", "/api/v1/files"):
        status, headers, packed = ask(base + path, Accept_Encoding="gzip")
        assert status == 200 and headers["Content-Encoding"] == "gzip", path
        assert gzip.decompress(packed), path
        assert headers["Vary"] == "Accept-Encoding" and headers["ETag"], path
    tag = ask(f"{base}/assets/page.js")[1]["ETag"]
    status, _, body = ask(f"{base}/assets/page.js", If_None_Match=tag)
    assert status == 304 and body == b""


def main(steptail):
    with tempfile.TemporaryDirectory() as work:
        port = pathlib.Path(work) / "port"
        children = [subprocess.Popen([steptail, "demo", "--directory", f"{work}/logs", "--speed", "60"],
                                     stderr=subprocess.DEVNULL),
                    subprocess.Popen([steptail, "serve", "--web.listen-address", "127.0.0.1:0", "--log.level", "error",
                                      "--web.port-file", str(port), f"{work}/logs/{{user}}/{{run}}/*.log"])]
        try:
            base = "http://" + until("it listens", lambda: port.exists() and port.read_text().strip())
            check_pages(base)
            check_caching(base)
        finally:
            for child in children:
                child.kill()
                child.wait()
    print("schema: what is served is what is written down")


main(sys.argv[1])
