/* SPDX-License-Identifier: MIT */
#include "vocabulary.h"

#include "letters.h"

enum { LEAST_WORD = 3, MOST_WORD = 96, MOST_WORDS = 65536 };

typedef struct dfmto_share_bytes text;

/* ---- the table ---- */

enum dfmto_share_word_kind dfmto_share_vocabulary_kind(const struct dfmto_share_vocabulary *v, text word) {
  uint32_t number;
  return dfmto_text_find(&v->words, word.p, word.n, &number) && number < v->kinds.len ? v->kinds.ptr[number]
                                                                                      : DFMTO_NO_WORD;
}

static bool add(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, text t, enum dfmto_share_word_kind kind) {
  const uint8_t none = DFMTO_NO_WORD;
  uint8_t folded[MOST_WORD];
  uint32_t number;
  if (t.n < LEAST_WORD || t.n > MOST_WORD || dfmto_texts_n(&v->words) >= MOST_WORDS) return true;
  for (size_t i = 0; i < t.n; i++) folded[i] = dfmto_share_lower(t.p[i]);
  if (!dfmto_text(m, &v->words, folded, t.n, &number)) return false;
  while (number >= v->kinds.len)
    if (!dfmti_buf_append(m, &v->kinds, &none, 1)) return false;
  if (kind > v->kinds.ptr[number]) v->kinds.ptr[number] = (uint8_t)kind;
  return true;
}

/* ---- lines ---- */

static size_t to_any(text t, size_t i, const char *stops) {
  while (i < t.n && t.p[i] > ' ' && !dfmto_share_is_one_of(t.p[i], stops)) i++;
  return i;
}

/* "[ro.product.model]: [Pixel 7]": the name, and what it is if it names the product. */
static bool property(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, text t) {
  static const char product[] = "[ro.product.", parts[] = "model|brand|device|name|manufacturer|marketname";
  const size_t end = to_any(t, 1, "]");
  if (!dfmto_share_same(t, end, "]: [") || t.p[t.n - 1] != ']') return true;
  if (!add(m, v, (text){t.p + 1, end - 1}, DFMTO_WORD_LISTED)) return false;
  size_t last = end;
  while (t.p[last - 1] != '.' && t.p[last - 1] != '[') last--;
  const bool is_product =
      dfmto_share_same(t, 0, product) && dfmto_share_is_listed((text){t.p + last, end - last}, parts);
  return !is_product || add(m, v, (text){t.p + end + 4, t.n - end - 5}, DFMTO_WORD_PRODUCT);
}

/* "_id:12 name:KEY pkg:... value:...", "Package [NAME] (", "NAME: granted=true" */
static bool listed(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, text t) {
  size_t from = 0;
  while (from < t.n && dfmto_share_is_blank(t.p[from])) from++;
  const uint8_t *colon = from < t.n ? memchr(t.p + from, ':', t.n - from) : NULL;
  size_t end = colon ? (size_t)(colon - t.p) : t.n;
  if (from < t.n && t.p[from] == '_' && dfmto_share_same(t, from, "_id:")) {
    for (; from + 6 < t.n && !dfmto_share_same(t, from, " name:"); from++) {
    }
    from += 6;
    end = from < t.n ? to_any(t, from, "") : from;
    return end <= from || add(m, v, (text){t.p + from, end - from}, DFMTO_WORD_LISTED);
  }
  if (from < t.n && t.p[from] == 'P' && dfmto_share_same(t, from, "package [")) {
    end = to_any(t, from + 9, "]");
    return add(m, v, (text){t.p + from + 9, end - from - 9}, DFMTO_WORD_LISTED);
  }
  const uint8_t c = end + 2 < t.n ? t.p[end + 2] : 0;
  const bool granted =
      (c == 'g' || c == 'p') && (dfmto_share_same(t, end, ": granted=") || dfmto_share_same(t, end, ": prot="));
  return !granted || add(m, v, (text){t.p + from, end - from}, DFMTO_WORD_LISTED);
}

static bool service(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, text t) {
  size_t end = t.n;
  while (end && (t.p[end - 1] <= ' ' || t.p[end - 1] == ':')) end--;
  size_t from = end;
  while (from && t.p[from - 1] != ' ') from--;
  return add(m, v, (text){t.p + from, end - from}, DFMTO_WORD_LISTED);
}

bool dfmto_share_vocabulary_note(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, struct dfmto_share_bytes line,
                                 struct dfmto_share_bytes tag) {
  while (tag.n && tag.p[tag.n - 1] == ' ') tag.n--;
  while (tag.n && *tag.p == ' ') tag.p++, tag.n--;
  if (tag.n) return add(m, v, tag, DFMTO_WORD_LISTED);
  if (!line.n) return true;
  if (*line.p == '[') return property(m, v, line);
  if (*line.p == 'D' && dfmto_share_same(line, 0, "dump of service ")) return service(m, v, line);
  return listed(m, v, line);
}

void dfmto_share_vocabulary_free(struct dfmti_mem *m, struct dfmto_share_vocabulary *v) {
  dfmto_texts_free(m, &v->words);
  dfmti_buf_free(m, &v->kinds);
}
