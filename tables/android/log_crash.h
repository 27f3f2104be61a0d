/* SPDX-License-Identifier: MIT */
/* Log messages that report a crash in one line (docs/triage.md). Texts are borrowed. */
#ifndef DFMTI_ANDROID_LOG_CRASH_H
#define DFMTI_ANDROID_LOG_CRASH_H

#include "base/cut.h"
#include "rules/rules.h"

struct dfmti_fatal_signal {
  int32_t signal, tid, pid;
  bool has_tid, has_pid;
  dfmt_str name, code;      /* "SIGSEGV"; "SEGV_MAPERR", from Android 8 on */
  dfmt_str thread, process; /* names; the process's from Android 8 on */
};

/* "Fatal signal N (NAME), code C[ (CODE)], fault addr A in tid T (THREAD)[, pid P (PROCESS)]"; to Android 4.4
 * "Fatal signal N (NAME) at A (code=C), thread T (THREAD)". What is missing at the end is absent. */
bool dfmti_fatal_signal(dfmt_str line, struct dfmti_fatal_signal *f);

/* "ANR in PROCESS[ (COMPONENT)]" */
bool dfmti_anr_begins(dfmt_str line, dfmt_str *process);

/* The part of an ANR's reason that is independent of the event. */
dfmt_str dfmti_anr_reason_class(dfmt_str reason);

/* "*** WATCHDOG KILLING SYSTEM PROCESS: SUBJECT" */
bool dfmti_watchdog_kill(const struct dfmti_rules *rules, dfmt_str line, dfmt_str *subject);

/* Takes off what a maker put before "*** ", if it is one of the rules'. rules NULL: those that are compiled in. */
void dfmti_log_mark(const struct dfmti_rules *rules, dfmt_str *line);

#endif
