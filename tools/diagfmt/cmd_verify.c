/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "member.h"
#include "options.h"
#include "text.h"
#include "verify.h"

enum { VALUE_MOST = 1 << 20 }; /* bytes of a value that a format's own checks get to see */

/* What a problem's line is made of; message and key come from input. */
struct problem {
  uint32_t severity, number; /* number: DFMT_ERR_*, 0: of our own */
  bool placed;
  uint64_t line, offset;
  dfmt_str key, message;
};

static void put_json_problem(struct verify *v, const struct problem *x) {
  dfmt_sink *to = v->walk.t->out.sink;
  put_s(to, "{\"file\":");
  put_json_string(to, v->walk.in->name, strlen(v->walk.in->name));
  put_f(to, ",\"severity\":\"%s\"", severity_word(x->severity));
  if (x->number) put_f(to, ",\"number\":%" PRIu32, x->number);
  if (x->line) put_f(to, ",\"line\":%" PRIu64, x->line);
  if (x->placed) put_f(to, ",\"offset\":%" PRIu64, x->offset);
  if (x->key.len) {
    put_s(to, ",\"key\":");
    put_json_string(to, x->key.ptr, x->key.len);
  }
  put_s(to, ",\"message\":");
  put_json_string(to, x->message.ptr, x->message.len);
  put_s(to, "}");
}

static void put_text_problem(struct verify *v, const struct problem *x) {
  dfmt_sink *to = v->walk.t->out.sink;
  put_safe_s(to, v->walk.in->name);
  put_s(to, ": ");
  if (x->placed) put_position(to, x->line, x->offset);
  put_f(to, "%s: ", severity_word(x->severity));
  if (x->key.len) {
    put_safe(to, x->key.ptr, x->key.len);
    put_s(to, ": ");
  }
  put_safe(to, x->message.ptr, x->message.len);
}

static void put_problem(struct verify *v, const struct problem *x) {
  struct tool *t = v->walk.t;
  bool counts = x->severity != DFMT_SEVERITY_NOTE || t->set.strict;
  if (counts) {
    v->problems++;
    raise_code(t, CODE_DAMAGED);
  }
  if (!counts && t->set.quiet) return;
  if (t->set.json)
    put_json_problem(v, x);
  else
    put_text_problem(v, x);
  put_end(t->out.sink);
}

void verify_problem(struct verify *v, uint32_t severity, uint64_t line, uint64_t offset, dfmt_str key,
                    const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  put_problem(v, &(struct problem){.severity = severity,
                                   .placed = offset != UINT64_MAX,
                                   .line = line,
                                   .offset = offset,
                                   .key = key,
                                   .message = {text, strlen(text)}});
}

/* An error of the reader. What is no fault of the data goes to stderr. */
static void put_fault(struct verify *v, dfmt_str key) {
  const dfmt_error *e = dfmt_reader_error(v->walk.reader);
  if (code_of(e) != CODE_DAMAGED) {
    walk_fault(&v->walk, NULL, key);
    return;
  }
  dfmt_sink *words = text_begin();
  put_error(words, &v->walk.place, e);
  bool placed = e->origin == DFMT_ORIGIN_DATA || e->status == DFMT_E_LIMIT;
  if (e->status != DFMT_E_LIMIT && names_key(e->message, key)) key.len = 0;
  put_problem(v, &(struct problem){.severity = DFMT_SEVERITY_ERROR,
                                   .number = e->number,
                                   .placed = placed,
                                   .line = e->line,
                                   .offset = e->offset,
                                   .key = key,
                                   .message = text_held(words)});
  dfmt_sink_free(words);
}

static void put_diagnostic(struct verify *v, const dfmt_diagnostic *d) {
  put_problem(v, &(struct problem){.severity = d->severity,
                                   .number = d->number,
                                   .placed = d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET,
                                   .line = d->present & DFMT_DIAGNOSTIC_HAS_LINE ? d->line : 0,
                                   .offset = d->byte_offset,
                                   .message = d->message});
}

/* Reads the value to its end and keeps it in buf, if it is not too large. *len: bytes kept, UINT64_MAX: too many. */
static dfmt_status read_value(dfmt_reader *r, unsigned char *buf, uint64_t *len) {
  const void *ptr;
  uint64_t n;
  dfmt_status st;
  *len = 0;
  while ((st = dfmt_payload_chunk(r, &ptr, &n)) == DFMT_OK) {
    if (*len != UINT64_MAX && n <= VALUE_MOST - *len) {
      memcpy(buf + *len, ptr, (size_t)n);
      *len += n;
    } else {
      *len = UINT64_MAX;
    }
    if (tool_stopped()) break;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* An event: its value must decode; with --strict the format looks at it as well. */
static void check(struct verify *v, void *state, const dfmt_event *ev, dfmt_str key) {
  static unsigned char value[VALUE_MOST];
  struct tool *t = v->walk.t;
  uint64_t len;
  dfmt_status st = read_value(v->walk.reader, value, &len);
  if (st != DFMT_OK) put_fault(v, key);
  if (st == DFMT_E_IO) v->walk.failed = v->told = true;
  if (!t->set.strict || !v->walk.format->verify) return;
  bool known = st == DFMT_OK && len != UINT64_MAX;
  v->walk.format->verify->event(state, v, ev, known ? value : NULL, known ? len : 0);
  if (v->walk.format->linked) return;
  struct entry e = {.offset = ev->offset, .line = member_number(ev->body, "line")};
  if (index_add(&v->index, &e, key, option_value(t, DFMT_CFG_MAX_TABLE))) return;
  verify_problem(v, DFMT_SEVERITY_ERROR, e.line, e.offset, key, "more entries than --max-table has room for");
  v->walk.failed = v->told = true;
}

/* With --strict: what can be said only at the end. */
static void finish(struct verify *v, void *state) {
  struct index *x = &v->index;
  index_seal(x);
  index_sort_by_key(x);
  for (size_t i = 1; i < x->n; i++)
    if (same_key(x->list[i - 1].key, x->list[i].key))
      verify_problem(v, DFMT_SEVERITY_WARNING, x->list[i].line, x->list[i].offset, x->list[i].key,
                     "this key came before (line %" PRIu64 ")", x->list[i - 1].line);
  if (v->walk.format && v->walk.format->verify) v->walk.format->verify->finish(state, v);
}

static void put_verdict(struct verify *v) {
  struct tool *t = v->walk.t;
  if (tool_stopped() || t->set.quiet || (v->problems == 0 && t->file_code != CODE_FINE)) return;
  if (t->set.json) {
    put_s(t->out.sink, "{\"file\":");
    put_json_string(t->out.sink, v->walk.in->name, strlen(v->walk.in->name));
    put_f(t->out.sink, ",\"ok\":%s,\"problems\":%" PRIu64 "}", v->problems ? "false" : "true", v->problems);
  } else {
    put_safe_s(t->out.sink, v->walk.in->name);
    if (v->problems == 0)
      put_s(t->out.sink, ": OK");
    else
      put_f(t->out.sink, ": %" PRIu64 " problem%s", v->problems, v->problems == 1 ? "" : "s");
  }
  put_end(t->out.sink);
}

static void one(struct tool *t, struct input *in) {
  struct verify v = {.problems = 0};
  const dfmt_event *ev;
  const dfmt_diagnostic *d;
  dfmt_str key;
  void *state = NULL;
  walk_open(&v.walk, t, in);
  v.walk.quiet = true;
  while (walk_next(&v.walk, &ev)) {
    if (!state && v.walk.format && v.walk.format->verify) state = tool_zalloc(v.walk.format->verify->state_size);
    if ((d = dfmt_event_diagnostic(ev)) != NULL)
      put_diagnostic(&v, d);
    else if (v.walk.format)
      check(&v, state, ev, v.walk.format->key(ev, &key) ? key : (dfmt_str){NULL, 0});
  }
  bool reported = is_system_failure(dfmt_reader_error(v.walk.reader)->status);
  if (v.walk.failed && !v.told && !reported) put_fault(&v, (dfmt_str){NULL, 0});
  if (t->set.strict && !tool_stopped() && v.walk.format) {
    if (!state && v.walk.format->verify) state = tool_zalloc(v.walk.format->verify->state_size);
    finish(&v, state);
  }
  put_verdict(&v);
  tool_realloc(state, 0);
  index_free(&v.index);
}

static void run(struct tool *t) {
  each_file(t, 0, one);
  report_summary(t, true);
}

static const struct opt options[] = {
    {"strict", 0, OPT_FLAG, offsetof(struct settings, strict), NULL, "count notes, and all that the writers never do"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "print one JSON object a line for problems and files"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_verify = {
    .name = "verify",
    .operands = "[FILE]...",
    .summary = "read and decode everything, and report problems",
    .text =
        "Reads and decodes everything. Prints one line for each problem, with its place,\n"
        "and one for each file. Notes (odd, but accepted by all readers) do not count.\n",
    .run = run,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .presets = {{DFMT_CFG_RECOVER, 1}, {DFMT_CFG_DIAGNOSTICS, 1}},
    .examples = {{"diagfmt verify /var/crash/*.crash", "are these whole?"},
                 {"diagfmt verify --strict report.crash", "also: is all there that should be?"},
                 {"diagfmt verify -q *.crash || echo 'something is wrong'", "only the problems, and the exit code"}},
};
