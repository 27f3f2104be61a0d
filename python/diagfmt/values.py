# SPDX-License-Identifier: MIT
"""Value trees: what a traced call was given."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from ctypes import c_uint32
from typing import Any

from ._describe import enum_numbers, numbers, shapes, words

__all__ = ["Value"]

SIGNED = {"sint", "enum"}
PARENTS = {"array", "struct", "repr"}
WITH_SIG = {"enum", "bitmask", "struct"}
TEXTS = {"string", "blob"}


class Value:
    """A node with its children.

    ``kind`` is a word: null, false, true, sint, uint, float, double, string, blob, enum, bitmask, array, struct,
    opaque, repr or wstring. ``bits`` holds numbers as they stand in the file, ``data`` the bytes of a string or blob
    and the numbers of a wide string, ``sig`` the definition of an enum, bitmask or struct.

    >>> Value.of([1, 2.5, "three"]).children[2].value
    'three'
    """

    __slots__ = ("bits", "children", "data", "kind", "sig")

    def __init__(self, kind: str, bits: int = 0, data: Any = None, sig: Any = None,
                 children: list[Value] | tuple[Value, ...] = ()) -> None:
        self.kind, self.bits, self.data, self.sig, self.children = kind, bits, data, sig, list(children)

    @classmethod
    def of(cls, plain: Any) -> Value:
        """The tree for None, a bool, int, float, str (a string), bytes (a blob), or a list of these (an array)."""
        if plain is None:
            return cls("null")
        if isinstance(plain, bool):
            return cls("true" if plain else "false")
        if isinstance(plain, int):
            return cls("sint" if plain < 0 else "uint", plain & (1 << 64) - 1)
        if isinstance(plain, float):
            return cls("double", struct.unpack("<Q", struct.pack("<d", plain))[0])
        if isinstance(plain, str):
            return cls("string", data=plain.encode("utf-8", "surrogateescape"))
        if isinstance(plain, (bytes, bytearray, memoryview)):
            return cls("blob", data=bytes(plain))
        return cls("array", children=[plain_ if isinstance(plain_, Value) else cls.of(plain_) for plain_ in plain])

    @property
    def value(self) -> Any:
        """What it stands for in Python: None, a bool, int, float, str or bytes, or the list of its children's values."""
        kind = self.kind
        if kind in PARENTS:
            return [child.value for child in self.children] if kind != "repr" else self.children[1].value
        if kind in TEXTS:
            return self.data.decode("utf-8", "surrogateescape") if kind == "string" else self.data
        if kind in ("null", "false", "true"):
            return {"null": None, "false": False, "true": True}[kind]
        if kind == "float":
            return struct.unpack("<f", struct.pack("<I", self.bits & 0xFFFFFFFF))[0]
        if kind == "double":
            return struct.unpack("<d", struct.pack("<Q", self.bits))[0]
        if kind == "wstring":
            return "".join(map(chr, self.data)) if all(n < 0x110000 for n in self.data) else list(self.data)
        return self.bits - (1 << 64) if kind in SIGNED and self.bits >> 63 else self.bits

    @property
    def name(self) -> str | None:
        """Of an enum: the word for its number, the first of several; None if it has none."""
        if self.kind != "enum" or self.sig is None:
            return None
        return next((m for m, v in zip(self.sig.members, self.sig.member_values or ()) if v == self.value), None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        left: list[tuple[Value, Value]] = [(self, other)]
        while left:  # trees may be deep
            a, b = left.pop()
            if (a.kind, a.bits, a.data, a.sig, len(a.children)) != (b.kind, b.bits, b.data, b.sig, len(b.children)):
                return False
            left += zip(a.children, b.children)
        return True

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """As the list of its nodes, as trees may be deep."""
        nodes: list[Any] = []
        left: list[Value] = [self]
        while left:
            node = left.pop()
            nodes.append((node.kind, node.bits, node.data, node.sig, len(node.children)))
            left += reversed(node.children)
        return restore, (nodes,)

    def __repr__(self) -> str:
        n = len(self.children)
        return f"<Value {self.kind}{f' of {n}' if self.kind in PARENTS else f' {self.value!r}'}>"


def restore(nodes: list[tuple[str, int, Any, Any, int]]) -> Value:
    """The tree of nodes in pre-order, each with the number of its children."""
    top: list[Value] = []
    parents = [(top, 1)]
    for kind, bits, data, sig, n_children in nodes:
        while len(parents[-1][0]) == parents[-1][1]:
            parents.pop()
        made = Value(kind, bits, data, sig)
        parents[-1][0].append(made)
        parents.append((made.children, n_children))
    return top[0]


VALUE_SHAPE = next(s for s in shapes.values() if s.name == "apitrace.value")
KIND_WORDS = words[enum_numbers["apitrace.value_kind"]]
KIND_NUMBERS = numbers[enum_numbers["apitrace.value_kind"]]


def read_tree(at: int, read_sig: Callable[[int], Any]) -> Value:
    """The tree whose root is at an address; read_sig makes the definition at another one. Neither this nor
    build_tree() recurses: how deep a tree is the input says."""
    cls: Any = VALUE_SHAPE.struct
    nodes = (cls * cls.from_address(at).span).from_address(at)
    root = None
    parents: list[tuple[Value, int]] = []  # with the number of the node behind each
    for i, v in enumerate(nodes):
        made = Value(KIND_WORDS[v.kind])
        if made.kind not in PARENTS:
            made.bits = v.bits
        if v.ptr and made.kind in WITH_SIG:
            made.sig = read_sig(v.ptr)
        elif made.kind in TEXTS:
            made.data = ctypes.string_at(v.ptr, v.aux) if v.ptr and v.aux else None if made.kind == "blob" and v.aux else b""
        elif made.kind == "wstring":
            made.data = list((c_uint32 * v.aux).from_address(v.ptr)) if v.aux else []
        while parents and parents[-1][1] <= i:
            parents.pop()
        if parents:
            parents[-1][0].children.append(made)
        else:
            root = made
        parents.append((made, i + v.span))
    assert root is not None
    return root


def build_tree(root: Value, build_sig: Callable[[Any], int], keep: list[Any]) -> Any:
    """The nodes of a tree as an array; what they point to goes to `keep`."""
    order: list[tuple[Value, int]] = []  # with the place of the parent
    left = [(root, -1)]
    while left:
        value, parent = left.pop()
        left += [(child, len(order)) for child in reversed(value.children)]
        order.append((value, parent))
    cls: Any = VALUE_SHAPE.struct
    nodes = (cls * len(order))()
    for v, (value, _) in zip(nodes, order):
        v.kind, v.span, v.bits = KIND_NUMBERS[value.kind], 1, value.bits
        if value.kind in PARENTS:
            v.bits = len(value.children)
        if value.kind in WITH_SIG and value.sig is not None:
            v.ptr = build_sig(value.sig)
        elif value.data is not None:
            data: Any = (c_uint32 * max(1, len(value.data)))(*value.data) if value.kind == "wstring" \
                else ctypes.create_string_buffer(value.data, max(1, len(value.data)))
            keep.append(data)
            v.ptr, v.aux = ctypes.addressof(data), len(value.data)
    for i in range(len(order) - 1, 0, -1):
        nodes[order[i][1]].span += nodes[i].span
    keep.append(nodes)
    return nodes
