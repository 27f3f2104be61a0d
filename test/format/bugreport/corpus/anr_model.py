# SPDX-License-Identifier: MIT
"""Dumps of threads as docs/triage.md describes them, read with Python's `re`: a second view of the five tables.

A process is cut out of the text first, then its threads out of that, and the graph is built of the finished rows.
"""
import re

from tombstone_model import lines_of

LONGEST = 16384  # bytes of a line that are read
TABLES = "anr.process", "anr.thread", "anr.lock", "anr.verdict", "anr.cycle"
INT = r"-?[0-9]+"
HEAD = re.compile(rf"----- pid ({INT}) at (.*) -----", re.S)
END = re.compile(rf"----- end ({INT}) -----", re.S)
THREAD = re.compile(rf'"(.*)"(?:( daemon)? (prio=)({INT})?(.*)| sysTid=({INT})?.*)', re.S)
OBJECT = re.compile(r"(?:<(?:@addr=)?0x([0-9a-fA-F]+)>|an unknown object)(?: \(a ([^)]*)\))?(.*)", re.S)
LOCKS = {"waiting to lock ": "blocked", "waiting for lock inflation of ": "inflate", "waiting on ": "wait",
         "sleeping on ": "sleep", "locked ": "locked"}
PLUMBING = re.compile(r"java\.lang\.(Object\.wait|Thread\.sleep|Thread\.parkFor.*)|(sun|jdk\.internal)\.misc\.Unsafe\.park"
                      r"|java\.util\.concurrent\..*|java\.io\.FileDescriptor\..*|android\.os\.BinderProxy\..*", re.S)
IDLE = "android.os.MessageQueue.nativePollOnce", "android.os.MessageQueue.next"
STATES = {"runnable": "running", "sleeping": "sleeping", "waiting": "waiting", "wait": "waiting", "native": "native",
          "timedwaiting": "waiting", "timed_wait": "waiting"}


def number(text):
    """Of 31 bits and a sign, or None."""
    value = int(text) if text else None
    return value if value is not None and abs(value) < 1 << 31 else None


def head_of(text):
    m = HEAD.fullmatch(text)
    return m if m and number(m[1]) is not None else None


def is_end(text):
    m = END.fullmatch(text)
    return bool(m) and number(m[1]) is not None


def processes(lines):
    """(head, lines of it, whether its end was met)"""
    found, inside = None, []
    for line in lines:
        head, ends = head_of(line[2]), is_end(line[2])
        if found and (head or ends or line[2].startswith("----- Waiting Channels: pid ")):
            yield found, inside, ends
            found = None
        if head:
            found, inside = line, []
        elif found:
            inside.append(line)
    if found:
        yield found, inside, False


def threads(lines, ended):
    """(lines of it, whether what ends it was met)"""
    inside = None
    for line in lines:
        begins = line[2].startswith('"') and THREAD.fullmatch(line[2])
        if inside and (begins or not line[2]):
            yield inside, True
            inside = None
        if begins:
            inside = [line]
        elif inside:
            inside.append(line)
    if inside:
        yield inside, ended


def value(line, key):
    _, there, rest = line.partition(" " + key + "=")
    return rest.partition(" ")[0] if there else None


def leading(text):
    m = re.match(INT, text or "")
    return number(m[0]) if m else None


def details(thread, text):
    if text.startswith("sysTid="):
        found = {"sys_tid": leading(text[7:]), "nice": leading(value(text, "nice")), "cgrp": value(text, "cgrp")}
        thread.update({k: v for k, v in found.items() if v is not None})
    elif text.startswith(("state=", "schedstat=")):
        if text.startswith("state="):
            thread["native_state"] = text[6:].partition(" ")[0]
        times = [re.match("[0-9]+", value(text, key) or "") for key in ("utm", "stm")]
        if all(times) and all(int(m[0]) < 1 << 64 for m in times):
            thread["utm"], thread["stm"] = (int(m[0]) for m in times)
        core = leading(value(text, "core"))
        if core is not None:
            thread["core"] = core


def lock(text):
    for words, kind in LOCKS.items():
        m = OBJECT.fullmatch(text[len(words):]) if text.startswith(words) else None
        if m and (m[1] is None or int(m[1], 16) < 1 << 64):
            held = re.match(r" held by (?:thread |threadid=|tid=)(-?[0-9]+)", m[3])
            return {"kind": kind, "lock": int(m[1], 16) if m[1] else None, "class": m[2],
                    "held_by": number(held[1]) if held else None}
    return None


def thread_of(lines, whole, pid):
    """(thread, locks, managed frames)"""
    offset, count, text = lines[0]
    m = THREAD.fullmatch(text)
    row = {"pid": pid, "name": m[1], "daemon": bool(m[2]), "offset": offset, "line": count,
           "truncated": not whole or any(cut for *_, cut in map(measured, lines))}
    if number(m[4]) is not None:
        row["prio"] = number(m[4])
        t = re.match(rf" tid=({INT})(.*)", m[5], re.S)
        if t and number(t[1]) is not None:
            row["tid"], row["state"] = number(t[1]), t[2].removeprefix(" ").partition(" ")[0]
    elif not m[3] and number(m[6]) is not None:
        row["sys_tid"] = number(m[6])
    locks, frames, n = [], [], 0
    for offset, count, text in lines[1:]:
        inner = text.lstrip(" ")
        if inner == text:
            continue
        said = lock(inner[2:]) if inner.startswith("- ") else None
        if said:
            cut = measured((offset, count, text))[-1]
            locks.append({"pid": pid, "tid": row.get("tid"), **said, "place": n - 1, "offset": offset, "line": count, "truncated": cut})
        elif inner.startswith("| "):
            details(row, inner[2:])
        elif inner.startswith("at "):
            frames.append(inner[3:].partition("(")[0])
            n += 1
        elif (m := re.match(r"(?:native: )?#([0-9]+) pc ", inner)) and int(m[1]) < 1 << 32:
            n += 1
    return {**row, "frames": n}, locks, frames


def measured(line):
    return *line, len(line[2].encode("utf-8", "surrogateescape")) > LONGEST


def where(frames):
    frames = [f for f in frames if f]
    return next((f for f in frames if not PLUMBING.fullmatch(f)), frames[0] if frames else "")


def chain_of(holders, start):
    """From a tid on; and the ones of it that repeat."""
    chain = [start]
    while chain[-1] in holders:
        following = holders[chain[-1]]
        repeated = chain.index(following) if following in chain else None
        chain.append(following)
        if repeated is not None:
            return chain, chain[repeated:-1]
    return chain, []


def kind_of(thread, locks, frames, cycle):
    state = thread["state"].translate({c: c + 32 for c in range(ord("A"), ord("Z") + 1)})
    wanted = [k for k in locks if k["kind"] in ("blocked", "inflate")]
    asleep = bool(frames[:1]) and frames[0] in ("java.lang.Thread.sleep", "java.lang.VMThread.sleep")
    asleep = asleep or any(k["kind"] == "sleep" for k in locks)
    if cycle:
        return "deadlock", state
    if any(k["held_by"] is not None or k["lock"] is None for k in wanted):
        return "lock", state
    if any(f in IDLE for f in frames[:2]):
        return "idle", state
    if frames and frames[0].startswith("android.os.BinderProxy.transact"):
        return "binder", state
    if state.startswith("timed") and state in STATES and asleep:
        return "sleeping", state
    return STATES.get(state, "other"), state


def signature(process, kind, state, chain, cycle, places):
    name = process.get("process") or "?"
    name = name.partition(" ")[0].rpartition("/")[2] if name.startswith("/") else name.partition(":")[0]
    parts = ["anr", name, state if kind == "other" else kind]
    if places[1]:
        last = chain[-2] if cycle else chain[-1]
        holder = places.get(last, "") if kind in ("deadlock", "lock") and last != 1 else ""
        parts.append(places[1] + ("<-" + holder if holder else ""))
    return "|".join(parts)


def judge(process, found):
    """Verdict and cycles of a process: [verdict], [cycle]"""
    place = {k: process[k] for k in ("pid", "offset", "line", "truncated")}
    known = {}
    for thread, locks, frames in found:
        if "tid" in thread:
            known.setdefault(thread["tid"], (thread, locks, frames))
    holders = {}
    for tid, (_, locks, _) in known.items():
        for k in locks:
            if k["kind"] in ("blocked", "inflate") and k["held_by"] is not None:
                holders.setdefault(tid, k["held_by"])
    cycles = []
    for tid in known:
        cycle = sorted(chain_of(holders, tid)[1])
        if cycle and cycle not in cycles:
            cycles.append(cycle)
    verdicts = []
    if 1 in known:
        chain, cycle = chain_of(holders, 1)
        kind, state = kind_of(*known[1], cycle)
        places = {tid: where(frames) for tid, (_, _, frames) in known.items()}
        verdicts.append({**place, "process": process.get("process"), "time": process.get("time"), "kind": kind, "state": state,
                         "chain": chain, "signature": signature(process, kind, state, chain, cycle, places)})
    return verdicts, [{**place, "tids": cycle, "process": process.get("process"), "time": process.get("time")}
                      for cycle in cycles]


def one(head, lines, ended):
    """Rows of a process, by table."""
    m = head_of(head[2])
    pid, time = number(m[1]), re.sub(r"[+-][0-9]{4}\Z", "", m[2])
    found = [thread_of(inside, whole, pid) for inside, whole in threads(lines, ended)]
    before = lines[:next((i for i, line in enumerate(lines) if line[2].startswith('"') and THREAD.fullmatch(line[2])), None)]
    names = [text[10:].partition("\0")[0] for _, _, text in before if text.startswith("Cmd line: ")]
    process = {"pid": pid, "offset": head[0], "line": head[1], "truncated": not ended, "threads": len(found)}
    if time:
        process["time"] = time
    if names:
        process["process"] = names[0]
    verdicts, cycles = judge(process, found)
    return {"anr.process": [process], "anr.thread": [t for t, _, _ in found],
            "anr.lock": [k for _, locks, _ in found for k in locks], "anr.verdict": verdicts, "anr.cycle": cycles}


def reason_of(lines):
    """What stands before the processes: (the line of "Subject: ", or None; the process that it is about, or None)"""
    before = lines[:next((i for i, line in enumerate(lines) if head_of(line[2])), None)]
    subjects = [line for line in before if line[2].startswith("Subject: ")]
    dumped = [re.match(rf"----- (?:dumping pid: |Waiting Channels: pid )({INT})", text) for _, _, text in before]
    pids = [number(m[1]) for m in dumped if m and number(m[1])]
    return subjects[-1] if subjects else None, pids[0] if pids else None


def is_of(pid, process):
    """Whether a dump is about its first process."""
    return not pid or not process["pid"] or pid == process["pid"]


def rows(data):
    """{table: rows} of a text; lines are not longer than LONGEST."""
    found = {table: [] for table in TABLES}
    text = lines_of(data)
    subject, pid = reason_of(text)
    for i, (head, lines, ended) in enumerate(processes(text)):
        some = one(head, lines, ended)
        if i == 0 and subject and is_of(pid, some["anr.process"][0]):
            for verdict in some["anr.verdict"]:
                verdict["reason"] = subject[2][9:]
        for table in TABLES:
            found[table] += some[table]
    return found
