# SPDX-License-Identifier: MIT
"""What `diagfmt flame` is to show, in plain Python, sharing no line with the tool: stacks, their names, and the picture.

Stacks are {(name, …) outermost first: weight}; names are bytes as they stand in the file.
"""

import fnmatch

MOST = 2**64 - 1
HARMFUL = {0x61C, 0x200E, 0x200F, 0xFEFF, *range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)}


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


def of_profile(objects, weight="events", by="thread", threads=None, events=None, cpu=None):
    files = {o["file"].get("id", 0): o["file"] for o in objects if "file" in o}
    names = {o["thread"].get("thread_id", 0): o["thread"].get("thread_name", b"") for o in objects if "thread" in o}
    types = ([o["meta_info"].get("event_type", []) for o in objects if "meta_info" in o] or [[]])[-1]
    away, out = away_times(objects), {}
    for i, o in enumerate(objects):
        if "sample" not in o:
            continue
        s = o["sample"]
        tid, event = s.get("thread_id", 0), s.get("event_type_id", 0)
        thread, kind = names.get(tid & 0xFFFFFFFF, b""), types[event] if event < len(types) else b""
        leaves = b"sched_switch" in kind
        if (cpu in ("on", "off") and leaves != (cpu == "off")) or not matches(threads, thread, b"%d" % tid) or \
                not matches(events, kind):
            continue
        counted = s.get("event_count", 0) if weight == "events" else 1
        root = {"thread": thread or b"[thread %d]" % tid, "event": kind or b"[event %d]" % event, "none": None}[by]
        chain = [symbol_or_file(files.get(f.get("file_id", 0), {}), f.get("symbol_id", 0)) for f in s.get("callchain", [])]
        stack = ((root,) if root is not None else ()) + tuple(reversed(chain))
        out[stack] = out.get(stack, 0) + (away.get(i, 0) if cpu and leaves else counted)
    return out


def matches(patterns, *names):
    return not patterns or any(fnmatch.fnmatchcase(n.decode("latin-1"), p) for n in names for p in patterns)


# --- mallocdbg ---


def of_heap(records, maps, counted, weight="bytes", by="heap", heap=None):
    """records: (app, size, number, pcs, infos or None); infos: (map, rel_pc, function); maps: (start, end, offset, name)."""
    out = {}
    for app, size, number, pcs, infos in records:
        word = b"app" if app else b"zygote"
        if heap and heap.encode() != word:
            continue
        chain = [frame_name(pc, infos[i] if infos else None, maps) for i, pc in enumerate(pcs)]
        stack = ((word,) if by == "heap" else ()) + tuple(reversed(chain))
        out[stack] = out.get(stack, 0) + (size if weight == "bytes" else 1) * (number if counted else 1)
    return out


def frame_name(pc, info, maps):
    if info and (info[2] or info[0]):
        return info[2] or b"%s+0x%x" % (info[0].rsplit(b"/", 1)[-1], info[1])
    inside = [m for m in maps if m[0] <= pc < m[1] and m[3]]
    if not inside:
        return b"0x%x" % pc
    start, _, offset, name = max(inside)
    return b"%s+0x%x" % (name.rsplit(b"/", 1)[-1], (pc - start + offset) & MOST)


# --- the picture ---


def boxes(stacks, width=1200.0, least=0.1):
    """(depth, name, weight, x, width) of each, callers first, those of one caller by name."""
    total, below = {}, {}
    for stack, weight in stacks.items():
        path = tuple(shown(n) for n in stack) or ("[no frames]",)
        for n in range(len(path) + 1):
            if n and path[:n] not in total:
                below.setdefault(path[: n - 1], []).append(path[:n])
            total[path[:n]] = total.get(path[:n], 0) + weight
    total = {path: min(MOST, weight) for path, weight in total.items()}
    everything = total.get((), 0)
    out, todo = [], [((), 10.0)]
    while todo:
        path, x = todo.pop()
        out.append((len(path), in_xml(path[-1]) if path else "all", total.get(path, 0), x,
                    total[path] * (width - 20) / everything if everything else width - 20))
        calls = []
        for child in sorted(below.get(path, []), key=lambda c: c[-1].encode()):
            if total[child] >= max(1, int(least / (width - 20) * everything)):
                calls.append((child, x))
                x += total[child] * (width - 20) / everything
        todo += reversed(calls)
    return out
