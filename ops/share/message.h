/* SPDX-License-Identifier: MIT */
/*
 * A protobuf message, held as a whole: texts in it are filtered, numbers and bytes that are known values become zeros,
 * and the lengths around what changed are mended. All else keeps its bytes, so that it has the fields that it had.
 *
 *   GATHER -> WALK <-> TEXT, BYTES -> MEND -> DONE
 *               \-> BROKEN
 */
#ifndef DFMTO_SHARE_MESSAGE_H
#define DFMTO_SHARE_MESSAGE_H

#include "fields.h"
#include "filter.h"

enum { DFMTO_MESSAGE_LEVELS = 64, DFMTO_MESSAGE_KEY = 64 };

enum dfmto_share_message_state {
  DFMTO_MESSAGE_NONE, /* the current text is no message */
  DFMTO_MESSAGE_GATHER,
  DFMTO_MESSAGE_WALK,
  DFMTO_MESSAGE_TEXT,
  DFMTO_MESSAGE_BYTES,
  DFMTO_MESSAGE_MEND,
  DFMTO_MESSAGE_BROKEN,
  DFMTO_MESSAGE_DONE
};

/* A message that is not over. */
struct dfmto_share_message_level {
  size_t length, content, end; /* where its length and its fields begin, and where it ends */
  uint32_t patch;              /* of its length, plus 1; 0: none yet */
  size_t key, key_len;         /* the text before, if it may say what the next one is */
};

struct dfmto_share_message {
  enum dfmto_share_message_state state;
  struct dfmti_buf in, made, patches;
  size_t at;
  unsigned depth;
  struct dfmto_share_message_level levels[DFMTO_MESSAGE_LEVELS + 1];
  dfmt_str carrier;
  struct dfmto_share_field field; /* in hand */
  struct dfmti_buf text;          /* its text, with the key before it */
  size_t key_len;                 /* of that */
  size_t used;
  bool begun;
  bool hides; /* a text has what is not searched */
  uint64_t n_spans, left;
};

/* Begins one, whose bytes are gathered first. */
void dfmto_share_message_begin(struct dfmto_share_message *x, dfmt_str carrier);
bool dfmto_share_message_gather(struct dfmto_share_message *x, struct dfmto_share_filter *f, const uint8_t *p,
                                size_t n);

/*
 * Goes on for some thousand fields, and at last leaves in f->out what is to be written. false: no memory; the same call
 * goes on.
 */
bool dfmto_share_message_step(struct dfmto_share_message *x, struct dfmto_share_filter *f);

void dfmto_share_message_free(struct dfmti_mem *m, struct dfmto_share_message *x);

#endif
