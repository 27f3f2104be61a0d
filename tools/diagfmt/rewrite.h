/* SPDX-License-Identifier: MIT */
/* What `convert` and `repair` share: an output for each file, and entries that are copied or written anew. */
#ifndef REWRITE_H
#define REWRITE_H

#include "plan.h"
#include "walk.h"

struct rewrite {
  struct tool *t;
  struct input *in;
  struct output out;
  dfmt_config *config; /* the writer's */
  dfmt_writer *writer;
  uint32_t format; /* of the output; 0: not begun */
  bool known;      /* damage of the entry in hand was reported before, and is to be lived with */
  bool failed;     /* the output is not to be kept */
};

/*
 * Where outputs go: -o, -C or --append-to; one_for_all: several inputs may share one. false: they do not fit together
 * or cannot be made, which was reported.
 */
bool rewrite_setup(struct tool *t, bool one_for_all);
void rewrite_done(void);

/* Makes the output for an input. false: reported. */
bool rewrite_open(struct rewrite *x, struct tool *t, struct input *in);

/* true: the format cannot be written, which was reported. f may be NULL: nothing is known against it. */
bool rewrite_refuses(struct rewrite *x, const struct tool_format *f);

/* Copies the reader's current event; key: of its entry, for messages. */
void rewrite_copy(struct rewrite *x, struct walk *w, const dfmt_event *ev, dfmt_str key);

/* Writes a body that was made of the current event. */
void rewrite_put(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, dfmt_str key);

/* The value, decoded, up to `most` bytes of it, under this body. What cannot be read is reported and left out. */
void rewrite_value(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, dfmt_str key,
                   uint64_t most);

/* The same compressed as it was. */
void rewrite_anew(struct rewrite *x, struct walk *w, const dfmt_event *ev, dfmt_str key, uint64_t most);

/*
 * The same in steps: begins a body whose value the caller makes; puts some of it; ends it. read: the next piece of the
 * current event's own value. false: it ended, or what is wrong was reported.
 */
bool rewrite_begin(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, uint32_t mode,
                   dfmt_str key);
bool rewrite_read(struct rewrite *x, struct walk *w, const void **ptr, uint64_t *len, dfmt_str key);
bool rewrite_more(struct rewrite *x, struct walk *w, const void *ptr, uint64_t len, dfmt_str key);
void rewrite_end(struct rewrite *x, struct walk *w, dfmt_str key);

/* Instead of all that: the very bytes of a source. */
void rewrite_verbatim(struct rewrite *x, dfmt_source *s);

/* Commits an output that an operation has written, or throws it away. */
void rewrite_end_output(struct rewrite *x, bool good);

/* Completes the output if it is to be kept, else throws it away. format: what an empty output is. */
void rewrite_close(struct rewrite *x, uint32_t format);

#endif
