/* SPDX-License-Identifier: MIT */
/* Learned values: the values of a run, each once, in the forms to search for, with placeholders. */
#ifndef DFMTO_SHARE_VALUES_H
#define DFMTO_SHARE_VALUES_H

#include "classes.h"
#include "sha256.h"
#include "trie.h"

/* What told a value first. */
struct dfmto_share_origin {
  const uint8_t *rule; /* the row of the lexicon, or the words of a place; NULL: none */
  size_t len;
  uint64_t line; /* of its text, from 1; 0: not counted */
  uint8_t how;   /* enum dfmto_share_how */
  bool is;       /* false: the caller gave it */
};

struct dfmto_share_value {
  size_t text, len; /* canonical, in `bytes` */
  size_t shown;     /* as seen first, of equal length */
  uint8_t cls;      /* enum dfmto_share_class */
  uint8_t digits;   /* of the hash in placeholders */
  bool given;       /* given by the caller: always removed, whether or not its class is */
  bool spelled;     /* its spellings are searched for */
  bool listed;      /* a word of the inputs: only replaced in fields */
  bool nobodys;     /* the name of a product: not replaced */
  bool counted;     /* a plain word, of which the inputs must not have too many */
  bool frequent;    /* they have: only replaced in fields */
  bool same_case;   /* so short that it is matched case-sensitively */
  struct dfmto_share_origin origin;
  uint64_t n_places;          /* where it was replaced */
  uint64_t n_fields, n_words; /* how often it was met: in fields while learning, and as a word if it is counted */
  uint8_t hash[DFMTO_SHA256_SIZE];
};

/* Zeroed but for mem, it is empty. */
struct dfmto_share_values {
  struct dfmti_mem *mem;
  struct dfmto_share_hmac key;
  unsigned hash_digits;
  uint64_t n_changes; /* counts new values, and values made searchable */
  struct dfmti_buf bytes, values;
  struct dfmti_table table;                  /* of indices of values, plus 1, by class and canonical form */
  struct dfmti_table settled;                /* of the same by the start of the hash, after placeholders differ */
  struct dfmto_share_trie text, digits, hex; /* of spellings; digits and hex without separators */
  struct dfmto_share_look look;              /* filter for all these, and for other words searched with them */
};

static inline size_t dfmto_share_values_n(const struct dfmto_share_values *s) {
  return s->values.len / sizeof(struct dfmto_share_value);
}
static inline struct dfmto_share_value *dfmto_share_value_at(const struct dfmto_share_values *s, uint32_t number) {
  return (struct dfmto_share_value *)(void *)s->values.ptr + number;
}

/* Finds a value by its canonical form; UINT32_MAX: not found. */
uint32_t dfmto_share_values_find(const struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text,
                                 size_t len);

/*
 * Finds or adds a value. shown: the value as written. everywhere: also search for it elsewhere, if it is long enough
 * and not a common word. false: no memory.
 */
bool dfmto_share_values_learn(struct dfmto_share_values *s, enum dfmto_share_class c, const uint8_t *text, size_t len,
                              const uint8_t *shown, size_t shown_len, bool everywhere, uint32_t *number);

/* A text may be searched for everywhere: it is neither too short nor a common word. */
bool dfmto_share_may_be_anywhere(enum dfmto_share_class c, const uint8_t *text, size_t len);

/* It should be searched for everywhere, but is not. */
bool dfmto_share_value_is_doubtful(const struct dfmto_share_values *s, const struct dfmto_share_value *v);

/* Makes all placeholders distinct: those with a common start get more digits. false: no memory. */
bool dfmto_share_values_settle(struct dfmto_share_values *s);

/* Its size in bytes. */
uint64_t dfmto_share_values_size(const struct dfmto_share_values *s);

/* Writes "email:7f3a9c" to out; returns its length. */
enum { DFMTO_PLACEHOLDER = 80 };
size_t dfmto_share_placeholder(const struct dfmto_share_values *s, uint32_t number, char out[DFMTO_PLACEHOLDER]);

/* What surrounds its parts: in plain text, percent-encoded, in XML, in JSON. */
enum { DFMTO_N_MARKS = 4 };
struct dfmto_share_marks {
  const char *open, *between, *close;
};
extern const struct dfmto_share_marks dfmto_share_marks[DFMTO_N_MARKS];

/* Length of a placeholder "<email:7f3a9c>", whoever made it, at the start of a text; 0: none. */
size_t dfmto_share_is_placeholder(const uint8_t *p, size_t n);

/* The same for "email-7f3a9c" in file names: only for values that were known at settle(). */
size_t dfmto_share_is_name_placeholder(const struct dfmto_share_values *s, const uint8_t *p, size_t n);

void dfmto_share_values_free(struct dfmto_share_values *s);

#endif
