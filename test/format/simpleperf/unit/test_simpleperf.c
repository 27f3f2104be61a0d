/* SPDX-License-Identifier: MIT */
/* simpleperf beyond reading and writing: names by number, numbers for names, columns, and what writers refuse. */
#include "sinks.h"
#include "slow.h"

#include "simpleperf/bits.h"
#include "simpleperf/wire.h"

#define STR(s) ((dfmt_str){s, sizeof(s) - 1})

static dfmt_writer *open_writer(const dfmt_config *c, dfmt_sink *s) {
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_SIMPLEPERF, DFMT_SIMPLEPERF_VARIANT_V1, s), DFMT_OK);
  return w;
}

static dfmt_reader *open_reader(const dfmt_config *c, uint32_t format, const void *ptr, uint64_t len) {
  dfmt_reader *r;
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, format, s), DFMT_OK);
  dfmt_source_free(s);
  return r;
}

static void expect_str(dfmt_str s, const char *want) {
  assert_int_equal(s.len, strlen(want));
  if (s.len) assert_memory_equal(s.ptr, want, (size_t)s.len);
}

static int32_t symbol(dfmt_simpleperf_symbols *t, uint32_t file, const char *name, const char *mangled) {
  int32_t id = -7;
  assert_int_equal(
      dfmt_simpleperf_symbols_symbol(t, file, name, strlen(name), mangled, mangled ? strlen(mangled) : 0, &id),
      DFMT_OK);
  return id;
}

static uint32_t file(dfmt_simpleperf_symbols *t, const char *path, uint32_t separate) {
  uint32_t id = 77;
  assert_int_equal(dfmt_simpleperf_symbols_file(t, path, strlen(path), separate, &id), DFMT_OK);
  return id;
}

/* Three files, one path twice, written and read back by number. */
static void test_symbols(void **state) {
  (void)state;
  dfmt_simpleperf_symbols *t;
  dfmt_simpleperf_names *n;
  dfmt_source *source;
  const void *ptr;
  uint64_t len;
  uint32_t id;
  int32_t sid;
  assert_int_equal(dfmt_simpleperf_symbols_new(NULL, &t), DFMT_OK);
  assert_int_equal(file(t, "/a", 0), 0);
  assert_int_equal(file(t, "/b", 0), 1);
  assert_int_equal(file(t, "/a", 0), 0);
  assert_int_equal(file(t, "/b", 1), 2);
  assert_int_equal(file(t, "/b", 0), 1);
  assert_int_equal(symbol(t, 0, "f", NULL), 0);
  assert_int_equal(symbol(t, 0, "g", "_g"), 1);
  assert_int_equal(symbol(t, 0, "g", "_h"), 2);
  assert_int_equal(symbol(t, 0, "f", "f"), 0);
  assert_int_equal(symbol(t, 1, "g", "_g"), 0);
  for (int i = 0; i < 1000; i++) {
    char name[20];
    snprintf(name, sizeof name, "s%d", i);
    assert_int_equal(symbol(t, 2, name, NULL), i);
  }
  assert_int_equal(symbol(t, 2, "s500", NULL), 500);
  assert_int_equal(symbol(t, 2, "", NULL), 1000);
  assert_int_equal(dfmt_simpleperf_symbols_symbol(t, 3, "x", 1, NULL, 0, &sid), DFMT_E_ARG);
  assert_int_equal(dfmt_simpleperf_symbols_file(t, NULL, 1, 0, &id), DFMT_E_ARG);
  dfmt_sink *s = memory_sink();
  dfmt_writer *w = open_writer(NULL, s);
  assert_int_equal(dfmt_simpleperf_symbols_write(t, w), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_write(t, w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(symbol(t, 0, "g", "_g"), 1);
  assert_int_equal(file(t, "/a", 0), 0);
  assert_int_equal(dfmt_simpleperf_symbols_symbol(t, 0, "new", 3, NULL, 0, &sid), DFMT_E_STATE);
  assert_int_equal(dfmt_simpleperf_symbols_file(t, "new", 3, 0, &id), DFMT_E_STATE);
  assert_int_equal(dfmt_simpleperf_symbols_error(t)->number, DFMT_ERR_STATE);
  dfmt_writer_free(w);

  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &n), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_load(n, source), DFMT_OK);
  dfmt_str name, path;
  dfmt_simpleperf_frame f = {.file_id = 0, .symbol_id = 2};
  assert_int_equal(dfmt_simpleperf_names_frame(n, &f, &name, &path), 1);
  expect_str(name, "g");
  expect_str(path, "/a");
  assert_int_equal(dfmt_simpleperf_names_mangled(n, &f, &name), 1);
  expect_str(name, "_h");
  f = (dfmt_simpleperf_frame){.file_id = 2, .symbol_id = 999};
  assert_int_equal(dfmt_simpleperf_names_frame(n, &f, &name, NULL), 1);
  expect_str(name, "s999");
  f.symbol_id = -1;
  assert_int_equal(dfmt_simpleperf_names_frame(n, &f, &name, &path), 0);
  expect_str(name, "");
  expect_str(path, "/b");
  f.symbol_id = 1001;
  assert_int_equal(dfmt_simpleperf_names_frame(n, &f, &name, &path), 0);
  f = (dfmt_simpleperf_frame){.file_id = 3};
  assert_int_equal(dfmt_simpleperf_names_frame(n, &f, &name, &path), 0);
  expect_str(path, "");
  assert_int_equal(dfmt_simpleperf_names_frame(NULL, &f, &name, &path), 0);
  assert_int_equal(dfmt_simpleperf_names_thread(n, 1, &name, NULL), 0);
  dfmt_simpleperf_names_free(n);
  dfmt_simpleperf_names_free(NULL);
  dfmt_simpleperf_symbols_free(t);
  dfmt_simpleperf_symbols_free(NULL);
  dfmt_source_free(source);
  dfmt_sink_free(s);
}

struct failing {
  uint64_t calls, fail_at, live;
};

static void *counted_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct failing *f = user;
  if (new_size && ++f->calls == f->fail_at) return NULL;
  f->live = f->live - old_size + new_size;
  if (new_size) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

static const char two[] =
    "SIMPLEPERF\x01\0"
    "\x0a\0\0\0\x1a\x08\x08\x00\x12\x01p\x1a\x01s"
    "\x09\0\0\0\x22\x07\x08\x07\x10\x05\x1a\x01t"
    "\x05\0\0\0\x2a\x03\x0a\x01"
    "e"
    "\0\0\0\0";

/* Everything again and again with each allocation failing once: E_NOMEM, nothing leaks, and the same call goes on. */
static void test_memory(void **state) {
  (void)state;
  dfmt_source *source;
  assert_int_equal(dfmt_source_memory(NULL, two, sizeof two - 1, &source), DFMT_OK);
  uint64_t met = 0;
  for (uint64_t at = 1;; at++) {
    struct failing f = {.fail_at = at};
    dfmt_config *c;
    dfmt_simpleperf_names *n = NULL;
    dfmt_simpleperf_symbols *t = NULL;
    uint32_t id = 0;
    int32_t sid = 0;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_allocator(c, counted_realloc, &f), DFMT_OK);
    dfmt_status st = dfmt_simpleperf_names_new(c, &n);
    if (st == DFMT_OK) st = dfmt_simpleperf_names_load(n, source);
    if (st == DFMT_OK) st = dfmt_simpleperf_symbols_new(c, &t);
    if (st == DFMT_OK) st = dfmt_simpleperf_symbols_file(t, "path", 4, 0, &id);
    if (st == DFMT_OK) st = dfmt_simpleperf_symbols_symbol(t, id, "name", 4, NULL, 0, &sid);
    met += st == DFMT_E_NOMEM;
    if (st == DFMT_E_NOMEM && t) assert_int_equal(symbol(t, file(t, "path", 0), "name", NULL), 0);
    if (st == DFMT_E_NOMEM && n && !t) {
      assert_int_equal(dfmt_simpleperf_names_load(n, source), DFMT_OK);
      assert_int_equal(dfmt_simpleperf_names_event(n, 0, NULL), 1);
    }
    dfmt_simpleperf_names_free(n);
    dfmt_simpleperf_symbols_free(t);
    dfmt_config_free(c);
    assert_int_equal(f.live, 0);
    if (f.calls < at) break;
    assert_int_equal(st, DFMT_E_NOMEM);
  }
  assert_true(met > 10);
  dfmt_source_free(source);
}

static void test_limits(void **state) {
  (void)state;
  dfmt_config *c;
  dfmt_simpleperf_symbols *t;
  uint32_t id;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_TABLE, 200000), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_symbols_new(c, &t), DFMT_OK);
  dfmt_status st = DFMT_OK;
  for (int i = 0; i < 100000 && st == DFMT_OK; i++) {
    char name[20];
    snprintf(name, sizeof name, "%d", i);
    st = dfmt_simpleperf_symbols_file(t, name, strlen(name), 0, &id);
  }
  assert_int_equal(st, DFMT_E_LIMIT);
  assert_int_equal(dfmt_simpleperf_symbols_error(t)->option, DFMT_CFG_MAX_TABLE);
  assert_true(dfmt_simpleperf_symbols_error(t)->needed > 200000);
  dfmt_simpleperf_symbols_free(t);
  dfmt_config_free(c);
}

/* Names that come by single bytes: none is read twice. Another source, or the same anew, begins at its start. */
static void test_slow_names(void **state) {
  (void)state;
  uint64_t again = 0;
  dfmt_simpleperf_names *n;
  dfmt_status st = DFMT_AGAIN;
  struct slow x = {.ptr = two, .len = sizeof two - 1, .piece = 1, .again = &again, .most = sizeof two - 1},
              y = {.ptr = two, .len = sizeof two - 1, .piece = 97, .again = &again};
  dfmt_source *first = slow_source(&x, true), *second = slow_source(&y, true);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &n), DFMT_OK);
  for (; again < 20; again++) assert_int_equal(dfmt_simpleperf_names_load(n, first), DFMT_AGAIN);
  assert_int_equal(dfmt_simpleperf_names_event(n, 0, NULL), 0);
  for (; (st = dfmt_simpleperf_names_load(n, second)) == DFMT_AGAIN; again++) continue;
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_event(n, 0, NULL), 1);
  dfmt_simpleperf_names_free(n);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &n), DFMT_OK);
  x.given = 0;
  for (; (st = dfmt_simpleperf_names_load(n, first)) == DFMT_AGAIN; again++) assert_true(again < 10000);
  assert_int_equal(st, DFMT_OK);
  assert_int_equal(x.given, sizeof two - 1);
  assert_int_equal(dfmt_simpleperf_names_event(n, 0, NULL), 1);
  assert_int_equal(dfmt_simpleperf_names_load(n, first), DFMT_AGAIN);
  dfmt_source_free(first);
  dfmt_source_free(second);
  dfmt_simpleperf_names_free(n); /* with a pass that is not over */
}

/* A pipe cannot be read twice. */
static void test_not_seekable(void **state) {
  (void)state;
  dfmt_source *s;
  dfmt_simpleperf_names *n;
  assert_int_equal(dfmt_source_feed(NULL, &s), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &n), DFMT_OK);
  assert_int_equal(dfmt_simpleperf_names_load(n, s), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_simpleperf_names_error(n)->number, DFMT_ERR_SEEK);
  dfmt_simpleperf_names_free(n);
  dfmt_source_free(s);
}

/* Columns with each allocation failing once, and one byte coming at a time: the same rows, and nothing leaks. */
static void test_columns_memory(void **state) {
  (void)state;
  static const char sample[] =
      "\x16\0\0\0\x0a\x14\x08\x07\x10\x01\x1a\x06\x08\x05\x10\x02\x18\x03\x1a\x02\x08\x06\x20\x01\x28\0";
  enum { SAMPLES = 700, SIZE = sizeof sample - 1 };
  static char file[12 + SAMPLES * SIZE + 4];
  memcpy(file, "SIMPLEPERF\x01", 12);
  for (int i = 0; i < SAMPLES; i++) memcpy(file + 12 + i * SIZE, sample, SIZE);
  uint64_t failures = 0;
  for (uint64_t at = 1;; at++) {
    struct failing f = {.fail_at = at};
    dfmt_config *c;
    dfmt_source *feed;
    dfmt_reader *r = NULL;
    const dfmt_event *ev;
    uint64_t rows = 0, frames = 0, taken, fed = 0;
    assert_int_equal(dfmt_config_new(&c), DFMT_OK);
    assert_int_equal(dfmt_config_allocator(c, counted_realloc, &f), DFMT_OK);
    assert_int_equal(dfmt_source_feed(NULL, &feed), DFMT_OK);
    while (dfmt_reader_new(c, &r) == DFMT_E_NOMEM) failures++;
    assert_int_equal(dfmt_reader_open(r, DFMT_SIMPLEPERF, feed), DFMT_OK);
    for (;;) {
      dfmt_status st = dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, 300, &ev);
      if (st == DFMT_END) break;
      if (st == DFMT_OK) {
        const dfmt_simpleperf_columns *x = dfmt_event_simpleperf_columns(ev);
        assert_true(x->n_rows <= 300 && x->n_first_frame == x->n_rows + 1 && x->n_frames == 2 * x->n_rows);
        assert_true(x->first_frame[1] == 2 && x->frames[1].vaddr == 6 && x->thread_id[x->n_rows - 1] == 1);
        rows += x->n_rows;
        frames += x->n_frames;
      } else if (st == DFMT_AGAIN && fed < sizeof file) {
        uint64_t n = fed % 97 + 1 < sizeof file - fed ? fed % 97 + 1 : sizeof file - fed;
        assert_int_equal(dfmt_feed_write(feed, file + fed, n, &taken), DFMT_OK);
        fed += n;
      } else if (st == DFMT_AGAIN) {
        assert_int_equal(dfmt_feed_close(feed), DFMT_OK);
      } else {
        assert_int_equal(st, DFMT_E_NOMEM);
        failures++;
      }
    }
    assert_int_equal(rows, SAMPLES);
    assert_int_equal(frames, 2 * SAMPLES);
    dfmt_reader_free(r);
    dfmt_source_free(feed);
    dfmt_config_free(c);
    assert_int_equal(f.live, 0);
    if (f.calls < at) break;
  }
  assert_true(failures > 10);
}

static void test_columns_calls(void **state) {
  (void)state;
  const dfmt_event *ev;
  dfmt_reader *r = open_reader(NULL, DFMT_SIMPLEPERF, two, sizeof two - 1);
  assert_int_equal(dfmt_reader_columns(r, DFMT_SIMPLEPERF_FILE, 10, &ev), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_NOT_IMPLEMENTED);
  assert_int_equal(dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, 0, &ev), DFMT_E_ARG);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_non_null(dfmt_event_simpleperf_file(ev));
  assert_int_equal(dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, 10, &ev), DFMT_END);
  dfmt_reader_free(r);
}

/* Only what is wanted is delivered; what is in the rest is not looked at. */
static void test_wanted(void **state) {
  (void)state;
  static const char bad[] =
      "SIMPLEPERF\x01\0"
      "\x04\0\0\0\x0a\x02\x00\x00"
      "\x09\0\0\0\x22\x07\x08\x07\x10\x05\x1a\x01t"
      "\x05\0\0\0\x2a\x03\x0a\x01"
      "e"
      "\0\0\0\0";
  dfmt_config *c;
  const dfmt_event *ev;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS, 128), DFMT_E_ARG);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS, DFMT_SIMPLEPERF_RECORDS_META), DFMT_OK);
  dfmt_reader *r = open_reader(c, DFMT_SIMPLEPERF, bad, sizeof bad - 1);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_non_null(dfmt_event_simpleperf_meta(ev));
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_END);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  r = open_reader(NULL, DFMT_SIMPLEPERF, bad, sizeof bad - 1);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_E_FORMAT);
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_SIMPLEPERF_KEY);
  assert_int_equal(dfmt_reader_error(r)->offset, 18);
  dfmt_reader_free(r);
}

/* What salvage gives of bytes: a letter an event; a diagnostic as "(number offset skipped)". */
static void salvage(const void *ptr, uint64_t len, char *out, size_t cap) {
  static const char letters[] = "mslftw"; /* by the order of the types */
  dfmt_config *c;
  const dfmt_event *ev;
  size_t n = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  dfmt_reader *r = open_reader(c, DFMT_SIMPLEPERF, ptr, len);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    assert_true(d || ev->type - DFMT_SIMPLEPERF_META < sizeof letters - 1);
    n +=
        (size_t)(d ? snprintf(out + n, cap - n, "(%u %u %u)", d->number, (unsigned)d->byte_offset, (unsigned)d->skipped)
                   : snprintf(out + n, cap - n, "%c", letters[ev->type - DFMT_SIMPLEPERF_META]));
  }
  assert_int_equal(dfmt_reader_error(r)->status, DFMT_OK);
  dfmt_reader_free(r);
  dfmt_config_free(c);
}

#define EXPECT_SALVAGE(BYTES, WANT) \
  do { \
    char got[200]; \
    salvage(BYTES, sizeof(BYTES) - 1, got, sizeof got); \
    assert_string_equal(got, WANT); \
  } while (0)

#define HEADER "SIMPLEPERF\x01\0"
#define THREAD_BODY "\x22\x07\x08\x07\x10\x05\x1a\x01t"
#define THREAD "\x09\0\0\0" THREAD_BODY
#define META \
  "\x05\0\0\0\x2a\x03\x0a\x01" \
  "e"
#define NO_SIZE "\0\0\0\0"

/* A zero in place of a size is the end only where the input, or its first file, ends. */
static void test_salvage_zero_size(void **state) {
  (void)state;
  EXPECT_SALVAGE(HEADER META NO_SIZE THREAD_BODY META THREAD NO_SIZE, "m(607 21 13)mt");
  EXPECT_SALVAGE(HEADER NO_SIZE THREAD_BODY META, "(607 12 13)m(603 34 0)");
  EXPECT_SALVAGE(HEADER META NO_SIZE NO_SIZE NO_SIZE "\0" THREAD NO_SIZE, "m(607 21 13)t"); /* a block of zeros */
  EXPECT_SALVAGE(HEADER META NO_SIZE THREAD_BODY NO_SIZE THREAD_BODY META NO_SIZE, "m(607 21 26)m");
  /* a malformed record, and after it a size that is zero */
  EXPECT_SALVAGE(HEADER "\x04\0\0\0\x0a\x02\0\0" NO_SIZE THREAD_BODY META NO_SIZE, "(610 18 0)(607 12 21)m");
  /* nothing like a record follows: trailing bytes */
  EXPECT_SALVAGE(HEADER META NO_SIZE, "m");
  EXPECT_SALVAGE(HEADER META NO_SIZE "junk, and more of it", "m(606 25 20)");
  EXPECT_SALVAGE(HEADER META NO_SIZE NO_SIZE NO_SIZE, "m(606 25 8)");
  EXPECT_SALVAGE(HEADER META NO_SIZE "\0", "m(606 25 1)");
  /* another file follows, whose numbers mean other things */
  EXPECT_SALVAGE(HEADER META NO_SIZE HEADER THREAD NO_SIZE, "m(606 25 29)");
}

/* The search knows the end of the file, and does not count it among what it skips. */
static void test_salvage_end(void **state) {
  (void)state;
  EXPECT_SALVAGE(HEADER META "\x0b\0\0\0" THREAD_BODY NO_SIZE, "m(610 34 0)(607 21 13)");
  EXPECT_SALVAGE(HEADER META "\xff\0\0\0" THREAD_BODY NO_SIZE, "m(605 21 0)(607 21 13)");
  EXPECT_SALVAGE(HEADER META "\xff\0\0\0" THREAD_BODY, "m(605 21 0)(607 21 13)");
  EXPECT_SALVAGE(HEADER META "\xff\0\0\0" THREAD_BODY NO_SIZE HEADER META NO_SIZE, "m(605 21 0)(607 21 13)(606 38 25)");
}

/* Ids are signed, and written as they were read: in samples of ten bytes, in the others of five. */
static void test_ids(void **state) {
  (void)state;
  static const char ids[] =
      "SIMPLEPERF\x01\0"
      "\x0d\0\0\0\x0a\x0b\x10\x80\x80\x80\x80\xf8\xff\xff\xff\xff\x01"
      "\x08\0\0\0\x32\x06\x18\x80\x80\x80\x80\x08"
      "\x0e\0\0\0\x22\x0c\x08\x80\x80\x80\x80\x08\x10\xff\xff\xff\xff\x0f"
      "\0\0\0\0";
  const dfmt_event *ev;
  dfmt_simpleperf_names *n;
  int32_t process = 7;
  uint64_t seen = 0;
  dfmt_sink *s = memory_sink();
  dfmt_writer *w = open_writer(NULL, s);
  dfmt_reader *r = open_reader(NULL, DFMT_SIMPLEPERF, ids, sizeof ids - 1);
  assert_int_equal(dfmt_simpleperf_names_new(NULL, &n), DFMT_OK);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const dfmt_simpleperf_sample *sample = dfmt_event_simpleperf_sample(ev);
    const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
    const dfmt_simpleperf_thread *thread = dfmt_event_simpleperf_thread(ev);
    assert_true((sample ? sample->thread_id : on ? on->thread_id : thread->thread_id) == INT32_MIN);
    if (thread) assert_int_equal(thread->process_id, -1);
    assert_int_equal(dfmt_simpleperf_names_add(n, ev), DFMT_OK);
    assert_int_equal(dfmt_writer_put(w, ev->body), DFMT_OK);
    seen++;
  }
  assert_int_equal(seen, 3);
  assert_int_equal(dfmt_simpleperf_names_thread(n, INT32_MIN, NULL, &process), 1);
  assert_int_equal(process, -1);
  assert_int_equal(dfmt_simpleperf_names_thread(n, INT32_MAX, NULL, &process), 0);
  assert_int_equal(process, 0);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  expect_bytes(s, ids, sizeof ids - 1);
  dfmt_simpleperf_names_free(n);
  dfmt_reader_free(r);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

static void expect_refused(dfmt_writer *w, const dfmt_head *body, uint32_t number) {
  assert_int_equal(dfmt_writer_put(w, body), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(w)->number, number);
}

static void test_refused(void **state) {
  (void)state;
  dfmt_sink *s = memory_sink();
  dfmt_writer *w = open_writer(NULL, s);
  const dfmt_simpleperf_frame frame = {.execution = 4, .present = DFMT_SIMPLEPERF_FRAME_HAS_VADDR};
  const dfmt_simpleperf_frame_unknown order[] = {{0, STR("\x48\x01")}, {1, STR("\x48\x01")}};
  dfmt_simpleperf_sample sample = {.head = {sizeof sample, DFMT_SIMPLEPERF_SAMPLE},
                                   .present = DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE,
                                   .unwind_code = 9};
  expect_refused(w, &sample.head, DFMT_ERR_ARGUMENT);
  sample.present = DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES;
  sample.n_frames = 1;
  expect_refused(w, &sample.head, DFMT_ERR_ARGUMENT);
  sample.frames = &frame;
  sample.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN;
  sample.frame_unknown = order;
  sample.n_frame_unknown = 2;
  expect_refused(w, &sample.head, DFMT_ERR_ARGUMENT);
  const dfmt_simpleperf_columns columns = {.head = {sizeof columns, DFMT_SIMPLEPERF_COLUMNS}};
  expect_refused(w, &columns.head, DFMT_ERR_WRONG_TYPE);
  dfmt_opaque opaque = {.head = {sizeof opaque, DFMT_OPAQUE}, .present = DFMT_OPAQUE_HAS_DATA, .data = STR("")};
  expect_refused(w, &opaque.head, DFMT_ERR_SIMPLEPERF_SIZE);
  opaque.data = STR("\x0a\x00"); /* a sample */
  expect_refused(w, &opaque.head, DFMT_ERR_SIMPLEPERF_RECORD);
  opaque.data = STR("\x48"); /* cut */
  expect_refused(w, &opaque.head, DFMT_ERR_SIMPLEPERF_RECORD);
  assert_int_equal(dfmt_writer_offset(w), 0);
  opaque.data = STR("\x48\x05");
  assert_int_equal(dfmt_writer_put(w, &opaque.head), DFMT_OK);
  /* raw records: size and bytes must agree */
  uint64_t taken;
  assert_int_equal(dfmt_writer_begin(w, &opaque.head, DFMT_PAYLOAD_DECODED), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_writer_begin(w, &opaque.head, DFMT_PAYLOAD_RAW), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(w, "\x03\0\0\0\x48", 5, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_end(w), DFMT_E_ARG);
  assert_int_equal(dfmt_writer_error(w)->number, DFMT_ERR_SIMPLEPERF_RECORD);
  assert_int_equal(dfmt_writer_begin(w, &opaque.head, DFMT_PAYLOAD_RAW), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(w, "\x02\0", 2, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_payload(w, "\0\0\x48\x06", 4, &taken), DFMT_OK);
  assert_int_equal(dfmt_writer_end(w), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  expect_bytes(s, "SIMPLEPERF\x01\0\x02\0\0\0\x48\x05\x02\0\0\0\x48\x06\0\0\0\0", 28);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* An enumerator that would read back as an unknown field. */
static void test_refused_execution(void **state) {
  (void)state;
  dfmt_sink *s = memory_sink();
  dfmt_writer *w = open_writer(NULL, s);
  dfmt_simpleperf_frame frames[] = {
      {.present = DFMT_SIMPLEPERF_FRAME_HAS_VADDR, .execution = UINT32_MAX},
      {.present = DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION, .execution = DFMT_SIMPLEPERF_EXECUTION_ART + 1}};
  const dfmt_simpleperf_sample sample = {.head = {sizeof sample, DFMT_SIMPLEPERF_SAMPLE},
                                         .present = DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES,
                                         .n_frames = 2,
                                         .frames = frames};
  expect_refused(w, &sample.head, DFMT_ERR_ARGUMENT);
  frames[1].execution = UINT32_MAX;
  expect_refused(w, &sample.head, DFMT_ERR_ARGUMENT);
  const dfmt_simpleperf_frame_unknown unknown = {.frame = 1, .data = {"\x28\x01", 2}};
  dfmt_simpleperf_sample more = sample;
  more.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN;
  more.frame_unknown = &unknown;
  more.n_frame_unknown = 1;
  expect_refused(w, &more.head, DFMT_ERR_ARGUMENT);
  assert_int_equal(dfmt_writer_offset(w), 0);
  frames[1].execution = DFMT_SIMPLEPERF_EXECUTION_ART;
  assert_int_equal(dfmt_writer_put(w, &sample.head), DFMT_OK);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  expect_bytes(s, "SIMPLEPERF\x01\0\x0a\0\0\0\x0a\x08\x1a\x02\x08\0\x1a\x02\x20\x03\0\0\0\0", 30);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* Both ways of putting seven bits together, where there are two. */
static void test_bits(void **state) {
  (void)state;
  uint64_t v = 0x123456789abcdef;
  for (int i = 0; i < 10000; i++) {
    v = v * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = v >> 8 >> (i % 56), w = dfmti_bits_spread(x, false);
    assert_int_equal(w & DFMTI_HIGH_BITS, 0);
    assert_int_equal(dfmti_bits_squeeze(w | (v & DFMTI_HIGH_BITS), false), x);
    if (!dfmti_bits_fast()) continue;
    assert_int_equal(dfmti_bits_spread(x, true), w);
    assert_int_equal(dfmti_bits_squeeze(w | (v & DFMTI_HIGH_BITS), true), x);
  }
  for (unsigned bits = 0; bits <= 64; bits++) {
    uint64_t largest = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    assert_int_equal(dfmti_wire_size(largest), bits == 0 ? 1 : (bits + 6) / 7);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_symbols),       cmocka_unit_test(test_memory),
      cmocka_unit_test(test_limits),        cmocka_unit_test(test_not_seekable),
      cmocka_unit_test(test_slow_names),    cmocka_unit_test(test_columns_memory),
      cmocka_unit_test(test_columns_calls), cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_refused),       cmocka_unit_test(test_bits),
      cmocka_unit_test(test_ids),           cmocka_unit_test(test_salvage_zero_size),
      cmocka_unit_test(test_salvage_end),   cmocka_unit_test(test_refused_execution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
