/* SPDX-License-Identifier: MIT */
/*
 * What the event stream is packed in, reading: from the common reader's window to a window of the event stream.
 *
 *   gzip, Zstandard   taken off by the common reader as a wrapper; what is left is RAW
 *   RAW               the common reader's window is the event stream
 *   SNAPPY            chunks, each decompressed in one piece into a window of its own
 *   BROTLI            decoded piece by piece into that window
 */
#ifndef DFMTI_APITRACE_CONTAINER_H
#define DFMTI_APITRACE_CONTAINER_H

#include "apitrace.h"
#include "chunk.h"
#include "core/reader_impl.h"
#include "repeat.h"
#include "turns.h"

struct dfmti_unbrotli;
struct dfmti_ahead;

/* Salvage: what is known of a damaged chunk, and how far the next one was looked for: next_chunk.h. */
struct dfmti_chunk_search {
  bool on;
  size_t length;         /* bytes of the chunk as it says, if the file has as many; 0: not known */
  size_t size;           /* of what it expands to; 0: not known */
  uint64_t passed, work; /* bytes of the file; tags read */
};

struct dfmti_container {
  uint32_t kind;            /* DFMT_APITRACE_CONTAINER_* */
  struct dfmti_window *win; /* the event stream */
  struct dfmti_window own;  /* *win, but for RAW */
  /* the rest is container.c's */
  struct dfmti_unbrotli *brotli;
  struct dfmti_ahead *ahead; /* NULL: no threads */
  struct dfmti_buf chunks;   /* of uint64_t: where chunks begin that are in the window, in salvage */
  uint64_t began;            /* offset in the event stream of the first byte */
  dfmt_status done;          /* sticky END or error, told once what came before it is used up */
  struct dfmti_errors fault; /* of that error */
  struct dfmti_chunk_search search;
  size_t before; /* bytes of the chunk before, which the common window holds, in salvage */
  struct dfmti_appended_search appended;
  struct dfmti_repeat repeat;
  struct dfmti_turns turns;
  uint64_t again, again_at; /* bytes left out, and not told yet; where */
  bool another;             /* salvage: it ended where another file was appended */
  bool alone;               /* its owner's: only the stream that comes first is wanted, as it stands in the file */
};

/* How the input is opened. */
struct dfmti_container_start {
  uint32_t kind;     /* DFMT_APITRACE_CONTAINER_RAW or _BROTLI; all others: by content */
  bool behind_magic; /* SNAPPY: the input begins with a chunk, not with "at" */
  uint64_t offset;   /* of the first byte in the event stream */
};

/*
 * The input begins; its first bytes may be looked at. Keeps memory from the input before. OK, AGAIN (call it again), or
 * the reader's error: E_UNSUPPORTED (the codec is not built in), E_FORMAT (no trace), E_TRUNCATED (less than a magic),
 * E_IO ...
 */
dfmt_status dfmti_apitrace_container_open(dfmt_reader *r, struct dfmti_container *c,
                                          const struct dfmti_container_start *at);

/*
 * Makes at least `want` bytes of the event stream available in c->win; its bytes may move. OK; END: the stream has
 * ended and there are fewer; AGAIN; or the reader's error. Damage is told, and told again, only when all that could be
 * decoded before it is in the window: E_TRUNCATED (the file ends inside a chunk or stream), E_FORMAT, E_CHECKSUM, E_IO.
 * With r->in.recover the readable part of a cut Snappy block is put into the window before its E_TRUNCATED.
 * Chunks that repeat others are left out then, and told. E_NOMEM and E_LIMIT change nothing: call it again.
 */
dfmt_status dfmti_apitrace_container_fill(dfmt_reader *r, struct dfmti_container *c, size_t want);

/*
 * In salvage, once damage was told: drops what is in the window and goes on after the damaged chunk. *unseen: the most
 * bytes that were lost and do not count in offsets, as nobody knows how many they were. OK; END: there is no chunk any
 * more; AGAIN, E_NOMEM, E_LIMIT: call it again; E_IO ...
 */
dfmt_status dfmti_apitrace_container_go_on(dfmt_reader *r, struct dfmti_container *c, uint64_t *unseen);

/*
 * In salvage, once the stream has ended where another file begins, or another process's stream was in turn with it:
 * drops what is in the window, which the other one's stream will fill. false: there is none.
 */
bool dfmti_apitrace_container_another(dfmt_reader *r, struct dfmti_container *c);

/*
 * A Snappy chunk begins at this offset of the event stream, which is the window's first byte or one after it. Only
 * known in salvage (r->in.recover).
 */
bool dfmti_apitrace_container_chunk_begins(const struct dfmti_container *c, uint64_t offset);

/* Frees what it holds. */
void dfmti_apitrace_container_close(dfmt_reader *r, struct dfmti_container *c);

#endif
