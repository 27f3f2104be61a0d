/* SPDX-License-Identifier: MIT */
/*
 * A protobuf message, in memory as a whole: texts in it are filtered, numbers and bytes that are known values become
 * zeros, and lengths that enclose a change are corrected. All else keeps its bytes, so that it has the same fields.
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
  DFMTO_MESSAGE_NONE, /* the current text is not a message */
  DFMTO_MESSAGE_GATHER,
  DFMTO_MESSAGE_WALK,
  DFMTO_MESSAGE_TEXT,
  DFMTO_MESSAGE_BYTES,
  DFMTO_MESSAGE_MEND,
  DFMTO_MESSAGE_BROKEN,
  DFMTO_MESSAGE_DONE
};

/* An open message. */
struct dfmto_share_message_level {
  size_t length, content, end; /* where its length and its fields begin, and its end */
  uint32_t patch;              /* patch of its length, plus 1; 0: none yet */
  size_t key, key_len;         /* the text before, if it may be a key for the next one */
};

struct dfmto_share_message {
  enum dfmto_share_message_state state;
  struct dfmti_buf in, made, patches;
  size_t at;
  unsigned depth;
  struct dfmto_share_message_level levels[DFMTO_MESSAGE_LEVELS + 1];
  dfmt_str carrier;
  struct dfmto_share_field field; /* current */
  struct dfmti_buf text;          /* its text, with the key before it */
  size_t key_len;                 /* of the key */
  size_t used;
  bool begun;
  bool hides; /* a text has content that is not searched */
  uint64_t n_spans, left;
};

/* Begins a message, whose bytes are gathered first. */
void dfmto_share_message_begin(struct dfmto_share_message *x, dfmt_str carrier);
bool dfmto_share_message_gather(struct dfmto_share_message *x, struct dfmto_share_filter *f, const uint8_t *p,
                                size_t n);

/* Processes some thousand fields; when done, the output is in f->out. false: no memory; the next call continues. */
bool dfmto_share_message_step(struct dfmto_share_message *x, struct dfmto_share_filter *f);

void dfmto_share_message_free(struct dfmti_mem *m, struct dfmto_share_message *x);

#endif
