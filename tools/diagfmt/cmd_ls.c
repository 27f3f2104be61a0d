/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include <diagfmt/ops/list.h>

#include "cli/choice.h"
#include "cli/input.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

struct settings {
  bool names;
};

static void put_keys(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_head *row;
  dfmt_status st;
  while ((st = dfmt_rows_next(rows, &row)) != DFMT_END && !tool_stopped()) {
    if (st != DFMT_OK && !op_pass(t, in, op)) break;
    const dfmt_list_entry *e = (const void *)row;
    if (st != DFMT_OK || !(e->present & DFMT_LIST_ENTRY_HAS_KEY)) continue;
    put_safe(t->out.sink, e->key.ptr, e->key.len);
    put_end(t->out.sink);
  }
}

static void put_entries(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_list_total *total = (const void *)dfmt_rows_set(rows)->facts;
  if (OWN(t)->names && !t->set.json && !t->set.csv)
    put_keys(t, in, op, rows);
  else
    (void)put_read(t, in, op, rows, &(struct shown){.bare = !t->set.csv && !isatty(STDOUT_FILENO)});
  if (total->n_problems) raise_code(t, CODE_DAMAGED);
  if (total->n_no_codec) raise_code(t, CODE_UNKNOWN);
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  put_name(t, in->name);
  op_answer(t, in, op_config(t, in), "list", false, put_entries);
}

static const struct opt options[] = {
    FLAG_OF(LIST_SIZES, "long", 'l', "decode values for their sizes, kinds and damage"),
    FLAG_OF(LIST_PARTS, "all", 'a', "list sections and services of a bug report, too"),
    FLAG("names", '1', names, "print only the keys, one a line"),
    CSV_OPTION("print comma-separated values"),
    JSON_OPTION("print one JSON object a line for each entry"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_ls = {
    .name = "ls",
    .operands = "[FILE]...",
    .summary = "list the entries of a file",
    .text =
        "Lists the entries of each file, one a line: keys of a report, calls of a trace,\n"
        "files of code of a profile, records of malloc_debug, entries of a bug report.\n"
        "On a terminal a line of titles comes first.\n",
    .one = one,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt ls -l report.crash", "entries with their decoded sizes, reading everything"},
                 {"diagfmt ls --all bugreport.zip", "entries, sections and services"},
                 {"diagfmt ls --json *.crash | jq -r 'select(.stored_size>1e6)|.file+\" \"+.key'",
                  "where the large values are"}},
};
