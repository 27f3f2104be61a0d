/* SPDX-License-Identifier: MIT */
#include "kernel_words.h"

#include <stddef.h>

const char *const dfmti_kernel_facilities[] = {"kern", "user", "mail", "daemon",   "auth", "syslog", "lpr",
                                               "news", "uucp", "cron", "authpriv", "ftp",  NULL};
const char *const dfmti_kernel_levels[] = {"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug", NULL};

const struct dfmti_kernel_trap dfmti_kernel_traps[] = {
    {"divide error", "SIGFPE"}, {"invalid opcode", "SIGILL"}, {"int3", "SIGTRAP"}, {NULL, "SIGSEGV"}};
