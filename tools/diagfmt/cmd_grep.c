/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/search.h>

#include <inttypes.h>
#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/words.h"

struct settings {
  bool only_keys, line_numbers, with_file, no_file;
  const char *context;
};

/* ---- options ---- */

/* --context sets --before and --after unless they are given. */
static bool add_context(struct tool *t) {
  static const uint32_t keys[] = {DFMT_OPS_SEARCH_BEFORE, DFMT_OPS_SEARCH_AFTER};
  bool good = true;
  for (size_t i = 0; i < 2 && good && OWN(t)->context; i++)
    good = option_is_given(t, keys[i]) ||
           option_give(t, dfmt_ops_option_find(keys[i]), "--context", OWN(t)->context, false);
  if (OWN(t)->only_keys) op_set(t->config, DFMT_OPS_SEARCH_COUNT, 1);
  return good;
}

/* ---- lines of text ---- */

static void put_key(struct tool *t, const dfmt_search_line *x) {
  dfmt_sink *to = t->out.sink;
  if (OWN(t)->with_file || (many_files(t, 0) && !OWN(t)->no_file)) {
    put_safe(to, x->file.ptr, x->file.len);
    put_s(to, ": ");
  }
  put_s(to, t->color ? "\x1b[1m" : "");
  put_safe(to, x->key.ptr, x->key.len);
  put_s(to, t->color ? "\x1b[0m" : "");
}

static void put_count(struct tool *t, const dfmt_search_line *x) {
  const bool counts = option_is_given(t, DFMT_OPS_SEARCH_COUNT);
  if (!counts && !x->count) return;
  put_key(t, x);
  if (counts) put_f(t->out.sink, ": %" PRIu64, x->count);
  put_s(t->out.sink, "\n");
}

static void report_row(struct tool *t, const struct input *in, const dfmt_search_line *x) {
  const char *quote = x->key.len ? "'" : "", *colon = x->key.len ? "': " : "";
  report(t, CODE_DAMAGED, in->name, "%s%.*s%s%.*s", quote, (int)x->key.len, x->key.ptr, colon, (int)x->problem.len,
         x->problem.ptr);
}

/* The last line printed. */
struct last {
  char *key;
  uint64_t key_len, line; /* line 0: none */
};

static bool has_context(const struct tool *t) {
  return option_is_given(t, DFMT_OPS_SEARCH_BEFORE) || option_is_given(t, DFMT_OPS_SEARCH_AFTER);
}

/* Prints a separator where lines are omitted between rows with context. */
static void put_gap(struct tool *t, const dfmt_search_line *x, struct last *last) {
  const size_t n = (size_t)x->key.len;
  const bool same = last->key_len == n && (!n || memcmp(last->key, x->key.ptr, n) == 0);
  if (has_context(t) && last->line && (!same || x->line != last->line + 1)) put_s(t->out.sink, "--\n");
  last->line = x->line;
  if (same) return;
  last->key = tool_realloc(last->key, n + 1);
  if (n) memcpy(last->key, x->key.ptr, n);
  last->key_len = n;
}

/* Lines of context have '-' after key and number, as in grep. */
static void put_line(struct tool *t, const dfmt_search_line *x, struct last *last) {
  dfmt_sink *to = t->out.sink;
  const char mark = x->context ? '-' : ':';
  put_gap(t, x, last);
  put_key(t, x);
  if (OWN(t)->line_numbers) put_f(to, "%c%" PRIu64, mark, x->line);
  put_f(to, "%c ", mark);
  put_safe_lines(to, x->text.ptr, (size_t)x->text.len, false, 0);
  put_s(to, "\n");
}

static void put_found(struct tool *t, const struct input *in, const dfmt_search_line *x, struct last *last) {
  if (x->present & DFMT_SEARCH_LINE_HAS_PROBLEM)
    report_row(t, in, x);
  else if (x->present & DFMT_SEARCH_LINE_HAS_COUNT)
    put_count(t, x);
  else
    put_line(t, x, last);
}

static void put_lines(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_head *row;
  dfmt_status st;
  struct last last = {.line = 0};
  while ((st = dfmt_rows_next(rows, &row)) != DFMT_END && !tool_stopped()) {
    if (st == DFMT_OK)
      put_found(t, in, (const void *)row, &last);
    else if (!op_pass(t, in, op))
      break;
  }
  tool_realloc(last.key, 0);
  put_flush(t->out.sink);
}

/* ---- the command ---- */

static void search(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_search_total *total = (const void *)dfmt_rows_set(rows)->facts;
  if (t->set.json || t->set.csv)
    (void)put_read(t, in, op, rows, &(struct shown){.bare = false});
  else
    put_lines(t, in, op, rows);
  t->found = t->found || total->n_lines;
}

/* Without --regexp the first operand is the pattern. */
static bool check(struct tool *t) {
  if (!option_is_given(t, DFMT_OPS_SEARCH_PATTERNS)) {
    if (t->n_args < 1) return report(t, CODE_USAGE, "grep", "give PATTERN");
    op_text(t->config, DFMT_OPS_SEARCH_PATTERNS, *t->args++);
    t->n_args--;
  }
  return add_context(t);
}

static void run(struct tool *t) {
  each_file(t, 0, op_ask, NULL);
  if (!t->found && !tool_stopped()) raise_code(t, CODE_DAMAGED);
  report_summary(t, false);
}

static const struct opt options[] = {
    TEXTS_OF(SEARCH_PATTERNS, "regexp", 'e', "PATTERN", "find this one, too; may be repeated"),
    FLAG_OF(SEARCH_FIXED, "fixed", 'F', "take PATTERN as plain text"),
    FLAG_OF(SEARCH_IGNORE_CASE, "ignore-case", 'i', "match letters of ASCII in either case"),
    FLAG_OF(SEARCH_WORDS, "word", 'w', "match whole words only"),
    FLAG_OF(SEARCH_INVERT, "invert", 'v', "print lines that do not match"),
    FLAG_OF(SEARCH_ONLY, "only-matching", 'o', "print only what matches of a line"),
    FLAG("line-number", 'n', line_numbers, "print the number of each line in its text"),
    TEXT_OF(SEARCH_AFTER, "after", 'A', "N", "print N lines after each, too"),
    TEXT_OF(SEARCH_BEFORE, "before", 'B', "N", "print N lines before each, too"),
    TEXT("context", 'C', context, "N", "print N lines before and after each, too"),
    FLAG_OF(SEARCH_COUNT, "count", 'c', "print how many lines match, for each key"),
    FLAG("only-keys", 'l', only_keys, "print only keys of texts that match"),
    LIST_OF(KEYS, "keys", 'k', "KEY,...", "search only texts of these keys (shell patterns)"),
    FLAG_OF(SEARCH_ALL, "all", 'a', "search entries that are not for reading, too"),
    FLAG("with-filename", 'H', with_file, "print the file of each line, also of one file"),
    FLAG("no-filename", 'h', no_file, "do not print files"),
    FORMS_AND_JOBS("print comma-separated values", "print one JSON object a line for each match")};

const struct command cmd_grep = {
    .name = "grep",
    .operands = "PATTERN [FILE]...",
    .summary = "find lines in the texts of a file",
    .text =
        "Prints each line that matches PATTERN, a POSIX extended expression, after the\n"
        "key of its text: an entry of a report; header, section:TITLE or service:NAME of\n"
        "a bug report, or text for what is in none of them. Exit code 1 if no line\n"
        "matches.\n",
    .check = check,
    .asked = {"search", .put = search},
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt grep 'FATAL EXCEPTION' bugreport.zip", "where a program crashed"},
                 {"diagfmt grep -n -A 20 'FATAL EXCEPTION' bugreport.zip", "with what follows"},
                 {"diagfmt grep -c -i -k 'section:*LOG' wifi bugreport.zip", "how often logs speak of something"}},
};
