/* SPDX-License-Identifier: MIT */
/*
 * Profiles of pprof: the functions of a profile have weights of at most what it is of, and are the same for bytes in
 * one piece and in random ones with AGAIN in between.
 */
#include <diagfmt/ops/profile.h>

#include "fuzz.h"

const uint16_t fuzz_settings[] = {DFMT_PROFILE_KEEP_PLACES, 0};
const size_t fuzz_settings_size = 1;

static void check_functions(dfmt_rows *rows, struct digest *d) {
  const dfmt_profile_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
  const uint64_t total = facts->total, count = facts->count;
  uint64_t self = 0;
  const dfmt_head *row;
  while (dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_profile_row *r = (const void *)row;
    MUST(r->self <= r->total && r->total <= total && r->self_count <= r->total_count && r->total_count <= count);
    self += r->self;
    digest_number(d, r->self);
    digest_number(d, r->total);
    digest_bytes(d, r->function.ptr, r->function.len);
    digest_bytes(d, r->file.ptr, r->file.len);
  }
  MUST(self == total);
}

static uint64_t profile(const uint8_t *data, size_t len, uint32_t keep, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  dfmt_source *from;
  dfmt_op *op;
  dfmt_rows *rows;
  dfmt_status st;
  fuzz_say("-- run", random);
  fuzz_set(c, DFMT_OPS_PROFILE_KEEP, keep);
  MUST(pieces_source(&p, c, &from) == DFMT_OK && dfmt_op_new(c, "profile", &op) == DFMT_OK);
  dfmt_config_free(c);
  MUST(dfmt_op_add(op, from) == DFMT_OK);
  dfmt_source_free(from);
  do st = dfmt_op_run(op);
  while (st == DFMT_AGAIN);
  digest_number(&d, (uint64_t)st);
  if (st == DFMT_OK) {
    MUST(dfmt_op_answer(op, "functions", &rows) == DFMT_OK);
    check_functions(rows, &d);
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
  MUST(m.live == 0);
  return d.value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < fuzz_settings_size) return 0;
  const uint32_t keep = data[0] == DFMT_PROFILE_KEEP_PLACES ? DFMT_PROFILE_KEEP_PLACES : DFMT_PROFILE_KEEP_FUNCTIONS;
  MUST(profile(data + 1, size - 1, keep, 0) == profile(data + 1, size - 1, keep, size * 2 + 1));
  return 0;
}
