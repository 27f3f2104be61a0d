/* SPDX-License-Identifier: MIT */
/*
 * Text that is built in memory and written in large pieces. A failed allocation is reported once, at the end of a
 * piece: later text is lost, and the caller takes the piece back.
 */
#ifndef DFMTO_OUT_H
#define DFMTO_OUT_H

#include <string.h>

#include <diagfmt/common.h>

#include "base/mem.h"
#include "base/text.h"

struct dfmto_text_out {
  struct dfmti_mem *m;
  struct dfmti_buf text;
  bool failed; /* an allocation failed */
};

/* Room for n more bytes, which the caller fills and then adds to text.len; NULL: no memory. */
static inline char *dfmto_text_room(struct dfmto_text_out *o, size_t n) {
  if (o->text.cap - o->text.len < n && !dfmti_buf_reserve(o->m, &o->text, n)) {
    o->failed = true;
    return NULL;
  }
  return (char *)o->text.ptr + o->text.len;
}

/* Inline, as most texts are short and of a length known at compile time. */
static inline void dfmto_text_put(struct dfmto_text_out *o, const void *ptr, size_t n) {
  char *p = n ? dfmto_text_room(o, n) : NULL;
  if (!p) return;
  memcpy(p, ptr, n);
  o->text.len += n;
}

static inline void dfmto_text_put_s(struct dfmto_text_out *o, const char *text) {
  dfmto_text_put(o, text, strlen(text));
}

static inline void dfmto_text_put_str(struct dfmto_text_out *o, dfmt_str s) { dfmto_text_put(o, s.ptr, (size_t)s.len); }

static inline void dfmto_text_put_byte(struct dfmto_text_out *o, char c) {
  char *p = dfmto_text_room(o, 1);
  if (!p) return;
  *p = c;
  o->text.len++;
}

/* Numbers as printed by %u, %d and %x; digits: minimum number, padded with zeros. */
static inline void dfmto_text_put_unsigned(struct dfmto_text_out *o, uint64_t n) {
  uint8_t *p = (uint8_t *)dfmto_text_room(o, DFMTI_U64_TEXT);
  if (p) o->text.len += (size_t)(dfmti_u64_put(p, n) - p);
}

void dfmto_text_put_signed(struct dfmto_text_out *o, int64_t n);
void dfmto_text_put_hex(struct dfmto_text_out *o, uint64_t n, unsigned digits);

/* As %.7g of a float, and %.16g of a double, in the C locale. */
void dfmto_text_put_float(struct dfmto_text_out *o, float x);
void dfmto_text_put_double(struct dfmto_text_out *o, double x);

/* Escapes text of the input for a terminal: control characters become visible. lines: keeps line feeds and tabs. */
void dfmto_text_put_safe(struct dfmto_text_out *o, dfmt_str s, bool lines);

/* Removes what was put after the text was `len` bytes long, if an allocation failed. true: it did. */
bool dfmto_text_take_back(struct dfmto_text_out *o, size_t len);

#endif
