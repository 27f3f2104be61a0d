/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/heap.h>

#include <inttypes.h>
#include <string.h>

#include "cli/choice.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

enum { SHOWN = 20, FRAMES = 8 }; /* rows, and frames of each, that are shown without --all */

struct settings {
  bool all;
};

/* What was freed without being known stands among the rows if it was handed out before its free was written down. */
static void put_oddities(struct tool *t, const struct input *in, const dfmt_heap_facts *f) {
  if (f->n_problems)
    report(t, CODE_DAMAGED, in->name, "%" PRIu64 " damaged places were passed over: 'diagfmt verify' lists them",
           f->n_problems);
  if (t->set.quiet) return;
  if (f->n_unknown_frees || f->n_unknown_reallocs || f->n_duplicates)
    report(t, CODE_FINE, in->name,
           "%" PRIu64 " frees and %" PRIu64 " reallocs of pointers that are not live, %" PRIu64
           " pointers handed out while they were",
           f->n_unknown_frees, f->n_unknown_reallocs, f->n_duplicates);
  if (f->n_announced > f->blocks)
    report(t, CODE_FINE, in->name, "the log counts %" PRIu64 " leaks, of which %" PRIu64 " are there", f->n_announced,
           f->blocks);
}

/* At a limit there are no rows: some of them would be wrong. */
static void put_leaks(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_heap_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
  const struct shown shown = {.rows = OWN(t)->all ? 0 : SHOWN, .details = OWN(t)->all ? 0 : FRAMES};
  (void)op;
  if (facts->limited) return;
  put_oddities(t, in, facts);
  put_name(t, in->name);
  put_shown(t, rows, &shown);
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  op_answer(t, in, op_config(t, in), "heap", false, put_leaks);
}

static const struct opt options[] = {TEXT_OF(HEAP_BY, "by", 0, "size|thread", "group blocks by this [by both]"),
                                     FLAG("all", 'a', all, "print all rows and frames, not only 20 and 8"),
                                     CSV_OPTION("print all rows as comma-separated values"),
                                     JSON_OPTION("print one JSON object a line for each row"),
                                     JOBS_OPTION,
                                     END_OF_OPTIONS};

const struct command cmd_leaks = {
    .name = "leaks",
    .operands = "[FILE]...",
    .summary = "list what was allocated and never freed",
    .text =
        "Lists the blocks of malloc_debug's recorded operations that are live at the end,\n"
        "by size and thread; of a log the leaks that it reports; of a heap dump, which\n"
        "does not tell what will be freed, all that was in use.\n",
    .one = one,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt leaks record_allocs.txt", "the 20 sizes and threads that most bytes were lost to"},
                 {"diagfmt leaks --by=size --csv record_allocs.txt > leaks.csv", "by size, for a spreadsheet"},
                 {"logcat -d | diagfmt leaks", "what leak_track has to say"}},
};
