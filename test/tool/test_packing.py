#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A level, or threads, that is given has an effect or is refused, by each command that takes it, of files of each form.

usage: test_packing.py DIAGFMT SAMPLES

What threads compress does not depend on how many they are. With threads that read ahead the output is the same; only Snappy traces
have something for them.
"""
import base64
import gzip
import io
import pathlib
import random
import sys
import tempfile
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import forms  # noqa: E402
import make_bugreports as reports  # noqa: E402
import make_mallocdbg  # noqa: E402
import make_profiles as profiles  # noqa: E402
from make_traces import uint  # noqa: E402
from program import PARTLY, need_codecs, run, some  # noqa: E402

R = random.Random(7)
TEXT = b"".join(b"%d: joe.doe@example.org has %x of /data/%x\n" % (i, R.getrandbits(20), R.getrandbits(9)) for i in range(12000))
LEVELS, THREADS = ("--level=1", "--level=9"), ("--threads=1", "--threads=2", "--threads=5")
WRITERS = {"convert", "repair", "share"}
SNAPPY = {"snappy", "snappy.gz"}
assert len(TEXT) > 3 << 17  # some blocks


def apport(*values):
    out = b"ProblemType: Crash\nComment: joe.doe@example.org\n"
    for i, value in enumerate(values):
        out += b"Value%d: base64\n" % i + b"".join(b" " + base64.b64encode(part) + b"\n" for part in value)
    return out


def gzip_value(data, level=6):
    """As Apport makes it: a header, and the rest."""
    packed = gzip.compress(data, level, mtime=0)
    return packed[:10], packed[10:]


def zlib_value(data):
    return (zlib.compress(data),)


def trace():
    return b"\6\6\0\0\0\1\1f\1\1a\1\0\x08" + uint(len(TEXT)) + TEXT + b"\0\1\0\0"


def report_zip(method=8):
    text = reports.HEAD.encode() + b"------ SYSTEM LOG (logcat) ------\n" + TEXT
    return reports.usual(reports.Zip(), text, method=method).add("FS/big.txt", TEXT, method).close()


def files():
    """(format, name, bytes)"""
    yield "apport", "gzip", apport(gzip_value(TEXT))
    yield "apport", "zlib", apport(zlib_value(TEXT))
    yield "bugreport", "zip", report_zip()
    yield "bugreport", "text", reports.HEAD.encode() + b"------ SYSTEM LOG (logcat) ------\n" + TEXT
    yield "bugreport", "text.gz", gzip.compress(reports.HEAD.encode() + b"------ SYSTEM LOG (logcat) ------\n" + TEXT, mtime=0)
    yield "simpleperf", "profile", profiles.TYPICAL
    yield "mallocdbg", "dump", "".join(line + "\n" for line in make_mallocdbg.dump("1.1")).encode()
    yield "mallocdbg", "ops", b"".join(b"%d: malloc 0x%x 8\n" % (i, i * 16 + 16) for i in range(900))
    for container in "snappy", "gzip", "zstd", "raw", "brotli":
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "made"
            code, _, err = run("convert", "--container=" + container, "-o", made, "-", data=gzip.compress(trace(), mtime=0))
            if code == 0:
                yield "apitrace", container, made.read_bytes()
                if container == "snappy":
                    yield "apitrace", "snappy.gz", gzip.compress(made.read_bytes(), mtime=0)
            else:
                assert "codec" in err or "not in this build" in err or "does not" in err, (container, code, err)


def says(err, option):
    """It is refused by its name."""
    return any(option[2:].split("=")[0] + ":" in line for line in err.splitlines())


def check_level(args):
    """args: with FILE. None: it has an effect or is refused; else what is wrong."""
    results = [run(*args, level) for level in LEVELS]
    plain = run(*args)
    if all(code not in (0, 1) for code, _, _ in results):
        return None if plain[0] not in (0, 1) or all(says(err, "--level") for _, _, err in results) else "refused without its name: " + results[0][2]
    return None if results[0][1] != results[1][1] else "no effect"


def check_threads(args, name):
    results = [run(*args, threads) for threads in THREADS]
    plain = run(*args)
    if len({(code, out) for code, out, _ in results}) != 1:
        return "depends on the number of threads"
    code, out, err = results[0]
    if code not in (0, 1):
        return None if plain[0] not in (0, 1) or says(err, "--threads") else "refused without its name: " + err
    if plain[0] not in (0, 1):
        return "not refused, as without"
    if name in SNAPPY or "--compression=zstd" in args:  # libzstd's output is the same
        return None
    return None if out != plain[1] else "no effect"


def contents(data):
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        assert z.testzip() is None
        return {x.filename: z.read(x) for x in z.infolist()}


def check_zips(folder):
    """Entries that threads compressed hold what they held, of every size around that of a block; by file and by pipe."""
    block = 1 << 17
    z = reports.usual(reports.Zip(), reports.HEAD.encode() + b"------ SYSTEM LOG (logcat) ------\n" + TEXT)
    for size in 0, 1, block - 1, block, block + 1, 2 * block, 2 * block + 1:
        z.add("FS/of%d" % size, (TEXT + R.randbytes(block))[-size:] if size else b"", 8)
    path, made = folder / "sizes.zip", folder / "made.zip"
    path.write_bytes(z.close())
    want = contents(path.read_bytes())
    for level in "fast", "none", "1", "9":
        outputs = set()
        for threads in "1", "3":
            args = "convert", "--compression=deflate", "--level=" + level, "--threads=" + threads
            code, out, err = run(*args, path)
            assert code == 0 and contents(out) == want, (level, threads, err)
            assert run(*args, "-o", made, path)[0] == 0 and contents(made.read_bytes()) == want, (level, threads)
            outputs.add((out, made.read_bytes()))
        assert len(outputs) == 1, level
        code, out, err = run("verify", "-", data=out)
        assert code == 0, (level, out, err)
    code, out, err = run("convert", "--level=9", path)  # without threads, and without --compression
    assert code == 0 and contents(out) == want and out != path.read_bytes(), err
    assert len(out) < len(path.read_bytes())


def check_inputs(folder):
    """Threads that read ahead, of a pipe as of a file, and where one of several files has something for them."""
    report, made = folder / "report.crash", folder / "made.trace"
    report.write_bytes(b"ProblemType: Crash\n")
    assert run("convert", "--container=snappy", "-o", made, "-", data=gzip.compress(trace(), mtime=0))[0] == 0
    for data in made.read_bytes(), gzip.compress(made.read_bytes()):
        plain = run("rows", "-t", "apitrace.call", "--json", "-", data=data)
        assert plain[0] == 0 and plain[1] and run("rows", "-t", "apitrace.call", "--json", "--threads=2", "-", data=data) == plain
    refused = run("rows", "-t", "apport.field", "--threads=2", "-", data=report.read_bytes())
    assert refused[:2] == (2, b"") and says(refused[2], "--threads"), refused
    query = "sql", "SELECT count(*) AS n FROM call"
    assert run(*query, "--threads=2", report, made)[:2] == run(*query, report, made)[:2]
    names = b"%s\0%s\0" % (bytes(report), bytes(made))
    assert run(*query, "--threads=2", "--files0-from=-", data=names)[:2] == run(*query, report, made)[:2]
    for args in ("sql", "SELECT 1"), ("sql", "SELECT 1", report, report):
        refused = run(*args, "--threads=2")
        assert refused[:2] == (2, b"") and says(refused[2], "--threads"), refused


def check_values():
    """Values of reports that are compressed again, with or without --compression, hold what they held."""
    for value in gzip_value(TEXT), zlib_value(TEXT):
        report, sizes = apport(value), []
        lines = {}
        for options in (["--level=1"], ["--level=9"], ["--level=9", "--compression=gzip"], ["--level=9", "--compression=gzip", "--threads=2"]):
            code, out, err = run("convert", *options, "-", data=report)
            assert code == 0, (options, err)
            assert run("cat", "-", "Value0", data=out)[1] == TEXT, options
            sizes.append(len(out))
        assert sizes[0] > sizes[1], sizes
        for threads in ("1", "3"):
            for level in ("1", "5", "6", "9", "none"):
                code, out, err = run("convert", "--level=" + level, "--compression=zlib", "--threads=" + threads, "-", data=report)
                assert code == 0, err
                packed = b"".join(base64.b64decode(line) for line in out.split(b"Value0: base64\n")[1].splitlines())
                assert zlib.decompress(packed) == TEXT, (threads, level)
                assert packed[:2] == zlib.compress(b"", 0 if level == "none" else int(level))[:2], level
                assert lines.setdefault(level, out) == out, "depends on the number of threads"


def every(format):
    """Lists of arguments of commands that take one of the two, as their help says; of writers each way to write."""
    tables = 3  # of those that `rows` prints, as none of them is about the option
    for args, plain in forms.forms(format):
        writes = args[0] in WRITERS
        reads = args[0] in ("rows", "sql") and "--json" in args and (args[0] == "sql" or tables > 0)
        tables -= reads and args[0] == "rows"
        if plain or reads or (writes and any(arg.startswith(("--compression", "--dialect", "--container", "--to")) for arg in args)):
            yield args


def main():
    need_codecs("snappy", "zstd", "brotli")
    failed, n, used = 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for format, name, data in files():
            path = pathlib.Path(folder) / name
            path.write_bytes(data)
            for i, args in some(list(enumerate(every(format)))):
                real = [{"FILE": path, "DIR": pathlib.Path(folder) / ("dir%d" % i)}.get(arg, arg) for arg in args]
                if "DIR" in args:
                    continue  # a new folder each time
                for option, check in (("--level", check_level), ("--threads", lambda a: check_threads(a, name))):
                    if not forms.takes(args[0], option):
                        continue
                    n += 1
                    wrong = check(real)
                    if wrong:
                        failed += 1
                        print("%s of %s %s: %s: %s" % (" ".join(args), format, name, option, wrong))
                    elif args[0] in WRITERS and run(*real, option + "=2")[0] in (0, 1):
                        used.add((args[0], format, option))
        check_zips(pathlib.Path(folder))
        check_inputs(pathlib.Path(folder))
    check_values()
    print("%d combinations, %d wrong" % (n, failed))
    wanted = {(command, format, option) for command in ("convert", "share") for format in ("apport", "bugreport")
              for option in ("--level", "--threads")} | {("convert", "apitrace", "--level")}
    assert PARTLY or wanted <= used, wanted - used
    return failed


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
