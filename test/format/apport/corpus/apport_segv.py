# SPDX-License-Identifier: MIT
"""What Apport's hook parse_segv says of the fields of a report, written after docs/triage.md.

`row(fields)`: the row of apport.segv for a dict of str and bytes; None if there is none.
"""
import re

KEYS = {"Signal", "Architecture", "Disassembly", "ProcMaps", "Registers"}
WIDTH = 1 << 64
STACKING = "push pop pushl popl call callq ret retq".split()
DOING = {"x": ("executable", "executing"), "r": ("readable", "reading"), "w": ("writable", "writing")}
PORT = "disallowed I/O port operation on port %d"


class Wrong(Exception):
    """With the word of the error."""


def need(condition, word="malformed"):
    if not condition:
        raise Wrong(word)


def integer(text, base):
    try:
        return int(text, base)
    except ValueError:
        raise Wrong("malformed") from None


def small(number):
    need(0 <= number < WIDTH)
    return number


def registers_of(text):
    found = {}
    for words in map(str.split, text.splitlines()):
        need(len(words) > 1)
        if words[1] != "<unavailable>":
            found[words[0]] = integer(words[1], 16)
    need(found)
    return found


def maps_of(text):
    found = []
    for words in map(str.split, text.splitlines()):
        need(len(words) > 4 and words[0].count("-") == 1)
        start, end = (small(integer(x, 16)) for x in words[0].split("-"))
        found.append((start, end, words[1], (words + ["None"])[5]))
    return found


def operands(text):
    """Pieces between commas, those in parentheses whole."""
    at, found = 0, []
    while at < len(text):
        m = re.compile(r"[^,(]+(?:\([^)]+\))*|(?:\([^)]+\))+").match(text, at)
        found += [m[0]] if m else []
        at = m.end() if m else at + 1
    return (found + [None, None])[:2]


class Report:
    def __init__(self, fields):
        self.row, self.analysis, self.reason = {}, [], []
        need(all(isinstance(fields[key], str) for key in KEYS))
        self.registers = registers_of(fields["Registers"])
        self.read_instruction(fields["Disassembly"].splitlines())
        self.maps = maps_of(fields["ProcMaps"])

    def read_instruction(self, lines):
        lines = lines[1:] if lines and lines[0].startswith("Dump") else lines
        need(lines)
        line = re.sub(r"\A=>", "", lines[0].strip()).strip()
        need(line.startswith("0x"))
        self.pc = small(integer(line.split()[0].split(":")[0], 16))
        need(":" in line)
        text, self.words = line.partition(":")[2].strip(), []
        if text == "" and len(lines) > 1:
            need(lines[1].startswith(" "))
            text = lines[1].strip()
            line += " " + text
        elif text == "" or "Cannot access memory at address" in text:
            text = None
        self.analysis.append("Segfault happened at: " + line)
        self.source = self.destination = None
        if text is not None:
            self.read_words(text.split())

    def read_words(self, words):
        need(words)
        if re.fullmatch("<.*>", words[-1]):
            words = words[:-1]
        if len(words) > 1:
            self.source, self.destination = operands(words[-1])
            words = words[:-1]
        self.words = words
        pointers = [r for r in ("rsp", "esp") if r in self.registers]
        if " ".join(words) in STACKING and pointers:
            self.destination = f"(%{pointers[0]})"

    def register(self, name):
        need(name in self.registers, "unknown_register")
        return self.registers[name]

    def value(self, text):
        return self.register(text[1:]) if text.startswith("%") else integer(text or "0", 10)

    def address(self, operand):
        m = re.fullmatch(r"(?:%([^:]*):)?(-?)\*?([^(]*)(?:\(([^(]*).*)?", operand, re.S)
        total = 0 if m[1] is None else self.register(m[1])
        offset = m[3]
        if offset.startswith("%"):
            total += self.register(offset[1:])
        elif offset:
            need(offset.startswith("0x"))
            total += integer(offset, 16) * (-1 if m[2] else 1)
        if m[4] is not None:
            parts = m[4][:-1].split(",")[:3]
            base, index, scale = [self.value(part) for part in parts] + [0, 0, 1][len(parts):]
            total += base + index * scale
        return total % (1 << 32 if "esp" in self.registers else WIDTH)

    def check(self, letter, address, name):
        able, doing = DOING[letter]
        name += f" (0x{address:08x})"
        start, end, permissions, path = next((m for m in self.maps if m[0] <= address < m[1]), (None, None, "", ""))
        if start is None:
            self.analysis.append(f"{name} not located in a known VMA region (needed {able} region)!")
            self.reason.append(f"{doing} {'NULL' if address < 1 << 16 else 'unknown'} VMA")
        elif letter not in permissions:
            self.analysis.append(f"{name} in non-{able} VMA region: 0x{start:08x}-0x{end:08x} {permissions} {path}")
            writable = "" if letter != "x" else "writable " if "w" in permissions else "non-writable "
            self.reason.append(f"{doing} {writable}VMA {path}")
        else:
            self.analysis.append(name + " ok")

    def check_operand(self, name, letter, operand):
        if not operand:
            return
        if ":" not in operand and operand[0] in "%$*" and not (letter == "r" and operand.startswith("*%")):
            self.analysis.append(f'{name} "{operand}" ok')
            return
        address = self.address(operand)
        self.row[name + "_address"] = f"0x{address:x}"
        self.check(letter, address, f'{name} "{operand}"')

    def port(self):
        need(self.source)
        name, mask = self.source.removeprefix("%"), 0
        for form, wider, lost in ((".l", r"{0}x", 0xff00), (".x", "e{0}x", 0xffff0000), ("e..", "r{1}", 0xffffffff00000000)):
            if name not in self.registers and re.fullmatch(form, name, re.S):
                name, mask = wider.format(name[0], name[1:]), mask | lost
        return small(self.register(name)) & ~mask

    def check_stack(self):
        sp = [self.registers[r] for r in ("esp", "rsp") if r in self.registers][:1]
        if not sp:
            return
        self.row["stack_address"] = f"0x{small(sp[0]):x}"
        for start, end, _, _ in [m for m in self.maps if m[3] == "[stack]"][-1:]:
            self.analysis += ["Stack memory exhausted (SP below stack segment)"] * (sp[0] < start)
            self.analysis += ["Stack pointer not within stack segment"] * (sp[0] >= end)
        if not self.reason:
            self.check("r", sp[0], "SP")

    def run(self):
        words = " ".join(self.words)
        found = {"pc": f"0x{self.pc:x}", "instruction": words, "source": self.source, "destination": self.destination}
        self.row.update({name: value for name, value in found.items() if value})
        self.check("x", self.pc, "PC")
        if words in ("lea", "leal"):
            self.analysis.append(f"insn ({words}) does not access VMA")
        else:
            self.check_operand("source", "r", self.source)
            self.check_operand("destination", "w", self.destination)
        if words in ("in", "out") and not self.reason:
            self.reason.append(PORT % self.port())
            self.analysis += self.reason
        self.check_stack()
        if not self.reason:
            of_kernel = any(m[3] in ("[vdso]", "[vsyscall]") for m in [m for m in self.maps if m[0] <= self.pc < m[1]][:1])
            self.analysis.append("Reason could not be automatically determined." + " (Unhandled exception in kernel code?)" * of_kernel)
        self.row.update({"reason": "\n".join(self.reason)} if self.reason else {}, analysis="\n".join(self.analysis))


def row(fields):
    if fields.get("Signal") != "11":
        return None
    if not KEYS <= set(fields):
        return {"analysis_error": "missing_field"}
    if fields["Architecture"] not in ("i386", "amd64"):
        return None
    report = None
    try:
        report = Report(fields)
        report.run()
    except Wrong as e:
        return {"analysis_error": str(e), **(report.row if report else {})}
    return report.row
