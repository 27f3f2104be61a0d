/* SPDX-License-Identifier: MIT */
/* The files of a zip or tar archive, in wrappings, too, one by one. A zip is read by its directory where that can be.
 */
#ifndef DFMTO_WALK_ARCHIVE_H
#define DFMTO_WALK_ARCHIVE_H

#include "op/op.h"

enum { DFMTO_WALK_PIECE = 4096 }; /* bytes; a longer name of a file in a tar is cut */

struct dfmto_walk_archive {
  struct dfmti_errors err;
  dfmt_op *op;                              /* its owner; NULL: it is not open */
  dfmt_source *source;                      /* the archive, borrowed */
  dfmt_source *of;                          /* what it is inside its wrappings: its kind, and a tar, are read from it */
  dfmt_reader *reader;                      /* of a zip; NULL: of a tar */
  const struct dfmt_bugreport_entry *entry; /* of a zip, which is to be the current one; NULL: not known yet */
  dfmt_source *file;                        /* the content of the current one */
  struct dfmti_buf name;
  /* A tar: */
  uint8_t piece[DFMTO_WALK_PIECE];
  size_t have;         /* bytes of that */
  uint64_t left, pass; /* bytes of the current file; to be passed over after it */
  uint8_t type;        /* of a header that describes the next file, which `piece` is to get; 0: of none */
  bool known;          /* that it is a tar */
  bool described;      /* the next file has its name */
  bool over;           /* zeros came, which end it */
};

/* s can seek. OK, E_NOMEM. */
dfmt_status dfmto_walk_archive_open(struct dfmto_walk_archive *x, dfmt_op *op, dfmt_source *s);

/*
 * Goes to the next file, whose content is then x->file; folders, and what macOS adds, are none. END: there is none, or
 * it is no archive; AGAIN, E_*: x->err.
 */
dfmt_status dfmto_walk_archive_next(struct dfmto_walk_archive *x);

void dfmto_walk_archive_close(struct dfmto_walk_archive *x);

#endif
