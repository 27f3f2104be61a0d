/* SPDX-License-Identifier: MIT */
/*
 * A file as one of its Arrow tables: every batch is as the Arrow C data interface wants it (ends in order and within,
 * text that is UTF-8, words that are there), and rows are the same for bytes in one piece and in random ones with AGAIN
 * in between, whatever the size of batches.
 */
#include <string.h>

#include <diagfmt/ops/tables.h>

#include "base/utf8.h"
#include "fuzz.h"

/* The settings; their second byte chooses one of the format's tables. */
enum { RECOVER = 1, EXACT = 2, ENVELOPE = 4, PAYLOAD_SHIFT = 3 /* two bits */, TIGHT = 32, TABLE_SHIFT = 8 };

const uint16_t fuzz_settings[] = {RECOVER | ENVELOPE | 2 << PAYLOAD_SHIFT | 1 << TABLE_SHIFT,
                                  EXACT | 3 << PAYLOAD_SHIFT | 2 << TABLE_SHIFT,
                                  TIGHT | RECOVER | 1 << PAYLOAD_SHIFT | 3 << TABLE_SHIFT, 0};
const size_t fuzz_settings_size = 2;

enum { MAX_RAISES = 100 };

/* ---- arrays ---- */

static bool is_there(const struct ArrowArray *a, int64_t i) {
  const uint8_t *bits = a->buffers[0];
  return !bits || bits[i / 8] >> i % 8 & 1;
}

static bool is(const struct ArrowSchema *s, const char *format) { return strcmp(s->format, format) == 0; }

static void see_value(struct digest *d, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i);

/* The bytes, or elements, of a value. */
static void see_span(struct digest *d, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i) {
  const int32_t *ends = a->buffers[1];
  int32_t from = ends[i], to = ends[i + 1];
  MUST(from >= 0 && from <= to);
  digest_number(d, (uint64_t)(to - from));
  if (is(s, "+l")) {
    MUST(to <= a->children[0]->length);
    for (int32_t k = from; k < to; k++) see_value(d, s->children[0], a->children[0], k);
    return;
  }
  const char *text = a->buffers[2];
  MUST(!is(s, "u") || dfmti_utf8_valid(text + from, (size_t)(to - from)));
  digest_bytes(d, text + from, (uint64_t)(to - from));
}

static void see_number(struct digest *d, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i) {
  bool wide = is(s, "L") || is(s, "l") || is(s, "tss:") || is(s, "g");
  uint64_t v = 0;
  if (is(s, "b"))
    v = ((const uint8_t *)a->buffers[1])[i / 8] >> i % 8 & 1;
  else if (wide)
    v = ((const uint64_t *)a->buffers[1])[i];
  else
    v = ((const uint32_t *)a->buffers[1])[i];
  if (s->dictionary) { /* its places are those of the batch */
    MUST((int64_t)v < a->dictionary->length);
    see_span(d, s->dictionary, a->dictionary, (int64_t)v);
  } else {
    digest_number(d, v);
  }
}

static void see_value(struct digest *d, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i) {
  bool there = is_there(a, i);
  MUST(there || s->flags & ARROW_FLAG_NULLABLE);
  digest_number(d, there);
  if (!there) return;
  if (is(s, "+s"))
    for (int64_t k = 0; k < s->n_children; k++) see_value(d, s->children[k], a->children[k], i);
  else if (is(s, "+l") || is(s, "u") || is(s, "z"))
    see_span(d, s, a, i);
  else
    see_number(d, s, a, i);
}

/* Lengths and counts, before values are looked at. */
static void check(const struct ArrowSchema *s, const struct ArrowArray *a) {
  int64_t nulls = 0;
  MUST(a->length >= 0 && a->offset == 0 && a->n_children == s->n_children && !a->dictionary == !s->dictionary);
  for (int64_t i = 0; i < a->length; i++) nulls += !is_there(a, i);
  MUST(nulls == a->null_count && (nulls == 0 || s->flags & ARROW_FLAG_NULLABLE));
  for (int64_t i = 0; i < s->n_children; i++) {
    MUST(!is(s, "+s") || a->children[i]->length == a->length);
    check(s->children[i], a->children[i]);
  }
  if (s->dictionary) check(s->dictionary, a->dictionary);
}

/* ---- a scan ---- */

static const struct {
  uint32_t key;
  uint64_t value;
} tight[] = {{DFMT_CFG_MAX_MEMORY, 1 << 20}, {DFMT_CFG_MAX_RECORD, 4096}, {DFMT_CFG_MAX_OUTPUT, 1000}};

/* Raises what was too small; false: often enough. */
static bool raise(dfmt_scan *x, unsigned *raises) {
  const dfmt_error *e = dfmt_scan_error(x);
  if (!e->option || ++*raises > MAX_RAISES) return false;
  uint64_t value = e->needed > 1 << 20 ? e->needed : 1 << 20;
  return dfmt_scan_limit(x, e->option, value * *raises) == DFMT_OK;
}

static uint64_t read_table(const char *name, const uint8_t *data, size_t len, unsigned settings, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  dfmt_table_request request = {.size = sizeof request,
                                .payload = settings >> PAYLOAD_SHIFT & 3,
                                .envelope = (settings & ENVELOPE) != 0,
                                .text = (settings & EXACT) != 0,
                                .max_rows = random % 7};
  struct ArrowSchema schema;
  struct ArrowArray batch;
  dfmt_source *source;
  dfmt_scan *x;
  dfmt_status st;
  uint32_t table;
  unsigned raises = 0;
  fuzz_say("-- run", random);
  MUST(pieces_source(&p, c, &source) == DFMT_OK);
  fuzz_set(c, DFMT_CFG_RECOVER, settings & RECOVER);
  MUST(dfmt_scan_new(c, source, &x) == DFMT_OK);
  MUST(dfmt_scan_offer(x, dfmt_ops_tables()) == DFMT_OK);
  dfmt_source_free(source);
  dfmt_config_free(c);
  MUST(dfmt_scan_table(x, name, &request, &table) == DFMT_OK && table == 0);
  MUST(dfmt_scan_schema(x, 0, &schema) == DFMT_OK);
  for (size_t i = 0; settings & TIGHT && i < sizeof tight / sizeof *tight; i++)
    MUST(dfmt_scan_limit(x, tight[i].key, tight[i].value) == DFMT_OK);
  while ((st = dfmt_scan_next(x, &table, &batch)) != DFMT_END) {
    if (st == DFMT_AGAIN) continue;
    if (st == DFMT_E_LIMIT && raise(x, &raises)) continue;
    if (st != DFMT_OK) break;
    MUST(table == 0 && batch.length > 0);
    check(&schema, &batch);
    for (int64_t i = 0; i < batch.length; i++) see_value(&d, &schema, &batch, i);
    batch.release(&batch);
  }
  if (raises == 0) digest_error(&d, dfmt_scan_error(x));
  schema.release(&schema);
  dfmt_scan_free(x);
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
  uint64_t whole = read_table(name, data, size, settings, 0);
  uint64_t pieces = read_table(name, data, size, settings, random);
  MUST(settings & TIGHT || whole == pieces);
  return 0;
}
