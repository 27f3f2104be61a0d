# SPDX-License-Identifier: MIT
"""The library's side of the tests of simpleperf: events as the objects that simpleperf_model.py makes, and back."""

import ctypes

import dfmt_ctypes

FORMAT = 3
SAMPLE = 0x30002

# type -> (member of Record, {member of the body: field of the message})
BODIES = {
    "simpleperf.meta": ("meta_info", {"event_types": "event_type", "app_package_name": "", "app_type": "",
                                      "android_sdk_version": "", "android_build_type": "", "trace_offcpu": ""}),
    "simpleperf.sample": ("sample", {"time_ns": "time", "thread_id": "", "frames": "callchain", "event_count": "",
                                     "event_type_id": ""}),
    "simpleperf.lost": ("lost", {"sample_count": "", "lost_count": ""}),
    "simpleperf.file": ("file", {"id": "", "path": "", "symbols": "symbol", "mangled": "mangled_symbol"}),
    "simpleperf.thread": ("thread", {"thread_id": "", "process_id": "", "name": "thread_name"}),
    "simpleperf.switch": ("context_switch", {"switch_on": "", "time_ns": "time", "thread_id": ""}),
}
UNWIND = {"unwind_raw_code": "raw_error_code", "unwind_addr": "error_addr", "unwind_code": "error_code"}
UNWIND_BIT = 32
FRAME = {"vaddr": "vaddr_in_file", "file_id": "", "symbol_id": "", "execution": "execution_type"}
UNSIGNED = {"thread", "context_switch"}  # their ids are uint32 on the wire, and int32_t in the library
BOOLS = {"trace_offcpu", "switch_on"}
COUNTS = {"event_types": "n_event_types", "frames": "n_frames", "symbols": "n_symbols", "mangled": "n_mangled"}

CODES = {600: "bad_magic", 601: "bad_version", 602: "truncated_header", 603: "missing_terminator",
         604: "truncated_size", 605: "truncated_record"}
CODES.update({n: "malformed_record" for n in range(610, 617)})


class Library:
    def __init__(self, path):
        self.lib = dfmt_ctypes.Dfmt(path)
        self.types = self.lib.types
        self.names = {cls.dfmt_type: name for name, cls in self.types.items()}

    # --- events to objects ---

    def array(self, body, member, cls):
        n = getattr(body, COUNTS[member])
        return list((cls * n).from_address(getattr(body, member))) if n else []

    def value(self, body, member):
        if member == "frames":
            return [self.frame(f) for f in self.array(body, member, self.types["simpleperf.frame"])]
        if member in COUNTS:
            return [s.bytes() for s in self.array(body, member, dfmt_ctypes.Str)]
        v = getattr(body, member)
        if isinstance(v, dfmt_ctypes.Str):
            return v.bytes()
        return bool(v) if member in BOOLS else v

    @staticmethod
    def frame(f):
        return {name or member: getattr(f, member) for member, name in FRAME.items() if f.has(member)}

    def object(self, body):
        name = self.names[body.head.type]
        if name == "opaque":
            return {"unknown": {}}
        what, members = BODIES[name]
        out = {name or member: self.value(body, member) for member, name in members.items() if body.has(member)}
        if name == "simpleperf.sample" and body.present & UNWIND_BIT:
            out["unwinding_result"] = {name: getattr(body, m) for m, name in UNWIND.items() if body.has(m)}
        if what in UNSIGNED:
            out.update({k: out[k] & 0xffffffff for k in ("thread_id", "process_id") if k in out})
        return {what: out}

    def reader(self, data, chunks=None, **options):
        options = {"unwrap": 0, **options}
        return dfmt_ctypes.Reader(self.lib, data, {k.replace("_DOT_", "."): v for k, v in options.items()}, FORMAT,
                                  chunks)

    def decode(self, data, chunks=None):
        """As simpleperf_model.decode()."""
        at, records = 12, 0
        with self.reader(data, chunks, diagnostics=1) as r:
            trailing, first = 0, True
            try:
                while got := r.next():
                    if first:
                        yield {"header": {"magic": "SIMPLEPERF", "version": 1}}
                        first = False
                    envelope, body = got
                    if self.names[envelope.type] == "diagnostic":
                        if body.number != 606:
                            raise AssertionError("diagnostic %d" % body.number)
                        trailing = body.skipped
                        continue
                    if envelope.offset != at or envelope.raw.bytes() != data[at : at + envelope.length]:
                        raise AssertionError("record at %d, not %d" % (envelope.offset, at))
                    at += envelope.length
                    records += 1
                    yield self.object(body)
                if first:
                    yield {"header": {"magic": "SIMPLEPERF", "version": 1}}
                yield {"end": {"records": records, "trailing": trailing}}
            except dfmt_ctypes.DfmtError as e:
                if first and e.number not in (600, 601, 602):
                    yield {"header": {"magic": "SIMPLEPERF", "version": 1}}
                yield self.error(r, e, data, at, records)

    def error(self, r, e, data, at, records):
        code = CODES[e.number]
        offset = self.types["error"].from_address(self.lib.c.dfmt_reader_error(r.handle)).offset
        more = {}
        if code == "malformed_record":
            size = int.from_bytes(data[at : at + 4], "little")
            if not at + 4 <= offset <= at + 4 + size:
                raise AssertionError("fault at %d, record at %d" % (offset, at))
            offset = at
        if code == "truncated_record":
            more["size"] = int.from_bytes(data[at : at + 4], "little")
        if code == "bad_version":
            more["version"] = int.from_bytes(data[10:12], "little")
        want = {"truncated": "e_truncated", "missing": "e_truncated"}.get(code.split("_")[0], "e_format")
        if e.status != ("e_unsupported" if code == "bad_version" else want):
            raise AssertionError("%s with %s" % (code, e.status))
        return {"error": {"code": code, "offset": offset, "records": records, **more}}

    # --- writing ---

    def rewrite(self, data, anew):
        """Reads a file and writes it, as bodies or as copies; unwrapped."""
        with self.reader(data) as r, dfmt_ctypes.Writer(self.lib, {}, FORMAT) as w:
            event = ctypes.POINTER(dfmt_ctypes.Event)()
            while r.call(self.lib.c.dfmt_reader_next, ctypes.byref(event)) != "end":
                if anew:
                    w.must(self.lib.c.dfmt_writer_put(w.handle, ctypes.addressof(event.contents.body.contents)))
                else:
                    w.must(self.lib.c.dfmt_writer_copy(w.handle, r.handle, event))
            w.finish()
            return w.close()

    # --- columns ---

    def columns(self, data, max_rows, chunks=None):
        """The samples of a file as their objects, without unwinding results; and how many batches there were."""
        cls, out, batches = self.types["simpleperf.columns"], [], 0
        frame = self.types["simpleperf.frame"]
        with self.reader(data, chunks) as r:
            event = ctypes.POINTER(dfmt_ctypes.Event)()
            while r.call(self.lib.c.dfmt_reader_columns, SAMPLE, max_rows, ctypes.byref(event)) != "end":
                c = cls.from_address(ctypes.addressof(event.contents.body.contents))
                batches += 1
                out += self.rows(c, frame)
        return out, batches

    @staticmethod
    def rows(c, frame):
        def column(name, kind, n):
            return list((kind * n).from_address(getattr(c, name)))

        n = c.n_rows
        first = column("first_frame", ctypes.c_uint64, n + 1)
        frames = list((frame * c.n_frames).from_address(c.frames)) if c.n_frames else []
        u64, u32 = ctypes.c_uint64, ctypes.c_uint32
        values = {"time": column("time_ns", u64, n), "thread_id": column("thread_id", ctypes.c_int32, n),
                  "event_count": column("event_count", u64, n), "event_type_id": column("event_type_id", u32, n)}
        bits = {"time": 1, "thread_id": 2, "event_count": 8, "event_type_id": 16}
        present = column("present", u32, n)
        if c.n_first_frame != n + 1 or first[0] != 0 or first[n] != c.n_frames:
            raise AssertionError("first_frame")
        for i in range(n):
            row = {k: values[k][i] for k in bits if present[i] & bits[k]}
            if present[i] & 4:
                row["callchain"] = [Library.frame(f) for f in frames[first[i] : first[i + 1]]]
            yield row

    # --- names ---

    def names_by_load(self, data):
        names, source = Names(self), ctypes.c_void_p()
        names.must(self.lib.c.dfmt_source_memory(None, data, len(data), ctypes.byref(source)))
        names.must(self.lib.c.dfmt_simpleperf_names_load(names.handle, source))
        self.lib.c.dfmt_source_free(source)
        return names

    def names_by_events(self, data):
        names, event = Names(self), ctypes.POINTER(dfmt_ctypes.Event)()
        with self.reader(data) as r:
            while r.call(self.lib.c.dfmt_reader_next, ctypes.byref(event)) != "end":
                names.must(self.lib.c.dfmt_simpleperf_names_add(names.handle, event))
        return names


class Names:
    def __init__(self, library):
        self.c, self.lib, self.handle = library.lib.c, library.lib, ctypes.c_void_p()
        self.one = library.types["simpleperf.frame"]()
        self.a, self.b = dfmt_ctypes.Str(), dfmt_ctypes.Str()
        self.must(self.c.dfmt_simpleperf_names_new(None, ctypes.byref(self.handle)))

    def must(self, status):
        self.lib.check(status, self.c.dfmt_simpleperf_names_error(self.handle))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.c.dfmt_simpleperf_names_free(self.handle)

    def set(self, file_id, symbol_id):
        self.one.file_id, self.one.symbol_id = file_id, symbol_id
        return ctypes.addressof(self.one)

    def frame(self, file_id, symbol_id):
        known = self.c.dfmt_simpleperf_names_frame(self.handle, self.set(file_id, symbol_id), self.a, self.b)
        return known, self.a.bytes(), self.b.bytes()

    def mangled(self, file_id, symbol_id):
        known = self.c.dfmt_simpleperf_names_mangled(self.handle, self.set(file_id, symbol_id), self.a)
        return known, self.a.bytes()

    def thread(self, tid):
        pid = ctypes.c_int32()
        tid = tid - (tid >> 31 << 32)
        known = self.c.dfmt_simpleperf_names_thread(self.handle, tid, self.a, ctypes.byref(pid))
        return known, self.a.bytes(), pid.value & 0xffffffff

    def event(self, i):
        return self.c.dfmt_simpleperf_names_event(self.handle, i, self.a), self.a.bytes()
