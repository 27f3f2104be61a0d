/* SPDX-License-Identifier: MIT */
/* Words by which kernels' messages are told apart, as lists. Each ends with NULL. */
#ifndef DFMTI_ANDROID_KERNEL_WORDS_H
#define DFMTI_ANDROID_KERNEL_WORDS_H

#include "base/str.h"

/* What compilers add to the name of a function, before ".N". */
extern const char *const dfmti_kernel_suffixes[];

/* What may stand behind the name of a task. */
extern const char *const dfmti_kernel_comm_ends[];

/* Lines of registers, which x86 prints between frames. */
extern const char *const dfmti_kernel_registers[];

/* dmesg -x */
extern const char *const dfmti_kernel_facilities[], *const dfmti_kernel_levels[];

/* Traps of programs, and the signals that they are; of others it is SIGSEGV. */
struct dfmti_kernel_trap {
  const char *trap, *signal;
};
extern const struct dfmti_kernel_trap dfmti_kernel_traps[];

/* Whether a pattern of a list is the text. */
bool dfmti_kernel_in(const char *const *list, dfmt_str s);

#endif
