"""The table of faults: which there are, what must come of each, and how to run them."""

import dataclasses
import time
import traceback
from typing import Callable

from lab import Red, Skip


@dataclasses.dataclass
class Fault:
    name: str  # the row of the catalogue, and which variant of it
    what: str
    expected: str
    run: Callable[[], str]
    slow: bool = False
    alone: bool = False  # changes what the whole machine shares, or measures


FAULTS = []


def fault(name, what, expected, slow=False, alone=False):
    """Registers a function that produces the fault, and says what came of it."""
    def register(run):
        FAULTS.append(Fault(name, what, expected, run, slow, alone))
        return run
    return register


@dataclasses.dataclass
class Result:
    fault: Fault
    colour: str
    got: str
    seconds: float


def produce(fault_):
    started = time.monotonic()
    try:
        colour, got = "green", fault_.run() or "as expected"
    except Skip as reason:
        colour, got = "skipped", str(reason)
    except Red as reason:
        colour, got = "RED", str(reason)
    except Exception as reason:  # the driver itself failed: no verdict, so not green
        place = traceback.extract_tb(reason.__traceback__)[-1]
        colour, got = "RED", f"{type(reason).__name__}: {reason} ({place.filename}:{place.lineno})"
    return Result(fault_, colour, got, time.monotonic() - started)


def table(results):
    rows = [("fault", "what happens", "expected", "got", "")]
    rows += [(result.fault.name, result.fault.what, result.fault.expected,
              f"{result.got} [{result.seconds:.1f} s]", result.colour) for result in results]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        left = "  ".join(cell.ljust(width) for cell, width in zip(row, widths))
        yield f"{row[4]:8}{left}  {row[3]}"
