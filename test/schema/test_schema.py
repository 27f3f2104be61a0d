#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That schema/ takes from a header what docs/schema.md says, and refuses each kind of mistake.

The headers are the project's own, with one of a format that there is not.
"""
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "schema"))
import generate  # noqa: E402
from c_headers import Bad  # noqa: E402
from model import Model  # noqa: E402

HEADER = """
enum { DFMT_TOY_ITEM = 0x7f0001, DFMT_TYPE_TOY_PART = 0x7f8000, DFMT_TYPE_TOY_COLOUR = 0x7f8100,
       DFMT_TYPE_TOY_FLAGS = 0x7f8101, /* bits DFMT_TOY_FLAG_* */
       DFMT_TYPE_TOY_WAY = 0x7f8102 /* words DFMT_TOY_UP … */ };
enum { DFMT_TOY_COLOUR_RED = 1, DFMT_TOY_COLOUR_DARK_RED = 2 /* "dark-red": of old ones */ };
enum { DFMT_TOY_FLAG_OLD = 1, DFMT_TOY_FLAG_NEW = 2 };
enum { DFMT_TOY_UP, DFMT_TOY_DOWN };
enum {
  DFMT_TOY_ITEM_HAS_OWNER = 1,
  DFMT_TOY_ITEM_HAS_SPAN = 2, /* low, high and at_ns: of one kind */
  DFMT_TOY_ITEM_HAS_MORE = 4
};
/* An element. */
typedef struct dfmt_toy_part {
  uint64_t address, number;
  uint32_t line, class_; /* MEMBERS of a line share a comment [no unit] */
} dfmt_toy_part;
typedef struct dfmt_toy_item {
  dfmt_head head;
  /* nothing says this: [repeats] */
  uint32_t present; /* DFMT_TOY_ITEM_HAS_* */
  uint32_t colour;  /* of toys: DFMT_TOY_COLOUR_*, by its name */
  uint32_t flags;   /* DFMT_TOY_FLAG_* */
  uint32_t way;     /* DFMT_TOY_UP … */
  uint32_t broken;  /* 1: it is */
  uint32_t number;  /* no index: it has 32 bits */
  uint32_t reserved;
  int64_t at_ns;
  uint64_t low, high, weight_bytes;
  dfmt_str owner; /* who has it, over
                     two lines [repeats] */
  dfmt_str data;  /* [bytes, if MORE, since 0.2] */
  const char *label; /* first_part[i + 1] */
  const dfmt_toy_part *parts; /* all of it */
  uint64_t n_parts;
  const uint32_t *codes;
  uint64_t n_codes;
  const dfmt_toy_part *best; /* [last] */
  dfmt_status status;
  double share; /* [first] */
} dfmt_toy_item;
typedef struct dfmt_toy_functions {
  dfmt_status (*read)(void *user);
} dfmt_toy_functions;
DFMT_API const dfmt_toy_item *dfmt_event_toy_item(const dfmt_event *ev);
"""

# As layout.c has them: name, kind, element, counter, presence bit, unit, flags.
ITEM = """
head HEAD - - - NONE
present PRESENT - - - NONE
share F64 - - - NONE
colour ENUM DFMT_TYPE_TOY_COLOUR - - NONE
flags FLAGS DFMT_TYPE_TOY_FLAGS - - NONE
way ENUM DFMT_TYPE_TOY_WAY - - NONE
broken BOOL - - - NONE
number U32 - - - NONE
reserved RESERVED - - - NONE
at_ns I64 - - DFMT_TOY_ITEM_HAS_SPAN INSTANT_NS
low U64 - - DFMT_TOY_ITEM_HAS_SPAN NONE
high U64 - - DFMT_TOY_ITEM_HAS_SPAN NONE
weight_bytes U64 - - - BYTES
owner STR - - DFMT_TOY_ITEM_HAS_OWNER NONE REPEATS
data BYTES - - DFMT_TOY_ITEM_HAS_MORE NONE
label CSTR - - - NONE UTF8
parts ARRAY DFMT_TYPE_TOY_PART n_parts - NONE
n_parts COUNT - - - NONE
codes ARRAY DFMT_KIND_U32 n_codes - NONE
n_codes COUNT - - - NONE
status I32 DFMT_TYPE_STATUS - - NONE
best REF DFMT_TYPE_TOY_PART - - NONE
"""

# A mistake, by what is replaced, and what the one line about it must say.
MISTAKES = {
    "a tag that there is not": ("[bytes, if MORE", "[byte, if MORE", "dfmt_toy_item.data: there is no tag [byte]"),
    "a tag cut short": ("two lines [repeats]", "two lines [repeat]", "no tag [repeat]"),
    "a bit that there is not": ("if MORE", "if LESS", "there is no DFMT_TOY_ITEM_HAS_LESS"),
    "a bit of no member": ("if MORE, ", "", "no member has the presence bit DFMT_TOY_ITEM_HAS_MORE"),
    "words that there are not": ("DFMT_TOY_COLOUR_*, by", "DFMT_TOY_COLOR_*, by", "DFMT_TOY_COLOR_*, but nothing"),
    "words of no enumeration": ("words DFMT_TOY_UP …", "words DFMT_TOY_OVER …", "DFMT_TYPE_TOY_WAY: 0 enumerations"),
    "words of two enumerations": ("DFMT_TOY_UP, DFMT_TOY_DOWN", "DFMT_TOY_FLAG_UP, DFMT_TOY_FLAG_DOWN", "2 enumerations"),
    "a C type": ("double share", "float share", "dfmt_toy_item.share: no kind is known for float"),
    "an array without a counter": ("uint64_t n_codes", "uint64_t codes_count", "there is no n_codes that counts it"),
    "a type without a struct": ("} dfmt_toy_part;\n", "} dfmt_toy_piece;\n", "DFMT_TYPE_TOY_PART: 0 enumerations"),
}


class SchemaTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        shutil.copytree(ROOT / "include", self.root / "include")
        (self.root / "lib" / "toy").mkdir(parents=True)
        (self.root / "lib" / "toy" / "format.c").touch()

    def model(self, header=HEADER, path="include/diagfmt/toy.h"):
        (self.root / path).write_text(header, "utf-8")
        return Model(self.root)

    def test_members(self):
        model = self.model()
        item = model.structs["dfmt_toy_item"]
        lines = [" ".join([m.name, m.kind, m.elem or "-", m.counter or "-", m.mask or "-", m.unit, *m.flags])
                 for m in item.members]
        self.assertEqual(lines, ITEM.strip().splitlines())
        self.assertEqual((item.title, item.shape), ("toy.item", "event"))
        part = model.structs["dfmt_toy_part"]
        self.assertEqual([(m.name, m.c_name, m.unit) for m in part.members],
                         [("address", "address", "ADDRESS"), ("number", "number", "INDEX"), ("line", "line", "NONE"),
                          ("class", "class_", "NONE")])
        self.assertEqual((part.title, part.shape), ("toy.part", "element"))

    def test_words(self):
        types = {t.title: t for t in self.model().types["toy"]}
        self.assertEqual(list(types), ["toy.item", "toy.part", "toy.colour", "toy.flags", "toy.way"])
        self.assertEqual([word for word, _ in types["toy.colour"].rows], ["red", "dark-red"])
        self.assertEqual(types["toy.flags"].shape, "flags")
        self.assertEqual(types["toy.way"].rows, [("up", "DFMT_TOY_UP"), ("down", "DFMT_TOY_DOWN")])

    def test_source(self):
        text = generate.source(self.model(), "toy")
        self.assertIn("#include <diagfmt/toy.h>\n", text)
        self.assertIn('{.name = "data", .kind = DFMT_KIND_BYTES, .offset = offsetof(dfmt_toy_item, data), '
                      ".present_mask = DFMT_TOY_ITEM_HAS_MORE, .since = 0x00020000},\n", text)
        self.assertIn("const dfmt_toy_item *dfmt_event_toy_item(const dfmt_event *ev) "
                      "{ return dfmti_event_body(ev, DFMT_TOY_ITEM); }\n", text)

    def test_a_header_that_is_not_public(self):
        text = generate.source(self.model(path="lib/toy/toy.h"), "toy")
        self.assertIn('#include "toy/toy.h"\n', text)
        self.assertIn("toy_item_type", text)

    def test_mistakes(self):
        for name, (before, after, message) in MISTAKES.items():
            with self.subTest(name):
                self.assertIn(before, HEADER)
                with self.assertRaises(Bad) as raised:
                    self.model(HEADER.replace(before, after))
                self.assertIn(message, str(raised.exception))
                self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
