#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`diagfmt share` on made reports, as their scorer judges it: test_share_corpus.py DIAGFMT [COUNT [SEED...]]

The public cases and COUNT made ones of each seed; without seeds, one that nobody has seen. Of all places that hold
personal data 99.5 % must be replaced, of those of strict classes all, and 99 % of what is changed and of what only looks
like personal data must be right. Nothing may be left anywhere, no line be lost, and what is shared again must stay.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 10
SEEDS = [int(a) for a in sys.argv[3:]]
PLACE = corpus.folder("", "share")
sys.path.insert(1, str(PLACE))
import score  # noqa: E402

RECALL, PRECISION, DECOYS, SPELLING = 0.995, 0.99, 0.99, 0.90
LAYOUTS, CLASS = 0.995, 0.95  # of places, in as many layouts as there are; and of each class
STRICT = "email", "imei", "mac", "ssid", "secret"
DONE, PARTLY = 0, 1  # exit statuses: PARTLY: something was left out


def share(source, out, key, given=()):
    """The exit status, and the names of what was left out."""
    values = ["--value=person:" + v for v in given]
    done = subprocess.run([TOOL, "share", "--key-file", key, *values, "-o", out, source], stderr=subprocess.PIPE, check=False)
    lines = done.stderr.decode("utf-8", "surrogateescape").splitlines()
    return done.returncode, [x.split("left out: ")[1].rsplit(": ", 1)[0].replace("!", "|zip|entry:") for x in lines if "left out: " in x], lines


def judge(case, folder, expected, key, problems):
    """The score of one case; what is wrong with it is added to problems."""
    source, out, again = folder / expected["file"], folder / "out" / pathlib.Path(expected["file"]).name, folder / "again"
    status, left_out, lines = share(source, out, key, expected.get("given", ()))
    if status != (PARTLY if left_out else DONE):
        problems.append("%s: exit status %d: %s" % (case, status, "; ".join(lines[:3])))
        return None
    opaque = [o["region"] for o in expected.get("opaque", ())]
    for name in left_out:
        if not any(name.rsplit(": ", 1)[-1] in region for region in opaque):
            problems.append("%s: left out: %s" % (case, name))
    share(out, again, key)
    if out.read_bytes() != again.read_bytes():
        problems.append("%s: what is shared again is not the same" % case)
    s = score.Score(expected)
    s.file(source.read_bytes(), out.read_bytes(), expected)
    r = s.result()
    problems += ["%s: %s" % (case, x) for x in r["structure"]]
    problems += ["%s: %s is left" % (case, x) for x in r["residue"]]
    problems += ["%s: %s was not left out" % (case, o["region"]) for o in r["opaque"] if o["state"] != "dropped"]
    if r["lines_gone"] or r["collisions"] or r["consistent"] < 1 or r["removed_with_their_line"]:
        problems.append("%s: %d lines are gone, %d placeholders stand for several values, %.4f are consistent" % (
            case, r["lines_gone"], r["collisions"], r["consistent"]))
    if "clean" in case and source.read_bytes() != out.read_bytes() and r["wrong_changes"]:
        problems.append("%s: something was changed" % case)
    if os.environ.get("DFMT_LEAKS"):
        print("\n".join("  %s: %s" % (case, x) for x in s.leaks + s.damage))
    return r


def total(results, what):
    sums = {}
    for r in results:
        for name, (gone, planted) in r[what].items():
            a, b = sums.get(name, (0, 0))
            sums[name] = a + gone, b + planted
    return sums


def ask(problems, what, part, whole, least):
    print("  %-24s %6d of %6d, %.4f" % (what, part, whole, part / whole if whole else 1))
    if not whole or part / whole < least:
        problems.append("%s: %d of %d" % (what, part, whole))


def one_set(name, folder, key, problems):
    results = []
    for path in sorted((folder / "expected").glob("*.json")):
        expected = json.loads(path.read_text("utf-8"))
        results.append(judge("%s/%s" % (name, path.stem), folder, expected, key, problems))
    results = [r for r in results if r]
    print("%s: %d cases" % (name, len(results)))
    ask(problems, name + " recall", sum(r["removed"] for r in results), sum(r["planted"] for r in results), RECALL)
    wrong = sum(r["wrong_changes"] for r in results)
    removed = sum(r["removed"] for r in results)
    ask(problems, name + " precision", removed, removed + wrong, PRECISION)
    ask(problems, name + " decoys", sum(r["decoys_kept"] for r in results), sum(r["decoys"] for r in results), DECOYS)
    for what, (gone, planted) in total(results, "recall_by_class").items():
        if what in STRICT and gone < planted:
            problems.append("%s: %s: %d of %d" % (name, what, gone, planted))
    for what, (gone, planted) in total(results, "recall_by_spelling").items():
        if planted and gone / planted < SPELLING:
            problems.append("%s: spelled %s: %d of %d" % (name, what, gone, planted))


def layouts(folder, key, problems):
    """Lines of the words that reports use are kept byte for byte, and nothing else is changed for nothing."""
    place = folder / "layouts"
    (place / "out").mkdir(parents=True)
    for name in "cases", "expected":
        (place / name).symlink_to(PLACE / "layouts" / name)
    found = []
    results = [judge(path.stem, place, json.loads(path.read_text("utf-8")), key, found) for path in sorted(place.glob("expected/*.json"))]
    results = [r for r in results if r]
    removed = sum(r["removed"] for r in results)
    print("layouts: %d cases" % len(results))
    ask(problems, "layouts recall", removed, sum(r["planted"] for r in results), LAYOUTS)
    for what, (gone, planted) in total(results, "recall_by_class").items():
        if planted and gone / planted < CLASS:
            problems.append("layouts: %s: %d of %d" % (what, gone, planted))
    ask(problems, "layouts precision", removed, removed + sum(r["wrong_changes"] for r in results), PRECISION)
    ask(problems, "layouts clean lines", sum(r["clean_kept"] for r in results), sum(r["clean_lines"] for r in results), 1)


def made(seed, place):
    """Whether the generator takes a seed: it refuses some, of which a value that it plants stands there anyway."""
    (place / "out").mkdir(parents=True)
    return not subprocess.run([sys.executable, "-B", PLACE / "make_share.py", "--seed", str(seed), "--count", str(COUNT), "--out", place],
                              stderr=None if SEEDS else subprocess.DEVNULL, check=bool(SEEDS)).returncode


def seeds(folder):
    """Those that were asked for, or the first one that nobody has seen and that is taken, with their folders."""
    for seed in SEEDS or [random.SystemRandom().randrange(10**6) for _ in range(20)]:
        place = folder / str(seed)
        if made(seed, place):
            yield seed, place
            if not SEEDS:
                return
    assert SEEDS, "no seed is taken"


def main():
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        key = folder / "key"
        key.write_bytes(b"key of a test that anybody may know")
        key.chmod(0o600)
        for seed, place in seeds(folder):
            one_set("seed %d" % seed, place, key, problems)
        public = folder / "public"
        (public / "out").mkdir(parents=True)
        for name in "cases", "expected":
            (public / name).symlink_to(PLACE / name)
        one_set("public", public, key, problems)
        if (PLACE / "layouts").is_dir():
            layouts(folder, key, problems)
    for x in problems:
        print("wrong: " + x)
    return len(problems) > 0


if __name__ == "__main__":
    sys.exit(main())
