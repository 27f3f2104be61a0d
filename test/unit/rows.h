/* SPDX-License-Identifier: MIT */
/* Rows of a scan as text, and scans whose memory is out now and then. */
#ifndef TEST_ROWS_H
#define TEST_ROWS_H

#include <inttypes.h>

#include <diagfmt/ops/tables.h>
#include <diagfmt/ops/triage.h>

#include "counter.h"
#include "scan/scan.h"
#include "sinks.h"

/* Text that grows. */
struct lines {
  char *ptr;
  size_t len;
};

static inline void add_text(struct lines *to, const char *text, size_t len) {
  to->ptr = grown(to->ptr, to->len, len + 1);
  assert_non_null(to->ptr);
  memcpy(to->ptr + to->len, text, len);
  to->len += len;
  to->ptr[to->len] = '\0';
}

static inline void add_number(struct lines *to, const struct ArrowSchema *s, const void *values, int64_t i) {
  char text[64];
  int n = 0;
  switch (s->format[0]) {
    case 'I': n = snprintf(text, sizeof text, "%" PRIu32, ((const uint32_t *)values)[i]); break;
    case 'i': n = snprintf(text, sizeof text, "%" PRId32, ((const int32_t *)values)[i]); break;
    case 'L': n = snprintf(text, sizeof text, "%" PRIu64, ((const uint64_t *)values)[i]); break;
    case 'b': n = snprintf(text, sizeof text, "%d", ((const uint8_t *)values)[i / 8] >> i % 8 & 1); break;
    case 'g': n = snprintf(text, sizeof text, "%g", ((const double *)values)[i]); break;
    default: n = snprintf(text, sizeof text, "%" PRId64, ((const int64_t *)values)[i]);
  }
  add_text(to, text, (size_t)n);
}

/* "-": absent; "[A][B]": a list of texts. */
static inline void add_value(struct lines *to, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i) {
  const uint8_t *there = a->buffers[0];
  if (there && !(there[i / 8] >> i % 8 & 1)) {
    add_text(to, "-", 1);
  } else if (s->dictionary) {
    add_value(to, s->dictionary, a->dictionary, ((const int32_t *)a->buffers[1])[i]);
  } else if (s->format[0] == '+') {
    const int32_t *ends = a->buffers[1];
    for (int32_t k = ends[i]; k < ends[i + 1]; k++) {
      const int32_t *at = a->children[0]->buffers[1];
      add_text(to, "[", 1);
      add_text(to, (const char *)a->children[0]->buffers[2] + at[k], (size_t)(at[k + 1] - at[k]));
      add_text(to, "]", 1);
    }
  } else if (s->format[0] == 'u' || s->format[0] == 'z') {
    const int32_t *ends = a->buffers[1];
    add_text(to, (const char *)a->buffers[2] + ends[i], (size_t)(ends[i + 1] - ends[i]));
  } else {
    add_number(to, s, a->buffers[1], i);
  }
}

/* A row a line, of a batch of the only table; values separated by blanks. */
static inline void add_rows(struct lines *to, const struct ArrowSchema *s, const struct ArrowArray *batch) {
  for (int64_t i = 0; i < batch->length; i++)
    for (int64_t k = 0; k < batch->n_children; k++) {
      add_value(to, s->children[k], batch->children[k], i);
      add_text(to, k + 1 < batch->n_children ? " " : "\n", 1);
    }
}

/* A table of a file, and its rows. */
struct rows_case {
  const char *table;
  const void *ptr;
  size_t len;
  const char *columns[24];
  const char *want;
};

static inline dfmt_status scan_case(const struct rows_case *c, const dfmt_config *config, uint64_t max_rows,
                                    dfmt_scan **out) {
  dfmt_source *s;
  dfmt_table_request request = {.size = sizeof request, .max_rows = max_rows, .columns = c->columns};
  uint32_t table;
  while (c->columns[request.n_columns]) request.n_columns++;
  assert_int_equal(dfmt_source_memory(NULL, c->ptr, c->len, &s), DFMT_OK);
  dfmt_status st = dfmt_scan_new(config, s, out);
  dfmt_source_free(s);
  if (st != DFMT_OK) return st;
  st = dfmt_scan_offer(*out, dfmt_ops_tables());
  if (st == DFMT_OK) st = dfmt_scan_table(*out, c->table, &request, &table);
  if (st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) dfmt_scan_free(*out);
  return st;
}

/* A call stopped for memory: now there is a little more. The limit has a lower bound for callers. */
static inline void let_go_on(dfmt_scan *x, dfmt_status st, struct counter *memory) {
  if (st == DFMT_E_NOMEM && memory->fail_at) {
    memory->fail_at = 0;
  } else {
    if (st != DFMT_E_LIMIT) fail_msg("%s", dfmt_scan_error(x)->message);
    assert_int_equal(dfmt_scan_error(x)->option, DFMT_CFG_MAX_MEMORY);
    x->mem.limit += 64;
  }
}

/* All rows; what stops for memory goes on once there is more. */
static inline void check_rows(const struct rows_case *c, dfmt_scan *x, struct counter *memory) {
  struct ArrowSchema schema;
  struct ArrowArray batch;
  struct lines got = {0};
  uint32_t table;
  dfmt_status st;
  while ((st = dfmt_scan_schema(x, 0, &schema)) != DFMT_OK) let_go_on(x, st, memory);
  add_text(&got, "", 0);
  while ((st = dfmt_scan_next(x, &table, &batch)) != DFMT_END) {
    if (st != DFMT_OK) {
      let_go_on(x, st, memory);
      continue;
    }
    add_rows(&got, &schema, &batch);
    batch.release(&batch);
  }
  schema.release(&schema);
  if (strcmp(got.ptr, c->want) != 0) fail_msg("%s: got\n%swant\n%s", c->table, got.ptr, c->want);
  free(got.ptr);
}

/* In batches of each size; with each allocation failing once; with little memory, a bit more each time. rules: of
 * signatures; NULL: those that are compiled in. */
static inline void check_ruled_case(const struct rows_case *c, const char *rules) {
  struct counter memory;
  dfmt_config *config = counting_config(&memory);
  if (rules) assert_int_equal(dfmt_config_add(config, DFMT_OPS_TRIAGE_RULES, rules, strlen(rules)), DFMT_OK);
  dfmt_scan *x;
  bool failed = true;
  for (uint64_t max_rows = 0; max_rows < 4; max_rows++) {
    assert_int_equal(scan_case(c, config, max_rows, &x), DFMT_OK);
    check_rows(c, x, &memory);
    dfmt_scan_free(x);
  }
  for (uint64_t at = 1; failed; at++) {
    memory.calls = 0;
    memory.fail_at = at;
    dfmt_status st = scan_case(c, config, 3, &x);
    if (st == DFMT_OK) {
      check_rows(c, x, &memory);
      failed = memory.fail_at == 0;
      dfmt_scan_free(x);
    } else {
      assert_int_equal(st, DFMT_E_NOMEM);
    }
    assert_int_equal(memory.blocks, 0);
  }
  memory.fail_at = 0;
  assert_int_equal(scan_case(c, config, 0, &x), DFMT_OK);
  x->mem.limit = x->mem.used;
  check_rows(c, x, &memory);
  dfmt_scan_free(x);
  assert_int_equal(memory.blocks, 0);
  dfmt_config_free(config);
}

static inline void check_case(const struct rows_case *c) { check_ruled_case(c, NULL); }

#endif
