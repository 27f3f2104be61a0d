/* SPDX-License-Identifier: MIT */
/*
 * Writing zip files (spec 3 and 9 of docs/spec/bugreport.md). Knows nothing of bug reports. One entry at a time,
 * straight to a sink:
 *
 *   open -> ( begin -> [put … | put_stored …] -> end )* -> finish
 *
 * Where sizes and CRC-32 stand:
 *   known at begin            in the local header
 *   else, the sink can seek   in the local header, overwritten at the end; until then bit 3 is set, as on devices
 *   else                      after the data, bit 3 set; likewise if an entry grew beyond what its header can say
 */
#ifndef DFMTI_ZIP_WRITE_H
#define DFMTI_ZIP_WRITE_H

#include "codec/deflate.h"
#include "codec/deflate_ahead.h"
#include "io/out.h"

enum { DFMTI_ZIP_STEP = 65536 }; /* bytes that put and put_stored take at a time, at most */

/* An entry to be written. Strings are borrowed for begin(). */
struct dfmti_zip_new {
  dfmt_str name, comment;
  uint32_t flags; /* bits of DFMTI_ZIP_ENCRYPTED and DFMTI_ZIP_UTF8 */
  uint32_t method;
  uint32_t made_by, attributes;
  uint32_t date, time; /* DOS */
  bool known;          /* stored, size and crc are what they will be */
  bool raw;            /* the data come as they are to be stored */
  bool large;          /* not known, but zip64's sizes will be needed */
  uint64_t stored, size;
  uint32_t crc;
};

/* What the next entry must know of the output so far. */
struct dfmti_zip_mark {
  size_t directory; /* bytes of it so far */
  uint64_t n;       /* entries */
};

struct dfmti_zip_out {
  uint64_t limit, limit_entries; /* what 32 and 16 bits cannot say */
  bool zip64;                    /* all entries, and the directory, get zip64's fields */
  int level;                     /* of deflate, 1..9, or DFMTI_DEFLATE_FAST */
  uint32_t threads;              /* that deflate, in blocks; 0: none, and an entry is deflated in one piece */
  struct dfmti_zip_mark out;
  struct dfmti_buf directory; /* records made so far; after them, that of the current entry */
  struct dfmti_deflate *deflate;
  struct dfmti_deflate_ahead *ahead; /* with threads */
  /* The current entry. */
  struct dfmti_zip_new e; /* its strings are in the directory already */
  uint64_t header;        /* its place */
  bool patch;             /* its header is overwritten at the end */
  bool wide;              /* its header has zip64's field */
  uint64_t stored, size;  /* bytes so far */
  size_t n_block;         /* with threads: bytes of the block that is being gathered */
  uint32_t crc;
};

void dfmti_zip_out_open(struct dfmti_out *to, struct dfmti_zip_out *z);
void dfmti_zip_out_close(struct dfmti_out *to, struct dfmti_zip_out *z);

/* Puts out a local header. E_NOMEM: nothing is out. */
dfmt_status dfmti_zip_out_begin(struct dfmti_out *to, struct dfmti_zip_out *z, const struct dfmti_zip_new *e);

/* How many bytes put and put_stored take now: no more than a step, and what is left of a block. */
size_t dfmti_zip_out_most(const struct dfmti_zip_out *z);

/* Content of the current entry, at most as many bytes; all is taken, or E_NOMEM and none. */
dfmt_status dfmti_zip_out_put(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n);

/* The same for entries that are `raw`. */
dfmt_status dfmti_zip_out_put_stored(struct dfmti_out *to, struct dfmti_zip_out *z, const uint8_t *p, size_t n);

/*
 * Ends the current entry and lists it; of a raw one with e.size and e.crc as they are by now. If what was `known` has
 * not come true (dfmti_zip_out_is_true()), its local header is right only where the sink can seek.
 */
dfmt_status dfmti_zip_out_end(struct dfmti_out *to, struct dfmti_zip_out *z);

/* Whether sizes and CRC-32 that were given are what came. */
bool dfmti_zip_out_is_true(const struct dfmti_zip_out *z);

/* An entry whose content is at hand; stored as it is. */
dfmt_status dfmti_zip_out_small(struct dfmti_out *to, struct dfmti_zip_out *z, struct dfmti_zip_new *e, const void *p,
                                size_t n);

/* Forgets what was put out since the mark was taken. */
void dfmti_zip_out_cancel(struct dfmti_zip_out *z, const struct dfmti_zip_mark *mark);

dfmt_status dfmti_zip_out_finish(struct dfmti_out *to, struct dfmti_zip_out *z, dfmt_str comment);

#endif
