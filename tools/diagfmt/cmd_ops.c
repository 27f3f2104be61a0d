/* SPDX-License-Identifier: MIT */
/* Commands that run an operation for each file: a row of the table at the end, and their specifics. */
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/info.h>
#include <diagfmt/ops/list.h>
#include <diagfmt/ops/verify.h>

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/choice.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

/* Settings of all of them. */
struct settings {
  bool all, names, file, print_rules; /* file: info prints its row */
};

/* ---- verify ---- */

static bool set_verify(struct tool *t) {
  const bool quiet = t->set.quiet && !option_is_given(t, DFMT_OPS_VERIFY_STRICT);
  op_set(t->config, DFMT_OPS_VERIFY_LEAST, quiet ? DFMT_SEVERITY_WARNING : DFMT_SEVERITY_NOTE);
  op_set(t->config, DFMT_OPS_VERIFY_RECOVER, option_value(t, DFMT_CFG_RECOVER));
  return true;
}

/* In tables the verdict is the heading; in JSON it is the last line. */
static void put_problems(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_verify_result *facts = (const void *)dfmt_rows_set(rows)->facts;
  (void)op;
  if (facts->n_left_out)
    report(t, CODE_DAMAGED, NULL, "%llu problems are not shown: --max-memory has no room for more",
           (unsigned long long)facts->n_left_out);
  put_rows(t, rows, 0);
  if (t->set.json && !t->set.quiet && op_next_set(t, in, rows)) put_rows(t, rows, 0);
}

static const struct opt verify_options[] = {
    FLAG_OF(VERIFY_STRICT, "strict", 0, "count notes, and all that the writers never do"),
    FORMS_AND_JOBS("print problems as comma-separated values", "print one JSON object a line for problems and files")};

/* ---- info ---- */

enum { INFO_ROWS = 10, LEAKS_ROWS = 20, FRAMES = 8 }; /* rows of a set, and frames of each, without --all */

/* Always requested, as it has the problems. */
static const char file_set[] = "file";

static bool set_info(struct tool *t) {
  struct settings *own = t->own;
  dfmt_str one;
  own->file = !option_is_given(t, DFMT_OPS_INFO_SETS);
  for (uint64_t i = 0; option_text(t, DFMT_OPS_INFO_SETS, i, &one); i++)
    own->file = own->file || (one.len == strlen(file_set) && memcmp(one.ptr, file_set, (size_t)one.len) == 0);
  if (option_is_given(t, DFMT_OPS_INFO_SETS)) op_text(t->config, DFMT_OPS_INFO_SETS, file_set);
  return true;
}

/* Sets with one row are shown as lines. */
static struct shown shown_of(const struct tool *t, const dfmt_row_set *set) {
  bool all = OWN(t)->all || option_is_given(t, DFMT_OPS_INFO_SETS);
  return (struct shown){.rows = all ? 0 : INFO_ROWS,
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

/* Reports skipped problems, and moves to the first requested set. false: none; reported. */
static bool look_at_file(struct tool *t, struct input *in, dfmt_rows *rows) {
  const dfmt_head *row;
  const dfmt_info_file *file = dfmt_rows_next(rows, &row) == DFMT_OK ? (const void *)row : NULL;
  if (file && file->n_problems && t->file_code == CODE_FINE)
    report(t, CODE_DAMAGED, in->name, "%llu problems; 'diagfmt verify' lists them",
           (unsigned long long)file->n_problems);
  dfmt_status st = OWN(t)->file ? dfmt_rows_rewind(rows) : dfmt_rows_next_set(rows);
  if (st == DFMT_END) report(t, CODE_USAGE, in->name, "there are no sets of rows of these names");
  return op_has_set(t, in, rows, st);
}

static void put_info(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  (void)op;
  if (look_at_file(t, in, rows)) put_sets(t, in, rows);
}

static const struct opt info_options[] = {
    LIST_OF(INFO_SETS, "set", 0, "NAME", "print only these sets of rows, all of them"),
    CSV_OPTION("print sets as comma-separated values"),
    JSON_OPTION("print one JSON object a line for each row"),
    FLAG("all", 'a', all, "print all rows, not only the largest"),
    JOBS_OPTION,
    RECURSIVE_OPTION,
    END_OF_OPTIONS};

/* ---- ls ---- */

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
  if (OWN(t)->names && !t->set.json && !t->set.csv)
    put_keys(t, in, op, rows);
  else
    (void)put_read(t, in, op, rows, &(struct shown){.bare = !t->set.csv && !isatty(STDOUT_FILENO)});
}

static const struct opt ls_options[] = {
    FLAG_OF(LIST_SIZES, "long", 'l', "decode values for their sizes, kinds and damage"),
    FLAG_OF(LIST_PARTS, "all", 'a', "list sections and services of a bug report, too"),
    FLAG("names", '1', names, "print only the keys, one a line"),
    FORMS_AND_JOBS("print comma-separated values", "print one JSON object a line for each entry")};

/* ---- leaks ---- */

/* A block whose free was recorded before its allocation counts as an unknown free, and is still in the rows. */
static void put_oddities(struct tool *t, const struct input *in, const dfmt_heap_facts *f) {
  if (f->n_problems)
    report(t, CODE_DAMAGED, in->name, "%" PRIu64 " damaged places were skipped; 'diagfmt verify' lists them",
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

/* After a limit there are no rows, as some would be wrong. */
static void put_leaks(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_heap_facts *facts = (const void *)dfmt_rows_set(rows)->facts;
  const struct shown shown = {.rows = OWN(t)->all ? 0 : LEAKS_ROWS, .details = OWN(t)->all ? 0 : FRAMES};
  (void)op;
  if (facts->limited) return;
  put_oddities(t, in, facts);
  put_name(t, in->name);
  put_shown(t, rows, &shown);
}

static const struct opt leaks_options[] = {
    TEXT_OF(HEAP_BY, "by", 0, "size|thread", "group blocks by this [by both]"),
    FLAG("all", 'a', all, "print all rows and frames, not only 20 and 8"),
    FORMS_AND_JOBS("print all rows as comma-separated values", "print one JSON object a line for each row")};

/* ---- triage ---- */

static bool set_triage(struct tool *t) {
  op_scratch(t->config);
  if (OWN(t)->print_rules) put_s(t->out.sink, dfmt_triage_rules());
  return !OWN(t)->print_rules;
}

/* Of all files, or with --each of one. */
static void put_findings(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_head *row;
  (void)op;
  if (!t->over) put_name(t, in->name);
  put_rows(t, rows, 0);
  if (!op_next_set(t, in, rows)) return;
  while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_triage_result *r = (const void *)row;
    if (r->present & DFMT_TRIAGE_RESULT_HAS_PROBLEM)
      report(t, CODE_DAMAGED, NULL, "%.*s: offset 0x%llx: %.*s", (int)r->file.len, r->file.ptr,
             (unsigned long long)r->byte_offset, (int)r->problem.len, r->problem.ptr);
  }
}

static const struct opt triage_options[] = {
    FLAG_OF(TRIAGE_EACH, "each", 0, "print a list for each file, not one for all"),
    FILE_OF(TRIAGE_KNOWN, "known", "mark what these signatures or bug patterns know"), RULES_OPTION,
    FLAG("print-rules", 0, print_rules, "print the rules that are there without --rules"),
    FORMS_AND_JOBS("print findings as comma-separated values", "print findings as JSON, an object a line")};

/* ---- the table ---- */

/* All of them accept any format. */
#define TAKES(OPTIONS) .options = (OPTIONS), .settings = sizeof(struct settings), .roles = DFMT_ROLE_READER

const struct command cmd_ops[] = {
    [OPS_INFO] =
        {
            .name = "info",
            TAKES(info_options),
            .summary = "show what is in a file",
            .text = "Prints an overview of each file: what a crash report, trace, profile, heap dump,\n"
                    "log or bug report is about, what is in it, and what takes most of it.\n",
            .asked = {"info", .put = put_info},
            .check = set_info,
            .examples = {{"diagfmt info report.crash", "an overview"},
                         {"diagfmt info --set=report --csv *.crash", "the kinds of many reports"},
                         {"diagfmt info --set=frames --csv game.trace > frames.csv", "calls and bytes of each frame"}},
        },
    [OPS_LS] =
        {
            .name = "ls",
            TAKES(ls_options),
            .summary = "list the entries of a file",
            .text = "Lists the entries of each file, one a line: keys of a report, calls of a trace,\n"
                    "files of code of a profile, records of malloc_debug, entries of a bug report.\n"
                    "On a terminal a line of titles comes first.\n",
            .asked = {"list", .named_first = true, .put = put_entries},
            .examples = {{"diagfmt ls -l report.crash", "entries with their decoded sizes, reading everything"},
                         {"diagfmt ls --all bugreport.zip", "entries, sections and services"},
                         {"diagfmt ls --json *.crash | jq -r 'select(.stored_size>1e6)|.file+\" \"+.key'",
                          "where the large values are"}},
        },
    [OPS_VERIFY] =
        {
            .name = "verify",
            TAKES(verify_options),
            .summary = "read and decode everything, and report problems",
            .text = "Reads and decodes everything. Prints a line for each file, and a table of its\n"
                    "problems. Notes (odd, but accepted by all readers) do not count.\n",
            .asked = {"verify", .in_part = true, .put = put_problems, .summary = SUMMARY_ALWAYS},
            .check = set_verify,
            .presets = {{DFMT_CFG_RECOVER, 1}, {DFMT_CFG_DIAGNOSTICS, 1}},
            .examples = {{"diagfmt verify /var/crash/*.crash", "are these whole?"},
                         {"diagfmt verify --strict report.crash", "also: is all there that should be?"},
                         {"diagfmt verify -q *.crash || echo 'something is wrong'",
                          "only the problems, and the exit code"}},
        },
    [OPS_LEAKS] =
        {
            .name = "leaks",
            TAKES(leaks_options),
            .summary = "list what was allocated and never freed",
            .text = "Lists the blocks of malloc_debug's recorded operations that are live at the end,\n"
                    "by size and thread; of a log the leaks that it reports; of a heap dump, which\n"
                    "does not tell what will be freed, all that was in use.\n",
            .asked = {"heap", .put = put_leaks},
            .examples = {{"diagfmt leaks record_allocs.txt", "the 20 sizes and threads that most bytes were lost to"},
                         {"diagfmt leaks --by=size --csv record_allocs.txt > leaks.csv", "by size, for a spreadsheet"},
                         {"logcat -d | diagfmt leaks", "what leak_track has to say"}},
        },
    [OPS_TRIAGE] =
        {
            .name = "triage",
            TAKES(triage_options),
            .summary = "show what went wrong, worst first, and whether it is known",
            .text = "Lists what bug reports, Apport reports, logs and traces tell of that went wrong,\n"
                    "the worst first: what, to whom, how often, in how many files, and where first.\n"
                    "What has the same signature has the same fault, and is listed once.\n"
                    "Exit code 0: nothing was found; 1: something was, or the file is damaged.\n",
            .asked = {"triage", .enters = true, .put = put_findings, .list = "list", .each = DFMT_OPS_TRIAGE_EACH,
                      .summary = SUMMARY_NEVER},
            .check = set_triage,
            .examples = {{"diagfmt triage bugreport.zip", "what is wrong with this device?"},
                         {"diagfmt triage --known=known.txt *.zip", "which of these are new?"},
                         {"diagfmt triage --json *.zip | jq -r .signature", "one signature a line"}},
        },
};
