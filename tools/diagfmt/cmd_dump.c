/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "native.h"
#include "options.h"
#include "select.h"
#include "text.h"

/* --- JSON lines ----------------------------------------------------------------------------------------------------*/

static uint32_t payload_of(const struct tool *t) {
  const char *word = t->set.payload ? t->set.payload : "digest";
  if (strcmp(word, "none") == 0) return DFMT_JSON_PAYLOAD_NONE;
  return strcmp(word, "inline") == 0 ? DFMT_JSON_PAYLOAD_INLINE : DFMT_JSON_PAYLOAD_DIGEST;
}

/* With several files, a line that tells which one follows. */
static void put_file(struct tool *t, const struct input *in) {
  put_s(t->out.sink, "{\"event\":\"file\",\"file\":");
  put_json_string(t->out.sink, in->name, strlen(in->name));
  put_s(t->out.sink, "}");
  put_end(t->out.sink);
}

static void put_json(struct walk *w, const dfmt_event *ev, dfmt_sink *to) {
  dfmt_str key;
  if (!w->format || !w->format->key(ev, &key)) key.len = 0;
  if (dfmt_reader_json(w->reader, ev, payload_of(w->t), to) < 0) walk_fault(w, &w->t->out, key);
}

/* Hands on, or drops, the lines that wait. */
static void settle(dfmt_sink *held, dfmt_sink *to) {
  dfmt_str lines = text_held(held);
  if (to) put(to, lines.ptr, lines.len);
  (void)dfmt_sink_reset(held);
}

/* A value with a payload of its own goes before the call it belongs to: whether that is wanted is not known yet. */
static bool goes_before(const struct selection *s, const struct walk *w, const dfmt_event *ev) {
  struct facts f;
  return s->any && w->format && ev->flags & DFMT_EVENT_FLAG_PAYLOAD && !w->format->facts(ev, &f);
}

static void json(struct selection *s, struct walk *w) {
  const dfmt_event *ev;
  dfmt_sink *to = w->t->out.sink, *held = NULL;
  if (dfmt_sink_memory(w->t->config, &held) != DFMT_OK) tool_no_memory();
  while (!selection_is_done(s) && walk_next(w, &ev)) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d && d->severity != DFMT_SEVERITY_NOTE) raise_code(w->t, CODE_DAMAGED);
    if (selection_refuses(s, w)) break;
    if (goes_before(s, w, ev)) {
      put_json(w, ev, held);
      continue;
    }
    bool wanted = selection_wants(s, w, ev);
    if (!d) settle(held, wanted ? to : NULL);
    if (wanted) put_json(w, ev, to);
    put_flush(to);
  }
  dfmt_sink_free(held);
}

/* --- all -----------------------------------------------------------------------------------------------------------*/

static struct selection selection;

static void one(struct tool *t, struct input *in) {
  struct walk w;
  if (many_files(t, 0)) put_file(t, in);
  walk_open(&w, t, in);
  selection_begin(&selection);
  json(&selection, &w);
}

static void write_json(struct tool *t) {
  if (selection_setup(&selection, t)) {
    each_file(t, 0, one);
    report_summary(t, false);
  }
  selection_free(&selection);
}

static void write_native(struct tool *t) {
  each_file(t, 0, native_text);
  report_summary(t, false);
}

/* false: options that only text has were given without it. */
static bool options_fit(struct tool *t) {
  const struct settings *s = &t->set;
  if (s->native && s->payload)
    report(t, CODE_USAGE, "dump", "--payload goes with JSON lines, not with --native");
  else if (!s->native &&
           (s->verbose || s->blobs || s->honest || s->thread_ids || s->call_nos || s->arg_names || s->multiline))
    report(t, CODE_USAGE, "dump",
           "--verbose, --thread-ids, --call-nos, --arg-names, --multiline, --blobs and --honest go with --native");
  else if (s->directory && !s->blobs)
    report(t, CODE_USAGE, "dump", "--directory is for --blobs");
  else
    return true;
  return false;
}

static void run(struct tool *t) {
  if (!options_fit(t)) return;
  if (t->set.native)
    write_native(t);
  else
    write_json(t);
}

static const struct opt options[] = {
    {"payload", 0, OPT_TEXT, offsetof(struct settings, payload), "none|digest|inline",
     "tell this of values outside records [digest]"},
    {"native", 0, OPT_TEXT, offsetof(struct settings, native), "[WORD]",
     "write the format's own text form instead of JSON"},
    {"calls", 0, OPT_LIST, offsetof(struct settings, calls), "SET,...",
     "take only these calls: N, A-B, A-, *, @FILE, draw"},
    {"frames", 0, OPT_LIST, offsetof(struct settings, frames), "SET,...", "take only calls of these frames, from 0"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "N,...",
     "take only calls or operations of these threads"},
    {"grep", 0, OPT_TEXT, offsetof(struct settings, grep), "REGEX", "take only calls of functions that match"},
    {"verbose", 'v', OPT_FLAG, offsetof(struct settings, verbose), NULL,
     "print calls of little interest, too (--native)"},
    {"thread-ids", 0, OPT_TEXT, offsetof(struct settings, thread_ids), "[yes|no]", "print threads (--native) [no]"},
    {"call-nos", 0, OPT_TEXT, offsetof(struct settings, call_nos), "[yes|no]", "print call numbers (--native) [yes]"},
    {"arg-names", 0, OPT_TEXT, offsetof(struct settings, arg_names), "[yes|no]",
     "print names of arguments (--native) [yes]"},
    {"multiline", 0, OPT_TEXT, offsetof(struct settings, multiline), "[yes|no]",
     "print line feeds and backtraces (--native) [yes]"},
    {"blobs", 0, OPT_FLAG, offsetof(struct settings, blobs), NULL, "write blobs to files blob_callN.bin (--native)"},
    {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR", "write blobs in DIR"},
    {"honest", 0, OPT_FLAG, offsetof(struct settings, honest), NULL, "print exact strings and numbers (--native)"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_dump = {
    .name = "dump",
    .operands = "[FILE]...",
    .summary = "write everything as JSON lines, or in the format's own text form",
    .text =
        "Writes one JSON object a line for each record, \"event\" first. With --native it\n"
        "writes the text of the format's own tools, byte for byte.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .more_help = native_help,
    .examples = {{"diagfmt dump report.crash | jq -r 'select(.key==\"Stacktrace\").text'", "one value, by jq"},
                 {"diagfmt dump --native --calls=1000-2000 game.trace", "some calls, as 'apitrace dump' shows them"},
                 {"diagfmt dump --recover --payload=inline broken.crash", "all that can be had from a damaged file"}},
};
