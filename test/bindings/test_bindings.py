#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How bindings/generate.py turns declarations of C into Rust, and that each described type is in what it makes."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "bindings"), str(ROOT / "schema")]
from model import TABLES, Model, Struct  # noqa: E402
from rust_declarations import Declarations, declared, declarators, signature  # noqa: E402
from described import META  # noqa: E402
import generate  # noqa: E402

DECLARED = {
    "uint32_t present": ("present", "u32"),
    "const char *const *suffixes": ("suffixes", "*const *const c_char"),
    "const dfmt_type *const *types": ("types", "*const *const dfmt_type"),
    "struct ArrowSchema **children": ("children", "*mut *mut ArrowSchema"),
    "const void *body": ("body", "*const c_void"),
    "dfmt_str type": ("type", "dfmt_str"),
    "void (*close)(void *user)": ("close", 'Option<unsafe extern "C" fn(user: *mut c_void)>'),
    "void *(*dfmt_realloc_fn)(void *user, uint64_t\n size)":
        ("dfmt_realloc_fn", 'Option<unsafe extern "C" fn(user: *mut c_void, size: u64) -> *mut c_void>'),
}
HEADER = """
typedef struct dfmt_op dfmt_op;
enum { DFMT_TOY_LESS = -1, DFMT_TOY_MORE }; /* , */
typedef struct dfmt_toy {
  uint32_t size, type; /* a; b */
  double share;
} dfmt_toy;
typedef dfmt_toy dfmt_doll;
/* Returns nothing; of none. */
DFMT_API dfmt_status dfmt_toy_new(const dfmt_config *c, dfmt_op **out);
DFMT_API void dfmt_toys(void);
"""


class BindingsTest(unittest.TestCase):
    def test_declarations(self):
        for text, expected in DECLARED.items():
            self.assertEqual(declared(text), (expected[0], expected[1]), text)
        self.assertEqual(declarators("const uint64_t *ptr, *bytes"), ["const uint64_t *ptr", "const uint64_t *bytes"])
        self.assertEqual(signature("fn f", "const dfmt_toy *", "dfmt_status *in, const dfmt_str *out"),
                         "fn f(r#in: *mut dfmt_status, out: *const dfmt_str) -> *const dfmt_toy")

    def test_a_header(self):
        model = Model()
        model.value.update(DFMT_TOY_LESS="-1", DFMT_TOY_MORE="DFMT_TOY_LESS + 1")
        with tempfile.NamedTemporaryFile("w", suffix=".h") as file:
            file.write(HEADER)
            file.flush()
            found = Declarations(model, [pathlib.Path(file.name)])
        text = found.text()
        for part in ("pub const DFMT_TOY_LESS: i32 = -1;\npub const DFMT_TOY_MORE: i32 = 0;\n",
                     "pub struct dfmt_toy {\n    pub size: u32,\n    pub r#type: u32,\n    pub share: f64,\n}\n",
                     "pub struct dfmt_op {\n    _opaque: [u8; 0],\n}\n", "pub type dfmt_doll = dfmt_toy;\n",
                     "    pub fn dfmt_toy_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;\n"
                     "    pub fn dfmt_toys();\n"):
            self.assertIn(part, text)

    def test_all_types(self):
        """In each language, and each enumerator and function in Rust."""
        model = Model()
        made = {path: text for make in generate.BINDINGS.values() for path, text in make(model).items()}
        python = "".join(text for path, text in made.items() if path.endswith(".pyi"))
        rust = "".join(text for path, text in made.items() if path.endswith(".rs"))
        types = made["npm/records.d.ts"]
        tables = [group for group in model.types if group.endswith(TABLES)]
        structs = [t for t in model.of_number.values() if isinstance(t, Struct) and t.title != "str"]
        self.assertEqual(python.count("@final\nclass "), len(structs))
        self.assertEqual(len(re.findall("^(?:record|words)! {", rust, re.M)), len(model.of_number) - len(META))
        self.assertEqual(len(re.findall("^export (?:interface|type) ", types, re.M)),
                         len(model.listed(model.libdiagfmt() + tables)) - len(META) + 2)
        self.assertEqual({name for name in model.value if f"pub const {name}: " not in rust}, set())
        functions = re.findall(r"^DFMT_API [^;(]*?(\w+)\(", "".join(
            path.read_text("utf-8") for paths in model.headers.values() for path in paths), re.M)
        self.assertEqual({name for name in functions if f"    pub fn {name}(" not in rust}, set())


if __name__ == "__main__":
    unittest.main()
