/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include "report.h"
#include "text.h"

/* Of the format that was asked for, else of the first that has an option string. */
static const struct options_ops *ops_of(const struct tool *t) {
  const struct tool_format *f;
  for (uint32_t i = 0; (f = tool_format_at(i)) != NULL; i++)
    if (f->options && (!t->format || f->id == t->format)) return f->options;
  return NULL;
}

static void run(struct tool *t) {
  const struct options_ops *ops = ops_of(t);
  dfmt_sink *to = t->out.sink;
  if (!ops) {
    report(t, CODE_USAGE, "options", "%s has no option string", t->set.format);
    return;
  }
  if (t->n_args == 0) ops->list(t, to);
  for (int i = 0; i < t->n_args && !tool_stopped(); i++) {
    if (i && !t->set.json) put_s(to, "\n");
    ops->explain(t, t->args[i], to);
  }
  put_flush(to);
}

static const struct opt options[] = {
    {"bits", 0, OPT_TEXT, offsetof(struct settings, bits), "32|64",
     "pointers of the process, which some limits depend on (64)"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "one JSON document a line"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_options = {
    .name = "options",
    .operands = "[STRING]...",
    .summary = "explain the option string that makes Android's malloc_debug write files",
    .text =
        "Without STRING: every option with its value, range, default and the Android release that brought it. Of each\n"
        "STRING, as in LIBC_DEBUG_MALLOC_OPTIONS and the property libc.debug.malloc.options: its options, the release\n"
        "that it needs, and the settings that it amounts to, as Android 16 resolves them. One that malloc_debug would\n"
        "refuse is refused in its own words, and the exit status is 1.\n",
    .run = run,
    .options = options,
    .examples = {{"diagfmt options", "what there is"},
                 {"diagfmt options 'backtrace=8 guard free_track'", "what comes of it"},
                 {"diagfmt options --json 'backtrace leak_track' | jq .settings.flags", "for a script"}},
};
