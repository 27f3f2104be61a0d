/* SPDX-License-Identifier: MIT */
/*
 * What the event stream is packed in, writing. Events are appended to `events`; what is complete there is packed block
 * by block, so that the output does not depend on the pieces in which they come:
 *
 *   SNAPPY   "at", a chunk for each MiB (spec 2.2); no levels
 *   GZIP     one member; LEVEL 0..9, default 9, NONE: 0
 *   BROTLI   one stream; LEVEL 0..11, default 11, NONE: 0, as it cannot store
 *   ZSTD     a frame for each 2 MiB and a seek table (spec 2.8, 2.9); LEVEL 1..22, default 3, NONE: 1, likewise
 *   RAW      the events themselves
 */
#ifndef DFMTI_APITRACE_CONTAINER_WRITE_H
#define DFMTI_APITRACE_CONTAINER_WRITE_H

#include "apitrace.h"
#include "core/writer_impl.h"

struct dfmti_deflate;
struct dfmti_brotli;
struct dfmti_zstd;
struct dfmti_packer;

struct dfmti_container_writer {
  struct dfmti_buf events; /* still to be packed; its user appends, and may cut off what it appended since a call */

  /* the rest is container_write.c's */
  const struct dfmti_packer *packer;
  int level;
  size_t packed;           /* bytes of `events` that are out */
  size_t block_left;       /* bytes of the current block that are still to be packed */
  bool in_block, in_last;  /* there is a current block; it is the last */
  bool apart;              /* BROTLI: its events do not belong to the stream's last part */
  bool begun, ended;       /* what goes before the first block is out; so is the last block */
  uint32_t crc;            /* GZIP */
  uint64_t total;          /* bytes packed */
  struct dfmti_buf frames; /* ZSTD: entries of the seek table */
  struct dfmti_deflate *deflate;
  struct dfmti_brotli *brotli;
  struct dfmti_zstd *zstd;
};

/* A new file in the container that the configuration names. OK; E_NOMEM, E_LIMIT; E_UNSUPPORTED: no such codec. */
dfmt_status dfmti_apitrace_container_write_open(dfmt_writer *w, struct dfmti_container_writer *c);

/*
 * Packs all blocks that are full. AGAIN: the sink is full. After AGAIN, E_NOMEM and E_LIMIT the next call goes on where
 * this one stopped, unless it ended the writer: libbrotlienc cannot go on without memory.
 */
dfmt_status dfmti_apitrace_container_write_blocks(dfmt_writer *w, struct dfmti_container_writer *c);

/* Packs the rest, and what ends the file. As above. */
dfmt_status dfmti_apitrace_container_write_finish(dfmt_writer *w, struct dfmti_container_writer *c);

/* Whether a block is full, so that dfmti_apitrace_container_write_blocks() has something to do. */
bool dfmti_apitrace_container_write_due(const struct dfmti_container_writer *c);

/*
 * Whether the events begin so that a reader would take them for a whole Snappy file, which it looks for in gzip and
 * Zstandard.
 */
bool dfmti_apitrace_container_write_mistakable(const struct dfmti_container_writer *c);

/* Frees what it holds. */
void dfmti_apitrace_container_write_close(dfmt_writer *w, struct dfmti_container_writer *c);

#endif
