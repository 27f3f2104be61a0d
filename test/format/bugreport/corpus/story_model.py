# SPDX-License-Identifier: MIT
"""A second maker of bugreport.story (docs/triage.md): steps of all processes, each split where a new life begins.

Rows have the names of the table; `story` counts lives. Input: rows of other tables, and lines of logs.
"""
import datetime
import re

import log_model

STEPS = "start bound frozen unfrozen trimmed measured hung crashed low_memory killed died exit".split()
ENDS = STEPS.index("crashed")
TAGS = {"am_proc_start": "start", "am_proc_bound": "bound", "am_freeze": "frozen", "am_unfreeze": "unfrozen",
        "am_compact": "trimmed", "am_pss": "measured", "am_anr": "hung", "am_crash": "crashed", "am_kill": "killed",
        "am_proc_died": "died", "lowmemorykiller": "low_memory", "lmkd": "low_memory"}
TIME = re.compile(r"(?:(\d{1,4})-)?(\d+)-(\d+) (\d+):(\d+):(\d+)(?:\.(\d{1,6})\d*)?", re.A)
AFTER = 60  # seconds from an end to what still tells of it


def when(text, start):
    m = TIME.match(text or "")
    if not m:
        return None
    line = {"month": int(m[2]), "day": int(m[3]), "second": int(m[4]) * 3600 + int(m[5]) * 60 + int(m[6])}
    if m[1] and start is not None:
        line["year"] = int(m[1])
    seconds = log_model.seconds_of(line, start)
    if seconds is None:
        seconds = log_model.seconds_of({**line, "year": 1972}, start)
    return seconds and seconds + int((m[7] or "0").ljust(6, "0")) / 1e6


# --- steps ------------------------------------------------------------------------------------------------------------


def more(tag, text):
    """Lines that are in no other table."""
    values = text[1:-1].split(",") if text[:1] == "[" and text[-1:] == "]" else []
    shape = {"am_proc_bound": "user pid process", "am_freeze": "pid process", "am_unfreeze": "pid process",
             "am_compact": "pid process reason rss", "am_pss": "pid uid process pss - - rss"}.get(tag, "").split()
    row = dict(zip(shape, values))
    if not row.get("process") or log_model.number(row["pid"]) is None:
        return None
    unit = 1024 if tag == "am_pss" else 1
    memory = {key + "_kb": int(row[key]) // unit for key in ("pss", "rss") if re.fullmatch(r"\d+", row.get(key, ""), re.A)}
    return {"pid": int(row["pid"]), "process": row["process"], "reason": row.get("reason"), **memory}


def of_lines(lines, start):
    for line in lines:
        tag, text = line["tag"], line["message"]
        if tag not in TAGS:
            continue
        row = log_model.event(tag, text) or more(tag, text)
        if not row or row.get("pid") is None:
            continue
        rss = re.search(r",(\d+)\]\Z", text, re.A) if tag == "am_kill" else \
            re.search(r"to free (\d+) ?kB", text, re.A) if TAGS[tag] == "low_memory" else None
        memory = {"pss_kb": row.get("pss_kb"), "rss_kb": int(rss[1]) if rss else row.get("rss_kb")}
        yield {"step": TAGS[tag], "process_id": row["pid"], "process_name": row.get("process"), "rank": 2,
               "time_text": log_model.time_of(line), "reason": row.get("reason") or row.get("exception"),
               "adj": row.get("adj"), "proc_state": row.get("proc_state"), "start_offset": line["offset"],
               "line": line["line"], **{key: value or None for key, value in memory.items()}}


def of_row(table, row):
    """The step of a row, with the names of its table; None: of no process."""
    if row.get("process_id") is None or (table == "exit_info" and row.get("time_text") is None):
        return None
    step = {key: row.get(key) for key in ("process_id", "process_name", "time_text", "start_offset", "line", "entry", "section")}
    if table == "log_crash":
        native = row["kind"] == "native"
        reason = row["signature"].split("|")[-1] if native else row.get("reason") or row.get("exception")
        return {**step, "step": "hung" if row["kind"] == "anr" else "crashed", "reason": reason, "rank": 1 if native else 2,
                "process_name": row.get("comm") if native else row.get("process_name")}
    if table == "tombstone_crash":
        return {**step, "step": "crashed", "reason": row.get("signal_name"), "rank": 3}
    told = row.get("description") not in (None, "", "null")
    return {**step, "step": "exit", "reason": row["description"] if told else row.get("reason_name"), "rank": 2,
            **{key: row.get(key) for key in ("importance", "pss_kb", "rss_kb")}}


# --- lives ------------------------------------------------------------------------------------------------------------


def lives(steps):
    """The steps of each process, in the order of time, without what two places tell, cut where another life begins."""
    by_pid = {}
    for step in steps:
        by_pid.setdefault(step["process_id"], []).append(step)
    for found in by_pid.values():
        timed = [s for s in found if s["when"] is not None]
        timed.sort(key=lambda s: (s["when"], STEPS.index(s["step"]), s["start_offset"]))
        life, seen, gone = [], set(), None
        for s in [*timed, *sorted((s for s in found if s["when"] is None), key=lambda s: s["start_offset"])]:
            same = s["when"], s["step"], s["reason"]
            if s["when"] is not None and same in seen:
                continue
            seen.add(same)
            late = gone is not None and s["when"] is not None and s["when"] - gone > AFTER
            if life and (s["step"] == "start" or late):
                yield life
                life, gone = [], None
            life.append(s)
            if STEPS.index(s["step"]) >= ENDS and s["when"] is not None:
                gone = s["when"]
        yield life


def stories(steps, start):
    """Rows, from all steps in the order of their places."""
    steps = [{**s, "when": when(s["time_text"], start)} for s in steps]
    gone = [life for life in lives(steps) if any(STEPS.index(s["step"]) >= ENDS for s in life)]
    last = {id(life): max((s["when"] for s in life if s["when"] is not None), default=None) for life in gone}
    gone.sort(key=lambda life: (last[id(life)] is None, last[id(life)] or 0, life[0]["process_id"]))
    for number, life in enumerate(gone):
        named = [s for s in life if s["process_name"]]
        name = max(named, key=lambda s: s["rank"])["process_name"] if named else None
        for s in life:
            row = {**s, "story": number, "process_name": name}
            yield {key: value for key, value in row.items() if key not in ("when", "rank") and value not in (None, "")}
