/* SPDX-License-Identifier: MIT */
/* Words of the kernel and of its tools, as lists that end with NULL; those that vendors add to are rules. */
#ifndef DFMTI_ANDROID_KERNEL_WORDS_H
#define DFMTI_ANDROID_KERNEL_WORDS_H

/* dmesg -x */
extern const char *const dfmti_kernel_facilities[], *const dfmti_kernel_levels[];

/* Traps of programs, and the signals that they are; of others it is SIGSEGV. */
struct dfmti_kernel_trap {
  const char *trap, *signal;
};
extern const struct dfmti_kernel_trap dfmti_kernel_traps[];

#endif
