/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "plan.h"
#include "text.h"
#include "walk.h"

/* The command's output, over all files. */
static struct output out;
static bool good;

static dfmt_str wanted_key(const struct tool *t) {
  const char *key = t->args[t->n_args - 1];
  return (dfmt_str){key, strlen(key)};
}

static uint32_t mode_of(const struct tool *t) {
  if (t->set.raw) return DFMT_PAYLOAD_RAW;
  return t->set.stored ? DFMT_PAYLOAD_STORED : DFMT_PAYLOAD_DECODED;
}

static void put_value(struct walk *w, dfmt_str key) {
  if (dfmt_payload_mode(w->reader, mode_of(w->t)) != DFMT_OK) {
    walk_fault(w, &out, key);
    return;
  }
  enum poured done = walk_pour(w, &out, key);
  if (done == POUR_NOT_WRITTEN)
    report_error(w->t, &(struct place){.file = out.name, .out = &out}, dfmt_sink_error(out.sink));
  good = done == POURED;
}

static void missing(struct tool *t, const struct input *in) {
  if (!tool_stopped()) report(t, CODE_DAMAGED, in->name, "no entry '%s'", t->args[t->n_args - 1]);
}

/* Where values have parts, they have no other forms. true: one was asked for, which was reported. */
static bool refuses(const struct walk *w) {
  if (!w->format || !w->format->cat || mode_of(w->t) == DFMT_PAYLOAD_DECODED) return false;
  report(w->t, CODE_USAGE, w->in->name, "--stored and --raw have no meaning for %s", dfmt_format_name(w->format->id));
  return true;
}

/* true: the event has the wanted value, which was written. */
static bool put_event(struct walk *w, const dfmt_event *ev, const char **wrong) {
  dfmt_str key, wanted = wanted_key(w->t);
  if (!w->format) return false;
  if (w->format->cat) return w->format->cat->event(w, ev, wanted.ptr, &out, wrong);
  if (!w->format->key(ev, &key) || !same_key(key, wanted)) return false;
  put_value(w, key);
  return true;
}

/*
 * Reads on after what was found. part: it is inside of an entry, of which the end of input that cannot seek may tell
 * that it was a wrong one.
 */
static bool goes_on(const struct walk *w, bool found, bool part) {
  return !found || w->t->set.all || (part && w->format->late && !w->in->seekable);
}

static void first_or_all(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  const char *wrong = NULL;
  bool found = false, part = false;
  walk_open(&w, t, in);
  while (good && !wrong && goes_on(&w, found, part) && walk_record(&w, &ev)) {
    if (refuses(&w)) return;
    const char *late = w.format && w.format->late ? w.format->late(ev) : NULL;
    if (late && (part || !found)) report(t, CODE_DAMAGED, in->name, "%s", late);
    if ((found && !t->set.all) || !put_event(&w, ev, &wrong)) continue;
    found = true;
    part = w.format->is_file && !w.format->is_file(ev);
  }
  if (wrong)
    report(t, CODE_DAMAGED, in->name, "%s: %s", t->args[t->n_args - 1], wrong);
  else if (good && !found && !w.failed)
    missing(t, in);
}

/* Entries by themselves: the last one is read again alone. */
static void last_by_place(struct plan *p) {
  const struct entry *e = NULL;
  const dfmt_event *ev;
  struct walk w;
  dfmt_str wanted = wanted_key(p->t);
  bool whole = plan_list(p);
  for (size_t i = 0; i < p->index.n; i++)
    if (same_key(p->index.list[i].key, wanted)) e = &p->index.list[i];
  if (e && plan_entry(p, e, &w, &ev)) put_value(&w, e->key);
  if (!e && whole) missing(p->t, p->in);
}

/* Entries that need those before them: all are read again up to the last one. */
static void last_by_number(struct plan *p) {
  const dfmt_event *ev;
  struct walk w;
  dfmt_str key, wanted = wanted_key(p->t);
  uint64_t n = 0, seen = 0;
  plan_open(p, &w, p->t->reader);
  while (walk_record(&w, &ev)) n += p->format->key(ev, &key) && same_key(key, wanted);
  if (n == 0 && !w.failed) missing(p->t, p->in);
  if (n == 0) return;
  plan_open(p, &w, p->t->reader);
  w.quiet = true; /* the first pass told what is wrong */
  while (seen < n && walk_next(&w, &ev)) {
    if (dfmt_event_diagnostic(ev) || !p->format->key(ev, &key) || !same_key(key, wanted)) continue;
    if (++seen == n) put_value(&w, key);
  }
}

/* The last one is known only at the end of the file, so that there must be a way back. */
static void last(struct tool *t, struct input *in) {
  struct plan p;
  bool begun = plan_begin(&p, t, in);
  if (begun && p.format && p.format->linked && !p.format->cat)
    last_by_number(&p);
  else if (begun)
    last_by_place(&p);
  plan_free(&p);
}

static void prepare(struct tool *t) {
  t->way = WAY_VALUES;
  if (t->n_args) t->key = t->args[t->n_args - 1];
}

static void run(struct tool *t) {
  /* A lone operand is a key to look for in standard input; one that names a path is a key forgotten. */
  bool forgotten = t->n_args == 1 && strchr(t->args[0], '/') && access(t->args[0], F_OK) == 0;
  if (t->n_args < 1 || forgotten) {
    report(t, CODE_USAGE, "cat", "give FILE and KEY");
    return;
  }
  good = output_open(t, &out, t->set.output);
  if (!good) return;
  each_file(t, 1, t->set.last ? last : first_or_all);
  if (good && !tool_stopped() && t->n_files && t->code != CODE_IO)
    output_commit(t, &out);
  else
    output_drop(&out);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"output", 'o', OPT_TEXT, offsetof(struct settings, output), "FILE", "write to FILE, not to standard output"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "write all entries with this key, not the first"},
    {"last", 0, OPT_FLAG, offsetof(struct settings, last), NULL, "write the last entry with this key"},
    {"stored", 0, OPT_FLAG, offsetof(struct settings, stored), NULL, "write values without base64, but compressed"},
    {"raw", 0, OPT_FLAG, offsetof(struct settings, raw), NULL, "write the bytes of the file, base64 included"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_cat = {
    .name = "cat",
    .operands = "[FILE]... KEY",
    .summary = "write one value, or one call as text",
    .text =
        "Writes the decoded value of the first entry with this KEY, and nothing else. In\n"
        "a trace KEY is a call's number or function, and then /ARGUMENT or /return,\n"
        "/MEMBER; in a profile a file's path or number: its symbols; in a bug report the\n"
        "name of an entry, section:TITLE or service:NAME.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_SINK,
    .examples = {{"diagfmt cat report.crash Stacktrace", "a text value"},
                 {"diagfmt cat -o core report.crash CoreDump", "a core dump, decompressed, to a file"},
                 {"diagfmt cat game.trace 1234/data", "the blob that call 1234 got as its argument 'data'"}},
};
