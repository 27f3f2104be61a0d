# SPDX-License-Identifier: MIT
"""Tombstones as debuggerd and crash_dump write them, from Android 4.4 to 16; all that they tell is made up."""
STARS, DASHES = " ".join(["***"] * 16), " ".join(["---"] * 16)

ANDROID_4 = STARS + """
Build fingerprint: 'example/one/one:4.4.4/KTU84P/1:user/release-keys'
Revision: '9'
pid: 612, tid: 640, name: AudioOut_2  >>> /system/bin/mediaserver <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr deadbaad
    r0 00000027  r1 40001000  r2 40002000  r3 deadbaad
    ip 00000000  sp 40003000  lr 40004000  pc 40005000  cpsr 60000030

backtrace:
    #00  pc 00012345  /system/lib/libexample.so (example_mix+12)
    #01  pc 0000d0d0  /system/lib/libc.so (__thread_entry+72)

stack:
         40002fc0  40001000
    #00  40003000  40004000

memory near r1:
    40000fe0 00000000 00000000 00000000 00000000  ................

memory map around fault addr deadbaad:
    bef00000-bef21000 rw- [stack]
    (no map for address)
    ffff0000-ffff1000 r-x [vectors]
--------- tail end of log /dev/log/main
01-02 03:04:05.678   612   640 E AudioMix: before
01-02 03:04:05.700   612   640 W AudioMix: a colon: and # signs
""" + DASHES + """
pid: 612, tid: 612, name: mediaserver  >>> /system/bin/mediaserver <<<

backtrace:
    #00  pc 0002222c  /system/lib/libc.so (__ioctl+8)
--------- log /dev/log/main
01-02 03:04:04.000   612   612 I AudioMix: first
01-02 03:04:05.678   612   640 E AudioMix: before
"""

ANDROID_8 = STARS + """
Build fingerprint: 'example/two/two:8.1.0/OPM1/2:user/release-keys'
Revision: '0'
ABI: 'arm64'
pid: 4100, tid: 4100, name: ample.two.mail  >>> com.example.two.mail <<<
signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------
Abort message: 'ubsan: it's
open files:
    fd 1: /not/one'
    x0   0000000000000000  x1   0000000000001004  x2   0000000000000006  x3   0000000000000008

backtrace:
    #00 pc 0000000000069a10  /system/lib64/libc.so (abort+120)
    #01 pc 0000000000001234  /data/app/com.example.two.mail-1/lib/arm64/libmail.so (Mail::open(char const*)+64)

memory map (3 entries): (fault address prefixed with --->)
--->Fault address falls at 00000000'00000000 before any mapped regions
    00000070'10000000-00000070'10000fff r-x         0      1000  /data/app/a b (1).so (BuildId: 0a1b) (load base 0x1000)
    00000070'10001000-00000070'10001fff rw-      1000      1000  /data/app/a b (1).so (load bias 0xff000)
    00000070'10002000-00000070'10002fff ---         0      1000

open files:
    fd 0: /dev/null
    fd 12: socket:[4711]
    fd -1: ?
--------- tail end of log main
05-06 07:08:09.123  4100  4100 F libc    : Fatal signal 6 (SIGABRT), code -6 in tid 4100 (ample.two.mail)
""" + DASHES + """
pid: 4100, tid: 4111, name: Jit thread pool  >>> com.example.two.mail <<<
    x0   0000000000000000
backtrace:
    #00 pc 0000000000001000  /system/lib64/libc.so (syscall+28)
"""

ANDROID_16 = STARS + """
Build fingerprint: 'example/six/six:16/BP2A/6:userdebug/dev-keys'
Revision: 'MP1.0'
ABI: 'x86_64'
Guest architecture: 'arm64'
Timestamp: 2025-12-31 23:59:59.999999999+0000
Process uptime: 12s
Page size: 16384 bytes
Executable: /system/bin/app_process64
Cmdline: com.example.six --verbose
pid: 9001, tid: 9005, name: Binder:9001_1  >>> com.example.six <<<
uid: 10206
signal 11 (SIGSEGV), code 9 (SEGV_MTESERR), fault addr 0x0a00007b10000040
Extra crash detail: com.example.version: '6.1 \\134 and \\047so\\047'
Extra crash detail: empty: ''
Extra crash detail: no quotes: here
    x0  0a00007b10000040  x1  0000000000000000

2 total frames
backtrace:
  NOTE: Function names and BuildId information is missing for some frames due
      #00 pc 0000000000001010  /apex/com.example/lib64/libsix.so (Six::read(int)+16) (BuildId: 66)
      #01 pc 0000000000002020  /apex/com.example/lib64/libsix.so!inner.so (offset 0x4000) (Six::run()+32)

Note: multiple potential causes for this crash were detected, listing them in decreasing order of likelihood.

Cause: [MTE]: Use After Free, 0 bytes into a 64-byte allocation at 0x7b10000040

deallocated by thread 9002:
      #00 pc 0000000000003030  /apex/com.android.runtime/lib64/bionic/libc.so (scudo_free+8)
      #01 pc 0000000000001f00  /apex/com.example/lib64/libsix.so (Six::drop()+4)

allocated by thread 9001:
      #00 pc 0000000000003040  /apex/com.android.runtime/lib64/bionic/libc.so (scudo_malloc+8)

Cause: [MTE]: Buffer Overflow, 0 bytes right of a 64-byte allocation at 0x7b10000000

allocated by thread 9003:
      #00 pc 0000000000003040  /apex/com.android.runtime/lib64/bionic/libc.so (scudo_malloc+8)
      #01 pc 0000000000001e00  /apex/com.example/lib64/libsix.so (Six::grow()+4)

Cause: [MTE]: Use After Free, 0 bytes into a 64-byte allocation at 0x7b10000040

Memory tags around the fault address (0xa00007b10000040), one tag per 16 bytes:
      0x7b0fffff00: 0  0  0  0

memory near x0 ([anon:scudo:primary]):
    0000007b10000020 0000000000000000 0000000000000000  ................

memory map (3 entries): (fault address prefixed with --->)
    0000007a'00000000-0000007a'00003fff r-x      4000      4000  /apex/com.example/lib64/libsix.so (BuildId: 66) (load bias 0x4000)
--->0000007b'10000000-0000007b'1000ffff rw-         0     10000  [anon:scudo:primary]
    0000007b'20000000-0000007b'20003fff rw-s        0      4000  /dev/ashmem (deleted)
--------- tail end of log main
12-31 23:59:59.900  9001  9005 E AndroidRuntime: FATAL EXCEPTION: Binder:9001_1
01-01 00:00:00.000  9001  9005 E AndroidRuntime: java.lang.IllegalStateException: quoted
--------- tail end of log crash
""" + DASHES + """
Guest thread information for tid: 9005
    x0  0000000000000000

1 total frames
backtrace:
      #00 pc 0000000000000999  /data/app/libguest.so (guest()+1)
""" + DASHES + """
Cmdline: com.example.six --verbose
pid: 9001, tid: 9001, name: com.example.six  >>> com.example.six <<<
uid: 10206

1 total frames
backtrace:
      #00 pc 0000000000004040  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+8)

open files:
    fd 0: /dev/null (unowned)
    fd 40: /data/a (owned by x) (owned by FileInputStream 0x28)
    fd 41: anon_inode:[eventpoll] (owned by unique_fd 0x7b1)
--------- log main
12-31 23:59:58.000  9001  9001 I Six     : started
    more of it
12-31 23:59:59.900  9001  9005 E AndroidRuntime: FATAL EXCEPTION: Binder:9001_1
01-01 00:00:00.000  9001  9005 E AndroidRuntime: java.lang.IllegalStateException: quoted
--------- log system
12-31 23:59:50.123456  1500  1501 W Other   :
"""

ONE_CAUSE = STARS + """
Build fingerprint: 'example/five/five:13/TQ3A/5:user/release-keys'
Revision: '0'
ABI: 'arm64'
Timestamp: 2022-03-01 00:00:30.5+0000
Process uptime: 5s
Cmdline: com.example.five
pid: 700, tid: 700, name: m.example.five  >>> com.example.five <<<
uid: 10100
signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x7f8a5c3ff0
Cause: [GWP-ASan]: Use After Free, 0 bytes into a 16-byte allocation at 0x7f8a5c3ff0
    x0  0000000000000000  x1  0000000000003ca3

backtrace:
      #00 pc 0000000000051234  /data/app/lib/arm64/libfive.so (use(char*)+12) (BuildId: aabb)

deallocated by thread 701:
      #00 pc 0000000000041234  /apex/com.android.runtime/lib64/bionic/libc.so (free+12)
allocated by thread 702:
      #00 pc 0000000000041334  /apex/com.android.runtime/lib64/bionic/libc.so (malloc+12)
allocated by thread x:
      #00 pc 0000000000000001  /none.so
"""

UNISOC = """
Build fingerprint: 'example/uni/uni:12/SP1A/3:user/release-keys'
Revision: '0'
ABI: 'arm'
Timestamp: 2023-05-06 07:08:09.000000000+0530
pid: 3100, tid: 3101, name: worker  >>> /vendor/bin/uniserver <<<
signal 7 (SIGBUS), code 1 (BUS_ADRALN), fault addr 0x3
backtrace:
      #00 pc 00001000  /vendor/lib/libuni.so (uni_run+4)
"""
TIME = "Native Crash TIME: 3585579"

TEXTS = {
    "android_4": ANDROID_4, "android_8": ANDROID_8, "android_16": ANDROID_16, "one_cause": ONE_CAUSE,
    "unisoc": STARS + "\n" + TIME + UNISOC + TIME + "\n" + STARS + UNISOC + STARS + "\n" + TIME + "\n" + STARS + UNISOC + TIME + UNISOC,
    "heads": STARS + "\nBuild fingerprint: 'cut'\n\n" + STARS + UNISOC + STARS + "\n" + STARS + UNISOC + DASHES + "\n" + STARS + "\n",
    "several": ONE_CAUSE + ANDROID_8 + ANDROID_4,
}
