/* SPDX-License-Identifier: MIT */
/* Words of the kernel and of its tools, as lists that end with NULL; those that vendors add to are rules. */
#ifndef DFMTI_ANDROID_KERNEL_WORDS_H
#define DFMTI_ANDROID_KERNEL_WORDS_H

#include "kernel_head.h"

/* dmesg -x */
extern const char *const dfmti_kernel_facilities[], *const dfmti_kernel_levels[];

/* Traps of programs, and the signals that they are; of others it is SIGSEGV. */
struct dfmti_kernel_trap {
  const char *trap, *signal;
};
extern const struct dfmti_kernel_trap dfmti_kernel_traps[];

/* The kind of fault by the number of an Xid, NVIDIA's word for an error of a graphics processor; NONE: it is no fault.
 */
enum dfmti_kernel_kind dfmti_kernel_xid(dfmt_str number);

#endif
