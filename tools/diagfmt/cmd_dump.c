/* SPDX-License-Identifier: MIT */
#include <string.h>

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

/* --- the format's own text -----------------------------------------------------------------------------------------*/

static const struct native_ops *native_of(struct walk *w) {
  uint64_t id = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id);
  if (!w->format || !w->format->native)
    report(w->t, CODE_USAGE, w->in->name, "%s has no text form of its own", dfmt_format_name((uint32_t)id));
  else if (*w->t->set.native && !is_one_of(w->format->native->words, w->t->set.native))
    report(w->t, CODE_USAGE, w->in->name, "--native: %s has only %s", dfmt_format_name((uint32_t)id),
           w->format->native->words);
  else
    return w->format->native;
  return NULL;
}

/*
 * Salvage is on, as formats' own tools read cut files as far as they go; but they end where bytes make no sense. Only
 * who asks for --recover gets more.
 */
static bool is_end(struct walk *w, const dfmt_event *ev) {
  const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
  if (!d) return false;
  report_diagnostic(w->t, &w->place, d);
  return d->severity == DFMT_SEVERITY_ERROR && d->status == DFMT_E_FORMAT && !option_is_given(w->t, DFMT_CFG_RECOVER);
}

/* It begins when the format is known, also if there is no record. */
static void native(struct selection *s, struct walk *w) {
  const dfmt_event *ev;
  const struct native_ops *ops = NULL;
  void *state = NULL;
  bool good = true;
  while (good && !selection_is_done(s)) {
    bool more = walk_next(w, &ev);
    if (!ops && (w->format || (more && !dfmt_event_diagnostic(ev)))) {
      ops = native_of(w);
      if (!ops) return;
      state = tool_zalloc(ops->state_size);
      ops->begin(state, w, w->t->out.sink, false);
    }
    if (!more || is_end(w, ev)) break;
    if (dfmt_event_diagnostic(ev)) continue;
    if (selection_refuses(s, w)) break;
    if (selection_wants(s, w, ev)) good = ops->event(state, ev);
  }
  if (ops) ops->end(state);
  tool_realloc(state, 0);
  put_flush(w->t->out.sink);
}

static struct selection selection;

static void one(struct tool *t, struct input *in) {
  struct walk w;
  if (many_files(t, 0) && !t->set.native) put_file(t, in);
  walk_open(&w, t, in);
  selection_begin(&selection);
  if (t->set.native)
    native(&selection, &w);
  else
    json(&selection, &w);
}

static void prepare(struct tool *t) {
  if (!t->set.native) return;
  t->way = t->set.blobs ? WAY_VALUES : WAY_TEXT;
  t->preset = (struct given){DFMT_CFG_RECOVER, 1};
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
  if (selection_setup(&selection, t)) {
    each_file(t, 0, one);
    report_summary(t, false);
  }
  selection_free(&selection);
}

static const struct opt options[] = {
    {"payload", 0, OPT_TEXT, offsetof(struct settings, payload), "none|digest|inline",
     "what to tell of values that are not in the record: nothing, size and CRC-32 (the default), or also the value"},
    {"native", 0, OPT_TEXT, offsetof(struct settings, native), "[WORD]",
     "the text that the format's own tools write, instead of JSON; of apitrace that of 'apitrace dump'; of simpleperf "
     "dump (the default), perf-script, and its off-CPU modes on-cpu, off-cpu, on-off-cpu, mixed-on-off-cpu; of "
     "malloc_debug what Android's writers would have written"},
    {"calls", 0, OPT_LIST, offsetof(struct settings, calls), "SET,...",
     "only these calls: N, A-B, A-, *, each also with /STEP, /frame, /rendertarget or /draw; @FILE holds more"},
    {"frames", 0, OPT_LIST, offsetof(struct settings, frames), "SET,...", "only calls of these frames, from 0"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "N,...",
     "only calls or recorded operations of these threads"},
    {"grep", 0, OPT_TEXT, offsetof(struct settings, grep), "REGEX",
     "only calls of functions that match: a POSIX extended expression (apitrace's own are ECMAScript's)"},
    {"verbose", 'v', OPT_FLAG, offsetof(struct settings, verbose), NULL,
     "with --native: also calls that are of little interest"},
    {"thread-ids", 0, OPT_TEXT, offsetof(struct settings, thread_ids), "[yes|no]", "with --native: threads (no)"},
    {"call-nos", 0, OPT_TEXT, offsetof(struct settings, call_nos), "[yes|no]", "with --native: call numbers (yes)"},
    {"arg-names", 0, OPT_TEXT, offsetof(struct settings, arg_names), "[yes|no]",
     "with --native: names of arguments (yes)"},
    {"multiline", 0, OPT_TEXT, offsetof(struct settings, multiline), "[yes|no]",
     "with --native: line feeds in strings as they are, backtraces, a line between frames (yes)"},
    {"blobs", 0, OPT_FLAG, offsetof(struct settings, blobs), NULL,
     "with --native: write blobs to files blob_callN.bin, which must not exist"},
    {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR", "with --blobs: write them in DIR"},
    {"honest", 0, OPT_FLAG, offsetof(struct settings, honest), NULL,
     "with --native: escapes in strings that can be undone; apitrace's cannot"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_dump = {
    .name = "dump",
    .operands = "[FILE]...",
    .summary = "everything, as JSON lines or in the format's own text form",
    .text =
        "Writes one JSON object a line for each record: \"event\" first, then the record's members. Text up to\n"
        "--max-inline is a member; other values are \"payload\". With several files a line {\"event\":\"file\",...}\n"
        "goes before the records of each. With --native: the text of the format's own tools, byte for byte. That\n"
        "reads cut files as far as they go (--no-recover: not), and ends where bytes make no sense (--recover: it\n"
        "goes on, and shows calls that end in the cut).\n",
    .run = run,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt dump report.crash | jq -r 'select(.key==\"Stacktrace\").text'", "one value, by jq"},
                 {"diagfmt dump --native --calls=1000-2000 game.trace", "some calls, as 'apitrace dump' shows them"},
                 {"diagfmt dump --recover --payload=inline broken.crash", "all that can be had from a damaged file"}},
};
