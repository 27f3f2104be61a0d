/* SPDX-License-Identifier: MIT */
/*
 * Names of functions, arguments and enumerators as printed in calls, made once for each signature: most of a call's
 * text is copied from them.
 */
#ifndef DFMTO_LABELS_H
#define DFMTO_LABELS_H

#include "value.h"

enum { DFMTO_LABEL_STEP = 32 }; /* bytes copied at once, whatever the length */

/* Labels of one signature. */
struct dfmto_text_labels {
  const dfmt_apitrace_sig *sig; /* NULL: not made */
  struct dfmti_buf text;        /* concatenated, with DFMTO_LABEL_STEP more bytes */
  struct dfmti_buf ends;        /* of size_t: end of each */
};

/* Labels of all signatures of a kind, valid as long as these. Zeroed is empty. */
struct dfmto_text_labels_list {
  struct dfmti_buf of; /* of struct dfmto_text_labels *, by id; NULL: not made */
};

/*
 * Labels of a function: "name(", then for each argument what precedes its value. names: include names of arguments. Of
 * an enum its enumerators. NULL: no memory, noted in x->to, or the id is too large for the list.
 */
const struct dfmto_text_labels *dfmto_text_labels_of(struct dfmto_text_labels_list *list, struct dfmto_text_value *x,
                                                     const dfmt_apitrace_sig *sig, bool names);

/* Writes what precedes the value of an argument. names: includes its name. */
void dfmto_text_put_argument_name(struct dfmto_text_value *x, const dfmt_apitrace_sig *sig, uint64_t argument,
                                  bool names);

/* The signatures become invalid. */
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
