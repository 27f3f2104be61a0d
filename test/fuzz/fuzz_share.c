/* SPDX-License-Identifier: MIT */
/*
 * Share: what comes out has nothing that would be taken out of it again, and stays as it is, byte for byte; and it is
 * the same for bytes in one piece and in random ones with AGAIN in between.
 */
#include <diagfmt/ops/share.h>
#include <string.h>

#include "fuzz.h"

/* The settings: a profile, and whether inputs come in pieces. */
enum { PROFILE = 3, PIECES = 4 };

const uint16_t fuzz_settings[] = {DFMT_SHARE_PROFILE_VENDOR, DFMT_SHARE_PROFILE_LOG | PIECES, 0};
const size_t fuzz_settings_size = 1;

static const char key[] = "a key that anybody knows";

static uint64_t places(dfmt_op *op) {
  dfmt_rows *rows;
  MUST(dfmt_op_rows(op, &rows) == DFMT_OK);
  uint64_t n = ((const dfmt_share_result *)(const void *)dfmt_rows_set(rows)->facts)->n_places;
  dfmt_rows_free(rows);
  return n;
}

/* What becomes of bytes, in a sink of memory; NULL: they are refused. */
static dfmt_sink *share(const void *data, size_t len, unsigned settings, uint64_t random, uint64_t *n) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  dfmt_source *from;
  dfmt_sink *to;
  dfmt_op *op;
  dfmt_status st;
  fuzz_set(c, DFMT_OPS_SHARE_PROFILE, settings & PROFILE);
  MUST(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, sizeof key - 1) == DFMT_OK);
  MUST(pieces_source(&p, c, &from) == DFMT_OK);
  MUST(dfmt_sink_memory(NULL, &to) == DFMT_OK);
  MUST(dfmt_share_new(c, &op) == DFMT_OK);
  dfmt_config_free(c);
  MUST(dfmt_op_add(op, from) == DFMT_OK && dfmt_share_to(op, to) == DFMT_OK);
  dfmt_source_free(from);
  do st = dfmt_op_run(op);
  while (st == DFMT_AGAIN);
  MUST(st == DFMT_OK || dfmt_op_error(op)->status == st);
  *n = st == DFMT_OK ? places(op) : 0;
  dfmt_op_free(op);
  MUST(m.live == 0);
  if (st == DFMT_OK) return to;
  dfmt_sink_free(to);
  return NULL;
}

static void must_be_same(dfmt_sink *a, dfmt_sink *b) {
  const void *x, *y;
  uint64_t n, m;
  MUST(dfmt_sink_bytes(a, &x, &n) == DFMT_OK && dfmt_sink_bytes(b, &y, &m) == DFMT_OK);
  MUST(n == m && (n == 0 || memcmp(x, y, (size_t)n) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const void *ptr;
  uint64_t len, n;
  if (size < fuzz_settings_size || (*data & PROFILE) > DFMT_SHARE_PROFILE_LOG) return 0;
  const unsigned settings = *data++;
  dfmt_sink *once = share(data, --size, settings, 0, &n);
  if (settings & PIECES) {
    dfmt_sink *same = share(data, size, settings, size * 2 + 1, &n);
    MUST((once == NULL) == (same == NULL));
    if (once) must_be_same(once, same);
    dfmt_sink_free(same);
  }
  if (!once) return 0;
  MUST(dfmt_sink_bytes(once, &ptr, &len) == DFMT_OK);
  dfmt_sink *twice = share(ptr, (size_t)len, settings, 0, &n);
  MUST(twice && n == 0);
  must_be_same(once, twice);
  dfmt_sink_free(once);
  dfmt_sink_free(twice);
  return 0;
}
