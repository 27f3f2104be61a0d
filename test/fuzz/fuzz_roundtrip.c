/* SPDX-License-Identifier: MIT */
/*
 * Reads the input in salvage, writes what could be read, reads that: it is readable, the values are the same, and
 * writing it once more gives the same bytes. Built once per format (FUZZ_FORMAT); where its harness.c has several
 * forms of it, the settings say which.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/wrapper.h"
#include "formats.h"
#include "fuzz.h"
#include "zip/source_archive.h"

/* The settings byte. */
enum {
  VARIANT = 7, /* place in the format's list, 0: the newest, keeping what is copied */
  ANEW = 8,    /* bodies and decoded payloads instead of copies */
  SMALL_INLINE = 16,
  ENTRY_SHIFT = 5 /* three bits: which of the format's forms */
};

const uint16_t fuzz_settings[] = {1,
                                  2,
                                  3,
                                  ANEW,
                                  ANEW | 1,
                                  ANEW | 2,
                                  ANEW | SMALL_INLINE,
                                  SMALL_INLINE | 2,
                                  1 << ENTRY_SHIFT,
                                  1 << ENTRY_SHIFT | SMALL_INLINE | 1,
                                  1 << ENTRY_SHIFT | ANEW | SMALL_INLINE,
                                  2 << ENTRY_SHIFT | 1,
                                  2 << ENTRY_SHIFT | ANEW | 2,
                                  0};
const size_t fuzz_settings_size = 1;

enum { MAX_EVENTS = 20000 };

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
  bool bomb;      /* a limit was met, or there are too many: not worth writing */
  bool damaged;   /* a value could not be decoded */
  bool unfit;     /* of a log some lines cannot be written, which may tell of the others;
                     a trace that cannot be written as it was read: it begins anew in its midst or lost a part, so that
                     numbers would mean other calls, or has a blob of a value that a later one replaced; or a bug report
                     whose main entry became known too late: in a copy, which has a directory, it has its text */
  uint64_t blobs; /* of a trace, that no call has referred to yet */
  bool hidden;    /* an entry of a bug report may have its text and was not taken for that, or the main entry could not
                     be copied, so that another is taken for it */
};

struct bytes_view {
  const void *ptr;
  uint64_t len;
};

/* What one input is tried with. */
struct trial {
  const struct harness_format *format;
  unsigned settings;
  uint32_t variant;
  dfmt_config *reader, *writer;
};

static const struct harness_format *choose_format(unsigned settings) {
  const struct harness_format *found[8];
  size_t n = 0;
  const struct harness_format *f;
  for (size_t i = 0; (f = harness_format_at(i)) != NULL; i++)
    if (f->id == FUZZ_FORMAT && n < 8) found[n++] = f;
  MUST(n > 0);
  return found[(settings >> ENTRY_SHIFT) % n];
}

static void set_option(dfmt_config *c, struct harness_option option) {
  if (option.key) fuzz_set(c, option.key, option.value);
}

static struct trial choose(struct memory *m, unsigned settings) {
  struct trial t = {.format = choose_format(settings), .settings = settings};
  t.reader = fuzz_config(m);
  t.writer = fuzz_config(m);
  const struct harness_variant *variants = t.format->variants;
  uint32_t n = 0;
  while (variants[n].variant) n++;
  fuzz_set(t.reader, DFMT_CFG_RECOVER, 1);
  if (settings & SMALL_INLINE) fuzz_set(t.reader, DFMT_CFG_MAX_INLINE, 64);
  set_option(t.reader, t.format->reader);
  set_option(t.writer, t.format->writer);
  /* what lines between texts say is not all in their events: only copies keep it */
  if (FUZZ_FORMAT == DFMT_BUGREPORT && settings & ANEW) fuzz_set(t.reader, DFMT_CFG_BUGREPORT_TEXT, 0);
  fuzz_set(t.writer, DFMT_CFG_LEVEL, DFMT_LEVEL_FASTEST);
  if (settings & VARIANT && n > 0) {
    t.variant = variants[(settings & VARIANT) % n].variant;
    set_option(t.writer, variants[(settings & VARIANT) % n].option);
  }
  return t;
}

static dfmt_reader *open_reader(const struct trial *t, struct bytes_view in) {
  dfmt_source *s;
  dfmt_reader *r;
  MUST(dfmt_source_memory(t->reader, in.ptr, in.len, &s) == DFMT_OK);
  MUST(dfmt_reader_new(t->reader, &r) == DFMT_OK);
  MUST(dfmt_reader_open(r, FUZZ_FORMAT, s) == DFMT_OK);
  dfmt_source_free(s);
  return r;
}

static uint64_t blobs_in(const dfmt_apitrace_value *root) {
  uint64_t n = 0;
  for (const dfmt_apitrace_value *v = root, *end = root + root->span; v < end; v++)
    n += v->kind == DFMT_APITRACE_VALUE_BLOB && !v->ptr && v->aux > 0;
  return n;
}

static void look_at_trace(struct events *to, const dfmt_event *ev) {
  if (FUZZ_FORMAT != DFMT_APITRACE) return;
  to->unfit |= to->n > 1 && ev->type == DFMT_APITRACE_HEADER;
  to->blobs += ev->type == DFMT_APITRACE_BLOB;
  if (ev->type != DFMT_APITRACE_CALL && ev->type != DFMT_APITRACE_ENTER && ev->type != DFMT_APITRACE_LEAVE) return;
  const dfmt_apitrace_call *c = (const dfmt_apitrace_call *)(const void *)ev->body;
  for (uint64_t i = 0; i < c->n_args; i++) to->blobs -= blobs_in(c->args[i].value);
  if (c->ret) to->blobs -= blobs_in(c->ret);
  to->unfit |= to->blobs != 0;
}

static void keep(struct events *to, const struct trial *t, dfmt_reader *r, const dfmt_event *ev) {
  to->ptr = realloc(to->ptr, (to->n + 1) * sizeof *to->ptr);
  MUST(to->ptr != NULL);
  struct kept *x = &to->ptr[to->n++];
  *x = (struct kept){0};
  const void *ptr;
  uint64_t len;
  while ((x->status = dfmt_payload_chunk(r, &ptr, &len)) == DFMT_OK) digest_bytes(&x->value, ptr, len);
  to->bomb |= x->status == DFMT_E_LIMIT || to->n >= MAX_EVENTS;
  to->damaged |= x->status != DFMT_END;
  look_at_trace(to, ev);
  MUST(dfmt_event_clone(NULL, ev, &x->ev) == DFMT_OK);
  t->format->normalise((dfmt_head *)(uintptr_t)x->ev->body);
}

/* Neither diagnostics nor what there is no way to write. */
static bool is_kept(const struct trial *t, const dfmt_event *ev) {
  return ev->type != DFMT_DIAGNOSTIC && (!t->format->writable || t->format->writable(ev->body));
}

static bool hides_text(uint32_t diagnostic) {
  return diagnostic == DFMT_ERR_BUGREPORT_ZIP_OVERLAP || diagnostic == DFMT_ERR_BUGREPORT_POINTER ||
         diagnostic == DFMT_ERR_BUGREPORT_NOT_DUMPSTATE;
}

static void read_all(struct events *to, const struct trial *t, struct bytes_view in) {
  dfmt_reader *r = open_reader(t, in);
  const dfmt_event *ev;
  while (!to->bomb && (to->end = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    to->hidden |= d && hides_text(d->number);
    to->unfit |= d && (d->number == DFMT_ERR_APITRACE_GAP || d->number == DFMT_ERR_BUGREPORT_GUESS);
    if (is_kept(t, ev))
      keep(to, t, r, ev);
    else
      to->unfit |= t->format->contextual && !d;
  }
  to->unfit |= to->blobs != 0;
  digest_error(&(struct digest){.shown = true}, dfmt_reader_error(r));
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

static bool is_main_entry(const dfmt_event *ev) {
  return ev->type == DFMT_BUGREPORT_ENTRY &&
         ((const dfmt_bugreport_entry *)(const void *)ev->body)->role == DFMT_BUGREPORT_ROLE_MAIN;
}

/* Writes what `in` holds. must: every event. what: its events, which learn what became of them; or NULL. */
static void write_all(dfmt_sink *to, const struct trial *t, struct bytes_view in, bool must, struct events *what) {
  dfmt_reader *r = open_reader(t, in);
  dfmt_writer *w;
  const dfmt_event *ev;
  uint32_t i = 0;
  MUST(dfmt_writer_new(t->writer, &w) == DFMT_OK);
  MUST(dfmt_writer_open(w, FUZZ_FORMAT, t->variant, to) == DFMT_OK);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    if (!is_kept(t, ev)) continue;
    uint64_t before = dfmt_writer_offset(w);
    dfmt_status st = t->settings & ANEW ? write_anew(w, r, ev) : dfmt_writer_copy(w, r, ev);
    MUST(st == DFMT_OK || !must);
    if (!what) continue;
    MUST(i < what->n);
    what->ptr[i].written = st == DFMT_OK;
    what->hidden |= st != DFMT_OK && is_main_entry(ev);
    what->ptr[i++].begun =
        st == DFMT_OK || ((!t->format->packed || t->format->keeps_parts) && dfmt_writer_offset(w) > before);
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

static void show(const dfmt_event *ev) {
  dfmt_sink *s;
  MUST(dfmt_sink_memory(NULL, &s) == DFMT_OK && dfmt_event_json(ev, s) == DFMT_OK);
  struct bytes_view v = bytes_of(s);
  fprintf(stderr, "%.*s", (int)v.len, (const char *)v.ptr);
  dfmt_sink_free(s);
}

/* A header that the writer put in front because none was written, or the empty stream of a file without any. */
static bool is_made_up(const struct events *want, const dfmt_event *first) {
  if (first->type == DFMT_APITRACE_STREAM) return want->n == 0 || !want->ptr[0].begun;
  return first->type == DFMT_APITRACE_HEADER && (want->n == 0 || !want->ptr[0].written);
}

/*
 * Entries that share data are not looked at for the report's text; forward, none is but the one that a pointer names.
 * In a copy they share none, and have a directory: the text of one may come as events.
 */
static bool became_text(const struct events *want, const struct kept *a, const struct kept *b) {
  return want->hidden && a->ev->type == DFMT_BUGREPORT_ENTRY && b->ev->type == DFMT_BUGREPORT_ENTRY &&
         a->ev->flags & DFMT_EVENT_FLAG_PAYLOAD && !(b->ev->flags & DFMT_EVENT_FLAG_PAYLOAD);
}

/* After the end of that text, from its entry's place. */
static size_t after_text(const struct events *got, size_t j) {
  while (j < got->n && got->ptr[j].ev->type != DFMT_BUGREPORT_ENTRY_END) j++;
  return j < got->n ? j + 1 : j;
}

/*
 * What was written whole is there again; what was written in part may be anything. So may a value that could not be
 * decoded, if it was laid out anew: what is wrong with it may lie in its lines.
 */
static void compare(const struct events *want, const struct events *got, unsigned settings) {
  size_t j = got->n > 0 && is_made_up(want, got->ptr[0].ev);
  for (size_t i = 0; i < want->n; i++) {
    const struct kept *a = &want->ptr[i];
    if (!a->begun) continue;
    MUST(j < got->n);
    const struct kept *b = &got->ptr[j++];
    if (became_text(want, a, b)) {
      j = after_text(got, j);
      continue;
    }
    if (!a->written || (a->status != DFMT_END && settings & (VARIANT | ANEW))) continue;
    const char *difference = NULL;
    if (a->status != b->status) difference = "status";
    if (a->value.value != b->value.value) difference = "value";
    if (!difference) dfmt_event_equal(a->ev, b->ev, &difference);
    if (difference) {
      fprintf(stderr, "event %zu differs in %s\n", i, difference);
      show(a->ev);
      show(b->ev);
    }
    MUST(difference == NULL);
  }
  MUST(j == got->n || want->end != DFMT_END); /* what broke off lacks what is said at an end */
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
 * There and back, and there again. A copy into another layout may settle only the second time: what had to become
 * base64 is a compressed value from then on, and kept as that.
 */
static void try_all(const struct trial *t, struct bytes_view in, struct events *want) {
  enum { FIRST, SECOND, THIRD, TIMES };
  struct events got = {0};
  dfmt_sink *out[TIMES];
  for (int i = 0; i < TIMES; i++) MUST(dfmt_sink_memory(NULL, &out[i]) == DFMT_OK);
  write_all(out[FIRST], t, in, false, want);
  read_all(&got, t, bytes_of(out[FIRST]));
  const bool bomb = want->damaged && got.bomb; /* stored bytes of a line of which nothing was decoded */
  MUST(got.end == DFMT_END || bomb);
  if (!bomb) compare(want, &got, t->settings);
  write_all(out[SECOND], t, bytes_of(out[FIRST]), !want->damaged, NULL);
  write_all(out[THIRD], t, bytes_of(out[SECOND]), !want->damaged, NULL);
  bool settled = !t->format->fills_in && (t->settings & ANEW || (t->settings & VARIANT) == 0);
  if (!want->damaged) MUST(same_bytes(bytes_of(out[settled ? FIRST : THIRD]), bytes_of(out[SECOND])));
  free_all(&got);
  for (int i = 0; i < TIMES; i++) dfmt_sink_free(out[i]);
}

/* The variant's codec is in this build. */
static bool is_buildable(const struct trial *t) {
  dfmt_sink *s;
  dfmt_writer *w;
  MUST(dfmt_sink_null(NULL, &s) == DFMT_OK && dfmt_writer_new(t->writer, &w) == DFMT_OK);
  dfmt_status st = dfmt_writer_open(w, FUZZ_FORMAT, t->variant, s);
  MUST(st == DFMT_OK || st == DFMT_E_UNSUPPORTED);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
  return st == DFMT_OK;
}

/* After a byte order mark, which no writer writes: written again it is something else. */
static bool hides_wrapper(struct bytes_view in) {
  const char mark[] = "\xef\xbb\xbf";
  const size_t n = sizeof mark - 1;
  if (in.len < n || memcmp(in.ptr, mark, n) != 0) return false;
  const uint8_t *behind = (const uint8_t *)in.ptr + n;
  const size_t left = (size_t)in.len - n;
  return dfmti_wrapper_of(behind, left) != DFMT_WRAPPER_NONE || dfmti_archive_of(behind, left) != DFMT_WRAPPER_NONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct memory m = {0};
  struct trial t = choose(&m, data[0]);
  struct bytes_view in = {data + 1, size - 1};
  struct events want = {0};
  read_all(&want, &t, in);
  want.unfit |= hides_wrapper(in);
  if (!want.bomb && !want.unfit && is_buildable(&t)) try_all(&t, in, &want);
  free_all(&want);
  dfmt_config_free(t.reader);
  dfmt_config_free(t.writer);
  MUST(m.live == 0);
  return 0;
}
