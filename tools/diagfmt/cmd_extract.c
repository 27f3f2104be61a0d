/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/ops/extract.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/report.h"
#include "cli/rows.h"

struct settings {
  struct choice choice;
  const char *directory;
};

/* 1: empty, 0: not empty, -1 with errno: unknown. */
static int is_empty(int fd) {
  int copy = dup(fd);
  DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
  const struct dirent *e;
  int said = d ? 1 : -1, failed = errno;
  if (!d && copy >= 0) close(copy);
  while (said == 1 && (errno = 0, e = readdir(d)) != NULL)
    said = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
  if (said == 1 && errno) said = -1;
  if (d) failed = errno;
  if (d) closedir(d);
  errno = failed;
  return said;
}

/* Makes the directory, or opens it if it is empty. -1: failed; reported. */
static int open_target(struct tool *t, const char *path) {
  bool made;
  int fd = output_directory(t, path, 0700, &made);
  if (fd < 0) return -1;
  int empty = made ? 1 : is_empty(fd);
  if (empty == 1) return fd;
  report(t, CODE_IO, path, "%s%s", empty < 0 ? "cannot read the directory: " : "the directory is not empty",
         empty < 0 ? strerror(errno) : "");
  close(fd);
  return -1;
}

/* A subdirectory for one of several files. */
static int open_below(struct tool *t, const struct input *in, int target) {
  const char *name = input_base_name(in->name);
  if (!dfmt_name_is_safe(name, strlen(name))) {
    report(t, CODE_DAMAGED, in->name, "its name cannot be that of a directory: not extracted");
    return -1;
  }
  bool made = mkdirat(target, name, 0700) == 0;
  int fd = made ? interrupt_openat(target, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) : -1;
  if (fd < 0) report(t, CODE_IO, in->name, "cannot make directory '%s': %s", name, strerror(errno));
  return fd;
}

/* ---- options ---- */

/* NULL: an option is invalid; reported. */
static dfmt_config *config(struct tool *t, struct input *in) {
  dfmt_config *c = op_config(t, &in, 1);
  op_scratch(c);
  if (op_choice(t, c, &OWN(t)->choice)) return c;
  dfmt_config_free(c);
  return NULL;
}

/* ---- files that were not written ---- */

/* Reports the error of a reader or a sink. */
static void report_stopped(struct tool *t, const struct place *where, const dfmt_extract_problem *x) {
  char message[512];
  const bool placed = x->present & DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET;
  snprintf(message, sizeof message, "%.*s", (int)x->problem.len, x->problem.ptr);
  const dfmt_error e = {.size = sizeof e,
                        .status = x->status,
                        .number = x->number,
                        .option = x->option,
                        .origin = placed ? DFMT_ORIGIN_DATA : DFMT_ORIGIN_SOURCE,
                        .offset = x->byte_offset,
                        .line = x->line,
                        .needed = x->needed,
                        .message = message};
  report_error(t, where, &e);
}

static void report_passed(struct tool *t, const struct place *where, const dfmt_extract_problem *x) {
  const dfmt_diagnostic d = {
      .present = (x->present & DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET ? DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET : 0u) |
                 (x->present & DFMT_EXTRACT_PROBLEM_HAS_LINE ? DFMT_DIAGNOSTIC_HAS_LINE : 0u) |
                 (x->present & DFMT_EXTRACT_PROBLEM_HAS_SKIPPED ? DFMT_DIAGNOSTIC_HAS_SKIPPED : 0u),
      .severity = x->severity,
      .byte_offset = x->byte_offset,
      .line = x->line,
      .skipped = x->skipped,
      .message = x->problem};
  report_diagnostic(t, where, &d);
}

static void report_refused(struct tool *t, const struct place *where, const dfmt_extract_problem *x) {
  const bool note = x->severity == DFMT_SEVERITY_NOTE;
  if (note && t->set.quiet) return;
  report_at(t, note ? CODE_FINE : CODE_DAMAGED, where, 0, x->byte_offset, "%s%.*s", note ? "note: " : "",
            (int)x->problem.len, x->problem.ptr);
}

static void report_problem(struct tool *t, struct input *in, const dfmt_extract_problem *x) {
  const char *key = x->key.len ? x->key.ptr : NULL;
  const struct place where = {.file = in->name, .in = in, .key = key, .key_len = x->key.len};
  if (x->what == DFMT_EXTRACT_NO_FILES)
    report(t, CODE_DAMAGED, in->name, "there are no files in it; 'ls --all' lists what 'cat' can write");
  else if (x->what == DFMT_EXTRACT_NO_ENTRY && !x->key.len)
    report(t, CODE_DAMAGED, in->name, "%.*s", (int)x->problem.len, x->problem.ptr);
  else if (x->what == DFMT_EXTRACT_NO_ENTRY)
    report(t, CODE_DAMAGED, in->name, "no entry '%.*s'", (int)x->key.len, x->key.ptr);
  else if (x->what == DFMT_EXTRACT_PASSED)
    report_passed(t, &where, x);
  else if (x->status != DFMT_OK)
    report_stopped(t, &where, x);
  else
    report_refused(t, &where, x);
}

static void report_problems(struct tool *t, struct input *in, dfmt_op *op) {
  const dfmt_head *row;
  dfmt_rows *rows = op_rows(t, in, op);
  if (!rows) return;
  while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) report_problem(t, in, (const void *)row);
  dfmt_rows_free(rows);
}

/* ---- the command ---- */

/* Skipped failures are in its rows; it ends if no file can be written, or nothing read. */
static bool extract(struct tool *t, struct input *in, dfmt_op *op) {
  while (dfmt_op_run(op) != DFMT_OK) {
    const dfmt_error *e = dfmt_op_error(op);
    const bool passed = e->origin != DFMT_ORIGIN_SINK && e->status != DFMT_E_ARG && op_can_pass(e, false);
    if (tool_stopped()) return false;
    if (!passed) op_fault(t, in, op);
    if ((passed ? dfmt_op_accept : dfmt_op_drop)(op) != DFMT_OK) return false;
  }
  return true;
}

/* user: the given directory */
static void one(struct tool *t, struct input *in, void *user) {
  const int target = *(const int *)user, directory = many_files(t, 0) ? open_below(t, in, target) : target;
  dfmt_config *c = directory < 0 ? NULL : config(t, in);
  if (c) {
    op_set(c, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)directory);
    dfmt_op *op = op_new(c, "extract");
    op_made(dfmt_op_add(op, in->source));
    if (extract(t, in, op)) report_problems(t, in, op);
    dfmt_op_free(op);
  }
  if (directory >= 0 && directory != target) close(directory);
}

static void run(struct tool *t) {
  if (!OWN(t)->directory) {
    report(t, CODE_USAGE, "extract", "give the directory to make: --directory=DIR");
    return;
  }
  int target = open_target(t, OWN(t)->directory);
  if (target < 0) return;
  each_file(t, 0, one, &target);
  close(target);
  report_summary(t, false);
}

static const struct opt options[] = {
    TEXT("directory", 'C', directory, "DIR", "make DIR, or use it if it is empty"),
    LIST_OF(KEYS, "keys", 'k', "KEY,...", "take only these keys or functions (shell patterns)"),
    LIST_OF(KEYS, "function", 0, "NAME,...", "take only these functions, as --keys does"),
    LIST("calls", 0, choice.calls, "SET,...", "take only these calls, as for 'dump'"),
    FRAMES_OPTION,
    LIST("thread", 0, choice.threads, "N,...", "take only calls of these threads"),
    GREP_OPTION,
    FLAG_OF(EXTRACT_SECTIONS, "sections", 0, "write sections and services of a bug report, too"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_extract = {
    .name = "extract",
    .operands = "-C DIR [FILE]...",
    .summary = "write every value to a file of its own",
    .text =
        "Writes each decoded value to a file of its own in DIR: values of a report, blobs\n"
        "and shaders of a trace, entries of a bug report. Keys that are no safe file\n"
        "names, or whose file another one has, are reported and omitted.\n",
    .run = run,
    OWN_OPTIONS,
    .names_outputs = true,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_SINK,
    .presets = {{DFMT_CFG_MAX_OUTPUT, UINT64_C(16) << 30}},
    .examples = {{"diagfmt extract -C out report.crash", "all values to files in out/"},
                 {"diagfmt extract -C out -k CoreDump,'Proc*' report.crash", "only some of them"},
                 {"diagfmt extract -C shaders -k 'glShaderSource*' game.trace", "the shaders of a trace"}},
};
