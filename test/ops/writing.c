/* SPDX-License-Identifier: MIT */
#include "writing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../unit/counter.h"
#include "../unit/grown.h"
#include "../unit/stream.h"
#include "brief.h"

enum { LARGE = 60000, SMALL = 20000 }; /* bytes of samples that are tried again and again */

/* ---- samples ---- */

static struct bytes read_all(FILE *f) {
  struct bytes b = {NULL, 0};
  for (size_t n = 1; n; b.len += n) {
    b.ptr = grown(b.ptr, b.len, 65537);
    n = fread(b.ptr + b.len, 1, 65536, f);
  }
  return b;
}

struct bytes sample(const char *format, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%.200s/%.40s/%.200s", getenv("DFMT_SAMPLES"), format, name);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  struct bytes b = read_all(f);
  fclose(f);
  return b;
}

bool same(struct bytes a, struct bytes b) { return a.len == b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len) == 0); }

static void each(void (*fn)(struct bytes b, const char *path)) {
  static const char *const formats[] = {"apitrace", "apport", "bugreport", "mallocdbg", "simpleperf"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    char folder[300], path[600];
    struct dirent *e;
    snprintf(folder, sizeof folder, "%.200s/%.40s", getenv("DFMT_SAMPLES"), formats[i]);
    DIR *d = opendir(folder);
    assert_non_null(d);
    while ((e = readdir(d)) != NULL) {
      if (e->d_name[0] == '.') continue;
      struct bytes b = sample(formats[i], e->d_name);
      snprintf(path, sizeof path, "%s/%.200s", folder, e->d_name);
      fn(b, path);
      free(b.ptr);
    }
    closedir(d);
  }
}

/* ---- running ---- */

static bool is_refused(dfmt_status st) {
  return st == DFMT_E_UNSUPPORTED || st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM;
}

/* As often as it takes. E_NOMEM that comes again and again is the writer's, and final. */
static dfmt_status run(dfmt_op *op, uint64_t *again) {
  dfmt_status st;
  uint64_t starved = 0;
  while ((st = dfmt_op_run(op)) != DFMT_OK) {
    if (st < 0) assert_int_equal(dfmt_op_error(op)->status, st); /* whoever runs it for others relies on that */
    ++*again;
    starved = st == DFMT_E_NOMEM ? starved + 1 : 0;
    if (starved > 3 || st == DFMT_E_STATE || st == DFMT_E_LIMIT || st == DFMT_E_IO) return st;
    if (is_refused(st))
      assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    else
      assert_true(st == DFMT_E_NOMEM || st == DFMT_E_CANCELLED || st == DFMT_AGAIN);
    assert_true(*again < 1000000);
  }
  return st;
}

static dfmt_op *made(const char *name, const dfmt_config *c) {
  dfmt_op *op = NULL;
  dfmt_status st;
  do st = dfmt_op_new(c, name, &op);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
  return op;
}

static void add(dfmt_op *op, dfmt_source *s) {
  dfmt_status st;
  do st = dfmt_op_add(op, s);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
}

static void aim(dfmt_op *op, dfmt_sink *to) {
  dfmt_status st;
  do st = dfmt_op_output(op, NULL, 0, to);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
}

static struct bytes held(dfmt_sink *to) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  struct bytes b = {malloc((size_t)len + 1), (size_t)len};
  if (len) memcpy(b.ptr, ptr, (size_t)len);
  return b;
}

struct bytes made_of(const char *name, const struct bytes *inputs, size_t n, const struct choice *choices,
                     dfmt_status *st) {
  dfmt_config *c;
  dfmt_sink *to;
  uint64_t again = 0;
  struct bytes out = {NULL, 0};
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  for (; choices && choices->key; choices++)
    assert_int_equal(choices->word ? dfmt_config_add(c, choices->key, choices->word, strlen(choices->word))
                                   : dfmt_config_set(c, choices->key, choices->number),
                     DFMT_OK);
  dfmt_op *op = made(name, c);
  for (size_t i = 0; i < n; i++) {
    dfmt_source *s;
    assert_int_equal(dfmt_source_memory(NULL, inputs[i].ptr, inputs[i].len, &s), DFMT_OK);
    add(op, s);
    dfmt_source_free(s);
  }
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  aim(op, to);
  *st = run(op, &again);
  if (*st == DFMT_OK) out = held(to);
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  return out;
}

static struct bytes plain(struct bytes b, dfmt_status *st) { return made_of(writing.name, &b, 1, NULL, st); }

/* ---- every allocation fails once ---- */

static dfmt_source *source_of(struct bytes in) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  return s;
}

/* What is made of a source. */
static struct bytes written(dfmt_source *s, dfmt_status *st) {
  dfmt_sink *to;
  uint64_t again = 0;
  dfmt_op *op = made(writing.name, NULL);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  add(op, s);
  aim(op, to);
  *st = run(op, &again);
  struct bytes out = held(to);
  dfmt_op_free(op);
  dfmt_sink_free(to);
  return out;
}

/* true: one failed. The output is whole, or run() did not say OK. */
static bool fails_at(struct bytes in, struct bytes want, dfmt_status whole, uint64_t n, bool streams) {
  struct stream stream = {.ptr = in.ptr, .len = in.len};
  struct counter x;
  uint64_t again = 0;
  dfmt_sink *to;
  dfmt_source *s;
  dfmt_config *c = counting_config(&x);
  x.fail_at = n;
  s = streams ? stream_source(&stream) : source_of(in);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(writing.name, c);
  add(op, s);
  aim(op, to);
  dfmt_status st = run(op, &again);
  if (st == DFMT_OK) {
    struct bytes out = held(to);
    assert_true(same(out, want));
    free(out.ptr);
  } else {
    assert_true(st == DFMT_E_NOMEM || st == whole);
  }
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
  return x.calls >= n;
}

static void fail_each(struct bytes in, const char *path) {
  dfmt_status st;
  if (in.len > LARGE) return;
  struct bytes want = plain(in, &st);
  for (uint64_t n = first_try(path); fails_at(in, want, st, n, false); n = next_try(n, 30)) continue;
  free(want.ptr);
}

/* What was read of a source that cannot seek is not lost. */
static void fail_streamed(struct bytes in, const char *path) {
  dfmt_status st;
  struct stream stream = {.ptr = in.ptr, .len = in.len};
  if (in.len > SMALL) return;
  dfmt_source *s = stream_source(&stream);
  struct bytes want = written(s, &st);
  for (uint64_t n = first_try(path); fails_at(in, want, st, n, true); n = next_try(n, 10)) continue;
  dfmt_source_free(s);
  free(want.ptr);
}

void test_allocation(void **state) {
  (void)state;
  each(fail_each);
  each(fail_streamed);
}

/* ---- limits as low as they can be, and raised where they are met ---- */

static uint64_t n_raised;

static dfmt_status run_raising(dfmt_op *op) {
  dfmt_status st;
  uint64_t again = 0;
  while ((st = run(op, &again)) == DFMT_E_LIMIT) {
    const dfmt_error e = *dfmt_op_error(op);
    if (e.option != DFMT_CFG_MAX_MEMORY && e.option != DFMT_CFG_MAX_TABLE) return st; /* of the input, as ever */
    assert_true(e.needed > dfmt_option_find(e.option)->lo);
    assert_int_equal(dfmt_op_limit(op, e.option, e.needed), DFMT_OK);
    n_raised++;
    assert_true(++again < 10000);
  }
  return st;
}

static void limit_each(struct bytes in, const char *path) {
  dfmt_status whole;
  dfmt_sink *to;
  dfmt_source *s;
  dfmt_config *c;
  struct bytes want = plain(in, &whole);
  (void)path;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_TABLE, dfmt_option_find(DFMT_CFG_MAX_TABLE)->lo), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, dfmt_option_find(DFMT_CFG_MAX_MEMORY)->lo), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(writing.name, c);
  add(op, s);
  aim(op, to);
  assert_int_equal(run_raising(op), whole);
  if (whole == DFMT_OK) {
    struct bytes out = held(to);
    assert_true(same(out, want));
    free(out.ptr);
  }
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  free(want.ptr);
}

void test_limits(void **state) {
  (void)state;
  each(limit_each);
  assert_true(n_raised >= 4);
}

/* ---- cancelled at every call for progress; a sink that takes little, a source that gives little ---- */

struct slow {
  struct bytes in, out;
  size_t at;
  bool said, full, pieces;
  uint64_t calls;
};

static dfmt_status on_progress(void *user, uint64_t input, uint64_t done, uint64_t total) {
  struct slow *x = user;
  (void)input;
  (void)done;
  (void)total;
  return ++x->calls % 2 ? DFMT_E_CANCELLED : DFMT_OK;
}

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *x = user;
  x->said = !x->said;
  if (x->pieces && x->said) return DFMT_AGAIN;
  size_t n = x->in.len - x->at;
  if (n > cap) n = (size_t)cap;
  if (x->pieces && n > 97) n = 97;
  memcpy(buf, x->in.ptr + x->at, n);
  x->at += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status on_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct slow *x = user;
  size_t at = offset < x->in.len ? (size_t)offset : x->in.len, n = x->in.len - at;
  if (n > cap) n = (size_t)cap;
  memcpy(buf, x->in.ptr + at, n);
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status on_total(void *user, uint64_t *bytes) {
  *bytes = ((struct slow *)user)->in.len;
  return DFMT_OK;
}

static dfmt_status on_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct slow *x = user;
  size_t n = x->pieces && len > 61 ? 61 : (size_t)len;
  x->full = !x->full;
  if (x->pieces && x->full) n = 0;
  x->out.ptr = grown(x->out.ptr, x->out.len, n);
  if (n) memcpy(x->out.ptr + x->out.len, buf, n);
  x->out.len += n;
  *taken = n;
  return n == len ? DFMT_OK : DFMT_AGAIN;
}

static dfmt_status on_write_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct slow *x = user;
  assert_true(offset + len <= x->out.len);
  memcpy(x->out.ptr + offset, buf, (size_t)len);
  return DFMT_OK;
}

static void stop_and_go(struct bytes in, bool pieces) {
  static const dfmt_source_ops from = {.size = sizeof from, .read = on_read, .read_at = on_read_at, .total = on_total};
  static const dfmt_sink_ops into = {.size = sizeof into, .write = on_write, .write_at = on_write_at};
  struct slow x = {.in = in, .pieces = pieces};
  uint64_t again = 0;
  dfmt_status whole;
  dfmt_source *s;
  dfmt_sink *to;
  struct bytes want = plain(in, &whole);
  assert_int_equal(dfmt_source_new(NULL, &from, &x, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_new(NULL, &into, &x, &to), DFMT_OK);
  dfmt_op *op = made(writing.name, NULL);
  add(op, s);
  aim(op, to);
  if (!pieces) assert_int_equal(dfmt_op_progress(op, on_progress, &x), DFMT_OK);
  dfmt_status st = run(op, &again);
  assert_int_equal(st, whole);
  while (st == DFMT_OK && dfmt_sink_close(to) == DFMT_AGAIN) continue;
  if (st == DFMT_OK) assert_true(same(x.out, want));
  if (!pieces) assert_true(x.calls >= 2);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  free(x.out.ptr);
  free(want.ptr);
}

static void cancel_each(struct bytes in, const char *path) {
  (void)path;
  stop_and_go(in, false);
}

static void again_each(struct bytes in, const char *path) {
  (void)path;
  if (in.len <= 10 * LARGE) stop_and_go(in, true);
}

void test_cancel(void **state) {
  (void)state;
  each(cancel_each);
}

void test_again(void **state) {
  (void)state;
  each(again_each);
}

/* ---- cut inputs ---- */

static void cut_each(struct bytes in, const char *path) {
  for (size_t i = turn(path, in_turn(4)); i < 12; i += in_turn(4)) {
    dfmt_status st;
    free(plain((struct bytes){in.ptr, in.len * i / 12}, &st).ptr);
  }
}

void test_truncated(void **state) {
  (void)state;
  each(cut_each);
}

/* ---- the tool writes the same ---- */

static void tool_each(struct bytes in, const char *path) {
  char line[2000];
  dfmt_status st;
  if (turn(path, in_turn(8))) return;
  struct bytes want = plain(in, &st);
  char made[] = "/tmp/diagfmt-ops.XXXXXX";
  int fd = mkstemp(made);
  assert_true(fd >= 0);
  snprintf(line, sizeof line, "'%s' %s -o %s '%s' 2>/dev/null", getenv("DFMT_TOOL"), writing.name, made, path);
  (void)!system(line);
  close(fd);
  FILE *f = fopen(made, "rb");
  assert_non_null(f);
  struct bytes out = read_all(f);
  fclose(f);
  unlink(made);
  if (out.len && want.ptr) assert_true(same(out, want)); /* nothing where it is refused */
  free(out.ptr);
  free(want.ptr);
}

void test_tool(void **state) {
  (void)state;
  if (!getenv("DFMT_TOOL")) return; /* what skip() prints is a failure to Meson */
  each(tool_each);
}
