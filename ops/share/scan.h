/* SPDX-License-Identifier: MIT */
/*
 * Finds values in a text that is given whole: by places, by forms, and by what was learned. A text is looked at once as
 * it is, and again in each way in which a part of it is encoded; what is found there is a span of the text as it
 * stands.
 */
#ifndef DFMTO_SHARE_SCAN_H
#define DFMTO_SHARE_SCAN_H

#include "forms.h"
#include "names.h"
#include "starts.h"
#include "values.h"

enum dfmto_share_spelling {
  DFMTO_PLAIN,
  DFMTO_PERCENT,
  DFMTO_ENTITY,
  DFMTO_ESCAPED,
  DFMTO_PRINTABLE, /* quoted-printable */
  DFMTO_BASE64,
  DFMTO_HEXADECIMAL,
  DFMTO_BROKEN, /* over two lines */
  DFMTO_NUMBER, /* a number of a protobuf message, or bytes of one */
  DFMTO_N_SPELLINGS
};

enum dfmto_share_how { DFMTO_BY_PLACE, DFMTO_BY_LEARNED, DFMTO_BY_FORM, DFMTO_N_HOW };

/* A part of a text that is replaced. */
struct dfmto_share_span {
  size_t start, end;
  uint32_t value;   /* UINT32_MAX: by `text` */
  uint32_t inner;   /* then a value that is in it */
  uint32_t next;    /* of the node's spans, plus 1; 0: none */
  size_t text, len; /* in dfmto_share_scan.made */
  uint8_t spelling, how;
};

/* A text: the one that was given is the first, others are decoded from parts of those before. */
struct dfmto_share_node {
  size_t start, len;       /* of its bytes in dfmto_share_scan.decoded */
  size_t parent, from, to; /* where it stands */
  uint32_t spans;          /* the first one, plus 1 */
  uint8_t spelling;        /* DFMTO_BASE64, DFMTO_HEXADECIMAL */
  uint8_t depth;
  bool url, upper, basic; /* basic: of an Authorization line */
  uint8_t padding;        /* '=' at the end */
};

/* One way to look at a text. map: where each byte stands, and n more for the end; NULL: where it is. */
struct dfmto_share_view {
  struct dfmto_share_bytes t;
  const uint32_t *map;
  enum dfmto_share_spelling spelling;
};

struct dfmto_share_scan {
  struct dfmto_share_values *values;
  struct dfmti_mem *mem;
  struct dfmto_share_trie places;
  struct dfmto_share_names names; /* that are given as patterns */
  dfmto_share_starts_fn *starts;  /* the widest there is */
  uint32_t classes;               /* a bit for each that is taken out */
  bool private_stay;              /* addresses of networks that are nobody's own */
  bool learning;                  /* spans are not wanted */
  uint64_t n_hits;                /* then, of what is taken out by places and forms */
  bool failed;                    /* no memory */
  bool as_name;                   /* placeholders are parts of file names */
  bool known_only;                /* nothing new is learned, and what is not known is left */
  bool version_key;               /* the text is a version as a whole */
  struct dfmto_share_bytes
      label;                /* of the text that is looked at next, of which it tells what that is; n 0: it has none */
  bool xml, printable;      /* the current text is XML; is quoted-printable */
  bool escapes;             /* the view has something that may be decoded */
  struct dfmti_buf spans;   /* of struct dfmto_share_span: all */
  struct dfmti_buf found;   /* the same: of the text that was given, in order and not over each other */
  struct dfmti_buf nodes;   /* of struct dfmto_share_node */
  struct dfmti_buf decoded; /* their bytes */
  struct dfmti_buf made;    /* what stands for spans that are no values */
  struct dfmti_buf inner;   /* of struct dfmto_share_span: values in decoded texts, with how those are encoded */
  struct dfmti_buf work, room;
  struct dfmti_buf view[2], map[2];
  size_t node;                    /* the current one */
  struct dfmto_share_found given; /* what the caller knows of it; end 0: nothing */
  enum dfmto_share_class given_class;
  bool given_everywhere, given_alone;
};

bool dfmto_share_scan_begin(struct dfmto_share_scan *x, struct dfmto_share_values *s);
void dfmto_share_scan_free(struct dfmto_share_scan *x);

/* Adds to `spans` what is found in a view, and to `nodes` what can be decoded. */
void dfmto_share_scan_view(struct dfmto_share_scan *x, const struct dfmto_share_view *v);

/* Adds to `spans` what a label says that a view begins with: "dmi.product.serial". false: no memory. */
bool dfmto_share_scan_label(struct dfmto_share_scan *x, struct dfmto_share_bytes label,
                            const struct dfmto_share_view *v);

/* Says that the text that is looked at next has a value there; dfmto_share_scan_alone: and nothing else. */
static inline void dfmto_share_scan_given(struct dfmto_share_scan *x, enum dfmto_share_class c,
                                          struct dfmto_share_found f, bool everywhere) {
  x->given_class = c;
  x->given = f;
  x->given_everywhere = everywhere;
  x->given_alone = false;
}

static inline void dfmto_share_scan_alone(struct dfmto_share_scan *x, enum dfmto_share_class c,
                                          struct dfmto_share_found f) {
  dfmto_share_scan_given(x, c, f, false);
  x->given_alone = true;
}

/* Finds all spans of a text, in x->found; those of decoded parts are made already. false: no memory. */
bool dfmto_share_scan_text(struct dfmto_share_scan *x, const uint8_t *p, size_t n);

/* Also for the end of none, where there is no memory. */
static inline struct dfmto_share_span *dfmto_share_found_at(const struct dfmto_share_scan *x, size_t i) {
  struct dfmto_share_span *first = (struct dfmto_share_span *)(void *)x->found.ptr;
  return i > 0 ? first + i : first;
}
static inline size_t dfmto_share_n_found(const struct dfmto_share_scan *x) {
  return x->found.len / sizeof(struct dfmto_share_span);
}

/* Finds only names that are given as patterns, and only as they stand, in x->found. false: no memory. */
bool dfmto_share_scan_names(struct dfmto_share_scan *x, const uint8_t *p, size_t n);

/* Adds names in a view to `spans`. */
void dfmto_share_scan_view_names(struct dfmto_share_scan *x, const struct dfmto_share_view *v);

/* Appends what stands for a span of a text. false: no memory. */
bool dfmto_share_put_span(struct dfmto_share_scan *x, struct dfmti_buf *to, const struct dfmto_share_span *s,
                          struct dfmto_share_bytes t);

/* Appends a text with its spans replaced. false: no memory. */
bool dfmto_share_put_text(struct dfmto_share_scan *x, struct dfmti_buf *to, struct dfmto_share_bytes t,
                          const struct dfmto_share_span *spans, size_t n);

#endif
