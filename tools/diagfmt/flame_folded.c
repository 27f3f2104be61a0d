/* SPDX-License-Identifier: MIT */
#include "buffer.h"
#include "flame.h"
#include "tool.h"

enum { PIECE = 65536 };

static size_t name_len(const struct flame *f, uint32_t node) {
  size_t len;
  interned_at(&f->names, (size_t)f->tree.nodes[node].frame, &len);
  return len;
}

/* Takes back what was after a node's caller: all frames of the path but the first have a ';' before them. */
static void cut(const struct flame *f, struct buffer *path, uint32_t node, uint32_t caller) {
  for (; node != caller; node = f->tree.nodes[node].parent) {
    path->len -= name_len(f, node);
    path->len -= path->len != 0;
  }
}

void flame_folded(const struct flame *f, dfmt_sink *to) {
  struct flame_order o;
  struct buffer path = {0}, out = {0};
  uint32_t depth = 0, before = STACK_ROOT, node = STACK_ROOT;
  flame_order_make(&o, f, 0);
  while ((node = flame_order_next(&o, f, node, &depth)) != STACK_ROOT) {
    size_t len;
    cut(f, &path, before, f->tree.nodes[node].parent);
    const char *name = interned_at(&f->names, (size_t)f->tree.nodes[node].frame, &len);
    if (path.len) buffer_byte(&path, ';');
    buffer_put(&path, name, len);
    before = node;
    if (!f->tree.nodes[node].weight[0]) continue;
    buffer_put(&out, path.ptr, path.len);
    buffer_byte(&out, ' ');
    buffer_unsigned(&out, f->tree.nodes[node].weight[0]);
    buffer_byte(&out, '\n');
    if (out.len >= PIECE) buffer_flush(&out, to);
    if (tool_stopped()) break;
  }
  buffer_flush(&out, to);
  flame_order_free(&o);
  buffer_free(&path);
  buffer_free(&out);
}
