/* SPDX-License-Identifier: MIT */
/* The reader's state, and what every file that reads asks of it. */
#ifndef DFMTI_APITRACE_READER_STATE_H
#define DFMTI_APITRACE_READER_STATE_H

#include "container.h"
#include "core/reader_impl.h"
#include "definitions.h"
#include "pending.h"

/* What is being looked for at the window's position: see read.c. */
enum dfmti_apitrace_phase {
  PHASE_HEADER,
  PHASE_SEEK,    /* on the way to the middle: seek.c */
  PHASE_EVENT,   /* the first byte of an event, or inside one (state.call) */
  PHASE_BLOB,    /* a blob is to go ahead */
  PHASE_PENDING, /* the data have ended: calls that never left */
  PHASE_RESTART, /* salvage: a place where the stream begins again */
  PHASE_GAP,     /* salvage: a place where events begin after a lost part: gap.h */
  PHASE_STREAM,  /* form STREAM: before its event */
  PHASE_BEHIND,  /* after its payload */
  PHASE_DONE
};

enum {
  DFMTI_GO_ON = 96, /* of a step: the phase has changed, the next one is to be made */
  DFMTI_LOST = 97,  /* of an event: what it needs stood in a part that was lost */
  DFMTI_ENDED = 98  /* of a step: the data have ended */
};

/* An array, struct or repr whose children are being read. */
struct dfmti_open_value {
  size_t node;
  uint64_t left; /* children */
};

struct dfmti_apitrace_reader {
  struct {
    DFMTI_BODY(dfmt_apitrace_header, header);
    DFMTI_BODY(dfmt_apitrace_call, call);
    DFMTI_BODY(dfmt_apitrace_blob, blob);
    DFMTI_BODY(dfmt_apitrace_stream, stream);
  } body;

  struct dfmti_container in;
  enum dfmti_apitrace_phase phase;
  uint32_t form;
  bool values;        /* wanted at all */
  bool any_functions; /* there is a filter of names */
  bool short_way;     /* small.h */
  bool shared;        /* the tables are an index's, which knows nothing of that filter */
  uint32_t version;
  struct dfmti_buf properties, start; /* of dfmt_pair; the header's bytes, to tell when a stream begins again */
  uint64_t next_number, next_blob;
  struct dfmti_definitions tables;
  struct dfmti_pending pending;
  struct dfmti_call stray;   /* stands for a call that is not pending, while its leave is read */
  struct dfmti_call *handed; /* off the list, but in the caller's hands */

  /* The event being read. */
  struct dfmti_call *call; /* NULL: at its first byte */
  struct {
    size_t n_nodes, n_args, ret, first_frame, n_frames;
    uint64_t stored_flags;
    uint32_t present;
  } entered;          /* of a call whose leave is being read, should that be cut */
  bool handed_stays;  /* `handed` is still pending */
  bool thread_told;   /* that a thread number is a call detail */
  bool leaving, keep; /* keep: values go to the call, else they are passed over */
  uint64_t shift;     /* an address in the window plus this is an offset in the event stream, modulo 2^64 */
  uint64_t event_offset;
  uint64_t leave_length;
  struct dfmti_open_value *open; /* values around the one being read */
  size_t depth, cap_open;
  uint64_t frames_left; /* of a backtrace being read */
  uint64_t pass;        /* bytes of a string or blob that nobody wants */
  uint64_t blob_left;   /* bytes of the payload */
  size_t lent;          /* bytes of the window handed out, to be consumed by the next call */
  size_t want;          /* bytes that are needed to go on */
  size_t tried;         /* bytes that were there when it was found short */
  struct {
    size_t mark, job; /* of the index; pending calls that were read */
    bool opened, positioned, header_out;
    bool skipping; /* until `number`, a call or frame */
    uint32_t what;
    uint64_t number, frames;
  } seek;
  struct dfmti_suspect {
    bool on; /* something is odd: there may be no calls from here on */
    uint64_t offset, number;
  } suspect;
  uint64_t ahead_end;   /* offset: the end of the last blob that went ahead */
  uint64_t claimed_end; /* offset: the end at least of what is above MAX_RECORD, by its length */
  dfmt_status ended;    /* why there are no more data: END or an error */
  struct dfmti_errors end_error;
  bool search;           /* after damage of the stream itself: look for a restart */
  uint64_t fault_offset; /* of that damage */
  struct dfmti_gap {
    bool on;                         /* definitions may have been lost */
    bool never;                      /* the reader wants none: it builds an index */
    bool event;                      /* it began with a malformed event */
    bool jump, ended;                /* the next chunk is to be looked for; no more bytes follow those in the window */
    uint64_t from, unseen;           /* where it began; bytes lost at most that offsets do not count */
    uint64_t looked_at, work, calls; /* in all: bytes, steps, calls left out */
    uint64_t back;                   /* bytes gone back, in all */
    uint64_t known;                  /* calls from this number on were all seen */
    uint64_t no_start;               /* offset: no stream begins in the window before that */
    struct dfmti_definition unknown; /* stands for functions that were lost */
  } gap;
};

/* Offset in the event stream of a place in its window; to be preceded by dfmti_apitrace_look() once it has moved. */
static inline uint64_t dfmti_apitrace_offset(const struct dfmti_apitrace_reader *s, const uint8_t *p) {
  return s->shift + (uintptr_t)p;
}

/* The offset that is reported: where streams were in turn, one in the event stream in the order of the file. */
static inline uint64_t dfmti_apitrace_told(const struct dfmti_apitrace_reader *s, uint64_t offset) {
  return dfmti_apitrace_turns_told(&s->in.turns, offset);
}

/* The window's bytes, from here on. */
static inline const uint8_t *dfmti_apitrace_look(struct dfmti_apitrace_reader *s, const uint8_t **end) {
  const uint8_t *p = dfmti_window_ptr(s->in.win);
  s->shift = dfmti_window_offset(s->in.win) - (uintptr_t)p;
  *end = p + dfmti_window_len(s->in.win);
  return p;
}

/* Keeps what a call was before its leave, should that be cut. */
static inline void dfmti_apitrace_remember(struct dfmti_apitrace_reader *s, const struct dfmti_call *c) {
  s->entered.n_nodes = c->n_nodes;
  s->entered.n_args = c->n_args;
  s->entered.ret = c->ret;
  s->entered.stored_flags = c->stored_flags;
  s->entered.present = c->present;
  s->entered.first_frame = c->first_frame;
  s->entered.n_frames = c->n_frames;
}

/* What the window is about to move from under pending calls becomes their own. OK, E_NOMEM, E_LIMIT. */
static inline dfmt_status dfmti_apitrace_secure(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  bool ok = dfmti_apitrace_pending_secure(&r->in.mem, &s->pending) &&
            (!s->call || dfmti_apitrace_call_secure(&r->in.mem, s->call));
  return ok ? DFMT_OK : dfmti_fail_mem(&r->in.err, &r->in.mem);
}

/*
 * In salvage: whether events can be looked for. An index's tables know nothing of what was lost, and it wants no gaps.
 */
static inline bool dfmti_apitrace_may_search(const dfmt_reader *r, const struct dfmti_apitrace_reader *s) {
  bool phase = s->phase == PHASE_EVENT || s->phase == PHASE_BLOB || s->phase == PHASE_GAP;
  return r->in.recover && !s->shared && !s->gap.never && phase;
}

/*
 * What the short way does not know: calls that use what was lost are marked, suspicious ones are checked, and where
 * streams were in turn offsets are converted.
 */
static inline bool dfmti_apitrace_has_short_way(const struct dfmti_apitrace_reader *s) {
  return s->form == DFMT_APITRACE_FORM_CALLS && s->version >= 4 && !s->gap.on && !s->suspect.on &&
         !s->in.turns.joints.len;
}

#endif
