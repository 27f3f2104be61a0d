/* SPDX-License-Identifier: MIT */
/*
 * Kernel messages on failures, from the line that a fault begins with to the last one of it (docs/triage.md).
 *
 *             a head            Call trace:            no frame
 *   NOTHING ---------> HEAD -------------------> TRACE ----------> TAIL --.   of an oops
 *      |                |                          |                      |
 *      |  one line      | another fault            | of others            | ---[ end trace …, ---[ cut here
 *      '-----> DONE <---'<--------------.          '--------.             v
 *               ^                       '--------------------'-------> AFTER
 *               '---------------------------------------------------------' a panic, or no more lines
 *
 * A panic within a fault, or soon after it, ends that fault. Memory is bounded: texts beyond DFMTI_KERNEL_TEXT bytes
 * and functions beyond DFMTI_KERNEL_TRACE are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_KERNEL_FAULT_H
#define DFMTI_ANDROID_KERNEL_FAULT_H

#include "base/mem.h"
#include "kernel_head.h"
#include "rules/rules.h"

enum { DFMTI_KERNEL_TEXT = 32768, DFMTI_KERNEL_TRACE = 128 };

enum {
  DFMTI_KERNEL_HAS_CPU = 1,
  DFMTI_KERNEL_HAS_PROCESS_ID = 2,
  DFMTI_KERNEL_HAS_COMM = 4,
  DFMTI_KERNEL_HAS_PC = 8,
  DFMTI_KERNEL_HAS_PANIC = 16,
  DFMTI_KERNEL_HAS_LR = 32,
  DFMTI_KERNEL_SAW_CPU = 64, /* the line of registers' processor and task */
  DFMTI_KERNEL_SAW_PC = 128  /* one that may have no name */
};

struct dfmti_kernel_place {
  size_t at, len;
};

/* Zeroed: none. */
struct dfmti_kernel_fault {
  const struct dfmti_rules *rules; /* the owner's; NULL: those that are compiled in */
  uint32_t phase, has;
  enum dfmti_kernel_kind kind;
  bool cut;
  uint32_t lines; /* since the phase began */
  uint32_t cpu;
  int32_t process_id;
  struct dfmti_buf text;
  struct dfmti_kernel_place message, subject, panic, comm, pc, lr;
  struct dfmti_kernel_place trace[DFMTI_KERNEL_TRACE]; /* names of functions, innermost first */
  uint32_t n_trace;
};

/* Whether the next line, without what stands before it, ends the fault. To be called before taking that line. */
bool dfmti_kernel_fault_ends(const struct dfmti_kernel_fault *f, dfmt_str line);

/* Takes such a line. *began: a fault begins with it. false: no memory, and nothing was changed. */
bool dfmti_kernel_fault_line(struct dfmti_mem *m, struct dfmti_kernel_fault *f, dfmt_str line, bool *began);

static inline bool dfmti_kernel_fault_is_open(const struct dfmti_kernel_fault *f) { return f->phase != 0; }

/* A text; absent ones are empty. */
dfmt_str dfmti_kernel_fault_text(const struct dfmti_kernel_fault *f, struct dfmti_kernel_place at);

/* Where it happened: pc's function, or that of the caller if pc has no name. */
dfmt_str dfmti_kernel_fault_pc(const struct dfmti_kernel_fault *f);

/* Appends the signature. false: no memory. */
bool dfmti_kernel_fault_signature(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to);

/* Whether it is of an oops without a function: those that share it may be of different faults. */
bool dfmti_kernel_signature_is_head(dfmt_str signature);

/* Removes the fault; memory is kept. */
void dfmti_kernel_fault_clear(struct dfmti_kernel_fault *f);
void dfmti_kernel_fault_free(struct dfmti_mem *m, struct dfmti_kernel_fault *f);

#endif
