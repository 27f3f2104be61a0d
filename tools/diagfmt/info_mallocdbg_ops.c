/* SPDX-License-Identifier: MIT */
/* `info` of recorded operations: what was done, by whom, what was live, and for how long blocks live. */
#include <inttypes.h>

#include "info_mallocdbg.h"
#include "text.h"

/* The place in a histogram: 0, 1 to 9, 10 to 99 … */
static unsigned decade(uint64_t n) {
  unsigned digits = 0;
  for (; n; n /= 10) digits++;
  return digits;
}

static bool frees(const dfmt_mallocdbg_op *op, uint64_t *ptr) {
  *ptr = op->op == DFMT_MALLOCDBG_OPERATION_FREE ? op->ptr : op->old_ptr;
  return op->op == DFMT_MALLOCDBG_OPERATION_FREE || op->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
}

/* A block's life ends with this operation: a realloc, too, begins a new one. */
static void note_life(struct ops_info *s, const dfmt_mallocdbg_op *op) {
  uint64_t ptr;
  const dfmt_mallocdbg_block *b = frees(op, &ptr) ? dfmt_mallocdbg_live_find(s->live, ptr) : NULL;
  if (!b) return;
  s->freed++;
  s->lives[decade(dfmt_mallocdbg_live_use(s->live)->n_ops + 1 - b->op_number)]++;
  if (!b->start_ns || !op->start_ns) return;
  s->timed++;
  s->lives_ns[decade(op->start_ns > b->start_ns ? op->start_ns - b->start_ns : 0)]++; /* times of threads can cross */
}

void ops_info_add(struct ops_info *s, struct walk *w, const dfmt_mallocdbg_op *op) {
  if (!s->live && dfmt_mallocdbg_live_new(w->t->config, &s->live) != DFMT_OK) tool_no_memory();
  s->kinds[op->op < N_OPERATIONS ? op->op : 0]++;
  if (s->full) return;
  note_life(s, op);
  dfmt_status st = dfmt_mallocdbg_live_add(s->live, op);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st == DFMT_OK) return;
  s->full = true;
  report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its live blocks");
}

bool ops_info_fits(struct ops_info *s, struct walk *w) {
  if (!s->live || s->full) return !s->full;
  dfmt_status st = dfmt_mallocdbg_live_shares(s->live, DFMT_MALLOCDBG_BY_THREAD, &s->threads, &s->n_threads);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_limit_of(w->t, w->in->name, dfmt_mallocdbg_live_error(s->live), "its threads");
  return st == DFMT_OK;
}

static void put_kinds(const struct ops_info *s, dfmt_sink *to) {
  const char *between = ": ";
  for (uint32_t i = 1; i < N_OPERATIONS; i++) {
    if (!s->kinds[i]) continue;
    put_f(to, "%s%" PRIu64 " %s", between, s->kinds[i], dfmt_type_word(DFMT_TYPE_MALLOCDBG_OPERATION, i));
    between = ", ";
  }
  put_s(to, "\n");
}

static void put_odd(const dfmt_mallocdbg_use *u, dfmt_sink *to) {
  const struct {
    uint64_t n;
    const char *text;
  } list[] = {{u->null_results, "failed"},
              {u->unknown_free, "frees of pointers that are not live"},
              {u->unknown_realloc, "reallocs of pointers that are not live"},
              {u->duplicate, "pointers handed out while they were live"},
              {u->free_null, "frees of null"}};
  const char *between = "Odd:       ";
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (!list[i].n) continue;
    put_f(to, "%s%" PRIu64 " %s", between, list[i].n, list[i].text);
    between = ", ";
  }
  if (*between == ',') put_s(to, "\n");
}

static void put_use(const dfmt_mallocdbg_use *u, dfmt_sink *to) {
  put_f(to, "Threads:   %" PRIu64 "\nRequested: ", u->n_threads);
  put_size(to, u->requested_bytes);
  put_s(to, ", the largest ");
  put_size(to, u->largest_request);
  put_s(to, "\nPeak:      ");
  put_size(to, u->peak_bytes);
  put_f(to, " after operation %" PRIu64 "; %" PRIu64 " blocks after %" PRIu64 "\nAt end:    ", u->peak_bytes_op,
        u->peak_blocks, u->peak_blocks_op);
  put_size(to, u->live_bytes);
  put_f(to, " in %" PRIu64 " blocks\n", u->live_blocks);
  put_odd(u, to);
  uint64_t ns = u->last_end_ns > u->first_start_ns ? u->last_end_ns - u->first_start_ns : 0;
  if (u->timed_ops) put_f(to, "Duration:  %" PRIu64 ".%03" PRIu64 " s\n", ns / 1000000000, ns / 1000000 % 1000);
}

static void put_histogram(dfmt_sink *to, const uint64_t *list, uint64_t all, const char *unit) {
  uint64_t from = 0;
  for (unsigned i = 0; i < N_DECADES; i++) {
    if (list[i]) {
      info_share(to, list[i], all);
      if (i)
        put_f(to, "%" PRIu64 " to %" PRIu64 " %s\n", from, from > UINT64_MAX / 10 ? UINT64_MAX : from * 10 - 1, unit);
      else
        put_f(to, "0 %s\n", unit);
    }
    from = from ? from * 10 : 1;
  }
}

static void put_threads(const struct ops_info *s, struct walk *w, dfmt_sink *to) {
  uint64_t n = s->n_threads, n_ops = dfmt_mallocdbg_live_use(s->live)->n_ops;
  const dfmt_mallocdbg_share *list = s->threads;
  size_t most = w->t->set.all ? SIZE_MAX : INFO_TOP;
  info_heading(to, w->t->color, "Threads by bytes live at the end, with their operations:", (size_t)n, most);
  for (uint64_t i = 0; i < n && i < most; i++) {
    info_share(to, list[i].n_ops, n_ops);
    put_f(to, "thread %" PRId32 ": %" PRIu64 " bytes live, %" PRIu64 " at its peak\n", (int32_t)(uint32_t)list[i].key,
          list[i].live_bytes, list[i].peak_bytes);
  }
}

void ops_info_table(struct ops_info *s, struct walk *w, dfmt_sink *to) {
  if (!s->live) return;
  const dfmt_mallocdbg_use *u = dfmt_mallocdbg_live_use(s->live);
  put_f(to, "Calls:     %" PRIu64, u->n_ops);
  put_kinds(s, to);
  put_use(u, to);
  info_heading(to, w->t->color, "How many operations freed blocks lived:", 0, 0);
  put_histogram(to, s->lives, s->freed, "operations");
  if (s->timed) {
    info_heading(to, w->t->color, "How long freed blocks lived:", 0, 0);
    put_histogram(to, s->lives_ns, s->timed, "ns");
  }
  put_threads(s, w, to);
}

static void json_histogram(dfmt_sink *to, const char *name, const uint64_t *list) {
  uint64_t from = 0;
  const char *between = "";
  put_f(to, ",\"%s\":[", name);
  for (unsigned i = 0; i < N_DECADES; i++) {
    if (list[i]) put_f(to, "%s{\"from\":%" PRIu64 ",\"blocks\":%" PRIu64 "}", between, from, list[i]);
    if (list[i]) between = ",";
    from = from ? from * 10 : 1;
  }
  put_s(to, "]");
}

void ops_info_json(struct ops_info *s, struct walk *w, dfmt_sink *to) {
  (void)w;
  if (!s->live) return;
  put_s(to, ",\"use\":");
  put_json_struct(to, DFMT_TYPE_MALLOCDBG_USE, dfmt_mallocdbg_live_use(s->live));
  const char *between = ",\"operations\":{";
  for (uint32_t i = 1; i < N_OPERATIONS; i++) {
    put_f(to, "%s\"%s\":%" PRIu64, between, dfmt_type_word(DFMT_TYPE_MALLOCDBG_OPERATION, i), s->kinds[i]);
    between = ",";
  }
  put_s(to, "}");
  json_histogram(to, "lives_in_operations", s->lives);
  json_histogram(to, "lives_in_ns", s->lives_ns);
  const dfmt_mallocdbg_share *list = s->threads;
  put_s(to, ",\"threads\":[");
  for (uint64_t i = 0; i < s->n_threads; i++)
    put_f(to,
          "%s{\"thread_id\":%" PRId32 ",\"operations\":%" PRIu64 ",\"live_bytes\":%" PRIu64 ",\"live_blocks\":%" PRIu64
          ",\"peak_bytes\":%" PRIu64 "}",
          i ? "," : "", (int32_t)(uint32_t)list[i].key, list[i].n_ops, list[i].live_bytes, list[i].live_blocks,
          list[i].peak_bytes);
  put_s(to, "]");
}

void ops_info_end(struct ops_info *s) { dfmt_mallocdbg_live_free(s->live); }
