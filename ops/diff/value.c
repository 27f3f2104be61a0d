/* SPDX-License-Identifier: MIT */
/*
 *   both records are their readers' events   values are compared as they are read: no byte is stored
 *   one was copied, to read further          both values are digested: the copied one when the reader leaves it
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/utf8.h"
#include "diff.h"
#include "op/reading.h"

/* ---- digests ---- */

struct dfmto_diff_content dfmto_diff_content_begin(struct dfmto_diff *d) {
  struct dfmto_diff_content x = {.crc = 0};
  dfmti_digest_begin(&x.digest, dfmti_mem_key(&d->op->mem));
  return x;
}

void dfmto_diff_content_add(struct dfmto_diff_content *x, dfmt_str piece) {
  enum { MOST = 1 << 30 }; /* less than the limit of crc32() */
  dfmti_digest_add(&x->digest, piece.ptr, (size_t)piece.len);
  for (uint64_t at = 0; at < piece.len; at += MOST)
    x->crc =
        (uint32_t)crc32(x->crc, (const void *)(piece.ptr + at), (uInt)(piece.len - at < MOST ? piece.len - at : MOST));
}

bool dfmto_diff_content_same(const struct dfmto_diff_content *a, const struct dfmto_diff_content *b) {
  return a->digest.n == b->digest.n && dfmti_digest_same(dfmti_digest_end(&a->digest), dfmti_digest_end(&b->digest));
}

dfmt_str dfmto_diff_content_text(const struct dfmto_diff_content *x, char *room) {
  int n = snprintf(room, DFMTO_VALUE_TEXT, "%" PRIu64 " bytes, CRC-32 %08" PRIx32, x->digest.n, x->crc);
  return (dfmt_str){room, (uint64_t)n};
}

dfmt_str dfmto_diff_bytes_text(uint64_t size, uint64_t at, uint8_t byte, char *room) {
  int n = snprintf(room, DFMTO_VALUE_TEXT, "%" PRIu64 " bytes", size);
  if (at < size) n += snprintf(room + n, DFMTO_VALUE_TEXT - (size_t)n, ", 0x%02x at %" PRIu64, byte, at);
  return (dfmt_str){room, (uint64_t)n};
}

/* ---- reading ---- */

/* Sets s->piece to the next piece. END: no more. */
static dfmt_status next_piece(struct dfmto_diff *d, int which, struct dfmto_diff_item *x) {
  struct dfmto_diff_side *s = &d->side[which];
  while (!s->piece.len) {
    if (!x->pending) return DFMT_END;
    dfmto_turn(d->op, (size_t)which);
    d->in_value = true;
    dfmt_status st = dfmto_chunk(d->op, &s->piece);
    if (st != DFMT_OK && st != DFMT_END) return st;
    d->in_value = false;
    x->pending = st == DFMT_OK;
  }
  return DFMT_OK;
}

/* Consumes n bytes of the piece. */
static void pass(struct dfmto_diff_side *s, struct dfmto_diff_item *x, uint64_t n) {
  if (x->size < DFMTO_DIFF_START)
    memcpy(x->start + x->size, s->piece.ptr, dfmti_min(dfmti_clamp(n), (size_t)(DFMTO_DIFF_START - x->size)));
  x->size += n;
  s->piece.ptr += n;
  s->piece.len -= n;
}

dfmt_status dfmto_diff_value_hash(struct dfmto_diff *d, int which, struct dfmto_diff_item *x) {
  struct dfmto_diff_side *s = &d->side[which];
  dfmt_status st;
  if (!x->hashed) x->content = dfmto_diff_content_begin(d);
  x->hashed = true;
  while ((st = next_piece(d, which, x)) == DFMT_OK) {
    dfmto_diff_content_add(&x->content, s->piece);
    pass(s, x, s->piece.len);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- comparing while reading ---- */

/* Offset at which two texts begin to differ; n: they are equal. */
static uint64_t first_difference(const char *p, const char *q, uint64_t n) {
  uint64_t at = 0;
  if (memcmp(p, q, (size_t)n) == 0) return n;
  while (p[at] == q[at]) at++;
  return at;
}

/* Both sides have bytes. */
static void compare_pieces(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b) {
  struct dfmto_diff_side *s = &d->side[DFMTO_BEFORE], *t = &d->side[DFMTO_AFTER];
  const uint64_t n = s->piece.len < t->piece.len ? s->piece.len : t->piece.len;
  const uint64_t at = a->differs ? n : first_difference(s->piece.ptr, t->piece.ptr, n);
  if (at < n) {
    a->differs = b->differs = true;
    a->differs_at = b->differs_at = a->size + at;
    a->byte = (uint8_t)s->piece.ptr[at];
    b->byte = (uint8_t)t->piece.ptr[at];
  }
  pass(s, a, n);
  pass(t, b, n);
}

/* Only one side has more bytes. */
static void pass_longer(struct dfmto_diff_side *s, struct dfmto_diff_item *x, struct dfmto_diff_item *shorter) {
  if (!x->differs) {
    x->differs = shorter->differs = true;
    x->differs_at = shorter->differs_at = x->size;
    x->byte = (uint8_t)*s->piece.ptr;
  }
  pass(s, x, s->piece.len);
}

/* Continues from the current position. */
static dfmt_status compare_streams(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b) {
  for (;;) {
    const dfmt_status p = next_piece(d, DFMTO_BEFORE, a);
    if (p != DFMT_OK && p != DFMT_END) return p;
    const dfmt_status q = next_piece(d, DFMTO_AFTER, b);
    if (q != DFMT_OK && q != DFMT_END) return q;
    if (p == DFMT_END && q == DFMT_END) return DFMT_OK;
    if (p == DFMT_OK && q == DFMT_OK)
      compare_pieces(d, a, b);
    else if (p == DFMT_OK)
      pass_longer(&d->side[DFMTO_BEFORE], a, b);
    else
      pass_longer(&d->side[DFMTO_AFTER], b, a);
  }
}

dfmt_status dfmto_diff_values_read(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b) {
  if (!a->hashed && !b->hashed) return compare_streams(d, a, b);
  dfmt_status st = dfmto_diff_value_hash(d, DFMTO_BEFORE, a);
  if (st == DFMT_OK) st = dfmto_diff_value_hash(d, DFMTO_AFTER, b);
  return st;
}

bool dfmto_diff_values_same(const struct dfmto_diff_item *a, const struct dfmto_diff_item *b) {
  return a->hashed ? dfmto_diff_content_same(&a->content, &b->content) : !a->differs;
}

/* ---- reporting ---- */

dfmt_str dfmto_diff_value_text(const struct dfmto_diff_item *x, char *room) {
  if (x->size < DFMTO_DIFF_START && dfmti_utf8_valid(x->start, (size_t)x->size)) return (dfmt_str){x->start, x->size};
  return x->hashed ? dfmto_diff_content_text(&x->content, room)
                   : dfmto_diff_bytes_text(x->size, x->differs_at, x->byte, room);
}
