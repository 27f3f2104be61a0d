/* SPDX-License-Identifier: MIT */
/* Finding out the dialect, and handing over to its reader. */
#include "read.h"

#include "core/identify.h"

static dfmt_status open_input(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  s->dialect = (uint32_t)dfmti_config_own(&r->config, dfmti_mallocdbg_options, DFMT_CFG_MALLOCDBG_DIALECT);
  s->log_format = (uint32_t)dfmti_config_own(&r->config, dfmti_mallocdbg_options, DFMT_CFG_MALLOCDBG_LOG_FORMAT);
  s->counts = dfmti_config_own(&r->config, dfmti_mallocdbg_options, DFMT_CFG_MALLOCDBG_COUNTS);
  s->digits = 10; /* in a 64-bit process of Android */
  s->scan = 0;
  s->line = 1 + r->in.lines;
  s->dump = (struct dfmti_dump){.pcs = s->dump.pcs, .frames = s->dump.frames};
  dfmti_mallocdbg_open_log(r);
  return DFMT_OK;
}

static void close_input(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  dfmti_buf_free(&r->in.mem, &s->dump.pcs);
  dfmti_buf_free(&r->in.mem, &s->dump.frames);
  dfmti_mallocdbg_close_log(r);
}

/*
 * By as many bytes as the format was found out by, however they come. An input of blank lines has no records, so it is
 * that. Not inlined: each record would pay for what is on its stack.
 */
static __attribute__((noinline)) dfmt_status find_dialect(dfmt_reader *r) {
  static const size_t looks[] = {DFMTI_IDENTIFY_FIRST, DFMTI_IDENTIFY_MORE};
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  struct dfmti_mallocdbg_guess g = {.score = 0};
  for (size_t i = 0; i < sizeof looks / sizeof *looks && g.score < DFMTI_IDENTIFY_ENOUGH; i++) {
    dfmt_status st = dfmti_stream_fill(&r->in, looks[i]);
    if (st != DFMT_OK && st != DFMT_END && r->in.source_err.e.status != st) return st; /* if it failed, later */
    dfmti_mallocdbg_guess(dfmti_window_ptr(&r->in.win), dfmti_min(dfmti_window_len(&r->in.win), looks[i]), &g);
  }
  s->dialect = g.dialect;
  if (s->dialect == DFMT_MALLOCDBG_DIALECT_AUTO) s->dialect = DFMT_MALLOCDBG_DIALECT_RECORDS;
  if (g.raw && s->log_format == DFMT_MALLOCDBG_LOG_AUTO) s->log_format = DFMT_MALLOCDBG_LOG_RAW;
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

static dfmt_status next(dfmt_reader *r) {
  static dfmt_status (*const readers[])(dfmt_reader *) = {[DFMT_MALLOCDBG_DIALECT_DUMP] = dfmti_mallocdbg_next_dump,
                                                          [DFMT_MALLOCDBG_DIALECT_RECORDS] = dfmti_mallocdbg_next_op,
                                                          [DFMT_MALLOCDBG_DIALECT_LOG] = dfmti_mallocdbg_next_log};
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  if (s->dialect == DFMT_MALLOCDBG_DIALECT_AUTO) {
    dfmt_status st = find_dialect(r);
    if (st != DFMT_OK) return st;
  }
  if (s->dialect != DFMT_MALLOCDBG_DIALECT_DUMP)
    r->variant = s->dialect == DFMT_MALLOCDBG_DIALECT_LOG ? DFMT_MALLOCDBG_VARIANT_LOG : DFMT_MALLOCDBG_VARIANT_RECORDS;
  return readers[s->dialect](r);
}

const dfmt_read_format dfmti_mallocdbg_read = {
    .format = &dfmti_format_mallocdbg,
    .text = true,
    .begins = dfmti_mallocdbg_begins,
    .probe = dfmti_mallocdbg_probe,
    .state_size = sizeof(struct dfmti_mallocdbg_reader),
    .open = open_input,
    .next = next,
    .close = close_input,
    .modes = 1u << DFMT_PAYLOAD_DECODED | 1u << DFMT_PAYLOAD_STORED | 1u << DFMT_PAYLOAD_RAW,
};

const dfmt_read_format *dfmt_mallocdbg_read_format(void) { return &dfmti_mallocdbg_read; }
