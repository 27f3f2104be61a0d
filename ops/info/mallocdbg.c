/* SPDX-License-Identifier: MIT */
/* Files of malloc_debug: what is in use in heap dumps, what recorded operations did, what logs report. */
#include "mallocdbg.h"

static dfmt_status event(void *user, struct dfmto_info *x, const dfmt_event *ev) {
  struct dfmto_info_mallocdbg *s = user;
  const dfmt_mallocdbg_op *op = dfmt_event_mallocdbg_op(ev);
  if (op) return dfmto_info_use_event(&s->use, x, op);
  if (dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev)) return dfmto_info_log_event(&s->log, x, ev);
  return dfmto_info_heap_event(&s->heap, x, ev);
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct dfmto_info_mallocdbg *s = user;
  uint64_t variant = 0;
  (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_VARIANT, &variant);
  s->variant = (uint32_t)variant;
  dfmto_info_log_finish(&s->log, x);
  dfmt_status st = dfmto_info_use_finish(&s->use, x);
  return st == DFMT_OK ? dfmto_info_heap_finish(&s->heap, x) : st;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct dfmto_info_mallocdbg *s = user;
  dfmto_info_heap_close(&s->heap, m);
  dfmt_mallocdbg_live_free(s->use.live);
  dfmto_info_log_close(&s->log, m);
}

#define SET(NAME, TYPE, HELP, HEADING, ROWS, COLUMNS) \
  {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, NAME, DFMT_INFO_##TYPE, HELP, COLUMNS), \
   .heading = HEADING, \
   .count = dfmto_info_count_##ROWS, \
   .row = dfmto_info_row_##ROWS}

static const struct dfmto_info_set sets[] = {
    SET("heap", HEAP, "Heap dump: bytes and blocks in use.", NULL, heap, NULL),
    SET("use", USE, "Recorded operations: totals.", NULL, use, NULL),
    SET("log", LOG, "Log: numbers of reports and messages.", NULL, log, NULL),
    SET("sizes", SIZE, "Sizes of blocks, by bytes in use.", "Sizes by bytes in use", sizes,
        "file/h set_name/h bytes/w share/s n_allocations block_bytes"),
    SET("stacks", STACK, "Call chains, by bytes in use.", "Call chains by bytes in use", stacks,
        "file/h set_name/h bytes/w share/s n_allocations app_bytes frames/d"),
    SET("operations", OPERATION, "Operations by kind.", "Operations", operations,
        "file/h set_name/h n_operations/w share/s operation"),
    SET("lives", LIFE, "Freed blocks by lifetime, in operations.", "How many operations freed blocks lived", lives,
        "file/h set_name/h n_blocks share/s least most"),
    SET("lives_ns", LIFE, "Freed blocks by lifetime, in nanoseconds.", "How many ns freed blocks lived", lives_ns,
        "file/h set_name/h n_blocks share/s least most"),
    SET("owners", OWNER, "Threads, by bytes live at the end.", "Threads by bytes live at the end", owners,
        "file/h set_name/h thread_id n_operations share/s live_bytes/w live_blocks peak_bytes"),
    SET("reports", KIND, "Reports by kind.", "Reports", reports, "file/h set_name/h n/w kind"),
    SET("messages", KIND, "Messages by kind.", "Messages", messages, "file/h set_name/h n/w kind"),
    SET("processes", PROCESS, "Processes, by number of reports.", "Processes by reports", processes,
        "file/h set_name/h process_id n_reports n_messages"),
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_mallocdbg;
const struct dfmto_info_format dfmto_info_mallocdbg = {.format = DFMT_MALLOCDBG,
                                                       .state_size = sizeof(struct dfmto_info_mallocdbg),
                                                       .event = event,
                                                       .finish = finish,
                                                       .close = close_state,
                                                       .sets = sets};
