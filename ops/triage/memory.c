/* SPDX-License-Identifier: MIT */
/* Reports in a malloc_debug log as findings: one for each kind of fault and program, which are few. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "triage.h"

enum { ERROR_SEVERITY = 75, LEAK_SEVERITY = 25, MOST_SIGNATURE = 256, MOST_DIFFERENT = 64 };

static const char *what_of(const dfmt_mallocdbg_report *row) {
  switch (row->kind) {
    case DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD:
      return row->guard == DFMT_MALLOCDBG_GUARD_FRONT ? "front guard" : "rear guard";
    case DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL:
      return dfmti_is(row->function, "free") ? "double free" : "used after free";
    case DFMT_MALLOCDBG_KIND_USE_AFTER_FREE: return "used after free";
    case DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER: return "unknown pointer";
    case DFMT_MALLOCDBG_KIND_LEAK: return "leak";
    default: return "invalid tag";
  }
}

/* memory|PROGRAM|WHAT; the program is known only for leaks. */
static dfmt_str sign(const dfmt_mallocdbg_report *row, char to[MOST_SIGNATURE]) {
  dfmt_str p = row->program;
  for (uint64_t i = p.len; i > 0 && *p.ptr == '/'; i--)
    if (p.ptr[i - 1] == '/') p = (dfmt_str){p.ptr + i, p.len - i};
  if (p.len == 0) p = (dfmt_str){"?", 1};
  const int most = p.len < 200 ? (int)p.len : 200;
  const int n = snprintf(to, MOST_SIGNATURE, "memory|%.*s|%s", most, p.ptr, what_of(row));
  return (dfmt_str){to, (uint64_t)n};
}

static struct dfmto_triage_finding *list_of(const struct dfmto_triage *x, size_t *n) {
  struct dfmto_triage_finding *list = (struct dfmto_triage_finding *)(void *)x->findings.ptr;
  const size_t all = x->findings.len / sizeof *list;
  for (*n = 0; *n < all && *n < MOST_DIFFERENT && list[all - 1 - *n].row.input == x->op->input;) ++*n;
  return *n ? list + all - *n : list;
}

static struct dfmto_triage_finding *find(const struct dfmto_triage *x, uint32_t signature) {
  size_t n;
  struct dfmto_triage_finding *list = list_of(x, &n);
  for (size_t i = 0; i < n; i++)
    if (list[i].signature == signature) return &list[i];
  return NULL;
}

#define HAS(BIT) (row->present & DFMT_MALLOCDBG_REPORT_HAS_##BIT)

/* The finding has the values of the last report. */
static void put_last(struct dfmto_triage_finding *f, const dfmt_mallocdbg_report *row) {
  f->row.process_id = row->process_id;
  f->row.present = DFMT_TRIAGE_FINDING_HAS_SEVERITY | DFMT_TRIAGE_FINDING_HAS_SIGNATURE |
                   (HAS(PROCESS_ID) ? (uint32_t)DFMT_TRIAGE_FINDING_HAS_PROCESS_ID : 0) |
                   (HAS(PROGRAM) ? (uint32_t)DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME : 0) |
                   (HAS(TIME_TEXT) ? (uint32_t)DFMT_TRIAGE_FINDING_HAS_TIME_TEXT : 0);
}

static bool keep(struct dfmto_triage *x, dfmt_str s, uint32_t *number) {
  return dfmto_text(&x->op->mem, &x->texts, s.len ? s.ptr : "", dfmti_clamp(s.len), number);
}

static bool add(struct dfmto_triage *x, const dfmt_mallocdbg_report *row, struct dfmto_triage_finding *f) {
  const bool leak = row->kind == DFMT_MALLOCDBG_KIND_LEAK;
  struct dfmto_triage_evidence e = {.line = row->line, .present = row->line ? DFMT_TRIAGE_EVIDENCE_HAS_LINE : 0};
  const dfmt_str kind = leak ? (dfmt_str){"leak", 4} : (dfmt_str){"memory_error", 12};
  f->row.severity = leak ? LEAK_SEVERITY : ERROR_SEVERITY;
  f->row.count = f->row.n_evidence = 1;
  f->first = x->evidence.len / sizeof e;
  if (!keep(x, kind, &f->kind) || !keep(x, (dfmt_str){NULL, 0}, &e.entry) || !keep(x, (dfmt_str){NULL, 0}, &e.section))
    return false;
  return dfmti_buf_append(&x->op->mem, &x->evidence, &e, sizeof e);
}

dfmt_status dfmto_triage_take_report(struct dfmto_triage *x, const dfmt_mallocdbg_report *row) {
  char text[MOST_SIGNATURE];
  struct dfmto_triage_finding f = {.first = 0}, *known;
  const size_t before = x->evidence.len;
  if (!keep(x, sign(row, text), &f.signature) || !keep(x, row->program, &f.process) ||
      !keep(x, row->time_text, &f.time))
    return dfmto_no_memory(x->op);
  if ((known = find(x, f.signature)) != NULL) {
    put_last(known, row);
    known->time = f.time;
    known->row.count++;
    return DFMT_OK;
  }
  put_last(&f, row);
  bool listed = false;
  if (add(x, row, &f) && dfmto_triage_look_up(x, dfmto_text_at(&x->texts, f.signature), &listed) &&
      dfmto_triage_add(x, &f, listed) == DFMT_OK)
    return DFMT_OK;
  x->evidence.len = before;
  return dfmto_no_memory(x->op);
}

static bool is_worse(const struct dfmto_triage_finding *a, const struct dfmto_triage_finding *b) {
  return a->row.severity != b->row.severity ? a->row.severity > b->row.severity : a->row.count > b->row.count;
}

void dfmto_triage_rank_reports(struct dfmto_triage *x) {
  size_t n;
  struct dfmto_triage_finding *list = list_of(x, &n);
  for (size_t i = 1; i < n; i++) {
    const struct dfmto_triage_finding f = list[i];
    size_t to = i;
    for (; to > 0 && is_worse(&f, &list[to - 1]); to--) list[to] = list[to - 1];
    list[to] = f;
  }
  for (size_t i = 0; i < n; i++) list[i].row.rank = (uint32_t)i + 1;
}
