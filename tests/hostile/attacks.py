"""What hostile clients do, each in a process of its own so that it slows down no measurement.

An attack gets the port, how many sockets it may have, when it is over, and a number to seed its
choices; it returns how many requests or connections it made.
"""

import base64
import random
import select
import socket
import time

HEAD = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n"


class Swarm:
    """Sockets that are connected again when the other side closes them; one thread drives them all."""

    def __init__(self, port, count, first, receive_buffer=0):
        self.port, self.first, self.receive_buffer = port, first, receive_buffer
        self.made = 0
        self.sockets = set()
        self.unsent = {}
        self.wanted = count

    def fill(self, at_most=200):
        for sock, data in list(self.unsent.items()):
            del self.unsent[sock]
            self.send(sock, data)
        while len(self.sockets) < self.wanted and at_most > 0:
            at_most -= 1
            sock = socket.socket()
            sock.setblocking(False)
            if self.receive_buffer:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
            try:
                sock.connect(("127.0.0.1", self.port))
            except BlockingIOError:
                pass
            except OSError:
                sock.close()
                return
            self.sockets.add(sock)
            self.made += 1
            self.send(sock, self.first)

    def send(self, sock, data):
        try:
            if data:
                sock.send(data)
        except BlockingIOError:
            if data is self.first:  # it is not connected yet
                self.unsent[sock] = data
        except OSError:
            self.drop(sock)

    def drop(self, sock):
        self.unsent.pop(sock, None)
        self.sockets.discard(sock)
        sock.close()

    def each(self, act, share=1.0):
        for sock in list(self.sockets):
            if random.random() < share:
                act(sock)

    def read(self, size):
        def act(sock):
            try:
                if sock.recv(size) == b"":
                    self.drop(sock)
            except BlockingIOError:
                pass
            except OSError:
                self.drop(sock)
        return act

    def close(self):
        for sock in self.sockets:
            sock.close()


def slow_head(port, count, until, _seed):
    """A line of a head now and then, never the last one (slowloris)."""
    swarm = Swarm(port, count, HEAD)
    while time.monotonic() < until:
        swarm.fill()
        swarm.each(lambda sock: swarm.send(sock, b"X-a: b\r\n"), 0.2)
        swarm.each(swarm.read(4096))
        time.sleep(0.25)
    swarm.close()
    return swarm.made


def slow_body(port, count, until, _seed):
    """A body that is promised and comes byte by byte."""
    swarm = Swarm(port, count, b"POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    while time.monotonic() < until:
        swarm.fill()
        swarm.each(lambda sock: swarm.send(sock, b"x"), 0.2)
        swarm.each(swarm.read(4096), 0.1)
        time.sleep(0.25)
    swarm.close()
    return swarm.made


def slow_read(port, count, until, _seed):
    """Whole requests, many at once, whose answers are taken byte by byte."""
    swarm = Swarm(port, count, (HEAD + b"\r\n") * 20, receive_buffer=2048)
    while time.monotonic() < until:
        swarm.fill()
        swarm.each(swarm.read(16), 0.5)
        time.sleep(0.25)
    swarm.close()
    return swarm.made


def silent(port, count, until, _seed):
    """Connections on which nothing is ever said; some go away half."""
    swarm = Swarm(port, count, b"")
    while time.monotonic() < until:
        swarm.fill()
        swarm.each(swarm.read(4096))
        time.sleep(0.25)
    swarm.close()
    return swarm.made


def half_closed(port, count, until, _seed):
    """A head, and then the end of what is sent: the answer must come all the same."""
    answered = 0
    while time.monotonic() < until:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as sock:
            sock.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
            sock.shutdown(socket.SHUT_WR)
            text = b""
            while chunk := sock.recv(4096):
                text += chunk
            if not text.endswith(b"healthy\n"):
                raise AssertionError(f"half closed: {text[:80]!r}")
        answered += 1
        time.sleep(0.05)
    return answered


def reset(port, count, until, _seed):
    """Connections that are made, ask, and are torn down before the answer."""
    made = 0
    while time.monotonic() < until:
        for _ in range(min(count, 50)):
            sock = socket.create_connection(("127.0.0.1", port), timeout=20)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            sock.send(HEAD + b"\r\n")
            sock.close()
            made += 1
        time.sleep(0.1)
    return made


def wrong_passwords(port, _count, until, _seed, a_second=200):
    """Guesses, each another one, at an even pace, whether they are answered or not."""
    swarm = Swarm(port, 1_000_000, b"")
    swarm.wanted = 0
    begin, guesses = time.monotonic(), 0
    while (now := time.monotonic()) < until:
        while guesses < (now - begin) * a_second:
            guesses += 1
            secret = base64.b64encode(f"scraper:guess{guesses}".encode())
            swarm.first = HEAD + b"Connection: close\r\nAuthorization: Basic " + secret + b"\r\n\r\n"
            swarm.wanted = len(swarm.sockets) + 1
            swarm.fill(1)
        swarm.each(swarm.read(4096))
        time.sleep(0.02)
    swarm.close()
    return guesses


def parallel_scrapes(port, count, until, _seed):
    """So many whole scrapes at the same moment, again and again, all of them read."""
    made = 0
    while time.monotonic() < until:
        swarm = Swarm(port, count, HEAD + b"Connection: close\r\n\r\n")
        deadline = min(until, time.monotonic() + 20)
        swarm.fill(count)
        made += swarm.made
        swarm.wanted = 0
        poller = select.epoll()
        for sock in swarm.sockets:
            poller.register(sock, select.EPOLLIN)
        by_number = {sock.fileno(): sock for sock in swarm.sockets}
        read = swarm.read(1 << 18)
        while swarm.sockets and time.monotonic() < deadline:
            swarm.fill()
            for number, _ in poller.poll(0.5):
                read(by_number[number])
        poller.close()
        swarm.close()
    return made


def slow_handshake(port, count, until, seed):
    """The beginnings of TLS handshakes, some of noise."""
    choose = random.Random(seed)
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(20)
    swarm = Swarm(port, count, hello)
    while time.monotonic() < until:
        swarm.fill()
        swarm.each(lambda sock: swarm.send(sock, choose.randbytes(1)), 0.1)
        swarm.each(swarm.read(4096))
        time.sleep(0.25)
    swarm.close()
    return swarm.made
