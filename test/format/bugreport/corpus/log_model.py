# SPDX-License-Identifier: MIT
"""A second reader of crashes and events in logs (docs/triage.md): lines are sorted by thread, then taken apart as a whole.

Rows are without members that are absent. Places are `offset` and `line`; `truncated` is left out.
"""
import datetime
import re

LINE = re.compile(r"(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{1,9})(?: ([+-]\d{4})(?= ))?(?:"
                  r" +(?:\w+ +)?(\d{1,9}) +(\d{1,9}) +([VDIWEFS]) +(.*?): (.*)"
                  r"| +([VDIWEFS])/(.*?)\( *(\d{1,9})\): (.*))", re.A | re.S)
JAVA_HEAD = re.compile(r"(?:(\*\*\* FATAL EXCEPTION IN SYSTEM PROCESS)|FATAL EXCEPTION): (.*)", re.S)
NUMBERED = re.compile(r"(\$\$)ExternalSynthetic(Lambda)\d*|-?(\$\$Lambda)\$.*|(\$r8\$lambda)\$.*|(\$Proxy)\d*"
                      r"|(GeneratedMethodAccessor)\d*", re.S)
EPOCH = datetime.datetime(1970, 1, 1)


# --- lines ------------------------------------------------------------------------------------------------------------


def time_of(line):
    """As text, with as many digits as are needed."""
    fraction = line["nanosecond"]
    digits = next(n for n in (3, 6, 9) if fraction % 10 ** (9 - n) == 0)
    hours, rest = divmod(line["second"], 3600)
    return None if hours > 99 else "%02d-%02d %02d:%02d:%02d.%0*d" % (
        line["month"], line["day"], hours, rest // 60, rest % 60, digits, fraction // 10 ** (9 - digits))


def seconds_of(line, start):
    """start: of the report; lines without a year are up to a day later, or earlier."""
    month, day = line["month"], line["day"]
    if not (1 <= month <= 12 and 1 <= day <= 31) or (start is None and "year" not in line):
        return None

    def midnight(year):  # days of a month that has fewer are of the next one
        y, m = (year, month) if year else (4, month)
        return int((datetime.datetime(y, m, 1) - EPOCH).total_seconds()) + (day - 1) * 86400

    if "year" in line:
        if line["year"] == 0:  # the calendar of Python begins a year later: go by its cycle of 400 years
            return midnight(400) - 146097 * 86400 + line["second"]
        return midnight(line["year"]) + line["second"]
    year = (EPOCH + datetime.timedelta(seconds=start)).year + 2
    while midnight(year) > start + 86400:
        year -= 1
    return midnight(year) + line["second"]


def parse(data):
    """The lines of a log that have a tag."""
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        m = LINE.fullmatch(raw.removesuffix(b"\r").decode("latin-1"))
        if m:
            year, month, day, hour, minute, second, fraction = m.groups()[:7]
            line = {"offset": offset, "line": number, "month": int(month), "day": int(day),
                    "second": int(hour) * 3600 + int(minute) * 60 + int(second), "nanosecond": int(fraction.ljust(9, "0"))}
            if year:
                line["year"] = int(year)
            if m[9]:
                line.update(process_id=int(m[9]), thread_id=int(m[10]), priority=m[11], tag=m[12], message=m[13])
            else:
                line.update(process_id=int(m[16]), priority=m[14], tag=m[15], message=m[17])
            yield {**line, "tag": line["tag"].rstrip(" "), "priority": "VDIWEFS".index(line["priority"])}
        offset += len(raw) + 1


def present(row):
    return {key: value for key, value in row.items() if value is not None}


def place(line, start):
    return {"offset": line["offset"], "line": line["line"], "time": time_of(line), "time_local_s": seconds_of(line, start)}


# --- exceptions -------------------------------------------------------------------------------------------------------


def normal(name):
    def part(text):
        text = re.sub(r"(access\$)\d+", r"\1", text) if re.fullmatch(r"access\$\d+", text) else text
        text = re.sub(r"(lambda\$.+)\$\d+\Z", r"\1", text, flags=re.S) if text.startswith("lambda$") else text
        return NUMBERED.sub(lambda m: "".join(g for g in m.groups() if g), text)
    return ".".join(part(text) for text in name.split("."))


def short(process):
    return process.rpartition("/")[2] if process.startswith("/") else process.partition(":")[0]


def split_class(text):
    """The class ends at the first ": " of its line."""
    line, lf, rest = text.partition("\n")
    name, colon, message = line.partition(": ")
    if colon:
        return name, message + lf + rest
    return name, rest if lf else None


def stack(lines):
    """Lines after an exception: frames, and those after them, or None if the chain ends there."""
    frames, nested = [], False
    for at, line in enumerate(lines):
        if not line.startswith("\t"):
            if line.startswith("Caused by: "):
                return frames, lines[at:]
            if not nested:
                return frames, None
            continue
        m = re.match(r"\tat ([^(]+)\(", line)
        if m:
            frames.append(normal(m[1]))
        if line.startswith("\t[CIRCULAR REFERENCE"):
            return frames, None
        nested = line.lstrip("\t").startswith(("Suppressed: ", "Caused by: "))
    return frames, None


def chain_of(lines):
    """[(class, message)] of the exceptions, and the frames of the last one."""
    chain, frames = [], []
    if lines and lines[0].startswith("\t"):
        frames, lines = stack(lines)
    while lines:
        text = lines[0].removeprefix("Caused by: ")
        if lines[0] != text and text.startswith("[CIRCULAR REFERENCE"):
            break
        n = next((i for i, line in enumerate(lines) if i and line.startswith(("\t", "Caused by: "))), len(lines))
        chain.append(split_class("\n".join([text, *lines[1:n]])))
        frames, lines = stack(lines[n:])
    return chain, frames


def java(lines):
    """The row of a head and the lines after it."""
    head = lines[0]
    system, thread = JAVA_HEAD.fullmatch(head["message"]).groups()
    rest, process = [line["message"] for line in lines[1:]], None
    while rest and (rest[0] == "" or rest[0].startswith("Process: ")):
        m = re.match(r"Process: (.*), PID: ", rest.pop(0), re.S)
        process = process or (m and m[1]) or None
    chain, frames = chain_of(rest)
    process = "system_server" if system else process
    row = {"kind": "java", "pid": head["process_id"], "tid": head.get("thread_id"), "thread": thread, "process": process,
           "frames": frames}
    if chain:
        row.update(exception=chain[0][0], message=chain[0][1], root_exception=chain[-1][0], root_message=chain[-1][1],
                   signature="|".join(["java", short(process or "?"), chain[-1][0], *frames[:5]]))
    return row


# --- other crashes ----------------------------------------------------------------------------------------------------


def number(text):
    return int(text) if text and re.fullmatch(r"-?\d+", text, re.A) and abs(int(text)) < 2**31 else None


def anr(lines):
    row = {"kind": "anr", "process": lines[0]["message"][7:].partition(" (")[0]}
    for line in lines[1:]:
        text = line["message"]
        if time_of(line) != time_of(lines[0]):
            break
        if text.startswith("PID: "):
            row["pid"] = number(re.match(r"-?\d*", text[5:], re.A)[0])
        if text.startswith("Reason: "):
            row["reason"] = text[8:] or None
            break
    if row.get("reason"):
        row["signature"] = "|".join(["anr", short(row["process"]), row["reason"].partition(" (")[0]])
    return row


def native(line):
    m = re.fullmatch(r"Fatal signal (-?\d+) \(([^)]*)\)(.*)", line["message"], re.A | re.S)
    if not m or number(m[1]) is None:
        return None
    row = {"kind": "native", "signal": int(m[1]), "pid": line["process_id"]}
    code = re.match(r", code (-?\d+) \(([^)]*)\)", m[3], re.A)
    code = code[2] if code and number(code[1]) is not None else ""
    word = " in tid " if " in tid " in m[3] else ", thread "
    names = re.match(r"(-?\d+)(?: \((.*)\)\Z)?", m[3].partition(word)[2], re.A | re.S)
    if names and number(names[1]) is not None:
        row.update(tid=int(names[1]), thread=names[2] or None)
        both = re.fullmatch(r"(.*)\), pid (-?\d+) \((.*)", names[2] or "", re.A | re.S)
        if both and "), pid " not in both[3] and number(both[2]) is not None:
            row.update(thread=both[1] or None, pid=int(both[2]), comm=both[3] or None)
            row["known"] = True
    process = row.get("comm") or "" if row.pop("known", False) else "?"
    sign = m[2] + ("/" + code if code and not code.startswith("SI_") else "")
    return {**row, "signature": "|".join(["native", short(process), sign])}


def watchdog(line):
    head, found, subject = line["message"].partition("*** WATCHDOG KILLING SYSTEM PROCESS: ")
    if head or not found:
        return None
    return {"kind": "watchdog", "pid": line["process_id"], "process": "system_server", "reason": subject,
            "signature": "|".join(["watchdog", "system_server", *filter(None, [re.sub(r" for \d+s(?=, |\Z)", "", subject)])])}


def blocks(lines, tag, is_head):
    """For each thread its lines of a tag, from a head to the one before the next, of one priority."""
    threads = {}
    for line in lines:
        if line["tag"] == tag and line["priority"] >= 4:
            threads.setdefault((line["process_id"], line.get("thread_id")), []).append(line)
    for thread in threads.values():
        heads = [i for i, line in enumerate(thread) if is_head(line["message"])]
        for at, end in zip(heads, [*heads[1:], len(thread)]):
            block = thread[at:end]
            n = next((i for i, line in enumerate(block) if line["priority"] != block[0]["priority"]), len(block))
            yield block[:n]


def crashes(lines, start=None):
    """Rows in the order of their places."""
    found = [(block[0], java(block)) for block in blocks(lines, "AndroidRuntime", JAVA_HEAD.fullmatch)]
    found += [(block[0], anr(block)) for block in
              blocks(lines, "ActivityManager", lambda s: s.startswith("ANR in ") and not s.startswith("ANR in  (") and len(s) > 7)]
    found += [(line, native(line)) for line in lines if line["tag"] == "libc" and line["priority"] >= 5]
    found += [(line, watchdog(line)) for line in lines if line["tag"] == "Watchdog" and line["priority"] >= 3]
    rows = [present({**place(line, start), "frames": [], **row}) for line, row in found if row]
    return sorted(rows, key=lambda row: row["offset"])


# --- events -----------------------------------------------------------------------------------------------------------

SHAPES = {  # names of members; the last one takes the rest
    "am_proc_start": "user pid uid process rest", "am_proc_died": "user pid process adj proc_state rest",
    "am_kill": "user pid process adj reason", "am_anr": "user pid process flags reason",
    "am_crash": "pid user process flags exception rest", "am_wtf": "user pid process flags wtf_tag message"}
TEXTS = "process", "reason", "exception", "wtf_tag", "message", "rest"


def after_exception(rest):
    """MESSAGE,FILE,LINE[,RECOVERABLE]"""
    for shape in r"(.*),([^,]*),(-?\d+),(-?\d+)", r"(.*),([^,]*),(-?\d+)":
        m = re.fullmatch(shape, rest, re.A | re.S)
        if m and all(number(text) is not None for text in m.groups()[2:]):
            return {"message": m[1], "file": m[2], "file_line": int(m[3])}
    return {}


def values_of(tag, text):
    names, values = SHAPES[tag].split(), text.split(",")
    told = 2 if tag == "am_proc_start" else 1
    if len(values) <= told or number(values[told]) is None:
        names.remove("user")
    row = {}
    for at, name in enumerate(names):
        if at >= len(values):
            break
        last = at == len(names) - 1
        row[name] = ",".join(values[at:]) if last else values[at] if name in TEXTS else number(values[at])
        if row[name] is None or (name == "process" and not row[name]):
            del row[name]
            break
    return row


KILL = re.compile(r"[A-Za-z_]+ '(.+?)' \((-?\d+)\)(.*)", re.A | re.S)


def kill(text):
    """What the daemon killed for lack of memory."""
    m = KILL.fullmatch(text)
    adj = re.search(r"adj (-?\d+)", m[3][:m[3].find("adj ") + 16], re.A) if m and "adj " in m[3] else None
    if not adj or m[3].find("adj ") != adj.start() or number(m[2]) is None or number(adj[1]) is None:
        return None
    row = {"process": m[1], "pid": int(m[2]), "adj": int(adj[1])}
    uid = re.match(r"(-?\d+)", m[3].partition(", uid ")[2], re.A)
    if uid and number(uid[1]) is not None:
        row["uid"] = int(uid[1])
    if "; reason: " in m[3]:
        row["reason"] = m[3].partition("; reason: ")[2]
    return row


def event(tag, text):
    if tag in ("lowmemorykiller", "lmkd"):
        return kill(text)
    body = text[1:-1] if len(text) > 1 and text[0] == "[" and text[-1] == "]" else None
    single = text if body is None else body
    one = {"am_low_memory": "processes", "boot_progress_start": "uptime_ms"}.get(tag)
    if one:
        return {one: int(single)} if re.fullmatch(r"\d+", single, re.A) and int(single) < 2**64 else None
    if tag == "watchdog":
        return {"message": single} if single else None
    row = values_of(tag, body) if body is not None and tag in SHAPES else {}
    if "process" not in row:
        return None
    rest = row.pop("rest", None)
    if tag == "am_crash" and rest is not None:
        row.update(after_exception(rest))
    m = re.fullmatch(r"(.*),(-?\d+)", row.get("reason", ""), re.A | re.S) if tag == "am_kill" else None
    if m and number(m[2]) is not None:
        row["reason"] = m[1]
    return row


def events(lines, start=None):
    found = ((line, event(line["tag"], line["message"])) for line in lines)
    return [present({**place(line, start), "tag": line["tag"], **row}) for line, row in found if row]


READERS = {"log.crash": crashes, "log.event": events}
