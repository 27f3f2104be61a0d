/* SPDX-License-Identifier: MIT */
/* What the dynamic linker knows of a pc. No lock of this library may be held: it takes its own. */
#ifndef MALLOC_DEBUG_SYMBOL_H
#define MALLOC_DEBUG_SYMBOL_H

#include <stdint.h>

struct symbol {
  const char *map;  /* file; NULL: in none */
  uint64_t rel_pc;  /* relative to the file, as addr2line takes it; pc if there is none */
  const char *func; /* exported function, not demangled; NULL: none */
  uint64_t offset;  /* bytes from its start */
};

/* Looking one up takes long, and where many backtraces are written the same pcs come again and again. */
enum { SYMBOLS_REMEMBERED = 4096 };
struct symbol_memory {
  uintptr_t pc;
  struct symbol symbol;
};

/* Looks one up; memory: SYMBOLS_REMEMBERED of them, zero at first, or NULL. */
struct symbol symbol_again(struct symbol_memory *memory, uintptr_t pc);

#endif
