"""Reads what `steptail backfill` wrote, strictly, and pages of `steptail inspect`."""

import re
import struct

SAMPLE = re.compile(r"([a-z_]+)(\{.*\})? (\S+) ([0-9.]+)$")


def milliseconds(text):
    """As promtool reads a timestamp: a double, times a thousand, cut."""
    return int(float(text) * 1000)


def read_history(path):
    """{series: [(ms, value), ...]}; raises where promtool would stumble, or lose something silently."""
    series, families, family = {}, set(), None
    with open(path, encoding="utf-8") as lines:
        text = lines.read()
    if not text.endswith("# EOF\n"):
        raise ValueError("it does not end in # EOF")
    for line in text[:-len("# EOF\n")].splitlines():
        if line.startswith("# HELP "):
            family = line.split(" ")[2]
            if family in families:
                raise ValueError(f"{family} comes twice")
            families.add(family)
        elif line.startswith("# "):
            if line.split(" ")[2] != family:
                raise ValueError(f"{line} stands with {family}")
        else:
            read_sample(line, family, series)
    return series


def read_sample(line, family, series):
    found = SAMPLE.match(line)
    if not found:
        raise ValueError(f"no sample: {line}")
    name, labels, value, time = found.groups()
    if not name.startswith(family):
        raise ValueError(f"{line} stands with {family}")
    samples = series.setdefault(name + (labels or ""), [])
    when = milliseconds(time)
    if samples and samples[-1][0] >= when:
        raise ValueError(f"{line} is not later than the sample before it")
    samples.append((when, value))


def read_page(text):
    """{series: value} of a page without timestamps."""
    series = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            series[name] = value
    return series


def same_number(a, b):
    """Equal to the bit, and NaN to itself."""
    return a == b or struct.pack("d", float(a)) == struct.pack("d", float(b))


def is_about_now(series):
    """Depends on when it is asked, not on the log alone."""
    return any(part in series for part in ("_timestamp_seconds", "training_stall", "progress_interval_seconds",
                                           "training_remaining_seconds"))
