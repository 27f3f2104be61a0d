/* SPDX-License-Identifier: MIT */
#include "ranking.h"

static const struct top_ops *of(const struct tool_format *f) { return f->leaks; }

static void one(struct tool *t, struct input *in) { ranking_one(t, in, of, "no allocations"); }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "size|thread",
     "of recorded operations: a row for each size or each thread, instead of each size of each thread"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "all rows and frames, not only the first 20 and 8"},
    {"csv", 0, OPT_FLAG, offsetof(struct settings, csv), NULL, "all rows as comma-separated values, with a header"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_leaks = {
    .name = "leaks",
    .operands = "[FILE]...",
    .summary = "what was allocated and never freed",
    .text =
        "Of operations that malloc_debug recorded: the blocks that are live after the last one, by size and thread,\n"
        "and of each row the oldest: the number of its operation and, where there are times, how long before the\n"
        "end. Of a log: what leak_track reported, by process, size and call chain. Of a heap dump, which does not\n"
        "tell what will be freed: all that was in use, by call chain.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt leaks record_allocs.txt", "the 20 sizes and threads that most bytes were lost to"},
                 {"diagfmt leaks --by=size --csv record_allocs.txt > leaks.csv", "by size, for a spreadsheet"},
                 {"logcat -d | diagfmt leaks", "what leak_track has to say"}},
};
