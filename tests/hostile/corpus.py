"""Heads that are wrong, each with the answers that are right; and noise made of good ones.

None as an answer: closed without a word.
"""

import random
import socket

HOST = b"Host: localhost\r\n"
BAD = [400]

CORPUS = [
    ("bare LF", b"GET / HTTP/1.1\nHost: localhost\n\n", BAD),
    ("bare CR", b"GET / HTTP/1.1\rHost: localhost\r\r", BAD),
    ("a NUL in a value", b"GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n", BAD),
    ("a NUL in the path", b"GET /\0 HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("a folded line", b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n", BAD),
    ("a folded first line", b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", BAD),
    ("a blank before the colon", b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", BAD),
    ("no colon", b"GET / HTTP/1.1\r\n" + HOST + b"nothing\r\n\r\n", BAD),
    ("an empty name", b"GET / HTTP/1.1\r\n" + HOST + b": x\r\n\r\n", BAD),
    ("no Host", b"GET / HTTP/1.1\r\n\r\n", BAD),
    ("two Hosts", b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", BAD),
    ("HTTP/0.9", b"GET /\r\n", BAD),
    ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", BAD),
    ("HTTP/1.9", b"GET / HTTP/1.9\r\n" + HOST + b"\r\n", BAD),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40), BAD),
    ("a tab in the request line", b"GET\t/\tHTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("two blanks in the request line", b"GET  / HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("a path that is none", b"GET index.html HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("half a percent", b"GET /%2 HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("a body", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\n\r\nabc", BAD),
    ("chunks", b"GET / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", BAD),
    ("chunks by another name", b"GET / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: xchunked\r\n\r\n", BAD),
    ("chunks in disguise", b"GET / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding:\x0bchunked\r\n\r\n", BAD),
    ("length and chunks (CL.TE)", b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n"
     b"\r\n0\r\n\r\nG", BAD),
    ("chunks and length (TE.CL)", b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"
     b"\r\n5c\r\nGET /api/v1/runs HTTP/1.1\r\n\r\n0\r\n\r\n", BAD),
    ("two lengths", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n", BAD),
    ("a list of lengths", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 0, 5\r\n\r\n", BAD),
    ("a signed length", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: +0\r\n\r\n", BAD),
    ("a hexadecimal length", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 0x0\r\n\r\n", BAD),
    ("a length below nothing", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n", BAD),
    ("a length beyond all", b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n", BAD),
    ("a path without end", b"GET /" + b"a" * 20000, [431]),
    ("a head without end", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 4000, [431]),
    ("a line without end", b"GET / HTTP/1.1\r\nX: " + b"y" * 20000, [431]),
    ("another method", b"DELETE / HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [405]),
    ("a tunnel", b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [405]),
    ("a foreign host", b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", [421]),
    ("a foreign host in the path", b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [421]),
    ("a way up", b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [404]),
    ("a way up in disguise", b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [404]),
    ("a line end in the path", b"GET /%0d%0aX-Forged:%201 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [404]),
    ("bytes beyond ASCII", b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [400, 404]),
    ("an upgrade", b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n", [200]),
    ("an expectation", b"GET / HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nConnection: close\r\n\r\n", [200]),
    ("ranges without end", b"GET / HTTP/1.1\r\n" + HOST + b"Range: bytes=" + b"0-," * 1000
     + b"\r\nConnection: close\r\n\r\n", [200]),
    ("many encodings", b"GET / HTTP/1.1\r\n" + HOST + b"Accept-Encoding: " + b"gzip;q=0.1," * 500
     + b"\r\nConnection: close\r\n\r\n", [200]),
    ("a smuggled request behind a good one", b"GET /-/healthy HTTP/1.1\r\n" + HOST + b"\r\n"
     b"GET /none HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", [200, 404]),
]


def talk(port, data, timeout=20):
    """What comes back, until the other side closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as sock:
        answer = b""
        try:
            sock.sendall(data)
            sock.shutdown(socket.SHUT_WR)
            while chunk := sock.recv(65536):
                answer += chunk
        except (ConnectionResetError, BrokenPipeError):
            pass
        return answer


def statuses(answer):
    """Of all answers that came, one behind the other; a wrong frame is an error."""
    found = []
    while answer:
        head, end, rest = answer.partition(b"\r\n\r\n")
        if not end or not head.startswith(b"HTTP/1.1 "):
            raise ValueError(f"no answer of HTTP/1.1: {answer[:60]!r}")
        if b"x-forged" in head.lower():
            raise ValueError("a header was forged")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length: ")]
        found.append(int(head[9:12]))
        size = int(lengths[0].split()[1]) if lengths else 0
        if len(rest) < size:
            raise ValueError(f"a body of {len(rest)} bytes of {size}")
        answer = rest[size:]
    return found


def wrong_answers(port):
    """The rows of the corpus that were answered in another way."""
    wrong = []
    for name, data, expected in CORPUS:
        try:
            got = statuses(talk(port, data))
        except (ValueError, OSError) as problem:
            got = [str(problem)]
        fine = got == expected if len(got) > 1 else len(got) == 1 and got[0] in expected
        if not fine:
            wrong.append(f"{name}: expected {expected}, got {got}")
    return wrong


def noise(choose):
    """A good request, or one of the corpus, with a few bytes changed, doubled, left out or put in."""
    data = bytearray(choose.choice(CORPUS)[1][:3000] if choose.random() < 0.7
                     else b"GET /metrics HTTP/1.1\r\n" + HOST + b"Accept-Encoding: gzip\r\n\r\n")
    for _ in range(choose.randrange(1, 8)):
        at = choose.randrange(len(data) + 1)
        what = choose.randrange(5)
        if what == 0 and at < len(data):
            data[at] = choose.randrange(256)
        elif what == 1:
            data[at:at] = choose.randbytes(choose.randrange(1, 9))
        elif what == 2:
            del data[at:at + choose.randrange(1, 9)]
        elif what == 3:
            data[at:at] = data[at:at + choose.randrange(1, 40)]
        else:
            data[at:at] = choose.choice([b"\r\n", b"\n", b"\r", b" ", b"\t", b":", b"\0", b"Content-Length: 5\r\n"])
    return bytes(data)


def fuzz(port, seed, requests):
    """Noise whose answers must still be HTTP; the first that is not is returned."""
    choose = random.Random(seed)
    for number in range(requests):
        data = noise(choose)
        try:
            got = statuses(talk(port, data))
        except (ValueError, OSError) as problem:
            return f"request {number} of seed {seed}: {problem}: {data!r}"
        if any(status >= 500 for status in got):
            return f"request {number} of seed {seed}: {got}: {data!r}"
    return None
