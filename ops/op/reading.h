/* SPDX-License-Identifier: MIT */
/* Reads the inputs of an operation in order with one reader, or two of them side by side. */
#ifndef DFMTO_READING_H
#define DFMTO_READING_H

#include <diagfmt/event.h>

#include "op.h"

/*
 * Makes op->reader if there is none, with the operation's configuration; dfmt_op_limit() updates it and dfmt_op_free()
 * frees it. OK, E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_reader(dfmt_op *op);

/*
 * Switches between two inputs that are read side by side: each has its own reader, and an event of one stays valid
 * while the other is read.
 */
void dfmto_turn(dfmt_op *op, size_t input);

/* Opens a source; as dfmt_reader_open(), with the error in the operation. */
dfmt_status dfmto_open(dfmt_op *op, dfmt_source *s);

/* The same from the start of a seekable source, whatever its position. */
dfmt_status dfmto_reopen(dfmt_op *op, dfmt_source *s);

/*
 * Checks that a level or threads, if set, have an effect: on the output, or, for threads, on the open input, after its
 * first event. Else fails with E_UNSUPPORTED.
 */
dfmt_status dfmto_check_level(dfmt_op *op, bool packs);
dfmt_status dfmto_check_threads(dfmt_op *op, bool packs);

/* The level as for zlib, 0 to 9; standard: if it is not set. */
int dfmto_zlib_level(const dfmt_op *op, int standard);

/* The next event, as dfmt_reader_next(), with regular progress calls. Errors are the operation's. */
dfmt_status dfmto_next(dfmt_op *op, const dfmt_event **ev);

/* The same for columns of records of a type. */
dfmt_status dfmto_columns(dfmt_op *op, uint32_t type, const dfmt_event **ev);

/* The next piece of the event's value, as dfmt_payload_chunk(), with regular progress calls. */
dfmt_status dfmto_chunk(dfmt_op *op, dfmt_str *piece);

/*
 * Bytes read of the open input, in stored form. Reads at a second position, as for a zip's directory, are not counted,
 * as their number depends on how the bytes arrived.
 */
uint64_t dfmto_bytes_read(const dfmt_op *op);

/* The format of the open input; 0: not known yet. */
uint32_t dfmto_format(const dfmt_op *op);

/*
 * The current input as a seekable source: itself, or a copy of its content in the scratch directory or in memory. Owned
 * by the operation, valid until the next input is requested. OK; AGAIN: the next call continues; E_*.
 */
dfmt_status dfmto_seekable(dfmt_op *op, dfmt_source **out);

/*
 * Copies a source to op->spool, which is empty or was begun with it; as far as it gets. AGAIN: the next call continues;
 * E_UNSUPPORTED with DFMT_ERR_UNKNOWN_FORMAT: it is longer than tells a format, and in none.
 */
dfmt_status dfmto_spool_copy(dfmt_op *op, dfmt_source *from);

/*
 * Any other copy, in the scratch directory or in memory: begin, write to its sink, and finish, which makes its source.
 * E_NOMEM, E_IO, in the operation's error.
 */
dfmt_status dfmto_spool_begin(dfmt_op *op, struct dfmto_spool *to);
/*
 * A sink for it that can overwrite bytes: headers of entries get their sizes, so that a zip has the same bytes wherever
 * it is written to. The caller frees it before the spool.
 */
dfmt_status dfmto_spool_sink(dfmt_op *op, struct dfmto_spool *of, dfmt_sink **out);
/* As dfmt_sink_write() to its sink; after a failure dfmto_fail_as() reports the directory and the reason. */
dfmt_status dfmto_spool_write(struct dfmto_spool *to, const void *buf, uint64_t len, uint64_t *taken);
dfmt_status dfmto_spool_finish(dfmt_op *op, struct dfmto_spool *of);

/* Frees its resources. */
void dfmto_spool_free(struct dfmto_spool *x);

#endif
