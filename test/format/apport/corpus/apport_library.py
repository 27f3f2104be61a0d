# SPDX-License-Identifier: MIT
"""The library under test with the methods of apport_model.Model: apport's module, redone over the pull API.

The pull API gives each entry once and checks values as they are used, so a few things are arranged here:
  - keys of texts are checked by next(), those of base64 values at the end of their payload;
  - lists of what a mode passes over, whatever it looks like, come from a second pass with "recover" on;
  - extract() does not look at keys or at what texts hold, so those errors (402, 403) do not count there.
"""

import ctypes
import functools

import corpus
import dfmt_ctypes
import apport_report as report
from dfmt_ctypes import DECODED, RAW, DfmtError
from apport_report import BINARY, COMPRESSED, DECODE, SKIP, STORED, TEXT, Entry, Extracted, Loaded, ReportError

# What the reference does not have; wrapped files are none of its business either.
OPTIONS = {"unwrap": 0}

NOT_A_LINE = (report.NO_COLON, report.KEY_ASCII)
NOT_OF_EXTRACTION = (report.BAD_KEY, report.NOT_UTF8)


class Passed:
    """An event in a pass with "recover": the entry's key and what was said of it before it."""

    def __init__(self, body, complaint):
        self.body, self.key, self.complaint = body, body.key.bytes(), complaint


FEATURE_ZSTD = 2  # DFMT_FEATURE_ZSTD


class Library:
    exact_partial = False  # an error of a stream leaves behind what was decoded before it, not whole lines

    def __init__(self, path):
        self.lib = dfmt_ctypes.Dfmt(path)
        self.has_zstd = self.lib.c.dfmt_has_feature(FEATURE_ZSTD) == 1
        self.encodings = self.lib.words["apport.encoding"]
        self.base64 = self.encodings["base64"]
        self.kinds = {n: w for w, n in self.lib.words["apport.kind"].items()}
        self.format = self.lib.numbers["apport.field"] >> 16
        self.chunks = None  # lengths of the pieces that input comes in, see dfmt_ctypes.Reader
        self.options = dict(OPTIONS)

    def reader(self, data, **options):
        return dfmt_ctypes.Reader(self.lib, data, {**self.options, **options}, self.format, self.chunks)

    def load(self, data, binary=DECODE, keys=()):
        if keys:
            return self.load_filtered(data, binary, keys)
        loaded = Loaded()
        try:
            with self.reader(data) as r:
                while event := r.next():
                    body = event[1]
                    if body.encoding == self.base64 and binary == SKIP:
                        loaded.skipped.append(body.key.bytes())
                    else:
                        loaded.values[body.key.bytes()] = self.value(r, body, binary)
        except DfmtError as e:
            loaded.error = ReportError(e.number, e.line)
        return loaded

    def load_filtered(self, data, binary, keys):
        """With and without the library's filter, which must make no difference but for the keys passed over."""
        loaded = self.load_first(data, binary, keys, {})
        filtered = self.load_first(data, binary, keys, {"apport.keys": list(keys)})
        if filtered.values != loaded.values or error_number(filtered.error) != error_number(loaded.error):
            raise AssertionError("apport.keys %r: %r, not %r" % (keys, filtered.values, loaded.values))
        return loaded

    def load_first(self, data, binary, keys, options):
        """The first of each key, until all were found."""
        loaded, missing = Loaded(), set(keys)
        try:
            for r, entry in self.passes(data, **options):
                if entry.key not in missing:
                    loaded.skipped.append(entry.key)
                    continue
                if entry.complaint:
                    raise entry.complaint
                kind, value = self.value(r, entry.body, binary)
                if kind == BINARY and entry.key.decode() in report.STRING_KEYS:
                    raise ReportError(report.NOT_UTF8, entry.body.line)  # what salvage says after a payload
                loaded.values[entry.key] = kind, value
                missing.discard(entry.key)
                if not missing:
                    break
        except DfmtError as e:
            loaded.error = ReportError(e.number, e.line)
        except ReportError as e:
            loaded.error = e
        return loaded

    def value(self, r, body, binary):
        """Kind and bytes of the current event's value, by the payload calls; what the body says must agree."""
        compressed = binary == STORED and body.encoding == self.base64
        value = b"".join(r.payload(dfmt_ctypes.STORED if compressed else DECODED))
        if body.has("text") and body.text.bytes() != value:
            raise AssertionError("the body's text is not the payload")
        if not body.has("stored_size") or (compressed and body.stored_size != len(value)):
            raise AssertionError("stored_size of %r is not the stored size" % body.key.bytes())
        if compressed:
            return COMPRESSED, value
        if not body.has("decoded_size") or body.decoded_size != len(value):
            raise AssertionError("decoded_size of %r is not the decoded size" % body.key.bytes())
        return BINARY if self.kinds[body.kind] == "bytes" else TEXT, value

    def passes(self, data, **options):
        """All entries up to the first line that is none; raises ReportError there."""
        complaint = last = None
        with self.reader(data, recover=1, **options) as r:
            while event := r.next():
                envelope, body = event
                if envelope.type == self.lib.numbers["apport.field"]:
                    yield r, Passed(body, complaint)
                    complaint, last = None, body.line
                elif body.number in NOT_A_LINE:
                    raise ReportError(body.number, body.line)
                elif body.number in NOT_OF_EXTRACTION and body.line != last:  # else it is about the payload before
                    complaint = ReportError(body.number, body.line)

    def extract(self, data, keys):
        got, missing, texts = Extracted(), list(keys), False
        try:
            for r, entry in self.passes(data):
                if entry.key not in missing:
                    continue
                missing.remove(entry.key)
                if entry.body.encoding != self.base64:
                    texts = True
                    continue
                got.files[entry.key], error = gather(r)
                if error and error.number not in NOT_OF_EXTRACTION:
                    raise error
        except ReportError as e:
            got.fail(e)
        else:
            got.error = "ValueError" if texts else "KeyError" if missing else None
        return got

    def entries(self, data):
        """Two passes, as an entry's lines are counted in its raw form. The line number of each must agree with that."""
        out, line = [], 1
        try:
            for (r, entry), lines in zip(self.passes(data), self.line_counts(data)):
                body = entry.body
                if body.line != line:
                    raise AssertionError("%r stands at line %d, not %d" % (entry.key, line, body.line))
                line += lines
                base64 = body.encoding == self.base64
                value, error = gather(r, dfmt_ctypes.STORED if base64 else DECODED)
                if error and error.number in NOT_OF_EXTRACTION:
                    error = None
                out.append(Entry(entry.key, base64, lines, value, error))
        except ReportError as e:
            out.append(Entry(None, False, 0, error=e))
        return out

    def line_counts(self, data):
        counts = []
        try:
            for r, _ in self.passes(data):
                raw, _ = gather(r, RAW)
                counts.append(raw.count(b"\n") + (not raw.endswith(b"\n")))
        except ReportError:
            pass
        return counts

    def order(self, values):
        """Keys of loaded values in the order of the reference, by the library's comparison."""
        return in_order(self.lib, {key: self.field(key, *value) for key, value in values.items()})

    def field(self, key, kind, value):
        """What the writer and the comparison are told of a loaded value, its bytes apart."""
        binary = kind != TEXT and report.is_binary(value)
        return self.lib.new("apport.field", key=key, encoding=self.encodings["base64" if binary else "text"],
                            kind=self.lib.words["apport.kind"]["text" if kind == TEXT else "bytes"])

    def write(self, values, safe=0):
        """As the module writes what it has loaded: each binary value at once."""
        with dfmt_ctypes.Writer(self.lib, {"apport.safe": safe, "apport.one_line": 1}, self.format) as w:
            for key in self.order(values):
                kind, value = values[key]
                body = self.field(key, kind, value)
                body.encoding = self.encodings["text"]  # with kind bytes the writer is to find out
                self.lib.set(body, text=value)
                w.put(body)
            return w.close()

    def compare_rewrite(self, tally, expected, data):
        """
        The reference's own bytes come from the same encoder only, and lose some texts; a safe writer loses none. That
        may move texts to the binary group, so order is not looked at there.
        """
        values = self.load(data).values
        groups = {"text_keys": [], "binary_keys": []}
        for key in self.order(values):
            kind, value = values[key]
            group = "binary_keys" if kind == BINARY and report.is_binary(value) else "text_keys"
            groups[group].append(key.decode("latin-1"))
        for group, keys in groups.items():
            tally.equal("rewrite " + group, expected.get(group, []), keys)
        written = self.write(values)
        if corpus.SAME_ZLIB:
            tally.equal("rewrite", (expected["size"], expected["sha256"]), (len(written), corpus.sha256(written)))
        tally.equal("safe rewrite read again", values, self.load(self.write(values, safe=1)).values)


def in_order(lib, fields):
    """The keys of fields, which are bodies, as dfmt_apport_compare() orders them."""
    def compare(a, b):
        return lib.c.dfmt_apport_compare(ctypes.addressof(fields[a]), ctypes.addressof(fields[b]))

    return sorted(fields, key=functools.cmp_to_key(compare))


def error_number(error):
    return error and error.number


def gather(r, mode=DECODED):
    """What of the current payload there is, and the ReportError that ended it, or None."""
    out = bytearray()
    try:
        for piece in r.payload(mode):
            out += piece
    except DfmtError as e:
        return bytes(out), ReportError(e.number, e.line)
    return bytes(out), None
