/* SPDX-License-Identifier: MIT */
/*
 * Internals of repair: two passes over an input that can be read twice. The first one checks everything and reports
 * damage; the second one lists, as steps of convert's output, what to do with each event.
 */
#ifndef DFMTO_REPAIR_H
#define DFMTO_REPAIR_H

#include <diagfmt/ops/repair.h>

#include "base/utf8.h"
#include "convert/output.h"
#include "entry/entry.h"

struct dfmto_repair;

/* Result of the first pass for a value. */
struct dfmto_repair_value {
  dfmt_status status; /* OK, or why it ends early */
  uint32_t number;    /* DFMT_ERR_*, if so */
  uint64_t decoded;   /* decoded bytes */
  uint64_t text;      /* of these, from the start, valid UTF-8 */
};

/* Functions of a format. Those that are NULL have nothing to do. Each may be called again after E_*. */
struct dfmto_repair_format {
  uint32_t format;
  bool checks;   /* the first pass decodes values */
  bool verbatim; /* an undamaged input is copied byte for byte */
  size_t state_size;
  /* Takes an event of the first pass. */
  dfmt_status (*look)(struct dfmto_repair *r, const dfmt_event *ev);
  /* Takes a diagnostic of it, which was noted. */
  void (*diagnostic)(struct dfmto_repair *r, const dfmt_diagnostic *d);
  /* After the first pass: may choose another way to read, or another such pass: r->again. */
  dfmt_status (*looked)(struct dfmto_repair *r);
  /* Lists the steps for an event of the second pass. */
  dfmt_status (*event)(struct dfmto_repair *r, const dfmt_event *ev);
  /* The same after the last one. */
  dfmt_status (*end)(struct dfmto_repair *r);
  /* Notes the repairs, if something was damaged. */
  dfmt_status (*tell)(struct dfmto_repair *r);
  /* Sets the writer's options from the first event. */
  void (*prepare)(struct dfmto_repair *r, const dfmt_event *first);
  void (*close)(struct dfmto_repair *r);
};

/* Next step after a pass: the first from LOOKED on, the second from END on. */
enum dfmto_repair_phase {
  DFMTO_REPAIR_LOOKED,
  DFMTO_REPAIR_CHOOSE,
  DFMTO_REPAIR_VERBATIM, /* copies the bytes, without a second pass */
  DFMTO_REPAIR_END,
  DFMTO_REPAIR_LAST_STEPS,
  DFMTO_REPAIR_FINISH,
  DFMTO_REPAIR_TELL,
  DFMTO_REPAIR_OVER
};

enum { DFMTO_REPAIR_START = 16384 }; /* bytes of a value that the first pass stores */

struct dfmto_repair {
  struct dfmto_convert_output out; /* first, as in convert */
  dfmt_op *op;
  enum dfmto_repair_phase phase;
  const struct dfmto_repair_format *how; /* NULL: not known yet */
  const struct dfmto_entry_format *entries;
  void *state;
  dfmt_source *source; /* seekable */
  dfmt_source *copied; /* of VERBATIM */
  dfmt_str piece;      /* of that source, not yet written */
  bool writes;         /* in the second pass */
  bool over;           /* this pass has reported what it skipped */
  bool again;          /* another first pass follows */
  bool said;           /* the steps for the current event are listed */
  struct dfmto_repair_value value;
  struct dfmti_utf8 utf8;
  struct dfmti_buf start; /* start of the value */
  struct dfmti_buf key_room;
  bool quiet;       /* the pass compares without reporting */
  bool damaged;     /* repairable damage was found */
  uint64_t skipped; /* bytes, in the first pass */
  char buffer[16384];
};

static inline struct dfmto_repair *dfmto_repair_of(dfmt_op *op) { return op->state; }

/* Fails if something could not be made; returns st. OK: it was made. */
dfmt_status dfmto_repair_made(struct dfmto_repair *r, dfmt_status st, const char *what);

/* Replaces the operation's reader by one with an option of its own. */
dfmt_status dfmto_repair_reader(struct dfmto_repair *r, uint32_t key, uint64_t value);

/* Notes what is done with an event, with its offset and key. bytes UINT64_MAX: none. */
dfmt_status dfmto_repair_note(struct dfmto_repair *r, const dfmt_event *ev, dfmt_str key, uint64_t bytes,
                              const char *what);

/* Notes "repaired: …". */
dfmt_status dfmto_repair_sum(struct dfmto_repair *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

extern const dfmt_option dfmto_repair_options[];
extern const struct dfmto_kind dfmto_repair_kind;

#endif
