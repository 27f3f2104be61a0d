/* SPDX-License-Identifier: MIT */
/*
 * Kernel messages on failures: an oops, a panic, a hanging task, a process killed for its memory (docs/triage.md).
 *
 *              BUG: …, Kernel panic …                  Call trace:           no frame
 *   NOTHING ---------------------------> HEAD ---------------------> TRACE ----------> TAIL --.   of an oops
 *      |                                  |                            |                      |
 *      |  Out of memory: …                | another fault              | of others            | ---[ end trace …
 *      '------------> DONE <--------------'<---------------------------'     a panic, or      v
 *                      ^                                                     no more lines  AFTER
 *                      '-------------------------------------------------------------------'
 *
 * A panic within an oops, or soon after it, ends that oops. Memory is bounded: texts beyond DFMTI_KERNEL_TEXT bytes and
 * functions beyond DFMTI_KERNEL_TRACE are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_KERNEL_FAULT_H
#define DFMTI_ANDROID_KERNEL_FAULT_H

#include "base/cut.h"
#include "base/mem.h"

enum { DFMTI_KERNEL_TEXT = 32768, DFMTI_KERNEL_TRACE = 128 };

enum dfmti_kernel_kind {
  DFMTI_KERNEL_NONE,
  DFMTI_KERNEL_OOPS,
  DFMTI_KERNEL_PANIC,
  DFMTI_KERNEL_HUNG,
  DFMTI_KERNEL_OOM
};

enum {
  DFMTI_KERNEL_HAS_CPU = 1,
  DFMTI_KERNEL_HAS_PROCESS_ID = 2,
  DFMTI_KERNEL_HAS_COMM = 4,
  DFMTI_KERNEL_HAS_PC = 8,
  DFMTI_KERNEL_HAS_PANIC = 16
};

struct dfmti_kernel_place {
  size_t at, len;
};

/* Zeroed: none. */
struct dfmti_kernel_fault {
  uint32_t phase, has;
  enum dfmti_kernel_kind kind;
  bool cut;
  uint32_t lines; /* since its start, or since the end of its trace */
  uint32_t cpu;
  int32_t process_id;
  struct dfmti_buf text;
  struct dfmti_kernel_place message, panic, comm, pc;
  struct dfmti_kernel_place trace[DFMTI_KERNEL_TRACE]; /* names of functions, innermost first */
  uint32_t n_trace;
};

/* A line without its prefix "<LEVEL>[ SECONDS.MICROSECONDS][ CALLER] ", each part of which is optional. */
dfmt_str dfmti_kernel_line(dfmt_str line, bool *timed, uint64_t *uptime_us);

/* Whether the next line, without its prefix, ends the fault. To be called before taking that line. */
bool dfmti_kernel_fault_ends(const struct dfmti_kernel_fault *f, dfmt_str line);

/* Takes a line, without its prefix. *began: a fault begins with it. false: no memory, and nothing was changed. */
bool dfmti_kernel_fault_line(struct dfmti_mem *m, struct dfmti_kernel_fault *f, dfmt_str line, bool *began);

static inline bool dfmti_kernel_fault_is_open(const struct dfmti_kernel_fault *f) { return f->phase != 0; }

/* A text; absent ones are empty. */
dfmt_str dfmti_kernel_fault_text(const struct dfmti_kernel_fault *f, struct dfmti_kernel_place at);

/* Appends kernel|KIND|…. false: no memory. */
bool dfmti_kernel_fault_signature(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to);

/* Removes the fault; memory is kept. */
void dfmti_kernel_fault_clear(struct dfmti_kernel_fault *f);
void dfmti_kernel_fault_free(struct dfmti_mem *m, struct dfmti_kernel_fault *f);

#endif
