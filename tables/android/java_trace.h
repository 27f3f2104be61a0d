/* SPDX-License-Identifier: MIT */
/*
 * An uncaught exception of Java, as the log has it (docs/triage.md): messages of one process and thread.
 *
 *   FATAL EXCEPTION: THREAD                  or "*** FATAL EXCEPTION IN SYSTEM PROCESS: THREAD"
 *   Process: PROCESS, PID: N                 not in the system's process, nor before Android 4.4
 *   CLASS[: MESSAGE]                         the message may have more lines
 *   TABat CLASS.METHOD(FILE:LINE)
 *   TABSuppressed: CLASS[: MESSAGE]          and more lines with one tab more
 *   Caused by: CLASS[: MESSAGE]              the last of these is the root
 *   TAB... N more
 */
#ifndef DFMTI_ANDROID_JAVA_TRACE_H
#define DFMTI_ANDROID_JAVA_TRACE_H

#include "base/cut.h"
#include "base/mem.h"
#include "rules/rules.h"

enum { DFMTI_JAVA_LINES = 4096, DFMTI_JAVA_BYTES = 1 << 20 }; /* per trace; more are omitted */
enum { DFMTI_JAVA_COUNT = 5 };                                /* frames in a signature */

/* Zeroed: nothing. */
struct dfmti_java_trace {
  int phase;   /* 0: closed */
  bool system; /* the process is the system's */
  bool cut;    /* there were too many lines: the rest is omitted */
  bool has_pid;
  int32_t pid; /* that it names */
  uint32_t lines;
  size_t bytes;
  uint64_t chain; /* number of exceptions so far */
  struct dfmti_buf thread, process;
  struct dfmti_buf first, last; /* exceptions: CLASS[: MESSAGE]; last: only if the chain has several */
  struct dfmti_buf frames;      /* of the root, in normal form, each with a line feed */
  uint64_t n_frames;
};

struct dfmti_java_exception {
  dfmt_str name; /* of the class */
  bool has_message;
  dfmt_str message;
};

void dfmti_java_trace_free(struct dfmti_mem *m, struct dfmti_java_trace *t);

/* Whether a message begins a trace, with a maker's mark before it or not. rules NULL: those that are compiled in. */
bool dfmti_java_trace_begins(const struct dfmti_rules *rules, dfmt_str line);

/* Opens it with that message. false: no memory; it is closed. */
bool dfmti_java_trace_open(struct dfmti_mem *m, const struct dfmti_rules *rules, struct dfmti_java_trace *t,
                           dfmt_str line);

/*
 * Whether the next message of the process and thread, which does not begin a trace, belongs to it; else it has ended.
 */
bool dfmti_java_trace_goes_on(const struct dfmti_java_trace *t, dfmt_str line);

/* Takes a message that belongs to it. false: no memory; it is unchanged. */
bool dfmti_java_trace_line(struct dfmti_mem *m, struct dfmti_java_trace *t, dfmt_str line);

/* Its parts; absent texts are empty. */
dfmt_str dfmti_java_trace_process(const struct dfmti_java_trace *t);
struct dfmti_java_exception dfmti_java_trace_first(const struct dfmti_java_trace *t);
struct dfmti_java_exception dfmti_java_trace_root(const struct dfmti_java_trace *t);

/* Takes the next frame off the start of `frames`. false: no more. */
bool dfmti_java_trace_frame(dfmt_str *frames, dfmt_str *frame);

/* java|PROCESS|ROOT|FRAME|…; nothing if no exception is known. false: no memory. */
bool dfmti_java_trace_signature(struct dfmti_mem *m, const struct dfmti_java_trace *t, struct dfmti_buf *to);

#endif
