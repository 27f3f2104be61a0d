/* SPDX-License-Identifier: MIT */
#include "text.h"
#include "walk.h"

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  void *state = NULL;
  uint64_t id;
  walk_open(&w, t, in);
  while (walk_record(&w, &ev)) {
    if (!w.format || !w.format->top) break;
    if (!state) state = tool_zalloc(w.format->top->state_size);
    w.format->top->event(state, &w, ev);
  }
  if (tool_stopped() || dfmt_reader_stat(w.reader, DFMT_STAT_FORMAT, &id) != DFMT_OK) return;
  if (!w.format || !w.format->top) {
    report(t, CODE_USAGE, in->name, "%s has no samples", dfmt_format_name((uint32_t)id));
    return;
  }
  if (!state) state = tool_zalloc(w.format->top->state_size);
  if (many_files(t, 0) && !t->set.csv) {
    put_s(t->out.sink, t->n_files ? "\n" : "");
    put_safe_s(t->out.sink, in->name);
    put_s(t->out.sink, ":\n");
  }
  w.format->top->table(state, &w, t->out.sink);
  w.format->top->end(state);
  tool_realloc(state, 0);
  (void)dfmt_sink_flush(t->out.sink);
}

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...",
     "only these threads, by number or name; patterns as in a shell"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...",
     "only samples of these events; patterns as in a shell"},
    {"cpu", 0, OPT_TEXT, offsetof(struct settings, cpu), "on|off|both",
     "of a recording with off-CPU tracing: only samples taken on the CPU; only those of leaving it, by the ns until "
     "their thread was back; or both, by event counts and ns"},
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "thread|event",
     "the rows of each thread or event by themselves"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "all rows, not only the first 20 of each"},
    {"csv", 0, OPT_FLAG, offsetof(struct settings, csv), NULL, "all rows as comma-separated values, with a header"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_top = {
    .name = "top",
    .operands = "[FILE]...",
    .summary = "where time went: functions by samples",
    .text =
        "Of a simpleperf profile: a row for each function, with the samples in which it was innermost (self) and\n"
        "those with it anywhere in the chain (total; recursion counts once). Code without a name is one row for each\n"
        "file.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt top report_sample.trace", "the 20 functions in which most samples were taken"},
                 {"diagfmt top --by=thread --event='cpu-*' report_sample.trace", "on the CPU, thread by thread"},
                 {"diagfmt top --csv report_sample.trace > top.csv", "for a spreadsheet"}},
};
