#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Lets the tool's allocations, reads, writes and other calls fail one by one, in every command with every format.

usage: run.py DIAGFMT SHIM SAMPLES [--all] [--list] [PATTERN...]

Each case is run once undisturbed, to know what it says and how many calls of each kind it makes; then once for each point:
a kind of call, which one, how it fails. What must hold: exit status 0 means output and files as of the undisturbed run;
else there is a message, and each file is as it was before or as it should be, with nothing left beside them. A signal, or
no end in 30 s, is a failure. Interrupted calls and short reads and writes may not be noticed at all. Where the file system
has files without a name, being killed must leave nothing either.

Without --all: of each case, kind and way the first call, and of the next up to FIRST, and then each time half further, one
in two, the others for another $DFMT_TURN. PATTERN: only cases whose names have one of them in it.
"""

import concurrent.futures
import dataclasses
import errno
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile

import cases

FIRST = 4
TURN = int(os.environ.get("DFMT_TURN") or 0)
TIMEOUT = 30
OLD = b"what stood there before\n"
# Of each kind: how it fails, with which error, and whether the run must be the same as without. named: where the file system
# has no files without a name; only for cases that write files.
FAULTS = {
    "alloc": [("once", errno.ENOMEM, False), ("ever", errno.ENOMEM, False), ("once named", errno.ENOMEM, False)],
    "read": [("once", errno.EIO, False), ("ever", errno.EIO, False), ("once", errno.EINTR, True), ("short", 0, True)],
    "write": [("once", errno.ENOSPC, False), ("ever", errno.ENOSPC, False), ("once named", errno.ENOSPC, False),
              ("once", errno.EINTR, True), ("short", 0, True)],
    "stderr": [("once", errno.EIO, False)],
    "open": [("once", errno.EMFILE, False), ("ever", errno.EMFILE, False), ("once", errno.EOPNOTSUPP, False),
             ("once", errno.EINTR, True)],
    "close": [("once", errno.ENOSPC, False), ("once", errno.EINTR, True)],
    "sync": [("once", errno.EIO, False), ("once", errno.EINTR, True)],
    "rename": [("once", errno.EIO, False), ("ever", errno.EPERM, False), ("once named", errno.EIO, False),
               ("ever named", errno.EPERM, False)],
    "truncate": [("once", errno.EIO, False)],
    "stat": [("once", errno.EIO, False), ("ever", errno.EIO, False)],
    "seek": [("once", errno.EINVAL, False)],
    "directory": [("once", errno.EIO, False), ("ever", errno.EIO, False)],
    "mode": [("once", errno.EPERM, False), ("ever", errno.EPERM, False)],
    "poll": [("once", errno.EINTR, True), ("once", errno.ENOMEM, False)],
    "match": [("once", errno.ENOMEM, False), ("ever", errno.ENOMEM, False)],
}
ENDED = ["read", "write", "open", "close", "sync", "rename", "poll"]  # a signal to end comes before each of these
KILLED = ["write", "open", "close", "sync", "rename"]  # before each of these


@dataclasses.dataclass
class Result:
    code: int  # negative: a signal; None: it did not end
    out: bytes
    err: bytes
    files: dict


@dataclasses.dataclass(frozen=True)
class Point:
    kind: str
    at: int
    how: str
    number: int
    unnoticed: bool

    def __str__(self):
        name = errno.errorcode.get(self.number, "")
        return "%s %d %s %s" % (self.kind, self.at, self.how, name)


def files_of(folder):
    """Path: mode and bytes; of a folder None."""
    found = {}
    for p in sorted(folder.rglob("*")):
        name = str(p.relative_to(folder))
        if p.is_dir():
            found[name] = None
        else:
            mode = p.stat().st_mode
            if not mode & 0o400:
                p.chmod(0o600)
            found[name] = (mode, p.read_bytes())
            p.chmod(mode)
    return found


class Runner:
    def __init__(self, tool, shim, samples, work):
        self.tool, self.shim, self.samples, self.work = tool, shim, samples, pathlib.Path(work)

    def prepare(self, case, folder):
        (folder / "tmp").mkdir(parents=True)
        (folder / "old").mkdir()
        (folder / "key").write_bytes(b"a key of sixteen bytes or more")
        (folder / "key").chmod(0o600)
        (folder / "known").write_text('<a><pattern url="u"><re key="CoreDump">a</re><re key="Uname">x\\d+</re></pattern></a>')
        sample = next((w[1:] for w in case.words if w.startswith("@")), "")
        (folder / "out2").write_bytes(OLD)
        if "SEVERAL" in case.words:
            self.prepare_several(folder / "several")
        (folder / "out").write_bytes((self.samples / sample).read_bytes() if case.appends else OLD)

    def prepare_several(self, folder):
        """A folder with a file, and an archive of two and an archive."""
        def archive(**files):
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w") as t:
                for name, data in files.items():
                    info = tarfile.TarInfo(name)
                    info.size = len(data)
                    t.addfile(info, io.BytesIO(data))
            return out.getvalue()

        crash, text = (self.samples / "apport/two_values.crash").read_bytes(), (self.samples / "bugreport/crashes.txt").read_bytes()
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "a.crash").write_bytes(crash)
        (folder / "b.tar").write_bytes(archive(crash=crash, other=b"words", inner=archive(text=text, crash=crash)))

    def words(self, case, folder):
        places = {"OUT": folder / "out", "OUT2": folder / "out2", "NEW": folder / "new", "DIR": folder / "dir", "DIRECTORY": folder / "old", "KEY": folder / "key",
                  "KNOWN": folder / "known", "SEVERAL": "several"}
        for word in case.words:
            head, eq, tail = word.rpartition("=")
            if word.startswith("@"):
                yield str(self.samples / word[1:])
            elif tail in places:
                yield head + eq + str(places[tail])
            else:
                yield word

    def run(self, case, number, env):
        folder = self.work / str(number)
        self.prepare(case, folder)
        before = files_of(folder)
        environment = {"PATH": os.environ["PATH"], "TMPDIR": str(folder / "tmp"), "LD_PRELOAD": str(self.shim), **env}
        stdin = (self.samples / case.stdin).read_bytes() if case.stdin else b""
        out = self.work / ("%s.out" % number)
        try:
            with out.open("wb") as to:
                p = subprocess.run([self.tool, *self.words(case, folder)], input=stdin, stdout=to, stderr=subprocess.PIPE,
                                   env=environment, timeout=TIMEOUT, cwd=folder)
            code, err = p.returncode, p.stderr
        except subprocess.TimeoutExpired:
            code, err = None, b""
        result = Result(code, out.read_bytes(), err.replace(str(folder).encode(), b"."), files_of(folder))
        shutil.rmtree(folder)
        out.unlink()
        return before, result

    def undisturbed(self, case, number):
        counts = self.work / ("%s.counts" % number)
        before, result = self.run(case, number, {"FAULT_COUNTS": str(counts)})
        lines = counts.read_text().split("\n") if counts.exists() else []
        return before, result, {k: int(n) for k, n in (line.split() for line in lines if line)}

    def disturbed(self, case, number, point):
        how, _, named = point.how.partition(" ")
        return self.run(case, number, {"FAULT_KIND": point.kind, "FAULT_AT": str(point.at), "FAULT_HOW": how,
                                       "FAULT_ERRNO": str(point.number), **({"FAULT_NAMED": "1"} if named else {})})[1]


def places(n, every):
    """Which of n calls fail: the first, and one in two of the next ones and those that are each time half further."""
    at, i = 1, 0
    while at <= n:
        if every or at == 1 or (i + TURN) % 2:
            yield at
        i += 1
        at = at + 1 if every or at < FIRST else at + max(1, at // 2)


def is_possible(case, kind, how):
    """Not what nobody could make good: a file that was hidden stays so if its mode cannot be set from then on."""
    hidden = "--hide" in case.words and kind == "mode" and how == "ever"
    return not hidden and ("named" not in how or case.writes())


def is_stuck(case, point):
    """Outputs of one run get their names one after the other. From the second on, if no file can be renamed any more, the
    first cannot get its old name back either: what was there before must be there still, be it under the other name."""
    return case.together and point.kind == "rename" and point.how.startswith("ever") and point.at > 1


def points_of(case, counts, every, nameless):
    for kind, ways in FAULTS.items():
        for how, number, unnoticed in [*ways, *([("term", 0, False)] if kind in ENDED else [])]:
            if not is_possible(case, kind, how):
                continue
            for at in places(counts.get(kind, 0), every):
                yield Point(kind, at, how, number, unnoticed)
    if nameless and not case.appends:
        for kind in KILLED:
            for at in places(counts.get(kind, 0), every):
                yield Point(kind, at, "kill", 0, False)


def is_same(a, b, messages=True):
    return (a.code, a.out, a.files) == (b.code, b.out, b.files) and (a.err == b.err or not messages)


def wrong_files(before, want, got, spare):
    """Files that are neither as before nor as they should be. spare: files under another name may be there, if they have one
    of these contents."""
    for name in sorted(set(before) | set(got)):
        good = [files[name] for files in (before, want) if name in files]
        there = name in got
        if there and got[name] in good or not there and name not in before:
            continue
        if there and name.endswith(".tmp") and got[name] in spare:
            continue
        return "%s %s" % (name, "is left behind" if not good else "is gone" if not there else "has other bytes")
    return None


def ended(case, before, want, got):
    """What is wrong with a run that a signal was to end; None: it was too late, or it was obeyed."""
    if is_same(want, got):
        return None
    if got.code != -signal.SIGTERM:
        return "exit %s, not as without a signal: %s" % (got.code, got.err[-200:].decode("utf-8", "replace"))
    if got.files == want.files and got.files != before and not case.piecemeal:
        return "ended by the signal, but its output is there"
    return wrong_files(before, want.files, got.files, [])


def killed(case, before, want, got, point):
    """What is wrong with a run that was killed; None: it was too late, or files are as before or as they should be. Nobody is
    there to remove what had another name just then: before a rename the new file that it is for, and the old one where
    several outputs get their names together, which is kept until all have theirs."""
    if got.code != -signal.SIGKILL and is_same(want, got):
        return None
    aside = [*want.files.values()] if point.kind == "rename" else []
    if case.together and point.kind in ("rename", "sync"):  # a folder is synchronised after each rename
        aside += before.values()
    return wrong_files(before, want.files, got.files, aside)


def fault_in(case, before, want, got, point):
    """What is wrong with a run, in words; None: nothing."""
    if point.how == "kill":
        return killed(case, before, want, got, point)
    if got.code is None:
        return "does not end"
    stuck = is_stuck(case, point)
    if case.together and got.files not in (before, want.files) and not stuck:
        return "some of its outputs are there, but not all"
    if point.how == "term":
        return ended(case, before, want, got)
    if got.code < 0 and want.code >= 0:
        return "dies of %s" % signal.Signals(-got.code).name
    if is_same(want, got, messages=point.kind != "stderr"):
        if point.kind in ("close", "sync") and point.number != errno.EINTR:
            return "nothing is said of it"
        return None
    if point.unnoticed:
        return "exit %d, not as without it: %s" % (got.code, got.err[-200:].decode("utf-8", "replace"))
    if got.code == 0:
        return "exit 0, but %s" % ("output differs" if want.out != got.out else "files differ" if want.files != got.files
                                   else "the exit status was %d, or messages differ" % want.code)
    if point.kind != "stderr" and got.err == want.err:
        return "exit %d, but no message" % got.code
    lost = [name for name, old in before.items() if old not in got.files.values()]
    if stuck and lost:
        return "%s is lost" % lost[0]
    return wrong_files(before, want.files, got.files, before.values() if stuck else [])


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
        return os.path.exists("/proc/self/fd")
    except (OSError, AttributeError):
        return False


def in_memory():
    """A folder whose files take no disk, for thousands of short runs; None: the usual one."""
    folder = "/dev/shm"
    if not os.access(folder, os.W_OK) or not has_nameless_files(folder):
        return None
    return folder if shutil.disk_usage(folder).free >= 1 << 28 else None


def check(runner, index, case, every, nameless):
    before, want, counts = runner.undisturbed(case, "%d-0" % index)
    if want.code not in (0, 1) or not counts:
        return 1, ["%s: exit %s without any fault: %s" % (case.name, want.code, want.err.decode("utf-8", "replace"))]
    n, said = 0, []
    if case.reaches and not counts.get(case.reaches):
        return 1, ["%s: makes no call of the kind %s" % (case.name, case.reaches)]
    for point in points_of(case, counts, every, nameless):
        n += 1
        got = runner.disturbed(case, "%d-%d" % (index, n), point)
        wrong = fault_in(case, before, want, got, point)
        if wrong:
            said.append("%s: %s: %s" % (case.name, point, wrong))
    return n, said


def main():
    flags = [a for a in sys.argv[1:] if a.startswith("--")]
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    tool, shim, samples = (pathlib.Path(a).resolve() for a in args[:3])
    chosen = [c for c in cases.made() if not args[3:] or any(p in c.name for p in args[3:])]
    if "--list" in flags:
        print("\n".join(c.name for c in chosen))
        return 0
    total, bad = 0, 0
    with tempfile.TemporaryDirectory(dir=in_memory()) as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        runner = Runner(tool, shim, samples, work)
        nameless = has_nameless_files(work)
        jobs = [pool.submit(check, runner, i, c, "--all" in flags, nameless) for i, c in enumerate(chosen)]
        for job in jobs:
            n, said = job.result()
            total += n
            bad += len(said)
            for line in said:
                print(line, flush=True)
    print("%d points in %d cases, %d wrong%s" % (total, len(chosen), bad, "" if nameless else "; nothing was killed: no files "
                                                  "without a name here"))
    return 1 if bad or not total else 0


if __name__ == "__main__":
    sys.exit(main())
