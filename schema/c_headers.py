# SPDX-License-Identifier: MIT
"""The public headers as text: enumerations, structs and functions, each with the comment that stands behind it.

Not a parser of C: it reads what clang-format and the rules of docs/schema.md leave. A comment belongs to the declaration
or the enumerator before it in its line; one that has a line of its own belongs to nothing.
"""
import re
from typing import NamedTuple

ENUM = re.compile(r"\benum \{(.*?)\};", re.S)
STRUCT = re.compile(r"^(?:typedef )?struct (\w+) \{(.*?)\n\}(?: \1)?;", re.M | re.S)
OPAQUE = re.compile(r"^typedef struct (dfmt_\w+) \1;", re.M)
FUNCTION_TYPE = re.compile(r"^typedef ([^;]*\(\*dfmt_\w+\)\([^;]*\));", re.M)
SAME = re.compile(r"^typedef (dfmt_\w+) (dfmt_\w+);", re.M)
FUNCTION = re.compile(r"^DFMT_API ([^;(]*?)(\w+)\(([^;]*)\);", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TAGS = re.compile(r"(?:^|\s)\[([^\]]*)\]$")
DECLARATION = re.compile(r"(?:const )?(?:struct )?(?P<base>\w+) (?P<declarators>[^()]+)$")
DECLARATOR = re.compile(r"(?P<stars>(?:\*|const|\s)*)(?P<name>\w+)$")


class Bad(Exception):
    """A header says something that is not understood."""


class Comment:
    """Its text in one line without the tags, and the tags in brackets at its end."""

    def __init__(self, text=""):
        text = " ".join(re.sub(r"^\s*\*", "", text, flags=re.M).split())
        found = TAGS.search(text)
        self.tags = [tag.strip() for tag in found[1].split(",")] if found else []
        self.text = text[: found.start()] if found else text

    def value(self, key):
        """X of a tag "key X", else None."""
        return next((tag[len(key) + 1:] for tag in self.tags if tag.startswith(key + " ")), None)


class Enumerator(NamedTuple):
    name: str
    value: str  # as it is written; "": one more than the last
    comment: Comment


class Member:
    """c_name may end in "_", where C++ has a keyword; the name does not."""

    def __init__(self, base, stars, c_name, comment):
        self.base, self.stars, self.c_name, self.comment = base, stars, c_name, comment
        self.name = c_name.removesuffix("_")


def parts(body, separator):
    """(text, Comment) of each part of what braces hold."""
    found, text, comment = [], "", ""
    behind = None  # the part whose line this is
    for token in re.findall(rf"/\*.*?\*/|[^\S\n]+|\n|{separator}|[^\s{separator}]+", body, re.S):
        if token.startswith("/*"):
            if behind is not None:
                found[behind][1] += token[2:-2]
            elif text.strip():
                comment += token[2:-2]
        elif token == separator:
            found.append([text, comment])
            text, comment, behind = "", "", len(found) - 1
        elif token == "\n":
            text, behind = text + " ", None
        elif token.strip():
            text, behind = text + token, None
        else:
            text += " "
    if text.strip():
        found.append([text, comment])
    return [(" ".join(text.split()), Comment(comment)) for text, comment in found]


def enumerations(text):
    """A list of each's enumerators."""
    for body in ENUM.findall(text):
        yield [Enumerator(name.strip(), value.strip(), comment)
               for name, _, value, comment in ((*part.partition("="), comment) for part, comment in parts(body, ","))]


def members(body):
    """Those of a struct; None: it has functions, so it is no data."""
    found = []
    for text, comment in parts(body, ";"):
        declaration = DECLARATION.match(text)
        if not declaration:
            return None
        for declarator in declaration["declarators"].split(","):
            one = DECLARATOR.match(declarator.strip())
            found.append(Member(declaration["base"], one["stars"].count("*"), one["name"], comment))
    return found


def structs(text):
    """(name, members) of those that hold data."""
    for name, body in STRUCT.findall(text):
        found = members(body)
        if found:
            yield name, found


def functions(text):
    """(result, name, parameters) of each, as they stand there."""
    return FUNCTION.findall(COMMENT.sub("", text))
