#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the API reference from the public headers, whose comments are plain prose: reference.py HEADER… OUTPUT_DIR

One page a header, with its declarations as they stand and every name a link, and an index. Headers are taken in pieces
that blank lines separate: a comment, and what it is about. Complaints are errors, and nothing is written then:

- a function or type without a comment, or with one that does not say "Since";
- a comment that names a function, type, number or member which no header has ("dfmt_x_*" must fit at least one).
"""
import html
import pathlib
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"\b(?:(?:dfmt|DFMT)_\w+|\w+\.h\b)")
FUNCTION = re.compile(r"\bDFMT_API\b[^;()]*?\b(dfmt_\w+)\s*\(")
TYPEDEF = re.compile(r"\btypedef\b(?:[^;{}]*\{.*?\}\s*(\w+)|[^;{}]*?\(\*(\w+)\)[^;]*|[^;{}]*?(\w+))\s*;", re.S)
STRUCT = re.compile(r"\btypedef struct \w+ \{(.*?)\n?\}\s*(\w+);", re.S)
ENUM = re.compile(r"\benum\s*\{(.*?)\}", re.S)
DEFINE = re.compile(r"^#define (DFMT_\w+)", re.M)
MENTION = re.compile(r"\b((?:dfmt|DFMT)_\w*)(<?)(\*?)(?:\(\))?(?:\.(\w+))?")
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem}
pre{background:#8881;padding:.7rem;overflow-x:auto;font-size:13px;line-height:1.4}i{opacity:.65;font-style:normal}
section{margin:2rem 0}a{text-decoration:none;color:#06c}:target{background:#fd06}
td{vertical-align:top;padding-right:1rem}:root{color-scheme:light dark}"""


class Piece:
    """What stands between two blank lines of a header: prose, code, or prose about code."""

    def __init__(self, text):
        lead = re.match(r"/\*.*?\*/\s*", text, re.S)
        self.prose = plain(lead[0]) if lead else ""
        self.code = text[lead.end():] if lead else text
        bare = COMMENT.sub(" ", self.code)
        self.functions = FUNCTION.findall(bare)
        self.types = [next(filter(None, found)) for found in TYPEDEF.findall(bare)]
        self.numbers = [name for body in ENUM.findall(bare) for name in re.findall(r"(?:^|,)\s*(\w+)", body)]
        self.numbers += DEFINE.findall(bare)
        self.names = self.functions + self.types + self.numbers
        self.members = {name: members(body) for body, name in STRUCT.findall(bare)}

    def comments(self):
        return [self.prose, *map(plain, COMMENT.findall(self.code))]


class Header:
    def __init__(self, path):
        self.name = path.name
        self.path = ("diagfmt/ops/" if path.parent.name == "ops" else "diagfmt/") + path.name
        self.page = path.stem + ".html"
        text = re.sub(r"\A/\* SPDX.*\n", "", path.read_text("utf-8"))
        head, text = re.match(r"(/\*.*?\*/)(.*)", text, re.S).groups()
        self.intro = plain(head)
        self.pieces = [Piece(piece) for piece in split(text)]


def split(text):
    """Pieces of a header, without what is for the preprocessor and for C++ alone; blank lines in braces do not count."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif", "", text, flags=re.S)
    text = re.sub(r"#ifndef DFMT_API\n(?:.*\n)*?#endif\n#endif|^#(?:include|ifndef|endif|define \w+_H$).*", "", text,
                  flags=re.M)
    pieces, depth = [], 0
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", text):
        if not paragraph.strip():
            continue
        if depth:
            pieces[-1] += "\n\n" + paragraph
        else:
            pieces.append(paragraph.strip("\n"))
        bare = COMMENT.sub("", pieces[-1])
        depth = bare.count("{") - bare.count("}")
    return pieces


def plain(comment):
    """A comment's text without its stars."""
    text = re.sub(r"\A/\*+|\*+/\Z", "", comment.strip())
    return re.sub(r"^ *\* ?", "", text, flags=re.M).strip()


def members(body):
    """Names that a struct declares: before a comma, a semicolon, or the arguments of a function."""
    functions = re.findall(r"\(\*(\w+)\)", body)
    return set(functions + re.findall(r"(\w+)\s*[,;]", re.sub(r"\([^*].*?\)", "", body)))


def complaints(headers):
    known = {name for header in headers for piece in header.pieces for name in piece.names}
    struct = {name: found for header in headers for piece in header.pieces for name, found in piece.members.items()}
    for header in headers:
        for piece in header.pieces:
            for name in piece.functions + piece.types:
                if not piece.prose:
                    yield "%s: %s has no comment" % (header.name, name)
                elif not re.search(r"\bSince \d+\.\d+\.", piece.prose):
                    yield '%s: the comment of %s does not say "Since"' % (header.name, name)
            for comment in piece.comments():
                yield from ("%s: %s" % (header.name, what) for what in unknown(comment, known, struct))
        yield from ("%s: %s" % (header.name, what) for what in unknown(header.intro, known, struct))


def unknown(comment, known, struct):
    for name, open_end, star, member in MENTION.findall(comment):
        if open_end:  # DFMT_<FORMAT>_…
            continue
        if star and name.endswith("_"):
            if not any(other.startswith(name) for other in known):
                yield "no name begins with %s" % name
        elif name not in known:
            yield "there is no %s" % name
        elif member and name in struct and member not in struct[name]:
            yield "%s has no member %s" % (name, member)


# --- HTML ---

class Writer:
    def __init__(self, headers):
        self.headers = headers
        self.target = {name: (header.page, "#" + name)
                       for header in headers for piece in header.pieces for name in piece.names}
        self.target.update((header.name, (header.page, "")) for header in headers)

    def link(self, text, page, declared=()):
        """Escaped text with its names as links, or as their targets the first time where they are declared."""
        def replace(match):
            name = match[0]
            if name in declared:
                declared.remove(name)
                return '<b id="%s">%s</b>' % (name, name)
            home, anchor = self.target.get(name, ("", ""))
            return '<a href="%s%s">%s</a>' % ("" if home == page and anchor else home, anchor, name) if home else name
        return NAME.sub(replace, html.escape(text, quote=False))

    def prose(self, text, page):
        """Paragraphs; lines that are set in stand as they are."""
        out = []
        for line in text.split("\n"):
            kind = "pre" if line.startswith("  ") else "p"
            if not line:
                out.append(("", []))
            elif out and out[-1][0] == kind:
                out[-1][1].append(line)
            else:
                out.append((kind, [line]))
        text = "\n".join("<%s>%s</%s>" % (kind, self.link("\n".join(lines), page), kind) for kind, lines in out if kind)
        return re.sub("`([^`]+)`", r"<code>\1</code>", text)

    def code(self, piece, page):
        """Comments in it pale; a name is a target in what is no comment."""
        out, at, declared = [], 0, set(piece.names)
        code = piece.code.replace("DFMT_API ", "")
        for match in COMMENT.finditer(code):
            out += [self.link(code[at:match.start()], page, declared), "<i>%s</i>" % self.link(match[0], page)]
            at = match.end()
        out.append(self.link(code[at:], page, declared))
        return "<pre>%s</pre>" % "".join(out)

    def piece(self, piece, page):
        heading = re.fullmatch(r"-+ (.*?) -+", piece.prose)
        if heading:
            return "<h2>%s</h2>" % html.escape(heading[1])
        code = self.code(piece, page) if piece.code.strip() else ""
        return "<section>%s%s</section>" % (self.prose(piece.prose, page), code)

    def page(self, header):
        body = "\n".join(self.piece(piece, header.page) for piece in header.pieces)
        return document(header.path, '<p><a href="index.html">All headers</a></p>\n%s\n%s' %
                        (self.prose(header.intro, header.page), body))

    def index(self):
        whole = next((h for h in self.headers if h.name == "diagfmt.h"), self.headers[0])
        rows = ["<tr><td><a href='%s'>%s</a><td>%s" % (h.page, h.name, self.link(first_sentence(h.intro), ""))
                for h in self.headers if h is not whole]
        names = [name for h in self.headers for p in h.pieces for name in p.functions + p.types]
        return document("libdiagfmt", "%s\n<table>%s</table>\n<h2>Functions and types</h2>\n<p>%s</p>" % (
            self.prose(whole.intro, ""), "\n".join(rows),
            "<br>\n".join(self.link(name, "") for name in sorted(names))))


def first_sentence(text):
    return re.split(r"(?<=\.) ", text.split("\n\n")[0].replace("\n", " "), maxsplit=1)[0].rstrip(":").replace("`", "")


def document(title, body):
    return ('<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
            "<title>%s</title><style>%s</style>\n<h1>%s</h1>\n%s\n</html>\n" % (title, STYLE, title, body))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    headers = [Header(pathlib.Path(path)) for path in sys.argv[1:-1]]
    found = sorted(set(complaints(headers)))
    if found:
        sys.exit("\n".join(found))
    out = pathlib.Path(sys.argv[-1])
    out.mkdir(parents=True, exist_ok=True)
    writer = Writer(headers)
    for header in headers:
        (out / header.page).write_text(writer.page(header), "utf-8")
    (out / "index.html").write_text(writer.index(), "utf-8")


if __name__ == "__main__":
    main()
