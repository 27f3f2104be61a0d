/* SPDX-License-Identifier: MIT */
/*
 * A template is compared from its anchor to the left and to the right, without going back: what stands for something
 * ends at the first place where the next element is.
 */
#include "template.h"

#include "base/mem.h"
#include "letters.h"

enum { MOST_SHOWN = 96, MOST_ANY = 96, MOST_VALUE = 256, MOST_BLANKS = 64, MAC = 17 };

struct match {
  const struct dfmto_share_lexicon *x;
  struct dfmto_share_announced *a;
  const struct dfmto_share_element *e; /* of the template */
  size_t n;
  struct dfmto_share_bytes t;
  struct dfmto_share_found value;
};

static bool is_name(uint8_t c) { return dfmto_share_is_word(c) || dfmto_share_is_one_of(c, "._-"); }

/* ---- texts ---- */

static size_t blanks(struct dfmto_share_bytes t, size_t at) {
  const size_t most = dfmti_min(t.n, at + MOST_BLANKS);
  while (at < most && dfmto_share_is_blank(t.p[at])) at++;
  return at;
}

/* A text at `at`; its blanks stand for one or more. Returns its end, SIZE_MAX: another one. */
static size_t text_at(struct dfmto_share_bytes t, size_t at, const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (at == t.n || (p[i] == ' ' ? !dfmto_share_is_blank(t.p[at]) : dfmto_share_lower(t.p[at]) != p[i]))
      return SIZE_MAX;
    at = p[i] == ' ' ? blanks(t, at) : at + 1;
    while (p[i] == ' ' && i + 1 < n && p[i + 1] == ' ') i++;
  }
  return at;
}

/* The same before `at`. Returns its start. */
static size_t text_before(struct dfmto_share_bytes t, size_t at, const uint8_t *p, size_t n) {
  while (n) {
    const uint8_t c = p[--n];
    if (!at || (c == ' ' ? !dfmto_share_is_blank(t.p[at - 1]) : dfmto_share_lower(t.p[at - 1]) != c)) return SIZE_MAX;
    at--;
  }
  return at;
}

/* The first of the choices that `text` finds. */
static size_t one_of(struct dfmto_share_bytes t, size_t at, const uint8_t *p, size_t n,
                     size_t (*text)(struct dfmto_share_bytes t, size_t at, const uint8_t *p, size_t n)) {
  for (size_t i = 0, len; i <= n; i += len + 1) {
    for (len = 0; i + len < n && p[i + len] != '|';) len++;
    const size_t other = text(t, at, p + i, len);
    if (other != SIZE_MAX) return other;
  }
  return SIZE_MAX;
}

/* ---- one element ---- */

static size_t number_at(struct dfmto_share_bytes t, size_t at) {
  at += at < t.n && t.p[at] == '-';
  while (at < t.n && dfmto_share_is_digit(t.p[at])) at++;
  return at;
}

static size_t mac_at(struct dfmto_share_bytes t, size_t at) {
  if (t.n - at < MAC) return SIZE_MAX;
  for (size_t i = 0; i < MAC; i++)
    if (i % 3 == 2 ? t.p[at + i] != ':' : !dfmto_share_is_hex(t.p[at + i])) return SIZE_MAX;
  return at + MAC;
}

static bool is_end(struct dfmto_share_bytes t, size_t at) { return blanks(t, at) == t.n || t.p[blanks(t, at)] < ' '; }

/* Where an element that begins at `at` ends; SIZE_MAX: it does not begin there. Not of those that have any length. */
static size_t element_at(const struct match *m, size_t i, size_t at) {
  const struct dfmto_share_element *e = &m->e[i];
  const uint8_t *text = m->x->names.ptr + e->text;
  switch (e->kind) {
    case DFMTO_ELEMENT_TEXT: return text_at(m->t, at, text, e->len);
    case DFMTO_ELEMENT_ONE_OF: return one_of(m->t, at, text, e->len, text_at);
    case DFMTO_ELEMENT_NUMBER: return number_at(m->t, at);
    case DFMTO_ELEMENT_MAC: return mac_at(m->t, at);
    case DFMTO_ELEMENT_QUOTE: return at < m->t.n && dfmto_share_is_one_of(m->t.p[at], "\"'") ? at + 1 : SIZE_MAX;
    case DFMTO_ELEMENT_BLANKS: return blanks(m->t, at);
    case DFMTO_ELEMENT_BEGIN: return at ? SIZE_MAX : 0;
    case DFMTO_ELEMENT_END: return is_end(m->t, at) ? at : SIZE_MAX;
    default: return SIZE_MAX;
  }
}

/* Up to the first place where the next element is, over bytes that `takes` accepts. */
static size_t up_to_next(const struct match *m, size_t i, size_t at, size_t most, bool (*takes)(uint8_t)) {
  const bool last = i + 1 == m->n;
  size_t end = at;
  for (; end < m->t.n && end < at + most && takes(m->t.p[end]); end++)
    if (!last && end > at && element_at(m, i + 1, end) != SIZE_MAX) return end;
  if (end == at) return SIZE_MAX;
  return last || element_at(m, i + 1, end) != SIZE_MAX ? end : SIZE_MAX;
}

static bool is_shown(uint8_t c) { return c > ' '; }
static bool is_any(uint8_t c) { return c >= ' ' || c == '\t'; }
static bool is_token(uint8_t c) { return c > ' ' && !dfmto_share_is_one_of(c, ",;\"'<>()[]{}"); }
static bool is_label(uint8_t c) { return dfmto_share_is_word(c) || dfmto_share_is_one_of(c, "-_"); }
static bool is_of_field(uint8_t c) { return is_any(c) && !dfmto_share_is_one_of(c, "{}\"|"); }

/* ---- the value ---- */

/* The bytes that a value may have before the next element; NULL: it ends as its form says. */
static bool (*bytes_of(const struct dfmto_share_place *x))(uint8_t) {
  switch (x->extent) {
    case DFMTO_TO_LINE:
    case DFMTO_TO_FIELD: return is_of_field;
    case DFMTO_TO_USER: return is_name;
    case DFMTO_TO_LABEL: return is_label;
    case DFMTO_TO_TOKEN: return is_token;
    case DFMTO_TO_SECRET: return is_shown;
    default: return NULL;
  }
}

static bool value_at(struct match *m, size_t i, size_t at, size_t *end) {
  const struct dfmto_share_place *x = &m->a->place;
  bool (*takes)(uint8_t) = i + 1 < m->n ? bytes_of(x) : NULL;
  enum dfmto_share_class c;
  if (takes) {
    *end = up_to_next(m, i, at, MOST_VALUE, takes);
    m->value = (struct dfmto_share_found){at, *end};
    return *end != SIZE_MAX;
  }
  if (!dfmto_share_announced_value(x, m->t, at, at, &m->value, &c)) return false;
  *end = m->value.end;
  return m->value.start >= at;
}

/* ---- a template ---- */

/* The elements from i on, at `at`. */
static bool matches_to_the_right(struct match *m, size_t i, size_t at) {
  for (; i < m->n; i++) {
    switch (m->e[i].kind) {
      case DFMTO_ELEMENT_VALUE:
        if (!value_at(m, i, at, &at)) return false;
        break;
      case DFMTO_ELEMENT_SHOWN: at = up_to_next(m, i, at, MOST_SHOWN, is_shown); break;
      case DFMTO_ELEMENT_NAME: at = up_to_next(m, i, at, MOST_SHOWN, is_name); break;
      case DFMTO_ELEMENT_ANY: at = up_to_next(m, i, at, MOST_ANY, is_any); break;
      default: at = element_at(m, i, at);
    }
    if (at == SIZE_MAX) return false;
  }
  return true;
}

/* A value before the anchor: digits, or a word. */
static size_t value_before(struct match *m, size_t at) {
  size_t from = at;
  const bool code = m->a->place.extent == DFMTO_TO_CODE;
  while (from && at - from < MOST_SHOWN && (code ? dfmto_share_is_digit(m->t.p[from - 1]) : is_name(m->t.p[from - 1])))
    from--;
  const struct dfmto_share_bytes t = {m->t.p, at};
  enum dfmto_share_class c;
  if (from == at || (from && dfmto_share_is_word(m->t.p[from - 1]))) return SIZE_MAX;
  return dfmto_share_announced_value(&m->a->place, t, from, from, &m->value, &c) && m->value.end == at ? from
                                                                                                       : SIZE_MAX;
}

/* The elements before i, which end at `at`. */
static bool matches_to_the_left(struct match *m, size_t i, size_t at) {
  while (i-- > 0) {
    const struct dfmto_share_element *e = &m->e[i];
    const uint8_t *text = m->x->names.ptr + e->text;
    switch (e->kind) {
      case DFMTO_ELEMENT_TEXT: at = text_before(m->t, at, text, e->len); break;
      case DFMTO_ELEMENT_ONE_OF: at = one_of(m->t, at, text, e->len, text_before); break;
      case DFMTO_ELEMENT_VALUE: at = value_before(m, at); break;
      case DFMTO_ELEMENT_BEGIN: return at == 0;
      default: return false;
    }
    if (at == SIZE_MAX) return false;
  }
  return true;
}

/* Its length is judged as the form says, and what it says. */
static bool is_value(struct match *m, enum dfmto_share_class *cls) {
  struct dfmto_share_found f;
  const struct dfmto_share_bytes t = {m->t.p, m->value.end};
  if (!bytes_of(&m->a->place)) {
    *cls = m->a->place.cls;
    return true;
  }
  if (m->a->place.extent == DFMTO_TO_FIELD ||
      m->a->place.extent == DFMTO_TO_LINE) /* its end is known, whatever it has in it */
    return dfmto_share_judge_value(&m->a->place, t, &m->value, cls);
  if (!dfmto_share_announced_value(&m->a->place, t, m->value.start, m->value.start, &f, cls)) return false;
  m->value = f;
  return true;
}

/* It is a label itself, or has one: "wpa-psk psk=…". */
static bool is_labelled(const struct dfmto_share_lexicon *x, struct dfmto_share_bytes t, struct dfmto_share_found f) {
  const uint8_t *from = t.p + f.start, *join = memchr(from, '=', f.end - f.start);
  return dfmto_share_is_label(x, (struct dfmto_share_bytes){from, f.end - f.start}) ||
         (join && dfmto_share_is_label(x, (struct dfmto_share_bytes){from, (size_t)(join - from)}));
}

bool dfmto_share_templated(const struct dfmto_share_lexicon *x, const struct dfmto_share_where *w,
                           struct dfmto_share_bytes t, size_t at, uint32_t *anchor, struct dfmto_share_told *told) {
  const struct dfmto_share_anchor *a = dfmto_share_anchor_at(x, *anchor - 1);
  const struct dfmto_share_template *is =
      (const struct dfmto_share_template *)(const void *)x->templates.ptr + a->template_;
  const struct dfmto_share_element *e = (const struct dfmto_share_element *)(const void *)x->elements.ptr + is->first;
  struct match m = {.x = x, .a = dfmto_share_announced_at(x, is->announced), .e = e, .n = is->n, .t = t};
  const struct dfmto_share_bytes none = {NULL, 0};
  *anchor = a->next;
  if (a->before > at || !dfmto_share_holds(m.a, w, t, at, none)) return false;
  at -= a->before;
  if (!matches_to_the_right(&m, a->element, at) || !matches_to_the_left(&m, a->element, at)) return false;
  if (!is_value(&m, &told->cls)) return false;
  if (is_labelled(x, t, m.value)) return false;
  told->value = m.value;
  told->row = is->row;
  told->everywhere = !(m.a->place.flags & DFMTO_HERE_ONLY);
  return true;
}
