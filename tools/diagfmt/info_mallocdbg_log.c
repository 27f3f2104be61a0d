/* SPDX-License-Identifier: MIT */
/* `info` of a log: reports and messages by their kinds and processes. */
#include <inttypes.h>

#include "info_mallocdbg.h"
#include "text.h"

enum { NO_PROCESS = 1 }; /* in `processes` they are told apart by their pid << 1, so that none is this */

static struct count *process_of(struct log_info *s, bool has_pid, int32_t pid) {
  return counts_at(&s->processes, has_pid ? (uint64_t)(uint32_t)pid << 1 : NO_PROCESS);
}

void log_info_report(struct log_info *s, const dfmt_mallocdbg_report *r) {
  s->reports++;
  s->cut += !r->complete;
  counts_at(&s->kinds, r->kind)->n++;
  process_of(s, r->present & DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID, r->process_id)->n++;
}

void log_info_message(struct log_info *s, const dfmt_mallocdbg_message *m) {
  counts_at(&s->messages, m->kind)->n++;
  process_of(s, m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID, m->process_id)->sum++;
}

static uint64_t sum_of(const struct counts *c) {
  uint64_t sum = 0;
  for (size_t i = 0; i < c->n; i++) sum += c->list[i].n;
  return sum;
}

static void sort_all(struct log_info *s) {
  counts_sort(&s->kinds);
  counts_sort(&s->messages);
  counts_sort(&s->processes);
}

static const char *word(uint32_t type, uint64_t number) {
  const char *text = dfmt_type_word(type, number);
  return text ? text : "unknown";
}

static void put_kinds(dfmt_sink *to, bool color, const char *title, const struct counts *c, uint32_t type) {
  if (c->n == 0) return;
  info_heading(to, color, title, 0, 0);
  for (size_t i = 0; i < c->n; i++) put_f(to, "%10" PRIu64 "  %s\n", c->list[i].n, word(type, c->list[i].number));
}

static void put_processes(const struct log_info *s, struct walk *w, dfmt_sink *to) {
  size_t most = w->t->set.all ? SIZE_MAX : INFO_TOP;
  info_heading(to, w->t->color, "Processes by reports:", s->processes.n, most);
  for (size_t i = 0; i < s->processes.n && i < most; i++) {
    const struct count *c = &s->processes.list[i];
    put_f(to, "%10" PRIu64 "  ", c->n);
    if (c->number == NO_PROCESS)
      put_s(to, "(not told)");
    else
      put_f(to, "process %" PRId32, (int32_t)(uint32_t)(c->number >> 1));
    put_f(to, ", %" PRIu64 " messages\n", c->sum);
  }
}

static uint64_t passed_over(const struct walk *w) {
  uint64_t bytes = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_SKIPPED, &bytes);
  return bytes;
}

void log_info_table(struct log_info *s, struct walk *w, dfmt_sink *to) {
  sort_all(s);
  put_f(to, "Reports:   %" PRIu64, s->reports);
  if (s->cut) put_f(to, ", %" PRIu64 " not complete", s->cut);
  put_f(to, "\nMessages:  %" PRIu64 "\nOthers:    ", sum_of(&s->messages));
  put_size(to, passed_over(w));
  put_s(to, " of other lines\n");
  put_kinds(to, w->t->color, "Reports:", &s->kinds, DFMT_TYPE_MALLOCDBG_KIND);
  put_kinds(to, w->t->color, "Messages:", &s->messages, DFMT_TYPE_MALLOCDBG_TEXT);
  put_processes(s, w, to);
}

static void json_kinds(dfmt_sink *to, const char *name, const struct counts *c, uint32_t type) {
  put_f(to, ",\"%s\":{", name);
  for (size_t i = 0; i < c->n; i++)
    put_f(to, "%s\"%s\":%" PRIu64, i ? "," : "", word(type, c->list[i].number), c->list[i].n);
  put_s(to, "}");
}

void log_info_json(struct log_info *s, struct walk *w, dfmt_sink *to) {
  sort_all(s);
  put_f(to, ",\"reports\":%" PRIu64 ",\"reports_cut\":%" PRIu64 ",\"messages\":%" PRIu64 ",\"other_bytes\":%" PRIu64,
        s->reports, s->cut, sum_of(&s->messages), passed_over(w));
  json_kinds(to, "report_kinds", &s->kinds, DFMT_TYPE_MALLOCDBG_KIND);
  json_kinds(to, "message_kinds", &s->messages, DFMT_TYPE_MALLOCDBG_TEXT);
  put_s(to, ",\"processes\":[");
  for (size_t i = 0; i < s->processes.n; i++) {
    const struct count *c = &s->processes.list[i];
    put_s(to, i ? ",{" : "{");
    if (c->number != NO_PROCESS) put_f(to, "\"process_id\":%" PRId32 ",", (int32_t)(uint32_t)(c->number >> 1));
    put_f(to, "\"reports\":%" PRIu64 ",\"messages\":%" PRIu64 "}", c->n, c->sum);
  }
  put_s(to, "]");
}

void log_info_end(struct log_info *s) {
  counts_free(&s->kinds);
  counts_free(&s->messages);
  counts_free(&s->processes);
}
