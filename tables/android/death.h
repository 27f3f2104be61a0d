/* SPDX-License-Identifier: MIT */
/*
 * Lines that tell of a program's death by a signal, written by others than the program: those who wait for processes,
 * those who store their memory, and those who keep account (docs/triage.md).
 */
#ifndef DFMTI_ANDROID_DEATH_H
#define DFMTI_ANDROID_DEATH_H

#include "base/cut.h"

enum { DFMTI_DEATH_COMM = 15 }; /* bytes of a task's name */

/* The name is the line's, or `decoded`. */
struct dfmti_death {
  bool has_process_id, has_thread_id;
  bool stored; /* the process' memory was */
  int32_t process_id, thread_id;
  dfmt_str name;      /* of the task, or of the service */
  const char *signal; /* "SIGSEGV"; NULL: not told */
  char decoded[DFMTI_DEATH_COMM];
};

/* The name of a signal that ends a program for what it did; NULL: it ends one for what others want, or is none. */
const char *dfmti_death_signal(int32_t signal);

/* Whether a line may tell of one. It looks at no more than its first characters. */
bool dfmti_death_takes(dfmt_str tag, dfmt_str message);

/* false: the line tells of none. */
bool dfmti_death(dfmt_str tag, dfmt_str message, struct dfmti_death *d);

/* "Stack trace of thread N:", the first of which, behind such a line or in it, is of the thread that died. */
bool dfmti_death_thread(dfmt_str message, int32_t *thread_id);

#endif
