/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/heap.h>

#include <inttypes.h>
#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/words.h"

enum { ROWS_SHOWN = 20, CODE_DIFFERENT = 1, CODE_TROUBLE = 2 };

struct settings {
  const char *max;
  bool all;
};

static uint64_t count(struct tool *t, const dfmt_head *facts) {
  const dfmt_diff_facts *diff = (const void *)facts;
  const dfmt_heap_growth_facts *growth = (const void *)facts;
  const bool heap = facts->type == DFMT_HEAP_GROWTH_FACTS;
  const uint64_t problems = heap ? growth->n_problems : diff->n_problems;
  if (problems)
    report(t, CODE_DAMAGED, "diff", "%" PRIu64 " damaged places were skipped; 'diagfmt verify' lists them", problems);
  return heap ? growth->n_differences : diff->n_differences;
}

/* Totals of heap dumps follow their call chains; CSV has only the chains. */
static void put_sums(struct tool *t, dfmt_rows *rows) {
  if (t->set.csv || !op_next_set(t, NULL, rows)) return;
  if (!t->set.json) put_s(t->out.sink, "\n");
  put_rows(t, rows, 0);
}

/* No table for equal files; a single difference gets several lines. */
static uint64_t put_result(struct tool *t, dfmt_rows *rows) {
  const dfmt_head *facts = dfmt_rows_set(rows)->facts;
  const uint64_t found = count(t, facts);
  const struct shown shown = {.rows = OWN(t)->all || OWN(t)->max ? 0 : ROWS_SHOWN,
                              .lines = found == 1 && facts->type == DFMT_DIFF_FACTS};
  if (found || t->set.csv || t->set.json) {
    put_shown(t, rows, &shown);
    put_sums(t, rows);
  }
  return found;
}

/* What could not be compared was reported. */
static uint64_t compare(struct tool *t, struct input *const *in, uint64_t max) {
  uint64_t found = 0;
  dfmt_config *c = op_config(t, in, 2);
  op_set(c, DFMT_OPS_DIFF_MAX, max);
  dfmt_op *op = op_new(c, "diff");
  dfmt_rows *rows;
  for (int i = 0; i < 2; i++) op_made(dfmt_op_add(op, in[i]->source));
  if (op_go(t, in, op, true)) {
    dfmt_status st = dfmt_op_answer(op, NULL, &rows);
    if (st == DFMT_OK)
      found = put_result(t, rows);
    else if (st != DFMT_E_UNSUPPORTED || t->code == CODE_FINE)
      op_fault(t, in[0], op);
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
  return found;
}

static bool parse_max(struct tool *t, uint64_t *max) {
  const char *text = OWN(t)->max;
  *max = OWN(t)->all ? UINT64_MAX : 0;
  if (!text || number_in(text, 1, UINT64_MAX, max)) return true;
  return report(t, CODE_USAGE, "diff", "--max: not a number above 0: %s", text);
}

static bool has_operands(struct tool *t) {
  const bool two = t->n_args == 2 && !t->set.files0_from;
  if (!two)
    report(t, CODE_USAGE, "diff", "give two files");
  else if (strcmp(t->args[0], "-") == 0 && strcmp(t->args[1], "-") == 0)
    report(t, CODE_USAGE, "diff", "only one of the files can be standard input");
  return t->code == CODE_FINE;
}

static void run(struct tool *t) {
  struct inputs all = {.list = NULL};
  uint64_t max, found = 0;
  if (!has_operands(t) || !parse_max(t, &max)) return;
  if (inputs_open(t, &all)) found = compare(t, all.list, max);
  inputs_close(&all);
  t->code = t->code ? CODE_TROUBLE : found ? CODE_DIFFERENT : CODE_FINE;
}

static const struct opt options[] = {
    FLAG("all", 'a', all, "print all differences"), TEXT("max", 0, max, "N", "print the first N differences"),
    LIST_OF(DIFF_IGNORE, "ignore", 0, "NAME,...", "omit these functions or keys (shell patterns)"),
    FLAG_OF(DIFF_IGNORE_POINTERS, "ignore-pointers", 0, "take handles and addresses as equal unless null"),
    FORMS("print differences as comma-separated values", "print one JSON object a line for each difference")};

const struct command cmd_diff = {
    .name = "diff",
    .operands = "A B",
    .summary = "compare two files, record by record",
    .text =
        "Compares two files of one format and prints the first difference: the record,\n"
        "the place of it and in it, and what is there in A and in B. Of heap dumps it\n"
        "prints the call chains that grew most, of bug reports the first 20 differences.\n"
        "Exit code: 0 no difference, 1 differences, 2 trouble, such as a damaged file.\n",
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt diff good.trace bad.trace", "where they part"},
                 {"diagfmt diff -a --ignore-pointers --ignore='glGet*' good.trace bad.trace",
                  "all that differs in what was drawn"},
                 {"diagfmt diff before.heap after.heap", "what grew between two heap dumps, and who allocated it"}},
};
