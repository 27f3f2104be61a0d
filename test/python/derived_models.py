# SPDX-License-Identifier: MIT
"""What the rows of derived tables should be, by the JSON lines of the events alone: a second view of each.

MODELS: for each table a function of a path and options of a reader, which yields rows as JSON has structs.
"""
import base64
import datetime
import gzip
import json
import os
import pathlib
import re

import anr_model
import apport_faults
import apport_segv
import apport_signatures
import diagfmt
import dump_model
import finding_model
import kernel_model
import log_model
import story_model
import tombstone_model
import trace_fault_model
from sheet_words import named


def lines(path, *types, **options):
    """The events of these types, as JSON has them."""
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type in types:
                yield json.loads(event.json(payload="none"))


# --- apitrace ---------------------------------------------------------------------------------------------------------


def number_columns(value):
    return {"value_int": value if value < 1 << 63 else None, "value_uint": value if value >= 0 else None}


def joined(value):
    """The text of a bitmask, in JSON."""
    names = [name.encode() if isinstance(name, str) else base64.b64decode(name["base64"]) for name in value["names"]]
    if names and "rest" in value:
        names.append(b"%d" % value["rest"])
    text = b"|".join(names)
    try:
        return text.decode() or None
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(text).decode()}


def value_columns(node, value):
    """node: the value as Python has it; value: as JSON has it."""
    kind = node.kind
    if kind in ("array", "struct", "repr") or (kind == "wstring" and isinstance(value["wide"], list)):
        return {"value_tree": value}
    if kind in ("float", "double"):
        return {"value_float": node.value}
    if kind in ("sint", "uint", "opaque", "true", "false"):
        return number_columns(int(node.value))
    if kind == "enum":
        return {**number_columns(value["enum"]), "value_text": value.get("name")}
    if kind == "bitmask":
        return {**number_columns(value["bitmask"]), "value_text": joined(value)}
    if kind == "blob":
        return {"blob_bytes": value["blob"]["size"]}
    return {"string": {"value_text": value}, "wstring": {"value_text": kind == "wstring" and value["wide"]}}.get(kind, {})


def call_arg(path, **options):
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type != "apitrace.call" or (event.body.args is None and event.body.ret is None):
                continue
            line, body = json.loads(event.json(payload="none")), event.body
            common = {"call_number": line["number"], "thread_id": line.get("thread_id"), "function": line.get("name")}
            for arg, one in zip(body.args or (), line.get("args", ())):
                yield {**common, "arg_number": one["number"], "name": one["name"] or None, "kind": arg.value.kind,
                       "returned": False, **value_columns(arg.value, one["value"])}
            if body.ret is not None:
                yield {**common, "kind": body.ret.kind, "returned": True, **value_columns(body.ret, line["ret"])}


def blobs(value):
    """Bytes of all blobs in a value of JSON."""
    if isinstance(value, list):
        return sum(map(blobs, value))
    if not isinstance(value, dict):
        return 0
    return value["blob"]["size"] if set(value) == {"blob"} else sum(map(blobs, value.values()))


def frame_summary(path, **options):
    frame, number, threads = {}, 0, set()

    def add(call):
        frame.setdefault("number", number)
        frame["n_calls"] = frame.get("n_calls", 0) + 1
        frame["first_call_number"] = min(frame.get("first_call_number", call["number"]), call["number"])
        frame["last_call_number"] = max(frame.get("last_call_number", 0), call["number"])
        frame["n_renders"] = frame.get("n_renders", 0) + ("render" in call["flags"])
        frame["blob_bytes"] = frame.get("blob_bytes", 0) + blobs(call.get("args", [])) + blobs(call.get("ret"))
        threads.add(call["thread_id"])

    def summary(complete):
        found = {**frame, "n_threads": len(threads), "complete": complete}
        frame.clear()
        threads.clear()
        return found

    for line in lines(path, "apitrace.call", "apitrace.header", **options):
        if line["event"] == "apitrace.header":
            if frame:
                yield summary(False)
                number += 1
            continue
        add(line)
        if "end_frame" in line["flags"]:
            yield summary(True)
            number += 1
    if frame:
        yield summary(False)


# --- simpleperf -------------------------------------------------------------------------------------------------------


def names_of(path, **options):
    """Names by number: event types, files with their two lists, threads with their processes; the last ones count."""
    types, files, threads = [], {}, {}
    kinds = {"simpleperf." + kind: kind for kind in ("meta", "file", "thread")}
    try:
        for line in lines(path, *kinds, **{**options, "simpleperf_records": list(kinds.values())}):
            if line["event"] == "simpleperf.meta":
                types = line.get("event_types", [])
            elif line["event"] == "simpleperf.file":
                files[line.get("id", 0)] = line
            else:
                threads[line.get("thread_id", 0)] = line
    except diagfmt.Error:
        pass  # what is before the damage counts
    return types, files, threads


def at(names, number):
    return names[number] or None if number is not None and 0 <= number < len(names) else None


def stack_frame(path, **options):
    types, files, threads = names_of(path, **options)
    for number, sample in enumerate(lines(path, "simpleperf.sample", **options)):
        thread = threads.get(sample.get("thread_id"), {})
        process = thread.get("process_id", 0) if thread else None
        for depth, frame in enumerate(sample.get("frames", ())):
            file = files.get(frame.get("file_id", 0), {})
            symbol = frame.get("symbol_id", 0)
            yield {"depth": depth, "sample_number": number, "time_ns": sample.get("time_ns"),
                   "event_count": sample.get("event_count"), "event_type_id": sample.get("event_type_id"),
                   "event_type": at(types, sample.get("event_type_id")), "thread_id": sample.get("thread_id"),
                   "thread_name": thread.get("name") or None, "process_id": process,
                   "process_name": threads.get(process, {}).get("name") or None, "vaddr": frame.get("vaddr"),
                   "execution": frame.get("execution"), "symbol": at(file.get("symbols", ()), symbol),
                   "mangled": at(file.get("mangled", ()), symbol), "path": file.get("path") or None}


def trace_finding(path, **options):
    yield from trace_fault_model.rows(lines(path, "apitrace.call", "apitrace.header", "diagnostic", **options))


# --- apport -----------------------------------------------------------------------------------------------------------

APPORT_KEYS = ("ProblemType Title DistroRelease Architecture Uname Package SourcePackage PackageArchitecture "
               "ExecutablePath InterpreterPath ProcCmdline ProcCwd SignalName StacktraceTop "
               "StacktraceAddressSignature Traceback AssertionMessage DuplicateSignature Tags").split()
DAYS, MONTHS = ("Sun|Mon|Tue|Wed|Thu|Fri|Sat", "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec")


def unwrapped_size(path):
    data = path.read_bytes()
    return len(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def asctime(text):
    m = isinstance(text, str) and re.fullmatch(
        rf"(?:{DAYS}) ({MONTHS}) ([ 0-9][0-9]) ([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}}) ([0-9]{{4}})", text)
    if not m or not 0 < int(m[2]) < 32:
        return None
    day = start_of_day(None, {"year": int(m[6]), "month": MONTHS.split("|").index(m[1]) + 1, "day": int(m[2])})
    return day + int(m[3]) * 3600 + int(m[4]) * 60 + int(m[5])


def apport_report(path, **options):
    last, n, core, size = {}, 0, None, None
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type != "apport.field":
                continue
            if core is not None:
                size, core = event.offset - core, None
            line = json.loads(event.json(payload="none"))
            n += 1
            if isinstance(line["key"], str):
                last[line["key"]] = line.get("text")
            if line["key"] == "CoreDump":
                core, size = event.offset, 0
    if core is not None:
        size = unwrapped_size(path) - core
    signal = last.get("Signal")
    numeric = isinstance(signal, str) and re.fullmatch("[0-9]{1,9}", signal)
    yield {**{re.sub("(?<=[a-z])(?=[A-Z])", "_", key).lower(): last.get(key) for key in APPORT_KEYS},
           "time_text": last.get("Date"), "time_local_s": asctime(last.get("Date")), "signal_text": signal,
           "signal": int(signal) if numeric else None, "n_fields": n, "core_bytes": size,
           "has_core": "CoreDump" in last}


class Unread:
    """A value that is no text: every use raises."""

    def __format__(self, how):
        raise TypeError


def text_of(event, recover):
    try:
        value = event.payload.readall() if event.has_payload else event.body.text
    except diagfmt.Error:
        if not recover:
            raise
        return Unread()
    event.refresh()
    if event.body.kind != "text":
        return Unread()
    return value.decode() if isinstance(value, bytes) else value


def fields_of(path, keys, options):
    fields = {}
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type == "apport.field" and event.body.key in keys:
                fields[event.body.key] = text_of(event, "recover" in options)
    return fields


def apport_signature(path, **options):
    yield apport_signatures.row(fields_of(path, apport_signatures.KEYS, options))


def apport_segv_row(path, **options):
    row = apport_segv.row(fields_of(path, apport_segv.KEYS, options))
    yield from [row] if row else []


def apport_finding(path, **options):
    reports = []
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type != "apport.field":
                continue
            key = event.body.key
            if not reports or (key == "ProblemType" and key in reports[-1][0]):
                reports.append(({}, event.body.line, event.offset))
            if key in apport_faults.KEYS:
                reports[-1][0][key] = text_of(event, "recover" in options)
    yield from apport_faults.rows(reports or [({}, 0, 0)])


def gdb_call(text):
    """Of functions without parentheses and blanks of their own."""
    m = re.fullmatch(r"(\S+)(?: \((.*?)\)?(?: at (.*?)(?::(\d+))?| from (.*))?)?", text)
    names = "function", "arguments", "source_path", "source_line", "library"
    found = dict(zip(names, m.groups())) if m else {"function": text}
    return {**found, "function": None if found["function"] == "??" else found["function"],
            "source_line": found.get("source_line") and int(found["source_line"])}


def gdb_frames(text):
    thread = None
    for line in text.splitlines():
        named = re.match(r"Thread (\d+)", line)
        thread = int(named[1]) if named else thread
        m = re.fullmatch(r"#(\d+)\s+(?:0x([0-9a-fA-F]+) in )?(.+)", line)
        if not m:
            continue
        handler = m[3].startswith("<signal handler called>")
        yield {"number": int(m[1]), "thread_number": thread, "signal_handler": handler, "address": m[2] and f"0x{int(m[2], 16):x}",
               **({} if handler else gdb_call(m[3]))}


def python_frames(text):
    found = (re.match(r'\s*File "(.*)", line (\d+)(?:, in (.*))?', line) for line in text.splitlines())
    for number, m in enumerate(m for m in found if m):
        yield {"number": number, "signal_handler": False, "source_path": m[1], "source_line": int(m[2]), "function": m[3]}


def apport_frame(path, **options):
    kinds = {"Stacktrace": "stacktrace", "ThreadStacktrace": "thread_stacktrace", "Traceback": "traceback"}
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            kind = event.type == "apport.field" and kinds.get(event.body.key)
            text = text_of(event, "recover" in options) if kind else ""
            for frame in (python_frames if kind == "traceback" else gdb_frames)("" if isinstance(text, Unread) else text):
                yield {"field": kind, **frame}


# --- bugreport --------------------------------------------------------------------------------------------------------


def start_of_day(start, line):
    """Of a line with a day but maybe without a year; None: unknown."""
    month, day = line["month"], line["day"]
    if not (0 < month < 13 and 0 < day < 32) or ("year" not in line and start is None):
        return None

    def of(year):
        return (datetime.date(year + 400, month, 1) - DAY_0).days * 86400 + (day - 1) * 86400

    if "year" in line:
        return of(line["year"])
    year = (DAY_0 + datetime.timedelta(seconds=start)).year - 400 + 1
    while of(year) > start + 86400:
        year -= 1
    return of(year)


DAY_0 = datetime.date(2370, 1, 1)  # 1970 and an era, as years of this module begin with 1


def logcat(path, **options):
    section = buffer = start = None
    with diagfmt.open(path, **{**options, "bugreport_log": True}) as reader:
        for event in reader:
            line = json.loads(event.json(payload="none")) if event.type.startswith("bugreport.") else {}
            if event.type == "bugreport.banner" and start is None:
                start = line.get("time_local_s")
            elif event.type == "bugreport.section":
                section, buffer = line, None
            elif event.type == "bugreport.section_end":
                section, buffer = None, None
            elif event.type == "bugreport.log" and line["kind"] == "marker":
                buffer = line["buffer"]
            elif event.type == "bugreport.log":
                day = start_of_day(start, line) if "month" in line else None
                if day is None:
                    line.pop("nanosecond", None)
                else:
                    line["time_local_s"] = day + line["second"]
                if section is not None:
                    line.update(section_title=section["title"], section_number=section["number"])
                yield {**line, "buffer": buffer, "start_offset": event.offset}


def tombstone(table):
    """Those of entries, and of sections of the text; in the samples there are none in logs."""
    def rows(path, **options):
        number = 0
        began = None
        with diagfmt.open(path, **options) as reader:
            for event in reader:
                if event.type == "bugreport.banner" and began is None:
                    began = json.loads(event.json(payload="none")).get("time_local_s")
                entry = event.type == "bugreport.entry" and event.body.role == "tombstone"
                title = event.type == "bugreport.section" and event.body.title
                if not entry and not (title and title.startswith("TOMBSTONE")):
                    continue
                try:
                    data = event.payload.readall()
                except diagfmt.Error:
                    if "recover" not in options:
                        raise
                    continue
                text = b"" if entry else report_text(path)
                start = text.index(data, event.offset) if text else 0
                place = {"entry": event.body.name} if entry else {"section": title}
                found = tombstone_model.rows(data, began)
                for row in found[table]:
                    line = {"line": row["line"] + text[:start].count(b"\n")} if row.get("line") else {}
                    yield {**row, "crash_number": row["crash_number"] + number, "offset": row["offset"] + start, **line, **place}
                number += len(found["tombstone.crash"])
    return rows


def readable(payload):
    """What there is before damage."""
    try:
        while piece := payload.read(4096):
            yield piece
    except diagfmt.Error:
        pass


def report_text(path):
    """The text that offsets of its events are of."""
    data = pathlib.Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:2] != b"PK":
        return data
    with diagfmt.open(path, format="bugreport", bugreport_text=False, recover=True) as reader:
        for event in reader:
            if event.type == "bugreport.entry" and event.body.role == "main":
                return b"".join(readable(event.payload))
    return b""


DUMPS = {"exit_info": ("activity", None), "package": ("package", None), "dropbox.entry": ("dropbox", "DROPBOX"),
         "process": (None, "PROCESSES"), "meminfo.process": ("meminfo", "MEMINFO"),
         "battery.event": ("batterystats", "CHECKIN BATTERYSTATS")}  # services, sections


def dump(table):
    """Those of the report's text."""
    service, title = DUMPS[table]

    def is_of(event, section):
        if event.type == "bugreport.service":
            return service is not None and event.body.name.startswith(service)
        return title is not None and event.type == "bugreport.section" and section.startswith(title)

    def rows(path, **options):
        section = None
        with diagfmt.open(path, **options) as reader:
            for event in reader:
                section = event.body.title if event.type == "bugreport.section" else section
                if not is_of(event, section):
                    continue
                data = event.payload.readall()
                for row in dump_model.READERS[table](data):
                    text = report_text(path)
                    start = text.index(data, event.offset)
                    yield {**row, "offset": row["offset"] + start, "line": row["line"] + text[:start].count(b"\n"),
                           "truncated": False, "section": section}
    return rows


LOGCAT = "/data/misc/logd/logcat"  # logs that the device keeps


def log_lines(path, **options):
    """(place, lines, start) of each section, and of logs that are entries."""
    start, found, section = None, [], None
    text = report_text(path)
    with diagfmt.open(path, **options, bugreport_log=True) as reader:
        for event in reader:
            body = event.body
            if event.type == "bugreport.banner" and start is None:
                start = json.loads(event.json(payload="none")).get("time_local_s")
            if event.type == "bugreport.section":
                section = json.loads(event.json(payload="none"))["title"]
            if event.type in ("bugreport.section", "bugreport.section_end") and found:
                yield {"section": found[0]["section"]}, found, start
                found = []
            if event.type == "bugreport.entry" and body.role == "file" and body.device_path.startswith(LOGCAT):
                try:
                    yield {"entry": body.name}, list(log_model.parse(event.payload.readall())), start
                except diagfmt.Error:
                    if "recover" not in options:
                        raise
            if event.type == "bugreport.log":
                line = json.loads(event.json(payload="none"))
                if "tag" in line and isinstance(line["tag"], str) and isinstance(line["message"], str):
                    found.append({**line, "offset": event.offset, "priority": PRIORITIES.index(line["priority"]),
                                  "line": text[:event.offset].count(b"\n") + 1, "section": section})
    if found:
        yield {"section": found[0]["section"]}, found, start


PRIORITIES = "verbose debug info warn error fatal silent".split()


def log(table):
    def rows(path, **options):
        for place, found, start in log_lines(path, **options):
            for row in log_model.READERS[table](found, start):
                yield {**row, **place, "truncated": False}
    return rows


def kernel_crash(path, **options):
    """Those of the report's text; in the samples there are no others."""
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type != "bugreport.section" or event.body.title not in ("KERNEL LOG", "LAST KMSG"):
                continue
            data = event.payload.readall()
            for row in kernel_model.crashes(data):
                text = report_text(path)
                start = text.index(data, event.offset)
                yield {**row, "offset": row["offset"] + start, "line": row["line"] + text[:start].count(b"\n"),
                       "truncated": False, "section": event.body.title}


def anr(table):
    """Those of sections of the text, and of entries."""
    def rows(path, **options):
        with diagfmt.open(path, **options) as reader:
            for event in reader:
                title = event.type == "bugreport.section" and event.body.title
                entry = event.type == "bugreport.entry" and event.body.role == "anr"
                if not entry and not (title and title.startswith("VM TRACES")):
                    continue
                try:
                    data = event.payload.readall()
                except diagfmt.Error:
                    if "recover" not in options:
                        raise
                    continue
                text = b"" if entry else report_text(path)
                start = text.index(data, event.offset) if text else 0
                place = {"entry": event.body.name} if entry else {"section": title}
                for row in anr_model.rows(data)[table]:
                    yield {**row, "offset": row["offset"] + start, "line": row["line"] + text[:start].count(b"\n"), **place}
    return rows


def bugreport_finding(path, **options):
    """What follows from the rows of other tables; in the samples no tombstone in a log is without a time."""
    entries, start = [], None
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type == "bugreport.entry":
                entries.append(event.body.name)
            elif event.type == "bugreport.banner" and start is None and event.body.time_local_s is not None:
                start = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=event.body.time_local_s)
    for row in finding_model.findings(path, entries, None, start, **options):
        yield {**row, "truncated": False}


ACCOUNTS = ("package", "exit_info", "dropbox.entry", "tombstone.crash", "log.crash", "anr.process")


def account(path, **options):
    """Of the samples every head is understood."""
    for table in ACCOUNTS:
        counts = {}
        for row in MODELS["bugreport." + table.replace(".", "_")](path, **options):
            if table not in ("tombstone.crash", "anr.process") or row.get("process_id") is not None:
                place = row.get("entry"), row.get("section")
                counts[place] = counts.get(place, 0) + 1
        for (entry, section), n in counts.items():
            yield {"truncated": False, "of_table": table, "entry": entry, "section": section, "n_heads": n, "n_rows": n}


def story(path, **options):
    """Follows from the rows of other tables, and the lines of logs."""
    steps, start = [], None
    for place, found, start in log_lines(path, **options):
        steps += [{**step, **place} for step in story_model.of_lines(found, start)]
    for table in "log_crash", "tombstone_crash", "exit_info":
        steps += filter(None, (story_model.of_row(table, row) for row in MODELS["bugreport." + table](path, **options)))
    for row in story_model.stories(steps, start):
        yield {**row, "truncated": False}


PROPERTIES = {"Build": "build", "Build fingerprint": "fingerprint", "Bootloader": "bootloader", "Radio": "radio",
              "Network": "network", "Kernel": "kernel", "Command line": "command_line", "Uptime": "uptime_text"}
SYSTEM_PROPERTIES = {
    "ro.build.version.release": "android_release", "ro.build.version.sdk": "android_sdk",
    "ro.build.version.security_patch": "security_patch", "ro.product.manufacturer": "manufacturer",
    "ro.product.model": "model", "ro.product.device": "device", "ro.serialno": "serial",
    "persist.sys.timezone": "timezone"}


def overview(path, **options):
    row = {"variant": 0, "n_failed_sections": 0, "n_timed_out_services": 0}
    kinds = "header property system_property section_end service_end summary".split()
    for line in lines(path, *("bugreport." + kind for kind in kinds), **{**options, "bugreport_log": True}):
        kind, key = line["event"].partition(".")[2], line.get("key")
        name = {"property": PROPERTIES, "system_property": SYSTEM_PROPERTIES}.get(kind, {}).get(
            key if isinstance(key, str) else None)
        if name and "value" in line:
            row.setdefault(name, line["value"])
        elif kind == "header":
            row["variant"] = line["variant"]
        elif kind == "section_end":
            row["n_failed_sections"] += line["result"] not in ("ok", "skipped")
        elif kind == "service_end":
            row["n_timed_out_services"] += line["timed_out"]
        elif kind == "summary":
            row.update(line)
    yield row


# --- mallocdbg --------------------------------------------------------------------------------------------------------


def live_block(path, **options):
    live, records, valid = {}, [], False
    number = 0
    for line in lines(path, "mallocdbg.op", "mallocdbg.alloc", "mallocdbg.end", **options):
        if line["event"] == "mallocdbg.alloc":
            records.append(line)
        elif line["event"] == "mallocdbg.end":
            valid = line["counts_valid"]
        else:
            number += 1
            op, ptr = line["op"], int(line["ptr"], 16)
            if op in ("free", "realloc"):
                live.pop(int(line["old_ptr"] if op == "realloc" else line["ptr"], 16), None)
            if op not in ("free", "thread_done") and ptr:
                live[ptr] = {"ptr": line["ptr"], "bytes": line["bytes"] * line.get("n_items", 1) % (1 << 64),
                             "op_number": number, "start_ns": line.get("start_ns") or None, "count": 1,
                             "thread_id": line["thread_id"]}
    yield from sorted(live.values(), key=lambda block: (-block["bytes"], block["op_number"]))
    for line in records:
        yield {"bytes": line["bytes"], "count": line["count_written"] if valid else line["count"],
               "line": line.get("line"), "zygote_child": line["zygote_child"]}


def by_names(model_of, *tables):
    """{table: model} of models that have the words of the sheet."""
    def names(table):
        return lambda path, **options: named(table, model_of(table)(path, **options))
    return {"bugreport." + table.replace(".", "_"): names(table) for table in tables}


MODELS = {"apitrace.call_arg": call_arg, "apitrace.frame_summary": frame_summary, "apitrace.triage_finding": trace_finding, "apport.report": apport_report, "apport.signature": apport_signature, "apport.segv": apport_segv_row, "apport.frame": apport_frame,
          "bugreport.logcat": logcat,
          "bugreport.overview": overview,
          "bugreport.account": account,
          "bugreport.story": story,
          **by_names(tombstone, *tombstone_model.TABLES), **by_names(dump, *DUMPS), **by_names(log, *log_model.READERS),
          **by_names(anr, *anr_model.TABLES), **by_names(lambda table: kernel_crash, "kernel.crash"),
          **by_names(lambda table: bugreport_finding, "triage.finding"),
          "apport.triage_finding": apport_finding,
          "mallocdbg.live_block": live_block,
          "simpleperf.stack_frame": stack_frame}
