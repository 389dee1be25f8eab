#!/usr/bin/env python3
"""What a scrape costs with 100,000 series: how long it takes over HTTP, and 1,000 scrapers at once.

Writes logs of RUNS runs with some hundred series each, starts `steptail serve` on them, and scrapes: one after the
other, plain and gzip, while every run goes on; then SCRAPERS connections at the same time, each of which must get
a whole page. Prints a table.
"""
import argparse
import asyncio
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from scale import Daemon  # noqa: E402

PHASES = 28  # three series each: the last time, sum and count
REPORT = (" iteration {step}/ 100000 | consumed samples: {samples} | elapsed time per iteration (ms): 100.0 | "
          "learning rate: 1.5E-04 | global batch size: 64 | lm loss: 2.5E+00 | loss scale: 4096.0 | grad norm: 1.25 | "
          "number of skipped iterations: 0 | number of nan iterations: 0 |\n")


def report(step):
    cells = " | ".join(f"phase-{chr(97 + n % 26)}{chr(97 + n // 26)}: {step % 100}.25" for n in range(PHASES))
    return REPORT.format(step=step, samples=64 * step) + f"time (ms) | {cells}\n"


def write_runs(directory, runs):
    paths = [os.path.join(directory, f"run{number}.log") for number in range(runs)]
    for path in paths:
        with open(path, "w") as file:
            file.write(report(1) + report(2))
    return paths


def go_on(paths, ended):
    step = 3
    while not ended.wait(1):
        for path in paths:
            with open(path, "a") as file:
                file.write(report(step))
        step += 1


def scrape(page, encoding):
    request = urllib.request.Request(page + "/metrics", headers={"Accept-Encoding": encoding})
    begin = time.monotonic()
    size = len(urllib.request.urlopen(request).read())
    return time.monotonic() - begin, size


def percentiles(page, count, encoding):
    took = sorted(scrape(page, encoding) for _ in range(count))
    at = lambda share: 1000 * took[min(len(took) - 1, int(share * len(took)))][0]
    return at(0.5), at(0.99), took[-1][1]


async def one_scraper(host, port):
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET /metrics HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    wanted = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    got = 0
    while chunk := await reader.read(1 << 20):
        got += len(chunk)
    writer.close()
    return head.startswith(b"HTTP/1.1 200") and got == wanted


async def scrapers(host, port, count):
    begin = time.monotonic()
    results = await asyncio.gather(*(one_scraper(host, port) for _ in range(count)), return_exceptions=True)
    return sum(result is True for result in results), time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/steptail")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--scrapes", type=int, default=200)
    parser.add_argument("--scrapers", type=int, default=1000)
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="steptail-scrape-")
    ended = threading.Event()
    try:
        paths = write_runs(home, options.runs)
        daemon = Daemon(options.binary, home, home + "/{run}.log", ["--web.max-requests", str(options.scrapers)])
        time.sleep(2)
        text = urllib.request.urlopen(daemon.page + "/metrics").read()
        series = sum(1 for line in text.splitlines() if line and not line.startswith(b"#"))
        writer = threading.Thread(target=go_on, args=(paths, ended))
        writer.start()
        print("| series | page MB | | median ms | p99 ms |\n|---|---|---|---|---|")
        for encoding in ("identity", "gzip"):
            median, late, size = percentiles(daemon.page, options.scrapes, encoding)
            print(f"| {series} | {size / 1e6:.1f} | {encoding} | {median:.1f} | {late:.1f} |", flush=True)
        ended.set()
        writer.join()
        host, port = daemon.page.removeprefix("http://").split(":")
        before = daemon.memory_mib()
        whole, seconds = asyncio.run(scrapers(host, int(port), options.scrapers))
        print(f"\n{options.scrapers} scrapers at once: {whole} whole pages in {seconds:.1f} s, memory {before:.0f} MiB "
              f"before, at most {daemon.peak_memory_mib():.0f} MiB")
        daemon.stop()
    finally:
        ended.set()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
