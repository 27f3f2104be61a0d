/* SPDX-License-Identifier: MIT */
/*
 * Read, write, read.
 *   copy     an undamaged file comes out byte for byte, or with the same events if it is packed; of a damaged one, what
 *            could be read
 *   anew     bodies and decoded payloads written again give the same events and values, in every variant; a second time
 *            the same bytes; the same bytes also for payloads handed over in other pieces
 *
 *   roundtrip [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { LARGE = 4 << 20 }; /* decoded bytes above which only the first few ways are tried */

/* What is left of an event: its body, normalised, and its value's digest. */
struct kept {
  dfmt_event *ev;
  uint64_t size;
  uint32_t crc;
  dfmt_status status;
};

struct keeper {
  struct kept *ptr;
  size_t n;
};

static void keep_free(struct keeper *k) {
  for (size_t i = 0; i < k->n; i++) dfmt_event_free(k->ptr[i].ev);
  xfree(k->ptr);
  *k = (struct keeper){0};
}

static bool is_writable(const struct harness_format *f, const dfmt_event *ev) {
  return !f->writable || f->writable(ev->body);
}

static void keep_event(struct keeper *k, const struct harness_format *f, dfmt_reader *r, const dfmt_event *ev) {
  if (!is_writable(f, ev)) return;
  k->ptr = xrealloc(k->ptr, (k->n + 1) * sizeof *k->ptr);
  struct kept *x = &k->ptr[k->n++];
  *x = (struct kept){0};
  const void *ptr;
  uint64_t len;
  while ((x->status = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) {
    x->crc = crc32_more(x->crc, ptr, (size_t)len);
    x->size += len;
  }
  if (dfmt_event_clone(NULL, ev, &x->ev) != DFMT_OK) broken("no clone");
  f->normalise((dfmt_head *)(uintptr_t)x->ev->body);
}

/* Reads strictly, diagnostics off. Returns the status that ended it. */
static dfmt_status keep_all(struct keeper *k, const struct harness_format *f, const struct bytes *b) {
  dfmt_config *c = config_make(NULL, 0, 0);
  dfmt_reader *r;
  dfmt_source *s;
  const dfmt_event *ev;
  dfmt_status st;
  format_configure(c, f);
  if (dfmt_source_memory(NULL, b->ptr, b->len, &s) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, f->id, s) != DFMT_OK)
    broken("no reader");
  dfmt_source_free(s);
  dfmt_config_free(c);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) keep_event(k, f, r, ev);
  dfmt_reader_free(r);
  return st;
}

static void check_kept(const struct keeper *got, const struct keeper *want, const char *what) {
  if (want->n == 0) return; /* an empty file may come out with the start that every file has */
  check(got->n == want->n, "%s: %zu events instead of %zu", what, got->n, want->n);
  for (size_t i = 0; i < got->n && i < want->n; i++) {
    const struct kept *a = &got->ptr[i], *b = &want->ptr[i];
    const char *difference = NULL;
    check(dfmt_event_equal(a->ev, b->ev, &difference) == 1, "%s: event %zu differs in %s", what, i,
          difference ? difference : "?");
    check(a->size == b->size && a->crc == b->crc && a->status == b->status,
          "%s: value of event %zu: %llu bytes, crc %08x, %s instead of %llu, %08x, %s", what, i,
          (unsigned long long)a->size, a->crc, dfmt_status_name(a->status), (unsigned long long)b->size, b->crc,
          dfmt_status_name(b->status));
  }
}

/* How a file is written again. */
struct way {
  enum { WAY_COPY, WAY_PAYLOAD, WAY_PAYLOAD_FROM } route;
  struct harness_variant variant;
  size_t piece;        /* PAYLOAD: bytes per call; 0: as they come */
  uint64_t max_inline; /* of the reader; 0: the default */
  bool recover;
};

static dfmt_status payload_all(dfmt_writer *w, const uint8_t *ptr, uint64_t len, size_t piece) {
  while (len > 0) {
    uint64_t n = piece && piece < len ? piece : len, taken = 0;
    dfmt_status st = dfmt_writer_payload(w, ptr, n, &taken);
    if (st != DFMT_OK && st != DFMT_AGAIN) return st;
    if (!check(taken <= n && (taken == n || st == DFMT_AGAIN), "%llu bytes taken", (unsigned long long)taken)) break;
    ptr += taken;
    len -= taken;
  }
  return DFMT_OK;
}

static dfmt_status write_payload(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev, const struct way *way) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return dfmt_writer_put(w, ev->body);
  dfmt_status st = dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_DECODED);
  if (st != DFMT_OK) return st;
  if (way->route == WAY_PAYLOAD_FROM) {
    st = dfmt_writer_payload_from(w, r);
  } else {
    const void *ptr;
    uint64_t len;
    while ((st = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK)
      if ((st = payload_all(w, ptr, len, way->piece)) != DFMT_OK) return st;
    if (st == DFMT_END) st = DFMT_OK;
  }
  return st == DFMT_OK ? dfmt_writer_end(w) : st;
}

/*
 * Writes what is read from `in` to `out`. tolerant: goes on after an event that cannot be copied, else that fails the
 * test.
 */
static void rewrite(const struct harness_format *f, const struct bytes *in, const struct way *way, bool tolerant,
                    struct bytes *out) {
  dfmt_config *c = config_make(NULL, 0, 0), *to = config_make(NULL, f->writer.key, f->writer.value);
  format_configure(c, f);
  if (way->max_inline) config_set(c, DFMT_CFG_MAX_INLINE, way->max_inline);
  if (way->recover) config_set(c, DFMT_CFG_RECOVER, 1);
  if (way->variant.option.key) config_set(to, way->variant.option.key, way->variant.option.value);
  dfmt_source *source;
  dfmt_sink *sink;
  dfmt_reader *r;
  dfmt_writer *w;
  if (dfmt_source_memory(c, in->ptr, in->len, &source) != DFMT_OK || dfmt_sink_memory(c, &sink) != DFMT_OK ||
      dfmt_reader_new(c, &r) != DFMT_OK || dfmt_writer_new(to, &w) != DFMT_OK ||
      dfmt_reader_open(r, f->id, source) != DFMT_OK)
    broken("no handles");
  dfmt_status opened = dfmt_writer_open(w, f->id, way->variant.variant, sink);
  check_status(opened, DFMT_OK, dfmt_writer_error(w), "opening the writer");
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    if (!is_writable(f, ev)) continue;
    if (way->route == WAY_COPY)
      st = dfmt_writer_copy(w, r, ev);
    else if (ev->type != DFMT_DIAGNOSTIC)
      st = write_payload(w, r, ev, way);
    if (!tolerant) check_status(st, DFMT_OK, dfmt_writer_error(w), "writing an event");
  }
  check_status(dfmt_writer_finish(w), DFMT_OK, dfmt_writer_error(w), "finishing");
  const void *ptr;
  uint64_t len;
  check_status(dfmt_sink_bytes(sink, &ptr, &len), DFMT_OK, dfmt_sink_error(sink), "the sink's bytes");
  check(dfmt_writer_offset(w) == len, "writer_offset %llu, %llu bytes written",
        (unsigned long long)dfmt_writer_offset(w), (unsigned long long)len);
  out->len = 0;
  bytes_add(out, ptr, (size_t)len);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
  dfmt_config_free(c);
  dfmt_config_free(to);
}

static void try_copy(const struct sample *s, const struct keeper *want, bool clean) {
  struct bytes out = {0};
  struct keeper got = {0};
  for (uint64_t max_inline = 0; max_inline <= 64; max_inline += 64) {
    context_set("%s: copy, max_inline %llu", s->path, (unsigned long long)max_inline);
    rewrite(s->format, &s->bytes, &(struct way){.route = WAY_COPY, .max_inline = max_inline}, false, &out);
    if (clean && !sample_wrapped(s) && !s->format->packed) check_same(&out, &s->bytes, "copy");
    check_status(keep_all(&got, s->format, &out), DFMT_END, NULL, "reading the copy");
    check_kept(&got, want, "copy");
    keep_free(&got);
  }
  bytes_free(&out);
}

/*
 * Writes anew one way; the values must be the same, and a second time the bytes. A variant's layout of a copied value
 * may differ from that of a value compressed by the writer, so that copies settle one writing later. Gives the bytes.
 */
static void try_way(const struct sample *s, const struct keeper *want, const struct way *way, struct bytes *out) {
  struct bytes again = {0};
  struct keeper got = {0};
  context_set("%s, %s: route %d, variant %u, option %llu, piece %zu, max_inline %llu", s->path, s->format->name,
              way->route, way->variant.variant, (unsigned long long)way->variant.option.value, way->piece,
              (unsigned long long)way->max_inline);
  rewrite(s->format, &s->bytes, way, false, out);
  check_status(keep_all(&got, s->format, out), DFMT_END, NULL, "reading what was written");
  check_kept(&got, want, "written anew");
  if (way->route == WAY_COPY) {
    rewrite(s->format, out, way, false, &again);
    out->len = 0;
    bytes_add(out, again.ptr, again.len);
  }
  rewrite(s->format, out, way, false, &again);
  check_same(&again, out, "second writing");
  keep_free(&got);
  bytes_free(&again);
}

static void try_anew(const struct sample *s, const struct keeper *want, bool large) {
  static const size_t pieces[] = {65537, 4096, 7, 1};
  struct bytes out = {0}, other = {0};
  try_way(s, want, &(struct way){.route = WAY_PAYLOAD}, &out);
  for (size_t i = 0; i < (large ? 1 : ARRAY_LEN(pieces)); i++) {
    struct way way = {.route = WAY_PAYLOAD, .piece = pieces[i]};
    context_set("%s: payload in pieces of %zu", s->path, pieces[i]);
    rewrite(s->format, &s->bytes, &way, false, &other);
    check_same(&other, &out, "output for other pieces");
  }
  context_set("%s: payload_from", s->path);
  rewrite(s->format, &s->bytes, &(struct way){.route = WAY_PAYLOAD_FROM}, false, &other);
  check_same(&other, &out, "output of payload_from");
  if (!large) try_way(s, want, &(struct way){.route = WAY_PAYLOAD, .max_inline = 64}, &out);
  for (size_t i = 0; s->format->variants[i].variant; i++) {
    if (!variant_usable(&s->format->variants[i])) continue;
    if (!large) try_way(s, want, &(struct way){.route = WAY_PAYLOAD, .variant = s->format->variants[i]}, &out);
    try_way(s, want, &(struct way){.route = WAY_COPY, .variant = s->format->variants[i]}, &out);
  }
  bytes_free(&out);
  bytes_free(&other);
}

/* Every event has its bytes: a copy is the same file. */
static bool is_contiguous(const struct transcript *t) {
  for (size_t i = 0; i < t->n; i++)
    if (t->entries[i].type != DFMT_DIAGNOSTIC && t->entries[i].length == 0) return false;
  return true;
}

/*
 * Whatever was copied out of a damaged file can be read, and copying it again changes nothing; but the first time, when
 * what was unfinished in the middle moves to the end. A file that is only read when recovering, and then as a whole,
 * stays what it is.
 */
static void try_damaged(const struct sample *s, bool foreign) {
  struct bytes out = {0}, again = {0};
  const struct way way = {.route = WAY_COPY, .recover = true};
  context_set("%s: copy of a damaged file", s->path);
  rewrite(s->format, &s->bytes, &way, true, &again);
  rewrite(s->format, s->format->packed ? &again : &s->bytes, &way, true, &out);
  rewrite(s->format, &out, &way, true, &again);
  check_same(&again, &out, "second copy");
  struct transcript t = {0};
  transcript_read_bytes(&t, s->format->id, out.ptr, out.len, INPUT_MEMORY, NULL,
                        &(struct recipe){.style = STYLE_DIGEST, .format = s->format});
  bool same = out.len == s->bytes.len && (out.len == 0 || memcmp(out.ptr, s->bytes.ptr, out.len) == 0);
  check(t.final == DFMT_END || t.number == DFMT_ERR_UNKNOWN_FORMAT || (foreign && same),
        "the copy ends with %s, error %u", dfmt_status_name(t.final), t.number);
  transcript_free(&t);
  bytes_free(&out);
  bytes_free(&again);
}

static void try_file(const struct sample *s) {
  struct transcript t = {0};
  struct keeper want = {0};
  context_set("%s: reading", s->path);
  transcript_read(&t, s, INPUT_MEMORY, NULL, &(struct recipe){.style = STYLE_CHUNK});
  bool readable = keep_all(&want, s->format, &s->bytes) == DFMT_END;
  for (size_t i = 0; i < want.n; i++) readable = readable && want.ptr[i].status == DFMT_END;
  if (readable) {
    try_copy(s, &want, transcript_is_clean(&t) && is_contiguous(&t));
    try_anew(s, &want, t.decoded > LARGE);
  } else {
    try_damaged(s, want.n == 0);
  }
  keep_free(&want);
  transcript_free(&t);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++)
    if (variant_usable(&all.ptr[i].format->variants[0])) try_file(&all.ptr[i]);
  samples_free(&all);
  return finish("roundtrip");
}
