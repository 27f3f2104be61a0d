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
    {"bits", 0, OPT_TEXT, offsetof(struct settings, bits), "32|64", "assume pointers of so many bits [64]"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "print one JSON document a line"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_options = {
    .name = "options",
    .operands = "[STRING]...",
    .summary = "explain an option string of Android's malloc_debug",
    .text =
        "Explains each STRING, as in LIBC_DEBUG_MALLOC_OPTIONS: its options, the Android\n"
        "release that it needs, and the settings that it amounts to. A string that\n"
        "malloc_debug refuses is refused in its words, exit code 1. Without STRING all\n"
        "options are listed.\n",
    .run = run,
    .options = options,
    .examples = {{"diagfmt options", "all options"},
                 {"diagfmt options 'backtrace=8 guard free_track'", "what these amount to"},
                 {"diagfmt options --json 'backtrace leak_track' | jq .settings.flags", "for a script"}},
};
