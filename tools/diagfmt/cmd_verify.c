/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/verify.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

static dfmt_config *config(struct tool *t, const struct input *in) {
  dfmt_config *c = op_config(t, in);
  const bool quiet = t->set.quiet && !option_is_given(t, DFMT_OPS_VERIFY_STRICT);
  op_set(c, DFMT_OPS_VERIFY_LEAST, quiet ? DFMT_SEVERITY_WARNING : DFMT_SEVERITY_NOTE);
  op_set(c, DFMT_OPS_VERIFY_RECOVER, option_value(t, DFMT_CFG_RECOVER));
  return c;
}

/* Tables have the verdict as their heading; of JSON it is the last line. */
static void put_result(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_verify_result *facts = (const void *)dfmt_rows_set(rows)->facts;
  (void)op;
  if (facts->n_problems) raise_code(t, CODE_DAMAGED);
  if (facts->n_no_codec) raise_code(t, CODE_UNKNOWN);
  if (facts->n_left_out)
    report(t, CODE_DAMAGED, NULL, "%llu problems are not shown: --max-memory has no room for more",
           (unsigned long long)facts->n_left_out);
  put_rows(t, rows, 0);
  if (t->set.json && !t->set.quiet && op_next_set(t, in, rows)) put_rows(t, rows, 0);
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  op_answer(t, in, config(t, in), "verify", true, put_result);
}

static void run(struct tool *t) {
  each_file(t, 0, one, NULL);
  report_summary(t, true);
}

static const struct opt options[] = {
    FLAG_OF(VERIFY_STRICT, "strict", 0, "count notes, and all that the writers never do"),
    CSV_OPTION("print problems as comma-separated values"),
    JSON_OPTION("print one JSON object a line for problems and files"), JOBS_OPTION, END_OF_OPTIONS};

const struct command cmd_verify = {
    .name = "verify",
    .operands = "[FILE]...",
    .summary = "read and decode everything, and report problems",
    .text =
        "Reads and decodes everything. Prints a line for each file, and a table of its\n"
        "problems. Notes (odd, but accepted by all readers) do not count.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .presets = {{DFMT_CFG_RECOVER, 1}, {DFMT_CFG_DIAGNOSTICS, 1}},
    .examples = {{"diagfmt verify /var/crash/*.crash", "are these whole?"},
                 {"diagfmt verify --strict report.crash", "also: is all there that should be?"},
                 {"diagfmt verify -q *.crash || echo 'something is wrong'", "only the problems, and the exit code"}},
};
