/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/compare.h>

#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "profile.h"

enum { ROWS_SHOWN = 20 }; /* without --all */

struct settings {
  struct profile_settings profile;
  const char *flame; /* where the picture goes */
  bool all, by_total;
};

/* Each file is a run, and has a profile of its own. */
struct runs {
  dfmt_op **list;
  size_t n;
};

struct compared {
  struct profile_choice choice;
  struct runs runs;
  bool lost;
};

static void one(struct tool *t, struct input *in, void *user) {
  struct compared *all = user;
  dfmt_op *op;
  dfmt_config *c = all->lost ? NULL : profile_config(t, &OWN(t)->profile, &all->choice);
  if (!c) {
    all->lost = true;
    return;
  }
  op_made(dfmt_profile_new(c, &op));
  dfmt_config_free(c);
  bool whole = profile_count(t, in, op, &all->lost);
  all->lost = all->lost || (!whole && t->file_code != CODE_DAMAGED);
  all->lost = all->lost || tool_stopped() || !profile_tell(t, &OWN(t)->profile, in, op, !whole);
  all->runs.list = tool_realloc(all->runs.list, (all->runs.n + 1) * sizeof(dfmt_op *));
  all->runs.list[all->runs.n++] = op;
}

/* Operands before "vs"; without it, two. 0: that is not clear, which was reported. */
static size_t count_before(struct tool *t) {
  size_t at = 0, found = 0;
  for (int i = 0; i < t->n_args; i++) {
    if (strcmp(t->args[i], "vs") != 0) continue;
    found++;
    at = (size_t)i;
  }
  if (found == 1 && at > 0 && at + 1 < (size_t)t->n_args) return at;
  if (found == 0 && t->n_args == 2) return 1;
  report(t, CODE_USAGE, "compare", "give two files, or several before and after the word vs");
  return 0;
}

static void put_result(struct tool *t, struct compared *all, size_t before) {
  dfmt_rows *rows;
  const uint32_t what = OWN(t)->by_total ? DFMT_COMPARE_TOTAL : DFMT_COMPARE_SELF;
  dfmt_status st =
      dfmt_compare_rows(t->config, all->runs.list, before, all->runs.list + before, all->runs.n - before, what, &rows);
  if (st != DFMT_OK) {
    profile_fault(t, &(struct place){.file = "compare"}, dfmt_op_error(all->runs.list[0]));
    return;
  }
  put_rows(t, rows, OWN(t)->all ? 0 : ROWS_SHOWN);
  dfmt_rows_free(rows);
}

/* Runs of a side as one profile, the first of them. */
static bool merge(struct tool *t, struct compared *all, size_t from, size_t to) {
  for (size_t i = from + 1; i < to; i++) {
    if (dfmt_profile_merge(all->runs.list[from], all->runs.list[i]) == DFMT_OK) continue;
    profile_fault(t, &(struct place){.file = "compare"}, dfmt_op_error(all->runs.list[from]));
    return false;
  }
  return true;
}

static void put_flame(struct tool *t, struct compared *all, size_t before) {
  static const char title[] = "What changed";
  const dfmt_flame_look look = {.size = sizeof look, .title = {title, sizeof title - 1}};
  dfmt_op **runs = all->runs.list;
  struct output out;
  if (!output_open(t, &out, OWN(t)->flame)) return;
  if (merge(t, all, 0, before) && merge(t, all, before, all->runs.n))
    profile_written(t, "compare", NULL, &out, runs[before], dfmt_compare_flame(runs[0], runs[before], &look, out.sink));
  else
    output_drop(&out);
}

/* The word is no file. */
static void take_word_out(struct tool *t, size_t at) {
  if ((size_t)t->n_args == 2 && strcmp(t->args[1], "vs") != 0) return;
  for (size_t i = at; i + 1 < (size_t)t->n_args; i++) t->args[i] = t->args[i + 1];
  t->n_args--;
}

static void run(struct tool *t) {
  size_t before = count_before(t);
  struct compared all = {.lost = false};
  if (!before) return;
  all.choice = profile_choose(&OWN(t)->profile);
  all.choice.purpose = OWN(t)->flame ? DFMT_PROFILE_FOR_COMPARE_FLAME : DFMT_PROFILE_FOR_COMPARE;
  all.choice.group = UINT32_MAX; /* different events are refused */
  if (OWN(t)->flame && (OWN(t)->profile.by || OWN(t)->by_total || OWN(t)->all || t->set.csv || t->set.json)) {
    report(t, CODE_USAGE, "compare", "--by, --total, --all, --csv and --json do not go with --flame");
    return;
  }
  take_word_out(t, before);
  each_file(t, 0, one, &all);
  if (!all.lost && !tool_stopped() && all.runs.n == (size_t)t->n_args)
    (OWN(t)->flame ? put_flame : put_result)(t, &all, before);
  for (size_t i = 0; i < all.runs.n; i++) dfmt_op_free(all.runs.list[i]);
  tool_realloc(all.runs.list, 0);
}

static const struct opt options[] = {PROFILE_OPTIONS,
                                     TEXT("by", 0, profile.by, "function|file", "compare these [function]"),
                                     FLAG("total", 0, by_total, "compare what is in a function's calls, too"),
                                     TEXT("flame", 0, flame, "FILE", "draw a flame graph of what changed into FILE"),
                                     FLAG("all", 'a', all, "print all rows, not only the first 20"),
                                     CSV_OPTION("print all rows as comma-separated values"),
                                     JSON_OPTION("print all rows as JSON, one a line"),
                                     END_OF_OPTIONS};

const struct command cmd_compare = {
    .name = "compare",
    .operands = "BEFORE AFTER | BEFORE... vs AFTER...",
    .summary = "tell what changed between profiles, and what is noise",
    .text =
        "Compares functions of two profiles or heap dumps, also of different builds:\n"
        "neither addresses nor folders matter. Three runs a side or more tell best what\n"
        "chance does; of fewer, how samples are spread over time does.\n",
    .run = run,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples =
        {
            {"diagfmt compare before.trace after.trace", "what grew, and whether that is more than chance"},
            {"diagfmt compare old1 old2 old3 vs new1 new2 new3", "three runs of each build"},
            {"diagfmt compare --flame=changed.svg before.trace after.trace", "the same as a picture"},
        },
};
