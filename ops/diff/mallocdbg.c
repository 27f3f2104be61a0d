/* SPDX-License-Identifier: MIT */
/*
 * malloc_debug: operations and logs one by one, ignoring what differs between any two runs of a program: threads,
 * times, and the prefix that a log daemon adds to a line. Heap dumps as wholes, by the heap operation.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diff.h"
#include "heap/heap.h"
#include "op/reading.h"

/* ---- heap dumps ---- */

struct dumps {
  dfmt_op *heap[DFMTO_SIDES];
  struct dfmto_heap_growth *growth;
};

static dfmt_status fail(struct dfmto_diff *d, const dfmt_op *heap) {
  return dfmto_fail_helper(d->op, dfmt_op_error(heap));
}

static dfmt_status make(struct dfmto_diff *d, int which) {
  struct dumps *s = d->state;
  const dfmt_config *c = dfmto_helpers(d->op);
  if (s->heap[which]) return DFMT_OK;
  return c && dfmto_heap_of_dump(c, &s->heap[which]) == DFMT_OK ? DFMT_OK : dfmto_no_memory(d->op);
}

static dfmt_status take(struct dfmto_diff *d, const dfmt_event *ev) {
  struct dumps *s = d->state;
  const int which = (int)d->op->input;
  dfmt_status st = make(d, which);
  if (st != DFMT_OK) return st;
  return dfmto_heap_feed(s->heap[which], ev) == DFMT_OK ? DFMT_OK : fail(d, s->heap[which]);
}

static dfmt_status finish(struct dfmto_diff *d) {
  struct dumps *s = d->state;
  dfmt_status st = DFMT_OK;
  for (int i = 0; i < DFMTO_SIDES && st == DFMT_OK; i++) {
    dfmto_turn(d->op, (size_t)i);
    st = make(d, i);
    if (st == DFMT_OK && dfmto_heap_fed(s->heap[i]) != DFMT_OK) st = fail(d, s->heap[i]);
  }
  if (st != DFMT_OK) return st;
  st = dfmto_heap_growth_make(s->heap[DFMTO_BEFORE], s->heap[DFMTO_AFTER], d->max ? d->max : UINT64_MAX, d->n_problems,
                              &s->growth);
  return st == DFMT_OK ? st : fail(d, s->heap[DFMTO_BEFORE]);
}

static dfmt_status failed(struct dfmto_diff *d) { return fail(d, ((struct dumps *)d->state)->heap[DFMTO_BEFORE]); }

static struct dfmto_heap_growth *growth(struct dfmto_diff *d) { return ((struct dumps *)d->state)->growth; }

static void close_dumps(struct dfmto_diff *d) {
  struct dumps *s = d->state;
  dfmto_heap_growth_free(s->growth);
  for (int i = 0; i < DFMTO_SIDES; i++) dfmt_op_free(s->heap[i]);
}

static const struct dfmto_diff_whole dumps = {.state_size = sizeof(struct dumps),
                                              .take = take,
                                              .finish = finish,
                                              .growth = growth,
                                              .failed = failed,
                                              .close = close_dumps};

/* ---- operations and logs ---- */

static const char *kind(const dfmt_event *first, const struct dfmto_diff_whole **whole) {
  if (dfmt_event_mallocdbg_op(first)) return "a file of recorded operations";
  if (dfmt_event_mallocdbg_report(first) || dfmt_event_mallocdbg_message(first)) return "a log";
  *whole = &dumps;
  return "a heap dump";
}

static void place(const dfmt_event *ev, struct dfmto_diff_place *out) {
  const dfmt_mallocdbg_op *o = dfmt_event_mallocdbg_op(ev);
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  int n = o        ? snprintf(out->room, sizeof out->room, "0x%" PRIx64, o->ptr)
          : r || m ? snprintf(out->room, sizeof out->room, "line %" PRIu64, r ? r->line : m->line)
                   : 0;
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

/* The text of a message contains the pointer; its kind and its parts are compared. */
static void without_pointers(dfmt_head *body) {
  if (body->type != DFMT_MALLOCDBG_MESSAGE) return;
  dfmt_mallocdbg_message *m = (void *)body;
  if (m->present & DFMT_MALLOCDBG_MESSAGE_HAS_PTR) m->message = (dfmt_str){NULL, 0};
}

static const char *const omitted[] = {"thread_id",         "process_id", "start_ns",  "end_ns", "resident_bytes",
                                      "priority",          "tag",        "time_text", "line",   "pc_digits",
                                      "target_process_id", NULL};
static const char *const pointers[] = {"ptr", "old_ptr", NULL};

extern const struct dfmto_diff_format dfmto_diff_mallocdbg;
const struct dfmto_diff_format dfmto_diff_mallocdbg = {.format = DFMT_MALLOCDBG,
                                                       .kind = kind,
                                                       .place = place,
                                                       .omitted = omitted,
                                                       .pointers = pointers,
                                                       .without_pointers = without_pointers};
