#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs diagfmt-dumpstate and reads what it writes by diagfmt, `unzip -t` and Python's zipfile.

    test_dumpstate.py PROGRAM DIAGFMT
"""
import errno
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

PROGRAM, TOOL = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
NONE = "-k", "nothing of its own"


def run(*args, code=0, **how):
    done = subprocess.run([PROGRAM, *args], stdout=how.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=120,
                          check=False, **how)
    assert done.returncode == code, (args, done.returncode, done.stderr.decode())
    return done.stdout if code == 0 else done.stderr.decode()


def reason(number):
    """What the library says of it, for a search: a number where the C library's words would depend on the locale."""
    return f"({os.strerror(number)}|errno {number})"


def tool(*args, data):
    done = subprocess.run([TOOL, *args], input=data, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, (args, done.returncode, done.stdout.decode(), done.stderr.decode())
    return done.stdout


def info(data):
    told = {"sections": [], "services": []}
    for o in map(json.loads, tool("info", "--json", "-", data=data).splitlines()):
        if o["set_name"] in ("file", "device"):
            told.update(o)
        else:
            told.setdefault(o["set_name"], []).append(o)
    for name in ("sections", "services"):
        told[name].sort(key=lambda o: o["number"])
    return told


def entries(data):
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        return {name: z.read(name) for name in z.namelist()}


def section(command, *args, title="T"):
    """A report of that section alone: its zip, what the tool tells of the section, its body."""
    data = run(*NONE, "-s", f"{title}={command}", *args)
    tool("verify", "--strict", "-", data=data)
    told, = info(data)["sections"]
    return data, told, tool("cat", "-", "section:" + title, data=data).decode("utf-8", "surrogateescape")


def is_there(marker):
    """Whether a process lives that has this word in its command line."""
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in path.read_bytes():
                return True
        except OSError:
            pass
    return False


def soon(condition):
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


class Linux(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def test_whole(self):
        path = self.dir / "report.zip"
        run("-o", path, "-t", "5")
        data = path.read_bytes()
        self.assertEqual(tool("verify", "--strict", path, data=b""), b"%s: OK\n" % bytes(path))
        if unzip := shutil.which("unzip"):
            self.assertIn(b"No errors detected", subprocess.run([unzip, "-t", path], capture_output=True, check=True).stdout)
        told, files = info(data), entries(data)
        self.assertEqual((told["version"], told["rule"], told["text_complete"]), ("2.0", "pointer", True))
        self.assertEqual(files["version.txt"], b"2.0")
        self.assertEqual(next(reversed(files)), "dumpstate_log.txt")
        main = files["main_entry.txt"].decode()
        self.assertRegex(main, r"^bugreport-[\w.-]+-\d{4}(-\d\d){5}\.txt$")
        self.assertEqual(told["text_size"], len(files[main]))
        machine = os.uname()
        properties = {p["key"]: p["value"] for p in told["properties"]}
        self.assertEqual(properties["Kernel"], pathlib.Path("/proc/version").read_text().strip())
        self.assertIn(machine.machine, properties["Build fingerprint"])
        self.assertRegex(properties["Dumpstate info"], r"^id=1 pid=\d+ ")
        titles = [s["title"] for s in told["sections"]]
        for title in ("DUMPSYS CRITICAL", "UPTIME", "MEMORY INFO", "DUMPSYS HIGH", "DUMPSYS"):
            self.assertIn(title, titles)
        self.assertEqual([t for t in titles if t.startswith("DUMPSYS")], ["DUMPSYS CRITICAL", "DUMPSYS HIGH", "DUMPSYS"])
        self.assertTrue(all("duration_us" in s for s in told["sections"]))
        wanted = {"memory": "critical", "network": "high", "limits": "normal"}
        self.assertEqual({s["name"]: s["dump_priority"] for s in told["services"] if s["name"] in wanted}, wanted)
        self.assertIn("MemTotal:", tool("cat", "-", "section:MEMORY INFO", data=data).decode())
        self.assertIn("/proc/net/dev", tool("cat", "-", "service:network", data=data).decode())
        self.assertIn(b"processor", files["FS/proc/cpuinfo"])  # the system says that its size is 0
        rows = [json.loads(line) for line in tool("ls", "--json", "-", data=data).splitlines()]
        self.assertEqual([r["key"] for r in rows], list(files))
        self.assertTrue(all(r["state"] == "file" for r in rows if r["key"].startswith("FS/")))

    def test_durations_and_codes(self):
        _, told, body = section("echo out; echo err >&2; sleep 0.3; exit 3")
        self.assertEqual((told["result"], told["code"], told["closed"]), ("exit_code", 3, "duration"))
        self.assertEqual(body, "out\nerr\n*** command 'echo out; echo err >&2; sleep 0.3; exit 3' failed: exit code 3\n")
        self.assertTrue(300000 <= told["duration_us"] < 10000000, told)
        _, told, body = section("kill -SEGV $$")
        self.assertEqual((told["result"], told["code"]), ("signal", int(signal.SIGSEGV)))
        _, told, body = section("/no/such/program")
        self.assertEqual((told["result"], told["code"]), ("exit_code", 127))
        _, told, body = section("cat; printf end")  # standard input is empty; the last line gets its end
        self.assertEqual((told["result"], body), ("ok", "end\n"))

    def test_timeout(self):
        word = "61.%d" % os.getpid()
        start = time.monotonic()
        _, told, body = section(f"echo begun; sleep {word} & sleep {word}", "-t", "0.5")
        self.assertLess(time.monotonic() - start, 50)
        self.assertEqual(told["result"], "timed_out")
        self.assertTrue(500000 <= told["duration_us"] < 50000000, told)
        self.assertRegex(body, r"^begun\n\*\*\* command '.*' timed out after \d+\.\d{3}s \(killing pid \d+\)\n$")
        self.assertTrue(soon(lambda: not is_there(word)), "the group's other process was left")

    def test_timeout_of_who_will_not_end(self):
        _, told, body = section("trap 'echo no' TERM; while :; do sleep 0.05; done", "-t", "0.3")
        self.assertEqual(told["result"], "timed_out")
        self.assertIn("no\n*** command", body, "its last words")

    def test_closes_its_output_and_goes_on(self):
        _, told, body = section("echo x; exec >&- 2>&-; sleep 0.6")
        self.assertEqual((told["result"], body), ("ok", "x\n"))
        self.assertGreaterEqual(told["duration_us"], 600000)
        _, told, body = section("exec >&- 2>&-; sleep 62", "-t", "0.4")
        self.assertEqual(told["result"], "timed_out")

    def test_leaves_a_process_behind(self):
        word = "63.%d" % os.getpid()
        start = time.monotonic()
        _, told, body = section(f"sleep {word} & echo done", "-t", "50")
        self.assertEqual((told["result"], body), ("ok", "done\n"))
        self.assertLess(time.monotonic() - start, 40, "it was waited for")
        self.assertTrue(soon(lambda: not is_there(word)), "the process was left")

    def test_too_much_output(self):
        _, told, body = section("yes", "-m", "0.5")
        self.assertRegex(body, r"^(y\n){262144}\*\*\* command 'yes': only the first 524288 bytes\n$")

    def test_services(self):
        data = run(*NONE, "-t", "0.4", "-d", "CRITICAL:a=echo one", "-d", "HIGH:b=printf two; sleep 64",
                   "-d", "c=exit 4", "-d", "CRITICAL:d=printf four")
        tool("verify", "--strict", "-", data=data)
        told = info(data)
        self.assertEqual([(s["name"], s["dump_priority"], s["timed_out"], s["closed"]) for s in told["services"]],
                         [("a", "critical", False, "footer"), ("d", "critical", False, "footer"),
                          ("b", "high", True, "footer"), ("c", "normal", False, "footer")])
        self.assertEqual([s["title"] for s in told["sections"]], ["DUMPSYS CRITICAL", "DUMPSYS HIGH", "DUMPSYS"])
        self.assertEqual(tool("cat", "-", "service:b", data=data),
                         b"two\n*** SERVICE 'b' DUMP TIMEOUT (400ms) EXPIRED ***\n")
        self.assertEqual(tool("cat", "-", "service:c", data=data), b"*** command 'exit 4' failed: exit code 4\n")

    def test_units(self):
        """Of systemd, by a stand-in for its program."""
        fake = self.dir / "systemctl"
        fake.write_text("#!/bin/sh\ncase $1 in\n"
                        "list-units) printf '%s\\n' 'one.service loaded' 'two@3.service loaded' \"it's\" ;;\n"
                        "*) shift 5; echo status of \"$@\" ;; esac\n")
        fake.chmod(0o755)
        path = {**os.environ, "PATH": f"{self.dir}:{os.environ['PATH']}"}
        data = run(*NONE, "-k", "*.service", env=path)
        tool("verify", "--strict", "-", data=data)
        self.assertEqual([s["name"] for s in info(data)["services"]], ["one.service", "two@3.service"])
        self.assertEqual(tool("cat", "-", "service:two@3.service", data=data), b"status of -- two@3.service\n")
        fake.write_text("#!/bin/sh\nexit 1\n")
        log = entries(run(*NONE, env=path))["dumpstate_log.txt"]
        self.assertIn(b"no units of systemd", log)

    def test_files(self):
        sound, empty, hidden = (self.dir / name for name in ("sound.txt", "empty", "batch.cmd"))
        sound.write_bytes(random.Random(1).randbytes(300000))
        empty.write_bytes(b"")
        hidden.write_bytes(b"x")
        os.utime(sound, (1700000000, 1700000000))
        os.mkfifo(self.dir / "fifo")
        data = run(*NONE, "-f", f"{self.dir}/*", "-f", sound, "-f", f"{self.dir}/missing", "-f", "/proc/self/status",
                   env={**os.environ, "TZ": "UTC"})
        tool("verify", "--strict", "-", data=data)
        files = entries(data)
        self.assertEqual(files[f"FS{sound}"], sound.read_bytes())
        self.assertEqual(files[f"FS{empty}"], b"")
        self.assertEqual(files[f"FS{hidden}.renamed"], b"x")
        self.assertIn(b"VmRSS", files["FS/proc/self/status"])
        self.assertEqual(sorted(n for n in files if n.startswith("FS")),
                         sorted([f"FS{sound}", f"FS{empty}", f"FS{hidden}.renamed", "FS/proc/self/status"]))
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            self.assertEqual(z.getinfo(f"FS{sound}").date_time, (2023, 11, 14, 22, 13, 20))
        log = files["dumpstate_log.txt"].decode()
        for line in (f"{self.dir}/missing: No such file or directory", f"{self.dir}/fifo: no regular file",
                     f"{sound}: duplicate entry"):
            self.assertIn(line, log)

    def test_files_that_cannot_be_read(self):
        """One that gives an error has no entry; one that takes too long, the part that came in time."""
        endless = self.dir / "endless"
        with open(endless, "wb") as f:
            f.truncate(1 << 40)
        data = run(*NONE, "-f", "/proc/self/mem", "-t", "0.3", "-m", "1000000", "-f", endless, "-f", "/proc/version")
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            self.assertNotIn("FS/proc/self/mem", z.namelist())
            self.assertTrue(0 < z.getinfo(f"FS{endless}").file_size < 1 << 40)
            self.assertEqual(z.read("FS/proc/version"), pathlib.Path("/proc/version").read_bytes())
            self.assertRegex(z.read("dumpstate_log.txt").decode(),
                             rf"/proc/self/mem: [^\n]*\n{endless}: not read to its end in time\n")
        cut = entries(run(*NONE, "-f", "/proc/cpuinfo", "-m", "0.001"))
        self.assertEqual(len(cut["FS/proc/cpuinfo"]), 1048)
        self.assertIn("/proc/cpuinfo: only the first 1048 bytes", cut["dumpstate_log.txt"].decode())

    def test_lines_that_would_be_markers(self):
        lines = ["------ UPTIME (uptime) ------", "x------ 0.1s was the duration of 'T' ------", "-" * 79,
                 "DUMP OF SERVICE x:", "--------- 0.1s was the duration of dumpsys x", "=" * 56, "== dumpstate: done", "=" * 56,
                 "[cat: 0.1s elapsed]",
                 "y" * 4090 + "------ 0.1s was the duration of 'T' ------", "z" * 9000, "end"]
        (self.dir / "text").write_text("\n".join(lines))
        data, told, body = section(f"cat {self.dir}/text")
        self.assertEqual((told["result"], told["closed"]), ("ok", "duration"))
        self.assertEqual(body.replace("\\", ""), "\n".join(lines) + "\n")
        self.assertEqual(body.count("\\"), 8)
        self.assertEqual(info(data)["services"], [])

    def test_any_bytes(self):
        raw = bytes(range(256)) * 64 + b"\r\n\0\n" + b"\xff" * 70000
        (self.dir / "raw").write_bytes(raw)
        data, _, _ = section(f"cat {self.dir}/raw")
        self.assertEqual(tool("cat", "-", "section:T", data=data), raw + b"\n")

    def test_headings(self):
        """A command that would be read otherwise is left out of the heading; a title that cannot be one has no section."""
        _, told, body = section("echo '('; echo ok")
        self.assertEqual((told["title"], body), ("T", "(\nok\n"))
        data = run(*NONE, "-s", "- T=echo bad", "-s", "GOOD T=echo good")
        self.assertEqual([s["title"] for s in info(data)["sections"]], ["GOOD T"])
        self.assertIn(b"- T: ", entries(data)["dumpstate_log.txt"])

    def test_same_time_same_bytes(self):
        args = *NONE, "-k", "/etc/*", "-s", "T=sleep 0.1$$; echo x", "-d", "T=sleep 30", "-t", "3", "-r", "1700000000"
        one = run(*args)
        self.assertEqual(one, run(*args))
        with zipfile.ZipFile(io.BytesIO(one)) as z:
            self.assertEqual({i.date_time for i in z.infolist()}, {(2023, 11, 14, 22, 13, 20)})
            self.assertTrue(any(n.endswith("-2023-11-14-22-13-20.txt") for n in z.namelist()))

    def test_list(self):
        lines = run("-l", "-k", "UP*", "-k", "/etc/host*", "-k", "memory", "-s", "MINE=true x").decode().splitlines()
        self.assertEqual([re.split(r"  +", line) for line in lines],
                         [["file", "/etc/hostname", ""], ["service", "memory", lines[1].split("  ")[-1]],
                          ["section", "UPTIME", "uptime"], ["section", "MINE", "true x"]])

    def test_wrong_options(self):
        for args, words in ((["-s", "x"], "not NAME=COMMAND"), (["-t", "0"], "not a time"), (["-t", "1x"], "not a time"),
                            (["-m", "-1"], "not a size"), (["-f", "x"], "not a path"), (["-r", "nan"], "not a time"),
                            (["more"], "not an option"), (["--none"], "none")):
            self.assertIn(words, run(*args, code=2))
        self.assertTrue(run("--help").startswith(b"usage: diagfmt-dumpstate"))

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            said = run(*NONE, stdout=full, code=1)
            self.assertRegex(said, f"^diagfmt-dumpstate: cannot write: {reason(errno.ENOSPC)}\n$")
            start = time.monotonic()  # what would be collected behind the failure is not
            run(*NONE, "-t", "60", "-s", "T=head -c 3000000 /dev/urandom; sleep 65", "-s",
                "U=sleep 65", stdout=full, code=1)
            self.assertLess(time.monotonic() - start, 40)
        self.assertRegex(run(*NONE, "-o", self.dir / "no" / "x.zip", code=1), reason(errno.ENOENT))

    def test_reader_goes_away(self):
        p = subprocess.Popen([PROGRAM, *NONE, "-s", "T=head -c 3000000 /dev/urandom"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        p.stdout.read(10)
        p.stdout.close()
        self.assertRegex(p.stderr.read().decode(), reason(errno.EPIPE))
        p.stderr.close()
        self.assertEqual(p.wait(60), 1)

    def test_interrupted(self):
        """A signal ends the command and takes the half file away; what stood there stays."""
        path = self.dir / "report.zip"
        path.write_bytes(b"an older one")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            word = "66.%d%d" % (os.getpid(), number)
            p = subprocess.Popen([PROGRAM, "-o", path, *NONE, "-s", f"T=head -c 3000000 /dev/urandom; sleep {word}", "-s",
                                  f"U=sleep {word}", "-t", "50"], stderr=subprocess.PIPE,
                                 preexec_fn=lambda number=number: signal.signal(number, signal.SIG_DFL))  # nohup ignores it
            self.assertTrue(soon(lambda: is_there("sleep\0" + word)))
            p.send_signal(number)
            self.assertEqual(p.wait(30), -number)
            p.stderr.close()
            self.assertEqual([f.name for f in self.dir.iterdir()], ["report.zip"])
            self.assertEqual(path.read_bytes(), b"an older one")
            self.assertTrue(soon(lambda: not is_there(word)), "its command was left")

    def test_nohup(self):
        """A signal that was ignored from the start stays ignored."""
        path, word = self.dir / "report.zip", "1.%d" % os.getpid()
        p = subprocess.Popen([PROGRAM, "-o", path, *NONE, "-s", f"T=sleep {word}"], stderr=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertTrue(soon(lambda: is_there("sleep\0" + word)))
        p.send_signal(signal.SIGHUP)
        self.assertEqual(p.wait(30), 0)
        p.stderr.close()
        self.assertGreater(path.stat().st_size, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
