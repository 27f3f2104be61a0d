#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the inputs that fuzzing starts from: make_seeds.py DIR SAMPLES

DIR gets a folder per target; an input is a byte or two of settings and the bytes under test. Those of readers and writers are
made of the small files in SAMPLES/FORMAT. The same bytes every time.
"""

import base64
import gzip
import io
import lzma
import pathlib
import struct
import sys
import tarfile
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import make_traces as traces

RAW, ZLIB, GZIP = range(3)  # DFMTI_DEFLATE_*

TEXT = b"The quick brown fox jumps over the lazy dog. " * 40
NOISE = bytes(i * i * 7 + (i >> 5) & 255 for i in range(3000))
MAX_SAMPLE = 8192  # bytes; larger ones only slow fuzzing down


def compress(data, container, level=6, strategy=zlib.Z_DEFAULT_STRATEGY, flushes=()):
    bits = {RAW: -15, ZLIB: 15, GZIP: 31}[container]
    c = zlib.compressobj(level, zlib.DEFLATED, bits, 8, strategy)
    out = b""
    for flush in flushes:
        out += c.compress(data[: len(data) // 2]) + c.flush(flush)
        data = data[len(data) // 2 :]
    return out + c.compress(data) + c.flush()


def gzip_with_everything():
    """All optional parts of the header: extra field, name, comment, header checksum."""
    head = b"\x1f\x8b\x08\x1e" + bytes(6) + struct.pack("<H", 4) + b"AB\0\0" + b"name\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    return head + compress(TEXT, RAW) + struct.pack("<II", zlib.crc32(TEXT), len(TEXT))


def inflate_seeds():
    for container, name in (RAW, "raw"), (ZLIB, "zlib"), (GZIP, "gzip"):
        data = {
            "text": compress(TEXT, container),
            "stored": compress(NOISE, container, 0),
            "fixed": compress(TEXT, container, 9, zlib.Z_FIXED),
            "huffman": compress(NOISE, container, 9, zlib.Z_HUFFMAN_ONLY),
            "zeros": compress(bytes(70000), container),
            "blocks": compress(TEXT + NOISE, container, 6, zlib.Z_DEFAULT_STRATEGY, (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH)),
            "empty": compress(b"", container),
            "behind": compress(TEXT, container) + b"more",
            "cut": compress(TEXT, container)[:-9],
            "damaged": compress(TEXT, container)[:40] + b"\xff\xff" + compress(TEXT, container)[42:],
        }
        for kind, stream in data.items():
            yield "%s_%s" % (name, kind), bytes([container]) + stream
    yield "gzip_header", bytes([GZIP]) + gzip_with_everything()


def base64_seeds():
    line = base64.b64encode(NOISE[:300])
    yield "clean", b"\0" + line
    yield "lines", b"\1" + b"\n".join(base64.b64encode(NOISE[:n]) for n in range(20))
    yield "padding", b"\2" + b"QQ==QUI=\nQQ=\nQ\nQUJD=\n====QQ==\nQ=Q=Q=Q=\nQQ=A=="
    yield "junk", b"\3" + b"Q U\tJ\rD\0-_" + line[:100] + b"\xff" + line[100:]


def zstd_frame(block, content_size):
    """A frame with one uncompressed block, and a content size that need not be true."""
    return b"\x28\xb5\x2f\xfd\x80\x38" + struct.pack("<I", content_size) + (len(block) << 3 | 1).to_bytes(3, "little") + block


def identify_seeds():
    yield "zstd_stored", b"\1" + zstd_frame(NOISE, len(NOISE))
    yield "zstd_wrong_content_size", b"\x9b" + zstd_frame(NOISE, 70000)
    yield "zstd_skippable", b"\2" + b"\x50\x2a\x4d\x18\3\0\0\0abc" + zstd_frame(TEXT, len(TEXT))
    yield "gzip_members", b"\3" + compress(TEXT, GZIP) + compress(NOISE, GZIP)
    yield "gzip_zeros_behind", b"\4" + compress(TEXT, GZIP) + bytes(20)
    yield "gzip_text_behind", b"\5" + compress(TEXT, GZIP) + b"more"
    yield "xz_streams", b"\6" + lzma.compress(TEXT, preset=0) + bytes(4) + lzma.compress(NOISE, lzma.FORMAT_XZ, lzma.CHECK_CRC32, 0)
    report = b"ProblemType: Crash\nPackage: a 1\n"
    yield "zip_of_a_report", b"\7" + archive(zipped, report)
    yield "zip_of_two", b"\10" + archive(zipped, report, TEXT)
    yield "zip_of_a_tar", b"\11" + archive(zipped, archive(tarred, report))
    yield "tar_of_two", b"\12" + archive(tarred, report, TEXT)


def zipped(out, files):
    with zipfile.ZipFile(out, "w") as made:
        for number, data in enumerate(files):
            made.writestr(zipfile.ZipInfo("d/%d" % number), data, zipfile.ZIP_DEFLATED)


def tarred(out, files):
    with tarfile.open(fileobj=out, mode="w") as made:
        for number, data in enumerate(files):
            entry = tarfile.TarInfo("d/%d" % number)
            entry.size = len(data)
            made.addfile(entry, io.BytesIO(data))


def archive(pack, *files):
    out = io.BytesIO()
    pack(out, files)
    return out.getvalue()


MAIL = b"a: b\n\n--b\nContent-Transfer-Encoding: quoted-printable\n\n"


def carrier_seeds():
    text = "Größe \u20ac \U0001f600 " * 30
    yield "little", b"\0" + text.encode("utf-16-le")
    yield "big", b"\1" + text.encode("utf-16-be")
    yield "marks", b"\2\xff\xfe" + text.encode("utf-16-le") + b"\xfe\xff"
    yield "halves", b"\0" + "a\ud800\udc00\udc00\ud800b\ud800".encode("utf-16-le", "surrogatepass") + b"x"
    yield "utf8", b"\0\xef\xbb\xbf" + text.encode()
    yield "mail", b"\2" + MAIL + b"a=3Db  \n=\nc =\nd=0D=0A=\ne=4 =\r\n--b\nx=41\n--b--\n"


def excerpt_seeds():
    """A report begins with "R:"; of those of the second setting lines with "+" go on after an empty one."""
    yield "quoted", b"\1Hi\n\n> R:x\n> a\n>\n> b\nc\n\nR:d\n```\ne\n"
    yield "indented", b"\0    R:x\n    a\n\n    b\n  c\n"
    yield "goes_on", b"\2R:x\n+a\n\n+b\n\n\nbye\nR:y\n"
    yield "mail", b"\4" + MAIL + b"Hi =3D\n> =52:x=\nx\n> =2Ba=0D=0A=\n>\n> +b\n--b--\n"
    yield "fenced", b"\3x\r\n```\r\nR:x\r\n+a\r\n```\r\ny\r\n* R:z\r\n* a"


def sample_seeds(folder, size=1):
    """Each file under a few settings of that many bytes, which differ from file to file."""
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        if len(data) <= MAX_SAMPLE:
            first = zlib.crc32(path.name.encode())
            for n in range(3):
                settings = (first >> 8 * n & 2 ** (8 * size) - 1).to_bytes(size, "little")
                yield "%s_%s" % (path.name, settings.hex()), settings + data


# --- apitrace ---

# The reader's second byte of settings, see fuzz_reader.c.
FORM_SHIFT, CONTAINER_SHIFT = 0, 2
BY_CONTENT, RAW_STREAM, BROTLI, SNAPPY = (n << CONTAINER_SHIFT for n in range(4))
MAX_STREAM = 4096  # bytes; the smaller, the more runs


def event_streams():
    """Bare event streams: every version and kind, damaged, hostile, twice in one."""
    for version in range(7):
        yield "version%d" % version, traces.basic(version)
    yield "values", traces.every_value()
    yield "backtraces", traces.backtraces()
    yield "details", traces.odd_details()
    yield "interleaved", traces.interleaved()
    yield "ids", traces.sparse_ids()
    yield "nested", traces.nested(100)
    yield "padded", traces.padded()
    yield "twice", traces.basic(6) * 2
    yield "demo", traces.demo(3, 100)
    for n in range(7):
        whole = traces.basic(6 if n else 0)
        yield "cut%d" % n, whole[:len(whole) * (n + 1) // 8]
    integer = traces.uint
    for name, tail in (
            ("string", b"\7" + integer(2 ** 63)), ("blob", b"\x08" + integer(2 ** 40) + b"abc"),
            ("array", b"\x0b" + integer(2 ** 60) + bytes(9)), ("struct", b"\x0c\7\1S" + integer(2 ** 61) + b"\1m"),
            ("enum", b"\x09\7" + integer(2 ** 31) + b"\1E\4\1"), ("bitmask", b"\x0a\7" + integer(2 ** 64 - 1)),
            ("wide", b"\x0f" + integer(2 ** 62) + b"abc"), ("repr", b"\x0e" * 50), ("integer", b"\4" + b"\xff" * 12),
            ("kind", b"\x10"), ("repeated", b"\7\3abc\1\0\7\2de\1\0\x08\1f\0\1\1\0")):
        yield "bad_" + name, traces.damaged(b"\0\0\5\1\0" + tail)
    yield "bad_event", traces.damaged(b"\7")
    yield "bad_id", traces.damaged(b"\0\0" + integer(2 ** 32))
    yield "bad_leave", traces.damaged(b"\1" + integer(2 ** 64 - 1) + b"\1\0\x0b\2\0\0\0")
    yield "bad_frames", traces.damaged(b"\0\0\5\4" + integer(2 ** 40) + b"\0\0\1\0")
    yield "pending", traces.damaged(b"\0\0\5\0" * 300)


def trace_seeds():
    """Each stream in each form and in what it may be packed."""
    for i, (name, stream) in enumerate(event_streams()):
        stream = stream[:MAX_STREAM]
        for form in range(4):
            packings = (("raw", RAW_STREAM, stream), ("snappy", BY_CONTENT, traces.snappy(stream, 256)),
                        ("gzip", BY_CONTENT, traces.gzip(stream)), ("zstd", BY_CONTENT, traces.zstd(stream, 400, i % 2)),
                        ("brotli", BROTLI, traces.brotli(stream)))
            for packing, container, data in packings if form == i % 4 else packings[:2]:
                settings = bytes([i * 37 + form * 9 & 255, form << FORM_SHIFT | container])
                yield "%s_%s%d" % (name, packing, form), settings + data
                if packing != "raw":
                    yield "%s_%s%d_cut" % (name, packing, form), settings + data[:len(data) * 3 // 4]


def trace_writer_seeds():
    for i, (name, stream) in enumerate(event_streams()):
        for form in range(3):
            yield "%s_%d" % (name, form), bytes([form << 5 | i * 11 & 31]) + traces.snappy(stream[:MAX_STREAM])


SEEDS = {"reader-apitrace": trace_seeds, "roundtrip-apitrace": trace_writer_seeds}


def snappy_seeds():
    for name, data in ("text", TEXT), ("noise", NOISE), ("zeros", bytes(500)), ("trace", traces.demo(2, 64)):
        block = traces.snappy_block(data)
        yield name, b"\x80" + block
        yield name + "_cut", b"\xf0" + block[:len(block) // 2]
    literal = bytes([62 << 2]) + struct.pack("<I", len(NOISE) - 1)[:3] + NOISE
    yield "long_literal", b"\x40" + traces.uint(len(NOISE)) + literal
    yield "copies", b"\xff" + traces.uint(4 + 64 + 11 + 64) + b"\x0cabcd" + b"\xfe\4\0" + b"\x1d\4" + b"\xff\1\0\0\0"
    yield "before_start", b"\x70\x08\x1e\xff\xff"
    yield "cut_copy", b"\x80\x1a\4\2\2\0\1\1\3\4\0\4\x0c\0\4\1\2\x0d\x0c\x17\4\0\0"
    yield "empty_literal", b"\x80\4\4ab\xfc\xff\xff\xff\xff\4cd"
    yield "claims", b"\0\xff\xff\xff\xff\x0f\0a"


def brotli_seeds():
    for name, data in ("text", TEXT), ("noise", NOISE), ("trace", traces.demo(2, 64)):
        stream = traces.brotli(data)
        yield name, b"\5" + stream
        yield name + "_cut", b"\xf0" + stream[:len(stream) * 3 // 4]
        yield name + "_behind", b"\xf1" + stream + b"more"
    yield "empty", b"\2\x3b"


def share_seeds():
    """Places and spellings of all kinds, which mutations put next to each other."""
    log = b"03-17 08:00:00.123  1000  1276  1340 D "
    texts = [
        b"Account {name=chatty_jo, type=x}\nUserInfo{0:Jane Roe:13}\nto JANE ROE; Jane%20Roe; Roe, Jane. chatty_jo\n",
        b"wifi SSID: \"Pusteblume 5G\", Pusteblume 5GWPA_PSK\n  06:11:22:33:44:56   5180  -52  3.1  Cafe Nord   [ESS]\n",
        b"token: abcdefgh12345678; https://jo:s3cr3t@example.org/x?sid=a1b2c3d4e5 password=hunter2x\n",
        b"x=jane%40example.org&y=%6aane%2540example.org jane&#64;example.org \\u006aane@example.org b=aWQ9MSZsb2dpbj1qYW5lQGV4YW1wbGUub3Jn.\n",
        b"dial +493023125001 call 03023125001 imei 00-101234-567890-2 mac 00:00:5e:00:53:af address=00005E0053AF 203.0.113.7 2001:db8::1\n",
        log + b"Tag: to janexx@example.org\n" + log + b"Tag: to janexx@exam\n" + log + b"Tag: ple.org now\n",
        b"Mar 17 07:59:01 thinkbox sshd[1]: Location[gps 48.123456,11.234567 x] 48.1234,11.2349 /home/janedoe/bin\n",
        b"Content-Transfer-Encoding: quoted-printable\nFrom: Jane Roe <jane=40example.org>\nJane=20R=\noe\n",
        b"ProblemType: Crash\nLog: base64\n " + base64.b64encode(compress(b"a@example.org", GZIP)) + b"\nTitle: in /home/jdoe/x\n",
        b"<?xml version='1.0'?>\n<string name=\"SSID\">&quot;Nord&amp;Ost&quot;</string>\n-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----\n",
        "\ufeffto jane@example.org\n".encode("utf-16-le"),
    ]
    messages = [
        b"\n\x11jane@example.org.\x12\x0f\x08\1\n\tchatty_jo\x10\2\x1d\0\0\x80?",
        b"\x1a\x0f\x12\r\n\tchatty_jo\x10\1\n\x0b*\tchatty_jo\n\x0e\0\xffchatty_jo\0\1\2",
        b"\x09\xafS\0^\0\0\0\0\n\6\0\0^\0S\xaf\x08\xce\xb4\xe6\xa5\x9d\xb9o\n\nandroid_id\x12\x100123456789abcdef",
    ]
    seeds = [b"\0" + text for text in texts] + [b"\0" + b"".join(texts[:8]), b"\4" + b"".join(texts[:8])]
    seeds += [b"\x08" + message for message in messages] + [b"\x0c" + b"".join(messages)]
    return [("share%02d" % i, seed) for i, seed in enumerate(seeds)]


def pprof_seeds():
    """A profile of two columns, as it is and in gzip, one with its numbers one by one, and what each lacks in turn."""
    def field(number, content):
        if isinstance(content, int):
            return bytes([number << 3]) + bytes([content])
        return bytes([number << 3 | 2, len(content)]) + content

    def message(*numbers):
        return b"".join(field(i, n) for i, n in enumerate(numbers, 1) if n)

    texts = b"", b"samples", b"count", b"cpu", b"nanoseconds", b"/bin/a", b"main", b"f", b"tid"
    label = field(3, message(8, 0, 7))
    parts = [field(1, message(1, 2)), field(1, message(3, 4)), field(2, field(1, b"\2\1") + field(2, b"\3\x0a") + label),
             field(2, field(1, 1) + field(2, 1) + field(2, 9)), field(3, message(1, 0, 99, 0, 5)),
             field(4, message(1, 1, 16) + field(4, message(1))), field(4, message(2, 1, 17) + field(4, message(2)) + field(4, message(1))),
             field(5, message(1, 6)), field(5, message(2, 7, 7)), *[field(6, text) for text in texts], field(14, 3)]
    whole = b"".join(parts)
    seeds = [b"\0" + whole, b"\3" + whole, b"\0" + gzip.compress(whole, mtime=0), b"\0" + field(9, 1) + whole]
    seeds += [b"\0" + b"".join(parts[:i] + parts[i + 1:]) for i in range(len(parts))]
    return [("pprof%02d" % i, seed) for i, seed in enumerate(seeds)]


LINES = b"""\
03-17 08:15:01.123   512   530 I Tag     : threadtime
2024-03-17 08:15:01.123456 -0330  u0_a1  1  2 F a b: with all
01-02 03:04:01.000 W/Old     ( root:   12): time
01-02 03:04:01.000: ERROR/AndroidRuntime(2145): ddms
E/Net(2)( 1234): brief
E/Tag     : E/Inner( 12): tag or brief
E( 1000:   12) process  (Tag)
E(   12:   13) thread
[ 12-31 23:59:59.999  123:  456 E/Tag      ]
long

more
2024-04-10 12:00:45.621  7412-7413  tag                     com.example.app                      E  studio
                                                                                                    more
12:00:45.621  W  compact
04-10 12:00:45.621 7412-7413/com.example.app E/Tag: studio_old
    more
<6>[   12.345678][  T123] kernel
[   12.345678]  [4:           comm:  123] samsung
[   12.345678]-(3)[123:comm]mediatek
[   12.345678] c1   123 (comm) marvell
[   12.345678 / 03-17 08:15:01.123][3] lg
[Wed Nov 20 10:11:12 2024] human
kern  :info  : [   12.345678] decoded
2024-11-20T10:11:12,123456+01:00 iso
6,1234,12345678,-;kmsg
<34>Nov 20 10:11:12 pine su[1]: syslog
<13>1 2024-11-20T10:11:12.1Z pine app 12 ID [a b="c"] 5424
Wed 2024-11-20 10:11:12 CET pine a[1]: short_full
[   12.345678] pine kernel: short_monotonic
--------- beginning of main
text
"""


def line_seeds():
    lines = LINES.splitlines()
    for i in range(0, len(lines), 2):
        yield "two%02d" % i, b"\0" + b"\n".join(lines[i : i + 2])
    yield "all", b"\0" + LINES
    yield "quoted", b"\0" + b"".join(b"> " + line + b"\r\n" for line in lines)
    yield "coloured", b"\2" + b"".join(b"\x1b[38;5;40m" + line + b"\x1b[0m\n" for line in lines)
    yield "columns", b"\xc8" + LINES


FAULTS = b"""\
<1>[    1.000000][  T7] Unable to handle kernel NULL pointer dereference at virtual address 0
[    1.000000]  [3:a:b: 421] Internal error: Oops: 96000004 [#1] PREEMPT SMP
[    1.000000]  (3)[421:a]CPU: 1 UID: 0 PID: 7 Comm: a b Tainted: G  6.1.0
[    1.000000] c3   421 (a) pc : 0x40
lr : f.isra.0+0x1/0x2
Call trace:
 [<c0123456>] (f+0x0/0x40) from [<c0123457>] (g+0x1/0x2)
 <TASK>
 f.cold+0x1/0x2 [m]
 g from h+0x1/0x2
RIP: 0010:f+0x1/0x2
---[ end trace 0 ]---
Kernel panic - not syncing: x exitcode=1
BUG: x: 0000 [#1] SMP
watchdog: BUG: soft lockup - CPU#1 stuck for 2s! [a:b:7]
NMI watchdog: CPU3: Watchdog detected hard LOCKUP on cpu 4
rcu: INFO: rcu_x self-detected stall on CPU
task:a b             state:R stack:0 pid:7
INFO: task a:b:7 blocked for more than 120 seconds.
Memory cgroup out of memory: Killed process 7 ((a)) total-vm:1kB
WARNING: CPU: 1 PID: 7 at a.c:1 f+0x1/0x2
WARNING: a.c:1 at f+0x1/0x2, CPU#1: a/7
WARNING: at a.c:1 f+0x1/0x2()
UBSAN: a-b in a.c:1
mce: [Hardware Error]: CPU 1: Machine Check: 0 Bank 1: 0
i915 0: [drm] GPU HANG: ecode 1:2, in a [7]
[drm:x_job_timedout [x]] *ERROR* ring y timeout
x: Process information: process a pid 7 thread b pid 8
amdgpu 0: amdgpu: ring x timeout, signaled seq=1
a[7]: segfault at 0 ip 12 sp 0 error 4 in l+[5,1+20]
traps: a[7] trap int3 ip:12 sp:0 error:0 in l[1+20]
kern  :warn  : [Thu Nov  2 04:05:06 2023][3] BUG: x
Nov  2 04:05:06 host kernel: general protection fault: 0000 [#1]
"""


RULES = [
    b"# none\n\n  \r\n",
    b"native.top my_abort*\n-native.base clone*\nnative.base a b\n",
    b"-* *\nkernel.skip do_*_irq\n-kernel.skip do_a*\xffapi.swap **a*b*\xffapi.normal Get*\n",
    b"memory.top x\nnative.up y\n",
    b"java.plumbing\n",
    b"kernel.suffix .odd\nkernel.comm_end Vendor: *\nkernel.no_frame VND: *\npython.plumbing */my/*\n",
]


def kernel_seeds():
    lines = FAULTS.splitlines(keepends=True)
    for i in range(0, len(lines), 3):
        yield "three%02d" % i, b"\0" + b"".join(lines[i : i + 3])
    yield "all", b"\0" + FAULTS


NAMES = b"""
_ZNSt6vectorIN2ns4PairIKcdEESaIS3_EE9push_backEOS3_
_ZN3net6SocketC2ERKNS_7AddressEj.constprop.0@@NET_1.2
_ZZN4game5World4tickEfENKUlRT_DpOT0_E_clINS_4UnitEJiPcEEEDaS1_S4_
_Z5applyIJlbEEDTclfp_spfp0_EEPFvDpT_EDpRKS0_
_Z3addIiLin5ELb1ELPKc0EEN3VecIXmlT0_Li2EEE1AEPA4_T_MS2_KDoFvvRE
_ZNK4MyIntcvT_IlEEv
_ZThn16_N4BaseD0Ev
_ZGVZN3foo3barEvE5cache_0
___Z4workv_block_invoke_2
_RNvMs0_NtCs9ltgdHTiPiY_5crate4nodeINtB5_4NodehKj10_E3new
_RINvNtCs1_3std3mem4swapDG_INtC1c1TRL0_eEp4ItemFUKCxEbEL_ECs2_3bin
_RNvC6mycrateu8gdel_5qa
_ZN43_$LT$my..Type$u20$as$u20$core..fmt..Debug$GT$3fmt17h1f2e3d4c5b6a7988E
""".split()


def demangle_seeds():
    for i, name in enumerate(NAMES):
        for style in range(3):
            yield "name%02d-%d" % (i, style), bytes([style]) + name


def targets(samples):
    yield "base64", base64_seeds()
    yield "inflate", inflate_seeds()
    yield "line", line_seeds()
    yield "demangle", demangle_seeds()
    yield "kernel", kernel_seeds()
    yield "rules", (("rules%02d" % i, b"\0" + text) for i, text in enumerate(RULES))
    yield "carrier", carrier_seeds()
    yield "excerpt", excerpt_seeds()
    yield "identify", identify_seeds()
    yield "snappy", snappy_seeds()
    yield "brotli", brotli_seeds()
    yield "share", share_seeds()
    yield "pprof", pprof_seeds()
    for folder in sorted(samples.iterdir()):
        yield "identify", sample_seeds(folder)
        yield "scan", sample_seeds(folder, 2)
        yield "rows", sample_seeds(folder, 2)
        yield "share", sample_seeds(folder)
        yield "triage", sample_seeds(folder)
        yield "reader-" + folder.name, sample_seeds(folder, 2)
        yield "roundtrip-" + folder.name, sample_seeds(folder)
        yield "columns-" + folder.name, sample_seeds(folder)  # not all have such a target
        if folder.name == "simpleperf":
            yield "nanopb", sample_seeds(folder)
    for target, seeds in SEEDS.items():
        yield target, seeds()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for target, seeds in targets(pathlib.Path(sys.argv[2])):
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in seeds:
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
