/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/compare.h>

#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "profile_settings.h"

enum { ROWS_SHOWN = 20 }; /* without --all */

struct settings {
  struct profile_settings profile;
  const char *flame; /* file for the picture */
  bool all, by_total;
};

struct compared {
  dfmt_op *op;
  bool *whole; /* by file: it had no damage */
  size_t n;
  bool lost;
};

/* Each file is a run. */
static void one(struct tool *t, struct input *in, void *user) {
  struct compared *all = user;
  if (all->lost) return;
  const bool whole = profile_count(t, in, all->op, &all->lost);
  all->lost = all->lost || (!whole && t->file_code != CODE_DAMAGED) || tool_stopped();
  all->whole[all->n++] = whole;
}

/* Number of operands before "vs"; without it, there must be two. 0: ambiguous; reported. */
static size_t count_before(struct tool *t) {
  size_t at = 0, found = 0;
  for (int i = 0; i < t->n_args; i++)
    if (strcmp(t->args[i], "vs") == 0 && ++found) at = (size_t)i;
  if (found == 1 && at > 0 && at + 1 < (size_t)t->n_args) return at;
  if (found == 0 && t->n_args == 2) return 1;
  report(t, CODE_USAGE, "compare", "give two files, or several before and after the word vs");
  return 0;
}

/* Reports omissions of the runs. false: their weights are of different kinds, or it failed; reported. */
static bool tell_runs(struct tool *t, const struct compared *all) {
  const struct profile_settings *set = &OWN(t)->profile;
  const dfmt_head *row;
  dfmt_rows *rows;
  dfmt_status st = dfmt_op_answer(all->op, "runs", &rows);
  op_made(st);
  bool good = true;
  while (good && (st = dfmt_rows_next(rows, &row)) == DFMT_OK) {
    const dfmt_compare_run *r = (const void *)row;
    good = profile_tell_run(t, set, t->args[r->input], r, !all->whole[r->input]);
  }
  dfmt_rows_free(rows);
  return good;
}

static void put_result(struct tool *t, dfmt_op *op) {
  dfmt_rows *rows;
  if (dfmt_op_answer(op, OWN(t)->by_total ? "total" : "self", &rows) != DFMT_OK) {
    profile_fault(t, &(struct place){.file = "compare"}, dfmt_op_error(op));
    return;
  }
  put_rows(t, rows, OWN(t)->all ? 0 : ROWS_SHOWN);
  dfmt_rows_free(rows);
}

static void put_flame(struct tool *t, dfmt_op *op) {
  struct output out;
  if (output_open(t, &out, OWN(t)->flame))
    profile_written(t, "compare", NULL, &out, op, dfmt_op_write(op, "flame", NULL, out.sink));
}

/* Removes the word from the files. */
static void take_word_out(struct tool *t, size_t at) {
  if ((size_t)t->n_args == 2 && strcmp(t->args[1], "vs") != 0) return;
  for (size_t i = at; i + 1 < (size_t)t->n_args; i++) t->args[i] = t->args[i + 1];
  t->n_args--;
}

static dfmt_op *make(struct tool *t, size_t before) {
  struct profile_choice choice = profile_choose(t, &OWN(t)->profile);
  choice.purpose = OWN(t)->flame ? DFMT_PROFILE_FOR_COMPARE_FLAME : DFMT_PROFILE_FOR_COMPARE;
  choice.group = UINT32_MAX; /* different events are rejected */
  dfmt_config *c = profile_config(t, &OWN(t)->profile, &choice);
  if (!c) return NULL;
  op_set(c, DFMT_OPS_COMPARE_N_BEFORE, before);
  return op_new(c, "compare");
}

static void run(struct tool *t) {
  size_t before = count_before(t);
  struct compared all = {.op = NULL};
  if (!before) return;
  if (OWN(t)->flame && (OWN(t)->profile.by || OWN(t)->by_total || OWN(t)->all || t->set.csv || t->set.json)) {
    report(t, CODE_USAGE, "compare", "--by, --total, --all, --csv and --json do not go with --flame");
    return;
  }
  take_word_out(t, before);
  all.op = make(t, before);
  if (!all.op) return;
  all.whole = tool_zalloc((size_t)t->n_args * sizeof *all.whole);
  each_file(t, 0, one, &all);
  if (!all.lost && !tool_stopped() && all.n == (size_t)t->n_args && tell_runs(t, &all))
    (OWN(t)->flame ? put_flame : put_result)(t, all.op);
  dfmt_op_free(all.op);
  tool_realloc(all.whole, 0);
}

static const struct opt options[] = {
    PROFILE_OPTIONS,
    TEXT("by", 0, profile.by, "function|file", "compare these [function]"),
    FLAG("total", 0, by_total, "compare what is in a function's calls, too"),
    TEXT("flame", 0, flame, "FILE", "draw a flame graph of what changed into FILE"),
    FLAG("all", 'a', all, "print all rows, not only the first 20"),
    FORMS("print all rows as comma-separated values", "print all rows as JSON, one a line")};

const struct command cmd_compare = {
    .name = "compare",
    .operands = "BEFORE AFTER | BEFORE... vs AFTER...",
    .summary = "show what changed between profiles, and what is noise",
    .text =
        "Compares functions of two profiles or heap dumps, also of different builds:\n"
        "neither addresses nor folders matter. Three runs a side or more tell best what\n"
        "chance does; of fewer, how samples are spread over time does.\n",
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples =
        {
            {"diagfmt compare before.trace after.trace", "what grew, and whether that is more than chance"},
            {"diagfmt compare old1 old2 old3 vs new1 new2 new3", "three runs of each build"},
            {"diagfmt compare --flame=changed.svg before.trace after.trace", "the same as a picture"},
        },
};
