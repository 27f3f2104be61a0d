/* SPDX-License-Identifier: MIT */
/* Convert of a bug report on its way: what is known so far. */
#ifndef DFMTO_CONVERT_BUGREPORT_H
#define DFMTO_CONVERT_BUGREPORT_H

#include <diagfmt/bugreport.h>

#include "convert.h"

enum dfmto_convert_left_out { NO_ENTRIES, MAIN_ONLY, NO_PROTO, RUNS_ON, N_LEFT_OUT };

struct dfmto_convert_bugreport {
  bool begun;
  bool salvage;        /* entries may be damaged: what can be decoded is written */
  bool part_keys;      /* a key may mean something inside of the text */
  bool text, all_text; /* the text is written; all of it that is not dropped */
  bool met_text;       /* there is one */
  bool in_one_piece;   /* a text alone comes as one value */
  bool section_wanted, section_open, service_open;
  bool in_head;              /* a property came last */
  bool runs_on;              /* what was written last has no line that ends it: text would be taken for its own */
  struct dfmti_buf sections; /* a bit for each section: it is written */
  struct dfmti_buf heading;  /* of a section of which only services are wanted */
  struct dfmti_buf title, name;
  uint64_t left_out[N_LEFT_OUT];
  dfmt_bugreport_entry entry; /* as it is written */
  dfmt_bugreport_section section;
};

static inline struct dfmto_convert_bugreport *dfmto_convert_bugreport_of(struct dfmto_convert *c) { return c->state; }

static inline dfmt_str dfmto_convert_buf_str(const struct dfmti_buf *b) {
  return (dfmt_str){b->ptr ? (const char *)b->ptr : "", b->len};
}

/* After the first such word; SIZE_MAX: there is none. */
size_t dfmto_convert_find_word(const char *p, size_t n, const char *word);

/* The current service as version 1.0 has it: with a marker without priority. */
void dfmto_convert_say_without_priority(struct dfmto_convert *c, const dfmt_bugreport_service *service);

#endif
