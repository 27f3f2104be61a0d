/* SPDX-License-Identifier: MIT */
/* Share of a shared file changes nothing and finds nothing: each sample that it takes, with each profile. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brief.h"
#include "sharing.h"

static uint64_t places(dfmt_op *op) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  const uint64_t n = ((const dfmt_share_result *)(const void *)dfmt_rows_set(rows)->facts)->n_places;
  dfmt_rows_free(rows);
  return n;
}

/* What becomes of an input, and how many places were replaced; ptr NULL: it is refused. */
static struct bytes once(struct bytes in, uint64_t profile, uint64_t *n) {
  struct bytes out = {NULL, 0};
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_SHARE_PROFILE, profile), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  const dfmt_status st = dfmt_op_run(op);
  if (st == DFMT_OK) {
    *n = places(op);
    out = held(to);
  } else {
    assert_true(st < 0 && st != DFMT_E_NOMEM && st != DFMT_E_IO && st != DFMT_E_CANCELLED);
  }
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  return out;
}

/* What is done: samples that were shared, and those of them that had something. */
struct done {
  uint64_t shared, changed;
};

static void twice(const char *path, struct bytes in, uint64_t profile, struct done *done) {
  uint64_t n = 0;
  struct bytes a = once(in, profile, &n);
  if (!a.ptr) return;
  done->shared++;
  done->changed += n != 0;
  struct bytes b = once(a, profile, &n);
  if (!b.ptr || n) fail_msg("%s: shared again, %u places", path, (unsigned)n);
  same(a, b);
  free(a.ptr);
  free(b.ptr);
}

static struct bytes read_file(const char *path) {
  enum { MOST = 1 << 24 };
  struct bytes b = {malloc(MOST), 0};
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  b.len = fread(b.ptr, 1, MOST, f);
  assert_true(b.len < MOST);
  fclose(f);
  return b;
}

/* A field with an address behind a crash report in plain text, as no sample has one. */
static void add_address(struct bytes *in) {
  static const char field[] = "Extra: mail to ada@example.org\n";
  if (in->len < 13 || memcmp(in->ptr, "ProblemType: ", 13) != 0 || in->ptr[in->len - 1] != '\n') return;
  in->ptr = realloc(in->ptr, in->len + sizeof field);
  assert_non_null(in->ptr);
  memcpy(in->ptr + in->len, field, sizeof field - 1);
  in->len += sizeof field - 1;
}

static void each_of(const char *format, uint64_t profile, struct done *done) {
  char folder[300], path[600];
  struct dirent *e;
  snprintf(folder, sizeof folder, "%.200s/%.40s", getenv("DFMT_SAMPLES"), format);
  DIR *d = opendir(folder);
  assert_non_null(d);
  while ((e = readdir(d)) != NULL) {
    if (e->d_name[0] == '.' || turn(e->d_name, one_in(4))) continue;
    snprintf(path, sizeof path, "%s/%.200s", folder, e->d_name);
    struct bytes in = read_file(path);
    add_address(&in);
    twice(path, in, profile, done);
    free(in.ptr);
  }
  closedir(d);
}

static void each(uint64_t profile) {
  struct done done = {0, 0};
  each_of("apport", profile, &done);
  each_of("bugreport", profile, &done);
  assert_true(done.shared >= 8);
  assert_true(done.changed || brief() || profile == DFMT_SHARE_PROFILE_LOG);
}

static void test_public(void **state) {
  (void)state;
  each(DFMT_SHARE_PROFILE_PUBLIC);
}

static void test_vendor(void **state) {
  (void)state;
  each(DFMT_SHARE_PROFILE_VENDOR);
}

static void test_log(void **state) {
  (void)state;
  each(DFMT_SHARE_PROFILE_LOG);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_public), cmocka_unit_test(test_vendor),
                                     cmocka_unit_test(test_log)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
