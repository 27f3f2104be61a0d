/* SPDX-License-Identifier: MIT */
#include "proto.h"

#include <string.h>

#include "base/utf8.h"

enum { MOST_DEPTH = 64, MOST_VARINT = 10, SHORT = 5, VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

struct field {
  unsigned kind;
  size_t head;      /* bytes of its tag, and of its length */
  size_t length_at; /* where its length begins */
  size_t size;      /* of its value */
};

/* Bytes of a number; 0: it is none. */
static size_t varint(const uint8_t *p, size_t n, uint64_t *value) {
  *value = 0;
  for (size_t i = 0; i < n && i < MOST_VARINT; i++) {
    *value |= (uint64_t)(p[i] & 127) << (7 * i);
    if (p[i] < 128) return i + 1;
  }
  return 0;
}

static bool read_field(const uint8_t *p, size_t n, struct field *f) {
  uint64_t tag, value = 0;
  size_t len = varint(p, n, &tag);
  if (!len || tag >> 3 == 0 || tag >> 32) return false;
  *f = (struct field){.kind = (unsigned)tag & 7, .head = len, .length_at = len};
  if (f->kind == VARINT) f->size = varint(p + len, n - len, &value);
  if (f->kind == FIXED64) f->size = 8;
  if (f->kind == FIXED32) f->size = 4;
  if (f->kind == BYTES) {
    size_t more = varint(p + len, n - len, &value);
    f->head += more;
    if (!more || value > n - f->head) return false;
    f->size = (size_t)value;
    return true;
  }
  return f->size && f->size <= n - len;
}

bool dfmto_proto_is(const uint8_t *p, size_t n) {
  struct field f;
  for (size_t i = 0; i < n; i += f.head + f.size)
    if (!read_field(p + i, n - i, &f)) return false;
  return true;
}

static bool is_text(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if ((p[i] < ' ' && p[i] != '\t' && p[i] != '\n' && p[i] != '\r') || p[i] == 0x7f) return false;
  return dfmti_utf8_valid(p, n);
}

/* Puts the length of what was written since `from` before it: as it was if it is the same number. */
static bool put_length(struct dfmti_mem *m, struct dfmti_buf *out, size_t from, const uint8_t *old, size_t old_len) {
  uint8_t bytes[MOST_VARINT];
  uint64_t before, value = out->len - from;
  size_t n = 0;
  if (varint(old, old_len, &before) && before == value) {
    memcpy(bytes, old, n = old_len);
  } else {
    do bytes[n++] = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
    while (value >>= 7);
  }
  if (!dfmti_buf_reserve(m, out, n)) return false;
  memmove(out->ptr + from + n, out->ptr + from, out->len - from);
  memcpy(out->ptr + from, bytes, n);
  out->len += n;
  return true;
}

struct level {
  size_t end;  /* in the input */
  size_t from; /* in the output */
  const uint8_t *length;
  size_t length_len;
};

struct walk {
  struct dfmti_mem *mem;
  struct dfmti_buf *out;
  dfmto_proto_text text;
  void *user;
  struct level levels[MOST_DEPTH];
  size_t depth;
};

static bool put_zeros(struct walk *w, size_t n) {
  if (!dfmti_buf_reserve(w->mem, w->out, n)) return false;
  memset(w->out->ptr + w->out->len, 0, n);
  w->out->len += n;
  return true;
}

/* A field with a length. *into: it is a message, whose fields come next. */
static bool put_bytes(struct walk *w, const uint8_t *p, const struct field *f, size_t at, bool *into) {
  const uint8_t *value = p + f->head;
  const size_t from = w->out->len + f->length_at;
  *into = f->size && !is_text(value, f->size) && w->depth < MOST_DEPTH && dfmto_proto_is(value, f->size);
  if (!dfmti_buf_append(w->mem, w->out, p, f->length_at)) return false;
  if (*into) {
    w->levels[w->depth++] = (struct level){at + f->head + f->size, from, p + f->length_at, f->head - f->length_at};
    return true;
  }
  bool good = true;
  if (f->size && is_text(value, f->size))
    good = w->text(w->user, value, f->size, w->out);
  else if (f->size > SHORT)
    good = put_zeros(w, f->size);
  else if (f->size)
    good = dfmti_buf_append(w->mem, w->out, value, f->size);
  return good && put_length(w->mem, w->out, from, p + f->length_at, f->head - f->length_at);
}

static bool end_levels(struct walk *w, size_t at) {
  while (w->depth && w->levels[w->depth - 1].end == at) {
    const struct level *l = &w->levels[--w->depth];
    if (!put_length(w->mem, w->out, l->from, l->length, l->length_len)) return false;
  }
  return true;
}

bool dfmto_proto_share(struct dfmti_mem *m, const uint8_t *p, size_t n, dfmto_proto_text text, void *user,
                       struct dfmti_buf *out) {
  struct walk w = {.mem = m, .out = out, .text = text, .user = user};
  for (size_t i = 0; i < n;) {
    struct field f;
    bool into = false, good = read_field(p + i, n - i, &f);
    if (!good) return true; /* the caller has asked */
    if (f.kind == BYTES)
      good = put_bytes(&w, p + i, &f, i, &into);
    else
      good = dfmti_buf_append(m, out, p + i, f.head + f.size);
    if (!good) return false;
    i += into ? f.head : f.head + f.size;
    if (!end_levels(&w, i)) return false;
  }
  return true;
}
