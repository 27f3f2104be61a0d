#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what bindings repeat of the public headers, for packages; in the tree git ignores it.

    generate.py [FOLDER] BINDING...    BINDING: python, rust or npm; FOLDER: in place of the tree

Stubs of Python in python/diagfmt, declarations and records of Rust in bindings/rust, types of TypeScript in npm.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # not into the sources
ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "schema"))
import python_stubs  # noqa: E402
import rust_declarations  # noqa: E402
import rust_records  # noqa: E402
import typescript  # noqa: E402
from model import Model  # noqa: E402

HEAD = "// SPDX-License-" "Identifier: MIT\n// Made by bindings/generate.py from the public headers.\n"


def python(model):
    return {f"python/diagfmt/{name}": text for name, text in python_stubs.stubs(model).items()}


def rust(model):
    return {"bindings/rust/diagfmt-sys/src/bindings.rs": HEAD + rust_declarations.bindings(model),
            "bindings/rust/diagfmt-sys/src/ops.rs": HEAD + rust_declarations.ops(model),
            "bindings/rust/diagfmt/src/records.rs": HEAD + rust_records.records(model),
            "bindings/rust/diagfmt/src/ops_records.rs": HEAD + rust_records.ops_records(model)}


def npm(model):
    return {"npm/records.d.ts": HEAD + typescript.records(model)}


BINDINGS = {"python": python, "rust": rust, "npm": npm}


def main(*args):
    folder = ROOT
    if args and args[0] not in BINDINGS:
        folder, args = Path(args[0]), args[1:]
    if not args or not set(args) <= set(BINDINGS):
        raise SystemExit(__doc__)
    model = Model()
    for name in args:
        for path, text in BINDINGS[name](model).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
