/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "diff.h"
#include "heap/heap.h"
#include "heap/types.h"
#include "op/answers.h"

static const struct dfmto_diff *diff_of(const struct dfmto_set *s) { return s->op->state; }

/* "a.trace, b.trace: first difference" */
static dfmt_status make_heading(struct dfmto_set *s, const dfmt_diff_facts *f) {
  const uint64_t n = f->n_differences;
  dfmt_status st = dfmto_set_name_inputs(s, DFMTO_SIDES);
  if (st != DFMT_OK) return st;
  if (f->complete || n == 0) return dfmto_set_say(s, "%" PRIu64 " difference%s", n, n == 1 ? "" : "s");
  return n == 1 ? dfmto_set_say(s, "first difference") : dfmto_set_say(s, "first %" PRIu64 " differences", n);
}

static dfmt_status open_differences(struct dfmto_set *s) {
  const struct dfmto_diff *d = diff_of(s);
  dfmt_diff_facts *f = s->state;
  *f = (dfmt_diff_facts){.head = {sizeof *f, DFMT_DIFF_FACTS},
                         .equal = d->complete && !d->found.n_told && !d->n_problems,
                         .complete = d->complete,
                         .partial = d->partial,
                         .n_before = d->side[DFMTO_BEFORE].compared,
                         .n_after = d->side[DFMTO_AFTER].compared,
                         .n_differences = d->found.n_told,
                         .n_left_out = d->found.n_told - d->found.n,
                         .n_problems = d->n_problems};
  s->facts = &f->head;
  return make_heading(s, f);
}

/* A text; sets its presence bit. */
static dfmt_str take(const struct dfmto_diff *d, dfmt_diff_row *r, const struct dfmto_diff_difference *f, int which,
                     uint32_t bit) {
  const dfmt_str text = dfmto_diff_found_text(d, f, which);
  if (text.ptr) r->present |= bit;
  return text;
}

static dfmt_status put_difference(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_diff *d = diff_of(s);
  if (i == d->found.n) return DFMT_END;
  const struct dfmto_diff_difference *f = &d->found.list[i];
  dfmt_diff_row *r = body;
  r->present = (f->has_offset[DFMTO_BEFORE] ? DFMT_DIFF_ROW_HAS_BEFORE_OFFSET : 0u) |
               (f->has_offset[DFMTO_AFTER] ? DFMT_DIFF_ROW_HAS_AFTER_OFFSET : 0u);
  r->change = f->change;
  r->before_offset = f->offset[DFMTO_BEFORE];
  r->after_offset = f->offset[DFMTO_AFTER];
  r->record = take(d, r, f, DFMTO_FOUND_RECORD, 0);
  r->member = take(d, r, f, DFMTO_FOUND_MEMBER, DFMT_DIFF_ROW_HAS_MEMBER);
  r->before_place = take(d, r, f, DFMTO_FOUND_PLACES + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE_PLACE);
  r->after_place = take(d, r, f, DFMTO_FOUND_PLACES + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER_PLACE);
  r->before = take(d, r, f, DFMTO_FOUND_TEXTS + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE);
  r->after = take(d, r, f, DFMTO_FOUND_TEXTS + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER);
  return DFMT_OK;
}

/* ---- growth of heaps ---- */

static struct dfmto_heap_growth *growth_of(const dfmt_op *op) {
  struct dfmto_diff *d = op->state;
  return d->whole && d->whole->growth && d->state ? d->whole->growth(d) : NULL;
}

static dfmt_status open_growth(struct dfmto_set *s) {
  const struct dfmto_heap_growth *x = growth_of(s->op);
  s->facts = dfmto_heap_growth_facts(x);
  return dfmto_set_say(s, "%s", dfmto_heap_growth_heading(x));
}

static dfmt_status put_growth(struct dfmto_set *s, uint64_t i, void *body) {
  dfmt_op *op = s->op;
  struct dfmto_diff *d = op->state;
  dfmt_status st = dfmto_heap_growth_row(growth_of(op), i, body);
  return st < 0 ? d->whole->failed(d) : st;
}

static dfmt_status put_side(struct dfmto_set *s, uint64_t i, void *body) {
  return dfmto_heap_growth_side(growth_of(s->op), i, body);
}

/* ---- the list of answers ---- */

static bool is_of_growth(const struct dfmto_answer *is) { return is->part.rows == DFMT_HEAP_GROWTH; }

static bool is_usual(const dfmt_op *op, const struct dfmto_answer *is) {
  return is_of_growth(is) == (growth_of(op) != NULL);
}

static dfmt_status check(dfmt_op *op, const struct dfmto_answer *is) {
  const bool grows = growth_of(op) != NULL, nothing = ((const struct dfmto_diff *)op->state)->nothing;
  if (!nothing && grows == is_of_growth(is)) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                    nothing ? "the inputs could not be compared"
                    : grows ? "heap dumps are compared by their growth"
                            : "only heap dumps have growth");
}

#define COLUMNS "bytes_delta/+ before_bytes after_bytes blocks_delta/+ before_blocks after_blocks change"

const struct dfmto_answer dfmto_diff_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "differences", DFMT_DIFF_ROW, DFMT_DIFF_FACTS,
                          "Differences, in the order of the files."),
     .columns = "change record/k before_place/k after_place/k before_offset/h after_offset/h member before after",
     .state_size = sizeof(dfmt_diff_facts),
     .usual = is_usual,
     .check = check,
     .open = open_differences,
     .row = put_difference},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "growth", DFMT_HEAP_GROWTH, DFMT_HEAP_GROWTH_FACTS,
                          "Heap dumps: call chains that grew or shrank."),
     .columns = COLUMNS " side frames/d elf_addresses/h",
     .types = dfmto_heap_types,
     .usual = is_usual,
     .check = check,
     .open = open_growth,
     .row = put_growth},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "sides", DFMT_HEAP_GROWTH, 0,
                          "Heap dumps: sums of all, of the zygote, of the app."),
     .columns = "side/k " COLUMNS,
     .types = dfmto_heap_types,
     .usual = is_usual,
     .check = check,
     .row = put_side},
    {.part = {.name = NULL}}};
