/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/share.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/writing.h"

struct settings {
  struct target to;
  const char *profile, *key_file;
  bool report_only;
  struct words classes, values;
};

enum { MOST_KEY = 4096 };

/* What others could read is no key. false: reported. */
static bool take_key(struct tool *t, dfmt_config *c) {
  unsigned char key[MOST_KEY];
  struct stat sb;
  const char *path = OWN(t)->key_file;
  int fd = interrupt_open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 && fstat(fd, &sb) == 0 ? read(fd, key, sizeof key) : -1;
  const int failed = errno;
  if (fd >= 0) close(fd);
  if (n < 0)
    report(t, CODE_IO, path, "cannot read the key: %s", strerror(failed));
  else if (sb.st_mode & 077)
    report(t, CODE_USAGE, path, "a key is its owner's alone: chmod 600");
  else if (n < 16)
    report(t, CODE_USAGE, path, "a key has 16 bytes or more");
  else
    op_made(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, (uint64_t)n));
  bool good = n >= 16 && !(sb.st_mode & 077);
  memset(key, 0, sizeof key);
  return good;
}

/* false: reported. */
static bool configure(struct tool *t, dfmt_config *c) {
  (void)op_word(c, DFMT_OPS_SHARE_PROFILE, OWN(t)->profile);
  op_words(c, DFMT_OPS_SHARE_CLASSES, &OWN(t)->classes);
  op_words(c, DFMT_OPS_SHARE_VALUES, &OWN(t)->values);
  op_scratch(c);
  return !OWN(t)->key_file || take_key(t, c);
}

static void report_left_out(struct tool *t, struct input *in, dfmt_rows *rows) {
  const dfmt_head *row;
  while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_share_left_out *l = (const void *)row;
    report(t, CODE_DAMAGED, in->name, "left out: %.*s: %.*s", (int)l->name.len, l->name.ptr, (int)l->message.len,
           l->message.ptr);
  }
}

static void print_account(struct tool *t, struct input *in, dfmt_op *op, bool all) {
  dfmt_rows *rows = op_rows(t, in, op);
  if (!rows) return;
  if (all) put_rows(t, rows, 0);
  if (dfmt_rows_next_set(rows) == DFMT_OK) report_left_out(t, in, rows);
  dfmt_rows_free(rows);
}

/* All or nothing: what was not searched is not written. */
static bool share(struct tool *t, struct input *in, const struct rewrite *x, dfmt_config *c) {
  dfmt_op *op;
  dfmt_status st = dfmt_share_new(c, &op);
  if (st == DFMT_E_ARG) {
    report(t, CODE_USAGE, "share", "--class takes +CLASS and -CLASS, --value CLASS:VALUE");
    return false;
  }
  op_made(st);
  op_made(dfmt_op_add(op, in->source));
  if (x) op_made(dfmt_share_to(op, x->out.sink));
  st = dfmt_op_run(op);
  const uint32_t number = dfmt_op_error(op)->number;
  if (st != DFMT_OK && !tool_stopped()) op_fault(t, in, op);
  if (number == DFMT_ERR_SHARE_LEFT || number == DFMT_ERR_SHARE_NOT_SEARCHED) raise_code(t, CODE_UNKNOWN);
  if (st == DFMT_OK) print_account(t, in, op, !x);
  dfmt_op_free(op);
  return st == DFMT_OK;
}

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  struct rewrite x;
  dfmt_config *c = op_config(t, in);
  if (configure(t, c)) {
    if (OWN(t)->report_only)
      (void)share(t, in, NULL, c);
    else if (rewrite_open(&x, t, in, &OWN(t)->to))
      rewrite_end_output(&x, share(t, in, &x, c));
  }
  dfmt_config_free(c);
}

static void run(struct tool *t) {
  struct settings *s = t->own;
  if (!rewrite_setup(t, &s->to, s->report_only)) return;
  each_file(t, 0, one, NULL);
  rewrite_done(t, &s->to);
}

static const struct opt options[] = {
    OUTPUT_OPTION,
    DIRECTORY_OPTION,
    TEXT("profile", 0, profile, "public|vendor|log", "for whom it is [public]"),
    LIST("class", 0, classes, "+CLASS,...", "take this class out, too; -CLASS: let it stay"),
    TEXTS("value", 0, values, "CLASS:VALUE", "take this value out wherever it stands"),
    TEXT("key-file", 0, key_file, "FILE", "of placeholders, to have the same in several files"),
    FLAG("report-only", 0, report_only, "write nothing; print what would go"),
    CSV_OPTION("print that as comma-separated values"),
    JSON_OPTION("print that as JSON, an object a line"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_share = {
    .name = "share",
    .operands = "[FILE]...",
    .summary = "take personal data out of a report, to give it to others",
    .text =
        "Writes a bug report or a log with placeholders such as <email:7f3a9c> for\n"
        "personal data, however they are written; all else stays as it is. What cannot\n"
        "be searched is left out of a zip or a crash report, and else refused:\n"
        "core dumps, pictures, profiles.\n",
    .run = run,
    .options = options,
    .settings = sizeof(struct settings),
    .names_outputs = true,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .examples = {{"diagfmt share -o public.zip bugreport.zip", "without personal data"},
                 {"diagfmt share --report-only bugreport.zip", "what would go, and where it stands"},
                 {"diagfmt share --value=person:'Jane Doe' -o out.txt logcat.txt", "also what no field tells"}},
};
