/* SPDX-License-Identifier: MIT */
#include "where.h"

#include "base/mem.h"
#include "letters.h"

enum { REACH = 256 }; /* bytes on each side in which a line is searched */

void dfmto_share_known_as(struct dfmto_share_known_as *to, struct dfmto_share_bytes name) {
  to->n = dfmti_min(name.n, sizeof to->text);
  for (size_t i = 0; i < to->n; i++) to->text[i] = dfmto_share_lower(name.p[i]);
}

static bool is_listed(const struct dfmto_share_known_as *x, const char *words) {
  return dfmto_share_is_listed((struct dfmto_share_bytes){x->text, x->n}, words);
}

/* "DUMP OF SERVICE CRITICAL wifi:": without the priority. */
static struct dfmto_share_bytes without_priority(struct dfmto_share_bytes title) {
  static const char *const priorities[] = {"CRITICAL ", "HIGH ", NULL};
  for (const char *const *p = priorities; *p; p++) {
    const size_t len = strlen(*p);
    if (title.n > len && memcmp(title.p, *p, len) == 0) return (struct dfmto_share_bytes){title.p + len, title.n - len};
  }
  return title;
}

void dfmto_share_where_section(struct dfmto_share_where *w, struct dfmto_share_bytes title, bool service) {
  static const char telephony[] = "telephony.registry|phone|isub|iphonesubinfo";
  w->below.n = 0;
  dfmto_share_known_as(&w->service, without_priority(title));
  w->radio = service ? is_listed(&w->service, telephony) : dfmto_share_word_before(title, title.n, REACH, "radio");
  if (!service) w->service.n = 0;
}

/* ---- lists ---- */

/* The next word of a list, with blanks for "%_". */
static size_t next_word(struct dfmto_share_bytes *list, uint8_t word[DFMTO_MOST_WHERE]) {
  size_t n = 0, i = 0;
  for (; i < list->n && list->p[i] != '|'; i++) {
    const bool blank = list->p[i] == '%' && i + 1 < list->n && list->p[i + 1] == '_';
    if (n < DFMTO_MOST_WHERE) word[n++] = blank ? ' ' : list->p[i];
    i += blank;
  }
  i = dfmti_min(i + 1, list->n);
  list->p += i;
  list->n -= i;
  return n;
}

static bool has_word(struct dfmto_share_bytes t, const uint8_t *word, size_t n) {
  const uint8_t *p = t.p, *end = t.p + t.n;
  while ((size_t)(end - p) >= n && (p = memchr(p, *word, (size_t)(end - p) - n + 1)) != NULL)
    if (memcmp(p++, word, n) == 0) return true;
  return false;
}

/* whole: the text is one of them; otherwise it has one of them. */
static bool has_one(struct dfmto_share_bytes t, struct dfmto_share_bytes list, bool whole) {
  uint8_t word[DFMTO_MOST_WHERE];
  while (list.n) {
    const size_t n = next_word(&list, word);
    if (n && (whole ? n == t.n && memcmp(t.p, word, n) == 0 : has_word(t, word, n))) return true;
  }
  return false;
}

/* ---- lines ---- */

/* "mCi=", "Tac:": the label of something about a radio cell. */
static bool is_cell_label(struct dfmto_share_bytes t, size_t i) {
  static const char names[] =
      "tac|lac|nci|pci|earfcn|ci|cid|eci|psc|rsrp|cellid|arfcn|uarfcn|nrarfcn|cellidentity|"
      "celllocation";
  if (i && (dfmto_share_is_word(t.p[i - 1]) || t.p[i - 1] == '_')) return false;
  if (t.p[i] == 'm' && i + 1 < t.n && t.p[i + 1] >= 'A' && t.p[i + 1] <= 'Z') i++;
  size_t end = i;
  while (end < t.n && dfmto_share_is_word(t.p[end])) end++;
  const size_t named = end - i > 12 && dfmto_share_same(t, i, "cellidentity") ? 12 : end - i;
  end += end < t.n && t.p[end] == ' ';
  return end < t.n && dfmto_share_is_one_of(t.p[end], "=:({") &&
         dfmto_share_is_listed((struct dfmto_share_bytes){t.p + i, named}, names);
}

static bool has_two_cell_labels(struct dfmto_share_bytes t) {
  size_t n = 0;
  for (size_t i = 0; i < t.n && n < 2; i++) n += is_cell_label(t, i);
  return n == 2;
}

static bool has_pair(struct dfmto_share_bytes t) {
  static const char lat[] = "lat", lon[] = "lon|lng";
  return dfmto_share_word_before(t, t.n, t.n, lat) && dfmto_share_word_before(t, t.n, t.n, lon);
}

static bool fits_line(const struct dfmto_share_announced *a, struct dfmto_share_bytes line) {
  if (a->where & DFMTO_WHERE_CELLS && !has_two_cell_labels(line)) return false;
  if (a->where & DFMTO_WHERE_PAIR && !has_pair(line)) return false;
  if (a->lists[DFMTO_WHERE_WITH].n && !has_one(line, a->lists[DFMTO_WHERE_WITH], false)) return false;
  return !a->lists[DFMTO_WHERE_WITHOUT].n || !has_one(line, a->lists[DFMTO_WHERE_WITHOUT], false);
}

/*
 * What is around a place: looked at once for all places of a block, as a line may have as many of them as it has bytes.
 */
static bool fits(struct dfmto_share_announced *a, const struct dfmto_share_where *w, struct dfmto_share_bytes t,
                 size_t at) {
  const size_t block = at / REACH, from = block ? (block - 1) * REACH : 0;
  if (!(a->where & (DFMTO_WHERE_CELLS | DFMTO_WHERE_PAIR)) && !a->lists[DFMTO_WHERE_WITH].n &&
      !a->lists[DFMTO_WHERE_WITHOUT].n)
    return true;
  if (a->round == w->round && a->block == block) return a->fits;
  a->round = w->round;
  a->block = block;
  return a->fits = fits_line(a, (struct dfmto_share_bytes){t.p + from, dfmti_min(t.n - from, 3 * (size_t)REACH)});
}

bool dfmto_share_holds(struct dfmto_share_announced *a, const struct dfmto_share_where *w, struct dfmto_share_bytes t,
                       size_t at, struct dfmto_share_bytes label) {
  const struct dfmto_share_bytes service = {w->service.text, w->service.n}, below = {w->below.text, w->below.n};
  const struct dfmto_share_bytes *lists = a->lists;
  if (a->where & DFMTO_WHERE_RADIO && !w->radio) return false;
  if (a->where & DFMTO_WHERE_FIELD && !w->field) return false;
  if (a->where & DFMTO_WHERE_QUERY && at && !dfmto_share_is_one_of(t.p[at - 1], "?&;, \"'{")) return false;
  if (lists[DFMTO_WHERE_IN].n && !has_one(service, lists[DFMTO_WHERE_IN], true)) return false;
  if (lists[DFMTO_WHERE_BELOW].n && !has_one(below, lists[DFMTO_WHERE_BELOW], true)) return false;
  if (lists[DFMTO_WHERE_OTHER].n && has_one(label, lists[DFMTO_WHERE_OTHER], false)) return false;
  return fits(a, w, t, at);
}
