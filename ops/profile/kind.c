/* SPDX-License-Identifier: MIT */
/* Runs a profile: for each input names, then stacks. */
#include "profile.h"

#include "op/reading.h"

static const struct dfmto_profile_format *const formats[] = {&dfmto_profile_simpleperf, &dfmto_profile_mallocdbg};

static void close_input(dfmt_op *op) {
  struct dfmto_profile *p = dfmto_profile_of(op);
  if (p->input) {
    p->format->close(op);
    dfmti_free(&op->mem, p->input, p->format->input_size);
  }
  p->input = NULL;
  dfmto_profile_head_free(&p->head);
  p->is_damaged = false;
  p->phase = DFMTO_PHASE_OPEN;
}

static bool is_dropped(const struct dfmto_profile *p, size_t input) { return p->dropped.ptr[input]; }

/* ---- one input ---- */

static const char *name_of(const struct dfmto_profile_format *f) { return f->id ? dfmt_format_name(f->id) : f->name; }

static dfmt_status refuse_format(dfmt_op *op, const char *name) {
  const struct dfmto_profile *p = op->state;
  if (p->format)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%s does not go into one profile with %s", name,
                      name_of(p->format));
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no stacks", name);
}

/* Checks that the format supports the options. */
static dfmt_status check_options(dfmt_op *op, const struct dfmto_profile_format *f) {
  struct dfmto_profile *p = op->state;
  if (p->group & DFMT_PROFILE_BY_USUAL) p->group = dfmto_profile_has_places(p) ? f->viewer_group : f->usual_group;
  const uint32_t asked = p->group | (p->heap != DFMT_PROFILE_HEAP_ALL ? (uint32_t)DFMT_PROFILE_BY_HEAP : 0);
  if (asked & ~f->groups)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%s has no %s", name_of(f),
                      f->groups & DFMT_PROFILE_BY_HEAP ? "events and processes" : "heaps");
  return DFMT_OK;
}

static dfmt_status begin_format(dfmt_op *op, const struct dfmto_profile_format *f) {
  struct dfmto_profile *p = op->state;
  if (p->format && p->format != f) return refuse_format(op, name_of(f));
  dfmt_status st = check_options(op, f);
  if (st != DFMT_OK) return st;
  p->input = dfmti_zalloc(&op->mem, f->input_size);
  if (!p->input) return dfmto_no_memory(op);
  dfmti_errors_clear(&op->err); /* damage is met again when stacks are read */
  p->format = f;
  p->phase = DFMTO_PHASE_NAMES;
  return DFMT_OK;
}

/* Finds the format, by the first event. */
static dfmt_status find_format(dfmt_op *op) {
  const struct dfmto_profile_format *f = NULL;
  const dfmt_event *ev;
  dfmt_status st = dfmto_next(op, &ev);
  uint32_t id = dfmto_format(op);
  if (!id || st == DFMT_AGAIN || st == DFMT_E_LIMIT || st == DFMT_E_NOMEM || st == DFMT_E_CANCELLED) return st;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i]->id == id) f = formats[i];
  return f ? begin_format(op, f) : refuse_format(op, dfmt_format_name(id));
}

/* Opens an input that libdiagfmt reads. */
static dfmt_status open_input(dfmt_op *op, dfmt_source *s) {
  struct dfmto_profile *p = op->state;
  dfmt_status st = op->format ? DFMT_OK : dfmto_profile_look(op, &p->head, s);
  if (st != DFMT_OK) return st;
  if (p->head.is_pprof) return begin_format(op, &dfmto_profile_pprof);
  st = dfmto_reopen(op, s);
  if (st == DFMT_OK) p->phase = DFMTO_PHASE_FORMAT;
  return st;
}

static dfmt_status run_input(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  dfmt_source *s;
  dfmt_status st = dfmto_seekable(op, &s);
  if (st == DFMT_OK && p->phase == DFMTO_PHASE_OPEN) st = open_input(op, s);
  if (st == DFMT_OK && p->phase == DFMTO_PHASE_FORMAT) st = find_format(op);
  if (st == DFMT_OK && p->phase == DFMTO_PHASE_NAMES) {
    st = p->format->names(op);
    if (st == DFMT_OK && p->format->id) st = dfmto_reopen(op, s);
    if (st == DFMT_OK) p->phase = DFMTO_PHASE_STACKS;
  }
  return st == DFMT_OK ? p->format->stacks(op) : st;
}

/* ---- all ---- */

/* Keeps what was counted of a failed input. */
static void accept(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  p->n_partial++;
  close_input(op);
  op->input++;
}

/* If stacks of the dropped input were counted, all others are read again without it. */
static dfmt_status drop(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  bool counted = p->phase == DFMTO_PHASE_STACKS;
  if (counted && p->n_inputs_merged)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "a profile that was merged cannot be read again");
  for (size_t i = 0; i < op->input && counted; i++)
    if (!is_dropped(p, i) && !dfmt_source_seekable(op->inputs[i]))
      return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "an earlier input cannot be read again");
  p->dropped.ptr[op->input] = true;
  p->n_dropped++;
  close_input(op);
  op->input++;
  if (!counted) return DFMT_OK;
  dfmto_profile_store_free(&op->mem, &p->store);
  p->knows_usual = false;
  p->n_partial = 0; /* partial inputs will fail again, and be decided again */
  p->format = NULL;
  op->input = 0;
  return DFMT_OK;
}

static dfmt_status decide(dfmt_op *op) {
  uint32_t decision = op->decision;
  dfmt_status st = DFMT_OK;
  op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_ACCEPTED) accept(op);
  if (decision == DFMTO_DROPPED) st = drop(op);
  return st;
}

static dfmt_status run(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  if (p->merging) return dfmti_fail_state(&op->err, "a profile was merged in part: merge it again");
  while (p->dropped.len < op->n_inputs)
    if (!dfmti_buf_append(&op->mem, &p->dropped, "", 1)) return dfmto_no_memory(op);
  dfmt_status st = decide(op);
  while (st == DFMT_OK && op->input < op->n_inputs) {
    if (!is_dropped(p, op->input)) st = run_input(op);
    if (st == DFMT_E_LIMIT) {
      st = dfmto_profile_relieve(op, st);
      if (st == DFMT_OK) continue; /* the same call continues */
    }
    if (st != DFMT_OK) return st;
    p->n_partial += p->is_damaged;
    close_input(op);
    op->input++;
  }
  return st;
}

/* Defaults of options by the purpose of the profile. */
static const struct usual {
  uint32_t keep, group, cpu;
  bool periods;
} usual[] = {
    [DFMT_PROFILE_FOR_ROWS] = {.keep = DFMT_PROFILE_KEEP_FUNCTIONS},
    [DFMT_PROFILE_FOR_FOLDED] = {.keep = DFMT_PROFILE_KEEP_STACKS, .group = DFMT_PROFILE_BY_USUAL},
    [DFMT_PROFILE_FOR_FLAME] = {.keep = DFMT_PROFILE_KEEP_STACKS, .group = DFMT_PROFILE_BY_USUAL},
    [DFMT_PROFILE_FOR_PPROF] = {DFMT_PROFILE_KEEP_PLACES, DFMT_PROFILE_BY_USUAL, DFMT_PROFILE_CPU_RECORDED, false},
    [DFMT_PROFILE_FOR_FIREFOX] = {DFMT_PROFILE_KEEP_SAMPLES, DFMT_PROFILE_BY_USUAL, DFMT_PROFILE_CPU_RECORDED, false},
    [DFMT_PROFILE_FOR_COMPARE] = {.keep = DFMT_PROFILE_KEEP_FUNCTIONS, .periods = true},
    [DFMT_PROFILE_FOR_COMPARE_FLAME] = {.keep = DFMT_PROFILE_KEEP_STACKS},
};

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  const struct usual *u = &usual[dfmto_option(op, DFMT_OPS_PROFILE_PURPOSE)];
  p->keep = (uint32_t)dfmto_option_or(op, DFMT_OPS_PROFILE_KEEP, u->keep);
  p->group = (uint32_t)dfmto_option_or(op, DFMT_OPS_PROFILE_GROUP, u->group);
  p->weight = (uint32_t)dfmto_option(op, DFMT_OPS_PROFILE_WEIGHT);
  p->cpu = (uint32_t)dfmto_option_or(op, DFMT_OPS_PROFILE_CPU, u->cpu);
  p->allocators = dfmto_option(op, DFMT_OPS_PROFILE_ALLOCATORS);
  p->heap = (uint32_t)dfmto_option(op, DFMT_OPS_PROFILE_HEAP);
  p->from_ns = dfmto_option(op, DFMT_OPS_PROFILE_FROM_NS);
  p->to_ns = dfmto_option(op, DFMT_OPS_PROFILE_TO_NS);
  p->relative = dfmto_option(op, DFMT_OPS_PROFILE_RELATIVE);
  p->periods = dfmto_option_or(op, DFMT_OPS_PROFILE_PERIODS, u->periods) && p->keep < DFMT_PROFILE_KEEP_STACKS;
  return p->from_ns > p->to_ns ? DFMT_E_ARG : DFMT_OK;
}

static void close(dfmt_op *op) {
  struct dfmto_profile *p = op->state;
  close_input(op);
  dfmto_profile_store_free(&op->mem, &p->store);
  dfmti_buf_free(&op->mem, &p->dropped);
}

const struct dfmto_kind dfmto_profile_kind = {
    .is = {DFMTO_KIND(PROFILE, "profile",
                      "Weights of functions and stacks in samples, heap dumps and recorded operations."),
           .flags = DFMT_OP_TAKES_MORE | DFMT_OP_MERGES, .min_inputs = 1, .max_inputs = UINT64_MAX,
           .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_profile),
    .options = dfmto_profile_options,
    .types = dfmto_profile_types,
    .answers = dfmto_profile_answers,
    .documents = dfmto_profile_documents,
    .begin = begin,
    .run = run,
    .merge = dfmto_profile_merge,
    .begins = dfmto_profile_begins,
    .close = close};
