/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-rows: rows printed in each form, in bytes of what they become. Exit status 1 if a target is missed.
 * Parts for --only: csv, json, table.
 */
#include <string.h>

#include "report.h"

enum { ROUNDS = 7, ROWS = 1000000, TEXT = 120 };

struct row {
  dfmt_head head;
  uint64_t numbers[4];
  int32_t small;
  uint32_t flags;
  dfmt_str text;
};

#define MEMBER(NAME, KIND, OFFSET) {.name = NAME, .kind = DFMT_KIND_##KIND, .offset = OFFSET}
static const dfmt_field fields[] = {MEMBER("head", HEAD, 0),
                                    MEMBER("first", U64, offsetof(struct row, numbers)),
                                    MEMBER("second", U64, offsetof(struct row, numbers) + 8),
                                    MEMBER("third", I64, offsetof(struct row, numbers) + 16),
                                    MEMBER("fourth", U64, offsetof(struct row, numbers) + 24),
                                    MEMBER("small", I32, offsetof(struct row, small)),
                                    MEMBER("flags", U32, offsetof(struct row, flags)),
                                    MEMBER("text", STR, offsetof(struct row, text))};
static const dfmt_type type = {.head = {sizeof type, DFMT_TYPE_TYPE},
                               .name = "bench.row",
                               .c_name = "row",
                               .shape = DFMT_SHAPE_ROW,
                               .body_size = sizeof(struct row),
                               .number = 0x7ff0003,
                               .n_fields = sizeof fields / sizeof *fields,
                               .fields = fields};
static const dfmt_column numbers[] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}, text[] = {{7, 0}},
                         both[] = {{1, 0}, {7, 0}};

/* Rows of random numbers, each of any length, printed in a form. */
struct printed {
  const char *part, *name;
  const dfmt_column *columns;
  uint32_t n_columns, form;
  double target; /* bytes a second */
  struct row row;
  uint64_t random, left, bytes;
  bool begun;
};

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct printed *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  *set = (dfmt_row_set){
      .size = sizeof *set, .n_columns = x->n_columns, .name = "rows", .type = &type, .columns = x->columns};
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct printed *x = user;
  if (x->left-- == 0) return DFMT_END;
  uint64_t r = x->random;
  r ^= r << 13;
  r ^= r >> 7;
  r ^= r << 17;
  x->random = r;
  for (size_t i = 0; i < 4; i++) x->row.numbers[i] = r >> (r >> (8 * i) & 63);
  x->row.small = (int32_t)r;
  *row = &x->row.head;
  return DFMT_OK;
}

static dfmt_status count(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct printed *x = user;
  (void)buf;
  x->bytes += *taken = len;
  return DFMT_OK;
}

static void print(void *arg) {
  struct printed *x = arg;
  const dfmt_rows_ops rows_ops = {.size = sizeof rows_ops, .next_set = next_set, .next = next};
  const dfmt_sink_ops sink_ops = {.size = sizeof sink_ops, .write = count};
  dfmt_rows *rows;
  dfmt_sink *to;
  x->random = 88172645463325252u;
  x->left = ROWS;
  x->bytes = 0;
  x->begun = false;
  if (dfmt_rows_new(NULL, &rows_ops, x, &rows) != DFMT_OK || dfmt_sink_new(NULL, &sink_ops, x, &to) != DFMT_OK)
    bench_fail("no memory");
  if (dfmt_rows_print(rows, x->form, NULL, to) != DFMT_OK) bench_fail("%s", dfmt_rows_error(rows)->message);
  if (dfmt_sink_flush(to) != DFMT_OK) bench_fail("%s", dfmt_sink_error(to)->message);
  dfmt_rows_free(rows);
  dfmt_sink_free(to);
}

static void measure(const struct bench_options *o, struct printed *x) {
  static char letters[TEXT];
  struct bench_side side = {.run = print, .arg = x};
  struct bench_side *const sides[] = {&side};
  if (!bench_wanted(o, x->part)) return;
  memset(letters, 'x', sizeof letters);
  x->row = (struct row){.head = {sizeof x->row, type.number}, .text = {letters, sizeof letters}};
  struct bench_row row = {.name = x->name, .ours = &side, .scale = 1e6, .unit = "MB/s", .min_rate = x->target};
  row.rounds = bench_measure(o, ROUNDS, sides, 1);
  row.work = (double)x->bytes;
  bench_report(&row);
}

int main(int argc, char **argv) {
  static struct printed all[] = {
      {.part = "csv",
       .name = "rows: CSV of numbers",
       .form = DFMT_PRINT_CSV,
       .columns = numbers,
       .n_columns = 5,
       .target = 400e6},
      {.part = "csv",
       .name = "rows: CSV of text",
       .form = DFMT_PRINT_CSV,
       .columns = text,
       .n_columns = 1,
       .target = 1e9},
      {.part = "csv",
       .name = "rows: CSV of both",
       .form = DFMT_PRINT_CSV,
       .columns = both,
       .n_columns = 2,
       .target = 1e9},
      {.part = "json",
       .name = "rows: JSON of numbers",
       .form = DFMT_PRINT_JSON,
       .columns = numbers,
       .n_columns = 5,
       .target = 400e6},
      {.part = "json",
       .name = "rows: JSON of text",
       .form = DFMT_PRINT_JSON,
       .columns = text,
       .n_columns = 1,
       .target = 1e9},
      {.part = "table", .name = "rows: table of numbers", .form = DFMT_PRINT_TABLE, .columns = numbers, .n_columns = 5},
      {.part = "table", .name = "rows: table of text", .form = DFMT_PRINT_TABLE, .columns = text, .n_columns = 1},
  };
  const struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) measure(&o, &all[i]);
  return 0;
}
