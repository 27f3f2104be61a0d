/* SPDX-License-Identifier: MIT */
/*
 * A text with all texts decoded from it: scanned from the outside in, view by view (scan_view.c), and assembled from
 * the inside out.
 */
#include <string.h>

#include "base/heapsort.h"
#include "places.h"
#include "scan_view.h"
#include "views.h"

enum {
  MOST_LAYERS = 3,
  MOST_LABELLED = 1024 /* bytes of a line that its label may explain */
};

static size_t n_nodes(const struct dfmto_share_scan *x) { return x->nodes.len / sizeof(struct dfmto_share_node); }

static struct dfmto_share_span *span_at(const struct dfmto_share_scan *x, size_t i) {
  return (struct dfmto_share_span *)(void *)x->spans.ptr + i;
}

bool dfmto_share_scan_labels(struct dfmto_share_scan *x, struct dfmto_share_bytes text,
                             struct dfmto_share_lexicon_fault *fault) {
  const uint32_t from = (uint32_t)dfmto_share_n_places;
  if (!dfmto_share_lexicon_read(x->mem, &x->lexicon, text, &x->places, from, fault)) return false;
  for (size_t i = 0; i < DFMTO_LOOK; i++) x->values->look.bits[i] |= x->places.look.bits[i];
  return true;
}

bool dfmto_share_scan_begin(struct dfmto_share_scan *x, struct dfmto_share_values *s) {
  const struct dfmto_share_bytes text = {(const uint8_t *)dfmto_share_lexicon_text, dfmto_share_lexicon_len};
  struct dfmto_share_lexicon_fault fault;
  x->values = s;
  x->mem = s->mem;
  x->starts = dfmto_share_starts_by(64);
  for (size_t i = 0; i < dfmto_share_n_places; i++) {
    const uint8_t *word = (const uint8_t *)dfmto_share_places[i].word;
    const size_t len = strlen(dfmto_share_places[i].word);
    if (!dfmto_share_trie_add(x->mem, &x->places, word, len, (uint32_t)i, false)) return false;
  }
  dfmto_share_look_add(&x->places.look, (const uint8_t *)"eyj", 3,
                       "abcdefghijklmnopqrstuvwxyz0123456789-_"); /* first characters of tokens */
  return dfmto_share_scan_labels(x, text, &fault);
}

void dfmto_share_scan_settle(struct dfmto_share_scan *x) {
  for (size_t i = 0; i < dfmto_share_values_n(x->values); i++) {
    struct dfmto_share_value *v = dfmto_share_value_at(x->values, (uint32_t)i);
    const struct dfmto_share_bytes text = {x->values->bytes.ptr + v->text, v->len};
    if (v->given || dfmto_share_class_shape(v->cls) != DFMTO_TEXT) continue;
    const enum dfmto_share_word_kind kind = dfmto_share_vocabulary_kind(&x->vocabulary, text);
    v->listed = kind != DFMTO_NO_WORD;
    v->nobodys = kind == DFMTO_WORD_PRODUCT && v->cls == DFMTO_PERSON;
  }
}

void dfmto_share_scan_free(struct dfmto_share_scan *x) {
  if (!x->mem) return;
  dfmto_share_trie_free(x->mem, &x->places);
  dfmto_share_lexicon_free(x->mem, &x->lexicon);
  dfmto_share_vocabulary_free(x->mem, &x->vocabulary);
  dfmto_share_names_free(x->mem, &x->names);
  struct dfmti_buf *all[] = {&x->spans, &x->found,   &x->nodes,   &x->decoded, &x->made,   &x->inner, &x->work,
                             &x->room,  &x->view[0], &x->view[1], &x->map[0],  &x->map[1], &x->folded};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(x->mem, all[i]);
}

/* ---- scanning ---- */

static void look(struct dfmto_share_scan *x, struct dfmto_share_bytes t, struct dfmto_share_bytes label) {
  struct dfmto_share_view v = {.t = t}, next;
  for (unsigned layer = 0;; layer++) {
    x->escapes = false;
    dfmto_share_scan_view(x, &v);
    if (label.n && !dfmto_share_scan_label(x, label, &v)) x->failed = true;
    if (layer == MOST_LAYERS || !x->escapes || x->failed || !dfmto_share_decode_view(x, &v, layer % 2, &next)) return;
    v = next;
  }
}

/* "user:password" of an Authorization line. */
static void say_password(struct dfmto_share_scan *x) {
  const uint8_t *p = x->work.ptr;
  const size_t n = x->work.len;
  size_t i = dfmto_share_is_placeholder(p, n);
  while (i < n && !strchr(":<=& ", p[i])) i++;
  if (i + 1 < n && p[i] == ':' && !dfmto_share_is_placeholder(p + i + 1, n - i - 1))
    dfmto_share_scan_given(x, DFMTO_SECRET, (struct dfmto_share_found){i + 1, n}, true);
}

static bool look_at_nodes(struct dfmto_share_scan *x) {
  for (size_t i = 1; i < n_nodes(x) && !x->failed; i++) {
    const struct dfmto_share_node *node = dfmto_share_node_at(x, i);
    x->node = i;
    x->work.len = 0;
    if (!dfmti_buf_append(x->mem, &x->work, x->decoded.ptr + node->start, node->len)) return false;
    if (node->basic) say_password(x);
    look(x, (struct dfmto_share_bytes){x->work.ptr, x->work.len}, (struct dfmto_share_bytes){NULL, 0});
  }
  return !x->failed;
}

/* ---- overlapping spans ---- */

static bool comes_before(const void *a, const void *b) {
  const struct dfmto_share_span *x = a, *y = b;
  if (x->start != y->start) return x->start < y->start;
  if (x->end != y->end) return x->end > y->end;
  static const uint8_t rank[DFMTO_N_HOW] = {[DFMTO_BY_LEARNED] = 0, [DFMTO_BY_PLACE] = 1, [DFMTO_BY_FORM] = 2};
  if (rank[x->how] != rank[y->how]) return rank[x->how] < rank[y->how];
  if (x->spelling != y->spelling) return x->spelling < y->spelling;
  return x->value < y->value; /* the undecoded text was scanned first */
}

/* Of two overlapping spans the longer one is the value and covers both; a span across two neighbours is dropped. */
static size_t resolve(struct dfmto_share_span *s, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    struct dfmto_share_span *last = kept ? &s[kept - 1] : NULL;
    if (!last || s[i].start >= last->end) {
      s[kept++] = s[i];
      continue;
    }
    if (s[i].end <= last->end) continue;
    if (i + 1 < n && s[i + 1].start >= last->end && s[i + 1].start < s[i].end && s[i + 1].end > s[i].end) continue;
    size_t start = last->start, end = s[i].end;
    if (s[i].end - s[i].start > last->end - last->start) *last = s[i];
    last->start = start;
    last->end = end;
  }
  return kept;
}

static bool gather(struct dfmto_share_scan *x, size_t node, struct dfmti_buf *to) {
  to->len = 0;
  for (uint32_t i = dfmto_share_node_at(x, node)->spans; i; i = span_at(x, i - 1)->next)
    if (!dfmti_buf_append(x->mem, to, span_at(x, i - 1), sizeof(struct dfmto_share_span))) return false;
  struct dfmto_share_span *s = (struct dfmto_share_span *)(void *)to->ptr;
  size_t n = to->len / sizeof *s;
  if (n > 1) (void)dfmti_heapsort(NULL, s, n, sizeof *s, comes_before);
  to->len = resolve(s, n) * sizeof *s;
  return true;
}

/* ---- assembling ---- */

static bool put(struct dfmto_share_scan *x, struct dfmti_buf *to, const char *p, size_t n) {
  return n == 0 || dfmti_buf_append(x->mem, to, p, n);
}

/* Appends a part of a text, which may be NULL if it is empty. */
static bool put_part(struct dfmto_share_scan *x, struct dfmti_buf *to, const uint8_t *p, size_t at, size_t n) {
  return n == 0 || dfmti_buf_append(x->mem, to, p + at, n);
}

/* A value that is not encoded may be inside encoded text. */
static enum dfmto_share_spelling around(const struct dfmto_share_scan *x, const struct dfmto_share_span *s,
                                        struct dfmto_share_bytes t) {
  if (s->spelling != DFMTO_PLAIN) return s->spelling;
  bool before = s->start >= 3 && t.p[s->start - 3] == '%', after = s->end < t.n && t.p[s->end] == '%';
  return before && after ? DFMTO_PERCENT : x->xml ? DFMTO_ENTITY : DFMTO_PLAIN;
}

bool dfmto_share_put_span(struct dfmto_share_scan *x, struct dfmti_buf *to, const struct dfmto_share_span *s,
                          struct dfmto_share_bytes t) {
  static const uint8_t marks_of[DFMTO_N_SPELLINGS] = {[DFMTO_PERCENT] = 1, [DFMTO_ENTITY] = 2, [DFMTO_ESCAPED] = 3};
  char name[DFMTO_PLACEHOLDER];
  if (s->value == UINT32_MAX) return put_part(x, to, x->made.ptr, s->text, s->len);
  const struct dfmto_share_marks *m = &dfmto_share_marks[marks_of[around(x, s, t)]];
  size_t n = dfmto_share_placeholder(x->values, s->value, name), colon = strcspn(name, ":");
  if (x->as_name) { /* "email-7f3a9c" */
    name[colon] = '-';
    return put(x, to, name, n);
  }
  return put(x, to, m->open, strlen(m->open)) && put(x, to, name, colon) &&
         put(x, to, m->between, strlen(m->between)) && put(x, to, name + colon + 1, n - colon - 1) &&
         put(x, to, m->close, strlen(m->close));
}

bool dfmto_share_put_text(struct dfmto_share_scan *x, struct dfmti_buf *to, struct dfmto_share_bytes t,
                          const struct dfmto_share_span *spans, size_t n) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    if (!put_part(x, to, t.p, at, spans[i].start - at) || !dfmto_share_put_span(x, to, &spans[i], t)) return false;
    at = spans[i].end;
  }
  return put_part(x, to, t.p, at, t.n - at);
}

/* Values in a decoded text count as encoded that way. */
static bool keep_inner(struct dfmto_share_scan *x, enum dfmto_share_spelling spelling) {
  for (size_t i = 0; i < dfmto_share_n_found(x); i++) {
    struct dfmto_share_span s = *dfmto_share_found_at(x, i);
    s.spelling = (uint8_t)spelling;
    if (s.value != UINT32_MAX && !dfmti_buf_append(x->mem, &x->inner, &s, sizeof s)) return false;
  }
  return true;
}

/* Inner ones first, so that each is done before its parent. */
static bool put_nodes(struct dfmto_share_scan *x) {
  const bool xml = x->xml;
  x->xml = false;
  for (size_t i = n_nodes(x); i-- > 1 && !x->failed;) {
    const struct dfmto_share_node node = *dfmto_share_node_at(x, i);
    if (!node.spans) continue;
    x->room.len = 0;
    if (!gather(x, i, &x->found) || !keep_inner(x, node.spelling) ||
        !dfmto_share_put_text(x, &x->room, (struct dfmto_share_bytes){x->decoded.ptr + node.start, node.len},
                              dfmto_share_found_at(x, 0), dfmto_share_n_found(x)) ||
        !dfmto_share_encode_node(x, &node, x->room.ptr, x->room.len))
      return false;
  }
  x->xml = xml;
  return !x->failed;
}

static bool begin(struct dfmto_share_scan *x, size_t n) {
  x->spans.len = x->nodes.len = x->decoded.len = x->made.len = x->inner.len = x->found.len = 0;
  x->node = 0;
  x->failed = false;
  if (!dfmti_buf_reserve(x->mem, &x->nodes, sizeof(struct dfmto_share_node))) return false;
  x->nodes.len = sizeof(struct dfmto_share_node);
  *dfmto_share_node_at(x, 0) = (struct dfmto_share_node){.len = n};
  return true;
}

bool dfmto_share_scan_names(struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  if (!begin(x, n)) return false;
  dfmto_share_scan_view_names(x, &(struct dfmto_share_view){.t = {p, n}});
  return !x->failed && (!x->spans.len || gather(x, 0, &x->found));
}

bool dfmto_share_scan_text(struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  const struct dfmto_share_bytes label = {x->label.p, n <= MOST_LABELLED ? x->label.n : 0};
  if (!begin(x, n)) return false;
  look(x, (struct dfmto_share_bytes){p, n}, label);
  if (x->failed || !look_at_nodes(x)) return false;
  return !x->spans.len || (put_nodes(x) && gather(x, 0, &x->found));
}
