/* SPDX-License-Identifier: MIT */
#include "vocabulary.h"

#include "letters.h"

enum { LEAST_WORD = 3, MOST_WORD = 96, MOST_WORDS = 65536 };

struct word {
  size_t text, len;
  enum dfmto_share_word_kind kind;
};

typedef struct dfmto_share_bytes text;

/* ---- the table ---- */

static struct word *word_at(const struct dfmto_share_vocabulary *v, uint64_t i) {
  return (struct word *)(void *)v->words.ptr + i;
}

struct wanted {
  const struct dfmto_share_vocabulary *v;
  text word;
};

static bool same(const void *user, uint64_t value) {
  const struct wanted *x = user;
  const struct word *w = word_at(x->v, value - 1);
  return w->len == x->word.n && memcmp(x->v->bytes.ptr + w->text, x->word.p, x->word.n) == 0;
}

static struct word *find(const struct dfmto_share_vocabulary *v, text word) {
  const struct wanted x = {v, word};
  const struct dfmti_slot *slot =
      dfmti_table_find(&v->table, dfmti_hash_bytes(v->table.key, 0, word.p, word.n), same, &x);
  return slot ? word_at(v, slot->value - 1) : NULL;
}

enum dfmto_share_word_kind dfmto_share_vocabulary_kind(const struct dfmto_share_vocabulary *v, text word) {
  const struct word *w = v->table.n ? find(v, word) : NULL;
  return w ? w->kind : DFMTO_NO_WORD;
}

static bool add(struct dfmti_mem *m, struct dfmto_share_vocabulary *v, text t, enum dfmto_share_word_kind kind) {
  uint8_t folded[MOST_WORD];
  const struct word w = {v->bytes.len, t.n, kind};
  const size_t n = v->words.len / sizeof w;
  if (t.n < LEAST_WORD || t.n > MOST_WORD || n >= MOST_WORDS) return true;
  for (size_t i = 0; i < t.n; i++) folded[i] = dfmto_share_lower(t.p[i]);
  if (!dfmti_table_reserve(m, &v->table)) return false;
  struct word *had = find(v, (text){folded, t.n});
  if (had) {
    if (kind > had->kind) had->kind = kind;
    return true;
  }
  if (!dfmti_buf_append(m, &v->bytes, folded, t.n) || !dfmti_buf_append(m, &v->words, &w, sizeof w)) return false;
  dfmti_table_add(&v->table, dfmti_hash_bytes(v->table.key, 0, folded, t.n), (uint64_t)n + 1);
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
  dfmti_buf_free(m, &v->bytes);
  dfmti_buf_free(m, &v->words);
  dfmti_table_free(m, &v->table);
}
