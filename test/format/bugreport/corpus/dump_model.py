# SPDX-License-Identifier: MIT
"""A second reader of what services list (formats/triage.md, 7), by regular expressions over whole texts.

Rows are without members that are absent, and without places but `offset` and `line`.
"""
import re

SIZE = r"(\d{1,7})(?:[.,](\d{1,6}))?(|KB|MB|GB|TB)"
SIGNED, UNSIGNED, NAMED, ANY = r"(-?\d+)", r"(\d+)", r"(-?\d+) \((.*)\)", r"(.*)"
TIME = (("timestamp", ANY), ("pid", SIGNED), ("realUid", UNSIGNED), ("packageUid", UNSIGNED), ("definingUid", UNSIGNED), ("user", SIGNED))
REASON = ("process", ANY), ("reason", NAMED), ("subreason", NAMED), ("status", SIGNED)
DROPBOX = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) +([^ ]+) \((?:(no data)|(compressed )?(text|data), (\d+) bytes)\)")
MEMINFO = re.compile(r" +(\d+(?:,\d{3})*)K: (.*) \(pid (-?\d+)( / activities)?\)(?: *\( *(\d+(?:,\d{3})*)K in swap\))?", re.S)
PS_NAMES = {"USER": "user", "PID": "pid", "TID": "tid", "PPID": "ppid", "VSZ": "vsz_kb", "VSIZE": "vsz_kb",
            "RSS": "rss_kb", "S": "state", "TIME": "time_s", "CMD": "name", "NAME": "name"}
PS_TIME = re.compile(r"(?:(\d+)-)?(\d{1,4}):(\d{1,4}):(\d{1,4})")


def lines_of(data):
    """(offset, number, text) of each line."""
    at = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if at < len(data):
            yield at, number, line.removesuffix(b"\r").decode("latin-1")
        at += len(line) + 1


def size_kb(text):
    found = re.fullmatch(SIZE, text)
    if not found or int(found[1]) > 1000000:
        return None
    unit = 1024 ** ["", "KB", "MB", "GB", "TB"].index(found[3])
    part = found[2] or ""
    return (int(found[1]) * unit + int(part or 0) * unit // 10 ** len(part)) // 1024


def small(*numbers, signed=True):
    return all(-2**31 < n < 2**31 if signed else 0 <= n < 2**32 for n in numbers)


def importance_of(text, row):
    rest, found, trace = text.rpartition(" trace=")
    if found and known(trace) != "null":
        row["trace"] = known(trace)
    rest, found, state = (rest if found else text).rpartition(" state=") if found else text.rpartition(" state=")
    if not found:
        rest = state
    bytes_of = re.fullmatch(r"(\d+) bytes", known(state)) if found else None
    if bytes_of and int(bytes_of[1]) < 2**64:
        row["state_bytes"] = int(bytes_of[1])
    rest, found, description = rest.partition(" description=")
    if found and description != "null":
        row["description"] = description
    sizes, rss_found, rss = rest.rpartition(" rss=")
    number, pss_found, pss = (sizes if rss_found else rest).rpartition(" pss=")
    if not rss_found:
        number, pss_found = rest, ""
    elif not pss_found:
        number = sizes
    number, pss, rss = known(number), known(pss), known(rss)
    if not re.fullmatch(r"-?\d+", number) or not small(int(number)):
        return
    row["importance"] = int(number)
    if rss_found and pss_found and size_kb(pss) is not None and size_kb(rss) is not None:
        row.update(pss_kb=size_kb(pss), rss_kb=size_kb(rss))


def known(text):
    """A value, without keys after it that nobody knows."""
    return re.split(r" [A-Za-z_]+=", text, maxsplit=1)[0]


def values_of(line, keys):
    """What stands behind keys, taken off from the right: [None, value, …], or None."""
    found, line = [], " " + line.lstrip(" ")
    for key, form in reversed(keys):
        line, there, text = line.rpartition(f" {key}=")
        m = re.fullmatch(form, known(text), re.A | re.S) if there else None
        if not m:
            return None
        found = [*m.groups(), *found]
    return None if line else [None, *found]


def exit_row(record, row):
    for at, line in enumerate(record):
        found = values_of(line, TIME)
        if found and small(int(found[2]), int(found[6])) and small(*map(int, found[3:6]), signed=False):
            row.update(time=found[1], pid=int(found[2]), real_uid=int(found[3]), package_uid=int(found[4]),
                       defining_uid=int(found[5]), user=int(found[6]))
        found = values_of(line, REASON)
        if found and small(int(found[2]), int(found[4]), int(found[6])):
            row.update(process=found[1], reason=int(found[2]), reason_name=found[3], subreason=int(found[4]),
                       subreason_name=found[5], status=int(found[6]))
        if line.lstrip(" ").startswith("importance="):
            importance_of("\n".join(record[at:]).lstrip(" ").removeprefix("importance="), row)
            return


def exit_info(data):
    rows, record, package = [], None, None
    for offset, number, line in lines_of(data):
        head = re.fullmatch(r" *ApplicationExitInfo #(\d+):", line)
        key = re.match(r" *(timestamp|process|importance)=", line)
        if record is not None:
            last = record[-1] if record else None
            free = last is not None and " trace=" not in last and not re.match(r" *(timestamp|process)=", last)
            if not head and (key or free):
                record.append(line)
                continue
            exit_row(record, rows[-1])
            record = None
        if head and int(head[1]) < 2**32:
            rows.append({"offset": offset, "line": number, "index": int(head[1])})
            if package:
                rows[-1]["package"] = package
            record = []
        elif line.startswith("  package: ") and line[11:]:
            package = line[11:]
    if record:
        exit_row(record, rows[-1])
    return rows


def dropbox(data):
    rows = []
    for offset, number, line in lines_of(data):
        found = DROPBOX.fullmatch(line)
        if not found or int(found[6] or 0) >= 2**64:
            continue
        row = {"offset": offset, "line": number, "time": found[1], "tag": found[2], "lost": bool(found[3]),
               "compressed": bool(found[4]), "text": found[5] == "text"}
        rows.append(row if found[3] else {**row, "bytes": int(found[6])})
    return rows


def heading(line):
    words = line.split(" ")
    words = [w for w in words if w]
    if not re.match("(USER|LABEL) ", line) or not {"USER", "PID"} <= set(words) or len(words) > 24:
        return None
    if words[-1] not in ("CMD", "NAME") or any(w in ("CMD", "NAME") for w in words[:-1]):
        return None
    if "PC" in words and "S" not in words:
        words.insert(-1, "S")
    return words if len(words) <= 24 else None


def process_row(words, line):
    """A policy (PCY) may be blank, then the time is in its place."""
    cells = [cell for cell in line.split(" ") if cell]
    if any(name == "PCY" and PS_TIME.fullmatch(cell) for name, cell in zip(words, cells)):
        words = [name for name in words if name != "PCY"]
    found = re.fullmatch(" *" + "([^ ]+) +" * (len(words) - 1) + "([^ ].*)", line, re.S)
    if not found:
        return None
    row = {}
    for name, text in zip(words, found.groups()):
        member = PS_NAMES.get(name)
        if member in ("pid", "tid", "ppid"):
            if not re.fullmatch(r"-?\d+", text) or not small(int(text)):
                return None
            row[member] = int(text)
        elif member in ("vsz_kb", "rss_kb"):
            if not re.fullmatch(r"\d+", text) or int(text) >= 2**64:
                return None
            row[member] = int(text)
        elif member == "time_s":
            time = PS_TIME.fullmatch(text)
            if not time:
                return None
            days, *parts = (int(part or 0) for part in time.groups())
            row[member] = days * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
        elif member:
            row[member] = text
    return row


def processes(data):
    rows, words = [], None
    for offset, number, line in lines_of(data):
        row = process_row(words, line) if words else None
        if row:
            rows.append({"offset": offset, "line": number, **row})
            continue
        words = heading(line) or (words if line else None)
    return rows


def meminfo(data):
    rows, measure = [], None
    for offset, number, line in lines_of(data):
        found = MEMINFO.fullmatch(line) if measure else None
        if not found or not small(int(found[3])):
            measure = {"Total PSS by process:": "pss", "Total RSS by process:": "rss"}.get(line)
            continue
        row = {"offset": offset, "line": number, "measure": measure, "kb": int(found[1].replace(",", "")),
               "process": found[2], "pid": int(found[3]), "activities": bool(found[4])}
        rows.append({**row, "swap_kb": int(found[5].replace(",", ""))} if found[5] else row)
    return rows


PACKAGE = re.compile(r"  Package \[([^\]]*)\] \(([0-9a-fA-F]+)\):", re.S)
VERSION = re.compile(r"(\d+)(?: minSdk=(\d+))?(?: targetSdk=(\d+))?")
TEXTS = {"codePath": "code_path", "versionName": "version_name", "firstInstallTime": "first_install",
         "lastUpdateTime": "last_update", "installerPackageName": "installer"}
LISTS = "requested permissions:", "install permissions:", "grantedPermissions:"


def member_of(row, text):
    key, equals, value = text.partition("=")
    if key in ("userId", "appId") and re.fullmatch(r"\d+", value) and int(value) < 2**32:
        row["uid"] = int(value)
    elif key == "flags" and equals and len(value) > 1 and value[0] == "[" and value[-1] == "]":
        row["flags"] = [word for word in value[1:-1].split(" ") if word]
    elif key == "versionCode":
        found = VERSION.match(value)
        if found and abs(int(found[1])) < 2**63:
            row["version_code"] = int(found[1])
            for member, number in (("min_sdk", found[2]), ("target_sdk", found[3])):
                if number and int(number) < 2**32:
                    row[member] = int(number)
    elif key in TEXTS and equals:
        row.pop(TEXTS[key], None)
        if value != "null":
            row[TEXTS[key]] = value


def package_row(lines, row):
    mode = user = None
    for line in lines:
        text = line.lstrip(" ")
        indent = len(line) - len(text) if text else None
        if indent == 4:
            found = re.match(r"User (-?\d+):", text)
            found = found if found and small(int(found[1])) else None
            mode = "user" if found else text if text in LISTS else None
            user = int(found[1]) if found else user
            if not mode:
                member_of(row, text)
        elif indent == 6 and mode in ("user", "runtime"):
            mode = "runtime" if text == "runtime permissions:" else "user"
            if text.startswith("firstInstallTime=") and "first_install" not in row:
                member_of(row, text)
        elif text and mode and mode != "user" and indent == (8 if mode == "runtime" else 6):
            name, _, rest = text.partition(": ")
            if mode == LISTS[0]:
                row["requested"].append(name)
            elif mode == LISTS[2] or re.match("granted=(true|false)", rest):
                granted = mode == LISTS[2] or rest.startswith("granted=true")
                row["grants"].append({"permission": name, "granted": granted,
                                      **({"user": user} if mode == "runtime" else {})})


HEADING = re.compile(r"[A-Z][A-Za-z ]*:")


def packages(data):
    rows, record, listed = [], [], None
    for offset, number, line in lines_of(data):
        head = PACKAGE.fullmatch(line) if listed else None
        head = head if head and int(head[2], 16) < 2**64 else None
        ends = HEADING.fullmatch(line) or (line[:1] == " " and line[:4] != "    ")
        if rows and record is not None and (head or ends):
            package_row(record, rows[-1])
            record = None
        if head:
            rows.append({"offset": offset, "line": number, "hidden": listed == "Hidden system packages:",
                         "package": head[1], "flags": [], "requested": [], "grants": []})
            record = []
        elif rows and record is not None:
            record.append(line)
        elif HEADING.fullmatch(line):
            listed = line if line in ("Packages:", "Hidden system packages:") else None
    if rows and record:
        package_row(record, rows[-1])
    return rows


BATTERY = re.compile(r"9,h,(-?\d+)([,:])(.*)", re.S)
POOL = re.compile(r'9,hsp,(\d+),(\d+),"(.*)"', re.S)


def battery_item(text, pool):
    change = {"+": "on", "-": "off"}.get(text[:1], "set")
    name, equals, value = (text if change == "set" else text[1:]).partition("=")
    item = {"change": change, "name": name, **({"value": value} if equals else {})}
    refers = name in ("w", "wr") or name.startswith("E")
    found = pool.get(int(value)) if refers and re.fullmatch(r"\d+", value) else None
    return {**item, "uid": found[0], "text": found[1]} if found else item


def battery(data):
    rows, pool = [], {}
    for offset, number, line in lines_of(data):
        found, kept = BATTERY.fullmatch(line), POOL.fullmatch(line)
        if found and abs(int(found[1])) < 2**63:
            items = found[3].removesuffix(",").split(",") if found[2] == "," and found[3] else []
            rows.append({"offset": offset, "line": number, "delta_ms": int(found[1]), "text": found[3],
                         "items": [battery_item(item, pool) for item in items]})
        elif kept and int(kept[1]) < 65536 and int(kept[2]) < 2**32:
            pool[int(kept[1])] = int(kept[2]), re.sub(r'\\(["\\])', r"\1", kept[3])
    return rows


READERS = {"battery.event": battery, "package": packages, "exit_info": exit_info, "dropbox.entry": dropbox, "process": processes, "meminfo.process": meminfo}
