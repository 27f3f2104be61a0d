/* SPDX-License-Identifier: MIT */
#include "all.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <diagfmt/ops/extract.h>

#include "../unit/counter.h"
#include "../unit/slow.h"
#include "../unit/stream.h"
#include "brief.h"

enum { LARGE = 200000, SMALL = 20000 }; /* bytes of samples that are tried again and again */

struct sample {
  char path[512];
  char *ptr;
  size_t len;
};

/* ---- samples ---- */

static struct sample before; /* of a pair */

static char *read_all(FILE *f, size_t *len) {
  size_t room = 65536;
  char *p = malloc(room + 1);
  assert_non_null(p);
  *len = 0;
  for (size_t n; (n = fread(p + *len, 1, room - *len, f)) > 0;) {
    *len += n;
    if (*len == room) p = realloc(p, (room *= 2) + 1);
    assert_non_null(p);
  }
  p[*len] = '\0';
  return p;
}

static struct sample copy_of(const struct sample *s) {
  struct sample copy = *s;
  copy.ptr = malloc(s->len + 1);
  memcpy(copy.ptr, s->ptr, s->len + 1);
  return copy;
}

static void each_of(const char *format, void (*fn)(const struct sample *s)) {
  char folder[300];
  struct dirent *e;
  snprintf(folder, sizeof folder, "%.200s/%.40s", getenv("DFMT_SAMPLES"), format);
  DIR *d = opendir(folder);
  assert_non_null(d);
  while ((e = readdir(d)) != NULL) {
    struct sample s;
    if (e->d_name[0] == '.') continue;
    snprintf(s.path, sizeof s.path, "%s/%.200s", folder, e->d_name);
    FILE *f = fopen(s.path, "rb");
    assert_non_null(f);
    s.ptr = read_all(f, &s.len);
    fclose(f);
    if (kind.pair && !before.ptr) before = copy_of(&s);
    fn(&s);
    free(before.ptr);
    before = kind.pair ? s : (struct sample){.ptr = NULL};
    if (!kind.pair) free(s.ptr);
  }
  closedir(d);
  free(before.ptr);
  before = (struct sample){.ptr = NULL};
}

static void each(void (*fn)(const struct sample *s)) {
  static const char *const formats[] = {"apitrace", "apport", "bugreport", "mallocdbg", "simpleperf"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) each_of(formats[i], fn);
}

void each_file_below(const char *folder, void (*fn)(const char *path, const char *ptr, size_t len)) {
  char path[1024];
  struct dirent *e;
  DIR *d = opendir(folder);
  if (!d) { /* a file, or nothing to be read */
    FILE *f = fopen(folder, "rb");
    size_t len;
    char *ptr = f ? read_all(f, &len) : NULL;
    if (ptr) fn(folder, ptr, len);
    if (f) fclose(f);
    free(ptr);
    return;
  }
  while ((e = readdir(d)) != NULL) {
    snprintf(path, sizeof path, "%.700s/%.255s", folder, e->d_name);
    if (e->d_name[0] != '.') each_file_below(path, fn);
  }
  closedir(d);
}

/* ---- folders ---- */

/* Where thousands of folders can come and go: in memory, if there is room. */
static const char *place(void) {
  struct statvfs room;
  if (access("/dev/shm", W_OK) == 0 && statvfs("/dev/shm", &room) == 0 &&
      (uint64_t)room.f_bavail * room.f_frsize >= 1u << 28)
    return "/dev/shm";
  return getenv("TMPDIR");
}

int make_folder(char *path) {
  const char *at = place();
  snprintf(path, 300, "%.200s/diagfmt-ops.XXXXXX", at && *at ? at : "/tmp");
  assert_non_null(mkdtemp(path));
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  assert_true(fd >= 0);
  return fd;
}

/* By pieces: files are large, and taken again for each allocation that fails. */
static void take_file(const char *path, size_t skip, FILE *to) {
  static char piece[65536];
  uint64_t sum = 14695981039346656037u;
  size_t len = 0;
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0; len += n)
    for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)piece[i]) * 1099511628211u;
  fclose(f);
  fprintf(to, "%s %zu %" PRIx64 "\n", path + skip, len, sum);
  assert_int_equal(unlink(path), 0);
}

static void take_all(const char *path, size_t skip, FILE *to) {
  struct dirent **list;
  struct stat sb;
  int n = scandir(path, &list, NULL, alphasort);
  assert_true(n >= 2);
  for (int i = 0; i < n; i++) {
    char below[5000];
    snprintf(below, sizeof below, "%.4000s/%s", path, list[i]->d_name);
    if (strcmp(list[i]->d_name, ".") != 0 && strcmp(list[i]->d_name, "..") != 0) {
      assert_int_equal(lstat(below, &sb), 0);
      (S_ISDIR(sb.st_mode) ? take_all : take_file)(below, skip, to);
    }
    free(list[i]);
  }
  free(list);
  assert_int_equal(rmdir(path), 0);
}

char *take_folder(const char *path) {
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream(&text, &len);
  assert_non_null(to);
  take_all(path, strlen(path), to);
  fclose(to);
  return text;
}

/* ---- running ---- */

static void configure(dfmt_config *c, const struct sample *s) {
  if (kind.option) assert_int_equal(dfmt_config_set(c, kind.option, kind.value ? kind.value : 1), DFMT_OK);
  if (kind.pair) assert_int_equal(dfmt_config_add(c, DFMT_OPS_NAMES, before.path, strlen(before.path)), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_NAMES, s->path, strlen(s->path)), DFMT_OK);
}

/* What is passed over: sources that fail, unknown formats. */
static bool is_refused(dfmt_status st) {
  return st == DFMT_E_UNSUPPORTED || st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM;
}

/* What stopped the operation is passed over, or tried again with more memory. */
static void pass(dfmt_op *op, dfmt_status st) {
  if (is_refused(st))
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  else if (st == DFMT_E_LIMIT && dfmt_op_error(op)->option == DFMT_CFG_MAX_MEMORY)
    assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_MEMORY, dfmt_op_error(op)->needed * 2), DFMT_OK);
  else if (st == DFMT_E_LIMIT)
    assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  else
    assert_true(st == DFMT_E_NOMEM || st == DFMT_E_CANCELLED || st == DFMT_AGAIN);
}

/* As often as it takes; *again: runs that were not the last. */
static void run(dfmt_op *op, uint64_t *again) {
  dfmt_status st;
  while ((st = dfmt_op_run(op)) != DFMT_OK) {
    if (st < 0) assert_int_equal(dfmt_op_error(op)->status, st); /* whoever runs it for others relies on that */
    assert_true(++*again < 1000000);
    pass(op, st);
  }
}

/* What a sink in memory holds; frees it. */
static char *sink_text(dfmt_sink *to) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  char *text = malloc((size_t)len + 1);
  if (len) memcpy(text, ptr, (size_t)len);
  text[len] = '\0';
  dfmt_sink_free(to);
  return text;
}

/* op NULL: all has been read. */
static char *text_of(dfmt_rows *rows, dfmt_op *op, uint64_t *again) {
  dfmt_sink *to;
  dfmt_status st;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  do {
    while ((st = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to)) != DFMT_OK) {
      if (st == DFMT_E_NOMEM) continue;
      assert_non_null(op);
      assert_true(++*again < 1000000);
      pass(op, st);
    }
    do st = dfmt_rows_next_set(rows);
    while (st == DFMT_E_NOMEM);
  } while (st == DFMT_OK);
  assert_int_equal(st, DFMT_END);
  dfmt_rows_free(rows);
  return sink_text(to);
}

/* Where the operation in hand writes to. */
static dfmt_sink *target;
static char folder[300];
static int folder_fd;

/* An operation, with where it writes to. */
static dfmt_status make(dfmt_config *c, dfmt_op **out) {
  dfmt_status st = DFMT_OK;
  if (kind.extracts) {
    folder_fd = make_folder(folder);
    do st = dfmt_config_set(c, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)folder_fd);
    while (st == DFMT_E_NOMEM);
  }
  do st = kind.make ? kind.make(c, out) : dfmt_op_new(c, kind.name, out);
  while (st == DFMT_E_NOMEM);
  if (st != DFMT_OK || !kind.writes) return st;
  assert_int_equal(dfmt_sink_memory(NULL, &target), DFMT_OK);
  do st = dfmt_op_output(*out, NULL, 0, target);
  while (st == DFMT_E_NOMEM);
  return st;
}

char *rows_text(dfmt_rows *rows) { return text_of(rows, NULL, NULL); }

/* The text, with what is in the folder after it. */
static char *with_folder(char *text) {
  if (!kind.extracts) return text;
  close(folder_fd);
  char *files = take_folder(folder);
  char *both = malloc(strlen(text) + strlen(files) + 1);
  sprintf(both, "%s%s", text, files);
  free(text);
  free(files);
  return both;
}

static char *answer(dfmt_op *op, uint64_t *again) {
  dfmt_rows *rows = NULL;
  dfmt_status st;
  run(op, again);
  if (kind.writes) return sink_text(target);
  do st = dfmt_op_answer(op, NULL, &rows);
  while (st == DFMT_E_NOMEM);
  if (st == DFMT_E_UNSUPPORTED) return calloc(1, 1);
  if (st == DFMT_E_LIMIT) {
    assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_MEMORY, UINT64_MAX), DFMT_OK);
    assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
    st = DFMT_OK;
  }
  assert_int_equal(st, DFMT_OK);
  return with_folder(text_of(rows, op, again));
}

static dfmt_source *memory_source(const struct sample *s, size_t len) {
  dfmt_source *out;
  assert_int_equal(dfmt_source_memory(NULL, s->ptr, len, &out), DFMT_OK);
  return out;
}

static void add(dfmt_op *op, dfmt_source *s) {
  dfmt_status st;
  do st = dfmt_op_add(op, s);
  while (st == DFMT_E_NOMEM);
  assert_int_equal(st, DFMT_OK);
}

/* Adds the sample, after the one before it if two are wanted. */
static void add_inputs(dfmt_op *op, dfmt_source *s) {
  dfmt_source *first = kind.pair ? memory_source(&before, before.len) : NULL;
  if (first) add(op, first);
  dfmt_source_free(first);
  add(op, s);
}

static dfmt_op *made(dfmt_config *c, dfmt_source *s) {
  dfmt_op *op = NULL;
  assert_int_equal(make(c, &op), DFMT_OK);
  add_inputs(op, s);
  return op;
}

/* The sample, by a source that seeks or by one that does not. */
static bool streams;
static struct stream stream;

static dfmt_source *input(const struct sample *s) {
  stream = (struct stream){.ptr = s->ptr, .len = s->len};
  return streams ? stream_source(&stream) : memory_source(s, s->len);
}

static char *plain(const struct sample *s) {
  dfmt_config *c;
  uint64_t again = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  configure(c, s);
  dfmt_source *in = input(s);
  dfmt_op *op = made(c, in);
  char *text = answer(op, &again);
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
  return text;
}

/* ---- every allocation fails once ---- */

/* true: one failed. */
static bool fails_at(const struct sample *s, const char *want, uint64_t n) {
  struct counter x;
  uint64_t again = 0;
  dfmt_config *c = counting_config(&x);
  configure(c, s);
  x.fail_at = n;
  dfmt_source *in = input(s);
  dfmt_op *op = made(c, in);
  char *text = answer(op, &again);
  assert_string_equal(text, want);
  free(text);
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
  return x.calls >= n;
}

static void fail_each(const struct sample *s) {
  if (s->len > LARGE || before.len > LARGE) return;
  char *want = plain(s);
  for (uint64_t n = first_try(s->path); fails_at(s, want, n); n = next_try(n, kind.extracts ? 3 : 40)) continue;
  free(want);
}

/* What was read of a source that cannot seek is not lost. */
static void fail_streamed(const struct sample *s) {
  if (s->len > SMALL || before.len > SMALL) return;
  char *want = plain(s);
  for (uint64_t n = first_try(s->path); fails_at(s, want, n); n = next_try(n, kind.extracts ? 3 : 10)) continue;
  free(want);
}

void test_allocation(void **state) {
  (void)state;
  each(fail_each);
  streams = true;
  each(fail_streamed);
  streams = false;
}

/* ---- cancelled at every call for progress ---- */

static dfmt_status on_progress(void *user, uint64_t input, uint64_t done, uint64_t total) {
  uint64_t *calls = user;
  assert_true(input <= kind.pair);
  assert_true(!total || done <= total);
  return ++*calls % 2 ? DFMT_E_CANCELLED : DFMT_OK;
}

static void cancel_each(const struct sample *s) {
  uint64_t again = 0, calls = 0;
  char *want = plain(s);
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  configure(c, s);
  dfmt_source *in = memory_source(s, s->len);
  dfmt_op *op = made(c, in);
  assert_int_equal(dfmt_op_progress(op, on_progress, &calls), DFMT_OK);
  char *text = answer(op, &again);
  assert_string_equal(text, want);
  assert_true(calls >= 2 && again >= calls / 2);
  free(text);
  free(want);
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
}

void test_cancel(void **state) {
  (void)state;
  each(cancel_each);
}

/* ---- pieces, and nothing yet before each ---- */

static char *slowly(const struct sample *s, bool seeks) {
  uint64_t again = 0;
  struct slow x = {.ptr = s->ptr, .len = s->len, .piece = 97, .again = &again, .most = 4 * s->len + (1 << 20)};
  dfmt_source *in = slow_source(&x, seeks);
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  configure(c, s);
  dfmt_op *op = made(c, in);
  char *text = answer(op, &again);
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
  return text;
}

static void slow_each(const struct sample *s) {
  char *want = plain(s), *text = slowly(s, true);
  assert_string_equal(text, want);
  free(text);
  free(slowly(s, false)); /* of a pipe less may be known */
  free(want);
}

void test_again(void **state) {
  (void)state;
  each(slow_each);
}

/* ---- cut inputs ---- */

static void cut_each(const struct sample *s) {
  for (size_t i = turn(s->path, in_turn(4)); i < 12; i += in_turn(4)) {
    struct sample cut = *s;
    cut.len = s->len * i / 12;
    free(plain(&cut));
  }
}

void test_truncated(void **state) {
  (void)state;
  each(cut_each);
}

/* ---- little memory, then more ---- */

static void limit_each(const struct sample *s) {
  char *want = plain(s);
  dfmt_config *c;
  uint64_t again = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  configure(c, s);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, dfmt_option_find(DFMT_CFG_MAX_MEMORY)->lo), DFMT_OK);
  dfmt_source *in = memory_source(s, s->len);
  dfmt_op *op = NULL;
  dfmt_status st = make(c, &op);
  if (st == DFMT_OK) {
    add_inputs(op, in);
    char *text = answer(op, &again);
    assert_string_equal(text, want);
    free(text);
  } else {
    assert_int_equal(st, DFMT_E_LIMIT);
  }
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_config_free(c);
  free(want);
}

void test_memory_limit(void **state) {
  (void)state;
  each(limit_each);
}

/* ---- many inputs, one of them dropped ---- */

static void many_each(const struct sample *s) {
  static const char junk[] = "this is no file of any format";
  const struct sample bad = {.path = "junk", .ptr = (char *)(uintptr_t)junk, .len = sizeof junk - 1};
  dfmt_config *c;
  uint64_t again = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  configure(c, s);
  configure(c, &bad);
  configure(c, s);
  dfmt_source *in = memory_source(s, s->len), *none = memory_source(&bad, bad.len), *same = memory_source(s, s->len);
  dfmt_op *op = made(c, in);
  dfmt_status st = dfmt_op_add(op, none);
  if (st == DFMT_OK) {
    assert_int_equal(dfmt_op_add(op, same), DFMT_OK);
    while ((st = dfmt_op_run(op)) < 0) {
      if (dfmt_op_input(op) == 1)
        assert_int_equal(dfmt_op_drop(op), DFMT_OK);
      else
        assert_int_equal(dfmt_op_accept(op), DFMT_OK);
    }
    free(answer(op, &again));
  } else {
    assert_int_equal(st, DFMT_E_STATE); /* it takes one alone */
    if (kind.writes) dfmt_sink_free(target);
    free(with_folder(calloc(1, 1)));
  }
  dfmt_op_free(op);
  dfmt_source_free(in);
  dfmt_source_free(none);
  dfmt_source_free(same);
  dfmt_config_free(c);
}

void test_many(void **state) {
  (void)state;
  each(many_each);
}

/* ---- the tool says the same ---- */

static void tool_each(const struct sample *s) {
  char line[2000], first[600] = "";
  size_t len;
  if (turn(s->path, in_turn(8))) return;
  char *want = plain(s);
  if (kind.pair) snprintf(first, sizeof first, "'%s'", before.path);
  snprintf(line, sizeof line, "'%s' %s %s '%s' 2>/dev/null", getenv("DFMT_TOOL"), kind.arguments, first, s->path);
  FILE *f = popen(line, "r");
  assert_non_null(f);
  char *text = read_all(f, &len);
  pclose(f);
  if (len) assert_string_equal(text, want); /* nothing where it is refused */
  free(text);
  free(want);
}

void test_tool(void **state) {
  (void)state;
  if (!getenv("DFMT_TOOL") || !kind.arguments) return; /* what skip() prints is a failure to Meson */
  each(tool_each);
}
