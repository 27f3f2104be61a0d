/* SPDX-License-Identifier: MIT */
#include "ranking.h"

static const struct top_ops *of(const struct tool_format *f) { return f->leaks; }

static void one(struct tool *t, struct input *in) { ranking_one(t, in, of, "no allocations"); }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "size|thread", "group blocks by this [by both]"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "print all rows and frames, not only 20 and 8"},
    {"csv", 0, OPT_FLAG, offsetof(struct settings, csv), NULL, "print all rows as comma-separated values"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_leaks = {
    .name = "leaks",
    .operands = "[FILE]...",
    .summary = "list what was allocated and never freed",
    .text =
        "Lists the blocks of malloc_debug's recorded operations that are live at the end,\n"
        "by size and thread; of a log the leaks that it reports; of a heap dump, which\n"
        "does not tell what will be freed, all that was in use.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt leaks record_allocs.txt", "the 20 sizes and threads that most bytes were lost to"},
                 {"diagfmt leaks --by=size --csv record_allocs.txt > leaks.csv", "by size, for a spreadsheet"},
                 {"logcat -d | diagfmt leaks", "what leak_track has to say"}},
};
