/* SPDX-License-Identifier: MIT */
/* Options: their table, and the values a configuration holds. */
#ifndef DFMTI_CONFIG_H
#define DFMTI_CONFIG_H

#include <diagfmt/config.h>

#include "mem.h"

enum { DFMTI_MAX_OPTIONS = 64 };

struct dfmti_name {
  uint32_t key;
  size_t start, len; /* in dfmt_config.bytes */
};

struct dfmt_config {
  uint64_t value[DFMTI_MAX_OPTIONS]; /* in the order of dfmt_option_at() */
  struct dfmti_buf names;            /* of struct dfmti_name: what was added to lists */
  struct dfmti_buf bytes;            /* their text */
  dfmt_realloc_fn alloc;
  void *alloc_user;
  dfmt_stop_fn stop; /* NULL: nobody is asked */
  void *stop_user;
};

/* The value of a known key; c NULL: its default. */
uint64_t dfmti_config_value(const dfmt_config *c, uint32_t key);

/* Sets a value if key and range are right; also for values kept elsewhere (limits of an open reader). */
dfmt_status dfmti_option_check(uint32_t key, uint64_t value);

/* The n-th name added to a list, false behind the last one. */
bool dfmti_config_name(const dfmt_config *c, uint32_t key, size_t n, dfmt_str *out);

/* Deep copy into a zeroed struct with memory of m, and its end. from NULL: defaults. false: no memory. */
bool dfmti_config_copy(struct dfmti_mem *m, dfmt_config *to, const dfmt_config *from);
void dfmti_config_clear(struct dfmti_mem *m, dfmt_config *c);

#endif
