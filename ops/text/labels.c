/* SPDX-License-Identifier: MIT */
#include "labels.h"

enum { MOST = 16384 }; /* ids; tracers have some thousands of functions */

void dfmto_text_put_argument_name(struct dfmto_text_value *x, const dfmt_apitrace_sig *sig, uint64_t argument,
                                  bool names) {
  if (argument) dfmto_text_put(x->to, ", ", 2);
  if (!names) return;
  dfmto_text_value_label(x, sig->members[argument]);
  dfmto_text_put(x->to, " = ", 3);
}

static void put(struct dfmto_text_value *x, const dfmt_apitrace_sig *sig, uint64_t i, bool names) {
  if (sig->kind == DFMT_APITRACE_SIG_ENUM) {
    dfmto_text_value_name(x, sig->members[i]);
  } else if (i == 0) {
    dfmto_text_value_label(x, sig->name);
    dfmto_text_put_byte(x->to, '(');
  } else {
    dfmto_text_put_argument_name(x, sig, i - 1, names);
  }
}

static bool make(struct dfmto_text_labels *l, struct dfmto_text_value *x, const dfmt_apitrace_sig *sig, bool names) {
  const uint64_t n = sig->n_members + (sig->kind == DFMT_APITRACE_SIG_FUNCTION);
  struct dfmto_text_out *shown = x->to, made = {.m = shown->m, .text = l->text};
  made.text.len = l->ends.len = 0;
  x->to = &made;
  for (uint64_t i = 0; i < n && !made.failed; i++) {
    put(x, sig, i, names);
    made.failed = made.failed || !dfmti_buf_append(made.m, &l->ends, &made.text.len, sizeof made.text.len);
  }
  (void)dfmto_text_room(&made, DFMTO_LABEL_STEP);
  x->to = shown;
  l->text = made.text;
  l->sig = made.failed ? NULL : sig;
  shown->failed = shown->failed || made.failed;
  return !made.failed;
}

static struct dfmto_text_labels **first(const struct dfmto_text_labels_list *list) {
  return (struct dfmto_text_labels **)(void *)list->of.ptr;
}

static size_t count(const struct dfmto_text_labels_list *list) {
  return list->of.len / sizeof(struct dfmto_text_labels *);
}

/* The element of an id, which may still be empty. NULL: no memory. */
static struct dfmto_text_labels *at(struct dfmti_mem *m, struct dfmto_text_labels_list *list, size_t id) {
  static struct dfmto_text_labels *const none = NULL;
  while (count(list) <= id)
    if (!dfmti_buf_append(m, &list->of, &none, sizeof none)) return NULL;
  struct dfmto_text_labels **l = &first(list)[id];
  if (!*l) *l = dfmti_zalloc(m, sizeof **l);
  return *l;
}

const struct dfmto_text_labels *dfmto_text_labels_of(struct dfmto_text_labels_list *list, struct dfmto_text_value *x,
                                                     const dfmt_apitrace_sig *sig, bool names) {
  struct dfmto_text_labels *l = sig->id < count(list) ? first(list)[sig->id] : NULL;
  if (l && l->sig == sig) return l;
  if (sig->id >= MOST) return NULL;
  l = at(x->to->m, list, sig->id);
  if (!l) x->to->failed = true;
  return l && make(l, x, sig, names) ? l : NULL;
}

void dfmto_text_labels_free(struct dfmti_mem *m, struct dfmto_text_labels_list *list) {
  for (size_t i = 0; i < count(list); i++) {
    struct dfmto_text_labels *l = first(list)[i];
    if (!l) continue;
    dfmti_buf_free(m, &l->text);
    dfmti_buf_free(m, &l->ends);
    dfmti_free(m, l, sizeof *l);
  }
  dfmti_buf_free(m, &list->of);
}
