/* SPDX-License-Identifier: MIT */
/*
 * Rows of lines, or of counts. For an event:
 *
 *   TAKE -> TEXT (until a line gets a row) -> BEFORE (context before it) -> LINE (it, or its matches) -> TEXT -> DONE
 */
#include "search.h"

#include <string.h>

#include "op/reading.h"
#include "op/stream.h"

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

static dfmt_status begin_input(dfmt_op *op) {
  dfmto_select_open(&((struct dfmto_search *)op->state)->select);
  return DFMT_OK;
}

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_search *x = op->state;
  const struct dfmto_search_format *found = dfmto_search_find(format);
  if (!found)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no text to search",
                      dfmt_format_name(format));
  if (!(x->state = dfmti_zalloc(&op->mem, found->state_size))) return dfmto_no_memory(op);
  x->searched = found;
  x->entries = dfmto_entry_find(format);
  return DFMT_OK;
}

static dfmt_status pause_for_problem(struct dfmto_search *x, dfmt_str what, dfmt_str key) {
  return dfmto_pause(x->op, dfmto_search_problem(x, what, key));
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  if (dfmto_has_paused(op) || d->severity == DFMT_SEVERITY_NOTE) return DFMT_OK;
  return pause_for_problem(op->state, d->message, (dfmt_str){NULL, 0});
}

/* ---- an event ---- */

static uint32_t on_new_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_search *x = op->state;
  (void)ev;
  x->phase = DFMTO_SEARCH_TAKE;
  x->looked = false;
  return DFMTO_WANTS_NOTHING;
}

/* The number of the key, for counting. */
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

/* Searches its lines next. */
static dfmt_status take_text(struct dfmto_search *x) {
  dfmt_status st = number_key(x);
  if (st != DFMT_OK) return st;
  dfmto_search_lines_take(&x->lines, x->text.text, x->text.text.ptr != NULL);
  uint64_t line;
  const bool told = dfmt_reader_stat(x->op->reader, DFMT_STAT_LINE, &line) == DFMT_OK;
  x->lines.number = told ? line - 1 : *x->text.lines;
  if (!x->text.goes_on) {
    x->passed.n = 0;
    x->after_left = 0;
  }
  x->phase = DFMTO_SEARCH_TEXT;
  return DFMT_OK;
}

static dfmt_status take(struct dfmto_search *x, const dfmt_event *ev) {
  const char *late = x->entries && x->entries->late ? x->entries->late(ev) : NULL;
  x->text = (struct dfmto_search_searched_text){.lines = NULL};
  dfmt_status st = x->searched->record(x->state, x->op, ev, x->all, &x->text);
  if (st != DFMT_OK) return st;
  if (!x->text.lines || !dfmto_select_key(&x->select, x->text.key))
    x->phase = DFMTO_SEARCH_DONE;
  else
    st = take_text(x);
  return st == DFMT_OK && late ? pause_for_problem(x, (dfmt_str){late, strlen(late)}, (dfmt_str){NULL, 0}) : st;
}

/* ---- a text ---- */

static bool matched(const struct dfmto_search *x, dfmt_status found) { return (found == DFMT_OK) != x->invert; }

/* The first match of any pattern in the line from an offset on. OK, END, E_NOMEM. */
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

/* The current line matches: it is counted, or gets rows. */
static void take_match(struct dfmto_search *x) {
  x->total.n_lines++;
  if (x->count) {
    count_line(x);
    return;
  }
  x->from = x->passed_at = 0;
  x->phase = DFMTO_SEARCH_BEFORE;
}

/* It does not match: it is context after a match, or may become context before one. */
static dfmt_status take_other(struct dfmto_search *x) {
  if (x->count) return DFMT_OK;
  if (x->after_left == 0) return dfmto_search_pass(x);
  x->after_left--;
  return dfmto_pause(x->op, dfmto_search_row(x, x->line, x->lines.number, true));
}

/* A line of the text may have been several of the file: only a piece that is one has its number. */
static void follow_lines(struct dfmto_search *x) {
  uint64_t line;
  const bool told = !x->lines.cut.len && dfmt_reader_stat(x->op->reader, DFMT_STAT_LINE, &line) == DFMT_OK;
  if (told && line > x->lines.number) x->lines.number = line - 1;
}

static dfmt_status more_text(struct dfmto_search *x) {
  dfmt_str piece;
  if (x->lines.last) {
    *x->text.lines = x->lines.number;
    x->phase = DFMTO_SEARCH_DONE;
    return DFMT_OK;
  }
  dfmt_status st = dfmto_chunk(x->op, &piece);
  if (st == DFMT_OK) follow_lines(x);
  if (st == DFMT_OK) dfmto_search_lines_take(&x->lines, piece, false);
  if (st == DFMT_END) dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  return st == DFMT_END ? DFMT_OK : st;
}

/* Reports the error of a value, whose lines so far were delivered. */
static dfmt_status value_failed(struct dfmto_search *x, dfmt_status st) {
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  const char *what = x->op->err.e.message;
  dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  return pause_for_problem(x, (dfmt_str){what, strlen(what)}, x->text.key);
}

/* Lines that cannot match can be skipped if none is needed for another reason. */
static const struct dfmto_search_line_pattern *skippable(const struct dfmto_search *x) {
  const bool plain = x->n_patterns == 1 && !x->invert && !x->before && !x->after_left;
  return plain && x->patterns[0].must.len ? &x->patterns[0] : NULL;
}

static dfmt_status text(struct dfmto_search *x) {
  size_t start, end;
  dfmt_status st = x->looked ? DFMT_OK : dfmto_search_lines_next(x->op, &x->lines, skippable(x), &x->line);
  if (st == DFMT_END) {
    st = more_text(x);
    return st < 0 ? value_failed(x, st) : st;
  }
  if (st != DFMT_OK) return st;
  x->looked = true; /* the same line again after an error */
  dfmt_status found = find(x, 0, &start, &end);
  if (found < 0) return found;
  if (matched(x, found))
    take_match(x);
  else
    st = take_other(x);
  x->looked = st < 0;
  return st;
}

/* ---- rows of a line ---- */

static dfmt_status before(struct dfmto_search *x) {
  const struct dfmto_search_passed *p = &x->passed;
  if (x->passed_at == p->n) {
    x->passed.n = 0;
    x->phase = DFMTO_SEARCH_LINE;
    return DFMT_OK;
  }
  const size_t back = p->n - x->passed_at++;
  const struct dfmti_buf *b = &p->list[(p->next + p->cap - back) % p->cap];
  return dfmto_pause(x->op,
                     dfmto_search_row(x, (dfmt_str){(const char *)b->ptr, b->len}, x->lines.number - back, true));
}

static void end_line(struct dfmto_search *x) {
  x->after_left = x->after;
  x->phase = DFMTO_SEARCH_TEXT;
}

static dfmt_status next_match(struct dfmto_search *x) {
  size_t start = 0, end = 0;
  dfmt_status st = find(x, x->from, &start, &end);
  if (st == DFMT_END) end_line(x);
  if (st != DFMT_OK) return st < 0 ? st : DFMT_OK;
  x->from = end > start ? end : start + 1;
  const dfmt_str match = {x->line.ptr + start, end - start};
  return match.len ? dfmto_pause(x->op, dfmto_search_row(x, match, x->lines.number, false)) : DFMT_OK;
}

static dfmt_status line(struct dfmto_search *x) {
  if (x->only && !x->invert) return next_match(x);
  end_line(x);
  return x->only ? DFMT_OK : dfmto_pause(x->op, dfmto_search_row(x, x->line, x->lines.number, false));
}

/* ---- running ---- */

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_search *x = op->state;
  dfmt_status st = DFMT_OK;
  (void)dfmto_has_paused(op);
  while (st == DFMT_OK && x->phase != DFMTO_SEARCH_DONE) switch (x->phase) {
      case DFMTO_SEARCH_TAKE: st = take(x, ev); break;
      case DFMTO_SEARCH_TEXT: st = text(x); break;
      case DFMTO_SEARCH_BEFORE: st = before(x); break;
      case DFMTO_SEARCH_LINE: st = line(x); break;
      case DFMTO_SEARCH_DONE: break;
    }
  return st;
}

/* Skips the rest of a value that is too large; without room for its key nothing more can be reported. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_search *x = op->state;
  if (!accepted || op->drive.step != DFMTO_DRIVE_EVENT) return false;
  if (x->phase != DFMTO_SEARCH_TEXT) {
    op->drive.step = DFMTO_DRIVE_END;
    return true;
  }
  x->looked = false;
  dfmto_search_lines_take(&x->lines, (dfmt_str){NULL, 0}, true);
  return true;
}

/* Counts, then keys that were not found. */
static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_search *x = op->state;
  static const char none[] = "no entry of this key";
  dfmt_str pattern;
  (void)dfmto_has_paused(op);
  if (x->count && x->counted < dfmto_texts_n(&x->keys))
    return dfmto_pause(op, dfmto_search_count(x, (uint32_t)x->counted++));
  if (!whole || !dfmto_select_missing(&x->select, &x->missing, &pattern)) return DFMT_OK;
  return pause_for_problem(x, (dfmt_str){none, sizeof none - 1}, pattern);
}

const struct dfmto_callbacks dfmto_search_callbacks = {.begin_input = begin_input,
                                                       .format = on_format,
                                                       .diagnostic = on_diagnostic,
                                                       .wants = on_new_event,
                                                       .event = on_event,
                                                       .end = on_end,
                                                       .decide = decide};
