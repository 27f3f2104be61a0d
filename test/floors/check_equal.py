#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hashes without a key decide nothing: check_equal.py ROOT ARCHIVE...

Whoever makes an input can make two contents of one CRC-32, Adler-32 or FNV, and of any hash that is made by multiplying with a
constant. So what names one is listed in ALLOWED, with what it is for, which is never that two things are equal; equality is found
by comparing, or by a keyed digest of 128 bits (lib/base/digest.h).

- An object of an ARCHIVE that calls a checksum's function, or a source below ROOT that multiplies by a large constant or names a
  hash, is listed; and each that is listed still does.
- Keyed hashes of 64 bits find places of tables. Whether what is found is the same, dfmti_table_find() is told by a function; it may be
  NULL for hashes of numbers, which are one to one, and where ALLOWED says what else makes sure.

check_equal.py --self-test COMPILER...: each of these is found where it was seeded.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

FOLDERS = "lib", "tables", "ops", "sqlite", "tools"
CHECKSUMS = re.compile(r"(dfmti_)?(crc32|adler32)(_\w+)?|crc32_gzip_refl|crc32_iscsi|isal_adler32|XXH\w+|[Mm][Dd]5\w*|"
                       r"SHA(1|256|512)\w*|dfmto_share_sha256_\w+|dfmti_deflate_ahead_crc")
MULTIPLIES = re.compile(r"\*\s*\(?(?:UINT(?:32|64)_C\()?(0[xX][0-9a-fA-F]{6,}|\d{7,})[uUlL]*|\bfnv|\bmurmur|\bxxh", re.I)
DECIMAL = re.compile(r"10*[uUlL]*$")  # 1000000000: units, no hash
FIND = re.compile(r"dfmti_table_find\(([^;]*?),\s*NULL,\s*NULL\)")
BY_NUMBER = re.compile(r"dfmti_hash_number\(")

# File: what the hash is for.
CHECK = "a container's own checksum against what was read or written"
TOLD = "a checksum that is put out, for others"
SPREAD = "the place of a table: what is there is compared"
ALLOWED = {
    "lib/apitrace/container_write.c": CHECK,
    "lib/apitrace/definitions.c": TOLD,
    "lib/apitrace/tree.c": SPREAD,
    "lib/apitrace/value_json.c": TOLD,
    "lib/apport/write_base64.c": CHECK,
    "lib/apport/write_blocks.c": CHECK,
    "lib/base/crc32.c": "the function itself",
    "lib/base/hash_key.c": "makes a key of a seed",
    "lib/base/hash_key.h": "keyed",
    "lib/codec/deflate_ahead.c": CHECK,
    "lib/codec/inflate.c": CHECK,
    "lib/codec/snappy_compress.c": "where four bytes were last: they are compared",
    "lib/core/json_reader.c": TOLD,
    "lib/zip/data.c": CHECK,
    "lib/zip/write.c": CHECK,
    "tables/rules/read.c": TOLD,
    "ops/diff/value.c": TOLD,
    "ops/profile/svg.c": "a colour for each name",
    "ops/share/sha256.c": "HMAC: keyed",
    "ops/share/trie.h": "a filter: what passes is compared",
    "ops/share/values.c": "placeholders, by HMAC with a key; values are compared",
    "tools/malloc-debug/blocks.c": SPREAD,
    "tools/malloc-debug/gone.c": SPREAD,
    "tools/malloc-debug/sample.c": "random numbers",
    "tools/malloc-debug/stacks.c": SPREAD,
}
# Functions that find by a hash alone.
HINTS = {
    "ops/heap/chains.c": "what is asked for ahead: chain_of() compares",
    "ops/op/texts.c": "what is asked for ahead: dfmto_text_hashed() compares",
}


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


def sources(root):
    for folder in FOLDERS:
        for top, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".cc")):
                    path = os.path.join(top, name)
                    with open(path, encoding="utf-8") as file:
                        yield os.path.relpath(path, root).replace(os.sep, "/"), without_comments(file.read())


def source_of(obj, paths):
    """Objects are named after their sources, with _ for /: base_crc32.c.o, or with all that leads to them."""
    name = obj.removesuffix(".o").replace("..", "").lstrip("_").removeprefix("meson-generated_").lstrip("_")
    found = [path for path in paths if ("_" + path.replace("/", "_")).endswith("_" + name)]
    return min(found, key=len) if found else None


def called(archives, paths):
    """What objects call of checksums: by their sources."""
    found = collections.defaultdict(set)
    for archive in archives:
        lines = subprocess.run(["nm", "-A", "-P", archive], capture_output=True, text=True, check=True).stdout.splitlines()
        for line in lines:
            match = re.fullmatch(r".*?([^/\[\]:]+\.o)\]?: (\S+) (\S).*", line)
            if match and CHECKSUMS.fullmatch(match[2]):
                found[source_of(match[1], paths) or match[1]].add(match[2])
    return found


def check(root, archives, allowed, hints):
    texts = dict(sources(root))
    named = called(archives, list(texts))
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            match = MULTIPLIES.search(line)
            if match and not (match[1] and DECIMAL.match(match[1])):
                named[path].add("line %d: %s" % (number, line.strip()))
        numbers = all(BY_NUMBER.search(text) for _ in FIND.finditer(text)) and not re.search(
            r"dfmti_hash_(bytes|fold|short|end)\(", text)
        if FIND.search(text) and not numbers and path not in hints:
            yield "%s finds by a hash alone, which is not that of a number" % path
    for path in sorted(named):
        if path not in allowed:
            yield "%s names a hash without a key: %s" % (path, ", ".join(sorted(named[path])))
    yield from ("%s is listed, and names no hash" % path for path in sorted(allowed) if path not in named)
    yield from ("%s is listed, and finds nothing by a hash alone" % path for path in sorted(hints)
                if not FIND.search(texts.get(path, "")))


# A tree in which all is well, and what each addition to it must bring.
SOUND = {
    "lib/zip/data.c": "unsigned dfmti_crc32(unsigned); int dfmt_read(unsigned crc) { return dfmti_crc32(0) == crc; }",
    "lib/core/find.c": "struct s *f(struct t *t) { return dfmti_table_find(t, dfmti_hash_number(t->key, 1), NULL, NULL); }",
    "ops/diff/value.c": "long ns(long s) { return s * 1000000000; } /* crc32(x) * 0x100000001b3 */",
    "ops/op/texts.c": "void *look(struct t *t) { return dfmti_table_find(t, dfmti_hash_bytes(t->key, 0, \"\", 0), NULL, NULL); }",
    "tools/a.c": "int main(void) { return 0; }",
    "sqlite/a.c": "int one(void) { return 1; }",
}
SOUND_ALLOWED, SOUND_HINTS = {"lib/zip/data.c": CHECK}, {"ops/op/texts.c": SPREAD}
SEEDED = [
    ("ops/diff/hash.c", "unsigned long h(unsigned long x) { return x * 0x100000001b3; }", "ops/diff/hash.c names a hash"),
    ("lib/zip/check.c", "unsigned long h(unsigned long x) { return (x ^ x >> 32) * UINT64_C(0x9e3779b97f4a7c15); }", "check.c names"),
    ("tools/same.c", "unsigned h(unsigned x) { return x * 16777619u; }", "tools/same.c names a hash without a key: line 1"),
    ("sqlite/same.c", "unsigned crc32(unsigned, const char *, unsigned); int s(const char *a, const char *b) {"
                      " return crc32(0, a, 9) == crc32(0, b, 9); }", "sqlite/same.c names a hash without a key: crc32"),
    ("ops/heap/same.c", "unsigned adler32(unsigned); int s(void) { return adler32(1) == 2; }", "ops/heap/same.c names"),
    ("ops/heap/find.c", "void *f(struct t *t) { uint64_t h = dfmti_hash_bytes(t->key, 0, \"\", 0);\n"
                        " return dfmti_table_find(t, h,\n NULL, NULL); }", "ops/heap/find.c finds by a hash alone"),
    ("lib/zip/data.c", "int dfmt_read(void) { return 0; }", "lib/zip/data.c is listed, and names no hash"),
    ("ops/op/texts.c", "int none(void) { return 0; }", "ops/op/texts.c is listed, and finds nothing"),
]


def build_and_check(files, compiler):
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            if "struct t" not in text and "UINT64_C" not in text:
                objects.append(os.path.join(folder, name.split("/", 1)[1].replace("/", "_") + ".o"))
                subprocess.run([*compiler, "-w", "-O0", "-c", path, "-o", objects[-1]], check=True)
        archive = os.path.join(folder, "all.a")
        subprocess.run(["ar", "rcs", archive, *objects], check=True)
        return list(check(folder, [archive], SOUND_ALLOWED, SOUND_HINTS))


def self_test(compiler):
    bad = build_and_check(SOUND, compiler)
    assert not bad, bad
    for name, text, expected in SEEDED:
        bad = build_and_check({**SOUND, name: text}, compiler)
        assert any(expected in line for line in bad), (name, expected, bad)
    print("%d violations, each found" % len(SEEDED))


def main():
    if sys.argv[1] == "--self-test":
        self_test(sys.argv[2:])
        return 0
    bad = list(check(sys.argv[1], sys.argv[2:], ALLOWED, HINTS))
    print("\n".join(bad) or "no hash without a key decides anything")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
