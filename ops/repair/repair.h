/* SPDX-License-Identifier: MIT */
/*
 * Repair from the inside: two passes over an input that can be read again. The first one looks at everything and tells
 * what is wrong; the second one says, as steps of convert's output, what becomes of each event.
 */
#ifndef DFMTO_REPAIR_H
#define DFMTO_REPAIR_H

#include <diagfmt/ops/repair.h>

#include "base/utf8.h"
#include "convert/output.h"
#include "entry/entry.h"

struct dfmto_repair;

/* What the first pass found of a value. */
struct dfmto_repair_value {
  dfmt_status status; /* OK; why it ends early */
  uint32_t number;    /* DFMT_ERR_*, if so */
  uint64_t decoded;   /* bytes that could be */
  uint64_t text;      /* of these, from the start, that are whole characters of UTF-8 */
};

/* What repair knows of a format. Functions that are NULL have nothing to do. Any may be called again after E_*. */
struct dfmto_repair_format {
  uint32_t format;
  bool checks;   /* values are decoded in the first pass */
  bool verbatim; /* without damage the very bytes of the input are copied */
  size_t state_size;
  /* An event of the first pass. */
  dfmt_status (*look)(struct dfmto_repair *r, const dfmt_event *ev);
  /* A diagnostic of it, which was noted. */
  void (*diagnostic)(struct dfmto_repair *r, const dfmt_diagnostic *d);
  /* The first pass is over: may choose another way to read, or another such pass: r->again. */
  dfmt_status (*looked)(struct dfmto_repair *r);
  /* Says what becomes of an event of the second pass. */
  dfmt_status (*event)(struct dfmto_repair *r, const dfmt_event *ev);
  /* The same after the last one. */
  dfmt_status (*end)(struct dfmto_repair *r);
  /* Notes what was done, if something was damaged. */
  dfmt_status (*tell)(struct dfmto_repair *r);
  /* The writer's options, by the first event. */
  void (*prepare)(struct dfmto_repair *r, const dfmt_event *first);
  void (*close)(struct dfmto_repair *r);
};

/* What comes next where a pass ends: the first from LOOKED on, the second from END on. */
enum dfmto_repair_phase {
  DFMTO_REPAIR_LOOKED,
  DFMTO_REPAIR_CHOOSE,
  DFMTO_REPAIR_VERBATIM, /* the very bytes are copied, without a second pass */
  DFMTO_REPAIR_END,
  DFMTO_REPAIR_LAST_STEPS,
  DFMTO_REPAIR_FINISH,
  DFMTO_REPAIR_TELL,
  DFMTO_REPAIR_OVER
};

enum { DFMTO_REPAIR_START = 16384 }; /* bytes of a value that the first pass keeps */

struct dfmto_repair {
  struct dfmto_convert_output out; /* first, as convert has it */
  dfmt_op *op;
  enum dfmto_repair_phase phase;
  const struct dfmto_repair_format *how; /* NULL: not known yet */
  const struct dfmto_entry_format *entries;
  void *state;
  dfmt_source *source; /* can seek */
  dfmt_source *copied; /* of VERBATIM */
  dfmt_str piece;      /* of that, not written yet */
  bool writes;         /* it is the second pass */
  bool over;           /* this one has told what it passed over */
  bool again;          /* another one looks */
  bool said;           /* what becomes of the current event */
  struct dfmto_repair_value value;
  struct dfmti_utf8 utf8;
  struct dfmti_buf start; /* of the value */
  struct dfmti_buf key_room;
  bool quiet;       /* the pass only compares */
  bool damaged;     /* something is wrong that can be mended */
  uint64_t skipped; /* bytes, by the first pass */
  char buffer[16384];
};

static inline struct dfmto_repair *dfmto_repair_of(dfmt_op *op) { return op->state; }

/* Tells why something could not be made; returns st. OK: it was. */
dfmt_status dfmto_repair_made(struct dfmto_repair *r, dfmt_status st, const char *what);

/* A reader with an option of its own, instead of the operation's. */
dfmt_status dfmto_repair_reader(struct dfmto_repair *r, uint32_t key, uint64_t value);

/* Notes what becomes of an event: at its place, by its key. bytes UINT64_MAX: none. */
dfmt_status dfmto_repair_note(struct dfmto_repair *r, const dfmt_event *ev, dfmt_str key, uint64_t bytes,
                              const char *what);

/* "repaired: …" */
dfmt_status dfmto_repair_sum(struct dfmto_repair *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

extern const dfmt_option dfmto_repair_options[];
extern const struct dfmto_kind dfmto_repair_kind;

#endif
