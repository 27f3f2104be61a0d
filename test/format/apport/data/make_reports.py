#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sample crash reports.

    make_reports.py DIR           all of them
    make_reports.py --demo DIR    the realistic ones only
    make_reports.py --list        name and purpose of each
    make_reports.py --big N FILE  one report with a core dump of N MiB, streamed to FILE ("-": standard output)

The same bytes every time. The small ones do not depend on a compressor's version either: their deflate and Zstandard
data are laid out here, or stand here as constants; "expected output" in ../golden rests on that.
"""

import argparse
import base64
import hashlib
import os
import struct
import sys
import zlib

# --- codecs ----------------------------------------------------------------------------------------------------------


def bits_reversed(value, count):
    return int(format(value, "0%db" % count)[::-1], 2)


class BitWriter:
    """Deflate's bit order: numbers from the low bit, Huffman codes from the high bit."""

    def __init__(self):
        self.value = self.count = 0
        self.out = bytearray()

    def number(self, value, count):
        self.value |= value << self.count
        self.count += count
        while self.count >= 8:
            self.out.append(self.value & 255)
            self.value >>= 8
            self.count -= 8

    def symbol(self, s):
        """One symbol of the fixed literal/length code, RFC 1951 3.2.6."""
        if s < 144:
            code, count = 0x30 + s, 8
        elif s < 256:
            code, count = 0x190 + s - 144, 9
        elif s < 280:
            code, count = s - 256, 7
        else:
            code, count = 0xC0 + s - 280, 8
        self.number(bits_reversed(code, count), count)

    def done(self):
        self.number(0, -self.count % 8)
        return bytes(self.out)


def deflate_fixed(data):
    """One block with the fixed code; the only matches are runs of 258 equal bytes."""
    w = BitWriter()
    w.number(1, 1)
    w.number(1, 2)
    i = 0
    while i < len(data):
        if i and data[i : i + 258] == data[i - 1 : i] * 258:
            w.symbol(285)
            w.number(0, 5)
            i += 258
        else:
            w.symbol(data[i])
            i += 1
    w.symbol(256)
    return w.done()


def far_match():
    """A block that begins with a match of three bytes at distance one."""
    w = BitWriter()
    w.number(1, 1)
    w.number(1, 2)
    w.symbol(257)
    w.number(0, 5)
    w.symbol(256)
    return w.done()


def deflate_stored(data, block=65535):
    out = bytearray()
    pieces = [data[i : i + block] for i in range(0, len(data), block)] or [b""]
    for n, piece in enumerate(pieces):
        out += struct.pack("<BHH", n == len(pieces) - 1, len(piece), len(piece) ^ 0xFFFF) + piece
    return bytes(out)


def gzip_header(name):
    """As the reference writes it: FNAME only, XFL 2, OS 255."""
    return b"\x1f\x8b\x08\x08\0\0\0\0\x02\xff" + name + b"\0"


def gzip_trailer(data):
    return struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def gzip_member(data, name=b"x", deflate=deflate_fixed):
    return gzip_header(name) + deflate(data) + gzip_trailer(data)


def zlib_stream(data, deflate=deflate_fixed):
    return b"\x78\x9c" + deflate(data) + struct.pack(">I", zlib.adler32(data))


def xxh64(data):
    """XXH64 with seed 0: the low half is a Zstandard frame's checksum."""
    p1, p2, p3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
    p4, p5, mask = 9650029242287828579, 2870177450012600261, (1 << 64) - 1

    def rotate(x, n):
        return (x << n | x >> (64 - n)) & mask

    def step(acc, lane):
        return rotate((acc + lane * p2) & mask, 31) * p1 & mask

    whole = len(data) // 32 * 32
    if whole:
        acc = [(p1 + p2) & mask, p2, 0, -p1 & mask]
        for lanes in struct.iter_unpack("<4Q", data[:whole]):
            acc = [step(a, lane) for a, lane in zip(acc, lanes)]
        h = sum(rotate(a, n) for a, n in zip(acc, (1, 7, 12, 18))) & mask
        for a in acc:
            h = ((h ^ step(0, a)) * p1 + p4) & mask
    else:
        h = p5
    h = (h + len(data)) & mask
    rest = data[whole:]
    while len(rest) >= 8:
        h = (rotate(h ^ step(0, struct.unpack_from("<Q", rest)[0]), 27) * p1 + p4) & mask
        rest = rest[8:]
    if len(rest) >= 4:
        h = (rotate(h ^ struct.unpack_from("<I", rest)[0] * p1 & mask, 23) * p2 + p3) & mask
        rest = rest[4:]
    for byte in rest:
        h = rotate(h ^ byte * p5 & mask, 11) * p1 & mask
    h = (h ^ h >> 33) * p2 & mask
    h = (h ^ h >> 29) * p3 & mask
    return h ^ h >> 32


def zstd_blocks(data, block=131072):
    """Blocks of one repeated byte where a block is that, raw ones elsewhere: the forms that need no entropy coder."""
    out = bytearray()
    pieces = [data[i : i + block] for i in range(0, len(data), block)] or [b""]
    for n, piece in enumerate(pieces):
        run = len(piece) > 1 and piece == piece[:1] * len(piece)
        out += struct.pack("<I", (n == len(pieces) - 1) | run << 1 | len(piece) << 3)[:3]
        out += piece[:1] if run else piece
    return bytes(out)


def zstd_frame(data, size=True, check=True, block=131072):
    descriptor = (0x80 if size else 0) | (4 if check else 0)
    out = b"\x28\xb5\x2f\xfd" + bytes([descriptor, 7 << 3])  # window: 2^(10 + 7) = 128 KiB
    out += struct.pack("<I", len(data)) if size else b""
    out += zstd_blocks(data, block)
    return out + (struct.pack("<I", xxh64(data) & 0xFFFFFFFF) if check else b"")


# 562 bytes of text as zlib (dynamic code, level 9) and the zstd program (level 19) compress them.
PANGRAM = b"".join(
    b"%d: the quick brown fox %s over the lazy dog\n" % (i, (b"jumps", b"leaps", b"hops")[i % 3]) for i in range(12)
)
PANGRAM_GZIP = bytes.fromhex(
    "1f8b080000000000020333b05228c94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d024be72456552aa4e4a77319"
    "62579e939a8855b91176e519f958551b93e61613d2dc624a925bcc48738b39696eb120c92d9624c69101698e313424c93500a2d3bf8932"
    "020000"
)
PANGRAM_ZSTD = bytes.fromhex(
    "28b52ffd6432010d0300c403303a2074686520717569636b2062726f776e20666f78206a756d7073206f7665726c617a7920646f670a31"
    "6c656132686f33343536373839313031310e2050331a0e4630f19026de649a32f366324db9e6fdc864d1d72aa26f4814455cf1090ba73c"
    "3c"
)
assert zlib.decompress(PANGRAM_GZIP, 31) == PANGRAM

# --- entries ---------------------------------------------------------------------------------------------------------


def text(key, value):
    if b"\n" in value:
        return key + b":\n " + value.replace(b"\n", b"\n ") + b"\n"
    return key + b": " + value + b"\n"


def binary(key, *chunks):
    """One base64 line per chunk."""
    return key + b": base64\n" + b"".join(b" " + base64.b64encode(c) + b"\n" for c in chunks)


def gzip_entry(key, data, cut=64, deflate=deflate_fixed):
    """As the reference writes a file reference: the header on a line of its own; then lines of `cut` bytes."""
    body = deflate(data) + gzip_trailer(data)
    return binary(key, gzip_header(key), *split(body, cut))


def split(data, size):
    return [data[i : i + size] for i in range(0, len(data), size)]


def noise(label, size):
    return hashlib.shake_128(label.encode()).digest(size)


TYPE = b"ProblemType: Crash\n"
DATE = b"Date: Thu Jan  2 03:04:05 2025\n"
END = b"Uname: Linux 6.8.0 x86_64\n"
SOME = bytes(range(256)) + b"\0" * 700 + b"some bytes" * 7

SMALL = []


def small(name, note, *parts):
    SMALL.append((name + ".crash", note, b"".join(parts)))


small("empty", "no byte at all: a valid report")
small("spec", "the worked example of apport spec 14", TYPE, DATE, b"ExecutablePath: /usr/bin/demo\nProcMaps:\n",
      b" 00400000-00401000 r-xp\n   indented\n \n last\n \nTitle: \nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n",
      b" c3RiYIgCALiuEhkFAAAA\n")
small("text_basic", "one-line and folded texts", TYPE, DATE,
      text(b"ProcStatus", b"Name:\tdemo\nState:\tS (sleeping)"), text(b"Title", b"demo crashed: with a colon"), END)
small("text_folding", "every quirk of folding: content on the key line, empty lines lost or kept, lone spaces",
      b"Basic:\n a\n b\nKeyLine: a\n b\nLeadingEmpty:\n \n \n x\nOnlyEmpty:\n \n \nTrailing:\n x\n \nBlank:\n  \n",
      b"BlankFirst:\n  \n x\nInside:\n a\n \n \n b\nNone:\nSpace: \nSpaces:   \nKeyLineEmptyFold: a\n \nDot:\n .\n .\n",
      b"Deep:\n     five\n \ttab\n trailing  \n")
small("text_strip", "white space around one-line values",
      b"A:x\nB:   x   \nC:\t x \t\nD: \v\f\r x \r\f\v\nE: \x1c x \x1f\nF: x\r\n",
      b"G: a  b \nH:  \n folded after blanks \nI: x" + b" " * 300 + b"y" + b" " * 300 + b"\n")
small("text_colons", "the first colon ends the key", b"A:b:c\nB: : \nC::\nD: http://host/path?x=y:z\n")


def part(head, body):
    return b"\n--=== part\n" + b"".join(line + b"\n" for line in head) + b"\n" + body


def message(*parts):
    """As trackers get it, with a boundary of its own."""
    return (b'Content-Type: multipart/mixed; boundary="=== part"\nMIME-Version: 1.0\n' + b"".join(parts)
            + b"\n--=== part--\n\n")


def wrapped(data):
    return b"".join(base64.b64encode(some) + b"\n" for some in split(data, 57))


MESSAGE = message(
    part([b"MIME-Version: 1.0", b'Content-Type: text/plain; charset="utf-8"', b"Content-Transfer-Encoding: base64",
          b"Content-Disposition: inline"], wrapped(TYPE + DATE + b"Lines:\n a\n  b\nTitle: " + "\u20ac".encode() + b"\n")),
    part([b"Content-Type: application/json", b"MIME-Version: 1.0",
          b'Content-Disposition: attachment; filename="CoredumpPackage.json"'], b'{\n "a": [1]\n}\n'),
    part([b"Content-Type: application/gzip", b"MIME-Version: 1.0", b'Content-Disposition: attachment; filename="CoreDump.gz"',
          b"Content-Transfer-Encoding: base64"], wrapped(gzip_member(SOME, b"CoreDump"))),
    part([b"MIME-Version: 1.0", b'Content-Type: text/plain; charset="utf-8"', b"Content-Transfer-Encoding: base64",
          b'Content-Disposition: attachment; filename="ProcMaps.txt"'], wrapped(b"".join(b"line %d\n" % i for i in range(9)))))
small("message", "the MIME form: short values, JSON, a packed value and a text", MESSAGE)
small("text_empty", "the spellings of an empty value", b"A:\nB: \nC:    \nD:\n \nE: \n \n \nF:\t\nG:")
small("text_no_newline", "last line without line feed", TYPE, b"Title: cut")
small("text_no_newline_fold", "last folded line without line feed", TYPE, b"Title:\n first\n second")
small("text_colon_end", "the file ends with a key's colon", TYPE, b"Title:")
small("text_space_end", "the file ends with the space of a folded line", TYPE, b"Title:\n a\n ")
small("text_crlf", "lines end in CR LF, as after mail",
      b"ProblemType: Crash\r\nTitle:\r\n one\r\n two\r\n \r\nDate: now\r\n", b"CoreDump: base64\r\n",
      b"".join(b" " + base64.b64encode(c) + b"\r\n" for c in split(gzip_member(b"core\0"), 9)))
small("text_cr_only", "a CR alone ends no line", b"A: b\rC: d\r\rE:\n f\rg\n")
small("text_nul", "NUL and controls are content", b"A: x\0y\nB:\n \x01\x02\n \x7f\x1b[0m\n \0\nProcMaps: \0\n")
small("text_unicode", "UTF-8 of all lengths, line separators that are none",
      "A: äöü\nB: €\nC: 𝄞\nD: a\u2028b\u0085c\nE:\n ä\n ö\n".encode())
small("text_not_utf8", "bytes that are not UTF-8 under a free key",
      b"A: \xff\xfe\nB: \xc0\xaf\nC: \xed\xa0\x80\nD: \xf4\x90\x80\x80\n",
      b"E: caf\xe9\nF:\n \xe2\x82\n \xac\nG: \xe2\x82\n", END)
small("text_string_key_bad", "bytes that are not UTF-8 under a key that is always text", TYPE, b"Title: caf\xe9\n",
      END)
small("text_base64_word", "what looks like the base64 mark and is not, and what is",
      b"A: Base64\nB: base64x\nC:\n base64\nD: base64 x\n", b"E:base64\nF:  base64 \t\nG: base64\n")
small("text_long_folds", "long folded lines and many short ones", b"A:\n",
      b"".join(b" %0*d\n" % (n, n) for n in (1, 80, 600, 1, 1500)), b"B:\n", b" \n" * 200, b" x\n" * 200, END)
small("key_forms", "odd and valid keys", b"a: 1\n0: 2\n_x: 3\n.a: 4\n-1: 5\nA-b_C.d: 6\n" + b"K" * 300 + b": 7\n")
small("dup_keys", "repeated keys, as text and as base64", TYPE, b"A: 1\nB: 2\nA: 3\n",
      binary(b"B", gzip_member(b"b\0")), b"A:\n 4\n 5\n", TYPE)
small("append_glued", "appended to a file whose last line lacked its line feed", TYPE, b"Title: cut", TYPE, END)
small("many_keys", "two hundred entries", b"".join(b"Key%d: %d\n" % (i, i * i) for i in range(200)))
small("unsorted", "binary before text, ProblemType last", binary(b"CoreDump", gzip_member(b"\0core")), END, DATE, TYPE)

small("bad_no_colon", "a line without colon", TYPE, b"this is no entry\n", END)
small("bad_blank_line", "a blank line between entries", TYPE, b"\n", END)
small("bad_blank_end", "a blank line at the end", TYPE, END, b"\n")
small("bad_newline_only", "a line feed and nothing else", b"\n")
small("bad_first_folded", "the first line begins with a space", b" folded: first\n", TYPE)
small("bad_first_folded_nocolon", "the same without colon", b" folded first\n", TYPE)
small("bad_tab", "a tab does not fold", b"ProcStatus:\n\tName: x\n", END)
small("bom", "a byte order mark before the first key", b"\xef\xbb\xbf", TYPE, END)
small("bom_inside", "one before another key", TYPE, b"\xef\xbb\xbf", END)
small("lead_blank", "empty lines before the first key", b"\n\r\n", TYPE, END)
small("lead_cr", "a line that is not quite empty", b"\n\r", TYPE, END)
TEXTS = b"".join([TYPE, "Title: Gr\u00f6\u00dfe 1 \u20ac \U0001f600 ok\n".encode(), b"ProcStatus:\n Name:\tx\n State:\tR\n",
                  binary(b"CoreDump", gzip_member(b"\0core")), END])
small("utf16le", "a report in UTF-16, with a byte order mark", b"\xff\xfe", TEXTS.decode().encode("utf-16-le"))
small("utf16be", "the same in the other byte order, without one", TEXTS.decode().encode("utf-16-be"))
small("utf16_odd", "cut inside of a character, and with one that is half", b"\xff\xfe",
      (TYPE + b"Title: \xed\xa0\x80x").decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass"), b"y")
small("bad_key_slash", "keys that would be paths", TYPE, b"../../etc/passwd: x\n/abs: y\n..: z\n", END)
small("bad_key_chars", "keys with other bytes", TYPE, b"a b: 1\na+b: 2\na\0b: 3\na\x7fb: 4\n", END)
small("bad_key_utf8", "a key with a byte above 0x7f", TYPE, "Schlüssel: x\n".encode(), END)
small("bad_key_empty", "no key, and keys without letter or digit", TYPE, b": x\n...: y\n-: z\n__: w\n", END)
small("bad_key_binary", "a bad key over a base64 value", TYPE, binary(b"a/b", gzip_member(b"x\0")), END)
small("bad_key_and_value", "a bad key over a bad value: the value is the first fault", TYPE, b"a/b: base64\n abc\n",
      END)
small("bad_elf", "no report but an executable's first bytes",
      b"\x7fELF\x02\x01\x01" + b"\0" * 9 + struct.pack("<HHI", 3, 62, 1) + noise("elf", 200))
small("bad_long_line", "no colon in a long line", b"x" * 5000, b"\n", END)
small("bad_junk_between", "junk lines between good entries: salvage finds the good ones", TYPE,
      b"\x00\x01\x02 junk\n more junk\n", noise("junk", 120).replace(b"\n", b"?"), b"\n", END, b"half a key", b"\n",
      DATE, b"last junk")

CORE = b"core\0" + SOME
small("gzip_plain", "one gzip member on one line", TYPE, binary(b"CoreDump", gzip_member(CORE)), END)
small("gzip_lines", "header on its own line, data cut anywhere", TYPE, gzip_entry(b"CoreDump", CORE), END)
small("gzip_bytewise", "one byte per line behind the magic",
      binary(b"CoreDump", gzip_member(b"\0tiny")[:3], *split(gzip_member(b"\0tiny")[3:], 1)))
small("gzip_dynamic", "a block with its own Huffman codes", binary(b"Log", *split(PANGRAM_GZIP, 50)), END)
small("gzip_stored", "stored blocks",
      binary(b"CoreDump", gzip_member(SOME, deflate=lambda d: deflate_stored(d, 100))), END)
small("gzip_empty_value", "a value of no bytes, and one that lacks its header", gzip_entry(b"CoreDump", b""),
      b"A: base64\n AwAAAAAAAAAAAA==\n", END)
small("gzip_text", "a compressed log is text, a string key's value must be",
      gzip_entry(b"DpkgLog", b"line one\nline two\n"), gzip_entry(b"Title", b"compressed title"),
      gzip_entry(b"Data", b"caf\xe9 \0"))
small("gzip_string_key_bad", "a string key whose compressed value is not UTF-8", gzip_entry(b"Title", b"caf\xe9"), END)
HEADER = b"\x1f\x8b\x08\x1f\1\2\3\4\0\3" + b"\x05\0extra" + b"file name\0" + b"a comment\0"
HEADER += struct.pack("<H", zlib.crc32(HEADER) & 0xFFFF)
small("gzip_header_fields", "FTEXT, FHCRC, FEXTRA, FNAME and FCOMMENT",
      binary(b"CoreDump", *split(HEADER + deflate_fixed(SOME) + gzip_trailer(SOME), 40)), END)
small("gzip_bad_header_crc", "FHCRC that does not fit",
      binary(b"CoreDump", b"\x1f\x8b\x08\x02\0\0\0\0\0\3\x12\x34" + deflate_fixed(SOME) + gzip_trailer(SOME)), END)
small("gzip_reserved_flag", "a reserved header flag",
      binary(b"CoreDump", b"\x1f\x8b\x08\x20\0\0\0\0\0\3" + deflate_fixed(SOME) + gzip_trailer(SOME)), END)
small("gzip_method", "a compression method that is none",
      binary(b"CoreDump", b"\x1f\x8b\x07\0\0\0\0\0\0\3" + deflate_fixed(SOME)), END)
small("gzip_members", "a second member is ignored", binary(b"CoreDump", gzip_member(CORE), gzip_member(b"second\0")),
      END)
small("gzip_trailing", "zeros, junk and empty lines behind the end are ignored",
      binary(b"CoreDump", gzip_member(CORE) + b"\0\0junk", b"more", b""), END)
small("gzip_trailing_bad_base64", "bad base64 behind the end is an error", binary(b"CoreDump", gzip_member(CORE)),
      b" abc\n", END)
for cut in (1, 2, 3, 4, 9, 10):
    small("gzip_first_line_%d" % cut, "first line holds %d byte(s); the magic counts only from 3" % cut,
          binary(b"CoreDump", gzip_member(SOME)[:cut], gzip_member(SOME)[cut:]), END)
small("gzip_blank_first", "an empty first line makes it legacy zlib, which it is not", b"CoreDump: base64\n \n",
      binary(b"", gzip_member(SOME))[9:], END)
small("gzip_blank_between", "empty lines between", TYPE, b"CoreDump: base64\n",
      b"".join(b" " + base64.b64encode(c) + b"\n \n" for c in split(gzip_member(SOME), 99)), END)
small("gzip_bad_crc", "wrong CRC-32",
      binary(b"CoreDump", gzip_member(CORE)[:-8] + b"\0\0\0\0" + gzip_trailer(CORE)[4:]), END)
small("gzip_bad_length", "wrong length", binary(b"CoreDump", gzip_member(CORE)[:-4] + b"\1\2\3\4"), END)
small("gzip_bad_data", "a damaged stream: a block of the reserved type",
      binary(b"CoreDump", gzip_header(b"x") + b"\xff" + deflate_fixed(SOME)), END)
small("gzip_bad_distance", "a match that reaches before the start",
      binary(b"CoreDump", gzip_header(b"x") + far_match()), END)
small("gzip_truncated", "the data end too early", binary(b"CoreDump", *split(gzip_member(CORE)[:150], 48)), END)
small("gzip_no_trailer", "the trailer is missing", binary(b"CoreDump", gzip_member(CORE)[:-8]), END)
CRC_ZERO = b"\x9d\x0a\xd9\x6d"  # its CRC-32 is 0
small("gzip_no_zero_trailer", "trailers of CRC-32 0 are missing, as Apport to 2.27 left them out; other readers refuse that",
      binary(b"Empty", gzip_header(b"Empty"), deflate_fixed(b"")), binary(b"Four", gzip_member(CRC_ZERO)[:-8]),
      binary(b"Part", gzip_member(CRC_ZERO)[:-1]), binary(b"Whole", gzip_member(CRC_ZERO)), END)
small("gzip_header_only", "nothing but the header", binary(b"CoreDump", gzip_header(b"CoreDump")), END)
small("gzip_cut_base64", "the file ends in the middle of a base64 line", TYPE, gzip_entry(b"CoreDump", CORE)[:-90])
small("two_values", "two binary values, the first one broken", binary(b"A", gzip_member(CORE)[:80]),
      binary(b"B", gzip_member(CORE)), END)

small("zlib_plain", "legacy zlib", TYPE, binary(b"CoreDump", zlib_stream(CORE)), END)
small("zlib_header_line", "legacy zlib, its two header bytes on a line of their own", TYPE,
      binary(b"CoreDump", zlib_stream(CORE)[:2], *split(zlib_stream(CORE)[2:], 70)), END)
small("zlib_bytewise", "legacy zlib, one byte per line", binary(b"CoreDump", *split(zlib_stream(b"tiny\0"), 1)))
small("zlib_note", "the published note's example data: AB ten times, ten NULs, Z",
      binary(b"CoreDump", zlib_stream(b"AB" * 10 + b"\0" * 10 + b"Z")))
small("zlib_bad_adler", "wrong Adler-32", binary(b"CoreDump", zlib_stream(CORE)[:-1] + b"\0"), END)
small("zlib_no_trailer", "the Adler-32 is missing", binary(b"CoreDump", zlib_stream(CORE)[:-4]), END)
small("zlib_truncated", "the data end too early", binary(b"CoreDump", zlib_stream(CORE)[:100]), END)
small("zlib_dictionary", "a preset dictionary", binary(b"CoreDump", b"\x78\xbb\1\2\3\4" + deflate_fixed(SOME)), END)
small("zlib_trailing", "bytes behind the end are ignored", binary(b"CoreDump", zlib_stream(CORE) + b"junk", b"more"),
      END)
small("raw_deflate", "no header at all", binary(b"CoreDump", deflate_fixed(SOME)), END)
small("bzip2", "what versions of 2006 wrote", binary(b"CoreDump", b"BZh91AY&SY" + noise("bzip2", 60)), END)
small("unknown_data", "compressed by nothing known", binary(b"CoreDump", b"hello, world"), END)

small("zstd_raw", "a Zstandard frame with raw and repeated blocks", TYPE,
      binary(b"CoreDump", zstd_frame(CORE, block=256)), END)
small("zstd_plain", "a compressed frame", TYPE, binary(b"Log", PANGRAM_ZSTD), END)
small("zstd_lines", "cut over lines", binary(b"Log", *split(PANGRAM_ZSTD, 30)), END)
small("zstd_no_size", "no content size, no checksum", binary(b"CoreDump", zstd_frame(CORE, size=False, check=False)),
      END)
small("zstd_no_check", "no checksum", binary(b"CoreDump", zstd_frame(CORE, check=False)), END)
small("zstd_empty", "a value of no bytes", binary(b"CoreDump", zstd_frame(b"")), END)
small("zstd_bad_check", "wrong checksum", binary(b"CoreDump", zstd_frame(CORE)[:-1] + b"\0"), END)
small("zstd_bad_data", "a block of the reserved type",
      binary(b"CoreDump", zstd_frame(b"", size=False)[:6] + b"\x07\0\0" + b"x" * 20), END)
small("zstd_truncated", "a frame cut short: no error in the reference",
      binary(b"CoreDump", zstd_frame(CORE, block=256)[:700]), END)
small("zstd_short", "a frame cut in its header", binary(b"CoreDump", zstd_frame(CORE)[:5]), END)
small("zstd_split_magic", "the magic split over two lines makes it legacy zlib",
      binary(b"CoreDump", zstd_frame(CORE)[:3], zstd_frame(CORE)[3:]), END)
small("zstd_trailing", "bytes behind the frame on its line are ignored",
      binary(b"CoreDump", zstd_frame(CORE) + b"junk"), END)
small("zstd_line_behind", "a line behind the frame's is an error", binary(b"CoreDump", zstd_frame(CORE), b"junk"), END)
small("zstd_blank_behind", "an empty one, too", binary(b"CoreDump", zstd_frame(CORE), b""), END)
small("zstd_two_frames", "a second frame on the same line is ignored",
      binary(b"CoreDump", zstd_frame(CORE) + zstd_frame(b"2\0")), END)
small("zstd_skippable", "a skippable frame in front makes it legacy zlib",
      binary(b"CoreDump", b"\x50\x2a\x4d\x18\4\0\0\0skip" + zstd_frame(CORE)), END)
small("zstd_window", "a window of 2^28 bytes",
      binary(b"CoreDump", b"\x28\xb5\x2f\xfd\0" + bytes([18 << 3]) + zstd_blocks(CORE)), END)

def b64_case(name, note, line):
    small("b64_" + name, note, TYPE, b"A: base64\n ", line, b"\n", END)


PAD0, PAD1, PAD2 = (base64.b64encode(gzip_member(b"\0some value" + dots)) for dots in (b"", b"..", b"."))
assert [x.count(b"=") for x in (PAD0, PAD1, PAD2)] == [0, 1, 2]
b64_case("junk", "bytes that are no base64 are ignored", b"!".join(split(PAD0, 7)) + b"\r\t \0-_\xff")
b64_case("nopad_1", "the one pad is missing", PAD1[:-1])
b64_case("nopad_2", "both pads are missing", PAD2[:-2])
b64_case("half_pad", "one pad where two are needed", PAD2[:-1])
b64_case("five", "one character too many", PAD0 + b"A")
b64_case("one_char", "a single character", b"A")
b64_case("extra_pad", "more padding than needed", PAD1 + b"===")
b64_case("lead_pad", "padding before any character is ignored", b"==" + PAD0)
b64_case("pad_then_more", "behind its padding a line is not looked at", PAD2 + b"AAAA!=A")
b64_case("inner_pad", "a pad inside a group, then more characters", PAD0[:6] + b"=" + PAD0[6:])
b64_case("dangling_bits", "unused low bits that are not zero", PAD2[:-3] + b"P==")
assert PAD2.endswith(b"A==")
small("b64_pad_middle", "lines that end in padding, then go on", binary(b"A", *split(gzip_member(CORE), 7)), END)
small("b64_no_line", "a base64 mark without any line", b"A: base64\nB: base64\n", END, b"C: base64")
small("b64_empty_line", "a base64 mark with one empty line", b"A: base64\n \n", END)
small("flips", "a little of everything: its bits are flipped one by one", TYPE, text(b"Title", b"demo crashed"),
      text(b"ProcMaps", b"00400000-00401000 r-xp\n  indented\n\nlast\n"), gzip_entry(b"CoreDump", b"core\0" * 20, 48),
      binary(b"Log", PANGRAM_GZIP), binary(b"Old", zlib_stream(b"old\0" * 9)),
      binary(b"New", zstd_frame(b"new\0" * 12, block=32)), binary(b"Packed", PANGRAM_ZSTD),
      b"Tags: a b\nUtf: \xc3\xa4\nTags: again\n_k.-:\n \n \n x\n \n", gzip_entry(b"VmCore", noise("flips", 300), 100),
      text(b"Stacktrace", b"#0 main () at demo.c:1\n#1 start ()"), END)


# --- the realistic ones ----------------------------------------------------------------------------------------------

MAPS = [  # start, end, permissions, offset, path
    (0x57BD123DF000, 0x57BD123E1000, "r--p", 0, "/usr/bin/demo"),
    (0x57BD123E1000, 0x57BD123E5000, "r-xp", 0x2000, "/usr/bin/demo"),
    (0x57BD123E7000, 0x57BD123E8000, "r--p", 0x7000, "/usr/bin/demo"),
    (0x57BD123E8000, 0x57BD123E9000, "rw-p", 0x8000, "/usr/bin/demo"),
    (0x57BD138D2000, 0x57BD138F3000, "rw-p", 0, "[heap]"),
    (0x73929B800000, 0x73929B828000, "r--p", 0, "/usr/lib/x86_64-linux-gnu/libc.so.6"),
    (0x73929B828000, 0x73929B9BD000, "r-xp", 0x28000, "/usr/lib/x86_64-linux-gnu/libc.so.6"),
    (0x73929B9BD000, 0x73929BA15000, "r--p", 0x1BD000, "/usr/lib/x86_64-linux-gnu/libc.so.6"),
    (0x73929BA15000, 0x73929BA1B000, "rw-p", 0x215000, "/usr/lib/x86_64-linux-gnu/libc.so.6"),
    (0x7FFC5C2D6000, 0x7FFC5C2F7000, "rw-p", 0, "[stack]"),
]


def proc_maps():
    return "\n".join("%x-%x %s %08x fd:03 1968132 %s %s" % (a, b, p, o, " " * 18, f) for a, b, p, o, f in MAPS).encode()


def mebibyte(n):
    """The n-th MiB of a core dump: noise, text and pointers, and pages of zeros, compressing to about a quarter."""
    words = b"".join(b"symbol_%05d\0/usr/lib/demo/module-%d.so\0" % (i, i % 97) for i in range(n * 50, n * 50 + 6400))
    heap, libc = MAPS[4][0], MAPS[5][0]
    pointers = b"".join(struct.pack("<QQ", heap + 16 * i, libc + 8 * (i * i % 4093)) for i in range(8192))
    body = noise("core%d" % n, 229376) + words[:262144] + pointers
    return body + b"\0" * (1048576 - len(body))


def core_head(size):
    """ELF header and program headers of a core file whose segments hold `size` bytes in all; one page."""
    head = b"\x7fELF\2\1\1" + b"\0" * 9 + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    head += struct.pack("<IIQQQQQQ", 1, 6, 4096, MAPS[4][0], 0, size, size, 4096)
    return head.ljust(4096, b"\0")


def core_chunks(mebibytes):
    yield core_head(mebibytes << 20)
    for n in range(mebibytes):
        yield mebibyte(n)


def blocks(chunks, size):
    """The same bytes in pieces of `size`, as a program reads them from a file."""
    wait = b""
    for chunk in chunks:
        wait += chunk
        while len(wait) >= size:
            yield wait[:size]
            wait = wait[size:]
    if wait:
        yield wait


def core_lines(mebibytes, level=6, block=131072):
    """The base64 lines of a CoreDump entry as the reference writes them for a file of that size."""

    def line(data):
        return b" " + base64.b64encode(data) + b"\n" if data else b""

    yield line(gzip_header(b"CoreDump"))
    coder = zlib.compressobj(level, zlib.DEFLATED, -15, 8)
    crc = size = 0
    for piece in blocks(core_chunks(mebibytes), block):
        crc = zlib.crc32(piece, crc)
        size += len(piece)
        yield line(coder.compress(piece))
    yield line(coder.flush() + struct.pack("<II", crc, size & 0xFFFFFFFF))


def demo_head(title, release="Ubuntu 22.04"):
    deps = b"\n".join(b"lib%s%d 1.%d-%dubuntu1" % (n, i, i * 7 % 10, i) for i, n in enumerate(
        (b"acl", b"attr", b"c", b"crypt", b"gcc-s", b"gmp", b"idn2-", b"pcre2-8-", b"selinux", b"unistring"), 1))
    return b"".join((
        TYPE, b"Architecture: amd64\nCurrentDesktop: ubuntu:GNOME\n", DATE, text(b"Dependencies", deps),
        b"DistroRelease: %s\nExecutablePath: /usr/bin/demo\nExecutableTimestamp: 1644249788\n" % release.encode(),
        text(b"OpenFds", b"0:/dev/pts/3\npos:\t0\nflags:\t0104002\nmnt_id:\t40\nino:\t6\n\n"
                         b"1:/dev/pts/3\npos:\t0\nflags:\t0104002"),
        b"Package: demo 1.2.3-4ubuntu5\nPackageArchitecture: amd64\n"
        b"ProcCmdline: demo --name two\\ words\nProcCwd: /home/user\n",
        text(b"ProcEnviron", b"SHELL=/bin/bash\nLANG=de_DE.UTF-8\nTERM=xterm-256color\nXDG_RUNTIME_DIR=<set>\n"
                              b"PATH=(custom, no user)"),
        text(b"ProcMaps", proc_maps()),
        text(b"ProcStatus", b"Name:\tdemo\nUmask:\t0002\nState:\tS (sleeping)\n"
                            b"Tgid:\t4242\nVmPeak:\t    3080 kB\nThreads:\t1"),
        b"Signal: 11\nSignalName: SIGSEGV\nSourcePackage: demo\nTags: jammy wayland-session\n", text(b"Title", title),
        b"Uname: Linux 5.15.0-78-generic x86_64\nUserGroups: adm cdrom dip lpadmin lxd plugdev sudo\n",
        b"_LogindSession: 3\nmodified.conffile..etc.demo.conf: [modified]\n"
        b"mtime.conffile..etc.demo.conf: 2025-01-02T03:04:05\n"))


def demo_gzip():
    return demo_head(b"demo crashed with SIGSEGV in main()") + b"CoreDump: base64\n" + b"".join(core_lines(3))


def demo_zstd():
    core = core_head(1 << 20) + noise("zstd core", 196608) + b"\0" * (1048576 - 196608)
    frame = zstd_frame(core, size=False)
    head = demo_head(b"demo crashed with SIGABRT in abort()", "Ubuntu 24.04")
    return head + binary(b"CoreDump", *split(frame, 131072))


def demo_legacy():
    coder = zlib.compressobj(9)
    stream = coder.compress(core_head(262144) + mebibyte(7)[:262144]) + coder.flush()
    return demo_head(b"demo crashed", "Ubuntu 6.06") + binary(b"CoreDump", stream[:2], *split(stream[2:], 131072))


def whole_gzip(data):
    coder = zlib.compressobj(9, zlib.DEFLATED, 31)
    return coder.compress(data) + coder.flush()


def big_text():
    """1.5 MiB, folded; invalid UTF-8 would end it as text, so the last character is a long one."""
    line = b"%06d Jan  2 03:04:05 host demo[4242]: message with \xc3\xa4 and \ttabs"
    lines = b"\n".join(line % i for i in range(24000))
    return TYPE + text(b"JournalErrors", lines + "\n𝄞".encode()) + text(b"SyslogTail", lines[:70000]) + END


def big_line():
    return TYPE + b"ProcCmdline: " + b"word\xc3\xa4 " * 200000 + b"end" + b" " * 70000 + b"\n" + END


def escapes():
    return TYPE + text(b"Control", b"\x01\"\\\n" * 30000) + END


def stored_lines():
    """A value kept compressed, in lines of 174,764 characters that end in one '='."""
    member = gzip_member(noise("stored", 300000), deflate=deflate_stored)
    return TYPE + binary(b"VmCore", *split(member, 131072)) + binary(b"OneLine", member) + END


def bomb_gzip():
    coder = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = coder.compress(b"\0" * (32 << 20)) + coder.flush()
    return TYPE + binary(b"CoreDump", zeros) + END


def bomb_zstd():
    return TYPE + binary(b"CoreDump", zstd_frame(b"\0" * (16 << 20), check=False)) + END


LARGE = [
    ("demo_segv.crash", "a report of Ubuntu 22.04 with a core dump of 3 MiB", demo_gzip),
    ("demo_abort_zstd.crash", "a report made through systemd-coredump: Zstandard", demo_zstd),
    ("demo_legacy.crash", "a report as of 2006: zlib", demo_legacy),
    ("demo_wrapped.crash.gz", "a whole report inside gzip", lambda: whole_gzip(demo_legacy())),
    ("demo_wrapped_zstd.crash.zst", "a whole report inside Zstandard", lambda: zstd_frame(demo_head(b"wrapped"))),
    ("big_text.crash", "a folded text above 1 MiB and one below", big_text),
    ("big_line.crash", "a one-line text above 1 MiB, with much white space behind", big_line),
    ("big_escapes.crash", "a text that JSON makes many times longer", escapes),
    ("big_stored.crash", "compressed values in long lines", stored_lines),
    ("bomb_gzip.crash", "1,000 : 1", bomb_gzip),
    ("bomb_zstd.crash", "30,000 : 1", bomb_zstd),
]

# --- command line ----------------------------------------------------------------------------------------------------


def put(directory, name, data):
    with open(os.path.join(directory, name), "wb") as f:
        f.write(data)


def write_big(mebibytes, level, path):
    with os.fdopen(1, "wb", closefd=False) if path == "-" else open(path, "wb") as f:
        f.write(demo_head(b"demo crashed with a core of %d MiB" % mebibytes) + b"CoreDump: base64\n")
        for line in core_lines(mebibytes, level):
            f.write(line)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--demo", action="store_true", help="only the realistic ones")
    p.add_argument("--list", action="store_true", help="list them and write nothing")
    p.add_argument("--big", type=int, metavar="N", help="one report with a core dump of N MiB")
    p.add_argument("--level", type=int, default=6, help="deflate level for --big (default 6, as the reference)")
    p.add_argument("target", nargs="?", help="directory, made if missing; with --big a file")
    args = p.parse_args()
    if args.list:
        for name, note, _ in SMALL + LARGE:
            print("%-32s %s" % (name, note))
        return 0
    if args.target is None:
        p.error("where to?")
    if args.big is not None:
        write_big(args.big, args.level, args.target)
        return 0
    os.makedirs(args.target, exist_ok=True)
    for name, _, make in LARGE:
        if name.startswith("demo_") or not args.demo:
            put(args.target, name, make())
    for name, _, data in SMALL if not args.demo else ():
        put(args.target, name, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
