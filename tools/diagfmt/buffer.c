/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include "tool.h"

char *buffer_grow(struct buffer *b, size_t n) {
  if (n > SIZE_MAX / 2 - b->cap) tool_no_memory();
  b->cap = 2 * b->cap + n;
  b->ptr = tool_realloc(b->ptr, b->cap);
  return b->ptr + b->len;
}

void buffer_put_s(struct buffer *b, const char *text) { buffer_put(b, text, strlen(text)); }

void buffer_free(struct buffer *b) {
  tool_realloc(b->ptr, 0);
  *b = (struct buffer){0};
}
