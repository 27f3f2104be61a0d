# SPDX-License-Identifier: MIT
"""Reports without personal data: share(), and Sharer for several at once, over libdiagfmt-ops."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from typing import IO, TYPE_CHECKING, Any

from ._io import Sink

if TYPE_CHECKING:
    from ._ops import OpProgress

__all__ = ["Account", "Doubtful", "Explained", "Replaced", "Sharer", "Unsearched", "share"]

PIECE = 1 << 16


@dataclass(frozen=True)
class Replaced:
    """Places that were replaced: those that are alike are one."""

    value_class: str  #: "email" …
    carrier: str      #: the section, service, entry or field in which they stand
    spelling: str     #: "plain", "percent", "base64" …
    how: str          #: they were found: "place", "learned" or "form"
    count: int


@dataclass(frozen=True)
class Unsearched:
    """An entry or field that cannot be searched."""

    input: int  #: its number, from 0
    name: str   #: without what is personal in it
    message: str


@dataclass(frozen=True)
class Doubtful:
    """What may be left: values replaced in fields only, or what a second scan saw in one text of the output."""

    value_class: str
    values: int      #: different values; of "form" and "inside" places
    why: str = "short"  #: "short", "frequent", "form": it looks like one, or "inside": a known one, as inside a longer word
    input: int = 0   #: the number of the file, from 0
    place: str = ""  #: the entry or key, without what is personal in it; "": the file is one text
    line: int = 0    #: of the first place, from 1; 0: none is counted
    message: str = ""  #: why, in words


@dataclass(frozen=True)
class Explained:
    """What became of a value that was asked about, as one of a class; several classes may have it, or none."""

    value: int               #: its number in explain, from 0
    outcome: str             #: "replaced", "replaced_listed" …, "stays_class" …, or "not_told"
    value_class: str | None  #: None: no rule took it for a value
    how: str | None          #: what told it first: "place", "learned" or "form"; None: it was given
    rule: str | None         #: the label, the template or the words that announced it
    line: int | None         #: where, from 1
    places: int              #: replaced in outputs
    message: str             #: the outcome, in words


@dataclass(frozen=True)
class Account:
    """What was taken out, and what was not; never a value, or a part of one."""

    values: int  #: different ones
    places: int
    replaced: list[Replaced] = field(default_factory=list)
    left_out: list[Unsearched] = field(default_factory=list)
    kept: list[Unsearched] = field(default_factory=list)
    doubtful: list[Doubtful] = field(default_factory=list)
    unmatched: list[int] = field(default_factory=list)  #: numbers of patterns in names that nothing matched, from 0
    explained: list[Explained] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Nothing was left out, and nothing is doubtful."""
        return not self.left_out and not self.doubtful

    def to_json(self) -> str:
        """All of it as a JSON object."""
        return json.dumps(asdict(self), ensure_ascii=False)


def _account(operation: Any) -> Account:
    rows = operation.rows()
    sets: dict[str, list[Any]] = {}
    facts = rows.facts
    while True:
        name = rows.name
        if name == "account":
            sets[name] = [Replaced(r.value_class, r.carrier, r.spelling, r.how, r.n) for r in rows]
        elif name == "doubtful":
            sets[name] = [Doubtful(r.value_class, r.n_values, r.why, r.input, r.place, r.line, r.message) for r in rows]
        elif name == "unmatched":
            sets[name] = [r.pattern for r in rows]
        elif name == "explained":
            sets[name] = [Explained(r.value, r.outcome, r.value_class, r.how, r.rule, r.line, r.n_places, r.message)
                          for r in rows]
        else:
            sets[name] = [Unsearched(r.input, r.name, r.message) for r in rows]
        if not rows.next_set():
            break
    rows.close()
    return Account(facts.n_values, facts.n_places, sets["account"], sets["left_out"], sets["kept"], sets["doubtful"],
                   sets["unmatched"], sets["explained"])


class Output:
    """Where one goes: written to a file without a name, and copied when all of them are good."""

    def __init__(self, target: Any) -> None:
        self.target, self.file = target, tempfile.TemporaryFile()

    def copy(self, to: Sink) -> None:
        self.file.seek(0)
        while piece := self.file.read(PIECE):
            to.put(piece)

    def close(self) -> None:
        self.file.close()


class Sharer:
    """Learns over several reports and writes them with one key: equal values have equal placeholders in all of them.

    Options: profile "public", "vendor" or "log"; classes ("+serial", "-ipv4"), key (16 bytes or more; by default a
    random one), values ("person:Jane Doe"), names (patterns), labels (texts), explain (values to be told about), keep
    ("core", "images" …) and hash_bits. review: a path, or binary file,
    for a text that shows each place with what was there, for nobody else. check: each output is read again before it
    is there; an error is raised if anything personal is found.

    >>> import diagfmt
    >>> sharer = diagfmt.Sharer(key=b"not a good key, but a fixed one")
    >>> sharer.add(b"Account {name=chatty_jo, type=x}\\n")
    >>> import io
    >>> out = io.BytesIO()
    >>> sharer.add(b"to chatty_jo\\n", out)
    >>> sharer.run().values
    1
    >>> out.getvalue().partition(b":")[0]
    b'to <account'
    """

    def __init__(self, *, review: Any = None, check: bool = True, progress: OpProgress | None = None,
                 **options: Any) -> None:
        self.options, self.review, self.check, self.progress = options, review, check, progress
        self.inputs: list[tuple[Any, Any]] = []

    def add(self, given: Any, target: Any = None) -> None:
        """Adds a report, and where it is written to: a path, a descriptor or a binary file. None: it is only learned from."""
        self.inputs.append((given, target))

    def run(self) -> Account:
        """Reads and writes all of them. After an error nothing was written."""
        outputs = [None if target is None else Output(target) for _, target in self.inputs]
        review = None if self.review is None else tempfile.TemporaryFile()
        try:
            account = self._share(outputs, review)
            self._write(outputs, review)
            return account
        finally:
            for output in outputs:
                if output is not None:
                    output.close()
            if review is not None:
                review.close()

    def _share(self, outputs: list[Output | None], review: IO[bytes] | None) -> Account:
        from .ops import Share
        with Share([given for given, _ in self.inputs], self.progress, **self.options) as operation:
            for number, output in enumerate(outputs):
                if output is not None:
                    operation.output(output.file, "output", number)
            if review is not None:
                operation.output(review.fileno(), "review")
            operation.run()
            for output in outputs:
                if output is not None and self.check:
                    output.file.seek(0)
                    operation.check(output.file)
            return _account(operation)

    def _write(self, outputs: list[Output | None], review: IO[bytes] | None) -> None:
        sinks: list[Sink] = []
        try:
            for output in outputs:
                if output is not None:
                    sinks.append(Sink(output.target))
                    output.copy(sinks[-1])
            if review is not None:
                review.seek(0)
                self._write_review(review.read())
            for sink in sinks:
                sink.commit()
        finally:
            for sink in sinks:
                sink.close()

    def _write_review(self, data: bytes) -> None:
        """To a new file that nobody else can read."""
        if not isinstance(self.review, (str, os.PathLike)):
            self.review.write(data)
            return
        with open(os.open(self.review, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)


def share(given: Any, target: Any, *, review: Any = None, check: bool = True, progress: OpProgress | None = None,
          **options: Any) -> Account:
    """Writes a bug report, a crash report or a log without personal data; options are those of Sharer.

    target: a path, where the file appears when it is complete, a descriptor or a binary file. What cannot be searched
    is left out, which the account says.

    >>> import diagfmt, io
    >>> out = io.BytesIO()
    >>> account = diagfmt.share(b"mail to jane@example.org\\n", out, key=b"not a good key, but a fixed one")
    >>> out.getvalue()
    b'mail to <email:2be8b2>\\n'
    >>> account.replaced[0]
    Replaced(value_class='email', carrier='text', spelling='plain', how='form', count=1)
    """
    sharer = Sharer(review=review, check=check, progress=progress, **options)
    sharer.add(given, target)
    return sharer.run()
