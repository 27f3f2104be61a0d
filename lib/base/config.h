/* SPDX-License-Identifier: MIT */
/* The values of options that a configuration holds. */
#ifndef DFMTI_CONFIG_H
#define DFMTI_CONFIG_H

#include <diagfmt/config.h>

#include "mem.h"
#include "option.h"

enum { DFMTI_MAX_OPTIONS = 64 };

struct dfmti_setting {
  uint32_t key;
  uint64_t value;
};

struct dfmti_name {
  uint32_t key;
  size_t start, len; /* in dfmt_config.bytes */
};

/* Zeroed: every option has its default. */
struct dfmt_config {
  const dfmt_option *const *own; /* the options of formats that can be set: tables, NULL-ended. NULL: none */
  struct dfmti_setting set[DFMTI_MAX_OPTIONS];
  size_t n_set;
  struct dfmti_buf names; /* of struct dfmti_name: what was added to lists */
  struct dfmti_buf bytes; /* their text */
  dfmt_realloc_fn alloc;
  void *alloc_user;
  dfmt_stop_fn stop; /* NULL: nobody is asked */
  void *stop_user;
};

/* The value of an option common to all formats; c NULL: its default. */
uint64_t dfmti_config_value(const dfmt_config *c, uint32_t key);

/* The compression level as a codec's own: its default, its largest, and the one that stores. FAST is 1. */
int dfmti_config_level(const dfmt_config *c, int standard, int largest, int none);

/* The value of an option of a format's table. */
uint64_t dfmti_config_own(const dfmt_config *c, const dfmt_option *table, uint32_t key);

/* Sets an option unchecked. E_LIMIT: too many are set. */
dfmt_status dfmti_config_put(dfmt_config *c, uint32_t key, uint64_t value);

/* The n-th name added to a list, false after the last one. */
bool dfmti_config_name(const dfmt_config *c, uint32_t key, size_t n, dfmt_str *out);

/* Deep copy into a zeroed struct with memory of m, and its end. from NULL: defaults. false: no memory. */
bool dfmti_config_copy(struct dfmti_mem *m, dfmt_config *to, const dfmt_config *from);
void dfmti_config_clear(struct dfmti_mem *m, dfmt_config *c);

#endif
