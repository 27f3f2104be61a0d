/* SPDX-License-Identifier: MIT */
/* Reads the text of a lexicon: paragraphs of labels and templates. */
#include "letters.h"
#include "lexicon.h"

struct reading {
  struct dfmti_mem *m;
  struct dfmto_share_lexicon *x;
  struct dfmto_share_trie *words;
  uint32_t from;
  const char *what; /* is wrong with the line; NULL: nothing */
  bool no_memory;
};

static bool wrong(struct reading *r, const char *what) {
  r->what = what;
  return false;
}

static bool append(struct reading *r, struct dfmti_buf *to, const void *p, size_t n) {
  r->no_memory |= n > 0 && !dfmti_buf_append(r->m, to, p, n);
  return !r->no_memory;
}

/* ---- paragraphs ---- */

/* The next word of a line, which is taken from it; n 0: none. */
static struct dfmto_share_bytes take_word(struct dfmto_share_bytes *line) {
  struct dfmto_share_bytes w = {line->p, 0};
  while (w.n < line->n && w.p[w.n] != ' ') w.n++;
  size_t skip = w.n;
  while (skip < line->n && w.p[skip] == ' ') skip++;
  line->p += skip;
  line->n -= skip;
  return w;
}

static const struct {
  const char *name;
  uint8_t extent;
  uint16_t flags;
} forms[] = {{"field", DFMTO_TO_FIELD, 0},   {"quoted", DFMTO_TO_QUOTE, 0},  {"line", DFMTO_TO_LINE, 0},
             {"token", DFMTO_TO_TOKEN, 0},   {"user", DFMTO_TO_USER, 0},     {"host", DFMTO_TO_LABEL, 0},
             {"serial", DFMTO_TO_SERIAL, 0}, {"last", DFMTO_TO_LAST, 0},     {"wwn", DFMTO_TO_WWN, 0},
             {"hex", DFMTO_TO_HEX, 0},       {"digits", DFMTO_TO_DIGITS, 0}, {"phone", DFMTO_TO_PHONE, DFMTO_DIALLED},
             {"number", DFMTO_TO_PHONE, 0},  {"uuid", DFMTO_TO_UUID, 0},     {"decimal", DFMTO_TO_DECIMAL, 0},
             {"pair", DFMTO_TO_PAIR, 0},     {"e7", DFMTO_TO_E7, 0},         {"nmea", DFMTO_TO_NMEA, 0},
             {"code", DFMTO_TO_CODE, 0},     {"secret", DFMTO_TO_SECRET, 0}, {"long", DFMTO_TO_TOKEN, DFMTO_LONG}};

/* "field", "hex:12" */
static bool take_form(struct reading *r, struct dfmto_share_bytes word, struct dfmto_share_place *place) {
  const uint8_t *colon = word.n ? memchr(word.p, ':', word.n) : NULL;
  const size_t name = colon ? (size_t)(colon - word.p) : word.n;
  unsigned size = 0;
  for (size_t i = name + 1; i < word.n && dfmto_share_is_digit(word.p[i]) && size < 100; i++)
    size = size * 10 + (unsigned)(word.p[i] - '0');
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (name != strlen(forms[i].name) || memcmp(word.p, forms[i].name, name) != 0) continue;
    place->extent = forms[i].extent;
    place->flags |= forms[i].flags;
    place->size = (uint8_t)size;
    return place->extent != DFMTO_TO_HEX || size ? true : wrong(r, "a number of hexadecimal digits: hex:12");
  }
  return wrong(r, "a form: field, quoted, line, token, user, host, serial, digits, phone ...");
}

static bool take_where(struct reading *r, struct dfmto_share_bytes word, struct dfmto_share_announced *a) {
  static const char *const flags[] = {"radio", "field", "query", "cells", "pair"};
  static const char *const lists[DFMTO_N_WHERE] = {"in:", "with:", "without:", "other:", "below:"};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (word.n == strlen(flags[i]) && memcmp(word.p, flags[i], word.n) == 0)
      return a->where |= (uint8_t)(1u << i), true;
  for (size_t i = 0; i < DFMTO_N_WHERE; i++) {
    const size_t len = strlen(lists[i]);
    if (word.n <= len || memcmp(word.p, lists[i], len) != 0) continue;
    a->lists[i] = (struct dfmto_share_bytes){word.p + len, word.n - len};
    return true;
  }
  if (word.n == 4 && memcmp(word.p, "here", 4) == 0) return a->place.flags |= DFMTO_HERE_ONLY, true;
  return wrong(r,
               "where it holds: here, in:NAME, radio, field, query, cells, pair, with:TEXT, without:TEXT, other:WORD, "
               "below:TEXT");
}

static bool take_paragraph(struct reading *r, struct dfmto_share_bytes line) {
  struct dfmto_share_announced a = {.where = 0};
  const struct dfmto_share_bytes cls = take_word(&line);
  const enum dfmto_share_class c = dfmto_share_class_of((dfmt_str){(const char *)cls.p, cls.n});
  if (c == DFMTO_N_CLASSES || c == DFMTO_NAME) return wrong(r, "a class: ssid, person, secret ...");
  a.place.cls = (uint8_t)c;
  a.place.announced = true;
  if (!take_form(r, take_word(&line), &a.place)) return false;
  while (line.n)
    if (!take_where(r, take_word(&line), &a)) return false;
  return append(r, &r->x->announced, &a, sizeof a);
}

static uint32_t current(const struct reading *r) {
  return (uint32_t)(r->x->announced.len / sizeof(struct dfmto_share_announced)) - 1;
}

/* ---- labels ---- */

static void note_end(struct dfmto_share_lexicon *x, const uint8_t *name, size_t n) {
  if (n > 3) {
    const uint8_t *p = name + n - 4;
    const unsigned i = dfmto_share_long_label_end(p[0], dfmto_share_label_end(p[1], p[2], p[3]));
    x->long_ends[i / 8] |= (uint8_t)(1u << i % 8);
    return;
  }
  const unsigned at = dfmto_share_label_end(n > 2 ? name[n - 3] : 0, n > 1 ? name[n - 2] : 0, name[n - 1]);
  for (unsigned other = 0; other < (n > 2 ? 1u : n > 1 ? 32u : 1024u); other++) {
    const unsigned i = at | (n > 1 ? other << 10 : other << 5);
    x->ends[i / 8] |= (uint8_t)(1u << i % 8);
  }
}

/* In the order of the text, as the first that holds is taken. */
static bool add_label(struct reading *r, struct dfmto_share_label l) {
  struct dfmto_share_lexicon *x = r->x;
  const uint8_t *name = x->names.ptr + l.name;
  const struct dfmto_share_label *first = dfmto_share_label_named(x, name, l.len);
  const uint32_t at = (uint32_t)(x->labels.len / sizeof l) + 1;
  if (!first) {
    r->no_memory |= !dfmti_table_reserve(r->m, &x->by_name);
    if (r->no_memory || !append(r, &x->labels, &l, sizeof l)) return false;
    dfmti_table_add(&x->by_name, dfmti_hash_bytes(x->by_name.key, 0, name, l.len), at);
    note_end(x, name, l.len);
    return true;
  }
  for (const struct dfmto_share_label *next; (next = dfmto_share_label_next(x, first)) != NULL;) first = next;
  const size_t last = (size_t)(first - (const struct dfmto_share_label *)(const void *)x->labels.ptr);
  if (!append(r, &x->labels, &l, sizeof l)) return false;
  ((struct dfmto_share_label *)(void *)x->labels.ptr)[last].next = at;
  return true;
}

/* "device name", "^name" */
static bool take_label(struct reading *r, struct dfmto_share_bytes row, struct dfmto_share_bytes text, bool blank) {
  struct dfmto_share_label l = {.announced = current(r), .blank = blank, .name = r->x->names.len, .row = row};
  l.whole = text.n && *text.p == '^';
  for (size_t i = l.whole; i < text.n; i++) {
    const uint8_t c = dfmto_share_lower(text.p[i]);
    if (c == ' ') continue;
    if (!(c >= 'a' && c <= 'z') && !dfmto_share_is_digit(c)) return wrong(r, "a label of letters, digits and blanks");
    if (!append(r, &r->x->names, &c, 1)) return false;
  }
  l.len = r->x->names.len - l.name;
  return l.len && l.len <= DFMTO_MOST_LABEL ? add_label(r, l) : wrong(r, "a label of 1 to 40 letters and digits");
}

/* ---- templates ---- */

static bool add_element(struct reading *r, enum dfmto_share_element_kind kind, const uint8_t *p, size_t n) {
  const struct dfmto_share_element e = {kind, r->x->names.len, n};
  for (size_t i = 0; i < n; i++) {
    const uint8_t c = dfmto_share_lower(p[i]);
    if (!append(r, &r->x->names, &c, 1)) return false;
  }
  return append(r, &r->x->elements, &e, sizeof e);
}

/* The element after a '%', or the '%' itself; *n: bytes that it takes. */
static bool add_special(struct reading *r, struct dfmto_share_bytes t, size_t *n) {
  static const char letters[] = "vwxnmqs*";
  static const enum dfmto_share_element_kind kinds[] = {DFMTO_ELEMENT_VALUE,  DFMTO_ELEMENT_SHOWN, DFMTO_ELEMENT_NAME,
                                                        DFMTO_ELEMENT_NUMBER, DFMTO_ELEMENT_MAC,   DFMTO_ELEMENT_QUOTE,
                                                        DFMTO_ELEMENT_BLANKS, DFMTO_ELEMENT_ANY};
  const uint8_t c = t.n > 1 ? t.p[1] : 0;
  *n = 2;
  if (c == '(') {
    for (size_t i = 2; i + 1 < t.n; i++) {
      if (t.p[i] != '%' || t.p[i + 1] != ')') continue;
      *n = i + 2;
      return add_element(r, DFMTO_ELEMENT_ONE_OF, t.p + 2, i - 2);
    }
    return wrong(r, "the end of the choices: %)");
  }
  if (!c || !strchr(letters, c)) return wrong(r, "one of %v %w %x %n %m %q %s %_ %* %(");
  return add_element(r, kinds[strchr(letters, c) - letters], NULL, 0);
}

/* A text up to the next element, with "%_" as blanks. */
static bool add_text(struct reading *r, struct dfmto_share_bytes t, size_t *n) {
  const size_t at = r->x->names.len;
  size_t i = 0;
  for (; i < t.n && !(t.p[i] == '$' && i + 1 == t.n); i++) {
    const bool blank = t.p[i] == '%' && i + 1 < t.n && t.p[i + 1] == '_';
    if (t.p[i] == '%' && !blank) break;
    const uint8_t c = blank ? ' ' : dfmto_share_lower(t.p[i]);
    i += blank;
    if (!append(r, &r->x->names, &c, 1)) return false;
  }
  *n = i;
  const struct dfmto_share_element e = {DFMTO_ELEMENT_TEXT, at, r->x->names.len - at};
  return append(r, &r->x->elements, &e, sizeof e);
}

static bool add_elements(struct reading *r, struct dfmto_share_bytes t) {
  if (t.n && *t.p == '^') {
    if (!add_element(r, DFMTO_ELEMENT_BEGIN, NULL, 0)) return false;
    t = (struct dfmto_share_bytes){t.p + 1, t.n - 1};
  }
  for (size_t n; t.n; t = (struct dfmto_share_bytes){t.p + n, t.n - n}) {
    const bool end = *t.p == '$' && t.n == 1, text = *t.p != '%' || (t.n > 1 && t.p[1] == '_');
    n = 1;
    if (!(end ? add_element(r, DFMTO_ELEMENT_END, NULL, 0) : text ? add_text(r, t, &n) : add_special(r, t, &n)))
      return false;
  }
  return true;
}

/* ---- anchors ---- */

enum { LEAST_WORD = 3, MOST_WORD = 24 };

/* The word by which a text is looked for; n 0: it has none. It begins where a word does, and has no blank at its end.
 */
static struct dfmto_share_bytes word_of(const uint8_t *p, size_t n) {
  for (size_t i = 0; i + LEAST_WORD <= n; i++) {
    if (!dfmto_share_is_word(p[i]) || (i && dfmto_share_is_word(p[i - 1]))) continue;
    size_t len = n - i < MOST_WORD ? n - i : MOST_WORD;
    while (len && p[i + len - 1] == ' ') len--;
    if (len >= LEAST_WORD) return (struct dfmto_share_bytes){p + i, len};
  }
  return (struct dfmto_share_bytes){p, 0};
}

static bool add_anchor(struct reading *r, struct dfmto_share_anchor a, const uint8_t *word, size_t len) {
  const uint32_t at = (uint32_t)(r->x->anchors.len / sizeof a);
  const uint32_t had = dfmto_share_trie_find(r->words, word, len);
  const bool place = had && had <= r->from;
  if (place) a.place = had;
  if (!append(r, &r->x->anchors, &a, sizeof a)) return false; /* first, as the text may be read again */
  if (!had || place) {
    r->no_memory |= !dfmto_share_trie_add(r->m, r->words, word, len, r->from + at, place);
    return !r->no_memory;
  }
  struct dfmto_share_anchor *list = (void *)r->x->anchors.ptr, *last = &list[had - 1 - r->from];
  while (last->next) last = &list[last->next - 1];
  last->next = at + 1;
  return true;
}

/* Each of the choices, with the text after them. */
static bool add_choices(struct reading *r, uint32_t template_, size_t element, const struct dfmto_share_element *e,
                        const struct dfmto_share_element *after) {
  uint8_t word[64];
  const uint8_t *names = r->x->names.ptr;
  for (size_t i = 0, n; i <= e->len; i += n + 1) {
    for (n = 0; i + n < e->len && names[e->text + i + n] != '|';) n++;
    const size_t rest = after ? after->len : 0;
    if (n + rest > sizeof word) return wrong(r, "shorter choices");
    memcpy(word, names + e->text + i, n);
    if (rest) memcpy(word + n, names + after->text, rest);
    const struct dfmto_share_bytes w = word_of(word, n + rest);
    if (!w.n || w.p >= word + n) return wrong(r, "choices with a word of three bytes or more");
    const struct dfmto_share_anchor a = {.template_ = template_, .element = element, .before = (size_t)(w.p - word)};
    if (!add_anchor(r, a, w.p, w.n)) return false;
  }
  return true;
}

/* At the first text, or choice of texts, that has a word. */
static bool add_anchors(struct reading *r, uint32_t template_, size_t first, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct dfmto_share_element *e =
        (const struct dfmto_share_element *)(const void *)r->x->elements.ptr + first + i;
    const struct dfmto_share_element *after = i + 1 < n && e[1].kind == DFMTO_ELEMENT_TEXT ? e + 1 : NULL;
    if (e->kind == DFMTO_ELEMENT_ONE_OF &&
        memchr(r->x->names.ptr + e->text, '|', e->len) != r->x->names.ptr + e->text && e->len &&
        r->x->names.ptr[e->text + e->len - 1] != '|')
      return add_choices(r, template_, i, e, after);
    if (e->kind != DFMTO_ELEMENT_TEXT) continue;
    const uint8_t *text = r->x->names.ptr + e->text;
    const struct dfmto_share_bytes w = word_of(text, e->len);
    uint8_t word[MOST_WORD];
    if (!w.n) continue;
    memcpy(word, w.p, w.n);
    const struct dfmto_share_anchor a = {.template_ = template_, .element = i, .before = (size_t)(w.p - text)};
    return add_anchor(r, a, word, w.n);
  }
  return wrong(r, "a template with a word of three bytes or more");
}

static bool take_template(struct reading *r, struct dfmto_share_bytes row, struct dfmto_share_bytes text) {
  struct dfmto_share_lexicon *x = r->x;
  const size_t size = sizeof(struct dfmto_share_element);
  struct dfmto_share_template t = {.announced = current(r), .first = x->elements.len / size, .row = row};
  const uint32_t number = (uint32_t)(x->templates.len / sizeof t);
  if (!add_elements(r, text)) return false;
  t.n = x->elements.len / size - t.first;
  size_t values = 0;
  for (size_t i = 0; i < t.n; i++)
    values +=
        ((const struct dfmto_share_element *)(const void *)x->elements.ptr)[t.first + i].kind == DFMTO_ELEMENT_VALUE;
  if (values != 1) return wrong(r, "a template with one %v");
  return append(r, &x->templates, &t, sizeof t) && add_anchors(r, number, t.first, t.n);
}

/* ---- all of it ---- */

static bool take_line(struct reading *r, struct dfmto_share_bytes line) {
  while (line.n && (line.p[line.n - 1] == '\r' || line.p[line.n - 1] == ' ')) line.n--;
  if (!line.n || *line.p == '#') return true;
  if (*line.p != ' ') return take_paragraph(r, line);
  while (line.n && *line.p == ' ') line.p++, line.n--;
  if (!r->x->announced.len) return wrong(r, "a class and a form, before labels");
  if (line.n < 3 || line.p[1] != ' ') return wrong(r, "'=', '_' or '~', a blank, and a label");
  const struct dfmto_share_bytes text = {line.p + 2, line.n - 2};
  switch (*line.p) {
    case '=': return take_label(r, line, text, false);
    case '_': return take_label(r, line, text, true);
    case '~': return take_template(r, line, text);
    default: return wrong(r, "'=', '_' or '~' before a label");
  }
}

bool dfmto_share_lexicon_read(struct dfmti_mem *m, struct dfmto_share_lexicon *x, struct dfmto_share_bytes text,
                              struct dfmto_share_trie *words, uint32_t from, struct dfmto_share_lexicon_fault *fault) {
  struct reading r = {.m = m, .x = x, .words = words, .from = from};
  note_end(x, (const uint8_t *)"value", 5); /* of a setting, whose label is elsewhere */
  for (uint64_t line = 1; text.n; line++) {
    const uint8_t *end = memchr(text.p, '\n', text.n);
    const size_t n = end ? (size_t)(end - text.p) : text.n;
    if (!take_line(&r, (struct dfmto_share_bytes){text.p, n})) {
      *fault = (struct dfmto_share_lexicon_fault){r.no_memory ? 0 : line, r.what};
      return false;
    }
    text.p += n + (end != NULL);
    text.n -= n + (end != NULL);
  }
  return true;
}
