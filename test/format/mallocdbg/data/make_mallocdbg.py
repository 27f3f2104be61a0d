#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the mallocdbg samples: heap dumps, recorded operations and logs, sound and damaged.

    make_mallocdbg.py FOLDER
    make_mallocdbg.py --demo FOLDER    some to look at: a program's heap before and after, its operations, its log
"""

import pathlib
import sys

DIVIDER = " ".join(["***"] * 16)
FINGERPRINT = "google/raven/raven:15/AP3A.241105.007/1:userdebug/dev-keys"
MAPS = [
    ("7f00001000-7f00021000 r--p 00000000 fd:00 413", "/system/lib64/libc.so"),
    ("7f00021000-7f00099000 r-xp 00020000 fd:00 413", "/system/lib64/libc.so"),
    ("7f000a0000-7f000c0000 r-xp 00000000 07:128 99", "/data/app/a b (x)/base.apk"),
    ("7f000d0000-7f000d1000 rw-s 00000000 00:05 7", "/dev/ashmem/x (deleted)"),
    ("7f000e0000-7f000f0000 ---p 00000000 00:00 0", ""),
    ("ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0", "[vsyscall]"),
]
RECORDS = [  # zygote, size, count, pcs
    (0, 65536, 3, [0x7F00021010, 0x7F000A0044, 0x7F00025000]),
    (0, 4096, 1, [0x7F00021010, 0x7F000A0044]),
    (0, 123456789, 12, [0x7F00021010]),
    (0, 16, 70000, [0x7F00021010, 0xDEAD]),
    (0, 16, 2, []),
    (1, 24, 1, [0x7F00023000, 0xFFFFFFFFFF600400, 1]),
]
INFO = [
    [("/system/lib64/libc.so", 0x20010, "malloc", 0x10), ("/data/app/a b (x)/base.apk!libx.so", 0x44, "", 0),
     ("", 0x5000, 'operator"" _km(unsigned long long)', 0x1F)],
    [("/system/lib64/libc.so", 0x20010, "f::{lambda(int)#1}::operator()(int) const", 8), ("x", 1, "y } {", 2)],
    [("/system/lib64/libc.so", 0x20010, "malloc", 0x10), ("behind a zero pc", 3, "", 0)],
    None,
    None,
    [("a", 1, "b", 2), ("[vsyscall]", 0x400, "", 0), ("", 1, "", 0)],
]


BIASED_MAPS = [  # code that is mapped farther on than it is stored, of a file that is mapped twice; and of an archive
    ("70000000-70002000 r--p 00000000 fd:00 7", "/lib/libx.so"),
    ("70003000-70008000 r-xp 00002000 fd:00 7", "/lib/libx.so"),
    ("70009000-7000a000 r--p 00007000 fd:00 7", "/lib/libx.so"),
    ("7000b000-7000c000 rw-p 00008000 fd:00 7", "/lib/libx.so"),
    ("7000c000-7000d000 rw-p 00000000 00:00 0", "[anon:.bss]"),
    ("7000d000-7000f000 r--p 00000000 fd:00 7", "/lib/libx.so"),
    ("7000f000-70010000 ---p 00000000 00:00 0", ""),
    ("70010000-70015000 r-xp 00002000 fd:00 7", "/lib/libx.so"),
    ("70020000-70022000 r--p 00006000 fd:00 9", "/data/app/base.apk"),
    ("70023000-70028000 r-xp 00008000 fd:00 9", "/data/app/base.apk"),
    ("70030000-70031000 rwxp 00000000 00:00 0", "[anon:jit]"),
]
BIASED = [
    (0, 100, 2, [0x70003010, 0x70010010, 0x70023010, 0x70030010]),
    (0, 50, 1, [0x70000020, 0x7000B030, 0x7000F000, 0x90000000]),
    (1, 10, 3, [0x70010010]),
]
BIASED_INFO = [
    [("/lib/libx.so", 0x3010, "f", 16), ("/lib/libx.so", 0x3010, "f", 16), ("/data/app/base.apk!liby.so", 0x3010, "g", 0),
     ("[anon:jit]", 0x10, "", 0)],
    [("/lib/libx.so", 0x20, "", 0), ("/lib/libx.so", 0xB030, "", 0), ("", 0x7000F000, "", 0), ("", 0x90000000, "", 0)],
    [("/lib/libx.so", 0x3010, "f", 16)],
]


def maps(width=73, of=None):
    out = ["MAPS"]
    for head, name in of or MAPS:
        out.append(((head + " ").ljust(width) + name) if name else head + " ")
    return out + ["END"]


def dump(version, records=RECORDS, info=None, total=None, count=None, true_counts=True, depth="Backtrace size: 16", of=None):
    out = ["Android Native Heap Dump v" + version, ""]
    if version == "1.2":
        out += ["Build fingerprint: '%s'" % FINGERPRINT, ""]
    if total is None:
        total = sum(size * (n if true_counts else 1) for _, size, n, _ in records)
    out += ["Total memory: %d" % total, "Allocation records: %d" % (len(records) if count is None else count)]
    out += ([depth] if depth else []) + [""]
    for i, (zygote, size, n, pcs) in enumerate(records):
        number = "%4d" % n if version == "1.0" else "   %d" % n
        frames = "".join(" %x" % pc if version == "1.2" else " %016x" % pc for pc in pcs)
        out.append("z %d  sz %8d  num %s  bt%s" % (zygote, size, number, frames))
        if info and info[i]:
            out.append("  bt_info" + "".join(' {"%s" %x "%s" %x}' % e for e in info[i]))
    return out + maps(of=of)


def comma():
    out = ["Android Native Heap Dump v1.0", "", "Total memory: 300", "Allocation records: 2",
           "WARNING: mismatched backtrace sizes (16 vs. 32)", ""]
    out += ["z 1  sz      100,  num    1, 0xa0b3e11b, 0x00008643", "z 0  sz      100,  num    2"]
    return out + maps(49)


def snap():
    out = ["Heap Snapshot v1.0", "", "Total memory: 200", "Allocation records: 1", "Backtrace size: 32", ""]
    out += ["z 0  sz      100  num    2  bt a0827f69 a0aa0370",
            "          #00  pc 00011f69  /system/lib/libc.so (realloc+735)",
            "          #01  pc 00041370  /system/lib/libx.so"]
    return out + maps(49)


OPERATIONS = """\
1200: malloc 0x7f00001000 100
1200: calloc 0x7f00002000 4 25
1201: memalign 0x7f00004000 4096 1
1201: realloc 0x7f00003000 0x7f00001000 200
1201: malloc 0x0 18446744073709551615
1200: free 0x7f00002000
1201: free 0x7f00009999
1201: thread_done 0x0
1200: realloc 0x0 0x7f00003000 0
1202: malloc 0x7f00001000 16 1000 2000
1202: free 0x7f00001000 3000 4000 4096
1202: realloc 0x7f00001000 0x0 5 6000 7000 0
1202: thread_done 0x0 8000
-7: malloc 0xffffffffffffffff 1
"""

FRAMES = ["          #00  pc 00029310  /system/lib/libc.so", "          #01  pc 00021438  /system/lib/libc.so (newlocale+160)",
          "          #02  pc 000a9e38  /data/app/base.apk (offset 0x1000) (f(int)+4)",
          "          #03  pc 00000010  /x y (deleted) (g (b)+2)", "          #04  pc 00000020  <unknown>",
          "          #05  pc 00000030  "]
FULL_FRAMES = ["          #0  pc 0000000000029310  /system/lib64/libc.so (malloc)",
               "          #10  pc 0000000000000044  (offset 0x1000) /data/app/base.apk (operator new(unsigned long)+12)"]


def reports(frames=FRAMES):
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED FRONT GUARD",
           "  allocation[-32] = 0x00 (expected 0xaa)", "  allocation[-15] = 0x02 (expected 0xaa)",
           "Backtrace at time of failure:"] + frames + [DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED REAR GUARD",
           "  allocation[100] = 0xbf (expected 0xbb)", "Backtrace at time of failure:",
           "  Backtrace failed to get any frames.", DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 USED AFTER FREE", "  allocation[0] = 0x00 (expected 0xef)",
           "Backtrace at time of free:"] + frames + [DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 USED AFTER FREE (free)", "Backtrace of original free:"] + frames + [
        "Backtrace at time of failure:"] + frames + [DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 UNKNOWN POINTER (malloc_usable_size)", "Backtrace at time of failure:"
           ] + frames + [DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x7123456789 HAS INVALID TAG 1ee7d00c (realloc)", "Backtrace at time of failure:"
           ] + frames + [DIVIDER]
    yield [DIVIDER, "+++ ALLOCATION 0x12345678 HAS CORRUPTED HEADER TAG 0x1cc7dccc AFTER FREE", DIVIDER]
    yield ["+++ app_process leaked block of size 24 at 0x12345678 (leak 1 of 2)", "Backtrace at time of allocation:"
           ] + frames
    yield ["+++ /a leaked block of size 1 at 0x1 leaked block of size 8 at 0x12345680 (leak 2 of 2)"]


MESSAGES = [
    "a.out: malloc debug enabled", "a.out: Run: 'kill -47 123' to dump the backtrace.", "Dumping to file: /data/x.txt",
    "Unable to create file: /data/x.txt", "Cannot create record alloc file /a: b: Permission denied",
    "Failed to write record alloc information: No space left on device",
    "Maximum number of records added, all new operations will be dropped.", "No alloc entries to write.",
    "Unable to set up record dump signal function: Invalid argument", "a.out: unknown option bactrace",
    "a.out: bad value for option 'guard', value must be >= 1: 0", "For malloc debug option descriptions go to:",
    "  https://android.googlesource.com/platform/bionic/+/main/libc/malloc_debug/README.md",
    "No tracked pointer found for 0x7f00", "Pointer 0x7f00 hash_index 12 does not exist.",
    "  hash_index 3 does not have matching frame data.", "pthread_key_create failed: Out of memory",
    "something that nobody knows",
]
HEADS = {
    "threadtime": "04-15 12:00:31.304  7412  7413 E malloc_debug: %s",
    "year": "2025-04-15 12:00:31.304567 +0200  7412  7413 E malloc_debug: %s",
    "uid": "04-15 12:00:31.304 u0a12  7412  7413 E malloc_debug: %s",
    "epoch": "         1681560031.304  7412  7413 E malloc_debug: %s",
    "time": "04-15 12:00:31.304 E/malloc_debug( 7412): %s",
    "brief": "E/malloc_debug( 7412): %s",
    "tag": "E/malloc_debug: %s",
    "process": "E( 7412) %s  (malloc_debug)",
    "thread": "E( 7412: 7413) %s",
    "long": "[ 04-15 12:00:31.304  7412: 7413 E/malloc_debug ]\n%s\n",
    "stderr": "malloc_debug: %s",
    "color": "\x1b[38;5;196m04-15 12:00:31.304  7412  7413 E malloc_debug: %s\x1b[0m",
}


def log(head, groups):
    return [head % line for group in groups for line in group]


def other(n):
    return ["04-15 12:00:3%d.000  1200  1222 I ActivityManager: Start proc %d:com.example/u0a1" % (i % 10, i)
            for i in range(n)]


def mixed():
    one = log(HEADS["threadtime"], reports())
    two = [line.replace(" 7413 ", " 7500 ") for line in one]
    out = []
    for i, (a, b) in enumerate(zip(one, two)):
        out += [a] + (other(1) if i % 3 == 0 else []) + [b]
    return out


def lines(x):
    return "".join(line + "\n" for line in x).encode("utf-8", "surrogateescape")


def sound_dumps():
    yield "v12.txt", lines(dump("1.2"))
    yield "v12_info.txt", lines(dump("1.2", info=INFO))
    yield "info_unindented.txt", lines(dump("1.2", info=INFO)).replace(b"  bt_info", b"bt_info")
    yield "info_blanks.txt", lines(dump("1.2", info=INFO)).replace(b"  bt_info ", b"\tbt_info").replace(
        b'} {"', b'}\t  {"').replace(b' "malloc" 10}', b' \t"malloc"  10} ')
    yield "frames_unindented.txt", lines(dump("1.2", info=INFO)).replace(
        b"MAPS", b"#00  pc 0000000000001010  /system/lib64/libc.so (malloc+16)\nMAPS").replace(
        b"\nz 1", b"\n    #00  pc 0000000000001010  /system/lib64/libc.so (malloc+16)\n#01 pc 44  /b (f)\nz 1")
    yield "v11.txt", lines(dump("1.1"))
    yield "v10_true.txt", lines(dump("1.0"))
    yield "v10_ones.txt", lines(dump("1.0", true_counts=False))
    yield "v10_no_depth.txt", lines(dump("1.0", depth=None))
    yield "v10_warning.txt", lines(dump("1.0", depth="WARNING: mismatched backtrace sizes (16 vs. 32)"))
    yield "comma.txt", lines(comma())
    yield "snap.txt", lines(snap())
    yield "v12_32.txt", lines(dump("1.2", records=[(0, 8, 1, [0xA0827F69])]))
    yield "empty.txt", lines(dump("1.2", records=[]))
    yield "crlf.txt", lines(dump("1.2", info=INFO)).replace(b"\n", b"\r\n")
    yield "no_newline.txt", lines(dump("1.2"))[:-1]
    yield "not_available.txt", (b"Native heap dump not available. To enable, run these commands (requires root):\n"
                                b"# adb shell stop\n# adb shell setprop libc.debug.malloc.options backtrace\n"
                                b"# adb shell start\n")
    yield "around.txt", b"* daemon started successfully\n\n" + lines(dump("1.2")) + b"\n$ exit\n"
    yield "no_maps.txt", lines(dump("1.1")[:-8] + ["MAPS", "Could not open /proc/self/maps", "END"])
    yield "no_maps_v10.txt", lines(dump("1.0")[:-8] + ["MAPS", "Could not open /proc/self/maps"])
    yield "blank_lines.txt", lines(dump("1.2")).replace(b"MAPS\n", b"\n\n  \nMAPS\n").replace(b"\nz 1", b"\n\nz 1")
    yield "latin1.txt", lines(dump("1.2")).replace(b"libc.so", b"lib\xe9.so")
    yield "wide.txt", lines(dump("1.2", records=[(0, 2**64 - 1, 2**64 - 1, [2**64 - 1] * 40)], total=1))
    yield "flips.txt", lines(dump("1.2", records=RECORDS[:2], info=INFO)[:-4] + ["END"])
    yield "biased.txt", lines(dump("1.2", records=BIASED, of=BIASED_MAPS))
    yield "biased_info.txt", lines(dump("1.2", records=BIASED, info=BIASED_INFO, of=BIASED_MAPS))
    many = [(i % 7 == 0, i * 16 + 1, i % 50 + 1, [0x7F00021000 + i * j % 4093 for j in range(1, i % 17)])
            for i in range(3000)]
    yield "many.txt", lines(dump("1.2", records=many))
    yield "many_info.txt", lines(dump("1.2", records=many, info=[
        [("/system/lib64/libc%d.so" % (pc % 5), pc & 0xFFFFF, "function_%d(int)" % (pc % 11), pc & 0xFF) for pc in r[3]]
        or None for r in many]))


def damaged_dumps():
    good = lines(dump("1.2", info=INFO))
    yield "bad_version.txt", good.replace(b"v1.2", b"v9.9")
    yield "bad_header.txt", good.replace(b"Android Native", b"Android Naive")
    yield "bad_no_header.txt", good[good.index(b"Total") :]
    yield "bad_no_header_at_all.txt", good[good.index(b"z 0") :]
    yield "bad_total.txt", good.replace(b"Total memory: ", b"Total memory: 99999999999999999999")
    yield "bad_count.txt", good.replace(b"Allocation records: 6", b"Allocation records: 7")
    yield "bad_record.txt", good.replace(b"sz     4096", b"sz     x096")
    yield "bad_zygote.txt", good.replace(b"z 0  sz     4096", b"z 2  sz     4096")
    yield "bad_negative.txt", good.replace(b"sz     4096", b"sz    -4096")
    yield "bad_number.txt", good.replace(b"sz     4096", b"sz 99999999999999999999")
    yield "bad_pc.txt", good.replace(b"7f000a0044", b"17f000a00447f000a0044")
    yield "bad_info.txt", good.replace(b'"malloc" 10}', b'"malloc" xy}')
    yield "bad_info_short.txt", good.replace(b' {"x" 1 "y } {" 2}', b"")
    yield "bad_info_twice.txt", good.replace(b"  bt_info", b'  bt_info {"a" 1 "b" 2}\n  bt_info', 1)
    yield "bad_stray_info.txt", good.replace(b"z 0", b'  bt_info {"a" 1 "b" 2}\nz 0', 1)
    yield "bad_line.txt", good.replace(b"z 1", b"what is this?\nz 1")
    yield "bad_map.txt", good.replace(b"7f000a0000-7f000c0000", b"7f000a0000-7f00000000")
    yield "bad_map_line.txt", good.replace(b" rw-s ", b" rw-q ")
    yield "bad_second.txt", good + good
    yield "bad_second_inside.txt", good.replace(b"z 1", good[: good.index(b"z 0")] + b"z 1", 1)
    yield "bad_nul.txt", good.replace(b"num    12", b"num  \0 12")
    for name, at in (("header", 20), ("fingerprint", 60), ("record", good.index(b"sz") + 5),
                     ("info", good.index(b"malloc")), ("maps", good.index(b"MAPS") + 2), ("map", good.index(b"413"))):
        yield "cut_in_%s.txt" % name, good[:at]


def operations():
    yield "ops.txt", OPERATIONS.encode()
    yield "ops_crlf.txt", OPERATIONS.encode().replace(b"\n", b"\r\n")
    yield "ops_no_newline.txt", OPERATIONS.encode()[:-1]
    yield "ops_lenient.txt", (b" 12:malloc 10 5\n\n1:  free\t0X1F\n1: malloc 0x1 5 6 7 8 9\n1: free 0x1 5 6 -1\n"
                              b"1: thread_done 0x0 1 2\n1: realloc 0x1 2 3 0 0\n")
    for name, line in (("word", b"1: mallocx 0x1 1"), ("nil", b"1: malloc (nil) 1"), ("signed", b"1: malloc 0x1 -5"),
                       ("big", b"1: malloc 0x1 99999999999999999999"), ("missing", b"1: calloc 0x1 5"),
                       ("one_time", b"1: malloc 0x1 5 6"), ("tid", b"99999999999: free 0x1"), ("junk", b"\0\xff"),
                       ("glued", b"1: malloc 0x1g 5")):
        yield "bad_op_%s.txt" % name, OPERATIONS.encode() + line + b"\n" + OPERATIONS.encode()
    yield "ops_many.txt", b"".join(
        b"%d: malloc 0x%x %d %d %d\n%d: free 0x%x %d %d\n" % (i % 9 + 1, 4096 + i * 16, i % 300, i * 10, i * 10 + 5,
                                                              i % 9 + 1, 4096 + i * 16, i * 10 + 6, i * 10 + 9)
        for i in range(1, 3000))


def logs():
    for name, head in HEADS.items():
        yield "log_%s.txt" % name, lines(log(head, list(reports()) + [[m] for m in MESSAGES]))
    yield "log_full.txt", lines(log(HEADS["threadtime"], reports(FULL_FRAMES)))
    yield "log_among_others.txt", lines(["--------- beginning of main"] + other(40) +
                                        log(HEADS["threadtime"], [other(1)] and list(reports())) + other(3))
    yield "log_mixed.txt", lines(mixed())
    yield "log_threads.txt", lines([HEADS["threadtime"].replace("7413", str(i)) % "+++ ALLOCATION 0x10 USED AFTER FREE"
                                    for i in range(100, 200)])
    yield "log_cut.txt", lines(log(HEADS["threadtime"], [list(reports())[0][:7], list(reports())[3], list(reports())[2][:4]]))
    yield "log_glued.txt", lines(log(HEADS["threadtime"], reports())).replace(b"libc.so\n", b"lib          #01 pc\n", 1)
    yield "log_legacy.txt", lines([h.replace("malloc_debug", "libc    ") % "+++ REALLOCATION 0x1 SIZE 2 OF FREED MEMORY!"
                                   for h in (HEADS["threadtime"], HEADS["brief"])])
    yield "log_libc.txt", lines([HEADS["threadtime"].replace("malloc_debug", "libc    ") % m for m in (
        "a.out: failed to enable malloc debug", "a.out: Unable to open shared library x.so: not found",
        'a.out: dlsym("f") failed', "Access denied finding property", "a.out: f routine not found in x.so")])


def nothing():
    yield "zero.txt", b""
    yield "bom.txt", b"\xef\xbb\xbf" + lines(dump("1.2"))
    yield "v12_utf16.txt", ("\ufeff" + lines(dump("1.2", info=INFO)).decode()).encode("utf-16-le")
    yield "ops_utf16.txt", OPERATIONS.encode("utf-16-be")
    yield "log_utf16.txt", ("\ufeff" + lines(log(HEADS["threadtime"], reports())).decode().replace("\n", "\r\n")).encode("utf-16-le")
    yield "newlines.txt", b"\n\n\n"
    yield "binary.txt", bytes(range(256)) * 8


# A program that decodes pictures and keeps too many: what stands in each frame, and where it is in its library.
APP, LIBC = "/data/app/com.example.gallery/lib/arm64/libdecode.so", "/system/lib64/libc.so"
PLACES = {"malloc": (LIBC, 0x4A3C0, 64), "operator new(unsigned long)": (LIBC, 0x4B1F8, 28),
          "decode_row(int)": (APP, 0x1A30, 112), "Picture::Picture(int, int)": (APP, 0x2210, 48), "Cache::add(Picture*)": (APP, 0x3008, 20),
          "read_settings()": (APP, 0x4100, 8), "main": (APP, 0x1000, 200)}
BEFORE = [(0, 4096, 2, ["malloc", "read_settings()", "main"]),
          (1, 65536, 10, ["malloc", "decode_row(int)", "Picture::Picture(int, int)", "Cache::add(Picture*)", "main"]),
          (1, 1024, 7, ["malloc", "decode_row(int)", "main"]),
          (1, 48, 10, ["operator new(unsigned long)", "Cache::add(Picture*)", "main"])]
AFTER = [(0, 4096, 2, ["malloc", "read_settings()", "main"]), (1, 1 << 20, 1, ["malloc", "main"]),
         (1, 65536, 250, ["malloc", "decode_row(int)", "Picture::Picture(int, int)", "Cache::add(Picture*)", "main"]),
         (1, 1024, 3, ["malloc", "decode_row(int)", "main"]),
         (1, 48, 250, ["operator new(unsigned long)", "Cache::add(Picture*)", "main"])]


def demo_dump(version, records, shift, info=True):
    """Libraries lie elsewhere in each run: by `shift`."""
    base = {LIBC: 0x7B00000000 + shift, APP: 0x7C00000000 + 3 * shift}
    pcs = [(z, size, n, [base[PLACES[f][0]] + PLACES[f][1] for f in frames]) for z, size, n, frames in records]
    names = [[(PLACES[f][0], PLACES[f][1], f, PLACES[f][2]) for f in frames] for _, _, _, frames in records]
    out = dump(version, pcs, names if info else None)
    where = ["%x-%x r-xp 00000000 fd:00 %d" % (base[x], base[x] + 0x100000, i) for i, x in ((7, LIBC), (9, APP))]
    return lines(out[: out.index("MAPS") + 1] + [(w + " ").ljust(73) + x for w, x in zip(where, (LIBC, APP))] + ["END"])


def demo_operations():
    rows, now = [], 1_000_000
    for i in range(1, 41):
        now += 1500
        tid, ptr = 300 + i % 2, 0x7B10000000 + 4096 * i
        rows.append("%d: malloc 0x%x %d %d %d" % (tid, ptr, 512 * (i % 5 + 1), now, now + 400))
        if i % 4:
            rows.append("%d: free 0x%x %d %d" % (tid, ptr, now + 500, now + 600))
    return lines(rows + ["301: thread_done 0x0 %d" % (now + 1000)])


def demo(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in {"demo_before.heap": demo_dump("1.2", BEFORE, 0),
                       "demo_after.heap": demo_dump("1.2", AFTER, 0x54000), "demo.allocs": demo_operations(),
                       "demo.logcat": lines(other(20) + log(HEADS["threadtime"], reports()) + other(9))}.items():
        (folder / name).write_bytes(data)


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    made = set()
    for group in (sound_dumps, damaged_dumps, operations, logs, nothing):
        for name, data in group():
            if name in made:
                sys.exit("two samples are called " + name)
            made.add(name)
            (folder / name).write_bytes(data)
    for path in folder.iterdir():
        if path.name not in made:
            path.unlink()


if __name__ == "__main__":
    demo(pathlib.Path(sys.argv[2])) if sys.argv[1] == "--demo" else main(sys.argv[1])
