/* SPDX-License-Identifier: MIT */
/*
 * The containers of event streams, read without the format around them: the same bytes, ends and errors in whatever
 * pieces the file comes, with and without threads, and when memory is short.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apitrace/container.h"
#include "codec/brotli.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"

#include "../../../harness/kept.h"
#include "../../../unit/grown.h"

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((random_state >> 32) * n >> 32);
}

/* ---- a file ---- */

enum { MAX_CHUNKS = 4096 };
enum { LOOKED_AT = 4 }; /* bytes: a source that fails before them cannot be opened */

struct file {
  uint8_t *bytes, *stream;
  size_t len, stream_len;
  size_t n_chunks, at[MAX_CHUNKS + 1], stream_at[MAX_CHUNKS + 1]; /* the last: after the last chunk */
};

static void file_open(struct file *f) {
  *f = (struct file){.bytes = grown(NULL, 0, 2), .len = 2, .at = {2}};
  memcpy(f->bytes, "at", 2);
}

static void file_free(struct file *f) {
  free(f->bytes);
  free(f->stream);
}

static void add_bytes(struct file *f, const void *ptr, size_t len) {
  f->bytes = grown(f->bytes, f->len, len);
  memcpy(f->bytes + f->len, ptr, len);
  f->len += len;
}

static void add_length(struct file *f, uint64_t len) {
  uint8_t word[4];
  for (size_t i = 0; i < 4; i++) word[i] = (uint8_t)(len >> (8 * i));
  add_bytes(f, word, 4);
}

#ifdef HAVE_SNAPPY

/*
 * A chunk of n random bytes that compress somewhat. It begins with its number: in salvage one that repeats how another
 * begins is taken for a forked child's, and left out.
 */
static void add_chunk(struct file *f, size_t n) {
  struct dfmti_fault fault;
  size_t len;
  assert_true(f->n_chunks < MAX_CHUNKS);
  f->stream = grown(f->stream, f->stream_len, n);
  for (size_t i = 0; i < n; i++) {
    size_t at = f->stream_len + i;
    f->stream[at] = at > 100 && random_below(8) ? f->stream[at - 100] : (uint8_t)random_below(256);
  }
  for (size_t i = 0; i < n && i < 2; i++) f->stream[f->stream_len + i] = (uint8_t)(f->n_chunks >> (8 * i));
  uint8_t *block = grown(NULL, 0, dfmti_snappy_room(n));
  assert_int_equal(dfmti_snappy(f->stream + f->stream_len, n, block, &len, &fault), DFMT_OK);
  add_length(f, len);
  add_bytes(f, block, len);
  free(block);
  f->stream_len += n;
  f->n_chunks++;
  f->at[f->n_chunks] = f->len;
  f->stream_at[f->n_chunks] = f->stream_len;
}

#endif

/* ---- a source that gives little, or nothing for now ---- */

struct drip {
  const struct file *file;
  size_t len, given, max; /* of the file, so much */
  bool pauses;
  bool fails; /* instead of ending */
};

static dfmt_status drip_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct drip *d = user;
  *got = 0;
  if (d->pauses && random_below(3) == 0) return DFMT_AGAIN;
  if (d->given == d->len) return d->fails ? DFMT_E_IO : DFMT_END;
  size_t n = d->len - d->given;
  if (n > cap) n = (size_t)cap;
  if (n > d->max) n = 1 + random_below((uint32_t)d->max);
  memcpy(buf, d->file->bytes + d->given, n);
  d->given += n;
  *got = n;
  return DFMT_OK;
}

/* ---- memory that is counted, and refused now and then ---- */

struct memory {
  uint64_t used, peak;
  uint32_t n, every; /* every so many-th allocation fails, 0: none */
};

static void *memory_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct memory *m = user;
  if (new_size > old_size && m->every && ++m->n % m->every == 0) return NULL;
  m->used = m->used - old_size + new_size;
  if (m->used > m->peak) m->peak = m->used;
  return kept_realloc(NULL, ptr, old_size, new_size);
}

/* ---- reading ---- */

struct how {
  uint32_t threads;
  bool recover;
  struct dfmti_container_start start;
  uint64_t max_memory; /* 0: the default */
};

struct reading {
  struct memory memory;
  struct drip drip;
  dfmt_reader *r;
  struct dfmti_container c;
};

static void reading_open(struct reading *x, const struct how *how) {
  dfmt_config *c;
  *x = (struct reading){0};
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmt_config_allocator(c, memory_realloc, &x->memory);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_THREADS, how->threads), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, how->recover), DFMT_OK);
  if (how->max_memory) assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, how->max_memory), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &x->r), DFMT_OK);
  dfmt_config_free(c);
}

static void reading_close(struct reading *x) {
  dfmti_apitrace_container_close(x->r, &x->c);
  dfmt_reader_free(x->r);
  assert_int_equal(x->memory.used, 0);
}

static bool not_now(dfmt_status st) { return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT; }

static dfmt_status start(struct reading *x, const struct drip *drip, const struct how *how) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = drip_read};
  dfmt_source *s;
  dfmt_status st;
  x->drip = *drip;
  if (x->drip.max == 0) x->drip.max = SIZE_MAX;
  assert_int_equal(dfmt_source_new(NULL, &ops, &x->drip, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_open(x->r, 0, s), DFMT_OK);
  dfmt_source_free(s);
  do st = dfmti_apitrace_container_open(x->r, &x->c, &how->start);
  while (not_now(st));
  return st;
}

static dfmt_status fill(struct reading *x, size_t want) {
  size_t had = dfmti_window_len(x->c.win);
  uint64_t offset = dfmti_window_offset(x->c.win);
  dfmt_status st;
  do st = dfmti_apitrace_container_fill(x->r, &x->c, want);
  while (not_now(st));
  assert_int_equal(dfmti_window_offset(x->c.win), offset);
  assert_true(dfmti_window_len(x->c.win) >= had);
  if (st == DFMT_OK) assert_true(dfmti_window_len(x->c.win) >= want);
  if (st < 0 || had < want) assert_int_equal(x->r->in.err.e.status, st < 0 ? st : DFMT_OK);
  return st;
}

static bool chunk_is_at(const struct file *f, uint64_t offset) {
  for (size_t i = 0; i < f->n_chunks; i++)
    if (f->stream_at[i] == offset) return true;
  return false;
}

/* Reads all, in steps of any size, and compares. `made`: so much of the stream is to come, and then `end`. */
static void expect_stream(struct reading *x, const struct file *f, size_t made, dfmt_status end, bool starts) {
  uint64_t from = dfmti_window_offset(x->c.win);
  dfmt_status st = DFMT_OK;
  size_t at = 0;
  while (st == DFMT_OK) {
    st = fill(x, 1 + random_below(random_below(4) ? 5000 : 300000));
    size_t len = dfmti_window_len(x->c.win), eaten = st == DFMT_OK ? 1 + random_below((uint32_t)len) : len;
    assert_true(at + len <= made);
    assert_memory_equal(dfmti_window_ptr(x->c.win), f->stream + at, len);
    assert_int_equal(dfmti_window_ptr(x->c.win)[len], 0); /* the pad */
    for (size_t i = 0; starts && i < len && i < 50; i++)
      assert_int_equal(dfmti_apitrace_container_chunk_begins(&x->c, from + at + i), chunk_is_at(f, at + i));
    dfmti_window_consume(x->c.win, eaten);
    at += eaten;
  }
  assert_int_equal(st, end);
  assert_int_equal(at, made);
  assert_int_equal(fill(x, 1), end); /* told again */
  assert_int_equal(fill(x, 0), DFMT_OK);
}

#if defined(HAVE_SNAPPY) || defined(HAVE_BROTLI)
static void expect_error(const struct reading *x, uint32_t number, uint64_t offset) {
  assert_int_equal(x->r->in.err.e.number, number);
  assert_int_equal(x->r->in.err.e.offset, offset);
  assert_int_equal(x->r->in.err.e.origin, DFMT_ORIGIN_WRAPPER);
}
#endif

/* ---- what it is ---- */

static void test_kinds(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t len;
    uint32_t asked;
    dfmt_status status;
    uint32_t number, kind;
  } known[] = {
      {"", 0, 0, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED, 0},
      {"a", 1, 0, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED, 0},
      {"b", 1, 0, DFMT_E_FORMAT, DFMT_ERR_UNKNOWN_FORMAT, 0},
      {"some text\n", 10, 0, DFMT_E_FORMAT, DFMT_ERR_UNKNOWN_FORMAT, 0},
      {"\x1f\x8b\x08\x00", 4, 0, DFMT_E_FORMAT, DFMT_ERR_UNKNOWN_FORMAT, 0}, /* a wrapper that is not to be taken off */
#ifdef HAVE_SNAPPY
      {"at", 2, 0, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_SNAPPY},
      {"at", 2, DFMT_APITRACE_CONTAINER_SNAPPY, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_SNAPPY},
      {"attic", 5, 0, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_SNAPPY},
#else
      {"at", 2, 0, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, 0},
#endif
#ifdef HAVE_BROTLI
      {"\x3f", 1, 0, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_BROTLI},
      {"\x06", 1, DFMT_APITRACE_CONTAINER_BROTLI, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_BROTLI},
#else
      {"\x3f", 1, 0, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, 0},
#endif
      {"at", 2, DFMT_APITRACE_CONTAINER_RAW, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_RAW},
      {"", 0, DFMT_APITRACE_CONTAINER_RAW, DFMT_OK, 0, DFMT_APITRACE_CONTAINER_RAW},
  };
  struct how how = {0};
  struct reading x;
  reading_open(&x, &how);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct file f = {.bytes = (uint8_t *)(uintptr_t)known[i].bytes, .len = known[i].len};
    how.start.kind = known[i].asked;
    assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len, .max = 1, .pauses = i % 2}, &how),
                     known[i].status);
    if (known[i].status == DFMT_OK)
      assert_int_equal(x.c.kind, known[i].kind);
    else
      assert_int_equal(x.r->in.err.e.number, known[i].number);
  }
  reading_close(&x);
}

static void test_raw(void **state) {
  (void)state;
  struct file f;
  file_open(&f);
  for (uint32_t i = 0; i < 100000; i++) add_length(&f, random_below(UINT32_MAX));
  f.stream = grown(NULL, 0, f.len);
  memcpy(f.stream, f.bytes, f.len);
  struct how how = {.start = {.kind = DFMT_APITRACE_CONTAINER_RAW, .offset = 1000}};
  struct reading x;
  reading_open(&x, &how);
  assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len, .max = 9000, .pauses = true}, &how), DFMT_OK);
  assert_int_equal(dfmti_window_offset(x.c.win), 1000);
  assert_false(dfmti_apitrace_container_chunk_begins(&x.c, 1000));
  expect_stream(&x, &f, f.len, DFMT_END, false);
  reading_close(&x);
  file_free(&f);
}

#ifdef HAVE_SNAPPY

/* ---- Snappy ---- */

static const struct how ways[] = {
    {.threads = 0}, {.threads = 0, .recover = true}, {.threads = 1}, {.threads = 3, .recover = true}};
enum { WAYS = sizeof ways / sizeof *ways };

static void make_file(struct file *f, size_t chunks, uint32_t max) {
  file_open(f);
  for (size_t i = 0; i < chunks; i++) add_chunk(f, 1 + random_below(random_below(2) ? 40 : max));
}

static void test_sound(void **state) {
  (void)state;
  struct file f;
  for (int round = 0; round < 12; round++) {
    make_file(&f, random_below(round < 8 ? 40 : 2000), round < 8 ? 100000 : 60);
    for (size_t w = 0; w < WAYS; w++) {
      struct reading x;
      reading_open(&x, &ways[w]);
      for (int again = 0; again < 2; again++) {
        struct drip drip = {.file = &f, .len = f.len, .max = round % 2 ? 3000 : 0, .pauses = round % 3 == 0};
        assert_int_equal(start(&x, &drip, &ways[w]), DFMT_OK);
        expect_stream(&x, &f, f.stream_len, DFMT_END, ways[w].recover);
        assert_int_equal(x.c.ahead != NULL, ways[w].threads > 0 && dfmt_has_feature(DFMT_FEATURE_THREADS));
      }
      reading_close(&x);
    }
    file_free(&f);
  }
}

/* Opened anew in the middle of it all, and in the middle of the file. */
static void test_again(void **state) {
  (void)state;
  struct file f;
  make_file(&f, 60, 50000);
  for (size_t w = 0; w < WAYS; w++) {
    struct reading x;
    reading_open(&x, &ways[w]);
    for (int round = 0; round < 40; round++) {
      assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len}, &ways[w]), DFMT_OK);
      assert_int_equal(fill(&x, 1 + random_below((uint32_t)f.stream_len)), DFMT_OK);
    }
    size_t chunk = 30;
    struct file rest = {.bytes = f.bytes + f.at[chunk],
                        .len = f.len - f.at[chunk],
                        .stream = f.stream + f.stream_at[chunk],
                        .stream_len = f.stream_len - f.stream_at[chunk]};
    struct how how = ways[w];
    how.start = (struct dfmti_container_start){.behind_magic = true, .offset = f.stream_at[chunk]};
    assert_int_equal(start(&x, &(struct drip){.file = &rest, .len = rest.len}, &how), DFMT_OK);
    assert_int_equal(dfmti_window_offset(x.c.win), f.stream_at[chunk]);
    expect_stream(&x, &rest, rest.stream_len, DFMT_END, false);
    reading_close(&x);
  }
  file_free(&f);
}

/* Cut everywhere. In salvage a part of the cut chunk comes, too: by the rule, which test_snappy.c has the test of. */
static void test_cut(void **state) {
  (void)state;
  struct file f;
  size_t parts = 0;
  make_file(&f, 9, 60);
  for (size_t cut = 2; cut <= f.len; cut++) {
    size_t whole = 0;
    while (whole < f.n_chunks && f.at[whole + 1] <= cut) whole++;
    size_t made = f.stream_at[whole], left = cut - f.at[whole];
    const uint8_t *block = f.bytes + f.at[whole] + 4;
    uint8_t out[200];
    size_t part = left > 4 ? dfmti_snappy_salvage(block, left - 4, out, dfmti_snappy_salvage_room(block, left - 4)) : 0;
    parts += part > 0;
    for (size_t w = 0; w < WAYS; w++) {
      struct reading x;
      reading_open(&x, &ways[w]);
      assert_int_equal(start(&x, &(struct drip){.file = &f, .len = cut, .max = 1 + cut % 50}, &ways[w]), DFMT_OK);
      expect_stream(&x, &f, made + (ways[w].recover ? part : 0), left ? DFMT_E_TRUNCATED : DFMT_END, ways[w].recover);
      if (left) {
        fill(&x, 1);
        expect_error(&x, DFMT_ERR_SNAPPY_TRUNCATED, f.at[whole]);
      }
      reading_close(&x);
    }
  }
  assert_true(parts > f.len / 2);
  file_free(&f);
}

/* The file cannot be read on: what came before it is all there, and the error is that of the source. */
static void test_source_fails(void **state) {
  (void)state;
  struct file f;
  make_file(&f, 20, 3000);
  for (size_t w = 0; w < WAYS; w++) {
    for (size_t cut = 2; cut < f.len; cut += 1 + random_below(400)) {
      size_t whole = 0;
      while (f.at[whole + 1] <= cut) whole++;
      struct reading x;
      reading_open(&x, &ways[w]);
      dfmt_status st = start(&x, &(struct drip){.file = &f, .len = cut, .fails = true}, &ways[w]);
      if (cut >= LOOKED_AT) assert_int_equal(st, DFMT_OK);
      if (st == DFMT_OK) expect_stream(&x, &f, f.stream_at[whole], DFMT_E_IO, false);
      assert_int_equal(x.r->in.err.e.status, DFMT_E_IO);
      reading_close(&x);
    }
  }
  file_free(&f);
}

static const struct {
  const char *what;
  uint8_t bytes[20];
  size_t len;
  dfmt_status status;
  uint32_t number;
} hostile[] = {
    {"chunk length 0", {0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 'a'}, 11, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH},
    {"chunk length 2^32-1", {0xff, 0xff, 0xff, 0xff, 1, 0, 'a'}, 7, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH},
    {"chunk length 64 MiB and 1", {1, 0, 0, 4, 1, 0, 'a'}, 7, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH},
    {"chunk length 64 MiB", {0, 0, 0, 4, 1, 0, 'a'}, 7, DFMT_E_TRUNCATED, DFMT_ERR_SNAPPY_TRUNCATED},
    {"expands to nothing", {1, 0, 0, 0, 0}, 5, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH},
    {"claims 4 GiB", {6, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0}, 10, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_LENGTH},
    {"claims 64 MiB", {5, 0, 0, 0, 0x80, 0x80, 0x80, 0x20, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"size above 32 bits", {6, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0}, 10, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"size that does not end", {2, 0, 0, 0, 0x80, 0x80}, 6, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"copy from before the start", {5, 0, 0, 0, 5, 0, 'a', 1, 2}, 9, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"copy with offset 0", {5, 0, 0, 0, 5, 0, 'a', 1, 0}, 9, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"expands to less than it claims", {3, 0, 0, 0, 3, 0, 'a'}, 7, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"expands to more than it claims", {5, 0, 0, 0, 1, 8, 'a', 'b', 'c'}, 9, DFMT_E_FORMAT, DFMT_ERR_SNAPPY_DATA},
    {"ends in a length", {1, 0, 0}, 3, DFMT_E_TRUNCATED, DFMT_ERR_SNAPPY_TRUNCATED},
};

/* After some good chunks, and good ones after it. */
static void test_hostile(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    for (size_t w = 0; w < WAYS; w++) {
      struct file f;
      make_file(&f, i, 5000);
      size_t made = f.stream_len, at = f.len;
      add_bytes(&f, hostile[i].bytes, hostile[i].len);
      if (hostile[i].status == DFMT_E_FORMAT) add_chunk(&f, 30);
      struct reading x;
      reading_open(&x, &ways[w]);
      assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len, .pauses = true}, &ways[w]), DFMT_OK);
      if (hostile[i].number == DFMT_ERR_SNAPPY_TRUNCATED && ways[w].recover && hostile[i].len > 4) {
        f.stream = grown(f.stream, f.stream_len, made + 1 - f.stream_len); /* salvage */
        f.stream[made++] = 'a';
      }
      expect_stream(&x, &f, made, hostile[i].status, false);
      fill(&x, 1);
      expect_error(&x, hostile[i].number, at);
      assert_true(x.memory.peak < 2000000);
      reading_close(&x);
      file_free(&f);
    }
  }
}

/* Whatever is wrong with a file, all ways say the same of it. */
static void test_damage(void **state) {
  (void)state;
  size_t damaged = 0;
  for (int round = 0; round < 150; round++) {
    struct file f;
    struct reading first, x;
    make_file(&f, 12, round % 2 ? 100 : 20000);
    for (uint32_t n = 1 + random_below(3); n > 0; n--)
      f.bytes[2 + random_below((uint32_t)f.len - 2)] ^= (uint8_t)(1u << random_below(8));
    if (random_below(2)) f.len = 2 + random_below((uint32_t)f.len - 2);
    reading_open(&first, &ways[round % 2]);
    assert_int_equal(start(&first, &(struct drip){.file = &f, .len = f.len}, &ways[round % 2]), DFMT_OK);
    dfmt_status end = fill(&first, SIZE_MAX);
    size_t made = dfmti_window_len(first.c.win);
    f.stream = grown(f.stream, f.stream_len, made + 1 - f.stream_len);
    if (made) memcpy(f.stream, dfmti_window_ptr(first.c.win), made);
    damaged += end == DFMT_E_FORMAT;
    for (size_t w = 0; w < WAYS; w++) {
      if (ways[w].recover != ways[round % 2].recover) continue;
      reading_open(&x, &ways[w]);
      struct drip drip = {.file = &f, .len = f.len, .max = 1 + random_below(500), .pauses = true};
      assert_int_equal(start(&x, &drip, &ways[w]), DFMT_OK);
      expect_stream(&x, &f, made, end, false);
      fill(&first, SIZE_MAX);
      fill(&x, 1);
      if (end < 0) expect_error(&x, first.r->in.err.e.number, first.r->in.err.e.offset);
      reading_close(&x);
    }
    reading_close(&first);
    file_free(&f);
  }
  assert_in_range(damaged, 10, 149);
}

/* Every n-th allocation fails, and what is asked for again goes on where it stopped. */
static void test_out_of_memory(void **state) {
  (void)state;
  struct file f;
  make_file(&f, 30, 300000);
  for (size_t w = 0; w < WAYS; w++) {
    for (uint32_t every = 2; every < 12; every++) {
      struct reading x;
      reading_open(&x, &ways[w]);
      x.memory.every = every;
      for (int again = 0; again < 2; again++) {
        assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len - 1, .max = 100000}, &ways[w]), DFMT_OK);
        size_t made = f.stream_at[f.n_chunks - 1];
        if (ways[w].recover) {
          assert_int_equal(fill(&x, f.stream_len), DFMT_E_TRUNCATED);
          made = dfmti_window_len(x.c.win);
          assert_true(made < f.stream_len);
        }
        expect_stream(&x, &f, made, DFMT_E_TRUNCATED, ways[w].recover);
      }
      reading_close(&x);
    }
  }
  file_free(&f);
}

/* With a limit that is raised as the error says. */
static void test_limit(void **state) {
  (void)state;
  struct file f;
  make_file(&f, 20, 1000000);
  for (size_t w = 0; w < WAYS; w++) {
    struct how how = ways[w];
    how.max_memory = 1 << 20;
    struct reading x;
    size_t raised = 0, at = 0;
    reading_open(&x, &how);
    assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len}, &how), DFMT_OK);
    for (dfmt_status st = DFMT_OK; st != DFMT_END;) {
      st = dfmti_apitrace_container_fill(x.r, &x.c, 1);
      if (st == DFMT_E_LIMIT) {
        assert_int_equal(x.r->in.err.e.option, DFMT_CFG_MAX_MEMORY);
        assert_true(x.r->in.err.e.needed > x.r->in.mem.limit);
        x.r->in.mem.limit = x.r->in.err.e.needed;
        raised++;
        continue;
      }
      size_t len = dfmti_window_len(x.c.win);
      assert_memory_equal(dfmti_window_ptr(x.c.win), f.stream + at, len);
      dfmti_window_consume(x.c.win, len);
      at += len;
    }
    assert_int_equal(at, f.stream_len);
    assert_true(raised > 0);
    reading_close(&x);
  }
  file_free(&f);
}

/* Chunks of 1 MiB as the tracer writes them take 2 MiB for the stream and at most 2 MiB for the file. */
static void test_memory(void **state) {
  (void)state;
  struct file f;
  struct reading x;
  struct how how = {0};
  file_open(&f);
  for (int i = 0; i < 8; i++) add_chunk(&f, 1 << 20);
  reading_open(&x, &how);
  uint64_t before = x.memory.used;
  assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len}, &how), DFMT_OK);
  for (size_t at = 0; fill(&x, 3000) == DFMT_OK;) {
    size_t eaten = dfmti_window_len(x.c.win) - 2999; /* an event that goes on in the next chunk */
    assert_memory_equal(dfmti_window_ptr(x.c.win), f.stream + at, dfmti_window_len(x.c.win));
    dfmti_window_consume(x.c.win, eaten);
    at += eaten;
  }
  assert_true(x.c.own.cap <= (2 << 20) + DFMTI_WINDOW_PAD);
  assert_true(x.r->in.win.cap <= (2 << 20) + DFMTI_WINDOW_PAD);
  assert_true(x.memory.peak - before < (4 << 20) + 1000);
  reading_close(&x);
  file_free(&f);
}

#define SNAPPY_TESTS \
  cmocka_unit_test(test_sound), cmocka_unit_test(test_again), cmocka_unit_test(test_cut), \
      cmocka_unit_test(test_source_fails), cmocka_unit_test(test_hostile), cmocka_unit_test(test_damage), \
      cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_limit), cmocka_unit_test(test_memory),

#else
#define SNAPPY_TESTS
#endif

#ifdef HAVE_BROTLI

/* ---- Brotli ---- */

static void make_brotli(struct file *f, size_t n) {
  struct memory memory = {0};
  struct dfmti_mem m = {.fn = memory_realloc, .user = &memory, .limit = UINT64_MAX};
  struct dfmti_fault fault;
  struct dfmti_brotli *z = dfmti_brotli_new(&m);
  *f = (struct file){.stream = grown(NULL, 0, n), .stream_len = n, .bytes = grown(NULL, 0, n + 1000)};
  for (size_t i = 0; i < n; i++)
    f->stream[i] = i > 100 && random_below(8) ? f->stream[i - 100] : (uint8_t)random_below(256);
  assert_int_equal(dfmti_brotli_start(z, 4, &fault), DFMT_OK);
  struct dfmti_io io = {f->stream, n, f->bytes, n + 1000};
  assert_int_equal(dfmti_brotli_step(z, &io, true, &fault), DFMT_END);
  f->len = n + 1000 - io.out_len;
  dfmti_brotli_free(&m, z);
  assert_int_equal(memory.used, 0);
}

static void test_brotli(void **state) {
  (void)state;
  const struct how how = {0};
  for (int round = 0; round < 6; round++) {
    struct file f;
    struct reading x;
    make_brotli(&f, 1 + random_below(round % 2 ? 1000 : 2000000));
    reading_open(&x, &how);
    for (uint32_t every = 0; every < 5; every++) {
      struct drip drip = {.file = &f, .len = f.len, .max = round % 3 ? 5000 : 0, .pauses = round % 2};
      x.memory.every = every == 1 ? 0 : every;
      assert_int_equal(start(&x, &drip, &how), DFMT_OK);
      expect_stream(&x, &f, f.stream_len, DFMT_END, false);
      /* cut: all that there is, and the file's end as the place */
      drip.len = f.len / 2 + random_below((uint32_t)f.len / 2);
      if (drip.len < LOOKED_AT) drip.len = LOOKED_AT;
      assert_int_equal(start(&x, &drip, &how), DFMT_OK);
      assert_int_equal(fill(&x, f.stream_len + 1), DFMT_E_TRUNCATED);
      expect_error(&x, DFMT_ERR_BROTLI_TRUNCATED, drip.len);
      expect_stream(&x, &f, dfmti_window_len(x.c.win), DFMT_E_TRUNCATED, false);
      /* a source that fails there gives as much */
      size_t made = (size_t)dfmti_window_offset(x.c.win);
      drip.fails = true;
      assert_int_equal(start(&x, &drip, &how), DFMT_OK);
      assert_int_equal(fill(&x, f.stream_len + 1), DFMT_E_IO);
      assert_true(dfmti_window_len(x.c.win) <= made);
      expect_stream(&x, &f, dfmti_window_len(x.c.win), DFMT_E_IO, false);
    }
    add_bytes(&f, "x", 1);
    assert_int_equal(start(&x, &(struct drip){.file = &f, .len = f.len}, &how), DFMT_OK);
    expect_stream(&x, &f, f.stream_len, DFMT_E_FORMAT, false);
    fill(&x, 1);
    assert_in_range(x.r->in.err.e.offset, f.len - 1, f.len); /* it need not have been read yet */
    expect_error(&x, DFMT_ERR_CODEC_TRAILING, x.r->in.err.e.offset);
    reading_close(&x);
    file_free(&f);
  }
}

#define BROTLI_TESTS cmocka_unit_test(test_brotli),
#else
#define BROTLI_TESTS
#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds), cmocka_unit_test(test_raw),
                                     SNAPPY_TESTS BROTLI_TESTS};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
