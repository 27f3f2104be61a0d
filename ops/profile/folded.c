/* SPDX-License-Identifier: MIT */
/* "a;b;c 12\n" for every stack. */
#include <inttypes.h>

#include "flame.h"

/* Takes back what was after a node's caller: all frames of the path but the first have a ';' before them. */
static void cut(const struct dfmto_flame *f, struct dfmti_buf *path, uint32_t node, uint32_t caller) {
  for (; node != caller; node = f->tree.nodes[node].parent) {
    path->len -= (size_t)dfmto_flame_name(f, node).len;
    path->len -= path->len != 0;
  }
}

static dfmt_status put_stack(dfmt_op *op, struct dfmto_flame *f, const struct dfmti_buf *path, uint64_t weight) {
  bool good =
      dfmti_buf_append(&op->mem, &f->out, path->ptr, path->len) && dfmto_flame_put(op, f, " %" PRIu64 "\n", weight);
  return good ? dfmto_flame_flush(op, f, false) : dfmto_no_memory(op);
}

dfmt_status dfmto_flame_folded(dfmt_op *op, struct dfmto_flame *f) {
  struct dfmti_buf path = {0};
  uint32_t depth = 0, before = DFMTO_ROOT, node = DFMTO_ROOT;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && (node = dfmto_order_next(&f->order, &f->tree, node, &depth)) != DFMTO_ROOT) {
    dfmt_str name = dfmto_flame_name(f, node);
    cut(f, &path, before, f->tree.nodes[node].parent);
    before = node;
    if ((path.len && !dfmti_buf_append(&op->mem, &path, ";", 1)) ||
        !dfmti_buf_append(&op->mem, &path, name.ptr, (size_t)name.len))
      st = dfmto_no_memory(op);
    else if (f->tree.nodes[node].weight)
      st = put_stack(op, f, &path, f->tree.nodes[node].weight);
  }
  dfmti_buf_free(&op->mem, &path);
  return st == DFMT_OK ? dfmto_flame_flush(op, f, true) : st;
}
