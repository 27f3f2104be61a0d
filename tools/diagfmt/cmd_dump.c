/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "text.h"
#include "walk.h"

static uint32_t payload_of(const struct tool *t) {
  const char *word = t->set.payload ? t->set.payload : "digest";
  if (strcmp(word, "none") == 0) return DFMT_JSON_PAYLOAD_NONE;
  return strcmp(word, "inline") == 0 ? DFMT_JSON_PAYLOAD_INLINE : DFMT_JSON_PAYLOAD_DIGEST;
}

/* With several files, a line that tells which one follows. */
static void put_file(struct tool *t, const struct input *in) {
  put_s(t->out.sink, "{\"event\":\"file\",\"file\":");
  (void)dfmt_json_string(in->name, strlen(in->name), t->out.sink);
  put_s(t->out.sink, "}");
  put_end(t->out.sink);
}

/* --native=WORD is one of the format's. */
static bool knows(const struct native_ops *ops, const char *word) {
  size_t n = strlen(word);
  for (const char *p = ops->words; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL)
    if (n == 0 || (strncmp(p, word, n) == 0 && (p[n] == '|' || p[n] == '\0'))) return true;
  return false;
}

static const struct native_ops *native_of(struct walk *w) {
  uint64_t id = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id);
  if (!w->format || !w->format->native)
    report(w->t, CODE_USAGE, w->in->name, "%s has no text form of its own", dfmt_format_name((uint32_t)id));
  else if (!knows(w->format->native, w->t->set.native))
    report(w->t, CODE_USAGE, w->in->name, "--native: %s has only %s", dfmt_format_name((uint32_t)id),
           w->format->native->words);
  else
    return w->format->native;
  return NULL;
}

/* The format's own text. It begins when the format is known, also if there is no record. */
static void native(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  const struct native_ops *ops = NULL;
  void *state = NULL;
  bool good = true;
  walk_open(&w, t, in);
  while (good) {
    bool more = walk_record(&w, &ev);
    if (!ops && (more || w.format)) {
      ops = native_of(&w);
      if (!ops) return;
      state = tool_zalloc(ops->state_size);
      ops->begin(state, &w, t->out.sink, false);
    }
    good = more && ops->event(state, ev);
  }
  if (ops) ops->end(state);
  tool_realloc(state, 0);
  (void)dfmt_sink_flush(t->out.sink);
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  uint32_t payload = payload_of(t);
  if (t->set.native) {
    native(t, in);
    return;
  }
  if (many_files(t, 0)) put_file(t, in);
  walk_open(&w, t, in);
  while (walk_next(&w, &ev)) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d && d->severity != DFMT_SEVERITY_NOTE) raise_code(t, CODE_DAMAGED);
    if (!w.format || !w.format->key(ev, &key)) key.len = 0;
    dfmt_status st = dfmt_reader_json(w.reader, ev, payload, t->out.sink);
    if (st < 0) walk_fault(&w, &t->out, key);
    (void)dfmt_sink_flush(t->out.sink);
  }
}

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"payload", 0, OPT_TEXT, offsetof(struct settings, payload), "none|digest|inline",
     "what to tell of values that are not in the record: nothing, size and CRC-32 (the default), or also the value"},
    {"native", 0, OPT_TEXT, offsetof(struct settings, native), "[WORD]",
     "the text that the format's own tools write, instead of JSON; of simpleperf dump (the default), perf-script, and "
     "its off-CPU modes on-cpu, off-cpu, on-off-cpu, mixed-on-off-cpu"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_dump = {
    .name = "dump",
    .operands = "[FILE]...",
    .summary = "everything, as JSON lines",
    .text =
        "Writes one JSON object a line for each record: \"event\" first, then the record's members. Text up to\n"
        "--max-inline is a member; other values are \"payload\". With several files a line {\"event\":\"file\",...}\n"
        "goes before the records of each.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt dump report.crash | jq -r 'select(.key==\"Stacktrace\").text'", "one value, by jq"},
                 {"diagfmt dump --payload=none *.crash > all.jsonl",
                  "all records of many files, without decoding values"},
                 {"diagfmt dump --recover --payload=inline broken.crash", "all that can be had from a damaged file"}},
};
