/* SPDX-License-Identifier: MIT */
/* `info` for Apport reports: entries by the groups of the standard keys. */
#include <inttypes.h>
#include <string.h>

#include "index.h"
#include "member.h"
#include "options.h"
#include "text.h"
#include "walk.h"

enum { SHORT = 160, KEY_COLUMN = 28, N_COMPRESSIONS = 4 };

struct item {
  uint32_t group, encoding, compression; /* DFMT_APPORT_* */
  uint64_t stored, lines;
  char *text; /* the value, if it is short; else NULL */
  size_t text_len;
};

struct state {
  struct index index;
  struct item *items; /* by place */
  uint64_t n_text, n_base64, n_packed[N_COMPRESSIONS];
  uint64_t needed; /* bytes of the index, with what had no room by --max-table */
  bool full;
  uint32_t problem; /* DFMT_APPORT_PROBLEM_* */
  char *type;       /* ProblemType as it stands; NULL: none */
  size_t type_len;
};

static char *copy(dfmt_str s) {
  char *p = tool_realloc(NULL, (size_t)s.len + 1);
  if (s.len) memcpy(p, s.ptr, (size_t)s.len);
  return p;
}

static uint64_t count_lines(dfmt_str s) {
  uint64_t n = s.len != 0;
  const char *p = s.ptr, *end = s.len ? p + s.len : p;
  while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
    p++;
    n++;
  }
  return n;
}

static void note_type(struct state *s, const dfmt_apport_field *f) {
  if (s->type || f->key.len != 11 || memcmp(f->key.ptr, "ProblemType", 11) != 0 || f->text.len > SHORT) return;
  s->type = copy(f->text);
  s->type_len = (size_t)f->text.len;
  s->problem = dfmt_apport_problem(f->text.ptr, f->text.len);
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f) return;
  bool text = f->present & DFMT_APPORT_FIELD_HAS_TEXT;
  if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD) {
    (void)dfmt_payload_mode(w->reader, DFMT_PAYLOAD_STORED);
    if (dfmt_payload_skip(w->reader) != DFMT_OK) walk_fault(w, NULL, f->key);
  }
  if (text) note_type(s, f);
  if (f->encoding == DFMT_APPORT_ENCODING_TEXT)
    s->n_text++;
  else
    s->n_base64++;
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64 && f->compression < N_COMPRESSIONS) s->n_packed[f->compression]++;
  struct entry e = {.offset = ev->offset};
  s->needed += sizeof e + f->key.len;
  s->full = s->full || !index_add(&s->index, &e, f->key, option_value(w->t, DFMT_CFG_MAX_TABLE));
  if (s->full) return;
  size_t n = s->index.n;
  if ((n & (n - 1)) == 0) s->items = tool_realloc(s->items, 2 * n * sizeof *s->items); /* at powers of two */
  const dfmt_apport_key *key = dfmt_apport_key_find(f->key.ptr, f->key.len);
  bool is_short = text && f->text.len <= SHORT;
  s->items[n - 1] = (struct item){.group = key ? key->category : (uint32_t)DFMT_APPORT_CATEGORY_OTHER,
                                  .encoding = f->encoding,
                                  .compression = f->compression,
                                  .stored = f->stored_size,
                                  .lines = text ? count_lines(f->text) : 0,
                                  .text = is_short ? copy(f->text) : NULL,
                                  .text_len = is_short ? (size_t)f->text.len : 0};
}

static bool fits(void *user, struct walk *w) {
  const struct state *s = user;
  if (s->full) report_limit(w->t, w->in->name, DFMT_CFG_MAX_TABLE, s->needed, "its entries");
  return !s->full;
}

static const char *word(const char *member, uint32_t value) {
  const char *w = dfmt_type_word(words_type(DFMT_APPORT, member), value);
  return w ? w : "?";
}

/* Keys that the problem's type demands and that are not there, each between `quote`s. Returns how many. */
static uint64_t put_missing(const struct state *s, dfmt_sink *to, const char *title, const char *sep,
                            const char *quote) {
  const dfmt_apport_key *key;
  uint64_t n = 0;
  for (uint32_t i = 0; (key = dfmt_apport_key_at(i)) != NULL; i++) {
    if (!(key->required & s->problem) || index_has(&s->index, key->name)) continue;
    put_f(to, "%s%s%s%s", n ? sep : title, quote, key->name, quote);
    n++;
  }
  return n;
}

/* Calls for each key that comes more than once. */
static uint64_t duplicates(struct state *s, dfmt_sink *to, void (*put_one)(dfmt_sink *to, dfmt_str key, bool first)) {
  uint64_t n = 0;
  struct index *x = &s->index;
  index_sort_by_key(x);
  for (size_t i = 1; i < x->n; i++) {
    bool again = same_key(x->list[i - 1].key, x->list[i].key);
    bool counted = i > 1 && same_key(x->list[i - 2].key, x->list[i].key);
    if (again && !counted) put_one(to, x->list[i].key, n++ == 0);
  }
  index_sort_by_place(x);
  return n;
}

static void put_duplicate(dfmt_sink *to, dfmt_str key, bool first) {
  put_s(to, first ? "Repeated:  " : ", ");
  put_safe(to, key.ptr, key.len);
}

static void put_counts(const struct state *s, dfmt_sink *to) {
  uint64_t n = s->n_text + s->n_base64;
  put_f(to, "Entries:   %" PRIu64 " (%" PRIu64 " text, %" PRIu64 " base64", n, s->n_text, s->n_base64);
  const char *sep = ": ";
  for (uint32_t i = 0; i < N_COMPRESSIONS; i++) {
    if (!s->n_packed[i]) continue;
    put_f(to, "%s%" PRIu64 " %s", sep, s->n_packed[i], word("compression", i));
    sep = ", ";
  }
  put_s(to, ")\n");
}

static void put_item(dfmt_sink *to, dfmt_str key, const struct item *x) {
  put_s(to, "  ");
  size_t n = put_safe(to, key.ptr, key.len);
  put_pad(to, n, n < KEY_COLUMN ? KEY_COLUMN : n + 2);
  if (x->encoding == DFMT_APPORT_ENCODING_BASE64) {
    put_f(to, "%s, ", word("compression", x->compression));
    put_size(to, x->stored);
  } else if (x->text && !memchr(x->text, '\n', x->text_len)) {
    put_safe(to, x->text, x->text_len);
  } else {
    if (x->lines) put_f(to, "%" PRIu64 " line%s, ", x->lines, x->lines == 1 ? "" : "s");
    put_size(to, x->stored);
  }
  put_s(to, "\n");
}

static void put_groups(const struct state *s, dfmt_sink *to, bool color) {
  for (uint32_t group = DFMT_APPORT_CATEGORY_GENERAL; group <= DFMT_APPORT_CATEGORY_OTHER; group++) {
    bool first = true;
    for (size_t i = 0; i < s->index.n; i++) {
      if (s->items[i].group != group) continue;
      if (first) put_f(to, "%s\n%s:%s\n", color ? "\x1b[1m" : "", word("category", group), color ? "\x1b[0m" : "");
      first = false;
      put_item(to, s->index.list[i].key, &s->items[i]);
    }
  }
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  index_seal(&s->index);
  put_counts(s, to);
  put_s(to, "Problem:   ");
  if (s->type)
    put_safe(to, s->type, s->type_len);
  else
    put_s(to, "not told (no ProblemType)");
  put_s(to, "\n");
  if (put_missing(s, to, "Missing:   ", ", ", "")) put_s(to, "\n");
  if (duplicates(s, to, put_duplicate)) put_s(to, "\n");
  put_groups(s, to, w->t->color);
}

static void put_duplicate_json(dfmt_sink *to, dfmt_str key, bool first) {
  put_s(to, first ? "" : ",");
  put_json_string(to, key.ptr, key.len);
}

static void put_item_json(dfmt_sink *to, dfmt_str key, const struct item *x) {
  put_s(to, "{\"key\":");
  put_json_string(to, key.ptr, key.len);
  put_f(to, ",\"category\":\"%s\",\"encoding\":\"%s\"", word("category", x->group), word("encoding", x->encoding));
  if (x->encoding == DFMT_APPORT_ENCODING_BASE64)
    put_f(to, ",\"compression\":\"%s\"", word("compression", x->compression));
  put_f(to, ",\"stored_size\":%" PRIu64, x->stored);
  if (x->text) {
    put_s(to, ",\"text\":");
    put_json_string(to, x->text, x->text_len);
  }
  put_s(to, "}");
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  (void)w;
  index_seal(&s->index);
  if (s->type) {
    put_s(to, ",\"problem_type\":");
    put_json_string(to, s->type, s->type_len);
  }
  put_f(to, ",\"text\":%" PRIu64 ",\"base64\":%" PRIu64 ",\"compression\":{", s->n_text, s->n_base64);
  const char *sep = "";
  for (uint32_t i = 0; i < N_COMPRESSIONS; i++) {
    if (!s->n_packed[i]) continue;
    put_f(to, "%s\"%s\":%" PRIu64, sep, word("compression", i), s->n_packed[i]);
    sep = ",";
  }
  put_s(to, "},\"missing\":[");
  put_missing(s, to, "", ",", "\"");
  put_s(to, "],\"repeated\":[");
  duplicates(s, to, put_duplicate_json);
  put_s(to, "],\"fields\":[");
  for (size_t i = 0; i < s->index.n; i++) {
    put_s(to, i ? "," : "");
    put_item_json(to, s->index.list[i].key, &s->items[i]);
  }
  put_s(to, "]");
}

static void end(void *user) {
  struct state *s = user;
  for (size_t i = 0; i < s->index.n; i++) tool_realloc(s->items[i].text, 0);
  tool_realloc(s->items, 0);
  tool_realloc(s->type, 0);
  index_free(&s->index);
}

const struct info_ops apport_info = {
    .state_size = sizeof(struct state), .event = event, .fits = fits, .table = table, .json = json, .end = end};
