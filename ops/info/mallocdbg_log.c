/* SPDX-License-Identifier: MIT */
/* Logs: reports and messages by their kinds and processes. */
#include <string.h>

#include "mallocdbg.h"

enum { NO_PROCESS = 1 }; /* keys in `processes` are pid << 1, so that none is equal to this */

static uint64_t key_of(bool has_pid, int32_t pid) { return has_pid ? (uint64_t)(uint32_t)pid << 1 : NO_PROCESS; }

static dfmt_status count(struct dfmto_counts *kinds, struct dfmto_info_log *l, struct dfmto_info *x, uint32_t kind,
                         uint64_t process, bool report) {
  struct dfmti_mem *m = &x->op->mem;
  struct dfmto_count *by_kind = dfmto_count_at(m, kinds, kind);
  struct dfmto_count *by_process = by_kind ? dfmto_count_at(m, &l->processes, process) : NULL;
  if (!by_process) return dfmto_no_memory(x->op);
  by_kind->n++;
  by_process->n += report;
  by_process->sum += !report;
  return DFMT_OK;
}

dfmt_status dfmto_info_log_event(struct dfmto_info_log *l, struct dfmto_info *x, const dfmt_event *ev) {
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  if (m)
    return count(&l->messages, l, x, m->kind, key_of(m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID, m->process_id),
                 false);
  uint64_t process = key_of(r->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID, r->process_id);
  dfmt_status st = count(&l->kinds, l, x, r->kind, process, true);
  if (st != DFMT_OK) return st;
  l->reports++;
  l->cut += !r->complete;
  return st;
}

void dfmto_info_log_finish(struct dfmto_info_log *l, struct dfmto_info *x) {
  (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_SKIPPED, &l->other_bytes);
  dfmto_counts_sort(&l->kinds);
  dfmto_counts_sort(&l->messages);
  dfmto_counts_sort(&l->processes);
}

void dfmto_info_log_close(struct dfmto_info_log *l, struct dfmti_mem *m) {
  dfmto_counts_free(m, &l->kinds);
  dfmto_counts_free(m, &l->messages);
  dfmto_counts_free(m, &l->processes);
}

/* ---- rows ---- */

static const struct dfmto_info_log *log_of(const void *user) {
  return &((const struct dfmto_info_mallocdbg *)user)->log;
}

uint64_t dfmto_info_count_log(const void *user) {
  return ((const struct dfmto_info_mallocdbg *)user)->variant == DFMT_MALLOCDBG_VARIANT_LOG;
}

void dfmto_info_row_log(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_info_log *l = log_of(user);
  dfmt_info_log *r = body;
  (void)x;
  (void)i;
  r->n_reports = l->reports;
  r->n_cut = l->cut;
  r->other_bytes = l->other_bytes;
  for (size_t k = 0; k < l->messages.n; k++) r->n_messages += l->messages.list[k].n;
}

static void kind_row(const struct dfmto_count *c, uint32_t type, dfmt_info_kind *r) {
  const char *word = dfmt_type_word(type, c->number);
  if (!word) word = "unknown";
  r->kind = (dfmt_str){word, strlen(word)};
  r->n = c->n;
}

uint64_t dfmto_info_count_reports(const void *user) { return log_of(user)->kinds.n; }
void dfmto_info_row_reports(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  (void)x;
  kind_row(&log_of(user)->kinds.list[i], DFMT_TYPE_MALLOCDBG_KIND, body);
}

uint64_t dfmto_info_count_messages(const void *user) { return log_of(user)->messages.n; }
void dfmto_info_row_messages(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  (void)x;
  kind_row(&log_of(user)->messages.list[i], DFMT_TYPE_MALLOCDBG_TEXT, body);
}

uint64_t dfmto_info_count_processes(const void *user) { return log_of(user)->processes.n; }
void dfmto_info_row_processes(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct dfmto_count *c = &log_of(user)->processes.list[i];
  dfmt_info_process *r = body;
  (void)x;
  r->n_reports = c->n;
  r->n_messages = c->sum;
  r->process_id = (int32_t)(uint32_t)(c->number >> 1);
  if (c->number != NO_PROCESS) r->present |= DFMT_INFO_PROCESS_HAS_PROCESS_ID;
}
