#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the bugreport samples: texts and zips, sound and damaged.

    make_bugreports.py FOLDER
    make_bugreports.py --demo FOLDER    one to look at: a crash in its log, a heap dump and a tombstone among its files
"""

import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import make_mallocdbg
from make_reports import deflate_fixed, gzip_member  # the same bytes whatever the compressor's version

EQUALS, DASHES = "=" * 56, "-" * 79
MAIN = "bugreport-thing-AB1C.240101.002-2024-03-17-08-15-30.txt"


# ---- texts

def banner(text):
    return "%s\n== %s\n%s\n" % (EQUALS, text, EQUALS)


def section(heading, body, seconds="0.012", name=None):
    name = heading.split(" (")[0] if name is None else name
    end = "------ %ss was the duration of '%s' ------\n" % (seconds, name) if seconds else ""
    return "------ %s ------\n%s%s" % (heading, body, end)


def service(name, body, tag="", footer="0.003", ending=", ending at: 2024-03-17 08:15:41", divider=DASHES + "\n"):
    end = "--------- %ss was the duration of dumpsys %s%s\n" % (footer, name, ending) if footer else ""
    return "%sDUMP OF SERVICE %s%s:\n%s%s" % (divider, tag, name, body, end)


HEAD = banner("dumpstate: 2024-03-17 08:15:30") + """
Build: AB1C.240101.002
Build fingerprint: 'example/thing/thing:14/AB1C.240101.002/1:user/release-keys'
Bootloader: unknown
Network: one,two
Android SDK version: 34
Kernel: Linux version 5.15.1 (builder@host) #1 SMP
Command line: a=b\tc
Bootconfig: androidboot.x = "1"
androidboot.y = "2"
Uptime: up 0 weeks, 0 days, 1 hour
Bugreport format version: 2.0
Dumpstate info: id=3 pid=77 dry_run=0 parallel_run=1 args=/system/bin/dumpstate -S bugreport_mode=default

"""
LOG = """--------- beginning of main
03-17 08:15:01.123  1000   512   530 I ActivityManager: Start proc 999:com.example.one/u0a12
03-17 08:15:01.456 u0_a143  999   999 W tag with: colon: more: text
03-17 08:15:01.457  root     0     0 E         : no tag
2024-03-17 08:15:02.000001 +0100   512   530 D x: 
  a line that goes on
--------- switch to system
03-17 08:15:03.999 F/Old     (  512): the old form
"""
KERNEL_LOG = """<6>[   12.3] text
<12>[  123.456789][  T512] init: a warning of user space
[12345.000001][    C3] no priority
[    0.000000] Booting
<0>[    1.5]
<6>[    1.1234567] nanoseconds are no form of it
[ x] text
"""
PROPERTIES = """[ro.build.id]: [AB1C]
[a.brackets]: [x]: [y]]
[a.lines]: [one
two]
[empty]: []
"""
DECOYS = """x ------ UPTIME (uptime) ------
 ------ UPTIME (uptime) ------
------ UPTIME (uptime) ------ x
DUMP OF SERVICE
DUMP OF SERVICE x
------ 0.1s was the duration of UPTIME ------
%s=
%s
not a banner
[uptime: 0.1s elapsed]
-----------------------------------------------------------------------------
""" % (EQUALS, EQUALS)


def report():
    services = (service("one", "Service host process PID: 12\nbody\n", "CRITICAL ") +
                service("two.three/four", "glued", "CRITICAL ") +
                service("slow", "cut *** \n*** SERVICE 'slow' DUMP TIMEOUT (10000ms) EXPIRED ***\n", "CRITICAL ", "10.003"))
    return (HEAD + section("DUMPSYS CRITICAL (/system/bin/dumpsys)", services, "10.100") +
            section("SYSTEM LOG (logcat -v threadtime -d *:v)", LOG) +
            "------ 0.821s was the duration of 'DUMP TRACES' ------\n" +
            section("DUMP BLOCK STAT", "\n", None) + section("BLOCK STAT (/sys/block/vda)", "ok\n\n", None) +
            "------ 0.005s was the duration of 'DUMP BLOCK STAT' ------\n" +
            section("UPTIME (uptime)", DECOYS + "no end of line") +
            section("RT_TABLES (/data/misc/net/rt_tables: 2024-03-17 02:15:50)", "255 local\n\n", None) +
            section("KERNEL LOG (dmesg)", KERNEL_LOG, "0.5", "KERNEL LOG (dmesg)") +
            section("DRY (date)", "\t(skipped on dry run)\n") + section("DRY (x)", "x: skipped on dry run\n") +
            section("NOT DRY (date)", "text\n\t(skipped on dry run)\n") +
            section("SHOW MAP 3 ([kthreadd]): Skipped.", "", None) +
            section("PS (ps -A)", "*** command 'ps -A' failed: exit code 255\n") +
            section("SLOW (sleep 9)", "*** command 'sleep 9' timed out after 10.004s (killing pid 8)\n") +
            section("SYSTEM PROPERTIES (getprop)", PROPERTIES) +
            banner("Android Framework Services") +
            section("DUMPSYS (/system/bin/dumpsys)", service("a", "", footer=None) +
                    service("b", DASHES + "\nnot the end\n" + "text" + DASHES + "\n", footer=None, divider="") +
                    service("c", "x\n", divider=""), "0.2") +
            EQUALS + "\n== Final progress (pid 77): 1/2 (estimated 2)\n" + banner("dumpstate: done (id 3)") +
            section("SYSTEM LOG (logcat)", "again\n"))


def old_report():
    return (banner("dumpstate: 2014-01-02 03:04:05") + "\nBuild: KTU84P\nBootloader: x\nKernel: Linux\n\n" +
            "------ UPTIME (uptime) ------\nup time: 00:10:00\n[uptime: 0.1s elapsed]\n\n" +
            "------ SYSTEM LOG (logcat -v time -d *:v) ------\n01-02 03:04:01.000 I/Old     (   12): x\n" +
            "*** logcat: Timed out after 10.004s (killing pid 9)\n[logcat: 10.004s elapsed]\n\n" +
            "------ DUMPSYS (dumpsys) ------\nCurrently running services:\n  a\n  b\n" +
            service("a", "text\n", footer=None) + service("b", "more\n", footer=None) + "[dumpsys: 1.5s elapsed]\n\n" +
            "------ BROKEN (cat x) ------\n*** cat: Exit code 1\n*** exec(cat): No such file\n" +
            "------ LAST KMSG (/proc/last_kmsg) ------\n*** /proc/last_kmsg: No such file or directory\n\n" +
            banner("dumpstate: done"))


def others():
    """Services and sections that end where another one says it does."""
    return (HEAD + section("DUMPSYS (/system/bin/dumpsys)", service("a", "x\n", footer=None) +
                           "--------- 1.250s was the duration of dumpsys b, ending at: 2024-03-17 08:15:42\n" +
                           service("c", "y", footer=None) + "--------- 0.003s was the duration of dumpsys d.e/f\n" +
                           service("g", "z\n", footer=None) + "--------- 0.0s was the duration of dumpsys \n", "0.3") +
            section("UPTIME (uptime)", "x\n", None) + "------ 0.004s was the duration of 'SOMETHING' ------\n")


def long_lines():
    return (HEAD + section("LONG (cat long)", "x" * 4000 + "------ 0.1s was the duration of 'LONG' ------ no\n" + "y" * 30000) +
            section("T" * 4082, "a line of 4096 bytes\n", None) + section("T" * 4083, "a longer one is none\n", None))


# ---- zips

class Zip:
    def __init__(self):
        self.out, self.directory, self.n, self.at = bytearray(), bytearray(), 0, {}

    def add(self, name, content=b"", method=8, descriptor=None, flags=0, change=None, local_name=None, zip64=False, lie=None):
        """descriptor: b"" or its signature; change: of the stored data; lie: added to the size."""
        name = name if isinstance(name, bytes) else name.encode()
        data = deflate_fixed(content) if method == 8 else content
        data = change(data) if change else data
        crc, size = zlib.crc32(content), len(content) + (lie or 0)
        flags |= 8 if descriptor is not None else 0
        at, local = len(self.out), name if local_name is None else local_name
        known = (0, 0, 0) if descriptor is not None else (crc, len(data), size)
        extra = b""
        if zip64:
            extra = struct.pack("<HHQQ", 1, 16, known[2], known[1])
            known = (known[0], 0xFFFFFFFF, 0xFFFFFFFF)
        when = (8 << 11 | 15 << 5 | 15, 44 << 9 | 3 << 5 | 17)
        self.out += struct.pack("<4sHHHHHLLLHH", b"PK\3\4", 45 if zip64 else 20, flags, method, *when, *known, len(local), len(extra))
        self.out += local + extra + data
        if descriptor is not None:
            self.out += descriptor + struct.pack("<LQQ" if zip64 else "<LLL", crc, len(data), size)
        self.record(name, flags, method, when, crc, len(data), size, at, zip64)
        self.at[name] = at
        return self

    def record(self, name, flags, method, when, crc, stored, size, at, zip64=False):
        extra = struct.pack("<HHQQ", 1, 16, size, stored) if zip64 else b""
        sizes = (0xFFFFFFFF, 0xFFFFFFFF) if zip64 else (stored, size)
        self.directory += struct.pack("<4sHHHHHHLLLHHHHHLL", b"PK\1\2", 0x0314, 20, flags, method, *when, crc, *sizes, len(name),
                                      len(extra), 0, 0, 0, 0o100644 << 16, at) + name + extra
        self.n += 1

    def close(self, comment=b"", n=None, directory=True, leading=b""):
        end = struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, self.n if n is None else n, self.n if n is None else n, len(self.directory),
                          len(self.out), len(comment)) + comment
        return leading + bytes(self.out) + (bytes(self.directory) + end if directory else b"")


def usual(z, text, **main):
    return (z.add("version.txt", b"2.0").add("proto/activity_CRITICAL.proto", b"\x0a\x03abc")
            .add("FS/data/misc/x.cmd.renamed", b"a file\n").add(MAIN, text, **main)
            .add("main_entry.txt", MAIN.encode()).add("dumpstate_log.txt", b""))


def small():
    return (HEAD + section("UPTIME (uptime)", " up 1 day\n") + banner("dumpstate: done (id 3)")).encode()


def zips():
    text, short = report().encode(), small()
    yield "report.zip", usual(Zip(), text).close(b"a comment")
    yield "stored.zip", usual(Zip(), text, method=0).close()
    yield "streamed.zip", usual(Zip(), text, descriptor=b"PK\7\10").close()
    yield "streamed_bare.zip", usual(Zip(), short, descriptor=b"").close()
    yield "streamed_stored.zip", usual(Zip(), short, method=0, descriptor=b"PK\7\10").close()
    yield "zip64.zip", usual(Zip(), short, zip64=True).close()
    yield "zip64_streamed.zip", usual(Zip(), short, zip64=True, descriptor=b"PK\7\10").close()
    yield "version0.zip", Zip().add("bugreport-2016.txt", short, descriptor=b"PK\7\10").close()
    yield "pointer_first.zip", (Zip().add("version.txt", b"1.0\r\n").add("main_entry.txt", b"text")
                                .add("other.txt", short).add("text", short).close())
    yield "wrong_guess.zip", (Zip().add("version.txt", b"2.0").add("old.txt", short)
                              .add("new.txt", short).add("main_entry.txt", b"new.txt").close())
    yield "no_pointer.zip", (Zip().add("version.txt", b"9.9-x y").add("folder/").add("notes.txt", b"x")
                             .add("a/bugreport-1.txt", short).close())
    yield "nested.zip", Zip().add("notes.txt", b"notes").add("inner.zip", usual(Zip(), short).close()).close()
    yield "names.zip", (Zip().add("../up", b"1").add("/abs", b"2").add(b"bad\xff", b"3").add("FS/data/tombstones/tombstone_00", b"4")
                        .add("FS/data/anr/anr_1", b"5").add("lshal-debug/a@1.txt", b"").add("title.txt", b"t").add("", b"6").close())
    yield "empty.zip", Zip().close()
    # damaged
    yield "bad_crc.zip", usual(Zip(), short, lie=0, change=None).close().replace(struct.pack("<L", zlib.crc32(short)), b"abcd")
    yield "bad_size.zip", usual(Zip(), short, lie=-3).close()
    yield "bad_data.zip", usual(Zip(), text, change=lambda d: d[:900] + b"\xff" * 40 + d[940:]).close()
    yield "bad_data_streamed.zip", usual(Zip(), text, descriptor=b"PK\7\10", change=lambda d: d[:900] + b"\xff" * 40 + d[940:]).close()
    yield "encrypted.zip", usual(Zip(), short, flags=1).close()
    yield "method.zip", usual(Zip(), short, method=14).close()
    yield "duplicate.zip", usual(Zip(), short).add("version.txt", b"1.0").close()
    yield "mismatch.zip", usual(Zip(), short, local_name=b"innocent.txt").close()
    yield "count.zip", usual(Zip(), short).close(n=2)
    yield "junk.zip", usual(Zip(), short).close(leading=b"junk PK before\n") + b"and behind"
    yield "no_directory.zip", usual(Zip(), short).close(directory=False)
    yield "cut.zip", usual(Zip(), text).close()[:2500]
    whole = usual(Zip(), short)
    hole = bytearray(whole.close())
    hole[whole.at[MAIN.encode()]:whole.at[MAIN.encode()] + 4] = b"XXXX"
    yield "hole.zip", bytes(hole)
    over = usual(Zip(), short)
    over.record(b"again", 0, 8, (0, 33), 0, 5, 3, 0)
    yield "overlap.zip", over.close()
    outside = usual(Zip(), short)
    outside.record(b"outside", 0, 8, (0, 33), 0, 5, 3, 1 << 30)
    yield "outside.zip", outside.close()
    flips = Zip().add("version.txt", b"2.0").add("main_entry.txt", b"m").add("m", (
              banner("dumpstate: 2024-03-17 08:15:30") + "\nBuild: x\n\n" +
              section("DUMPSYS (d)", service("s", "x"))).encode(), descriptor=b"PK\7\10").close()
    yield "flips.zip", flips


DUMPS = {
    "activity": """ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)
  package: com.example.one
    Historical Process Exit for uid=10012
        ApplicationExitInfo #0:
          timestamp=2024-03-17 06:10:20.881 pid=999 realUid=10012 packageUid=10012 definingUid=10012 user=0
          process=com.example.one reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=0
          importance=100 pss=5.2MB rss=89MB description=crash state=empty trace=null
        ApplicationExitInfo #1:
          timestamp=2024-03-17 05:10:20.881 pid=998 realUid=10012 packageUid=10012 definingUid=10012 user=0
          process=com.example.one:web reason=6 (ANR) subreason=0 (UNKNOWN) status=0
          importance=400 pss=0.00 rss=912KB description=null state=128 bytes trace=/data/system/procexitstore/anr_10012.gz
""",
    "dropbox": """Drop box contents: 2 entries
2024-03-17 00:00:00 system_server_wtf (compressed data, 33584 bytes)
2024-03-17 01:00:01 data_app_crash (no data)
""",
    "meminfo": """Total PSS by process:
    300,000K: system (pid 512)                 (      41K in swap)
    150,000K: com.example.one (pid 999 / activities)

""",
    "package": """Packages:
  Package [com.example.one] (2bf780d):
    appId=10012
    codePath=/data/app/one
    versionCode=34 minSdk=21 targetSdk=34
    versionName=1.0
    flags=[ HAS_CODE ALLOW_BACKUP ]
    lastUpdateTime=2024-02-02 03:04:05
    requested permissions:
      android.permission.CAMERA: restricted=true
    install permissions:
      android.permission.INTERNET: granted=true
    User 0: installed=true
      firstInstallTime=2024-01-02 03:04:05
      runtime permissions:
        android.permission.CAMERA: granted=false, flags=[ USER_SET]
Hidden system packages:
  Package [com.example.two] (1):
    userId=10013
"""}


CHECKIN = """9,0,i,vers,36,212,AB1C.240101.001,AB1C.240101.002
9,hsp,0,10012,"com.example.one"
9,h,0:RESET:TIME:1710660000000
9,h,0,Bl=90,Bt=250,+w=0
9,h,250,-w
"""


def dumps():
    """What services and commands list, that tables are made of."""
    heading = "LABEL USER PID TID PPID VSZ RSS WCHAN ADDR S PRI NI RTPRIO SCH PCY TIME CMD\n"
    return (HEAD + section("PROCESSES AND THREADS (ps -A -T -Z)",
                           heading + "u:r:x:s0 root 1 1 0 10 20 0 0 S 19 0 - 0 fg 1-00:00:07 init\n") +
            section("DUMPSYS (/system/bin/dumpsys)", "".join(service(name, text) for name, text in DUMPS.items()), "0.3") +
            section("CHECKIN BATTERYSTATS (/system/bin/dumpsys batterystats -c)", CHECKIN))


CRASHES = """--------- beginning of crash
03-17 08:15:01.010 10124   900   901 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 901 (Worker), pid 900 (com.example.two)
03-17 08:15:01.020  1000   512   540 E ActivityManager: ANR in com.example.app (com.example.app/.Main)
03-17 08:15:01.020  1000   512   540 E ActivityManager: PID: 812
03-17 08:15:01.020  1000   512   540 E ActivityManager: Reason: Input dispatching timed out (x is not responding)
03-17 08:15:01.030  1000   512   560 W Watchdog: *** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler on main thread (main)
03-17 08:15:01.030  1000   512   560 W Watchdog: *** GOODBYE!
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: FATAL EXCEPTION: AsyncTask #1
03-17 08:15:01.100  1000   512   512 E AndroidRuntime: *** FATAL EXCEPTION IN SYSTEM PROCESS: main
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: Process: com.example.app:remote, PID: 812
03-17 08:15:01.100  1000   512   512 E AndroidRuntime: java.lang.NullPointerException
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: java.lang.RuntimeException: first line
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: second line
03-17 08:15:01.100  1000   512   512 E AndroidRuntime: \tat com.example.sys.Main.access$1200(Main.java:7)
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \tat com.example.app.Main.run(PG:12)
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \tSuppressed: java.io.IOException: closed
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \t\tat com.example.app.Closer.close(Closer.java:1)
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: Caused by: com.example.app.BadThing: why: this
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \tat com.example.app.-$$Lambda$Main$aB3_x9.run(Unknown Source:2)
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \tat $Proxy17.call(Native Method)
03-17 08:15:01.100 10123   812   830 E AndroidRuntime: \t... 4 more
"""
EVENTS = """03-17 08:15:00.000  1000   512   540 I boot_progress_start: 4534
03-17 08:15:00.100  1000   512   540 I am_proc_start: [0,812,10123,com.example.app:remote,service,{com.example.app/.Svc}]
03-17 08:15:01.100  1000   512   540 I am_crash: [812,0,com.example.app:remote,952123974,java.lang.RuntimeException,first, second,Main.java,12]
03-17 08:15:01.200  1000   512   540 I am_kill : [0,900,com.example.two,100,low memory, really,12345]
03-17 08:15:01.300  1000   512   540 I am_proc_died: [0,900,com.example.two,100,2]
03-17 08:15:01.400  1000   512   540 I am_wtf  : [0,512,system_server,-1,ActivityManager,odd thing]
03-17 08:15:01.500  1000   512   540 I am_anr  : [0,812,com.example.app:remote,952123974,Input dispatching timed out]
03-17 08:15:03.400  1000   512   540 I am_low_memory: 4
03-17 08:15:03.500  1000   512   540 I am_pss  : [812,10123,com.example.app:remote,123]
03-17 08:15:04.400  1000   512   540 I watchdog: Blocked in handler on main thread (main)
"""


def crashes():
    """Logs that tell of crashes and of processes that end."""
    return HEAD + section("SYSTEM LOG (logcat -v threadtime -d *:v)", CRASHES) + section("EVENT LOG (logcat -b events)", EVENTS)


KERNEL = """<4>[  812.000001][  T93] INFO: task flush:93 blocked for more than 120 seconds.
<4>[  812.000002][  T93]       Not tainted 6.1.23 #1
<4>[  812.000003][  T93] Call trace:
<4>[  812.000004][  T93]  __switch_to+0x1e0/0x2a0
<4>[  812.000005][  T93]  schedule+0x5c/0xd0
<4>[  812.000006][  T93]  wait_for_disk+0x44/0x90 [thing]
<6>[  812.000007][  T93] thing: resumes
<3>[  900.500000][    C1] Out of memory: Killed process 4321 (example.app) total-vm:1234kB, anon-rss:567kB
"""
LAST_KMSG = """Panic#1 Part1
[ 4711.000001] Unable to handle kernel NULL pointer dereference at virtual address 0000000000000008
[ 4711.000002] CPU: 5 PID: 77 Comm: kworker/u16:3 Tainted: G        W  O       6.1.23 #1
[ 4711.000003] pc : thing_probe+0x14/0x80 [thing]
[ 4711.000004] Call trace:
[ 4711.000005]  thing_probe+0x14/0x80 [thing]
[ 4711.000006]  ? maybe+0x10/0x20
[ 4711.000007]  really_probe+0xbc/0x3d0
[ 4711.000008]  kthread+0x10c/0x124
[ 4711.000009] ---[ end trace 0000000000000000 ]---
[ 4711.000010] Kernel panic - not syncing: Oops: Fatal exception
"""


def kernel():
    """Faults of the kernel, this time and before the last start."""
    return HEAD + section("KERNEL LOG (dmesg)", KERNEL) + section("LAST KMSG (/sys/fs/pstore/console-ramoops-0)", LAST_KMSG)


def thread(name, tid, state, *stack):
    return ("\"%s\" prio=5 tid=%d %s\n  | sysTid=%d nice=-10 cgrp=top-app sched=0/0 handle=0x7\n"
            "  | state=S schedstat=( 1 2 3 ) utm=12 stm=3 core=1 HZ=100\n%s\n" %
            (name, tid, state, 500 + tid, "".join("  %s\n" % line for line in stack)))


def process(pid, name, *threads):
    return ("----- pid %d at 2024-03-17 08:14:59.123456789+0100 -----\nCmd line: %s\nABI: 'arm64'\nDALVIK THREADS (%d):\n%s"
            "----- end %d -----\n\n" % (pid, name, len(threads), "".join(threads), pid))


def anr():
    """Dumps of threads: a deadlock, a process that is idle, and one that was cut."""
    idle = thread("main", 1, "Native", "native: #00 pc 1  /system/lib64/libc.so (__epoll_pwait+8)",
                  "at android.os.MessageQueue.nativePollOnce(Native method)", "at android.os.MessageQueue.next(MessageQueue.java:335)")
    locked = process(999, "com.example.one:web",
                     thread("main", 1, "Blocked", "at com.example.one.Main.onClick(Main.java:31)",
                            "- waiting to lock <0x0a1b2c3d> (a java.lang.Object) held by thread 9",
                            "- locked <0x00000002> (a com.example.one.Db)"),
                     thread("A \"pool\" daemon=1", 9, "Blocked", "at com.example.one.Repo.load(Repo.java:25)",
                            "- waiting to lock <0x00000002> (a com.example.one.Db) held by thread 1",
                            "- locked <0x0a1b2c3d> (a java.lang.Object)"))
    return (HEAD + section("VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2024-03-17 08:15:30)", process(512, "system_server", idle)) +
            section("VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024-03-17 08:14:59)", locked +
                    "----- pid 77 at 2024-03-17 08:15:00 -----\nCmd line: /system/bin/example\n\n\"example\" sysTid=77\n"
                    "    #00 pc 1  /system/lib64/libc.so\n"))


TOMBSTONE = ("*** " * 16).rstrip() + "\n" + """Build fingerprint: 'example/thing/thing:14/AB1C.240101.002/1:user/release-keys'
ABI: 'arm64'
pid: 4711, tid: 4712, name: worker  >>> com.example.thing <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010

backtrace:
      #00 pc 0000000000001234  /system/lib64/libthing.so (work+16)
"""


def texts():
    yield "anr.txt", anr().encode()
    yield "crashes.txt", crashes().encode()
    yield "dumps.txt", dumps().encode()
    yield "kernel.txt", kernel().encode()
    yield "report.txt", report().encode()
    yield "old.txt", old_report().replace("\n", "\r\n").encode()
    yield "long.txt", long_lines().encode()
    yield "before.txt", b"WARNING: linker: something\n* daemon started\n" + small()
    yield "others.txt", others().encode()
    yield "head.txt", (banner("dumpstate: 2024-03-17 08:15:30") + "\nBuild: x\nKernel: Command line: (unknown)\ngoes on\n" +
                       EQUALS + "\nno value\n\n" + section("UPTIME (uptime)", "x\n")).encode()
    yield "banners.txt", (banner("dumpstate: 2024-03-17 08:15:30") + "Build: x\n" + banner("Checkins") +
                          section("CHECKIN (a)", "x\n")).encode()
    yield "cut.txt", report().encode()[:3000]
    yield "only_head.txt", HEAD.encode()
    yield "bytes.txt", HEAD.encode() + b"------ RAW (cat x) ------\n\0\xff\xfe\r\x0b\x0c\x85\n\xe2\x80\xa8x\r\n" + b"\0" * 70 + \
        b"------ 0.1s was the duration of 'RAW' ------\n"
    yield "whole.txt.gz", gzip_member(small())
    yield "bom.txt", b"\xef\xbb\xbf" + small()
    yield "bom_tombstone.txt", b"\xef\xbb\xbf" + TOMBSTONE.encode()
    yield "utf16le.txt", ("\ufeff" + small().decode().replace("\n", "\r\n")).encode("utf-16-le")
    yield "utf16be.txt", report().replace("Kernel", "K\u00e9rnel \u20ac \U0001f600").encode("utf-16-be")
    yield "utf16_crash.txt", ("\ufeff" + crashes()).encode("utf-16-be") + b"\0"


def demo_text():
    log = make_mallocdbg.other(40) + make_mallocdbg.log(make_mallocdbg.HEADS["uid"], make_mallocdbg.reports()) + make_mallocdbg.other(5)
    slow = service("meminfo", "Total RAM: 7,812,345K\n*** SERVICE 'meminfo' DUMP TIMEOUT (10000ms) EXPIRED ***\n", "CRITICAL ", "10.004")
    packages = "".join("  Package [com.example.app%d] (%x):\n    versionCode=%d\n" % (i, i * 7919, i * 3) for i in range(200))
    return (HEAD + section("DUMPSYS CRITICAL (/system/bin/dumpsys)", service("cpuinfo", "Load: 1.2 / 0.8 / 0.5\n", "CRITICAL ") + slow,
                           "10.031") +
            section("SYSTEM LOG (logcat -v threadtime -v uid -d *:v)", make_mallocdbg.lines(log).decode(), "0.214") +
            section("UPTIME (uptime)", " 08:15:31 up 3 days,  2:41,  load average: 1.20, 0.80, 0.50\n") +
            section("MEMORY INFO (/proc/meminfo)", "MemTotal:        7812345 kB\nMemFree:          412340 kB\n\n") +
            section("PROCESSES AND THREADS (ps -A -T)",
                    "".join("u0_a%d  %d  S com.example.app%d\n" % (i, 2000 + i, i) for i in range(60))) +
            section("SHOW SLABINFO (cat /proc/slabinfo)", "*** command 'cat /proc/slabinfo' failed: exit code 1\n") +
            banner("Android Framework Services") +
            section("DUMPSYS (/system/bin/dumpsys)", service("package", packages) + service("wifi", "Wi-Fi is enabled\n"), "0.420") +
            banner("dumpstate: done (id 3)")).encode()


def demo(folder):
    folder.mkdir(parents=True, exist_ok=True)
    heap = make_mallocdbg.demo_dump("1.2", make_mallocdbg.AFTER, 0x54000)
    z = (Zip().add("version.txt", b"2.0", descriptor=b"PK\7\10").add("FS/data/local/tmp/heap.txt", heap, descriptor=b"PK\7\10")
         .add("FS/data/tombstones/tombstone_00", b"*** *** ***\nABI: 'arm64'\nsignal 11 (SIGSEGV), code 1\n", descriptor=b"PK\7\10")
         .add("proto/activity_CRITICAL.proto", b"\x0a\x03abc", descriptor=b"PK\7\10")
         .add(MAIN, demo_text(), descriptor=b"PK\7\10").add("main_entry.txt", MAIN.encode(), descriptor=b"PK\7\10"))
    (folder / "demo_bugreport.zip").write_bytes(z.close())


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in [*texts(), *zips()]:
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    demo(pathlib.Path(sys.argv[2])) if sys.argv[1] == "--demo" else main(sys.argv[1])
