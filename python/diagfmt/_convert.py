# SPDX-License-Identifier: MIT
"""Structs to Python and back: owned records, borrowed views, and bodies for writers."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ctypes import c_void_p
from typing import Any, ClassVar

from . import _describe as d
from . import _html
from ._describe import Member, Shape, by_name, shapes
from ._library import Head, Str
from .errors import StaleError
from .values import Value, build_tree, read_tree

__all__ = ["ArrayView", "Record", "Step", "View", "build", "classes", "own"]


def text(data: bytes) -> str:
    """Bytes that ought to be UTF-8; what is none survives the way there and back."""
    return data.decode("utf-8", "surrogateescape")


def to_bytes(value: str | bytes | bytearray | memoryview) -> bytes:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else bytes(value)


class Record:
    """A body that is Python's own: one attribute for each member, None where the file has none.

    Its class is made from the library's description; ``diagfmt.records`` has them all.

    >>> import diagfmt
    >>> field = diagfmt.records.ApportField(key="Signal", text="11")
    >>> field.text, field.line, field.to_dict()
    ('11', None, {'key': 'Signal', 'text': '11'})
    """

    __slots__ = ()
    _shape: ClassVar[Shape]
    #: the name of its type, "apport.field"
    type_name: ClassVar[str]

    def __init__(self, /, **members: Any) -> None:
        for name in self._shape.members:
            setattr(self, name, members.pop(name, None))
        if members:
            raise TypeError(f"{self.type_name} has no member {', '.join(members)}")

    def to_dict(self) -> dict[str, Any]:
        """What is present, by name."""
        return {name: value for name in self._shape.members if (value := getattr(self, name)) is not None}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or other._shape is not self._shape:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._shape.members)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """By the name of its type and its members, so that processes with other versions of the library agree."""
        return build, (self.type_name, self.to_dict())

    def _repr_html_(self) -> str:
        return _html.members(self.type_name, self.to_dict())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.replace(".", "_").split("_"))


def make_class(shape: Shape, module: str) -> type[Record]:
    return type(class_name(shape.name), (Record,), {
        "__slots__": tuple(shape.members), "__module__": module, "_shape": shape, "type_name": shape.name,
        "__doc__": f"dfmt_{shape.name.replace('.', '_')}; the C header says what each member is."})


#: The class of each record, by the type's name.
classes: dict[str, type[Record]] = {name: make_class(shape, "diagfmt.records") for name, shape in by_name.items()
                                    if name != "str"}
BY_NUMBER = {shape.number: classes[name] for name, shape in by_name.items() if name != "str"}


def add_classes(found: Iterable[Shape]) -> list[type[Record]]:
    """Classes of the structs of libdiagfmt-ops."""
    made = []
    for shape in found:
        BY_NUMBER[shape.number] = classes[shape.name] = make_class(shape, "diagfmt.ops_records")
        made.append(classes[shape.name])
    return made


STR_TYPE = by_name["str"].number
ELEMENTS: dict[int, Any] = {d.U32: ctypes.c_uint32, d.I32: ctypes.c_int32, d.U64: ctypes.c_uint64, d.I64: ctypes.c_int64,
            d.F64: ctypes.c_double, d.STR: Str, d.BYTES: Str, d.CSTR: ctypes.c_char_p}


def shape_at(elem: int, at: int) -> Shape:
    return shapes[elem or Head.from_address(at).type]


def scalar(member: Member, raw: Any) -> Any:
    """A member that is no pointer to other structs."""
    kind = member.kind
    if kind == d.STR:
        return text(raw.bytes())
    if kind == d.BYTES:
        return raw.bytes()
    if kind == d.CSTR:
        return None if raw is None else text(raw)
    if kind == d.BOOL:
        return bool(raw)
    if kind == d.ENUM or (kind == d.I32 and member.elem):
        return d.words[member.elem].get(raw & 0xFFFFFFFF, raw)
    if kind == d.FLAGS:
        return flags(raw, d.words[member.elem])
    return raw


def flags(bits: int, known: dict[int, str]) -> frozenset[str | int]:
    """Words of the bits that are set; a bit without a word stands for itself."""
    return frozenset(known.get(1 << i, 1 << i) for i in range(32) if bits >> i & 1)


class Step:
    """One turn of a reader: what is borrowed from it is good until the next one."""

    __slots__ = ("alive", "payload")

    def __init__(self) -> None:
        self.alive = True
        self.payload: Any = None  # of its event, once it was asked for

    def check(self) -> None:
        if not self.alive:
            raise StaleError("the reader has moved on; keep a copy by own()")


# ---- owned ----

def own(shape: Shape, at: int, tables: dict[int, Any]) -> Record:
    """A copy of the struct at an address. tables: what was made of entries of the reader's tables, by address."""
    raw = shape.struct.from_address(at)
    made = BY_NUMBER[shape.number].__new__(BY_NUMBER[shape.number])
    present = raw.present if shape.has_present else 0
    for name, member in shape.members.items():
        absent = member.mask and not present & member.mask
        setattr(made, name, None if absent else own_member(member, raw, tables))
    return made


def own_member(member: Member, raw: Any, tables: dict[int, Any]) -> Any:
    value = getattr(raw, member.name)
    if member.kind == d.REF:
        return own_table(member.elem, value, tables) if member.table else \
            own(shape_at(member.elem, value), value, tables) if value else None
    if member.kind in (d.ARRAY, d.REF_ARRAY):
        return own_array(member, value, getattr(raw, member.counter), tables)
    if member.kind == d.VALUE_TREE:
        return read_tree(value, lambda at: own_table(0, at, tables)) if value else None
    return scalar(member, value)


def own_table(elem: int, at: int | None, tables: dict[int, Any]) -> Any:
    if not at:
        return None
    if at not in tables:
        tables[at] = own(shape_at(elem, at), at, tables)
    return tables[at]


def own_array(member: Member, at: int | None, n: int, tables: dict[int, Any]) -> list[Any]:
    if not at or not n:
        return []
    if member.kind == d.REF_ARRAY:
        return [own_table(member.elem, p, tables) for p in (c_void_p * n).from_address(at)]
    if member.elem in ELEMENTS or member.elem == STR_TYPE:
        cls: Any = ELEMENTS.get(member.elem, Str)
        values = (cls * n).from_address(at)
        return [text(v.bytes()) for v in values] if cls is Str else list(values)
    shape = shapes[member.elem]
    return [own(shape, at + i * ctypes.sizeof(shape.struct), tables) for i in range(n)]


# ---- borrowed ----

class View:
    """A body, or a part of one, where the library has it. After the reader's next step it raises StaleError.

    >>> import diagfmt
    >>> reader = diagfmt.open(b"7: malloc 0x5000 24\\n")
    >>> view = next(reader.views()).body
    >>> view.type, view.op, view.bytes, view.old_ptr
    ('mallocdbg.op', 'malloc', 24, None)
    """

    __slots__ = ("_at", "_shape", "_step")

    def __init__(self, shape: Shape, at: int, step: Step) -> None:
        self._shape, self._at, self._step = shape, at, step

    @property
    def type(self) -> str:
        """The name of its type, "apport.field"."""
        return self._shape.name

    def own(self) -> Record:
        """A copy that outlives the step."""
        self._step.check()
        return own(self._shape, self._at, {})

    def __reduce__(self) -> tuple[Any, ...]:
        """As its copy."""
        return self.own().__reduce__()

    def _repr_html_(self) -> str:
        return self.own()._repr_html_() if self._step.alive else _html.sentence(repr(self))

    def __getattr__(self, name: str) -> Any:
        member = self._shape.members.get(name)
        if member is None:
            raise AttributeError(f"{self._shape.name} has no member {name}")
        self._step.check()
        raw: Any = self._shape.struct.from_address(self._at)
        if member.mask and not raw.present & member.mask:
            return None
        value = getattr(raw, name)
        if member.kind == d.REF:
            return View(shape_at(member.elem, value), value, self._step) if value else None
        if member.kind in (d.ARRAY, d.REF_ARRAY):
            return ArrayView(member, value or 0, getattr(raw, member.counter), self._step)
        if member.kind == d.VALUE_TREE:
            return read_tree(value, lambda at: own(shape_at(0, at), at, {})) if value else None
        return scalar(member, value)

    def __repr__(self) -> str:
        return f"<View of {self._shape.name}{'' if self._step.alive else ', stale'}>"


class ArrayView(Sequence[Any]):
    """An array where the library has it; elements that are structs are views."""

    __slots__ = ("_at", "_member", "_n", "_step")

    def __init__(self, member: Member, at: int, n: int, step: Step) -> None:
        self._member, self._at, self._n, self._step = member, at, n if at else 0, step

    def __len__(self) -> int:
        self._step.check()
        return self._n

    def __getitem__(self, i: Any) -> Any:
        self._step.check()
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(self._n))]
        i = i + self._n if i < 0 else i
        if not 0 <= i < self._n:
            raise IndexError(i)
        elem = self._member.elem
        if self._member.kind == d.REF_ARRAY:
            at = (c_void_p * self._n).from_address(self._at)[i]
            return View(shapes[elem], at, self._step) if at else None
        if elem in ELEMENTS or elem == STR_TYPE:
            cls: Any = ELEMENTS.get(elem, Str)
            value = (cls * self._n).from_address(self._at)[i]
            return text(value.bytes()) if cls is Str else value
        return View(shapes[elem], self._at + i * ctypes.sizeof(shapes[elem].struct), self._step)

    def __reduce__(self) -> tuple[Any, ...]:
        """As a list of copies."""
        return list, ([one.own() if isinstance(one, View) else one for one in self],)

    def __repr__(self) -> str:
        return f"<ArrayView of {self._n}{'' if self._step.alive else ', stale'}>"


# ---- for writers ----

class Builder:
    """Makes structs of records and keeps alive what they point to; entries of tables are made once."""

    def __init__(self) -> None:
        self.keep: list[Any] = []
        self.tables: dict[int, tuple[Record, Any]] = {}

    def body(self, record: Record) -> int:
        """The address of a struct that is good until forget()."""
        raw = self.fill(record._shape.struct(), record)
        self.keep.append(raw)
        return ctypes.addressof(raw)

    def forget(self) -> None:
        self.keep.clear()

    def fill(self, raw: Any, record: Record) -> Any:
        shape = record._shape
        if shape.shape == d.SHAPE_EVENT or "head" in dict(raw._fields_):
            raw.head = Head(ctypes.sizeof(raw), shape.number)
        for name, member in shape.members.items():
            value = getattr(record, name)
            if value is None:
                continue
            self.set(raw, member, value)
            if member.mask:
                raw.present |= member.mask
        return raw

    def set(self, raw: Any, member: Member, value: Any) -> None:
        kind = member.kind
        if kind in (d.STR, d.BYTES):
            setattr(raw, member.name, self.str(value))
        elif kind in (d.ENUM, d.I32, d.FLAGS, d.BOOL):
            setattr(raw, member.name, number(member, value))
        elif kind == d.REF:
            setattr(raw, member.name, self.table(value) if member.table else self.body(value))
        elif kind in (d.ARRAY, d.REF_ARRAY):
            setattr(raw, member.name, self.array(member, list(value)))
            setattr(raw, member.counter, len(value))
        elif kind == d.VALUE_TREE:
            tree = value if isinstance(value, Value) else Value.of(value)
            setattr(raw, member.name, ctypes.addressof(build_tree(tree, self.table, self.keep)))
        elif kind == d.CSTR:
            setattr(raw, member.name, to_bytes(value))
        else:
            setattr(raw, member.name, value)

    def str(self, value: Any) -> Str:
        data = to_bytes(value)
        self.keep.append(data)
        return Str(ctypes.cast(ctypes.c_char_p(data), c_void_p), len(data))

    def array(self, member: Member, values: list[Any]) -> int | None:
        if not values:
            return None
        elem, n = member.elem, len(values)
        if member.kind == d.REF_ARRAY:
            items: Any = (c_void_p * n)(*[self.table(v) for v in values])
        elif elem in (d.STR, d.BYTES, STR_TYPE):
            items = (Str * n)(*[self.str(v) for v in values])
        elif elem in ELEMENTS:
            items = (ELEMENTS[elem] * n)(*values)
        else:
            element: Any = shapes[elem].struct
            items = (element * n)()
            for raw, value in zip(items, values):
                self.fill(raw, value if isinstance(value, Record) else BY_NUMBER[elem](**value))
        self.keep.append(items)
        return ctypes.addressof(items)

    def table(self, record: Record) -> int:
        """An entry of a table, such as a function's signature: the same struct each time."""
        if id(record) not in self.tables:
            inner = Builder()
            raw = inner.fill(record._shape.struct(), record)
            self.tables[id(record)] = (record, (raw, inner))
        return ctypes.addressof(self.tables[id(record)][1][0])


def number(member: Member, value: Any) -> int:
    """Words to numbers."""
    known = d.numbers.get(member.elem, {})
    if member.kind == d.FLAGS and not isinstance(value, int):
        return sum(known[v] if isinstance(v, str) else v for v in set(value))
    if isinstance(value, str):
        if value not in known:
            raise ValueError(f"{member.name}: {value!r} is not one of {', '.join(known)}")
        n = known[value]
        return n - (1 << 32) if member.kind == d.I32 and n >> 31 else n
    return int(value)


def build(type_name: str, members: dict[str, Any]) -> Record:
    """A record by the name of its type."""
    if type_name not in classes:
        with suppress(ImportError):  # it may be one of libdiagfmt-ops
            importlib.import_module("diagfmt.ops_records")
    if type_name not in classes:
        raise ValueError(f"no type is called {type_name!r}")
    return classes[type_name](**members)
