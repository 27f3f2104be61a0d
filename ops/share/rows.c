/* SPDX-License-Identifier: MIT */
/* The account: what was replaced, sorted by class, then by carrier, spelling and how it was found. */
#include <string.h>

#include "base/heapsort.h"
#include "share.h"

/* The state of every set begins with the facts. */
struct account {
  dfmt_share_result result;
  struct dfmto_count *list; /* in the order of rows */
  size_t n;
};

struct left_out {
  dfmt_share_result result;
  size_t at; /* index of the next */
};

static const struct dfmto_share *share_of(const struct dfmto_set *s) { return s->op->state; }

/* ---- facts ---- */

static const struct dfmto_share_left_out *left_out_of(const struct dfmto_share *s, size_t *n) {
  *n = s->entries.left_out.len / sizeof(struct dfmto_share_left_out);
  return (const struct dfmto_share_left_out *)(const void *)s->entries.left_out.ptr;
}

static size_t n_left_out(const struct dfmto_share *s) {
  size_t n, found = 0;
  const struct dfmto_share_left_out *list = left_out_of(s, &n);
  for (size_t i = 0; i < n; i++) found += !list[i].kept;
  return found;
}

static dfmt_status open_any(struct dfmto_set *set) {
  const struct dfmto_share *s = share_of(set);
  dfmt_share_result *r = set->state;
  *r = (dfmt_share_result){.head = {sizeof *r, DFMT_SHARE_RESULT},
                           .n_values = dfmto_share_values_n(&s->learned.values),
                           .n_places = s->sums.n_places,
                           .n_lines = s->sums.n_lines,
                           .bytes_in = s->sums.bytes_in,
                           .bytes_out = s->sums.bytes_out,
                           .n_left_out = n_left_out(s)};
  set->facts = &r->head;
  return DFMT_OK;
}

/* ---- replacements ---- */

static bool comes_before(const void *a, const void *b) {
  const uint64_t x = ((const struct dfmto_count *)a)->number, y = ((const struct dfmto_count *)b)->number;
  const struct dfmto_share_counted i = dfmto_share_counted(x), j = dfmto_share_counted(y);
  return i.cls != j.cls ? i.cls < j.cls : x < y;
}

static dfmt_status open_account(struct dfmto_set *set) {
  const struct dfmto_counts *c = &share_of(set)->account.counts;
  struct account *x = set->state;
  dfmt_status st = open_any(set);
  if (st != DFMT_OK || !c->n) return st;
  x->list = dfmti_alloc(&set->op->mem, c->n * sizeof *x->list);
  if (!x->list) return dfmto_no_memory(set->op);
  x->n = c->n;
  memcpy(x->list, c->list, x->n * sizeof *x->list);
  (void)dfmti_heapsort(NULL, x->list, x->n, sizeof *x->list, comes_before);
  return DFMT_OK;
}

static dfmt_status put_account(struct dfmto_set *set, uint64_t i, void *body) {
  const struct account *x = set->state;
  if (i == x->n) return DFMT_END;
  const struct dfmto_share_counted what = dfmto_share_counted(x->list[i].number);
  dfmt_share_row *row = body;
  row->value_class = what.cls;
  row->spelling = what.spelling;
  row->how = what.how;
  row->carrier = dfmto_text_at(&share_of(set)->account.carriers, what.carrier);
  row->n = x->list[i].n;
  return DFMT_OK;
}

static void close_account(struct dfmto_set *set) {
  struct account *x = set->state;
  dfmti_free(&set->op->mem, x->list, x->n * sizeof *x->list);
}

/* ---- content that could not be searched ---- */

static dfmt_status put_unsearched(struct dfmto_set *set, bool kept, dfmt_share_left_out *row) {
  struct left_out *x = set->state;
  size_t n;
  const struct dfmto_share_left_out *list = left_out_of(share_of(set), &n);
  while (x->at < n && list[x->at].kept != kept) x->at++;
  if (x->at == n) return DFMT_END;
  const struct dfmto_share_left_out *l = &list[x->at++];
  row->input = l->input;
  row->name = dfmto_text_at(&share_of(set)->entries.names, l->name);
  row->message = (dfmt_str){l->why->text, strlen(l->why->text)};
  return DFMT_OK;
}

static dfmt_status put_left_out(struct dfmto_set *set, uint64_t i, void *body) {
  (void)i;
  return put_unsearched(set, false, body);
}

static dfmt_status put_kept(struct dfmto_set *set, uint64_t i, void *body) {
  (void)i;
  return put_unsearched(set, true, body);
}

/* ---- what may be left ---- */

enum { N_WHYS = DFMT_SHARE_DOUBT_FREQUENT + 1 }; /* of values; each class has rows for them */

struct doubtful {
  dfmt_share_result result;
  uint64_t n[DFMTO_N_CLASSES * N_WHYS];
  size_t at;   /* the next of these */
  size_t seen; /* the next of what the second scan saw */
};

/* Values of removed classes that were replaced only at their places. */
static dfmt_status open_doubtful(struct dfmto_set *set) {
  const struct dfmto_share *s = share_of(set);
  struct doubtful *x = set->state;
  for (size_t i = 0; i < dfmto_share_values_n(&s->learned.values); i++) {
    const struct dfmto_share_value *v = dfmto_share_value_at(&s->learned.values, (uint32_t)i);
    if (!v->given && !(s->learned.scan.classes >> v->cls & 1)) continue;
    x->n[v->cls * N_WHYS + DFMT_SHARE_DOUBT_SHORT] += dfmto_share_value_is_doubtful(&s->learned.values, v);
    x->n[v->cls * N_WHYS + DFMT_SHARE_DOUBT_FREQUENT] += v->frequent;
  }
  return open_any(set);
}

static void put_why(dfmt_share_doubtful *row, uint32_t why) {
  static const char *const whys[] = {
      [DFMT_SHARE_DOUBT_SHORT] = "too short or too common to be replaced outside of fields",
      [DFMT_SHARE_DOUBT_FREQUENT] = "too frequent to be replaced outside of fields",
      [DFMT_SHARE_DOUBT_FORM] = "left of this form",
      [DFMT_SHARE_DOUBT_INSIDE] = "left of values that are known"};
  row->why = why;
  row->message = (dfmt_str){whys[why], strlen(whys[why])};
}

static dfmt_status put_seen(const struct dfmto_share_doubts *of, size_t *at, dfmt_share_doubtful *row) {
  if (*at == dfmto_share_doubts_n(of)) return DFMT_END;
  const struct dfmto_share_doubt *d = dfmto_share_doubt_at(of, (*at)++);
  row->value_class = d->cls;
  put_why(row, d->why);
  row->n_values = d->seen.n;
  row->input = d->input;
  row->line = d->seen.line;
  row->place = dfmto_text_at(&of->places, d->place);
  return DFMT_OK;
}

static dfmt_status put_doubtful(struct dfmto_set *set, uint64_t i, void *body) {
  struct doubtful *x = set->state;
  dfmt_share_doubtful *row = body;
  (void)i;
  const size_t most = sizeof x->n / sizeof *x->n;
  while (x->at < most && !x->n[x->at]) x->at++;
  if (x->at == most) return put_seen(&share_of(set)->doubts, &x->seen, row);
  row->value_class = (uint32_t)(x->at / N_WHYS);
  put_why(row, (uint32_t)(x->at % N_WHYS));
  row->n_values = x->n[x->at++];
  return DFMT_OK;
}

/* ---- names without a match ---- */

static dfmt_status put_unmatched(struct dfmto_set *set, uint64_t i, void *body) {
  const struct dfmto_share_names *names = &share_of(set)->learned.scan.names;
  struct left_out *x = set->state;
  (void)i;
  while (x->at < dfmto_share_n_patterns(names) && dfmto_share_pattern_at(names, x->at)->found) x->at++;
  if (x->at == dfmto_share_n_patterns(names)) return DFMT_END;
  ((dfmt_share_unmatched *)body)->pattern = x->at++;
  return DFMT_OK;
}

const struct dfmto_answer dfmto_share_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "account", DFMT_SHARE_ROW, DFMT_SHARE_RESULT,
                          "Replaced places, by class, carrier, spelling and way of finding."),
     .columns = "value_class/k carrier spelling how n",
     .state_size = sizeof(struct account),
     .open = open_account,
     .row = put_account,
     .close = close_account},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "left_out", DFMT_SHARE_LEFT_OUT, DFMT_SHARE_RESULT,
                          "Entries that cannot be searched and were omitted."),
     .columns = "input/g name/k message/m",
     .state_size = sizeof(struct left_out),
     .open = open_any,
     .row = put_left_out},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "kept", DFMT_SHARE_LEFT_OUT, DFMT_SHARE_RESULT,
                          "Entries that cannot be searched and were copied."),
     .columns = "input/g name/k message/m",
     .state_size = sizeof(struct left_out),
     .open = open_any,
     .row = put_kept},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "doubtful", DFMT_SHARE_DOUBTFUL, DFMT_SHARE_RESULT,
                          "What may be left: values replaced in fields only, and what a second scan saw."),
     .columns = "value_class/k why/m n_values input/g place line message",
     .state_size = sizeof(struct doubtful),
     .open = open_doubtful,
     .row = put_doubtful},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "unmatched", DFMT_SHARE_UNMATCHED, DFMT_SHARE_RESULT,
                          "Patterns of names that matched nothing."),
     .columns = "pattern/k",
     .state_size = sizeof(struct left_out),
     .open = open_any,
     .row = put_unmatched},
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "explained", DFMT_SHARE_EXPLAINED, DFMT_SHARE_RESULT,
                          "What told the values that the caller asks about, and what became of them."),
     .columns = "value/k value_class outcome/m how rule line n_places message",
     .state_size = sizeof(struct dfmto_share_explaining),
     .open = open_any,
     .row = dfmto_share_put_explained},
    {.part = {.name = NULL}}};
