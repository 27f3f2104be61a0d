/* SPDX-License-Identifier: MIT */
/* All that reading a file gives, as text: two readings are the same if and only if their transcripts are. */
#ifndef HARNESS_TRANSCRIPT_H
#define HARNESS_TRANSCRIPT_H

#include "harness.h"
#include "inputs.h"
#include "samples.h"

/* How the events of a file are consumed. The JSON styles give what the tool prints, the others tell more. */
enum style {
  STYLE_INLINE,  /* JSON with the payload in it: golden files are this */
  STYLE_DIGEST,  /* JSON with the payload's digest */
  STYLE_CHUNK,   /* dfmt_payload_chunk(); this one and the next two give the same transcript */
  STYLE_READ,    /* dfmt_payload_read() */
  STYLE_DRAIN,   /* dfmt_payload_drain() */
  STYLE_SKIP,    /* dfmt_payload_skip() */
  STYLE_STORED,  /* chunks of the stored form */
  STYLE_RAW,     /* chunks of the raw form */
  STYLE_PARTIAL, /* a few bytes of each payload, then on */
  STYLE_PASS,    /* payloads are not looked at */
  STYLE_COUNT
};
const char *style_name(enum style s);

struct recipe {
  enum style style;
  bool recover;
  uint64_t max_inline; /* 0: the default */
  uint32_t option;     /* one to be set, 0: none */
  uint64_t option_value;
  bool raise;                          /* after E_LIMIT raise the limit as the error says, and go on */
  struct hook *hook;                   /* for reader and source; NULL: one that nobody looks at */
  bool find_format;                    /* open with format 0 */
  const struct harness_format *format; /* whose options readers get; NULL: none. transcript_read(): the sample's */
};

/* One line of the transcript that is an event. */
struct entry {
  size_t start, end;       /* in text */
  uint64_t offset, length; /* of the event, once it was read to its end */
  uint32_t type;
  dfmt_status status; /* of its payload */
  bool left_over;     /* harness_is_left_over() */
};

struct transcript {
  struct bytes text;
  struct entry *entries;
  size_t n, cap;
  dfmt_status opened; /* OK, or why nothing was read */
  dfmt_status final;  /* of the last next() */
  uint32_t number, origin;
  int32_t sys_errno;
  uint64_t final_offset;
  uint64_t decoded;  /* payload bytes that passed by */
  uint64_t n_raised; /* times a limit was raised */
};

/* Reads a file into t, which is emptied first and keeps its memory. */
void transcript_read(struct transcript *t, const struct sample *s, enum input_kind kind, const struct slicing *how,
                     const struct recipe *recipe);

/* The same for any bytes of a format. */
void transcript_read_bytes(struct transcript *t, uint32_t format, const void *ptr, size_t len, enum input_kind kind,
                           const struct slicing *how, const struct recipe *recipe);

void transcript_free(struct transcript *t);

/* Whether everything in the file is well: END, payloads too, and no event that reports damage. */
bool transcript_is_clean(const struct transcript *t);

/* Whether salvage ended as it should: at the end, at a limit, or before anything that could be salvaged. */
bool transcript_is_salvaged(const struct transcript *t);

#endif
