/* SPDX-License-Identifier: MIT */
/*
 * All patterns at all places at once: a list of states, each a step of a pattern with the earliest start from which it
 * was reached, so that the time is that of the text whatever stands in it. What has matched is put together as ranges;
 * text is put out as far as no state can still reach back to it.
 */
#include "redact_text.h"

#include <string.h>

#include "options.h"
#include "report.h"

enum { MOST_HELD = 65536 }; /* bytes that may match; of more half is taken out unseen */

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
static const char *add_bracket(struct redact_step *s, const char *p) {
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
static const char *make_step(struct redact_step *s, const char *p) {
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

static void add_step(struct redact_text *r, struct redact_step s) {
  r->steps = tool_realloc(r->steps, (r->n_steps + 1) * sizeof s);
  r->steps[r->n_steps++] = s;
}

static void add_pattern(struct redact_text *r, size_t word, const char *p) {
  size_t begin = r->n_steps;
  while (*p) {
    bool again = r->n_steps > begin && r->steps[r->n_steps - 1].repeats && *p == '*';
    struct redact_step s = {.word = word};
    p = make_step(&s, p);
    if (!again) add_step(r, s);
  }
  if (r->n_steps > begin) r->steps[r->n_steps - 1].last = true;
}

/* What looks like a placeholder gets one of its own, so that it is told from those of names. */
static void add_placeholders(struct redact_text *r) {
  add_pattern(r, SIZE_MAX, "redacted-text-[0-9]");
  r->steps[r->n_steps - 1].last = false;
  struct redact_step more = r->steps[r->n_steps - 1];
  more.repeats = more.last = true;
  add_step(r, more);
}

static void add_start(struct redact_text *r, unsigned c, size_t step) {
  struct redact_starts *x = &r->first[c];
  if (x->n && x->list[x->n - 1] == step) return;
  if (x->n == x->cap) {
    x->cap = x->cap ? 2 * x->cap : 4;
    x->list = tool_realloc(x->list, x->cap * sizeof *x->list);
  }
  x->list[x->n++] = step;
}

/* Patterns by the bytes with which they begin: at their first step, and after a '*'. */
static void find_first(struct redact_text *r) {
  size_t begin = 0;
  bool begins = true;
  for (size_t i = 0; i < r->n_steps; i++) {
    for (unsigned c = 0; begins && c < 256; c++)
      if (set_has(r->steps[i].set, c)) add_start(r, c, begin);
    begins = r->steps[i].last || (begins && r->steps[i].repeats);
    if (r->steps[i].last) begin = i + 1;
  }
}

void redact_text_begin(struct redact_text *r, struct tool *t) {
  *r = (struct redact_text){.t = t};
  redaction_begin(&r->names, t);
  for (size_t i = 0; i < t->set.redact.n; i++) add_pattern(r, i, t->set.redact.list[i]);
  add_placeholders(r);
  find_first(r);
  r->states = tool_zalloc((r->n_steps + 1) * sizeof *r->states);
  r->old = tool_zalloc((r->n_steps + 1) * sizeof *r->old);
  r->places = tool_zalloc((r->n_steps + 1) * sizeof *r->places);
  r->round = 1;
}

void redact_text_to(struct redact_text *r, void (*put)(void *user, const void *ptr, size_t len), void *user) {
  r->put = put;
  r->user = user;
}

/* ---- matching ---- */

static void room_for_range(struct redact_text *r) {
  if (r->n_ranges < r->cap_ranges) return;
  r->cap_ranges = r->cap_ranges ? 2 * r->cap_ranges : 16;
  r->ranges = tool_realloc(r->ranges, r->cap_ranges * sizeof *r->ranges);
}

/* A match that ends here: one range with those that it overlaps. */
static void matched(struct redact_text *r, size_t word, uint64_t start, uint64_t end) {
  if (start >= end) return;
  if (word != SIZE_MAX) r->names.found[word] = true;
  while (r->n_ranges && r->ranges[r->n_ranges - 1].end > start) {
    uint64_t before = r->ranges[--r->n_ranges].start;
    if (before < start) start = before;
  }
  room_for_range(r);
  r->ranges[r->n_ranges++] = (struct redact_range){start, end, false};
}

/* A step has been reached, and what lies after a '*' as well; end: bytes looked at by then. */
static void reach(struct redact_text *r, size_t step, uint64_t start, uint64_t end) {
  for (;; step++) {
    const struct redact_step *s = &r->steps[step];
    struct redact_place *at = &r->places[step];
    bool is_new = at->round != r->round;
    if (is_new) *at = (struct redact_place){r->round, r->n_states++};
    struct redact_state *x = &r->states[at->index];
    if (!is_new && x->start <= start) return; /* so is what lies after it */
    *x = (struct redact_state){step, start};
    if (!s->repeats) return;
    if (s->last) {
      matched(r, s->word, start, end);
      return;
    }
  }
}

static void no_states(struct redact_text *r) {
  r->n_states = 0;
  r->round++;
}

static void step(struct redact_text *r, unsigned char c) {
  const struct redact_starts *first = &r->first[c];
  for (size_t i = 0; i < first->n; i++) reach(r, first->list[i], r->at, r->at);
  struct redact_state *old = r->states;
  size_t n = r->n_states;
  r->states = r->old;
  r->old = old;
  no_states(r);
  uint64_t end = r->at + 1;
  for (size_t i = 0; i < n; i++) {
    const struct redact_state *x = &old[i];
    const struct redact_step *s = &r->steps[x->step];
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

/* ---- putting out ---- */

static const char *held_at(const struct redact_text *r, uint64_t at) {
  return r->held.len ? r->held.ptr + (at - r->out) : "";
}

static void put_instead(struct redact_text *r, dfmt_str name) {
  dfmt_str instead = redaction_of(&r->names, REDACTED_TEXT, name, (dfmt_str){NULL, 0});
  r->put(r->user, instead.ptr, (size_t)instead.len);
  if (!r->names.is_new) return;
  r->kept += name.len;
  if (r->kept <= option_value(r->t, DFMT_CFG_MAX_TABLE)) return;
  report(r->t, CODE_DAMAGED, "--redact", "more different names are found than --max-table has room for; raise it");
  r->full = true;
}

/* Each component that is in the range, or has a part in it, with what is between them. */
static void put_components(struct redact_text *r, dfmt_str path) {
  for (uint64_t from = 0, to; from < path.len && !r->full; from = to) {
    bool between = path.ptr[from] == '/';
    for (to = from; to < path.len && (path.ptr[to] == '/') == between;) to++;
    if (between)
      r->put(r->user, path.ptr + from, (size_t)(to - from));
    else
      put_instead(r, (dfmt_str){path.ptr + from, to - from});
  }
}

static void put_range(struct redact_text *r, const struct redact_range *x) {
  static const char unseen[] = "redacted-text-0";
  dfmt_str name = {held_at(r, x->start), x->end - x->start};
  if (x->unseen) {
    r->put(r->user, unseen, sizeof unseen - 1);
    r->given_up++;
  } else if (r->path) {
    put_components(r, name);
  } else {
    put_instead(r, name);
  }
}

static void drop(struct redact_text *r, size_t n) {
  if (n == 0) return;
  memmove(r->held.ptr, r->held.ptr + n, r->held.len - n);
  r->held.len -= n;
}

/* Puts out all before `end` but ranges that reach beyond it, and what follows those. */
static void put_out(struct redact_text *r, uint64_t end) {
  uint64_t from = r->out;
  size_t i = 0;
  for (; i < r->n_ranges && r->ranges[i].end <= end && !r->full; i++) {
    r->put(r->user, held_at(r, from), (size_t)(r->ranges[i].start - from));
    put_range(r, &r->ranges[i]);
    from = r->ranges[i].end;
  }
  if (i < r->n_ranges && r->ranges[i].start < end) end = r->ranges[i].start;
  if (end > from && !r->full) r->put(r->user, held_at(r, from), (size_t)(end - from));
  if (i) memmove(r->ranges, r->ranges + i, (r->n_ranges - i) * sizeof *r->ranges);
  r->n_ranges -= i;
  if (end < from) end = from;
  drop(r, (size_t)(end - r->out));
  r->out = end;
}

/* The earliest byte that may still become part of a match. */
static uint64_t earliest(const struct redact_text *r) {
  uint64_t first = r->at;
  for (size_t i = 0; i < r->n_states; i++)
    if (r->states[i].start < first) first = r->states[i].start;
  return first;
}

/*
 * Nothing says yet whether it matches: the first half of what is held goes, and what of it comes later is looked at
 * from there. All that is held from its start on has matched or may match.
 */
static void give_up(struct redact_text *r) {
  uint64_t cut = r->out + r->held.len / 2;
  size_t n = 0;
  for (; n < r->n_ranges && r->ranges[n].start < cut; n++)
    if (r->ranges[n].end > cut) cut = r->ranges[n].end;
  if (n == 0) {
    n = 1;
    room_for_range(r);
    memmove(r->ranges + 1, r->ranges, r->n_ranges++ * sizeof *r->ranges);
  }
  r->ranges[n - 1] = (struct redact_range){r->out, cut, true};
  memmove(r->ranges, r->ranges + n - 1, (r->n_ranges - n + 1) * sizeof *r->ranges);
  r->n_ranges -= n - 1;
  for (size_t i = 0; i < r->n_states; i++)
    if (r->states[i].start < cut) r->states[i].start = cut;
  put_out(r, cut);
}

void redact_text_feed(struct redact_text *r, const void *ptr, size_t len) {
  const unsigned char *p = ptr;
  while (len && !r->full) {
    size_t n = len < MOST_HELD / 4 ? len : MOST_HELD / 4;
    buffer_put(&r->held, p, n);
    for (size_t i = 0; i < n; i++) {
      while (i < n && !r->n_states && !r->first[p[i]].n) i++, r->at++;
      if (i < n) step(r, p[i]);
    }
    put_out(r, earliest(r));
    if (r->held.len >= MOST_HELD) give_up(r);
    p += n;
    len -= n;
  }
}

void redact_text_flush(struct redact_text *r) {
  if (!r->full) put_out(r, r->at);
  no_states(r);
  r->n_ranges = 0;
  r->held.len = 0;
  r->at = r->out = 0;
}

static void put_to_buffer(void *user, const void *ptr, size_t len) { buffer_put(user, ptr, len); }

void redact_text_of(struct redact_text *r, dfmt_str text, struct buffer *to) {
  void (*put)(void *, const void *, size_t) = r->put;
  void *user = r->user;
  redact_text_to(r, put_to_buffer, to);
  redact_text_feed(r, text.ptr, (size_t)text.len);
  redact_text_flush(r);
  redact_text_to(r, put, user);
}

void redact_text_free(struct redact_text *r) {
  redaction_free(&r->names);
  tool_realloc(r->steps, 0);
  tool_realloc(r->states, 0);
  tool_realloc(r->old, 0);
  tool_realloc(r->places, 0);
  for (size_t c = 0; c < 256; c++) tool_realloc(r->first[c].list, 0);
  tool_realloc(r->ranges, 0);
  buffer_free(&r->held);
}
