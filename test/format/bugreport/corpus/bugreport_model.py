# SPDX-License-Identifier: MIT
"""The text of a bug report by whole-buffer regular expressions: an independent model of what the library streams.

A second implementation of the rules in docs/bugreport.md, for buffers that fit in memory. parse() gives lists of
banners, sections, services and durations with places in bytes.
"""

import re

M = re.M
MARKERS = {
    "duration": re.compile(rb"------ (\d+\.\d+)s was the duration of '([^\n]*)' ------\r?$", M),
    "footer": re.compile(rb"--------- (\d+\.\d+)s was the duration of dumpsys ([^\n]*?)"
                         rb"(?:, ending at: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d))?\r?$", M),
    "section": re.compile(rb"^------ ([^ \-\r\n](?:[^\n]*[^ \r\n])?) ------\r?$", M),
    "banner": re.compile(rb"^={56}\r?\n(?=== ([^\n]*?)\r?$)", M),
    "service": re.compile(rb"^DUMP OF SERVICE (?:(CRITICAL|HIGH|NORMAL) )?([^\n]+):\r?$", M),
    "timeout": re.compile(rb"^\*\*\* SERVICE (?:'([^\n]*)' )?DUMP TIMEOUT (?:\((\d+)(ms|s)\) )?EXPIRED \*\*\*\r?$", M),
    "elapsed": re.compile(rb"\[([^\[\]\n]*): (\d+\.\d+)s elapsed\]\r?$", M),
}
BANNER = re.compile(rb"={56}\r?\n[^\n]*(?:\n|\Z)(?:={56}\r?(?:\n|\Z)(?!== ))?")
LISTS = (b"for_each_pid", b"for_each_tid", b"for_each_userid")


def split(text):
    """Title and command of a heading, and the file's time."""
    title, command, when = text, None, None
    if text.endswith(b")"):
        depth = 0
        for i in range(len(text) - 1, -1, -1):
            depth += (text[i] == 41) - (text[i] == 40)
            if depth == 0:
                if i > 1 and text[i - 1 : i] == b" ":
                    title, command = text[: i - 1], text[i + 1 : -1]
                break
        else:
            i = text.rfind(b" (")
            if i > 0:
                title, command = text[:i], text[i + 2 : -1]
    m = command and re.fullmatch(rb"(.+): (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)", command, re.S)
    if m:
        command, when = m.groups()
    return title, command, when


def is_of(section, name):
    return name in (section["title"], section["text"]) or name in [w + b"(" + section["text"] + b")" for w in LISTS]


class Parser:
    def __init__(self, data):
        self.data, self.section, self.service, self.late, self.behind = data, None, None, [], 0
        self.out = {"banners": [], "sections": [], "services": [], "durations": []}

    def end_service(self, at, why):
        if self.service is not None:
            self.service.update(body_size=at - self.service["body_offset"], closed=why)
            self.service = None

    def end_section(self, at, why):
        s, self.section = self.section, None
        if s is None:
            return
        s.update(body_size=at - s["body_offset"], closed=why)
        if why == "section" and s["command"] is None:
            self.late = (self.late + [s])[-16:]

    def banner(self, m, behind):
        self.end_service(m.start(), "banner")
        self.end_section(m.start(), "banner")
        self.out["banners"].append((m.start(), m[1]))

    def begin_section(self, m, behind):
        self.end_service(m.start(), "section")
        self.end_section(m.start(), "section")
        title, command, when = split(m[1])
        self.section = {"offset": m.start(), "text": m[1], "title": title, "command": command, "time": when,
                        "body_offset": behind, "duration": None}
        self.out["sections"].append(self.section)

    def begin_service(self, m, behind):
        divider = re.search(rb"-{79}\r?\n\Z", self.data[max(self.behind, m.start() - 81) : m.start()])
        at = m.start() - len(divider[0]) if divider else m.start()
        self.end_service(at, "service")
        place = len(self.out["sections"]) - 1 if self.section else None
        self.service = {"offset": at, "section": place, "name": m[2], "priority": (m[1] or b"NORMAL").decode().lower(),
                        "body_offset": behind, "duration": None, "time": None, "timed_out": False, "timeout": None}
        self.out["services"].append(self.service)

    def footer(self, m, behind):
        s = self.service
        if s is not None and s["name"] == m[2]:
            s["duration"], s["time"] = m[1], m[3]
            self.end_service(m.start(), "footer")
        else:
            self.end_service(m.start(), "other_footer")

    def timeout(self, m, behind):
        if self.service is not None:
            self.service["timed_out"] = True
            self.service["timeout"] = int(m[2]) * (1000 if m[3] == b"s" else 1) if m[2] else None

    def elapsed(self, m, behind):
        if self.section is None or self.section["command"] is None or self.section["command"].split(b" ")[0] != m[1]:
            return
        self.end_service(m.start(), "elapsed")
        self.section["duration"] = m[2]
        self.end_section(m.start(), "elapsed")

    def duration(self, m, behind):
        sections = self.out["sections"]
        self.end_service(m.start(), "duration")
        of = self.section if self.section is not None and is_of(self.section, m[2]) else None
        self.end_section(m.start(), "duration" if of is not None else "other_duration")
        if of is None:
            for i in reversed(range(len(self.late))):
                if is_of(self.late[i], m[2]):
                    of = self.late[i]
                    del self.late[i:]
                    break
        if of is not None:
            of["duration"] = m[1]
        place = next((i for i, s in enumerate(sections) if s is of), None)
        self.out["durations"].append((m.start(), m[1], place))


def parse(data):
    def line(m):
        return data.rfind(b"\n", 0, m.start()) + 1

    durations = {line(m) for m in MARKERS["duration"].finditer(data)}
    footers = {line(m) for m in MARKERS["footer"].finditer(data)} - durations
    found = []
    for rank, (kind, pattern) in enumerate(MARKERS.items()):
        for m in pattern.finditer(data):
            if kind in ("section", "footer") and line(m) in durations:
                continue  # the line is a duration's
            if kind in ("section", "service", "timeout") and line(m) in footers:
                continue
            found.append((m.start(), rank, kind, m))
    p = Parser(data)
    take = {"section": p.begin_section, "service": p.begin_service}
    for at, _, kind, m in sorted(found, key=lambda x: x[:2]):
        if at < p.behind:
            continue
        lf = data.find(b"\n", m.end())
        behind = len(data) if lf < 0 else lf + 1
        if kind == "banner":
            behind = BANNER.match(data, at).end()
        before = p.section, p.service
        (take.get(kind) or getattr(p, kind))(m, behind)
        if kind not in ("timeout", "footer", "elapsed") or (p.section, p.service) != before:
            p.behind = behind
    p.end_service(len(data), "eof")
    p.end_section(len(data), "eof")
    return p.out
