/* SPDX-License-Identifier: MIT */
/*
 * A table of a file as printed rows: the same text for bytes in one piece and in random ones with AGAIN in between,
 * without controls where none may reach a terminal; or as a stream of as many rows.
 */
#include <string.h>

#include <diagfmt/ops/tables.h>

#include "base/safe_text.h"
#include "base/utf8.h"
#include "fuzz.h"

/* The settings; their second byte chooses one of the format's tables. */
enum { FORM = 3 /* DFMT_PRINT_*, or the stream */, RECOVER = 4, SAFE = 8, FEW = 16, NARROW = 32, TABLE_SHIFT = 8 };
enum { WIDTH = 50 };
enum { STREAM = 3 };

const uint16_t fuzz_settings[] = {
    DFMT_PRINT_TABLE | RECOVER | 1 << TABLE_SHIFT, DFMT_PRINT_TABLE | NARROW, DFMT_PRINT_CSV | SAFE | FEW,
    DFMT_PRINT_JSON | RECOVER | 2 << TABLE_SHIFT,  STREAM | 3 << TABLE_SHIFT, 0};
const size_t fuzz_settings_size = 2;

/* Lines of what a terminal may have. */
static void check_safe(const char *p, uint64_t len) {
  MUST(len == 0 || p[len - 1] == '\n');
  for (uint64_t i = 0; i < len; i++) MUST((uint8_t)p[i] >= 0x20 || p[i] == '\n');
  MUST(dfmti_utf8_valid(p, (size_t)len));
}

static void check_narrow(const char *p, uint64_t len) {
  for (const char *end = p + len, *lf; p < end; p = lf + 1) {
    size_t columns;
    lf = memchr(p, '\n', (size_t)(end - p));
    (void)dfmti_safe_start(p, (size_t)(lf - p), SIZE_MAX, &columns);
    MUST(columns <= WIDTH);
  }
}

static void print(dfmt_rows *x, unsigned settings, struct digest *d) {
  const dfmt_print how = {
      .size = sizeof how,
      .flags = (settings & SAFE ? DFMT_PRINT_SAFE : 0u) | (settings & NARROW ? DFMT_PRINT_AMOUNTS : 0u),
      .width = settings & NARROW ? WIDTH : 0,
      .max_rows = settings & FEW ? 3 : 0,
      .max_details = settings & FEW ? 1 : 0};
  uint32_t form = settings & FORM;
  dfmt_sink *to;
  const void *ptr;
  uint64_t len;
  dfmt_status st;
  MUST(dfmt_sink_memory(NULL, &to) == DFMT_OK);
  do st = dfmt_rows_print(x, form, &how, to);
  while (st == DFMT_AGAIN);
  if (st != DFMT_OK) digest_error(d, dfmt_rows_error(x));
  MUST(dfmt_sink_bytes(to, &ptr, &len) == DFMT_OK);
  if (form == DFMT_PRINT_TABLE || (form == DFMT_PRINT_CSV && settings & SAFE)) check_safe(ptr, len);
  if (form == DFMT_PRINT_TABLE && settings & NARROW && len) check_narrow(ptr, len);
  digest_bytes(d, ptr, len);
  dfmt_sink_free(to);
  dfmt_rows_free(x);
}

static void stream(dfmt_rows *x, struct digest *d) {
  struct ArrowArrayStream s;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  uint64_t n = 0;
  MUST(dfmt_rows_arrow(x, &s) == DFMT_OK);
  MUST(s.get_schema(&s, &schema) == 0);
  for (;;) {
    int st = s.get_next(&s, &batch);
    if (st == 11) continue; /* EAGAIN */
    if (st != 0 || !batch.release) break;
    MUST(batch.length > 0 && batch.n_children == schema.n_children);
    n += (uint64_t)batch.length;
    batch.release(&batch);
  }
  schema.release(&schema);
  s.release(&s);
  digest_number(d, n);
}

static uint64_t read_rows(const char *name, const uint8_t *data, size_t len, unsigned settings, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  dfmt_source *source;
  dfmt_scan *scan;
  dfmt_rows *x;
  uint32_t table;
  fuzz_say("-- run", random);
  MUST(pieces_source(&p, c, &source) == DFMT_OK);
  fuzz_set(c, DFMT_CFG_RECOVER, (settings & RECOVER) != 0);
  MUST(dfmt_scan_new(c, source, &scan) == DFMT_OK);
  MUST(dfmt_scan_offer(scan, dfmt_ops_tables()) == DFMT_OK);
  dfmt_source_free(source);
  dfmt_config_free(c);
  MUST(dfmt_scan_table(scan, name, NULL, &table) == DFMT_OK);
  MUST(dfmt_scan_rows(scan, &x) == DFMT_OK);
  if ((settings & FORM) == STREAM)
    stream(x, &d);
  else
    print(x, settings, &d);
  MUST(m.live == 0);
  return d.value;
}

/* The n-th of the format's tables and those of every format, counted around. */
static const char *table_of(uint32_t format, unsigned n) {
  const dfmt_type *t, *of[64];
  unsigned found = 0;
  for (uint32_t i = 0; (t = dfmt_ops_table_at(i)); i++) {
    if (t->number >> 16 && t->number >> 16 != format) continue;
    MUST(found < sizeof of / sizeof *of);
    of[found++] = t;
  }
  MUST(found > 0);
  return of[n % found]->name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < fuzz_settings_size) return 0;
  unsigned settings = *data, table = data[1];
  uint64_t random = size * 2 + 1;
  dfmt_probe best;
  uint32_t n;
  data += fuzz_settings_size;
  size -= fuzz_settings_size;
  if (dfmt_identify(NULL, data, size, NULL, &best, 1, &n) != DFMT_OK || n == 0) return 0;
  const char *name = table_of(best.format, table);
  MUST(read_rows(name, data, size, settings, 0) == read_rows(name, data, size, settings, random));
  return 0;
}
