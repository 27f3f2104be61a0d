# SPDX-License-Identifier: MIT
"""The kinds of operations, as the library describes them: a class and a function for each."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from . import _describe, errors
from ._convert import class_name, own
from ._describe import shapes
from ._library import Head
from ._ops import Operation, OpProgress, OpRemarks, Reporting, Writing, ops_library
from ._rows import repeatable

__all__ = ["Kind", "kinds", "make"]

MODULE = "diagfmt.ops"  # where people find what is made here
HEADINGS = {"answer": "Answers, of which those marked * are the usual ones", "document": "Documents", "output": "Outputs"}
P = inspect.Parameter


class Kind(NamedTuple):
    """What is known of one."""

    about: Any               # a record: dfmt_op_kind
    parts: list[Any]         # dfmt_op_part
    options: dict[str, Any]  # dfmt_option by the last word of its name, its own ones first

    def names(self, part: str) -> tuple[str, ...]:
        """Of its answers, documents or outputs."""
        return tuple(one.name for one in self.parts if one.part == part)


def addresses(at: Callable[[int], int | None]) -> Iterator[int]:
    """What a function of the library has at 0, 1 and so on."""
    i = 0
    while address := at(i):
        yield address
        i += 1


def record(address: int) -> Any:
    return own(shapes[Head.from_address(address).type], address, {})


ALL_OPTIONS = list(errors.described_options(ops_library.dfmt_ops_option_at))


def options_of(about: Any) -> dict[str, Any]:
    """Its own options, those of kinds that it borrows from, and those that it shares with others."""
    found: dict[str, Any] = {}
    for takes in (lambda o: o.format == about.number, lambda o: o.format and about.borrows >> o.format & 1,
                  lambda o: not o.format and about.shared >> (o.key & 63) & 1):
        for option in filter(takes, ALL_OPTIONS):
            found.setdefault(option.name.decode().rpartition(".")[2], option)
    return found


def kinds() -> Iterator[Kind]:
    for address in addresses(ops_library.dfmt_op_at):
        about = record(address)
        parts = [record(part) for part in addresses(partial(ops_library.dfmt_op_part_at, address))]
        yield Kind(about, parts, options_of(about))


# ---- how they are shown: signatures and docstrings ----

def default(option: Any) -> Any:
    """As one would write it."""
    value = getattr(option, "def")
    if option.kind == _describe.STR:
        return ()
    if option.kind == _describe.BOOL:
        return bool(value)
    words = _describe.words.get(option.words, {})
    if option.kind == _describe.FLAGS:
        return tuple(word for bit, word in words.items() if value & bit)
    return words.get(value, value)


def signature(call: Callable[..., Any], kind: Kind) -> inspect.Signature:
    """That of a function, with the options in place of its last parameter, which stays for those of libdiagfmt."""
    *fixed, rest = inspect.signature(call).parameters.values()
    taken = {p.name for p in fixed}
    return inspect.Signature([*fixed, *(P(name, P.KEYWORD_ONLY, default=default(option))
                                        for name, option in kind.options.items()
                                        if name not in taken and not keyword.iskeyword(name)), rest])


def marks(part: Any) -> str:
    return "*" * ("usual" in part.flags) + " (required)" * ("required" in part.flags) + \
        " (of each input)" * ("per_input" in part.flags)


def option_help(option: Any) -> str:
    words = ", ".join(f'"{word}"' for word in _describe.words.get(option.words, {}).values())
    return f"{option.help.decode()} Words: {words}." if words else f"{option.help.decode()}"


def section(heading: str, lines: dict[str, str]) -> str:
    return f"\n\n{heading}:\n" + "\n".join(f"    {name}: {text}" for name, text in lines.items()) if lines else ""


def doc(kind: Kind) -> str:
    """All that the library says of it."""
    text = f"{kind.about.help}"
    for part, heading in HEADINGS.items():
        text += section(heading, {p.name + marks(p): p.help for p in kind.parts if p.part == part})
    return text + section("Options, beside those of libdiagfmt", {name: option_help(o) for name, o in kind.options.items()})


# ---- what is made ----

def make_class(kind: Kind) -> type[Operation]:
    base = Writing if kind.names("output") else Reporting
    made = type(class_name(kind.about.name), (base,), {
        "__module__": MODULE, "__doc__": doc(kind), "kind": kind.about.name, "options": kind.options,
        "answers": kind.names("answer"), "documents": kind.names("document"), "outputs": kind.names("output")})
    bound: Any = partial(Operation.__init__, None)  # without self
    made.__signature__ = signature(bound, kind)  # type: ignore[attr-defined]
    return made


def make_writer(cls: Any) -> Callable[..., Any]:
    def call(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, remarks: OpRemarks | None = None,
             damaged: str = "raise", **options: Any) -> bytes | None:
        with cls(inputs, progress, remarks, **options) as operation:
            written: bytes | None = operation.write(target, damaged)
            return written
    return call


def make_reporter(cls: Any, streams: bool) -> Callable[..., Any]:
    """streams: rows come once, as they are read, and are had again by another operation."""
    def call(inputs: Any, *, progress: OpProgress | None = None, remarks: OpRemarks | None = None, damaged: str = "raise",
             **options: Any) -> Any:
        found = cls(inputs, progress, remarks, **options).run(damaged).answer()
        again = partial(call, inputs, progress=progress, remarks=remarks, damaged=damaged, **options)
        return repeatable(found, inputs, again) if streams else found
    return call


def make_function(kind: Kind, cls: type[Operation]) -> Callable[..., Any]:
    """What it writes, to a target or as bytes, or else its usual rows."""
    made: Any = make_writer(cls) if issubclass(cls, Writing) else make_reporter(cls, "streams" in kind.about.flags)
    made.__signature__ = signature(made, kind)
    made.__name__ = made.__qualname__ = kind.about.name
    made.__module__, made.__doc__ = MODULE, cls.__doc__
    return made  # type: ignore[no-any-return]


def make() -> dict[str, Any]:
    """The classes and the functions by their names: Heap and heap()."""
    made: dict[str, Any] = {}
    for kind in kinds():
        cls = make_class(kind)
        made.update({cls.__name__: cls, kind.about.name: make_function(kind, cls)})
    return made
