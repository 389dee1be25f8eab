#!/usr/bin/env python3
"""HTTPS of the real binary against clients of other makers: tls_test.py STEPTAIL"""

import shutil
import signal
import socket
import ssl
import subprocess
import sys
import unittest

from lab import Authority, Daemon, Home, bcrypt, client_context, eventually, request

PLAIN = "tls_server_config: {cert_file: server.crt, key_file: server.key}\n"


def served_certificate(daemon, context):
    with daemon.connect(context) as sock:
        return sock.getpeercert(binary_form=True)


def exchange(sock, incoming, outgoing, act):
    """Carries what TLS says between a socket and what holds it in memory, until the act is done."""
    while True:
        try:
            done = act()
        except ssl.SSLWantReadError:
            done = None
        if said := outgoing.read():
            sock.sendall(said)
        if done is not None:
            return done
        incoming.write(sock.recv(65536))


class Tls(unittest.TestCase):
    def setUp(self):
        home = Home()
        self.home = self.enterContext(home)
        self.authority = Authority(self.home)
        self.authority.sign("server")
        self.trusting = client_context(self.authority.path)

    def daemon(self, web, **more):
        return self.enterContext(Daemon(self.home, web=web, **more))

    def refused(self, daemon):
        """How many handshakes failed, by the page itself."""
        page = daemon.get(context=self.trusting).body
        line = next(line for line in page.splitlines() if 'reason="handshake"' in line)
        return int(line.split()[-1])

    def test_a_client_that_trusts_the_authority_gets_the_page(self):
        daemon = self.daemon(PLAIN)
        answer = daemon.get(context=self.trusting)
        self.assertEqual(200, answer.status)
        self.assertIn("steptail_build_info", answer.body)
        self.assertIn("tls=true", daemon.log())

    def test_a_connection_is_kept_for_more_requests_and_closed_politely(self):
        daemon = self.daemon(PLAIN)
        with daemon.connect(self.trusting) as sock:
            for _ in range(3):
                sock.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
                text = b""
                while not text.endswith(b"healthy\n"):
                    text += sock.recv(4096)
            self.assertEqual(200, request(sock, "/").status, "and the end is told, or this raises")

    def test_a_client_that_trusts_somebody_else_goes_away(self):
        daemon = self.daemon(PLAIN)
        other = Authority(self.home, "other")
        with self.assertRaises(ssl.SSLCertVerificationError):
            daemon.get(context=client_context(other.path))
        self.assertGreaterEqual(self.refused(daemon), 1)

    def greeting(self):
        """What a client says first, and the means to go on."""
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = self.trusting.wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
        with self.assertRaises(ssl.SSLWantReadError):
            client.do_handshake()
        return client, incoming, outgoing

    def test_a_greeting_may_come_in_pieces(self):
        daemon = self.daemon(PLAIN)
        client, incoming, outgoing = self.greeting()
        hello = outgoing.read()
        with daemon.connect() as sock:
            for piece in (hello[:1], hello[1:3], hello[3:50], hello[50:-1], hello[-1:]):
                sock.sendall(piece)
                self.assertEqual(200, daemon.get(context=self.trusting).status, "meanwhile others are served")
            exchange(sock, incoming, outgoing, lambda: client.do_handshake() or True)
            client.write(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertIn(b"200 OK", exchange(sock, incoming, outgoing, lambda: client.read(65536)))

    def test_half_a_greeting_ends_with_the_connection(self):
        daemon = self.daemon(PLAIN)
        hello = self.greeting()[2].read()
        for size in (1, 5, len(hello) - 1):
            before = self.refused(daemon)
            with daemon.connect() as sock:
                sock.sendall(hello[:size])
                sock.shutdown(socket.SHUT_WR)
                while sock.recv(4096):
                    pass
            self.assertTrue(eventually(lambda: self.refused(daemon) > before), size)

    def test_tls_1_1_is_not_spoken(self):
        daemon = self.daemon(PLAIN)
        for old in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
            with self.assertRaises((ssl.SSLError, OSError)):
                daemon.get(context=client_context(self.authority.path, version=old, offer_all=True))
        for good in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            self.assertEqual(200, daemon.get(context=client_context(self.authority.path, version=good)).status)

    def test_plain_http_on_an_encrypted_port_gets_nothing(self):
        daemon = self.daemon(PLAIN)
        with daemon.connect() as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertNotIn(b"HTTP", sock.recv(4096))
        self.assertTrue(eventually(lambda: self.refused(daemon) >= 1))

    def test_versions_and_ciphers_are_those_configured(self):
        daemon = self.daemon("tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n"
                             "  max_version: TLS12\n  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]\n"
                             "  curve_preferences: [CurveP384]\n")
        with daemon.connect(self.trusting) as sock:
            self.assertEqual("TLSv1.2", sock.version())
            self.assertEqual("ECDHE-ECDSA-AES256-GCM-SHA384", sock.cipher()[0])
        with self.assertRaises((ssl.SSLError, OSError)):
            daemon.get(context=client_context(self.authority.path, version=ssl.TLSVersion.TLSv1_3))

    def test_a_renewed_certificate_is_served_to_the_next_client(self):
        daemon = self.daemon(PLAIN)
        first = served_certificate(daemon, self.trusting)
        with daemon.connect(self.trusting) as old:
            self.authority.sign("server")
            second = served_certificate(daemon, self.trusting)
            self.assertNotEqual(first, second)
            self.assertEqual(200, request(old).status, "who is connected stays so")
        self.assertIn("msg=web_config_reloaded", daemon.log())

    def test_half_of_a_renewal_changes_nothing_and_is_said_once(self):
        daemon = self.daemon(PLAIN)
        first = served_certificate(daemon, self.trusting)
        self.authority.sign("other")
        shutil.copy(self.home / "other.crt", self.home / "server.crt")
        for _ in range(3):
            self.assertEqual(first, served_certificate(daemon, self.trusting))
        self.assertIn("'key_file': ", daemon.log())
        self.assertIn("does not belong to the certificate", daemon.log())
        self.assertEqual(1, daemon.log().count("msg=web_config_reload_failed"))
        failing = daemon.get(context=self.trusting).body
        self.assertIn("steptail_config_last_reload_successful 0", failing)
        shutil.copy(self.home / "other.key", self.home / "server.key")
        self.assertNotEqual(first, served_certificate(daemon, self.trusting))
        self.assertTrue(eventually(lambda: "steptail_config_last_reload_successful 1"
                                   in daemon.get(context=self.trusting).body))

    def test_sighup_takes_over_certificates_or_nothing(self):
        daemon = self.daemon(PLAIN)
        (self.home / "server.key").write_text("none\n")
        daemon.process.send_signal(signal.SIGHUP)
        self.assertTrue(eventually(lambda: "msg=reload_failed" in daemon.log()))
        self.assertEqual(200, daemon.get(context=self.trusting).status)
        self.authority.sign("server")
        daemon.process.send_signal(signal.SIGHUP)
        self.assertTrue(eventually(lambda: "msg=reloaded" in daemon.log()))

    def test_only_clients_with_a_good_certificate_are_served(self):
        daemon = self.daemon("tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n"
                             "  client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: authority.crt\n"
                             "  client_allowed_sans: [scraper.example]\n")
        good = self.authority.sign("scraper", "DNS:other.example,DNS:scraper.example", "clientAuth")
        self.assertEqual(200, daemon.get(context=client_context(self.authority.path, good)).status)
        stranger = Authority(self.home, "stranger").sign("forged", "DNS:scraper.example", "clientAuth")
        wrong_name = self.authority.sign("wrong", "DNS:wrong.example", "clientAuth")
        wrong_use = self.authority.sign("use", "DNS:scraper.example", "serverAuth")
        for certificate in (None, stranger, wrong_name, wrong_use):
            with self.subTest(certificate=certificate), self.assertRaises((ssl.SSLError, OSError)):
                daemon.get(context=client_context(self.authority.path, certificate))

    def test_any_certificate_will_do_where_that_is_configured(self):
        daemon = self.daemon("tls_server_config: {cert_file: server.crt, key_file: server.key, "
                             "client_auth_type: RequireAnyClientCert}\n")
        stranger = Authority(self.home, "stranger").sign("anybody", "DNS:x", "clientAuth")
        self.assertEqual(200, daemon.get(context=client_context(self.authority.path, stranger)).status)
        with self.assertRaises((ssl.SSLError, OSError)):
            daemon.get(context=self.trusting)

    def test_big_pages_come_whole(self):
        runs = self.home / "logs"
        runs.mkdir(exist_ok=True)
        for number in range(300):
            (runs / f"run{number}.log").write_text("pace step=1 loss=2\n")
        daemon = self.daemon(PLAIN, paths=f"{runs}/{{run}}.log")
        self.assertTrue(eventually(lambda: daemon.get("/-/ready", self.trusting).status == 200))
        answer = daemon.get(context=self.trusting)
        self.assertEqual(int(answer.headers["content-length"]), len(answer.body))
        self.assertGreater(len(answer.body), 300000)

    def test_configured_headers_stand_on_every_answer(self):
        daemon = self.daemon(PLAIN + "http_server_config: {headers: {Strict-Transport-Security: max-age=60}}\n")
        for path in ("/", "/metrics", "/none"):
            answer = daemon.get(path, self.trusting)
            self.assertEqual("max-age=60", answer.headers["strict-transport-security"])
            self.assertIn("default-src 'none'", answer.headers["content-security-policy"])

    def test_curl_and_s_client_and_healthcheck_agree(self):
        daemon = self.daemon(PLAIN)
        url = f"https://127.0.0.1:{daemon.port}"
        if shutil.which("curl"):
            page = subprocess.run(["curl", "-sS", "--cacert", self.authority.path, f"{url}/-/healthy"],
                                  capture_output=True, text=True, timeout=30)
            self.assertEqual(("healthy\n", ""), (page.stdout, page.stderr))
        said = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{daemon.port}", "-CAfile",
                               self.authority.path, "-alpn", "h2,http/1.1", "-quiet", "-verify_return_error"],
                              input="GET /-/healthy HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                              capture_output=True, text=True, timeout=30)
        self.assertTrue(said.stdout.endswith("healthy\n"), said.stderr)
        subprocess.run([Daemon.binary, "healthcheck", url], check=True, timeout=30)
        wrong = subprocess.run([Daemon.binary, "healthcheck", f"http://127.0.0.1:{daemon.port}"],
                               capture_output=True, timeout=30)
        self.assertEqual(1, wrong.returncode)

    def test_healthcheck_takes_the_demand_for_a_certificate_or_a_password_for_health(self):
        daemon = self.daemon("tls_server_config: {cert_file: server.crt, key_file: server.key, "
                             "client_ca_file: authority.crt, client_auth_type: RequireAndVerifyClientCert}\n"
                             f"basic_auth_users: {{ada: {bcrypt('x')}}}\n")
        subprocess.run([Daemon.binary, "healthcheck", f"https://127.0.0.1:{daemon.port}"], check=True, timeout=30)


class Check(unittest.TestCase):
    def setUp(self):
        self.home = self.enterContext(Home())
        Authority(self.home).sign("server")

    def check(self, web, command="check"):
        (self.home / "web.yaml").write_text(web)
        (self.home / "steptail.yaml").write_text("watch: []\n")
        return subprocess.run([Daemon.binary, command, "--config.file", self.home / "steptail.yaml",
                               "--web.config.file", self.home / "web.yaml"],
                              capture_output=True, text=True, timeout=60)

    def test_check_reads_the_files_that_are_named(self):
        done = self.check(PLAIN)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("web.yaml: HTTPS, 0 users", done.stdout)

    def test_check_and_serve_say_all_that_is_wrong_with_its_place(self):
        wrong = "tls_server_config: {cert_file: none.crt, key_file: none.key}\n"
        for command in ("check", "serve"):
            done = self.check(wrong, command)
            self.assertEqual(1, done.returncode)
            self.assertRegex(done.stderr, r"web\.yaml:1:32: 'cert_file': ")
            self.assertRegex(done.stderr, r"web\.yaml:1:52: 'key_file': ")
        done = self.check("tls_server_config: {cert_file: server.crt, key_file: authority.key}\n")
        self.assertRegex(done.stderr, r"web\.yaml:1:54: 'key_file': .*does not belong to the certificate")
        done = self.check("basic_auth_users: {ada: secret}\n")
        self.assertRegex(done.stderr, r"web\.yaml:1:25: the password of 'ada' is no bcrypt hash")


if __name__ == "__main__":
    Daemon.binary = sys.argv.pop(1)
    unittest.main(verbosity=2)
