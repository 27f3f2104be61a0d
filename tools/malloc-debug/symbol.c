/* SPDX-License-Identifier: MIT */
#include "symbol.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

#include "state.h"

static struct symbol symbol_of(uintptr_t pc) {
  struct symbol s = {.rel_pc = pc};
  Dl_info info;
  void *found = NULL;
  if (!dladdr1((const void *)pc, &info, &found, RTLD_DL_LINKMAP) || !found) return s;
  const struct link_map *file = found;
  s.map = file->l_name && *file->l_name ? file->l_name : state_exe;
  s.rel_pc = pc - file->l_addr;
  if (!info.dli_sname || !info.dli_saddr) return s;
  s.func = info.dli_sname;
  s.offset = pc - (uintptr_t)info.dli_saddr;
  return s;
}

struct symbol symbol_again(struct symbol_memory *memory, uintptr_t pc) {
  if (!memory) return symbol_of(pc);
  struct symbol_memory *m = &memory[(pc ^ pc >> 12) % SYMBOLS_REMEMBERED];
  if (m->pc != pc) *m = (struct symbol_memory){pc, symbol_of(pc)};
  return m->symbol;
}
