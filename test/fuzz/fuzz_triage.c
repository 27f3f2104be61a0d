/* SPDX-License-Identifier: MIT */
/*
 * Triage: findings are ranked, the worst first, each with a count, and as many as the facts say; and they are the same
 * for bytes in one piece and in random ones with AGAIN in between.
 */
#include <diagfmt/ops/triage.h>

#include "fuzz.h"

const uint16_t fuzz_settings[] = {0};
const size_t fuzz_settings_size = 1;

/* Each finding, and how the input was read. */
static void check_findings(dfmt_rows *rows, struct digest *d) {
  const dfmt_triage_result *facts = (const void *)dfmt_rows_set(rows)->facts;
  const uint64_t n = facts->n_findings;
  uint32_t rank = 0, severity = UINT32_MAX;
  const dfmt_head *row;
  while (dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_triage_finding *f = (const void *)row;
    MUST(f->rank == ++rank && f->count > 0 && f->kind.len > 0 && f->severity <= severity);
    severity = f->severity;
    digest_number(d, f->count);
    digest_bytes(d, f->kind.ptr, f->kind.len);
    digest_bytes(d, f->signature.ptr, f->signature.len);
    digest_bytes(d, f->known_as.ptr, f->known_as.len);
    for (uint64_t i = 0; i < f->n_evidence; i++) digest_number(d, f->evidence[i].start_offset);
  }
  MUST(rank == n && dfmt_rows_next_set(rows) == DFMT_OK);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) /* none, or several, of a list of findings */
    digest_number(d, ((const dfmt_triage_result *)(const void *)row)->n_damaged);
}

static const char patterns[] =
    "<a><pattern url='u'><re key='ProblemType'>Cr(a|b)</re><re key='CoreDump'/></pattern>"
    "<pattern url='v'><re key='Uname'>^\\w+ \\d</re></pattern></a>";

static uint64_t triage(const uint8_t *data, size_t len, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  struct digest d = {.shown = true};
  dfmt_source *from;
  dfmt_op *op;
  dfmt_rows *rows;
  dfmt_status st;
  fuzz_say("-- run", random);
  MUST(dfmt_config_add(c, DFMT_OPS_TRIAGE_KNOWN, "java|a\n# none\n", 14) == DFMT_OK);
  MUST(dfmt_config_add(c, DFMT_OPS_TRIAGE_KNOWN, patterns, sizeof patterns - 1) == DFMT_OK);
  MUST(pieces_source(&p, c, &from) == DFMT_OK && dfmt_op_new(c, "triage", &op) == DFMT_OK);
  dfmt_config_free(c);
  MUST(dfmt_op_add(op, from) == DFMT_OK);
  dfmt_source_free(from);
  do st = dfmt_op_run(op);
  while (st == DFMT_AGAIN);
  digest_number(&d, (uint64_t)st);
  if (st == DFMT_OK) {
    MUST(dfmt_op_answer(op, NULL, &rows) == DFMT_OK);
    check_findings(rows, &d);
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
  MUST(m.live == 0);
  return d.value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < fuzz_settings_size) return 0;
  MUST(triage(data + 1, size - 1, 0) == triage(data + 1, size - 1, size * 2 + 1));
  return 0;
}
