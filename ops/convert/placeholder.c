/* SPDX-License-Identifier: MIT */
/*
 * All patterns at all places at once: a list of states, each a step of a pattern with the earliest start from which it
 * was reached, so that the time is that of the text whatever stands in it. What has matched is put together as ranges;
 * text is put out as far as no state can still reach back to it.
 *
 * Placeholders are numbered by first use. Numbers made of the names themselves would be the same in all files, but
 * whoever guesses a name could tell that it is there.
 */
#include "redact.h"

#include <diagfmt/ops/convert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_HELD = 65536, /* bytes that may match; of more half is taken out unseen */
  MOST_FED = MOST_HELD / 4,
  PLACEHOLDER = 64 /* no longer than this */
};

static struct dfmto_redact_step *step_at(const struct dfmto_redact *r, size_t i) {
  return (struct dfmto_redact_step *)(void *)r->steps.ptr + i;
}

static struct dfmto_redact_range *range_at(const struct dfmto_redact *r, size_t i) {
  return (struct dfmto_redact_range *)(void *)r->range_room.ptr + i;
}

/* ---- patterns ---- */

static void set_add(unsigned char *set, unsigned c) { set[c / 8] |= (unsigned char)(1u << c % 8); }
static bool set_has(const unsigned char *set, unsigned c) { return set[c / 8] >> c % 8 & 1; }

/* What wildcards match: not what separates names, so that a quote or bracket after a name stays. */
static bool is_name(unsigned c) { return c > ' ' && c != 0x7f && !strchr("()[]{}<>\"'`,;:=|", (int)c); }

static void add_names(unsigned char *set) {
  for (unsigned c = 0; c < 256; c++)
    if (is_name(c)) set_add(set, c);
}

/* [abc], [a-z], [!a]; returns where it ends, NULL: it is none. */
static const char *add_bracket(struct dfmto_redact_step *s, const char *p) {
  bool negated = *p == '!' || *p == '^';
  const char *from = p += negated;
  unsigned char in[32] = {0};
  for (; *p && (*p != ']' || p == from); p++) {
    unsigned lo = (unsigned char)*p, hi = lo;
    if (p[1] == '-' && p[2] && p[2] != ']') hi = (unsigned char)*(p += 2);
    for (unsigned c = lo; c <= hi; c++) set_add(in, c);
  }
  if (!*p) return NULL;
  for (unsigned c = 0; c < 256; c++)
    if (negated ? is_name(c) && !set_has(in, c) : set_has(in, c)) set_add(s->set, c);
  s->wild = negated;
  return p + 1;
}

/* One step of a pattern; returns where the next one begins. */
static const char *make_step(struct dfmto_redact_step *s, const char *p) {
  const char *end = *p == '[' ? add_bracket(s, p + 1) : NULL;
  if (end) return end;
  s->repeats = *p == '*';
  s->wild = *p == '*' || *p == '?';
  if (s->wild)
    add_names(s->set);
  else
    set_add(s->set, (unsigned char)(*p == '\\' && p[1] ? *++p : *p));
  return p + 1;
}

static bool add_step(struct dfmto_redact *r, struct dfmto_redact_step s) {
  if (!dfmti_buf_append(&r->op->mem, &r->steps, &s, sizeof s)) return false;
  r->n_steps++;
  return true;
}

static bool add_pattern(struct dfmto_redact *r, size_t word, const char *p) {
  size_t begin = r->n_steps;
  while (*p) {
    bool again = r->n_steps > begin && step_at(r, r->n_steps - 1)->repeats && *p == '*';
    struct dfmto_redact_step s = {.word = word};
    p = make_step(&s, p);
    if (!again && !add_step(r, s)) return false;
  }
  if (r->n_steps > begin) step_at(r, r->n_steps - 1)->last = true;
  return true;
}

/* A word of the option, which need not end in NUL. */
static bool add_word(struct dfmto_redact *r, size_t i) {
  struct dfmti_mem *m = &r->op->mem;
  dfmt_str word = dfmto_word_at(&r->words, i);
  struct dfmti_buf text = {.len = 0};
  bool good = dfmti_buf_append(m, &text, word.ptr, (size_t)word.len) && dfmti_buf_append(m, &text, "", 1) &&
              add_pattern(r, i, (const char *)text.ptr);
  dfmti_buf_free(m, &text);
  return good;
}

/* What looks like a placeholder gets one of its own, so that it differs from those of names. */
static bool add_placeholders(struct dfmto_redact *r) {
  if (!add_pattern(r, SIZE_MAX, "redacted-text-[0-9]")) return false;
  step_at(r, r->n_steps - 1)->last = false;
  struct dfmto_redact_step more = *step_at(r, r->n_steps - 1);
  more.repeats = more.last = true;
  return add_step(r, more);
}

static bool add_start(struct dfmto_redact *r, unsigned c, size_t step) {
  struct dfmti_buf *x = &r->first[c];
  size_t last = SIZE_MAX;
  if (x->len) memcpy(&last, x->ptr + x->len - sizeof last, sizeof last);
  return last == step || dfmti_buf_append(&r->op->mem, x, &step, sizeof step);
}

/* Patterns by the bytes with which they begin: at their first step, and after a '*'. */
static bool find_first(struct dfmto_redact *r) {
  size_t begin = 0;
  bool begins = true;
  for (size_t i = 0; i < r->n_steps; i++) {
    const struct dfmto_redact_step *s = step_at(r, i);
    for (unsigned c = 0; begins && c < 256; c++)
      if (set_has(s->set, c) && !add_start(r, c, begin)) return false;
    begins = s->last || (begins && s->repeats);
    if (s->last) begin = i + 1;
  }
  return true;
}

static bool begin_numbers(struct dfmto_redact *r) {
  static const char *const kinds[DFMTO_N_REDACTED] = {"symbol", "file", "thread", "app", "text"};
  const dfmt_config *c = dfmto_helpers(r->op);
  bool good = c && dfmt_simpleperf_symbols_new(c, &r->numbers) == DFMT_OK;
  for (uint32_t i = 0, id; good && i < DFMTO_N_REDACTED; i++)
    good = dfmt_simpleperf_symbols_file(r->numbers, kinds[i], strlen(kinds[i]), 0, &id) == DFMT_OK;
  return good;
}

static bool make(struct dfmto_redact *r) {
  struct dfmti_mem *m = &r->op->mem;
  bool good = dfmto_words_begin(&r->words, r->op, DFMT_OPS_CONVERT_REDACT) && begin_numbers(r);
  for (size_t i = 0; good && i < r->words.n; i++) good = add_word(r, i);
  if (!good || !add_placeholders(r) || !find_first(r)) return false;
  r->states = dfmti_zalloc(m, (r->n_steps + 1) * sizeof *r->states);
  r->old = dfmti_zalloc(m, (r->n_steps + 1) * sizeof *r->old);
  r->places = dfmti_zalloc(m, (r->n_steps + 1) * sizeof *r->places);
  r->round = 1;
  return r->states && r->old && r->places;
}

dfmt_status dfmto_redact_begin(struct dfmto_redact *r, dfmt_op *op) {
  *r = (struct dfmto_redact){.op = op};
  return make(r) ? DFMT_OK : dfmto_no_memory(op);
}

void dfmto_redact_free(struct dfmto_redact *r) {
  if (!r->op) return;
  struct dfmti_mem *m = &r->op->mem;
  size_t n = r->n_steps + 1;
  dfmto_words_free(m, &r->words);
  dfmt_simpleperf_symbols_free(r->numbers);
  if (r->states) dfmti_free(m, r->states, n * sizeof *r->states);
  if (r->old) dfmti_free(m, r->old, n * sizeof *r->old);
  if (r->places) dfmti_free(m, r->places, n * sizeof *r->places);
  for (size_t c = 0; c < 256; c++) dfmti_buf_free(m, &r->first[c]);
  dfmti_buf_free(m, &r->steps);
  dfmti_buf_free(m, &r->range_room);
  dfmti_buf_free(m, &r->held);
  dfmti_buf_free(m, &r->out);
}

/* ---- matching ---- */

/* A match that ends here: one range with those that it overlaps. */
static void matched(struct dfmto_redact *r, size_t word, uint64_t start, uint64_t end) {
  if (start >= end) return;
  if (word != SIZE_MAX) r->words.found[word] = true;
  while (r->n_ranges && range_at(r, r->n_ranges - 1)->end > start) {
    uint64_t before = range_at(r, --r->n_ranges)->start;
    if (before < start) start = before;
  }
  *range_at(r, r->n_ranges++) = (struct dfmto_redact_range){start, end, false};
}

/* A step has been reached, and what lies after a '*' as well; end: bytes looked at by then. */
static void reach(struct dfmto_redact *r, size_t step, uint64_t start, uint64_t end) {
  for (;; step++) {
    const struct dfmto_redact_step *s = step_at(r, step);
    struct dfmto_redact_place *at = &r->places[step];
    bool is_new = at->round != r->round;
    if (is_new) *at = (struct dfmto_redact_place){r->round, r->n_states++};
    struct dfmto_redact_state *x = &r->states[at->index];
    if (!is_new && x->start <= start) return; /* so is what lies after it */
    *x = (struct dfmto_redact_state){step, start};
    if (!s->repeats) return;
    if (s->last) {
      matched(r, s->word, start, end);
      return;
    }
  }
}

static void no_states(struct dfmto_redact *r) {
  r->n_states = 0;
  r->round++;
}

static void step(struct dfmto_redact *r, unsigned char c) {
  const size_t *first = (const void *)r->first[c].ptr;
  for (size_t i = 0; i < r->first[c].len / sizeof *first; i++) reach(r, first[i], r->at, r->at);
  uint64_t end = r->at + 1;
  struct dfmto_redact_state *old = r->states;
  size_t n = r->n_states;
  r->states = r->old;
  r->old = old;
  no_states(r);
  for (size_t i = 0; i < n; i++) {
    const struct dfmto_redact_state *x = &old[i];
    const struct dfmto_redact_step *s = step_at(r, x->step);
    if (!set_has(s->set, c) || (r->path && s->wild && c == '/')) continue;
    if (s->repeats)
      reach(r, x->step, x->start, end);
    else if (s->last)
      matched(r, s->word, x->start, end);
    else
      reach(r, x->step + 1, x->start, end);
  }
  r->at = end;
}

/* ---- placeholders ---- */

dfmt_status dfmto_redact_name(struct dfmto_redact *r, enum dfmto_redacted kind, dfmt_str name, dfmt_str also,
                              dfmt_str *out) {
  static const char *const kinds[DFMTO_N_REDACTED] = {"symbol", "file", "thread", "app", "text"};
  int32_t number = 0;
  dfmt_status st = dfmt_simpleperf_symbols_symbol(r->numbers, kind, name.ptr, name.len, also.ptr, also.len, &number);
  if (st != DFMT_OK) return dfmto_fail_helper(r->op, dfmt_simpleperf_symbols_error(r->numbers));
  if (number == r->n_of[kind]) {
    r->n_of[kind]++;
    r->kept += name.len;
  }
  int n = snprintf(r->text, sizeof r->text, "redacted-%s-%" PRId32, kinds[kind], number + 1);
  *out = (dfmt_str){r->text, (uint64_t)n};
  return DFMT_OK;
}

/* ---- putting out ---- */

static dfmt_str held(const struct dfmto_redact *r, uint64_t from, uint64_t to) {
  const char *p = r->held.ptr ? (const char *)r->held.ptr + r->held_at : "";
  return (dfmt_str){p + (from - r->taken), to - from};
}

static dfmt_status put(struct dfmto_redact *r, dfmt_str text) {
  bool good = text.len == 0 || dfmti_buf_append(&r->op->mem, &r->out, text.ptr, (size_t)text.len);
  return good ? DFMT_OK : dfmto_no_memory(r->op);
}

static dfmt_status put_instead(struct dfmto_redact *r, dfmt_str name) {
  dfmt_str instead = {NULL, 0};
  if (!dfmti_buf_reserve(&r->op->mem, &r->out, PLACEHOLDER)) return dfmto_no_memory(r->op);
  dfmt_status st = dfmto_redact_name(r, DFMTO_REDACTED_TEXT, name, (dfmt_str){NULL, 0}, &instead);
  if (st != DFMT_OK) return st;
  if (r->kept > dfmto_option(r->op, DFMT_CFG_MAX_TABLE))
    return dfmti_fail_limit(&r->op->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, r->kept);
  return put(r, instead);
}

/* Each component that is in the range, or has a part in it, with what is between them. */
static dfmt_status put_components(struct dfmto_redact *r, dfmt_str path) {
  dfmt_status st = DFMT_OK;
  for (uint64_t from = 0, to; from < path.len && st == DFMT_OK; from = to) {
    bool between = path.ptr[from] == '/';
    for (to = from; to < path.len && (path.ptr[to] == '/') == between;) to++;
    const dfmt_str part = {path.ptr + from, to - from};
    st = between ? put(r, part) : put_instead(r, part);
  }
  return st;
}

/* All of it or nothing. */
static dfmt_status put_range(struct dfmto_redact *r, const struct dfmto_redact_range *x) {
  static const dfmt_str unseen = {"redacted-text-0", 15};
  size_t before = r->out.len;
  dfmt_str name = held(r, x->start, x->end);
  dfmt_status st = x->unseen ? put(r, unseen) : r->path ? put_components(r, name) : put_instead(r, name);
  if (st != DFMT_OK) r->out.len = before;
  r->given_up += x->unseen && st == DFMT_OK;
  return st;
}

static void advance(struct dfmto_redact *r, uint64_t to) {
  r->held_at += (size_t)(to - r->taken);
  r->taken = to;
}

static dfmt_status put_up_to(struct dfmto_redact *r, uint64_t end) {
  dfmt_status st = end > r->taken ? put(r, held(r, r->taken, end)) : DFMT_OK;
  if (st == DFMT_OK && end > r->taken) advance(r, end);
  return st;
}

static void compact(struct dfmto_redact *r) {
  if (r->range) memmove(range_at(r, 0), range_at(r, r->range), (r->n_ranges - r->range) * sizeof *range_at(r, 0));
  r->n_ranges -= r->range;
  r->range = 0;
  if (r->held_at) memmove(r->held.ptr, r->held.ptr + r->held_at, r->held.len - r->held_at);
  r->held.len -= r->held_at;
  r->held_at = 0;
}

/* Puts out all before r->upto but ranges that reach beyond it, and what follows those. */
static dfmt_status put_out(struct dfmto_redact *r) {
  uint64_t end = r->upto;
  for (; r->range < r->n_ranges && range_at(r, r->range)->end <= end; r->range++) {
    const struct dfmto_redact_range *x = range_at(r, r->range);
    dfmt_status st = put_up_to(r, x->start);
    if (st == DFMT_OK) st = put_range(r, x);
    if (st != DFMT_OK) return st;
    advance(r, x->end);
  }
  if (r->range < r->n_ranges && range_at(r, r->range)->start < end) end = range_at(r, r->range)->start;
  dfmt_status st = put_up_to(r, end);
  if (st == DFMT_OK) compact(r);
  return st;
}

/* The earliest byte that may still become part of a match. */
static uint64_t earliest(const struct dfmto_redact *r) {
  uint64_t first = r->at;
  for (size_t i = 0; i < r->n_states; i++)
    if (r->states[i].start < first) first = r->states[i].start;
  return first;
}

/*
 * Nothing says yet whether it matches: the first half of what is held goes, and what of it comes later is looked at
 * from there. All that is held from its start on has matched or may match.
 */
static void give_up(struct dfmto_redact *r) {
  uint64_t cut = r->taken + r->held.len / 2;
  size_t n = 0;
  for (; n < r->n_ranges && range_at(r, n)->start < cut; n++)
    if (range_at(r, n)->end > cut) cut = range_at(r, n)->end;
  if (n == 0) {
    n = 1;
    memmove(range_at(r, 1), range_at(r, 0), r->n_ranges++ * sizeof *range_at(r, 0));
  }
  *range_at(r, n - 1) = (struct dfmto_redact_range){r->taken, cut, true};
  memmove(range_at(r, 0), range_at(r, n - 1), (r->n_ranges - n + 1) * sizeof *range_at(r, 0));
  r->n_ranges -= n - 1;
  for (size_t i = 0; i < r->n_states; i++)
    if (r->states[i].start < cut) r->states[i].start = cut;
  r->upto = cut;
}

/* Goes on with putting out. */
static dfmt_status settle(struct dfmto_redact *r) {
  while (r->putting) {
    dfmt_status st = put_out(r);
    if (st != DFMT_OK) return st;
    r->putting = !r->gave_up && r->held.len >= MOST_HELD;
    r->gave_up = r->putting;
    if (r->putting) give_up(r);
  }
  r->gave_up = false;
  return DFMT_OK;
}

/* A byte ends one more range at most, and giving up makes one. */
static bool make_room(struct dfmto_redact *r, size_t n) {
  struct dfmti_mem *m = &r->op->mem;
  r->range_room.len = r->n_ranges * sizeof *range_at(r, 0);
  return dfmti_buf_reserve(m, &r->held, n) &&
         dfmti_buf_reserve(m, &r->range_room, (n + 2) * sizeof(struct dfmto_redact_range));
}

dfmt_status dfmto_redact_feed(struct dfmto_redact *r, const void *ptr, size_t len, size_t *used) {
  const unsigned char *p = ptr;
  size_t n = dfmti_min(len, MOST_FED);
  *used = 0;
  dfmt_status st = settle(r);
  if (st != DFMT_OK || !n) return st;
  if (!make_room(r, n)) return dfmto_no_memory(r->op);
  (void)dfmti_buf_append(&r->op->mem, &r->held, p, n);
  for (size_t i = 0; i < n; i++) {
    while (i < n && !r->n_states && !r->first[p[i]].len) i++, r->at++;
    if (i < n) step(r, p[i]);
  }
  *used = n;
  r->upto = earliest(r);
  r->putting = true;
  return settle(r);
}

void dfmto_redact_reset(struct dfmto_redact *r) {
  no_states(r);
  r->n_ranges = r->range = r->held_at = 0;
  r->held.len = 0;
  r->at = r->taken = 0;
  r->putting = r->gave_up = r->path = false;
  r->out.len = r->out_at = 0;
}

dfmt_status dfmto_redact_flush(struct dfmto_redact *r) {
  dfmt_status st = settle(r);
  if (st != DFMT_OK) return st;
  r->upto = r->at;
  st = put_out(r);
  if (st != DFMT_OK) return st;
  no_states(r);
  r->n_ranges = 0;
  r->held.len = 0;
  r->at = r->taken = 0;
  return DFMT_OK;
}

dfmt_status dfmto_redact_whole(struct dfmto_redact *r, dfmt_str text, bool path, struct dfmti_buf *to) {
  dfmt_status st = DFMT_OK;
  dfmto_redact_reset(r);
  r->path = path;
  for (uint64_t at = 0; st == DFMT_OK && at < text.len;) {
    size_t used;
    st = dfmto_redact_feed(r, text.ptr + at, (size_t)(text.len - at), &used);
    at += used;
  }
  if (st == DFMT_OK) st = dfmto_redact_flush(r);
  r->path = false;
  to->len = 0;
  if (st == DFMT_OK && r->out.len && !dfmti_buf_append(&r->op->mem, to, r->out.ptr, r->out.len))
    st = dfmto_no_memory(r->op);
  dfmto_redact_reset(r);
  return st;
}
