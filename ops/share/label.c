/* SPDX-License-Identifier: MIT */
#include "label.h"

#include "letters.h"
#include "plausible.h"

enum { MOST_STARTS = 16, MOST_WORDS_BEFORE = 4, MOST_BLANKS = 40, MOST_CLOSERS = 3 };

static bool is_upper(uint8_t c) { return c >= 'A' && c <= 'Z'; }
static bool is_of_run(uint8_t c) { return (dfmto_share_is_word(c) && c < 0x80) || c == '_' || c == '-' || c == '.'; }

/* ---- words ---- */

/* The last words of a text, joined, in lower case, at the end of `text`. */
struct words {
  uint8_t text[DFMTO_MOST_LABEL];
  size_t at;                             /* where they begin */
  uint8_t n_starts, starts[MOST_STARTS]; /* where each begins; the last word first */
  size_t run;                            /* where the last run begins: "device_name" of "My device_name" */
  bool cut;                              /* the run does not fit */
};

/* "mSerialNumber", "SSIDs", "IMEI2": a letter or digit begins a word. */
static bool begins_word(struct dfmto_share_bytes t, size_t i) {
  const uint8_t c = t.p[i], b = dfmto_share_byte_before(t, i), a = dfmto_share_byte_at(t, i + 1);
  if (dfmto_share_is_digit(c)) return !dfmto_share_is_digit(b);
  if (!dfmto_share_is_letter(b)) return true;
  if (!is_upper(c)) return false;
  if (!is_upper(b)) return true;
  const bool plural =
      a == 's' && !(dfmto_share_is_letter(dfmto_share_byte_at(t, i + 2)) && !is_upper(dfmto_share_byte_at(t, i + 2)));
  return dfmto_share_is_letter(a) && !is_upper(a) && !plural;
}

static bool is_gap(uint8_t c) { return c == ' ' || c == '{' || c == '/'; }

/* The words that end at `end`. */
static void take_words(struct dfmto_share_bytes t, size_t end, struct words *w) {
  size_t i = end, gaps = 0;
  *w = (struct words){.at = DFMTO_MOST_LABEL, .run = DFMTO_MOST_LABEL};
  for (bool in_run = true; i && w->at && w->n_starts < MOST_STARTS; i--) {
    const uint8_t c = t.p[i - 1];
    if (is_gap(c)) {
      if (!is_of_run(dfmto_share_byte_at(t, i)) && !is_gap(dfmto_share_byte_at(t, i))) return;
      in_run = false;
      if (!is_gap(dfmto_share_byte_at(t, i)) && ++gaps > MOST_WORDS_BEFORE) return;
      continue;
    }
    if (!is_of_run(c)) return;
    if (c == '_' || c == '-' || c == '.') continue;
    w->text[--w->at] = dfmto_share_lower(c);
    if (in_run) w->run = w->at;
    if (begins_word(t, i - 1)) w->starts[w->n_starts++] = (uint8_t)w->at;
  }
  w->cut = i && is_of_run(t.p[i - 1]);
}

/* From here to the end it is the whole run, but for an 'm' before a capital. */
static bool is_whole(const struct words *w, size_t start) {
  return !w->cut && (start == w->run || (start == w->run + 1 && w->text[w->run] == 'm'));
}

/* ---- labels ---- */

/* The name of a label is no value: "account_name=ownerAccount" of SQL. */
bool dfmto_share_is_label(const struct dfmto_share_lexicon *x, struct dfmto_share_bytes v) {
  uint8_t name[DFMTO_MOST_LABEL];
  size_t n = 0;
  for (size_t i = 0; i < v.n; i++) {
    if (v.p[i] == '_') continue;
    if (n == sizeof name || !dfmto_share_is_letter(v.p[i])) return false;
    name[n++] = dfmto_share_lower(v.p[i]);
  }
  return n && dfmto_share_label_named(x, name, n);
}

struct search {
  const struct dfmto_share_lexicon *x;
  const struct dfmto_share_where *w;
  struct dfmto_share_bytes t;
  size_t label, value; /* the end of the label, and where the value would begin */
  bool blank;
};

static bool take_named(const struct search *s, const struct words *w, size_t start, struct dfmto_share_told *told) {
  const struct dfmto_share_label *l = dfmto_share_label_named(s->x, w->text + start, DFMTO_MOST_LABEL - start);
  const struct dfmto_share_bytes words = {w->text + w->at, DFMTO_MOST_LABEL - w->at};
  for (; l; l = dfmto_share_label_next(s->x, l)) {
    struct dfmto_share_announced *a = dfmto_share_announced_at(s->x, l->announced);
    size_t from = s->label;
    while (from && is_of_run(s->t.p[from - 1]) && s->label - from < DFMTO_MOST_LABEL) from--;
    if (l->blank != s->blank || (l->whole && !is_whole(w, start)) || !dfmto_share_holds(a, s->w, s->t, from, words))
      continue;
    if (!dfmto_share_announced_value(&a->place, s->t, s->label, s->value, &told->value, &told->cls)) continue;
    const struct dfmto_share_bytes v = {s->t.p + told->value.start, told->value.end - told->value.start};
    if (dfmto_share_is_label(s->x, v)) continue;
    told->everywhere = !(a->place.flags & DFMTO_HERE_ONLY) || told->cls != a->place.cls;
    if (told->cls == DFMTO_HOSTNAME) told->everywhere = dfmto_share_is_own_host(v);
    told->row = l->row;
    return true;
  }
  return false;
}

/* Its last four letters or digits, with what is between words, may end a label. */
static bool may_end_slowly(const struct dfmto_share_lexicon *x, struct dfmto_share_bytes t, size_t end) {
  uint8_t last[4] = {0};
  size_t at = sizeof last;
  for (size_t i = end; i && at && end - i < 2 * sizeof last; i--) {
    if (dfmto_share_is_word(t.p[i - 1]))
      last[--at] = t.p[i - 1];
    else if (!is_of_run(t.p[i - 1]) && !is_gap(t.p[i - 1]))
      break;
  }
  return dfmto_share_may_end_label(x, last);
}

static inline bool may_end(const struct dfmto_share_lexicon *x, struct dfmto_share_bytes t, size_t end) {
  const uint8_t *p = t.p + end;
  if (end >= 4 && dfmto_share_is_letter(p[-1]) && dfmto_share_is_letter(p[-2]) && dfmto_share_is_letter(p[-3]) &&
      dfmto_share_is_letter(p[-4]))
    return dfmto_share_may_end_label(x, p - 4);
  return may_end_slowly(x, t, end);
}

/* The longest label of these words that holds. */
static bool take_longest(const struct search *s, size_t end, struct dfmto_share_told *told) {
  struct words w;
  if (!end || !may_end(s->x, s->t, end)) return false;
  take_words(s->t, end, &w);
  for (size_t i = w.n_starts; i-- > 0;)
    if (take_named(s, &w, w.starts[i], told)) return true;
  return false;
}

/* "IMEI2", "subscriber_id0": also without the number. */
static bool take(const struct search *s, struct dfmto_share_told *told) {
  size_t end = s->label;
  if (take_longest(s, end, told)) return true;
  while (end && dfmto_share_is_digit(s->t.p[end - 1])) end--;
  if (end == s->label) return false;
  if (end && dfmto_share_is_one_of(s->t.p[end - 1], ".-")) return false; /* "msm_serial.0" is a device */
  end -= end && s->t.p[end - 1] == '_';
  return take_longest(s, end, told);
}

/* "name:KEY pkg:P value:V default:D": a setting, whose label is KEY. */
static bool setting(struct search *s) {
  enum { MOST = 160 };
  size_t i = s->label - 5;
  const struct dfmto_share_bytes t = s->t;
  if (dfmto_share_byte_at(t, s->label) != ':' || !dfmto_share_same(t, s->label - 5, "value") ||
      dfmto_share_byte_before(t, i) != ' ')
    return false;
  while (i && s->label - i < MOST &&
         !(t.p[i] == 'n' && dfmto_share_same(t, i, "name:") && !dfmto_share_is_word(dfmto_share_byte_before(t, i))))
    i--;
  if (!dfmto_share_same(t, i, "name:")) return false;
  s->value = s->label + 1;
  s->label = i += 5;
  while (s->label < t.n && t.p[s->label] > ' ') s->label++;
  for (size_t k = s->value; k < t.n && k < s->value + 2 * MOST; k++)
    if (t.p[k] == ' ' && (dfmto_share_same(t, k, " default:") || dfmto_share_same(t, k, " defaultsystemset:")))
      s->t.n = k;
  return true;
}

bool dfmto_share_labelled(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                          struct dfmto_share_bytes t, size_t at, struct dfmto_share_told *told) {
  struct search s = {.x = x, .w = w, .t = t, .label = at};
  while (s.label && at - s.label < 2 && dfmto_share_is_blank(t.p[s.label - 1])) s.label--;
  for (size_t n = 0; n < MOST_CLOSERS && s.label && dfmto_share_is_closer(t.p[s.label - 1]); n++) s.label--;
  if (s.label && t.p[s.label - 1] == '(') s.label--; /* "getLine1Number()=" */
  s.value = s.label;
  if (!s.label || !is_of_run(t.p[s.label - 1])) return false;
  if (!dfmto_share_is_digit(t.p[s.label - 1]) && !may_end(x, t, s.label)) return false;
  if (s.label > 5 && setting(&s)) return take(&s, told);
  s.value += dfmto_share_byte_at(t, s.value) == '(' && dfmto_share_byte_at(t, s.value + 1) == ')' ? 2 : 0;
  return dfmto_share_skip_join(t, &s.value) && take(&s, told);
}

bool dfmto_share_labelled_number(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                                 struct dfmto_share_bytes t, size_t at, struct dfmto_share_told *told) {
  struct search s = {.x = x, .w = w, .t = t, .label = at, .value = at, .blank = true};
  while (s.label && at - s.label < MOST_BLANKS && dfmto_share_is_blank(t.p[s.label - 1])) s.label--;
  return s.label < at && s.label && is_of_run(t.p[s.label - 1]) && take(&s, told);
}
