/* SPDX-License-Identifier: MIT */
/*
 * Info from the inside: an overview of each format takes events in and gives rows. Taking one in is all or nothing: for
 * want of memory the same event comes again.
 */
#ifndef DFMTO_INFO_H
#define DFMTO_INFO_H

#include "op/answers.h"
#include "op/counts.h"
#include "op/drive.h"
#include "op/op.h"
#include "op/texts.h"
#include "types.h"

struct dfmto_info;

/* A set of a format's rows. */
struct dfmto_info_set {
  struct dfmto_answer is; /* by DFMTO_INFO_ANSWER; part.name NULL: end of the list */
  const char *heading;    /* NULL: none */
  /* How many rows there are; NULL: one. Without rows there is no set. */
  uint64_t (*count)(const void *state);
  /* Fills a row, zeroed but for what all rows have. */
  void (*row)(const void *state, const struct dfmto_info *x, uint64_t i, void *body);
};

/* Its columns NULL: all members. FLAGS 0: it is there only if it is asked for by name. */
#define DFMTO_INFO_ANSWER(FLAGS, NAME, TYPE, HELP, COLUMNS) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, TYPE, 0, HELP), \
   .columns = COLUMNS, \
   .usual = dfmto_info_is_asked_for, \
   .state_size = sizeof(struct dfmti_buf), \
   .open = dfmto_info_open_set, \
   .row = dfmto_info_put_row, \
   .close = dfmto_info_close_set}

/* What is known of a format. Functions that are NULL have nothing to do. */
struct dfmto_info_format {
  uint32_t format;
  size_t state_size; /* bytes, zeroed */
  /* DFMTO_WANTS_*: STORED: the event's late members; PIECES: its value, by piece(), before event(). */
  uint32_t (*wants)(const void *state, const dfmt_event *ev);
  dfmt_status (*piece)(void *state, struct dfmto_info *x, dfmt_str piece);
  dfmt_status (*event)(void *state, struct dfmto_info *x, const dfmt_event *ev);
  /* When all has been read; the same call may come again. */
  dfmt_status (*finish)(void *state, struct dfmto_info *x);
  void (*close)(void *state, struct dfmti_mem *m);
  const struct dfmto_info_set *sets; /* the first that has a row has the facts */
};

struct dfmto_info {
  dfmt_op *op;
  const struct dfmto_info_format *overview; /* NULL: not known yet, or none */
  void *state;                              /* of it */
  bool dropped;                             /* no set has a row */
  struct dfmto_texts texts;                 /* of all rows, by their numbers */
  dfmt_info_file file;
};

/* The number of a text. false: no memory. */
bool dfmto_info_text(struct dfmto_info *x, dfmt_str s, uint32_t *number);
static inline dfmt_str dfmto_info_at(const struct dfmto_info *x, uint32_t number) {
  return dfmto_text_at(&x->texts, number);
}

/* Room for one more in a list, so that dfmti_buf_append() cannot fail. */
bool dfmto_info_room(struct dfmto_info *x, struct dfmti_buf *list, size_t size);

static inline double dfmto_info_share(uint64_t n, uint64_t all) { return all ? (double)n / (double)all : 0; }
/* Sums stop at the largest number. */
static inline uint64_t dfmto_info_sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

/* ---- rows.c: what all sets do ---- */
dfmt_status dfmto_info_open_set(struct dfmto_set *s);
dfmt_status dfmto_info_put_row(struct dfmto_set *s, uint64_t i, void *body);
void dfmto_info_close_set(struct dfmto_set *s);

bool dfmto_info_is_asked_for(const dfmt_op *op, const struct dfmto_answer *is);

/* Of all formats: the file itself. */
extern const struct dfmto_info_set dfmto_info_file_set;

#endif
