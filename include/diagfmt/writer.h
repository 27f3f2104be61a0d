/* SPDX-License-Identifier: MIT */
/*
 * Writers: bodies and payloads to bytes. Limits are those of the configuration; a sink that failed is final. A record
 * is one put(), or begin(), payload() …, end(). A call that says AGAIN (the sink is full) did nothing, or for payload()
 * what *taken says: call again. So does one that said E_NOMEM or E_LIMIT, unless a part of its output was out already.
 * That, and E_IO, end the writer, and calls repeat the error; E_ARG, E_STATE and the format's own refusals do not: a
 * refused record leaves nothing behind if none of it was out. E_STATE also once the sink was closed.
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

/* A writer: one file at a time, any number one after the other. Since 0.1. */
typedef struct dfmt_writer dfmt_writer;

/* A writer with a copy of c (NULL: defaults), for the caller to free. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_new(const dfmt_config *c, dfmt_writer **out);

/*
 * Begins a file in a format and variant (DFMT_<FORMAT>_VARIANT_*; 0: the newest, and copied records keep the layout
 * they have). Keeps a reference to s. On a used writer this is the reset, also if it fails later than for an unknown
 * format (E_ARG) or one that cannot be written (E_UNSUPPORTED): then the file that was open stays so. E_ARG also for an
 * unknown variant. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_open(dfmt_writer *w, uint32_t format, uint32_t variant, dfmt_sink *s);

/*
 * Writes a whole record; body is borrowed for the call, head.size and head.type must be set. E_ARG with
 * DFMT_ERR_WRONG_TYPE: not of this format, or no record, such as columns; E_ARG also for a body of an event with
 * payload, whose value is not in it: copy() takes those. E_UNSUPPORTED with DFMT_ERR_NEWER_BODY: it has more members
 * than this library knows, and they are not zero; so begin(). Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_put(dfmt_writer *w, const dfmt_head *body);

/*
 * Begins a record whose value follows by payload(), in a form DFMT_PAYLOAD_*; the value members of body are not looked
 * at. body is borrowed for the call. E_UNSUPPORTED: not in this form, or no such codec in this build. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode);

/* The next bytes of the value; *taken says how many were accepted. OK: all; AGAIN: fewer. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_payload(dfmt_writer *w, const void *ptr, uint64_t len, uint64_t *taken);

/* The next bytes of the value from a reader's current payload, all that is left there; what was not written is the
 * reader's still. Errors of the reader come back as they are, and in this writer's error with the origin they have; the
 * record stays open. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_payload_from(dfmt_writer *w, dfmt_reader *r);

/* Ends the record that begin() began. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_end(dfmt_writer *w);

/*
 * Drops the record that begin() began, if nothing of it has reached the sink: for values that turn out empty or too
 * large. E_STATE: too late, or no record is open. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_cancel(dfmt_writer *w);

/*
 * Copies the reader's current event with its payload: as its very bytes where that is legal, else compressed as it is,
 * else decoded and written anew. Diagnostics are passed over. After AGAIN the same call goes on; after another error
 * the record is ended as well as the format can (a cut value), so that the output stays readable. E_ARG as put() says:
 * ev is no record of this format. E_STATE: ev is not r's current event. Since 0.1.
 */
DFMT_API dfmt_status dfmt_writer_copy(dfmt_writer *w, dfmt_reader *r, const dfmt_event *ev);

/* Writes what ends the file and flushes. The sink stays open: dfmt_sink_close() commits it. Since 0.1. */
DFMT_API dfmt_status dfmt_writer_finish(dfmt_writer *w);

/* Bytes written so far, those in buffers included. Since 0.1. */
DFMT_API uint64_t dfmt_writer_offset(const dfmt_writer *w);

/* The error of the last call on w; never NULL for a writer. Since 0.1. */
DFMT_API const dfmt_error *dfmt_writer_error(const dfmt_writer *w);

/* Frees w and drops its sink; NULL is fine. Inside a callback of w it does nothing. Since 0.1. */
DFMT_API void dfmt_writer_free(dfmt_writer *w);

#ifdef __cplusplus
}
#endif

#endif
