/* SPDX-License-Identifier: MIT */
/*
 * Diff from the inside. Each input is a side: a reader, and a queue of records that take part, of which the last is
 * the reader's event as long as nothing more has been read.
 *
 *   OPENING -> BEGINNING (first records: formats, kinds) -> COMPARING (step.c) -> CLOSED
 *                                                        -> TAKING all of both sides -> FINISHING -> CLOSED
 *
 * What cannot be done for want of data, of memory or of patience is done again from where queues stand: a step that
 * fails takes back what it told.
 */
#ifndef DFMTO_DIFF_H
#define DFMTO_DIFF_H

#include "base/digest.h"
#include "entry/entry.h"
#include "op/op.h"
#include "types.h"

struct dfmto_diff;

enum { DFMTO_BEFORE, DFMTO_AFTER, DFMTO_SIDES };

enum { DFMTO_DIFF_START = 200 }; /* bytes of a value that are kept */

/* ---- what is known of a format ---- */

/* Comparing files as wholes: state_size zeroed bytes in dfmto_diff.state. */
struct dfmto_diff_whole {
  size_t state_size;
  /* An event of the current input, which is tried again if it fails. */
  dfmt_status (*take)(struct dfmto_diff *d, const dfmt_event *ev);
  /* A piece of its value, if take() set wants_value. */
  void (*piece)(struct dfmto_diff *d, dfmt_str piece);
  /* Both have ended: tells what differs. A failure takes back what was told. */
  dfmt_status (*finish)(struct dfmto_diff *d);
  /* Growth of heaps, which "growth" and "sides" are of; NULL: there is none. */
  struct dfmto_heap_growth *(*growth)(struct dfmto_diff *d);
  /* Its error is the operation's; returns its status. */
  dfmt_status (*failed)(struct dfmto_diff *d);
  void (*close)(struct dfmto_diff *d);
};

/* Which record it is, of those that are called alike: a text of the event, or what was printed into `room`. */
struct dfmto_diff_place {
  dfmt_str text; /* empty: nothing tells */
  char room[64];
};

/* Functions that are NULL: nothing is so, or it is as the comment says. */
struct dfmto_diff_format {
  uint32_t format;
  /* What a file is, by its first event, and whether it is compared as a whole. NULL: there is one kind. */
  const char *(*kind)(const dfmt_event *first, const struct dfmto_diff_whole **whole);
  /* The event takes part; NULL: all do. */
  bool (*compared)(const dfmt_event *ev);
  /* Two events of one type are about the same thing; NULL: if they have one key. */
  bool (*alike)(const dfmt_event *a, const dfmt_event *b);
  void (*place)(const dfmt_event *ev, struct dfmto_diff_place *out);
  /* Tells each difference of two events that are alike; NULL: member by member, then their values. */
  dfmt_status (*differ)(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b);
  bool by_type;                /* records are called by their types in rows, not by their keys */
  bool values;                 /* members are not compared: only values */
  const char *const *omitted;  /* members that are not compared; NULL-ended */
  const char *const *pointers; /* those that DFMT_OPS_DIFF_IGNORE_POINTERS means; NULL-ended */
  /* What else it means: changes an event's copied body. */
  void (*without_pointers)(dfmt_head *body);
};

/* ---- value.c ---- */

/* A content that is not compared as it is read: size, keyed digest, and what is told of it. */
struct dfmto_diff_content {
  struct dfmti_digesting digest;
  uint32_t crc; /* to be told: it decides nothing */
};

struct dfmto_diff_content dfmto_diff_content_begin(struct dfmto_diff *d);
void dfmto_diff_content_add(struct dfmto_diff_content *x, dfmt_str piece);
bool dfmto_diff_content_same(const struct dfmto_diff_content *a, const struct dfmto_diff_content *b);

enum { DFMTO_VALUE_TEXT = 96 };

/* Texts of values, into a room of DFMTO_VALUE_TEXT bytes: "9 bytes, CRC-32 89abcdef". */
dfmt_str dfmto_diff_content_text(const struct dfmto_diff_content *x, char *room);
/* "256 bytes, 0x09 at 9": where it begins to differ; "256 bytes" if it ends there. */
dfmt_str dfmto_diff_bytes_text(uint64_t size, uint64_t at, uint8_t byte, char *room);

/* ---- side.c ---- */

/* A record in a queue. */
struct dfmto_diff_item {
  const dfmt_event *ev;
  dfmt_event *clone; /* or NULL: it is the reader's */
  bool pending;      /* its value, or the rest of it, is still to be read */
  /* Of its value, as far as it has been read. */
  uint64_t size;
  char start[DFMTO_DIFF_START];
  bool hashed; /* it has `content`; else it is compared as it is read */
  struct dfmto_diff_content content;
  bool differs; /* from the other record's: from a byte on, which is `byte` here, or comes after its end */
  uint8_t byte;
  uint64_t differs_at;
};

struct dfmto_diff_side {
  const struct dfmto_entry_format *entries; /* of its format; NULL: not known, or none */
  const struct dfmto_diff_format *differ;
  const dfmt_event *ev; /* read, and not in the queue yet; NULL: none */
  dfmt_str piece;       /* of the reader's value: what of it is still to be looked at */
  struct dfmto_diff_item *queue;
  size_t first, n, cap;
  size_t alone;      /* records at the head that are in this file only, and are still to be told */
  uint64_t compared; /* records that left the queue */

  bool learned; /* what is known of its format has been looked for */
  bool taken;   /* dfmto_diff_whole.take() has had `ev` */
  bool ended;
  bool cut; /* ended, but not at the end of the input */
};

static inline struct dfmto_diff_item *dfmto_diff_item_at(const struct dfmto_diff_side *s, size_t i) {
  return &s->queue[s->first + i];
}

/* Opens the input of a side. */
dfmt_status dfmto_diff_side_open(struct dfmto_diff *d, int which);

/* The record i places after the head, valid until the next call for this side; NULL: the file ends before it. */
dfmt_status dfmto_diff_side_peek(struct dfmto_diff *d, int which, size_t i, struct dfmto_diff_item **out);

/* The head has been compared. */
void dfmto_diff_side_pop(struct dfmto_diff *d, int which);

/*
 * Files that are compared as wholes need no queue. The record that stands in it, if one does, comes first again; each
 * comes until it was taken. *ev: NULL: the file has ended.
 */
void dfmto_diff_side_leave_queue(struct dfmto_diff_side *s);
dfmt_status dfmto_diff_side_event(struct dfmto_diff *d, int which, const dfmt_event **ev);
static inline void dfmto_diff_side_took(struct dfmto_diff_side *s) {
  s->ev = NULL;
  s->taken = false;
  s->compared++;
}

void dfmto_diff_side_free(struct dfmto_diff *d, int which);

/* ---- value.c, of records ---- */

/* Reads what is left of a record's value, if it is the reader's event, into its digest. */
dfmt_status dfmto_diff_value_hash(struct dfmto_diff *d, int which, struct dfmto_diff_item *x);

/* Reads what is left of both heads' values; same() tells then whether they are. */
dfmt_status dfmto_diff_values_read(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b);
bool dfmto_diff_values_same(const struct dfmto_diff_item *a, const struct dfmto_diff_item *b);

/* Short text as it is, else how long it is and where it differs. room: DFMTO_VALUE_TEXT */
dfmt_str dfmto_diff_value_text(const struct dfmto_diff_item *x, char *room);

/* ---- found.c ---- */

/* A difference. Events that are NULL, and texts without ptr, are not there. */
struct dfmto_diff_told {
  uint32_t change;
  dfmt_str record, member;
  bool has_offset[DFMTO_SIDES];
  uint64_t offset[DFMTO_SIDES];
  dfmt_str place[DFMTO_SIDES], text[DFMTO_SIDES];
  uint64_t skip; /* bytes at the start of both texts that are left out */
};

/* The same as it is kept: lengths of texts that stand after one another. */
struct dfmto_diff_difference {
  uint64_t offset[DFMTO_SIDES];
  size_t start;
  uint16_t len[6]; /* plus 1; 0: not there. In the order of DFMTO_FOUND_* */
  uint8_t change;
  bool has_offset[DFMTO_SIDES];
};

enum {
  DFMTO_FOUND_RECORD,
  DFMTO_FOUND_MEMBER,
  DFMTO_FOUND_PLACES,
  DFMTO_FOUND_TEXTS = DFMTO_FOUND_PLACES + DFMTO_SIDES,
  DFMTO_FOUND_END = DFMTO_FOUND_TEXTS + DFMTO_SIDES
};

struct dfmto_diff_finds {
  struct dfmto_diff_difference *list;
  size_t n, cap;
  struct dfmti_buf texts;
  uint64_t n_told;
  bool full;    /* no more are kept */
  bool no_room; /* the last one could not be */
};

/* What was told so far, to go back to. */
struct dfmto_diff_mark {
  size_t n, len;
  uint64_t n_told;
};

/* Tells a difference. */
dfmt_status dfmto_diff_tell(struct dfmto_diff *d, const struct dfmto_diff_told *x);
/* The same of records of the queues' heads: a member of both. Texts are cut around the first byte that differs. */
dfmt_status dfmto_diff_tell_member(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b, dfmt_str member,
                                   dfmt_str before, dfmt_str after);
/* A record that one file has. */
dfmt_status dfmto_diff_tell_only(struct dfmto_diff *d, int which, const dfmt_event *ev);

/* No more are wanted. */
bool dfmto_diff_enough(const struct dfmto_diff *d);

struct dfmto_diff_mark dfmto_diff_mark(const struct dfmto_diff *d);
void dfmto_diff_take_back(struct dfmto_diff *d, const struct dfmto_diff_mark *m);
dfmt_str dfmto_diff_found_text(const struct dfmto_diff *d, const struct dfmto_diff_difference *f, int which);

/* ---- member.c ---- */

enum { DFMTO_DIFF_LEFT_OUT = 16 }; /* members of a type that do not count, at most */

/* Members of a type that do not count. */
struct dfmto_diff_left_out {
  const dfmt_type *type; /* NULL: none is known yet */
  const dfmt_field *omitted[DFMTO_DIFF_LEFT_OUT], *pointers[DFMTO_DIFF_LEFT_OUT];
  size_t n_omitted, n_pointers;
};

/* Tells each member in which two events of one type differ, by their description. */
dfmt_status dfmto_diff_members(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b);

/* ---- step.c ---- */

/* Compares the heads of both queues, or passes over what is in one file only. *done: that was all. */
dfmt_status dfmto_diff_step(struct dfmto_diff *d, bool *done);

/* ---- rows.c ---- */

/* ---- all ---- */

enum dfmto_diff_phase {
  DFMTO_DIFF_OPENING,
  DFMTO_DIFF_BEGINNING,
  DFMTO_DIFF_COMPARING,
  DFMTO_DIFF_TAKING,
  DFMTO_DIFF_FINISHING,
  DFMTO_DIFF_CLOSED
};

struct dfmto_diff {
  dfmt_op *op;
  const struct dfmto_diff_format *const *formats; /* those of which more is known, then NULL */
  struct dfmto_diff_side side[DFMTO_SIDES];
  enum dfmto_diff_phase phase;
  dfmt_status stopped;                    /* what the last run() said */
  bool in_value;                          /* while a value is read */
  const struct dfmto_diff_format *differ; /* of both; NULL: none */
  const struct dfmto_diff_whole *whole;   /* NULL: record by record */
  void *state;                            /* of whole */
  uint64_t max;
  bool ignores, ignores_pointers;
  bool nothing;     /* there is no comparison */
  bool wants_value; /* dfmto_diff_whole.take() wants the pieces of the event's value */
  bool complete, partial;
  uint64_t n_problems;
  struct dfmto_diff_finds found;
  struct dfmti_buf key;                 /* scratch: a whole key */
  struct dfmto_diff_left_out left_out;  /* of the last type */
  struct dfmti_buf bodies[DFMTO_SIDES]; /* scratch of member.c */
  struct dfmti_buf path;                /* scratch of formats */
};

#endif
