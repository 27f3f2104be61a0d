/* SPDX-License-Identifier: MIT */
/*
 * Zips in a zip, one in another: once the findings of one are there, those of the zips in it follow.
 *
 *   level 0: the input --its entries--> level 1: a copy of a zip in it --its entries--> …
 *
 * Each is read twice: for its findings, and for its entries, without their contents.
 */
#include "nested.h"

#include "op/reading.h"
#include "triage.h"

static bool is_zip(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  return e && e->role == DFMT_BUGREPORT_ROLE_NESTED;
}

/* A reader of the entries of what the current level is. */
static dfmt_status open_level(struct dfmto_triage *x, struct dfmto_triage_level *l) {
  const dfmt_config *helpers = dfmto_helpers(x->op);
  dfmt_source *slice = NULL;
  dfmt_config *c = NULL;
  dfmt_status st = helpers ? dfmt_config_copy(helpers, &c) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, 0);
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_RECOVER, 1);
  if (st == DFMT_OK) st = dfmt_source_slice(c, x->source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &l->reader);
  if (st == DFMT_OK) st = dfmt_reader_open(l->reader, DFMT_BUGREPORT, slice);
  dfmt_source_free(slice);
  dfmt_config_free(c);
  if (st == DFMT_OK) return st;
  dfmt_reader_free(l->reader);
  l->reader = NULL;
  return dfmto_no_memory(x->op);
}

static void close_level(struct dfmto_triage_level *l) {
  dfmt_reader_free(l->reader);
  dfmto_spool_free(&l->inner);
  *l = (struct dfmto_triage_level){.reader = NULL};
}

/* Copies the zip that the reader stands at. Of statuses of damage the operation's error says nothing. */
static dfmt_status copy(struct dfmto_triage *x, struct dfmto_triage_level *l) {
  if (l->inner.source) return DFMT_OK;
  dfmt_status st = l->inner.begun ? DFMT_OK : dfmto_spool_begin(x->op, &l->inner);
  if (st != DFMT_OK) return st;
  st = dfmt_payload_drain(l->reader, l->inner.sink, NULL);
  if (st == DFMT_OK) return dfmto_spool_finish(x->op, &l->inner);
  return st > 0 || dfmto_is_damage(st) ? st : dfmto_fail_helper(x->op, dfmt_reader_error(l->reader));
}

/* The zip that was copied is what is read next; "a.zip!" comes before the names of its entries. */
static dfmt_status enter(struct dfmto_triage *x, struct dfmto_triage_level *l) {
  x->prefix.len = l->prefix;
  if (!dfmti_buf_append(&x->op->mem, &x->prefix, l->name.ptr, dfmti_clamp(l->name.len)) ||
      !dfmti_buf_append(&x->op->mem, &x->prefix, "!", 1))
    return dfmto_no_memory(x->op);
  x->source = l->inner.source;
  x->n_levels++;
  x->level[x->n_levels].prefix = x->prefix.len;
  return DFMT_OK;
}

static void forget(struct dfmto_triage_level *l) {
  dfmto_spool_free(&l->inner);
  l->name.ptr = NULL;
}

/* Goes to an entry that is a zip. END: there is none. */
static dfmt_status find_zip(struct dfmto_triage *x, struct dfmto_triage_level *l) {
  const dfmt_event *ev = NULL;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && !l->name.ptr) {
    st = dfmt_reader_next(l->reader, &ev);
    if (st == DFMT_OK && is_zip(ev)) l->name = dfmt_event_bugreport_entry(ev)->name;
  }
  if (st >= 0) return st;
  return dfmto_is_damage(st) ? DFMT_END : dfmto_fail_helper(x->op, dfmt_reader_error(l->reader));
}

/* The next zip among the entries, copied; one that is damaged is not looked at. END: there is no other. */
static dfmt_status next_zip(struct dfmto_triage *x, struct dfmto_triage_level *l) {
  dfmt_status st = l->reader ? DFMT_OK : open_level(x, l);
  while (st == DFMT_OK) {
    st = find_zip(x, l);
    if (st == DFMT_OK) st = copy(x, l);
    if (!dfmto_is_damage(st)) return st;
    forget(l);
    st = DFMT_OK;
  }
  return st;
}

void dfmto_triage_leave_levels(struct dfmto_triage *x) {
  for (size_t i = 0; i < DFMTO_TRIAGE_LEVELS; i++) close_level(&x->level[i]);
  x->n_levels = 0;
  x->prefix.len = 0;
}

dfmt_status dfmto_triage_next_source(struct dfmto_triage *x) {
  for (;;) {
    struct dfmto_triage_level *l = &x->level[x->n_levels];
    dfmt_status st = x->n_levels + 1 < DFMTO_TRIAGE_LEVELS ? next_zip(x, l) : DFMT_END;
    if (st == DFMT_OK) return enter(x, l);
    if (st != DFMT_END) return st;
    close_level(l);
    if (x->n_levels == 0) return DFMT_END;
    x->n_levels--;
    l--;
    x->prefix.len = x->level[x->n_levels].prefix;
    forget(l);
  }
}
