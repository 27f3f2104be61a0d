/* SPDX-License-Identifier: MIT */
/*
 * Reads the input in salvage, writes what could be read, reads that: it is readable, the values are the same, and
 * writing it once more gives the same bytes. Built once per format (FUZZ_FORMAT).
 */
#include <stdio.h>
#include <stdlib.h>

#include "formats.h"
#include "fuzz.h"

/* The settings byte. */
enum {
  VARIANT = 7,   /* place in the format's list, 0: the newest, keeping what is copied */
  ANEW = 8,      /* bodies and decoded payloads instead of copies */
  SMALL_INLINE = 16
};

const uint8_t fuzz_settings[] = {1, 2, 3, ANEW, ANEW | 1, ANEW | 2, ANEW | SMALL_INLINE, SMALL_INLINE | 2, 0};

/* What is left of an event: its body, normalised, and its value. */
struct kept {
  dfmt_event *ev;
  struct digest value;
  dfmt_status status;
  bool written; /* whole and without complaint */
  bool begun;   /* or in part */
};

struct events {
  struct kept *ptr;
  size_t n;
  dfmt_status end;
  bool bomb;    /* a limit was met: not worth writing */
  bool damaged; /* a value could not be decoded */
};

struct bytes_view {
  const void *ptr;
  uint64_t len;
};

static const struct harness_format *format(void) {
  const struct harness_format *f = harness_formats;
  while (f->name && f->id != FUZZ_FORMAT) f++;
  MUST(f->name != NULL);
  return f;
}

static dfmt_config *configure(struct memory *m, unsigned settings) {
  dfmt_config *c = fuzz_config(m);
  fuzz_set(c, DFMT_CFG_RECOVER, 1);
  if (settings & SMALL_INLINE) fuzz_set(c, DFMT_CFG_MAX_INLINE, 64);
  if (format()->writer_option) fuzz_set(c, format()->writer_option, 1);
  fuzz_set(c, DFMT_CFG_LEVEL, DFMT_LEVEL_FASTEST);
  return c;
}

static dfmt_reader *open_reader(const dfmt_config *c, struct bytes_view in) {
  dfmt_source *s;
  dfmt_reader *r;
  MUST(dfmt_source_memory(c, in.ptr, in.len, &s) == DFMT_OK);
  MUST(dfmt_reader_new(c, &r) == DFMT_OK);
  MUST(dfmt_reader_open(r, FUZZ_FORMAT, s) == DFMT_OK);
  dfmt_source_free(s);
  return r;
}

static void keep(struct events *to, dfmt_reader *r, const dfmt_event *ev) {
  to->ptr = realloc(to->ptr, (to->n + 1) * sizeof *to->ptr);
  MUST(to->ptr != NULL);
  struct kept *x = &to->ptr[to->n++];
  *x = (struct kept){0};
  const void *ptr;
  uint64_t len;
  while ((x->status = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) digest_bytes(&x->value, ptr, len);
  to->bomb |= x->status == DFMT_E_LIMIT;
  to->damaged |= x->status != DFMT_END;
  MUST(dfmt_event_clone(NULL, ev, &x->ev) == DFMT_OK);
  format()->normalise((dfmt_head *)(uintptr_t)x->ev->body);
}

/* Everything but diagnostics. */
static void read_all(struct events *to, const dfmt_config *c, struct bytes_view in) {
  dfmt_reader *r = open_reader(c, in);
  const dfmt_event *ev;
  while (!to->bomb && (to->end = dfmt_reader_next(r, &ev)) == DFMT_OK)
    if (ev->type != DFMT_DIAGNOSTIC) keep(to, r, ev);
  dfmt_reader_free(r);
}

static void free_all(struct events *e) {
  for (size_t i = 0; i < e->n; i++) dfmt_event_free(e->ptr[i].ev);
  free(e->ptr);
}

static dfmt_status write_anew(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return dfmt_writer_put(w, ev->body);
  dfmt_status st = dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_DECODED);
  if (st != DFMT_OK) return st;
  dfmt_status from = dfmt_writer_payload_from(w, r);
  st = dfmt_writer_end(w);
  return from == DFMT_OK ? st : from;
}

/* Writes what `in` holds. must: every event. what: its events, which learn what became of them; or NULL. */
static void write_all(dfmt_sink *to, const dfmt_config *c, struct bytes_view in, unsigned settings, bool must,
                      struct events *what) {
  dfmt_reader *r = open_reader(c, in);
  dfmt_writer *w;
  const dfmt_event *ev;
  const uint32_t *variants = format()->variants;
  uint32_t n = 0, i = 0;
  while (variants[n]) n++;
  uint32_t variant = (settings & VARIANT) == 0 || n == 0 ? 0 : variants[(settings & VARIANT) % n];
  MUST(dfmt_writer_new(c, &w) == DFMT_OK);
  MUST(dfmt_writer_open(w, FUZZ_FORMAT, variant, to) == DFMT_OK);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    if (ev->type == DFMT_DIAGNOSTIC) continue;
    uint64_t before = dfmt_writer_offset(w);
    dfmt_status st = settings & ANEW ? write_anew(w, r, ev) : dfmt_writer_copy(w, r, ev);
    MUST(st == DFMT_OK || !must);
    if (!what) continue;
    MUST(i < what->n);
    what->ptr[i].written = st == DFMT_OK;
    what->ptr[i++].begun = dfmt_writer_offset(w) > before;
  }
  MUST(dfmt_writer_finish(w) == DFMT_OK);
  const void *ptr;
  uint64_t len;
  MUST(dfmt_sink_bytes(to, &ptr, &len) == DFMT_OK);
  MUST(dfmt_writer_offset(w) == len);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
}

static struct bytes_view bytes_of(dfmt_sink *s) {
  struct bytes_view v;
  MUST(dfmt_sink_bytes(s, &v.ptr, &v.len) == DFMT_OK);
  return v;
}

/*
 * What was written whole is there again; what was written in part may be anything. So may a value that could not be
 * decoded, if it was laid out anew: what is wrong with it may lie in its lines.
 */
static void compare(const struct events *want, const struct events *got, unsigned settings) {
  size_t j = 0;
  for (size_t i = 0; i < want->n; i++) {
    const struct kept *a = &want->ptr[i];
    if (!a->begun) continue;
    MUST(j < got->n);
    const struct kept *b = &got->ptr[j++];
    if (!a->written || (a->status != DFMT_END && settings & (VARIANT | ANEW))) continue;
    const char *difference = NULL;
    if (a->status != b->status) difference = "status";
    if (a->value.value != b->value.value) difference = "value";
    if (!difference) dfmt_event_equal(a->ev, b->ev, &difference);
    if (difference) fprintf(stderr, "event %zu differs in %s\n", i, difference);
    MUST(difference == NULL);
  }
  MUST(j == got->n);
}

static bool same_bytes(struct bytes_view a, struct bytes_view b) {
  struct digest x = {.shown = true}, y = {.shown = true};
  fuzz_say("-- first output", a.len);
  digest_bytes(&x, a.ptr, a.len);
  fuzz_say("-- second output", b.len);
  digest_bytes(&y, b.ptr, b.len);
  return a.len == b.len && x.value == y.value;
}

/*
 * There and back, and there again. A copy into another layout may settle only the second time: what had to become base64
 * is a compressed value from then on, and kept as that.
 */
static void try_all(const dfmt_config *c, struct bytes_view in, unsigned settings, struct events *want) {
  enum { FIRST, SECOND, THIRD, TIMES };
  struct events got = {0};
  dfmt_sink *out[TIMES];
  for (int i = 0; i < TIMES; i++) MUST(dfmt_sink_memory(NULL, &out[i]) == DFMT_OK);
  write_all(out[FIRST], c, in, settings, false, want);
  read_all(&got, c, bytes_of(out[FIRST]));
  MUST(got.end == DFMT_END);
  compare(want, &got, settings);
  write_all(out[SECOND], c, bytes_of(out[FIRST]), settings, !want->damaged, NULL);
  write_all(out[THIRD], c, bytes_of(out[SECOND]), settings, !want->damaged, NULL);
  bool settled = !format()->fills_in && (settings & ANEW || (settings & VARIANT) == 0);
  if (!want->damaged) MUST(same_bytes(bytes_of(out[settled ? FIRST : THIRD]), bytes_of(out[SECOND])));
  free_all(&got);
  for (int i = 0; i < TIMES; i++) dfmt_sink_free(out[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct memory m = {0};
  dfmt_config *c = configure(&m, data[0]);
  struct bytes_view in = {data + 1, size - 1};
  struct events want = {0};
  read_all(&want, c, in);
  if (!want.bomb) try_all(c, in, data[0], &want);
  free_all(&want);
  dfmt_config_free(c);
  MUST(m.live == 0);
  return 0;
}
