/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include <diagfmt/ops/value.h>
#include <diagfmt/reader.h>

#include "cli/choice.h"
#include "cli/report.h"
#include "cli/rows.h"

struct settings {
  const char *output;
  bool all, last, stored, raw;
};

/* One output of all files. */
struct cat {
  struct output out;
  bool good; /* what it has is what the files hold */
};

static const char *key_of(const struct tool *t) { return t->args[t->n_args - 1]; }

static dfmt_config *config(struct tool *t, const struct input *in) {
  const struct settings *s = t->own;
  const char *key = key_of(t);
  dfmt_config *c = op_config(t, in);
  op_scratch(c);
  op_made(dfmt_config_add(c, DFMT_OPS_VALUE_KEY, key, strlen(key)));
  op_made(dfmt_config_set(c, DFMT_OPS_VALUE_WHICH,
                          s->last  ? DFMT_VALUE_LAST
                          : s->all ? DFMT_VALUE_ALL
                                   : DFMT_VALUE_FIRST));
  op_made(dfmt_config_set(c, DFMT_OPS_VALUE_MODE,
                          s->raw      ? DFMT_PAYLOAD_RAW
                          : s->stored ? DFMT_PAYLOAD_STORED
                                      : DFMT_PAYLOAD_DECODED));
  return c;
}

/* What the system failed to read or write would not be the value. */
static void fault(struct cat *x, struct tool *t, struct input *in, const dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  const bool sink = e->origin == DFMT_ORIGIN_SINK;
  if (sink && e->status != DFMT_E_NOMEM)
    report_error(t, &(struct place){.file = x->out.name, .out = &x->out}, e);
  else
    op_fault(t, in, op);
  x->good = x->good && !sink && !is_system_failure(e->status);
}

static void copy(struct cat *x, struct tool *t, struct input *in, dfmt_op *op) {
  struct remarked remarked = {t, in};
  bool whole = true;
  op_made(dfmt_op_add(op, in->source));
  op_made(dfmt_value_to(op, x->out.sink));
  op_made(dfmt_value_remarks(op, on_remark, &remarked));
  while (dfmt_op_run(op) != DFMT_OK && !tool_stopped()) {
    fault(x, t, in, op);
    whole = false;
    if (!x->good || dfmt_op_accept(op) != DFMT_OK) break;
  }
  if (whole && dfmt_value_count(op) == 0 && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "no entry '%s'", key_of(t));
}

static void one(struct tool *t, struct input *in, void *user) {
  struct cat *x = user;
  dfmt_op *op;
  if (!x->good) return;
  dfmt_config *c = config(t, in);
  op_made(dfmt_value_new(c, &op));
  copy(x, t, in, op);
  dfmt_op_free(op);
  dfmt_config_free(c);
}

static void run(struct tool *t) {
  const struct settings *s = t->own;
  struct cat x;
  /* A lone operand is a key to look for in standard input; one that names a path is a key forgotten. */
  bool forgotten = t->n_args == 1 && strchr(t->args[0], '/') && access(t->args[0], F_OK) == 0;
  if (t->n_args < 1 || forgotten) {
    report(t, CODE_USAGE, "cat", "give FILE and KEY");
    return;
  }
  x.good = output_open(t, &x.out, s->output);
  if (!x.good) return;
  each_file(t, 1, one, &x);
  if (x.good && !tool_stopped() && t->n_files && t->code != CODE_IO)
    output_commit(t, &x.out);
  else
    output_drop(&x.out);
  report_summary(t, false);
}

static const struct opt options[] = {TEXT("output", 'o', output, "FILE", "write to FILE, not to standard output"),
                                     FLAG("all", 'a', all, "write all entries with this key, not the first"),
                                     FLAG("last", 0, last, "write the last entry with this key"),
                                     FLAG("stored", 0, stored, "write values without base64, but compressed"),
                                     FLAG("raw", 0, raw, "write the bytes of the file, base64 included"),
                                     END_OF_OPTIONS};

const struct command cmd_cat = {
    .name = "cat",
    .operands = "[FILE]... KEY",
    .summary = "write one value, or one call as text",
    .text =
        "Writes the decoded value of the first entry with this KEY, and nothing else. In\n"
        "a trace KEY is a call's number or function, and then /ARGUMENT or /return,\n"
        "/MEMBER; in a profile a file's path or number: its symbols; in a bug report the\n"
        "name of an entry, section:TITLE or service:NAME.\n",
    .run = run,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER | DFMT_ROLE_SINK,
    .examples = {{"diagfmt cat report.crash Stacktrace", "a text value"},
                 {"diagfmt cat -o core report.crash CoreDump", "a core dump, decompressed, to a file"},
                 {"diagfmt cat game.trace 1234/data", "the blob that call 1234 got as its argument 'data'"}},
};
