/* SPDX-License-Identifier: MIT */
/*
 * Base64 values (spec 4). Bytes go window -> stored -> out:
 *
 *   stored: ....... pos ======== whole ------ len      pull() appends to it, line by line
 *                      to be decompressed   line not complete
 *
 * A line is given to the decompressor when it is complete, so that a line with an error gives nothing, as in the
 * reference; only a line too long for the buffer goes in pieces. Zstandard gets one line at a time, as there a line
 * after the frame's end is an error. What comes after the end of a gzip or zlib stream is still checked as base64.
 *
 * Within a line (place IN_LINE) the codec's own state counts; between lines LINE_START decides fold or end.
 */
#include <inttypes.h>
#include <string.h>

#include "read.h"

/* Bytes: a line of today's dialect is 131,072, and the rest of one before may wait; of a longer line, what is given at
 * a time. */
enum { STORED_SIZE = 196608, LONG_PART = STORED_SIZE - 64 };

static struct dfmti_apport_reader *state(dfmt_reader *r) { return r->state; }

void dfmti_apport_base64_begin(struct dfmti_apport_base64 *b) {
  b->pos = b->whole = b->len = 0;
  b->first_line = true;
  b->any_line = b->stream_done = b->trailing = b->started = false;
  b->ended = b->full_out = b->broken = b->cut = b->no_trailer = b->behind_frame = false;
  b->failed = DFMT_OK;
}

uint8_t *dfmti_apport_out(dfmt_reader *r) {
  struct dfmti_apport_base64 *b = &state(r)->b64;
  if (!b->out) b->out = dfmti_alloc(&r->in.mem, DFMTI_APPORT_BLOCK);
  return b->out;
}

static bool have_stored(dfmt_reader *r) {
  struct dfmti_apport_base64 *b = &state(r)->b64;
  if (!b->stored) b->stored = dfmti_alloc(&r->in.mem, STORED_SIZE + DFMTI_BASE64_SLACK);
  return b->stored;
}

void dfmti_apport_base64_free(dfmt_reader *r) {
  struct dfmti_apport_base64 *b = &state(r)->b64;
  dfmti_free(&r->in.mem, b->out, DFMTI_APPORT_BLOCK);
  dfmti_free(&r->in.mem, b->stored, STORED_SIZE + DFMTI_BASE64_SLACK);
  dfmti_inflate_free(&r->in.mem, b->inflate);
  dfmti_unzstd_free(&r->in.mem, b->unzstd);
}

/* The key for a message: it may be anything. */
static const char *shown_key(const struct dfmti_apport_reader *s, char out[80]) {
  return dfmti_quote(out, 80, s->body.f.key.ptr, dfmti_min((size_t)s->body.f.key.len, 64));
}

static uint64_t offset(dfmt_reader *r) { return dfmti_window_place(&r->in.win, 0); }

/* Keeps an error until everything before it has been handed out. */
static void keep_failure(struct dfmti_apport_base64 *b, const dfmt_reader *r, dfmt_status st) {
  b->failed = st;
  dfmti_errors_copy(&b->error, &r->in.err);
}

static void tell_compression(struct dfmti_apport_reader *s) {
  s->b64.first_line = false;
  s->body.f.compression = dfmti_apport_compression_of(s->b64.stored, s->b64.len);
  s->body.f.present |= DFMT_APPORT_FIELD_HAS_COMPRESSION;
}

/* At a line's end, or that of the input: what the line comes to. */
static void end_line(dfmt_reader *r, bool cut) {
  struct dfmti_apport_reader *s = state(r);
  struct dfmti_apport_base64 *b = &s->b64;
  struct dfmti_fault f;
  char key[80];
  s->place = cut ? PLACE_END : PLACE_LINE_START;
  dfmt_status st = dfmti_base64_end(&b->line, &f);
  if (st != DFMT_OK) {
    st = dfmti_fail_at(&r->in.err, cut ? DFMT_E_TRUNCATED : st, f.number, offset(r), s->line, "%s: %s",
                       shown_key(s, key), f.what);
    keep_failure(b, r, st);
    return;
  }
  if (b->behind_frame)
    keep_failure(b, r,
                 dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APPORT_AFTER_FRAME, offset(r), s->line,
                               "a line after the end of the Zstandard frame"));
  if (b->first_line) tell_compression(s);
  b->whole = b->len;
}

static void begin_line(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  s->b64.line = (struct dfmti_base64){0};
  s->b64.any_line = true;
  s->b64.behind_frame = s->b64.stream_done && s->body.f.compression == DFMT_APPORT_COMPRESSION_ZSTD;
}

/* The key line is in the window as a whole. */
static void pass_key_line(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_window_len(&r->in.win);
  const uint8_t *lf = memchr(p, '\n', n);
  dfmti_window_consume(&r->in.win, lf ? (size_t)(lf - p) + 1 : n);
  s->line += lf != NULL;
  s->place = lf ? PLACE_LINE_START : PLACE_END;
}

/* Decodes from the middle of a line. OK; AGAIN; E_*. */
static dfmt_status decode_line(dfmt_reader *r, size_t room) {
  struct dfmti_apport_reader *s = state(r);
  struct dfmti_apport_base64 *b = &s->b64;
  dfmt_status st = dfmti_stream_fill(&r->in, 1);
  if (st == DFMT_END) {
    end_line(r, true);
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  size_t n = dfmti_min(dfmti_window_len(&r->in.win), (room - 3) / 3 * 4), used = 0;
  size_t got = dfmti_base64_decode(&b->line, dfmti_window_ptr(&r->in.win), n, b->stored + b->len, &used);
  b->len += got;
  s->n_stored += got;
  dfmti_window_consume(&r->in.win, used);
  if (b->first_line && b->len >= 4) tell_compression(s);
  if (used < n) { /* at a line feed */
    dfmti_window_consume(&r->in.win, 1);
    end_line(r, false);
    s->line++;
  }
  return DFMT_OK;
}

/* Appends to `stored`. OK: the buffer is full, or for Zstandard a line is complete; END: the entry ends, or failed. */
static dfmt_status pull(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  struct dfmti_apport_base64 *b = &s->b64;
  if (b->pos) {
    memmove(b->stored, b->stored + b->pos, b->len - b->pos);
    b->whole = b->whole > b->pos ? b->whole - b->pos : 0;
    b->len -= b->pos;
    b->pos = 0;
  }
  for (;;) {
    dfmt_status st = DFMT_OK;
    bool line_done = false;
    if (b->failed) return DFMT_END;
    switch (s->place) {
      case PLACE_REST: pass_key_line(r); break;
      case PLACE_LINE_START:
        st = dfmti_apport_next_line(r);
        if (st == DFMT_OK) begin_line(r);
        break;
      case PLACE_IN_LINE:
        if (b->len > LONG_PART) return DFMT_OK;
        st = decode_line(r, STORED_SIZE - b->len);
        line_done = s->place != PLACE_IN_LINE;
        break;
      default: return DFMT_END;
    }
    if (st != DFMT_OK) return st;
    if (line_done && s->body.f.compression == DFMT_APPORT_COMPRESSION_ZSTD) return DFMT_OK;
  }
}

static dfmt_status have_codec(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  struct dfmti_apport_base64 *b = &s->b64;
  if (b->started) return DFMT_OK;
  if (s->body.f.compression == DFMT_APPORT_COMPRESSION_ZSTD) {
    if (!b->unzstd) b->unzstd = dfmti_unzstd_new(&r->in.mem);
    if (!b->unzstd) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    dfmti_unzstd_start(b->unzstd);
  } else {
    if (!b->inflate) b->inflate = dfmti_inflate_new(&r->in.mem, DFMTI_INFLATE_BEST);
    if (!b->inflate) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    bool gzip = s->body.f.compression == DFMT_APPORT_COMPRESSION_GZIP;
    dfmti_inflate_start(b->inflate, gzip ? DFMTI_DEFLATE_GZIP : DFMTI_DEFLATE_ZLIB);
  }
  b->started = true;
  return DFMT_OK;
}

/* Where in the lines the stream breaks depends on who inflates; how much it gave before does not. */
static dfmt_status fail_stream(dfmt_reader *r, dfmt_status st, const struct dfmti_fault *f, size_t n) {
  struct dfmti_apport_reader *s = state(r);
  const struct dfmti_apport_base64 *b = &s->b64;
  char key[80];
  bool bzip2 =
      f->number == DFMT_ERR_DEFLATE_HEADER && s->n_decoded + n == 0 && b->len >= 3 && memcmp(b->stored, "BZh", 3) == 0;
  return dfmti_fail_at(
      &r->in.err, st, f->number, s->start, s->key_line, "%s: %s, after %" PRIu64 " decoded bytes", shown_key(s, key),
      bzip2 ? "bzip2 data, as written before September 2006, which is not supported" : f->what, s->n_decoded + n);
}

/* One step of the decompressor over what may be given to it. Appends to out[*n]. */
static dfmt_status decompress(dfmt_reader *r, size_t stop, bool last, size_t *n) {
  struct dfmti_apport_reader *s = state(r);
  struct dfmti_apport_base64 *b = &s->b64;
  dfmt_status st = have_codec(r);
  if (st != DFMT_OK) return st;
  bool zstd = s->body.f.compression == DFMT_APPORT_COMPRESSION_ZSTD;
  struct dfmti_fault f = {0};
  struct dfmti_io io = {b->stored + b->pos, stop - b->pos, b->out + *n, DFMTI_APPORT_BLOCK - *n};
  st = zstd ? dfmti_unzstd_step(b->unzstd, &io, last, &f) : dfmti_inflate_step(b->inflate, &io, last, &f);
  r->payload.stored += stop - b->pos - io.in_len;
  b->pos = stop - io.in_len;
  *n = DFMTI_APPORT_BLOCK - io.out_len;
  b->full_out = io.out_len == 0;
  b->cut = st == DFMT_E_TRUNCATED && zstd; /* no error in the reference: the value is what came out */
  b->no_trailer = st == DFMT_E_TRUNCATED && !zstd && dfmti_inflate_lacks_zero_trailer(b->inflate); /* spec 4.8 */
  if (b->cut || b->no_trailer) st = DFMT_END;
  if (st == DFMT_END) b->stream_done = true;
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (st < 0) keep_failure(b, r, fail_stream(r, st, &f, *n));
  b->broken = st < 0;
  return DFMT_OK;
}

/* What is odd about a value that has been decoded to its end. */
static void note_oddities(dfmt_reader *r) {
  struct dfmti_apport_reader *s = state(r);
  if (!s->b64.any_line)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_APPORT_EMPTY_BASE64, DFMT_OK, offset(r), s->key_line, 0,
                      "a base64 value without any line is empty");
  char key[80];
  if (s->b64.cut)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APPORT_ZSTD_SHORT, DFMT_OK, offset(r), s->line, 0,
                      "%s: the Zstandard frame is truncated; the value may be incomplete", shown_key(s, key));
  if (s->b64.no_trailer)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APPORT_NO_TRAILER, DFMT_OK, offset(r), s->line, 0,
                      "%s: the gzip trailer is missing, as in reports of Apport before 2.28", shown_key(s, key));
  if (s->b64.trailing)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_APPORT_TRAILING, DFMT_OK, offset(r), s->line, 0,
                      "trailing bytes after the compressed value were ignored");
}

static dfmt_status end_decoded(dfmt_reader *r) {
  const struct dfmti_apport_base64 *b = &state(r)->b64;
  if (b->failed) {
    dfmti_errors_copy(&r->in.err, &b->error);
    return b->failed;
  }
  note_oddities(r);
  return dfmti_apport_end_value(r, true);
}

/* Up to where the decompressor may have `stored`: whole lines; a part of one if nothing else fits or it is the last. */
static size_t feedable(const struct dfmti_apport_base64 *b) {
  if (b->whole > b->pos) return b->whole;
  if (b->failed) return b->pos;
  if (b->ended) return b->len;
  return b->pos == 0 && b->len >= LONG_PART ? LONG_PART : b->pos;
}

/* Fills out[] as far as the input goes. OK: it is full; END: nothing more will come, end_decoded() says why. */
static dfmt_status decode(dfmt_reader *r, size_t *n) {
  struct dfmti_apport_base64 *b = &state(r)->b64;
  while (*n < DFMTI_APPORT_BLOCK) {
    size_t stop = feedable(b);
    bool fresh = stop > b->pos, running = !b->stream_done;
    dfmt_status st = DFMT_OK;
    if (b->broken) return DFMT_END;
    if (fresh && !running) {
      b->trailing = true;
      b->pos = stop;
    } else if (running && (fresh || b->full_out || (b->ended && b->any_line && !b->failed))) {
      st = decompress(r, stop, b->ended && !b->failed, n);
    } else if (b->ended) {
      return DFMT_END;
    } else {
      st = pull(r);
      b->ended = st == DFMT_END;
      if (b->ended || feedable(b) > b->pos) st = DFMT_OK; /* what is there goes first; the rest is told again */
    }
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}

static dfmt_status stored_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_apport_base64 *b = &state(r)->b64;
  b->pos = b->len; /* what was lent before */
  dfmt_status st;
  do st = pull(r);
  while (st == DFMT_OK && b->len == b->pos);
  if (st == DFMT_AGAIN && b->first_line) return st; /* what is there still has to tell the compression */
  if (b->len > b->pos) {
    *ptr = b->stored;
    *len = b->len;
    return DFMT_OK;
  }
  if (st != DFMT_END) return st;
  if (b->failed) dfmti_errors_copy(&r->in.err, &b->error);
  return b->failed ? b->failed : dfmti_apport_end_value(r, false);
}

dfmt_status dfmti_apport_base64_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_apport_reader *s = state(r);
  if (!have_stored(r) || !dfmti_apport_out(r)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (r->payload.mode == DFMT_PAYLOAD_STORED) return stored_chunk(r, ptr, len);
  size_t n = 0;
  dfmt_status st = decode(r, &n);
  if (n == 0) return st == DFMT_END ? end_decoded(r) : st;
  dfmti_apport_look_at(s, s->b64.out, n);
  *ptr = s->b64.out;
  *len = n;
  return DFMT_OK;
}
