/* SPDX-License-Identifier: MIT */
/* What inline, long and base64 values share: the step from line to line, and what a value turns out to be. */
#include "read.h"

#include <string.h>

#include "scan.h"

static struct dfmti_apport_reader *state(dfmt_reader *r) { return r->state; }

dfmt_status dfmti_apport_next_line(dfmt_reader *r) {
  dfmt_status st = dfmti_stream_fill(&r->in, 1);
  if (st == DFMT_OK && *dfmti_window_ptr(&r->in.win) != ' ') st = DFMT_END;
  if (st == DFMT_OK) dfmti_window_consume(&r->in.win, 1);
  if (st == DFMT_OK || st == DFMT_END) state(r)->place = st == DFMT_OK ? PLACE_IN_LINE : PLACE_END;
  return st;
}

static const char zstd_magic[] = "\x28\xb5\x2f\xfd", gzip_magic[] = "\x1f\x8b\x08";
enum { ZSTD_MAGIC = sizeof zstd_magic - 1, GZIP_MAGIC = sizeof gzip_magic - 1 };

uint32_t dfmti_apport_compression_of(const uint8_t *p, size_t n) {
  if (n >= ZSTD_MAGIC && memcmp(p, zstd_magic, ZSTD_MAGIC) == 0) return DFMT_APPORT_COMPRESSION_ZSTD;
  if (n >= GZIP_MAGIC && memcmp(p, gzip_magic, GZIP_MAGIC) == 0) return DFMT_APPORT_COMPRESSION_GZIP;
  return DFMT_APPORT_COMPRESSION_ZLIB;
}

bool dfmti_apport_is_magic_begun(const uint8_t *p, size_t n) {
  return (n < ZSTD_MAGIC && memcmp(p, zstd_magic, n) == 0) || (n < GZIP_MAGIC && memcmp(p, gzip_magic, n) == 0);
}

void dfmti_apport_look_at(struct dfmti_apport_reader *s, const uint8_t *p, size_t n) {
  s->n_decoded += n;
  if (!s->control) s->control = dfmti_apport_has_control(p, n);
  if (!s->control || s->string_key) dfmti_utf8_feed(&s->utf8, p, n);
}

dfmt_status dfmti_apport_judge(dfmt_reader *r, const dfmt_str *key, bool control, bool utf8, uint32_t *kind) {
  struct dfmti_apport_reader *s = state(r);
  *kind = control || !utf8 ? DFMT_APPORT_KIND_BYTES : DFMT_APPORT_KIND_TEXT;
  if (*kind == DFMT_APPORT_KIND_TEXT || !dfmti_apport_always_text(key)) return DFMT_OK;
  if (utf8) {
    *kind = DFMT_APPORT_KIND_TEXT;
    return DFMT_OK;
  }
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APPORT_NOT_UTF8, s->start, s->key_line,
                       "the value of %.*s is always text, but is not UTF-8", (int)key->len, key->ptr);
}

dfmt_status dfmti_apport_refuse_key(dfmt_reader *r, const dfmt_str *key) {
  struct dfmti_apport_reader *s = state(r);
  char shown[80];
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APPORT_KEY, s->start, s->key_line,
                       "key '%s' must consist of letters, digits, '.', '-' and '_', with at least one letter or digit",
                       dfmti_quote(shown, sizeof shown, key->ptr, (size_t)key->len));
}

dfmt_status dfmti_apport_forgive_value(dfmt_reader *r, dfmt_status st) {
  if (st == DFMT_OK || !r->in.recover) return st;
  const dfmt_error *e = &r->in.err.e;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, e->number, st, e->offset, e->line, 0, "%s", e->message);
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

dfmt_status dfmti_apport_end_value(dfmt_reader *r, bool decoded) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_apport_field *f = &s->body.f;
  r->payload.pending = false;
  r->out.ev.length = dfmti_window_place(&r->in.win, 0) - s->start;
  f->stored_size = s->n_stored;
  f->present |= DFMT_APPORT_FIELD_HAS_STORED_SIZE;
  dfmt_status st = DFMT_OK;
  if (decoded) {
    f->decoded_size = s->n_decoded;
    f->present |= DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
    st = dfmti_apport_judge(r, &f->key, s->control, dfmti_utf8_ok(&s->utf8), &f->kind);
    st = dfmti_apport_forgive_value(r, st);
    f->present |= DFMT_APPORT_FIELD_HAS_KIND;
  }
  if (st == DFMT_OK && s->bad_key && f->encoding == DFMT_APPORT_ENCODING_BASE64)
    st = dfmti_apport_refuse_key(r, &f->key);
  return st == DFMT_OK ? DFMT_END : st;
}
