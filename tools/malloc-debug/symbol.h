/* SPDX-License-Identifier: MIT */
/* Looks up a pc with the dynamic linker. No lock of this library may be held, as that takes its own. */
#ifndef MALLOC_DEBUG_SYMBOL_H
#define MALLOC_DEBUG_SYMBOL_H

#include <stdint.h>

struct symbol {
  const char *map;  /* file; NULL: none */
  uint64_t rel_pc;  /* relative to the file, as for addr2line; pc if there is no file */
  const char *func; /* exported function, mangled; NULL: none */
  uint64_t offset;  /* bytes from its start */
};

/* Cache for lookups, which are slow: when many backtraces are written, pcs recur. */
enum { SYMBOLS_REMEMBERED = 4096 };
struct symbol_memory {
  uintptr_t pc;
  struct symbol symbol;
};

/* Looks one up; memory: SYMBOLS_REMEMBERED of them, initially zero, or NULL. */
struct symbol symbol_again(struct symbol_memory *memory, uintptr_t pc);

#endif
