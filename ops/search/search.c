/* SPDX-License-Identifier: MIT */
/*
 * Rows of lines, which read as they are asked for.
 *
 *   OPENING -> READING (for a record with text) -> TEXT (for a line of it that gets a row) -> READING
 *                                                  TEXT -> BEFORE (those before it) -> LINE (it, or its matches) ->
 * TEXT READING -> COUNTS -> MISSING (keys that nothing has) -> ENDED
 */
#include "search.h"

#include <string.h>

#include "op/reading.h"

/* SEARCH_FORMATS is FORMAT(name) for each format that has texts, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_search_format dfmto_search_##NAME;
SEARCH_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_search_##NAME,
static const struct dfmto_search_format *const all_searched[] = {SEARCH_FORMATS NULL};

const struct dfmto_search_format *dfmto_search_find(uint32_t format) {
  for (size_t i = 0; all_searched[i]; i++)
    if (all_searched[i]->format == format) return all_searched[i];
  return NULL;
}

/* ---- the input ---- */

static dfmt_status opening(struct dfmto_search *x) {
  dfmt_status st = dfmto_open(x->op, x->op->inputs[0]);
  dfmto_select_open(&x->select);
  if (st == DFMT_OK) x->phase = DFMTO_SEARCH_READING;
  return st;
}

static dfmt_status find_searched(struct dfmto_search *x) {
  const uint32_t format = dfmto_format(x->op);
  const struct dfmto_search_format *found = dfmto_search_find(format);
  if (!found)
    return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no text to search",
                      dfmt_format_name(format));
  if (!(x->state = dfmti_zalloc(&x->op->mem, found->state_size))) return dfmto_no_memory(x->op);
  x->searched = found;
  x->entries = dfmto_entry_find(format);
  return DFMT_OK;
}

/* The key's number, for counting. */
static dfmt_status number_key(struct dfmto_search *x) {
  struct dfmti_mem *m = &x->op->mem;
  const uint64_t none = 0;
  const size_t n = dfmto_texts_n(&x->keys);
  if (!x->count) return DFMT_OK;
  if (!dfmti_buf_reserve(m, &x->hits, sizeof none) ||
      !dfmto_text(m, &x->keys, x->text.key.ptr, dfmti_clamp(x->text.key.len), &x->at))
    return dfmto_no_memory(x->op);
  if (x->at == n) dfmti_buf_append(m, &x->hits, &none, sizeof none);
  return DFMT_OK;
}

/* Looks at the event at hand: if it has text that is wanted, its lines are next. */
static dfmt_status take_event(struct dfmto_search *x) {
  x->text = (struct dfmto_search_searched_text){.lines = NULL};
  dfmt_status st = x->searched ? DFMT_OK : find_searched(x);
  if (st == DFMT_OK) st = x->searched->record(x->state, x->op, x->ev, x->all, &x->text);
  if (st != DFMT_OK || !x->text.lines || !dfmto_select_key(&x->select, x->text.key)) return st;
  st = number_key(x);
  if (st != DFMT_OK) return st;
  dfmto_search_lines_take(&x->lines, x->text.text, x->text.text.ptr != NULL);
  uint64_t line;
  const bool told = dfmt_reader_stat(x->op->reader, DFMT_STAT_LINE, &line) == DFMT_OK;
  x->lines.number = told ? line - 1 : *x->text.lines;
  x->passed.n = 0;
  x->after_left = 0;
  x->phase = DFMTO_SEARCH_TEXT;
  return DFMT_OK;
}

static dfmt_status reading(struct dfmto_search *x, const dfmt_head **row) {
  dfmt_status st = x->ev ? DFMT_OK : dfmto_next(x->op, &x->ev);
  if (st == DFMT_END) {
    x->phase = x->count ? DFMTO_SEARCH_COUNTS : DFMTO_SEARCH_MISSING;
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  const dfmt_diagnostic *d = dfmt_event_diagnostic(x->ev);
  if (d) {
    const bool tell = d->severity != DFMT_SEVERITY_NOTE;
    if (tell) *row = dfmto_search_problem(x, d->message, (dfmt_str){NULL, 0});
    x->ev = NULL;
    return DFMT_OK;
  }
  st = take_event(x);
  if (st != DFMT_OK) return st;
  const char *late = x->entries && x->entries->late ? x->entries->late(x->ev) : NULL;
  if (late) *row = dfmto_search_problem(x, (dfmt_str){late, strlen(late)}, (dfmt_str){NULL, 0});
  x->ev = NULL;
  return DFMT_OK;
}

/* ---- a text ---- */

static bool matched(const struct dfmto_search *x, dfmt_status found) { return (found == DFMT_OK) != x->invert; }

/* The first match of any pattern in the line from a place on. OK, END, E_NOMEM. */
static dfmt_status find(struct dfmto_search *x, size_t from, size_t *start, size_t *end) {
  dfmt_status best = DFMT_END;
  for (size_t i = 0; i < x->n_patterns; i++) {
    size_t s = 0, e = 0;
    dfmt_status st = dfmto_search_line_pattern_find(x->op, &x->patterns[i], x->line, from, &x->room, &s, &e);
    if (st < 0) return st;
    if (st != DFMT_OK || (best == DFMT_OK && (s > *start || (s == *start && e <= *end)))) continue;
    best = DFMT_OK;
    *start = s;
    *end = e;
    if (!x->only) break;
  }
  return best;
}

static void count_line(struct dfmto_search *x) {
  uint64_t *hits = (uint64_t *)(void *)x->hits.ptr;
  hits[x->at]++;
}

/* The line at hand matches: it is counted, or gets rows. */
static void take_match(struct dfmto_search *x) {
  x->total.n_lines++;
  if (x->count) {
    count_line(x);
    return;
  }
  x->from = x->passed_at = 0;
  x->phase = DFMTO_SEARCH_BEFORE;
}

/* It does not: it stands after one that does, or it may come to stand before one. */
static dfmt_status take_other(struct dfmto_search *x, const dfmt_head **row) {
  if (x->count) return DFMT_OK;
  if (x->after_left == 0) return dfmto_search_pass(x);
  x->after_left--;
  *row = dfmto_search_row(x, x->line, x->lines.number, true);
  return DFMT_OK;
}

static dfmt_status more_text(struct dfmto_search *x) {
  dfmt_str piece;
  if (x->lines.last) {
    *x->text.lines = x->lines.number;
    x->phase = DFMTO_SEARCH_READING;
    return DFMT_OK;
  }
  dfmt_status st = dfmto_chunk(x->op, &piece);
  if (st == DFMT_OK) dfmto_search_lines_take(&x->lines, piece, false);
  if (st == DFMT_END) dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  return st == DFMT_END ? DFMT_OK : st;
}

/* What is wrong with a value is told, and its lines so far were given. */
static dfmt_status value_failed(struct dfmto_search *x, dfmt_status st, const dfmt_head **row) {
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  const char *what = x->op->err.e.message;
  *row = dfmto_search_problem(x, (dfmt_str){what, strlen(what)}, x->text.key);
  dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  return DFMT_OK;
}

/* Lines that cannot match need not be looked at, if none of them is wanted for another reason. */
static const struct dfmto_search_line_pattern *skippable(const struct dfmto_search *x) {
  const bool plain = x->n_patterns == 1 && !x->invert && !x->before && !x->after_left;
  return plain && x->patterns[0].must.len ? &x->patterns[0] : NULL;
}

static dfmt_status text(struct dfmto_search *x, const dfmt_head **row) {
  size_t start, end;
  dfmt_status st = x->looked ? DFMT_OK : dfmto_search_lines_next(x->op, &x->lines, skippable(x), &x->line);
  if (st == DFMT_END) {
    st = more_text(x);
    return st < 0 ? value_failed(x, st, row) : st;
  }
  if (st != DFMT_OK) return st;
  x->looked = true; /* the same line again after an error */
  dfmt_status found = find(x, 0, &start, &end);
  if (found < 0) return found;
  if (matched(x, found))
    take_match(x);
  else
    st = take_other(x, row);
  x->looked = st != DFMT_OK;
  return st;
}

/* ---- rows of a line ---- */

static dfmt_status before(struct dfmto_search *x, const dfmt_head **row) {
  const struct dfmto_search_passed *p = &x->passed;
  if (x->passed_at == p->n) {
    x->passed.n = 0;
    x->phase = DFMTO_SEARCH_LINE;
    return DFMT_OK;
  }
  const size_t back = p->n - x->passed_at++;
  const struct dfmti_buf *b = &p->list[(p->next + p->cap - back) % p->cap];
  *row = dfmto_search_row(x, (dfmt_str){(const char *)b->ptr, b->len}, x->lines.number - back, true);
  return DFMT_OK;
}

static dfmt_status line(struct dfmto_search *x, const dfmt_head **row) {
  size_t start = 0, end = 0;
  dfmt_status st = DFMT_OK;
  if (!x->only) {
    *row = dfmto_search_row(x, x->line, x->lines.number, false);
    st = DFMT_END;
  } else if (x->invert) {
    st = DFMT_END;
  } else {
    st = find(x, x->from, &start, &end);
    if (st == DFMT_OK) {
      x->from = end > start ? end : start + 1;
      if (end > start) *row = dfmto_search_row(x, (dfmt_str){x->line.ptr + start, end - start}, x->lines.number, false);
    }
  }
  if (st != DFMT_END) return st;
  x->after_left = x->after;
  x->phase = DFMTO_SEARCH_TEXT;
  return DFMT_OK;
}

/* ---- the end ---- */

static dfmt_status counts(struct dfmto_search *x, const dfmt_head **row) {
  if (x->counted < dfmto_texts_n(&x->keys))
    *row = dfmto_search_count(x, (uint32_t)x->counted++);
  else
    x->phase = DFMTO_SEARCH_MISSING;
  return DFMT_OK;
}

static dfmt_status missing(struct dfmto_search *x, const dfmt_head **row) {
  static const char none[] = "no entry of this key";
  dfmt_str pattern;
  if (dfmto_select_missing(&x->select, &x->missing, &pattern))
    *row = dfmto_search_problem(x, (dfmt_str){none, sizeof none - 1}, pattern);
  else
    x->phase = DFMTO_SEARCH_ENDED;
  return DFMT_OK;
}

/* What stopped the last call is passed over: the rest of a value that is too large, or of the input. */
void dfmto_search_decide(struct dfmto_search *x) {
  const bool accepted = x->op->decision == DFMTO_ACCEPTED;
  if (x->op->decision == DFMTO_UNDECIDED) return;
  x->op->decision = DFMTO_UNDECIDED;
  x->ev = NULL;
  x->looked = false;
  if (accepted && x->phase == DFMTO_SEARCH_TEXT)
    dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  else
    x->phase = accepted && x->count ? DFMTO_SEARCH_COUNTS : DFMTO_SEARCH_ENDED;
}

dfmt_status dfmto_search_next(struct dfmto_search *x, const dfmt_head **row) {
  dfmt_status st = DFMT_OK;
  dfmto_search_decide(x);
  *row = NULL;
  while (st == DFMT_OK && !*row) switch (x->phase) {
      case DFMTO_SEARCH_OPENING: st = opening(x); break;
      case DFMTO_SEARCH_READING: st = reading(x, row); break;
      case DFMTO_SEARCH_TEXT: st = text(x, row); break;
      case DFMTO_SEARCH_BEFORE: st = before(x, row); break;
      case DFMTO_SEARCH_LINE: st = line(x, row); break;
      case DFMTO_SEARCH_COUNTS: st = counts(x, row); break;
      case DFMTO_SEARCH_MISSING: st = missing(x, row); break;
      case DFMTO_SEARCH_ENDED: st = DFMT_END; break;
    }
  return st;
}
