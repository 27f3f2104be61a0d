/* SPDX-License-Identifier: MIT */
/*
 * Writers: bodies and payloads to bytes. A record is one put(), or begin(), payload() …, end(). Limits are those of the
 * configuration, until dfmt_writer_limit() changes them.
 *
 * A call that returned AGAIN (the sink is full) did nothing, or, for payload(), what *taken says: repeat it. The same
 * holds for E_NOMEM and E_LIMIT, unless part of the output has already gone to the sink. In that case, and after E_IO
 * or a failure of the sink, the writer is finished and returns the same error again. E_ARG, E_STATE and records that
 * the format refuses are not final: a refused record leaves no trace if none of it has gone to the sink. E_STATE also
 * after the sink was closed.
 */
#ifndef DIAGFMT_WRITER_H
#define DIAGFMT_WRITER_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>
#include <diagfmt/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A writer: one file at a time, any number in succession. Since 0.1. */
typedef struct dfmt_writer dfmt_writer;

/* Makes a writer of every format, with a copy of c (NULL: defaults). The caller frees it. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_new(const dfmt_config *c, dfmt_writer **out);

/* The same for n formats only (1 to 16, no duplicates), as dfmt_reader_new_for(). E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_new_for(const dfmt_config *c, const dfmt_write_format *const *formats, uint32_t n,
                                         dfmt_writer **out);

/*
 * Starts a file in a format and variant (DFMT_<FORMAT>_VARIANT_*; 0: the newest, and copied records keep their layout).
 * Keeps a reference to s. On a used writer this is the reset, even if it fails; only an unknown format (E_ARG) leaves
 * the open file as it is. E_ARG also for an unknown variant. E_UNSUPPORTED: the format cannot be written, or its writer
 * is not built in. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_open(dfmt_writer *w, uint32_t format, uint32_t variant, dfmt_sink *s);

/*
 * Writes a whole record. body is borrowed for the call; head.size and head.type must be set. E_ARG with
 * DFMT_ERR_WRONG_TYPE: not of this format, or not a record, such as columns. E_ARG also for the body of an event with
 * payload, as its value is not in it: use copy(). E_UNSUPPORTED with DFMT_ERR_NEWER_BODY: it has non-zero members that
 * this library does not know; likewise for begin(). Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_put(dfmt_writer *w, const dfmt_head *body);

/*
 * Starts a record whose value follows by payload(), in the form mode (DFMT_PAYLOAD_*); ignores the value members of
 * body, which is borrowed for the call. E_UNSUPPORTED: not in this form, or the codec is not built in. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode);

/* Writes the next bytes of the value; sets *taken to how many were accepted. OK: all; AGAIN: fewer. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_payload(dfmt_writer *w, const void *ptr, uint64_t len, uint64_t *taken);

/*
 * Writes the rest of a reader's current payload as the next bytes of the value. What could not be written stays with
 * the reader. Errors of the reader are returned unchanged, and are in this writer's error with their origin; the record
 * stays open. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_payload_from(dfmt_writer *w, dfmt_reader *r);

/* Ends the record that begin() started. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_end(dfmt_writer *w);

/*
 * Drops the record that begin() started, if none of it has reached the sink: for values that turn out to be empty or
 * too large. E_STATE: too late, or no record is open. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_cancel(dfmt_writer *w);

/*
 * Copies the reader's current event with its payload: byte for byte where that is legal, else with its compression,
 * else decoded and written again. Ignores diagnostics. After AGAIN, E_NOMEM and E_LIMIT, repeat the call to
 * continue. After another error, or if another record or the end of the file follows, the record is ended as well as
 * the format allows (as a truncated value), so that the output stays readable. E_ARG: ev is not a record of this
 * format; see put(). E_STATE: ev is not the current event of r. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_copy(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev);

/* Writes the end of the file and flushes. The sink stays open: dfmt_sink_close() commits it. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_finish(dfmt_writer *w);

/*
 * Sets a limit, DFMT_CFG_MAX_MEMORY or DFMT_CFG_MAX_TABLE, of this writer, for this and all later files. Then the call
 * that returned E_LIMIT can be repeated, unless the writer is finished by it. E_ARG: out of range; E_UNSUPPORTED: no
 * limit of writers; E_LIMIT: the configuration has no room for it. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_limit(dfmt_writer *w, uint32_t key, uint64_t value);

/* Returns the bytes written so far, including those in buffers. Since 0.1. */
DFMT_API uint64_t dfmt_writer_offset(const dfmt_writer *w);

/* Returns the error of the last call on w; never NULL unless w is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_writer_error(const dfmt_writer *w);

/* Frees w and releases its sink; NULL is allowed. Does nothing inside a callback of w. Since 0.1. */
DFMT_API void dfmt_writer_free(dfmt_writer *w);

#ifdef __cplusplus
}
#endif

#endif
