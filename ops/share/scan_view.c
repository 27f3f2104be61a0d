/* SPDX-License-Identifier: MIT */
/* Scans a view once: word by word, as values begin where words begin. */
#include "scan_view.h"

#include <string.h>

#include "extent.h"
#include "letters.h"
#include "places.h"
#include "plausible.h"
#include "views.h"

enum { MOST_DIGITS = 64 };

struct look {
  struct dfmto_share_scan *x;
  const struct dfmto_share_view *v;
  const uint8_t *p;
  size_t n;
  size_t listed;                 /* end of the last list of values */
  size_t label;                  /* bytes before the text, in which no value can be */
  bool folded;                   /* x->folded is of this view */
  struct dfmto_share_bytes rule; /* that tells the next value, for explanations */
  size_t fields;                 /* end of the last value that a field had: several rules may tell it */
};

/* ---- hits ---- */

static size_t mapped(const struct look *k, size_t i) { return k->v->map ? k->v->map[i - k->label] : i - k->label; }

static void add_span(struct look *k, size_t start, size_t end, uint32_t value, enum dfmto_share_how how) {
  struct dfmto_share_scan *x = k->x;
  const struct dfmto_share_span s = {.start = mapped(k, start),
                                     .end = mapped(k, end),
                                     .value = value,
                                     .spelling = (uint8_t)k->v->spelling,
                                     .how = (uint8_t)how};
  const struct dfmto_share_value *v = dfmto_share_value_at(x->values, value);
  if (!x->learning && !v->nobodys && (v->given || x->classes >> v->cls & 1)) dfmto_share_add_span(x, x->node, s);
}

static void count_field(struct look *k, struct dfmto_share_found f, uint32_t value) {
  if (f.start < k->fields) return;
  dfmto_share_value_at(k->x->values, value)->n_fields++;
  k->fields = f.end;
}

/* Keeps what told a value first. */
static void note_origin(const struct look *k, uint32_t value, enum dfmto_share_how how) {
  struct dfmto_share_value *v = dfmto_share_value_at(k->x->values, value);
  if (!v->origin.is && !v->given)
    v->origin = (struct dfmto_share_origin){k->rule.p, k->rule.n, k->x->line, (uint8_t)how, true};
}

/*
 * Adds a value by its canonical form: an e-mail address in lower case, a number without separators. everywhere: to be
 * replaced wherever it occurs.
 */
static void hit(struct look *k, enum dfmto_share_class c, struct dfmto_share_found f, enum dfmto_share_how how,
                bool everywhere) {
  uint8_t text[DFMTO_MOST_VALUE + 1];
  uint32_t number;
  if (f.start < k->label) return;
  const uint8_t *shown = k->p + f.start;
  size_t len = dfmto_share_canonical(c, shown, f.end - f.start, text);
  if (!len) return;
  if (c == DFMTO_SECRET)
    everywhere &= dfmto_share_is_distinct_secret((struct dfmto_share_bytes){shown, f.end - f.start});
  if (k->x->known_only) {
    number = dfmto_share_values_find(k->x->values, c, text, len);
    if (number != UINT32_MAX) add_span(k, f.start, f.end, number, how);
  } else if (!dfmto_share_values_learn(k->x->values, c, text, len, shown, f.end - f.start, everywhere, &number))
    k->x->failed = true;
  else {
    add_span(k, f.start, f.end, number, how);
    note_origin(k, number, how);
    if (k->x->learning && how == DFMTO_BY_PLACE) count_field(k, f, number);
  }
  k->x->n_hits += k->x->learning && k->x->classes >> c & 1;
}

/* ---- learned values and places ---- */

static uint8_t fold(uint8_t c) { return dfmto_share_folded[c]; }

/* What Android writes directly after the name of a network. */
static bool is_glued(struct look *k, enum dfmto_share_class c, size_t i) {
  static const char *const kinds[] = {"wpa", "wep", "none", "owe", "sae", NULL};
  if (c != DFMTO_SSID) return false;
  for (const char *const *w = kinds; *w; w++) {
    size_t len = strlen(*w), j = 0;
    while (j < len && i + j < k->n && dfmto_share_lower(k->p[i + j]) == (uint8_t)(*w)[j]) j++;
    if (j == len) return true;
  }
  return false;
}

static bool ends_word(struct look *k, size_t start, size_t end) {
  return end == k->n || end == start || !dfmto_share_is_word(k->p[end - 1]) || !dfmto_share_is_word(k->p[end]);
}

static bool is_value(struct look *k, uint32_t number, size_t start, size_t end) {
  const struct dfmto_share_value *v = dfmto_share_value_at(k->x->values, number);
  if (v->listed) return false;
  if (v->same_case && (end - start != v->len || memcmp(k->p + start, k->x->values->bytes.ptr + v->shown, v->len) != 0))
    return false;
  return ends_word(k, start, end) || is_glued(k, v->cls, end);
}

/* The view as texts are compared, for long ones; NULL: no memory. */
static const uint8_t *folded(struct look *k) {
  struct dfmti_buf *to = &k->x->folded;
  if (k->folded) return to->ptr;
  to->len = 0;
  if (!dfmti_buf_reserve(k->x->mem, to, k->n)) {
    k->x->failed = true;
    return NULL;
  }
  for (size_t i = 0; i < k->n; i++) to->ptr[i] = fold(k->p[i]);
  k->folded = true;
  return to->ptr;
}

/* A known text that the view has. */
struct text_found {
  uint32_t number; /* of its value, plus 1; 0: none */
  size_t end;
};

/*
 * Texts that continue at a node, to which all up to `end` belongs: the longest that is a value. Returns how far they
 * are equal to the view.
 */
static size_t look_along(struct look *k, uint32_t node, size_t at, size_t end, struct text_found *best) {
  const struct dfmto_share_trie *t = &k->x->values->text;
  const uint8_t *p = folded(k);
  const size_t n = p ? dfmto_share_trie_along(t, node, p + end, k->n - end) : 0;
  uint32_t last = n ? dfmto_share_trie_at(t, node + (uint32_t)n)->last : 0;
  while (last > node && !is_value(k, dfmto_share_trie_end(t, last) - 1, at, end + last - node))
    last = dfmto_share_trie_at(t, last - 1)->last;
  if (last > node) *best = (struct text_found){dfmto_share_trie_end(t, last), end + last - node};
  return n;
}

static void look_for_texts(struct look *k, size_t at) {
  enum { LONG = 4 };
  const struct dfmto_share_trie *t = &k->x->values->text;
  struct text_found best = {0, at};
  uint32_t node = 0;
  for (size_t i = at; i < k->n && (node = dfmto_share_trie_step(t, node, fold(k->p[i]))) != 0; i++) {
    const uint32_t number = dfmto_share_trie_end(t, node);
    if (number && is_value(k, number - 1, at, i + 1)) best = (struct text_found){number, i + 1};
    if (i - at < LONG) continue;
    const size_t n = look_along(k, node, at, i + 1, &best);
    node += (uint32_t)n;
    i += n;
  }
  if (best.number) add_span(k, at, best.end, best.number - 1, DFMTO_BY_LEARNED);
}

/* Another scan handles it: that of the decoded text. */
static bool is_encoded(const struct look *k, struct dfmto_share_found f) {
  for (size_t i = f.start; i + 2 < f.end; i++)
    if (k->p[i] == '&' && dfmto_share_entity((struct dfmto_share_bytes){k->p, k->n}, i, &(uint32_t){0})) return true;
  for (size_t i = f.start; i + 2 < f.end; i++)
    if (k->p[i] == '%' && dfmto_share_is_hex(k->p[i + 1]) && dfmto_share_is_hex(k->p[i + 2])) return true;
  return false;
}

/* Twelve digits may also be a known address without separators. */
static bool is_known_mac(const struct look *k, size_t at, size_t end) {
  return end - at == 12 && dfmto_share_values_find(k->x->values, DFMTO_MAC, k->p + at, 12) != UINT32_MAX;
}

static void take_place(struct look *k, size_t index, size_t from, size_t to) {
  const struct dfmto_share_bytes t = {k->p, k->n};
  struct dfmto_share_found f;
  enum dfmto_share_class c;
  const struct dfmto_share_place *x = &dfmto_share_places[index], *end = dfmto_share_places + dfmto_share_n_places;
  while (!dfmto_share_place_value(x, t, from, to, &f, &c))
    if (++x == end || strcmp(x->word, x[-1].word) != 0) return;
  if (c == DFMTO_PHONE && is_known_mac(k, f.start, f.end)) return;
  k->rule = (struct dfmto_share_bytes){(const uint8_t *)x->word, strlen(x->word)};
  const bool listed = from < k->listed; /* belongs to the list of the place before */
  do {
    if (!dfmto_share_is_placeholder(k->p + f.start, f.end - f.start) &&
        !((x->flags & DFMTO_UNLESS_TEXT &&
           dfmto_share_may_be_base64((struct dfmto_share_bytes){k->p + f.start, f.end - f.start})) ||
          is_encoded(k, f)))
      hit(k, c, f, DFMTO_BY_PLACE, !(x->flags & DFMTO_HERE_ONLY) || c != x->cls);
  } while (!listed && dfmto_share_next_value(x, t, &f));
  if (!listed && x->extent == DFMTO_TO_COOKIE) k->listed = f.end;
  k->rule.n = 0;
}

/* ---- the lexicon ---- */

static void take_told(struct look *k, const struct dfmto_share_told *told) {
  if (told->cls == DFMTO_PHONE && is_known_mac(k, told->value.start, told->value.end)) return;
  k->rule = told->row;
  if (!is_encoded(k, told->value)) hit(k, told->cls, told->value, DFMTO_BY_PLACE, told->everywhere);
  k->rule.n = 0;
}

/* A '=', ':', '>' or quote, which may follow a label. */
static void join(struct look *k, size_t at) {
  const struct dfmto_share_bytes t = {k->p, k->n};
  struct dfmto_share_told told;
  const uint8_t c = k->p[at], b = at ? k->p[at - 1] : 0;
  const bool quote = c == '"' || c == '\'';
  if (quote ? !dfmto_share_is_blank(b) : !(dfmto_share_is_word(b) || b == ' ' || dfmto_share_is_closer(b))) return;
  if ((quote ? dfmto_share_labelled_number : dfmto_share_labelled)(&k->x->lexicon, &k->x->where, t, at, &told))
    take_told(k, &told);
}

/* A number, or the like, that may have a label before it. */
static void number(struct look *k, size_t at) {
  struct dfmto_share_told told;
  if (at && dfmto_share_is_blank(k->p[at - 1]) &&
      dfmto_share_labelled_number(&k->x->lexicon, &k->x->where, (struct dfmto_share_bytes){k->p, k->n}, at, &told))
    take_told(k, &told);
}

/* Those of a word. Returns the number of a place that has it, too, plus 1; 0: none. */
static uint32_t templates(struct look *k, uint32_t anchor, size_t at) {
  struct dfmto_share_told told;
  const uint32_t place = dfmto_share_anchor_at(&k->x->lexicon, anchor)->place;
  for (anchor++; anchor;)
    if (dfmto_share_templated(&k->x->lexicon, &k->x->where, (struct dfmto_share_bytes){k->p, k->n}, at, &anchor, &told))
      take_told(k, &told);
  return place;
}

static void look_for_places(struct look *k, size_t at) {
  const struct dfmto_share_trie *t = &k->x->places;
  uint32_t node = 0;
  for (size_t i = at; i < k->n && (node = dfmto_share_trie_step(t, node, fold(k->p[i]))) != 0; i++) {
    uint32_t number = dfmto_share_trie_end(t, node);
    if (!number) continue;
    if (number > dfmto_share_n_places) number = templates(k, number - 1 - (uint32_t)dfmto_share_n_places, at);
    if (!number) continue;
    const bool begins_token = dfmto_share_places[number - 1].flags & DFMTO_WITH_WORD;
    if (begins_token || ends_word(k, at, i + 1)) take_place(k, number - 1, at, i + 1);
  }
}

/* ---- numbers, with or without separators ---- */

static bool is_digit_of(uint8_t c, bool hex) { return hex ? dfmto_share_is_hex(c) : dfmto_share_is_digit(c); }

static bool is_separator(const struct look *k, size_t i, bool hex) {
  return i + 1 < k->n && dfmto_share_kinds[k->p[i]] & (hex ? DFMTO_KIND_HEX_GAP : DFMTO_KIND_GAP);
}

/* The next digit at or after a place, after at most two separators; SIZE_MAX: none. */
static size_t next_digit(const struct look *k, size_t i, bool hex) {
  for (size_t skipped = 0; i < k->n; i++, skipped++) {
    if (is_digit_of(k->p[i], hex)) return i;
    if (skipped == (hex ? 1 : 2) || !is_separator(k, i, hex)) break;
  }
  return SIZE_MAX;
}

/* Its first four digits are those of a known number. */
static bool may_be_number(const struct look *k, const struct dfmto_share_trie *t, size_t at, bool hex) {
  uint8_t d[4];
  for (size_t i = 0; i < sizeof d; i++, at++) {
    if ((at = next_digit(k, at, hex)) == SIZE_MAX) return false;
    d[i] = k->p[at];
  }
  return dfmto_share_look_at(&t->look, d);
}

static void look_for_digits(struct look *k, const struct dfmto_share_trie *t, size_t start, size_t at, bool hex) {
  uint32_t node = 0, best = 0;
  size_t end = at;
  if (k->x->learning || !t->nodes.len || !may_be_number(k, t, at, hex)) return; /* nothing to learn from it */
  for (size_t i = at, n = 0; n < MOST_DIGITS && (i = next_digit(k, i, hex)) != SIZE_MAX; i++, n++) {
    if (!(node = dfmto_share_trie_step(t, node, dfmto_share_lower(k->p[i])))) break;
    uint32_t number = dfmto_share_trie_end(t, node);
    if (!number || (i + 1 < k->n && dfmto_share_is_word(k->p[i + 1]))) continue;
    best = number;
    end = i + 1;
  }
  if (best) add_span(k, start, end, best - 1, DFMTO_BY_LEARNED);
}

static bool form(struct look *k, enum dfmto_share_class c, size_t at,
                 bool (*is)(struct dfmto_share_bytes, size_t, struct dfmto_share_found *)) {
  struct dfmto_share_found f;
  if (!is((struct dfmto_share_bytes){k->p, k->n}, at, &f)) return false;
  hit(k, c, f, DFMTO_BY_FORM, true);
  return true;
}

static bool is_private(const uint8_t *p, size_t n) {
  return (n > 3 && memcmp(p, "10.", 3) == 0) || (n > 8 && memcmp(p, "192.168.", 8) == 0) ||
         (n > 6 && memcmp(p, "172.", 4) == 0 && p[6] == '.' &&
          ((p[4] == '1' && p[5] >= '6') || p[4] == '2' || (p[4] == '3' && p[5] <= '1')));
}

static void ipv4(struct look *k, size_t at) {
  const struct dfmto_share_bytes t = {k->p, k->n};
  struct dfmto_share_found f;
  if (!dfmto_share_form_ipv4(t, at, &f)) return;
  const uint32_t number = dfmto_share_values_find(k->x->values, DFMTO_IPV4, k->p + at, f.end - at);
  const bool known = number != UINT32_MAX, given = known && dfmto_share_value_at(k->x->values, number)->given;
  if (!known && (k->x->version_key || dfmto_share_is_version(t, f))) return;
  if (!given && k->x->private_stay && is_private(k->p + at, f.end - at)) return;
  hit(k, DFMTO_IPV4, f, DFMTO_BY_FORM, true);
}

static void pair(struct look *k, size_t at) {
  static const char context[] = "location[|geo:|center=|latlng|lat/lng|coordinates|position";
  const struct dfmto_share_bytes t = {k->p, k->n};
  struct dfmto_share_found f;
  uint8_t text[DFMTO_MOST_VALUE + 1];
  bool known = dfmto_share_word_before(t, at, 32, context);
  if (!dfmto_share_form_pair(t, at, false, &f) && !(known && dfmto_share_form_pair(t, at, true, &f))) return;
  size_t len = dfmto_share_canonical(DFMTO_LOCATION, k->p + f.start, f.end - f.start, text);
  if (known)
    hit(k, DFMTO_LOCATION, f, DFMTO_BY_PLACE, true);
  else if (len && dfmto_share_values_find(k->x->values, DFMTO_LOCATION, text, len) != UINT32_MAX)
    hit(k, DFMTO_LOCATION, f, DFMTO_BY_LEARNED, true);
}

static void digits(struct look *k, size_t at, size_t end) {
  const struct dfmto_share_trie *t = &k->x->values->digits;
  size_t start = at && k->p[at - 1] == '+' ? at - 1 : at, n = end - at;
  const uint8_t after = end < k->n ? k->p[end] : 0;
  if (is_known_mac(k, at, end)) return;
  if (n >= 12) number(k, at);
  look_for_digits(k, t, start, at, false);
  if (n > 2 && k->p[at] == '0' && k->p[at + 1] == '0') look_for_digits(k, t, at, at + 2, false);
  if (start < at) (void)form(k, DFMTO_PHONE, start, dfmto_share_form_phone);
  if (n <= 3 && (after == '.' || after == ',')) pair(k, at);
  if (n <= 3 && after == '.') ipv4(k, at);
  if (n == 15 || n == 2) (void)form(k, DFMTO_IMEI, at, dfmto_share_form_imei);
  if (n >= 19 && n <= 21) (void)form(k, DFMTO_ICCID, at, dfmto_share_form_iccid);
  if (n == 32) (void)form(k, DFMTO_EID, at, dfmto_share_form_eid);
}

static bool is_blank_at(const struct look *k, size_t i) { return i < k->n && dfmto_share_is_blank(k->p[i]); }

static const struct dfmto_share_place network = {.cls = DFMTO_SSID, .extent = DFMTO_TO_FIELD, .announced = true},
                                      person = {.cls = DFMTO_PERSON, .extent = DFMTO_TO_FIELD, .announced = true},
                                      login = {.cls = DFMTO_USERNAME, .extent = DFMTO_TO_USER, .announced = true};

/* A row of scan results: "  BSSID  frequency  level  age  SSID    [flags]". */
static void row(struct look *k, size_t at, size_t i) {
  for (size_t c = 0; c < at; c++)
    if (!dfmto_share_is_blank(k->p[c])) return;
  for (size_t column = 0; column < 3; column++) {
    size_t from = i;
    while (is_blank_at(k, i)) i++;
    size_t number = i;
    while (i < k->n && (dfmto_share_is_digit(k->p[i]) || dfmto_share_is_one_of(k->p[i], "-.>(:/)"))) i++;
    if (number == from || i == number) return;
  }
  while (is_blank_at(k, i)) i++;
  size_t end = i;
  while (end < k->n && end < i + 32 && k->p[end] != '[' && !(is_blank_at(k, end) && is_blank_at(k, end + 1))) end++;
  struct dfmto_share_found f = {i, end};
  enum dfmto_share_class c;
  if (end > i && is_blank_at(k, end) &&
      dfmto_share_judge_value(&network, (struct dfmto_share_bytes){k->p, k->n}, &f, &c))
    hit(k, c, f, DFMTO_BY_PLACE, true);
}

/* "AA:BB:CC:DD:EE:FF [ DUAL ] NAME", of a device that Bluetooth knows; i: after the address. */
static void device(struct look *k, size_t i) {
  enum { MOST_KIND = 12 };
  const struct dfmto_share_bytes service = {k->x->where.service.text, k->x->where.service.n}, t = {k->p, k->n};
  struct dfmto_share_found f;
  enum dfmto_share_class c;
  if (!dfmto_share_is_listed(service, "bluetooth_manager") || !is_blank_at(k, i) || i + 1 >= k->n || k->p[i + 1] != '[')
    return;
  for (size_t from = i; i < k->n && i < from + MOST_KIND && k->p[i] != ']';) i++;
  if (i + 2 >= k->n || k->p[i] != ']' || !is_blank_at(k, i + 1)) return;
  f = (struct dfmto_share_found){i + 2, dfmto_share_extent(&person, t, i + 2)};
  if (dfmto_share_judge_value(&person, t, &f, &c)) hit(k, c, f, DFMTO_BY_PLACE, true);
}

static void hex_word(struct look *k, size_t at, size_t end) {
  static const char identities[] = "advertising|adid|aaid|gaid|idfa";
  const struct dfmto_share_bytes t = {k->p, k->n};
  const size_t n = end - at;
  const uint8_t after = end < k->n ? k->p[end] : 0;
  if ((n == 12 && !dfmto_share_is_digit(k->p[at])) || (n == 4 && after == '.')) number(k, at);
  look_for_digits(k, &k->x->values->hex, at, at, true);
  if (n == 2 && (after == ':' || after == '-' || after == '_') && form(k, DFMTO_MAC, at, dfmto_share_form_mac))
    row(k, at, end + 15), device(k, end + 15);
  if (n <= 4 && after == ':') (void)form(k, DFMTO_IPV6, at, dfmto_share_form_ipv6);
  if (n == 14 && dfmto_share_lower(k->p[at]) >= 'a' && dfmto_share_word_before(t, at, 64, "device_identity|meid"))
    hit(k, DFMTO_MEID, (struct dfmto_share_found){at, end}, DFMTO_BY_FORM, true);
  struct dfmto_share_found f;
  if (n == 8 && after == '-' && dfmto_share_form_uuid(t, at, &f)) {
    uint8_t text[64];
    size_t len = dfmto_share_canonical(DFMTO_DEVICE_ID, k->p + f.start, f.end - f.start, text);
    bool known = dfmto_share_values_find(k->x->values, DFMTO_DEVICE_ID, text, len) != UINT32_MAX;
    if (known || dfmto_share_word_before(t, at, 48, identities)) hit(k, DFMTO_DEVICE_ID, f, DFMTO_BY_FORM, true);
  }
}

/* ---- names that are given as patterns ---- */

/* A name may be so short that only its pattern finds it. */
static void name(struct look *k, struct dfmto_share_found f) {
  hit(k, DFMTO_NAME, f, DFMTO_BY_FORM, dfmto_share_may_be_anywhere(DFMTO_NAME, k->p + f.start, f.end - f.start));
}

/* In a path each component separately, so that directories are kept. */
static void components(struct look *k, struct dfmto_share_found f) {
  for (size_t end; f.start < f.end; f.start = end + 1) {
    for (end = f.start; end < f.end && k->p[end] != '/';) end++;
    if (end > f.start) name(k, (struct dfmto_share_found){f.start, end});
  }
}

/* "2.0" as a whole text is the version of a report. */
static bool is_version(const struct look *k) {
  return k->n == 3 && dfmto_share_is_digit(k->p[0]) && k->p[1] == '.' && dfmto_share_is_digit(k->p[2]);
}

static void names(struct look *k) {
  struct dfmto_share_names *x = &k->x->names;
  if (is_version(k)) return;
  if (!dfmto_share_names_find(x, k->x->values, (struct dfmto_share_bytes){k->p, k->n}, k->x->as_name))
    k->x->failed = true;
  const struct dfmto_share_found *found = (const void *)x->ranges.ptr;
  for (size_t i = 0; i < x->ranges.len / sizeof *found; i++) (k->x->as_name ? components : name)(k, found[i]);
}

/* ---- words, and what is between them ---- */

/* "jane@example.org.old": the known address may be followed by more. */
static size_t end_of_mail(struct look *k, struct dfmto_share_found f) {
  uint8_t text[DFMTO_MOST_VALUE + 1];
  for (size_t i = f.end; i > f.start && k->p[i - 1] != '@'; i--) {
    if (k->p[i - 1] != '.') continue;
    size_t len = dfmto_share_canonical(DFMTO_EMAIL, k->p + f.start, i - 1 - f.start, text);
    if (dfmto_share_values_find(k->x->values, DFMTO_EMAIL, text, len) != UINT32_MAX) return i - 1;
  }
  return f.end;
}

/* "sync-jane@example.org": a known address may be preceded by more. */
static void mail(struct look *k, size_t at) {
  const struct dfmto_share_bytes t = {k->p, k->n};
  struct dfmto_share_found f, user;
  enum dfmto_share_class c;
  uint8_t text[DFMTO_MOST_VALUE + 1];
  if (dfmto_share_form_url_user(t, at, &f, &user)) {
    hit(k, DFMTO_SECRET, f, DFMTO_BY_PLACE, true);
    if (user.end > user.start && dfmto_share_judge_value(&login, t, &user, &c))
      hit(k, c, user, DFMTO_BY_PLACE, false); /* it may be a service's: "default" */
    return;
  }
  if (!dfmto_share_form_email(t, at, &f)) return;
  for (size_t i = f.start; i < at; i++) {
    if (k->p[i] != '-') continue;
    size_t len = dfmto_share_canonical(DFMTO_EMAIL, k->p + i + 1, f.end - i - 1, text);
    if (dfmto_share_values_find(k->x->values, DFMTO_EMAIL, text, len) != UINT32_MAX) f.start = i + 1;
  }
  f.end = end_of_mail(k, f);
  hit(k, DFMTO_EMAIL, f, DFMTO_BY_FORM, true);
}

/* hex: consists of hexadecimal digits. */
static void word(struct look *k, size_t at, size_t end, bool hex) {
  const uint8_t *p = k->p + at;
  const size_t left = k->n - at; /* four bytes suffice for a text, or a place and its value */
  if (left >= 4 && !k->x->learning && dfmto_share_trie_may(&k->x->values->text, p, left)) look_for_texts(k, at);
  if (left >= 4 && dfmto_share_trie_may(&k->x->places, p, left)) look_for_places(k, at);
  if (dfmto_share_is_digit(*p)) digits(k, at, end);
  if (hex) hex_word(k, at, end);
  if (*p == 'e' && end - at > 3 && p[1] == 'y' && p[2] == 'J') (void)form(k, DFMTO_SECRET, at, dfmto_share_form_jwt);
}

/* Length of a run of base64 characters, with the '=' at its end; 0: more of them follow. */
static size_t run_from(const struct look *k, size_t at) {
  size_t end = at;
  while (end < k->n && dfmto_share_kinds[k->p[end]] & DFMTO_KIND_RUN) end++;
  while (end < k->n && k->p[end] == '=') end++;
  return end < k->n && dfmto_share_kinds[k->p[end]] & DFMTO_KIND_RUN ? 0 : end - at;
}

/* A run, which may encode something if a word of it, or all up to the end of a word, is long enough. */
static void encoded(struct look *k, size_t at) {
  const struct dfmto_share_bytes t = {k->p, k->n};
  bool is_long = false;
  if (!dfmto_share_may_begin_node(k->p + at)) return;
  for (size_t i = at, word = at; i < k->n && !is_long && dfmto_share_kinds[k->p[i]] & DFMTO_KIND_RUN; i++) {
    if (!dfmto_share_is_word(k->p[i])) word = i + 1;
    const bool ends = i + 1 == k->n || !dfmto_share_is_word(k->p[i + 1]);
    is_long =
        dfmto_share_is_word(k->p[i]) && ends && (i + 1 - word >= DFMTO_LEAST_HEX || i + 1 - at >= DFMTO_LEAST_ENCODED);
  }
  const size_t n = is_long ? run_from(k, at) : 0;
  if (!n) return;
  const bool basic = dfmto_share_word_before(t, at, 6, "basic ");
  if (!dfmto_share_add_node(k->x, (struct dfmto_share_bytes){k->p + at, n}, mapped(k, at), mapped(k, at + n), basic))
    k->x->failed = true;
}

/* Handles a byte between words, or the start of a typographic mark. Returns how many bytes to advance. */
static size_t between(struct look *k, size_t i) {
  const uint8_t c = k->p[i];
  if (c == '@') mail(k, i);
  if (c == '%' || c == '&' || c == '\\' || (c == '=' && k->x->printable)) k->x->escapes = true;
  if (c >= 0x80) k->x->escapes |= dfmto_share_fine_mark((struct dfmto_share_bytes){k->p, k->n}, i, &(uint32_t){0}) > 0;
  const size_t skip = c != '@' && c != '=' ? dfmto_share_is_placeholder(k->p + i, k->n - i) : 0;
  return skip ? skip : 1;
}

/* ---- 64 bytes at a time: candidates ---- */

/* Takes the word that begins at a bit; it may extend beyond the bits. */
static void take_word(struct look *k, size_t at, unsigned i, const struct dfmto_share_starts *b) {
  const unsigned len = dfmto_share_bits_in_row(b->word >> i);
  bool hex = dfmto_share_bits_in_row(b->hex >> i) >= len;
  size_t end = at + i + len;
  for (; i + len == DFMTO_BITS && end < k->n && dfmto_share_is_word(k->p[end]); end++)
    hex &= dfmto_share_is_hex(k->p[end]);
  word(k, at + i, end, hex);
}

/* Bits of '=' in a step, for quoted-printable text. */
static uint64_t equals_signs(const struct look *k, size_t at) {
  uint64_t found = 0;
  for (size_t i = 0; i < DFMTO_STEP && at + i < k->n; i++) found |= (uint64_t)(k->p[at + i] == '=') << i;
  return found;
}

/* Handles all that begins in a step. Returns where to continue; *b is of the bytes before that. */
static size_t take_step(struct look *k, size_t at, struct dfmto_share_before *b) {
  const struct dfmto_share_look *look = k->x->learning ? &k->x->places.look : &k->x->values->look;
  struct dfmto_share_starts starts;
  k->x->starts(k->p + at, k->n - at, look, b, &starts);
  if (k->x->printable) starts.special |= equals_signs(k, at);
  for (uint64_t all = starts.found | starts.runs | starts.special | starts.joins; all && !k->x->failed;
       all &= all - 1) {
    const unsigned i = (unsigned)__builtin_ctzll(all);
    if (starts.joins >> i & 1) join(k, at + i);
    if (starts.special >> i & 1) {
      const size_t skip = between(k, at + i);
      if (skip == 1 && k->p[at + i] < 0x80) continue; /* other bytes may begin a word */
      if (skip > 1) *b = (struct dfmto_share_before){0, 0, 0, 0, 0, 0};
      if (skip > 1) return at + i + skip;
    }
    if (starts.runs >> i & 1) encoded(k, at + i + 1 - DFMTO_LEAST_HEX);
    if (starts.found >> i & 1) take_word(k, at, i, &starts);
  }
  return k->n - at > DFMTO_BITS ? at + DFMTO_STEP : k->n;
}

/* ---- a view ---- */

bool dfmto_share_scan_label(struct dfmto_share_scan *x, struct dfmto_share_bytes label,
                            const struct dfmto_share_view *v) {
  static const char colon[] = ": ";
  const struct dfmto_share_bytes t = v->t;
  x->where.round++;
  x->room.len = 0;
  if (!dfmti_buf_append(x->mem, &x->room, label.p, label.n) || !dfmti_buf_append(x->mem, &x->room, colon, 2) ||
      !dfmti_buf_append(x->mem, &x->room, t.p, t.n))
    return false;
  struct look k = {.x = x, .v = v, .p = x->room.ptr, .n = x->room.len, .label = label.n + 2};
  for (size_t at = 0; at < label.n; at++)
    if (dfmto_share_is_word(k.p[at]) && (!at || !dfmto_share_is_word(k.p[at - 1]))) look_for_places(&k, at);
  join(&k, label.n);
  return !x->failed;
}

void dfmto_share_scan_view_names(struct dfmto_share_scan *x, const struct dfmto_share_view *v) {
  struct look k = {.x = x, .v = v, .p = v->t.p, .n = v->t.n};
  if (x->names.steps.len) names(&k);
}

void dfmto_share_scan_view(struct dfmto_share_scan *x, const struct dfmto_share_view *v) {
  x->where.round++;
  struct look k = {.x = x, .v = v, .p = v->t.p, .n = v->t.n};
  struct dfmto_share_before b = {0, 0, 0, 0, 0, 0};
  const struct dfmto_share_given *g = x->given;
  for (size_t i = 0; i < x->n_given; i++) hit(&k, g[i].cls, g[i].at, DFMTO_BY_PLACE, g[i].everywhere);
  const bool alone = x->n_given && x->given_alone && !x->learning && x->classes >> g->cls & 1;
  x->n_given = 0;
  if (!alone) dfmto_share_scan_view_names(x, v);
  for (size_t at = alone ? k.n : 0; at < k.n && !x->failed;) at = take_step(&k, at, &b);
}
