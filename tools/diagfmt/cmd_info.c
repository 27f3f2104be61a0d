/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "text.h"
#include "walk.h"

static void put_table(struct walk *w, void *state) {
  dfmt_sink *to = w->t->out.sink;
  uint64_t id = 0, wrapper = 0;
  const char *word;
  put_s(to, "File:      ");
  put_safe_s(to, w->in->name);
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id);
  put_f(to, "\nFormat:    %s", dfmt_format_name((uint32_t)id));
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_WRAPPER, &wrapper);
  word = dfmt_type_word(DFMT_TYPE_WRAPPER, wrapper);
  if (wrapper && word) put_f(to, ", in %s as a whole", word);
  put_s(to, "\nSize:      ");
  put_size(to, w->in->total == UINT64_MAX ? w->in->at : w->in->total);
  put_s(to, w->failed ? "\nComplete:  no, damaged\n" : "\n");
  if (state) w->format->info->table(state, w, to);
  put_flush(to);
}

static void put_json(struct walk *w, void *state) {
  dfmt_sink *to = w->t->out.sink;
  uint64_t n = 0;
  const char *word;
  put_s(to, "{\"file\":");
  put_json_string(to, w->in->name, strlen(w->in->name));
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &n);
  put_f(to, ",\"format\":\"%s\"", dfmt_format_name((uint32_t)n));
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_WRAPPER, &n);
  word = dfmt_type_word(DFMT_TYPE_WRAPPER, n);
  if (word) put_f(to, ",\"wrapper\":\"%s\"", word);
  put_f(to, ",\"size\":%" PRIu64, w->in->total == UINT64_MAX ? w->in->at : w->in->total);
  put_f(to, ",\"complete\":%s", w->failed ? "false" : "true");
  if (dfmt_reader_stat(w->reader, DFMT_STAT_RECORDS, &n) == DFMT_OK) put_f(to, ",\"records\":%" PRIu64, n);
  if (state) w->format->info->json(state, w, to);
  put_s(to, "}");
  put_end(to);
}

static void put_frames(struct walk *w, void *state, uint32_t id) {
  if (w->format && w->format->info->frames)
    w->format->info->frames(state, w->t->out.sink);
  else
    report(w->t, CODE_USAGE, w->in->name, "%s has no frames", dfmt_format_name(id));
  put_flush(w->t->out.sink);
}

static void put_overview(struct walk *w, void *state, uint32_t id) {
  struct tool *t = w->t;
  if (state && w->format->info->fits && !w->format->info->fits(state, w)) return;
  if (!t->set.json && t->n_files) put_s(t->out.sink, "\n");
  if (t->set.frame_table)
    put_frames(w, state, id);
  else if (t->set.json)
    put_json(w, state);
  else
    put_table(w, state);
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  void *state = NULL;
  uint64_t id;
  walk_open(&w, t, in);
  while (walk_record(&w, &ev)) {
    if (!w.format) continue;
    if (!state) state = tool_zalloc(w.format->info->state_size);
    w.format->info->event(state, &w, ev);
  }
  if (tool_stopped() || dfmt_reader_stat(w.reader, DFMT_STAT_FORMAT, &id) != DFMT_OK) return;
  if (!state && w.format) state = tool_zalloc(w.format->info->state_size);
  put_overview(&w, state, (uint32_t)id);
  if (state) w.format->info->end(state);
  tool_realloc(state, 0);
}

static void run(struct tool *t) {
  if (t->set.frame_table && (t->set.json || many_files(t, 0))) {
    report(t, CODE_USAGE, "info", "--frames is for one FILE, and does not go with --json");
    return;
  }
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "print one JSON document a line for each file"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "print all rows, not only the largest"},
    {"frames", 0, OPT_FLAG, offsetof(struct settings, frame_table), NULL,
     "print a trace's frames as comma-separated values"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_info = {
    .name = "info",
    .operands = "[FILE]...",
    .summary = "tell what is in a file",
    .text =
        "Prints an overview of each file: what a crash report, trace, profile, heap dump,\n"
        "log or bug report is about, what is in it, and what takes most of it.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt info report.crash", "an overview"},
                 {"diagfmt info --json *.crash | jq -r '[.file,.problem_type]|@tsv'", "the kinds of many reports"},
                 {"diagfmt info --frames game.trace > frames.csv", "calls and bytes of each frame"}},
};
