/* SPDX-License-Identifier: MIT */
/* The memory of a handle as a configuration has it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

static void *std_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  int saved = errno;
  void *p = NULL;
  if (new_size == 0)
    free(ptr);
  else if (new_size <= SIZE_MAX)
    p = realloc(ptr, (size_t)new_size);
  errno = saved;
  return p;
}

void *dfmt_config_realloc(const dfmt_config *c, void *ptr, uint64_t old_size, uint64_t new_size) {
  if (c && c->alloc) return c->alloc(c->alloc_user, ptr, old_size, new_size);
  return std_realloc(NULL, ptr, old_size, new_size);
}

void dfmti_mem_init(struct dfmti_mem *m, const dfmt_config *c) {
  memset(m, 0, sizeof *m);
  m->fn = c && c->alloc ? c->alloc : std_realloc;
  m->user = c ? c->alloc_user : NULL;
  m->limit = dfmti_config_value(c, DFMT_CFG_MAX_MEMORY);
  m->stop = c ? c->stop : NULL;
  m->stop_user = c ? c->stop_user : NULL;
  m->seed = dfmti_config_value(c, DFMT_CFG_HASH_SEED);
}
