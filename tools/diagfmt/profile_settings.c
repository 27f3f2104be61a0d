/* SPDX-License-Identifier: MIT */
#include "profile_settings.h"

#include <string.h>

#include <diagfmt/errors.h>
#include <diagfmt/ops/convert.h>

#include "cli/choice.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/time_window.h"
#include "cli/together.h"
#include "cli/words.h"

#define USUAL UINT32_MAX

/* Values of --by. */
static const struct by {
  const char *word;
  struct profile_choice choice;
} words[] = {
    {"function", {.keep = USUAL, .group = USUAL, .answer = "functions"}},
    {"file", {.keep = DFMT_PROFILE_KEEP_FILES, .group = USUAL, .answer = "functions"}},
    {"stack", {.keep = DFMT_PROFILE_KEEP_STACKS, .group = USUAL, .answer = "stacks"}},
    {"tree", {.keep = DFMT_PROFILE_KEEP_STACKS, .group = USUAL, .answer = "tree"}},
    {"size", {.keep = USUAL, .group = USUAL, .answer = "sizes"}},
};

/* Several events, or a pattern that may match several. */
static bool has_many_events(const struct tool *t) {
  dfmt_str word;
  bool many = option_text(t, DFMT_OPS_PROFILE_EVENTS, 1, &word);
  if (!many && option_text(t, DFMT_OPS_PROFILE_EVENTS, 0, &word))
    for (uint64_t i = 0; i < word.len; i++) many = many || strchr("*?[", word.ptr[i]);
  return many;
}

struct profile_choice profile_choose(const struct tool *t, const struct profile_settings *set) {
  struct profile_choice choice = {.keep = USUAL, .group = USUAL};
  uint64_t group;
  if (set->by && word_number(DFMT_PROFILE_TYPE_BY, set->by, &group)) choice.group = (uint32_t)group;
  for (size_t i = 0; set->by && i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].word, set->by) == 0) choice = words[i].choice;
  if (has_many_events(t)) choice.group = (choice.group == USUAL ? 0 : choice.group) | DFMT_PROFILE_BY_EVENT;
  return choice;
}

/* ---- options ---- */

static bool is_count(const char *weight) {
  return weight && (strcmp(weight, "samples") == 0 || strcmp(weight, "allocations") == 0);
}

static bool set_time(struct tool *t, dfmt_config *c, const char *time) {
  struct time_window w;
  if (!time_window_parse(t, time, &w)) return false;
  bool both = w.from.given && w.to.given;
  if (both && w.from.absolute != w.to.absolute)
    return report(t, CODE_USAGE, t->command->name, "--time=%s: both ends count from the start, or both by the clock",
                  time);
  if (w.from.given) op_set(c, DFMT_OPS_PROFILE_FROM_NS, w.from.ns);
  if (w.to.given) op_set(c, DFMT_OPS_PROFILE_TO_NS, w.to.ns);
  op_set(c, DFMT_OPS_PROFILE_RELATIVE, time_window_is_relative(&w));
  return true;
}

static dfmt_config *new_config(const struct tool *t, uint32_t purpose) {
  dfmt_config *c;
  op_made(dfmt_config_copy(t->config, &c));
  op_set(c, DFMT_OPS_FORMAT, t->format);
  op_set(c, DFMT_OPS_PROFILE_PURPOSE, purpose);
  op_set(c, DFMT_CFG_DIAGNOSTICS, 1); /* so that skipped damage is reported */
  op_scratch(c);
  return c;
}

dfmt_config *profile_viewer_config(struct tool *t, uint32_t purpose, uint32_t heap, const struct words *threads) {
  dfmt_config *c = new_config(t, purpose);
  op_set(c, DFMT_OPS_PROFILE_HEAP, heap);
  if (threads) op_words(c, DFMT_OPS_PROFILE_THREADS, threads);
  return c;
}

dfmt_config *profile_config(struct tool *t, const struct profile_settings *set, const struct profile_choice *choice) {
  dfmt_config *c = new_config(t, choice->purpose);
  if (choice->keep != USUAL) op_set(c, DFMT_OPS_PROFILE_KEEP, choice->keep);
  if (choice->group != USUAL) op_set(c, DFMT_OPS_PROFILE_GROUP, choice->group);
  op_set(c, DFMT_OPS_PROFILE_WEIGHT, is_count(set->weight) ? DFMT_PROFILE_WEIGHT_COUNT : DFMT_PROFILE_WEIGHT_USUAL);
  if (set_time(t, c, set->time)) return c;
  dfmt_config_free(c);
  return NULL;
}

/* ---- counting ---- */

static bool is_damage(dfmt_status st) { return st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM; }

/* If the file lacks what the options ask for, that is a usage error, not damage. */
void profile_fault(struct tool *t, const struct place *where, const dfmt_error *e) {
  if (e->status == DFMT_E_UNSUPPORTED && e->number == DFMT_ERR_ARGUMENT)
    report(t, CODE_USAGE, where->file, "%s", e->message);
  else
    report_fault(t, where, e);
}

/* Drops the current input, so that others can be added. */
static bool drop(dfmt_op *op) { return dfmt_op_drop(op) == DFMT_OK && dfmt_op_run(op) == DFMT_OK; }

bool profile_count(struct tool *t, struct input *in, dfmt_op *op, bool *lost) {
  dfmt_status st = dfmt_op_add(op, in->source);
  op_made(st);
  bool whole = true;
  while ((st = dfmt_op_run(op)) != DFMT_OK) {
    if (tool_stopped()) return false;
    profile_fault(t, &(struct place){.file = in->name, .in = in}, dfmt_op_error(op));
    whole = false;
    if (is_damage(st) && dfmt_op_accept(op) == DFMT_OK) continue;
    const bool too_large = dfmt_op_error(op)->number == DFMT_ERR_TOO_LARGE; /* not caused by this input alone */
    *lost = st != DFMT_E_UNSUPPORTED || too_large || !drop(op);
    return false;
  }
  return whole;
}

/* false: the profile does not have the --weight; reported. */
static bool has_weight(struct tool *t, const char *weight, const char *name, const dfmt_profile_facts *facts) {
  static const struct {
    const char *word, *unit;
  } fits[] = {
      {"events", "events"}, {"events", "ns"}, {"samples", "samples"}, {"bytes", "bytes"}, {"allocations", "blocks"}};
  if (!weight || facts->unit.len == 0) return true;
  for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
    if (strcmp(fits[i].word, weight) == 0 && strlen(fits[i].unit) == facts->unit.len &&
        memcmp(fits[i].unit, facts->unit.ptr, (size_t)facts->unit.len) == 0)
      return true;
  return report(t, CODE_USAGE, name, "it has no weight '%s': profiles have events|samples, heaps bytes|allocations",
                weight);
}

static void put_notes(struct tool *t, const char *name, const dfmt_profile_facts *facts, bool chosen,
                      uint64_t n_reported) {
  if (facts->n_left_out && !t->set.quiet && !chosen)
    report(t, CODE_FINE, name, "%llu samples of other events are omitted; --event chooses",
           (unsigned long long)facts->n_left_out);
  if (facts->n_partial > n_reported)
    report(t, CODE_DAMAGED, name, "damaged parts were skipped; 'diagfmt verify' lists them");
}

/* --event was given, perhaps applied by an earlier conversion. */
static bool chooses_events(const struct tool *t) {
  return option_is_given(t, DFMT_OPS_PROFILE_EVENTS) || option_is_given(t, DFMT_OPS_CONVERT_EVENTS);
}

static bool chooses(const struct tool *t, const struct profile_settings *set) {
  static const uint32_t keys[] = {DFMT_OPS_PROFILE_THREADS, DFMT_OPS_PROFILE_PROCESSES, DFMT_OPS_PROFILE_HEAP,
                                  DFMT_OPS_PROFILE_CPU};
  bool any = set->time || chooses_events(t);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) any = any || option_is_given(t, keys[i]);
  return any;
}

static bool tell(struct tool *t, const struct profile_settings *set, const char *name, const dfmt_profile_facts *facts,
                 uint64_t n_reported) {
  if (set && !has_weight(t, set->weight, name, facts)) return false;
  if (set && facts->count == 0 && chooses(t, set)) report(t, CODE_DAMAGED, name, "nothing is in what was chosen");
  put_notes(t, name, facts, set && chooses_events(t), n_reported);
  return true;
}

bool profile_tell(struct tool *t, const struct profile_settings *set, struct input *in, dfmt_op *op,
                  uint64_t n_reported) {
  dfmt_rows *rows;
  const char *name = in ? in->name : NULL;
  if (dfmt_op_answer(op, "groups", &rows) != DFMT_OK) {
    profile_fault(t, &(struct place){.file = name, .in = in}, dfmt_op_error(op));
    return false;
  }
  const bool good = tell(t, set, name, (const void *)dfmt_rows_set(rows)->facts, n_reported);
  dfmt_rows_free(rows);
  return good;
}

bool profile_tell_run(struct tool *t, const struct profile_settings *set, const char *name, const dfmt_compare_run *run,
                      uint64_t n_reported) {
  const dfmt_profile_facts facts = {
      .unit = run->unit, .count = run->count, .n_left_out = run->n_left_out, .n_partial = run->n_partial};
  return tell(t, set, name, &facts, n_reported);
}

bool profile_written(struct tool *t, const char *name, struct input *in, struct output *out, const dfmt_op *op,
                     dfmt_status st) {
  const struct place where = {.file = st == DFMT_E_IO ? out->name : name, .in = in, .out = out};
  if (st == DFMT_OK) return outputs_commit(t, (struct output *[]){out}, 1);
  if (!tool_stopped()) profile_fault(t, &where, dfmt_op_error(op));
  output_drop(out);
  return false;
}
