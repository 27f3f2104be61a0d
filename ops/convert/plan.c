/* SPDX-License-Identifier: MIT */
/*
 * Two passes, as order or choice of entries depends on all of them.
 *
 *   BYTES -> LIST <-> VALUE (its end) -> ORDER -> ENTRY -> FIND -> STEPS -> ENTRY (the next)
 */
#include "plan.h"

#include <string.h>

#include <diagfmt/apport.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "op/reading.h"

enum { BYTES, LIST, VALUE, ORDER, ENTRY, FIND, STEPS, OVER };

struct dfmto_convert_plan {
  int phase;
  struct dfmto_convert_bytes bytes;
  struct dfmto_convert_item *list;
  size_t n, cap, next;
  struct dfmti_buf keys;
};

static dfmt_status find_bytes(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  dfmt_status st = dfmto_convert_bytes_find(c->op, &p->bytes);
  if (st == DFMT_OK) st = dfmto_convert_bytes_open(c->op, &p->bytes, c->how->format, 0, UINT64_MAX);
  if (st == DFMT_OK) p->phase = LIST;
  return st;
}

static uint64_t line_of(const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  return f ? f->line : 0;
}

static dfmt_status add(struct dfmto_convert *c, struct dfmto_convert_plan *p, dfmt_str key) {
  struct dfmti_mem *m = &c->op->mem;
  struct dfmto_convert_item item = {.how = c->how, .offset = c->ev->offset, .line = line_of(c->ev), .place = p->n};
  uint64_t limit = dfmto_option(c->op, DFMT_CFG_MAX_TABLE), needed = (p->n + 1) * sizeof item + p->keys.len + key.len;
  if (needed > limit) return dfmti_fail_limit(&c->op->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, item.offset, needed);
  if (p->n == p->cap) {
    struct dfmto_convert_item *more = dfmti_grow(m, p->list, &p->cap, 16, sizeof *more);
    if (!more) return dfmto_no_memory(c->op);
    p->list = more;
  }
  dfmt_status st = c->how->rank ? c->how->rank(c, c->ev, &item) : DFMT_OK;
  if (st != DFMT_OK) return st;
  item.key = (dfmt_str){NULL, key.len};
  item.key_at = p->keys.len;
  if (key.len && !dfmti_buf_append(m, &p->keys, key.ptr, (size_t)key.len)) return dfmto_no_memory(c->op);
  p->list[p->n++] = item;
  return DFMT_OK;
}

static dfmt_status note_event(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  const dfmt_diagnostic *d = dfmt_event_diagnostic(c->ev);
  struct dfmto_entry_key key;
  if (d) return dfmto_convert_note_diagnostic(c->op, &c->out.notes, d, 0, 0);
  if (!c->entries->key(c->ev, &key)) return DFMT_OK;
  dfmt_status st = add(c, p, key.name);
  if (st != DFMT_OK) return st;
  if (p->n > 1 && p->list[p->n - 2].length == UINT64_MAX)
    p->list[p->n - 2].length = c->ev->offset - p->list[p->n - 2].offset;
  c->out.n_read++;
  (void)dfmt_payload_mode(c->op->reader, DFMT_PAYLOAD_RAW);
  p->phase = VALUE;
  return DFMT_OK;
}

static dfmt_status list(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  dfmt_status st = c->ev ? DFMT_OK : dfmto_next(c->op, &c->ev);
  if (st == DFMT_END) {
    p->phase = ORDER;
    return DFMT_OK;
  }
  if (st == DFMT_OK) st = note_event(c, p);
  if (st == DFMT_OK && p->phase == LIST) c->ev = NULL;
  return st;
}

/* Its end is known only after its value was read. */
static dfmt_status value(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  dfmt_str piece;
  dfmt_status st;
  while ((st = dfmto_chunk(c->op, &piece)) == DFMT_OK) continue;
  if (st != DFMT_END && !dfmto_is_damage(st)) return st;
  p->list[p->n - 1].length = c->ev->length ? c->ev->length : UINT64_MAX;
  c->ev = NULL;
  p->phase = LIST;
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- order ---- */

static bool key_before(const void *a, const void *b) {
  const struct dfmto_convert_item *x = a, *y = b;
  int order = dfmti_order(x->key, y->key);
  return order ? order < 0 : x->place < y->place;
}

static bool place_before(const void *a, const void *b) {
  const struct dfmto_convert_item *x = a, *y = b;
  return x->place < y->place;
}

static bool item_before(const void *a, const void *b) {
  const struct dfmto_convert_item *x = a, *y = b;
  int d = x->how->compare(x, y);
  return d ? d < 0 : x->place < y->place;
}

static bool sort(struct dfmto_convert *c, struct dfmto_convert_plan *p, bool (*before)(const void *a, const void *b)) {
  return p->n < 2 || dfmti_heapsort(&c->op->mem, p->list, p->n, sizeof *p->list, before);
}

/* Of entries with the same key, only the last is kept. */
static bool keep_last(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  if (!sort(c, p, key_before)) return false;
  for (size_t i = 0; i + 1 < p->n; i++) {
    const struct dfmto_convert_item *x = &p->list[i], *y = x + 1;
    p->list[i].dropped = dfmti_same(x->key, y->key);
  }
  return sort(c, p, place_before);
}

static dfmt_status order(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  bool ordered = c->how->ordered && c->how->ordered(&c->recipe);
  for (size_t i = 0; i < p->n; i++)
    p->list[i].key.ptr = p->keys.ptr ? (const char *)p->keys.ptr + p->list[i].key_at : "";
  bool good = (!ordered && !dfmto_option(c->op, DFMT_OPS_CONVERT_LAST_WINS)) || keep_last(c, p);
  if (good && (ordered || dfmto_option(c->op, DFMT_OPS_CONVERT_SORT))) good = sort(c, p, item_before);
  if (!good) return dfmti_fail_stopped(&c->op->err);
  p->phase = ENTRY;
  return DFMT_OK;
}

/* ---- writing ---- */

static dfmt_status entry(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  const struct dfmto_convert_item *x = &p->list[p->next];
  if (p->next == p->n) {
    p->phase = OVER;
    return DFMT_OK;
  }
  if (x->dropped || !dfmto_select_key(&c->select, x->key)) {
    p->next++;
    return DFMT_OK;
  }
  dfmt_status st = dfmto_convert_bytes_open(c->op, &p->bytes, c->how->format, x->offset, x->length);
  if (st == DFMT_OK) p->phase = FIND;
  return st;
}

/* The entry itself; the first pass noted its diagnostics. */
static dfmt_status find(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  struct dfmto_entry_key key;
  dfmt_status st = dfmto_next(c->op, &c->ev);
  if (st == DFMT_END) p->next++;
  if (st == DFMT_END) p->phase = ENTRY;
  if (st == DFMT_END) return DFMT_OK;
  if (st != DFMT_OK || !c->entries->key(c->ev, &key)) return st;
  dfmto_convert_output_begin(&c->out, c->ev);
  p->phase = STEPS;
  return dfmto_convert_entry(c, c->ev);
}

static dfmt_status steps(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  dfmt_status st = dfmto_convert_open(c, c->ev);
  if (st == DFMT_OK) st = dfmto_convert_output_steps(&c->out);
  if (st != DFMT_OK) return st;
  p->next++;
  p->phase = ENTRY;
  return DFMT_OK;
}

/* ---- all ---- */

static void decide(struct dfmto_convert *c, struct dfmto_convert_plan *p) {
  bool accepted = c->op->decision == DFMTO_ACCEPTED;
  c->op->decision = DFMTO_UNDECIDED;
  if (!accepted) return;
  dfmto_convert_output_pass(&c->out);
  if (p->phase == LIST && c->op->err.e.status != DFMT_E_LIMIT) p->phase = p->n ? ORDER : OVER;
}

dfmt_status dfmto_convert_plan_run(struct dfmto_convert *c) {
  static dfmt_status (*const phases[])(struct dfmto_convert *c, struct dfmto_convert_plan *p) = {
      [BYTES] = find_bytes, [LIST] = list, [VALUE] = value, [ORDER] = order,
      [ENTRY] = entry,      [FIND] = find, [STEPS] = steps};
  if (!c->plan && !(c->plan = dfmti_zalloc(&c->op->mem, sizeof *c->plan))) return dfmto_no_memory(c->op);
  struct dfmto_convert_plan *p = c->plan;
  if (p->phase == BYTES) c->ev = NULL;
  decide(c, p);
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && p->phase != OVER) st = phases[p->phase](c, p);
  return st;
}

void dfmto_convert_plan_free(struct dfmto_convert *c) {
  struct dfmti_mem *m = &c->op->mem;
  struct dfmto_convert_plan *p = c->plan;
  if (!p) return;
  dfmto_convert_bytes_free(c->op, &p->bytes);
  dfmti_free(m, p->list, p->cap * sizeof *p->list);
  dfmti_buf_free(m, &p->keys);
  dfmti_free(m, p, sizeof *p);
}
