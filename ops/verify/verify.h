/* SPDX-License-Identifier: MIT */
/*
 * Internals of verify. Findings of one event go into a queue of fixed size, so that checks cannot fail half-way; the
 * queue is then moved to the list of problems, which can fail and be retried.
 */
#ifndef DFMTO_VERIFY_H
#define DFMTO_VERIFY_H

#include "op/answers.h"
#include "op/op.h"
#include "op/texts.h"
#include "types.h"

struct dfmto_verify;

/* Checks of one format for DFMT_OPS_VERIFY_STRICT. Functions that are NULL have nothing to do. */
struct dfmto_verify_format {
  uint32_t format;
  bool linked;       /* an entry cannot be read without those before it, and many have the same key */
  size_t state_size; /* bytes, zeroed for each input */
  /*
   * The key of an entry, and its line, 0: none. false: the event is not an entry. Used for all inputs, not only with
   * STRICT.
   */
  bool (*entry)(const dfmt_event *ev, dfmt_str *key, uint64_t *line);
  /* Takes a piece of a value, and checks the value behind its last one; for all inputs, too. */
  void (*piece)(void *state, const dfmt_event *ev, dfmt_str piece, bool first);
  void (*value)(void *state, struct dfmto_verify *v, const dfmt_event *ev);
  /* Allocates all that event() needs; may be called again. */
  dfmt_status (*prepare)(void *state, struct dfmto_verify *v, const dfmt_event *ev);
  /* Checks an event; reports at most DFMTO_QUEUE problems. value: up to 1 MiB, complete, else NULL. */
  void (*event)(void *state, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value);
  /* Reports problems at the end, until dfmto_verify_has_room() returns false; then called again. true: done. */
  bool (*finish)(void *state, struct dfmto_verify *v);
  void (*close)(void *state, struct dfmti_mem *m);
};

enum { DFMTO_QUEUE = 16, DFMTO_PLACE_MOST = 1024, DFMTO_MESSAGE_MOST = 512 };

/* A problem, without references. */
struct dfmto_verify_found {
  uint32_t severity, number; /* number: DFMT_ERR_*; 0: none */
  bool has_offset, counts;
  uint64_t offset, line; /* line 0: unknown */
  size_t place_len, message_len;
  char place[DFMTO_PLACE_MOST], message[DFMTO_MESSAGE_MOST];
};

/* The same with interned texts. */
struct dfmto_verify_problem {
  uint64_t offset, line;
  uint32_t input, number, message;
  uint32_t place; /* plus 1; 0: none */
  uint8_t severity;
  bool has_offset, counts;
};

struct dfmto_verify_problems {
  struct dfmto_texts texts;
  struct dfmto_verify_problem *list;
  size_t n, cap;
  bool full; /* no more are stored */
};

/* The result for each input; the body of its row. */
struct dfmto_verify_result {
  dfmt_verify_result body;
  size_t first; /* index of its first problem */
};

struct dfmto_verify {
  dfmt_op *op;
  bool strict;
  uint32_t least;
  struct dfmto_verify_problems problems;
  struct dfmto_verify_result *results;
  size_t n_results, cap_results;
  /* the current input */
  const struct dfmto_verify_format *checks; /* NULL: not known yet, or none */
  void *state;                              /* state of these */
  struct dfmto_texts keys;                  /* of entries */
  struct dfmti_buf lines;                   /* of uint64_t: line of the first entry of each key */
  struct dfmti_buf value;                   /* of the current event */
  bool value_known, has_value;              /* known: `value` is complete */
  bool finished;                            /* finish() has reported everything */
  dfmt_rows *account;                       /* of lists; NULL: not begun */
  bool accounted;                           /* they are compared */
  struct dfmto_verify_found queue[DFMTO_QUEUE];
  size_t n_queue;
};

/* Subject of a report. ev NULL: the input as a whole. */
struct dfmto_verify_at {
  const dfmt_event *ev;
  uint64_t line;
  dfmt_str place;
};

/* Reports a problem. Text from the input goes into `place`, never into the message. */
void dfmto_verify_tell(struct dfmto_verify *v, uint32_t severity, struct dfmto_verify_at at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same at a byte offset, UINT64_MAX: none, without line and place. */
void dfmto_verify_tell_at(struct dfmto_verify *v, uint32_t severity, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reports a remark, which never counts as a problem. */
void dfmto_verify_remark(struct dfmto_verify *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reports a reader's error or diagnostic. */
void dfmto_verify_tell_error(struct dfmto_verify *v, const dfmt_error *e, dfmt_str key, bool counts);
void dfmto_verify_tell_diagnostic(struct dfmto_verify *v, const dfmt_diagnostic *d);

static inline bool dfmto_verify_has_room(const struct dfmto_verify *v) { return v->n_queue < DFMTO_QUEUE; }

/* Moves the queue to the list. OK, E_NOMEM, E_LIMIT: the next call continues. */
dfmt_status dfmto_verify_settle(struct dfmto_verify *v);

/* Compares lists in the text with their tables, once. OK; AGAIN, E_NOMEM …: the next call continues. */
dfmt_status dfmto_verify_account(struct dfmto_verify *v);

/* Drops all problems of the current input. */
void dfmto_verify_forget(struct dfmto_verify *v);

extern const struct dfmto_answer dfmto_verify_answers[];

static inline dfmt_verify_result *dfmto_verify_result(struct dfmto_verify *v) {
  return &v->results[v->n_results - 1].body;
}

#endif
