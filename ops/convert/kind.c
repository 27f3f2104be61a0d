/* SPDX-License-Identifier: MIT */
/* Convert: one pass that does the steps which a format lists for each event, unless the options need more. */
#include "convert.h"

#include <diagfmt/apitrace.h>

#include "op/choose.h"
#include "op/drive.h"
#include "op/reading.h"
#include "types.h"

/* CONVERT_FORMATS is FORMAT(name) for each format that can be converted, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_convert_format dfmto_convert_##NAME;
CONVERT_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_convert_##NAME,
static const struct dfmto_convert_format *const all[] = {CONVERT_FORMATS NULL};

static const struct dfmto_convert_format *find(uint32_t format) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == format) return all[i];
  return NULL;
}

/* ---- options ---- */

static bool has(const dfmt_op *op, uint32_t key) { return dfmto_has_choice(op, key); }

/* Options that only formats with samples have. */
static bool is_about_samples(const dfmt_op *op) {
  return has(op, DFMT_OPS_CONVERT_EVENTS) || dfmto_option(op, DFMT_OPS_CONVERT_FROM_NS) > 0 ||
         dfmto_option(op, DFMT_OPS_CONVERT_TO_NS) != UINT64_MAX || dfmto_option(op, DFMT_OPS_CONVERT_RELATIVE) ||
         dfmto_option(op, DFMT_OPS_CONVERT_STRIP);
}

static bool needs_order(const dfmt_op *op) {
  return dfmto_option(op, DFMT_OPS_CONVERT_SORT) || dfmto_option(op, DFMT_OPS_CONVERT_LAST_WINS);
}

static bool is_ordered(const struct dfmto_convert_format *how, const struct dfmto_convert_recipe *r) {
  return how->ordered && how->ordered(r);
}

/* Options for calls do not apply to samples. */
static bool is_about_calls(const dfmt_op *op) {
  return has(op, DFMT_OPS_KEYS) || has(op, DFMT_OPS_DROP) || has(op, DFMT_OPS_CALLS) || has(op, DFMT_OPS_FRAMES) ||
         has(op, DFMT_OPS_FUNCTIONS) || needs_order(op) || dfmto_is_given(op, DFMT_CFG_APITRACE_FORM);
}

static bool merges(const dfmt_op *op) { return dfmto_option(op, DFMT_OPS_CONVERT_MERGE); }

/* Several inputs are read before the first is written. */
static bool joins(const dfmt_op *op) { return op->n_inputs > 1 && !merges(op); }

static bool wants_remake(struct dfmto_convert *c) {
  return is_about_samples(c->op) || c->redacts || has(c->op, DFMT_OPS_THREADS) || joins(c->op);
}

/* Some format needs more than one pass over it, or its end first. */
static bool wants_seekable(struct dfmto_convert *c) {
  struct dfmto_convert_recipe r;
  bool wanted = wants_remake(c) || needs_order(c->op);
  for (size_t i = 0; all[i] && !wanted; i++)
    wanted = (all[i]->needs_end && all[i]->needs_end(c)) ||
             (dfmto_convert_recipe_for(c->op, all[i], &r) && is_ordered(all[i], &r));
  return wanted;
}

static enum dfmto_entry_way way_of(struct dfmto_convert *c) {
  bool chosen = c->about_calls || has(c->op, DFMT_OPS_THREADS);
  for (size_t i = 0; all[i]; i++)
    if (all[i]->changes_parts && all[i]->changes_parts(c)) return DFMTO_WAY_CHANGES;
  return chosen ? DFMTO_WAY_VALUES : DFMTO_WAY_STREAM;
}

/* ---- the input begins ---- */

static dfmt_status begin_input(dfmt_op *op) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  dfmto_convert_output_take(&c->out);
  dfmt_status st = dfmto_select_begin(op, &c->select);
  if (st == DFMT_OK) dfmto_select_open(&c->select);
  return st;
}

static bool seeks(const dfmt_op *op) { return ((const struct dfmto_convert *)op->state)->seekable || joins(op); }

static dfmt_status check_remake(struct dfmto_convert *c) {
  const char *name = dfmt_format_name(c->how->format);
  if (c->how->remake && c->about_calls)
    return dfmto_convert_refuse(
        c->op,
        "%s has samples: --calls, --frames, --grep, --keys, --drop, --sort, --last-wins and --form "
        "choose none",
        name);
  if (c->how->remake) return DFMT_OK;
  if (is_about_samples(c->op)) return dfmto_convert_refuse(c->op, "%s has no samples to choose from", name);
  if (c->redacts && !c->how->is_text)
    return dfmto_convert_refuse(c->op, "names cannot be taken out of files of %s", name);
  if (joins(c->op))
    return dfmto_convert_refuse(c->op, "several files of %s do not go into one%s", name,
                                c->how->merge ? ", but by time: --merge" : "");
  return DFMT_OK;
}

static dfmt_status check_merge(struct dfmto_convert *c) {
  const char *name = dfmt_format_name(c->how->format);
  if (merges(c->op) && !c->how->merge) return dfmto_convert_refuse(c->op, "%s has no lines to be merged by time", name);
  if (!merges(c->op) && has(c->op, DFMT_OPS_CONVERT_BOOT))
    return dfmto_convert_refuse(c->op, "the time of boot is for logs that are merged");
  return DFMT_OK;
}

static dfmt_status make_state(struct dfmto_convert *c) {
  if (!c->how->state_size || c->state) return DFMT_OK;
  c->state = dfmti_zalloc(&c->op->mem, c->how->state_size);
  return c->state ? DFMT_OK : dfmto_no_memory(c->op);
}

/* Options other than the choice of samples must be supported by the format. */
static dfmt_status check_plan(struct dfmto_convert *c) {
  const char *name = dfmt_format_name(c->how->format);
  if (c->entries && c->entries->linked)
    return dfmto_convert_refuse(c->op, "%s: its entries cannot be put in another order, or read one by one", name);
  if (!c->how->compare)
    return dfmto_convert_refuse(c->op, "%s has no entries with keys to be sorted or chosen by", name);
  return DFMT_OK;
}

static dfmt_status check_selection(struct dfmto_convert *c) {
  dfmt_status st = dfmto_select_check(c->op, &c->select);
  const bool refused = st == DFMT_E_UNSUPPORTED || st == DFMT_E_ARG;
  c->refused = c->refused || refused;
  if (st == DFMT_E_UNSUPPORTED) c->op->err.e.number = DFMT_ERR_NOT_IMPLEMENTED;
  return st;
}

static dfmt_status choose_route(struct dfmto_convert *c) {
  dfmt_status st = make_state(c);
  if (st == DFMT_OK) st = check_merge(c);
  if (st == DFMT_OK && wants_remake(c)) st = check_remake(c);
  if (st != DFMT_OK) return st;
  if (wants_remake(c) && c->how->remake) {
    c->route = DFMTO_CONVERT_REMAKE;
    return DFMT_OK;
  }
  if (c->redacts) st = dfmto_convert_redact_begin(c);
  if (st == DFMT_OK) st = check_selection(c);
  if (merges(c->op)) c->route = DFMTO_CONVERT_MERGE;
  if (st != DFMT_OK || (!needs_order(c->op) && !is_ordered(c->how, &c->recipe))) return st;
  c->route = DFMTO_CONVERT_BY_PLAN;
  return check_plan(c);
}

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  const char *name = dfmt_format_name(format);
  c->how = find(format);
  c->entries = dfmto_entry_find(format);
  if (!c->how) return dfmto_convert_refuse(op, "this version reads files of %s, but does not write them", name);
  if (!dfmto_convert_recipe_for(op, c->how, &c->recipe))
    return dfmto_convert_refuse(op, "%s has no such dialect, compression, container or log format", name);
  if (dfmto_option(op, DFMT_OPS_CONVERT_APPENDS) && c->entries && c->entries->linked)
    return dfmto_convert_refuse(op, "cannot append to a file of %s", name);
  dfmto_entry_lift_limit(op, c->entries, c->way);
  return choose_route(c);
}

/* ---- its events ---- */

/* Routes that read the input again will meet its diagnostics and damage again. */
static bool reads_once(const struct dfmto_convert *c) {
  return c->route == DFMTO_CONVERT_BY_EVENT || c->route == DFMTO_CONVERT_MERGE;
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  return reads_once(c) ? dfmto_convert_note_diagnostic(op, &c->out.notes, d, 0, 0) : DFMT_OK;
}

static dfmt_status on_damage(dfmt_op *op, dfmt_status st) { return reads_once(dfmto_convert_of(op)) ? st : DFMT_OK; }

static uint32_t on_new_event(dfmt_op *op, const dfmt_event *ev) {
  dfmto_convert_turn_to(dfmto_convert_of(op), ev);
  return DFMTO_WANTS_NOTHING;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  if (c->route != DFMTO_CONVERT_BY_EVENT) return DFMT_END;
  dfmt_status st = dfmto_convert_event(c, ev);
  if (st != DFMT_OK) return st;
  return dfmto_select_is_done(&c->select) ? DFMT_END : DFMT_OK;
}

/* ---- its end ---- */

/* Routes other than by event: order or names are known now. */
static dfmt_status read(struct dfmto_convert *c) {
  dfmt_status st = DFMT_OK;
  if (c->route == DFMTO_CONVERT_BY_PLAN) st = dfmto_convert_plan_run(c);
  if (c->route == DFMTO_CONVERT_REMAKE) st = c->how->remake(c);
  if (c->route == DFMTO_CONVERT_MERGE) st = c->how->merge(c);
  if (st == DFMT_OK) c->phase = DFMTO_CONVERT_TELL;
  return st;
}

/* Patterns that matched nothing, those of DROP first. */
static dfmt_status tell_missing(struct dfmto_convert *c, bool drops) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < c->select.n_patterns && st == DFMT_OK; i++) {
    const struct dfmto_select_pattern *p = &c->select.patterns[i];
    if (!p->found && p->drops == drops)
      st = dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_WARNING, NULL, "no entry '%.*s'%s", (int)p->text.len,
                              p->text.ptr, drops ? " to drop" : "");
  }
  return st;
}

static dfmt_status tell_none(struct dfmto_convert *c) {
  static const struct dfmto_convert_about about = {.number = DFMT_ERR_NOTHING_CHOSEN};
  if (!dfmto_select_took_none(&c->select)) return DFMT_OK;
  dfmt_status st = dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_WARNING, &about, "%s", DFMTO_TOOK_NONE);
  if (st != DFMT_OK) c->select.told = false; /* is repeated */
  return st;
}

static dfmt_status tell(struct dfmto_convert *c) {
  c->n_notes = c->out.notes.n;
  dfmt_status st = c->how->finish ? c->how->finish(c) : DFMT_OK;
  if (st == DFMT_OK) st = tell_missing(c, true);
  if (st == DFMT_OK) st = tell_missing(c, false);
  if (st == DFMT_OK) st = tell_none(c);
  if (st != DFMT_OK) {
    c->out.notes.n = c->n_notes;
    return st;
  }
  c->out.bytes_in += dfmto_bytes_read(c->op);
  c->phase = DFMTO_CONVERT_FINISH;
  return DFMT_OK;
}

static dfmt_status finish(struct dfmto_convert *c) {
  dfmt_status st = dfmto_convert_open(c, NULL);
  if (st == DFMT_OK) st = dfmto_convert_output_finish(&c->out, c->how->format, c->recipe.variant);
  if (st == DFMT_OK) c->phase = dfmto_convert_redact_is_begun(&c->redact) ? DFMTO_CONVERT_REDACT : DFMTO_CONVERT_OVER;
  return st;
}

static dfmt_status redact(struct dfmto_convert *c) {
  dfmt_status st = dfmto_convert_redact_run(c);
  if (st == DFMT_OK) c->phase = DFMTO_CONVERT_OVER;
  return st;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  static dfmt_status (*const phases[])(struct dfmto_convert *c) = {[DFMTO_CONVERT_READ] = read,
                                                                   [DFMTO_CONVERT_TELL] = tell,
                                                                   [DFMTO_CONVERT_FINISH] = finish,
                                                                   [DFMTO_CONVERT_REDACT] = redact};
  struct dfmto_convert *c = dfmto_convert_of(op);
  dfmt_status st = DFMT_OK;
  (void)whole;
  while (st == DFMT_OK && c->phase != DFMTO_CONVERT_OVER) st = phases[c->phase](c);
  return st;
}

/* All inputs have gone into the one file. */
static void close_input(dfmt_op *op) { op->input = op->n_inputs - 1; }

/* ---- all ---- */

/* Plans and remakes decide themselves. */
static bool reads_itself(const dfmt_op *op) {
  const struct dfmto_convert *c = op->state;
  return op->drive.step == DFMTO_DRIVE_END && c->phase == DFMTO_CONVERT_READ && c->route != DFMTO_CONVERT_BY_EVENT;
}

/* A failed input is written as far as it could be read; events that the output cannot hold are omitted. */
static bool decide(dfmt_op *op, bool accepted) {
  if (reads_itself(op)) {
    op->decision = accepted ? DFMTO_ACCEPTED : DFMTO_DROPPED;
    return true;
  }
  dfmto_convert_output_pass(&dfmto_convert_of(op)->out);
  if (op->drive.step == DFMTO_DRIVE_NEXT) op->drive.step = DFMTO_DRIVE_END;
  return true;
}

static const struct dfmto_callbacks callbacks = {.begin_input = begin_input,
                                                 .seeks = seeks,
                                                 .format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .damage = on_damage,
                                                 .wants = on_new_event,
                                                 .event = on_event,
                                                 .end = on_end,
                                                 .close_input = close_input,
                                                 .decide = decide};

/* Whether reading can continue. */
static dfmt_status check_decision(dfmt_op *op) {
  const bool goes_on = op->decision == DFMTO_ACCEPTED && op->drive.format && dfmto_drive_is_reading(op);
  if (dfmto_convert_of(op)->refused) return dfmti_fail_state(&op->err, "the options cannot be applied to this input");
  if (goes_on || reads_itself(op)) return DFMT_OK;
  return dfmti_fail_state(&op->err, "nothing of the input can be written");
}

static dfmt_status run(dfmt_op *op) {
  dfmt_status st = op->decision == DFMTO_UNDECIDED ? DFMT_OK : check_decision(op);
  return st == DFMT_OK ? dfmto_drive(op) : st;
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  c->op = c->out.op = op;
  c->redacts = has(op, DFMT_OPS_CONVERT_REDACT);
  dfmt_status st = c->redacts ? dfmto_convert_placeholders_begin(&c->placeholders, op) : DFMT_OK;
  c->about_calls = is_about_calls(op);
  c->way = way_of(c);
  c->seekable = wants_seekable(c);
  return st == DFMT_OK ? dfmto_entry_set_way(op, c->way) : st;
}

static void close_op(dfmt_op *op) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  struct dfmti_mem *m = &op->mem;
  if (!c->op) return;
  if (c->state && c->how->close) c->how->close(c);
  if (c->state) dfmti_free(m, c->state, c->how->state_size);
  dfmto_convert_plan_free(c);
  dfmto_select_free(m, &c->select);
  dfmto_convert_placeholders_free(&c->placeholders);
  dfmti_buf_free(m, &c->key_room);
  dfmto_convert_output_free(&c->out);
  dfmto_convert_redact_free(&c->redact);
}

static dfmt_status limit(dfmt_op *op, uint32_t key, uint64_t value) {
  struct dfmto_convert *c = dfmto_convert_of(op);
  dfmt_status st = dfmto_convert_output_limit(&c->out, key, value);
  if (c->state && c->how->limit) c->how->limit(c, key, value);
  return st == DFMT_OK ? dfmto_convert_redact_limit(&c->redact, key, value) : st;
}

static const dfmt_op_part outputs[] = {DFMTO_OUTPUT("output", DFMT_OP_REQUIRED, NULL, "The converted file."),
                                       {.name = NULL}};

const struct dfmto_kind dfmto_convert_kind = {
    .is = {DFMTO_KIND(CONVERT, "convert", "Convert a file to another variant of its format, or select a part of it."),
           .min_inputs = 1, .max_inputs = UINT64_MAX,
           .shared = DFMTO_SHARED_BY_ALL | DFMTO_SHARED(KEYS) | DFMTO_SHARED(DROP) | DFMTO_SHARED(CALLS) |
                     DFMTO_SHARED(FRAMES) | DFMTO_SHARED(THREADS) | DFMTO_SHARED(FUNCTIONS)},
    .state_size = sizeof(struct dfmto_convert),
    .packs = true,
    .options = dfmto_convert_options,
    .types = dfmto_convert_types,
    .answers = dfmto_convert_answers,
    .outputs = outputs,
    .begin = begin,
    .drive = &callbacks,
    .run = run,
    .limit = limit,
    .close = close_op};
