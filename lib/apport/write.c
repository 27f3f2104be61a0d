/* SPDX-License-Identifier: MIT */
/*
 * Writing entries (spec 5.1). A text is held back until it is clear how it must stand:
 *
 *   HELD --line feed seen, or more than MAX_INLINE bytes--> FOLDED: "Key:" LF " line" LF " line" … LF
 *     |--ends without a line feed--> "Key: value" LF
 *     |--would not survive (safe)--> COMPRESSED (write_base64.c)
 *     '--no text, and a control byte in it--> COMPRESSED
 *
 * So the form depends on the first MAX_INLINE bytes of the value alone, or by put() on all of it.
 */
#include "write.h"

#include <string.h>

#include "codec/mime.h"
#include "scan.h"

static struct dfmti_apport_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status open_report(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  if (w->variant > DFMT_APPORT_VARIANT_MIME) return dfmti_fail_arg(&w->out.err, "unknown variant of apport");
  s->safe = dfmti_config_own(&w->config, dfmti_apport_options, DFMT_CFG_APPORT_SAFE);
  s->one_line = dfmti_config_own(&w->config, dfmti_apport_options, DFMT_CFG_APPORT_ONE_LINE);
  s->threads = (uint32_t)dfmti_config_value(&w->config, DFMT_CFG_THREADS);
  s->fast = dfmti_config_value(&w->config, DFMT_CFG_LEVEL) == DFMT_LEVEL_FAST;
  s->max_inline = dfmti_config_value(&w->config, DFMT_CFG_MAX_INLINE);
  s->mime_lines = dfmti_config_own(&w->config, dfmti_apport_options, DFMT_CFG_APPORT_MIME_LINES);
  s->block = dfmti_config_own(&w->config, dfmti_apport_options, DFMT_CFG_APPORT_BLOCK);
  if (s->block == 0) s->block = w->variant == DFMT_APPORT_VARIANT_GZIP_1M ? 1u << 20 : DFMTI_APPORT_BLOCK;
  if (s->one_line) s->block = UINT64_MAX;
  s->out = (struct dfmti_apport_output){.last = '\n'};
  return dfmti_apport_mime_open(w);
}

static void close_report(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  dfmti_apport_compressor_free(w);
  dfmti_apport_mime_free(w);
  dfmti_buf_free(&w->out.mem, &s->key);
  dfmti_buf_free(&w->out.mem, &s->held);
}

/* After a report whose last line lacks its line feed a new key would be glued to that line (spec 6.1). */
static dfmt_status mend_last_line(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  bool cut = s->out.any ? s->out.last != '\n' : s->safe && w->before && w->last != '\n';
  dfmt_status st = cut ? dfmti_out_put(&w->out, "\n", 1) : DFMT_OK;
  s->out.any = true;
  s->out.last = '\n';
  return st;
}

static dfmt_status put_key(dfmt_writer *w, const char *rest) {
  struct dfmti_apport_writer *s = state(w);
  dfmt_status st = dfmti_out_put(&w->out, s->key.ptr, s->key.len);
  return st == DFMT_OK ? dfmti_out_put(&w->out, rest, strlen(rest)) : st;
}

static dfmt_status unsafe_text(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APPORT_UNSAFE_TEXT,
                    "the value of %.*s must be UTF-8: readers refuse the report otherwise",
                    (int)dfmti_min(s->key.len, 64), (const char *)s->key.ptr);
}

static dfmt_status begin_raw(dfmt_writer *w) {
  state(w)->form = FORM_RAW;
  state(w)->out.last = ':';
  return put_key(w, ":");
}

/* DFMT_APPORT_KIND_*; 0: what reading makes of the value (spec 3.5). Only such, and bytes, may become base64. */
static uint32_t kind_of(const dfmt_apport_field *f) {
  if (f->present & DFMT_APPORT_FIELD_HAS_KIND) return f->kind;
  return f->key.ptr && dfmti_apport_always_text(&f->key) ? DFMT_APPORT_KIND_TEXT : 0;
}

/* The compression that a value is to have: what its body asks for, else the dialect's. */
static uint32_t compression_for(const dfmt_writer *w, const dfmt_apport_field *f, uint32_t mode) {
  bool mime = w->variant == DFMT_APPORT_VARIANT_MIME; /* it must know what it unpacks */
  bool asked = f->present & DFMT_APPORT_FIELD_HAS_COMPRESSION && f->compression != DFMT_APPORT_COMPRESSION_NONE;
  bool given_up = w->copying && mode == DFMT_PAYLOAD_DECODED && !mime; /* the dialect does not have it */
  if (asked && !given_up) return f->compression;
  return w->variant == DFMT_APPORT_VARIANT_ZLIB ? DFMT_APPORT_COMPRESSION_ZLIB : DFMT_APPORT_COMPRESSION_GZIP;
}

static bool is_first(const dfmt_writer *w) {
  const struct dfmti_apport_writer *s = w->state;
  return w->variant == DFMT_APPORT_VARIANT_MIME ? s->mime.shorts.len == 0 : w->before == 0 && !s->out.any;
}

static bool key_fits(dfmt_writer *w, const dfmt_str *key) {
  char shown[80];
  const size_t n = key->ptr ? (size_t)key->len : 0;
  const bool valid = n && dfmt_apport_key_is_valid(key->ptr, n);
  if (valid && !(is_first(w) && dfmti_mime_is_header((const uint8_t *)key->ptr, n))) return true;
  (void)dfmti_quote(shown, sizeof shown, key->ptr, n);
  if (!valid) (void)dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APPORT_KEY, "'%s' is no valid key", shown);
  if (valid)
    (void)dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APPORT_FIRST_KEY,
                     "a report that begins with the key '%s' would be read as a message", shown);
  return false;
}

static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_apport_writer *s = state(w);
  const dfmt_apport_field *f = (const dfmt_apport_field *)(const void *)body;
  s->before = s->out;
  if (body->type != DFMT_APPORT_FIELD)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "apport writes bodies of type apport.field only");
  if (!key_fits(w, &f->key)) return DFMT_E_ARG;
  if (f->encoding > DFMT_APPORT_ENCODING_BASE64 ||
      (f->present & DFMT_APPORT_FIELD_HAS_KIND && f->kind > DFMT_APPORT_KIND_BYTES))
    return dfmti_fail_arg(&w->out.err, "unknown encoding or kind");
  s->key.len = s->held.len = 0;
  s->hold = s->max_inline < UINT64_MAX ? s->max_inline + 1 : UINT64_MAX;
  if (!dfmti_buf_append(&w->out.mem, &s->key, f->key.ptr, (size_t)f->key.len))
    return dfmti_fail_mem(&w->out.err, &w->out.mem);
  s->string_key = dfmti_apport_always_text(&f->key);
  s->utf8 = (struct dfmti_utf8){0};
  s->kind = kind_of(f);
  s->compression = compression_for(w, f, mode);
  s->z.expected = f->present & DFMT_APPORT_FIELD_HAS_DECODED_SIZE ? f->decoded_size : UINT64_MAX;
  if (s->compression > DFMT_APPORT_COMPRESSION_ZSTD)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_UNKNOWN, "unknown compression");
  if (w->variant == DFMT_APPORT_VARIANT_MIME) return dfmti_apport_mime_begin(w, f, mode);
  dfmt_status st = mend_last_line(w);
  if (st != DFMT_OK) return st;
  if (mode == DFMT_PAYLOAD_RAW) return begin_raw(w);
  s->form = FORM_HELD;
  if (f->encoding == DFMT_APPORT_ENCODING_TEXT) return DFMT_OK;
  return mode == DFMT_PAYLOAD_STORED ? dfmti_apport_stored_begin(w) : dfmti_apport_compressed_begin(w);
}

/* Every line feed is followed by the space of the next folded line. */
static dfmt_status fold(dfmt_writer *w, const uint8_t *p, size_t n) {
  dfmt_status st = DFMT_OK;
  while (n && st == DFMT_OK) {
    const uint8_t *lf = memchr(p, '\n', n);
    size_t len = lf ? (size_t)(lf - p) + 1 : n;
    st = dfmti_out_put(&w->out, p, len);
    if (st == DFMT_OK && lf) st = dfmti_out_put(&w->out, " ", 1);
    p += len;
    n -= len;
  }
  return st;
}

/* Whether reading would give other bytes than these (spec 5.3). */
static bool would_not_survive(const uint8_t *p, size_t n, bool folded) {
  if (n == 0) return false;
  if (folded) return p[0] == '\n';
  return dfmti_apport_is_space(p[0]) || dfmti_apport_is_space(p[n - 1]) || (n == 6 && memcmp(p, "base64", 6) == 0);
}

/* The held text leaves in the form it must have. */
static dfmt_status settle(dfmt_writer *w, bool folded) {
  struct dfmti_apport_writer *s = state(w);
  bool binary = s->kind != DFMT_APPORT_KIND_TEXT && dfmti_apport_has_control(s->held.ptr, s->held.len);
  if (binary || (s->safe && would_not_survive(s->held.ptr, s->held.len, folded))) {
    dfmt_status st = dfmti_apport_compressed_begin(w);
    for (size_t done = 0, n = 0; st == DFMT_OK && done < s->held.len; done += n)
      st = dfmti_apport_compressed_payload(w, s->held.ptr + done, s->held.len - done, &n);
    return st;
  }
  s->form = FORM_FOLDED;
  dfmt_status st = put_key(w, folded ? ":\n " : ": ");
  return st == DFMT_OK ? fold(w, s->held.ptr, s->held.len) : st;
}

static dfmt_status hold(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_writer *s = state(w);
  size_t room = s->held.len < s->hold ? dfmti_clamp(s->hold - s->held.len) : 0;
  size_t n = dfmti_min(len, dfmti_min(room, DFMTI_APPORT_BLOCK));
  const uint8_t *lf = s->kind == DFMT_APPORT_KIND_TEXT ? memchr(ptr, '\n', n) : NULL;
  if (n && !dfmti_buf_append(&w->out.mem, &s->held, ptr, n)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  *taken = n;
  if (!lf && n < room) return DFMT_OK;
  uint64_t before = w->out.sink->offset;
  dfmt_status st = settle(w, true);
  if (st >= 0 || w->out.sink->offset != before) return st;
  s->held.len -= n; /* nothing came of it: the call may be repeated */
  *taken = 0;
  return st;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_writer *s = state(w);
  if (w->variant == DFMT_APPORT_VARIANT_MIME) return dfmti_apport_mime_payload(w, ptr, len, taken);
  dfmt_status st = DFMT_OK;
  len = dfmti_min(len, DFMTI_APPORT_BLOCK);
  switch (s->form) {
    case FORM_HELD: st = hold(w, ptr, len, taken); break;
    case FORM_COMPRESSED: st = dfmti_apport_compressed_payload(w, ptr, len, taken); break;
    case FORM_STORED: st = dfmti_apport_stored_payload(w, ptr, len, taken); break;
    case FORM_FOLDED:
      st = fold(w, ptr, len);
      if (st == DFMT_OK) *taken = len;
      break;
    case FORM_RAW:
      st = dfmti_out_put(&w->out, ptr, len);
      s->out.last = ptr[len - 1];
      if (st == DFMT_OK) *taken = len;
      break;
  }
  if (s->string_key && s->form != FORM_STORED && s->form != FORM_RAW) dfmti_utf8_feed(&s->utf8, ptr, *taken);
  return st;
}

static dfmt_status end(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  if (w->variant == DFMT_APPORT_VARIANT_MIME) return dfmti_apport_mime_end(w);
  dfmt_status st = DFMT_OK;
  if (s->form == FORM_HELD) st = settle(w, s->held.len && memchr(s->held.ptr, '\n', s->held.len));
  if (st != DFMT_OK) return st;
  switch (s->form) {
    case FORM_COMPRESSED: st = dfmti_apport_compressed_end(w); break;
    case FORM_STORED: st = dfmti_apport_stored_end(w); break;
    case FORM_RAW: return DFMT_OK;
    default: st = dfmti_out_put(&w->out, "\n", 1); break;
  }
  bool wrong = s->safe && s->string_key && s->form != FORM_STORED && !dfmti_utf8_ok(&s->utf8);
  return st == DFMT_OK && wrong ? unsafe_text(w) : st;
}

/* A value that is there as a whole is judged as a whole. */
static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_apport_writer *s = state(w);
  s->before = s->out;
  dfmt_apport_field f = *(const dfmt_apport_field *)(const void *)body;
  const uint8_t *p = (const uint8_t *)f.text.ptr;
  if (body->type != DFMT_APPORT_FIELD)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "apport writes bodies of type apport.field only");
  if (!(f.present & DFMT_APPORT_FIELD_HAS_TEXT) || (f.text.len && !p))
    return dfmti_fail_arg(&w->out.err, "the body has no text; write payloads through begin() or copy()");
  if (f.encoding == DFMT_APPORT_ENCODING_TEXT && kind_of(&f) != DFMT_APPORT_KIND_TEXT) {
    if (dfmti_apport_has_control(p, (size_t)f.text.len))
      f.encoding = DFMT_APPORT_ENCODING_BASE64;
    else if (w->variant != DFMT_APPORT_VARIANT_MIME) { /* nothing of it need be held to see that */
      f.kind = DFMT_APPORT_KIND_TEXT;
      f.present |= DFMT_APPORT_FIELD_HAS_KIND;
    }
  }
  f.present |= DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
  f.decoded_size = f.text.len;
  dfmt_str key = f.key;
  if (s->safe && f.text.len && key.ptr && dfmti_apport_always_text(&key) && !dfmti_utf8_valid(p, (size_t)f.text.len)) {
    s->key.len = 0;
    if (!dfmti_buf_append(&w->out.mem, &s->key, key.ptr, (size_t)key.len))
      return dfmti_fail_mem(&w->out.err, &w->out.mem);
    return unsafe_text(w);
  }
  dfmt_status st = begin(w, &f.head, DFMT_PAYLOAD_DECODED);
  s->hold = UINT64_MAX;
  size_t n = 0;
  for (uint64_t done = 0; st == DFMT_OK && done < f.text.len; done += n) {
    n = 0;
    st = payload(w, p + done, (size_t)(f.text.len - done), &n);
  }
  return st == DFMT_OK ? end(w) : st;
}

static void cancel(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  s->out = s->before;
  s->mime.shorts.len = s->out.mime_shorts;
}

static dfmt_status finish(dfmt_writer *w) {
  return w->variant == DFMT_APPORT_VARIANT_MIME ? dfmti_apport_mime_finish(w) : DFMT_OK;
}

static uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f || f->flags & DFMT_APPORT_FLAG_BAD_KEY) return DFMT_PAYLOAD_DECODED;
  bool unloadable = f->present & DFMT_APPORT_FIELD_HAS_KIND && f->kind == DFMT_APPORT_KIND_BYTES &&
                    dfmti_apport_always_text(&f->key); /* from salvage: readers refuse a report with it */
  if (unloadable && state(w)->safe) return DFMT_PAYLOAD_DECODED;
  if (w->variant == 0) return DFMT_PAYLOAD_RAW;
  if (f->encoding == DFMT_APPORT_ENCODING_TEXT) return DFMT_PAYLOAD_DECODED;
  bool unknown = !(f->present & DFMT_APPORT_FIELD_HAS_COMPRESSION);
  if (unknown && w->variant == DFMT_APPORT_VARIANT_MIME) return DFMT_PAYLOAD_STORED; /* all lines joined will tell */
  bool legacy = f->compression == DFMT_APPORT_COMPRESSION_ZLIB || unknown;
  bool keep = w->variant == DFMT_APPORT_VARIANT_ZLIB ? legacy : !legacy;
  return keep ? DFMT_PAYLOAD_STORED : DFMT_PAYLOAD_DECODED;
}

const dfmt_write_format dfmti_apport_write = {
    .format = &dfmti_format_apport,
    .state_size = sizeof(struct dfmti_apport_writer),
    .open = open_report,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .copy_mode = copy_mode,
    .close = close_report,
};

const dfmt_write_format *dfmt_apport_write_format(void) { return &dfmti_apport_write; }
