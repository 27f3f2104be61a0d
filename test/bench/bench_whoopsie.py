#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Crash reports as JSON lines, against whoopsie, which makes BSON of them: bench_whoopsie.py DIAGFMT [ROUNDS]

whoopsie is a program that uploads: it gets a server here that takes all and says nothing. What that costs it, and what both
take to start and to open files, is the same for large and for small reports, so that compared is by how much more user CPU
time large ones take. $WHOOPSIE: the folder into which the packages whoopsie and libwhoopsie0 were unpacked, where the system
has none.
"""
import glob
import http.server
import os
import pathlib
import pwd
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

from race import not_run

REPORTS, SMALL, LARGE = 500, 1000, 200000  # how many, and bytes of each

ROW = "reports as JSON / whoopsie's BSON"
HEAD = "ProblemType: Crash\nArchitecture: amd64\nDistroRelease: Ubuntu 22.04\nExecutablePath: /usr/bin/app%d\n"
VALUE = "Key%d:\n" + " 55d0c8a3e000-55d0c8a40000 r--p 00000000 fd:01 3670391    /usr/lib/library.so\n" * 10


class Sink(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.server.bytes += len(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def report(number, size):
    text = [HEAD % number]
    have = len(text[0])
    while have < size:
        text.append(VALUE % len(text))
        have += len(text[-1])
    return "".join(text)


def user_time(command, **how):
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        sys.exit("%s: exit status %d" % (command[0], p.returncode))
    return used.ru_utime


def find():
    """The program, and where its library is."""
    unpacked = os.environ.get("WHOOPSIE")
    if unpacked:
        return unpacked + "/usr/bin/whoopsie", glob.glob(unpacked + "/usr/lib/*/")[0]
    return shutil.which("whoopsie"), ""


def theirs(program, libraries, folder, server):
    """It wants to be another user than root, and a mark for each report that is to go."""
    nobody = pwd.getpwnam("nobody") if os.getuid() == 0 else None
    paths = [folder]
    for path in list(folder.iterdir()):
        path.with_suffix(".uploaded").unlink(missing_ok=True)
        path.with_suffix(".upload").touch()
        paths += [path, path.with_suffix(".upload")]
    for path in paths if nobody else []:
        os.chown(path, nobody.pw_uid, -1)
    server.bytes = 0
    env = {**os.environ, "LD_LIBRARY_PATH": libraries, "APPORT_REPORT_DIR": str(folder), "CRASH_DB_IDENTIFIER": "a" * 128,
           "CRASH_DB_URL": "http://127.0.0.1:%d" % server.server_port}
    took = user_time([program, "-f", "--no-polling"], env=env, **({"user": nobody.pw_uid} if nobody else {}))
    if server.bytes < sum(p.stat().st_size for p in folder.glob("*.crash")) * 0.8:
        sys.exit("whoopsie sent only %d bytes" % server.bytes)
    for path in list(folder.iterdir()):
        if path.suffix != ".crash":
            path.unlink()
    return took


def main():
    rounds = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 5
    tool = sys.argv[1]
    program, libraries = find()
    if not program:
        not_run(ROW, "whoopsie is not installed; see $WHOOPSIE")
        return
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as top:  # where every user can go
        os.chmod(top, 0o755)
        files = {}
        for size in SMALL, LARGE:
            folder = pathlib.Path(top, str(size))
            folder.mkdir()
            files[size] = [folder / ("r%d.crash" % i) for i in range(REPORTS)]
            for i, path in enumerate(files[size]):
                path.write_text(report(i, size))
        us, them = [], []
        for _ in range(rounds):
            ours = {size: user_time([tool, "dump", "--payload=inline", *map(str, files[size])]) for size in files}
            other = {size: theirs(program, libraries, files[size][0].parent, server) for size in files}
            us.append(ours[LARGE] - ours[SMALL])
            them.append(other[LARGE] - other[SMALL])
    ratio = statistics.median(b / a for a, b in zip(us, them))
    print("%-48s %16s %18s %7s" % (ROW, "%.3f s" % statistics.median(us),
                                   "%.3f s" % statistics.median(them), "%.2f" % ratio), flush=True)


if __name__ == "__main__":
    main()
