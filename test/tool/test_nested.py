#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Wrappings in each other are taken off like one: test_nested.py DIAGFMT SAMPLES

Every format, traces in every container and reports as messages, in pairs of all ways to wrap, and in three and four of them: each is
recognised, and what is read is that of the bare file, from a file and from a pipe. A fifth is refused by name. Damage in each
layer is told with the layer, and what comes before it is read. Layers that expand are stopped by max_ratio.
"""

import io
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

from program import TOOL, need_codecs, run, some  # noqa: E402
from test_recognised import FEW, SAMPLES, inputs  # noqa: E402
from wrappings import ARCHIVES, WRAPPERS, gzip, tarred, zipped  # noqa: E402

SHORTENS = {"blocks of 100 bytes", "stored in small blocks"}  # these take the start of a large file only
LARGE = 100000
PARTNERS = 2  # ways that each way is nested in, and has nested in it
CHAINS = 8    # of three and four, for each input
WAYS = {"%s, %s" % (wrapper, how): wrap for wrapper, ways in WRAPPERS.items() for how, wrap in ways.items() if how not in SHORTENS}
ONE_OF_EACH = {"spec.crash": "apport", "demo_small.simpleperf": "simpleperf", "v12.txt": "mallocdbg", "report.txt": "bugreport",
               "report.zip": "bugreport", "values.trace": "apitrace"}


def chains(seed):
    """Ways to wrap, the innermost first: every way inside and around others, and some deeper ones."""
    dice, names = random.Random(seed), sorted(WAYS)
    for name in names:
        for partner in dice.sample(names, PARTNERS):
            yield name, partner
            yield partner, name
    for deep in (3, 4):
        for _ in range(CHAINS):
            yield tuple(dice.choice(names) for _ in range(deep))


def wrapped(data, chain):
    for name in chain:
        data = WAYS[name](data)
    return data


def identified(files):
    """The format that is told of each of these bytes, and the whole line."""
    with tempfile.TemporaryDirectory() as folder:
        names = [pathlib.Path(folder) / str(i) for i in range(len(files))]
        for name, data in zip(names, files):
            name.write_bytes(data)
        said = subprocess.run([TOOL, "identify", *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    lines = dict(line.split(": ", 1) for line in said.stdout.decode().splitlines())
    return [lines.get(str(name), "") for name in names]


class Nested(unittest.TestCase):
    def test_every_pair_is_recognised(self):
        n = 0
        for seed, (format, what, data) in enumerate(some([i for i in inputs() if FEW < len(i[2]) < LARGE])):
            tried = list(chains(seed))
            for chain, line in zip(tried, identified([wrapped(data, c) for c in tried])):
                with self.subTest(what, chain=chain):
                    outer = chain[-1].split(",")[0]
                    self.assertTrue(line.startswith(format) and " in %s (" % outer in line, line or "not recognised")
                n += 1
        self.assertGreater(n, 500)

    def test_what_is_read_is_that_of_the_bare_file(self):
        for file, format in ONE_OF_EACH.items():
            data = (SAMPLES / format / file).read_bytes()
            bare = run("dump", data=data)
            self.assertEqual(bare[0], 0, file)
            for chain in list(chains(file))[-2 * CHAINS::4]:
                with self.subTest(file, chain=chain), tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / "file"
                    path.write_bytes(wrapped(data, chain))
                    for how, args in ("a file", ["dump", path]), ("a known format", ["dump", "--format=" + format, path]):
                        code, out, err = run(*args)
                        self.assertEqual((code, out, err), (0, bare[1], ""), how)
                    self.assertEqual(run("dump", data=path.read_bytes())[:2], (0, bare[1]), "a pipe")

    def test_a_fifth_is_refused_by_name(self):
        for file, format in ONE_OF_EACH.items():
            data = (SAMPLES / format / file).read_bytes()
            for way in ("gzip, level 6", "zstd, stored"):
                with self.subTest(file, way=way):
                    self.assertTrue(identified([wrapped(data, [way] * 4)])[0].startswith(format))
                    code, out, err = run("dump", data=wrapped(data, [way] * 5))
                    self.assertIn("more than 4 wrappings, one in another", err)
                    self.assertEqual((code, out), (1, b""))

    def test_archives_of_one_file(self):
        for file, format in ONE_OF_EACH.items():
            if format == "bugreport":
                continue  # of which the zip is one, too
            data = (SAMPLES / format / file).read_bytes()
            bare = run("dump", data=data)[1]
            for kind, ways in ARCHIVES.items():
                for how, pack in ways.items():
                    for around, form in (kind, pack(data)), ("gzip", gzip(pack(data))), (kind, pack(gzip(data))), ("zip", zipped(pack(data))):
                        with self.subTest(file, how=how, around=around), tempfile.TemporaryDirectory() as folder:
                            path = pathlib.Path(folder) / "file"
                            path.write_bytes(form)
                            line = run("identify", path)[1].decode()
                            self.assertIn(" in %s (" % around, line.removeprefix(str(path)))
                            self.assertEqual(run("dump", path), (0, bare, ""))
                            self.assertEqual(run("dump", "--format=" + format, path), (0, bare, ""))
                            self.assertEqual(run("dump", data=form), (0, bare, ""))

    def test_archives_of_several(self):
        data = (SAMPLES / "mallocdbg" / "v12.txt").read_bytes()
        lines = run("dump", data=data)[1].splitlines()
        two = io.BytesIO()
        with zipfile.ZipFile(two, "w") as made:
            made.writestr("a", data)
            made.writestr("b", b"another")
        end = tarred(data, format=tarfile.USTAR_FORMAT).rstrip(b"\0")
        tar = end + bytes(-len(end) % 512) + tarred(b"another", "b")
        for form in two.getvalue(), tar:
            code, out, err = run("dump", data=form)
            self.assertIn("the archive holds several files; 'b' and those after it are not read", err)
            self.assertEqual((code, out.splitlines()), (1, lines[:len(out.splitlines())]))
            self.assertGreaterEqual(len(out.splitlines()), len(lines) - 2)
        unknown = zipped(b"nothing that anyone knows\n" * 9)
        self.assertEqual(run("dump", data=unknown)[::2], (4, "diagfmt: -: not recognised: looks like a zip archive\n"))

    def test_damage_is_told_with_its_layer(self):
        data = (SAMPLES / "apport" / "spec.crash").read_bytes()
        lines = run("dump", data=data)[1].splitlines()
        for inside in range(3):
            for harm in "check", "cut":
                with self.subTest(layers_around=inside, harm=harm):
                    hurt = gzip(gzip(data) if inside < 2 else data)
                    hurt = hurt[:-8] + bytes([hurt[-8] ^ 1]) + hurt[-7:] if harm == "check" else hurt[:-20]
                    for _ in range(inside):
                        hurt = gzip(hurt)
                    code, out, err = run("dump", data=hurt)
                    self.assertEqual(code, 1)
                    said = "gzip wrapping" + (" inside gzip" if inside else "")
                    said += ": CRC-32 differs" if harm == "check" else ": the compressed data are incomplete"
                    self.assertIn(said, err)
                    self.assertIn("of the compressed file", err)
                    whole = out.splitlines()[:-1]  # the value that the damage is in may lack what is told at its end
                    self.assertEqual(whole, lines[:len(whole)])
                    self.assertGreaterEqual(len(whole), len(lines) - (1 if harm == "check" else 2))

    def test_layers_that_expand_are_stopped(self):
        bomb = gzip(bytes(1 << 26), level=9)
        for layers in 1, 2, 3:
            bomb = gzip(bomb, level=9)
            code, _, err = run("verify", "--format=apport", data=bomb)
            self.assertEqual(code, 1)
            self.assertIn("--max-ratio", err)

    def test_empty_wrappings_end(self):
        """Layers that give nothing: skippable frames, empty members."""
        empty = WAYS["zstd, stored"](b"")
        for data in gzip(gzip(b"")), gzip(empty * 100), gzip(gzip(b"") * 100000):
            code, out, err = run("dump", data=data)
            self.assertEqual((code, out, err), (4, b"", "diagfmt: -: not recognised: looks like gzip data\n"))


if __name__ == "__main__":
    need_codecs("snappy", "zstd", "brotli", "xz")
    unittest.main(argv=sys.argv[:1])
