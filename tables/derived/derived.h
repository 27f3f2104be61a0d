/* SPDX-License-Identifier: MIT */
/*
 * Functions that makers of derived tables share (dfmt_table_maker). After a failed allocation they return E_NOMEM
 * without details: the scan knows its limit.
 */
#ifndef DFMTI_DERIVED_H
#define DFMTI_DERIVED_H

#include <diagfmt/scan.h>

#include "base/mem.h"
#include "rules/read.h"

/* The part of a table maker's state for its scan. Zeroed: not begun. */
struct dfmti_derived_input {
  const dfmt_table_input *from;
  struct dfmti_mem mem;            /* counted with the scan's */
  const struct dfmti_rules *rules; /* of signatures; NULL: those that are compiled in */
  struct dfmti_rules_set *own;     /* these, if they are the caller's, and not another table's */
};

/* For begin(), which may be called again. */
void dfmti_derived_input_begin(struct dfmti_derived_input *in, const dfmt_table_input *from);

/* A begin() that does nothing else: the input is the first member of the state. */
dfmt_status dfmti_derived_begin(void *state, const dfmt_table_input *from);

/* Reads the caller's rules, DFMT_OPS_TRIAGE_RULES, unless there are some: for tables that make signatures, which have
 * dfmti_derived_error() as their error(). OK, E_NOMEM, E_ARG; it may be called again. */
dfmt_status dfmti_derived_rules(struct dfmti_derived_input *in);
void dfmti_derived_rules_free(struct dfmti_derived_input *in);

/* A begin() that does that, and error(): the input is the first member of the state. */
dfmt_status dfmti_derived_begin_ruled(void *state, const dfmt_table_input *from);
const dfmt_error *dfmti_derived_error(void *state);

/* Reads the rules of a configuration, beginning anew. OK, E_NOMEM, E_ARG: x->err. */
dfmt_status dfmti_derived_read_rules(struct dfmti_mem *m, struct dfmti_rules_set *x, const dfmt_config *c);
bool dfmti_derived_has_rules(const dfmt_config *c);

/* Sets up memory from a configuration, which must outlive it. */
void dfmti_derived_memory(struct dfmti_mem *m, dfmt_config *c);

/* Copies a text to a buffer. OK, E_NOMEM. */
static inline dfmt_status dfmti_derived_keep(struct dfmti_derived_input *in, struct dfmti_buf *to, dfmt_str s) {
  to->len = 0;
  return dfmti_buf_append(&in->mem, to, s.ptr, (size_t)s.len) ? DFMT_OK : DFMT_E_NOMEM;
}

/* The content of a buffer. */
static inline dfmt_str dfmti_derived_kept(const struct dfmti_buf *b) {
  return (dfmt_str){(const char *)b->ptr, b->len};
}

/* A text of a row, from an event with a key. */
struct dfmti_derived_text {
  const char *key;
  uint32_t type;        /* of the event */
  uint32_t offset, bit; /* offset: of the row's member, a dfmt_str; bit: its presence */
};

/* The index of an event's key among n of them; n: none. */
size_t dfmti_derived_text_find(const struct dfmti_derived_text *texts, size_t n, uint32_t type, dfmt_str key);

/* Sets the texts of a row, from values in the same order. */
void dfmti_derived_texts_put(const struct dfmti_derived_text *texts, size_t n, const struct dfmti_buf *values,
                             void *row);

#endif
