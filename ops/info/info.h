/* SPDX-License-Identifier: MIT */
/*
 * Internals of info: an overview for each format takes events and makes rows. Taking an event is all or nothing: after
 * E_NOMEM the same event is passed again.
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
  struct dfmto_answer is; /* from DFMTO_INFO_ANSWER; part.name NULL: end of the list */
  const char *heading;    /* NULL: none */
  /* Number of rows; NULL: one. Without rows the set is absent. */
  uint64_t (*count)(const void *state);
  /* Fills a row, zeroed but for the members that all rows have. */
  void (*row)(const void *state, const struct dfmto_info *x, uint64_t i, void *body);
};

/* COLUMNS NULL: all members. FLAGS 0: present only if asked for by name. */
#define DFMTO_INFO_ANSWER(FLAGS, NAME, TYPE, HELP, COLUMNS) \
  {.part = DFMTO_ANSWER(FLAGS, NAME, TYPE, 0, HELP), \
   .columns = COLUMNS, \
   .usual = dfmto_info_is_asked_for, \
   .state_size = sizeof(struct dfmti_buf), \
   .open = dfmto_info_open_set, \
   .row = dfmto_info_put_row, \
   .close = dfmto_info_close_set}

/* Functions of a format. Functions that are NULL have nothing to do. */
struct dfmto_info_format {
  uint32_t format;
  size_t state_size; /* bytes of state, zeroed */
  /* DFMTO_WANTS_*: STORED: the event's late members; PIECES: its value, by piece(), before event(). */
  uint32_t (*wants)(const void *state, const dfmt_event *ev);
  dfmt_status (*piece)(void *state, struct dfmto_info *x, dfmt_str piece);
  dfmt_status (*event)(void *state, struct dfmto_info *x, const dfmt_event *ev);
  /* After all events; may be called again. */
  dfmt_status (*finish)(void *state, struct dfmto_info *x);
  void (*close)(void *state, struct dfmti_mem *m);
  const struct dfmto_info_set *sets; /* the first with a row has the facts */
};

struct dfmto_info {
  dfmt_op *op;
  const struct dfmto_info_format *overview; /* NULL: not known yet, or none */
  void *state;                              /* state of the overview */
  bool dropped;                             /* all sets are empty */
  struct dfmto_texts texts;                 /* of all rows, by number */
  dfmt_info_file file;
};

/* Returns the number of a text. false: no memory. */
bool dfmto_info_text(struct dfmto_info *x, dfmt_str s, uint32_t *number);
static inline dfmt_str dfmto_info_at(const struct dfmto_info *x, uint32_t number) {
  return dfmto_text_at(&x->texts, number);
}

/* Reserves room for one more element, so that dfmti_buf_append() cannot fail. */
bool dfmto_info_room(struct dfmto_info *x, struct dfmti_buf *list, size_t size);

static inline double dfmto_info_share(uint64_t n, uint64_t all) { return all ? (double)n / (double)all : 0; }
/* Saturates. */
static inline uint64_t dfmto_info_sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

/* ---- rows.c: functions of all sets ---- */
dfmt_status dfmto_info_open_set(struct dfmto_set *s);
dfmt_status dfmto_info_put_row(struct dfmto_set *s, uint64_t i, void *body);
void dfmto_info_close_set(struct dfmto_set *s);

bool dfmto_info_is_asked_for(const dfmt_op *op, const struct dfmto_answer *is);

/* The set that all formats have: the file itself. */
extern const struct dfmto_info_set dfmto_info_file_set;

#endif
