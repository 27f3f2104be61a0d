/* SPDX-License-Identifier: MIT */
/* State of convert for a bug report. */
#ifndef DFMTO_CONVERT_BUGREPORT_H
#define DFMTO_CONVERT_BUGREPORT_H

#include <diagfmt/bugreport.h>

#include "convert.h"

enum dfmto_convert_left_out { NO_ENTRIES, MAIN_ONLY, NO_PROTO, RUNS_ON, N_LEFT_OUT };

struct dfmto_convert_bugreport {
  bool begun;
  bool salvage;        /* entries may be damaged: writes what can be decoded */
  bool part_keys;      /* a key may match something inside the text */
  bool text, all_text; /* text: the text is written; all_text: all of it that is not dropped */
  bool met_text;       /* the input has one */
  bool in_one_piece;   /* a text without a container comes as one value */
  bool section_wanted, section_open, service_open;
  bool in_head;              /* the last event was a property */
  bool runs_on;              /* the last line written is not terminated: following text would be joined to it */
  struct dfmti_buf sections; /* a bit for each section that is written */
  struct dfmti_buf heading;  /* heading of a section of which only services are wanted */
  struct dfmti_buf title, name;
  uint64_t left_out[N_LEFT_OUT];
  dfmt_bugreport_entry entry; /* as written */
  dfmt_bugreport_section section;
};

static inline struct dfmto_convert_bugreport *dfmto_convert_bugreport_of(struct dfmto_convert *c) { return c->state; }

static inline dfmt_str dfmto_convert_buf_str(const struct dfmti_buf *b) {
  return (dfmt_str){b->ptr ? (const char *)b->ptr : "", b->len};
}

/* Returns the offset after the first such word; SIZE_MAX: not found. */
size_t dfmto_convert_find_word(const char *p, size_t n, const char *word);

/* Writes the current service as in version 1.0: with a marker without priority. */
void dfmto_convert_say_without_priority(struct dfmto_convert *c, const dfmt_bugreport_service *service);

#endif
