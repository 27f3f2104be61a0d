/* SPDX-License-Identifier: MIT */
/* Apport reports: entries by groups of the standard keys, and missing keys. */
#include <string.h>

#include <diagfmt/apport.h>

#include "base/heapsort.h"
#include "info.h"

enum { SHORT = 160, KEYS = 256 };

struct item {
  uint32_t category, encoding, compression; /* DFMT_APPORT_* */
  uint32_t key, text;                       /* texts */
  uint32_t place;
  bool has_text, is_text, repeated;
  uint64_t stored, lines;
};

struct state {
  struct dfmti_buf items;
  struct dfmto_counts keys; /* keys in the report, by their texts */
  uint64_t n_text, n_base64, n_repeated;
  uint32_t problem, type; /* DFMT_APPORT_PROBLEM_*; type: the text of ProblemType */
  bool has_type;
  bool seen[KEYS]; /* standard keys */
  uint32_t missing[KEYS];
  uint32_t n_missing;
};

static struct item *items(const struct state *s) { return (void *)s->items.ptr; }
static size_t n_items(const struct state *s) { return s->items.len / sizeof(struct item); }

static uint64_t count_lines(dfmt_str s) {
  uint64_t n = s.len != 0;
  const char *p = s.ptr, *end = s.len ? p + s.len : p;
  while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
    p++;
    n++;
  }
  return n;
}

static void see(struct state *s, const dfmt_apport_key *key) {
  const dfmt_apport_key *k;
  for (uint32_t i = 0; key && i < KEYS && (k = dfmt_apport_key_at(i)) != NULL; i++)
    if (k == key) s->seen[i] = true;
}

static uint32_t wants(const void *user, const dfmt_event *ev) {
  (void)user;
  return dfmt_event_apport_field(ev) && ev->flags & DFMT_EVENT_FLAG_PAYLOAD ? DFMTO_WANTS_STORED : DFMTO_WANTS_NOTHING;
}

static void note_type(struct state *s, const dfmt_apport_field *f, const struct item *x) {
  if (s->has_type || f->key.len != 11 || memcmp(f->key.ptr, "ProblemType", 11) != 0 || !x->has_text) return;
  s->type = x->text;
  s->has_type = true;
  s->problem = dfmt_apport_problem(f->text.ptr, f->text.len);
}

static void count(struct state *s, struct dfmto_info *info, const dfmt_apport_field *f, struct item *x) {
  struct dfmto_count *before = dfmto_count_find(&s->keys, x->key);
  bool text = f->encoding == DFMT_APPORT_ENCODING_TEXT;
  x->repeated = before->n++ > 0;
  s->n_repeated += x->repeated;
  s->n_text += text;
  s->n_base64 += !text;
  note_type(s, f, x);
  dfmti_buf_append(&info->op->mem, &s->items, x, sizeof *x);
}

static dfmt_status event(void *user, struct dfmto_info *info, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f) return DFMT_OK;
  const dfmt_apport_key *key = dfmt_apport_key_find(f->key.ptr, f->key.len);
  bool text = f->present & DFMT_APPORT_FIELD_HAS_TEXT;
  struct item x = {.category = key ? key->category : (uint32_t)DFMT_APPORT_CATEGORY_OTHER,
                   .encoding = f->encoding,
                   .compression = f->compression,
                   .stored = f->stored_size,
                   .place = (uint32_t)n_items(s),
                   .is_text = text,
                   .has_text = text && f->text.len <= SHORT,
                   .lines = text ? count_lines(f->text) : 0};
  if (!dfmto_info_text(info, f->key, &x.key) || (x.has_text && !dfmto_info_text(info, f->text, &x.text)) ||
      !dfmto_count_at(&info->op->mem, &s->keys, x.key) || !dfmto_info_room(info, &s->items, sizeof x))
    return dfmto_no_memory(info->op);
  see(s, key);
  count(s, info, f, &x);
  return DFMT_OK;
}

static bool is_before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return x->category != y->category ? x->category < y->category : x->place < y->place;
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct state *s = user;
  const dfmt_apport_key *key;
  (void)x;
  dfmti_heapsort(NULL, s->items.ptr, n_items(s), sizeof(struct item), is_before);
  s->n_missing = 0;
  for (uint32_t i = 0; i < KEYS && (key = dfmt_apport_key_at(i)) != NULL; i++)
    if (key->required & s->problem && !s->seen[i]) s->missing[s->n_missing++] = i;
  return DFMT_OK;
}

/* ---- rows ---- */

static void report_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_report *r = body;
  (void)i;
  r->n_fields = n_items(s);
  r->n_text = s->n_text;
  r->n_base64 = s->n_base64;
  r->n_missing = s->n_missing;
  r->n_repeated = s->n_repeated;
  if (!s->has_type) return;
  r->problem_type = dfmto_info_at(x, s->type);
  r->present |= DFMT_INFO_REPORT_HAS_PROBLEM_TYPE;
}

static uint64_t count_missing(const void *user) { return ((const struct state *)user)->n_missing; }

static void missing_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const char *name = dfmt_apport_key_at(((const struct state *)user)->missing[i])->name;
  (void)x;
  ((dfmt_info_missing *)body)->key = (dfmt_str){name, strlen(name)};
}

static uint64_t count_fields(const void *user) { return n_items(user); }

static void field_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct item *f = &items(user)[i];
  dfmt_info_field *r = body;
  r->key = dfmto_info_at(x, f->key);
  r->category = f->category;
  r->encoding = f->encoding;
  r->repeated = f->repeated;
  r->stored_size = f->stored;
  r->compression = f->compression;
  r->n_lines = f->lines;
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64) r->present |= DFMT_INFO_FIELD_HAS_COMPRESSION;
  if (f->is_text) r->present |= DFMT_INFO_FIELD_HAS_N_LINES;
  if (!f->has_text) return;
  r->text = dfmto_info_at(x, f->text);
  r->present |= DFMT_INFO_FIELD_HAS_TEXT;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  dfmti_buf_free(m, &s->items);
  dfmto_counts_free(m, &s->keys);
}

static const struct dfmto_info_set sets[] = {
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "report", DFMT_INFO_REPORT,
                             "Crash report: problem type, numbers of fields.", NULL),
     .row = report_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "missing", DFMT_INFO_MISSING,
                             "Fields that reports of this type should have and this one lacks.", NULL),
     .heading = "Missing",
     .count = count_missing,
     .row = missing_row},
    {.is = DFMTO_INFO_ANSWER(
         DFMT_OP_USUAL, "fields", DFMT_INFO_FIELD, "Fields, with their encoding and size.",
         "file/h set_name/h category/g key encoding/h compression stored_size n_lines repeated/h text"),
     .count = count_fields,
     .row = field_row},
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_apport;
const struct dfmto_info_format dfmto_info_apport = {.format = DFMT_APPORT,
                                                    .state_size = sizeof(struct state),
                                                    .wants = wants,
                                                    .event = event,
                                                    .finish = finish,
                                                    .close = close_state,
                                                    .sets = sets};
