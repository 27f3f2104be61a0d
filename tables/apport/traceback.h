/* SPDX-License-Identifier: MIT */
/*
 * The exception that a Python traceback is about (docs/triage.md). Exceptions are chained, and one that is a group has
 * others, its leaves, each with a traceback of its own, which are printed as a tree:
 *
 *     + Exception Group Traceback (most recent call last):
 *     |   File "PATH", line N, in FUNCTION
 *     | ExceptionGroup: MESSAGE (2 sub-exceptions)
 *     +-+---------------- 1 ----------------            the first leaf, two columns deeper
 *       | Traceback (most recent call last):
 *       |   File "PATH", line N, in FUNCTION
 *       | ValueError: MESSAGE                           notes, and the rest of a message, may follow
 *       +---------------- 2 ----------------
 *       | KeyError: MESSAGE                             it was never raised
 *       +------------------------------------
 */
#ifndef DFMTI_APPORT_TRACEBACK_H
#define DFMTI_APPORT_TRACEBACK_H

#include <stdbool.h>

#include <diagfmt/common.h>

#include "base/mem.h"
#include "rules/rules.h"

/* Texts are ranges of the traceback; absent ones are empty. */
struct dfmti_apport_exception {
  dfmt_str name;    /* of the class, as it is printed; empty: nothing is known */
  dfmt_str message; /* its first line */
  dfmt_str frames;  /* lines */
  bool group;
};

/* Zeroed: nothing. */
struct dfmti_apport_traceback {
  struct dfmti_apport_exception fault;
  struct dfmti_buf leaves; /* struct dfmti_apport_exception, of a group: by name, then as they are printed */
  size_t n_leaves;
};

/* false: no memory. */
bool dfmti_apport_traceback_read(struct dfmti_mem *m, struct dfmti_apport_traceback *t, dfmt_str text);

static inline const struct dfmti_apport_exception *dfmti_apport_leaves(const struct dfmti_apport_traceback *t) {
  return (const struct dfmti_apport_exception *)(const void *)t->leaves.ptr;
}

/* The innermost frames that are not of plumbing, counted backwards: place[(n - 1) % _FRAMES] is the innermost. */
enum { DFMTI_APPORT_FRAMES = 5 };
struct dfmti_apport_python_frames {
  struct {
    dfmt_str path, function;
  } place[DFMTI_APPORT_FRAMES];
  uint64_t n;
};

struct dfmti_apport_python_frames dfmti_apport_python_frames(const struct dfmti_rules *rules, dfmt_str lines);

#endif
