/* SPDX-License-Identifier: MIT */
/*
 * Makes boxes of a flame graph from sorted stacks. Boxes of the last stack are open: their weight is not known yet. A
 * box that is too narrow when it ends is the last of the list, as all above it are narrower.
 */
#include "flame.h"

struct maker {
  dfmt_op *op;
  uint64_t least;
  struct dfmti_buf *boxes;
  struct dfmti_buf open; /* of size_t: indices of the open ones, by depth */
};

static struct dfmto_profile_box *box_at(const struct maker *k, size_t depth) {
  const size_t *open = (const size_t *)(const void *)k->open.ptr;
  return (struct dfmto_profile_box *)(void *)k->boxes->ptr + open[depth];
}

/* Ends all boxes from a depth on; each is part of the one below it. */
static void end_from(struct maker *k, size_t depth) {
  for (size_t n = k->open.len / sizeof(size_t); n-- > depth; k->open.len -= sizeof(size_t)) {
    struct dfmto_profile_box *box = box_at(k, n);
    if (n > 0) box_at(k, n - 1)->total += box->total;
    if (n > 0) box_at(k, n - 1)->before += box->before;
    if (box->total < k->least) k->boxes->len = (size_t)((uint8_t *)box - k->boxes->ptr);
  }
}

static dfmt_status add(struct maker *k, const struct dfmto_profile_pass *p) {
  struct dfmti_mem *m = &k->op->mem;
  end_from(k, p->common);
  for (size_t i = p->common; i < p->n; i++) {
    const struct dfmto_profile_box box = {.frame = p->frames[i], .depth = (uint32_t)i + 1};
    const size_t place = k->boxes->len / sizeof box;
    if (!dfmti_buf_append(m, k->boxes, &box, sizeof box) || !dfmti_buf_append(m, &k->open, &place, sizeof place))
      return dfmto_no_memory(k->op);
  }
  box_at(k, p->n - 1)->total += p->weight;
  box_at(k, p->n - 1)->before += p->count;
  return DFMT_OK;
}

dfmt_status dfmto_profile_boxes_make(dfmt_op *op, struct dfmto_profile_stacks *s, uint64_t least,
                                     struct dfmti_buf *boxes) {
  struct maker k = {.op = op, .least = least, .boxes = boxes};
  struct dfmto_profile_pass p;
  dfmt_status st = dfmto_profile_pass_open(op, s, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK) st = add(&k, &p);
  dfmto_profile_pass_close(&p);
  end_from(&k, 0);
  dfmti_buf_free(&op->mem, &k.open);
  return st == DFMT_END ? DFMT_OK : st;
}
