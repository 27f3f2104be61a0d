/* SPDX-License-Identifier: MIT */
/*
 * What convert and repair write: a writer over the caller's sink, and the steps by which events get there. A step is
 * done once, however often run() is called for it.
 */
#ifndef DFMTO_OUTPUT_H
#define DFMTO_OUTPUT_H

#include <diagfmt/writer.h>

#include "notes.h"
#include "op/op.h"

/* Any body: large enough for all that the library makes. */
union dfmto_convert_body {
  dfmt_head head;
  unsigned char bytes[512];
};

enum dfmto_convert_step_kind {
  DFMTO_STEP_COPY,  /* the reader's current event, as it is */
  DFMTO_STEP_PUT,   /* body */
  DFMTO_STEP_BEGIN, /* body, whose value follows in the form `number` */
  DFMTO_STEP_MODE,  /* reads the event's value in the form `number` */
  DFMTO_STEP_START, /* reads up to `number` bytes of the value into `start` */
  DFMTO_STEP_LINES, /* reads up to `number` lines of it, likewise; 2: one if it does not begin with '-' */
  DFMTO_STEP_SKIP,  /* reads what is left of it, for what is wrong with it */
  DFMTO_STEP_BYTES, /* writes bytes */
  DFMTO_STEP_VALUE, /* writes what is left of the event's value, up to `number` bytes */
  DFMTO_STEP_END,   /* of the body that was begun */
  DFMTO_STEP_COUNT, /* adds to *counter */
  DFMTO_STEP_CALL   /* calls a function, which may say more steps */
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
  uint32_t variant;     /* of convert: what its rows tell */
  const dfmt_event *ev; /* of which the steps are */
  struct dfmto_convert_step steps[DFMTO_STEPS_MOST];
  size_t n_steps, step; /* step: the current one */
  uint64_t done;        /* bytes of it */
  dfmt_str piece;       /* of the value, not used yet; ptr NULL: none */
  bool value_over;      /* nothing more comes of it */
  bool value_failed;    /* as it could not be read */
  struct dfmti_buf start;
  bool forgiving; /* damage of the current value was told before */
  bool in_record; /* begun, not ended */
  bool stuck;     /* the current step failed for good */
  uint64_t n_read, n_written, bytes_in;
  struct dfmto_convert_notes notes;
};

/* Takes the sink that the operation was given, unless it has one. */
void dfmto_convert_output_take(struct dfmto_convert_output *o);

/* The writer begins, if it has not. */
dfmt_status dfmto_convert_output_open(struct dfmto_convert_output *o, uint32_t format, uint32_t variant);

/* A limit of the operation is the writer's, too. */
dfmt_status dfmto_convert_output_limit(struct dfmto_convert_output *o, uint32_t key, uint64_t value);

/* Begins to say what is done with an event; what was said before is gone. */
static inline void dfmto_convert_output_begin(struct dfmto_convert_output *o, const dfmt_event *ev) {
  o->ev = ev;
  o->n_steps = o->step = 0;
  o->done = 0;
  o->piece = (dfmt_str){NULL, 0};
  o->value_over = o->value_failed = o->forgiving = false;
  o->start.len = 0;
}

/* Says a step. */
void dfmto_convert_say(struct dfmto_convert_output *o, struct dfmto_convert_step s);
void dfmto_convert_say_copy(struct dfmto_convert_output *o);
void dfmto_convert_say_put(struct dfmto_convert_output *o, const dfmt_head *body);
void dfmto_convert_say_begin(struct dfmto_convert_output *o, const dfmt_head *body, uint32_t mode);
void dfmto_convert_say_bytes(struct dfmto_convert_output *o, dfmt_str bytes);
void dfmto_convert_say_value(struct dfmto_convert_output *o, uint64_t most);
void dfmto_convert_say_end(struct dfmto_convert_output *o);
void dfmto_convert_say_count(struct dfmto_convert_output *o, uint64_t *counter);
/* No number of steps: any of a kind that has none. */
void dfmto_convert_say_plain(struct dfmto_convert_output *o, enum dfmto_convert_step_kind kind, uint64_t number);
void dfmto_convert_say_call(struct dfmto_convert_output *o, dfmt_status (*call)(void *user), void *user);

/* Does what was said. OK: all of it; E_*: the same call goes on, unless the step is stuck. */
dfmt_status dfmto_convert_output_steps(struct dfmto_convert_output *o);

/* What failed for good is passed over. */
void dfmto_convert_output_pass(struct dfmto_convert_output *o);

/* Ends the file. format: what an empty one is; 0: nothing is known. */
dfmt_status dfmto_convert_output_finish(struct dfmto_convert_output *o, uint32_t format, uint32_t variant);

/* The writer's error as the operation's; what it refuses is E_UNSUPPORTED. */
dfmt_status dfmto_convert_output_failed(struct dfmto_convert_output *o);

void dfmto_convert_output_free(struct dfmto_convert_output *o);

#endif
