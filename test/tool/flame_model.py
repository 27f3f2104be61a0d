# SPDX-License-Identifier: MIT
"""What `diagfmt flame` is to show, in plain Python, sharing no line with the tool: stacks, their names, and the picture.

Stacks are {(name, …) outermost first: weight}; names are bytes as they stand in the file.
"""

import fnmatch
import functools

import allocators as of_allocators
import heap_maps

MOST = 2**64 - 1
HARMFUL = {0x61C, 0x200E, 0x200F, 0xFEFF, *range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)}


@functools.lru_cache(maxsize=100000)
def shown(name):
    """A name as text: what is no UTF-8, controls and marks that turn the direction as \\xNN."""
    out = []
    for c in name.decode("utf-8", "surrogateescape"):
        code = ord(c)
        if code in HARMFUL or 0xD800 <= code < 0xE000:
            out += ["\\x%02x" % b for b in c.encode("utf-8", "surrogateescape")]
        else:
            out.append(c)
    return "".join(out) or "[unknown]"


def in_xml(text):
    return text.replace("\ufffe", "\\xef\\xbf\\xbe").replace("\uffff", "\\xef\\xbf\\xbf")


def folded(stacks):
    """{line without its weight: weight}"""
    out = {}
    for stack, weight in stacks.items():
        names = [shown(n).replace(";", ":").replace(" ", "_") for n in stack] or ["[no_frames]"]
        line = ";".join(names)
        out[line] = min(MOST, out.get(line, 0) + weight)
    return {line: weight for line, weight in out.items() if weight}


# --- simpleperf ---


def symbol_or_file(file, symbol_id):
    symbols = file.get("symbol", [])
    if 0 <= symbol_id < len(symbols) and symbols[symbol_id]:
        return symbols[symbol_id]
    last = file.get("path", b"").rsplit(b"/", 1)[-1]
    return last if last.startswith(b"[") else b"[%s]" % (last or b"unknown")


def away_times(objects):
    """By place in objects: how long the thread of a sample was not heard of."""
    open_samples, out = {}, {}
    for i, o in enumerate(objects):
        s, x = o.get("sample"), o.get("context_switch", {})
        if s is None and not x.get("switch_on"):
            continue
        tid, now = (s if s is not None else x).get("thread_id", 0) & 0xFFFFFFFF, (s if s is not None else x).get("time", 0)
        if tid in open_samples:
            at, then = open_samples.pop(tid)
            out[at] = max(now - then, 1)
        if s is not None:
            open_samples[tid] = i, now
    return out


def thread_of(sample):
    return sample.get("thread_id", 0)


class Profile:
    """What samples are wanted, and what each weighs: an event by its name, or the time off the CPU."""

    OFF = b"off-cpu"

    def __init__(self, objects, threads=None, events=None, cpu=None, every=False):
        self.objects = objects
        self.files = {o["file"].get("id", 0): o["file"] for o in objects if "file" in o}
        self.names = {o["thread"].get("thread_id", 0): o["thread"].get("thread_name", b"") for o in objects if "thread" in o}
        self.types = ([o["meta_info"].get("event_type", []) for o in objects if "meta_info" in o] or [[]])[-1]
        self.threads, self.events, self.cpu, self.every = threads, events, cpu, every or events is not None
        on_cpu = [i for i, name in enumerate(self.types) if b"sched_switch" not in name]
        self.usual = self.event(on_cpu[0] if cpu and on_cpu else 0)
        self.away = away_times(objects)
        self.shown_names = {}  # by path and linker's name

    def type_of(self, number):
        return self.types[number] if number < len(self.types) else b""

    def event(self, number):
        return self.type_of(number) or b"event %d" % number

    def samples(self):
        """(sample, measure, weight) of each that is wanted"""
        for i, o in enumerate(self.objects):
            s = o.get("sample")
            if s is None:
                continue
            number, thread = s.get("event_type_id", 0), thread_of(s)
            leaves = b"sched_switch" in self.type_of(number)
            if self.cpu in ("on", "off") and leaves != (self.cpu == "off"):
                continue
            if not matches(self.events, self.event(number)) or \
                    not matches(self.threads, self.names.get(thread & 0xFFFFFFFF, b""), b"%d" % thread):
                continue
            if self.cpu and leaves:
                yield s, self.OFF, self.away.get(i, 0)
            elif self.every or self.event(number) == self.usual:
                yield s, self.event(number), s.get("event_count", 0)

    def adds_up(self):
        events = {m for _, m, _ in self.samples()}
        ns = all(m.startswith((b"cpu-clock", b"task-clock", self.OFF)) for m in events)
        return len(events) < 2 or (ns and len(events - {self.OFF}) < 2)

    def frames(self, sample):
        """Innermost first."""
        return [(f.get("file_id", 0), f.get("symbol_id", 0)) for f in sample.get("callchain", [])]

    def function(self, file, symbol):
        """Its path and its linker's name, or its name where that is not known."""
        f = self.files.get(file, {})
        symbols, mangled = f.get("symbol", []), f.get("mangled_symbol", [])
        name = symbols[symbol] if 0 <= symbol < len(symbols) else b""
        linker_name = mangled[symbol] if 0 <= symbol < len(mangled) else b""
        self.shown_names.setdefault((f.get("path", b""), linker_name or name), name)
        return f.get("path", b""), linker_name or name

    def name(self, file, symbol):
        return symbol_or_file(self.files.get(file, {}), symbol)


def of_profile(objects, weight="events", by="thread", **chosen):
    """Stacks, and whether they may be added to one."""
    p, out = Profile(objects, every=by == "event", **chosen), {}
    for s, _, counted in p.samples():
        thread, number = thread_of(s), s.get("event_type_id", 0)
        root = {"thread": p.names.get(thread & 0xFFFFFFFF, b"") or b"[thread %d]" % thread,
                "event": p.type_of(number) or b"[event %d]" % number, "none": None}[by]
        stack = ((root,) if root is not None else ()) + (tuple(p.name(*f) for f in reversed(p.frames(s))) or (b"[no frames]",))
        out[stack] = out.get(stack, 0) + (counted if weight == "events" else 1)
    return out, p.adds_up()


def top_rows(objects, **chosen):
    """{(measure, function, file): [self, total, self in samples, total in samples]}, by path and linker's name"""
    p, rows = Profile(objects, **chosen), {}
    names = []
    for _, m, _ in p.samples():
        names += [m] if m not in names else []
    apart = chosen.get("every") or chosen.get("events") and (len(chosen["events"]) > 1 or set("*?[") & set(chosen["events"][0]))
    together = None if apart else b", ".join(sorted(names, key=lambda m: m == p.OFF))
    for s, measure, counted in p.samples():
        functions = [p.function(*f) for f in p.frames(s)] or [(b"", b"[no frames]")]
        for i, f in enumerate(functions):
            if f in functions[:i]:
                continue
            row = rows.setdefault((measure if apart else together, f), [0, 0, 0, 0])
            for k, n in enumerate((counted if i == 0 else 0, counted, int(i == 0), 1)):
                row[k] += n
    out = {}
    for (measure, (path, linker_name)), row in rows.items():
        name = p.shown_names.get((path, linker_name), linker_name)
        out.setdefault((measure, name, path), []).append(row)
    return {k: sorted(v) for k, v in out.items()}


def matches(patterns, *names):
    return not patterns or any(fnmatch.fnmatchcase(n.decode("latin-1"), p) for n in names for p in patterns)


# --- mallocdbg ---


def of_heap(records, maps, counted, weight="bytes", by="heap", heap=None, allocators=False):
    """Without the allocators that chains end with, unless they are kept.

    records: (app, size, number, pcs, infos or None); infos: (map, rel_pc, function); maps: (start, end, offset, name, rights).
    """
    out = {}
    for app, size, number, pcs, infos in records:
        word = b"app" if app else b"zygote"
        if heap and heap.encode() != word:
            continue
        chain = [frame_name(pc, infos[i] if infos else None, maps) for i, pc in enumerate(pcs)]
        if not allocators:
            files = [file_of(pc, infos[i] if infos else None, maps) for i, pc in enumerate(pcs)]
            del chain[:of_allocators.inner([(infos[i][2] if infos else b"", file) for i, file in enumerate(files)])]
        stack = ((word,) if by == "heap" else ()) + (tuple(reversed(chain)) or (b"[no frames]",))
        out[stack] = out.get(stack, 0) + (size if weight == "bytes" else 1) * (number if counted else 1)
    return out


def map_of(pc, maps):
    return max((m for m in maps if m[0] <= pc < m[1]), default=None)


def file_of(pc, info, maps):
    inside = map_of(pc, maps)
    return info[0] if info and (info[2] or info[0]) else inside[3] if inside else b""


def frame_name(pc, info, maps):
    if info and (info[2] or info[0]):
        return info[2] or b"%s+0x%x" % (info[0].rsplit(b"/", 1)[-1], info[1])
    inside = map_of(pc, maps)
    if not inside:
        return b"0x%x" % pc
    start, _, offset, name, _ = inside
    elf = heap_maps.elf_address(maps, pc)
    return b"%s+0x%x" % ((name or b"<anonymous>").rsplit(b"/", 1)[-1], (pc - start + offset) & MOST if elf is None else elf)


# --- the picture ---


def boxes(stacks, width=1200.0, least=0.1):
    """(depth, name, weight, x, width) of each, callers first, those of one caller by name."""
    total, below = [0], [{}]  # by the number of a path; the names of its callees and their numbers
    for stack, weight in stacks.items():
        at = 0
        total[at] += weight
        for name in [shown(n) for n in stack] or ["[no frames]"]:
            if name not in below[at]:
                below[at][name] = len(total)
                total.append(0)
                below.append({})
            at = below[at][name]
            total[at] += weight
    total = [min(MOST, weight) for weight in total]
    everything = total[0]
    out, todo = [], [(0, 0, "all", 10.0)]
    while todo:
        depth, at, name, x = todo.pop()
        out.append((depth, name, total[at], x, total[at] * (width - 20) / everything if everything else width - 20))
        calls = []
        for callee, child in sorted(below[at].items(), key=lambda c: c[0].encode()):
            if total[child] >= max(1, int(least / (width - 20) * everything)):
                calls.append((depth + 1, child, in_xml(callee), x))
                x += total[child] * (width - 20) / everything
        todo += reversed(calls)
    return out
