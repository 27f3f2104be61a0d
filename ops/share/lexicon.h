/* SPDX-License-Identifier: MIT */
/*
 * The lexicon: labels and templates that announce personal data. labels.txt, which is compiled in, says how it is
 * written.
 */
#ifndef DFMTO_SHARE_LEXICON_H
#define DFMTO_SHARE_LEXICON_H

#include "places.h"
#include "trie.h"

enum { DFMTO_MOST_LABEL = 40 }; /* bytes of its words, joined */

/* Conditions that need no text. */
enum {
  DFMTO_WHERE_RADIO = 1,
  DFMTO_WHERE_FIELD = 2,
  DFMTO_WHERE_QUERY = 4,
  DFMTO_WHERE_CELLS = 8,
  DFMTO_WHERE_PAIR = 16
};

/* Lists of words that '|' separates, with "%_" for a blank; n 0: no condition. */
enum { DFMTO_WHERE_IN, DFMTO_WHERE_WITH, DFMTO_WHERE_WITHOUT, DFMTO_WHERE_OTHER, DFMTO_WHERE_BELOW, DFMTO_N_WHERE };

/* A paragraph of the lexicon: what its labels announce. */
struct dfmto_share_announced {
  struct dfmto_share_place place; /* without a word */
  uint8_t where;
  struct dfmto_share_bytes lists[DFMTO_N_WHERE];
  uint64_t round; /* of the text in which it was last found out whether this holds, in a block of it; 0: never */
  size_t block;
  bool fits;
};

struct dfmto_share_label {
  uint32_t announced, next;     /* next: another one with the same name, plus 1; 0: none */
  bool blank;                   /* blanks join it with its value */
  bool whole;                   /* nothing may stand before it */
  size_t name, len;             /* in `names`: its words, joined */
  struct dfmto_share_bytes row; /* as it is written */
};

enum dfmto_share_element_kind {
  DFMTO_ELEMENT_TEXT,
  DFMTO_ELEMENT_ONE_OF,
  DFMTO_ELEMENT_VALUE,
  DFMTO_ELEMENT_SHOWN,  /* no blank */
  DFMTO_ELEMENT_NAME,   /* letters, digits and "._-" */
  DFMTO_ELEMENT_NUMBER, /* perhaps none */
  DFMTO_ELEMENT_MAC,
  DFMTO_ELEMENT_QUOTE,
  DFMTO_ELEMENT_BLANKS, /* perhaps none */
  DFMTO_ELEMENT_ANY,
  DFMTO_ELEMENT_BEGIN,
  DFMTO_ELEMENT_END
};

struct dfmto_share_element {
  enum dfmto_share_element_kind kind;
  size_t text, len; /* in `names`, in lower case */
};

struct dfmto_share_template {
  uint32_t announced;
  size_t first, n;              /* of its elements */
  struct dfmto_share_bytes row; /* as it is written */
};

/* Where a template is recognised: at a word of one of its elements. */
struct dfmto_share_anchor {
  uint32_t template_, next; /* next: another one of the same word, plus 1; 0: none */
  uint32_t place;           /* one that has the word, too, plus 1; 0: none */
  size_t element, before;   /* bytes of the element's text before the word */
};

/* Zeroed, it is empty. */
struct dfmto_share_lexicon {
  struct dfmti_buf announced, labels, templates, elements, anchors, names;
  struct dfmti_table by_name; /* of the index of the first label of a name, plus 1 */
  uint8_t ends[4096];         /* a bit for each possible end, of three bytes, of a label that has no more */
  uint8_t long_ends[4096];    /* the same for others, by four */
};

/* What is wrong with a text. */
struct dfmto_share_lexicon_fault {
  uint64_t line;    /* from 1; 0: no memory */
  const char *what; /* static */
};

extern const char dfmto_share_lexicon_text[];
extern const size_t dfmto_share_lexicon_len;

/*
 * Adds what a text says, which must remain: lists are not copied. Words of templates are added to `words`, with numbers
 * from `from`. false: a fault.
 */
bool dfmto_share_lexicon_read(struct dfmti_mem *m, struct dfmto_share_lexicon *x, struct dfmto_share_bytes text,
                              struct dfmto_share_trie *words, uint32_t from, struct dfmto_share_lexicon_fault *fault);
void dfmto_share_lexicon_free(struct dfmti_mem *m, struct dfmto_share_lexicon *x);

/* The first label of a name, which is its words in lower case, joined; NULL: none. */
const struct dfmto_share_label *dfmto_share_label_named(const struct dfmto_share_lexicon *x, const uint8_t *name,
                                                        size_t len);
const struct dfmto_share_label *dfmto_share_label_next(const struct dfmto_share_lexicon *x,
                                                       const struct dfmto_share_label *of);

static inline struct dfmto_share_announced *dfmto_share_announced_at(const struct dfmto_share_lexicon *x, uint32_t i) {
  return (struct dfmto_share_announced *)(void *)x->announced.ptr + i;
}

static inline const struct dfmto_share_anchor *dfmto_share_anchor_at(const struct dfmto_share_lexicon *x, uint32_t i) {
  return (const struct dfmto_share_anchor *)(const void *)x->anchors.ptr + i;
}

/* Index of an end of three bytes, case ignored; other characters than letters are alike. */
static inline unsigned dfmto_share_label_end(uint8_t a, uint8_t b, uint8_t c) {
  return (unsigned)(a & 31) << 10 | (unsigned)(b & 31) << 5 | (unsigned)(c & 31);
}

/* Index of an end of four bytes, which others may have, too: the first one is in each of its parts. */
static inline unsigned dfmto_share_long_label_end(uint8_t first, unsigned end) {
  return dfmto_share_label_end(first, first, first) ^ end;
}

/* A label may end with these bytes. */
static inline bool dfmto_share_may_end_label(const struct dfmto_share_lexicon *x, const uint8_t p[4]) {
  const unsigned at = dfmto_share_label_end(p[1], p[2], p[3]), longer = dfmto_share_long_label_end(p[0], at);
  return (x->ends[at / 8] >> at % 8 & 1) || (x->long_ends[longer / 8] >> longer % 8 & 1);
}

#endif
