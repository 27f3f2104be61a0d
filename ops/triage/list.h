/* SPDX-License-Identifier: MIT */
/* Lists of findings as documents, which are inputs, too. */
#ifndef DFMTO_TRIAGE_LIST_H
#define DFMTO_TRIAGE_LIST_H

#include "op/op.h"

struct dfmto_triage;

/* A list that is being read. Zeroed: none. */
struct dfmto_triage_list {
  dfmt_source *source;    /* a slice of the input; NULL: none */
  bool is_one, ended;     /* the input is a list; it has no more bytes */
  struct dfmti_buf bytes; /* read, from `at` on not yet taken */
  size_t at;
  uint64_t offset;         /* of `at` in the input */
  size_t first;            /* index of the first input of the current document */
  struct dfmti_buf places; /* elements of the current row */
};

extern const struct dfmto_document dfmto_triage_documents[];

/* As dfmto_kind.begins. */
dfmt_status dfmto_triage_list_begins(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is);

/* Reads an input, if it is a list. OK: it is none; END: it was read; AGAIN: call again; E_*. */
dfmt_status dfmto_triage_list_read(struct dfmto_triage *x, dfmt_source *s);

/* Frees what belongs to the current input. */
void dfmto_triage_list_leave(struct dfmto_triage *x);

#endif
