#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the samples of logs: a few messages in each layout, mixed layouts, and lines that are none.

    make_log.py FOLDER

What a reader must find is noted while a line is laid: samples() returns the bytes and the expected LINEs of each file.
"""

import json
import pathlib
import sys

KINDS = ("text marker threadtime time ddms brief tag process thread long studio studio_old kernel human decoded iso kmsg "
         "syslog short_full short_monotonic json export").split()
PRIORITIES = dict(zip("VDIWEF", "verbose debug info warn error fatal".split()))
LEVELS = "emerg alert crit err warn notice info debug".split()
BY_LEVEL = "fatal fatal fatal error warn info info debug".split()

# pid, tid, uid, priority, tag, process, text
MESSAGES = [
    (612, 612, "1000", "I", "ActivityManager", "system_server", "Start proc 4821:com.example.app/u0a123 for activity"),
    (4821, 4835, "10123", "D", "Net(2)", "com.example.app", "E/Inner( 123): looks like another layout"),
    (4821, 4821, "10123", "W", "x", "com.example.app", "   blanks first, and last "),
    (15012, 15012, "u0_a7", "E", "Tag:Sub", "com.example.game", "> two lines\n\tat a.b.C.d(C.java:7)"),
    (612, 640, "1000", "V", "caf\u00e9", "system_server", "11-20 10:11:12.000  1  2 E Inner: a date"),
    (612, 612, "1000", "F", "Tag", "system_server", ""),
]
# level, cpu, in an interrupt, task, pid, text
KERNEL = [
    (6, 3, False, "swapper/0", 0, "usb 1-1: new high-speed USB device number 7"),
    (4, 0, True, "kworker/1:1", 77, "[drm] a message with brackets"),
    (1, 7, False, "provider@4.0-se", 512, "Unable to handle kernel NULL pointer dereference at virtual address 00000008"),
    (7, 1, False, "init", 1, "  indented"),
]


class File:
    """Bytes, and the LINEs that a reader must find in them."""

    def __init__(self, eol="\n", prefix=""):
        self.data, self.rows, self.line, self.eol, self.prefix = b"", [], 0, eol, prefix

    def put(self, text, **row):
        """A line of text; without members a line that is no LINE of its own."""
        self.line += 1
        if row:
            row.update(line=self.line, start_offset=len(self.data))
            self.rows.append({k: v for k, v in row.items() if v is not None})
        self.data += (self.prefix + text + self.eol).encode()

    def rows_of(self, message, **row):
        """The LINEs of a message that stands as a record in the line that is laid next."""
        for i, part in enumerate(message.split("\n")):
            self.rows.append({**row, "message": part, "continued": i > 0, "line": self.line + 1, "start_offset": len(self.data)})

    def text(self, text):
        self.put(text, kind="text", message=text)


def second(i):
    return "09:00:%02d" % (i + 1)


def fraction(i, digits):
    return ("%03d" % (962 - 31 * i) + "456789")[:digits]


class Layout:
    """How logcat -v writes a line; option: which modifiers."""

    def __init__(self, name, *option, digits=3):
        self.name, self.option, self.digits = name, option, digits

    def time(self, i):
        """As the file has it, and as a row has it."""
        f = fraction(i, self.digits)
        if "epoch" in self.option:
            text = "%d.%s" % (1742202001 + i, f)
            return text.rjust(23), text
        if "monotonic" in self.option:
            text = "%d.%s" % (1872 + i, f)
            return text.rjust(10), text
        text = "%s03-17 %s.%s" % ("2025-" if "year" in self.option else "", second(i), f)
        return text + (" +0100" if "zone" in self.option else ""), text

    def head(self, i, m):
        pid, tid, uid, priority, tag = m[:5]
        tag = tag.encode().ljust(8).decode()  # in bytes
        t = self.time(i)[0]
        u = "%5s:" % uid if "uid" in self.option else ""
        return {"threadtime": "%s %s%5d %5d %s %s: " % (t, u.replace(":", " "), pid, tid, priority, tag),
                "time": "%s %s/%s(%s%5d): " % (t, priority, tag, u, pid),
                "ddms": "%s: %s/%s(%d): " % (t, priority, m[4], pid),
                "brief": "%s/%s(%s%5d): " % (priority, tag, u, pid),
                "tag": "%s/%s: " % (priority, tag),
                "process": "%s(%s%5d) " % (priority, u, pid),
                "thread": "%s(%s%5d:%5d) " % (priority, u, pid, tid),
                "long": "[ %s %s%5d:%5d %s/%s ]" % (t, u, pid, tid, priority, tag)}[self.name]

    def members(self, i, m, text, part):
        has = {"threadtime": "tpTPg", "time": "tpPg", "ddms": "tpPg", "brief": "pPg", "tag": "Pg", "process": "pPg",
               "thread": "pTP", "long": "tpTPg"}[self.name]
        row = {"kind": self.name, "message": text}
        if "t" in has:
            row["time_text"] = self.time(i)[1]
            if "monotonic" in self.option:
                row["uptime_us"] = int(row["time_text"].replace(".", "")) * 1000
            if "zone" in self.option:
                row["zone_minute"] = 60
        if "p" in has:
            row["process_id"] = m[0]
            if "uid" in self.option:
                row["user_id"] = m[2]
        if "T" in has:
            row["thread_id"] = m[1]
        row["priority"] = PRIORITIES[m[3]]
        if "g" in has:
            row["tag"] = m[4]
        if self.name == "long" and part:
            row["continued"] = True
        return row


def logcat(layout, file=None, markers=False, color=False, cut=lambda head: head):
    f = file or File()
    if markers:
        f.put("--------- beginning of main", kind="marker", buffer="main")
    for i, m in enumerate(MESSAGES):
        buffer = "main" if markers and i < 3 else "system" if markers else None
        if markers and i == 3:
            f.put("--------- switch to system", kind="marker", buffer="system")
        head, tail = cut(layout.head(i, m)), "  (%s)" % m[4] if layout.name == "process" else ""
        if color:
            head, tail = "\x1b[38;5;40m" + head, tail + "\x1b[0m"
        if layout.name == "long":
            f.put(head)
            head = ""
        for part, text in enumerate(m[6].split("\n")):
            f.put(head + text + tail, buffer=buffer, **layout.members(i, m, text, part))
        if layout.name == "long":
            f.put("")
    return f


def studio():
    f = File()
    for i, m in enumerate(MESSAGES):
        head = "2025-03-17 %s.%s %5d-%-5d %-23s %-35s %s  " % (second(i), fraction(i, 3), m[0], m[1], m[4], m[5], m[3])
        for part, text in enumerate(m[6].split("\n")):
            f.put((" " * len(head) if part else head) + text, kind="studio", time_text=head[:23], process_id=m[0], thread_id=m[1], tag=m[4],
                  process_name=m[5], priority=PRIORITIES[m[3]], message=text, continued=True if part else None)
    return f


def studio_old():
    f = File()
    for i, m in enumerate(MESSAGES):
        time = "03-17 %s.%s" % (second(i), fraction(i, 3))
        for part, text in enumerate(m[6].split("\n")):
            f.put(("    " if part else "%s %d-%d/%s %s/%s: " % (time, m[0], m[1], m[5], m[3], m[4])) + text, kind="studio_old", time_text=time,
                  process_id=m[0], thread_id=m[1], tag=m[4], process_name=m[5], priority=PRIORITIES[m[3]], message=text, continued=True if part else None)
    return f


def kernel(kind, head, *has):
    """head: of a line, with the members of KERNEL and t, the time in its usual form."""
    f = File()
    for i, (level, cpu, irq, task, pid, text) in enumerate(KERNEL):
        t, us = "%5d.%06d" % (12 + i, 345678 - i), (12 + i) * 10**6 + 345678 - i
        time = {"calendar": "2025-03-17 %s" % second(i), "micro": "2025-03-17 %s.%06d" % (second(i), 345678 - i), "noyear": "03-17 %s" % second(i)}
        time["minute"] = None if i else "03-17 09:00:00"  # of a minute's first line
        told = next((time[x] for x in has if x in time), t.strip())
        row = {"kind": kind, "message": text, "time_text": told}
        if "level" in has:
            row.update(kernel_priority=level, priority=BY_LEVEL[level])
        if "tag" in has:
            row["tag"] = "kernel"
        if "zone" in has:
            row["zone_minute"] = 60
        f.put(head(level, cpu, irq, task, pid, t, us, i) + text, **row)
    return f


def quoted():
    """Lines of a log in prose, in a mail that quotes them."""
    f = File()
    for text in ("Hello,", "", "it stops. The log says:"):
        f.text(text)
    f.prefix = "> "
    logcat(Layout("threadtime"), f)
    f.prefix = ""
    f.text("Thanks!")
    return f


def mixed():
    f = File()
    logcat(Layout("brief"), f)
    f.text("a line of a script")
    logcat(Layout("time"), f)
    logcat(Layout("threadtime"), f)
    return f


def damaged():
    f = logcat(Layout("threadtime"))
    f.line += 1
    f.rows.append({"kind": "text", "message": "a\0b", "line": f.line, "start_offset": len(f.data)})
    f.data += b"a\0b\n"
    f.text("03-17 09:00:01.962   612   612 I a tag without an end")
    f.data += b"03-17 09:00:01.96"
    f.line += 1
    f.rows.append({"kind": "text", "message": "03-17 09:00:01.96", "line": f.line, "start_offset": len(f.data) - 17})
    return f


WORDS = dict(V="VERBOSE", D="DEBUG", I="INFO", W="WARN", E="ERROR", F="ASSERT")


def gson(value):
    """A string as Gson writes it."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join("\\u%04x" % ord(c) if c in "<>&='" else c for c in text)


def document(compact=False):
    """Android Studio's .logcat: in one line, with members in an order of their own, if it is compact."""
    f, messages = File(), [*MESSAGES, (1, 2, "0", "I", "\U0001f980", "a\\b", '{"message": "[\U0001f980"}\r\n\n\ttab')]
    rows = [dict(kind="json", process_id=pid, thread_id=tid, priority=PRIORITIES[p], tag=tag, process_name=process,
                 time_text="17421984%02d.%09d" % (i, 962000000 + i), nanosecond=962000000 + i)
            for i, (pid, tid, uid, p, tag, process, text) in enumerate(messages)]
    if compact:
        parts = ['{"logcatMessages":[', ""]
        for i, (row, m) in enumerate(zip(rows, messages)):
            f.rows_of(m[6], **row)
            for r in f.rows[-1 - m[6].count("\n"):] if i else []:
                r["start_offset"] = len("".join(parts).encode()) + 1  # of the record, as the line begins before others
            head = {"timestamp": {"nanos": row["nanosecond"], "seconds": int(row["time_text"][:10])}, "tag": m[4], "processName": m[5],
                    "tid": m[1], "pid": m[0], "logLevel": WORDS[m[3]]}
            parts.append(("," if i else "") + json.dumps({"message": m[6], "header": head}, separators=(",", ":")))
        f.put("".join(parts) + '],"metadata":{"filter":"[{"}}')
        return f
    for text in '{\n  "metadata": {\n    "device": {},\n    "projectApplicationIds": [\n      "a"\n    ]\n  },\n  "logcatMessages": ['.split("\n"):
        f.put(text)
    for i, (row, m) in enumerate(zip(rows, messages)):
        head = ('    {\n      "header": {\n        "logLevel": "%s",\n        "pid": %d,\n        "tid": %d,\n        "applicationId": %s,\n'
                '        "processName": %s,\n        "tag": %s,\n        "timestamp": {\n          "seconds": %s,\n          "nanos": %d\n'
                '        }\n      },')
        for text in (head % (WORDS[m[3]], *m[:2], gson(m[5]), gson(m[5]), gson(m[4]), row["time_text"][:10], row["nanosecond"])).split("\n"):
            f.put(text)
        f.rows_of(m[6], **row)
        f.put('      "message": ' + gson(m[6]))
        f.put("    }" + "," * (i < len(messages) - 1))
    f.put("  ]")
    f.put("}")
    return f


# level, program, process, task, user, message
JOURNAL = [(6, "systemd", 1, "systemd", "0", "Started caf\u00e9.service"), (4, "kernel", None, None, None, "usb 1-1: new device"),
           (3, "app", 77, "app-main", "1000", "two\nlines"), (5, "app", 77, "app-main", "1000", "a \x1b[31mred"), (7, "x", None, None, None, "")]


def journal(kind):
    f = File()
    for i, (level, program, pid, task, user, message) in enumerate(JOURNAL):
        us = 1742198401345678 + 1000 * i
        row = {"kind": kind, "time_text": "%d.%06d" % divmod(us, 10**6), "nanosecond": us % 10**6 * 1000, "uptime_us": 12345678 + i,
               "kernel_priority": level, "priority": BY_LEVEL[level], "tag": program, "process_id": pid, "process_name": task, "user_id": user}
        row = {k: v for k, v in row.items() if v is not None}
        fields = {"__CURSOR": "s=%d" % i, "__REALTIME_TIMESTAMP": us, "__MONOTONIC_TIMESTAMP": 12345678 + i, "PRIORITY": level,
                  "SYSLOG_IDENTIFIER": program, "_PID": pid, "_COMM": task, "_UID": user, "MESSAGE": message}
        fields = {k: str(v) for k, v in fields.items() if v is not None}
        if kind == "json":
            f.rows_of(message, **row)
            f.put(json.dumps({**fields, "MESSAGE": list(message.encode()) if "\x1b" in message else message}))
            if i == 1:
                f.put("11-20 10:11:12.000   612   612 I Tag     : between", kind="threadtime", message="between")
            continue
        for key, value in fields.items():
            if key == "MESSAGE":
                f.rows_of(message, **row)
            if "\n" in value:
                f.put(key)
                f.data += len(value).to_bytes(8, "little")
                for part in value.split("\n"):
                    f.put(part)
            else:
                f.put("%s=%s" % (key, value))
        f.put("")
    return f


def entries(form):
    """The same as journalctl -o json-pretty, json-sse, json-seq and verbose write it. A message may have several values."""
    f = File()
    for i, (level, program, pid, task, user, message) in enumerate(JOURNAL):
        us = 1742198401345678 + 1000 * i
        row = {"kernel_priority": level, "priority": BY_LEVEL[level], "tag": program, "process_id": pid, "process_name": task, "user_id": user}
        row.update({"kind": "export", "time_text": "2025-03-17 08:00:01.%06d" % (us % 10**6)} if form == "verbose" else
                   {"kind": "json", "time_text": "%d.%06d" % divmod(us, 10**6), "uptime_us": 12345678 + i})
        row = {k: v for k, v in row.items() if v is not None}
        values = [message, "again"] if i == 3 and form != "verbose" else [message]
        value = [list(v.encode()) if "\x1b" in v and form != "verbose" else v for v in values]
        fields = {"__CURSOR": "s=%d" % i, "__REALTIME_TIMESTAMP": str(us), "__MONOTONIC_TIMESTAMP": str(12345678 + i),
                  "MESSAGE": value[0] if len(value) == 1 else value, "PRIORITY": str(level), "SYSLOG_IDENTIFIER": program,
                  "_PID": pid and str(pid), "_COMM": task, "_UID": user}
        fields = {k: v for k, v in fields.items() if v is not None}
        if form in ("sse", "seq"):
            f.rows_of("\n".join(values), **row)
            f.put({"sse": "data: ", "seq": "\x1e"}[form] + json.dumps(fields, separators=(",", ":")) + "\n" * (form == "sse"))
            f.line += form == "sse"
            continue
        if form == "verbose":
            f.put("Mon %s UTC [s=%s;i=%d;b=%s;m=bc614e;t=630a;x=1]" % (row["time_text"], "0123456789abcdef" * 2, i, "fedcba9876543210" * 2))
            laid = ["    %s=%s" % (k, v.replace("\n", "\n" + " " * (5 + len(k)))) for k, v in list(fields.items())[3:]]
        else:
            laid = json.dumps(fields, indent="\t", separators=(",", " : ")).split("\n")
        for text in laid:
            if '"MESSAGE"' in text or " MESSAGE=" in text:
                f.rows_of("\n".join(values), **row)
            for line in text.split("\n"):
                f.put(line)
    return f


def dmesg_json():
    f = File()
    for text in "{", '   "dmesg": [', "      {":
        f.put(text)
    for i, (level, cpu, irq, task, pid, text) in enumerate(KERNEL):
        us = (12 + i) * 10**6 + 345678 - i
        f.put('         "pri": %d,' % level)
        f.put('         "time": %5d.%06d,' % divmod(us, 10**6))
        f.put('         "msg": ' + json.dumps(text), kind="json", message=text, time_text="%d.%06d" % divmod(us, 10**6), uptime_us=us,
              kernel_priority=level, priority=BY_LEVEL[level])
        f.put("      },{" if i < len(KERNEL) - 1 else "      }")
    for text in "   ]", "}":
        f.put(text)
    return f


def samples():
    day = "%s %2d %s" % ("Mar", 17, "%s")
    files = {name: logcat(Layout(name)) for name in "threadtime time ddms brief tag process thread long".split()}
    files.update({
        "threadtime_epoch": logcat(Layout("threadtime", "epoch")), "threadtime_monotonic": logcat(Layout("threadtime", "monotonic")),
        "threadtime_year_zone": logcat(Layout("threadtime", "year", "zone")), "threadtime_usec_uid": logcat(Layout("threadtime", "uid", digits=6)),
        "threadtime_nsec": logcat(Layout("threadtime", digits=9)), "brief_uid": logcat(Layout("brief", "uid")), "long_uid": logcat(Layout("long", "uid")),
        "time_markers": logcat(Layout("time"), markers=True), "brief_color": logcat(Layout("brief"), color=True),
        "threadtime_crlf": logcat(Layout("threadtime"), File("\r\n")), "long_crcrlf": logcat(Layout("long"), File("\r\r\n")),
        "studio": studio(), "studio_old": studio_old(), "quoted": quoted(), "mixed": mixed(), "damaged": damaged(),
        "iso": kernel("iso", lambda level, cpu, irq, task, pid, t, us, i: "2025-03-17T%s,%06d+01:00 " % (second(i), 345678 - i), "micro", "zone"),
        "kernel": kernel("kernel", lambda level, cpu, irq, task, pid, t, us, i: "[%s] " % t),
        "kernel_level": kernel("kernel", lambda level, cpu, irq, task, pid, t, us, i: "<%d>[%s] " % (level, t), "level"),
        "kernel_samsung": kernel("kernel", lambda level, cpu, irq, task, pid, t, us, i:
                                 "<%d>[%s] %s[%1d:%15s:%5d] " % (level, t, "I" if irq else " ", cpu, task, pid), "level"),
        "kernel_mtk": kernel("kernel", lambda level, cpu, irq, task, pid, t, us, i:
                             "<%d>[%s] %s(%d)[%d:%s]" % (level, t, "-" if irq else " ", cpu, pid, task), "level"),
        "studio_json": document(), "studio_compact": document(compact=True),
        **{"journal_" + form: entries(form) for form in "pretty sse seq verbose".split()}, "dmesg_json": dmesg_json(),
        "journal_json": journal("json"), "journal_export": journal("export"),
        "human": kernel("human", lambda level, cpu, irq, task, pid, t, us, i: "[Mon Mar 17 %s 2025] " % second(i), "calendar"),
        "human_delta": kernel("human", lambda level, cpu, irq, task, pid, t, us, i: "[Mon Mar 17 %s 2025 <%12.6f>] " % (second(i), i and .999999), "calendar"),
        "relative": kernel("human", lambda level, cpu, irq, task, pid, t, us, i: "[  +0.999999] " if i else "[Mar17 09:00] ", "minute"),
        "relative_decoded": kernel("decoded", lambda level, cpu, irq, task, pid, t, us, i:
                                   "kern  :%-7s: %s " % (LEVELS[level], "[  +0.999999]" if i else "[Mar17 09:00]"), "minute", "level"),
        "decoded": kernel("decoded", lambda level, cpu, irq, task, pid, t, us, i: "kern  :%-7s: [%s] " % (LEVELS[level], t), "level"),
        "kmsg": kernel("kmsg", lambda level, cpu, irq, task, pid, t, us, i: "%d,%d,%d,-;" % (level, 1000 + i, us), "level"),
        "syslog": kernel("syslog", lambda level, cpu, irq, task, pid, t, us, i: day % second(i) + " pine kernel: [%s] " % t, "noyear", "tag"),
        "syslog_iso": kernel("syslog", lambda level, cpu, irq, task, pid, t, us, i: "2025-03-17T%s.%06d+01:00 pine kernel: " % (second(i), 345678 - i), "micro", "tag", "zone"),
        "short_full": kernel("short_full", lambda level, cpu, irq, task, pid, t, us, i: "Mon 2025-03-17 %s CET pine kernel: " % second(i), "calendar", "tag"),
        "short_monotonic": kernel("short_monotonic", lambda level, cpu, irq, task, pid, t, us, i: "[%s] pine kernel: " % t, "tag"),
    })
    return {name + ".log": f for name, f in files.items()}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, f in samples().items():
        (folder / name).write_bytes(f.data)


if __name__ == "__main__":
    main()
