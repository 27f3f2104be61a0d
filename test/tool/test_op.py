#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`op` knows no kind: what it lists, that each kind tells what the command over it tells, what it writes, what it refuses.

    test_op.py TOOL SAMPLES
"""
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

from program import run  # noqa: E402

SAMPLES = pathlib.Path(sys.argv[2])
CRASH, ZIP = SAMPLES / "apport" / "gzip_plain.crash", SAMPLES / "bugreport" / "report.zip"
OTHER, CUT = SAMPLES / "apport" / "b64_extra_pad.crash", SAMPLES / "apport" / "gzip_truncated.crash"
PROFILE, HEAP, OPS = SAMPLES / "simpleperf" / "typical.simpleperf", SAMPLES / "mallocdbg" / "v12_info.txt", SAMPLES / "mallocdbg" / "ops.txt"
LOG = SAMPLES / "bugreport" / "crashes.txt"

# Rows, as JSON: what `op` is asked, and the command that prints the same.
ALIKE = [
    (("info",), ("info",), [CRASH, ZIP, PROFILE, HEAP, OPS]),
    (("list",), ("ls",), [CRASH, ZIP, HEAP]),
    (("list", "-s", "sizes", "--set=parts=yes"), ("ls", "-l", "-a"), [ZIP]),
    (("search", "-s", "patterns=e"), ("grep", "e"), [ZIP]),
    (("heap",), ("leaks",), [HEAP, OPS]),
    (("heap", "-s", "by=size"), ("leaks", "--by=size"), [OPS]),
    (("verify",), ("verify",), [CRASH, CUT, ZIP]),
    (("triage", "-a", "findings"), ("triage",), [LOG, CRASH]),
    (("profile", "-a", "functions"), ("top", "--by=function"), [PROFILE, HEAP]),
    (("profile", "-s", "group=thread", "-a", "groups,functions"), None, [PROFILE]),
    (("diff", "-s", "diff.max=3"), ("diff", "--max=3"), [(CRASH, OTHER)]),
    (("compare", "-s", "purpose=compare", "-a", "self"), ("compare",), [(PROFILE, PROFILE)]),
]
# Files: options, and the command that writes the same.
WRITTEN = [
    (("convert",), ("convert",), CRASH),
    (("convert", "-s", "compression=zlib"), ("convert", "--compression=zlib"), CRASH),
    (("repair",), ("repair",), CUT),
    (("text", "-s", "form=android"), ("dump", "--native"), HEAP),
    (("value", "-s", "key=version.txt"), ("cat", "version.txt"), ZIP),
    (("share", "-s", "key=a key of sixteen bytes"), ("share", "--key-file=key"), LOG),
    (("profile", "-s", "purpose=flame", "-d", "flame", "-s", "flame_title=x"), ("flame", "--title=x"), PROFILE),
    (("profile", "-s", "purpose=folded", "-d", "folded"), ("flame", "--folded"), PROFILE),
]
if paths.HAS_NANOPB:
    WRITTEN.append((("profile", "-s", "purpose=pprof", "-d", "pprof"), ("convert", "--to=pprof"), PROFILE))


def good(*args):
    code, out, err = run(*args)
    assert code == 0 and not err, (args, code, err)
    return out


def refused(*args):
    code, out, err = run(*args)
    assert code == 2 and not out, (args, code, out, err)
    return err


def kinds():
    return re.findall(r"^  (\w+) ", good("op").decode(), re.M)


def check_listing():
    all_of_them = kinds()
    assert {"profile", "verify", "share", "value"} <= set(all_of_them)
    for kind in all_of_them:
        text = good("op", kind).decode()
        assert text.startswith(kind + ": ") and re.search("^(Answers|Outputs)", text, re.M), text
        assert text in good("op", kind, "--help").decode(), kind
    text = good("op", "profile").decode()
    assert re.search(r"^\* functions +Functions", text, re.M) and re.search(r"^  tree ", text, re.M), text
    assert "[event|thread|process|heap|usual]" in text and "profile.flame_width" in text


def rows(out):
    return [json.loads(line) for line in out.splitlines()]


def check_alike():
    for asked, command, samples in ALIKE:
        for sample in samples:
            files = sample if isinstance(sample, tuple) else (sample,)
            code, out, err = run("op", *asked, "--json", *files)
            assert out and code in (0, 1), (asked, sample, code, err)
            rows(out)
            if command:
                want, text, said = run(command[0], *command[1:], "--json", *files)
                assert (rows(text), want) == (rows(out), code), (asked, command, sample, said, err)
            for form in (), ("--csv",):
                assert run("op", *asked, *form, *files)[:1] == (code,), asked


def check_written(folder):
    (folder / "key").write_bytes(b"a key of sixteen bytes")
    (folder / "key").chmod(0o600)
    for asked, command, sample in WRITTEN:
        command = [w.replace("=key", "=%s" % (folder / "key")) for w in command]
        files = (sample, command.pop()) if command[0] == "cat" else (sample,)
        a, b = folder / "a", folder / "b"
        code, out, err = run("op", *asked, "-o", a, sample)
        want, _, said = run(*command, "-o", b, *files) if command[0] != "dump" else (0, b.write_bytes(good(*command, *files)), "")
        assert a.read_bytes() == b.read_bytes() and code == want, (asked, code, want, err, said)
        code, out, err = run("op", *asked, "-o", "-", sample)
        assert out == a.read_bytes() and code == want, (asked, code, err)
    assert b"repaired" in run("op", "repair", CUT)[2].encode()
    good("op", "share", "-o", folder / "c", "-o", "review=%s" % (folder / "d"), LOG)
    assert (folder / "c").stat().st_size and (folder / "d").exists()


def check_refused(folder):
    said = refused("op", "profiles", PROFILE)
    assert "no operation 'profiles'" in said and "diagfmt op" in said
    assert "diff has no option 'size=3'" not in refused("op", "diff", "-s", "size=3", CRASH, OTHER)
    said = refused("op", "diff", "-s", "size=3", CRASH, OTHER)
    assert "diff has no option 'size'" in said and "diff.max" in said and "diff.ignore" in said, said
    assert "profile has no answer 'leaks'; there are: functions groups" in refused("op", "profile", "-a", "leaks", PROFILE)
    assert "profile has no document 'png'; there are: flame" in refused("op", "profile", "-d", "png", PROFILE)
    assert "info has no output 'x'; there are: none" in refused("op", "info", "-o", "x", CRASH)
    assert "words: size, thread" in refused("op", "heap", "-s", "by=colour", HEAP).replace("usual, ", "")
    assert "not a number" in refused("op", "diff", "-s", "max=many", CRASH, OTHER)
    assert "needs a value" in refused("op", "diff", "-s", "max", CRASH, OTHER)
    assert "not take so few files" in refused("op", "diff", CRASH)
    assert "not take so many files" in refused("op", "diff", CRASH, OTHER, CUT)
    assert "too often" in refused("op", "profile", "-d", "flame", "-o", "a", "-o", "b", PROFILE)
    assert "is run for each FILE" in refused("op", "value", "-s", "key=x", "-o", "x", CRASH, CRASH)
    code, out, err = run("op", "value", CRASH)
    assert code == 2 and not out and err, (code, err)
    code, out, err = run("op", "profile", "-d", "flame", "-o", folder / "none", CRASH)
    assert code and err and not (folder / "none").exists()
    code, out, err = run("op", "convert", "-s", "compression=zlib", "-o", folder / "none", CUT)
    assert code == 1 and err and not (folder / "none").exists(), err
    assert run("op", "convert", "-s", "compression=zlib", "--recover", "-o", folder / "some", CUT)[0] == 1 and (folder / "some").exists()
    assert run("op", "info", folder / "absent")[0] == 3


def main():
    check_listing()
    check_alike()
    with tempfile.TemporaryDirectory() as folder:
        check_written(pathlib.Path(folder))
        check_refused(pathlib.Path(folder))
    print("%d operations" % len(kinds()))


if __name__ == "__main__":
    main()
