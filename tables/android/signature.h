/* SPDX-License-Identifier: MIT */
/* Signatures: texts that are equal for crashes with the same cause, of parts separated by "|" (docs/triage.md). */
#ifndef DFMTI_ANDROID_SIGNATURE_H
#define DFMTI_ANDROID_SIGNATURE_H

#include "base/cut.h"
#include "base/mem.h"

/* The name of a process without directories, or up to a colon. */
dfmt_str dfmti_signature_process(dfmt_str process);

/* Adds a part. false: no memory. */
bool dfmti_signature_add(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str part);

/* TYPE|PROCESS[|WHAT], WHAT only if it is not empty. false: no memory. */
bool dfmti_signature_of(struct dfmti_mem *m, struct dfmti_buf *to, const char *type, dfmt_str process, dfmt_str what);

/* watchdog|system_server|SUBJECT, without how long its parts lasted. false: no memory. */
bool dfmti_signature_watchdog(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str subject);

/* native|PROCESS|SIGNAL[/CODE]. false: no memory. */
bool dfmti_signature_native(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str process, dfmt_str signal,
                            dfmt_str code);

/* A part, from 0. Empty: there are fewer. */
dfmt_str dfmti_signature_part(dfmt_str signature, unsigned n);

/* The last part: of a signature without frames, what went wrong. Empty: there is only one. */
dfmt_str dfmti_signature_last(dfmt_str signature);

#endif
