/* SPDX-License-Identifier: MIT */
/*
 * Convert from the inside. What is to be done with an event its format says as steps, which cannot fail half-way; each
 * is one call of the writer or reader, that can be tried again. Until its steps are done the event stays the reader's
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

/* What was asked for, in the numbers of a format. */
struct dfmto_convert_recipe {
  uint32_t variant;   /* DFMT_<FORMAT>_VARIANT_*, 0: as it is */
  uint32_t container; /* 0: as it is */
  bool recode;        /* values are to be compressed as `compression` says */
  bool again;         /* so are those that are compressed in that way: a level, or threads, is to have an effect */
  uint32_t compression;
  uint32_t log_format; /* 0: as it is */
};

/* What convert knows of a format. Functions that are NULL have nothing to do. */
struct dfmto_convert_format {
  uint32_t format;
  const char *compression; /* the member that tells how a value is compressed; NULL: "compression" */
  bool is_text;            /* names can be taken out of what is written */
  size_t state_size;       /* bytes of c->state, zeroed */
  /* The writer's options, by the first event, NULL: there is none. */
  void (*prepare)(struct dfmto_convert *c, const dfmt_event *first);
  /*
   * What is written may be compressed at the level that is asked for, and by threads; by the first event, NULL: there
   * is none. Functions that are NULL: it never is.
   */
  bool (*levels)(const struct dfmto_convert *c, const dfmt_event *first);
  bool (*threads)(const struct dfmto_convert *c, const dfmt_event *first);
  /* Something inside of entries is to change, so that the reader must tell it apart. */
  bool (*changes_parts)(const struct dfmto_convert *c);
  /* Something is asked for that only the end of input tells. */
  bool (*needs_end)(const struct dfmto_convert *c);
  /*
   * Says what to do with an event, which is no diagnostic; wanted: it was selected. The same call may come again, with
   * the steps and notes of the first gone. NULL: entries are copied, or written anew as anew() says.
   */
  dfmt_status (*event)(struct dfmto_convert *c, const dfmt_event *ev, bool wanted);
  /* After the last event: notes. The same call may come again. */
  dfmt_status (*finish)(struct dfmto_convert *c);
  void (*close)(struct dfmto_convert *c);
  /* The body with which an entry's value is written anew, compressed as the recipe says or else as it was. */
  void (*anew)(const struct dfmto_convert_recipe *r, const dfmt_event *ev, union dfmto_convert_body *out);
  /* The recipe wants it compressed in another way. */
  bool (*differs)(const struct dfmto_convert_recipe *r, const dfmt_event *ev);
  /* This variant needs its records in an order of its own, of equal keys only the last. */
  bool (*ordered)(const struct dfmto_convert_recipe *r);
  /* Fills what before() needs. */
  dfmt_status (*rank)(struct dfmto_convert *c, const dfmt_event *ev, struct dfmto_convert_item *item);
  /* Order of the output: below, at or above 0. NULL: there is none. */
  int (*compare)(const struct dfmto_convert_item *a, const struct dfmto_convert_item *b);
  /* Makes one file of all inputs, with names known before; goes on where it stopped. NULL: it is never needed. */
  dfmt_status (*remake)(struct dfmto_convert *c);
};

/* How the input is read. */
enum dfmto_convert_route {
  DFMTO_CONVERT_BY_EVENT, /* one after the other */
  DFMTO_CONVERT_BY_PLAN,  /* in another order */
  DFMTO_CONVERT_REMAKE    /* with names known before */
};

/* What comes next at its end. */
enum dfmto_convert_phase {
  DFMTO_CONVERT_READ, /* what is not read by event */
  DFMTO_CONVERT_TELL,
  DFMTO_CONVERT_FINISH,
  DFMTO_CONVERT_REDACT, /* names */
  DFMTO_CONVERT_OVER
};

/* An entry of the input, where their order or choice depends on all of them. */
struct dfmto_convert_item {
  const struct dfmto_convert_format *how;
  dfmt_str key;
  uint64_t key_at;         /* where it stands among all keys */
  uint64_t offset, length; /* of the record; length UINT64_MAX: to the end */
  uint64_t line;           /* of its start, 0: unknown */
  uint64_t place;          /* in the file, from 0 */
  uint32_t rank, group;    /* for compare() */
  bool dropped;
};

struct dfmto_convert_plan;

struct dfmto_convert {
  struct dfmto_convert_output out; /* first: what repair has as well */
  dfmt_op *op;
  enum dfmto_convert_route route;
  enum dfmto_convert_phase phase;
  struct dfmto_convert_recipe recipe;
  const struct dfmto_convert_format *how; /* NULL: not known yet */
  const struct dfmto_entry_format *entries;
  struct dfmto_select select;
  bool chosen, wanted;                            /* chosen: it is known whether the current event is wanted */
  bool said;                                      /* what is done with it */
  bool about_calls;                               /* what is asked for fits calls, not samples */
  bool redacts;                                   /* names are to be taken out */
  struct dfmto_convert_redact redact;             /* of a text, once it is written */
  struct dfmto_convert_placeholders placeholders; /* of a profile */
  const dfmt_event *ev;                           /* the current one; NULL: none */
  struct dfmti_buf key_room;
  void *state; /* the format's, or that of its remake */
  size_t state_size;
  size_t n_notes;                /* before the current event, or the end, was told of */
  union dfmto_convert_body body; /* that is written for it */
  bool refused;                  /* for good */
  bool seekable;                 /* the input is read through dfmto_seekable() */
  enum dfmto_entry_way way;
  struct dfmto_convert_plan *plan;
};

static inline struct dfmto_convert *dfmto_convert_of(dfmt_op *op) { return op->state; }

/* What was asked for in the numbers of a format. false: it does not know one of the words. */
bool dfmto_convert_recipe_for(const dfmt_op *op, const struct dfmto_convert_format *how,
                              struct dfmto_convert_recipe *r);

/* What was asked for cannot be: E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED. */
dfmt_status dfmto_convert_refuse(dfmt_op *op, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says how an entry is written that has no way of its own. */
dfmt_status dfmto_convert_entry(struct dfmto_convert *c, const dfmt_event *ev);

/* Goes through the entries of the input in another order. */
dfmt_status dfmto_convert_plan_run(struct dfmto_convert *c);
void dfmto_convert_plan_free(struct dfmto_convert *c);

/* The writer begins; first: the first event of what it writes, NULL: there is none. */
dfmt_status dfmto_convert_open(struct dfmto_convert *c, const dfmt_event *first);

dfmt_status dfmto_convert_rows(dfmt_op *op, dfmt_rows **out);

#endif
