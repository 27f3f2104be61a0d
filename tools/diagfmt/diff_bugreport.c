/* SPDX-License-Identifier: MIT */
/*
 * `diff` for bug reports: the header's properties, entries, sections and services, each by its name, the n-th of a name
 * with the n-th. What two reports never have in common is left out: durations, times, and the main entry's name.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "diff.h"
#include "ranking.h"
#include "text.h"
#include "walk.h"

enum { SHOWN = 20, MOST_SHOWN = 1000 };

/* In the order in which they are told. */
enum kind { PROPERTY, ENTRY, SECTION, SERVICE };

struct part {
  enum kind kind;
  size_t key, len;       /* in the file's bytes */
  size_t value, n_value; /* of a property; likewise */
  uint64_t nth;          /* of this kind and name */
  uint64_t size, hash;   /* of the content; of a section without its services */
  const char *result;    /* how it went; static, NULL: nothing to tell */
};

struct report_parts {
  struct part *list;
  size_t n, cap, *order;
  struct buffer bytes;
  size_t section, service; /* open ones, SIZE_MAX: none */
  uint64_t index;          /* of the open section */
};

struct state {
  struct report_parts file[2];
};

/* ---- taking in ---- */

static struct part *add(struct report_parts *f, enum kind kind, dfmt_str key) {
  if (f->n == f->cap) f->list = tool_realloc(f->list, (f->cap = f->cap ? 2 * f->cap : 256) * sizeof *f->list);
  struct part *p = &f->list[f->n++];
  *p = (struct part){.kind = kind, .key = f->bytes.len, .len = (size_t)key.len, .hash = DIFF_HASH};
  buffer_put(&f->bytes, key.ptr, (size_t)key.len);
  return p;
}

static void take_content(struct walk *w, struct part *p) {
  const void *ptr;
  uint64_t len;
  dfmt_status st;
  while ((st = dfmt_payload_chunk(w->reader, &ptr, &len)) == DFMT_OK && !tool_stopped()) {
    p->hash = diff_hash(p->hash, ptr, len);
    p->size += len;
  }
  if (st < 0) walk_fault(w, NULL, (dfmt_str){NULL, 0});
}

static void take_property(struct report_parts *f, const dfmt_bugreport_property *b) {
  struct part *p = add(f, PROPERTY, b->key);
  p->value = f->bytes.len;
  p->n_value = (size_t)b->value.len;
  p->hash = diff_hash(p->hash, b->value.ptr, b->value.len);
  p->size = b->value.len;
  buffer_put(&f->bytes, b->value.ptr, p->n_value);
}

/* The text is compared by its parts, and its pointer by nothing: it holds a name with a date. */
static void take_entry(struct report_parts *f, struct walk *w, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  if (e->role == DFMT_BUGREPORT_ROLE_MAIN || e->role == DFMT_BUGREPORT_ROLE_POINTER ||
      e->role == DFMT_BUGREPORT_ROLE_FOLDER)
    return;
  struct part *p = add(f, ENTRY, e->name);
  if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD) take_content(w, p);
}

static void take_part(struct report_parts *f, struct walk *w, const dfmt_event *ev, enum kind kind, size_t *open) {
  dfmt_str key;
  (void)w->format->key(ev, &key);
  *open = f->n;
  take_content(w, add(f, kind, key));
}

static void take_text(struct report_parts *f, struct walk *w, const dfmt_bugreport_text *b) {
  size_t at = b->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER                                    ? f->service
              : b->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER && b->section_number == f->index ? f->section
                                                                                                     : SIZE_MAX;
  if (at != SIZE_MAX) take_content(w, &f->list[at]);
}

static void event(void *user, struct walk *w, int which, const dfmt_event *ev) {
  struct state *s = user;
  struct report_parts *f = &s->file[which];
  const dfmt_bugreport_property *property = dfmt_event_bugreport_property(ev);
  const dfmt_bugreport_entry *entry = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_section_end *end = dfmt_event_bugreport_section_end(ev);
  const dfmt_bugreport_service_end *service_end = dfmt_event_bugreport_service_end(ev);
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  if (!f->bytes.ptr) f->section = f->service = SIZE_MAX;
  if (property) take_property(f, property);
  if (entry) take_entry(f, w, ev, entry);
  if (section) {
    f->index = section->number;
    take_part(f, w, ev, SECTION, &f->section);
  }
  if (dfmt_event_bugreport_service(ev)) take_part(f, w, ev, SERVICE, &f->service);
  if (text) take_text(f, w, text);
  if (end && f->section != SIZE_MAX && end->result != DFMT_BUGREPORT_RESULT_OK)
    f->list[f->section].result = dfmt_type_word(DFMT_TYPE_BUGREPORT_RESULT, end->result);
  if (service_end && f->service != SIZE_MAX && service_end->timed_out)
    f->list[f->service].result = dfmt_type_word(DFMT_TYPE_BUGREPORT_RESULT, DFMT_BUGREPORT_RESULT_TIMED_OUT);
  if (end) f->section = SIZE_MAX;
  if (service_end) f->service = SIZE_MAX;
}

/* ---- comparing ---- */

static dfmt_str key_of(const struct report_parts *f, const struct part *p) {
  return (dfmt_str){f->bytes.ptr + p->key, p->len};
}

static int compare_names(const struct report_parts *f, const struct part *a, const struct report_parts *g,
                         const struct part *b) {
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  size_t n = a->len < b->len ? a->len : b->len;
  int d = n ? memcmp(f->bytes.ptr + a->key, g->bytes.ptr + b->key, n) : 0;
  return d ? d : (a->len > b->len) - (a->len < b->len);
}

static int by_name(const void *user, size_t a, size_t b) {
  const struct report_parts *f = user;
  return compare_names(f, &f->list[a], f, &f->list[b]);
}

static void sort(struct report_parts *f) {
  f->order = sorted_numbers(f->n, by_name, f);
  for (size_t i = 1; i < f->n; i++) {
    struct part *p = &f->list[f->order[i]];
    const struct part *before = &f->list[f->order[i - 1]];
    if (compare_names(f, p, f, before) == 0) p->nth = before->nth + 1;
  }
}

static int compare(const struct report_parts *f, const struct part *a, const struct report_parts *g,
                   const struct part *b) {
  int d = compare_names(f, a, g, b);
  return d ? d : (a->nth > b->nth) - (a->nth < b->nth);
}

static bool is_same(const struct part *a, const struct part *b) {
  return a->size == b->size && a->hash == b->hash && a->result == b->result;
}

/* ---- telling ---- */

static void put_title(dfmt_sink *to, const char *mark, const struct report_parts *f, const struct part *p) {
  dfmt_str key = key_of(f, p);
  put_s(to, mark);
  if (p->kind == PROPERTY) put_s(to, "header: ");
  put_safe(to, key.ptr, key.len);
  if (p->nth) put_f(to, " (number %" PRIu64 ")", p->nth + 1);
}

static void put_content(dfmt_sink *to, const struct report_parts *f, const struct part *p) {
  if (p->kind == PROPERTY) {
    put_safe(to, f->bytes.ptr + p->value, p->n_value < MOST_SHOWN ? p->n_value : MOST_SHOWN);
    put_s(to, p->n_value > MOST_SHOWN ? " ...\n" : "\n");
    return;
  }
  put_f(to, "%" PRIu64 " bytes, hash %016" PRIx64, p->size, p->hash);
  if (p->result) put_f(to, ", %s", p->result);
  put_s(to, "\n");
}

static void tell_only(struct diff *d, const struct report_parts *f, const struct part *p, const char *mark) {
  dfmt_sink *to = diff_sink(d);
  put_title(to, mark, f, p);
  put_s(to, ": ");
  put_content(to, f, p);
}

static void tell_both(struct diff *d, const struct state *s, const struct part *a, const struct part *b) {
  dfmt_sink *to = diff_sink(d);
  put_title(to, "@ ", &s->file[0], a);
  put_s(to, "\n- ");
  put_content(to, &s->file[0], a);
  put_s(to, "+ ");
  put_content(to, &s->file[1], b);
}

static uint64_t tell(void *user, struct diff *d) {
  struct state *s = user;
  struct report_parts *f = &s->file[0], *g = &s->file[1];
  uint64_t found = 0, most = diff_max(d, SHOWN);
  sort(f);
  sort(g);
  for (size_t i = 0, k = 0; i < f->n || k < g->n;) {
    const struct part *a = i < f->n ? &f->list[f->order[i]] : NULL, *b = k < g->n ? &g->list[g->order[k]] : NULL;
    int order = !a ? 1 : !b ? -1 : compare(f, a, g, b);
    i += order <= 0;
    k += order >= 0;
    if (order > 0) a = NULL;
    if (order < 0) b = NULL;
    if (a && b && is_same(a, b)) continue;
    if (found++ == 0) diff_begin(d);
    if (found > most) continue;
    if (a && b)
      tell_both(d, s, a, b);
    else if (a)
      tell_only(d, f, a, "- ");
    else if (b)
      tell_only(d, g, b, "+ ");
  }
  if (found > most) put_f(diff_sink(d), "... and %" PRIu64 " more differences; --all shows them\n", found - most);
  return found;
}

static void end(void *user) {
  struct state *s = user;
  for (int i = 0; i < 2; i++) {
    tool_realloc(s->file[i].list, 0);
    tool_realloc(s->file[i].order, 0);
    buffer_free(&s->file[i].bytes);
  }
}

static const struct whole_diff_ops whole = {
    .state_size = sizeof(struct state), .event = event, .tell = tell, .end = end};

static const char *kind(const dfmt_event *first, const struct whole_diff_ops **ops) {
  (void)first;
  *ops = &whole;
  return "a bug report";
}

const struct diff_ops bugreport_diff = {.kind = kind};
