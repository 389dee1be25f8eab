#!/usr/bin/env python3
"""What `inspect --output json` says keeps to docs/inspect.schema.json, and two logs are compared: inspect_json.py STEPTAIL"""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: no jsonschema for Python")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/inspect.schema.json").read_text(encoding="utf-8"))
LINE = " iteration {}/ 500 | consumed samples: 64 | elapsed time per iteration (ms): {} | learning rate: 1.0E-04 | " \
       "global batch size: 64 | lm loss: {} | loss scale: 1.0 |\n"
problems = []


def expect(what, condition, got=""):
    if not condition:
        problems.append(f"{what}: {got}")


def inspect(*files, output="json", pattern=None):
    where = ["--path-pattern", pattern] if pattern else []
    done = subprocess.run([sys.argv[1], "inspect", "--output", output, *where, *map(str, files)], capture_output=True,
                          text=True, check=False)
    expect(f"inspect {files} fails", done.returncode == 0, done.stderr)
    return done.stdout


def report(*files):
    said = json.loads(inspect(*files))
    for error in jsonschema.Draft7Validator(SCHEMA).iter_errors(said):
        problems.append(f"{files}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
    return said


def log(path, milliseconds, loss):
    path.write_text("".join(LINE.format(step, milliseconds * (9 if step == 77 else 1), loss - step / 1000)
                            for step in range(1, 501)), encoding="utf-8")
    return path


def compare_two(folder):
    a = log(folder / "old.log", 100, 9)
    b = log(folder / "new.log", 80, 8)
    run = report(a)["runs"][0]
    expect("the slowest iteration", run["slowest_iterations"][0]["iteration"] == 77, run["slowest_iterations"])
    expect("its line", " iteration 77/" in run["slowest_iterations"][0]["line"], run["slowest_iterations"])
    expect("the median", abs(run["iteration_seconds_percentiles"]["50"] / 0.1 - 1) < 0.02,
           run["iteration_seconds_percentiles"])
    expect("percentile 100 is the slowest one exactly", run["iteration_seconds_percentiles"]["100"] == 0.9,
           run["iteration_seconds_percentiles"])
    both = report(a, b)["comparison"]
    expect("a is the first file", both["labels"]["a"]["run"] == "old", both["labels"])
    expect("their states", both["states"] == {"a": "training", "b": "training"}, both["states"])
    expect("losses at equal steps", len(both["losses"]) >= 5, both["losses"])
    expect("the difference of losses", all(abs(one["a"] - one["b"] - 1) < 1e-9 for one in both["losses"]), both["losses"])
    text = inspect(a, b, output="text")
    expect("the text compares", "run=old against run=new" in text and "(-20.0 %)" in text, text)


def same_names(folder):
    for name in ("one", "two"):
        (folder / name).mkdir()
        log(folder / name / "train.log", 100, 9)
    said = report(folder / "one/train.log", folder / "two/train.log")
    expect("two logs of one name are two runs", len(said["runs"]) == 2, len(said["runs"]))


def page_of(path):
    """The page of a log without what depends on its path and on when it was written."""
    return [line for line in inspect(path, output="metrics").splitlines()
            if "_timestamp_seconds" not in line and "path=" not in line]


def packed(folder):
    """gzip and zstd are unpacked, also in several parts; what is torn is an error."""
    plain = log(folder / "train.log", 100, 9)
    page = page_of(plain)
    half = len(plain.read_bytes()) // 2
    parts = gzip.compress(plain.read_bytes()[:half]) + gzip.compress(plain.read_bytes()[half:])
    (folder / "g").mkdir()
    (folder / "g/train.log.gz").write_bytes(parts)
    padded = folder / "g/padded"
    padded.mkdir()
    (padded / "train.log.gz").write_bytes((folder / "g/train.log.gz").read_bytes() + bytes(1000))
    expect("gzip in blocks gives the same page", page_of(padded / "train.log.gz") == page)
    expect("gzip gives the same page", page_of(folder / "g/train.log.gz") == page)
    (folder / "g/torn.log.gz").write_bytes(parts[:len(parts) - 100])
    torn = subprocess.run([sys.argv[1], "inspect", str(folder / "g/torn.log.gz")], capture_output=True, text=True, check=False)
    expect("torn gzip is an error", torn.returncode == 1 and "gzip" in torn.stderr, torn.stderr)
    if shutil.which("zstd"):
        subprocess.run(["zstd", "-q", str(plain), "-o", str(folder / "g/train.log.zst")], check=True)
        expect("zstd gives the same page", page_of(folder / "g/train.log.zst") == page)


def packed_by_pattern(folder):
    """A pattern gives a packed log the labels that it gives the plain one, and one that names the ending still matches."""
    plain = log(folder / "spring.log", 100, 9)
    archive = folder / "spring.log.gz"
    archive.write_bytes(gzip.compress(plain.read_bytes()))
    for pattern in (f"{folder}/**", f"{folder}/{{run}}.log", f"{folder}/{{run}}.log.gz"):
        labels = json.loads(inspect(archive, pattern=pattern))["runs"][0]["labels"]
        expect(f"the run of {pattern}", labels == {"run": "spring"}, labels)


def pauses(folder):
    lines = [f"2024-03-05 10:00:{second:02},000 INFO:   | Train Device=CSX, Step={second}, Loss=2.5, Rate=7.00 samples/sec, "
             "GlobalRate=8.00 samples/sec\n" for second in range(0, 30, 2)]
    lines.append(lines[-1].replace("10:00:28", "11:00:28").replace("Step=28", "Step=29"))
    path = folder / "paused.log"
    path.write_text("".join(lines), encoding="utf-8")
    found = report(path)["runs"][0]["pauses"]
    expect("one pause of an hour", [round(pause["seconds"]) for pause in found] == [3600], found)


def failures(folder):
    """What said that a run failed is told once, however many ranks say it."""
    path = log(folder / "failed.log", 100, 9)
    said = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.25 GiB."
    with path.open("a", encoding="utf-8") as out:
        out.write(f"[rank3]: {said}\n[rank7]: {said}\n")
    found = report(path)["runs"][0]["failure_lines"]
    expect("the line that tells the failure", [(one["class"], one["iteration"], one["line"]) for one in found] ==
           [("cuda_oom", 500, said)], found)
    expect("and in the text", f"cuda_oom after 500: {said}" in inspect(path, output="text"))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compare_two(folder)
        packed_by_pattern(folder)
        same_names(folder)
        packed(folder)
        pauses(folder)
        failures(folder)
    logs = sorted((ROOT / "tests/golden").glob("*/input.log"))
    for one in logs:
        report(one)
    print("\n".join(problems))
    print(f"{len(logs)} logs, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
