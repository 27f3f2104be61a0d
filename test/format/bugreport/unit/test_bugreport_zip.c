/* SPDX-License-Identifier: MIT */
/* Single records of zips, and whole zips whose numbers are at, or beyond, what can be. */
#include "zips.h"

#include <stdio.h>

#include "bugreport/entry.h"
#include "bugreport/read.h"

/* ---- single records ---- */

static struct dfmti_zip_entry parse(const struct member *m, bool central) {
  struct zip z = {NULL, 0, 0};
  struct dfmti_zip_entry e;
  if (central) {
    zip_central(&z, m);
    dfmti_zip_parse_central(z.p, &e);
  } else {
    zip_local(&z, m);
    dfmti_zip_parse_local(z.p, &e);
  }
  e.name = e.extra = e.comment = (dfmt_str){NULL, 0};
  zip_free(&z);
  return e;
}

/* zip64's field: fields in their order, only those that are all ones, and as many as there are. */
static void wide_fields(void **state) {
  (void)state;
  static const char whole[] = "\1\0\30\0\1\0\0\0\0\0\0\200\2\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0";
  static const char behind[] = "\5\0\2\0xy\1\0\10\0\7\0\0\0\1\0\0\0";
  static const char cut[] = "\1\0\7\0\1\0\0\0\0\0\0";
  static const char too_long[] = "\1\0\11\0\1\0\0\0\0\0\0\0";
  const uint32_t ONES = UINT32_MAX;
  struct member m = {.name = "n", .extra = whole, .extra_len = 28, .stored = ONES, .size = ONES, .header = ONES};
  struct dfmti_zip_entry e = parse(&m, true);
  assert_true(e.zip64 && e.size == 0x8000000000000001 && e.stored == 2 && e.header == 0x100000003);
  e = parse(&m, false);
  assert_true(e.zip64 && e.size == 0x8000000000000001 && e.stored == 2);
  m.size = ONES - 1; /* at the boundary: it is what it says, and the field begins with the next one */
  e = parse(&m, true);
  assert_true(e.size == ONES - 1 && e.stored == 0x8000000000000001 && e.header == 2);
  m.stored = 5;
  e = parse(&m, true);
  assert_true(e.size == ONES - 1 && e.stored == 5 && e.header == 0x8000000000000001);
  m = (struct member){.name = "n", .extra = behind, .extra_len = 18, .stored = 1, .size = ONES, .header = ONES};
  e = parse(&m, true);
  assert_true(e.zip64 && e.size == 0x100000007 && e.stored == 1 && e.header == ONES);
  m = (struct member){.name = "n", .extra = cut, .extra_len = 11, .stored = 1, .size = ONES};
  e = parse(&m, true);
  assert_true(e.zip64 && e.size == ONES);
  m = (struct member){.name = "n", .extra = too_long, .extra_len = 12, .stored = 1, .size = ONES};
  e = parse(&m, true);
  assert_true(!e.zip64 && e.size == ONES);
  m = (struct member){.name = "n", .extra = "\1\0\0", .extra_len = 3, .stored = 1, .size = ONES};
  e = parse(&m, false);
  assert_true(!e.zip64 && e.size == ONES);
}

/* A descriptor is read as what fits: with a signature or without, with 4 or 8 bytes for sizes. */
static void descriptors(void **state) {
  (void)state;
  for (int i = 0; i < 16; i++) {
    bool signature = i & 1, zip64 = i & 4, large = i & 8;
    int width = i & 2 ? 8 : 4;
    struct member m = {.crc = 0x12345678, .stored = large ? 0x100000007 : 7, .size = large ? 0x300000009 : 9};
    struct zip z = {NULL, 0, 0};
    struct dfmti_zip_entry e = {.zip64 = zip64};
    zip_descriptor(&z, &m, signature, width);
    size_t n = z.n;
    zip_put(&z, "PK\1\2 and what follows it", 24);
    /* 32 bits of a size that has more are what writers leave that do not know better */
    assert_int_equal(dfmti_zip_descriptor(z.p, z.n, &e, m.stored, m.size, m.crc), n);
    assert_true(e.sized && e.crc == m.crc && e.stored == m.stored && e.size == m.size);
    for (size_t cut = 0; cut < n; cut++) {
      e = (struct dfmti_zip_entry){.zip64 = zip64};
      assert_int_equal(dfmti_zip_descriptor(z.p, cut, &e, m.stored, m.size, m.crc), 0);
    }
    e = (struct dfmti_zip_entry){.zip64 = zip64};
    assert_int_equal(dfmti_zip_descriptor(z.p, z.n, &e, m.stored, m.size, m.crc + 1), 0);
    assert_true(e.sized); /* the likeliest reading, for what the data are told to differ from */
    zip_free(&z);
  }
}

/* ---- whole zips ---- */

struct outcome {
  dfmt_status st;
  uint32_t number; /* of the error, or in salvage of the first diagnostic that is one */
  uint64_t entries, bytes;
};

enum how { DECODED = DFMT_PAYLOAD_DECODED, STORED = DFMT_PAYLOAD_STORED, PASSED }; /* what becomes of payloads */

/* Goes through a zip and all payloads in it. */
static struct outcome go_through(const struct zip *z, bool directory, bool salvage, uint32_t key, uint64_t value,
                                 enum how how) {
  struct pieces x = {.p = z->p, .n = z->n};
  struct outcome o = {.entries = 0};
  dfmt_config *c;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  uint64_t pass = directory ? DFMT_BUGREPORT_PASS_DIRECTORY : DFMT_BUGREPORT_PASS_FORWARD;
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_PASS, pass), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, salvage), DFMT_OK);
  if (key) assert_int_equal(dfmt_config_set(c, key, value), DFMT_OK);
  dfmt_source *s = pieces_source(&x, directory);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
  while ((o.st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const void *p;
    uint64_t n;
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d && d->severity == DFMT_SEVERITY_ERROR && !o.number) o.number = d->number;
    if (!dfmt_event_bugreport_entry(ev)) continue;
    o.entries++;
    if (how != PASSED) assert_int_equal(dfmt_payload_mode(r, (uint32_t)how), DFMT_OK);
    while (how != PASSED && dfmt_payload_chunk(r, &p, &n) == DFMT_OK) o.bytes += n;
  }
  if (o.st < 0) o.number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return o;
}

static struct outcome read_zip(const struct zip *z, bool directory, bool salvage, uint32_t key, uint64_t value) {
  return go_through(z, directory, salvage, key, value, DECODED);
}

/* Salvage, forward, over all payloads. */
static struct outcome pass_zip(const struct zip *z) { return go_through(z, false, true, 0, 0, PASSED); }
/* The same with their stored bytes. */
static struct outcome read_stored(const struct zip *z) { return go_through(z, false, true, 0, 0, STORED); }

static const struct member text = {.name = "n", .crc = 0xcbf43926, .stored = 9, .size = 9}; /* "123456789" */

static void add_text(struct zip *z, const struct member *m) {
  zip_local(z, m);
  zip_put(z, "123456789", 9);
}

static void expect(const struct outcome *o, dfmt_status st, uint32_t number, uint64_t entries, uint64_t bytes) {
  if (o->st != st || o->number != number || o->entries != entries || o->bytes != bytes)
    fail_msg("%s, error %u, %llu entries, %llu bytes; wanted %s, %u, %llu, %llu", dfmt_status_name(o->st), o->number,
             (unsigned long long)o->entries, (unsigned long long)o->bytes, dfmt_status_name(st), number,
             (unsigned long long)entries, (unsigned long long)bytes);
}

/* Places of headers that lead after the end of the file, and over what 64 bits can say. */
static void far_headers(void **state) {
  (void)state;
  static const uint64_t places[] = {39, 40, 1000, UINT32_MAX, INT64_MAX, 1ull << 63, UINT64_MAX - 30, UINT64_MAX};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (int junk = 0; junk < 2; junk++) {
      struct zip z = {NULL, 0, 0};
      uint8_t extra[12] = {1, 0, 8, 0};
      for (int k = 0; k < 8; k++) extra[4 + k] = (uint8_t)(places[i] >> 8 * k);
      if (junk) zip_put(&z, "junk", 4);
      size_t start = z.n;
      add_text(&z, &text);
      size_t directory = z.n - start;
      zip_central(&z, &text);
      struct member far = text;
      far.name = "f";
      far.header = UINT32_MAX;
      far.extra = (const char *)extra;
      far.extra_len = sizeof extra;
      zip_central(&z, &far);
      zip_end(&z, 2, z.n - start - directory, directory);
      struct outcome o = read_zip(&z, true, false, 0, 0);
      expect(&o, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_HEADER, 1, 9);
      o = read_zip(&z, true, true, 0, 0);
      expect(&o, DFMT_END, DFMT_ERR_BUGREPORT_ZIP_HEADER, 2, 9);
      zip_free(&z);
    }
}

/* Sizes that are more than there is, up to what 64 bits can say. */
static void far_ends(void **state) {
  (void)state;
  static const uint64_t sizes[] = {100, UINT32_MAX, 1ull << 63, UINT64_MAX - 31, UINT64_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int method = 0; method <= 8; method += 8) {
      struct zip z = {NULL, 0, 0};
      uint8_t extra[20] = {1, 0, 16, 0};
      for (int k = 0; k < 16; k++) extra[4 + k] = (uint8_t)(sizes[i] >> 8 * (k % 8));
      struct member m = {.name = "n",
                         .extra = (const char *)extra,
                         .extra_len = sizeof extra,
                         .crc = text.crc,
                         .method = (uint32_t)method,
                         .stored = UINT32_MAX,
                         .size = UINT32_MAX};
      if (method)
        zip_local(&z, &m), zip_deflate(&z, "123456789", 9, 9);
      else
        add_text(&z, &m);
      size_t directory = z.n;
      zip_central(&z, &m);
      zip_end(&z, 1, z.n - directory, directory);
      for (int pass = 0; pass < 2; pass++)
        for (int salvage = 0; salvage < 2; salvage++) {
          struct outcome o = read_zip(&z, pass, salvage, 0, 0);
          assert_int_equal(o.entries, 1);
          assert_true(method ? o.bytes == 9 : o.bytes >= 9 && o.bytes <= z.n);
          assert_int_equal(o.st, salvage || pass ? DFMT_END : DFMT_E_TRUNCATED);
        }
      zip_free(&z);
    }
}

/* End records whose numbers lead before the file, after it or around: there is no directory by them. */
static void far_directories(void **state) {
  (void)state;
  static const uint64_t numbers[] = {0, 1, 46, 47, 48, 10000, UINT32_MAX - 1, UINT32_MAX};
  enum { N = sizeof numbers / sizeof *numbers };
  for (size_t i = 0; i < N * N; i++) {
    struct zip z = {NULL, 0, 0};
    add_text(&z, &text);
    size_t directory = z.n;
    zip_central(&z, &text);
    bool good = numbers[i / N] == z.n - directory && numbers[i % N] <= directory;
    zip_end(&z, 1, numbers[i / N], numbers[i % N]);
    struct outcome o = read_zip(&z, true, true, 0, 0);
    assert_int_equal(o.st, DFMT_END);
    if (!good || numbers[i % N] == directory) expect(&o, DFMT_END, o.number, 1, 9);
    zip_free(&z);
  }
}

static void end64(struct zip *z, uint64_t n, uint64_t size, uint64_t offset, uint64_t place) {
  zip_put(z, "PK\6\6", 4);
  zip_number(z, 44, 8);
  zip_number(z, 0x2d002d, 4);
  zip_number(z, 0, 8);
  zip_number(z, n, 8);
  zip_number(z, n, 8);
  zip_number(z, size, 8);
  zip_number(z, offset, 8);
  zip_put(z, "PK\6\7\0\0\0\0", 8);
  zip_number(z, place, 8);
  zip_number(z, 1, 4);
  zip_end(z, 0xffff, UINT32_MAX, UINT32_MAX);
}

/* zip64's end record, its numbers right and wrong. */
static void wide_ends(void **state) {
  (void)state;
  for (int i = 0; i < 8; i++) {
    struct zip z = {NULL, 0, 0};
    add_text(&z, &text);
    size_t directory = z.n;
    zip_central(&z, &text);
    size_t end = z.n, size = end - directory;
    static const uint64_t wrong[] = {1, 1ull << 63, UINT64_MAX, UINT64_MAX - 55};
    uint64_t x = wrong[i % 4];
    end64(&z, 1, i < 4 ? size : x, i < 4 ? directory : x, i < 4 ? end + x : end);
    struct outcome o = read_zip(&z, true, i >= 4, 0, 0);
    if (i < 4) /* the locator is wrong, but the record stands right before it */
      expect(&o, DFMT_END, 0, 1, 9);
    else /* no directory: forward, which the directory that follows is part of */
      assert_true(o.st == DFMT_END && o.entries == 1 && o.bytes == 9);
    o = read_zip(&z, false, false, 0, 0);
    if (i < 4) expect(&o, DFMT_END, 0, 1, 9);
    zip_free(&z);
  }
}

/* A file too short for what its locator leads to. */
static void nothing_but_a_locator(void **state) {
  (void)state;
  for (size_t before = 0; before < 60; before++) {
    struct zip z = {NULL, 0, 0};
    for (size_t i = 0; i < before; i++) zip_put(&z, i == 0 ? "P" : i == 1 ? "K" : i == 2 ? "\5" : "\6", 1);
    zip_put(&z, "PK\6\7\0\0\0\0", 8);
    zip_number(&z, before % 2 ? UINT64_MAX : 0, 8);
    zip_number(&z, 1, 4);
    zip_end(&z, 0xffff, UINT32_MAX, UINT32_MAX);
    struct outcome o = read_zip(&z, true, true, 0, 0);
    assert_int_equal(o.entries, 0);
    zip_free(&z);
  }
}

/* max_entries, max_table and duplicates count where they should, and not one too early. */
static void limits(void **state) {
  (void)state;
  enum { N = 5 };
  static char comment[60000];
  struct zip z = {NULL, 0, 0}, directory = {NULL, 0, 0};
  memset(comment, 'c', sizeof comment - 1);
  for (int i = 0; i < N; i++) {
    char name[2] = {(char)('a' + i), '\0'};
    struct member m = text;
    m.name = name;
    m.header = z.n;
    m.comment = comment;
    add_text(&z, &m);
    zip_central(&directory, &m);
  }
  size_t at = z.n;
  zip_put(&z, directory.p, directory.n);
  zip_end(&z, N, directory.n, at);
  for (int pass = 0; pass < 2; pass++) {
    for (int salvage = 0; salvage < 2; salvage++) {
      struct outcome o = read_zip(&z, pass, salvage, DFMT_CFG_BUGREPORT_MAX_ENTRIES, N);
      expect(&o, DFMT_END, 0, N, N * 9);
      o = read_zip(&z, pass, salvage, DFMT_CFG_BUGREPORT_MAX_ENTRIES, N - 1);
      if (pass && !salvage) /* the look for a text goes through all before the first event */
        expect(&o, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_ENTRIES, 0, 0);
      else
        expect(&o, salvage ? DFMT_END : DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_ZIP_ENTRIES, N - 1, (N - 1) * 9);
    }
  }
  struct outcome o = read_zip(&z, true, false, DFMT_CFG_MAX_TABLE, directory.n - 1);
  expect(&o, DFMT_E_LIMIT, DFMT_ERR_MAX_TABLE, 0, 0);
  zip_free(&z);
  zip_free(&directory);
}

/* Two records of one entry, and one inside of the other. */
static void overlaps(void **state) {
  (void)state;
  for (int inside = 0; inside < 2; inside++) {
    struct zip z = {NULL, 0, 0};
    struct member inner = text, outer = text;
    inner.name = "i";
    inner.header = inside ? 31 : 0;
    outer.stored = outer.size = inside ? 31 + 9 : 9;
    outer.crc = 0;
    zip_local(&z, &outer);
    if (inside)
      add_text(&z, &inner);
    else
      zip_put(&z, "123456789", 9);
    size_t directory = z.n;
    zip_central(&z, &outer);
    zip_central(&z, &inner);
    zip_end(&z, 2, z.n - directory, directory);
    struct outcome o = read_zip(&z, true, false, 0, 0);
    assert_int_equal(o.st, DFMT_E_FORMAT);
    if (inside) assert_int_equal(o.number, DFMT_ERR_BUGREPORT_ZIP_OVERLAP);
    o = read_zip(&z, true, true, 0, 0);
    assert_int_equal(o.st, DFMT_END);
    assert_int_equal(o.entries, 2);
    zip_free(&z);
  }
}

/* Many records of one entry: a few are read, in salvage; those that would be a bomb are not. */
static void shared_data(void **state) {
  (void)state;
  enum { SIZE = 300000, N = 40, READ = 1 + (1 << 20) / (SIZE + 31) };
  struct zip z = {NULL, 0, 0};
  struct member m = text;
  m.stored = m.size = SIZE;
  zip_local(&z, &m);
  for (int i = 0; i < SIZE; i++) zip_put(&z, "x", 1);
  m.crc = (uint32_t)crc32(0, z.p + z.n - SIZE, SIZE);
  size_t directory = z.n;
  for (int i = 0; i < N; i++) {
    char name[2] = {(char)('0' + i), '\0'};
    m.name = name;
    zip_central(&z, &m);
  }
  zip_end(&z, N, z.n - directory, directory);
  struct outcome o = read_zip(&z, true, true, 0, 0);
  assert_int_equal(o.st, DFMT_END);
  assert_int_equal(o.entries, N);
  assert_int_equal(o.bytes, READ * SIZE);
  zip_free(&z);
}

/*
 * Salvage, forward, no directory: after deflated data whose stored size leads too far it goes on with the next entry,
 * whether they are read, as they are stored or not, or passed over.
 */
static void wrong_sizes(void **state) {
  (void)state;
  static const uint64_t more[] = {1, 30, 45, 100, 0x00ffffff};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    struct zip z = {NULL, 0, 0}, data = {NULL, 0, 0};
    struct member m = text;
    zip_deflate(&data, "123456789", 9, 6);
    m.method = 8;
    m.stored = data.n + more[i];
    zip_local(&z, &m);
    zip_put(&z, data.p, data.n);
    for (int k = 0; k < 3; k++) add_text(&z, &text);
    struct outcome o = read_zip(&z, false, true, 0, 0);
    assert_int_equal(o.st, DFMT_END);
    assert_int_equal(o.entries, 4);
    assert_int_equal(o.bytes, 4 * 9);
    o = pass_zip(&z);
    assert_int_equal(o.st, DFMT_END);
    assert_int_equal(o.entries, 4);
    assert_int_equal(o.number, DFMT_ERR_BUGREPORT_ZIP_SIZE);
    o = read_stored(&z);
    assert_int_equal(o.st, DFMT_END);
    assert_int_equal(o.entries, 4);
    assert_int_equal(o.bytes, data.n + 3 * 9);
    o = read_zip(&z, false, false, 0, 0);
    assert_true(o.st < 0);
    zip_free(&z);
    zip_free(&data);
  }
}

/* Salvage, forward: stored bytes are given as many as their size says, also where they cannot be inflated. */
static void stored_in_salvage(void **state) {
  (void)state;
  enum { SIZE = 300000 };
  static uint8_t noise[SIZE];
  uint64_t v = 1;
  for (size_t i = 0; i < SIZE; i++) noise[i] = (uint8_t)((v = v * 6364136223846793005u + 1442695040888963407u) >> 56);
  for (int damaged = 0; damaged < 2; damaged++) {
    struct zip z = {NULL, 0, 0}, data = {NULL, 0, 0};
    struct member m = {.name = "noise", .method = 8, .size = SIZE};
    zip_deflate(&data, noise, SIZE, 6);
    m.crc = (uint32_t)crc32(0, noise, SIZE);
    m.stored = data.n;
    if (damaged) memset(data.p + SIZE / 2, 0xff, 100000);
    zip_local(&z, &m);
    zip_put(&z, data.p, data.n);
    for (int k = 0; k < 3; k++) add_text(&z, &text);
    struct outcome o = read_stored(&z);
    expect(&o, DFMT_END, o.number, 4, data.n + 3 * 9);
    z.n = SIZE / 4; /* cut inside them */
    o = read_stored(&z);
    expect(&o, DFMT_END, o.number, 1, SIZE / 4 - 30 - 5);
    zip_free(&z);
    zip_free(&data);
  }
}

/* ---- names ---- */

static void names(void **state) {
  (void)state;
  static const struct {
    const char *name;
    size_t len;
    bool unsafe;
  } all[] = {
      {"a", 1, false},       {"a/b", 3, false},   {"a//b", 4, false},
      {"./a", 3, false},     {"a/", 2, false},    {"...", 3, false},
      {"..a/b..", 7, false}, {"ab:c", 4, false},  {"FS/sys/uid_1//pid_2/x", 21, false},
      {"1:/x", 4, false},    {" ..", 3, false},   {"a/.../b", 7, false},
      {"", 0, true},         {"..", 2, true},     {"../a", 4, true},
      {"a/..", 4, true},     {"a/../b", 6, true}, {"a/../", 5, true},
      {"/", 1, true},        {"/a", 2, true},     {"\\a", 2, true},
      {"a\\..\\b", 6, true}, {"..\\a", 4, true},  {"a/..\\b", 6, true},
      {"C:\\a", 4, true},    {"c:a", 3, true},    {"a\0b", 3, true},
      {"\0", 1, true},       {"a/b\0", 4, true},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    dfmt_bugreport_entry b = {.name = {all[i].name, all[i].len}};
    dfmti_bugreport_entry_describe(&b, b.name);
    if (((b.flags & DFMT_BUGREPORT_FLAG_UNSAFE) != 0) != all[i].unsafe) fail_msg("'%s' (%zu)", all[i].name, i);
    if (all[i].unsafe) assert_false(b.present & DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH);
  }
}

static void services_and_paths(void **state) {
  (void)state;
  static const struct {
    const char *name, *service, *path;
    uint32_t priority;
  } all[] = {
      {"proto/a.proto", "a", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL},
      {"proto/a_HIGH.proto", "a", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_HIGH},
      {"proto/a_CRITICAL.proto", "a", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL},
      {"proto/a.b/c_HIGH.proto", "a.b/c", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_HIGH},
      {"proto/a_LOW.proto", "a_LOW", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL},
      {"proto/HIGH.proto", "HIGH", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL},
      {"proto/.proto", "", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL},
      {"proto/_HIGH.proto", "", NULL, DFMT_BUGREPORT_DUMP_PRIORITY_HIGH},
      {"proto/a", NULL, NULL, 0},
      {"x/proto/a.proto", NULL, NULL, 0},
      {"FS/a", NULL, "/a", 0},
      {"FS/a.so.renamed", NULL, "/a.so.renamed", 0},
      {"FS/a.LIB.renamed", NULL, "/a.LIB", 0},
      {"FS/a.js.renamed", NULL, NULL, 0},
      {"FS/.sh.renamed", NULL, NULL, 0},
      {"FS/data/tombstones/tombstone_00.pb", NULL, "/data/tombstones/tombstone_00.pb", 0},
      {"FS", NULL, NULL, 0},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    dfmt_bugreport_entry b = {.name = {all[i].name, strlen(all[i].name)}};
    dfmti_bugreport_entry_describe(&b, b.name);
    const char *service = all[i].service;
    assert_int_equal((b.present & DFMT_BUGREPORT_ENTRY_HAS_SERVICE) != 0, service != NULL);
    if (service) {
      assert_int_equal(b.service.len, strlen(service));
      assert_memory_equal(b.service.ptr, service, strlen(service));
      assert_int_equal(b.dump_priority, all[i].priority);
    }
    if (!all[i].path) continue;
    assert_true(b.present & DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH);
    if (b.device_path.len != strlen(all[i].path)) fail_msg("%s", all[i].name);
    assert_memory_equal(b.device_path.ptr, all[i].path, (size_t)b.device_path.len);
  }
}

/* A folder is no copy of a file, whatever lies in it. */
static void folders(void **state) {
  (void)state;
  static const char *const all[] = {"a/", "FS/", "FS/data/anr/", "FS/data/tombstones/", "proto/", "lshal-debug/"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    dfmt_bugreport_entry b = {.name = {all[i], strlen(all[i])}};
    dfmti_bugreport_entry_describe(&b, b.name);
    if (b.role != DFMT_BUGREPORT_ROLE_FOLDER || b.present) fail_msg("%s: role %u", all[i], b.role);
  }
  dfmt_bugreport_entry up = {.name = {"FS/../", 6}};
  dfmti_bugreport_entry_describe(&up, up.name);
  assert_int_equal(up.role, DFMT_BUGREPORT_ROLE_OTHER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wide_fields),
      cmocka_unit_test(descriptors),
      cmocka_unit_test(far_headers),
      cmocka_unit_test(far_ends),
      cmocka_unit_test(far_directories),
      cmocka_unit_test(wide_ends),
      cmocka_unit_test(nothing_but_a_locator),
      cmocka_unit_test(limits),
      cmocka_unit_test(overlaps),
      cmocka_unit_test(shared_data),
      cmocka_unit_test(wrong_sizes),
      cmocka_unit_test(stored_in_salvage),
      cmocka_unit_test(names),
      cmocka_unit_test(services_and_paths),
      cmocka_unit_test(folders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
