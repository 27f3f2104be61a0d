/* SPDX-License-Identifier: MIT */
/* What is doubtful in the outputs: what the second scan saw in them, by place. */
#ifndef DFMTO_SHARE_DOUBTS_H
#define DFMTO_SHARE_DOUBTS_H

#include "op/texts.h"
#include "scan.h"
#include "second.h"

/* Of a class in one text. */
struct dfmto_share_doubt {
  uint64_t input;
  struct dfmto_share_seen seen;
  uint32_t place; /* in dfmto_share_doubts.places */
  uint8_t cls;
  uint8_t why; /* DFMT_SHARE_DOUBT_* */
};

/* Zeroed, it is empty. */
struct dfmto_share_doubts {
  struct dfmto_share_second second;
  size_t n_known;            /* values that the second scan was told of */
  struct dfmti_buf list;     /* of struct dfmto_share_doubt */
  struct dfmto_texts places; /* redacted names of entries; "": the input is one text */
};

/* Before a text: tells the second scan what was learned. false: no memory. */
bool dfmto_share_doubts_begin(struct dfmto_share_doubts *d, const struct dfmto_share_scan *x);

/* After a text that is written as it was seen: keeps what was seen in it. false: no memory, and nothing is kept. */
bool dfmto_share_doubts_take(struct dfmti_mem *m, struct dfmto_share_doubts *d, uint64_t input, dfmt_str place);

static inline size_t dfmto_share_doubts_n(const struct dfmto_share_doubts *d) {
  return d->list.len / sizeof(struct dfmto_share_doubt);
}
static inline const struct dfmto_share_doubt *dfmto_share_doubt_at(const struct dfmto_share_doubts *d, size_t i) {
  return (const struct dfmto_share_doubt *)(const void *)d->list.ptr + i;
}

void dfmto_share_doubts_free(struct dfmti_mem *m, struct dfmto_share_doubts *d);

#endif
