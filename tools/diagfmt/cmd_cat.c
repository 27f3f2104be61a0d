/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include <diagfmt/ops/value.h>
#include <diagfmt/reader.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/together.h"

struct settings {
  const char *output;
  bool all, last, stored, raw, text;
};

static const char *key_of(const struct tool *t) { return t->args[t->n_args - 1]; }

static dfmt_config *config(struct tool *t, struct input *in) {
  const struct settings *s = t->own;
  const char *key = key_of(t);
  dfmt_config *c = op_config(t, &in, 1);
  op_scratch(c);
  op_text(c, DFMT_OPS_VALUE_KEY, key);
  op_set(c, DFMT_OPS_VALUE_WHICH, s->last ? DFMT_VALUE_LAST : s->all ? DFMT_VALUE_ALL : DFMT_VALUE_FIRST);
  op_set(c, DFMT_OPS_VALUE_MODE, s->raw ? DFMT_PAYLOAD_RAW : s->stored ? DFMT_PAYLOAD_STORED : DFMT_PAYLOAD_DECODED);
  op_set(c, DFMT_OPS_VALUE_TEXT, s->text);
  return c;
}

/* After a failed system call the output would not be the value. */
static void fault(struct tool *t, struct input *in, const struct output *out, const dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  const bool sink = e->origin == DFMT_ORIGIN_SINK;
  if (sink && e->status != DFMT_E_NOMEM)
    report_error(t, &(struct place){.file = out->name, .out = out}, e);
  else
    op_fault(t, in, op);
  t->over = sink || is_system_failure(e->status);
}

static void copy(struct tool *t, struct input *in, const struct output *out, dfmt_op *op) {
  struct remarked remarked = {t, &in};
  bool whole = true;
  op_made(dfmt_op_add(op, in->source));
  op_made(dfmt_op_output(op, NULL, 0, out->sink));
  op_made(dfmt_op_remarks(op, on_remark, &remarked));
  while (dfmt_op_run(op) != DFMT_OK && !tool_stopped()) {
    fault(t, in, out, op);
    whole = false;
    if (t->over || dfmt_op_accept(op) != DFMT_OK) break;
  }
  if (!t->over) put_flush(out->sink);
  if (whole && !tool_stopped() && op_n_found(op) == 0) report(t, CODE_DAMAGED, in->name, "no entry '%s'", key_of(t));
}

/* user: the output of all files; a worker's output goes to its standard output. */
static void one(struct tool *t, struct input *in, void *user) {
  const struct output *all = user, *out = all->fd == STDOUT_FILENO || t->shared ? all : &t->out;
  dfmt_op *op = op_new(config(t, in), "value");
  copy(t, in, out, op);
  dfmt_op_free(op);
}

static void run(struct tool *t) {
  const struct settings *s = t->own;
  struct output out;
  /* A single operand is the key for standard input; if it is a path, the key was probably forgotten. */
  bool forgotten = t->n_args == 1 && strchr(t->args[0], '/') && access(t->args[0], F_OK) == 0;
  if (t->n_args < 1 || forgotten) {
    report(t, CODE_USAGE, "cat", "give FILE and KEY");
    return;
  }
  if (!output_open(t, &out, s->output)) return;
  if (out.fd != STDOUT_FILENO) t->shared = out.sink;
  each_file(t, 1, one, &out);
  t->shared = NULL;
  output_end(t, &out, !t->over && t->n_files && t->code != CODE_IO);
  report_summary(t, false);
}

static const struct opt options[] = {TEXT("output", 'o', output, "FILE", "write to FILE, not to standard output"),
                                     FLAG("all", 'a', all, "write all entries with this key, not the first"),
                                     FLAG("last", 0, last, "write the last entry with this key"),
                                     FLAG("stored", 0, stored, "write values without base64, but compressed"),
                                     FLAG("raw", 0, raw, "write the bytes of the file, base64 included"),
                                     FLAG("text", 0, text, "write a tombstone in protobuf as its text"),
                                     JOBS_OPTION,
                                     END_OF_OPTIONS};

const struct command cmd_cat = {
    .name = "cat",
    .operands = "[FILE]... KEY",
    .summary = "write one value, or one call as text",
    .text =
        "Writes the decoded value of the first entry with this KEY, and nothing else. In\n"
        "a trace KEY is a call's number or function, and then /ARGUMENT or /return,\n"
        "/MEMBER; in a profile a file's path or number: its symbols; in a bug report the\n"
        "name of an entry, section:TITLE or service:NAME, or text: all of one that is no\n"
        "zip.\n",
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_SINK,
    .examples = {{"diagfmt cat report.crash Stacktrace", "a text value"},
                 {"diagfmt cat -o core report.crash CoreDump", "a core dump, decompressed, to a file"},
                 {"diagfmt cat game.trace 1234/data", "the blob that call 1234 got as its argument 'data'"}},
};
