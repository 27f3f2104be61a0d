/* SPDX-License-Identifier: MIT */
/*
 * Every operation with all that it finds and writes, every table, and every writer, over a source that says AGAIN
 * before each piece and keeps none: the results are those of memory, and no more than three times the file is read.
 * Files are those of make_large.py, above what a source that has to be waited for may keep (npm/lib/source.js).
 * Operations, tables and formats are taken from the library's own lists. The end of each set of rows stays the end,
 * also in Arrow.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../harness/kept.h"
#include "../unit/slow.h"
#include "all.h"
#include "brief.h"

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/extract.h>
#include <diagfmt/ops/search.h>
#include <diagfmt/ops/share.h>
#include <diagfmt/ops/tables.h>
#include <diagfmt/ops/value.h>

const struct kind kind = {.name = NULL}; /* all.c: its folders are used, not its tests */

/*
 * TIMES: that a file may be read. BEGINNINGS: pieces that an option may cost beyond that each time: the start that
 * tells the format, the directory at the end, and the first entries. KINDS: words of an option, at most.
 */
enum { PIECE = 65536, TIMES = 3, BEGINNINGS = 4, KINDS = 16 };

/* ---- what there is ---- */

enum { MOST = 64 };
static const dfmt_op_kind *operations[MOST];
static size_t n_operations;

static void find_operations(void) {
  const dfmt_op_kind *k;
  for (n_operations = 0; n_operations < MOST && (k = dfmt_op_at((uint32_t)n_operations)) != NULL; n_operations++)
    operations[n_operations] = k;
}

/* The parts of one, of a sort. */
#define EACH_PART(P, KIND, PART) \
  for (uint32_t i_##P = 0; ((P) = dfmt_op_part_at((KIND), i_##P)) != NULL; i_##P++) \
    if ((P)->part == (PART))

struct file {
  const char *path, *ptr;
  size_t len;
};

/* How a file is read. */
struct way {
  bool slow, seeks;
  size_t beginnings;
  uint64_t again; /* calls that came back */
};

/* ---- texts ---- */

/* Memory without a limit. */
static dfmt_sink *memory_sink(void) {
  dfmt_config *c;
  dfmt_sink *s;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, UINT64_MAX), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, kept_realloc, NULL), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(c, &s), DFMT_OK);
  dfmt_config_free(c);
  return s;
}

/* Their number and sum, and the first of them, for whoever looks for a difference. */
static void put_bytes(FILE *to, const char *what, dfmt_sink *sink) {
  const void *ptr;
  uint64_t len, sum = 14695981039346656037u;
  assert_int_equal(dfmt_sink_bytes(sink, &ptr, &len), DFMT_OK);
  for (uint64_t i = 0; i < len; i += sizeof sum) { /* by words: there are gigabytes */
    uint64_t word = 0, n = len - i < sizeof word ? len - i : sizeof word;
    memcpy(&word, (const uint8_t *)ptr + i, n == sizeof word ? sizeof word : (size_t)n);
    sum = (sum ^ word) * 1099511628211u;
    sum ^= sum >> 29;
  }
  fprintf(to, "%s: %" PRIu64 " bytes, %" PRIx64 "\n", what, len, sum);
  if (len) assert_int_equal(fwrite(ptr, len < 2000 ? (size_t)len : 2000, 1, to), 1);
}

static void put_status(FILE *to, const char *what, dfmt_status st, const dfmt_error *e) {
  fprintf(to, "%s: %s", what, dfmt_status_name(st));
  if (st < 0) fprintf(to, ", number %u at %" PRIu64, e->number, e->offset);
  fputc('\n', to);
}

#define REPEATED(WAY, ST, CALL) \
  while (((ST) = (CALL)) == DFMT_AGAIN) assert_true((WAY)->slow && ++(WAY)->again < 10000000)

/* All sets, and whether they stay at their ends. */
static void put_rows(FILE *to, struct way *way, dfmt_rows *x) {
  dfmt_status st;
  do {
    const dfmt_head *row;
    dfmt_sink *lines;
    lines = memory_sink();
    REPEATED(way, st, dfmt_rows_print(x, DFMT_PRINT_JSON, NULL, lines));
    put_bytes(to, dfmt_rows_set(x)->name, lines);
    put_status(to, "printed", st, dfmt_rows_error(x));
    for (int i = 0; st == DFMT_OK && i < 3; i++) assert_int_equal(dfmt_rows_next(x, &row), DFMT_END);
    dfmt_sink_free(lines);
    REPEATED(way, st, dfmt_rows_next_set(x));
  } while (st == DFMT_OK);
  put_status(to, "sets", st, dfmt_rows_error(x));
  dfmt_rows_free(x);
}

static char *finished(FILE *to, char **text) {
  fclose(to);
  return *text;
}

/* The slow one, against what memory gave. */
static void compare(const char *what, const struct file *f, char *got, char *want) {
  if (strcmp(got, want) != 0) {
    size_t i = 0;
    while (got[i] == want[i]) i++;
    i -= i < 200 ? i : 200;
    fail_msg("%s of %s: got\n…%.400s\nwant\n…%.400s", what, f->path, got + i, want + i);
  }
  free(got);
  free(want);
}

/* A stream that ends, and says so again; or fails, as an operation's does whose rows are read on the way. */
static void drain(struct ArrowArrayStream *s) {
  struct ArrowArray batch;
  for (int ends = 0; ends < 4;) {
    if (s->get_next(s, &batch) != 0) {
      assert_int_equal(ends, 0);
      break;
    }
    ends += batch.release == NULL;
    if (batch.release) assert_int_equal(ends, 0);
    if (batch.release) batch.release(&batch);
  }
  s->release(s);
}

/* Hands a set of rows to Arrow, after those before it. false: there are not so many. */
static bool drain_set(dfmt_rows *x, uint32_t set) {
  struct ArrowArrayStream stream;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && set-- > 0) st = dfmt_rows_next_set(x);
  if (st != DFMT_OK) {
    dfmt_rows_free(x);
    return false;
  }
  assert_int_equal(dfmt_rows_arrow(x, &stream), DFMT_OK);
  drain(&stream);
  return true;
}

/* ---- sources ---- */

static dfmt_source *source_of(const struct file *f, struct way *way, struct slow *x) {
  dfmt_source *s;
  *x = (struct slow){.ptr = f->ptr,
                     .len = f->len,
                     .piece = PIECE,
                     .again = &way->again,
                     .most = TIMES * f->len + (1 + TIMES * way->beginnings) * PIECE};
  if (way->slow) return slow_source(x, way->seeks);
  assert_int_equal(dfmt_source_memory(NULL, f->ptr, f->len, &s), DFMT_OK);
  return s;
}

typedef char *make_fn(void *about, const struct file *f, struct way *way);

/* Memory, against what is slow and can be read at places. */
static void by_places(const char *what, const struct file *f, void *about, make_fn *make) {
  struct way plain = {.slow = false}, places = {.slow = true, .seeks = true};
  char *want = make(about, f, &plain);
  compare(what, f, make(about, f, &places), want);
}

/* And of a stream, of which less may be known: it only has to end. */
static void each_way(const char *what, const struct file *f, void *about, make_fn *make) {
  struct way stream = {.slow = true};
  by_places(what, f, about, make);
  free(make(about, f, &stream));
}

/* ---- operations ---- */

/* An operation, and one of its options that is not at its default. */
struct task {
  const dfmt_op_kind *operation;
  const dfmt_option *option; /* NULL: none */
  uint64_t value;
  bool done; /* it said OK of some file */
};

/* Words that operations do not run without; an entry that a file has. */
static dfmt_config *config_of(const struct task *t, const struct file *f) {
  const char *key = strstr(f->path, "apport") ? "CoreDump" : "main_entry.txt";
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, kept_realloc, NULL), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SEARCH_PATTERNS, "e", 1), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, "not a good key, but a fixed one", 31), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_VALUE_KEY, key, strlen(key)), DFMT_OK);
  if (t->option) assert_int_equal(dfmt_config_set(c, t->option->key, t->value), DFMT_OK);
  return c;
}

/* Its first output. */
static void aim(dfmt_op *op, dfmt_sink *sink) {
  const dfmt_op_part *p;
  EACH_PART(p, dfmt_op_describe(op), DFMT_OP_OUTPUT) {
    assert_int_equal(dfmt_op_output(op, p->name, 0, sink), DFMT_OK);
    break;
  }
}

static void put_results(FILE *to, struct way *way, dfmt_op *op) {
  dfmt_rows *x;
  dfmt_status st;
  REPEATED(way, st, dfmt_op_answer(op, NULL, &x));
  put_status(to, "rows", st, dfmt_op_error(op));
  if (st == DFMT_OK) put_rows(to, way, x);
  const dfmt_op_part *p;
  EACH_PART(p, dfmt_op_describe(op), DFMT_OP_ANSWER)
  if (dfmt_op_answer(op, p->name, &x) == DFMT_OK) put_rows(to, way, x);
  EACH_PART(p, dfmt_op_describe(op), DFMT_OP_DOCUMENT) {
    dfmt_sink *sink = memory_sink();
    if (dfmt_op_write(op, p->name, NULL, sink) == DFMT_OK) put_bytes(to, p->name, sink);
    dfmt_sink_free(sink);
  }
}

/* Runs it; one that takes more inputs than one has the same again. */
static dfmt_status run(dfmt_op *op, const struct file *f, struct way *way, struct slow *sources) {
  dfmt_status st = DFMT_E_STATE;
  for (int i = 0; i < 2 && st == DFMT_E_STATE; i++) {
    dfmt_source *s = source_of(f, way, &sources[i]);
    dfmt_status added = dfmt_op_add(op, s);
    dfmt_source_free(s);
    if (added != DFMT_OK) break; /* it is not inputs that are missing */
    REPEATED(way, st, dfmt_op_run(op));
  }
  return st;
}

static bool drain_answer(dfmt_op *op, const char *name, uint32_t set) {
  dfmt_rows *x;
  return dfmt_op_answer(op, name, &x) == DFMT_OK && drain_set(x, set);
}

/* Every set of every answer ends in Arrow. Rows that are read as they are asked for come from an operation once.
 */
static void test_streams_of(const dfmt_op_kind *o, const struct file *f) {
  struct way plain = {.slow = false};
  struct slow sources[2];
  struct task t = {.operation = o};
  dfmt_config *c = config_of(&t, f);
  dfmt_op *op;
  dfmt_sink *sink = memory_sink();
  const dfmt_op_part *p;
  assert_int_equal(dfmt_op_new(c, o->name, &op), DFMT_OK);
  aim(op, sink);
  if (run(op, f, &plain, sources) == DFMT_OK) {
    for (uint32_t set = 0; drain_answer(op, NULL, set);) set++;
    EACH_PART(p, o, DFMT_OP_ANSWER)
    for (uint32_t set = 0; drain_answer(op, p->name, set);) set++;
  }
  dfmt_op_free(op);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
}

static char *results(void *about, const struct file *f, struct way *way) {
  struct task *t = about;
  struct slow sources[2];
  char *text = NULL, folder[300];
  size_t len;
  FILE *to = open_memstream(&text, &len);
  int fd = -1;
  dfmt_config *c = config_of(t, f);
  dfmt_sink *sink;
  dfmt_op *op;
  if (t->operation->number == DFMT_OP_EXTRACT) fd = make_folder(folder);
  if (fd >= 0) assert_int_equal(dfmt_config_set(c, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)fd), DFMT_OK);
  if (dfmt_op_new(c, t->operation->name, &op) != DFMT_OK) { /* a value that another option needs */
    assert_non_null(t->option);
    dfmt_config_free(c);
    return finished(to, &text);
  }
  sink = memory_sink();
  aim(op, sink);
  dfmt_status st = run(op, f, way, sources);
  put_status(to, t->operation->name, st, dfmt_op_error(op));
  if (st == DFMT_OK) put_results(to, way, op);
  t->done |= st == DFMT_OK;
  put_bytes(to, "written", sink);
  dfmt_op_free(op);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
  if (fd >= 0) close(fd);
  char *files = fd >= 0 ? take_folder(folder) : NULL;
  if (files) fputs(files, to);
  free(files);
  return finished(to, &text);
}

/* ---- tables ---- */

static char *table_rows(void *about, const struct file *f, struct way *way) {
  const dfmt_type *t = about;
  struct slow x;
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream(&text, &len);
  dfmt_scan *scan;
  dfmt_rows *rows;
  uint32_t table;
  dfmt_status st;
  dfmt_source *s = source_of(f, way, &x);
  assert_int_equal(dfmt_scan_new(NULL, s, &scan), DFMT_OK);
  assert_int_equal(dfmt_scan_offer(scan, dfmt_ops_tables()), DFMT_OK);
  dfmt_source_free(s);
  REPEATED(way, st, dfmt_scan_table(scan, t->name, NULL, &table));
  put_status(to, "table", st, dfmt_scan_error(scan));
  if (st != DFMT_OK) {
    assert_false(way->seeks || !way->slow); /* a name that several formats have, of a stream */
    dfmt_scan_free(scan);
    return finished(to, &text);
  }
  assert_int_equal(dfmt_scan_rows(scan, &rows), DFMT_OK);
  put_rows(to, way, rows);
  return finished(to, &text);
}

static void table_stream(const dfmt_type *t, const struct file *f, bool as_rows) {
  struct way plain = {.slow = false};
  struct slow x;
  struct ArrowArrayStream stream;
  uint32_t table;
  dfmt_scan *scan;
  dfmt_rows *rows;
  dfmt_source *s = source_of(f, &plain, &x);
  assert_int_equal(dfmt_scan_new(NULL, s, &scan), DFMT_OK);
  assert_int_equal(dfmt_scan_offer(scan, dfmt_ops_tables()), DFMT_OK);
  dfmt_source_free(s);
  assert_int_equal(dfmt_scan_table(scan, t->name, NULL, &table), DFMT_OK);
  if (as_rows) assert_int_equal(dfmt_scan_rows(scan, &rows), DFMT_OK);
  assert_int_equal(as_rows ? dfmt_rows_arrow(rows, &stream) : dfmt_scan_stream(scan, &stream), DFMT_OK);
  drain(&stream);
}

/* All tables of a format at once, as far as they can be asked for together: rows of each. */
static char *all_tables(void *about, const struct file *f, struct way *way) {
  struct slow x;
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream(&text, &len);
  const dfmt_type *t;
  uint64_t rows[64] = {0};
  uint32_t n = 0, table;
  struct ArrowArray batch;
  dfmt_scan *scan;
  dfmt_status st;
  dfmt_source *s = source_of(f, way, &x);
  assert_int_equal(dfmt_scan_new(NULL, s, &scan), DFMT_OK);
  assert_int_equal(dfmt_scan_offer(scan, dfmt_ops_tables()), DFMT_OK);
  dfmt_source_free(s);
  for (uint32_t i = 0; (t = dfmt_ops_table_at(i)) != NULL; i++)
    if (t->number >> 16 == *(const uint32_t *)about) n += dfmt_scan_table(scan, t->name, NULL, &table) == DFMT_OK;
  for (;;) {
    REPEATED(way, st, dfmt_scan_next(scan, &table, &batch));
    if (st != DFMT_OK) break;
    rows[table] += (uint64_t)batch.length;
    batch.release(&batch);
  }
  put_status(to, "tables", st, dfmt_scan_error(scan));
  for (uint32_t i = 0; i < n; i++) fprintf(to, "%" PRIu64 "\n", rows[i]);
  dfmt_scan_free(scan);
  return finished(to, &text);
}

/* ---- writers ---- */

/* Traces are packed by what is always there if the codec that they have else is not. */
static dfmt_writer *writer_of(uint32_t format, dfmt_sink *to) {
  dfmt_config *c;
  dfmt_writer *w;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  if (!dfmt_has_feature(DFMT_FEATURE_SNAPPY))
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_GZIP), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, format, 0, to), DFMT_OK);
  dfmt_config_free(c);
  return w;
}

static char *copy(void *about, const struct file *f, struct way *way) {
  struct slow x;
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream(&text, &len);
  const uint32_t format = *(const uint32_t *)about;
  const dfmt_event *ev;
  dfmt_sink *sink;
  dfmt_reader *r;
  dfmt_writer *w;
  dfmt_status st;
  dfmt_source *s = source_of(f, way, &x);
  sink = memory_sink();
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  w = writer_of(format, sink);
  assert_int_equal(dfmt_reader_open(r, format, s), DFMT_OK);
  dfmt_source_free(s);
  for (;;) {
    REPEATED(way, st, dfmt_reader_next(r, &ev));
    if (st != DFMT_OK) break;
    REPEATED(way, st, dfmt_writer_copy(w, r, ev));
    if (st != DFMT_OK) put_status(to, "copy", st, dfmt_writer_error(w));
  }
  put_status(to, "read", st, dfmt_reader_error(r));
  put_status(to, "written", dfmt_writer_finish(w), dfmt_writer_error(w));
  put_bytes(to, "file", sink);
  dfmt_reader_free(r);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  return finished(to, &text);
}

/* ---- all of it ---- */

static struct task tasks[MOST];

static void try_operations(const char *path, const char *ptr, size_t len) {
  const struct file f = {path, ptr, len};
  for (size_t i = 0; i < n_operations; i++) {
    if (tasks[i].done && (i + turn(path, in_turn(2))) % in_turn(2)) continue;
    each_way(operations[i]->name, &f, &tasks[i], results);
    test_streams_of(operations[i], &f);
  }
}

static void test_operations(void **state) {
  (void)state;
  for (size_t i = 0; i < n_operations; i++) tasks[i] = (struct task){.operation = operations[i]};
  each_file_below(getenv("DFMT_LARGE"), try_operations);
  for (size_t i = 0; i < n_operations; i++)
    if (!tasks[i].done)
      fail_msg("%s runs with none of the files: it needs one, or a word in config_of()", operations[i]->name);
}

/* Numbers and words of an operation's own options, each at its other end. */
static void try_options(const char *path, const char *ptr, size_t len) {
  const struct file f = {path, ptr, len};
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_ops_option_at(i)) != NULL; i++)
    for (size_t k = 0; k < n_operations; k++) {
      const size_t n = strlen(operations[k]->name);
      if (o->kind == DFMT_KIND_STR || strncmp(o->name, operations[k]->name, n) != 0 || o->name[n] != '.') continue;
      struct task t = {.operation = operations[k], .option = o, .value = o->def == o->hi ? o->lo : o->hi};
      if (o->hi - o->lo >= KINDS || i % in_turn(4) != turn(path, in_turn(4))) continue;
      struct way plain = {.slow = false}, places = {.slow = true, .seeks = true, .beginnings = BEGINNINGS};
      char *want = results(&t, &f, &plain);
      if (t.done) compare(o->name, &f, results(&t, &f, &places), want);
      if (!t.done) free(want);
    }
}

static void test_options(void **state) {
  (void)state;
  each_file_below(getenv("DFMT_LARGE"), try_options);
}

static uint32_t format_of(const struct file *f) {
  const char *name = strrchr(f->path, '/') + 1;
  uint32_t format;
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const char *known = dfmt_format_name(format);
    if (strncmp(name, known, strlen(known)) == 0) return format;
  }
  fail_msg("%s: a name that does not begin with a format's", f->path);
  return 0;
}

static uint32_t seen[64];
static size_t n_seen;

static void try_format(const char *path, const char *ptr, size_t len) {
  const struct file f = {path, ptr, len};
  const dfmt_type *t;
  uint32_t format = format_of(&f);
  seen[n_seen++ % 64] = format;
  for (uint32_t i = 0; (t = dfmt_ops_table_at(i)) != NULL; i++) {
    if ((t->number >> 16 != format && t->number >> 16) || i % in_turn(4) != turn(path, in_turn(4))) continue;
    dfmt_type same = *t;
    if (i % 2 && strchr(t->name, '.')) same.name = strchr(t->name, '.') + 1; /* that of the file at hand */
    by_places(t->name, &f, &same, table_rows);
    for (int as_rows = 0; as_rows < 2; as_rows++) table_stream(t, &f, as_rows);
  }
  each_way("all tables", &f, &format, all_tables);
  each_way("writer", &f, &format, copy);
}

static void test_tables_and_writers(void **state) {
  (void)state;
  uint32_t format;
  each_file_below(getenv("DFMT_LARGE"), try_format);
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    bool met = false;
    for (size_t k = 0; k < n_seen && k < 64; k++) met |= seen[k] == format;
    if (!met) fail_msg("%s has no large file: make_large.py", dfmt_format_name(format));
  }
}

int main(void) {
  find_operations();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_operations), cmocka_unit_test(test_options),
                                     cmocka_unit_test(test_tables_and_writers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
