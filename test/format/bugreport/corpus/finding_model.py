# SPDX-License-Identifier: MIT
"""Findings of a bug report out of the rows of its other tables (formats/triage.md, 11), without an idea of how the
library keeps them: every row is asked for, and whole lists are searched.
"""
import bisect
import datetime
import json
import re

import diagfmt
from sheet_words import worded

TABLES = ("log.crash", "log.event", "tombstone.crash", "kernel.crash", "anr.verdict", "anr.cycle", "exit_info",
          "dropbox.entry")
USUAL = ("stop", "remove task", "change", "installPackage", "deletePackage", "permission", "fully stop", "user",
         "kill background", "from pid", "too many", "empty", "cached", "isolated")
SEVERITY = {"kernel_crash": 100, "watchdog": 95, "anr": 60, "hung_task": 55, "foreground_kill": 50, "oom_kill": 45,
            "wtf": 20, "kernel_lockup": 92, "kernel_warning": 30, "hardware_error": 58, "gpu_hang": 62}
KERNEL = {"oops": "kernel_crash", "panic": "kernel_crash", "hung": "hung_task", "oom": "oom_kill", "lockup": "kernel_lockup",
          "stall": "kernel_lockup", "warning": "kernel_warning", "hardware": "hardware_error", "gpu": "gpu_hang",
          "user": "native_crash"}
EXITS = {4: "java_crash", 5: "native_crash", 6: "anr"}
PAST = {"SYSTEM_TOMBSTONE": ("native_crash", "past_native_crash"), "SYSTEM_LAST_KMSG": ("kernel_crash", "past_kernel"),
        "SYSTEM_RESTART": ("past_restart", "past_restart")}
ENDINGS = {"_native_crash": ("native_crash", "past_native_crash"), "_crash": ("java_crash", "past_crash"),
           "_anr": ("anr", "past_anr"), "_watchdog": ("watchdog", "past_watchdog")}
SECONDS = {"log.crash": 10, "log.event": 10, "tombstone.crash": 60, "program": 10, "service": 10, "anr.verdict": 120, "anr.cycle": 120, "exit_info": 30,
           "dropbox.entry": 10}


def rows_of(data, table, **options):
    """A log has none of what reports list."""
    try:
        text = diagfmt.rows(data, "bugreport." + table.replace(".", "_"), **options).to_json()
    except diagfmt.UnsupportedError as e:
        assert "the file is log, which has no tables of bugreport" in str(e)
        return []
    rows = [json.loads(line) for line in text.splitlines()]
    return [{k: v for k, v in row.items() if v is not None} for row in worded(table, rows)]


def short(process):
    return process.rpartition("/")[2] if process.startswith("/") else process.partition(":")[0]


def when(text, start):
    """Seconds, and the text; None: no time."""
    if not text:
        return None, None
    dated = text[4:5] == "-"
    if dated:
        year = 1972 if start is None else int(text[:4])
    else:
        year = start.year if start else 1972
    clock, _, fraction = text[5 if dated else 0:].partition(".")
    at = None
    while at is None:
        try:
            at = datetime.datetime.strptime(f"{year:04}-{clock}", "%Y-%m-%d %H:%M:%S")
        except ValueError:
            year -= 1
    if not dated and start is not None and at.replace(hour=0, minute=0, second=0) > start + datetime.timedelta(days=1):
        at = at.replace(year=at.year - 1)
    return (at - datetime.datetime(1970, 1, 1)).total_seconds() + int((fraction + "000000")[:6]) / 1e6, text


def severity_of(kind, process, uid=None):
    if kind == "java_crash":
        return 90 if process == "system_server" else 70
    if kind == "native_crash":
        return 85 if process == "system_server" or (uid is not None and uid % 100000 < 10000) else 75
    return SEVERITY[kind]


def is_just_now(row):
    """Stacks that all processes had to give for the report."""
    if "entry" in row:
        return row["entry"].endswith("traces-just-now.txt")
    return row.get("section", "").endswith("JUST NOW")


def clue_of(table, row, begins):
    """{kind, past, severity, rank, signature, process, pid, time, alone}; None: it is none. name: how good the name of the
    process is; crash: thread and signal.
    """
    process, pid = row.get("process"), row.get("pid")
    if table == "log.crash":
        kind = {"java": "java_crash", "native": "native_crash"}.get(row["kind"], row["kind"])
        native = row["kind"] == "native"
        if native:
            row["process"] = process = row.get("comm")
        return dict(kind=kind, severity=severity_of(kind, process), rank=2, signature=row.get("signature"), alone=True,
                    name=0 if native else 1, crash=(row["tid"], row["signal"]) if native and "tid" in row else None)
    if table == "log.event":
        tag, reason = row["tag"], row.get("reason", "")
        if tag == "am_crash" and row.get("exception") == "Native crash":
            kind, parts = "native_crash", ["native", short(process)]
        elif tag == "am_crash":
            kind, parts = "java_crash", ["java", short(process), row.get("exception", "")]
        elif tag == "am_anr":
            kind, parts = "anr", ["anr", short(process), reason.partition(" (")[0]]
        elif tag in ("lowmemorykiller", "lmkd"):
            if row["adj"] > 200 or 2 < row["adj"] < 16:
                return None
            kind, parts = "foreground_kill", ["kill", short(process), "low memory"]
        elif tag == "am_wtf":
            kind, parts = "wtf", ["wtf", short(process), row.get("wtf_tag", "")]
        elif tag == "am_kill" and "adj" in row and not reason.startswith(USUAL):
            if row["adj"] > 200 or 2 < row["adj"] < 16:
                return None
            kind, parts = "foreground_kill", ["kill", short(process), reason]
        else:
            return None
        return dict(kind=kind, severity=severity_of(kind, process), rank=1, signature="|".join(p for p in parts if p),
                    alone=True)
    if table == "tombstone.crash":
        if row["form"] == "log" and "entry" not in row and begins.get(row["offset"]):
            row["time"] = begins[row["offset"]]
        if pid is None:
            return None
        return dict(kind="native_crash", severity=severity_of("native_crash", process, row.get("uid")), rank=4,
                    signature=row.get("signature"), alone=True, name=2,
                    crash=(row["tid"], row["signal"]) if "tid" in row and "signal" in row else None)
    if table == "anr.verdict":
        stuck = row["kind"] in ("deadlock", "lock")
        every = is_just_now(row) and "entry" not in row
        if every and not stuck:
            return None
        alone = row["kind"] == "deadlock" or (row["first"] and (stuck or "reason" in row))
        sign = row.get("signature")
        if "reason" in row and row["kind"] == "idle":
            sign = "|".join(["anr", short(process or "?"), row["reason"].partition(" (")[0]])
        return dict(kind="anr", severity=65 if row["kind"] == "deadlock" else 60, rank=3 if every else 4,
                    signature=sign, alone=alone and not is_just_now(row))
    if table == "anr.cycle":
        return None if is_just_now(row) else dict(
            kind="anr", severity=65, rank=4, signature=f"anr|{short(process or '?')}|deadlock", alone=True)
    if table == "kernel.crash":
        kind = KERNEL[row["kind"]]
        row["process"] = row.get("comm")
        severity = severity_of(kind, row["process"])
        source = {} if kind != "native_crash" else {"table": "program" if "pid" in row else "service"}
        return dict(kind=kind, severity=100 if "panic" in row and severity < 92 else severity, rank=2, alone=True, name=0,
                    signature=row["signature"], **source)
    if table == "exit_info":
        if row.get("reason") == 3 and row.get("importance", 1000) <= 125:
            return dict(kind="foreground_kill", severity=50, rank=1, signature=f"kill|{short(process)}|low memory", alone=True)
        if row.get("reason") not in EXITS:
            return None
        return dict(kind=EXITS[row["reason"]], past="past_exit", severity=40, rank=0,
                    signature=f"exit|{short(process)}|{row['reason_name']}")
    found = PAST.get(row["tag"]) or next((v for k, v in ENDINGS.items() if row["tag"].endswith(k)), None)
    if not found:
        return None
    signature = "dropbox|" + row["tag"]
    if process and row["tag"].startswith(process):
        del row["process"]
    elif process:
        signature += "|" + short(process)
    return dict(kind=found[0], past=found[1], severity=35, rank=0, signature=signature)


def belongs(table, clue, other):
    timed = clue["at"] is not None and other["at"] is not None and clue["boot"] == other["boot"]
    tables = [c["table"] for c in other["clues"]]
    stored = table == "program" and "tombstone.crash" in tables
    if timed and abs(clue["at"] - other["at"]) > (60 if stored else SECONDS.get(table, 0)) + 1e-9:
        return False
    if table in ("program", "service"):
        signals = clue["exception"], other["exception"]
        fits = None in signals or signals[1].startswith(signals[0]) or signals[0].startswith(signals[1])
    if table == "service":
        return timed and "service" not in tables and fits
    if table == "program" and not timed and other["pid"] is not None:
        return fits and clue["pid"] in (other["pid"], (other["crash"] or (None,))[0])
    if table == "kernel.crash":
        return timed and clue["signature"] == other["signature"] and clue["pid"] == other["pid"]
    pids = clue["pid"] is not None and other["pid"] is not None
    names = bool(clue["process"]) and bool(other["process"])
    alike = names and clue["process"] == other["process"]
    if pids:
        if table == "program" and other["crash"] and clue["pid"] == other["crash"][0]:
            clue = {**clue, "pid": other["pid"]}
        if clue.get("crash") and other["crash"] and clue["crash"] != other["crash"]:
            return False
        comparable = clue.get("name", 1) == other["name"] != 0
        return clue["pid"] == other["pid"] and (alike or not names or (timed and not comparable))
    if table == "dropbox.entry" and (alike or not names):
        return timed
    return alike and timed


def is_kept_twice(table, kind, clue, other):
    """Entries of the dropbox that nothing else tells of are one by time and tag."""
    if table != "dropbox.entry" or kind != clue.get("past"):
        return True
    a, b = clue["signature"], other["signature"]
    return clue["at"] is not None and clue["at"] == other["at"] and (a.startswith(b) or b.startswith(a))


def occurrences_of(clues):
    found = []
    order = [t for t in TABLES if t != "anr.cycle"]
    order[4:4] = ["program", "service"]  # after the kernel's other faults
    for tables in [("anr.verdict", "anr.cycle") if t == "anr.verdict" else (t,) for t in order]:
        some = [c for c in clues if c["table"] in tables]
        if len(tables) > 1:
            some.sort(key=lambda c: (c["entry_number"], c["clue_offset"]))
        for clue in sorted(some, key=lambda c: not (c.get("alone") or c.get("past"))):
            table = clue["table"]
            best = None
            for kind in (clue["kind"], clue.get("past")):
                fitting = [o for o in found if o["kind"] == kind and belongs(table, clue, o) and is_kept_twice(table, kind, clue, o)]
                if fitting and best is None:
                    known = [o for o in fitting if None not in (o["at"], clue["at"]) and o["boot"] == clue["boot"]]
                    best = min(known, key=lambda o: abs(o["at"] - clue["at"])) if known else fitting[0]
            if best is None:
                if not clue.get("past") and not clue.get("alone"):
                    continue
                best = {"kind": clue.get("past") or clue["kind"], "severity": 0, "rank": -1, "signature": None,
                        "process": None, "pid": None, "time": None, "at": None, "boot": clue["boot"], "crash": None, "name": -1, "message": None, "exception": None,
                        "clues": []}
                found.append(best)
            best["severity"] = max(best["severity"], clue["severity"])
            for name in ("pid", "time", "at", "crash"):
                if best[name] is None:
                    best[name] = clue.get(name)
            if clue["process"] and (not best["process"] or clue.get("name", 1) > best["name"]):
                best["process"], best["name"] = clue["process"], clue.get("name", 1)
            for name in ("message", "exception"):
                if clue[name] and (not best[name] or clue["rank"] > best["rank"]):
                    best[name] = clue[name]
            longer = clue["rank"] == best["rank"] and len(clue["signature"] or "") > len(best["signature"] or "") > 0
            if longer and not clue["signature"].startswith(best["signature"]):
                longer = False
            if clue["signature"] and (not best["signature"] or clue["rank"] > best["rank"] or longer):
                best["signature"], best["rank"] = clue["signature"], clue["rank"]
            best["clues"].append(clue)
    return found


def place(clue):
    return clue["entry_number"], clue["offset"]


FAULTS = "_crash", "_anr", "_watchdog"
DROPBOX = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+ \(.*\)|=====.*|------ .*|--------- .*")


def with_details(row, text):
    """An entry of the dropbox, with the process that the lines below it name; none of the texts has an exception."""
    if not row["tag"].endswith(FAULTS) or "entry" in row:
        return row
    for line in text[row["offset"]:].split(b"\n")[1:]:
        line = line.removesuffix(b"\r")
        if not line or DROPBOX.fullmatch(line):
            break
        word, _, value = line.decode("utf-8", "surrogateescape").partition(": ")
        if word == "Process" and "process" not in row:
            row["process"] = value
        if word == "PID" and value.isdecimal():
            row.setdefault("pid", int(value))
    return row


DUMPED = re.compile(rb"^----- (?:dumping pid: |Waiting Channels: pid )(\d+)", re.M)


def with_first(rows, heads, processes, texts):
    """Verdicts, with whether each is of the first process of its dump, and that the one which it is about."""
    first = {}
    for process in processes:
        dump = process.get("entry") or bisect.bisect(heads, process["offset"])
        start = 0 if "entry" in process else heads[dump - 1] if dump else 0
        about = DUMPED.search(texts[process.get("entry")][start:process["offset"]])
        is_other = about and int(about[1]) not in (0, process["pid"])
        first.setdefault(dump, None if is_other else process["offset"])
    for row in rows:
        row["first"] = first[row.get("entry") or bisect.bisect(heads, row["offset"])] == row["offset"]
    return rows


def with_reason(row, texts):
    """A verdict stands where its reason does."""
    if "reason" in row:
        before = texts[row.get("entry")][:row["offset"]]
        row["clue_offset"] = row["offset"]
        row["offset"] = (b"\n" + before).rindex(b"\nSubject: ")
        row["line"] = before.count(b"\n", 0, row["offset"]) + 1
    return row


def message_of(table, row):
    """What was said of it."""
    if table == "log.crash":
        return row.get("root_message" if row["kind"] == "java" else "reason")
    if table == "log.event":
        return row.get("message") or row.get("reason")
    return row.get({"tombstone.crash": "abort_message", "kernel.crash": "message", "anr.verdict": "reason",
                    "exit_info": "description"}.get(table))


def exception_of(table, row):
    """The class of it, or the signal as in signatures."""
    if table == "log.crash":
        return row["signature"].rpartition("|")[2] if row["kind"] == "native" else row.get("root_exception")
    if table == "kernel.crash" and row["kind"] == "user":
        return row["signature"].split("|")[2]
    if table == "log.event" and row["tag"] == "am_crash" and row.get("exception") != "Native crash":
        return row.get("exception")
    if table == "tombstone.crash" and "signal_name" in row:
        code = row.get("code_name", "SI_")
        return row["signal_name"] + ("" if code.startswith("SI_") else "/" + code)
    return None


def dated(occurrence):
    """Whether its time compares, and that. Seconds since boot do not."""
    has = occurrence["time"] is not None and not occurrence["boot"]
    return has, occurrence["at"] or 0 if has else 0


def findings(data, entries=(), begins=None, start=None, heads=(), whole=b"", contents=(), **options):
    """begins: {offset: time} of tombstones in logs; entries: their names in order; start: of the report; heads: offsets
    of lines that begin or end sections; contents: of entries, by their names.
    """
    clues = []
    texts = dict(contents) | {None: whole}
    for table in TABLES:
        rows = rows_of(data, table, **options)
        if table == "anr.verdict":
            rows = [with_reason(row, texts) for row in with_first(rows, heads, rows_of(data, "anr.process", **options), texts)]
        for row in rows:
            clue_offset = row.pop("clue_offset", row["offset"])
            if table == "dropbox.entry":
                row = with_details(row, whole)
            clue = clue_of(table, row, begins or {})
            if not clue:
                continue
            boot = table == "kernel.crash" and "uptime_us" in row
            at, text = (row["uptime_us"] / 1e6, row["time"]) if boot else when(row.get("time"), start)
            number = entries.index(row["entry"]) if "entry" in row else len(entries)
            clues.append({"table": table, **clue, "message": message_of(table, row) or None, "exception": exception_of(table, row) or None, "at": at, "boot": boot, "time": text, "process": row.get("process") or None,
                          "pid": row.get("pid"), "entry_number": number, "offset": row["offset"], "clue_offset": clue_offset,
                          "evidence": {k: row[k] for k in ("entry", "section", "offset", "line") if k in row}})
    groups = {}
    for o in occurrences_of(clues):
        groups.setdefault((o["kind"], o["signature"]), []).append(o)
    rows = []
    for (kind, signature), group in groups.items():
        latest = max(enumerate(group), key=lambda p: (*dated(p[1]), p[0]))[1]
        clue_list = sorted((c for o in group for c in o["clues"]), key=place)
        rows.append({"kind": kind, "severity": max(o["severity"] for o in group), "count": len(group),
                     "process": latest["process"], "pid": latest["pid"], "time": latest["time"], "signature": signature, "message": latest["message"],
                     "exception": latest["exception"], "tid": (latest["crash"] or (None,))[0],
                     "first_time_text": min((o for o in group if dated(o)[0]), key=lambda o: dated(o)[1], default={"time": None})["time"],
                     "evidence": [c["evidence"] for c in clue_list], "place": place(clue_list[0]),
                     "at": dated(latest)})
    rows.sort(key=lambda r: (-r["severity"], -r["count"], not r["at"][0], -r["at"][1], r["place"]))
    for rank, row in enumerate(rows, 1):
        row["rank"] = rank
        del row["place"], row["at"]
    return [{k: v for k, v in row.items() if v is not None} for row in rows]
