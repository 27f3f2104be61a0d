/* SPDX-License-Identifier: MIT */
/* Words of the kernel and of its tools, as lists that end with NULL; those that vendors add to are rules. */
#ifndef DFMTI_ANDROID_KERNEL_WORDS_H
#define DFMTI_ANDROID_KERNEL_WORDS_H

#include "kernel_head.h"

/* dmesg -x */
extern const char *const dfmti_kernel_facilities[], *const dfmti_kernel_levels[];

/* Words of traps of programs, and the signals that they are; of others it is SIGSEGV. Of x86, and of arm64. */
struct dfmti_kernel_trap {
  const char *trap, *signal;
};
extern const struct dfmti_kernel_trap dfmti_kernel_traps[], dfmti_kernel_exceptions[];

/* The signal of a trap, by the first word that its text has. */
const char *dfmti_kernel_signal(const struct dfmti_kernel_trap *traps, dfmt_str text);

/* The kind of fault by the number of an Xid, which is NVIDIA's word for an error of a GPU. NONE: it is no fault. */
enum dfmti_kernel_kind dfmti_kernel_xid(dfmt_str number);

#endif
