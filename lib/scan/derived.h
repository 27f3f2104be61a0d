/* SPDX-License-Identifier: MIT */
/*
 * Derived tables: what a format makes of several events, as rows of a struct of its own. A scan gives each event that
 * such a table wants to event(), then takes its rows one by one from next_row(), so that a row for which there was no
 * memory is the next one still. At the end of the file, which is reached without an error or with RECOVER, event() gets
 * NULL, for rows that are known only then.
 *
 * A payload of any size comes in pieces, if wants() says so: each goes to piece(), and its rows are taken before the
 * next one is read. event() follows after the last.
 *
 * Every function may be called again after AGAIN, E_NOMEM and E_LIMIT, and goes on where it stopped. Of an error it
 * fills in the details.
 */
#ifndef DFMTI_DERIVED_H
#define DFMTI_DERIVED_H

#include "base/config.h"
#include "base/fault.h"
#include "core/format_ops.h"

/* What a table in the making may use. */
struct dfmti_derived_input {
  struct dfmti_mem *mem; /* of the scan */
  struct dfmti_errors *err;
  const dfmt_config *config; /* with the limits as they are now */
  dfmt_source *source;       /* for a pass of its own, by slices; the reader is in the middle of it */
  const dfmt_read_format *format;
  uint64_t size; /* bytes of the unwrapped input; known at its end */
  /* Of the event in hand, if wants() asked for it: */
  dfmt_str payload;        /* the first bytes, decoded: at least as many as wanted, or all */
  bool payload_read;       /* it has one */
  bool payload_whole;      /* these are all, and undamaged */
  uint64_t payload_offset; /* where it begins in the text that the event is of; of other payloads nothing */
  uint64_t payload_line;   /* the same as a line, from 1; 0: not known */
};

/* Makes a buffer hold a copy of a text. OK, E_NOMEM, E_LIMIT. */
static inline dfmt_status dfmti_derived_keep(const struct dfmti_derived_input *in, struct dfmti_buf *to, dfmt_str s) {
  to->len = 0;
  return dfmti_buf_append(in->mem, to, s.ptr, (size_t)s.len) ? DFMT_OK : dfmti_fail_mem(in->err, in->mem);
}

/* A text of a row that an event has under a key. */
struct dfmti_derived_text {
  const char *key;
  uint32_t type;        /* of the event */
  uint32_t offset, bit; /* of the row's member, a dfmt_str, and of its presence */
};

/* The place of an event's key among n of them; n: it is none. */
size_t dfmti_derived_text_find(const struct dfmti_derived_text *texts, size_t n, uint32_t type, dfmt_str key);

/* Gives a row its texts, whose values stand in the same order. */
void dfmti_derived_texts_put(const struct dfmti_derived_text *texts, size_t n, const struct dfmti_buf *values,
                             void *row);

/* A begin() that has nothing to do but to keep `in`, as the first member of the state. */
dfmt_status dfmti_derived_begin(void *state, const struct dfmti_derived_input *in);

/* What a buffer holds. */
static inline dfmt_str dfmti_derived_kept(const struct dfmti_buf *b) {
  return (dfmt_str){(const char *)b->ptr, b->len};
}

/* What wants() returns for pieces. */
#define DFMTI_DERIVED_PIECES UINT64_MAX

struct dfmti_derived {
  uint32_t row;           /* type of the rows */
  const uint32_t *events; /* types that it wants; 0-ended. At most one is delivered on request only */
  size_t state_size;      /* bytes; zeroed before begin() */
  /* Whether an event has nothing for it, whatever came before: it is not given to it. NULL: it takes all. */
  bool (*ignores)(const dfmt_event *ev);
  /* Before all else. `in` stays where it is. */
  dfmt_status (*begin)(void *state, const struct dfmti_derived_input *in);
  /* How many bytes of the payload of an event it wants; NULL: none ever. Called before event(). */
  uint64_t (*wants)(void *state, const dfmt_event *ev);
  /* Takes the next piece of a payload, which stays as it is until its last row was given. NULL: it wants none ever. */
  dfmt_status (*piece)(void *state, const dfmt_event *ev, dfmt_str piece);
  /* Takes an event, which stays as it is until its last row was given; NULL: the end. */
  dfmt_status (*event)(void *state, const dfmt_event *ev);
  /* The next row of that event, borrowed until the next call; END: there are no more. */
  dfmt_status (*next_row)(void *state, const dfmt_head **row);
  /* Frees what the state owns; begin() may not have been called. NULL: nothing. */
  void (*close)(void *state);
};

/* Whether the event is for the table. */
static inline bool dfmti_derived_takes(const struct dfmti_derived *d, const dfmt_event *ev) {
  const uint32_t *type = d->events;
  while (*type && *type != ev->type) type++;
  return *type != 0 && !(d->ignores && d->ignores(ev));
}

#endif
