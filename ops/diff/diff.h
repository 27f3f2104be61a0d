/* SPDX-License-Identifier: MIT */
/*
 * Internals of diff. Each input is a side: a reader, and a queue of compared records. The last of them is the reader's
 * event until more is read.
 *
 *   OPENING -> BEGINNING (first records: formats, kinds) -> COMPARING (step.c) -> CLOSED
 *                                                        -> TAKING all of both sides -> FINISHING -> CLOSED
 *
 * After AGAIN, NOMEM or CANCELLED the step is repeated from the state of the queues; a failed step undoes its output.
 */
#ifndef DFMTO_DIFF_H
#define DFMTO_DIFF_H

#include "base/digest.h"
#include "entry/entry.h"
#include "op/op.h"
#include "types.h"

struct dfmto_diff;

enum { DFMTO_BEFORE, DFMTO_AFTER, DFMTO_SIDES };

enum { DFMTO_DIFF_START = 200 }; /* stored bytes of a value */

/* ---- functions of a format ---- */

/* Compares files as wholes; dfmto_diff.state has state_size zeroed bytes. */
struct dfmto_diff_whole {
  size_t state_size;
  /* Takes an event of the current input; repeated if it fails. */
  dfmt_status (*take)(struct dfmto_diff *d, const dfmt_event *ev);
  /* Takes a piece of its value, if take() set wants_value. */
  void (*piece)(struct dfmto_diff *d, dfmt_str piece);
  /* Both have ended: reports the differences. A failure undoes its output. */
  dfmt_status (*finish)(struct dfmto_diff *d);
  /* Growth of heaps, for "growth" and "sides"; NULL: none. */
  struct dfmto_heap_growth *(*growth)(struct dfmto_diff *d);
  /* Passes its error on to the operation; returns its status. */
  dfmt_status (*failed)(struct dfmto_diff *d);
  void (*close)(struct dfmto_diff *d);
};

/* Distinguishes records of the same name: a text of the event, or what was printed into `room`. */
struct dfmto_diff_place {
  dfmt_str text; /* empty: unknown */
  char room[64];
};

/* Functions that are NULL return false, unless the comment says otherwise. */
struct dfmto_diff_format {
  uint32_t format;
  /* Kind of a file, by its first event, and how it is compared as a whole. NULL: there is one kind. */
  const char *(*kind)(const dfmt_event *first, const struct dfmto_diff_whole **whole);
  /* The event is compared; NULL: all are. */
  bool (*compared)(const dfmt_event *ev);
  /* Two events of one type describe the same thing; NULL: if their keys are equal. */
  bool (*alike)(const dfmt_event *a, const dfmt_event *b);
  void (*place)(const dfmt_event *ev, struct dfmto_diff_place *out);
  /* Reports each difference of two matching events; NULL: compares members, then values. */
  dfmt_status (*differ)(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b);
  bool by_type;                /* rows name records by their types, not by their keys */
  bool values;                 /* compares values only, not members */
  const char *const *omitted;  /* members to ignore; NULL-ended */
  const char *const *pointers; /* members to ignore with DFMT_OPS_DIFF_IGNORE_POINTERS; NULL-ended */
  /* What else that option ignores: changes an event's copied body. */
  void (*without_pointers)(dfmt_head *body);
};

/* ---- value.c ---- */

/* Digest of a content: its size, a keyed digest, and values for the report. */
struct dfmto_diff_content {
  struct dfmti_digesting digest;
  uint32_t crc; /* for the report only: it decides nothing */
};

struct dfmto_diff_content dfmto_diff_content_begin(struct dfmto_diff *d);
void dfmto_diff_content_add(struct dfmto_diff_content *x, dfmt_str piece);
bool dfmto_diff_content_same(const struct dfmto_diff_content *a, const struct dfmto_diff_content *b);

enum { DFMTO_VALUE_TEXT = 96 };

/* Describes a value, in a room of DFMTO_VALUE_TEXT bytes: "9 bytes, CRC-32 89abcdef". */
dfmt_str dfmto_diff_content_text(const struct dfmto_diff_content *x, char *room);
/* "256 bytes, 0x09 at 9": where it begins to differ; "256 bytes" if it ends there. */
dfmt_str dfmto_diff_bytes_text(uint64_t size, uint64_t at, uint8_t byte, char *room);

/* ---- side.c ---- */

/* A record in a queue. */
struct dfmto_diff_item {
  const dfmt_event *ev;
  dfmt_event *clone; /* NULL: it is the reader's */
  bool pending;      /* its value, or the rest of it, has not been read yet */
  /* Of its value, as far as read. */
  uint64_t size;
  char start[DFMTO_DIFF_START];
  bool hashed; /* it is digested into `content`; else it is compared while it is read */
  struct dfmto_diff_content content;
  bool differs; /* from the other's: at one offset, where this one has `byte` or has ended */
  uint8_t byte;
  uint64_t differs_at;
};

struct dfmto_diff_side {
  const struct dfmto_entry_format *entries; /* of its format; NULL: unknown, or none */
  const struct dfmto_diff_format *differ;
  const dfmt_event *ev; /* read, but not in the queue yet; NULL: none */
  dfmt_str piece;       /* rest of the last piece of the reader's value */
  struct dfmto_diff_item *queue;
  size_t first, n, cap;
  size_t alone;      /* records at the head that are in this file only, still to be reported */
  uint64_t compared; /* records that have left the queue */

  bool learned; /* properties of its format have been looked up */
  bool taken;   /* dfmto_diff_whole.take() has taken `ev` */
  bool ended;
  bool cut; /* ended before the end of the input */
};

static inline struct dfmto_diff_item *dfmto_diff_item_at(const struct dfmto_diff_side *s, size_t i) {
  return &s->queue[s->first + i];
}

/* Opens the input of a side. */
dfmt_status dfmto_diff_side_open(struct dfmto_diff *d, int which);

/* The record at index i from the head, valid until the next call for this side; NULL: the file ends before it. */
dfmt_status dfmto_diff_side_peek(struct dfmto_diff *d, int which, size_t i, struct dfmto_diff_item **out);

/* Removes the head, after it was compared. */
void dfmto_diff_side_pop(struct dfmto_diff *d, int which);

/*
 * Files that are compared as wholes need no queue. A record in it is delivered first again; each is delivered until it
 * was taken. *ev: NULL: the file has ended.
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

/* Digests the rest of a record's value, if it is the reader's event. */
dfmt_status dfmto_diff_value_hash(struct dfmto_diff *d, int which, struct dfmto_diff_item *x);

/* Reads the rest of both heads' values; then same() returns whether they are equal. */
dfmt_status dfmto_diff_values_read(struct dfmto_diff *d, struct dfmto_diff_item *a, struct dfmto_diff_item *b);
bool dfmto_diff_values_same(const struct dfmto_diff_item *a, const struct dfmto_diff_item *b);

/* A short text itself, else its length and where it differs. room: DFMTO_VALUE_TEXT */
dfmt_str dfmto_diff_value_text(const struct dfmto_diff_item *x, char *room);

/* ---- found.c ---- */

/* A difference. Events that are NULL, and texts without ptr, are absent. */
struct dfmto_diff_told {
  uint32_t change;
  dfmt_str record, member;
  bool has_offset[DFMTO_SIDES];
  uint64_t offset[DFMTO_SIDES];
  dfmt_str place[DFMTO_SIDES], text[DFMTO_SIDES];
  uint64_t skip; /* bytes omitted at the start of both texts */
};

/* The same as stored: lengths of consecutive texts. */
struct dfmto_diff_difference {
  uint64_t offset[DFMTO_SIDES];
  size_t start;
  uint16_t len[6]; /* plus 1; 0: absent. In the order of DFMTO_FOUND_* */
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
  bool full;    /* no more are stored */
  bool no_room; /* the last one did not fit */
};

/* The state of the output, to return to. */
struct dfmto_diff_mark {
  size_t n, len;
  uint64_t n_told;
};

/* Reports a difference. */
dfmt_status dfmto_diff_tell(struct dfmto_diff *d, const struct dfmto_diff_told *x);
/* Reports a member that differs between the queues' heads. Texts are shortened around the first byte that differs. */
dfmt_status dfmto_diff_tell_member(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b, dfmt_str member,
                                   dfmt_str before, dfmt_str after);
/* Reports a record that is in one file only. */
dfmt_status dfmto_diff_tell_only(struct dfmto_diff *d, int which, const dfmt_event *ev);

/* As many as were asked for. */
bool dfmto_diff_enough(const struct dfmto_diff *d);

struct dfmto_diff_mark dfmto_diff_mark(const struct dfmto_diff *d);
void dfmto_diff_take_back(struct dfmto_diff *d, const struct dfmto_diff_mark *m);
dfmt_str dfmto_diff_found_text(const struct dfmto_diff *d, const struct dfmto_diff_difference *f, int which);

/* ---- member.c ---- */

enum { DFMTO_DIFF_LEFT_OUT = 16 }; /* members of a type to ignore, at most */

/* Members of a type to ignore. */
struct dfmto_diff_left_out {
  const dfmt_type *type; /* NULL: not set yet */
  const dfmt_field *omitted[DFMTO_DIFF_LEFT_OUT], *pointers[DFMTO_DIFF_LEFT_OUT];
  size_t n_omitted, n_pointers;
};

/* Reports each member in which two events of one type differ, by their description. */
dfmt_status dfmto_diff_members(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b);

/* ---- step.c ---- */

/* Compares the heads of both queues, or reports what is in one file only. *done: both have ended. */
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
  const struct dfmto_diff_format *const *formats; /* those with functions of their own, then NULL */
  struct dfmto_diff_side side[DFMTO_SIDES];
  enum dfmto_diff_phase phase;
  dfmt_status stopped;                    /* status of the last run() */
  bool in_value;                          /* a value is being read */
  const struct dfmto_diff_format *differ; /* of both; NULL: none */
  const struct dfmto_diff_whole *whole;   /* NULL: record by record */
  void *state;                            /* state of whole */
  uint64_t max;
  bool ignores, ignores_pointers;
  bool nothing;     /* nothing to compare */
  bool wants_value; /* dfmto_diff_whole.take() asked for the pieces of the event's value */
  bool complete, partial;
  uint64_t n_problems;
  struct dfmto_diff_finds found;
  struct dfmti_buf key;                 /* scratch: a whole key */
  struct dfmto_diff_left_out left_out;  /* of the last type */
  struct dfmti_buf bodies[DFMTO_SIDES]; /* scratch of member.c */
  struct dfmti_buf path;                /* scratch of formats */
};

#endif
