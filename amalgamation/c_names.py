# SPDX-License-Identifier: MIT
"""What a C file of this project declares for itself, and the same file with some of that renamed.

Not a parser: it knows the declarations that clang-format lays out here, and any C in which braces pair up.
"""
import re

TOKEN = re.compile(r"""(?P<blank>\s+ | /\*.*?\*/ | ^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
                     | (?P<text>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
                     | (?P<name>[A-Za-z_]\w*)
                     | (?P<other>\d[\w.]* | -> | \.\.\. | [^\w\s])""", re.S | re.M | re.X)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
TAGGED = ("struct", "union", "enum")


class Place:
    """A token that is a name, what is before and after it, and the brackets around it: of a struct, enum, or others."""

    def __init__(self, token, before, after, around):
        self.name, self.start, self.end = token.group(), token.start(), token.end()
        self.before, self.after, self.around = before, after, around

    def is_member(self):
        """Used, or declared in a struct: where the declaration's own type does not end."""
        if self.before in (".", "->"):
            return True
        inside = [kind for kind in self.around if kind[0] != "("][-1:] == ["struct"]
        return inside and self.before not in TAGGED and self.after in (";", ",", "[", ":", ")")

    def is_declared(self):
        """In the file's own scope."""
        if self.before == "typedef":  # the type that gets another name, as of a function: typedef bool (*same_fn)(...)
            return False
        if not self.around:
            return self.after == "{" if self.before in TAGGED else self.after in ("(", "=", "[", ";", ",")
        if self.around == ["(*"]:
            return self.before in ("*", "const") and self.after in ("[", ")")
        return self.around == ["enum"] and self.before in ("{", ",")


def places(text, directives=False):
    """Each name of a file in order; those in preprocessor directives, too, if that is asked for, as if in no bracket."""
    tokens = [m for m in TOKEN.finditer(text) if m.lastgroup != "blank"]
    around = []
    for i, token in enumerate(tokens):
        before = tokens[i - 1].group() if i else ""
        after = tokens[i + 1].group() if i + 1 < len(tokens) else ""
        if token.lastgroup == "name":
            yield Place(token, before, after, list(around))
        elif token.group() in "([":
            around.append("(*" if after == "*" else "(")
        elif token.group() == "{":
            around.append(kind_of_brace([t.group() for t in tokens[max(0, i - 2):i]]))
        elif token.group() in (")", "]", "}"):
            around.pop()
    if directives:
        for line in TOKEN.finditer(text):
            if line.lastgroup == "blank" and "#" in line.group() and not line.group().lstrip().startswith("/*"):
                yield from inside_directive(line)


def inside_directive(line):
    """The names in the replacement of a macro; strings are none."""
    found = [m for m in TOKEN.finditer(line.group().replace("#", " ", 1)) if m.lastgroup in ("text", "name", "other")]
    for i, token in enumerate(found):
        if token.lastgroup == "name":
            place = Place(token, found[i - 1].group() if i else "", "", [])
            place.start, place.end = place.start + line.start(), place.end + line.start()
            yield place


def kind_of_brace(before):
    for kind in ("enum", "struct", "union"):
        if kind in before:
            return "struct" if kind == "union" else kind
    return "{"


def declared(text):
    """Functions, objects, types and enumerators of the file's own scope."""
    found = {place.name for place in places(text) if place.is_declared()}
    return found - {"_Static_assert", "__attribute__", *macros(text)}


def macros(text):
    return sorted(set(MACRO.findall(text)))


def renamed(text, names):
    """The file with names replaced, by a dictionary, wherever they are no member of a struct."""
    parts, end = [], 0
    for place in sorted(places(text, directives=True), key=lambda place: place.start):
        if place.name in names and not place.is_member():
            parts += [text[end:place.start], names[place.name]]
            end = place.end
    return "".join(parts) + text[end:]
