/* SPDX-License-Identifier: MIT */
/*
 * libunwind caches data about code addresses forever. After a library was unloaded another one may be loaded at its
 * address, so libunwind is not used any more once one was unloaded. It is loaded explicitly, as it also has functions
 * for exceptions, for which the program must keep its own. On x86-64 only, where it was measured.
 */
#include "unwind_cached.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "frames.h"
#include "stacks.h"

#ifdef __x86_64__
enum { MEASURED = 1 };
#else
enum { MEASURED = 0 };
#endif
enum { OWN_FRAMES = 8 }; /* maximum; `n_own` have been seen */
static _Atomic int n_own;

static int (*backtrace_of)(void **places, int most); /* unw_backtrace() */
static atomic_bool usable;
static unsigned long long unloaded;    /* number of unloaded libraries at the start */
static uintptr_t libc_begin, libc_end; /* range of its code */

static int count_unloaded(struct dl_phdr_info *info, size_t size, void *user) {
  (void)size;
  *(unsigned long long *)user = info->dlpi_subs;
  return 1; /* the count is the same for each library */
}

static int find_libc(struct dl_phdr_info *info, size_t size, void *user) {
  const uintptr_t there = (uintptr_t)&dl_iterate_phdr;
  (void)size;
  (void)user;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || there - begin >= info->dlpi_phdr[i].p_memsz) continue;
    libc_begin = begin;
    libc_end = begin + info->dlpi_phdr[i].p_memsz;
    return 1;
  }
  return 0;
}

void unwind_cached_start(void) {
  void *library = MEASURED ? dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library) *(void **)(void *)&backtrace_of = dlsym(library, "unw_backtrace");
  dl_iterate_phdr(count_unloaded, &unloaded);
  dl_iterate_phdr(find_libc, NULL);
  atomic_store(&usable, backtrace_of != NULL);
}

void unwind_cached_stop(void) { atomic_store(&usable, false); }

static bool is_usable(void) {
  unsigned long long now = 0;
  if (!atomic_load_explicit(&usable, memory_order_acquire)) return false;
  dl_iterate_phdr(count_unloaded, &now);
  if (now != unloaded) unwind_cached_stop();
  return now == unloaded;
}

/* Code to which signal handlers return: the frame before it was interrupted, so its pc is not after a call. */
static bool returns_from_signal(uintptr_t pc) {
  static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05}; /* mov $15, %rax; syscall */
  return pc >= libc_begin && pc < libc_end && libc_end - pc >= sizeof code &&
         memcmp((const void *)pc, code, sizeof code) == 0;
}

/* Unwinds as many frames as requested beyond this library's own, which come first. */
static int places_and_own(void **places, int most, int *own) {
  for (;;) {
    const int expected = atomic_load_explicit(&n_own, memory_order_relaxed);
    const int found = backtrace_of(places, most + expected);
    for (*own = 0; *own < found && unwind_is_own((uintptr_t)places[*own]);) ++*own;
    if (*own <= expected || expected == OWN_FRAMES || found < most + expected) return found;
    atomic_store_explicit(&n_own, *own < OWN_FRAMES ? *own : OWN_FRAMES, memory_order_relaxed);
  }
}

size_t unwind_cached(uintptr_t *pcs, size_t most) {
  void *places[STACK_MOST + OWN_FRAMES];
  if (!is_usable()) return 0;
  int own, found = places_and_own(places, (int)most, &own);
  size_t n = 0;
  bool exact = false;
  for (int i = own; i < found && n < most && places[i]; i++) {
    const uintptr_t pc = (uintptr_t)places[i];
    pcs[n++] = exact ? pc : pc - UNWIND_BACK;
    exact = returns_from_signal(pc);
  }
  return n;
}
