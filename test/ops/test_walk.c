/* SPDX-License-Identifier: MIT */
/* Files within a file, from every kind of source, and with each allocation failing; files below a folder. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/walk.h>

#include "../unit/counter.h"

enum { BLOCK = 512, LONG = 180 };

static const char report[] = "ProblemType: Crash\nDate: Thu Jan  2 03:04:05 2025\nPackage: demo 1.0\n";
static const char text[] = "nothing of note\n";

/* ---- archives ---- */

struct bytes {
  char *p;
  size_t n;
};

static void put(struct bytes *b, const void *p, size_t n) {
  b->p = realloc(b->p, b->n + n);
  assert_non_null(b->p);
  memcpy(b->p + b->n, p, n);
  b->n += n;
}

static void put_zeros(struct bytes *b, size_t n) {
  static const char zeros[2 * BLOCK];
  put(b, zeros, n);
}

static void add(struct bytes *b, const char *prefix, const char *name, char type, const void *p, size_t n) {
  unsigned char head[BLOCK] = {0};
  unsigned sum = 0;
  memcpy(head, name, strlen(name));
  snprintf((char *)head + 124, 12, "%011o", (unsigned)n);
  memset(head + 148, ' ', 8);
  head[156] = (unsigned char)type;
  memcpy(head + 257, "ustar", 6);
  memcpy(head + 345, prefix, strlen(prefix));
  for (int i = 0; i < BLOCK; i++) sum += head[i];
  snprintf((char *)head + 148, 8, "%06o", sum);
  put(b, head, BLOCK);
  put(b, p, n);
  put_zeros(b, -n % BLOCK);
}

static void add_text(struct bytes *b, const char *name, const char *content) {
  add(b, "", name, '0', content, strlen(content));
}

/* Two reports, with names of three kinds, and what is none. */
static struct bytes archive(void) {
  struct bytes b = {NULL, 0};
  char name[LONG + 1];
  memset(name, 'n', LONG);
  name[LONG] = '\0';
  add(&b, "", "folder/", '5', "", 0);
  add_text(&b, "folder/._a.crash", report);
  add_text(&b, "folder/a.crash", report);
  add_text(&b, "README", text);
  add(&b, "", "././@LongLink", 'L', name, LONG + 1);
  add_text(&b, "cut", report);
  add(&b, "", "pax", 'x', "11 mtime=1\n17 path=of/pax.1\n", 28);
  add_text(&b, "cut", report);
  add(&b, "of/posix", "b.crash", '0', report, strlen(report));
  return b;
}

static struct bytes closed(struct bytes b) {
  put_zeros(&b, 2 * BLOCK);
  return b;
}

/* An archive in another. */
static struct bytes nested(void) {
  struct bytes inner = closed(archive()), b = {NULL, 0};
  add_text(&b, "first.crash", report);
  add(&b, "", "in.tar", '0', inner.p, inner.n);
  add_text(&b, "last.crash", report);
  free(inner.p);
  return closed(b);
}

/* ---- sources ---- */

struct given {
  struct bytes of;
  size_t at, chunk; /* 0: all */
  bool waits, late; /* says AGAIN before each piece */
};

static dfmt_status give(struct given *x, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  const uint64_t left = offset < x->of.n ? x->of.n - offset : 0;
  if (x->waits && (x->late = !x->late)) return DFMT_AGAIN;
  if (x->chunk && cap > x->chunk) cap = x->chunk;
  *got = left < cap ? left : cap;
  if (*got) memcpy(buf, x->of.p + offset, (size_t)*got);
  return *got ? DFMT_OK : DFMT_END;
}

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct given *x = user;
  dfmt_status st = give(x, x->at, buf, cap, got);
  x->at += (size_t)*got;
  return st;
}

static dfmt_status on_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  return give(user, offset, buf, cap, got);
}

static dfmt_status on_total(void *user, uint64_t *bytes) {
  *bytes = ((struct given *)user)->of.n;
  return DFMT_OK;
}

static dfmt_source *source(struct given *x, bool seeks) {
  const dfmt_source_ops ops = {
      .size = sizeof ops, .read = on_read, .read_at = seeks ? on_read_at : NULL, .total = on_total};
  dfmt_source *s;
  assert_int_equal(dfmt_source_new(NULL, &ops, x, &s), DFMT_OK);
  return s;
}

/* ---- what a walk tells ---- */

struct told {
  char text[4096];
};

static void tell(struct told *t, const char *format, const char *name, size_t len, long value) {
  const size_t n = strlen(t->text);
  snprintf(t->text + n, sizeof t->text - n, format, (int)len, name, value);
}

static long size_of(dfmt_source *s) {
  uint64_t bytes = 0;
  if (!s) return -1;
  assert_true(dfmt_source_seekable(s));
  assert_int_equal(dfmt_source_total(s, &bytes), DFMT_OK);
  return (long)bytes;
}

/* NOMEM: the call is repeated, with memory. */
static void walk(const dfmt_config *c, dfmt_source *s, uint32_t flags, struct counter *memory, struct told *t) {
  dfmt_walk *w;
  dfmt_str name;
  dfmt_source *file;
  uint32_t format;
  dfmt_status st = dfmt_walk_new(c, s, flags, &w);
  t->text[0] = '\0';
  if (st == DFMT_E_NOMEM && memory) {
    memory->fail_at = 0;
    st = dfmt_walk_new(c, s, flags, &w);
  }
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_walk_next(w, &name, &file, &format)) != DFMT_END) {
    if (st == DFMT_E_NOMEM && memory) memory->fail_at = 0;
    if (st == DFMT_AGAIN || (st == DFMT_E_NOMEM && memory)) continue;
    if (st == DFMT_OK)
      tell(t, format ? "%.*s recognised %ld\n" : "%.*s %ld\n", name.ptr, (size_t)name.len, size_of(file));
    else
      tell(t, "%.*s failed %ld\n", "", 0, (long)dfmt_walk_error(w)->number);
  }
  dfmt_walk_free(w);
}

static void gives(struct bytes b, uint32_t flags, const char *want) {
  static const size_t chunks[] = {0, 1, 7, 100};
  struct told t;
  for (size_t i = 0; i < 4 * sizeof chunks / sizeof *chunks; i++) {
    struct given x = {.of = b, .chunk = chunks[i / 4], .waits = i & 1};
    dfmt_source *s = source(&x, i & 2);
    walk(NULL, s, flags, NULL, &t);
    assert_string_equal(t.text, want);
    dfmt_source_free(s);
  }
}

#define NAME30 "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
#define LONG_NAME NAME30 NAME30 NAME30 NAME30 NAME30 NAME30

static const char files[] = "folder/a.crash recognised 68\nREADME -1\n" LONG_NAME
                            " recognised 68\nof/pax.1 recognised 68\nof/posix/b.crash recognised 68\n";
static const char entered[] =
    "first.crash recognised 68\nin.tar!folder/a.crash recognised 68\nin.tar!README -1\nin.tar!" LONG_NAME
    " recognised 68\nin.tar!of/pax.1 recognised 68\nin.tar!of/posix/b.crash recognised 68\nlast.crash recognised 68\n";

static void test_files(void **state) {
  (void)state;
  struct bytes b = archive();
  gives(b, 0, files); /* there is no end */
  b = closed(b);
  gives(b, 0, files);
  gives(b, DFMT_WALK_ENTER, files);
  free(b.p);
}

static void test_nested(void **state) {
  (void)state;
  struct bytes b = nested();
  gives(b, DFMT_WALK_ENTER, entered);
  struct given x = {.of = b};
  struct told t;
  dfmt_source *s = source(&x, true);
  walk(NULL, s, 0, NULL, &t);
  assert_non_null(strstr(t.text, "\nin.tar recognised "));
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_DEPTH, 1), DFMT_OK);
  walk(c, s, DFMT_WALK_ENTER, NULL, &t);
  assert_string_equal(t.text, entered);
  dfmt_config_free(c);
  dfmt_source_free(s);
  free(b.p);
}

/* Archives below the fourth are files like others. */
static void test_deep(void **state) {
  (void)state;
  struct bytes b = closed(archive());
  for (int i = 0; i < 5; i++) {
    struct bytes outer = {NULL, 0};
    add(&outer, "", "t", '0', b.p, b.n);
    free(b.p);
    b = closed(outer);
  }
  struct given x = {.of = b};
  struct told t;
  dfmt_source *s = source(&x, true);
  walk(NULL, s, DFMT_WALK_ENTER, NULL, &t);
  assert_memory_equal(t.text, "t!t!t!t!t ", 10);
  dfmt_source_free(s);
  free(b.p);
}

/* Of a file that is none, or holds nothing that is known, there is one: itself. */
static void test_itself(void **state) {
  (void)state;
  struct bytes one = {NULL, 0}, junk = {NULL, 0}, plain = {NULL, 0};
  char want[64];
  add_text(&one, "a.crash", report);
  one = closed(one);
  snprintf(want, sizeof want, " recognised %zu\n", one.n);
  gives(one, 0, want);
  gives(one, DFMT_WALK_ENTER, "a.crash recognised 68\n");
  add_text(&junk, "a", text);
  add_text(&junk, "b", text);
  junk = closed(junk);
  snprintf(want, sizeof want, "a -1\nb -1\n %zu\n", junk.n);
  gives(junk, 0, want);
  put(&plain, report, strlen(report));
  gives(plain, 0, " recognised 68\n");
  free(one.p);
  free(junk.p);
  free(plain.p);
}

/* What comes before the end is told, and that it ends there. */
static void test_cut(void **state) {
  (void)state;
  struct bytes b = archive();
  struct told t;
  for (size_t n = 5 * BLOCK; n < b.n; n += 13) {
    const char *failed;
    struct given x = {.of = {b.p, n}};
    dfmt_source *s = source(&x, true);
    walk(NULL, s, DFMT_WALK_ENTER, NULL, &t);
    assert_memory_equal(t.text, files, strlen("folder/a.crash recognised 68\n"));
    failed = strstr(t.text, "failed");
    if (n / BLOCK == 5 && n % BLOCK) assert_non_null(failed); /* in a header */
    assert_null(failed ? strstr(failed + 1, "failed") : NULL);
    dfmt_source_free(s);
  }
  free(b.p);
}

static void test_damaged(void **state) {
  (void)state;
  struct bytes b = closed(archive());
  char *name = b.p + 3 * BLOCK + 2 * BLOCK; /* of README: after a folder, and two files of a block */
  assert_memory_equal(name, "README", 6);
  name[1] = 'X'; /* its sum is wrong */
  struct given x = {.of = b};
  struct told t;
  dfmt_source *s = source(&x, true);
  walk(NULL, s, DFMT_WALK_ENTER, NULL, &t);
  snprintf(t.text + 2048, 64, "folder/a.crash recognised 68\n failed %d\n", DFMT_ERR_TAR_DATA);
  assert_string_equal(t.text, t.text + 2048);
  dfmt_source_free(s);
  free(b.p);
}

static void test_memory(void **state) {
  (void)state;
  struct bytes b = nested();
  struct counter memory;
  struct told t;
  dfmt_config *c = counting_config(&memory);
  for (uint64_t k = 1;; k++) {
    struct given x = {.of = b};
    dfmt_source *s = source(&x, k % 2);
    memory = (struct counter){.fail_at = k};
    walk(c, s, DFMT_WALK_ENTER, &memory, &t);
    assert_string_equal(t.text, entered);
    dfmt_source_free(s);
    if (memory.calls < k) break;
  }
  dfmt_config_free(c);
  free(b.p);
}

static void test_find(void **state) {
  (void)state;
  struct bytes b = closed(archive());
  static const struct {
    const char *keys;
    dfmt_status status;
    uint64_t used;
  } tries[] = {{"README", DFMT_OK, 6}, {"of/pax.1!Date", DFMT_OK, 8}, {"READ", DFMT_END, 0}, {"README2", DFMT_END, 0}};
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
    struct given x = {.of = b};
    dfmt_source *s = source(&x, true), *file;
    dfmt_walk *w;
    uint64_t used;
    assert_int_equal(dfmt_walk_new(NULL, s, DFMT_WALK_ALL, &w), DFMT_OK);
    assert_int_equal(dfmt_walk_find(w, tries[i].keys, strlen(tries[i].keys), &used, &file), tries[i].status);
    if (tries[i].status == DFMT_OK) assert_int_equal(used, tries[i].used);
    assert_int_equal(file != NULL, tries[i].status == DFMT_OK);
    dfmt_walk_free(w);
    dfmt_source_free(s);
  }
  assert_int_equal(dfmt_walk_begins(b.p, b.n, 0), 1);
  assert_int_equal(dfmt_walk_begins(report, strlen(report), DFMT_WALK_ENTER), 0);
  free(b.p);
}

/* ---- folders ---- */

static void make(int dir, const char *name) {
  const int fd = openat(dir, name, O_CREAT | O_WRONLY | O_EXCL, 0600);
  assert_true(fd >= 0);
  close(fd);
}

static void below(const dfmt_config *c, const char *folder, struct counter *memory, struct told *t) {
  dfmt_folder *f = NULL;
  const char *path;
  dfmt_status st = dfmt_folder_new(c, folder, &f);
  t->text[0] = '\0';
  if (st == DFMT_E_NOMEM) {
    memory->fail_at = 0;
    st = dfmt_folder_new(c, folder, &f);
  }
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_folder_next(f, &path)) != DFMT_END) {
    if (st == DFMT_E_NOMEM && memory) memory->fail_at = 0;
    if (st == DFMT_E_NOMEM && memory) continue;
    tell(t, st == DFMT_OK ? "%.*s\n" : "%.*s: %ld\n", path + strlen(folder), strlen(path) - strlen(folder),
         dfmt_folder_error(f)->sys_errno);
  }
  dfmt_folder_free(f);
}

static void test_folder(void **state) {
  (void)state;
  char folder[] = "/tmp/diagfmt-walk.XXXXXX", command[64];
  struct told t;
  struct counter memory;
  assert_non_null(mkdtemp(folder));
  const int dir = open(folder, O_RDONLY | O_DIRECTORY);
  assert_true(dir >= 0);
  make(dir, "z");
  make(dir, "B");
  assert_int_equal(mkdirat(dir, "a", 0700), 0);
  make(dir, "a/2");
  make(dir, "a/1");
  assert_int_equal(mkdirat(dir, "empty", 0700), 0);
  assert_int_equal(symlinkat(".", dir, "loop"), 0);
  assert_int_equal(symlinkat("z", dir, "link"), 0);
  dfmt_config *c = counting_config(&memory);
  for (uint64_t k = 1;; k++) {
    memory = (struct counter){.fail_at = k};
    below(c, folder, &memory, &t);
    assert_string_equal(t.text, "/B\n/a/1\n/a/2\n/z\n");
    if (memory.calls < k) break;
  }
  dfmt_config_free(c);
  below(NULL, "/nonexistent", NULL, &t);
  snprintf(t.text + 2048, 64, ": %d\n", ENOENT);
  assert_string_equal(t.text, t.text + 2048);
  close(dir);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

static void test_looks_like(void **state) {
  (void)state;
  const char *holding;
  static const unsigned char gzip[] = {0x1f, 0x8b, 8,    0,    0,    0,    0, 0, 0, 3, 0x4b,
                                       4,    0,    0x43, 0xbe, 0xb7, 0xe8, 1, 0, 0, 0};
  assert_string_equal(dfmt_walk_looks_like("\177ELF", 4, 0, &holding), "an ELF file");
  assert_null(holding);
  assert_string_equal(dfmt_walk_looks_like("", 0, 1, &holding), "an empty file");
  assert_string_equal(dfmt_walk_looks_like(gzip, sizeof gzip, 1, &holding), "gzip data");
  assert_string_equal(holding, "text");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_files),  cmocka_unit_test(test_nested),
                                     cmocka_unit_test(test_deep),   cmocka_unit_test(test_itself),
                                     cmocka_unit_test(test_cut),    cmocka_unit_test(test_damaged),
                                     cmocka_unit_test(test_memory), cmocka_unit_test(test_find),
                                     cmocka_unit_test(test_folder), cmocka_unit_test(test_looks_like)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
