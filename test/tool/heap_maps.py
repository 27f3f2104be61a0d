# SPDX-License-Identifier: MIT
"""Where a pc of a heap dump is in its ELF file, by the maps alone: start and end address, offset, name, rights."""


def elf_address(maps, pc):
    """None: pc is in no file. A file's maps follow each other with ascending offsets, and what can be written is last."""
    before = sorted((m for m in maps if m[0] <= pc), key=lambda m: m[:2])
    if not before or pc >= before[-1][1] or not is_file(before[-1][3]):
        return None
    first = before.pop()
    for m in reversed([m for m in before if is_file(m[3])]):
        again = "w" in m[4] and "w" not in first[4]
        if m[3] != first[3] or again or (m[2], m[4][:3] == first[4][:3]) > (first[2], False):
            break
        first = m
    archive = text(first[3]).endswith(".apk")
    return (pc - first[0] + (0 if archive else first[2])) % 2**64


def text(name):
    return name.decode("latin-1") if isinstance(name, bytes) else name


def is_file(name):
    return text(name) != "" and (not text(name).startswith("[") or text(name) == "[vdso]")
