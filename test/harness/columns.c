/* SPDX-License-Identifier: MIT */
/*
 * Records as columns against the same records one by one: whatever the number of rows, however the bytes come, between
 * calls of dfmt_reader_next(), in whole files and in such as are cut, strict and in salvage. Diagnostics and the end
 * are the same, too, and columns lie where their records do.
 *
 *   columns [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "rows.h"
#include "samples.h"

static const uint32_t batches[] = {1, 2, 7, 100, UINT32_MAX, 0}; /* 0: a number of rows by chance, or one next() */
enum { CUTS = 24, LARGE = 300000 };                              /* files above which are not cut, bytes */
enum { MOST_ROWS = 8192 };                                       /* of one event, as reader.h says */
enum { NOTES = 64 };                                             /* the first so many are looked at more closely */

struct reading {
  struct rows rows;
  uint64_t notes, notes_sum; /* diagnostics */
  uint64_t before[NOTES];    /* rows before each */
  bool after_note;           /* the last event was one */
  uint64_t from, to;         /* offsets: of the first record, and after the last one */
  dfmt_status final;
  uint32_t number;
  uint64_t offset; /* of the error */
};

static void add_note(struct reading *x, const dfmt_event *ev) {
  const dfmt_diagnostic *d = (const dfmt_diagnostic *)ev->body;
  if (x->notes < NOTES) x->before[x->notes] = x->rows.n;
  x->notes++;
  x->after_note = true;
  x->notes_sum = (x->notes_sum ^ d->number ^ d->byte_offset << 20) * 0x100000001b3u;
}

/* Rows on both sides of a diagnostic come after it, and of those that stand after it one at most. */
static void check_note(struct reading *x, const struct reading *want, uint64_t before) {
  uint64_t at = x->after_note && want && x->notes <= NOTES ? want->before[x->notes - 1] : UINT64_MAX;
  check(at <= before || x->rows.n <= at || x->rows.n == at + 1, "rows %llu to %llu, with a diagnostic behind %llu",
        (unsigned long long)before, (unsigned long long)x->rows.n, (unsigned long long)at);
  x->after_note = false;
}

static void add_event(struct reading *x, const struct rows_type *t, const dfmt_event *ev, uint32_t most,
                      const struct reading *want) {
  uint64_t before = x->rows.n;
  if (ev->type == DFMT_DIAGNOSTIC) add_note(x, ev);
  if (ev->type != t->record && ev->type != t->columns) return;
  check(rows_add(&x->rows, t, ev), "the arrays make no sense");
  check(x->rows.n - before <= most && x->rows.n - before <= MOST_ROWS, "%llu rows",
        (unsigned long long)(x->rows.n - before));
  check(before == 0 || ev->offset >= x->to, "rows begin at %llu, those before end at %llu",
        (unsigned long long)ev->offset, (unsigned long long)x->to);
  check(ev->type == t->record || !ev->raw.ptr, "columns with raw bytes");
  check_note(x, want, before);
  if (before == 0) x->from = ev->offset;
  x->to = ev->offset + ev->length;
}

/* most 0: some rows, or a next(), by chance; alone: next() only. */
static dfmt_status take(dfmt_reader *r, const struct rows_type *t, uint32_t most, bool alone, struct rng *rng,
                        const dfmt_event **ev) {
  if (alone || (most == 0 && rng_below(rng, 3) == 0)) return dfmt_reader_next(r, ev);
  return dfmt_reader_columns(r, t->record, most ? most : (uint32_t)rng_below(rng, 9) + 1, ev);
}

/* want: what reading one by one gave; NULL: this is that. */
static void read_bytes(struct reading *x, const struct sample *s, size_t len, const struct rows_type *t, bool recover,
                       uint32_t most, enum input_kind kind, const struct reading *want) {
  struct input in;
  struct slicing how = {.seed = most, .again = true};
  struct rng rng = {most + 1};
  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, recover);
  format_configure(c, s->format);
  dfmt_reader *r;
  const dfmt_event *ev;
  *x = (struct reading){.final = DFMT_OK};
  if (input_open(&in, kind, &how, c, s->bytes.ptr, len, s->path) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK)
    broken("no reader");
  check_status(dfmt_reader_open(r, s->format->id, in.source), DFMT_OK, dfmt_reader_error(r), "opening");
  while (x->final == DFMT_OK) {
    dfmt_status st = take(r, t, most, !want, &rng, &ev);
    if (st == DFMT_OK)
      add_event(x, t, ev, most ? most : UINT32_MAX, want);
    else if (st != DFMT_AGAIN)
      x->final = st;
    else if (!check(input_pump(&in), "AGAIN although nothing is missing"))
      break;
  }
  x->number = dfmt_reader_error(r)->number;
  x->offset = dfmt_reader_error(r)->offset;
  check(dfmt_reader_columns(r, t->record, 1, &ev) == x->final && dfmt_reader_error(r)->number == x->number,
        "another end when asked again");
  dfmt_reader_free(r);
  input_close(&in);
  dfmt_config_free(c);
}

static void compare(const struct reading *got, const struct reading *want) {
  check(got->rows.n == want->rows.n, "%llu rows, %llu records", (unsigned long long)got->rows.n,
        (unsigned long long)want->rows.n);
  check(memcmp(got->rows.sums, want->rows.sums, sizeof got->rows.sums) == 0, "other values");
  check(got->from == want->from && got->to == want->to, "other offsets");
  check(got->notes == want->notes && got->notes_sum == want->notes_sum, "%llu diagnostics instead of %llu, or others",
        (unsigned long long)got->notes, (unsigned long long)want->notes);
  check(got->final == want->final && got->number == want->number && got->offset == want->offset,
        "the end is %s, error %u, instead of %s, error %u", dfmt_status_name(got->final), got->number,
        dfmt_status_name(want->final), want->number);
}

static uint64_t try_bytes(const struct sample *s, size_t len, const struct rows_type *t, bool recover) {
  struct reading want, got;
  context_set("%s: %zu bytes, type %#x, recover %d, one by one", s->path, len, t->record, recover);
  read_bytes(&want, s, len, t, recover, 1, INPUT_MEMORY, NULL);
  for (size_t i = 0; i < ARRAY_LEN(batches); i++)
    for (int fed = 0; fed < 2; fed++) {
      context_set("%s: %zu bytes, type %#x, recover %d, rows %u, fed %d", s->path, len, t->record, recover, batches[i],
                  fed);
      read_bytes(&got, s, len, t, recover, batches[i], fed ? INPUT_FEED : INPUT_MEMORY, &want);
      compare(&got, &want);
    }
  return want.rows.n;
}

static uint64_t try_type(const struct sample *s, const struct rows_type *t) {
  struct rng rng = {hash_name(s->name)};
  uint64_t rows = try_bytes(s, s->bytes.len, t, false) + try_bytes(s, s->bytes.len, t, true);
  for (int i = 0; rows && s->bytes.len <= LARGE && i < CUTS; i++)
    try_bytes(s, (size_t)rng_below(&rng, s->bytes.len), t, i % 2 != 0);
  return rows;
}

/* A type that has columns by its description is tried here. */
static void every_type_is_tried(void) {
  const dfmt_type *t;
  for (uint32_t i = 0; (t = dfmt_type_at(i)) != NULL; i++) {
    const struct rows_type *tried;
    size_t k = 0;
    while ((tried = rows_type_at(k)) != NULL && tried->columns != t->number) k++;
    check(!strstr(t->name, "columns") || tried, "%s is not tried", t->name);
  }
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  every_type_is_tried();
  const struct rows_type *t;
  for (size_t k = 0; (t = rows_type_at(k)) != NULL; k++) {
    uint64_t rows = 0;
    for (size_t i = 0; i < all.n; i++)
      if (all.ptr[i].format->id == t->record >> 16) rows += try_type(&all.ptr[i], t);
    context_set("type %#x", t->record);
    check(argc > 1 || rows > 100, "only %llu rows in all samples", (unsigned long long)rows);
  }
  samples_free(&all);
  return finish("columns");
}
