/* SPDX-License-Identifier: MIT */
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "profile_settings.h"

enum { ROWS_SHOWN = 20 }; /* without --all */

struct settings {
  struct profile_settings profile;
  bool all;
};

static bool is_memory(const dfmt_profile_facts *facts) {
  return facts->unit.len && facts->unit.ptr[0] == 'b'; /* "bytes" or "blocks" */
}

/* Prints the profile of one file. */
static void put_profile(struct tool *t, struct input *in, dfmt_op *op, const struct profile_choice *choice) {
  dfmt_rows *rows;
  dfmt_status st = dfmt_op_answer(op, choice->answer, &rows);
  if (st != DFMT_OK) {
    profile_fault(t, &(struct place){.file = in->name, .in = in}, dfmt_op_error(op));
    return;
  }
  const dfmt_profile_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
  put_name(t, in->name);
  if (facts->count == 0 && !t->set.csv && !t->set.json) {
    put_s(t->out.sink, is_memory(facts) ? "no blocks" : "no samples");
    put_end(t->out.sink);
  } else {
    put_rows(t, rows, OWN(t)->all ? 0 : ROWS_SHOWN);
  }
  dfmt_rows_free(rows);
}

static void one(struct tool *t, struct input *in, void *user) {
  const struct profile_settings *set = &OWN(t)->profile;
  const struct profile_choice choice = profile_choose(t, set);
  bool lost = false;
  dfmt_config *c = profile_config(t, set, &choice);
  (void)user;
  if (!c) return;
  dfmt_op *op = op_new(c, "profile");
  bool whole = profile_count(t, in, op, &lost), any = !lost && (whole || t->file_code == CODE_DAMAGED);
  if (any && !tool_stopped() && profile_tell(t, set, in, op, !whole)) put_profile(t, in, op, &choice);
  dfmt_op_free(op);
}

static const struct opt options[] = {
    PROFILE_OPTIONS, TEXT("by", 0, profile.by, "function|file|stack|tree|size|thread|process|event|heap", "rank these"),
    FLAG("all", 'a', all, "print all rows, not only the first 20 of each"),
    FORMS_AND_JOBS("print all rows as comma-separated values", "print all rows as JSON, one a line")};

const struct command cmd_top = {
    .name = "top",
    .summary = "rank functions by events or bytes",
    .text =
        "Ranks functions: in a profile by one event, where they are innermost (self) and\n"
        "anywhere in the chain (total); in a heap dump by the bytes in use. Of recorded\n"
        "operations it ranks sizes. Different events are never added.\n",
    .one = one,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt top report_sample.trace", "the 20 functions in which most of the first event was counted"},
                 {"diagfmt top --by=thread --event='cpu-*' report_sample.trace", "on the CPU, thread by thread"},
                 {"diagfmt top --csv backtrace_heap.1234.txt > top.csv",
                  "who holds how much memory, for a spreadsheet"}},
};
