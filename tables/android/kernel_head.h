/* SPDX-License-Identifier: MIT */
/* The line that a fault of the kernel begins with: what it is, and what that line tells of it. */
#ifndef DFMTI_ANDROID_KERNEL_HEAD_H
#define DFMTI_ANDROID_KERNEL_HEAD_H

#include "death.h"
#include "rules/rules.h"

enum dfmti_kernel_kind {
  DFMTI_KERNEL_NONE,
  DFMTI_KERNEL_OOPS,
  DFMTI_KERNEL_PANIC,
  DFMTI_KERNEL_HUNG,
  DFMTI_KERNEL_OOM,
  DFMTI_KERNEL_LOCKUP,
  DFMTI_KERNEL_STALL,
  DFMTI_KERNEL_WARNING,
  DFMTI_KERNEL_HARDWARE,
  DFMTI_KERNEL_GPU,
  DFMTI_KERNEL_USER
};

enum { DFMTI_KERNEL_PIECES = 5 };

/* Texts are the line's, or constants. */
struct dfmti_kernel_head {
  enum dfmti_kernel_kind kind;
  bool foretells; /* a panic that the kernel has not yet spoken of */
  bool dies;      /* the line of an oops that tells how it died: another one may have begun the same oops */
  bool has_cpu, has_process_id;
  uint32_t cpu;
  int32_t process_id;
  dfmt_str comm;                         /* empty: not told */
  dfmt_str panic;                        /* why the kernel panicked */
  dfmt_str subject[DFMTI_KERNEL_PIECES]; /* what the signature has of it, in pieces */
  char offset[16];                       /* one of these */
  struct dfmti_death death;              /* of a program: the name may be in it */
};

/* false: a fault does not begin with this line, which has nothing before it. rules NULL: those that are compiled in. */
bool dfmti_kernel_head(const struct dfmti_rules *rules, dfmt_str line, struct dfmti_kernel_head *h);

#endif
