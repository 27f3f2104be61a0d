/* SPDX-License-Identifier: MIT */
#include "select.h"

#include <diagfmt/event.h>

#include "op/choose.h"
#include "op/options.h"
#include "op/pattern.h"
#include "op/reading.h"
#include "op/regex.h"

enum { QUOTED = 64 }; /* bytes of an option's text in a message */

static bool item(const dfmt_op *op, uint32_t key, uint64_t i, dfmt_str *out) {
  return dfmt_config_item(op->config, key, i, out) == DFMT_OK;
}

/* Fails for an invalid value of an option. */
static dfmt_status refuse(dfmt_op *op, uint32_t key, const char *why, dfmt_str text) {
  char shown[4 * QUOTED];
  return dfmti_fail(&op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s: %s in '%s'", dfmto_option_find(NULL, key)->name, why,
                    dfmti_quote(shown, sizeof shown, text.ptr, dfmti_clamp(text.len)));
}

/* ---- options ---- */

static dfmt_status take_numbers(dfmt_op *op, uint32_t key, struct dfmto_select_numbers *s) {
  const char *wrong;
  dfmt_str text;
  uint64_t i = 0;
  for (; item(op, key, i, &text); i++) {
    if (!dfmto_select_numbers_add(&op->mem, s, text, &wrong)) return dfmto_no_memory(op);
    if (wrong) return refuse(op, key, wrong, text);
  }
  if (i && !s->n) return refuse(op, key, "nothing", (dfmt_str){"", 0});
  dfmto_select_numbers_settle(s);
  return DFMT_OK;
}

static dfmt_status take_patterns(dfmt_op *op, struct dfmto_select *s, uint32_t key) {
  struct dfmto_select_pattern p = {.drops = key == DFMT_OPS_DROP};
  for (uint64_t i = 0; item(op, key, i, &p.text); i++) {
    if (s->n_patterns == s->cap_patterns) {
      struct dfmto_select_pattern *more = dfmti_grow(&op->mem, s->patterns, &s->cap_patterns, 4, sizeof *more);
      if (!more) return dfmto_no_memory(op);
      s->patterns = more;
    }
    s->patterns[s->n_patterns++] = p;
    s->has_keys = s->has_keys || !p.drops;
  }
  return DFMT_OK;
}

/* A NUL-terminated copy in s->room; NULL: no memory. */
static const char *terminated(dfmt_op *op, struct dfmto_select *s, dfmt_str text) {
  s->room.len = 0;
  if (text.len >= SIZE_MAX || !dfmti_buf_reserve(&op->mem, &s->room, (size_t)text.len + 1)) return NULL;
  dfmti_buf_append(&op->mem, &s->room, text.ptr, (size_t)text.len);
  dfmti_buf_append(&op->mem, &s->room, "", 1);
  return (const char *)s->room.ptr;
}

static dfmt_status take_function(dfmt_op *op, struct dfmto_select *s, dfmt_str text) {
  char why[200];
  if (s->n_functions == s->cap_functions) {
    regex_t *more = dfmti_grow(&op->mem, s->functions, &s->cap_functions, 2, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    s->functions = more;
  }
  const char *pattern = terminated(op, s, text);
  if (!pattern) return dfmto_no_memory(op);
  regex_t *r = &s->functions[s->n_functions];
  int e = regcomp(r, pattern, REG_EXTENDED | REG_NOSUB);
  if (e == REG_ESPACE) return dfmti_fail(&op->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for a regular expression");
  if (e) {
    regerror(e, r, why, sizeof why);
    return refuse(op, DFMT_OPS_FUNCTIONS, why, text);
  }
  s->n_functions++;
  return DFMT_OK;
}

static dfmt_status take_all(dfmt_op *op, struct dfmto_select *s) {
  dfmt_str text;
  dfmt_status st = take_patterns(op, s, DFMT_OPS_KEYS);
  if (st == DFMT_OK) st = take_patterns(op, s, DFMT_OPS_DROP);
  if (st == DFMT_OK) st = take_numbers(op, DFMT_OPS_CALLS, &s->calls);
  if (st == DFMT_OK) st = take_numbers(op, DFMT_OPS_FRAMES, &s->frames);
  for (uint64_t i = 0; st == DFMT_OK && item(op, DFMT_OPS_FUNCTIONS, i, &text); i++) st = take_function(op, s, text);
  s->by_call = s->calls.n || s->frames.n || s->n_functions || dfmto_has_choice(op, DFMT_OPS_THREADS);
  return st;
}

dfmt_status dfmto_select_begin(dfmt_op *op, struct dfmto_select *s) {
  dfmt_status st = s->begun ? DFMT_OK : take_all(op, s);
  if (st != DFMT_OK) dfmto_select_free(&op->mem, s);
  s->begun = st == DFMT_OK;
  return st;
}

/* Threads of samples can also be chosen by name. */
static dfmt_status take_threads(dfmt_op *op, struct dfmto_select *s) {
  dfmt_status st = s->threads_known ? DFMT_OK : take_numbers(op, DFMT_OPS_THREADS, &s->threads);
  if (st != DFMT_OK) dfmto_select_numbers_free(&op->mem, &s->threads);
  s->threads_known = st == DFMT_OK;
  return st;
}

dfmt_status dfmto_select_check(dfmt_op *op, struct dfmto_select *s) {
  if (!s->by_call) return DFMT_OK;
  const uint32_t id = dfmto_format(op);
  const struct dfmto_entry_format *e = dfmto_entry_find(id);
  const bool by_number = s->calls.n || s->frames.n;
  s->entries = e && e->call && (e->numbered || !by_number) ? e : NULL;
  if (s->entries) return take_threads(op, s);
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no calls to choose from",
                    dfmt_format_name(id));
}

/* ---- an input ---- */

void dfmto_select_open(struct dfmto_select *s) {
  dfmti_table_clear(&s->names);
  s->took = s->told = false;
  s->frame = s->seen = 0;
  s->entries = NULL;
  for (size_t i = 0; i < s->n_patterns; i++) s->patterns[i].found = false;
}

static dfmt_status match(dfmt_op *op, struct dfmto_select *s, dfmt_str name, bool *matches) {
  const char *text = terminated(op, s, name);
  if (!text) return dfmto_no_memory(op);
  *matches = false;
  for (size_t i = 0; i < s->n_functions && !*matches; i++) {
    const dfmt_status st = dfmto_regex_find(&s->functions[i], text, 0, NULL);
    if (st == DFMT_E_NOMEM) return dfmto_no_memory(op);
    *matches = st == DFMT_OK;
  }
  return DFMT_OK;
}

/* Results for recurring names are cached. */
static dfmt_status has_name(dfmt_op *op, struct dfmto_select *s, const struct dfmto_entry_call *c, bool *matches) {
  if (!s->n_functions) {
    *matches = true;
    return DFMT_OK;
  }
  if (!c->name_id) return match(op, s, c->name, matches);
  uint64_t known = dfmti_table_number(&s->names, (uintptr_t)c->name_id);
  *matches = known == 2;
  if (known) return DFMT_OK;
  if (!dfmti_table_reserve(&op->mem, &s->names)) return dfmto_no_memory(op);
  dfmt_status st = match(op, s, c->name, matches);
  if (st == DFMT_OK)
    dfmti_table_add(&s->names, dfmti_hash_number(s->names.key, (uintptr_t)c->name_id), *matches ? 2 : 1);
  return st;
}

/* One of the two sets includes the call, as in the reference's trim; or both are empty. */
static bool is_in_sets(const struct dfmto_select *s, const struct dfmto_entry_call *c) {
  if (!s->calls.n && !s->frames.n) return true;
  return (s->calls.n && dfmto_select_numbers_have(&s->calls, c->number, c)) ||
         (s->frames.n && dfmto_select_numbers_have(&s->frames, s->frame, c));
}

dfmt_status dfmto_select_call(dfmt_op *op, struct dfmto_select *s, const dfmt_event *ev, bool *wanted) {
  *wanted = true;
  struct dfmto_entry_call c;
  if (!s->entries || !s->entries->call(ev, &c)) return DFMT_OK;
  bool in_set =
      is_in_sets(s, &c) && (!s->threads.n || (c.has_thread && dfmto_select_numbers_have(&s->threads, c.thread, NULL)));
  *wanted = in_set;
  dfmt_status st = in_set ? has_name(op, s, &c, wanted) : DFMT_OK;
  if (st != DFMT_OK) return st;
  s->took = s->took || *wanted;
  if (!c.last) return DFMT_OK;
  s->seen += c.number <= s->calls.last;
  s->frame += c.ends_frame;
  return DFMT_OK;
}

bool dfmto_select_is_done(const struct dfmto_select *s) {
  const struct dfmto_select_numbers *c = &s->calls, *f = &s->frames;
  bool calls_done = !c->n || (c->last != UINT64_MAX && s->seen > c->last);
  bool frames_done = !f->n || (f->last != UINT64_MAX && s->frame > f->last);
  return (c->n || f->n) && calls_done && frames_done;
}

bool dfmto_select_took_none(struct dfmto_select *s) {
  if (!s->entries || s->took || s->told) return false;
  return s->told = true;
}

/* ---- keys ---- */

bool dfmto_select_key(struct dfmto_select *s, dfmt_str key) {
  bool kept = !s->has_keys, dropped = false;
  for (size_t i = 0; i < s->n_patterns; i++) {
    struct dfmto_select_pattern *p = &s->patterns[i];
    if (!dfmto_matches(p->text, key)) continue;
    p->found = true;
    kept = kept || !p->drops;
    dropped = dropped || p->drops;
  }
  return kept && !dropped;
}

bool dfmto_select_missing(const struct dfmto_select *s, size_t *at, dfmt_str *pattern) {
  while (*at < s->n_patterns && s->patterns[*at].found) ++*at;
  if (*at >= s->n_patterns) return false;
  *pattern = s->patterns[(*at)++].text;
  return true;
}

void dfmto_select_free(struct dfmti_mem *m, struct dfmto_select *s) {
  dfmto_select_numbers_free(m, &s->calls);
  dfmto_select_numbers_free(m, &s->frames);
  dfmto_select_numbers_free(m, &s->threads);
  for (size_t i = 0; i < s->n_functions; i++) regfree(&s->functions[i]);
  dfmti_free(m, s->functions, s->cap_functions * sizeof *s->functions);
  dfmti_free(m, s->patterns, s->cap_patterns * sizeof *s->patterns);
  dfmti_table_free(m, &s->names);
  dfmti_buf_free(m, &s->room);
  *s = (struct dfmto_select){.begun = false};
}
