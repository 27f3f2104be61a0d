/* SPDX-License-Identifier: MIT */
#include "kernel_words.h"

#include <stddef.h>

const char *const dfmti_kernel_facilities[] = {"kern", "user", "mail", "daemon",   "auth", "syslog", "lpr",
                                               "news", "uucp", "cron", "authpriv", "ftp",  NULL};
const char *const dfmti_kernel_levels[] = {"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug", NULL};

const struct dfmti_kernel_trap dfmti_kernel_traps[] = {
    {"divide error", "SIGFPE"}, {"invalid opcode", "SIGILL"}, {"int3", "SIGTRAP"}, {NULL, "SIGSEGV"}};

const struct dfmti_kernel_trap dfmti_kernel_exceptions[] = {{"undefined instruction", "SIGILL"},
                                                            {"lignment", "SIGBUS"},
                                                            {"external abort", "SIGBUS"},
                                                            {"parity", "SIGBUS"},
                                                            {"BRK", "SIGTRAP"},
                                                            {NULL, "SIGSEGV"}};

const char *dfmti_kernel_signal(const struct dfmti_kernel_trap *traps, dfmt_str text) {
  while (traps->trap && dfmti_cut_find(text, traps->trap) == text.len) traps++;
  return traps->signal;
}

enum dfmti_kernel_kind dfmti_kernel_xid(dfmt_str number) {
  static const char *const memory[] = {"48", "64", "74", "92", "94", "95"}; /* and what connects it */
  static const char *const notes[] = {"45", "63", "154"}; /* what was done after an error, which has its own */
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
    if (dfmti_is(number, memory[i])) return DFMTI_KERNEL_HARDWARE;
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    if (dfmti_is(number, notes[i])) return DFMTI_KERNEL_NONE;
  return number.len > 0 && number.len < 5 ? DFMTI_KERNEL_GPU : DFMTI_KERNEL_NONE;
}
