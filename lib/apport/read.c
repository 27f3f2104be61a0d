/* SPDX-License-Identifier: MIT */
/*
 * Reading entries (spec 2). The window stands at the start of a key line; `phase` says what is looked for:
 *
 *   BLANK --the first line that is not empty--> KEY
 *   KEY --colon--> MARK --rest is not "base64"--> END --entry is whole, small--> event with inline text
 *    |              |                              '----> too large -----------> event with payload (read_text.c)
 *    |              '--rest is "base64"----------> PEEK ------------------------> event with payload (read_base64.c)
 *    |--key not wanted--> PASS --entry's end--> KEY
 *    '--no colon, not ASCII--> error; with RECOVER: RESYNC --line with key and colon--> KEY
 *
 * `scan` remembers how far the bytes have been looked at, so that input in single bytes costs no more.
 */
#include "read.h"

#include <inttypes.h>
#include <string.h>

#include "base/rare.h"
#include "scan.h"

static struct dfmti_apport_reader *state(dfmt_reader *r) { return r->state; }

static dfmt_status open_report(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_str name;
  s->phase = PHASE_BLANK;
  s->scan = s->lent = 0;
  s->scan_lines = 0;
  s->line = 1 + r->in.lines;
  s->crlf = dfmti_config_own(&r->config, dfmti_apport_options, DFMT_CFG_APPORT_CRLF);
  s->filtered = dfmti_config_name(&r->config, DFMT_CFG_APPORT_KEYS, 0, &name);
  return DFMT_OK;
}

static void close_report(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  dfmti_apport_base64_free(r);
  dfmti_buf_free(&r->in.mem, &s->key);
  dfmti_buf_free(&r->in.mem, &s->text);
}

static uint64_t here(dfmt_reader *r, size_t at) { return dfmti_window_place(&r->in.win, at); }

/* One byte more to look at than `scan`, in a part of the entry that must be held in one piece. END, AGAIN, E_*. */
static dfmt_status look_ahead(dfmt_reader *r) { return dfmti_stream_fill_record(&r->in, state(r)->scan + 1); }

static void consume(dfmt_reader *r, size_t n) {
  dfmti_window_consume(&r->in.win, n);
  state(r)->scan = 0;
}

/* A line is no entry: the error, or with RECOVER the start of the search for the next one. */
static dfmt_status not_an_entry(dfmt_reader *r, dfmt_status st, uint32_t number, size_t at, const char *what) {
  struct dfmti_apport_reader *s = state(r);
  char shown[64];
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  dfmti_quote(shown, sizeof shown, p, dfmti_min(s->scan, 24)); /* what has been looked at, however much is at hand */
  st = dfmti_stream_fault(&r->in, DFMT_SEVERITY_ERROR, number, st, here(r, at), s->line, 0, "%s: '%s'", what, shown);
  if (st != DFMT_OK) return st;
  s->resync_offset = here(r, 0);
  s->resync_line = s->line;
  s->phase = PHASE_RESYNC;
  s->scan = 0;
  return DFMT_OK;
}

static bool wanted(dfmt_reader *r, const uint8_t *key, size_t len) {
  dfmt_str name;
  for (size_t i = 0; dfmti_config_name(&r->config, DFMT_CFG_APPORT_KEYS, i, &name); i++)
    if (name.len == len && memcmp(name.ptr, key, len) == 0) return true;
  return false;
}

enum { BLANK_MOST = 4096 }; /* bytes */

/* Whether an empty line is at `scan`, which then is after it. END: the input ends there. */
static DFMTI_RARE dfmt_status find_blank(dfmt_reader *r, bool *found) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_status st = dfmti_stream_fill(&r->in, s->scan + 1);
  if (st != DFMT_OK) return st;
  const size_t cr = dfmti_window_ptr(&r->in.win)[s->scan] == '\r';
  if (cr) st = dfmti_stream_fill(&r->in, s->scan + 2);
  if (st != DFMT_OK && st != DFMT_END) return st;
  *found = dfmti_window_ptr(&r->in.win)[s->scan + cr] == '\n';
  if (*found) s->scan += cr + 1;
  return DFMT_OK;
}

/* BLANK: passes over empty lines, as reports copied out of a page begin with them, unless there is nothing else. */
static DFMTI_RARE dfmt_status pass_blank(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  bool found = true;
  while (found && s->scan < BLANK_MOST) {
    dfmt_status st = find_blank(r, &found);
    if (st == DFMT_END) break;
    if (st != DFMT_OK) return st;
    s->scan_lines += found;
  }
  const size_t n = found ? 0 : s->scan;
  if (n)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_APPORT_BLANK, DFMT_OK, here(r, 0), s->line,
                      dfmti_window_span(&r->in.win, n), "empty lines before the first key");
  if (n) s->line += s->scan_lines;
  s->phase = PHASE_KEY;
  consume(r, n);
  return DFMT_OK;
}

/* KEY: looks for the colon. END: the input ends here. */
static dfmt_status find_colon(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_status st = DFMT_OK;
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    size_t n = dfmti_min(dfmti_window_len(&r->in.win), dfmti_clamp(r->in.max_record)); /* however much is at hand */
    while (s->scan < n && p[s->scan] != ':' && p[s->scan] != '\n') s->scan++;
    if (s->scan < n) break;
    st = look_ahead(r);
    if (st == DFMT_END) break;
    if (st != DFMT_OK) return st;
  }
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  if (st == DFMT_END && s->scan == 0) return DFMT_END;
  if (st == DFMT_END)
    return not_an_entry(r, DFMT_E_TRUNCATED, DFMT_ERR_APPORT_NO_COLON, s->scan, "the last line ends inside its key");
  if (p[s->scan] == '\n')
    return not_an_entry(r, DFMT_E_FORMAT, DFMT_ERR_APPORT_NO_COLON, 0, "expected a key and a colon");
  for (size_t i = 0; i < s->scan; i++)
    if (p[i] >= 0x80) return not_an_entry(r, DFMT_E_FORMAT, DFMT_ERR_APPORT_KEY_ASCII, i, "the key is not ASCII");
  s->colon = s->scan++;
  s->start = here(r, 0);
  s->key_line = dfmti_window_line(&r->in.win, s->start, s->line);
  s->first = s->scan;
  s->marked = 0;
  s->scan_lines = 0;
  s->bad_key = !dfmt_apport_key_is_valid((const char *)p, s->colon);
  s->phase = s->filtered && !wanted(r, p, s->colon) ? PHASE_PASS : PHASE_MARK;
  return DFMT_OK;
}

/*
 * MARK: is the stripped rest of the key line "base64"? No more is looked at than that takes. `marked` counts the
 * letters of the word seen so far; white space before them moves `first`.
 */
static dfmt_status find_mark(dfmt_reader *r) {
  static const char word[] = "base64";
  struct dfmti_apport_reader *s = state(r);
  for (;; s->scan++) {
    dfmt_status st = look_ahead(r);
    if (st != DFMT_OK && st != DFMT_END) return st;
    uint8_t c = st == DFMT_END ? '\n' : dfmti_window_ptr(&r->in.win)[s->scan];
    if (c == '\n' && s->marked == 6) {
      s->phase = PHASE_PEEK;
      return DFMT_OK;
    }
    if (c != '\n' && dfmti_apport_is_space(c) && (s->marked == 0 || s->marked == 6)) {
      if (s->marked == 0) s->first = s->scan + 1;
    } else if (s->marked < 6 && c == (uint8_t)word[s->marked]) {
      s->marked++;
    } else {
      s->phase = PHASE_END;
      return DFMT_OK;
    }
  }
}

/* What all events have. The key and an inline value are borrowed from the window, which stays until the next event. */
static dfmt_apport_field *begin_event(dfmt_reader *r, uint32_t encoding) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_apport_field *f = &s->body.f;
  *f = (dfmt_apport_field){.head = {sizeof *f, DFMT_APPORT_FIELD},
                           .present = DFMT_APPORT_FIELD_HAS_LINE,
                           .encoding = encoding,
                           .flags = s->bad_key ? (uint32_t)DFMT_APPORT_FLAG_BAD_KEY : 0,
                           .key = {(const char *)dfmti_window_ptr(&r->in.win), s->colon},
                           .line = s->key_line};
  r->out.ev.type = DFMT_APPORT_FIELD;
  r->out.ev.offset = s->start;
  r->out.ev.body = &f->head;
  return f;
}

/* `eol`: where the key line ends. */
static uint32_t flag_of_cr(const struct dfmti_apport_reader *s, const uint8_t *p, size_t eol) {
  return eol > s->colon + 1 && p[eol - 1] == '\r' ? DFMT_APPORT_FLAG_CARRIED_CR : 0;
}

static size_t find_lf(const uint8_t *p, size_t from, size_t stop) {
  const uint8_t *lf = memchr(p + from, '\n', stop - from);
  return lf ? (size_t)(lf - p) : stop;
}

/* Adds lines, each after a line feed and a space, to the n bytes of a text; returns how many they are now. */
static size_t add_lines(bool crlf, uint8_t *text, size_t n, const uint8_t *lf, const uint8_t *stop, bool ended_by_lf) {
  while (lf < stop) {
    const uint8_t *line = lf + 2;
    lf = memchr(line, '\n', (size_t)(stop - line));
    if (!lf) lf = stop;
    size_t len = (size_t)(lf - line);
    if (crlf && len && lf[-1] == '\r' && (lf < stop || ended_by_lf)) len--;
    if (n) text[n++] = '\n';
    memcpy(text + n, line, len);
    n += len;
  }
  return n;
}

/* The value of a text entry whose lines are p[first..stop), the last line feed not among them (spec 3.2). */
static dfmt_status unfold(dfmt_reader *r, const uint8_t *p, size_t stop, bool ended_by_lf, dfmt_str *out) {
  struct dfmti_apport_reader *s = state(r);
  size_t eol = find_lf(p, s->first, stop), last = eol;
  if (eol < stop || ended_by_lf) s->body.f.flags |= flag_of_cr(s, p, eol);
  while (last > s->first && dfmti_apport_is_space(p[last - 1])) last--;
  size_t n = last - s->first;
  *out = (dfmt_str){(const char *)p + s->first, n};
  if (eol == stop) return DFMT_OK;
  s->text.len = 0;
  if (!dfmti_buf_reserve(&r->in.mem, &s->text, stop - s->first)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  uint8_t *to = s->text.ptr;
  memcpy(to, p + s->first, n);
  *out = (dfmt_str){(const char *)to, add_lines(s->crlf, to, n, p + eol, p + stop, ended_by_lf)};
  return DFMT_OK;
}

/* An error of a value that is delivered all the same, before its event is out, which is flagged. */
static dfmt_status forgive(dfmt_reader *r, dfmt_status st) {
  if (st != DFMT_OK && r->in.recover) r->in.recovered = true;
  return dfmti_apport_forgive_value(r, st);
}

/* END found: p[0..end) is the whole entry, line feed included if it has one. */
static dfmt_status deliver_inline(dfmt_reader *r, size_t end) {
  struct dfmti_apport_reader *s = state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  bool lf = p[end - 1] == '\n';
  dfmt_apport_field *f = begin_event(r, DFMT_APPORT_ENCODING_TEXT);
  dfmt_status st = unfold(r, p, end - lf, lf, &f->text);
  if (st == DFMT_OK && s->bad_key) st = forgive(r, dfmti_apport_refuse_key(r, &f->key));
  uint32_t kinds = st == DFMT_OK ? dfmti_apport_byte_kinds((const uint8_t *)f->text.ptr, (size_t)f->text.len) : 0;
  bool utf8 = !(kinds & DFMTI_APPORT_HIGH) || dfmti_utf8_valid(f->text.ptr, (size_t)f->text.len);
  if (st == DFMT_OK) st = forgive(r, dfmti_apport_judge(r, &f->key, kinds & DFMTI_APPORT_CONTROL, utf8, &f->kind));
  if (st != DFMT_OK) {
    r->out.ev.body = NULL;
    return st;
  }
  if (!lf)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_APPORT_NO_NEWLINE, DFMT_OK, here(r, end),
                      s->line + s->scan_lines, 0, "the last line has no line feed");
  f->present |= DFMT_APPORT_FIELD_HAS_TEXT | DFMT_APPORT_FIELD_HAS_COMPRESSION | DFMT_APPORT_FIELD_HAS_KIND |
                DFMT_APPORT_FIELD_HAS_STORED_SIZE | DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
  f->stored_size = f->decoded_size = f->text.len;
  r->payload.inlined = true;
  r->payload.value = f->text;
  r->payload.raw = (dfmt_str){(const char *)p + s->colon + 1, end - s->colon - 1};
  r->out.ev.raw = (dfmt_str){(const char *)p, end};
  r->out.ev.length = dfmti_window_span(&r->in.win, end);
  s->line += s->scan_lines;
  s->phase = PHASE_KEY;
  consume(r, end);
  return DFMT_OK;
}

/* The window goes on after the colon; what the event borrows from it must not. */
static dfmt_status deliver_payload(dfmt_reader *r, uint32_t encoding) {
  struct dfmti_apport_reader *s = state(r);
  s->key.len = 0;
  if (!dfmti_buf_append(&r->in.mem, &s->key, dfmti_window_ptr(&r->in.win), s->colon) ||
      !dfmti_buf_reserve(&r->in.mem, &s->key, 1))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmt_apport_field *f = begin_event(r, encoding);
  /* however much is at hand */
  size_t n = dfmti_min(dfmti_window_len(&r->in.win), dfmti_clamp(s->colon + 1 + r->in.max_inline));
  size_t eol = find_lf(dfmti_window_ptr(&r->in.win), s->colon + 1, n);
  if (eol < n) f->flags |= flag_of_cr(s, dfmti_window_ptr(&r->in.win), eol);
  f->key.ptr = (const char *)s->key.ptr;
  if (encoding == DFMT_APPORT_ENCODING_TEXT) f->present |= DFMT_APPORT_FIELD_HAS_COMPRESSION;
  s->string_key = dfmti_apport_always_text(&f->key);
  s->place = PLACE_REST;
  s->content = s->control = false;
  s->sure = 0;
  s->utf8 = (struct dfmti_utf8){0};
  s->n_stored = s->n_decoded = 0;
  s->phase = PHASE_KEY;
  r->payload.pending = true;
  r->out.ev.flags = DFMT_EVENT_FLAG_PAYLOAD;
  dfmti_apport_base64_begin(&s->b64);
  consume(r, s->colon + 1);
  if (encoding == DFMT_APPORT_ENCODING_TEXT && s->bad_key) return forgive(r, dfmti_apport_refuse_key(r, &f->key));
  return DFMT_OK;
}

/* END: looks for the entry's end as long as the value may still be an inline one. */
static dfmt_status find_end(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  for (;;) {
    const uint8_t *p = dfmti_window_ptr(&r->in.win);
    size_t n = dfmti_window_len(&r->in.win);
    bool found = dfmti_apport_find_end(p, n, &s->scan, &s->scan_lines);
    size_t end = found ? s->scan + 1 : n;
    if (end - s->colon - 1 > r->in.max_inline) return deliver_payload(r, DFMT_APPORT_ENCODING_TEXT);
    dfmt_status st = found ? DFMT_OK : dfmti_stream_fill(&r->in, n + 1);
    uint64_t lines = s->scan_lines - found; /* if it must be found again */
    if (st == DFMT_END) {
      if (dfmti_window_ptr(&r->in.win)[n - 1] == '\n') s->scan_lines++;
    } else if (!found) {
      if (st != DFMT_OK) return st;
      continue;
    }
    st = deliver_inline(r, end);
    if (st != DFMT_OK) s->scan_lines = lines;
    return st;
  }
}

enum { PEEK_MOST = 4096 };  /* characters of the first folded line that are looked at to tell the compression */
enum { PEEK_JOINED = 256 }; /* of all lines, if the first one holds a part of a magic */

/*
 * start[0..got) is what the first line, whole at `from` in the window, came to. Whether it and the lines after it, all
 * joined, begin with a magic of which it has only a part: then who decodes sees zlib, and who keeps it compressed gzip
 * or Zstandard, as in the reference. OK; AGAIN; E_*.
 */
static dfmt_status is_split(dfmt_reader *r, size_t from, uint8_t *start, size_t got, bool *split) {
  dfmt_status st = DFMT_OK;
  *split = false;
  if (dfmti_apport_is_magic_begun(start, got)) st = dfmti_stream_fill(&r->in, from + PEEK_JOINED);
  if (st != DFMT_OK && st != DFMT_END) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t end = dfmti_min(dfmti_window_len(&r->in.win), from + PEEK_JOINED), used;
  while (dfmti_apport_is_magic_begun(start, got)) {
    from = find_lf(p, from, end) + 2;
    if (from > end || p[from - 1] != ' ') return DFMT_OK;
    struct dfmti_base64 line = {0};
    got += dfmti_base64_decode(&line, p + from, end - from, start + got, &used);
  }
  *split = dfmti_apport_compression_of(start, got) != DFMT_APPORT_COMPRESSION_ZLIB;
  return DFMT_OK;
}

/* PEEK: what the first folded line says of the compression; only its start, as it may be 100 MB long. */
static dfmt_status peek(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  uint8_t start[PEEK_MOST / 4 * 3 + 3 + DFMTI_BASE64_SLACK];
  size_t from = s->scan + 2, want = 64, got = 0; /* after line feed and space */
  uint32_t compression = DFMT_APPORT_COMPRESSION_NONE;
  bool known = true;
  dfmt_status st = dfmti_stream_fill(&r->in, from);
  if (st != DFMT_OK && st != DFMT_END) return st;
  bool any = st == DFMT_OK && dfmti_window_ptr(&r->in.win)[from - 1] == ' ';
  while (any) {
    size_t n = dfmti_min(dfmti_window_len(&r->in.win) - from, want), used;
    bool whole = memchr(dfmti_window_ptr(&r->in.win) + from, '\n', n) != NULL;
    if (n < want && !whole) {
      st = dfmti_stream_fill(&r->in, from + want);
      if (st != DFMT_OK && st != DFMT_END) return st;
      n = dfmti_min(dfmti_window_len(&r->in.win) - from, want);
      whole = st == DFMT_END || memchr(dfmti_window_ptr(&r->in.win) + from, '\n', n) != NULL;
    }
    struct dfmti_base64 line = {0};
    got = dfmti_base64_decode(&line, dfmti_window_ptr(&r->in.win) + from, n, start, &used);
    if (got >= 4 || whole || line.done || want == PEEK_MOST) {
      bool split = false;
      compression = dfmti_apport_compression_of(start, got);
      if (whole && compression == DFMT_APPORT_COMPRESSION_ZLIB) st = is_split(r, from, start, got, &split);
      if (st != DFMT_OK && st != DFMT_END) return st;
      known = (got >= 4 || whole || line.done) && !split;
      break;
    }
    want *= 8;
  }
  st = deliver_payload(r, DFMT_APPORT_ENCODING_BASE64);
  if (st != DFMT_OK) return st;
  if (known) {
    s->body.f.compression = compression;
    s->body.f.present |= DFMT_APPORT_FIELD_HAS_COMPRESSION;
  }
  return DFMT_OK;
}

/* Passes over the rest of an entry, from the middle of any line. OK: the window is after it. */
static dfmt_status pass_entry(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  for (;;) {
    size_t pos = s->scan;
    bool found = dfmti_apport_find_end(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win), &pos, &s->line);
    consume(r, found ? pos + 1 : pos);
    if (found) return DFMT_OK;
    dfmt_status st = dfmti_stream_fill(&r->in, dfmti_window_len(&r->in.win) + 1);
    if (st == DFMT_END) {
      s->line += dfmti_window_len(&r->in.win);
      consume(r, dfmti_window_len(&r->in.win)); /* nothing, or the last line feed */
      return DFMT_OK;
    }
    if (st != DFMT_OK) return st;
  }
}

/* A line that begins like an entry; looks at 256 bytes at most. */
static bool is_plausible(const uint8_t *p, size_t n) {
  const uint8_t *colon = memchr(p, ':', dfmti_min(n, 256));
  return colon && dfmt_apport_key_is_valid((const char *)p, (size_t)(colon - p));
}

/* RESYNC: lines are passed over until one looks like an entry. `place` tells where in a line the window is. */
static dfmt_status resync(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  for (bool at_start = s->scan > 0;; at_start = true) {
    dfmt_status st = DFMT_OK;
    if (at_start) {
      s->scan = 1; /* for the next call after AGAIN */
      st = dfmti_stream_fill(&r->in, 256);
      if (st != DFMT_OK && st != DFMT_END) return st;
      size_t n = dfmti_window_len(&r->in.win);
      if (n == 0 || is_plausible(dfmti_window_ptr(&r->in.win), n)) break;
    }
    s->scan = 0;
    size_t n, eol;
    do {
      st = dfmti_stream_fill(&r->in, 1);
      if (st != DFMT_OK && st != DFMT_END) return st;
      n = dfmti_window_len(&r->in.win);
      eol = n ? find_lf(dfmti_window_ptr(&r->in.win), 0, n) : 0;
      dfmti_window_consume(&r->in.win, eol < n ? eol + 1 : n);
    } while (n && eol == n);
    if (n) s->line++;
  }
  s->scan = 0;
  s->phase = PHASE_KEY;
  uint64_t skipped = here(r, 0) - s->resync_offset;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_APPORT_SKIPPED, DFMT_E_FORMAT, s->resync_offset,
                    s->resync_line, skipped, "%" PRIu64 " bytes that are no entry were passed over", skipped);
  return DFMT_OK;
}

static dfmt_status pass(dfmt_reader *r) {
  dfmt_status st = pass_entry(r);
  if (st == DFMT_OK) state(r)->phase = PHASE_KEY;
  return st;
}

static dfmt_status step(dfmt_reader *r) {
  static dfmt_status (*const steps[])(dfmt_reader *) = {
      [PHASE_BLANK] = pass_blank, [PHASE_KEY] = find_colon, [PHASE_MARK] = find_mark, [PHASE_END] = find_end,
      [PHASE_PEEK] = peek,        [PHASE_PASS] = pass,      [PHASE_RESYNC] = resync};
  return steps[state(r)->phase](r);
}

static dfmt_status next(dfmt_reader *r) { return dfmti_reader_steps(r, step); }

static void return_lent(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  dfmti_window_consume(&r->in.win, s->lent);
  s->lent = 0;
}

static dfmt_status skip(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  dfmt_status st = DFMT_OK;
  return_lent(r);
  if (s->place == PLACE_LINE_START) st = dfmti_apport_next_line(r);
  if (st == DFMT_OK && s->place != PLACE_END) st = pass_entry(r);
  if (st != DFMT_OK && st != DFMT_END) return st;
  s->place = PLACE_END;
  r->payload.pending = false;
  return DFMT_OK;
}

/* RAW: the window's own bytes, up to a line feed of which it is not known yet whether it ends the entry. */
static dfmt_status raw_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_apport_reader *s = state(r);
  return_lent(r);
  size_t pos = 0, want = 1;
  while (s->place != PLACE_END) {
    dfmt_status st = dfmti_stream_fill(&r->in, want);
    if (st != DFMT_OK && st != DFMT_END) return st;
    bool found = dfmti_apport_find_end(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win), &pos, &s->line);
    if (found) pos++;
    if (!found && st == DFMT_END) {
      s->line += dfmti_window_len(&r->in.win) - pos;
      pos = dfmti_window_len(&r->in.win);
    }
    if (found || st == DFMT_END) s->place = PLACE_END;
    want = dfmti_window_len(&r->in.win) + 1;
    if (pos) break;
  }
  if (pos == 0) {
    r->payload.pending = false;
    r->out.ev.length = here(r, 0) - s->start;
    return DFMT_END;
  }
  *ptr = dfmti_window_ptr(&r->in.win);
  *len = s->lent = pos;
  return DFMT_OK;
}

static dfmt_status chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  if (r->payload.mode == DFMT_PAYLOAD_RAW) return raw_chunk(r, ptr, len);
  if (state(r)->body.f.encoding == DFMT_APPORT_ENCODING_TEXT) return dfmti_apport_text_chunk(r, ptr, len);
  return dfmti_apport_base64_chunk(r, ptr, len);
}

const dfmt_read_format dfmti_apport_read = {
    .format = &dfmti_format_apport,
    .text = true,
    .excerpt = &dfmti_apport_excerpt,
    .begins = dfmti_apport_begins,
    .probe = dfmti_apport_probe,
    .state_size = sizeof(struct dfmti_apport_reader),
    .open = open_report,
    .next = next,
    .chunk = chunk,
    .skip = skip,
    .close = close_report,
    .modes = 1u << DFMT_PAYLOAD_DECODED | 1u << DFMT_PAYLOAD_STORED | 1u << DFMT_PAYLOAD_RAW,
};

const dfmt_read_format *dfmt_apport_read_format(void) { return &dfmti_apport_read; }
