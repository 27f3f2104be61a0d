/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdio.h>
#include <string.h>

const dfmt_op_part *dfmto_part_at(const struct dfmto_kind *kind, size_t index) {
  const struct dfmto_answer *a;
  for (size_t i = 0; (a = dfmto_answer_at(kind, NULL, i)) != NULL; i++)
    if (index-- == 0) return &a->part;
  for (const struct dfmto_document *d = kind->documents; d && d->part.name; d++)
    if (index-- == 0) return &d->part;
  for (const dfmt_op_part *o = kind->outputs; o && o->name; o++)
    if (index-- == 0) return o;
  return NULL;
}

/* ---- available parts ---- */

struct list {
  char text[200];
  size_t len;
};

/* Names that do not fit are omitted. */
static void add(struct list *x, const char *name) {
  const int n = snprintf(x->text + x->len, sizeof x->text - x->len, "%s%s", x->len ? ", " : "", name);
  if (n > 0 && x->len + (size_t)n < sizeof x->text) x->len += (size_t)n;
  x->text[x->len] = '\0';
}

dfmt_status dfmto_no_part(dfmt_op *op, uint32_t sort, const char *name) {
  static const char *const words[] = {
      [DFMT_OP_ANSWER] = "answer", [DFMT_OP_DOCUMENT] = "document", [DFMT_OP_OUTPUT] = "output"};
  struct list list = {.len = 0};
  const dfmt_op_part *p;
  for (size_t i = 0; (p = dfmto_part_at(op->kind, i)) != NULL; i++)
    if (p->part == sort) add(&list, p->name);
  return dfmti_fail(&op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s has no %s \"%.100s\"; it has %s", op->kind->is.name,
                    words[sort], name, list.text);
}

dfmt_status dfmto_no_answer(dfmt_op *op, const char *name) {
  struct list list = {.len = 0};
  const struct dfmto_answer *a;
  for (size_t i = 0; (a = dfmto_answer_at(op->kind, op, i)) != NULL; i++) add(&list, a->part.name);
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the input has no \"%.100s\"; it has %s", name,
                    list.text);
}
