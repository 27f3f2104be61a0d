/* SPDX-License-Identifier: MIT */
/*
 * Readers: bytes to events. The whole of a typical program:
 *
 *   while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
 *     const dfmt_apport_field *f = dfmt_event_apport_field(ev);
 *     if (f && is_wanted(&f->key)) st = dfmt_payload_drain(r, sink, NULL);
 *   }
 *
 * Every call that can say AGAIN can be called again and goes on where it stopped; so can one that said E_LIMIT, after
 * dfmt_reader_limit(). E_NOMEM leaves the handle as it was, too. E_IO, and E_FORMAT and E_TRUNCATED of next(), end it:
 * next() then repeats the error. An error of a payload call ends that payload only, and next() goes on behind it.
 */
#ifndef DIAGFMT_READER_H
#define DIAGFMT_READER_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A reader: one input at a time, any number one after the other. Since 0.1. */
typedef struct dfmt_reader dfmt_reader;

/* A reader with a copy of c (NULL: defaults), for the caller to free. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_reader_new(const dfmt_config *c, dfmt_reader **out);

/*
 * Begins to read s, of which it keeps a reference; no byte is read yet. format 0: the first next() finds it out. On a
 * used reader this is the reset: it drops the old source and keeps its memory, so that thousands of small files are
 * read without an allocation. E_ARG: unknown format. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_open(dfmt_reader *r, uint32_t format, dfmt_source *s);

/*
 * What a reader opened with format 0 may be reading, by content: as dfmt_identify(), but it takes as much of the source
 * as it needs, up to 64 KiB decoded, and where the source can seek a format that has a directory is judged by that. No
 * byte is lost: next() goes on with the first guess, and says why if there is none. Can be called at any time until the
 * next open(). OK also with no guess, *n 0. AGAIN; E_STATE: not open, or the format was given to open(); E_ARG. Else as
 * at the top. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_identify(dfmt_reader *r, const char *name_hint, dfmt_probe *out, uint32_t cap,
                                          uint32_t *n);

/*
 * The next event; what is left of the previous one's payload is passed over, undecoded and unchecked. *out lives until
 * the next call of next() or open(). END at the end, and from then on. E_STATE: not open. E_UNSUPPORTED with
 * DFMT_ERR_UNKNOWN_FORMAT: no format recognises the content. Else as at the top. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_next(dfmt_reader *r, const dfmt_event **out);

/*
 * As next(), but many records of one type at once, as arrays, in an event of the type's columns: SIMPLEPERF_SAMPLE,
 * MALLOCDBG_OP and MALLOCDBG_ALLOC have such. At least one row, at most max_rows and 8192; fewer where arrays in
 * records reach 16384 elements in all, where a diagnostic comes in between, and at the end. Records of other types on
 * the way are checked and dropped. If a call said AGAIN, E_LIMIT or E_NOMEM, the rows gathered so far come with the
 * next one, all of them, also with a next(); an error that ends the reader comes behind the rows before it. The
 * envelope's offset and length span the records from the first row to the last; there is no raw. With
 * DFMT_CFG_DIAGNOSTICS the event may be a DIAGNOSTIC. The next call changes what is in the arrays, but their memory
 * stays until r is freed, so that a binding can hand out views of it.
 * E_UNSUPPORTED with DFMT_ERR_NOT_IMPLEMENTED: this format has no columns for that type. E_ARG: type or max_rows is 0.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_columns(dfmt_reader *r, uint32_t type, uint32_t max_rows, const dfmt_event **out);

/* In which form a payload is read, or given to a writer. */
enum {
  DFMT_PAYLOAD_DECODED = 0, /* what the value means */
  DFMT_PAYLOAD_STORED = 1,  /* transfer coding removed, compression kept: a gzip file, a deflate stream */
  DFMT_PAYLOAD_RAW = 2      /* the input's own bytes, line ends and base64 included */
};

/*
 * The payload calls work on the current event, whether its value came in the body or not. Without a current event:
 * E_STATE. E_FORMAT, E_TRUNCATED, E_CHECKSUM, E_UNSUPPORTED (codec): the payload ends here, what came before is good,
 * and later calls repeat it. AGAIN, E_LIMIT, E_NOMEM: the same call goes on. E_IO: the source failed, which ends the
 * reader. Behind the end chunk and read say END, drain and skip OK.
 */

/*
 * Chooses the form, before the first byte; DECODED if not called. E_STATE: too late, or the event has no payload (a
 * DIAGNOSTIC). E_ARG: unknown form. E_UNSUPPORTED: not in this form. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_mode(dfmt_reader *r, uint32_t mode);

/* The next piece, borrowed until the next call on r; *len > 0 with OK. END behind the last one. Since 0.1. */
DFMT_API dfmt_status dfmt_payload_chunk(dfmt_reader *r, const void **ptr, uint64_t *len);

/* Copies the next 1..cap bytes to buf. END behind the last one. E_ARG: cap 0. Since 0.1. */
DFMT_API dfmt_status dfmt_payload_read(dfmt_reader *r, void *buf, uint64_t cap, uint64_t *got);

/*
 * Writes all that is left to a sink, which stays open. OK: all of it. *bytes, if not NULL: how many of this payload
 * went to sinks so far, also when the call did not say OK. AGAIN: feed dry or sink full. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_drain(dfmt_reader *r, dfmt_sink *to, uint64_t *bytes);

/*
 * Reads all that is left, checks it, and drops it. After it the event's late members are there. OK: all well. Unlike
 * being passed over by next(), this decodes. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_skip(dfmt_reader *r);

/*
 * What is left as a source, for another reader: a report in a report. The caller frees it. It says E_STATE with
 * DFMT_ERR_STALE_PAYLOAD once r has moved on or is freed. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_source(dfmt_reader *r, dfmt_source **out);

/* Keys of dfmt_reader_stat(). */
enum {
  DFMT_STAT_FORMAT = 1,  /* DFMT_APPORT …, once it is known */
  DFMT_STAT_VARIANT = 2, /* DFMT_<FORMAT>_VARIANT_*, if the format has variants that reading can tell */
  DFMT_STAT_STORED = 3,  /* bytes read from the source so far: for progress, together with TOTAL */
  DFMT_STAT_TOTAL = 4,   /* bytes of the source */
  DFMT_STAT_RECORDS = 5, /* events delivered so far, diagnostics not counted */
  DFMT_STAT_MEMORY = 6,  /* bytes this handle has allocated now, codec libraries' own not counted */
  DFMT_STAT_WRAPPER = 7, /* DFMT_WRAPPER_* of the whole input */
  DFMT_STAT_SKIPPED = 8  /* bytes passed over in salvage so far */
};

/*
 * A figure about a reader. E_UNSUPPORTED: not known (yet), or unknown key. TOTAL may have to open the source, and says
 * what dfmt_source_total() says. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_stat(const dfmt_reader *r, uint32_t key, uint64_t *value);

/*
 * Sets a limit (DFMT_CFG_MAX_* of config.h with DFMT_ROLE_READER) of this reader, for this and all later inputs; then
 * retry what said E_LIMIT, or go on with next(). E_LIMIT of origin SOURCE or SINK is not the reader's and is final.
 * E_ARG, E_UNSUPPORTED. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_limit(dfmt_reader *r, uint32_t key, uint64_t value);

/* The error of the last call on r; never NULL for a reader. Since 0.1. */
DFMT_API const dfmt_error *dfmt_reader_error(const dfmt_reader *r);

/* Frees r and drops its source; NULL is fine. Inside a callback of r it does nothing. Since 0.1. */
DFMT_API void dfmt_reader_free(dfmt_reader *r);

#ifdef __cplusplus
}
#endif

#endif
