# SPDX-License-Identifier: MIT
"""Questions about files in SQL."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from . import _html
from ._batches import SHOWN
from ._library import library
from ._sqlite import Connection, Parameters, Statement, Value
from .errors import BY_ERRNO, CLASSES, Error, ReadWriteError, option_names, warn_of_damage

__all__ = ["Answer", "sql"]

DAMAGE = "SELECT diagfmt_damage()"
MOST_ARGUMENTS = 100  # of a call in SQL; SQLite allows 127
MEMBERS = ["status", "number", "offset", "line", "needed", "sys_errno", "option"]
PLACE = re.compile(r"(line \d+, )?offset 0x[0-9a-f]+: ")


class Answer:
    """The answer to a question, which sql() makes: its rows are tuples.

    The statement runs each time that somebody takes the rows; in between nothing is open.
    """

    def __init__(self, query: str, paths: list[str], recover: bool, parameters: Parameters) -> None:
        self.query, self._paths, self._recover, self._parameters = query, paths, recover, parameters
        with closing(self._run()) as run:  # says now what is wrong with the statement
            #: the names of the columns
            self.columns: list[str] = next(run)

    def __iter__(self) -> Generator[tuple[Value, ...], None, None]:
        rows = self._run()
        next(rows)
        return rows

    def to_dicts(self) -> list[dict[str, Value]]:
        """All rows by the names of the columns. Of columns with the same name the last one counts."""
        return [dict(zip(self.columns, row)) for row in self]

    def _run(self) -> Generator[Any, None, None]:
        """The names of the columns, then the rows."""
        db = Connection()
        try:
            self._attach(db)
            statement = Statement(db, self.query, self._parameters)
            try:
                yield statement.columns()
                yield from statement.rows()
                self._warn(db)
            finally:
                statement.close()
        except Error as e:
            raise improved(db, e, self.query, self._paths) from None
        finally:
            db.close()

    def _warn(self, db: Connection) -> None:
        while self._recover and isinstance(problem := db.run(DAMAGE)[0][0], str):
            warn_of_damage(problem)

    def _attach(self, db: Connection) -> None:
        db.run("SELECT diagfmt_on_error(?)", ["recover" if self._recover else "fail"])
        db.run(DAMAGE)  # from here on it is kept
        for i in range(0, len(self._paths), MOST_ARGUMENTS):
            some = self._paths[i:i + MOST_ARGUMENTS]
            db.run(f"SELECT diagfmt_attach({', '.join('?' * len(some))})", some)

    def _first(self) -> Iterator[dict[str, Value]]:
        with closing(iter(self)) as rows:
            yield from (dict(zip(self.columns, row)) for row in islice(rows, SHOWN))

    def __repr__(self) -> str:
        return "\n".join([f"diagfmt.Answer {self.query}", *(f"  {name}" for name in self.columns)])

    def _repr_html_(self) -> str:
        return _html.grid(self.query, dict.fromkeys(self.columns, ""), self._first)


def with_names(db: Connection, e: Error, query: str) -> Error:
    """An error about an unknown table or column says which there are."""
    names = db.run("SELECT diagfmt_names(?, ?)", [str(e), query])[0][0]
    return type(e)(f"{e}; {names}") if isinstance(names, str) and names else e


def improved(db: Connection, e: Error, query: str, paths: list[str]) -> Error:
    """An error of SQLite as that of the library which it comes from, if it comes from one."""
    try:
        rows = db.run("SELECT " + ", ".join(f"diagfmt_error('{name}')" for name in MEMBERS))
    except Error:
        return e
    found: Any = dict(zip(MEMBERS, rows[0]))
    if found["status"] >= 0:
        return with_names(db, e, query)
    kind, message = CLASSES.get(found["status"], Error), str(e)
    made: Error = (BY_ERRNO.get(found["sys_errno"], kind) if kind is ReadWriteError else kind)()
    made.filename, reason = split(message, (library.dfmt_status_name(found["status"]) or b"?").decode(), paths)
    made.args = (reason,)
    made.number, made.offset, made.line = found["number"], found["offset"], found["line"]
    made.needed, made.errno = found["needed"], found["sys_errno"]
    made.option = option_names.get(found["option"])
    return made


def split(message: str, status: str, paths: list[str]) -> tuple[str | None, str]:
    """The file of a message and the reason, without what the exception has as members: FILE: STATUS: PLACE: REASON."""
    file, found, reason = message.partition(f": {status}: ")
    if found:
        return file, PLACE.sub("", reason, count=1)
    named = max((path for path in paths if message.startswith(path + ": ")), key=len, default=None)
    return named, message[len(named) + 2:] if named else message


def path_of(path: str | os.PathLike[str]) -> str:
    found = os.fspath(path)
    if not isinstance(found, str):
        raise TypeError("sql() takes paths of files, not what is in them")
    if "\0" in found:
        raise ValueError("a path has a zero byte")
    return found


def sql(query: str, *paths: str | os.PathLike[str], recover: bool = False, parameters: Parameters = ()) -> Answer:
    """The answer to a question about files in SQL, by SQLite and libdiagfmt's extension for it.

    query: one statement. Tables of a file have the names of table(), with "_" for ".", and short ones: "bugreport_log"
    and "log"; several files of one format are one table, with a column "_file". docs/sql.md tells of columns and
    values. recover: damage is passed over, with a DamageWarning for each file once the rows have been read, and all of it
    in the table "diagnostic"; else rows before it are delivered, then it is raised. parameters: values for "?" in the statement, or by name for ":name".

    The extension is what the environment variable DIAGFMT_SQLITE names, or diagfmt_sqlite.so beside the library, or
    where the system finds it. ImportError: it is missing, or SQLite is.

    >>> import diagfmt, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ops.txt")
    ...     _ = path.write_text("7: malloc 0x5000 24\\n7: malloc 0x6000 8\\n7: free 0x5000\\n")
    ...     answer = diagfmt.sql("SELECT op_word, sum(bytes) AS total FROM op GROUP BY op", path)
    ...     answer
    ...     list(answer)
    ...     diagfmt.sql("SELECT ptr FROM op WHERE bytes < ?", path, parameters=[10]).to_dicts()
    diagfmt.Answer SELECT op_word, sum(bytes) AS total FROM op GROUP BY op
      op_word
      total
    [('malloc', 32), ('free', None)]
    [{'ptr': '0000000000006000'}]
    """
    return Answer(query, [path_of(path) for path in paths], recover, parameters)
