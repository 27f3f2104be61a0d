/* SPDX-License-Identifier: MIT */
#include "kernel_words.h"

const char *const dfmti_kernel_skip[] = {
    "dump_backtrace",
    "show_stack",
    "dump_stack",
    "dump_stack_lvl",
    "panic",
    "__switch_to",
    "__schedule",
    "schedule",
    "show_regs",
    "__die",
    "die",
    "__warn",
    "report_bug",
    "handle_bug",
    "exc_invalid_op",
    "asm_exc_invalid_op",
    "nmi_panic",
    "watchdog_timer_fn",
    "rcu_sched_clock_irq",
    "rcu_dump_cpu_stacks",
    "print_report",
    "kasan_report",
    "print_address_description",
    "unwind_backtrace",
    "warn_slowpath_common",
    "warn_slowpath_null",
    "warn_slowpath_fmt",
    NULL,
};

const char *const dfmti_kernel_suffixes[] = {".isra", ".part", ".constprop", ".cold", ".llvm", NULL};

const char *const dfmti_kernel_comm_ends[] = {" Tainted: ", " Not tainted", " Kdump: loaded", " FTT: ", NULL};

const char *const dfmti_kernel_registers[] = {"RIP: *", "Code: *", "RSP: *", "RAX: *", "RDX: *",
                                              "RBP: *", "R10: *",  "R13: *", NULL};

const char *const dfmti_kernel_facilities[] = {"kern", "user", "mail", "daemon",   "auth", "syslog", "lpr",
                                               "news", "uucp", "cron", "authpriv", "ftp",  NULL};
const char *const dfmti_kernel_levels[] = {"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug", NULL};

const struct dfmti_kernel_trap dfmti_kernel_traps[] = {
    {"divide error", "SIGFPE"}, {"invalid opcode", "SIGILL"}, {"int3", "SIGTRAP"}, {NULL, "SIGSEGV"}};

/* The last '*' met takes one byte more whenever the rest does not fit. */
static bool fits(const char *pattern, dfmt_str s) {
  const char *star = NULL;
  uint64_t at = 0, from = 0;
  while (at < s.len) {
    if (*pattern == '*') {
      star = ++pattern;
      from = at;
    } else if (*pattern && *pattern == s.ptr[at]) {
      pattern++;
      at++;
    } else if (star) {
      pattern = star;
      at = ++from;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return *pattern == 0;
}

bool dfmti_kernel_in(const char *const *list, dfmt_str s) {
  while (*list && !fits(*list, s)) list++;
  return *list != NULL;
}
