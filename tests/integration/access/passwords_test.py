#!/usr/bin/env python3
"""Passwords of the real binary: passwords_test.py STEPTAIL"""

import sys
import threading
import time
import unittest

from lab import Daemon, Home, bcrypt, eventually, request


def users(**passwords):
    return "basic_auth_users: {" + ", ".join(f"{name}: {hash}" for name, hash in passwords.items()) + "}\n"


class Passwords(unittest.TestCase):
    def setUp(self):
        self.home = self.enterContext(Home())

    def daemon(self, web):
        return self.enterContext(Daemon(self.home, web=web))

    def test_every_page_wants_the_password(self):
        daemon = self.daemon(users(ada=bcrypt("right")))
        for path in ("/", "/metrics", "/-/healthy", "/-/ready", "/api/v1/runs", "/none"):
            answer = daemon.get(path)
            self.assertEqual(401, answer.status, path)
            self.assertIn('Basic realm="steptail"', answer.headers["www-authenticate"])
            self.assertEqual("nosniff", answer.headers["x-content-type-options"])
        self.assertEqual(200, daemon.get(user="ada:right").status)

    def test_wrong_passwords_and_names_are_refused(self):
        daemon = self.daemon(users(ada=bcrypt("right"), bob=bcrypt("other")))
        for user in ("ada:wrong", "ada:", "ada:right ", "Ada:right", "bob:right", "eve:right", ":", "ada"):
            self.assertEqual(401, daemon.get(user=user).status, user)
        for header in ("Basic", "Basic !!", "Bearer YWRhOnJpZ2h0", "Basic " + "A" * 4000):
            self.assertEqual(401, daemon.get(headers={"Authorization": header}).status, header)
        self.assertEqual(200, daemon.get(user="ada:right").status)
        page = daemon.get(user="ada:right").body
        self.assertIn('steptail_http_refused_total{reason="unauthorized"} 12', page)

    def test_a_new_password_holds_at_once_and_an_old_one_no_more(self):
        daemon = self.daemon(users(ada=bcrypt("old")))
        self.assertEqual(200, daemon.get(user="ada:old").status)
        daemon.configure(users(ada=bcrypt("new")))
        self.assertEqual(200, daemon.get(user="ada:new").status, "no restart, no signal")
        self.assertTrue(eventually(lambda: daemon.get(user="ada:old").status == 401))
        daemon.configure(users(eve=bcrypt("x")))
        self.assertTrue(eventually(lambda: daemon.get(user="ada:new").status == 401))
        self.assertEqual(200, daemon.get(user="eve:x").status)

    def test_a_wrong_file_leaves_the_passwords_in_force(self):
        daemon = self.daemon(users(ada=bcrypt("right")))
        daemon.configure("basic_auth_users: {ada: plain}\n")
        self.assertEqual(401, daemon.get(user="ada:plain").status)
        self.assertEqual(200, daemon.get(user="ada:right").status)
        self.assertIn("msg=web_config_reload_failed", daemon.log())

    def test_a_name_that_nobody_has_takes_as_long(self):
        daemon = self.daemon(users(ada=bcrypt("right", cost=9)))

        def seconds(user):
            start = time.monotonic()
            self.assertEqual(401, daemon.get(user=user).status)
            return time.monotonic() - start

        known = sorted(seconds(f"ada:{i}") for i in range(7))
        unknown = sorted(seconds(f"eve{i}:{i}") for i in range(7))
        self.assertGreater(unknown[3], known[3] / 3, "median of seven")

    def test_guessing_does_not_hold_up_who_is_known(self):
        daemon = self.daemon(users(ada=bcrypt("right", cost=11)))
        self.assertEqual(200, daemon.get(user="ada:right").status)
        stop = threading.Event()
        seen = {}

        def guess(number):
            for count in range(10000):
                if stop.is_set():
                    return
                status = daemon.get("/-/healthy", user=f"ada:{number}.{count}").status
                seen[status] = seen.get(status, 0) + 1

        guessers = [threading.Thread(target=guess, args=(number,)) for number in range(16)]
        for guesser in guessers:
            guesser.start()
        self.addCleanup(lambda: (stop.set(), [guesser.join() for guesser in guessers]))
        self.assertTrue(eventually(lambda: seen.get(503, 0) >= 1), "more than are checked")
        for _ in range(20):
            start = time.monotonic()
            self.assertEqual(200, daemon.get(user="ada:right").status)
            self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(set(), set(seen) - {401, 503})

    def test_passwords_stand_nowhere(self):
        daemon = self.daemon(users(ada=bcrypt("right-secret")))
        daemon.get(user="ada:right-secret")
        daemon.get(user="ada:wrong-secret")
        page = daemon.get(user="ada:right-secret").body + daemon.get("/", user="ada:right-secret").body
        for text in (page, daemon.log()):
            self.assertNotIn("secret", text)
            self.assertNotIn("$2b$", text)

    def test_a_connection_that_was_refused_may_try_again(self):
        daemon = self.daemon(users(ada=bcrypt("right")))
        with daemon.connect() as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            text = b""
            while not text.endswith(b"please\n"):
                text += sock.recv(4096)
            self.assertEqual(200, request(sock, user="ada:right").status)


if __name__ == "__main__":
    Daemon.binary = sys.argv.pop(1)
    unittest.main(verbosity=2)
