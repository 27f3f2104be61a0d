/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/info.h>

#include <string.h>

#include "cli/choice.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

enum { SHOWN = 10, FRAMES = 8 }; /* rows of a set, and frames of each, that are shown without --all */

/* Is always asked for, as it says what went wrong. */
static const char file_set[] = "file";

struct settings {
  bool all;
};

static dfmt_config *config(struct tool *t, const struct input *in) {
  dfmt_config *c = op_config(t, in);
  if (option_is_given(t, DFMT_OPS_INFO_SETS)) op_text(c, DFMT_OPS_INFO_SETS, file_set);
  return c;
}

/* Sets of one row are shown as lines. */
static struct shown shown_of(const struct tool *t, const dfmt_row_set *set) {
  bool all = OWN(t)->all || option_is_given(t, DFMT_OPS_INFO_SETS);
  return (struct shown){.rows = all ? 0 : SHOWN,
                        .details = all ? 0 : FRAMES,
                        .lines = set->heading.len == 0 && set->facts &&
                                 (set->type->number == set->facts->type || set->type->number == DFMT_INFO_FILE)};
}

static void put_sets(struct tool *t, struct input *in, dfmt_rows *rows) {
  bool lines = false, first = true;
  do {
    struct shown shown = shown_of(t, dfmt_rows_set(rows));
    if (!t->set.json && (!first || t->n_files) && !(lines && shown.lines && !t->set.csv)) put_s(t->out.sink, "\n");
    put_shown(t, rows, &shown);
    lines = shown.lines;
    first = false;
  } while (op_next_set(t, in, rows));
}

static bool is_wanted(const struct tool *t, const char *name) {
  const char *one;
  for (size_t i = 0; (one = option_text(t, DFMT_OPS_INFO_SETS, i)) != NULL; i++)
    if (strcmp(one, name) == 0) return true;
  return !option_is_given(t, DFMT_OPS_INFO_SETS);
}

/* Problems that reading did not end at, and the first set that is wanted. false: there is none, which was reported. */
static bool look_at_file(struct tool *t, struct input *in, dfmt_rows *rows) {
  const dfmt_head *row;
  const dfmt_info_file *file = dfmt_rows_next(rows, &row) == DFMT_OK ? (const void *)row : NULL;
  if (file && file->n_problems && t->file_code == CODE_FINE)
    report(t, CODE_DAMAGED, in->name, "%llu problems, which 'diagfmt verify' tells",
           (unsigned long long)file->n_problems);
  dfmt_status st = is_wanted(t, file_set) ? dfmt_rows_rewind(rows) : dfmt_rows_next_set(rows);
  if (st == DFMT_END) report(t, CODE_USAGE, in->name, "there are no sets of rows of these names");
  return op_has_set(t, in, rows, st);
}

static void put_info(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  (void)op;
  if (look_at_file(t, in, rows)) put_sets(t, in, rows);
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  op_answer(t, in, config(t, in), "info", false, put_info);
}

static const struct opt options[] = {LIST_OF(INFO_SETS, "set", 0, "NAME", "print only these sets of rows, all of them"),
                                     CSV_OPTION("print sets as comma-separated values"),
                                     JSON_OPTION("print one JSON object a line for each row"),
                                     FLAG("all", 'a', all, "print all rows, not only the largest"),
                                     JOBS_OPTION,
                                     END_OF_OPTIONS};

const struct command cmd_info = {
    .name = "info",
    .operands = "[FILE]...",
    .summary = "tell what is in a file",
    .text =
        "Prints an overview of each file: what a crash report, trace, profile, heap dump,\n"
        "log or bug report is about, what is in it, and what takes most of it.\n",
    .one = one,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt info report.crash", "an overview"},
                 {"diagfmt info --set=report --csv *.crash", "the kinds of many reports"},
                 {"diagfmt info --set=frames --csv game.trace > frames.csv", "calls and bytes of each frame"}},
};
