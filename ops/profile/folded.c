/* SPDX-License-Identifier: MIT */
/* "a;b;c 12\n" for every stack. */
#include "flame.h"

struct line {
  struct dfmti_buf text; /* of the current stack */
  struct dfmti_buf ends; /* of size_t: end of each of its names in `text` */
};

/* Replaces the names that differ from the last stack. */
static bool take(dfmt_op *op, struct dfmto_profile_flame *f, const struct dfmto_profile_pass *p, struct line *x) {
  const size_t *ends = (const size_t *)(const void *)x->ends.ptr;
  bool good = true;
  x->text.len = p->common ? ends[p->common - 1] : 0;
  x->ends.len = p->common * sizeof *ends;
  for (size_t i = p->common; i < p->n && good; i++) {
    dfmt_str name = dfmto_profile_flame_name(f, p->frames[i]);
    good = (i == 0 || dfmti_buf_append(&op->mem, &x->text, ";", 1)) &&
           dfmti_buf_append(&op->mem, &x->text, name.ptr, (size_t)name.len) &&
           dfmti_buf_append(&op->mem, &x->ends, &x->text.len, sizeof x->text.len);
  }
  return good;
}

static dfmt_status put_stack(dfmt_op *op, struct dfmto_profile_flame *f, const struct dfmto_profile_pass *p,
                             struct line *x) {
  if (!take(op, f, p, x)) return dfmto_no_memory(op);
  dfmto_profile_put(&f->d, x->text.ptr, x->text.len);
  dfmto_profile_put(&f->d, " ", 1);
  dfmto_profile_put_u64(&f->d, p->weight);
  dfmto_profile_put(&f->d, "\n", 1);
  return dfmto_profile_flush(&f->d, false);
}

dfmt_status dfmto_profile_flame_folded(dfmt_op *op, struct dfmto_profile_flame *f) {
  struct line x = {.text = {0}};
  struct dfmto_profile_pass p;
  dfmt_status st = dfmto_profile_pass_open(op, &f->stacks, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK) st = put_stack(op, f, &p, &x);
  dfmto_profile_pass_close(&p);
  dfmti_buf_free(&op->mem, &x.text);
  dfmti_buf_free(&op->mem, &x.ends);
  return st == DFMT_END ? dfmto_profile_flush(&f->d, true) : st;
}
