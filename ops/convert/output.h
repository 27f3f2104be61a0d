/* SPDX-License-Identifier: MIT */
/*
 * Output of convert and repair: a writer to the caller's sink, and the steps that write events. A step is done once,
 * however often run() is called for it.
 */
#ifndef DFMTO_OUTPUT_H
#define DFMTO_OUTPUT_H

#include <diagfmt/writer.h>

#include "notes.h"
#include "op/op.h"

/* Any body: large enough for all bodies of the library. */
union dfmto_convert_body {
  dfmt_head head;
  unsigned char bytes[512];
};

enum dfmto_convert_step_kind {
  DFMTO_STEP_COPY,  /* copies the reader's current event unchanged */
  DFMTO_STEP_PUT,   /* writes body */
  DFMTO_STEP_BEGIN, /* begins body, whose value follows in the form `number` */
  DFMTO_STEP_MODE,  /* reads the event's value in the form `number` */
  DFMTO_STEP_START, /* reads up to `number` bytes of the value into `start` */
  DFMTO_STEP_LINES, /* reads up to `number` lines of it, likewise; 2: one if it does not begin with '-' */
  DFMTO_STEP_SKIP,  /* reads the rest of it, for its errors */
  DFMTO_STEP_BYTES, /* writes bytes */
  DFMTO_STEP_VALUE, /* writes the rest of the event's value, up to `number` bytes */
  DFMTO_STEP_END,   /* ends the body that was begun */
  DFMTO_STEP_COUNT, /* adds to *counter */
  DFMTO_STEP_CALL   /* calls a function, which may add steps */
};

struct dfmto_convert_step {
  enum dfmto_convert_step_kind kind;
  uint64_t number;
  const dfmt_head *body;
  dfmt_str bytes;
  uint64_t *counter;
  dfmt_status (*call)(void *user);
  void *user;
};

enum { DFMTO_STEPS_MOST = 24 };

struct dfmto_convert_output {
  dfmt_op *op;
  dfmt_sink *sink;
  dfmt_config *config; /* the writer's */
  dfmt_writer *writer;
  uint32_t format;      /* of the output; 0: not begun */
  uint32_t variant;     /* of convert: for its rows */
  const dfmt_event *ev; /* which the steps are for */
  struct dfmto_convert_step steps[DFMTO_STEPS_MOST];
  size_t n_steps, step; /* step: the current one */
  uint64_t done;        /* bytes done of the current step */
  dfmt_str piece;       /* of the value, not yet used; ptr NULL: none */
  bool value_over;      /* the value has no more pieces */
  bool value_failed;    /* because it could not be read */
  struct dfmti_buf start;
  bool forgiving; /* damage of the current value was reported before */
  bool in_record; /* a record was begun and not ended */
  bool stuck;     /* the current step failed permanently */
  uint64_t n_read, n_written, bytes_in;
  struct dfmto_convert_notes notes;
};

/* Takes the operation's sink, unless it has one. */
void dfmto_convert_output_take(struct dfmto_convert_output *o);

/* Opens the writer, if it is not open. */
dfmt_status dfmto_convert_output_open(struct dfmto_convert_output *o, uint32_t format, uint32_t variant);

/* Sets a limit of the operation for the writer, too. */
dfmt_status dfmto_convert_output_limit(struct dfmto_convert_output *o, uint32_t key, uint64_t value);

/* Begins the list of steps for an event, dropping the last list. */
static inline void dfmto_convert_output_begin(struct dfmto_convert_output *o, const dfmt_event *ev) {
  o->ev = ev;
  o->n_steps = o->step = 0;
  o->done = 0;
  o->piece = (dfmt_str){NULL, 0};
  o->value_over = o->value_failed = o->forgiving = false;
  o->start.len = 0;
}

/* Adds a step. */
void dfmto_convert_say(struct dfmto_convert_output *o, struct dfmto_convert_step s);
void dfmto_convert_say_copy(struct dfmto_convert_output *o);
void dfmto_convert_say_put(struct dfmto_convert_output *o, const dfmt_head *body);
void dfmto_convert_say_begin(struct dfmto_convert_output *o, const dfmt_head *body, uint32_t mode);
void dfmto_convert_say_bytes(struct dfmto_convert_output *o, dfmt_str bytes);
void dfmto_convert_say_value(struct dfmto_convert_output *o, uint64_t most);
void dfmto_convert_say_end(struct dfmto_convert_output *o);
void dfmto_convert_say_count(struct dfmto_convert_output *o, uint64_t *counter);
/* A step without a body; number: 0 if the kind has none. */
void dfmto_convert_say_plain(struct dfmto_convert_output *o, enum dfmto_convert_step_kind kind, uint64_t number);
void dfmto_convert_say_call(struct dfmto_convert_output *o, dfmt_status (*call)(void *user), void *user);

/* Does the steps. OK: all done; E_*: the next call continues, unless the step is stuck. */
dfmt_status dfmto_convert_output_steps(struct dfmto_convert_output *o);

/* Skips what failed permanently. */
void dfmto_convert_output_pass(struct dfmto_convert_output *o);

/* Ends the file. format: that of an empty one; 0: unknown. */
dfmt_status dfmto_convert_output_finish(struct dfmto_convert_output *o, uint32_t format, uint32_t variant);

/* Passes on the writer's error; what it refuses is E_UNSUPPORTED. */
dfmt_status dfmto_convert_output_failed(struct dfmto_convert_output *o);

void dfmto_convert_output_free(struct dfmto_convert_output *o);

#endif
