/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "index.h"
#include "member.h"
#include "text.h"
#include "walk.h"

enum { MEMBER_NAME = 32 };

static void heading(struct tool *t, const struct column *c) {
  put_s(t->out.sink, t->color ? "\x1b[1m" : "");
  for (; c->member; c++) {
    put_s(t->out.sink, c->title);
    if (c->width) put_pad(t->out.sink, strlen(c->title), c->width + 2);
  }
  put_s(t->out.sink, t->color ? "\x1b[0m" : "");
  put_end(t->out.sink);
}

/* The format of what was begun by one event and is listed at another. */
struct begun {
  struct buffer key;
  const char *format;
};

enum { BEGUN = 2 }; /* so many are open, one in the other */

/* A reader of a value, which *value is. */
static dfmt_reader *value_reader(struct walk *w, uint32_t format, dfmt_source **value) {
  dfmt_reader *r = NULL;
  *value = NULL;
  if (dfmt_payload_source(w->reader, value) != DFMT_OK || dfmt_reader_new(NULL, &r) != DFMT_OK ||
      dfmt_reader_open(r, format, *value) != DFMT_OK)
    tool_no_memory();
  return r;
}

/* What a value is by its first bytes. */
static const char *format_of_start(struct walk *w) {
  enum { LIKELY = 50 }; /* of the scores from 1 to 100 */
  dfmt_source *value;
  dfmt_probe best;
  uint32_t n = 0;
  dfmt_reader *r = value_reader(w, 0, &value);
  dfmt_status st = dfmt_reader_identify(r, NULL, &best, 1, &n);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  dfmt_reader_free(r);
  dfmt_source_free(value);
  return st == DFMT_OK && n > 0 && best.score >= LIKELY ? dfmt_format_name(best.format) : NULL;
}

/* Whether there is anything of that format in a value. */
static bool has_any(struct walk *w, uint32_t format) {
  dfmt_source *value;
  const dfmt_event *ev;
  dfmt_status st;
  dfmt_reader *r = value_reader(w, format, &value);
  do st = dfmt_reader_next(r, &ev);
  while (st == DFMT_OK && dfmt_event_diagnostic(ev));
  if (st == DFMT_E_NOMEM) tool_no_memory();
  dfmt_reader_free(r);
  dfmt_source_free(value);
  return st == DFMT_OK;
}

/* What an entry's value is, as a word; NULL: nothing known, or it has none. */
static const char *format_of(struct walk *w, const dfmt_event *ev) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return NULL;
  uint32_t within = w->format->within ? w->format->within(ev) : 0;
  if (!within) return format_of_start(w);
  return has_any(w, within) ? dfmt_format_name(within) : NULL;
}

static bool is(const struct column *c, const char *name) { return strcmp(c->member, name) == 0; }

static bool has_format(const struct column *c) {
  while (c->member && !is(c, "format")) c++;
  return c->member != NULL;
}

/* The first of a column's members that the body's type has; the last one if it has none. */
static const char *member_of(const struct column *c, const dfmt_head *body, char name[MEMBER_NAME]) {
  const dfmt_type *type = dfmt_describe(body->type);
  for (const char *p = c->member;; p++) {
    size_t n = strcspn(p, "|");
    snprintf(name, MEMBER_NAME, "%.*s", (int)n, p);
    p += n;
    if (!*p || member_find(type, name)) return name;
  }
}

static void row(dfmt_sink *to, const struct column *c, const dfmt_head *body, dfmt_str key, const char *format) {
  char name[MEMBER_NAME];
  for (; c->member; c++) {
    size_t n;
    if (is(c, "key"))
      n = put_safe(to, key.ptr, key.len);
    else if (is(c, "format"))
      n = put_safe_s(to, format ? format : "-");
    else
      n = put_member(to, body, member_of(c, body, name));
    if (c->width) put_pad(to, n, n < c->width ? c->width + 2 : n + 2);
  }
  put_end(to);
}

static void json_row(struct walk *w, const dfmt_event *ev, dfmt_str key, const char *format) {
  dfmt_sink *to = w->t->out.sink;
  char name[MEMBER_NAME];
  put_s(to, "{\"file\":");
  put_json_string(to, w->in->name, strlen(w->in->name));
  put_s(to, ",\"key\":");
  put_json_string(to, key.ptr, key.len);
  for (const struct column *c = w->format->columns; c->member; c++)
    if (!is(c, "key") && !is(c, "format")) put_member_json(to, ev->body, member_of(c, ev->body, name));
  if (format) put_f(to, ",\"format\":\"%s\"", format);
  put_s(to, "}");
  put_end(to);
}

/* Sizes of a value that is not in the record are known only by reading it. */
static void read_sizes(struct walk *w, const dfmt_event *ev, dfmt_str key, bool begun) {
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return;
  if (!w->t->set.details && !begun) (void)dfmt_payload_mode(w->reader, DFMT_PAYLOAD_STORED);
  if (dfmt_payload_skip(w->reader) != DFMT_OK) walk_fault(w, NULL, key);
}

/* Where a value's start was looked at, the rest is passed over if nothing more will be known by it. */
static void line(struct walk *w, const dfmt_event *ev, dfmt_str key, const char *format) {
  struct tool *t = w->t;
  const struct column *columns = w->format->columns;
  bool looked = has_format(columns);
  if (looked && !format) format = format_of(w, ev);
  if (!looked || t->set.details || !w->in->seekable) read_sizes(w, ev, key, looked);
  if (t->set.json)
    json_row(w, ev, key, format);
  else
    row(t->out.sink, columns, ev->body, key, format);
}

/* Remembers the format of what is listed later; of more than are ever open, the last. */
static void begin(struct walk *w, const dfmt_event *ev, struct begun *begun, size_t *n) {
  dfmt_str key;
  if (!has_format(w->format->columns) || !w->format->key(ev, &key)) return;
  if (*n == BEGUN) --*n;
  struct begun *b = &begun[(*n)++];
  b->key.len = 0;
  buffer_put(&b->key, key.ptr, (size_t)key.len);
  b->format = format_of(w, ev);
}

static const char *begun_as(struct begun *begun, size_t *n, dfmt_str key) {
  for (size_t i = *n; i-- > 0;) {
    if (!same_key((dfmt_str){begun[i].key.ptr, begun[i].key.len}, key)) continue;
    *n = i;
    return begun[i].format;
  }
  return NULL;
}

/* The next event that is to have a line. */
static bool next(struct walk *w, const dfmt_event **ev, dfmt_str *key, struct begun *begun, size_t *n) {
  while (walk_record(w, ev)) {
    if (!w->format) continue;
    if ((w->format->listed ? w->format->listed : w->format->key)(*ev, key)) return true;
    if (!w->t->set.names || w->t->set.json) begin(w, *ev, begun, n);
  }
  return false;
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  struct begun begun[BEGUN] = {0};
  size_t n = 0;
  bool first = true;
  if (many_files(t, 0) && !t->set.json) {
    put_s(t->out.sink, t->n_files ? "\n" : "");
    put_safe_s(t->out.sink, in->name);
    put_s(t->out.sink, ":");
    put_end(t->out.sink);
  }
  walk_open(&w, t, in);
  while (next(&w, &ev, &key, begun, &n)) {
    if (first && !t->set.json && !t->set.names && isatty(STDOUT_FILENO)) heading(t, w.format->columns);
    first = false;
    if (!t->set.names || t->set.json) {
      line(&w, ev, key, begun_as(begun, &n, key));
    } else {
      put_safe(t->out.sink, key.ptr, key.len);
      put_end(t->out.sink);
    }
  }
  for (size_t i = 0; i < BEGUN; i++) buffer_free(&begun[i].key);
}

static void prepare(struct tool *t) { t->way = t->set.all ? WAY_PARTS : WAY_NAMES; }

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, false);
}

static const struct opt options[] = {
    {"long", 'l', OPT_FLAG, offsetof(struct settings, details), NULL,
     "decode values for their sizes, kinds and damage"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "list sections and services of a bug report, too"},
    {"names", '1', OPT_FLAG, offsetof(struct settings, names), NULL, "print only the keys, one a line"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "print one JSON object a line for each entry"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_ls = {
    .name = "ls",
    .operands = "[FILE]...",
    .summary = "list the entries of a file",
    .text =
        "Lists the entries of each file, one a line: keys of a report, calls of a trace,\n"
        "files of code of a profile, records of malloc_debug, entries of a bug report.\n"
        "'-' stands for what is not known; on a terminal a line of titles comes first.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt ls -l report.crash", "entries with their decoded sizes, reading everything"},
                 {"diagfmt ls --all bugreport.zip", "entries, sections and services"},
                 {"diagfmt ls --json *.crash | jq -r 'select(.stored_size>1e6)|.file+\" \"+.key'",
                  "where the large values are"}},
};
