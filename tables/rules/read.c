/* SPDX-License-Identifier: MIT */
#include "read.h"

#include "base/cut.h"
#include "pattern.h"

static const char *const names[] = {
#define LIST(NUMBER, NAME) NAME,
#include "lists.def"
#undef LIST
};

#define ALL_LISTS DFMTI_RULES_LISTS /* in place of one */

/* A line, without its end and blanks around it. */
struct line {
  uint32_t number; /* from 1 */
  dfmt_str text;
};

void dfmti_rules_free(struct dfmti_mem *m, struct dfmti_rules_set *x) {
  dfmti_buf_free(m, &x->text);
  dfmti_buf_free(m, &x->rows);
}

static void update(struct dfmti_rules_set *x) {
  const struct dfmti_rule *rows = (const struct dfmti_rule *)(const void *)x->rows.ptr;
  x->is.text = (const char *)x->text.ptr;
  x->is.rows = rows;
  x->is.n = x->rows.len / sizeof *rows;
}

bool dfmti_rules_begin(struct dfmti_mem *m, struct dfmti_rules_set *x) {
  const struct dfmti_rules *from = &dfmti_rules_compiled;
  dfmti_errors_begin(&x->err);
  x->text.len = x->rows.len = 0;
  x->n_texts = x->n_lines = 0;
  const bool good = dfmti_buf_append(m, &x->text, from->text, strlen(from->text)) &&
                    dfmti_buf_append(m, &x->rows, from->rows, from->n * sizeof *from->rows);
  memcpy(x->is.firsts, from->firsts, sizeof from->firsts);
  update(x);
  return good;
}

/* ---- what is not accepted ---- */

static dfmt_status refuse(struct dfmti_rules_set *x, const struct line *l, const char *expected) {
  char which[24] = "", found[48];
  if (x->n_texts > 1) (void)snprintf(which, sizeof which, " %lu", (unsigned long)x->n_texts);
  (void)dfmti_quote(found, sizeof found, l->text.ptr, dfmti_clamp(l->text.len));
  return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "rules%s, line %lu: expected %s, found '%s'", which,
                    (unsigned long)l->number, expected, found);
}

/* With the names of all lists. */
static dfmt_status refuse_list(struct dfmti_rules_set *x, const struct line *l) {
  char expected[240] = "a list and a pattern; lists are";
  size_t n = strlen(expected);
  for (size_t i = 0; i < DFMTI_RULES_LISTS && n < sizeof expected; i++)
    n += (size_t)snprintf(expected + n, sizeof expected - n, " %s", names[i]);
  return refuse(x, l, expected);
}

/* ---- a line ---- */

static uint32_t list_of(dfmt_str name) {
  uint32_t i = 0;
  while (i < DFMTI_RULES_LISTS && !dfmti_is(name, names[i])) i++;
  return i;
}

static dfmt_str pattern_of(const struct dfmti_rules *x, const struct dfmti_rule *r) {
  return (dfmt_str){x->text + r->at, r->len};
}

/* Puts it where it belongs, unless it is there. */
static bool insert(struct dfmti_mem *m, struct dfmti_rules_set *x, uint32_t list, dfmt_str pattern) {
  const bool any = memchr(pattern.ptr, '*', (size_t)pattern.len) != NULL;
  const size_t at = dfmti_rules_place(&x->is, list, any, pattern), n = x->is.n;
  const struct dfmti_rule new = {
      .list = (uint8_t)list, .any = any, .len = (uint16_t)pattern.len, .at = (uint32_t)(pattern.ptr - x->is.text)};
  if (at < n && dfmti_rules_order(x->is.text, &x->is.rows[at], x->is.text, &new) == 0) return true;
  if (!dfmti_buf_append(m, &x->rows, &new, sizeof new)) return false;
  struct dfmti_rule *rows = (struct dfmti_rule *)(void *)x->rows.ptr;
  memmove(rows + at + 1, rows + at, (n - at) * sizeof new);
  rows[at] = new;
  x->is.firsts[list][(uint8_t)*pattern.ptr / 8] |= (uint8_t)(1 << (uint8_t)*pattern.ptr % 8);
  update(x);
  return true;
}

static void take_out(struct dfmti_rules_set *x, uint32_t list, dfmt_str pattern) {
  struct dfmti_rule *rows = (struct dfmti_rule *)(void *)x->rows.ptr;
  size_t n = 0;
  for (size_t i = 0; i < x->is.n; i++) {
    const bool of_list = list == ALL_LISTS || list == rows[i].list;
    if (!of_list || !dfmti_pattern_matches(pattern, pattern_of(&x->is, &rows[i]))) rows[n++] = rows[i];
  }
  x->rows.len = n * sizeof *rows;
  update(x);
}

static bool is_text(dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++)
    if ((uint8_t)s.ptr[i] < ' ' && s.ptr[i] != '\t') return false;
  return true;
}

static dfmt_status take_rule(struct dfmti_mem *m, struct dfmti_rules_set *x, const struct line *l) {
  dfmt_str rest = l->text;
  const bool less = dfmti_cut_take(&rest, "-");
  const dfmt_str name = dfmti_cut_first(rest, dfmti_cut_find(rest, " "));
  const uint32_t list = list_of(name);
  rest = dfmti_cut_after(rest, name.len);
  (void)dfmti_cut_blanks(&rest);
  if (rest.len == 0 || (list == DFMTI_RULES_LISTS && !(less && dfmti_is(name, "*")))) return refuse_list(x, l);
  if (++x->n_lines > DFMTI_RULES_LINES) return refuse(x, l, "at most 4096 rules");
  if (!less) return insert(m, x, list, rest) ? DFMT_OK : DFMT_E_NOMEM;
  take_out(x, list, rest);
  return DFMT_OK;
}

static dfmt_status take_line(struct dfmti_mem *m, struct dfmti_rules_set *x, struct line *l) {
  if (l->text.len > DFMTI_RULES_LINE) return refuse(x, l, "at most 1024 bytes in a line");
  if (!is_text(l->text)) return refuse(x, l, "text");
  (void)dfmti_cut_blanks(&l->text);
  while (l->text.len > 0 && strchr(" \t", l->text.ptr[l->text.len - 1])) l->text.len--;
  return l->text.len == 0 || *l->text.ptr == '#' ? DFMT_OK : take_rule(m, x, l);
}

/* ---- all of them ---- */

/* Takes the next line off. false: there is none. */
static bool next_line(dfmt_str *text, struct line *l) {
  if (text->len == 0) return false;
  const char *end = memchr(text->ptr, '\n', (size_t)text->len);
  const uint64_t n = end ? (uint64_t)(end - text->ptr) : text->len;
  l->text = dfmti_cut_first(*text, n);
  l->number++;
  *text = dfmti_cut_after(*text, n + 1);
  (void)dfmti_cut_take_end(&l->text, "\r");
  return true;
}

/* Names the line that goes beyond a number of bytes. */
static dfmt_status refuse_rest(struct dfmti_rules_set *x, dfmt_str text, uint64_t most) {
  struct line l = {.number = 0};
  dfmt_str rest = text;
  while (next_line(&rest, &l) && text.len - rest.len <= most) continue;
  return refuse(x, &l, "at most 1 MiB of rules");
}

dfmt_status dfmti_rules_add(struct dfmti_mem *m, struct dfmti_rules_set *x, dfmt_str text) {
  const size_t before = x->text.len;
  const uint64_t most = DFMTI_RULES_BYTES + strlen(dfmti_rules_compiled.text) - before;
  struct line l = {.number = 0};
  dfmt_status st = DFMT_OK;
  x->n_texts++;
  if (text.len > most) return refuse_rest(x, text, most);
  if (!dfmti_buf_append(m, &x->text, text.ptr, (size_t)text.len)) return DFMT_E_NOMEM;
  update(x);
  text = (dfmt_str){x->is.text + before, text.len};
  while (st == DFMT_OK && next_line(&text, &l)) st = take_line(m, x, &l);
  return st;
}

/* FNV-1a: a name, which has to be the same everywhere, and decides nothing. */
static uint64_t add_to_hash(uint64_t hash, dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++) hash = (hash ^ (uint8_t)s.ptr[i]) * UINT64_C(0x100000001b3);
  return hash;
}

uint64_t dfmti_rules_hash(const struct dfmti_rules *x) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < x->n; i++) {
    const char *name = names[x->rows[i].list];
    hash = add_to_hash(hash, (dfmt_str){name, strlen(name)});
    hash = add_to_hash(hash, (dfmt_str){" ", 1});
    hash = add_to_hash(hash, pattern_of(x, &x->rows[i]));
    hash = add_to_hash(hash, (dfmt_str){"\n", 1});
  }
  return hash;
}
