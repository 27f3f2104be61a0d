/* SPDX-License-Identifier: MIT */
/*
 * Reading zip files, forward or by the directory (spec 3). Knows nothing of bug reports, but "spec N.N" is a section of
 * docs/spec/bugreport.md, which describes zip as well. Bytes come through the stream's window, which a pass by the
 * directory points at other places:
 *
 *   open -> next -> [chunk | stored | pass] -> next … -> END
 *
 * Forward (read.c) local headers follow each other; sizes that stand after the data are found by inflating. By the
 * directory (directory.c) all records are read first, checked against each other, and entries are gone to.
 *
 * The functions that read an entry's data report its faults, with the stream's error filled in; faults of the
 * structure end a strict pass, and are notes in salvage, which goes on at the next place that makes sense.
 */
#ifndef DFMTI_ZIP_H
#define DFMTI_ZIP_H

#include "base/digest.h"
#include "base/little_endian.h"
#include "codec/deflate.h"
#include "io/stream.h"

/* Decoded bytes from which the ratio counts (spec 10.7): deflate makes up to 1,032 of one, and of zeros it does. */
enum { DFMTI_ZIP_RATIO_FROM = 256 << 20 };
enum { DFMTI_ZIP_OUT = 131072 }; /* bytes inflated at a time: what is checked and scanned next is still in the cache */

/* Bits of an entry's flags as stored (spec 3.3). */
enum { DFMTI_ZIP_ENCRYPTED = 1, DFMTI_ZIP_DESCRIPTOR = 8, DFMTI_ZIP_UTF8 = 0x800 };
enum { DFMTI_ZIP_STORED = 0, DFMTI_ZIP_DEFLATED = 8 };

/* One entry. Strings live until the next entry is asked for. */
struct dfmti_zip_entry {
  dfmt_str name, extra, comment;
  uint32_t flags, method, needed, made_by, attributes, crc;
  uint32_t date, time;   /* DOS */
  uint64_t stored, size; /* bytes, if `sized` */
  uint64_t header, data; /* offsets in the file */
  bool sized;            /* stored, size and crc are known */
  bool listed;           /* by the directory: made_by, attributes, comment are known */
  bool zip64;            /* 64-bit sizes in the local header, or in the directory */
  bool overlaps;         /* by the directory: an entry before it in the file has some of its bytes */
  bool refused;          /* and entries have shared too many: it is not read */
  bool placed;           /* `data` is known: the local header was there */
  bool truncated;        /* its data end too early, or are damaged */
};

/* What the directory says of an entry: enough to find it again. */
struct dfmti_zip_record {
  uint64_t header, end; /* offsets in the file: of the local header, and the least where the data can end */
  size_t at;            /* of the central record in `directory` */
  bool overlaps;        /* an entry before it in the file has some of these bytes */
  bool refused;         /* those before it have so many of these that it is not read */
};

enum { DFMTI_ZIP_END64_SIZE = 56 }; /* bytes of a record */

/* Bytes at a place of the file, as far as they are read. */
struct dfmti_zip_look {
  uint8_t bytes[DFMTI_ZIP_END64_SIZE];
  size_t n;
  bool ended; /* the file has no more there */
};

enum dfmti_zip_place {
  ZIP_BETWEEN,
  ZIP_IN_DATA,
  ZIP_AT_DESCRIPTOR,
  ZIP_BEHIND_DATA,
  ZIP_IN_DIRECTORY,
  ZIP_TRAILING,
  ZIP_ENDED
};

struct dfmti_zip {
  bool by_directory;   /* entries come from `records` */
  bool quiet;          /* entries are looked at ahead: their faults are told when they come */
  uint64_t ratio;      /* decoded : stored, 0: any */
  uint64_t ratio_from; /* decoded bytes from which it counts */
  uint64_t max_entries;
  /* The directory, if it is used. */
  struct dfmti_buf directory, records;
  size_t n_records;
  uint32_t stage;           /* of reading it */
  uint64_t start, size;     /* where it stands in the file */
  uint64_t total, trailing; /* bytes of the file; of these after the zip */
  uint64_t leading;         /* bytes before the zip's start; offsets of records have it added */
  uint64_t claimed;         /* entries, as its end says */
  dfmt_str comment;         /* borrowed from `tail` */
  struct dfmti_buf tail;
  size_t candidates;               /* bytes of the tail in which its end record is still to be found */
  struct dfmti_zip_look looks[3];  /* what is read to judge the current one, in this order */
  size_t n_looks;                  /* used by the current call */
  uint64_t skipped;                /* bytes passed over since the last entry, not told yet */
  bool lost;                       /* where the next header stands is not known */
  bool damaged;                    /* forward: something was passed over, so that entries may be missing */
  struct dfmti_digest met, listed; /* forward: sums of digests of entries, as met and as the directory lists them */
  /* The current entry. */
  struct dfmti_zip_entry e;
  struct dfmti_buf strings; /* name and extra of a local header */
  enum dfmti_zip_place place;
  uint64_t index;      /* of the next entry */
  uint64_t used, made; /* of its data: bytes of the file, bytes decoded */
  uint64_t mark;       /* of its data: where the block that is being inflated ends */
  size_t fed;          /* of that block, which is in the window: bytes that the inflater has taken */
  uint32_t crc;        /* of those */
  size_t lent;         /* bytes of the window handed out, to be consumed by the next call */
  bool bounded;        /* its stored size was known before its data */
  bool untold;         /* no fault had been found in its data when they began to be passed */
  bool by_size;        /* what is left of its data is passed by that size */
  bool inflating;      /* the inflater is set up for it */
  struct dfmti_inflate *inflate;
  uint8_t *out;       /* DFMTI_ZIP_OUT bytes */
  dfmt_status failed; /* of its data: told when all before it is out */
  struct dfmti_errors error;
};

/* ---- read.c ---- */

/* Begins; the window stands at the start of the file. Buffers are kept. Finds no fault: the first next() does. */
void dfmti_zip_open(struct dfmti_zip *z, uint64_t ratio, uint64_t max_entries);
void dfmti_zip_close(struct dfmti_stream *in, struct dfmti_zip *z);

/*
 * The next entry in z->e; what is left of the last one's data is passed over, unchecked where that can be. END: no
 * more. Strict: E_FORMAT, E_TRUNCATED for what ends the pass.
 */
dfmt_status dfmti_zip_next(struct dfmti_stream *in, struct dfmti_zip *z);

/* Reads the local header at the window's position into z->e. END: none is there, or not all of it. */
dfmt_status dfmti_zip_local(struct dfmti_stream *in, struct dfmti_zip *z);

/* ---- data.c ---- */

/*
 * The entry's content: up to cap bytes at buf. *got > 0 with OK. END: complete, checked. E_FORMAT, E_CHECKSUM,
 * E_TRUNCATED, E_UNSUPPORTED (encrypted, or a method that is unknown): the content ends here; next() may go on.
 */
dfmt_status dfmti_zip_read(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got);

/* The same in pieces of its own, borrowed until the next call. */
dfmt_status dfmti_zip_chunk(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len);

/*
 * The start of the content, up to cap bytes, before anything of it was read: nothing is used up, and what cannot be
 * decoded is not there. OK, or what reading says.
 */
dfmt_status dfmti_zip_peek(struct dfmti_stream *in, struct dfmti_zip *z, uint8_t *buf, size_t cap, size_t *got);

/* Whether the content can be decoded: placed, not encrypted, of a known method. */
bool dfmti_zip_is_readable(const struct dfmti_zip_entry *e);

/* The bytes as they are stored, to the end of which only sizes or inflating lead. */
dfmt_status dfmti_zip_stored(struct dfmti_stream *in, struct dfmti_zip *z, const uint8_t **ptr, size_t *len);

/* Passes over what is left of the data. */
dfmt_status dfmti_zip_pass(struct dfmti_stream *in, struct dfmti_zip *z);

/* ---- directory.c ---- */

/*
 * Reads the directory and turns to it. END: there is none, or none that can be used, and the window stands where it
 * stood: go forward. E_FORMAT, E_LIMIT; faults of single entries are told by next().
 */
dfmt_status dfmti_zip_directory(struct dfmti_stream *in, struct dfmti_zip *z);

/* The place of the first entry of that name; SIZE_MAX: none. By the directory only. */
size_t dfmti_zip_find(const struct dfmti_zip *z, const void *name, uint64_t len);

/* What the directory says of the entry at a place; false: after the last one. */
bool dfmti_zip_at(const struct dfmti_zip *z, size_t place, struct dfmti_zip_entry *e);

/* Makes the entry of that place the one that next() gives. */
void dfmti_zip_go(struct dfmti_zip *z, size_t place);

/* Takes the central record at a place of the directory apart. false: it is none, or is cut. next: after it. */
bool dfmti_zip_central(const struct dfmti_zip *z, size_t at, struct dfmti_zip_entry *e, size_t *next);

/* ---- fault.c ---- */

/* A fault of the structure: the end of a strict pass, a note in salvage (OK). */
dfmt_status dfmti_zip_fault(struct dfmti_stream *in, dfmt_status st, uint32_t number, uint64_t offset,
                            const char *what);

/* The same of the current entry, which is named. */
dfmt_status dfmti_zip_entry_fault(struct dfmti_stream *in, const struct dfmti_zip *z, dfmt_status st, uint32_t number,
                                  const char *what);

/* The entry's name as messages show it, in out. */
const char *dfmti_zip_shown(const struct dfmti_zip *z, char out[64]);

/* ---- check.c ---- */

/*
 * Forward: over the directory to the end of the file, and whether it lists just what was met. END: all is said. Strict:
 * E_FORMAT, E_TRUNCATED.
 */
dfmt_status dfmti_zip_check(struct dfmti_stream *in, struct dfmti_zip *z);

/* Forward: counts the current entry in, whose data were read or passed over. */
void dfmti_zip_meet(struct dfmti_stream *in, struct dfmti_zip *z);

/* ---- record.c: single records ---- */

/* Bytes of records, without what is of any length. */
enum { DFMTI_ZIP_LOCAL_SIZE = 30, DFMTI_ZIP_CENTRAL_SIZE = 46, DFMTI_ZIP_END_SIZE = 22, DFMTI_ZIP_LOCATOR_SIZE = 20 };
enum { DFMTI_ZIP_EXTRA_ZIP64 = 1 };
enum {
  DFMTI_ZIP_SIG_LOCAL = 0x04034b50,
  DFMTI_ZIP_SIG_CENTRAL = 0x02014b50,
  DFMTI_ZIP_SIG_END = 0x06054b50,
  DFMTI_ZIP_SIG_END64 = 0x06064b50,
  DFMTI_ZIP_SIG_LOCATOR = 0x07064b50,
  DFMTI_ZIP_SIG_DESCRIPTOR = 0x08074b50
};

static inline uint32_t dfmti_zip_u16(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t dfmti_zip_u32(const uint8_t *p) { return dfmti_load_le32(p); }
static inline uint64_t dfmti_zip_u64(const uint8_t *p) { return dfmti_load_le64(p); }

/* Whether a zip begins here, with an entry or, if it has none, with its end. */
static inline bool dfmti_zip_begins(const uint8_t *p, size_t n) {
  return n >= 4 && (dfmti_zip_u32(p) == DFMTI_ZIP_SIG_LOCAL || dfmti_zip_u32(p) == DFMTI_ZIP_SIG_END);
}

/* Fixed part, name and extra of a local header, all of which is there. */
void dfmti_zip_parse_local(const uint8_t *p, struct dfmti_zip_entry *e);
/* The same of a central record, with its comment. */
void dfmti_zip_parse_central(const uint8_t *p, struct dfmti_zip_entry *e);

/*
 * Bytes of the data descriptor at p for an entry of which `used` bytes were read and `made` decoded with `crc`: the
 * first of the readings (signature or not, sizes of 4 or 8, spec 3.5) that fits; fills e. 0: none does; then fills e
 * from the likeliest. n >= 24, or as many as there are.
 */
size_t dfmti_zip_descriptor(const uint8_t *p, size_t n, struct dfmti_zip_entry *e, uint64_t used, uint64_t made,
                            uint32_t crc);

#endif
