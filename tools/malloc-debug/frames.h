/* SPDX-License-Identifier: MIT */
/* Shared by both ways of unwinding. */
#ifndef MALLOC_DEBUG_FRAMES_H
#define MALLOC_DEBUG_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes from a return address back into the call. */
#if defined(__aarch64__)
enum { UNWIND_BACK = 4 };
#elif defined(__arm__) || defined(__riscv)
enum { UNWIND_BACK = 2 };
#else
enum { UNWIND_BACK = 1 };
#endif

/* The range of this library's code, set by the linker. */
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char etext __attribute__((visibility("hidden")));

/* Whether an address is in this library's code. */
static inline bool unwind_is_own(uintptr_t pc) { return pc >= (uintptr_t)&__ehdr_start && pc < (uintptr_t)&etext; }

#endif
