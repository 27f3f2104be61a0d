/* SPDX-License-Identifier: MIT */
/* What the harness must know of malloc_debug's dumps and logs. */
#include "formats.h"

static void normalise_op(dfmt_mallocdbg_op *o) {
  bool timed = o->start_ns || o->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  if (o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE) timed = o->end_ns != 0;
  if (!timed) o->present &= ~(uint32_t)(DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS);
}

static void normalise_alloc(dfmt_mallocdbg_alloc *a) {
  a->present &= DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
  a->pc_digits = 0;
}

static void normalise_map(dfmt_mallocdbg_map *m) {
  m->present &= DFMT_MALLOCDBG_MAP_HAS_NAME;
  m->name_column = 0;
}

static void normalise_end(dfmt_mallocdbg_end *e) {
  e->present = 0;
  e->marker = DFMT_MALLOCDBG_MARKER_END;
  e->counts_valid = 0;
}

static void normalise_mallocdbg(dfmt_head *body) {
  void *b = body;
  switch (body->type) {
    case DFMT_MALLOCDBG_HEADER:
      ((dfmt_mallocdbg_header *)b)->present &=
          DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE | DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE;
      break;
    case DFMT_MALLOCDBG_ALLOC: normalise_alloc(b); break;
    case DFMT_MALLOCDBG_MAPS_BEGIN:
      ((dfmt_mallocdbg_maps_begin *)b)->present &= DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE;
      break;
    case DFMT_MALLOCDBG_MAP: normalise_map(b); break;
    case DFMT_MALLOCDBG_END: normalise_end(b); break;
    case DFMT_MALLOCDBG_OP: normalise_op(b); break;
    case DFMT_MALLOCDBG_REPORT:
      ((dfmt_mallocdbg_report *)b)->present &= ~(uint32_t)DFMT_MALLOCDBG_REPORT_HAS_LINE;
      break;
    case DFMT_MALLOCDBG_MESSAGE:
      ((dfmt_mallocdbg_message *)b)->present &= ~(uint32_t)DFMT_MALLOCDBG_MESSAGE_HAS_LINE;
      break;
    default: break;
  }
}

static bool mallocdbg_scattered(uint32_t type) {
  return type == DFMT_MALLOCDBG_HEADER || type == DFMT_MALLOCDBG_REPORT || type == DFMT_MALLOCDBG_MESSAGE ||
         type == DFMT_MALLOCDBG_END;
}

const struct harness_format harness_mallocdbg[] = {
    {.id = DFMT_MALLOCDBG,
     .name = "mallocdbg",
     .text = true,
     .columns = {{DFMT_MALLOCDBG_OP, DFMT_MALLOCDBG_OP_COLUMNS}, {DFMT_MALLOCDBG_ALLOC, DFMT_MALLOCDBG_ALLOC_COLUMNS}},
     .folder = "mallocdbg",
     .corpus = {"heapdump", "heapdump-malformed", "record_allocs", "log", "unit"},
     .suffix = ".txt",
     .small = "flips.txt",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_MALLOCDBG_COUNTS, 1}},
     .fills_in = true,
     .scattered = mallocdbg_scattered,
     .normalise = normalise_mallocdbg},
    {.name = NULL},
};
