/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "member.h"
#include "text.h"
#include "walk.h"

static void heading(struct tool *t, const struct column *c) {
  put_s(t->out.sink, t->color ? "\x1b[1m" : "");
  for (; c->member; c++) {
    put_s(t->out.sink, c->title);
    if (c->width) put_pad(t->out.sink, strlen(c->title), c->width + 2);
  }
  put_s(t->out.sink, t->color ? "\x1b[0m" : "");
  put_end(t->out.sink);
}

static void row(dfmt_sink *to, const struct column *c, const dfmt_head *body, dfmt_str key) {
  for (; c->member; c++) {
    bool is_key = strcmp(c->member, "key") == 0;
    size_t n = is_key ? put_safe(to, key.ptr, key.len) : put_member(to, body, c->member);
    if (c->width) put_pad(to, n, n < c->width ? c->width + 2 : n + 2);
  }
  put_end(to);
}

static void json_row(struct walk *w, const dfmt_event *ev, dfmt_str key) {
  dfmt_sink *to = w->t->out.sink;
  put_s(to, "{\"file\":");
  (void)dfmt_json_string(w->in->name, strlen(w->in->name), to);
  put_s(to, ",\"key\":");
  (void)dfmt_json_string(key.ptr, key.len, to);
  for (const struct column *c = w->format->columns; c->member; c++)
    if (strcmp(c->member, "key") != 0) put_member_json(to, ev->body, c->member);
  put_s(to, "}");
  put_end(to);
}

/* Sizes of a value that is not in the record are known only by reading it. */
static void read_sizes(struct walk *w, const dfmt_event *ev, dfmt_str key) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return;
  if (!w->t->set.details) (void)dfmt_payload_mode(w->reader, DFMT_PAYLOAD_STORED);
  if (dfmt_payload_skip(w->reader) != DFMT_OK) walk_fault(w, NULL, key);
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  bool table = !t->set.json && !t->set.names;
  bool first = true;
  if (many_files(t, 0) && !t->set.json) {
    put_s(t->out.sink, t->n_files ? "\n" : "");
    put_safe_s(t->out.sink, in->name);
    put_s(t->out.sink, ":");
    put_end(t->out.sink);
  }
  walk_open(&w, t, in);
  while (walk_entry(&w, &ev, &key)) {
    if (first && table && isatty(STDOUT_FILENO)) heading(t, w.format->columns);
    first = false;
    if (!t->set.names) read_sizes(&w, ev, key);
    if (table) {
      row(t->out.sink, w.format->columns, ev->body, key);
    } else if (t->set.json) {
      json_row(&w, ev, key);
    } else {
      put_safe(t->out.sink, key.ptr, key.len);
      put_end(t->out.sink);
    }
  }
}

static void prepare(struct tool *t) { t->way = WAY_NAMES; }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"long", 'l', OPT_FLAG, offsetof(struct settings, details), NULL,
     "decode the values: tells their decoded sizes and kinds, and finds damage"},
    {"names", '1', OPT_FLAG, offsetof(struct settings, names), NULL, "only the keys, one a line"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "one JSON object a line for each entry"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_ls = {
    .name = "ls",
    .operands = "[FILE]...",
    .summary = "list the entries of a file",
    .text =
        "One line an entry. Of an Apport report: encoding (text, base64), compression, kind (text, bytes), stored\n"
        "size, decoded size (both in bytes), flags and key; '-' where it is not known. On a terminal a line of titles\n"
        "goes first; with several files, each one's name. Of an apitrace trace, one line a call in the order in which\n"
        "calls end: number, thread, bytes of its enter and of its leave, flags, function. Of a simpleperf profile,\n"
        "one line a file of code: number, symbols, path. Of malloc_debug: line, process, thread, pointer, bytes,\n"
        "count, and what it is: an operation, a report, an allocation of a dump.\n",
    .run = run,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt ls report.crash", "entries with their stored sizes"},
                 {"diagfmt ls -l report.crash", "with decoded sizes, reading everything"},
                 {"diagfmt ls --json *.crash | jq -r 'select(.stored_size>1e6)|.file+\" \"+.key'",
                  "where the large values are"}},
};
