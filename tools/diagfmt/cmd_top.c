/* SPDX-License-Identifier: MIT */
#include "ranking.h"

static const struct top_ops *of(const struct tool_format *f) { return f->top; }

static void one(struct tool *t, struct input *in) { ranking_one(t, in, of, "no samples and no allocations"); }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...",
     "only these threads, by number or name; patterns as in a shell"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...",
     "samples of these events, each by itself, instead of the first one; patterns as in a shell"},
    {"cpu", 0, OPT_TEXT, offsetof(struct settings, cpu), "on|off|both",
     "of a recording with off-CPU tracing: only samples taken on the CPU; only those of leaving it, by the ns until "
     "their thread was back; or both, together if the event counts ns"},
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "thread|event|caller|size",
     "of a profile: the rows of each thread or event by themselves; of allocations: what the rows are"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "all rows, not only the first 20 of each"},
    {"csv", 0, OPT_FLAG, offsetof(struct settings, csv), NULL, "all rows as comma-separated values, with a header"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_top = {
    .name = "top",
    .operands = "[FILE]...",
    .summary = "where time or memory went: functions by events or bytes",
    .text =
        "Of a simpleperf profile: a row for each function, with the counts of one event in samples in which it was\n"
        "innermost (self), in those with it anywhere in the chain (total; recursion counts once), and how many those\n"
        "are. Code without a name is one row for each file. Different events are never added. Of a heap dump of\n"
        "malloc_debug: the same with bytes in use and allocations, but code without a name has a row for each place\n"
        "in its file; with --by=size a row for each size. Of its recorded operations: a row for each size, with\n"
        "--by=thread for each thread, with all that was allocated and what is live at the end.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt top report_sample.trace", "the 20 functions in which most of the first event was counted"},
                 {"diagfmt top --by=thread --event='cpu-*' report_sample.trace", "on the CPU, thread by thread"},
                 {"diagfmt top --csv backtrace_heap.1234.txt > top.csv",
                  "who holds how much memory, for a spreadsheet"}},
};
