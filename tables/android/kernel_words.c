/* SPDX-License-Identifier: MIT */
#include "kernel_words.h"

#include "derived/pattern.h"

const char *const dfmti_kernel_suffixes[] = {".isra", ".part", ".constprop", ".cold", ".llvm", NULL};

const char *const dfmti_kernel_comm_ends[] = {" Tainted: ", " Not tainted", " Kdump: loaded", " FTT: ", NULL};

const char *const dfmti_kernel_registers[] = {"RIP: *", "Code: *", "RSP: *", "RAX: *", "RDX: *",
                                              "RBP: *", "R10: *",  "R13: *", NULL};

const char *const dfmti_kernel_facilities[] = {"kern", "user", "mail", "daemon",   "auth", "syslog", "lpr",
                                               "news", "uucp", "cron", "authpriv", "ftp",  NULL};
const char *const dfmti_kernel_levels[] = {"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug", NULL};

const struct dfmti_kernel_trap dfmti_kernel_traps[] = {
    {"divide error", "SIGFPE"}, {"invalid opcode", "SIGILL"}, {"int3", "SIGTRAP"}, {NULL, "SIGSEGV"}};

bool dfmti_kernel_in(const char *const *list, dfmt_str s) {
  while (*list && !dfmti_pattern_matches(*list, s)) list++;
  return *list != NULL;
}
