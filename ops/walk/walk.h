/* SPDX-License-Identifier: MIT */
/*
 * Internals of walks. Archives, one in another, are read forward, each but the first from a copy:
 *
 *   level 0: the input --its files--> level 1: a copy of an archive among them --its files--> …
 */
#ifndef DFMTO_WALK_H
#define DFMTO_WALK_H

#include <diagfmt/ops/walk.h>

#include "archive.h"
#include "op/op.h"

enum { DFMTO_WALK_LEVELS = 5 }; /* the input, and archives in it, one in another */

/* What a file is, and how far it was looked at. */
struct dfmto_walk_look {
  uint32_t format; /* 0: not recognised */
  bool archive;    /* it holds a file */
  bool own;        /* the format takes the archive, not a file in it */
  bool several;    /* it holds another, if that was asked for */
  uint32_t stage;
  dfmt_probe best, inner; /* of the file; inside its wrappings */
  dfmt_reader *reader;
  struct dfmto_walk_archive files;
};

/*
 * s can seek. counts: asks for `several`. Goes on with x where it stopped, at first zeroed. AGAIN, E_NOMEM, E_LIMIT,
 * E_IO; damage is none of its errors.
 */
dfmt_status dfmto_walk_look(dfmt_op *op, dfmt_source *s, bool counts, struct dfmto_walk_look *x);

/* Forgets it all. */
void dfmto_walk_look_end(struct dfmto_walk_look *x);

/* Whether what starts with these bytes may be an archive, not taken by a format unless it is entered. */
bool dfmto_walk_begins(dfmt_op *op, const void *start, uint64_t n, uint32_t flags);

struct dfmto_walk_level {
  struct dfmto_spool copy;           /* not of the input */
  struct dfmto_walk_archive archive; /* its files */
  size_t prefix;                     /* bytes of the prefix of their names */
  bool report;                       /* of a format of its own */
  bool damaged;                      /* that was told */
};

struct dfmt_walk {
  dfmt_op *op; /* the current file is its spool */
  uint32_t flags, stage;
  size_t most;              /* levels */
  dfmt_source *input;       /* that can seek; NULL: not begun */
  struct dfmto_spool whole; /* a copy of it */
  struct dfmto_walk_level level[DFMTO_WALK_LEVELS];
  size_t n;
  struct dfmti_buf name;
  struct dfmto_walk_look itself, look; /* of the input; of the current file */
  bool cut;                            /* the current file is damaged */
  bool copied;                         /* it was, or is in no format */
  bool enters;                         /* what is in it comes next */
  bool any;                            /* one was recognised, or an error told */
  dfmt_status held;                    /* why it is cut, told after it */
  struct dfmti_errors error;
};

#endif
