/* SPDX-License-Identifier: MIT */
/* `dump --native`: the text of `apitrace dump`, byte for byte. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "index.h"
#include "interrupt.h"
#include "options.h"
#include "sort.h"
#include "value_text.h"
#include "walk.h"

enum { PIECE = 65536 }; /* bytes that are handed on at once */

struct state {
  struct walk *walk;
  dfmt_sink *to;
  struct buffer text;
  struct value_text values;
  bool verbose, thread_ids, call_nos, arg_names, cut_calls;
  int directory;          /* for blobs; -1: they are not written */
  uint64_t call, n_blobs; /* blobs of this call so far */
  bool failed;
};

/* --WORD, --WORD=yes, --WORD=no, or `otherwise`. */
static bool yes(const char *given, bool otherwise) { return given ? strcmp(given, "no") != 0 : otherwise; }

/* A blob goes to a new file; nothing that exists is touched. */
static void write_blob(struct state *s, const char *name, const dfmt_apitrace_value *v) {
  struct tool *t = s->walk->t;
  struct output out;
  if (v->aux && !v->ptr) {
    report(t, CODE_DAMAGED, name, "not written: the blob is above --max-inline");
    s->failed = true;
    return;
  }
  dfmt_sink *sink = NULL;
  dfmt_status made = dfmt_sink_in(t->config, s->directory, name, strlen(name), &sink);
  output_take(&out, made, sink, name);
  uint64_t taken;
  bool good = v->aux == 0 || dfmt_sink_write(sink, v->ptr, v->aux, &taken) == DFMT_OK;
  good = good && dfmt_sink_close(sink) == DFMT_OK;
  if (!good) report_error(t, &(struct place){.file = name, .out = &out}, dfmt_sink_error(sink));
  output_drop(&out);
  s->failed = !good;
}

static void put_blob_file(void *user, const dfmt_apitrace_value *v) {
  struct state *s = user;
  char name[64];
  if (s->n_blobs == 0)
    snprintf(name, sizeof name, "blob_call%" PRIu64 ".bin", s->call);
  else
    snprintf(name, sizeof name, "blob_call%" PRIu64 "_%" PRIu64 ".bin", s->call, s->n_blobs);
  s->n_blobs++;
  if (!s->failed) write_blob(s, name, v);
  buffer_put_s(&s->text, "blob(\"");
  buffer_put_s(&s->text, name);
  buffer_put_s(&s->text, "\")");
}

static int open_directory(struct tool *t) {
  const char *path = t->set.directory ? t->set.directory : ".";
  if (t->set.directory && mkdir(path, 0777) != 0 && errno != EEXIST) {
    report(t, CODE_IO, path, "cannot make directory: %s", strerror(errno));
    return -1;
  }
  int fd = interrupt_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) report(t, CODE_IO, path, "cannot open directory: %s", strerror(errno));
  return fd;
}

static void begin(void *user, struct walk *w, dfmt_sink *to, bool plain) {
  struct state *s = user;
  bool recover = option_is_given(w->t, DFMT_CFG_RECOVER) && option_value(w->t, DFMT_CFG_RECOVER);
  const struct settings *set = &w->t->set;
  *s = (struct state){.walk = w,
                      .to = to,
                      .verbose = set->verbose || plain,
                      .thread_ids = yes(set->thread_ids, false),
                      .call_nos = yes(set->call_nos, true),
                      .arg_names = yes(set->arg_names, true),
                      .cut_calls = plain || recover,
                      .directory = -1};
  s->values = (struct value_text){.to = &s->text,
                                  .drain = to,
                                  .color = w->t->color && !plain,
                                  .honest = set->honest,
                                  .one_line = !yes(set->multiline, true),
                                  .careful = !plain && isatty(STDOUT_FILENO)};
  if (!set->blobs) return;
  s->directory = open_directory(w->t);
  s->failed = s->directory < 0;
  s->values.blob = put_blob_file;
  s->values.user = s;
}

/* --- properties ----------------------------------------------------------------------------------------------------*/

static int by_name(const void *a, const void *b) {
  const dfmt_pair *const *x = a, *const *y = b;
  size_t n = (size_t)((*x)->key.len < (*y)->key.len ? (*x)->key.len : (*y)->key.len);
  int d = n ? memcmp((*x)->key.ptr, (*y)->key.ptr, n) : 0;
  if (d == 0) d = ((*x)->key.len > (*y)->key.len) - ((*x)->key.len < (*y)->key.len);
  return d ? d : (*x > *y) - (*x < *y);
}

/* Sorted by name; of several with one name the last. */
static void put_properties(struct state *s, const dfmt_apitrace_header *h) {
  const dfmt_pair **list = tool_realloc(NULL, ((size_t)h->n_properties + 1) * sizeof *list);
  size_t n = (size_t)h->n_properties;
  for (size_t i = 0; i < n; i++) list[i] = &h->properties[i];
  tool_sort(list, n, sizeof *list, by_name);
  for (size_t i = 0; i < n; i++) {
    if (i + 1 < n && same_key(list[i]->key, list[i + 1]->key)) continue;
    buffer_put_s(&s->text, "// ");
    value_text_name(&s->values, list[i]->key);
    buffer_put_s(&s->text, " = ");
    value_text_string(&s->values, list[i]->value);
    buffer_byte(&s->text, '\n');
  }
  tool_realloc(list, 0);
}

/* --- calls ---------------------------------------------------------------------------------------------------------*/

/* name NULL: it is not declared. v NULL: the trace does not have it. */
static void put_argument(struct state *s, uint64_t *some, const dfmt_str *name, const dfmt_apitrace_value *v) {
  if ((*some)++) buffer_put(&s->text, ", ", 2);
  if (s->arg_names && name) {
    value_text_label(&s->values, *name);
    buffer_put(&s->text, " = ", 3);
  }
  if (v)
    value_text_put(&s->values, v);
  else
    buffer_byte(&s->text, '?');
}

/* All that the function declares, `?` for those the trace has not; after them those beyond its declaration. */
static void put_arguments(struct state *s, const dfmt_apitrace_call *c) {
  const dfmt_apitrace_arg *a = c->args, *end = c->n_args ? a + c->n_args : a;
  uint64_t some = 0, n = c->sig ? c->sig->n_members : 0;
  for (uint64_t i = 0; i < n; i++) {
    bool there = a != end && a->number == i;
    put_argument(s, &some, &c->sig->members[i], there ? a->value : NULL);
    if (there) a++;
  }
  for (; a != end; a++) put_argument(s, &some, NULL, a->value);
}

static void put_remarks(struct state *s, uint32_t flags) {
  if (!(flags & (DFMT_APITRACE_FLAG_FAKE | DFMT_APITRACE_FLAG_INCOMPLETE))) return;
  buffer_put_s(&s->text, " //");
  if (flags & DFMT_APITRACE_FLAG_FAKE) buffer_put_s(&s->text, " fake");
  if (!(flags & DFMT_APITRACE_FLAG_INCOMPLETE)) return;
  buffer_byte(&s->text, ' ');
  value_text_paint(&s->values, PAINT_RED);
  buffer_put_s(&s->text, "incomplete");
  value_text_paint(&s->values, PAINT_NORMAL);
}

static void put_part(struct state *s, const char *before, dfmt_str part) {
  buffer_put_s(&s->text, before);
  value_text_name(&s->values, part);
}

/* The reference has 32 bits for numbers of calls and threads. */
static uint64_t narrow(const struct state *s, uint64_t number) { return s->values.honest ? number : (uint32_t)number; }

/* Lines have 32 bits there, offsets 64, with a sign; a negative one is none. */
static bool has_line(const struct state *s, const dfmt_apitrace_frame *f) {
  return f->present & DFMT_APITRACE_FRAME_HAS_LINE && (s->values.honest || (uint32_t)f->line <= INT32_MAX);
}

static bool has_offset(const struct state *s, const dfmt_apitrace_frame *f) {
  return f->present & DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET && (s->values.honest || f->function_offset <= INT64_MAX);
}

static void put_frame(struct state *s, const dfmt_apitrace_frame *f) {
  if (f->present & DFMT_APITRACE_FRAME_HAS_MODULE)
    put_part(s, "", f->module);
  else
    buffer_byte(&s->text, '?');
  if (f->present & DFMT_APITRACE_FRAME_HAS_FUNCTION) put_part(s, ": ", f->function);
  if (has_offset(s, f)) {
    buffer_put_s(&s->text, "+0x");
    buffer_hex(&s->text, f->function_offset, 1);
  }
  if (f->present & DFMT_APITRACE_FRAME_HAS_FILE) {
    put_part(s, ": ", f->file);
    if (has_line(s, f)) {
      buffer_byte(&s->text, ':');
      buffer_unsigned(&s->text, narrow(s, f->line));
    }
  }
  buffer_byte(&s->text, '\n');
}

static void put_backtrace(struct state *s, const dfmt_apitrace_call *c) {
  value_text_paint(&s->values, PAINT_BOLD PAINT_RED);
  buffer_put_s(&s->text, "Backtrace:\n");
  value_text_paint(&s->values, PAINT_NORMAL);
  for (uint64_t i = 0; i < c->n_frames; i++) put_frame(s, c->frames[i]);
}

static void put_call(struct state *s, const dfmt_apitrace_call *c) {
  s->call = narrow(s, c->number);
  s->n_blobs = 0;
  if (s->call_nos) {
    buffer_unsigned(&s->text, s->call);
    buffer_byte(&s->text, ' ');
  }
  if (s->thread_ids) {
    buffer_byte(&s->text, '@');
    buffer_hex(&s->text, narrow(s, c->thread_id), 1);
    buffer_byte(&s->text, ' ');
  }
  value_text_paint(&s->values, c->flags & DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS ? PAINT_NORMAL : PAINT_BOLD);
  value_text_label(&s->values, c->name);
  buffer_byte(&s->text, '(');
  put_arguments(s, c);
  buffer_byte(&s->text, ')');
  if (c->present & DFMT_APITRACE_CALL_HAS_RET) {
    buffer_put(&s->text, " = ", 3);
    value_text_put(&s->values, c->ret);
  }
  put_remarks(s, c->flags);
  buffer_byte(&s->text, '\n');
  if (s->values.one_line) return;
  if (c->present & DFMT_APITRACE_CALL_HAS_FRAMES) put_backtrace(s, c);
  if (c->flags & DFMT_APITRACE_FLAG_END_FRAME) buffer_byte(&s->text, '\n');
}

/* What of calls the reference hides (they are of little interest), and what it loses. */
static bool is_shown(const struct state *s, const dfmt_apitrace_call *c) {
  if (c->flags & DFMT_APITRACE_FLAG_VERBOSE && !s->verbose) return false;
  return s->cut_calls || !(c->flags & DFMT_APITRACE_FLAG_LEAVE_CUT);
}

static bool event(void *user, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(ev);
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  if (h && !s->walk->t->set.grep) put_properties(s, h);
  if (c && is_shown(s, c)) put_call(s, c);
  if (s->text.len >= PIECE) buffer_flush(&s->text, s->to);
  return !s->failed;
}

static void end(void *user) {
  struct state *s = user;
  buffer_flush(&s->text, s->to);
  buffer_free(&s->text);
  value_text_free(&s->values);
  if (s->directory >= 0) close(s->directory);
}

const struct native_ops apitrace_native = {
    .state_size = sizeof(struct state), .words = "text", .begin = begin, .event = event, .end = end};
