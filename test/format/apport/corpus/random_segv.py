#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Why made-up programs got signal 11, as the table apport.segv has it and as the model has it.

    random_segv.py LIBRARY [COUNT [FIRST]]     reports of the seeds FIRST .. FIRST+COUNT-1, 2000 from 0
"""
import json
import os
import pathlib
import random
import sys

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import apport_segv  # noqa: E402
import corpus  # noqa: E402
import diagfmt  # noqa: E402
import random_signatures  # noqa: E402

NAMES = {64: "rax rbx rcx rdx rsi rdi rbp rsp r8 r15 rip eflags cs fs_base".split(),
         32: "eax ebx ecx edx esi edi ebp esp eip eflags cs ds fs gs".split()}
MAPPED = [0x400000, 0x7fff0000, 0x555555554000, 0x7ffff7a0d000, 0xffffffffff600000]
EDGES = [0, 1, 0x10, 0xffff, 0x10000, 0xffffffff, 0x100000000, (1 << 64) - 1, 1 << 64, 0xdeadbeefdeadbeef]
# Numbers as no gdb prints them, of which some are some for Python.
NUMBERS = ["0x", "0X1f", "1f", "-0x10", "+0x10", "0x_1_0", "0x1__0", "_1", "1_", "0x\u0661\u0662", "\uff10x1\uff11", "<unavailable>", "0x1g", "-0", "{0x0}", "0x" + "f" * 40, "\u0be7"]
INSTRUCTIONS = ["mov", "movl", "movzbl", "lea", "leal", "push", "pushl", "pop", "popl", "call", "callq", "ret", "retq", "jmp", "jmpq", "rep movsq", "lock  cmpxchg",
                "in", "out", "(bad)", "cmpb", "nop"]
PATHS = ["/usr/bin/app", "/lib/x86_64-linux-gnu/libc-2.23.so", "[stack]", "[vdso]", "[vsyscall]", "[heap]", "/a b", "caf\u00e9", "[stack]"]
OPERANDS = ["%{r}", "(%{r})", "{o}(%{r})", "-{o}(%{r})", "{o}(%{r},%{s},{n})", "(,%{s},{n})", "(%{r},%{s})", "$0x1", "*%{r}", "*{o}(%{r})", "%fs:{o}", "%{r}:(%{s})",
            "%ds:{o}(%{r})", "{o}", "-{o}", "0x10(blah)", "-04(%{r})", "*", "%", "(%{r}", "({r})", "()", "(())", "%{r})", "(%{r})(%{s})", "((%{r})", "{o}(%{r}\u00e9", ",", "",
            "%al", "%dx", "(%dx)", "%edx", "%bl", "%el", "$0xb3", "-*%{r}", "*-{o}", "%fs:", ":", "%:{o}", "({n},{n},{n},{n})", "(,,)", "(%{r},%{s},)", "0X10", "{o}:(%{r})"]
MARKS = ["=> ", "=>", "   ", "", "=>=> ", "\u2003=>\u00a0"]
NAMED = [" <f+16>:", ":", " <f>:", " <std::f()+4>:", " <f(int, char)+2>:", "", " :", ": :"]
GAPS = ["\t", " ", "   ", "\t\u00a0"]
TAILS = ["", "", "", " <f+4>", " <f@plt>  ", " <>", " #", " <a b>", "   # 0x601040 <x>"]


def number(rnd):
    mapped = rnd.choice(MAPPED) + rnd.choice([rnd.randrange(-2, 0x3002), rnd.randrange(0x2000)])
    return rnd.choice([mapped, mapped, mapped, rnd.choice(EDGES), rnd.randrange(1 << rnd.randrange(1, 66))])


def written_number(rnd, oddly):
    return rnd.choice(NUMBERS) if rnd.random() < oddly else f"0x{number(rnd):x}"


def registers(rnd, names, oddly):
    for name in rnd.sample(names, rnd.choice([len(names)] * 4 + [rnd.randrange(2, len(names))])) + rnd.choices(names, k=rnd.randrange(3)):
        yield rnd.choice([f"{name:14} {written_number(rnd, oddly)} 7", f"{name}\t{written_number(rnd, oddly)}"])
    if rnd.random() < oddly:
        yield rnd.choice(["rax", "", " ", "pl3_ssp  <unavailable>", "ax 0x1234", "dx 0x3f8", "al 0x7", "e\u00e9 0x1", "fs 0x10", "ds 0x0"])


def maps(rnd, oddly):
    for start in rnd.sample(MAPPED, rnd.choice([len(MAPPED), len(MAPPED), rnd.randrange(len(MAPPED))])):
        for _ in range(rnd.randrange(1, 3)):
            permissions = rnd.choice(["r-xp", "r-xp", "rw-p", "r--p", "---p", "rwxp", "-w-p", "--xp"])
            yield f"{start:x}-{start + 0x1000 * rnd.choice([0, 1, 1, 1, 3]):08x} {permissions} 00000000 08:01 1 " + rnd.choice(["", "   ", "", " "]) + rnd.choice(PATHS + ["", ""])
            start += 0x1000
    if rnd.random() < oddly:
        yield rnd.choice(["", "x", "1-2 r-xp 0 0", "1-2-3 r-xp 0 0 0", "1 r-xp 0 0 0", "0x1-0x2 rw-p 0 0 0 /x", "-1-2 rw-p 0 0 0", "1-1" + "0" * 16 + " rw-p 0 0 0", "-", "g-1 r 0 0 0"])


def operand(rnd, names):
    return rnd.choice(OPERANDS[:rnd.choice([5, 5, 5, 13, 13, 99])]).format(
        r=rnd.choice(names), s=rnd.choice(names), n=rnd.choice(["1", "2", "4", "8", "0", "-1", "08", "1_0", "x", "9" * 30, "1" * 4301, "\u0664"][:rnd.choice([4, 4, 4, 12])]),
        o=rnd.choice([f"0x{rnd.randrange(0x40):x}", f"0x{number(rnd):x}", "0x", "0x1_0", "0xg", "10", "0x" + "f" * 40][:rnd.choice([2, 2, 2, 7])]))


def disassembly(rnd, names, oddly):
    odd = rnd.random() < oddly
    if rnd.random() < oddly:
        yield rnd.choice(["Dump of assembler code from 0x1 to 0x2:", "Dump", ""])
    pc = written_number(rnd, oddly / 4)
    text = rnd.choice(INSTRUCTIONS) + rnd.choice(GAPS) + ",".join(operand(rnd, names) for _ in range(rnd.choice([0, 1, 2, 2, 2, 3]))) + rnd.choice(TAILS[:rnd.choice([6, 6, 6, 9])])
    text = rnd.choice([f"Cannot access memory at address {pc}", "", "<f>", text]) if odd else text
    head = rnd.choice(MARKS[:99 if odd else 3]) + pc + rnd.choice(NAMED[:99 if odd else 3])
    if rnd.random() < 0.1:
        yield head
        text = rnd.choice(["    ", "", "\t"]) + text
        head = ""
    yield head + (rnd.choice(GAPS) if head else "") + text
    yield from [f"   0x{number(rnd):x}:\tret"] * rnd.randrange(3)


def make_report(rnd):
    width, oddly = rnd.choice([64, 64, 32]), rnd.choice([0, 0, 0, 0, 0.02, 0.3])
    names = NAMES[width]
    ends = rnd.choice([["\n"]] * 9 + [["\n", "\r\n", "\r", "\x85", "\u2028"], ["\n", "\n\n"]])
    lines = {"Registers": registers(rnd, names, oddly), "ProcMaps": maps(rnd, oddly), "Disassembly": disassembly(rnd, names, oddly)}
    fields = {"ProblemType": "Crash", "Signal": "11", "Architecture": "amd64" if width == 64 else "i386",
              **{key: "".join(line + rnd.choice(ends) for line in text)[:rnd.choice([None, -1])] for key, text in lines.items()}}
    if rnd.randrange(12) == 0:
        fields[rnd.choice([*fields][1:])] = rnd.choice(["", "6", "arm64", "0x1:", " "])
    if rnd.randrange(12) == 0:
        del fields[rnd.choice([*fields][1:])]
    return fields


def row_of(report):
    text = diagfmt.rows(report, "apport.segv", format="apport").to_json()
    return json.loads(text) if text else None


def finding_of(report):
    text = diagfmt.rows(report, "apport.triage_finding", format="apport").to_json()
    return json.loads(text.splitlines()[0])


def message_of(row):
    return ", ".join(row["reason"].splitlines()) if row and "reason" in row else None


def report_of(fields):
    return b"".join(random_signatures.written(fields))


def check_one(tally, name, fields, want):
    report = report_of(fields)
    with tally.case(name):
        tally.equal("row", want, row_of(report))
        tally.equal("message", message_of(want), finding_of(report).get("message"))


def made_up():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(2000)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    tally = corpus.Tally()
    for seed in range(first, first + count):
        fields = make_report(random.Random(seed))
        check_one(tally, f"seed {seed}", fields, apport_segv.row(fields))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(made_up())
