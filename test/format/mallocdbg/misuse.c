/* SPDX-License-Identifier: MIT */
/* malloc_debug's functions, called with nothing. */
#include "misuse.h"

void misuse_mallocdbg(struct called *x) {
  uint64_t n;
  const dfmt_mallocdbg_block *blocks;
  const dfmt_mallocdbg_share *shares;
  NOTHING(dfmt_event_mallocdbg_header(NULL));
  NOTHING(dfmt_event_mallocdbg_alloc(NULL));
  NOTHING(dfmt_event_mallocdbg_maps_begin(NULL));
  NOTHING(dfmt_event_mallocdbg_map(NULL));
  NOTHING(dfmt_event_mallocdbg_end(NULL));
  NOTHING(dfmt_event_mallocdbg_op(NULL));
  NOTHING(dfmt_event_mallocdbg_report(NULL));
  NOTHING(dfmt_event_mallocdbg_message(NULL));
  NOTHING(dfmt_event_mallocdbg_op_columns(NULL));
  NOTHING(dfmt_event_mallocdbg_alloc_columns(NULL));
  REFUSED(dfmt_mallocdbg_maps_new(NULL, NULL));
  REFUSED(dfmt_mallocdbg_maps_add(NULL, NULL));
  NOTHING(dfmt_mallocdbg_maps_find(NULL, 0, &n));
  NOTHING(dfmt_mallocdbg_maps_elf(NULL, 0, &n));
  NO_HARM(dfmt_mallocdbg_maps_clear(NULL));
  NOTHING(dfmt_mallocdbg_maps_error(NULL));
  NO_HARM(dfmt_mallocdbg_maps_free(NULL));
  REFUSED(dfmt_mallocdbg_live_new(NULL, NULL));
  REFUSED(dfmt_mallocdbg_live_add(NULL, NULL));
  NOTHING(dfmt_mallocdbg_live_find(NULL, 0));
  NOTHING(dfmt_mallocdbg_live_use(NULL));
  REFUSED(dfmt_mallocdbg_live_blocks(NULL, &blocks, &n));
  REFUSED(dfmt_mallocdbg_live_shares(NULL, DFMT_MALLOCDBG_BY_SIZE, &shares, &n));
  REFUSED(dfmt_mallocdbg_live_limit(NULL, DFMT_CFG_MAX_MEMORY, 0));
  NOTHING(dfmt_mallocdbg_live_error(NULL));
  NO_HARM(dfmt_mallocdbg_live_free(NULL));
  NOTHING(dfmt_mallocdbg_option_at(UINT32_MAX));
  NOTHING(dfmt_mallocdbg_option_find(NULL, 0));
  REFUSED(dfmt_mallocdbg_options_parse(NULL, 1, 8, NULL, NULL, 0, NULL));
  REFUSED(dfmt_mallocdbg_options_print(NULL, NULL));
}
