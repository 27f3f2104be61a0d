# SPDX-License-Identifier: MIT
"""The rules of Apport reports, written once more in Python, independently of the library.

Numbers of sections are those of docs/spec/apport.md. zlib does the inflating, python3-zstandard the rest;
where it is not installed, HAS_ZSTD says so and Zstandard values cannot be decoded.
"""

import binascii
import zlib

import apport_report as report
from apport_report import DECODE, SKIP, STORED, TEXT, BINARY, COMPRESSED, Entry, Extracted, Loaded, ReportError

try:
    import zstandard
except ImportError:
    zstandard = None

HAS_ZSTD = zstandard is not None

KEY_BYTES = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_")
BASE64_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
STRIPPED = b"\t\n\v\f\r "
ZSTD_MAGIC, GZIP_MAGIC = b"\x28\xb5\x2f\xfd", b"\x1f\x8b\x08"

# What zlib's messages mean in numbers of errors.h.
ZLIB_NUMBERS = {
    b"incorrect header check": 300,
    b"unknown compression method": 300,
    b"invalid window size": 300,
    b"unknown header flags set": 300,
    b"header crc mismatch": 302,
    b"incorrect data check": 302,
    b"incorrect length check": 303,
}


class RawEntry:
    """Key line and folded lines as they stand: rest is what follows the colon; line is the key's number, from 1."""

    def __init__(self, key, rest, lines, line):
        self.key, self.rest, self.lines, self.line = key, rest.strip(STRIPPED), lines, line
        self.base64 = self.rest == b"base64"


def key_is_valid(key):
    return all(c in KEY_BYTES for c in key) and any(chr(c).isalnum() for c in key)


def raw_entries(data):
    """Spec 2: entries in file order; a bad key line raises when the entries before it have been taken."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    i = 0
    while i < len(lines):
        key, colon, rest = lines[i].partition(b":")
        if not colon:
            raise ReportError(report.NO_COLON, i + 1)
        if not key.isascii():
            raise ReportError(report.KEY_ASCII, i + 1)
        end = i + 1
        while end < len(lines) and lines[end].startswith(b" "):
            end += 1
        yield RawEntry(key, rest, [line[1:] for line in lines[i + 1 : end]], i + 1)
        i = end


def text_value(raw):
    """3.2: a line feed goes before a folded line only if a content byte came before it."""
    pieces, content = [raw.rest], bool(raw.rest)
    for line in raw.lines:
        pieces.append(b"\n" + line if content else line)
        content = content or bool(line)
    return b"".join(pieces)


def up_to_padding(line):
    """4.2: a line as far as it counts: to where its padding is complete. Since March 2026 (gh-145264) Python's decoder goes on."""
    sextets = pads = 0
    for i, c in enumerate(line):
        if c in BASE64_BYTES:
            sextets, pads = sextets + 1, 0
        elif c == ord("=") and sextets % 4 >= 2:
            pads += 1
            if sextets % 4 + pads >= 4:
                return line[:i + 1]
    return line


def base64_lines(raw):
    """4.2: each folded line on its own, leniently, as Python's non-strict decoder until March 2026."""
    for number, line in enumerate(raw.lines, raw.line + 1):
        try:
            yield binascii.a2b_base64(up_to_padding(line))
        except binascii.Error as e:
            raise ReportError(report.PADDING if "padding" in str(e) else report.LENGTH, number) from None


class Inflater:
    def __init__(self, gzip):
        self.z = zlib.decompressobj(zlib.MAX_WBITS | 16 if gzip else zlib.MAX_WBITS)
        self.gzip, self.made = gzip, 0

    def line(self, stored, number):
        if self.z.eof:
            return b""
        try:
            out = self.z.decompress(stored)
        except zlib.error as e:
            raise ReportError(zlib_number(str(e).encode())) from None
        self.made += len(out)
        return out

    def end(self):
        if not self.z.eof and not (self.gzip and self.lacks_zero_trailer()):
            raise ReportError(report.TRUNCATED)

    def lacks_zero_trailer(self):
        """4.8: a trailer of CRC-32 0 was left out up to 2.27. The reference of today refuses that; the library reads it."""
        rest = self.z.copy()
        try:
            more = rest.decompress(bytes(4) + (self.made & 0xFFFFFFFF).to_bytes(4, "little"))
        except zlib.error:
            return False
        return not more and rest.eof and not rest.unused_data


def zlib_number(message):
    if message.startswith(b"Error 2 "):
        return 305
    return ZLIB_NUMBERS.get(message.rpartition(b": ")[2], 301)


class Unzstd:
    """4.6, Zstandard: a cut frame is no error, any line behind the frame is one."""

    def __init__(self):
        if not HAS_ZSTD:
            raise RuntimeError("python3-zstandard is not installed")
        self.z = zstandard.ZstdDecompressor().decompressobj()

    def line(self, stored, number):
        if self.z.eof:
            raise ReportError(report.AFTER_FRAME, number)
        try:
            return self.z.decompress(stored)
        except zstandard.ZstdError as e:
            raise ReportError(zstd_number(str(e))) from None

    def end(self):
        pass


def zstd_number(message):
    if "checksum" in message:
        return 311
    return 312 if "too much memory" in message else 310


def decoder_for(first):
    """4.3: by the first folded line's decoded bytes alone."""
    if first.startswith(ZSTD_MAGIC):
        return Unzstd()
    return Inflater(first.startswith(GZIP_MAGIC))


def decoded_pieces(raw):
    """4.3 and 4.8: what each folded line gives. Without any line the value is empty."""
    decoder = None
    for number, stored in enumerate(base64_lines(raw), raw.line + 1):
        decoder = decoder or decoder_for(stored)
        yield decoder.line(stored, number)
    if decoder:
        decoder.end()


def stored_value(raw):
    return b"".join(base64_lines(raw))


def kind_of(raw, value):
    """3.5, type of a decoded text."""
    if raw.key.decode() in report.STRING_KEYS:
        if not report.is_utf8(value):
            raise ReportError(report.NOT_UTF8, raw.line)
        return TEXT
    return BINARY if report.is_binary(value) or not report.is_utf8(value) else TEXT


def value_of(raw, binary):
    if raw.base64 and binary == STORED:
        return COMPRESSED, stored_value(raw)
    value = b"".join(decoded_pieces(raw)) if raw.base64 else text_value(raw)
    return kind_of(raw, value), value


def text_form(key, value):
    """5.2"""
    if b"\n" in value:
        return key + b":\n " + value.replace(b"\n", b"\n ") + b"\n"
    return key + b": " + value + b"\n"


def binary_form(key, value):
    """5.4"""
    z = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    header = GZIP_MAGIC + b"\x08\0\0\0\0\x02\xff" + key + b"\0"
    trailer = zlib.crc32(value).to_bytes(4, "little") + (len(value) & 0xFFFFFFFF).to_bytes(4, "little")
    chunks = [header, z.compress(value), z.flush() + trailer]
    return key + b": base64" + b"".join(b"\n " + binascii.b2a_base64(c, newline=False) for c in chunks if c) + b"\n"


class Model:
    """The reader as a whole, with the same methods as the library's side (library.py)."""

    has_zstd = HAS_ZSTD
    exact_partial = True  # what a failed extraction leaves behind is what the reference leaves behind

    def load(self, data, binary=DECODE, keys=()):
        """2.5 and 7.1: with keys, the first of each wins, and reading stops when all were found."""
        loaded, missing = Loaded(), set(keys)
        try:
            for raw in raw_entries(data):
                if (keys and raw.key not in missing) or (raw.base64 and binary == SKIP):
                    loaded.skipped.append(raw.key)
                    continue
                kind, value = value_of(raw, binary)
                if not key_is_valid(raw.key):
                    raise ReportError(report.BAD_KEY, raw.line)
                loaded.values[raw.key] = kind, value
                missing.discard(raw.key)
                if keys and not missing:
                    break
        except ReportError as e:
            loaded.error = e
        return loaded

    def extract(self, data, keys):
        """
        7.2: each mention in keys takes one entry; the rest of the file is read on, and its errors are errors, too. A text
        is an error in the end.
        """
        got, missing, texts = Extracted(), list(keys), False
        try:
            for raw in raw_entries(data):
                if raw.key not in missing:
                    continue
                missing.remove(raw.key)
                if not raw.base64:
                    texts = True
                    continue
                got.files[raw.key] = b""
                for piece in decoded_pieces(raw):
                    got.files[raw.key] += piece
        except ReportError as e:
            got.fail(e)
        else:
            got.error = "ValueError" if texts else "KeyError" if missing else None
        return got

    def entries(self, data):
        """Every entry; one with broken base64 has an error, a bad key line ends the list as an error without key."""
        out = []
        try:
            for raw in raw_entries(data):
                entry = Entry(raw.key, raw.base64, 1 + len(raw.lines))
                out.append(entry)
                try:
                    entry.data = stored_value(raw) if raw.base64 else text_value(raw)
                except ReportError as e:
                    entry.error = e
        except ReportError as e:
            out.append(Entry(None, False, 0, error=e))
        return out

    def write(self, values):
        """5.7: text group, then binary group, by key, ProblemType first; a binary value goes through in one call."""
        texts = {k: v for k, (kind, v) in values.items() if not (kind == BINARY and report.is_binary(v))}
        out = [text_form(k, texts[k]) for k in sorted(texts, key=lambda k: (k != b"ProblemType", k))]
        return b"".join(out + [binary_form(k, values[k][1]) for k in sorted(set(values) - set(texts))])

    def compare_rewrite(self, tally, expected, data):
        """The model only reads."""
