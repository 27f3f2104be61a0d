/* SPDX-License-Identifier: MIT */
/*
 * Bug reports, compared as wholes: the header's properties, entries, sections and services, each by its name, the n-th
 * of a name with the n-th. Durations, times and the main entry's name are ignored, as they always differ.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "diff.h"

/* In the order of the rows. */
enum part_kind { PROPERTY, ENTRY, SECTION, SERVICE };

struct part {
  enum part_kind kind;
  size_t key, len;                   /* in report.bytes */
  size_t value, n_value;             /* of a property; also there */
  uint64_t nth;                      /* index among those of this kind and name */
  uint64_t offset;                   /* of its event */
  struct dfmto_diff_content content; /* of a section without its services; unused for properties */
  const char *result;                /* of the command; static, NULL: success */
};

struct ordered {
  const struct report *report;
  size_t part;
};

struct report {
  struct part *list;
  size_t n, cap;
  struct ordered *order;
  struct dfmti_buf bytes;
  size_t section, service; /* open ones, plus 1; 0: none */
  uint64_t number;         /* of the open section */
  size_t content;          /* the part whose pieces are read, plus 1 */
};

struct state {
  struct report report[DFMTO_SIDES];
};

static struct report *report_of(struct dfmto_diff *d) { return &((struct state *)d->state)->report[d->op->input]; }

/* ---- collecting parts ---- */

/* Adds a part without a key. NULL: no memory. */
static struct part *add(struct dfmto_diff *d, struct report *r, enum part_kind kind, const dfmt_event *ev) {
  if (r->n == r->cap) {
    struct part *more = dfmti_grow(&d->op->mem, r->list, &r->cap, 64, sizeof *more);
    if (!more) return NULL;
    r->list = more;
  }
  struct part *p = &r->list[r->n];
  *p = (struct part){.kind = kind, .key = r->bytes.len, .offset = ev->offset, .content = dfmto_diff_content_begin(d)};
  return p;
}

static bool put(struct dfmto_diff *d, struct report *r, dfmt_str s) {
  return s.len == 0 || dfmti_buf_append(&d->op->mem, &r->bytes, s.ptr, dfmti_clamp(s.len));
}

/* Adds a part with its key, or nothing. */
static dfmt_status add_keyed(struct dfmto_diff *d, struct report *r, enum part_kind kind, const dfmt_event *ev,
                             const char *prefix, dfmt_str name) {
  const size_t before = r->bytes.len;
  struct part *p = add(d, r, kind, ev);
  if (!p || !put(d, r, (dfmt_str){prefix, strlen(prefix)}) || !put(d, r, name)) {
    r->bytes.len = before;
    return dfmto_no_memory(d->op);
  }
  p->len = r->bytes.len - before;
  r->n++;
  return DFMT_OK;
}

static dfmt_status take_property(struct dfmto_diff *d, struct report *r, const dfmt_event *ev,
                                 const dfmt_bugreport_property *b) {
  dfmt_status st = add_keyed(d, r, PROPERTY, ev, "header:", b->key);
  if (st != DFMT_OK) return st;
  struct part *p = &r->list[r->n - 1];
  p->value = r->bytes.len;
  p->n_value = (size_t)b->value.len;
  if (put(d, r, b->value)) return DFMT_OK;
  r->bytes.len = p->key;
  r->n--;
  return dfmto_no_memory(d->op);
}

/* Makes the value of the event the content of a part. */
static void want_value(struct dfmto_diff *d, struct report *r, size_t part) {
  r->content = part;
  d->wants_value = part != 0;
}

/* The text is compared by its parts. The pointer is ignored: it holds a name with a date. */
static dfmt_status take_entry(struct dfmto_diff *d, struct report *r, const dfmt_event *ev,
                              const dfmt_bugreport_entry *e) {
  if (e->role == DFMT_BUGREPORT_ROLE_MAIN || e->role == DFMT_BUGREPORT_ROLE_POINTER ||
      e->role == DFMT_BUGREPORT_ROLE_FOLDER)
    return DFMT_OK;
  dfmt_status st = add_keyed(d, r, ENTRY, ev, "", e->name);
  if (st == DFMT_OK && ev->flags & DFMT_EVENT_FLAG_PAYLOAD) want_value(d, r, r->n);
  return st;
}

static dfmt_status take_section(struct dfmto_diff *d, struct report *r, const dfmt_event *ev,
                                const dfmt_bugreport_section *b) {
  dfmt_status st = add_keyed(d, r, SECTION, ev, "section:", b->title);
  if (st != DFMT_OK) return st;
  r->section = r->n;
  r->number = b->number;
  want_value(d, r, r->n);
  return DFMT_OK;
}

static dfmt_status take_service(struct dfmto_diff *d, struct report *r, const dfmt_event *ev,
                                const dfmt_bugreport_service *b) {
  dfmt_status st = add_keyed(d, r, SERVICE, ev, "service:", b->name);
  if (st != DFMT_OK) return st;
  r->service = r->n;
  want_value(d, r, r->n);
  return DFMT_OK;
}

static void take_text(struct dfmto_diff *d, struct report *r, const dfmt_bugreport_text *b) {
  const bool in_section = b->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER && b->section_number == r->number;
  want_value(d, r, b->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER ? r->service : in_section ? r->section : 0);
}

static void take_section_end(struct report *r, const dfmt_bugreport_section_end *b) {
  if (r->section && b->result != DFMT_BUGREPORT_RESULT_OK)
    r->list[r->section - 1].result = dfmt_type_word(DFMT_TYPE_BUGREPORT_RESULT, b->result);
  r->section = 0;
}

static void take_service_end(struct report *r, const dfmt_bugreport_service_end *b) {
  if (r->service && b->timed_out)
    r->list[r->service - 1].result = dfmt_type_word(DFMT_TYPE_BUGREPORT_RESULT, DFMT_BUGREPORT_RESULT_TIMED_OUT);
  r->service = 0;
}

static dfmt_status take(struct dfmto_diff *d, const dfmt_event *ev) {
  struct report *r = report_of(d);
  switch (ev->type) {
    case DFMT_BUGREPORT_PROPERTY: return take_property(d, r, ev, dfmt_event_bugreport_property(ev));
    case DFMT_BUGREPORT_ENTRY: return take_entry(d, r, ev, dfmt_event_bugreport_entry(ev));
    case DFMT_BUGREPORT_SECTION: return take_section(d, r, ev, dfmt_event_bugreport_section(ev));
    case DFMT_BUGREPORT_SERVICE: return take_service(d, r, ev, dfmt_event_bugreport_service(ev));
    case DFMT_BUGREPORT_TEXT: take_text(d, r, dfmt_event_bugreport_text(ev)); return DFMT_OK;
    case DFMT_BUGREPORT_SECTION_END: take_section_end(r, dfmt_event_bugreport_section_end(ev)); return DFMT_OK;
    case DFMT_BUGREPORT_SERVICE_END: take_service_end(r, dfmt_event_bugreport_service_end(ev)); return DFMT_OK;
    default: return DFMT_OK;
  }
}

static void piece(struct dfmto_diff *d, dfmt_str s) {
  struct report *r = report_of(d);
  dfmto_diff_content_add(&r->list[r->content - 1].content, s);
}

/* ---- order ---- */

static dfmt_str bytes_at(const struct report *r, size_t at, size_t len) {
  return (dfmt_str){r->bytes.ptr ? (const char *)r->bytes.ptr + at : "", len};
}

static dfmt_str key_of(const struct report *r, const struct part *p) { return bytes_at(r, p->key, p->len); }

static int compare_names(const struct report *r, const struct part *a, const struct report *s, const struct part *b) {
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  return dfmti_order(key_of(r, a), key_of(s, b));
}

static bool stands_before(const void *a, const void *b) {
  const struct ordered *x = a, *y = b;
  const struct report *r = x->report;
  int c = compare_names(r, &r->list[x->part], r, &r->list[y->part]);
  return c ? c < 0 : x->part < y->part;
}

static struct part *part_at(const struct report *r, size_t i) { return &r->list[r->order[i].part]; }

static dfmt_status sort(struct dfmto_diff *d, struct report *r) {
  size_t bytes;
  if (!r->order && r->cap)
    r->order = dfmti_mul(r->cap, sizeof *r->order, &bytes) ? dfmti_alloc(&d->op->mem, bytes) : NULL;
  if (!r->order) return r->cap ? dfmto_no_memory(d->op) : DFMT_OK;
  for (size_t i = 0; i < r->n; i++) r->order[i] = (struct ordered){r, i};
  if (!dfmti_heapsort(&d->op->mem, r->order, r->n, sizeof *r->order, stands_before))
    return dfmti_fail_stopped(&d->op->err);
  for (size_t i = 1; i < r->n; i++) {
    struct part *p = part_at(r, i);
    const struct part *before = part_at(r, i - 1);
    p->nth = compare_names(r, p, r, before) == 0 ? before->nth + 1 : 0;
  }
  return DFMT_OK;
}

static int compare(const struct report *r, const struct part *a, const struct report *s, const struct part *b) {
  int c = compare_names(r, a, s, b);
  return c ? c : (a->nth > b->nth) - (a->nth < b->nth);
}

/* ---- reporting ---- */

struct texts {
  char value[DFMTO_VALUE_TEXT], place[24];
};

static dfmt_str content_text(const struct report *r, const struct part *p, char *room) {
  return p->kind == PROPERTY ? bytes_at(r, p->value, p->n_value) : dfmto_diff_content_text(&p->content, room);
}

/* Sets what both sides have of a part; nothing for a missing part. */
static void put_part(struct dfmto_diff_told *x, int which, const struct report *r, const struct part *p, char *place) {
  if (!p) return;
  x->record = key_of(r, p);
  x->offset[which] = p->offset;
  x->has_offset[which] = true;
  if (!p->nth) return;
  int n = snprintf(place, sizeof((struct texts *)NULL)->place, "%" PRIu64, p->nth + 1);
  x->place[which] = (dfmt_str){place, (uint64_t)n};
}

static bool same(const struct report *r, const struct part *const p[DFMTO_SIDES]) {
  const struct part *a = p[DFMTO_BEFORE], *b = p[DFMTO_AFTER];
  if (a->kind != PROPERTY) return dfmto_diff_content_same(&a->content, &b->content);
  return dfmti_same(bytes_at(&r[DFMTO_BEFORE], a->value, a->n_value), bytes_at(&r[DFMTO_AFTER], b->value, b->n_value));
}

static dfmt_str word(const char *s) { return (dfmt_str){s, s ? strlen(s) : 0}; }

/* One of the parts may be NULL. */
static dfmt_status tell(struct dfmto_diff *d, const struct report *r, const struct part *const p[DFMTO_SIDES]) {
  const struct part *a = p[DFMTO_BEFORE], *b = p[DFMTO_AFTER];
  struct dfmto_diff_told x = {.change = a && b ? DFMT_DIFF_CHANGED
                                        : a    ? DFMT_DIFF_GONE
                                               : DFMT_DIFF_NEW,
                              .member = {"value", 5}};
  struct texts room[DFMTO_SIDES];
  dfmt_status st = DFMT_OK;
  for (int i = 0; i < DFMTO_SIDES; i++) {
    put_part(&x, i, &r[i], p[i], room[i].place);
    if (p[i]) x.text[i] = content_text(&r[i], p[i], room[i].value);
  }
  if (!a || !b || !same(r, p)) st = dfmto_diff_tell(d, &x);
  if (st != DFMT_OK || !a || !b || a->result == b->result) return st;
  x.member = (dfmt_str){"result", 6};
  for (int i = 0; i < DFMTO_SIDES; i++) x.text[i] = word(p[i]->result);
  return dfmto_diff_tell(d, &x);
}

static dfmt_status tell_all(struct dfmto_diff *d) {
  const struct report *r = ((struct state *)d->state)->report, *a = &r[DFMTO_BEFORE], *b = &r[DFMTO_AFTER];
  dfmt_status st = DFMT_OK;
  for (size_t i = 0, k = 0; (i < a->n || k < b->n) && st == DFMT_OK;) {
    const struct part *p[] = {i < a->n ? part_at(a, i) : NULL, k < b->n ? part_at(b, k) : NULL};
    int order = !p[0] ? 1 : !p[1] ? -1 : compare(a, p[0], b, p[1]);
    i += order <= 0;
    k += order >= 0;
    if (order > 0) p[0] = NULL;
    if (order < 0) p[1] = NULL;
    st = tell(d, r, p);
  }
  return st;
}

static dfmt_status finish(struct dfmto_diff *d) {
  dfmt_status st = DFMT_OK;
  for (int i = 0; i < DFMTO_SIDES && st == DFMT_OK; i++) st = sort(d, &((struct state *)d->state)->report[i]);
  return st == DFMT_OK ? tell_all(d) : st;
}

static void close_reports(struct dfmto_diff *d) {
  struct dfmti_mem *m = &d->op->mem;
  for (int i = 0; i < DFMTO_SIDES; i++) {
    struct report *r = &((struct state *)d->state)->report[i];
    if (r->order) dfmti_free(m, r->order, r->cap * sizeof *r->order);
    dfmti_free(m, r->list, r->cap * sizeof *r->list);
    dfmti_buf_free(m, &r->bytes);
  }
}

static const struct dfmto_diff_whole reports = {
    .state_size = sizeof(struct state), .take = take, .piece = piece, .finish = finish, .close = close_reports};

static const char *kind(const dfmt_event *first, const struct dfmto_diff_whole **whole) {
  (void)first;
  *whole = &reports;
  return "a bug report";
}

extern const struct dfmto_diff_format dfmto_diff_bugreport;
const struct dfmto_diff_format dfmto_diff_bugreport = {.format = DFMT_BUGREPORT, .kind = kind};
