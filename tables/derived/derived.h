/* SPDX-License-Identifier: MIT */
/*
 * What makers of derived tables have in common (dfmt_table_maker). A state without memory returns E_NOMEM and no
 * details: the scan knows its limit.
 */
#ifndef DFMTI_DERIVED_H
#define DFMTI_DERIVED_H

#include <diagfmt/scan.h>

#include "base/mem.h"

/* What a table in the making has of its scan: a member of its state. Zeroed: it was not begun. */
struct dfmti_derived_input {
  const dfmt_table_input *from;
  struct dfmti_mem mem; /* counts with the scan's */
};

/* In begin(), which may come again. */
void dfmti_derived_input_begin(struct dfmti_derived_input *in, const dfmt_table_input *from);

/* A begin() that has nothing to do but that: the input is the first member of the state. */
dfmt_status dfmti_derived_begin(void *state, const dfmt_table_input *from);

/* Memory as a configuration has it, which must outlive it. */
void dfmti_derived_memory(struct dfmti_mem *m, dfmt_config *c);

/* Makes a buffer hold a copy of a text. OK, E_NOMEM. */
static inline dfmt_status dfmti_derived_keep(struct dfmti_derived_input *in, struct dfmti_buf *to, dfmt_str s) {
  to->len = 0;
  return dfmti_buf_append(&in->mem, to, s.ptr, (size_t)s.len) ? DFMT_OK : DFMT_E_NOMEM;
}

/* What a buffer holds. */
static inline dfmt_str dfmti_derived_kept(const struct dfmti_buf *b) {
  return (dfmt_str){(const char *)b->ptr, b->len};
}

/* A text of a row that an event has under a key. */
struct dfmti_derived_text {
  const char *key;
  uint32_t type;        /* of the event */
  uint32_t offset, bit; /* of the row's member, a dfmt_str, and of its presence */
};

/* The place of an event's key among n of them; n: it is none. */
size_t dfmti_derived_text_find(const struct dfmti_derived_text *texts, size_t n, uint32_t type, dfmt_str key);

/* Gives a row its texts, whose values stand in the same order. */
void dfmti_derived_texts_put(const struct dfmti_derived_text *texts, size_t n, const struct dfmti_buf *values,
                             void *row);

#endif
