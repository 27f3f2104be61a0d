/* SPDX-License-Identifier: MIT */
/* Bytes that grow: text is made here and handed on in large pieces. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct buffer {
  char *ptr;
  size_t len, cap;
};

/* For buffer_room(): makes it. */
char *buffer_grow(struct buffer *b, size_t n);

/* Room for n more bytes, which the caller fills and then counts in b->len. */
static inline char *buffer_room(struct buffer *b, size_t n) {
  return b->cap - b->len < n ? buffer_grow(b, n) : b->ptr + b->len;
}

/* Inline, as most of what is put is short and of a length that the compiler knows. */
static inline void buffer_put(struct buffer *b, const void *ptr, size_t n) {
  if (n == 0) return;
  memcpy(buffer_room(b, n), ptr, n);
  b->len += n;
}

static inline void buffer_byte(struct buffer *b, char c) {
  *buffer_room(b, 1) = c;
  b->len++;
}

void buffer_put_s(struct buffer *b, const char *text);

void buffer_free(struct buffer *b);

#endif
