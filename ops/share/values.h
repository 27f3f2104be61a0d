/* SPDX-License-Identifier: MIT */
/* What was learned: the values of a run, each once, in the forms in which they are looked for, with placeholders. */
#ifndef DFMTO_SHARE_VALUES_H
#define DFMTO_SHARE_VALUES_H

#include "classes.h"
#include "sha256.h"
#include "trie.h"

struct dfmto_share_value {
  size_t text, len; /* canonical, in `bytes` */
  size_t shown;     /* as it was met first, of equal length */
  uint8_t cls;      /* enum dfmto_share_class */
  uint8_t digits;   /* of the hash that placeholders have */
  bool given;       /* by the caller: it goes, whether or not others of its class do */
  bool spelled;     /* its spellings are looked for */
  bool same_case;   /* so short that it is the value only in its own letters */
  uint8_t hash[DFMTO_SHA256_SIZE];
};

/* Zeroed but for mem, it is empty. */
struct dfmto_share_values {
  struct dfmti_mem *mem;
  struct dfmto_share_hmac key;
  unsigned hash_digits;
  uint64_t n_changes; /* values, and values that are looked for anywhere */
  struct dfmti_buf bytes, values;
  struct dfmti_table table;                  /* of numbers of values, plus 1, by class and canonical form */
  struct dfmti_table settled;                /* of the same by the start of the hash, once placeholders differ */
  struct dfmto_share_trie text, digits, hex; /* of spellings; digits and hex without separators */
  struct dfmto_share_look look;              /* of all these, and of what else is looked for with them */
};

static inline size_t dfmto_share_values_n(const struct dfmto_share_values *s) {
  return s->values.len / sizeof(struct dfmto_share_value);
}
static inline struct dfmto_share_value *dfmto_share_value_at(const struct dfmto_share_values *s, uint32_t number) {
  return (struct dfmto_share_value *)(void *)s->values.ptr + number;
}

/* The number of a value by its canonical form; UINT32_MAX: not known. */
uint32_t dfmto_share_values_find(const struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text,
                                 size_t len);

/*
 * The same; a new one is added. shown: the value as it stands there. everywhere: it is looked for in any place, too, if
 * it is long enough and no common word. false: no memory.
 */
bool dfmto_share_values_learn(struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text, size_t len,
                              const uint8_t *shown, size_t shown_len, bool everywhere, uint32_t *number);

/* A text may be looked for in any place: it is neither too short nor a common word. */
bool dfmto_share_may_be_anywhere(enum dfmto_share_class c, const uint8_t *text, size_t len);

/* It was to be looked for in any place, and is not. */
bool dfmto_share_value_is_doubtful(const struct dfmto_share_values *s, const struct dfmto_share_value *v);

/* Makes all placeholders differ: those that begin alike get more digits. false: no memory. */
bool dfmto_share_values_settle(struct dfmto_share_values *s);

/* Bytes that it needs. */
uint64_t dfmto_share_values_size(const struct dfmto_share_values *s);

/* "email:7f3a9c" in out; its length. */
enum { DFMTO_PLACEHOLDER = 80 };
size_t dfmto_share_placeholder(const struct dfmto_share_values *s, uint32_t number, char out[DFMTO_PLACEHOLDER]);

/* What is around its parts: in plain text, percent-encoded, in XML, in JSON. */
enum { DFMTO_N_MARKS = 4 };
struct dfmto_share_marks {
  const char *open, *between, *close;
};
extern const struct dfmto_share_marks dfmto_share_marks[DFMTO_N_MARKS];

/* Bytes of a placeholder "<email:7f3a9c>", whoever made it, with which a text begins; 0: none. */
size_t dfmto_share_is_placeholder(const uint8_t *p, size_t n);

/* The same of "email-7f3a9c", as it stands in names of files: only of values that were known when all was settled. */
size_t dfmto_share_is_name_placeholder(const struct dfmto_share_values *s, const uint8_t *p, size_t n);

void dfmto_share_values_free(struct dfmto_share_values *s);

#endif
