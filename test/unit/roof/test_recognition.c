/* SPDX-License-Identifier: MIT */
/*
 * Whatever is written here is recognised: every format, alone, wrapped and in its containers, at every level and size,
 * from a file, a pipe and a feed, and by its first bytes in memory.
 */
#define _GNU_SOURCE /* memfd_create */
#include "../../harness/kept.h"
#include "zips.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "codec/deflate.h"
#include "codec/zstd.h"

static uint32_t random_state = 1;

static uint32_t next_random(void) { return random_state = random_state * 1664525u + 1013904223u; }

static void put_random(struct zip *z, size_t n) {
  for (; n > 0; n--) zip_put(z, &(uint8_t){(uint8_t)(next_random() >> 24)}, 1);
}

__attribute__((format(printf, 2, 3))) static void put_text(struct zip *z, const char *format, ...) {
  char line[400];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(line, sizeof line, format, ap);
  va_end(ap);
  zip_put(z, line, (size_t)n);
}

/* ---- files of about a size, of which nothing packs well ---- */

static void make_report(struct zip *z, size_t size) {
  put_text(z, "ProblemType: Crash\nDate: Thu Jan  2 03:04:05 2025\n");
  for (unsigned i = 0; z->n < size; i++) put_text(z, "Key%u: %08x%08x%08x\n", i, next_random(), next_random(), i);
}

static void make_report_of_any_order(struct zip *z, size_t size) {
  put_text(z, "Key: %08x\nUname: Linux 6.5 x86_64\n", next_random());
  for (unsigned i = 0; z->n < size / 2; i++) put_text(z, "Key%u: %08x%08x\n", i, next_random(), next_random());
  put_text(z, "Architecture: amd64\nPackage: demo 1.0\n");
}

static void make_dump(struct zip *z, size_t size) {
  put_text(z, "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'a/b/c:14/X/1:user/test-keys'\n\nTotal memory: 1\n");
  while (z->n < size)
    put_text(z, "z 0  sz %8u  num    1  bt %x %x\n", next_random() >> 12, next_random(), next_random());
  put_text(z, "MAPS\nEND\n");
}

static void make_records(struct zip *z, size_t size) {
  while (z->n < size) put_text(z, "%u: malloc 0x7f%08x %u\n", next_random() >> 20, next_random(), next_random() >> 16);
}

static void put_leak(struct zip *z, const char *head) {
  put_text(z, "%s+++ APP leaked block of size 1234 at 0x%x (leak 1 of 1)\n", head, next_random());
}

/* A log in which others wrote first. */
static void make_log(struct zip *z, size_t size) {
  size_t first = size / 2 < 40000 ? size / 2 : 40000;
  put_text(z, "--------- beginning of main\n");
  while (z->n < first) put_text(z, "01-02 03:04:05.678  1000  1001 I Other: %08x %08x\n", next_random(), next_random());
  do put_leak(z, "01-02 03:04:05.678  4321  4321 E malloc_debug: ");
  while (z->n < size);
}

static void make_raw_log(struct zip *z, size_t size) {
  do put_leak(z, "");
  while (z->n < size);
}

/* Version and product, and samples, each with its length before it. */
static void make_profile(struct zip *z, size_t size) {
  zip_put(z, "SIMPLEPERF\1\0", 12);
  while (z->n < size) {
    zip_number(z, 12, 4); /* sample { time, thread } */
    zip_put(z, "\x0a\x0a\x08", 3);
    for (int i = 0; i < 6; i++) zip_number(z, 0x80 | next_random() >> 25, 1);
    zip_put(z, "\1\x10\7", 3);
  }
  zip_number(z, 0, 4);
}

/* An event stream: one function, called with many numbers. */
static void make_stream(struct zip *z, size_t size) {
  zip_put(z, "\6\6\3key\5value\0", 13);
  for (unsigned i = 0; i == 0 || z->n < size; i++) {
    zip_put(z, "\0\1\0", 3); /* enter, thread 1, function 0 */
    if (i == 0) zip_put(z, "\7glDemo1\1\1x", 11);
    zip_put(z, "\1\0\x04", 3); /* argument 0: a number */
    for (int k = 0; k < 4; k++) zip_number(z, 0x80 | next_random() >> 25, 1);
    zip_put(z, "\1\0", 2);
    zip_put(z, "\1", 1); /* leave */
    for (unsigned n = i;; n >>= 7) {
      zip_number(z, n > 127 ? 0x80 | (n & 127) : n, 1);
      if (n <= 127) break;
    }
    zip_put(z, "\0", 1);
  }
}

static void make_text(struct zip *z, size_t size) {
  static const char line[] = "========================================================\n";
  put_text(z, "%s== dumpstate: 2024-03-17 08:15:30\n%s\nBuild: X\n\n------ KERNEL LOG (dmesg) ------\n", line, line);
  while (z->n < size) put_text(z, "%08x %08x %08x\n", next_random(), next_random(), next_random());
}

/* ---- packing ---- */

static struct dfmti_mem memory = {.fn = kept_realloc, .limit = UINT64_MAX};

/* Room for what a codec makes of in. */
static uint8_t *room_for(struct zip *out, const struct zip *in) {
  out->room = out->n + in->n + in->n / 2 + 4096;
  out->p = realloc(out->p, out->room);
  assert_non_null(out->p);
  return out->p + out->n;
}

static void deflate_to(struct zip *out, const struct zip *in, int level) {
  struct dfmti_fault f;
  struct dfmti_deflate *z = dfmti_deflate_new(&memory);
  assert_int_equal(dfmti_deflate_start(z, level, false, &f), DFMT_OK);
  uint8_t *to = room_for(out, in);
  struct dfmti_io io = {in->p, in->n, to, out->room - out->n};
  assert_int_equal(dfmti_deflate_step(z, &io, true, &f), DFMT_END);
  out->n = (size_t)(io.out - out->p);
  dfmti_deflate_free(&memory, z);
}

static bool pack_plain(struct zip *out, const struct zip *in, int level) {
  (void)level;
  zip_put(out, in->p, in->n);
  return true;
}

static bool pack_gzip(struct zip *out, const struct zip *in, int level) {
  zip_put(out, "\x1f\x8b\x08\0\0\0\0\0\2\xff", 10);
  deflate_to(out, in, level);
  zip_number(out, crc32(0, in->p, (uInt)in->n), 4);
  zip_number(out, in->n, 4);
  return true;
}

static bool pack_zstd(struct zip *out, const struct zip *in, int level) {
  struct dfmti_fault f;
  struct dfmti_zstd *z = dfmti_zstd_new(&memory);
  bool built_in = z && dfmti_zstd_start(z, level, in->n, 0, &f) == DFMT_OK;
  if (built_in) {
    uint8_t *to = room_for(out, in);
    struct dfmti_io io = {in->p, in->n, to, out->room - out->n};
    assert_int_equal(dfmti_zstd_step(z, &io, true, &f), DFMT_END);
    out->n = (size_t)(io.out - out->p);
  }
  dfmti_zstd_free(&memory, z);
  return built_in;
}

/* A trace, by the library's writer. */
static bool repack(struct zip *out, const struct zip *in, uint32_t container, int level) {
  dfmt_config *from, *to;
  dfmt_source *source;
  dfmt_sink *sink;
  dfmt_reader *r;
  dfmt_writer *w;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_config_new(&from), DFMT_OK);
  assert_int_equal(dfmt_config_new(&to), DFMT_OK);
  dfmt_config_set(from, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_RAW);
  dfmt_config_set(from, DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_STREAM);
  dfmt_config_set(to, DFMT_CFG_APITRACE_CONTAINER, container);
  if (level) dfmt_config_set(to, DFMT_CFG_LEVEL, (uint64_t)level);
  assert_int_equal(dfmt_source_memory(NULL, in->p, in->n, &source), DFMT_OK);
  assert_true(dfmt_sink_memory(NULL, &sink) == DFMT_OK && dfmt_reader_new(from, &r) == DFMT_OK);
  assert_true(dfmt_writer_new(to, &w) == DFMT_OK && dfmt_reader_open(r, DFMT_APITRACE, source) == DFMT_OK);
  dfmt_status st = dfmt_writer_open(w, DFMT_APITRACE, 0, sink);
  bool built_in = st != DFMT_E_UNSUPPORTED;
  while (built_in && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) assert_int_equal(dfmt_writer_copy(w, r, ev), DFMT_OK);
  if (built_in) {
    assert_int_equal(st, DFMT_END);
    assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(sink, &ptr, &len), DFMT_OK);
    zip_put(out, ptr, (size_t)len);
  }
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
  dfmt_config_free(to);
  dfmt_config_free(from);
  return built_in;
}

static bool trace_snappy(struct zip *out, const struct zip *in, int level) {
  return repack(out, in, DFMT_APITRACE_CONTAINER_SNAPPY, level);
}
static bool trace_gzip(struct zip *out, const struct zip *in, int level) {
  return repack(out, in, DFMT_APITRACE_CONTAINER_GZIP, level);
}
static bool trace_brotli(struct zip *out, const struct zip *in, int level) {
  return repack(out, in, DFMT_APITRACE_CONTAINER_BROTLI, level);
}
static bool trace_zstd(struct zip *out, const struct zip *in, int level) {
  return repack(out, in, DFMT_APITRACE_CONTAINER_ZSTD, level);
}

/* ---- zips ---- */

enum { MOST_MEMBERS = 5 };

struct archive {
  struct zip z;
  struct member members[MOST_MEMBERS];
  size_t n;
};

static void add_member(struct archive *a, const char *name, const struct zip *content, int level) {
  struct zip packed = {NULL, 0, 0};
  struct member *m = &a->members[a->n++];
  if (level > 0) deflate_to(&packed, content, level);
  const struct zip *data = level > 0 ? &packed : content;
  *m = (struct member){.name = name,
                       .method = level > 0 ? 8 : 0,
                       .crc = (uint32_t)crc32(0, content->p, (uInt)content->n),
                       .stored = data->n,
                       .size = content->n,
                       .header = a->z.n};
  zip_local(&a->z, m);
  zip_put(&a->z, data->p, data->n);
  zip_free(&packed);
}

static void add_words(struct archive *a, const char *name, const char *words) {
  struct zip content = {NULL, 0, 0};
  zip_put(&content, words, strlen(words));
  add_member(a, name, &content, 0);
  zip_free(&content);
}

static void add_noise(struct archive *a, const char *name, size_t size) {
  struct zip content = {NULL, 0, 0};
  put_random(&content, size);
  add_member(a, name, &content, 0);
  zip_free(&content);
}

static void finish_archive(struct archive *a, struct zip *out) {
  size_t start = a->z.n;
  for (size_t i = 0; i < a->n; i++) zip_central(&a->z, &a->members[i]);
  size_t size = a->z.n - start;
  zip_put(&a->z, "PK\5\6\0\0\0\0", 8);
  zip_number(&a->z, a->n, 2);
  zip_number(&a->z, a->n, 2);
  zip_number(&a->z, size, 4);
  zip_number(&a->z, start, 4);
  zip_number(&a->z, 0, 2);
  zip_put(out, a->z.p, a->z.n);
  zip_free(&a->z);
}

/* A text as dumpstate packs it. */
static bool pack_zip(struct zip *out, const struct zip *text, int level) {
  struct archive a = {.n = 0};
  add_words(&a, "version.txt", "2.0");
  add_member(&a, "bugreport-x.txt", text, level);
  add_words(&a, "main_entry.txt", "bugreport-x.txt");
  finish_archive(&a, out);
  return true;
}

/* Something that tells nothing goes first, of 5,000 bytes. */
static bool pack_zip_late(struct zip *out, const struct zip *text, int level) {
  struct archive a = {.n = 0};
  add_noise(&a, "a/b", 5000);
  add_member(&a, "some/name", text, level);
  finish_archive(&a, out);
  return true;
}

static bool pack_zip_in_zip(struct zip *out, const struct zip *text, int level) {
  struct archive a = {.n = 0};
  struct zip inner = {NULL, 0, 0};
  pack_zip_late(&inner, text, level);
  add_noise(&a, "screen.png", 4200);
  add_member(&a, "bugreport.zip", &inner, 0);
  finish_archive(&a, out);
  zip_free(&inner);
  return true;
}

static bool pack_folder(struct zip *out, const struct zip *text, int level) {
  struct archive a = {.n = 0};
  add_member(&a, "bug report/bugreport-x.txt", text, level);
  add_words(&a, "bug report/version.txt", "2.0");
  add_words(&a, "bug report/main_entry.txt", "bugreport-x.txt");
  finish_archive(&a, out);
  return true;
}

/* ---- sources ---- */

struct pipe {
  const struct zip *z;
  size_t pos, chunk;
};

static dfmt_status pipe_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct pipe *p = user;
  size_t n = p->z->n - p->pos;
  if (n > p->chunk) n = p->chunk;
  if (n > cap) n = (size_t)cap;
  memcpy(buf, p->z->p + p->pos, n);
  p->pos += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

enum way { FROM_FILE, FROM_PIPE, FROM_FEED, WAYS };

/* Also an event comes, or what says that something is wrong with it; the feed is filled when it is dry. */
static uint32_t read_format(const struct zip *z, enum way way, dfmt_probe *best) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = pipe_read};
  struct pipe p = {.z = z, .chunk = 65536};
  dfmt_source *source = NULL;
  dfmt_reader *r;
  const dfmt_event *ev;
  uint32_t n = 0;
  uint64_t taken, format = 0, fed = 0;
  int fd = way == FROM_FILE ? memfd_create("test", 0) : -1;
  if (way == FROM_FILE) {
    assert_true(fd >= 0 && write(fd, z->p, z->n) == (ssize_t)z->n && lseek(fd, 0, SEEK_SET) == 0);
    assert_int_equal(dfmt_source_fd(NULL, fd, 1, &source), DFMT_OK);
  } else {
    dfmt_status made = way == FROM_PIPE ? dfmt_source_new(NULL, &ops, &p, &source) : dfmt_source_feed(NULL, &source);
    assert_int_equal(made, DFMT_OK);
  }
  assert_true(dfmt_reader_new(NULL, &r) == DFMT_OK && dfmt_reader_open(r, 0, source) == DFMT_OK);
  dfmt_status st;
  while ((st = dfmt_reader_identify(r, NULL, best, 1, &n)) == DFMT_AGAIN) {
    assert_int_equal(way, FROM_FEED);
    if (fed == z->n)
      assert_int_equal(dfmt_feed_close(source), DFMT_OK);
    else
      assert_int_equal(dfmt_feed_write(source, z->p + fed, z->n - fed < 1000 ? z->n - fed : 1000, &taken), DFMT_OK);
    fed += fed == z->n ? 0 : taken;
  }
  assert_int_equal(st, DFMT_OK);
  if (way == FROM_FEED && fed == z->n) dfmt_feed_close(source);
  st = dfmt_reader_next(r, &ev);
  assert_true(n == 0 || st == DFMT_OK || st == DFMT_END || (st == DFMT_AGAIN && way == FROM_FEED));
  (void)dfmt_reader_stat(r, DFMT_STAT_FORMAT, &format);
  assert_int_equal(format, n ? best->format : 0);
  dfmt_reader_free(r);
  dfmt_source_free(source);
  return (uint32_t)format;
}

/* ---- all of it ---- */

typedef bool (*pack_fn)(struct zip *out, const struct zip *in, int level);

struct packing {
  const char *name;
  pack_fn pack;
  int levels[6]; /* ends with -1 */
};

static const struct packing wrappers[] = {
    {"plain", pack_plain, {0, -1}}, {"gzip", pack_gzip, {0, 1, 6, 9, -1}}, {"zstd", pack_zstd, {1, 3, 9, 19, -1}}};
static const struct packing traces[] = {{"snappy", trace_snappy, {0, -1}},
                                        {"gzip trace", trace_gzip, {1, 9, -1}},
                                        {"Brotli trace", trace_brotli, {1, 5, 9, 11, -1}},
                                        {"zstd trace", trace_zstd, {1, 3, 19, -1}}};
static const struct packing zips[] = {{"zip", pack_zip, {0, 1, 6, 9, -1}},
                                      {"zip, text late", pack_zip_late, {0, 6, -1}},
                                      {"zip in a zip", pack_zip_in_zip, {0, 6, -1}},
                                      {"zip of a folder", pack_folder, {0, 6, -1}}};

static const struct kind {
  const char *name;
  uint32_t format;
  void (*make)(struct zip *z, size_t size);
  const struct packing *packings;
  size_t n;

} kinds[] = {{"report", DFMT_APPORT, make_report, wrappers, 3},
             {"report in any order", DFMT_APPORT, make_report_of_any_order, wrappers, 3},
             {"heap dump", DFMT_MALLOCDBG, make_dump, wrappers, 3},
             {"records", DFMT_MALLOCDBG, make_records, wrappers, 3},
             {"log", DFMT_MALLOCDBG, make_log, wrappers, 3},
             {"raw log", DFMT_MALLOCDBG, make_raw_log, wrappers, 3},
             {"profile", DFMT_SIMPLEPERF, make_profile, wrappers, 3},
             {"trace", DFMT_APITRACE, make_stream, traces, 4},
             {"bug report", DFMT_BUGREPORT, make_text, wrappers, 3},
             {"bug report", DFMT_BUGREPORT, make_text, zips, 4}};

/* Bytes: of this size at one level of each packing, as the highest take seconds. With $DFMT_BRIEF only below MEDIUM. */
enum { LARGE = 8 << 20, MEDIUM = 1 << 20 };

static void try_packed(const struct kind *k, const struct packing *p, int level, size_t size,
                       const struct zip *packed) {
  dfmt_probe best[WAYS + 1];
  uint32_t n = 0;
  for (enum way way = 0; way <= WAYS; way++) {
    uint32_t format = 0;
    if (way < WAYS) {
      format = read_format(packed, way, &best[way]);
    } else {
      size_t start = packed->n < DFMT_IDENTIFY_BYTES ? packed->n : DFMT_IDENTIFY_BYTES;
      assert_int_equal(dfmt_identify(NULL, packed->p, start, NULL, &best[way], 1, &n), DFMT_OK);
      if (n) format = best[way].format;
    }
    if (format != k->format)
      fail_msg("%s of %zu bytes, %s, level %d: way %d: format %u", k->name, size, p->name, level, (int)way, format);
    if (best[way].wrapper != best[FROM_FILE].wrapper) fail_msg("%s, %s: wrappers differ", k->name, p->name);
  }
}

static void test_everything(void **state) {
  (void)state;
  static const size_t sizes[] = {100, 1000, 4096, 4097, 20000, 65536, 300000, MEDIUM, LARGE};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      if (sizes[s] >= MEDIUM && getenv("DFMT_BRIEF")) break;
      struct zip plain = {NULL, 0, 0};
      kinds[i].make(&plain, sizes[s]);
      for (size_t p = 0; p < kinds[i].n; p++) {
        const struct packing *packing = &kinds[i].packings[p];
        for (const int *level = packing->levels; *level >= 0; level++) {
          struct zip packed = {NULL, 0, 0};
          if (sizes[s] == LARGE && level > packing->levels) continue;
          if (packing->pack(&packed, &plain, *level)) try_packed(&kinds[i], packing, *level, sizes[s], &packed);
          zip_free(&packed);
        }
      }
      zip_free(&plain);
    }
  }
}

/* What tells comes after more than is read ahead: only who can seek knows. */
static void test_directory(void **state) {
  (void)state;
  struct archive a = {.n = 0}, b = {.n = 0};
  struct zip text = {NULL, 0, 0}, packed = {NULL, 0, 0}, other = {NULL, 0, 0};
  dfmt_probe best;
  make_text(&text, 1000);
  add_noise(&a, "FS/data/anr/anr_0", 3 << 20);
  add_words(&a, "version.txt", "2.0");
  add_member(&a, "bugreport-x.txt", &text, 6);
  finish_archive(&a, &packed);
  assert_int_equal(read_format(&packed, FROM_FILE, &best), DFMT_BUGREPORT);
  assert_int_equal(best.score, 90);
  assert_int_equal(read_format(&packed, FROM_PIPE, &best), 0);
  add_noise(&b, "doc/picture.png", 100000); /* and another zip stays unknown */
  add_words(&b, "doc/version.txt", "2.0");
  add_words(&b, "doc/proto/a.proto", "message x {}");
  add_words(&b, "doc/readme.txt", "words");
  finish_archive(&b, &other);
  assert_int_equal(read_format(&other, FROM_FILE, &best), 0);
  assert_int_equal(read_format(&other, FROM_PIPE, &best), 0);
  zip_free(&text);
  zip_free(&packed);
  zip_free(&other);
}

/* What is nothing stays nothing, wrapped or not. */
static void test_others(void **state) {
  (void)state;
  static const char prose[] = "The line \"+++ ALLOCATION 0x1234 SIZE 10 HAS A CORRUPTED FRONT GUARD\" is one.\n";
  for (int kind = 0; kind < 4; kind++) {
    struct zip plain = {NULL, 0, 0};
    while (kind == 0 && plain.n < 200000) put_text(&plain, "Some words: %08x, and more.\nline\n", next_random());
    while (kind == 2 && plain.n < 20000) put_text(&plain, "// %08x\n", next_random());
    if (kind == 1) put_random(&plain, 200000);
    if (kind == 2) put_text(&plain, "%s", prose);
    while (kind == 3 && plain.n < 2000) put_text(&plain, "at com.example.Foo.bar(Foo.java:%u)\n", next_random() % 99);
    for (size_t p = 0; p < sizeof wrappers / sizeof *wrappers; p++) {
      struct zip packed = {NULL, 0, 0};
      dfmt_probe best;
      uint32_t n;
      if (wrappers[p].pack(&packed, &plain, 3)) {
        for (enum way way = 0; way < WAYS; way++) assert_int_equal(read_format(&packed, way, &best), 0);
        assert_int_equal(dfmt_identify(NULL, packed.p, packed.n, NULL, &best, 1, &n), DFMT_OK);
        assert_int_equal(n, 0);
      }
      zip_free(&packed);
    }
    zip_free(&plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything), cmocka_unit_test(test_directory),
                                     cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
