/* SPDX-License-Identifier: MIT */
/* What the dynamic linker knows of a pc. No lock of this library may be held: it takes its own. */
#ifndef PRELOAD_SYMBOL_H
#define PRELOAD_SYMBOL_H

#include <stdint.h>

struct symbol {
  const char *map;  /* file; NULL: in none */
  uint64_t rel_pc;  /* relative to the file, as addr2line takes it; pc if there is none */
  const char *func; /* exported function, not demangled; NULL: none */
  uint64_t offset;  /* bytes from its start */
};

struct symbol symbol_of(uintptr_t pc);

#endif
