/* SPDX-License-Identifier: MIT */
/* What the kernel's faults begin with, what stands before that, and what else is none. */
#include "rows.h"

#define T "[    1.000000] "

struct fault {
  const char *text, *want;
};

/* A log alone. */
static void check(const char *text, const char *want) {
  const struct rows_case c = {.table = "kernel.crash",
                              .ptr = text,
                              .len = strlen(text),
                              .columns = {"kind", "cpu", "process_id", "comm", "signature"},
                              .want = want};
  check_case(&c);
}

static void check_all(const struct fault *faults, size_t n) {
  for (size_t i = 0; i < n; i++) check(faults[i].text, faults[i].want);
}

#define CHECK_ALL(FAULTS) check_all(FAULTS, sizeof(FAULTS) / sizeof *(FAULTS))

static void test_oops(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "divide error: 0000 [#2] SMP\n", "1 oops - - - kernel|oops\n"},
      {T "Oops: general protection fault, maybe for address 0x12: 0000 [#1] SMP\n", "1 oops - - - kernel|oops\n"},
      {T "Internal error: synchronous external abort: 96000210 [#1] SMP\n", "1 oops - - - kernel|oops\n"},
      {T "kernel BUG at mm/slub.c:1!\n" T "invalid opcode: 0000 [#1]\n" T "CPU: 1 PID: 2 Comm: c 6.1.0\n",
       "1 oops 1 2 c kernel|oops\n"},
      /* another one, as the first has its trace */
      {T "BUG: x\n" T "Call Trace:\n" T " f+0x1/0x2\n" T "\n" T "stack segment: 0000 [#1]\n",
       "1 oops - - - kernel|oops|f\n1 oops - - - kernel|oops\n"},
      {T "invalid opcode: 000 [#1]\n" T "invalid opcode: 0000 [x1]\n" T "invalid opcode: 0000 [#x]\n" T
         "opcode 0000 [#1]\n" T "00000000000000000 [#1]\n" T "x: 00000000000000000 [#1]\n" T "#\n" T ": 0000 [#1]\n",
       ""}};
  CHECK_ALL(faults);
}

static void test_lockup(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "watchdog: BUG: soft lockup - CPU#11 stuck for 22s! [kworker/0:1:7]\n" T "CPU: 2 PID: 8 Comm: d Not tainted\n",
       "5 lockup 11 7 kworker/0:1 kernel|lockup\n"},
      {T "BUG: soft lockup - CPU#x stuck\n" T "Kernel panic - not syncing: softlockup\n",
       "5 lockup - - - kernel|lockup\n"},
      {T "NMI watchdog: Watchdog detected hard LOCKUP on cpu 7\n", "5 lockup 7 - - kernel|lockup\n"},
      {T "watchdog: CPU3: Watchdog detected hard LOCKUP on cpu 4\n", "5 lockup 4 - - kernel|lockup\n"},
      {T "CPU3: Watchdog detected hard LOCKUP on cpu 4\n", "5 lockup 4 - - kernel|lockup\n"},
      {T "rcu: INFO: rcu_preempt self-detected stall on CPU\n" T
         "task:a b             state:R  running task     stack:0     pid:7     ppid:2\n",
       "6 stall - 7 a b kernel|stall\n"},
      {T "INFO: rcu_sched detected expedited stalls on CPUs/tasks: {\n", "6 stall - - - kernel|stall\n"},
      {T "INFO: task a b:c:12 blocked in I/O wait for more than 1 seconds.\n", "3 hung - 12 a b:c kernel|hung|a b:c\n"},
      {T "INFO: rcu_x started\n" T "INFO: rcu_\n" T "INFO: task a blocked for more than 1\n" T
         "INFO: lockdep is off\n" T "INFO: task a:1 blocked\n" T "CPU3: x\n" T "CPUs\n" T "NMI x\n" T
         "watchdog: Delayed init\n",
       ""}};
  CHECK_ALL(faults);
}

static void test_warning(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "WARNING: CPU: 3 PID: 7 at a/b.c:5 f+0x1/0x2\n" T "CPU: 3 PID: 7 Comm: c Tainted: G\n" T
         "RIP: 0010:f+0x1/0x2\n" T "Call Trace:\n" T " f.part.0.cold+0x1/0x2\n" T " g+0x1/0x2\n",
       "7 warning 3 7 c kernel|warning|f|g\n"},
      {T "WARNING: at a/b.c:5 f+0x1/0x2()\n", "7 warning - - - kernel|warning\n"},
      {T "WARNING: a/b.c:5 at f+0x1/0x2 [m], CPU#4: a/b:c/7\n", "7 warning 4 7 a/b:c kernel|warning\n"},
      {T "WARNING: at f+0x1/0x2, CPU#x: c/7\n", "7 warning - - - kernel|warning\n"},
      {T "UBSAN: shift-out-of-bounds in a/b.c:5:1\n", "7 warning - - - kernel|warning|UBSAN shift-out-of-bounds\n"},
      {T "WARNING: no monitor at hand\n" T "WARNING: x:5 at hand\n" T "WARNING: at least a.c:5 f\n" T
         "WARNING: x at f+0x1\n" T "WARNING: CPU: x\n" T "WARNING: CPU: 1 is hot\n" T
         "drm: WARNING: CPU: 3 PID: 7 at x\n" T "UBSAN: on\n" T "UBSAN:  in x\n",
       "7 warning - - - kernel|warning|UBSAN  in x\n"},
  };
  check_all(faults, 5);
  check(faults[5].text, "");
}

static void test_memory(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "Memory cgroup out of memory: Killed process 7 ((sd-pam)) total-vm:1kB\n",
       "4 oom - 7 (sd-pam) kernel|oom|(sd-pam)\n"},
      {T "Out of memory (x): Kill process 7 (a), y\n", "4 oom - 7 a kernel|oom|a\n"},
      {T "Out of memory (x: Kill process 7 (a)\n" T "Out of memory: x\n" T "Out of memory: Kill process 7 (a)b\n", ""}};
  CHECK_ALL(faults);
}

static void test_hardware(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "mce: [Hardware Error]: CPU 4: Machine Check Exception: 5 Bank 9: be00000000800400\n",
       "8 hardware 4 - - kernel|hardware|mce|bank 9\n"},
      {T "[Hardware Error]: CPU 4: Machine Check: 0 Bank 1: 0\n", "8 hardware 4 - - kernel|hardware|mce|bank 1\n"},
      {T "mce: [Hardware Error]: Machine check events logged\n" T "mce: CPU0: Thermal\n" T
         "mce: [Hardware Error]: CPU 4: Machine Check: 0\n",
       ""},
      {T "i915 0000:00:02.0: [drm] GPU HANG: ecode 12:1:8, in a b [7], x\n", "9 gpu - 7 a b kernel|gpu|i915|12:1:8\n"},
      {T "[drm] GPU HANG: ecode 4:0\n", "9 gpu - - - kernel|gpu|i915|4:0\n"},
      {T "[drm:x_job_timedout [x]] *ERROR* ring gfx timeout, signaled\n" T "y\n" T
         "[drm:x_job_timedout [x]] *ERROR* Process information: process a b pid 7 thread c pid 8\n",
       "9 gpu - 7 a b kernel|gpu|x|gfx\n"},
      {T "amdgpu 0000:0b:00.0: ring sdma1 timeout, signaled seq=1\n", "9 gpu - - - kernel|gpu|amdgpu|sdma1\n"},
      {T "amdgpu 0: [drm:amdgpu_job_timedout] *ERROR* ring x timeout\n", "9 gpu - - - kernel|gpu|amdgpu|x\n"},
      {T "amdgpu 0000:0b:00.0: amdgpu: ring sdma1 timeout, signaled seq=1\n" T "process  pid 0 thread  pid 0\n",
       "9 gpu - - - kernel|gpu|amdgpu|sdma1\n"},
      {T "[drm] ring test\n" T "[drm:x_job_timedout\n" T "amdgpu 0: amdgpu: ring x timeout\n" T "i915 x\n", ""}};
  CHECK_ALL(faults);
}

#define AT " sp 7ffc error 4 "

static void test_program(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "a:b[7]: segfault at 10 ip 7f0000001a3c" AT "in l+.so.6[7f0000000000+22000] likely on CPU 3\n",
       "10 user - 7 a:b native|a:b|SIGSEGV|l+.so.6+0x1a3c\n"},
      {T "a[7]: segfault at 0 ip 1a3c" AT "in b[5a3c,1000+2000]\n", "10 user - 7 a native|a|SIGSEGV|b+0x5a3c\n"},
      {T "a[1][7]: segfault at 0 ip 0 sp 0 error 14\n", "10 user - 7 a[1] native|a[1]|SIGSEGV\n"},
      {T "a:[7]: segfault at 0 ip           (null) sp 0 error 14\n", "10 user - 7 a: native|a:|SIGSEGV\n"},
      {T "a[7]: segfault at 0 ip 1" AT "in b[2+1]\n", "10 user - 7 a native|a|SIGSEGV\n"},
      {T "traps: a[7] trap divide error ip:401136 sp:7ffd error:0 in b[401000+1000]\n",
       "10 user - 7 a native|a|SIGFPE|b+0x136\n"},
      {T "a[7] trap int3 ip:f sp:7ffd error:0\n", "10 user - 7 a native|a|SIGTRAP\n"},
      {T "traps: a[7] general protection ip:f sp:7ffd error:0\n", "10 user - 7 a native|a|SIGSEGV\n"},
      {T "a[7]: segfault at home\n" T "sixteen letters![7]: segfault at 0 ip 0" AT "\n" T "a[x]: segfault at 0 ip 0" AT
         "\n" T "a[7] trap ip:0 sp:0 error:0\n" T "a[7]: segfault at 0 ip x" AT "\n" T "[7]: segfault at 0 ip 0" AT
         "\n",
       ""}};
  CHECK_ALL(faults);
}

/* Of other processors than x86, each in its own words: by a number, or by what went wrong. */
static void test_signal(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "a:b[7]: unhandled exception: DABT (lower EL), ESR 0x92000005, level 1 translation fault in "
         "l.so[1a3c,2000+1000]\n",
       "10 user - 7 a:b native|a:b|SIGSEGV|l.so+0x1a3c\n"},
      {T "a[7]: unhandled exception: undefined instruction in l.so[7f8a000000+1000]\n",
       "10 user - 7 a native|a|SIGILL\n"},
      {T "a[7]: unhandled exception: SP Alignment, ESR 0x8a000000, SP/PC alignment exception\n",
       "10 user - 7 a native|a|SIGBUS\n"},
      {T "a[7]: unhandled level 2 translation fault (11) at 0x00000000, esr 0x92000006, in l.so[7f8a000000+1000]\n",
       "10 user - 7 a native|a|SIGSEGV\n"},
      {T "a[7]: segfault (11) at 0 nip 10001234 lr 10000100 code 1 in b[10000000+10000]\n",
       "10 user - 7 a native|a|SIGSEGV|b+0x1234\n"},
      {T "a[7]: bus error (7) at 0 nip 10001234 lr 10000100 code 3\n", "10 user - 7 a native|a|SIGBUS\n"},
      {T "a[7]: unhandled signal 4 at 00000000 nip 10001234 lr 10000100 code 30001\n",
       "10 user - 7 a native|a|SIGILL\n"},
      {T "a[7]: unhandled signal 11 code 0x1 at 0x0000000000000000 in b[1a3c,2000+1000]\n",
       "10 user - 7 a native|a|SIGSEGV|b+0x1a3c\n"},
      {T "do_page_fault(): sending SIGSEGV to a b for invalid read access from 00000000\n",
       "10 user - - a b native|a b|SIGSEGV\n"},
      {T "a[7]: unhandled signal 17 at 0\n" T "a[7]: unhandled\n" T "a[7]: segfault (11) at 0\n" T
         "a: unhandled signal 11\n" T "a[7]: unhandled x (11\n" T "do_page_fault(): sending SIGSEGV to a\n",
       "10 user - 7 a native|a|SIGSEGV\n"}};
  CHECK_ALL(faults);
}

/* Who waits for programs, or keeps account, writes into the kernel's log. */
static void test_death(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "init: Service 'vendor.audio-hal-long' (pid 7) received signal 11\n",
       "10 user - 7 vendor.audio-hal-long native|vendor.audio-hal-long|SIGSEGV\n"},
      {T "init: Service 'a' (pid 7) killed by signal 6\n", "10 user - 7 a native|a|SIGABRT\n"},
      {"11-02 04:05:06.789     0     0 I init    : Service 'a' (pid 7) received signal 31\n",
       "10 user - 7 a native|a|SIGSYS\n"},
      {T "systemd[1]: a.service: Main process exited, code=dumped, status=11/SEGV\n",
       "10 user - - a.service native|a.service|SIGSEGV\n"},
      {T "audit: type=1701 audit(1.2:3): auid=1 uid=2 pid=7 comm=\"a b\" exe=\"/c\" sig=6 res=1\n",
       "10 user - 7 a b native|a b|SIGABRT\n"},
      {T "type=1701 audit(1.2:3): auid=1 uid=2 gid=2 ses=3 subj=u pid=7 comm=612062 reason=\"x\" sig=7\n",
       "10 user - 7 a b native|a b|SIGBUS\n"},
      {T "type=1701 audit(1.2:3): pid=7 comm=6120zz sig=4\n", "10 user - 7 a  native|a |SIGILL\n"},
      {T "init: Service 'a' (pid 7) received signal 9\n" T "init: Service 'a' (pid 7) exited with status 11\n" T
         "init: Service 'a' (pid x) received signal 11\n" T "init: Untracked pid 7 received signal 11\n" T
         "systemd[1]: a.service: Main process exited, code=killed, status=9/KILL\n" T
         "systemd[1]: a.service: Main process exited, code=exited, status=11/n/a\n" T
         "systemd: a.service: Main process exited, code=dumped, status=11/SEGV\n" T
         "audit: type=1701 audit(1.2:3): pid=7 comm=\"a\" sig=15 res=1\n" T
         "audit: type=1400 audit(1.2:3): pid=7 sig=11\n" T "type=1701 audit(1.2:3): sig=11\n",
       ""}};
  CHECK_ALL(faults);
}

/* Memory of the kernel's own that was written to; errors of arm64 and of NVIDIA's. */
static void test_others(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "BUG kmalloc-64 (Not tainted): Poison overwritten\n" T "Call Trace:\n" T " f+0x1/0x2\n",
       "1 oops - - - kernel|oops|f\n"},
      {T "BUG a_b (Tainted: G    B  ): Object already free\n", "1 oops - - - kernel|oops\n"},
      {T "BUG kmalloc-64\n" T "BUG (x): y\n", ""},
      {T "NVRM: Xid (PCI:0000:01:00): 79, pid=7, name=a:[b], GPU has fallen off the bus.\n",
       "9 gpu - 7 a:[b] kernel|gpu|nvidia|Xid 79\n"},
      {T "NVRM: Xid (0000:01:00): 31, Ch 00000010\n", "9 gpu - - - kernel|gpu|nvidia|Xid 31\n"},
      {T "NVRM: Xid (PCI:0000:01:00): 48, pid='<unknown>', name=<unknown>, x\n",
       "8 hardware - - - kernel|hardware|nvidia|Xid 48\n"},
      {T "NVRM: Xid (PCI:0000:01:00): 45, pid=7, Ch 8\n" T "NVRM: Xid (PCI:0000:01:00): , x\n" T "NVRM: Xid (x\n" T
         "NVRM: GPU at PCI:0000:01:00: x\n",
       ""}};
  CHECK_ALL(faults);
}

/* The panic that is sure to follow has the trace, as without that line; where it was found out says nothing. */
static void test_system_error(void **state) {
  (void)state;
#define SERROR T "SError Interrupt on CPU3, code 0x00000000be000411 -- SError\n"
#define REGISTERS T "CPU: 3 PID: 9 Comm: c Not tainted 6.3.0\n" T "pc : e+0x1/0x2\n"
#define PANIC T "Kernel panic - not syncing: Asynchronous SError Interrupt\n"
#define TRACE T "Call trace:\n" T " panic+0x1/0x2\n" T " f+0x1/0x2\n"
#define IS "kernel|panic|Asynchronous SError Interrupt"
  static const struct fault faults[] = {
      {SERROR REGISTERS PANIC TRACE, "2 panic 3 9 c " IS "|f\n"},
      {PANIC TRACE, "2 panic - - - " IS "|f\n"},
      {SERROR REGISTERS, "2 panic 3 9 c " IS "\n"},
      {T "BUG: x\n" SERROR PANIC PANIC, "1 oops - - - kernel|oops\n2 panic 3 - - " IS "\n2 panic - - - " IS "\n"},
      {T "SError Interrupt on CPU\n", ""}};
  CHECK_ALL(faults);
}

/* A panic in a fault, or up to 32 lines behind it, is that fault's. */
static void test_panic(void **state) {
  (void)state;
  char text[4096];
  for (int lines = 31; lines <= 32; lines++) {
    strcpy(text, T "WARNING: at f+0x1/0x2\n" T "---[ end trace 0 ]---\n");
    for (int i = 0; i < lines; i++) strcat(text, T "x\n");
    strcat(text, T "Kernel panic - not syncing: y\n");
    check(text, lines == 31 ? "7 warning - - - kernel|warning\n"
                            : "7 warning - - - kernel|warning\n2 panic - - - kernel|panic|y\n");
  }
}

/* Names of tasks end, and have 15 bytes at most; a pc without a name has the caller's. */
static void test_details(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "BUG: x\n" T "CPU: 1 UID: 0 PID: 7 Comm: a b FTT: 0 0 6.1\n", "1 oops 1 7 a b kernel|oops\n"},
      {T "BUG: x\n" T "CPU: 1 PID: 7 Comm: a b 5.4-rc1\n", "1 oops 1 7 a b kernel|oops\n"},
      {T "BUG: x\n" T "CPU: 1 PID: 7 Comm: sixteen letters! Kdump: loaded\n",
       "1 oops 1 7 sixteen letters kernel|oops\n"},
      {T "BUG: x\n" T "Pid: 7, comm: c Not tainted 2.6.32\n" T "pc : 0x40\n" T "lr : g.isra.1+0x1/0x2\n",
       "1 oops - 7 c kernel|oops|g\n"},
      {T "BUG: x\n" T "EIP: 0060:[<c0123456>] EFLAGS: 0\n" T "EIP is at f+0x1/0x2\n" T "Process c (pid: 7, x)\n",
       "1 oops - 7 c kernel|oops|f\n"},
      {T "BUG: x\n" T "Call Trace:\n" T " die+0x1/0x2\n" T " [<c0123456>] 0xc0123456\n" T " 0xffffffff81234567\n" T
         " [<c0123456>] (null)\n" T "ffffffff81234567\n" T "Function entered at [<c0123456>] from [<c0123457>]\n" T
         " [c0000001fe1239f0] [c00000000001e2a4] f.constprop.0.isra.2+0x1/0x2 (unreliable)\n" T " g from h+0x1/0x2\n" T
         " h from nowhere\n" T " i+0x1/0x2\n",
       "1 oops - - - kernel|oops|f|g\n"},
      {T "BUG: x\n" T "Call Trace: <IRQ>  [<c0123456>] f+0x1/0x2\n" T " [<c0123456>] ? g+0x1/0x2\n",
       "1 oops - - - kernel|oops|f\n"},
      {T "BUG: x\n" T "Call Trace:\n" T " <TASK>\n" T " e+0x1/0x2\n" T "RIP: 0033:0x7f1234\n" T "Code: 0f\n" T
         "RSP: 0018:0 EFLAGS: 0\n" T "R10: 0 R11: 0\n" T " f+0x1/0x2\n" T " </TASK>\n" T "Modules linked in:\n" T
         " g+0x1/0x2\n",
       "1 oops - - - kernel|oops|e|f\n"}};
  CHECK_ALL(faults);
}

/* Whatever a vendor puts before a message. */
static void test_before(void **state) {
  (void)state;
  static const char *const before[] = {
      T,
      "<6>" T,
      "[    1.000000][  T421] ",
      "[    1.000000][T421@C3] ",
      "[    1.000000][3] ",
      "[    1.000000] [3] ",
      "[    1.000000,3] ",
      "[    1.000000 cpu 3] ",
      "<6>[    1.000000s][pid:421,cpu3,a b]",
      T "[pid:421,cpu3,a b]",
      "<6>[    1.000000 / 11-02 04:05:06.123][3] ",
      "<6>[    1.000000]  [3:a:b @]/c: 421] ",
      "<6>[    1.000000] I[3:      swapper/0:    1] ",
      "<6>[    1.000000]-(3)[421:a:b c]",
      "<6>[    1.000000]  (3)[421:a:b c]",
      T "c3 ",
      T "c3   421 (a (b)) ",
      T T "<3>[  T421]  [3:a: 421] (3)[421:a]c3 ",
      "kern  :warn  : " T,
      "[Thu Nov  2 04:05:06 2023] ",
      "[Thu Nov  2 04:05:06 2023][  T421] ",
      "Nov  2 04:05:06 host kernel: ",
      "Nov 02 04:05:06.123456 host kernel: " T,
      "2023-11-02T04:05:06,123456+01:00 ",
  };
  for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
    char text[512];
    static const char *const lines[] = {"BUG: x", "Call Trace:", " <TASK>", " ? e+0x1/0x2", " f+0x1/0x2", "Code: x"};
    text[0] = 0;
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
      strcat(text, before[i]);
      strcat(strcat(text, lines[n]), "\n");
    }
    check(text, "1 oops - - - kernel|oops|f\n");
  }
}

/* Times as printed. */
static void test_time(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {"[   12.345678] BUG: x\n", "12345678 12.345678\n"},
      {"[Thu Nov  2 04:05:06 2023] BUG: x\n", "- Thu Nov  2 04:05:06 2023\n"},
      {"Nov 02 04:05:06 host kernel: BUG: x\n", "- Nov 02 04:05:06\n"},
      {"2023-11-02T04:05:06,123456+01:00 BUG: x\n", "- 2023-11-02T04:05:06,123456\n"},
      {"11-02 04:05:06.789     0     0 E         : BUG: x\n", "- 11-02 04:05:06.789\n"},
      {"2023-11-02 04:05:06.789012     0     0 E kernel  : BUG: x\n", "- 2023-11-02 04:05:06.789012\n"}};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    const struct rows_case c = {.table = "kernel.crash",
                                .ptr = faults[i].text,
                                .len = strlen(faults[i].text),
                                .columns = {"uptime_us", "time_text"},
                                .want = faults[i].want};
    check_case(&c);
  }
}

/* Each kind has its own; what is the same 20 seconds later is another one, in between it is not: a process dies once.
 * Dates compare, seconds do not. */
static void test_findings(void **state) {
  (void)state;
  static const struct fault faults[] = {
      {T "WARNING: at f+0x1/0x2\n" T "a[7]: segfault at 0 ip 0" AT "\n" T
         "NMI watchdog: Watchdog detected hard LOCKUP on cpu 7\n" T "[drm] GPU HANG: ecode 4:0\n" T
         "mce: CPU 4: Machine Check: 0 Bank 1: 0\n",
       "19 kernel_lockup 92 - 1 - 1.000000\n4 native_crash 75 7 1 a 1.000000\n22 gpu_hang 62 - 1 - 1.000000\n"
       "21 hardware_error 58 - 1 - 1.000000\n20 kernel_warning 30 - 1 - 1.000000\n"},
      {"[   10.000000] a[7]: segfault at 0 ip 0" AT "\n[   30.000000] a[7]: segfault at 0 ip 0" AT "\n",
       "4 native_crash 75 7 2 a 30.000000\n"},
      {T "WARNING: at f+0x1/0x2\n" T "Kernel panic - not syncing: x\n", "20 kernel_warning 100 - 1 - 1.000000\n"},
      {"Nov  2 04:05:06 h kernel: a[7]: segfault at 0 ip 0" AT "\nNov  2 04:05:06 h kernel: a[7]: segfault at 0 ip 0" AT
       "\nNov  3 04:05:06 h kernel: b[8]: segfault at 0 ip 0" AT
       "\nNov 14 04:05:06 h kernel: c[9]: segfault at 0 ip 0" AT "\n",
       "4 native_crash 75 9 1 c Nov 14 04:05:06\n4 native_crash 75 8 1 b Nov  3 04:05:06\n"
       "4 native_crash 75 7 1 a Nov  2 04:05:06\n"}};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    const struct rows_case c = {.table = "triage.finding",
                                .ptr = faults[i].text,
                                .len = strlen(faults[i].text),
                                .columns = {"kind", "severity", "count", "process_name", "process_id", "time_text"},
                                .want = faults[i].want};
    check_case(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oops),   cmocka_unit_test(test_lockup),       cmocka_unit_test(test_warning),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_hardware),     cmocka_unit_test(test_program),
      cmocka_unit_test(test_panic),  cmocka_unit_test(test_signal),       cmocka_unit_test(test_death),
      cmocka_unit_test(test_others), cmocka_unit_test(test_system_error), cmocka_unit_test(test_details),
      cmocka_unit_test(test_before), cmocka_unit_test(test_time),         cmocka_unit_test(test_findings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
