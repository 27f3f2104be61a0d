/* SPDX-License-Identifier: MIT */
#include "ranking.h"

static const struct top_ops *of(const struct tool_format *f) { return f->top; }

static void one(struct tool *t, struct input *in) { ranking_one(t, in, of, "no samples and no allocations"); }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...", "take only these threads (shell patterns)"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...",
     "take these events, each by itself [the first]"},
    {"cpu", 0, OPT_TEXT, offsetof(struct settings, cpu), "on|off|both", "take samples on the CPU, off it, or both"},
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "thread|event|caller|size",
     "group rows by this [by the format]"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "print all rows, not only the first 20 of each"},
    {"csv", 0, OPT_FLAG, offsetof(struct settings, csv), NULL, "print all rows as comma-separated values"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_top = {
    .name = "top",
    .operands = "[FILE]...",
    .summary = "rank functions by events or bytes",
    .text =
        "Ranks functions: in a profile by one event, where they are innermost (self) and\n"
        "anywhere in the chain (total); in a heap dump by the bytes in use. Of recorded\n"
        "operations it ranks sizes. Different events are never added.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt top report_sample.trace", "the 20 functions in which most of the first event was counted"},
                 {"diagfmt top --by=thread --event='cpu-*' report_sample.trace", "on the CPU, thread by thread"},
                 {"diagfmt top --csv backtrace_heap.1234.txt > top.csv",
                  "who holds how much memory, for a spreadsheet"}},
};
