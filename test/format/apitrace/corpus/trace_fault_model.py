# SPDX-License-Identifier: MIT
"""What went wrong in a trace, by the JSON lines of its events: a second view of the table apitrace.triage_finding."""
import base64
import fnmatch
import re

import tombstone_model

STATUS = {0x8B81: ("glCompileShader", "GL_COMPILE_STATUS"), 0x8B82: ("glLinkProgram", "GL_LINK_STATUS"),
          0x8B83: ("glValidateProgram", "GL_VALIDATE_STATUS")}
ANSWERS = "Check* QueryInterface EnumAdapters* EnumOutputs EnumAdapterModes GetPrivateData".split()
PLACES, THREADS = 512, 256


def texts(value):
    """All texts as such; bytes that are none in a way of Python's."""
    if isinstance(value, list):
        return [texts(one) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"base64"}:
        return base64.b64decode(value["base64"]).decode(errors="surrogateescape")
    return {name: texts(one) for name, one in value.items()}


def shown(text):
    """As JSON has it."""
    data = text.encode(errors="surrogateescape")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def machine(value):
    while isinstance(value, dict) and "repr" in value:
        value = value["machine"]
    return value


def pointed(value):
    value = machine(value)
    if isinstance(value, list):
        return machine(value[0]) if value else None
    return value


def number(value):
    """None: it is none."""
    if isinstance(value, dict):
        return value.get("enum")
    return int(value) if isinstance(value, int) else None


def name_of(value, of):
    return isinstance(value, dict) and value.get("name") or "0x%x" % (of & 0xFFFFFFFF)


def text_of(value):
    return value.partition("\0")[0] if isinstance(value, str) else None


def arguments(call):
    return {a["number"]: a["value"] for a in call.get("args", ())}


def first_line(text):
    return re.split("[\r\n]", text)[0].strip(" \t")


def why(log):
    """A line with "error", and that from there on."""
    for line in re.split("[\r\n]", log):
        if m := re.search("error", line, re.I | re.A):
            return line.strip(" \t"), line[m.start():].strip(" \t")
    return "", ""


def is_method(name):
    return "::" in name and not any(fnmatch.fnmatchcase(name, "*::" + a) for a in ANSWERS)


def is_bad_result(value):
    if isinstance(value, bool) or number(value) is None:
        return False
    return -1 << 31 <= number(value) < 0 or (isinstance(value, dict) and 1 << 31 <= number(value) < 1 << 32)


def message(call, args):
    """The first line of a message that is of an error; None: it is not."""
    types, i = args.get(1), 0
    if "Insert" not in call["name"]:
        types, n = machine(args.get(3)), number(machine(call.get("ret")))
        found = [i for i, t in enumerate(types[:n]) if number(machine(t)) == 0x824C] if isinstance(types, list) and n else []
        if not found:
            return None
        i = found[0]
    elif number(machine(types)) != 0x824C:
        return None
    text = text_of(pointed(args.get(5 if "Insert" in call["name"] else 7)))
    return first_line(text or "") if i == 0 else ""


class Thread:
    def __init__(self, ident, calls):
        self.ident, self.calls, self.last, self.unfinished = ident, calls, None, None


class Trace:
    def __init__(self):
        self.found, self.process, self.threads, self.waiting, self.damaged = {}, "?", {}, [], False

    def add(self, kind, severity, place, call, error, text="", said="", stack=None):
        program = re.split(r"[/\\]", self.process)[-1] or "?"
        frames = []
        for f in (stack or place).get("frames", ())[:16]:
            frames.append({"path": f.get("module", ""), "pc": f.get("function_offset", 0)})
            if f.get("function"):
                frames[-1]["function"] = f["function"]
        stack = tombstone_model.signature({"process": "", "signal_name": ""}, frames).removeprefix("native||")
        signature = "|".join(["api", program, call, error] + [text] * (text != "")) + stack
        row = self.found.setdefault((kind, signature), {
            "kind": kind, "severity": severity, "count": 0, "process_name": self.process, "signature": signature,
            "message": said or None, "evidence": [], "truncated": False})
        row["count"] += 1
        if len(row["evidence"]) < PLACES:
            row["evidence"].append({"call_number": place["number"], "start_offset": place["enter_offset"]})
        else:
            row["truncated"] = True

    def header(self, line):
        self.end_stream()
        names = [p[1] if isinstance(p, list) else p["value"] for p in line.get("properties", ())
                 if (p[0] if isinstance(p, list) else p["key"]) == "process.name"]
        self.process, self.threads = (names or ["?"])[-1] or "?", {}

    def shader(self, waiting, line=("", "")):
        place, _, _, status = waiting
        self.waiting.remove(waiting)
        self.add("shader_error", 42, place, *STATUS[status], line[1], line[0])

    def thread(self, ident):
        there = self.threads.get(ident % THREADS)
        if not there or there.ident != ident:
            self.finish(there)
            there = self.threads[ident % THREADS] = Thread(ident, 2 if there else 0)
        return there

    def finish(self, thread):
        if thread and thread.unfinished:
            c, thread.unfinished = thread.unfinished, None
            swap = "SwapBuffers" in c["name"] or "::Present" in c["name"]
            self.add("api_unfinished", 15 if swap else 60, c, c["name"], "no return")

    def end_stream(self):
        for w in list(self.waiting):
            self.shader(w)
        for t in self.threads.values():
            self.finish(t)

    def log(self, call, args):
        log = text_of(pointed(args.get(3)))
        if log is None:
            return
        mine = [w for w in self.waiting if w[1] == call["thread_id"]]
        named = [w for w in mine if w[2] == (number(machine(args.get(0))) or 0)]
        for w in named or mine:
            self.shader(w, why(log))

    def call(self, c):
        if "fake" in c["flags"] or "name" not in c:
            return
        t, name, args, ret = self.thread(c["thread_id"]), c["name"], arguments(c), machine(c.get("ret"))
        if "incomplete" in c["flags"]:
            t.unfinished = c
            return
        if name == "glGetError":
            if number(ret):
                one = t.last if t.calls == 1 else None
                self.add("api_error", 40, c, one["name"] if one else "?", name_of(ret, number(ret)), stack=one)
            t.calls = 0
            return
        if name in ("glGetShaderiv", "glGetProgramiv") or name.startswith("glGetObjectParameteriv"):
            if number(pointed(args.get(2))) == 0 and number(machine(args.get(1))) in STATUS:
                if len(self.waiting) == 64:
                    self.shader(self.waiting[0])
                self.waiting.append((c, c["thread_id"], number(machine(args.get(0))) or 0, number(machine(args[1]))))
        elif fnmatch.fnmatchcase(name, "gl*InfoLog*"):
            self.log(c, args)
        elif fnmatch.fnmatchcase(name, "glCheck*FramebufferStatus*"):
            if number(ret) not in (None, 0x8CD5):
                self.add("api_error", 40, c, name, name_of(ret, number(ret)))
        elif re.fullmatch("gl(GetDebugMessageLog|DebugMessageInsert)(ARB|KHR)?", name):
            line = message(c, args)
            if line is not None:
                self.add("api_error", 40, c, name, "GL_DEBUG_TYPE_ERROR", line, line)
        elif is_method(name) and is_bad_result(ret):
            self.add("api_error", 40, c, name, name_of(ret, number(ret)))
        t.last = c if t.calls == 0 else t.last
        t.calls = min(t.calls + 1, 2)

    def rows(self):
        self.end_stream()
        rows = [r for r in self.found.values() if not (self.damaged and r["kind"] == "api_unfinished")]
        for r in rows:
            r["evidence"].sort(key=lambda e: e["call_number"])
        rows.sort(key=lambda r: (-r["severity"], -r["count"], r["evidence"][0]["call_number"]))
        return [{**r, **{name: shown(r[name]) for name in ("process_name", "signature", "message") if r[name]}, "rank": i}
                for i, r in enumerate(rows, 1)]


def rows(lines):
    """lines: those of calls, headers and diagnostics."""
    trace = Trace()
    for line in map(texts, lines):
        if line["event"] == "apitrace.call":
            trace.call(line)
        elif line["event"] == "apitrace.header":
            trace.header(line)
        else:
            trace.damaged |= line.get("status", "ok") != "ok"
    return trace.rows()
