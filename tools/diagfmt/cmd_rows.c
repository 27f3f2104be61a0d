/* SPDX-License-Identifier: MIT */
/* Prints any table of a file, using only scan.h, rows.h and ops/tables.h. */
#include <string.h>

#include <diagfmt/ops/tables.h>
#include <diagfmt/reader.h>

#include "cli/input.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

struct settings {
  const char *table;
  struct words columns;
};

/* Lists the tables of a format: "apport.field, apport.report"; 0: of all. */
static void put_tables(dfmt_sink *to, uint32_t format) {
  const dfmt_type *type;
  bool any = false;
  for (uint32_t i = 0; (type = dfmt_ops_table_at(i)) != NULL; i++) {
    if (format && type->number >> 16 && type->number >> 16 != format) continue;
    put_f(to, "%s%s", any ? ", " : "", type->name);
    any = true;
  }
}

/* Scans the format that was given, or is detected. */
static dfmt_scan *scan_of(struct tool *t, struct input *in) {
  dfmt_scan *scan;
  const dfmt_read_format *one = dfmt_read_format_find(input_format(t, in));
  dfmt_status st =
      one ? dfmt_scan_new_for(t->config, &one, 1, in->source, &scan) : dfmt_scan_new(t->config, in->source, &scan);
  if (st != DFMT_OK) tool_no_memory();
  return scan;
}

static void report_problem(void *user, const dfmt_diagnostic *d) { on_remark(user, 0, d); }

static dfmt_rows *rows_of(struct tool *t, struct input *in, struct remarked *remarked) {
  const struct settings *own = t->own;
  const dfmt_table_request request = {
      .size = sizeof request, .columns = (const char *const *)(void *)own->columns.list, .n_columns = own->columns.n};
  dfmt_scan *scan = scan_of(t, in);
  dfmt_rows *rows = NULL;
  uint32_t table;
  (void)dfmt_scan_problems(scan, report_problem, remarked);
  dfmt_status st = dfmt_scan_offer(scan, dfmt_ops_tables());
  if (st == DFMT_OK) st = dfmt_scan_table(scan, own->table, own->columns.n ? &request : NULL, &table);
  if (st == DFMT_OK) st = dfmt_scan_rows(scan, &rows);
  if (st == DFMT_OK) return rows;
  report_fault(t, &(struct place){.file = in->name, .in = in}, dfmt_scan_error(scan));
  dfmt_scan_free(scan);
  return NULL;
}

static void one(struct tool *t, struct input *in, void *user) {
  struct remarked remarked = {t, &in};
  dfmt_rows *rows = input_uses_threads(t, in) ? rows_of(t, in, &remarked) : NULL;
  (void)user;
  if (!rows) return;
  if (!put_scanned(t, rows)) report_fault(t, &(struct place){.file = in->name, .in = in}, dfmt_rows_error(rows));
  dfmt_rows_free(rows);
}

/* Without a table it lists the existing ones. */
static bool check(struct tool *t) {
  const struct settings *own = t->own;
  if (own->table) return true;
  put_tables(t->out.sink, t->format);
  put_end(t->out.sink);
  if (t->n_args) report(t, CODE_USAGE, "rows", "say which of these tables: --table=NAME");
  return false;
}

static const struct opt options[] = {
    TEXT("table", 't', table, "NAME", "print this table"),
    LIST("columns", 0, columns, "NAME,...", "print only these columns"), RULES_OPTION,
    FORMS_AND_JOBS("print comma-separated values", "print one JSON object a line for each row")};

const struct command cmd_rows = {
    .name = "rows",
    .operands = "[-t TABLE] [FILE]...",
    .summary = "print a table of a file",
    .text =
        "Prints the rows of one table of each file: the records of one kind, or what is\n"
        "made of several. Without --table it says which tables there are.\n",
    .check = check,
    .one = one,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt rows -t simpleperf.stack_frame --csv report_sample.trace",
                  "a row for each frame of each sample"},
                 {"diagfmt rows -t bugreport.log --columns=tag,message bugreport.zip", "two columns of the logs"},
                 {"diagfmt rows --format=apport", "the tables of crash reports"}},
};
