/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <string.h>

#include "heads.h"
#include "letters.h"

enum {
  MOST_LINE = 65536, /* bytes that are scanned together; longer lines are split at blanks */
  MOST_BACK = 4096,  /* bytes searched for a blank */
  MOST_BROKEN = 80   /* bytes on each side of a line break */
};

/* ---- one line ---- */

static bool same_at(struct dfmto_share_bytes t, size_t i, const char *word) {
  const size_t len = strlen(word);
  if (i + len > t.n) return false;
  for (size_t k = 0; k < len; k++)
    if (dfmto_share_lower(t.p[i + k]) != (uint8_t)word[k]) return false;
  return true;
}

/*
 * Start of "-----BEGIN RSA PRIVATE KEY-----" or the same with END at the end of a line; the line's end: none. It is
 * kept, as it identifies the lines after it.
 */
static size_t find_key_mark(struct dfmto_share_bytes t, bool *begins) {
  static const char last[] = "private key-----";
  enum { DASHES = 5, MOST_WORDS = 40 };
  const size_t len = sizeof last - 1, end = t.n > len ? t.n - len : 0;
  size_t i = end;
  if (!end || !same_at(t, end, last)) return t.n;
  while (i && end - i < MOST_WORDS && (dfmto_share_is_word(t.p[i - 1]) || dfmto_share_is_blank(t.p[i - 1]))) i--;
  *begins = same_at(t, i, "begin ");
  return i >= DASHES && same_at(t, i - DASHES, "-----") && (*begins || same_at(t, i, "end ")) ? i - DASHES : t.n;
}

static size_t key_mark(struct dfmto_share_bytes t, bool *begins) {
  return t.n && t.p[t.n - 1] == '-' ? find_key_mark(t, begins) : t.n;
}

/* The part of a line to scan. */
static struct dfmto_share_bytes without_mark(struct dfmto_share_bytes t) {
  bool begins;
  t.n = key_mark(t, &begins);
  return t;
}

/*
 * A line of a private key in a log, after the head of the line: its last word, if it is as long as such lines are.
 * Lines of others may stand between them, and the last one of the key is shorter.
 */
static void say_headed_key(struct dfmto_share_filter *f, struct dfmto_share_bytes t) {
  enum { LONG = 40 };
  size_t end = t.n, from;
  while (end && dfmto_share_is_blank(t.p[end - 1])) end--;
  for (from = end; from && (dfmto_share_sextets[t.p[from - 1]] >= 0 || t.p[from - 1] == '=');) from--;
  const bool is_long = end - from >= LONG,
             lasts = f->key_line && f->key_line + 1 == f->x->line && end > from && (end - from) % 4 == 0;
  if (is_long) f->key_line = f->x->line;
  if (is_long || lasts) dfmto_share_scan_given(f->x, DFMTO_SECRET, (struct dfmto_share_found){from, end}, false);
}

/* Inside a private key, or at one of its marks: of a line without a head all goes. */
static bool say_key(struct dfmto_share_filter *f, struct dfmto_share_bytes t) {
  bool begins;
  const size_t mark = key_mark(t, &begins);
  if (mark < t.n) {
    size_t blanks = 0;
    while (blanks < mark && dfmto_share_is_blank(t.p[blanks])) blanks++;
    f->in_key = begins;
    f->key_head = blanks < mark;
    f->key_line = 0;
  } else if (f->in_key && f->key_head) {
    say_headed_key(f, t);
  } else if (f->in_key && t.n && !dfmto_share_is_placeholder(t.p, t.n)) {
    dfmto_share_scan_alone(f->x, DFMTO_SECRET, (struct dfmto_share_found){0, t.n});
  }
  return mark < t.n || f->in_key;
}

static void say_given(struct dfmto_share_filter *f, struct dfmto_share_bytes t) {
  struct dfmto_share_found at;
  if (say_key(f, t)) return;
  if (dfmto_share_syslog_host(t, &at))
    dfmto_share_scan_given(f->x, DFMTO_HOSTNAME, at, true);
  else {
    f->x->n_given = dfmto_share_columns_next(&f->columns, &f->x->where, t, f->x->given);
    f->x->given_alone = false;
  }
}

/* Appends the spans found in the part of a line that begins at `from` to those of earlier parts. */
static bool keep_spans(struct dfmto_share_filter *f, struct dfmto_share_line *l, size_t from) {
  struct dfmto_share_scan *x = f->x;
  if (!x->found.len) return true;
  for (size_t i = 0; i < dfmto_share_n_found(x); i++) {
    struct dfmto_share_span *s = dfmto_share_found_at(x, i);
    s->start += from;
    s->end += from;
    s->text += l->made.len;
  }
  return dfmti_buf_append(x->mem, &l->spans, x->found.ptr, x->found.len) &&
         (!x->made.len || dfmti_buf_append(x->mem, &l->made, x->made.ptr, x->made.len)) &&
         (!x->inner.len || dfmti_buf_append(x->mem, &l->inner, x->inner.ptr, x->inner.len));
}

/* Notes the name of a section for the account, redacted. */
static bool note_mark(struct dfmto_share_filter *f, struct dfmto_share_bytes t, const struct dfmto_share_mark *m) {
  struct dfmto_share_scan *x = f->x;
  const struct dfmto_share_bytes n = {t.p + m->name.start, m->name.end - m->name.start};
  if (m->opens) dfmto_share_where_section(&x->where, n, *t.p == 'D');
  if (f->learning && m->opens &&
      !dfmto_share_vocabulary_note(x->mem, &x->vocabulary, t, (struct dfmto_share_bytes){NULL, 0}))
    return false;
  if (!m->opens || !f->account) return true;
  x->learning = x->xml = x->printable = false;
  f->joined.len = 0;
  return dfmto_share_scan_text(x, n.p, n.n) &&
         dfmto_share_put_text(x, &f->joined, n, dfmto_share_found_at(x, 0), dfmto_share_n_found(x)) &&
         dfmto_text(x->mem, &f->account->carriers, f->joined.ptr, f->joined.len, &f->carrier);
}

/* "CoreDump: base64" */
static bool is_base64_key(struct dfmto_share_bytes t) {
  static const char end[] = ": base64";
  const size_t len = sizeof end - 1;
  if (t.n <= len || t.p[t.n - 1] != '4' || memcmp(t.p + t.n - len, end, len) != 0) return false;
  for (size_t i = 0; i < t.n - len; i++)
    if (!dfmto_share_is_word(t.p[i]) && !strchr("._-", t.p[i])) return false;
  return true;
}

/* Names of sections are kept, except for given names. */
static bool look_at_mark(struct dfmto_share_filter *f, struct dfmto_share_line *l, struct dfmto_share_bytes t,
                         const struct dfmto_share_mark *m) {
  struct dfmto_share_scan *x = f->x;
  const struct dfmto_share_found name = m->name;
  if (!name.end) return true;
  x->xml = x->printable = false;
  x->learning = f->learning;
  return dfmto_share_scan_names(x, t.p + name.start, name.end - name.start) && keep_spans(f, l, name.start) &&
         dfmto_share_scan_text(x, t.p + name.end, m->end - name.end) && keep_spans(f, l, name.end);
}

/*
 * Scans what can have values: of a log line what follows its head; of a mark the name, for given names, and the text
 * after it; of any other line all. t: the line without its end.
 */
static bool look_at(struct dfmto_share_filter *f, struct dfmto_share_line *l, struct dfmto_share_bytes t) {
  struct dfmto_share_mark m;
  l->head = l->message = 0;
  f->x->line = f->n_lines + f->waiting + 1;
  l->spans.len = l->made.len = l->inner.len = 0;
  l->is_marker = dfmto_share_is_mark(t, &m);
  l->carrier = f->carrier;
  if (l->is_marker && !note_mark(f, t, &m)) return false;
  f->hides |= f->after_base64 && t.n > 1 && *t.p == ' ';
  f->after_base64 = is_base64_key(t);
  if (!t.n) return true;
  if (l->is_marker) return look_at_mark(f, l, t, &m);
  const bool mark = !f->begun && t.n > 3 && memcmp(t.p, "\xef\xbb\xbf", 3) == 0; /* of byte order */
  if (!f->begun) f->xml = t.n >= 5 && memcmp(t.p, "<?xml", 5) == 0;
  f->begun = true;
  if (!f->printable && dfmto_share_lower(*t.p) == 'c')
    f->printable = dfmto_share_word_before(t, dfmti_min(t.n, 80), 80, "quoted-printable");
  const bool log = dfmto_share_log_head(t, &l->head, &l->message);
  if (log)
    (void)say_key(f, (struct dfmto_share_bytes){t.p + l->head, t.n - l->head});
  else
    say_given(f, t);
  if (!log && t.n && !dfmto_share_is_blank(*t.p)) dfmto_share_known_as(&f->x->where.below, t);
  if (mark) l->head = 3;
  f->x->xml = f->xml;
  f->x->printable = f->printable;
  f->x->learning = f->learning;
  const struct dfmto_share_bytes tag = {t.p + l->head, log && l->message > l->head + 2 ? l->message - l->head - 2 : 0};
  if (f->learning && !dfmto_share_vocabulary_note(f->x->mem, &f->x->vocabulary, t, tag)) return false;
  t = without_mark((struct dfmto_share_bytes){t.p + l->head, t.n - l->head});
  return dfmto_share_scan_text(f->x, t.p, t.n) && keep_spans(f, l, l->head);
}

/* ---- values broken over two lines ---- */

static void swap(struct dfmti_buf *a, struct dfmti_buf *b) {
  const struct dfmti_buf x = *a;
  *a = *b;
  *b = x;
}

/* Both have the same head except for the time, so one message may have been split. */
static bool same_head(const struct dfmto_share_line *a, const struct dfmto_share_line *b) {
  enum { TIME = 18 };
  return a->head && a->message == b->message && a->message > TIME && a->len > a->message &&
         memcmp(a->bytes.ptr + TIME, b->bytes.ptr + TIME, a->message - TIME) == 0;
}

static bool is_broken(const struct dfmto_share_filter *f, const struct dfmto_share_line *a,
                      const struct dfmto_share_line *b, size_t *soft) {
  *soft = f->printable && a->len && a->bytes.ptr[a->len - 1] == '=';
  if (a->is_marker || b->is_marker || !a->len || !b->len) return false;
  return a->is_open || *soft || same_head(a, b);
}

static bool add_part(struct dfmto_share_filter *f, struct dfmto_share_line *l, struct dfmto_share_span s) {
  if (s.start >= s.end) return true;
  size_t n = l->spans.len / sizeof s, at = 0;
  struct dfmto_share_span *list = (void *)l->spans.ptr;
  for (size_t i = 0; i < n; i++) { /* removes those that it covers */
    bool apart = list[i].end <= s.start || list[i].start >= s.end;
    if (apart) {
      list[at++] = list[i];
      continue;
    }
    if (list[i].start < s.start) s.start = list[i].start;
    if (list[i].end > s.end) s.end = list[i].end;
  }
  l->spans.len = at * sizeof s;
  if (!dfmti_buf_append(f->x->mem, &l->spans, &s, sizeof s)) return false;
  list = (void *)l->spans.ptr;
  for (size_t i = at; i && list[i - 1].start > list[i].start; i--) {
    struct dfmto_share_span x = list[i];
    list[i] = list[i - 1];
    list[i - 1] = x;
  }
  return true;
}

/* The first part becomes the placeholder, and the second one nothing. */
static bool take_broken(struct dfmto_share_filter *f, const struct dfmto_share_span *s, size_t from, size_t join,
                        size_t soft) {
  struct dfmto_share_span first = *s, second = *s;
  first.start += from;
  first.end = f->last->len - soft;
  first.spelling = second.spelling = DFMTO_BROKEN;
  second.start = f->line->message;
  second.end = f->line->message + (s->end - join);
  second.value = UINT32_MAX;
  second.inner = s->value;
  second.text = second.len = 0;
  return add_part(f, f->last, first) && add_part(f, f->line, second);
}

/* Appends a line as it is written. */
static bool put_made(struct dfmto_share_filter *f, struct dfmto_share_line *l, struct dfmti_buf *to) {
  swap(&l->made, &f->x->made);
  f->x->xml = f->xml;
  const bool good = dfmto_share_put_text(f->x, to, (struct dfmto_share_bytes){l->bytes.ptr, l->bytes.len},
                                         (const void *)l->spans.ptr, l->spans.len / sizeof(struct dfmto_share_span));
  swap(&l->made, &f->x->made);
  return good;
}

/* Checks that two lines as written, one of which was changed, have no value across the break. */
static bool check_over(struct dfmto_share_filter *f, size_t soft) {
  struct dfmto_share_line *a = f->last, *b = f->line;
  struct dfmti_buf *to = &f->joined;
  struct dfmto_share_scan *x = f->x;
  to->len = 0;
  if ((!a->spans.len && !b->spans.len) || f->left) return true;
  if (!put_made(f, a, to)) return false;
  to->len -= a->bytes.len - a->len + soft;
  const size_t join = dfmti_min(to->len, MOST_BROKEN);
  memmove(to->ptr, to->ptr + to->len - join, join);
  to->len = join;
  if (!put_made(f, b, to)) return false;
  const size_t skip = dfmti_min(b->message, to->len - join), rest = to->len - join - skip;
  memmove(to->ptr + join, to->ptr + join + skip, dfmti_min(rest, MOST_BROKEN));
  const bool known = x->known_only;
  x->known_only = true;
  const bool good = dfmto_share_scan_text(x, to->ptr, join + dfmti_min(rest, MOST_BROKEN));
  x->known_only = known;
  for (size_t i = 0; good && i < dfmto_share_n_found(x); i++)
    if (dfmto_share_found_at(x, i)->start < join && dfmto_share_found_at(x, i)->end > join) f->left = f->n_lines + 1;
  return good;
}

static bool look_over(struct dfmto_share_filter *f) {
  struct dfmto_share_line *a = f->last, *b = f->line;
  struct dfmto_share_scan *x = f->x;
  size_t soft;
  if (!is_broken(f, a, b, &soft)) return true;
  size_t end = a->len - soft,
         from = end > MOST_BROKEN && end - MOST_BROKEN > a->message ? end - MOST_BROKEN : a->message;
  size_t start = b->message ? b->message : 0, join = end - from;
  f->joined.len = 0;
  if (!dfmti_buf_append(x->mem, &f->joined, a->bytes.ptr + from, join)) return false;
  if (!dfmti_buf_append(x->mem, &f->joined, b->bytes.ptr + start, dfmti_min(b->len - start, MOST_BROKEN))) return false;
  const bool known = x->known_only;
  x->known_only = true;
  bool good = dfmto_share_scan_text(x, f->joined.ptr, f->joined.len);
  x->known_only = known;
  for (size_t i = 0; good && i < dfmto_share_n_found(x); i++) {
    const struct dfmto_share_span s = *dfmto_share_found_at(x, i);
    if (s.start < join && s.end > join && s.value != UINT32_MAX) good = take_broken(f, &s, from, join, soft);
  }
  return good && check_over(f, soft);
}

/* ---- output ---- */

static uint64_t number_of(const struct dfmto_share_filter *f, uint32_t carrier, const struct dfmto_share_span *s) {
  return (uint64_t)carrier << 24 | (uint64_t)dfmto_share_value_at(f->x->values, s->value)->cls << 16 |
         (uint64_t)s->how << 8 | s->spelling;
}

struct dfmto_share_counted dfmto_share_counted(uint64_t number) {
  return (struct dfmto_share_counted){(uint32_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                                      (uint8_t)number};
}

static bool may_count(const struct dfmto_share_filter *f, const struct dfmto_share_line *l,
                      const struct dfmti_buf *spans) {
  const struct dfmto_share_span *s = (const void *)spans->ptr;
  for (size_t i = 0; i < spans->len / sizeof *s; i++)
    if (s[i].value != UINT32_MAX && !dfmto_count_at(f->x->mem, &f->account->counts, number_of(f, l->carrier, &s[i])))
      return false;
  return true;
}

static void count_one(const struct dfmto_share_filter *f, uint32_t carrier, const struct dfmto_share_span *s) {
  dfmto_count_find(&f->account->counts, number_of(f, carrier, s))->n++;
  dfmto_share_value_at(f->x->values, s->value)->n_places++;
}

static void count_up(const struct dfmto_share_filter *f, const struct dfmto_share_line *l,
                     const struct dfmti_buf *spans) {
  const struct dfmto_share_span *s = (const void *)spans->ptr;
  for (size_t i = 0; i < spans->len / sizeof *s; i++)
    if (s[i].value != UINT32_MAX) count_one(f, l->carrier, &s[i]);
}

/* All of them, or none. */
static bool count(struct dfmto_share_filter *f, const struct dfmto_share_line *l) {
  if (!f->account) return true;
  if (!may_count(f, l, &l->spans) || !may_count(f, l, &l->inner)) return false;
  count_up(f, l, &l->spans);
  count_up(f, l, &l->inner);
  return true;
}

static bool review(struct dfmto_share_filter *f, const struct dfmto_share_line *l) {
  const struct dfmto_share_span *s = (const void *)l->spans.ptr;
  const struct dfmto_share_bytes t = {l->bytes.ptr, l->len};
  if (!f->review) return true;
  const struct dfmto_share_reviewed where = {.section = dfmto_text_at(&f->account->carriers, l->carrier),
                                             .line = f->n_lines + 1};
  bool good = true;
  for (size_t i = 0; good && i < l->spans.len / sizeof *s; i++)
    good = dfmto_share_review_span(f->review, f->x, &where, t, &s[i]);
  return good;
}

bool dfmto_share_filter_may_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                                  enum dfmto_share_spelling spelling) {
  const struct dfmto_share_span s = {.value = value, .how = (uint8_t)how, .spelling = (uint8_t)spelling};
  return !f->account || (dfmto_count_at(f->x->mem, &f->account->counts, number_of(f, f->carrier, &s)) &&
                         (!f->review || dfmto_share_review_number(f->review, f->x, value)));
}

void dfmto_share_filter_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                              enum dfmto_share_spelling spelling) {
  const struct dfmto_share_span s = {.value = value, .how = (uint8_t)how, .spelling = (uint8_t)spelling};
  if (f->account) count_one(f, f->carrier, &s);
}

static bool check_part(struct dfmto_share_filter *f, struct dfmto_share_bytes t, bool names) {
  if (!(names ? dfmto_share_scan_names : dfmto_share_scan_text)(f->x, t.p, t.n)) return false;
  if (dfmto_share_n_found(f->x)) f->left = f->n_lines + 1;
  return true;
}

/* A changed line is scanned again, as unchanged ones have been. */
static bool check(struct dfmto_share_filter *f, const struct dfmto_share_line *l, size_t from) {
  const size_t end = f->out.len - (l->bytes.len - l->len);
  struct dfmto_share_bytes t = {f->out.ptr + from, end - from};
  struct dfmto_share_mark m;
  if (f->left || from + l->head > end) return true;
  if (!l->is_marker)
    return check_part(f, without_mark((struct dfmto_share_bytes){t.p + l->head, t.n - l->head}), false);
  return !dfmto_share_is_mark(t, &m) || !m.name.end ||
         (check_part(f, (struct dfmto_share_bytes){t.p + m.name.start, m.name.end - m.name.start}, true) &&
          check_part(f, (struct dfmto_share_bytes){t.p + m.name.end, m.end - m.name.end}, false));
}

/* Reserves memory for take_back(). */
static bool may_take_back(struct dfmto_share_filter *f, struct dfmto_share_line *l) {
  struct dfmti_mem *m = f->x->mem;
  return dfmti_buf_reserve(m, &l->bytes, f->out.len) && dfmti_buf_reserve(m, &l->spans, f->x->found.len) &&
         dfmti_buf_reserve(m, &l->made, f->x->made.len) && dfmti_buf_reserve(m, &l->inner, f->x->inner.len);
}

/* Makes the output from an offset on the current line, with what the check found in it. */
static void take_back(struct dfmto_share_filter *f, struct dfmto_share_line *l, size_t from) {
  const size_t end = l->bytes.len - l->len, all = f->out.len - from;
  f->n_spans += l->spans.len / sizeof(struct dfmto_share_span);
  l->bytes.len = l->spans.len = l->made.len = l->inner.len = 0;
  (void)dfmti_buf_append(f->x->mem, &l->bytes, f->out.ptr + from, all); /* reserved before */
  (void)keep_spans(f, l, l->head);
  l->len = all - end;
  f->out.len = from;
  f->left = 0;
}

/* Appends a changed line to the output: all of it, or nothing. */
static bool put_changed(struct dfmto_share_filter *f, struct dfmto_share_line *l) {
  const size_t before = f->out.len, reviewed = f->review ? f->review->text.len : 0;
  bool good = put_made(f, l, &f->out);
  swap(&l->made, &f->x->made);
  good = good && review(f, l);
  swap(&l->made, &f->x->made);
  good = good && check(f, l, before) && (!f->left || may_take_back(f, l)) && count(f, l);
  if (!good) f->out.len = before;
  if (!good && f->review) f->review->text.len = reviewed;
  return good;
}

/* Removing a value may reveal another one beside it: so the line is scanned until nothing is left. */
static bool put_line(struct dfmto_share_filter *f, struct dfmto_share_line *l) {
  enum { MOST_AGAIN = 4 };
  const size_t before = f->out.len;
  if (!l->spans.len) return dfmti_buf_append(f->x->mem, &f->out, l->bytes.ptr, l->bytes.len);
  const bool left = f->left; /* in an earlier line, or across this one and the next */
  bool good = put_changed(f, l);
  for (unsigned again = 0; good && again < MOST_AGAIN && f->left && !left && !l->is_marker; again++) {
    take_back(f, l, before);
    good = put_changed(f, l);
  }
  return good;
}

static bool put_out(struct dfmto_share_filter *f) {
  struct dfmto_share_line *l = f->last;
  if (!f->waiting) return true;
  const size_t before = f->out.len;
  if (!put_line(f, l)) return false;
  if (f->second) dfmto_share_second_line(f->second, f->out.ptr + before, f->out.len - before, f->n_lines + 1);
  f->n_lines += !l->is_open;
  f->n_spans += l->spans.len / sizeof(struct dfmto_share_span);
  f->waiting = false;
  return true;
}

/* Takes a line with its end, or a part of one. */
static bool take(struct dfmto_share_filter *f, const uint8_t *p, size_t n, bool is_open) {
  struct dfmto_share_line *l = f->line;
  const size_t all = n;
  while (n && !is_open && (p[n - 1] == '\n' || p[n - 1] == '\r')) n--;
  if (f->learning) { /* nothing of it is stored */
    if (!look_at(f, l, (struct dfmto_share_bytes){p, n})) return false;
    f->n_lines += !is_open;
    f->x->label.n = 0; /* it does not apply to other lines */
    return true;
  }
  l->bytes.len = 0;
  if (!dfmti_buf_append(f->x->mem, &l->bytes, p, all)) return false;
  l->len = n;
  l->is_open = is_open;
  if (!look_at(f, l, (struct dfmto_share_bytes){l->bytes.ptr, n}) || (f->waiting && !look_over(f)) || !put_out(f))
    return false;
  f->line = f->last;
  f->last = l;
  f->waiting = true;
  f->x->label.n = 0;
  return true;
}

/* Where to split a line that is too long: after a nearby blank, else at least outside of placeholders. */
static size_t cut_at(const uint8_t *p, size_t n) {
  for (size_t i = n; i > n - MOST_BACK; i--)
    if (dfmto_share_is_blank(p[i - 1])) return i;
  for (size_t i = n; i > n - DFMTO_PLACEHOLDER && p[i - 1] != '>'; i--)
    if (p[i - 1] == '<' && i > 1) return i - 1;
  return n;
}

/* Takes the gathered bytes: a whole line, or the maximum length. */
static bool take_gathered(struct dfmto_share_filter *f) {
  size_t n = f->in.len;
  bool whole = n && f->in.ptr[n - 1] == '\n';
  if (!whole && n < MOST_LINE) return true;
  if (!whole) n = cut_at(f->in.ptr, n);
  if (!take(f, f->in.ptr, n, !whole)) return false;
  memmove(f->in.ptr, f->in.ptr + n, f->in.len - n);
  f->in.len -= n;
  return true;
}

static bool gather(struct dfmto_share_filter *f, const uint8_t *p, size_t n, size_t *used) {
  n = dfmti_min(n, MOST_LINE - f->in.len);
  if (!dfmti_buf_append(f->x->mem, &f->in, p, n)) return false;
  *used += n;
  return take_gathered(f);
}

bool dfmto_share_filter_feed(struct dfmto_share_filter *f, const uint8_t *p, size_t n, size_t *used) {
  bool good = take_gathered(f);
  for (*used = 0; good && *used < n;) {
    const uint8_t *from = p + *used, *end = memchr(from, '\n', n - *used);
    size_t len = end ? (size_t)(end - from) + 1 : n - *used;
    if (!end || f->in.len || len >= MOST_LINE)
      good = gather(f, from, len, used);
    else if ((good = take(f, from, len, false)))
      *used += len;
  }
  return good;
}

bool dfmto_share_filter_begin(struct dfmto_share_filter *f, dfmt_str carrier) {
  f->in.len = f->out.len = 0;
  f->last = &f->lines[0];
  f->line = &f->lines[1];
  f->waiting = f->xml = f->printable = f->in_key = f->begun = f->after_base64 = f->hides = false;
  f->n_lines = f->n_spans = f->left = 0;
  f->carrier = 0;
  f->x->line = 0;
  f->columns = (struct dfmto_share_columns){.kind = DFMTO_NO_COLUMNS};
  f->x->where.service.n = f->x->where.below.n = 0;
  f->x->where.radio = false;
  return !f->account || dfmto_text(f->x->mem, &f->account->carriers, carrier.ptr, (size_t)carrier.len, &f->carrier);
}

bool dfmto_share_filter_end(struct dfmto_share_filter *f) {
  if (f->in.len && !take(f, f->in.ptr, f->in.len, false)) return false;
  f->in.len = 0;
  return put_out(f);
}

static void free_line(struct dfmti_mem *m, struct dfmto_share_line *l) {
  dfmti_buf_free(m, &l->bytes);
  dfmti_buf_free(m, &l->spans);
  dfmti_buf_free(m, &l->made);
  dfmti_buf_free(m, &l->inner);
}

void dfmto_share_filter_free(struct dfmto_share_filter *f) {
  if (!f->x) return;
  free_line(f->x->mem, &f->lines[0]);
  free_line(f->x->mem, &f->lines[1]);
  dfmti_buf_free(f->x->mem, &f->in);
  dfmti_buf_free(f->x->mem, &f->out);
  dfmti_buf_free(f->x->mem, &f->joined);
}

void dfmto_share_account_free(struct dfmti_mem *m, struct dfmto_share_account *a) {
  dfmto_counts_free(m, &a->counts);
  dfmto_texts_free(m, &a->carriers);
}
