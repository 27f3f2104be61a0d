/* SPDX-License-Identifier: MIT */
/*
 * Finds values in a complete text: by places, by forms, and by what was learned. A text is scanned as it is, and again
 * for each encoding of a part of it; what is found there becomes a span of the original text.
 */
#ifndef DFMTO_SHARE_SCAN_H
#define DFMTO_SHARE_SCAN_H

#include "columns.h"
#include "forms.h"
#include "names.h"
#include "starts.h"
#include "template.h"
#include "values.h"
#include "vocabulary.h"

enum dfmto_share_spelling {
  DFMTO_PLAIN,
  DFMTO_PERCENT,
  DFMTO_ENTITY,
  DFMTO_ESCAPED,
  DFMTO_PRINTABLE, /* quoted-printable */
  DFMTO_BASE64,
  DFMTO_HEXADECIMAL,
  DFMTO_BROKEN, /* broken over two lines */
  DFMTO_NUMBER, /* a number of a protobuf message, or bytes of one */
  DFMTO_N_SPELLINGS
};

enum dfmto_share_how { DFMTO_BY_PLACE, DFMTO_BY_LEARNED, DFMTO_BY_FORM, DFMTO_N_HOW };

/* A part of a text to replace. */
struct dfmto_share_span {
  size_t start, end;
  uint32_t value;   /* UINT32_MAX: `text` is used */
  uint32_t inner;   /* then a value inside it */
  uint32_t next;    /* next span of the node, plus 1; 0: none */
  size_t text, len; /* replacement in dfmto_share_scan.made */
  uint8_t spelling, how;
};

/* A text: the first is the original, others are decoded from parts of earlier ones. */
struct dfmto_share_node {
  size_t start, len;       /* position in dfmto_share_scan.decoded */
  size_t parent, from, to; /* node and position that it was decoded from */
  uint32_t spans;          /* first span, plus 1 */
  uint8_t spelling;        /* DFMTO_BASE64, DFMTO_HEXADECIMAL */
  uint8_t depth;
  bool url, upper, basic; /* basic: from an Authorization line */
  uint8_t padding;        /* number of '=' at the end */
};

/* A decoded form of a text. map: original offset of each byte, and the end at n; NULL: unchanged. */
struct dfmto_share_view {
  struct dfmto_share_bytes t;
  const uint32_t *map;
  enum dfmto_share_spelling spelling;
};

struct dfmto_share_scan {
  struct dfmto_share_values *values;
  struct dfmti_mem *mem;
  struct dfmto_share_trie places; /* and words of templates, with numbers from dfmto_share_n_places */
  struct dfmto_share_lexicon lexicon;
  struct dfmto_share_where where; /* the current text */
  struct dfmto_share_vocabulary vocabulary;
  struct dfmto_share_names names; /* given as patterns */
  dfmto_share_starts_fn *starts;  /* the widest that the processor supports */
  uint32_t classes;               /* a bit for each class to remove */
  bool private_stay;              /* private network addresses are kept */
  bool learning;                  /* learns values, without spans */
  uint64_t n_hits;                /* then, values of removed classes found by places and forms */
  bool failed;                    /* an allocation failed */
  bool as_name;                   /* placeholders are in the form for file names */
  bool known_only;                /* learns nothing new, and ignores unknown values */
  bool version_key;               /* the whole text is a version */
  struct dfmto_share_bytes
      label;                /* label of the text that is scanned next, which explains its start; n 0: it has none */
  bool xml, printable;      /* xml, printable: the current text is XML, or quoted-printable */
  bool escapes;             /* the view may have something to decode */
  struct dfmti_buf spans;   /* of struct dfmto_share_span: all */
  struct dfmti_buf found;   /* the same for the original text, in order and without overlaps */
  struct dfmti_buf nodes;   /* of struct dfmto_share_node */
  struct dfmti_buf decoded; /* their bytes */
  struct dfmti_buf made;    /* replacements for spans that are not values */
  struct dfmti_buf inner;   /* of struct dfmto_share_span: values in decoded texts, with their encoding */
  struct dfmti_buf work, room;
  struct dfmti_buf folded; /* the view as texts are compared, once one of them is long */
  struct dfmti_buf view[2], map[2];
  size_t node;                                      /* the current one */
  uint64_t line;                                    /* the current one of its text, from 1; 0: not counted */
  struct dfmto_share_given given[DFMTO_MOST_GIVEN]; /* values that the caller knows of */
  size_t n_given;
  bool given_alone;
};

static inline struct dfmto_share_node *dfmto_share_node_at(const struct dfmto_share_scan *x, size_t i) {
  return (struct dfmto_share_node *)(void *)x->nodes.ptr + i;
}

/* Adds a span to a node; sets x->failed if there is no memory. */
static inline void dfmto_share_add_span(struct dfmto_share_scan *x, size_t node, struct dfmto_share_span s) {
  struct dfmto_share_node *of = dfmto_share_node_at(x, node);
  s.next = of->spans;
  if (!dfmti_buf_append(x->mem, &x->spans, &s, sizeof s))
    x->failed = true;
  else
    of->spans = (uint32_t)(x->spans.len / sizeof s);
}

bool dfmto_share_scan_begin(struct dfmto_share_scan *x, struct dfmto_share_values *s);
/* Adds labels and templates; the text must remain. false: a fault. */
bool dfmto_share_scan_labels(struct dfmto_share_scan *x, struct dfmto_share_bytes text,
                             struct dfmto_share_lexicon_fault *fault);

/* After learning: what is a word of the inputs is not searched for, and what names a product is not replaced. */
void dfmto_share_scan_settle(struct dfmto_share_scan *x);
void dfmto_share_scan_free(struct dfmto_share_scan *x);

/* Sets a value in the next text; dfmto_share_scan_alone: the only one. */
static inline void dfmto_share_scan_given(struct dfmto_share_scan *x, enum dfmto_share_class c,
                                          struct dfmto_share_found f, bool everywhere) {
  x->given[0] = (struct dfmto_share_given){c, f, everywhere};
  x->n_given = 1;
  x->given_alone = false;
}

static inline void dfmto_share_scan_alone(struct dfmto_share_scan *x, enum dfmto_share_class c,
                                          struct dfmto_share_found f) {
  dfmto_share_scan_given(x, c, f, false);
  x->given_alone = true;
}

/* Finds all spans of a text, in x->found; replacements for decoded parts are made, too. false: no memory. */
bool dfmto_share_scan_text(struct dfmto_share_scan *x, const uint8_t *p, size_t n);

/* Valid also for index 0 of an empty list, which has no memory. */
static inline struct dfmto_share_span *dfmto_share_found_at(const struct dfmto_share_scan *x, size_t i) {
  struct dfmto_share_span *first = (struct dfmto_share_span *)(void *)x->found.ptr;
  return i > 0 ? first + i : first;
}
static inline size_t dfmto_share_n_found(const struct dfmto_share_scan *x) {
  return x->found.len / sizeof(struct dfmto_share_span);
}

/* Finds only names that are given as patterns, without decoding, in x->found. false: no memory. */
bool dfmto_share_scan_names(struct dfmto_share_scan *x, const uint8_t *p, size_t n);

/* Appends the replacement for a span. false: no memory. */
bool dfmto_share_put_span(struct dfmto_share_scan *x, struct dfmti_buf *to, const struct dfmto_share_span *s,
                          struct dfmto_share_bytes t);

/* Appends a text with its spans replaced. false: no memory. */
bool dfmto_share_put_text(struct dfmto_share_scan *x, struct dfmti_buf *to, struct dfmto_share_bytes t,
                          const struct dfmto_share_span *spans, size_t n);

#endif
