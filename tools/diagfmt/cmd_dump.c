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

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  uint32_t payload = payload_of(t);
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
