#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the maker of the API reference refuses, and that every link of its pages leads somewhere:

    test_reference.py HEADER…
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEADERS = sys.argv[1:]
MAKER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference" / "reference.py"
GOOD = """/* SPDX-License-Identifier: MIT */
/* A pot, see dfmt_pour(). */
#ifndef DIAGFMT_POT_H
#define DIAGFMT_POT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of DFMT_TEA_*. */
enum { DFMT_TEA_GREEN = 1, /* young */ DFMT_TEA_BLACK = 2 };

/* A cup; dfmt_cup.size is in bytes. Since 0.1. */
typedef struct dfmt_cup {
  uint32_t size, kind; /* DFMT_TEA_* */

  void (*close)(void *user, int now);
} dfmt_cup;

/*
 * Pours.
 *   pot -> cup
 * Since 0.1.
 */
DFMT_API int dfmt_pour(dfmt_cup *to);
DFMT_API int dfmt_spill(dfmt_cup *from);

#endif
"""
REFUSED = {
    ("Pours.", "Pours"): "",
    (" Since 0.1.\n */\nDFMT", " Since then.\n */\nDFMT"): 'pot.h: the comment of dfmt_pour does not say "Since"\n'
    'pot.h: the comment of dfmt_spill does not say "Since"\n',
    ("/* A cup; dfmt_cup.size is in bytes. Since 0.1. */\n", ""): "pot.h: dfmt_cup has no comment\n",
    ("dfmt_pour(). */", "dfmt_boil(). */"): "pot.h: there is no dfmt_boil\n",
    ("dfmt_cup.size", "dfmt_cup.volume"): "pot.h: dfmt_cup has no member volume\n",
    ("dfmt_cup.size", "dfmt_cup.close"): "",
    ("of DFMT_TEA_*", "of DFMT_COFFEE_*"): "pot.h: no name begins with DFMT_COFFEE_\n",
    ("of DFMT_TEA_*", "of DFMT_<LEAF>_*"): "",
}


def make(out, *headers):
    return subprocess.run([sys.executable, "-B", MAKER, *headers, out], stderr=subprocess.PIPE, text=True, check=False)


class Reference(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def test_refuses(self):
        for (old, new), says in REFUSED.items():
            header, out = self.dir / "pot.h", self.dir / "out"
            self.assertIn(old, GOOD)
            header.write_text(GOOD.replace(old, new), "utf-8")
            done = make(out, header)
            self.assertEqual((done.stderr, done.returncode, (out / "pot.html").exists()), (says, int(bool(says)), not says))
            for page in out.glob("*"):
                page.unlink()

    def test_page(self):
        header = self.dir / "pot.h"
        header.write_text(GOOD, "utf-8")
        self.assertEqual(make(self.dir / "out", header).stderr, "")
        page = (self.dir / "out" / "pot.html").read_text("utf-8")
        self.assertIn('<p>Pours.</p>\n<pre>  pot -&gt; cup</pre>\n<p>Since 0.1.</p>', page)
        self.assertIn('int <b id="dfmt_pour">dfmt_pour</b>(<a href="#dfmt_cup">dfmt_cup</a> *to);\n', page)
        self.assertIn("uint32_t size, kind; <i>/* DFMT_TEA_* */</i>\n\n  void", page)
        self.assertNotIn("__cplusplus", page)

    def test_links(self):
        self.assertEqual(make(self.dir, *HEADERS).stderr, "")
        pages = {page.name: page.read_text("utf-8") for page in self.dir.glob("*.html")}
        self.assertEqual(len(pages), len(HEADERS) + 1)
        targets = {name: re.findall(r'id="(\w+)"', text) for name, text in pages.items()}
        followed = 0
        for name, text in pages.items():
            self.assertEqual(len(targets[name]), len(set(targets[name])), name)
            for home, anchor in re.findall(r"""href=["']([\w.]*)#?(\w*)["']""", text):
                followed += 1
                self.assertTrue(not anchor or anchor in targets[home or name], (name, home, anchor))
                self.assertIn(home or name, pages)
        self.assertGreater(followed, 500)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
