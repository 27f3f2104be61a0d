/* SPDX-License-Identifier: MIT */
#include "patterns.h"

#include <diagfmt/apport.h>
#include <string.h>

#include "base/str.h"
#include "op/reading.h"
#include "op/regex.h"
#include "python_re.h"

enum { MOST_BYTES = 8 << 20 }; /* of a value: a longer one matches nothing, as in tables */

struct dfmto_triage_value {
  struct dfmti_buf bytes;
  bool is_there;
};

/* ---- conditions ---- */

static dfmt_status compile(struct dfmto_triage_patterns *p, struct dfmto_triage_condition *c, dfmt_str expression,
                           const char **why) {
  struct dfmti_buf posix = {0};
  bool ignore_case = false;
  *why = dfmto_triage_python_re(&p->op->mem, expression, &posix, &ignore_case);
  if (!*why) {
    const int e = regcomp(&c->regex, (const char *)posix.ptr, REG_EXTENDED | REG_NOSUB | (ignore_case ? REG_ICASE : 0));
    c->matches = e == 0;
    if (e != 0) *why = e == REG_ESPACE ? "" : "an expression that is not supported";
  }
  dfmti_buf_free(&p->op->mem, &posix);
  return *why ? DFMT_E_ARG : DFMT_OK;
}

static void free_condition(struct dfmto_triage_patterns *p, struct dfmto_triage_condition *c) {
  if (c->matches) regfree(&c->regex);
  dfmti_free(&p->op->mem, c, sizeof *c);
}

dfmt_status dfmto_triage_condition_add(struct dfmto_triage_patterns *p, dfmt_str key, const dfmt_str *expression,
                                       const char **why) {
  struct dfmti_mem *m = &p->op->mem;
  struct dfmto_triage_condition *c = dfmti_zalloc(m, sizeof *c);
  *why = "";
  if (!c) return DFMT_E_NOMEM;
  dfmt_status st = dfmto_text(m, &p->keys, key.ptr, dfmti_clamp(key.len), &c->key) ? DFMT_OK : DFMT_E_NOMEM;
  if (st == DFMT_OK && expression) st = compile(p, c, *expression, why);
  if (st == DFMT_OK && !dfmti_buf_append(m, &p->conditions, &c, sizeof c)) st = DFMT_E_NOMEM;
  if (st == DFMT_E_NOMEM) *why = "";
  if (st != DFMT_OK) {
    free_condition(p, c);
    return st;
  }
  struct dfmto_triage_pattern *last = (struct dfmto_triage_pattern *)(void *)(p->all.ptr + p->all.len) - 1;
  last->n++;
  p->n_keys = dfmto_texts_n(&p->keys);
  return DFMT_OK;
}

/* ---- matching ---- */

/* OK, END: it does not match, E_NOMEM. */
static dfmt_status match(const struct dfmto_triage_patterns *p, const struct dfmto_triage_condition *c) {
  const struct dfmto_triage_value *v = &p->values[c->key];
  if (!v->is_there) return DFMT_END;
  return c->matches ? dfmto_regex_find(&c->regex, (const char *)v->bytes.ptr, 0, NULL) : DFMT_OK;
}

/* What the report in hand is known as. */
static dfmt_status find_pattern(const struct dfmto_triage_patterns *p, uint32_t *url) {
  const struct dfmto_triage_pattern *all = (const struct dfmto_triage_pattern *)(const void *)p->all.ptr;
  struct dfmto_triage_condition *const *conditions = (struct dfmto_triage_condition *const *)(void *)p->conditions.ptr;
  for (size_t i = 0; i < p->all.len / sizeof *all; i++) {
    dfmt_status st = dfmto_text_at(p->texts, all[i].url).len > 0 ? DFMT_OK : DFMT_END;
    for (size_t k = 0; k < all[i].n && st == DFMT_OK; k++) st = match(p, conditions[all[i].first + k]);
    *url = all[i].url + 1;
    if (st != DFMT_END) return st;
  }
  *url = 0;
  return DFMT_OK;
}

static dfmt_status end_report(struct dfmto_triage_patterns *p) {
  struct dfmto_triage_known_report known = {.offset = p->offset};
  if (!p->begun) return DFMT_OK;
  const dfmt_status st = find_pattern(p, &known.url);
  if (st != DFMT_OK || !dfmti_buf_append(&p->op->mem, &p->known, &known, sizeof known)) return dfmto_no_memory(p->op);
  for (size_t i = 0; i < p->n_keys; i++) p->values[i].is_there = false;
  p->begun = p->typed = false;
  return DFMT_OK;
}

/* ---- fields ---- */

/* Bytes of the value in hand, of which NUL is no end. */
static bool add_piece(struct dfmto_triage_patterns *p) {
  struct dfmti_buf *to = &p->value->bytes;
  const size_t start = to->len, n = dfmti_clamp(p->piece.len);
  p->whole = p->whole && n <= MOST_BYTES - start;
  if (p->whole && !dfmti_buf_append(&p->op->mem, to, p->piece.ptr, n)) return false;
  for (size_t i = start; i < to->len; i++)
    if (to->ptr[i] == 0) to->ptr[i] = 1;
  p->piece.len = 0;
  return true;
}

static dfmt_status next_piece(struct dfmto_triage_patterns *p) {
  const void *ptr;
  const dfmt_status st = dfmt_payload_chunk(p->reader, &ptr, &p->piece.len);
  p->piece = st == DFMT_OK ? (dfmt_str){ptr, p->piece.len} : (dfmt_str){NULL, 0};
  p->ended = st == DFMT_END || dfmto_is_damage(st);
  p->whole = p->whole && !dfmto_is_damage(st);
  if (st == DFMT_OK || st == DFMT_AGAIN || p->ended) return st == DFMT_AGAIN ? st : DFMT_OK;
  return dfmto_fail_helper(p->op, dfmt_reader_error(p->reader));
}

static dfmt_status read_value(struct dfmto_triage_patterns *p) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && (p->piece.len > 0 || !p->ended)) {
    if (p->piece.len > 0 && !add_piece(p)) return dfmto_no_memory(p->op);
    if (!p->ended) st = next_piece(p);
  }
  if (st != DFMT_OK) return st;
  if (!dfmti_buf_append(&p->op->mem, &p->value->bytes, "", 1)) return dfmto_no_memory(p->op);
  p->value->is_there = p->whole;
  p->value = NULL;
  return DFMT_OK;
}

/* A report begins with each ProblemType, as in the table of findings. */
static dfmt_status begin_field(struct dfmto_triage_patterns *p, const dfmt_apport_field *f) {
  const bool type = dfmti_is(f->key, "ProblemType");
  dfmt_status st = type && p->typed ? end_report(p) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (!p->begun) p->offset = p->event->offset;
  p->begun = true;
  p->typed |= type;
  return DFMT_OK;
}

static size_t find_key(const struct dfmto_triage_patterns *p, dfmt_str key) {
  size_t i = 0;
  while (i < p->n_keys && !dfmti_same(dfmto_text_at(&p->keys, (uint32_t)i), key)) i++;
  return i;
}

/* Takes the event; its value is read then. */
static dfmt_status take_event(struct dfmto_triage_patterns *p) {
  const dfmt_apport_field *f = dfmt_event_apport_field(p->event);
  const dfmt_status st = f ? begin_field(p, f) : DFMT_OK;
  if (st != DFMT_OK) return st;
  p->event = NULL;
  const size_t key = f ? find_key(p, f->key) : p->n_keys;
  if (key == p->n_keys) return DFMT_OK;
  p->value = &p->values[key];
  p->value->bytes.len = 0;
  p->value->is_there = false;
  p->whole = true;
  p->ended = f->present & DFMT_APPORT_FIELD_HAS_TEXT;
  p->piece = p->ended ? f->text : (dfmt_str){NULL, 0};
  return DFMT_OK;
}

/* ---- a source ---- */

static dfmt_status open_source(struct dfmto_triage_patterns *p, dfmt_source *source) {
  const dfmt_config *helpers = dfmto_helpers(p->op);
  dfmt_source *slice = NULL;
  dfmt_config *c = NULL;
  if (!p->values) p->values = dfmti_zalloc(&p->op->mem, (p->n_keys + 1) * sizeof *p->values);
  dfmt_status st = helpers && p->values ? dfmt_config_copy(helpers, &c) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_RECOVER, 1);
  if (st == DFMT_OK) st = dfmt_source_slice(c, source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &p->reader);
  if (st == DFMT_OK) st = dfmt_reader_open(p->reader, p->op->format, slice);
  dfmt_source_free(slice);
  dfmt_config_free(c);
  if (st == DFMT_OK) return st;
  dfmt_reader_free(p->reader);
  p->reader = NULL;
  return dfmto_no_memory(p->op);
}

/* END: all has been read. What is damaged is passed over. */
static dfmt_status read_on(struct dfmto_triage_patterns *p) {
  if (p->value) return read_value(p);
  if (p->event) return take_event(p);
  const dfmt_status st = dfmt_reader_next(p->reader, &p->event);
  if (st == DFMT_OK) return st;
  p->event = NULL;
  if (st == DFMT_END || st == DFMT_AGAIN) return st;
  return dfmto_is_damage(st) ? DFMT_END : dfmto_fail_helper(p->op, dfmt_reader_error(p->reader));
}

dfmt_status dfmto_triage_patterns_read(struct dfmto_triage_patterns *p, dfmt_source *source) {
  if (p->all.len == 0 || p->done) return DFMT_OK;
  dfmt_status st = p->reader ? DFMT_OK : open_source(p, source);
  while (st == DFMT_OK) st = read_on(p);
  if (st != DFMT_END) return st;
  st = end_report(p);
  p->done = st == DFMT_OK;
  return st;
}

uint32_t dfmto_triage_patterns_find(const struct dfmto_triage_patterns *p, uint64_t offset) {
  const struct dfmto_triage_known_report *list = (const struct dfmto_triage_known_report *)(const void *)p->known.ptr;
  size_t from = 0, until = p->known.len / sizeof *list;
  while (from + 1 < until) {
    const size_t middle = from + (until - from) / 2;
    *(list[middle].offset <= offset ? &from : &until) = middle;
  }
  return from < until && list[from].offset == offset ? list[from].url : 0;
}

void dfmto_triage_patterns_leave(struct dfmto_triage_patterns *p) {
  for (size_t i = 0; i < p->n_keys && p->values; i++) dfmti_buf_free(&p->op->mem, &p->values[i].bytes);
  if (p->values) dfmti_free(&p->op->mem, p->values, (p->n_keys + 1) * sizeof *p->values);
  dfmt_reader_free(p->reader);
  p->values = p->value = NULL;
  p->reader = NULL;
  p->event = NULL;
  p->begun = p->typed = p->done = false;
  p->known.len = 0;
}

void dfmto_triage_patterns_free(struct dfmto_triage_patterns *p) {
  if (!p->op) return;
  dfmto_triage_patterns_leave(p);
  struct dfmto_triage_condition *const *all = (struct dfmto_triage_condition *const *)(void *)p->conditions.ptr;
  for (size_t i = 0; i < p->conditions.len / sizeof *all; i++) free_condition(p, all[i]);
  dfmti_buf_free(&p->op->mem, &p->conditions);
  dfmti_buf_free(&p->op->mem, &p->all);
  dfmti_buf_free(&p->op->mem, &p->known);
  dfmto_texts_free(&p->op->mem, &p->keys);
  *p = (struct dfmto_triage_patterns){.op = NULL};
}
