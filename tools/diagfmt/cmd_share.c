/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/share.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/hidden.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rewrite.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/together.h"

enum { MOST_KEY = 4096, KEY = 32 };

struct settings {
  struct target to;
  const char *key_file, *account, *review;
  bool report_only, no_check;
};

/* Shared by all files. */
struct sharing {
  unsigned char key[MOST_KEY];
  size_t key_len;
  struct output account, review;
  int review_folder; /* negative: none */
  bool any;          /* something was shared */
};

/* ---- the key ---- */

/* Reads up to n bytes; negative: errno. */
static ssize_t read_start(const char *path, unsigned char *buf, size_t n, struct stat *sb) {
  int fd = interrupt_open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t have = 0;
  ssize_t got = fstat(fd, sb) == 0 ? 1 : -1;
  while (have < n && (got > 0 || (got < 0 && errno == EINTR))) {
    got = read(fd, buf + have, n - have);
    if (got > 0) have += (size_t)got;
  }
  const int failed = errno;
  close(fd);
  errno = failed;
  return got < 0 ? got : (ssize_t)have;
}

/* A key must not be readable by others. false: reported. */
static bool read_key(struct tool *t, struct sharing *x) {
  struct stat sb;
  const char *path = OWN(t)->key_file;
  ssize_t n = read_start(path, x->key, sizeof x->key, &sb);
  if (n < 0)
    report(t, CODE_IO, path, "cannot read the key: %s", strerror(errno));
  else if (sb.st_mode & 077)
    report(t, CODE_USAGE, path, "a key is its owner's alone: chmod 600");
  else if (n < 16)
    report(t, CODE_USAGE, path, "a key has 16 bytes or more");
  else
    x->key_len = (size_t)n;
  return x->key_len > 0;
}

/* One key for all files, so that equal values are equal in all of them. false: reported. */
static bool make_key(struct tool *t, struct sharing *x) {
  static const char from[] = "/dev/urandom";
  struct stat sb;
  if (read_start(from, x->key, KEY, &sb) == KEY) x->key_len = KEY;
  return x->key_len || report(t, CODE_IO, from, "no random key can be had: give one with --key-file");
}

/* ---- options ---- */

static void configure(const struct sharing *x, dfmt_config *c) {
  op_scratch(c);
  if (x->key_len) op_made(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, x->key, x->key_len));
}

/* A new file that nobody else can read. false: reported. */
static bool open_review(struct tool *t, struct sharing *x) {
  const char *path = OWN(t)->review, *slash = path ? strrchr(path, '/') : NULL;
  dfmt_sink *sink = NULL;
  if (!path) return true;
  const char *name = slash ? slash + 1 : path;
  if (!dfmt_name_is_safe(name, strlen(name))) return report(t, CODE_USAGE, path, "no file of this name will be made");
  const size_t len = slash ? (size_t)(slash - path) + 1 : 0;
  char *folder = tool_zalloc(len + 2);
  memcpy(folder, len ? path : ".", len ? len : 1);
  x->review_folder = interrupt_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  tool_realloc(folder, 0);
  if (x->review_folder < 0) return report(t, CODE_IO, path, "cannot open its directory: %s", strerror(errno));
  dfmt_status st = dfmt_sink_in(t->config, x->review_folder, name, strlen(name), &sink);
  output_take(&x->review, st, sink, path);
  return true;
}

/* DIR/NAME, for the caller to free. */
static char *path_in(const char *folder, const char *name) {
  const size_t size = strlen(folder) + strlen(name) + 2;
  char *path = tool_realloc(NULL, size);
  snprintf(path, size, "%s/%s", folder, name);
  return path;
}

/* An output must not replace another one, or the input. false: reported. */
static bool check_outputs(struct tool *t, const struct input *in) {
  const struct settings *s = t->own;
  char *in_folder = s->to.directory ? path_in(s->to.directory, input_base_name(in->name)) : NULL;
  const struct {
    const char *option, *path;
    bool given;
  } outputs[] = {{"the output", in_folder ? in_folder : s->to.output, !s->report_only},
                 {"--account", s->account, s->account != NULL},
                 {"--review", s->review, s->review != NULL},
                 {"the input", in->name, s->account && !in->outer && strcmp(in->name, "-") != 0}};
  const char *one = NULL, *other = NULL;
  for (size_t i = 0; i < 3; i++)
    for (size_t k = i + 1; k < 4 && !one; k++) {
      const bool both = outputs[i].given && outputs[k].given && (k != 3 || i == 1);
      if (!both || !is_same_file(outputs[i].path, outputs[k].path)) continue;
      one = outputs[i].option;
      other = outputs[k].option;
    }
  tool_realloc(in_folder, 0);
  if (one) report(t, CODE_USAGE, "share", "%s and %s are one file", one, other);
  return !one;
}

/* ---- the account ---- */

/* The rows of the current set as an array; JSON rows contain no line feeds. */
static void put_array(dfmt_sink *to, dfmt_rows *rows) {
  static const dfmt_print how = {.size = sizeof how};
  dfmt_sink *text = text_begin();
  put_settle(text, dfmt_rows_print(rows, DFMT_PRINT_JSON, &how, text));
  dfmt_str held = text_held(text);
  put_s(to, "[");
  while (held.len) {
    const char *end = memchr(held.ptr, '\n', (size_t)held.len);
    const uint64_t n = end ? (uint64_t)(end - held.ptr) : held.len;
    put(to, held.ptr, n);
    held = (dfmt_str){held.ptr + n + (end != NULL), held.len - n - (end != NULL)};
    if (held.len) put_s(to, ",");
  }
  put_s(to, "]");
  dfmt_sink_free(text);
}

/* An object for each file, without its name, which may be personal, too. */
static void put_account(struct tool *t, struct sharing *x, struct input *in, dfmt_op *op) {
  dfmt_sink *to = x->account.sink;
  dfmt_rows *rows = to ? op_rows(t, in, op) : NULL;
  if (!rows) return;
  const dfmt_share_result *all = (const void *)dfmt_rows_set(rows)->facts;
  put_f(to, "{\"file\":%" PRIu64 ",\"values\":%" PRIu64 ",\"places\":%" PRIu64, t->n_files, all->n_values,
        all->n_places);
  do {
    put_f(to, ",\"%s\":", dfmt_rows_set(rows)->name);
    put_array(to, rows);
  } while (op_next_set(t, in, rows));
  put_s(to, "}");
  put_end(to);
  dfmt_rows_free(rows);
}

static void report_unsearched(struct tool *t, struct input *in, const dfmt_share_left_out *l, bool kept) {
  if (kept && t->set.quiet) return;
  report(t, kept ? CODE_FINE : CODE_DAMAGED, in->name, "%s: %.*s: %.*s",
         kept ? "note: kept, and not searched" : "left out", (int)l->name.len, l->name.ptr, (int)l->message.len,
         l->message.ptr);
}

static const char *class_name(uint32_t value_class) {
  const dfmt_field *word = dfmt_ops_describe(DFMT_SHARE_TYPE_CLASS)->fields;
  while (word->offset != value_class) word++; /* every class has a word */
  return word->name;
}

static void report_doubtful(struct tool *t, struct input *in, const dfmt_share_doubtful *d) {
  char line[40] = "";
  if (d->line) snprintf(line, sizeof line, ", first in line %" PRIu64, d->line);
  report(t, CODE_DAMAGED, in->name, "doubtful: %s: %" PRIu64 " %.*s%s%s%.*s", class_name(d->value_class), d->n_values,
         (int)d->message.len, d->message.ptr, line, d->place.len ? " of " : "", (int)d->place.len, d->place.ptr);
}

static void report_unmatched(struct tool *t, struct input *in, const dfmt_share_unmatched *u) {
  dfmt_str name = {NULL, 0};
  (void)option_text(t, DFMT_OPS_SHARE_NAMES, u->pattern, &name);
  report(t, CODE_DAMAGED, in->name, "--name: nothing is called '%.*s'", (int)name.len, name.ptr);
}

/* Of a value that was asked about, by its number: a value is not printed. */
static void report_explained(struct tool *t, struct input *in, const dfmt_share_explained *e) {
  const char *by = e->present & DFMT_SHARE_EXPLAINED_HAS_RULE     ? "by "
                   : !(e->present & DFMT_SHARE_EXPLAINED_HAS_HOW) ? "by --value"
                   : e->how == DFMT_SHARE_BY_FORM                 ? "by its form"
                                                                  : "by a table or block";
  char line[40] = "";
  if (e->present & DFMT_SHARE_EXPLAINED_HAS_LINE) snprintf(line, sizeof line, " in line %" PRIu64, e->line);
  if (e->present & DFMT_SHARE_EXPLAINED_HAS_VALUE_CLASS)
    report(t, CODE_FINE, in->name, "value %" PRIu64 ": %s: %.*s (places: %" PRIu64 "); told %s%.*s%s", e->value + 1,
           class_name(e->value_class), (int)e->message.len, e->message.ptr, e->n_places, by, (int)e->rule.len,
           e->rule.ptr, line);
  else
    report(t, CODE_FINE, in->name, "value %" PRIu64 ": %.*s", e->value + 1, (int)e->message.len, e->message.ptr);
}

static void report_row(struct tool *t, struct input *in, const dfmt_head *row, const char *answer) {
  const void *body = row;
  if (row->type == DFMT_SHARE_LEFT_OUT) report_unsearched(t, in, body, strcmp(answer, "kept") == 0);
  if (row->type == DFMT_SHARE_DOUBTFUL) report_doubtful(t, in, body);
  if (row->type == DFMT_SHARE_UNMATCHED) report_unmatched(t, in, body);
  if (row->type == DFMT_SHARE_EXPLAINED) report_explained(t, in, body);
}

static void tell(struct tool *t, struct input *in, dfmt_op *op) {
  dfmt_rows *rows = op_rows(t, in, op);
  const dfmt_head *row;
  if (!rows) return;
  if (OWN(t)->report_only) put_rows(t, rows, 0);
  while (op_next_set(t, in, rows))
    while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) report_row(t, in, row, dfmt_rows_set(rows)->name);
  dfmt_rows_free(rows);
}

/* ---- one file ---- */

/* Writes nothing. */
static dfmt_op *refuse(struct tool *t, struct input *in, const struct hidden *h, dfmt_op *op) {
  if (!tool_stopped() && !(h && hidden_failed(t, in, h))) op_fault(t, in, op);
  raise_code(t, CODE_IO);
  dfmt_op_free(op);
  return NULL;
}

/* All or nothing: input that cannot be searched is not written. NULL: reported. */
static dfmt_op *share(struct tool *t, const struct sharing *x, struct input *in, dfmt_sink *to, const struct hidden *h,
                      dfmt_config *c) {
  dfmt_op *op;
  dfmt_status st = dfmt_op_new(c, "share", &op);
  if (st == DFMT_E_ARG) {
    report(t, CODE_USAGE, "share", "--class takes +CLASS and -CLASS, --value CLASS:VALUE, --keep core, images ...");
    return NULL;
  }
  op_made(st);
  op_made(dfmt_op_add(op, in->source));
  op_made(dfmt_op_output(op, "output", 0, to));
  op_made(dfmt_op_output(op, "review", 0, x->review.sink));
  return dfmt_op_run(op) == DFMT_OK ? op : refuse(t, in, h, op);
}

/* Writes to an unnamed file and checks it before it is published. NULL: reported. */
static dfmt_op *share_checked(struct tool *t, const struct sharing *x, struct input *in, dfmt_sink *to,
                              dfmt_config *c) {
  struct hidden h;
  if (!hidden_open(t, in, &h)) return NULL;
  dfmt_op *op = share(t, x, in, h.sink, &h, c);
  if (op && !hidden_publish(t, in, &h, op, to)) op = (dfmt_op_free(op), NULL);
  hidden_close(&h);
  return op;
}

/*
 * A single file appears together with its account and review. With several files these are complete after the last one;
 * the part about a file is written before that file appears.
 */
static bool finish(struct tool *t, struct sharing *x, struct output *out) {
  struct output *const all[] = {&x->review, &x->account, out};
  if (!many_files(t, 0)) return outputs_commit(t, all, 3);
  return outputs_flush(t, all, 2) && outputs_commit(t, &all[2], 1);
}

static void one(struct tool *t, struct input *in, void *user) {
  struct sharing *x = user;
  struct output to = {.sink = NULL};
  if (!check_outputs(t, in)) return;
  dfmt_config *c = op_config(t, &in, 1);
  configure(x, c);
  const bool written = !OWN(t)->report_only;
  dfmt_op *op = NULL;
  if (!written || rewrite_open(&to, t, in, &OWN(t)->to))
    op = written && !OWN(t)->no_check ? share_checked(t, x, in, to.sink, c) : share(t, x, in, to.sink, NULL, c);
  if (op) put_account(t, x, in, op);
  if (op && finish(t, x, &to)) {
    tell(t, in, op);
    x->any = true;
  }
  if (to.sink) output_drop(&to);
  dfmt_op_free(op);
  dfmt_config_free(c);
  if (t->file_code == CODE_UNKNOWN) t->file_code = CODE_IO;
}

static void run(struct tool *t) {
  struct sharing x = {.review_folder = -1};
  struct settings *s = t->own;
  if (t->set.jobs && (s->account || s->review)) {
    report(t, CODE_USAGE, NULL, "--jobs goes neither with --account nor with --review");
    return;
  }
  if (!rewrite_setup(t, &s->to, s->report_only)) return;
  const bool key = OWN(t)->key_file ? read_key(t, &x) : !many_files(t, 0) || make_key(t, &x);
  if (key && open_review(t, &x) && (!OWN(t)->account || output_open(t, &x.account, OWN(t)->account)))
    each_file(t, 0, one, &x);
  struct output *const both[] = {&x.review, &x.account};
  if (x.any) (void)outputs_commit(t, both, 2);
  for (size_t i = 0; i < 2; i++)
    if (both[i]->sink) output_drop(both[i]);
  if (x.review_folder >= 0) close(x.review_folder);
  memset(x.key, 0, sizeof x.key);
  rewrite_done(t, &s->to);
  report_summary(t, false);
  if (t->code == CODE_UNKNOWN) t->code = CODE_IO; /* a refused file is always 3 */
}

static const struct opt options[] = {
    OUTPUT_OPTION,
    DIRECTORY_OPTION,
    TEXT_OF(SHARE_PROFILE, "profile", 0, "public|vendor|log|given", "for whom it is [public]"),
    LIST_OF(SHARE_CLASSES, "class", 0, "+CLASS,...", "take this class out, too; -CLASS: let it stay"),
    LIST_OF(SHARE_NAMES, "name", 0, "NAME,...", "take these names out, too (shell patterns)"),
    TEXTS_OF(SHARE_VALUES, "value", 0, "CLASS:VALUE", "take this value out wherever it stands"),
    TEXTS_OF(SHARE_EXPLAIN, "explain", 0, "VALUE", "say which rule took or left this value"),
    FILE_OF(SHARE_LABELS, "labels", "labels of fields with personal data, too"),
    TEXT("key-file", 0, key_file, "FILE", "of placeholders, to have the same in several files"),
    LIST_OF(SHARE_KEEP, "keep", 0, "KIND,...", "keep this, unsearched: core, images, other ..."),
    FLAG("report-only", 0, report_only, "write nothing; print what would go"),
    TEXT("account", 0, account, "FILE", "write what went, without values, as JSON"),
    TEXT("review", 0, review, "FILE", "write each place to a new FILE, for you alone"),
    FLAG("no-check", 0, no_check, "do not read the output again"),
    CSV_OPTION("print that as comma-separated values"),
    JSON_OPTION("print that as JSON, an object a line"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_share = {
    .name = "share",
    .summary = "take personal data out of a report, to give it to others",
    .text =
        "Writes a bug report or a log with placeholders such as <email:7f3a9c> for\n"
        "personal data, however they are written; all else stays as it is. What cannot\n"
        "be searched is left out of a zip or a crash report (exit status 1), and else\n"
        "refused (3): core dumps, pictures, profiles.\n",
    .run = run,
    OWN_OPTIONS,
    .names_outputs = true,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .examples = {{"diagfmt share -o public.zip bugreport.zip", "without personal data"},
                 {"diagfmt share --report-only bugreport.zip", "what would go, and where it stands"},
                 {"diagfmt share --value=person:'Jane Doe' -o out.txt logcat.txt", "also what no field tells"}},
};
