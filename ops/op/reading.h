/* SPDX-License-Identifier: MIT */
/* Reading the inputs of an operation, one after the other with one reader, or two side by side. */
#ifndef DFMTO_READING_H
#define DFMTO_READING_H

#include <diagfmt/event.h>

#include "op.h"

/*
 * A reader for an operation that has none yet, with its configuration. It is op->reader, which dfmt_op_limit() knows
 * and dfmt_op_free() frees. OK, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_reader(dfmt_op *op);

/*
 * Takes one of two inputs in hand that are read side by side: each has a reader of its own, and an event of one stays
 * while the other is read.
 */
void dfmto_turn(dfmt_op *op, size_t input);

/* Opens a source with it; as dfmt_reader_open(), with the error as the operation's. */
dfmt_status dfmto_open(dfmt_op *op, dfmt_source *s);

/* The same from the start of a source that can seek, wherever others have read it to. */
dfmt_status dfmto_reopen(dfmt_op *op, dfmt_source *s);

/*
 * A level, or threads, that was given has something to do: with what is written, or, of threads, with the open input,
 * which the first event makes known. Else E_UNSUPPORTED, which says so.
 */
dfmt_status dfmto_check_level(dfmt_op *op, bool packs);
dfmt_status dfmto_check_threads(dfmt_op *op, bool packs);

/* The level that was given as zlib has it, 0 to 9; standard: if none was. */
int dfmto_zlib_level(const dfmt_op *op, int standard);

/* The next event, as dfmt_reader_next(); now and then progress is told. Errors are the operation's. */
dfmt_status dfmto_next(dfmt_op *op, const dfmt_event **ev);

/* The same for columns of records of a type. */
dfmt_status dfmto_columns(dfmt_op *op, uint32_t type, const dfmt_event **ev);

/* The next piece of the event's value, as dfmt_payload_chunk(); now and then progress is told. */
dfmt_status dfmto_chunk(dfmt_op *op, dfmt_str *piece);

/*
 * Bytes that were read of the open input, as they are stored. What was read at two places, as a zip's entries beside
 * its directory, does not count twice: how much that is depends on how the bytes came.
 */
uint64_t dfmto_bytes_read(const dfmt_op *op);

/* The format of the open input; 0: not known yet. */
uint32_t dfmto_format(const dfmt_op *op);

/*
 * The current input as a source that can seek: itself, or what it holds, copied to the scratch directory or to memory.
 * Belongs to the operation, until the next input is asked for. OK; AGAIN, after which the same call goes on; E_*.
 */
dfmt_status dfmto_seekable(dfmt_op *op, dfmt_source **out);

/*
 * Any other copy, in the scratch directory or in memory: begun, written to its sink, and finished, which makes its
 * source. E_NOMEM, E_IO, which is the operation's error.
 */
dfmt_status dfmto_spool_begin(dfmt_op *op, struct dfmto_spool *to);
/*
 * A sink into it where bytes can be overwritten: headers of entries get their sizes, so that the same zip has the same
 * bytes wherever it is written to. For the caller to free, before the spool.
 */
dfmt_status dfmto_spool_sink(dfmt_op *op, struct dfmto_spool *of, dfmt_sink **out);
/* As dfmt_sink_write() into its sink; what fails, dfmto_fail_as() then tells with the directory and the reason. */
dfmt_status dfmto_spool_write(struct dfmto_spool *to, const void *buf, uint64_t len, uint64_t *taken);
dfmt_status dfmto_spool_finish(dfmt_op *op, struct dfmto_spool *of);

/* Frees what that needed. */
void dfmto_spool_free(struct dfmto_spool *x);

#endif
