/* SPDX-License-Identifier: MIT */
/*
 * Internals of convert. A format describes what to do with an event as a list of steps, which cannot fail half-way;
 * each is one call of the writer or reader that can be repeated. Until its steps are done the event stays the reader's
 * current one.
 */
#ifndef DFMTO_CONVERT_H
#define DFMTO_CONVERT_H

#include <diagfmt/ops/convert.h>

#include "entry/entry.h"
#include "notes.h"
#include "op/op.h"
#include "output.h"
#include "placeholder.h"
#include "redact.h"
#include "select/select.h"
#include "words.h"

struct dfmto_convert;
struct dfmto_convert_item;

/* The caller's options, as numbers of a format. */
struct dfmto_convert_recipe {
  uint32_t variant;   /* DFMT_<FORMAT>_VARIANT_*, 0: unchanged */
  uint32_t container; /* 0: unchanged */
  bool recode;        /* values are recompressed as `compression` says */
  bool again; /* even those that are compressed that way: a level or threads were given, which must have an effect */
  uint32_t compression;
  uint32_t log_format; /* 0: unchanged */
};

/* Functions of a format. A function that is NULL has nothing to do. */
struct dfmto_convert_format {
  uint32_t format;
  const char *compression; /* member with the compression of a value; NULL: "compression" */
  bool is_text;            /* the output is text, which redact.h can redact */
  size_t state_size;       /* bytes of c->state, zeroed */
  /* Sets the writer's options from the first event; NULL: there is none. */
  void (*prepare)(struct dfmto_convert *c, const dfmt_event *first);
  /*
   * Whether the output may be compressed at the level, and by the threads, that were asked for, judged by the first
   * event; NULL: there is none. Functions that are NULL: never.
   */
  bool (*levels)(const struct dfmto_convert *c, const dfmt_event *first);
  bool (*threads)(const struct dfmto_convert *c, const dfmt_event *first);
  /* Parts of entries are to change, so the reader must deliver them separately. */
  bool (*changes_parts)(const struct dfmto_convert *c);
  /* Something was asked for that is known only at the end of the input. */
  bool (*needs_end)(const struct dfmto_convert *c);
  /*
   * Lists the steps for an event that is not a diagnostic; wanted: it was selected. May be called again, with the steps
   * and notes of the first call undone. NULL: entries are copied, or rewritten as anew() says.
   */
  dfmt_status (*event)(struct dfmto_convert *c, const dfmt_event *ev, bool wanted);
  /* After the last event: adds notes. May be called again. */
  dfmt_status (*finish)(struct dfmto_convert *c);
  void (*close)(struct dfmto_convert *c);
  /* Sets the body for rewriting an entry's value, compressed as the recipe says or else as before. */
  void (*anew)(const struct dfmto_convert_recipe *r, const dfmt_event *ev, union dfmto_convert_body *out);
  /* The recipe asks for another compression. */
  bool (*differs)(const struct dfmto_convert_recipe *r, const dfmt_event *ev);
  /* This variant has its records in an order of its own, and of equal keys only the last. */
  bool (*ordered)(const struct dfmto_convert_recipe *r);
  /* Sets what compare() needs. */
  dfmt_status (*rank)(struct dfmto_convert *c, const dfmt_event *ev, struct dfmto_convert_item *item);
  /* Order of the output, as strcmp(). NULL: the order of the input. */
  int (*compare)(const struct dfmto_convert_item *a, const struct dfmto_convert_item *b);
  /* Makes one file of all inputs, whose names are read before; continues where it stopped. NULL: never needed. */
  dfmt_status (*remake)(struct dfmto_convert *c);
  /*
   * The same by time, each input being read once; the first one is at its first event then, c->ev: NULL if that could
   * not be read. NULL: it has none.
   */
  dfmt_status (*merge)(struct dfmto_convert *c);
  /* A limit was changed, of readers that merge() made. */
  void (*limit)(struct dfmto_convert *c, uint32_t key, uint64_t value);
};

/* How the input is read. */
enum dfmto_convert_route {
  DFMTO_CONVERT_BY_EVENT, /* in their order */
  DFMTO_CONVERT_BY_PLAN,  /* in another order */
  DFMTO_CONVERT_REMAKE,   /* with all names read before */
  DFMTO_CONVERT_MERGE     /* several at once, by time */
};

/* The next step at the end of an input. */
enum dfmto_convert_phase {
  DFMTO_CONVERT_READ, /* unless read by event */
  DFMTO_CONVERT_TELL,
  DFMTO_CONVERT_FINISH,
  DFMTO_CONVERT_REDACT, /* redacts names */
  DFMTO_CONVERT_OVER
};

/* An entry of the input, if order or choice depend on all entries. */
struct dfmto_convert_item {
  const struct dfmto_convert_format *how;
  dfmt_str key;
  uint64_t key_at;         /* offset among all keys */
  uint64_t offset, length; /* of the record; length UINT64_MAX: to the end */
  uint64_t line;           /* line of its start, 0: unknown */
  uint64_t place;          /* index in the file, from 0 */
  uint32_t rank, group;    /* for compare() */
  bool dropped;
};

struct dfmto_convert_plan;

struct dfmto_convert {
  struct dfmto_convert_output out; /* first, as in repair */
  dfmt_op *op;
  enum dfmto_convert_route route;
  enum dfmto_convert_phase phase;
  struct dfmto_convert_recipe recipe;
  const struct dfmto_convert_format *how; /* NULL: not known yet */
  const struct dfmto_entry_format *entries;
  struct dfmto_select select;
  bool chosen, wanted;                            /* chosen: `wanted` is set for the current event */
  bool said;                                      /* its steps are listed */
  bool about_calls;                               /* an option applies to calls, not to samples */
  bool redacts;                                   /* names are redacted */
  struct dfmto_convert_redact redact;             /* of a text, after it was written */
  struct dfmto_convert_placeholders placeholders; /* of a profile */
  const dfmt_event *ev;                           /* the current one; NULL: none */
  struct dfmti_buf key_room;
  void *state; /* the format's, or that of its remake */
  size_t state_size;
  size_t n_notes;                /* their number before those of the current event, or of the end */
  union dfmto_convert_body body; /* to write for the current event */
  bool refused;                  /* permanently */
  bool seekable;                 /* the input is read through dfmto_seekable() */
  enum dfmto_entry_way way;
  struct dfmto_convert_plan *plan;
};

static inline struct dfmto_convert *dfmto_convert_of(dfmt_op *op) { return op->state; }

/* Translates the options into numbers of a format. false: it does not know one of the words. */
bool dfmto_convert_recipe_for(const dfmt_op *op, const struct dfmto_convert_format *how,
                              struct dfmto_convert_recipe *r);

/* Fails with E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED: the options cannot be applied. */
dfmt_status dfmto_convert_refuse(dfmt_op *op, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For merge(): begins an event of the operation's reader; and writes it, if it is wanted. The latter can be repeated.
 */
void dfmto_convert_turn_to(struct dfmto_convert *c, const dfmt_event *ev);
dfmt_status dfmto_convert_event(struct dfmto_convert *c, const dfmt_event *ev);

/* Lists the steps for an entry, for formats without steps of their own. */
dfmt_status dfmto_convert_entry(struct dfmto_convert *c, const dfmt_event *ev);

/* Writes the entries of the input in another order. */
dfmt_status dfmto_convert_plan_run(struct dfmto_convert *c);
void dfmto_convert_plan_free(struct dfmto_convert *c);

/* Opens the writer; first: the first event that it writes, NULL: there is none. */
dfmt_status dfmto_convert_open(struct dfmto_convert *c, const dfmt_event *first);

dfmt_status dfmto_convert_rows(dfmt_op *op, dfmt_rows **out);

#endif
