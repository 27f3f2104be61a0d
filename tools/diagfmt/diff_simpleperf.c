/* SPDX-License-Identifier: MIT */
/*
 * `diff` for simpleperf: records by their numbers, as they stand. Samples and switches are about the same thing if
 * thread and time are, so that those which one file lacks are told as such and the others go on side by side.
 */
#include <inttypes.h>
#include <string.h>

#include "diff.h"
#include "formats.h"
#include "index.h"
#include "text.h"

enum { BEFORE = 60 }; /* bytes of a line that are shown before the difference */

static bool alike(const dfmt_event *a, const dfmt_event *b) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(a), *t = dfmt_event_simpleperf_sample(b);
  const dfmt_simpleperf_switch *c = dfmt_event_simpleperf_switch(a), *d = dfmt_event_simpleperf_switch(b);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(a), *g = dfmt_event_simpleperf_file(b);
  const dfmt_simpleperf_thread *p = dfmt_event_simpleperf_thread(a), *q = dfmt_event_simpleperf_thread(b);
  if (a->type != b->type) return false;
  if (s && t) return s->time_ns == t->time_ns && s->thread_id == t->thread_id;
  if (c && d) return c->time_ns == d->time_ns && c->thread_id == d->thread_id;
  if (f && g) return same_key(f->path, g->path);
  return !p || !q || p->thread_id == q->thread_id;
}

static void title(dfmt_sink *to, const dfmt_event *ev) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *c = dfmt_event_simpleperf_switch(ev);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  const dfmt_type *type = dfmt_describe(ev->type);
  put_s(to, type && dfmt_event_opaque(ev) == NULL ? strrchr(type->name, '.') + 1 : "unknown record");
  if (s) put_f(to, " of thread %" PRId32 " at %" PRIu64 " ns", s->thread_id, s->time_ns);
  if (c) put_f(to, " of thread %" PRId32 " at %" PRIu64 " ns", c->thread_id, c->time_ns);
  if (t) put_f(to, " %" PRId32, t->thread_id);
  if (!f) return;
  put_s(to, " ");
  put_safe(to, f->path.ptr, f->path.len);
}

static dfmt_sink *json_of(const dfmt_event *ev, dfmt_str *line) {
  dfmt_sink *s = text_begin();
  put_settle(s, dfmt_event_json(ev, s));
  *line = text_held(s);
  line->len -= line->len > 0; /* the line feed */
  return s;
}

static dfmt_str from(dfmt_str line, uint64_t at) { return (dfmt_str){line.ptr + at, line.len - at}; }

/* Both as JSON lines, from shortly before the first difference. */
static bool differ(struct diff *d, const dfmt_event *a, const dfmt_event *b) {
  const char *member = NULL;
  if (dfmt_event_equal(a, b, &member)) return true;
  dfmt_str x, y;
  dfmt_sink *s = json_of(a, &x), *t = json_of(b, &y);
  uint64_t at = 0;
  while (at < x.len && at < y.len && x.ptr[at] == y.ptr[at]) at++;
  at = at > BEFORE ? at - BEFORE : 0;
  while (at > 0 && ((unsigned char)x.ptr[at] & 0xc0) == 0x80) at--; /* not inside a character */
  bool more = diff_value(d, a, b, (dfmt_str){member, strlen(member)}, from(x, at), from(y, at));
  dfmt_sink_free(s);
  dfmt_sink_free(t);
  return more;
}

const struct diff_ops simpleperf_diff = {.alike = alike, .differ = differ, .title = title};
