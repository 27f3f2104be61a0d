/* SPDX-License-Identifier: MIT */
/*
 * The MIME form (spec 8.1): multipart/mixed, whose first part has all short values as text; every other value is an
 * attachment after it, in the order in which they are put.
 *
 *   head, first part (held back in `shorts`) --first attachment, or finish--> first part out --> attachments --> end
 *
 * A value is short if it has at most 1000 characters (bytes, if it is no text) and few lines; until that is clear it is
 * held. The boundary is constant, so that equal input gives equal output: base64 cannot contain it, and JSON, which
 * goes out as it is, is searched for it.
 */
#include <string.h>

#include "base/rare.h"
#include "mime_text.h"
#include "scan.h"
#include "write.h"

#define BOUNDARY "=_diagfmt_part_=" /* '_' is in no base64 line */

/* The reference's order of header lines, part by part. */
#define TEXT_HEAD "MIME-Version: 1.0\nContent-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\n"
#define APPLICATION_HEAD(TYPE) "Content-Type: application/" TYPE "\nMIME-Version: 1.0\n"

enum { SHORT_CHARS = 1000, SHORT_BYTES = 4 * SHORT_CHARS };

static struct dfmti_apport_writer *state(dfmt_writer *w) { return w->state; }

static DFMTI_RARE dfmt_status put_text(dfmt_writer *w, const char *s) { return dfmti_out_put(&w->out, s, strlen(s)); }

/* Several texts, NULL at the end. */
static DFMTI_RARE dfmt_status put_all(dfmt_writer *w, const char *const *texts) {
  dfmt_status st = DFMT_OK;
  for (; *texts && st == DFMT_OK; texts++) st = put_text(w, *texts);
  return st;
}

/* Header lines are looked at before anything is out. */
DFMTI_RARE dfmt_status dfmti_apport_mime_open(dfmt_writer *w) {
  struct dfmti_apport_mime *m = &state(w)->mime;
  m->shorts.len = m->held.len = 0;
  dfmt_str h;
  for (size_t i = 0; dfmti_config_name(&w->config, DFMT_CFG_APPORT_MIME_HEADERS, i, &h); i++)
    if (memchr(h.ptr, '\n', (size_t)h.len) || memchr(h.ptr, '\r', (size_t)h.len) || !memchr(h.ptr, ':', (size_t)h.len))
      return dfmti_fail_arg(&w->out.err, "a MIME header must be one line with a colon");
  return DFMT_OK;
}

DFMTI_RARE void dfmti_apport_mime_free(dfmt_writer *w) {
  dfmti_buf_free(&w->out.mem, &state(w)->mime.shorts);
  dfmti_buf_free(&w->out.mem, &state(w)->mime.held);
}

static DFMTI_RARE dfmt_status refuse(dfmt_writer *w, const char *why) {
  struct dfmti_apport_writer *s = state(w);
  return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_APPORT_MIME_VALUE, "%.*s: %s",
                    (int)dfmti_min(s->key.len, 64), (const char *)s->key.ptr, why);
}

static DFMTI_RARE dfmt_status put_head(dfmt_writer *w) {
  dfmt_status st = put_text(w, "Content-Type: multipart/mixed; boundary=\"" BOUNDARY "\"\nMIME-Version: 1.0\n");
  dfmt_str h;
  for (size_t i = 0; st == DFMT_OK && dfmti_config_name(&w->config, DFMT_CFG_APPORT_MIME_HEADERS, i, &h); i++) {
    st = dfmti_out_put(&w->out, h.ptr, (size_t)h.len);
    if (st == DFMT_OK) st = put_text(w, "\n");
  }
  return st;
}

/* The message up to the first part's end. */
static DFMTI_RARE dfmt_status put_first_part(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  if (s->out.mime_begun) return DFMT_OK;
  dfmt_status st = put_head(w);
  if (st == DFMT_OK) st = put_text(w, "\n--" BOUNDARY "\n" TEXT_HEAD "Content-Disposition: inline\n\n");
  m->n_line = 0;
  if (st == DFMT_OK) st = dfmti_apport_mime_encode(w, m->shorts.ptr, m->shorts.len, true);
  s->out.mime_begun = st == DFMT_OK;
  return st;
}

static DFMTI_RARE bool ends_in(const struct dfmti_buf *key, const char *tail) {
  size_t n = strlen(tail);
  return key->len >= n && memcmp(key->ptr + key->len - n, tail, n) == 0;
}

/*
 * The head of an attachment. head: its first lines; drop: characters of the key's end that do not go into the file
 * name; suffix: what goes there unless it is there already; last: a line after the others, or "".
 */
static DFMTI_RARE dfmt_status put_part_head(dfmt_writer *w, const char *head, size_t drop, const char *suffix,
                                            const char *last) {
  struct dfmti_apport_writer *s = state(w);
  const struct dfmti_buf name = {.ptr = s->key.ptr, .len = s->key.len - drop};
  dfmt_status st = put_first_part(w);
  s->out.mime_attachments = true;
  s->mime.n_line = s->mime.n_partial = 0;
  const char *const begin[] = {"\n--" BOUNDARY "\n", head, "Content-Disposition: attachment; filename=\"", NULL};
  if (st == DFMT_OK) st = put_all(w, begin);
  if (st == DFMT_OK) st = dfmti_out_put(&w->out, name.ptr, name.len);
  const char *const rest[] = {ends_in(&name, suffix) ? "" : suffix, "\"\n", last, "\n", NULL};
  return st == DFMT_OK ? put_all(w, rest) : st;
}

static const char transfer_encoding[] = "Content-Transfer-Encoding: base64\n";

static DFMTI_RARE dfmt_status begin_packed(dfmt_writer *w, bool zstd) {
  struct dfmti_apport_writer *s = state(w);
  s->mime.part = PART_PACKED;
  return put_part_head(w, zstd ? APPLICATION_HEAD("zstd") : APPLICATION_HEAD("gzip"), 0, zstd ? ".zst" : ".gz",
                       transfer_encoding);
}

static DFMTI_RARE dfmt_status begin_compressing(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  if (s->compression == DFMT_APPORT_COMPRESSION_ZLIB) s->compression = DFMT_APPORT_COMPRESSION_GZIP;
  dfmt_status st = dfmti_apport_compressor_start(w);
  if (st != DFMT_OK) return st;
  s->form = FORM_COMPRESSED;
  st = begin_packed(w, s->compression == DFMT_APPORT_COMPRESSION_ZSTD);
  return st == DFMT_OK ? dfmti_apport_compressor_begin(w) : st;
}

DFMTI_RARE dfmt_status dfmti_apport_mime_begin(dfmt_writer *w, const dfmt_apport_field *f, uint32_t mode) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  if (mode == DFMT_PAYLOAD_RAW)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "the MIME form cannot hold raw values");
  m->held.len = 0;
  m->part = PART_UNDECIDED;
  s->form = FORM_HELD;
  bool base64 = f->encoding == DFMT_APPORT_ENCODING_BASE64;
  m->stored = base64 && (mode == DFMT_PAYLOAD_STORED || ends_in(&s->key, ".gz"));
  m->unpacked = mode != DFMT_PAYLOAD_STORED && s->compression == DFMT_APPORT_COMPRESSION_ZLIB;
  m->file = mode != DFMT_PAYLOAD_STORED && !m->unpacked;
  return base64 && !m->stored ? begin_compressing(w) : DFMT_OK;
}

static DFMTI_RARE bool hold(dfmt_writer *w, const uint8_t *p, size_t n) {
  return dfmti_buf_append(&w->out.mem, &state(w)->mime.held, p, n);
}

/* JSON is no base64, if it can be helped: its line ends become those of the message, as in the reference. */
static DFMTI_RARE dfmt_status put_clean(dfmt_writer *w, uint8_t *p, size_t n) {
  struct dfmti_apport_mime *m = &state(w)->mime;
  if (m->part == PART_JSON) n = dfmti_apport_mime_line_ends(p, n, &m->cr);
  return m->plain ? dfmti_out_put(&w->out, p, n) : dfmti_apport_mime_encode(w, p, n, false);
}

/* Invalid UTF-8 becomes U+FFFD; a character cut at the end of a piece waits for the next. */
static DFMTI_RARE dfmt_status put_utf8(dfmt_writer *w, const uint8_t *p, size_t n, bool last) {
  struct dfmti_apport_mime *m = &state(w)->mime;
  uint8_t clean[3 * 1024];
  while (n || (last && m->n_partial)) {
    size_t made = 0;
    size_t used = dfmti_apport_mime_clean(m->partial, &m->n_partial, p, n, last, clean, sizeof clean, &made);
    dfmt_status st = put_clean(w, clean, made);
    if (st != DFMT_OK) return st;
    if (used) p += used;
    n -= used;
  }
  return DFMT_OK;
}

/* The current value is an attachment of text: begin it with what was held. */
static DFMTI_RARE dfmt_status become_text(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  m->part = PART_TEXT;
  dfmt_status st = put_part_head(w, TEXT_HEAD, 0, ".txt", "");
  return st == DFMT_OK ? put_utf8(w, m->held.ptr, m->held.len, false) : st;
}

/* Bytes, or a value of which that is not known, with a control byte: what the reference calls binary. */
static DFMTI_RARE bool is_binary(const struct dfmti_apport_writer *s) {
  return s->kind != DFMT_APPORT_KIND_TEXT && dfmti_apport_has_control(s->mime.held.ptr, s->mime.held.len);
}

static DFMTI_RARE dfmt_status become_packed(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  dfmt_status st = begin_compressing(w);
  for (size_t done = 0, n = 0; st == DFMT_OK && done < s->mime.held.len; done += n)
    st = dfmti_apport_compressed_payload(w, s->mime.held.ptr + done, s->mime.held.len - done, &n);
  return st;
}

/* Too much for a short value. */
static DFMTI_RARE dfmt_status become_attachment(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  if (is_binary(s)) return become_packed(w);
  if (ends_in(&s->key, "Json") || ends_in(&s->key, ".json")) {
    s->mime.part = PART_JSON;
    return DFMT_OK;
  }
  return become_text(w);
}

static DFMTI_RARE dfmt_status stored_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_mime *m = &state(w)->mime;
  if (m->part == PART_PACKED) {
    *taken = len;
    return dfmti_apport_mime_encode(w, ptr, len, false);
  }
  *taken = dfmti_min(len, 4 - m->held.len);
  if (!hold(w, ptr, *taken)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  if (m->held.len < 4) return DFMT_OK;
  bool zstd = memcmp(m->held.ptr, "\x28\xb5\x2f\xfd", 4) == 0;
  bool known = zstd || memcmp(m->held.ptr, "\x1f\x8b\x08", 3) == 0;
  if (!known) return m->unpacked ? become_packed(w) : refuse(w, "neither gzip nor Zstandard data");
  dfmt_status st = begin_packed(w, zstd);
  return st == DFMT_OK ? dfmti_apport_mime_encode(w, m->held.ptr, 4, false) : st;
}

DFMTI_RARE dfmt_status dfmti_apport_mime_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  if (s->form == FORM_COMPRESSED) return dfmti_apport_compressed_payload(w, ptr, len, taken);
  if (m->stored) return stored_payload(w, ptr, len, taken);
  *taken = len = dfmti_min(len, DFMTI_APPORT_BLOCK);
  if (m->part == PART_TEXT) return put_utf8(w, ptr, len, false);
  uint64_t table = dfmti_config_value(&w->config, DFMT_CFG_MAX_TABLE);
  if (m->part == PART_JSON && m->held.len + len > table)
    return dfmti_fail_limit(&w->out.err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, m->held.len + len);
  if (!hold(w, ptr, len)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  return m->part == PART_UNDECIDED && m->held.len > SHORT_BYTES ? become_attachment(w) : DFMT_OK;
}

/* After the last byte: a short value, or a small attachment after all. */
static DFMTI_RARE dfmt_status end_undecided(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  bool bytes = s->kind ? s->kind == DFMT_APPORT_KIND_BYTES : !dfmti_utf8_valid(m->held.ptr, m->held.len);
  size_t chars, lines;
  dfmti_apport_mime_count(m->held.ptr, m->held.len, bytes, &chars, &lines);
  if (is_binary(s)) return become_packed(w);
  if (chars > SHORT_CHARS || (lines > 1 && lines > s->mime_lines)) return become_attachment(w);
  if (s->out.mime_attachments)
    return dfmti_fail(&w->out.err, DFMT_E_STATE, DFMT_ERR_APPORT_MIME_ORDER,
                      "short values must precede the first attachment: write %.*s earlier",
                      (int)dfmti_min(s->key.len, 64), (const char *)s->key.ptr);
  if (m->shorts.len + 2 * m->held.len > dfmti_config_value(&w->config, DFMT_CFG_MAX_TABLE))
    return dfmti_fail_limit(&w->out.err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, m->shorts.len + 2 * m->held.len);
  size_t before = m->shorts.len;
  if (!dfmti_apport_mime_short(&w->out.mem, &m->shorts, &s->key, &m->held, lines == 1)) {
    m->shorts.len = before;
    return dfmti_fail_mem(&w->out.err, &w->out.mem);
  }
  s->out.mime_shorts = m->shorts.len;
  return DFMT_OK;
}

/* A value without any compressed byte reads as an empty one, and is written so; a file that has none is a mistake. */
static DFMTI_RARE dfmt_status end_stored(dfmt_writer *w) {
  const struct dfmti_apport_mime *m = &state(w)->mime;
  if (m->part == PART_PACKED) return dfmti_apport_mime_encode(w, NULL, 0, true);
  if (m->held.len == 0 && !m->file) return DFMT_OK;
  return m->unpacked ? become_packed(w) : refuse(w, "no compressed data");
}

static DFMTI_RARE bool has_boundary(const uint8_t *p, size_t n) {
  static const char mark[] = "--" BOUNDARY;
  size_t len = sizeof mark - 1;
  for (size_t i = 0; n >= len && i <= n - len; i++)
    if (p[i] == '-' && memcmp(p + i, mark, len) == 0) return true;
  return false;
}

static DFMTI_RARE dfmt_status end_json(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  bool odd = has_boundary(m->held.ptr, m->held.len);
  dfmt_status st = put_part_head(w, APPLICATION_HEAD("json"), ends_in(&s->key, "Json") ? 4 : 0, ".json",
                                 odd ? transfer_encoding : "");
  m->plain = !odd;
  m->cr = false;
  if (st == DFMT_OK) st = put_utf8(w, m->held.ptr, m->held.len, true);
  m->plain = false;
  return st == DFMT_OK && odd ? dfmti_apport_mime_encode(w, NULL, 0, true) : st;
}

DFMTI_RARE dfmt_status dfmti_apport_mime_end(dfmt_writer *w) {
  struct dfmti_apport_writer *s = state(w);
  struct dfmti_apport_mime *m = &s->mime;
  dfmt_status st = DFMT_OK;
  if (m->stored && s->form == FORM_HELD) st = end_stored(w);
  if (st == DFMT_OK && m->part == PART_UNDECIDED) st = end_undecided(w);
  if (st == DFMT_OK && s->form == FORM_COMPRESSED) {
    st = dfmti_apport_compressor_end(w);
    return st == DFMT_OK ? dfmti_apport_mime_encode(w, NULL, 0, true) : st;
  }
  if (st == DFMT_OK && m->part == PART_JSON) st = end_json(w);
  if (st == DFMT_OK && m->part == PART_TEXT) st = put_utf8(w, NULL, 0, true);
  if (st == DFMT_OK && m->part == PART_TEXT) st = dfmti_apport_mime_encode(w, NULL, 0, true);
  return st;
}

DFMTI_RARE dfmt_status dfmti_apport_mime_finish(dfmt_writer *w) {
  dfmt_status st = put_first_part(w);
  return st == DFMT_OK ? put_text(w, "\n--" BOUNDARY "--\n\n") : st;
}
