/* SPDX-License-Identifier: MIT */
/* Bytes that grow: text is made here and handed on in large pieces. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <diagfmt/io.h>

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

/* Numbers as C writes them with %u, %d and %x; digits: at least so many, with zeros before. */
void buffer_unsigned(struct buffer *b, uint64_t n);
void buffer_signed(struct buffer *b, int64_t n);
void buffer_hex(struct buffer *b, uint64_t n, unsigned digits);

/* As %.7g of a float, and %.16g of a double. */
void buffer_float(struct buffer *b, float x);
void buffer_double(struct buffer *b, double x);

/* Hands all on and empties it; what fails is sticky in the sink. */
void buffer_flush(struct buffer *b, dfmt_sink *to);

void buffer_free(struct buffer *b);

#endif
