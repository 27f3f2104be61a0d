/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/triage.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

enum { CODE_FOUND = 1 };

struct settings {
  const char *known;
};

static dfmt_config *config(struct tool *t, const struct input *in) {
  dfmt_config *c = op_config(t, in);
  op_scratch(c);
  return c;
}

static void report_damage(struct tool *t, struct input *in, dfmt_rows *rows) {
  const dfmt_head *row;
  if (!op_next_set(t, in, rows)) return;
  while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_triage_result *r = (const void *)row;
    if (r->present & DFMT_TRIAGE_RESULT_HAS_PROBLEM)
      report(t, CODE_DAMAGED, in->name, "offset 0x%llx: %.*s", (unsigned long long)r->byte_offset, (int)r->problem.len,
             r->problem.ptr);
  }
}

static void put_result(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_triage_result *facts = (const void *)dfmt_rows_set(rows)->facts;
  (void)op;
  if (facts->n_findings) raise_code(t, CODE_FOUND);
  if (t->n_args > 1 && !t->set.json && !t->set.csv) put_name(t, in->name);
  put_rows(t, rows, 0);
  report_damage(t, in, rows);
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  op_answer(t, in, config(t, in), "triage", false, put_result);
}

/* What is known is read once, and goes with all that is configured. */
static void run(struct tool *t) {
  if (!OWN(t)->known || op_file(t, t->config, DFMT_OPS_TRIAGE_KNOWN, "--known", OWN(t)->known))
    each_file(t, 0, one, NULL);
}

static const struct opt options[] = {TEXT("known", 0, known, "FILE", "mark what has a signature of these lines"),
                                     CSV_OPTION("print findings as comma-separated values"),
                                     JSON_OPTION("print findings as JSON, an object a line"), JOBS_OPTION,
                                     END_OF_OPTIONS};

const struct command cmd_triage = {
    .name = "triage",
    .operands = "[FILE]...",
    .summary = "tell what went wrong, the worst first, and whether it is known",
    .text =
        "Lists crashes, hangs and kills that a bug report tells of, the worst first:\n"
        "what happened, to whom, how often, and where the report says so. What has the\n"
        "same signature has the same fault. Of an Apport report it is one. A log of\n"
        "logcat or dmesg alone is read, too.\n"
        "Exit code 0: nothing was found; 1: something was, or the file is damaged.\n",
    .run = run,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt triage bugreport.zip", "what is wrong with this device?"},
                 {"diagfmt triage --known=known.txt *.zip", "which of these are new?"},
                 {"diagfmt triage --json *.zip | jq -r .signature", "one signature a line"}},
};
