/* SPDX-License-Identifier: MIT */
/* Bytes that grow: text is made here and handed on in large pieces. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>

struct buffer {
  char *ptr;
  size_t len, cap;
};

void buffer_put(struct buffer *b, const void *ptr, size_t n);
void buffer_put_s(struct buffer *b, const char *text);
void buffer_byte(struct buffer *b, char c);

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
