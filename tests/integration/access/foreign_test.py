#!/usr/bin/env python3
"""What others write and send, against the real binary: foreign_test.py STEPTAIL"""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import unittest

from lab import LINES, Daemon, Home, eventually

ADA, EVE = 1001, 1002
SECRET = "pace step=77 loss=0.424242\n"
SERIES = re.compile(r'^[a-z_]+(\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)*\})? \S+$')
PHASES = """format: pace
title: A trainer for tests
rules:
  - name: step
    when: "pace step="
    progress: true
    fields:
      iteration: {after: "step="}
      loss: {after: "loss="}
  - name: phases
    when: "phases |"
    each: {separator: "|", key_end: ":", field: phase_seconds, label: phase, unit: ms}
samples:
  - {line: "pace step=7 loss=2.5", rule: step, expect: {iteration: 7, loss: 2.5}}
  - {line: "phases | forward: 2 | backward: 3", rule: phases}
  - {line: "a pace of three", rule: none}
"""


class Foreign(unittest.TestCase):
    def setUp(self):
        self.home = self.enterContext(Home())
        self.logs = self.home / "logs"
        self.logs.mkdir()

    def daemon(self, *flags, **more):
        daemon = self.enterContext(Daemon(self.home, *flags, paths=more.pop("paths", f"{self.logs}/{{run}}.log"), **more))
        return daemon

    def ready(self, daemon):
        self.assertTrue(eventually(lambda: daemon.get("/-/ready").status == 200))

    def every_page(self, daemon):
        pages = [daemon.get(path).body for path in ("/", "/metrics", "/api/v1/runs", "/api/v1/files")]
        for run in json.loads(pages[2])["runs"]:
            pages.append(daemon.get(f"/api/v1/runs/{run['id']}").body)
        return "\n".join(pages)


class Links(Foreign):
    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("needs root, to make files of other users")
        for name, owner in (("ada", ADA), ("eve", EVE)):
            (self.home / name).mkdir()
            os.chown(self.home / name, owner, owner)
        self.write("ada/secret.log", SECRET, ADA)
        self.write("eve/own.log", LINES, EVE)

    def write(self, name, text, owner):
        (self.home / name).write_text(text)
        os.chown(self.home / name, owner, owner)

    def link(self, target, name, owner):
        os.symlink(target, self.logs / name)
        os.chown(self.logs / name, owner, owner, follow_symlinks=False)

    def runs(self, daemon):
        page = daemon.get().body
        return dict(re.findall(r'^training_iteration\{run="([^"]*)"\} (\S+)$', page, re.M))

    def test_a_link_shows_only_what_its_maker_may_show(self):
        self.link(self.home / "ada/secret.log", "stolen.log", EVE)
        self.link(self.home / "eve/own.log", "own.log", EVE)
        self.link(self.home / "ada/secret.log", "granted.log", 0)
        daemon = self.daemon()
        self.ready(daemon)
        self.assertEqual({"own": "30", "granted": "77"}, self.runs(daemon))
        self.assertIn('steptail_files{state="skipped",watch="w"} 1', daemon.get().body)

    def test_a_linked_directory_is_no_way_around(self):
        os.symlink(self.home / "ada", self.home / "eve/there")
        os.chown(self.home / "eve/there", EVE, EVE, follow_symlinks=False)
        daemon = self.daemon(paths=f"{self.home}/eve/**/{{run}}.log")
        self.ready(daemon)
        self.assertEqual({"own": "30"}, self.runs(daemon))

    def test_a_file_swapped_for_a_link_later_shows_nothing_more(self):
        self.write("logs/eves.log", LINES, EVE)
        daemon = self.daemon()
        self.ready(daemon)
        self.assertEqual({"eves": "30"}, self.runs(daemon))
        # At once: a look in between would find no file at all.
        os.link(self.logs / "eves.log", self.home / "eve/old.log")
        self.link(self.home / "ada/secret.log", "eves.link", EVE)
        os.rename(self.logs / "eves.link", self.logs / "eves.log")
        self.write("logs/later.log", "pace step=5 loss=1\n", EVE)
        self.assertTrue(eventually(lambda: "later" in self.runs(daemon)))
        self.assertTrue(eventually(lambda: "msg=file_unreadable" in daemon.log()))
        self.assertIn("is not followed", daemon.log())
        self.assertEqual({"eves": "30", "later": "5"}, self.runs(daemon))

    def test_check_explains_why_a_link_is_not_followed(self):
        self.link(self.home / "ada/secret.log", "stolen.log", EVE)
        self.daemon()
        said = subprocess.run([Daemon.binary, "check", "--config.file", self.home / "steptail.yaml", "--explain",
                               self.logs / "stolen.log"], capture_output=True, text=True, timeout=60)
        self.assertIn("the symlink 'stolen.log' is not followed: it belongs to user 1002, what it leads to to user "
                      "1001", said.stdout + said.stderr)


class Kinds(Foreign):
    def test_what_is_no_file_is_never_waited_for(self):
        os.mkfifo(self.logs / "fifo.log")
        listener = self.enterContext(socket.socket(socket.AF_UNIX))
        listener.bind(str(self.logs / "socket.log"))
        if os.geteuid() == 0:
            os.mknod(self.logs / "device.log", stat.S_IFCHR | 0o600, os.makedev(1, 5))  # zeros without end
        (self.logs / "good.log").write_text(LINES)
        daemon = self.daemon()
        self.ready(daemon)
        page = daemon.get().body
        self.assertIn('training_iteration{run="good"} 30', page)
        self.assertRegex(page, r'steptail_files\{state="skipped",watch="w"\} [23]')


class Injection(Foreign):
    NAMES = ["a\nforged_metric 1\n", 'a"} 1\nforged_metric{x="', "back\\slash", "\x1b[31mred\x1b[0m",
             "<img src=x onerror=alert(1)>", "tab\there", "b\r\nX-Forged: 1", "{braces}", "ü", "x" * 200]

    def test_names_of_files_stay_label_values(self):
        for name in self.NAMES:
            (self.logs / f"{name.replace('/', '_')}.log").write_text(LINES)
        (self.logs / os.fsdecode(b"bad\xff\xfeutf8.log")).write_text(LINES)
        daemon = self.daemon()
        self.ready(daemon)
        answer = daemon.get()
        for line in answer.body.split("\n")[:-1]:
            if not line.startswith("#"):
                self.assertRegex(line, SERIES)
        self.assertNotIn("\nforged_metric", answer.body)
        self.assertEqual(11, len(re.findall(r"^training_iteration\{", answer.body, re.M)))
        self.assertIn('run="bad\ufffd\ufffdutf8', answer.body)
        self.assertNotIn("x-forged", answer.headers)
        runs = json.loads(daemon.get("/api/v1/runs").body)["runs"]
        self.assertEqual(11, len(runs))
        self.assertNotIn("onerror", daemon.get("/").body, "the page itself holds no run")
        for line in daemon.log().splitlines():
            self.assertRegex(line, r"^(<\d>)?ts=\S+ level=\w+ msg=", "one line an event")
            self.assertNotIn("\x1b", line)

    def test_names_in_lines_stay_label_values_and_are_capped(self):
        names = ['<b onclick="x">', "a\\", 'q"uote', "\x1b[31mred", "z" * 3000] + [f"p{n}" for n in range(1000)]
        lines = LINES + "".join(f"phases | {name}: 5\n" for name in names)
        (self.logs / "many.log").write_text(lines)
        daemon = self.daemon()
        (self.home / "formats/pace.yaml").write_text(PHASES)
        daemon.process.send_signal(1)
        self.assertTrue(eventually(lambda: "msg=reloaded" in daemon.log()))
        (self.logs / "new.log").write_text(lines)
        self.assertTrue(eventually(lambda: "training_phase_seconds" in daemon.get().body))
        page = daemon.get().body
        for line in page.split("\n")[:-1]:
            if not line.startswith("#"):
                self.assertRegex(line, SERIES)
                self.assertLess(len(line), 4000)
        self.assertLessEqual(len(re.findall(r'^training_\w+\{run="new"', page, re.M)), 201)
        refused = re.search(r'^steptail_refused_total\{limit="series"\} (\S+)$', page, re.M)
        self.assertGreater(float(refused.group(1)), 0, "and what was dropped is counted")

    def test_text_of_a_log_is_on_no_page_and_in_no_log(self):
        (self.logs / "talk.log").write_text(
            LINES + "password=hunter2-TEXT\nTraceback (most recent call last):\n  File \"TEXT.py\", line 1\n"
            "RuntimeError: TEXT token\nCUDA out of memory. TEXT\npace step=TEXT loss=nan\n" + "TEXT" * 40000 + "\n")
        daemon = self.daemon()
        self.ready(daemon)
        self.assertIn('run="talk"', daemon.get().body)
        self.assertNotIn("TEXT", self.every_page(daemon))
        self.assertNotIn("TEXT", daemon.log())


class Clients(Foreign):
    def test_a_foreign_name_for_this_machine_is_refused_on_loopback(self):
        daemon = self.daemon()
        for host in ("evil.example", f"evil.example:{daemon.port}", "localhost.evil.example", "127.0.0.1.evil.example"):
            answer = daemon.get("/metrics", host=host)
            self.assertEqual(421, answer.status, host)
            self.assertNotIn("steptail_build_info", answer.body)
        self.assertEqual(421, daemon.get("http://evil.example/metrics", host="127.0.0.1").status)
        for host in ("localhost", f"localhost:{daemon.port}", "LOCALHOST", "localhost.", "127.0.0.1", "[::1]:80",
                     socket.gethostname()):
            self.assertEqual(200, daemon.get("/metrics", host=host).status, host)
        for host in ("a b", "evil.example/x", "[::1", "127.0.0.1:x", "a@b"):
            self.assertEqual(400, daemon.get("/metrics", host=host).status, host)

    def test_every_answer_has_the_security_headers(self):
        daemon = self.daemon()
        for path in ("/", "/metrics", "/api/v1/runs", "/none", "/%zz"):
            answer = daemon.get(path, headers={"Origin": "https://evil.example"})
            policy = answer.headers["content-security-policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual("nosniff", answer.headers["x-content-type-options"])
            self.assertEqual([], [name for name in answer.headers if name.startswith("access-control")])


class Logs(Foreign):
    def test_the_journal_gets_priorities(self):
        with open(self.home / "log", "ab") as log:
            status = os.fstat(log.fileno())
        daemon = self.daemon(environment={"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
        self.assertRegex(daemon.log(), r"(?m)^<6>ts=\S+ level=info msg=listening ")
        elsewhere = self.daemon(environment={"JOURNAL_STREAM": "1:1"})
        # Both write to one file: the other may become ready between.
        self.assertRegex(elsewhere.log(), r"(?m)^ts=\S+ level=info msg=listening ")

    def test_json_lines_are_json_whatever_they_say(self):
        name = 'q"uo\nte\x1b\\'
        (self.logs / f"{name}.log").write_text(LINES)
        daemon = self.daemon("--log.format", "json")
        self.ready(daemon)
        os.unlink(self.logs / f"{name}.log")
        os.mkdir(self.logs / f"{name}.log")
        events = [json.loads(line) for line in daemon.log().splitlines()]
        self.assertIn("listening", [event["msg"] for event in events])
        for event in events:
            self.assertEqual(["ts", "level", "msg"], list(event)[:3])


class Sockets(Foreign):
    def run_with(self, listener, *flags):
        """As systemd starts a process: the socket is descriptor 3, and the environment says so."""
        number = listener.fileno()
        daemon = Daemon(self.home, paths=f"{self.logs}/{{run}}.log")
        with open(self.home / "log", "ab") as log:
            process = subprocess.Popen(
                ["bash", "-c", f"exec 3<&{number}; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\"", "bash", Daemon.binary, "serve",
                 "--config.file", str(self.home / "steptail.yaml"), *flags],
                stderr=log, stdin=subprocess.DEVNULL, pass_fds=[number])
        self.addCleanup(process.wait, 20)
        self.addCleanup(process.terminate)
        return daemon, process

    def test_the_socket_that_systemd_passes_is_served(self):
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with self.subTest(host=host), socket.socket(family) as listener:
                listener.bind((host, 0))
                listener.listen()
                daemon, process = self.run_with(listener, "--web.systemd-socket")
                with socket.create_connection(listener.getsockname()[:2], timeout=20) as client:
                    client.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    self.assertTrue(client.recv(4096).startswith(b"HTTP/1.1 200"))
                with socket.create_connection(listener.getsockname()[:2], timeout=20) as client:
                    client.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                    self.assertTrue(client.recv(4096).startswith(b"HTTP/1.1 421"), "it is a loopback listener")
                self.assertNotIn(":10480", daemon.log())
                process.terminate()
                self.assertEqual(0, process.wait(20))

    def test_what_is_no_listening_socket_is_said(self):
        with socket.socket(socket.AF_INET) as quiet, socket.socket(socket.AF_UNIX) as local:
            quiet.bind(("127.0.0.1", 0))
            local.bind(str(self.home / "local"))
            local.listen()
            for wrong in (quiet, local):
                daemon, process = self.run_with(wrong, "--web.systemd-socket")
                self.assertEqual(1, process.wait(20))
                self.assertIn("descriptor 3 is no listening TCP socket", daemon.log())

    def test_the_flag_without_a_socket_is_an_error(self):
        done = subprocess.run([Daemon.binary, "serve", "--web.systemd-socket", "/nowhere/*.log"],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(1, done.returncode)
        self.assertIn("--web.systemd-socket: the service manager passed no socket", done.stderr)


if __name__ == "__main__":
    Daemon.binary = sys.argv.pop(1)
    unittest.main(verbosity=2)
