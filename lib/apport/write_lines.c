/* SPDX-License-Identifier: MIT */
/*
 * Lines of base64 (spec 5.4): what the compressor makes of one block is one line; stored values are cut into lines of
 * one block. In the MIME form there are no such lines.
 */
#include <string.h>

#include "write.h"

static struct dfmti_apport_writer *state(dfmt_writer *w) { return w->state; }

static bool is_mime(const dfmt_writer *w) { return w->variant == DFMT_APPORT_VARIANT_MIME; }

/* Encodes n bytes; only the last piece of a line may be no multiple of three. */
static dfmt_status put_groups(dfmt_writer *w, const uint8_t *p, size_t n) {
  while (n) {
    size_t some = dfmti_min(n, 48 * 1024);
    uint8_t *to = dfmti_out_room(&w->out, (some + 2) / 3 * 4 + DFMTI_BASE64_SLACK);
    if (!to) return w->out.err.e.status;
    dfmt_status st = dfmti_out_claim(&w->out, dfmti_base64_encode(p, some, to));
    if (st != DFMT_OK) return st;
    p += some;
    n -= some;
  }
  return DFMT_OK;
}

/* Goes on with a line, or begins one. */
static dfmt_status line_bytes(dfmt_writer *w, const uint8_t *p, size_t n) {
  struct dfmti_apport_lines *l = &state(w)->lines;
  dfmt_status st = DFMT_OK;
  if (n == 0) return DFMT_OK;
  if (!l->open) st = dfmti_out_put(&w->out, "\n ", 2);
  l->open = true;
  while (st == DFMT_OK && n && l->n_carry) {
    l->carry[l->n_carry++] = *p++;
    n--;
    if (l->n_carry < 3) continue;
    st = put_groups(w, l->carry, 3);
    l->n_carry = 0;
  }
  if (st != DFMT_OK || n == 0) return st;
  size_t rest = n % 3;
  st = put_groups(w, p, n - rest);
  memcpy(l->carry, p + n - rest, rest);
  l->n_carry = rest;
  return st;
}

static dfmt_status line_end(dfmt_writer *w) {
  struct dfmti_apport_lines *l = &state(w)->lines;
  dfmt_status st = put_groups(w, l->carry, l->n_carry);
  l->n_carry = 0;
  l->open = false;
  return st;
}

/* Compressed bytes on lines of one block each. */
static dfmt_status cut_bytes(dfmt_writer *w, const uint8_t *p, size_t n) {
  struct dfmti_apport_writer *s = state(w);
  dfmt_status st = DFMT_OK;
  while (n && st == DFMT_OK) {
    size_t some = dfmti_min(n, dfmti_clamp(s->lines.left));
    st = line_bytes(w, p, some);
    p += some;
    n -= some;
    if (s->lines.left != UINT64_MAX) s->lines.left -= some;
    if (s->lines.left > 0 || st != DFMT_OK) continue;
    st = line_end(w);
    s->lines.left = s->lines.cut;
  }
  return st;
}

/* cut: bytes on each line of stored data. */
dfmt_status dfmti_apport_lines_begin(dfmt_writer *w, uint64_t cut) {
  struct dfmti_apport_writer *s = state(w);
  s->lines = (struct dfmti_apport_lines){.left = cut, .cut = cut};
  dfmt_status st = dfmti_out_put(&w->out, s->key.ptr, s->key.len);
  return st == DFMT_OK ? dfmti_out_put(&w->out, ": base64", 8) : st;
}

dfmt_status dfmti_apport_lines_end(dfmt_writer *w) {
  dfmt_status st = line_end(w);
  return st == DFMT_OK ? dfmti_out_put(&w->out, "\n", 1) : st;
}

dfmt_status dfmti_apport_stored_begin(dfmt_writer *w) {
  state(w)->form = FORM_STORED;
  bool lines = w->variant != DFMT_APPORT_VARIANT_GZIP_1M; /* before 2.33 only files had them, of 1 MiB (spec 5.5) */
  return dfmti_apport_lines_begin(w, lines ? state(w)->block : UINT64_MAX);
}

dfmt_status dfmti_apport_stored_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  *taken = len;
  return cut_bytes(w, ptr, len);
}

dfmt_status dfmti_apport_stored_end(dfmt_writer *w) { return dfmti_apport_lines_end(w); }

dfmt_status dfmti_apport_packed(dfmt_writer *w, const uint8_t *p, size_t n) {
  if (is_mime(w)) return dfmti_apport_mime_encode(w, p, n, false);
  return state(w)->compression == DFMT_APPORT_COMPRESSION_ZSTD ? cut_bytes(w, p, n) : line_bytes(w, p, n);
}

dfmt_status dfmti_apport_packed_line_end(dfmt_writer *w) {
  if (is_mime(w) || state(w)->compression == DFMT_APPORT_COMPRESSION_ZSTD) return DFMT_OK;
  return line_end(w);
}
