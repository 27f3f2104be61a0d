/* SPDX-License-Identifier: MIT */
/*
 * Names of functions, arguments and enumerators as calls show them, made once for each signature: most of a call's text
 * is copied from there.
 */
#ifndef DFMTO_LABELS_H
#define DFMTO_LABELS_H

#include "value.h"

enum { DFMTO_LABEL_STEP = 32 }; /* bytes that are copied at once, whatever the length */

/* Of one signature. */
struct dfmto_text_labels {
  const dfmt_apitrace_sig *sig; /* NULL: none are made */
  struct dfmti_buf text;        /* one after the other, and DFMTO_LABEL_STEP bytes */
  struct dfmti_buf ends;        /* of size_t: where each one ends */
};

/* Of all signatures of a kind, as long as these stay what they are. Zeroed is empty. */
struct dfmto_text_labels_list {
  struct dfmti_buf of; /* of struct dfmto_text_labels *, by their ids; NULL: none are made */
};

/*
 * Of a function: "name(", then for each argument what stands before its value. names: with their names. Of an enum its
 * enumerators. NULL: no memory, which x->to says, or the id is too large for the list.
 */
const struct dfmto_text_labels *dfmto_text_labels_of(struct dfmto_text_labels_list *list, struct dfmto_text_value *x,
                                                     const dfmt_apitrace_sig *sig, bool names);

/* What stands before the value of an argument of a function. names: with its name. */
void dfmto_text_put_argument_name(struct dfmto_text_value *x, const dfmt_apitrace_sig *sig, uint64_t argument,
                                  bool names);

/* The signatures are gone. */
void dfmto_text_labels_free(struct dfmti_mem *m, struct dfmto_text_labels_list *list);

static inline void dfmto_text_put_label(struct dfmto_text_out *o, const struct dfmto_text_labels *l, size_t i) {
  const size_t *ends = (const size_t *)(const void *)l->ends.ptr;
  const size_t from = i ? ends[i - 1] : 0, len = ends[i] - from;
  char *p = dfmto_text_room(o, len < DFMTO_LABEL_STEP ? DFMTO_LABEL_STEP : len);
  if (!p) return;
  memcpy(p, l->text.ptr + from, DFMTO_LABEL_STEP);
  if (len > DFMTO_LABEL_STEP) memcpy(p, l->text.ptr + from, len);
  o->text.len += len;
}

#endif
