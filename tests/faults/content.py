"""C1 to C10: what bytes of a log can be."""

import os
import pathlib
import time

from faults import fault
from lab import Lab, check, is_sanitized, line


def feed(name, what, expected, text_of, entry="", check_page=None, slow=False):
    """Writes the bytes in one go and in odd pieces, to two logs; both must give the same."""
    @fault(name, what, expected, slow=slow)
    def _():
        with Lab(entry=entry) as lab:
            lab.start()
            text = text_of(lab)
            lab.at("whole.log").write_bytes(text)
            again = text_of(lab)
            with open(lab.at("pieces.log"), "ab", 0) as out:
                for at in range(0, len(again), 997):
                    out.write(again[at:at + 997])
            lab.exact()
            if check_page:
                check_page(lab)
            return lab.exact()


@fault("C1", "an unfinished line", "never parsed before its end, then once")
def _():
    with Lab() as lab:
        lab.write("train.log", 5)
        lab.start()
        lab.exact()
        before = lab.counted()
        text = lab.lines(1)
        with open(lab.at("train.log"), "ab", 0) as out:
            for part in (text[:12], text[12:-3], text[-3:-1]):
                out.write(part)
                time.sleep(1.2)
                check(lab.counted() == before, "parsed before its end")
            lab.stop()
            lab.start()
            check(lab.counted() == before, "parsed before its end, after a restart")
            out.write(text[-1:])
        return lab.exact()


def resident(lab, field="VmHWM"):
    status = pathlib.Path(f"/proc/{lab.pid()}/status").read_text()
    return int(status.split(field + ":")[1].split()[0]) // 1024


def long_line(name, size, slow):
    @fault(name, f"a line of {size >> 20} MiB", "bounded memory, the lines after it count", slow=slow,
           alone=slow)
    def _():
        with Lab() as lab:
            lab.write("train.log", 5)
            lab.start()
            lab.exact()
            with open(lab.at("train.log"), "ab", 0) as out:
                for _ in range(size >> 20):
                    out.write(b"=" * (1 << 20))
                out.write(b"\n")
            lab.write("train.log", 5)
            lab.exact(300)
            peak = resident(lab)
            check(peak < 64 or is_sanitized(lab.binary), f"peak memory {peak} MB")
            check(lab.value("steptail_truncated_lines_total") == 1, "not counted as cut")
            return f"peak memory {peak} MB, " + lab.exact()


long_line("C2", 64 << 20, False)
long_line("C2 large", 1 << 30, True)

feed("C3", "a run of NULs, then a line", "the line counts",
     lambda lab: lab.lines(5) + b"\0" * 5000 + lab.lines(5) + b"\0" * 100 + b"\n" + lab.lines(5))


@fault("C3 hole", "a hole of 1 GiB", "passed over quickly, the lines after it count")
def _():
    with Lab() as lab:
        lab.write("train.log", 5)
        lab.start()
        lab.exact()
        with open(lab.at("train.log"), "r+b") as out:
            out.seek(1 << 30)
            out.write(b"\n" + lab.lines(5))
        began = time.monotonic()
        lab.exact(60, 0.1)
        took = time.monotonic() - began
        check(took < 10 or is_sanitized(lab.binary), f"took {took:.0f} s")
        return f"took {took:.1f} s, " + lab.exact()


def bars(lab):
    text = b""
    for _ in range(20):
        text += b"".join(b"\r%3d%%|####    | %d/100" % (i, i) for i in range(100)) + b"\r"
        text += lab.lines(1).replace(b"\n", b"\r")
    return text + b"\n"


feed("C4", "progress by CR alone", "every CR ends a line", bars)
feed("C5", "CRLF", "one end of line",
     lambda lab: lab.lines(20).replace(b"\n", b"\r\n"),
     check_page=lambda lab: check(lab.value("steptail_lines_total") == 40, "empty lines counted"))
feed("C6", "invalid UTF-8 between and in lines", "the lines count",
     lambda lab: lab.lines(3) + b"\xff\xfe\xc0\xaf\n\xed\xa0\x80\n" + lab.lines(3) +
     b"\xf0\x28 " + lab.lines(1) + lab.lines(3))
feed("C7 bom", "a byte order mark", "dropped", lambda lab: b"\xef\xbb\xbf" + lab.lines(5))


@fault("C7", "UTF-16 with a byte order mark", "decoded, or refused with a counter")
def _():
    with Lab() as lab:
        lab.write("train.log", 10)
        text = lab.lines(10, counts=False).decode()
        lab.at("wide.log").write_bytes(text.encode("utf-16"))
        lab.start()
        time.sleep(1.5)
        counted = lab.counted()[0]
        if counted == 20:
            return "decoded"
        check(counted == 10, f"{counted} lines")
        check(lab.value("steptail_files", state="unrecognised") +
              lab.value("steptail_files", state="skipped") >= 1, "not counted")
        return "refused, counted"


feed("C8", "colours and other escapes", "removed",
     lambda lab: b"".join(b"\x1b[32m" + lab.lines(1).replace(b" ", b"\x1b[0m ", 1).replace(
         b"\n", b"\x1b[0m\x1b]0;title\x07\n") for _ in range(20)))


@fault("C9", "two writers interleave their writes", "no crash, every whole line counts")
def _():
    with Lab() as lab:
        lab.start()
        fds = [os.open(lab.at("train.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND) for _ in range(2)]
        for i in range(200):
            os.write(fds[i % 2], lab.lines(1))
            if i % 10 == 0:  # torn by the other writer: two lines that are none
                number = lab.number
                os.write(fds[0], line(number)[:9])
                os.write(fds[1], b"|torn\n")
        for fd in fds:
            os.close(fd)
        return lab.exact()


@fault("C10", "NaN, Inf, 1e999, -0, 30 digits, a decimal comma", "exact or refused, the page stays good")
def _():
    with Lab() as lab:
        lab.write("train.log", 5)
        lab.start()
        odd = ("nan", "inf", "-inf", "1e999", "-0", "123456789012345678901234567890", "1,5", "0x10",
               "1e-400", "--3", "+7", "1.2.3")
        with open(lab.at("train.log"), "a", encoding="utf-8") as out:
            for text in odd:
                out.write(f"pace step={text} one={text} id={text}\n")
        lab.write("train.log", 5)
        check(lab.soon(5) and lab.samples(), "no page")
        check(lab.counted()[0] >= lab.sums[0], "lines after them are missing")
        return f"{len(odd)} odd numbers, the page is good"
