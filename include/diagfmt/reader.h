/* SPDX-License-Identifier: MIT */
/*
 * Readers: bytes to events. The main loop of a typical program:
 *
 *   while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
 *     const dfmt_apport_field *f = dfmt_event_apport_field(ev);
 *     if (f && is_wanted(&f->key)) st = dfmt_payload_drain(r, sink, NULL);
 *   }
 *
 * A call that returned AGAIN can be repeated and continues where it stopped; so can one that returned E_LIMIT, after
 * dfmt_reader_limit(), or E_NOMEM. E_IO, and E_FORMAT and E_TRUNCATED from next(), are final: next() then returns the
 * same error again. An error of a payload call ends that payload only: next() continues after it.
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

/* A reader: one input at a time, any number in succession. Since 0.1. */
typedef struct dfmt_reader dfmt_reader;

/*
 * Makes a reader of every format, with a copy of c (NULL: defaults). The caller frees it. E_NOMEM, E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_new(const dfmt_config *c, dfmt_reader **out);

/*
 * The same for n formats only (1 to 16, no duplicates). No other is tried on an input, so that a program that expects
 * one format exposes no code of the others, and does not contain it if linked statically. Copies the array. E_NOMEM,
 * E_ARG. Since 0.1.
 *
 *   const dfmt_read_format *only[] = {dfmt_apport_read_format()};
 *   dfmt_status st = dfmt_reader_new_for(NULL, only, 1, &r);
 */
DFMT_API dfmt_status dfmt_reader_new_for(const dfmt_config *c, const dfmt_read_format *const *formats, uint32_t n,
                                         dfmt_reader **out);

/* Returns how a format is read, by its number; NULL: unknown. Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_read_format_find(uint32_t format);

/*
 * Starts reading s and keeps a reference to it; reads no byte yet. format 0: the first next() identifies it. On a used
 * reader this is the reset: it releases the old source and keeps its memory, so that thousands of small files can be
 * read without allocating. E_ARG: a format that the reader does not know. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_open(dfmt_reader *r, uint32_t format, dfmt_source *s);

/*
 * Identifies the input of a reader that was opened with format 0: as dfmt_identify(), but reads as much of the source
 * as it needs, up to 64 KiB decoded. In a seekable source a format with a directory is judged by that. No byte is lost:
 * next() continues with the best candidate, or returns why there is none. May be called at any time until the next
 * open(). OK, also if there is none (*n is 0); AGAIN; E_STATE: not open, or open() was given the format; E_ARG. Other
 * errors as described at the top. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_identify(dfmt_reader *r, const char *name_hint, dfmt_probe *out, uint32_t cap,
                                          uint32_t *n);

/*
 * Returns the next event. Skips the rest of the previous one's payload without decoding or checking it. *out is valid
 * until the next call of next() or open(). END at the end, and from then on. E_STATE: not open. E_UNSUPPORTED with
 * DFMT_ERR_UNKNOWN_FORMAT: no format recognises the content; with DFMT_ERR_FORMAT_MISSING: the format is not built in.
 * Other errors as described at the top. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_next(dfmt_reader *r, const dfmt_event **out);

/*
 * As next(), but returns many records of one type as arrays, in an event of the type's columns. SIMPLEPERF_SAMPLE,
 * MALLOCDBG_OP and MALLOCDBG_ALLOC have columns. Returns at least one row and at most max_rows or 8192; fewer where
 * arrays in records reach 16384 elements in total, before a diagnostic, and at the end. Records of other types are
 * checked and dropped. After AGAIN, E_LIMIT or E_NOMEM the rows gathered so far come with the next call, next()
 * included; a final error comes after the rows before it. Offset and length of the envelope span the records from the
 * first row to the last; raw is NULL. With DFMT_CFG_DIAGNOSTICS the event may be a DIAGNOSTIC. The next call overwrites
 * the arrays, but their memory stays allocated until r is freed, so that a binding can return views of it.
 * E_UNSUPPORTED with DFMT_ERR_NOT_IMPLEMENTED: the format has no columns for that type. E_ARG: type or max_rows is 0.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_columns(dfmt_reader *r, uint32_t type, uint32_t max_rows, const dfmt_event **out);

/* The form in which a payload is read, or passed to a writer. */
enum {
  DFMT_PAYLOAD_DECODED = 0, /* the value itself */
  DFMT_PAYLOAD_STORED = 1,  /* transfer encoding removed, compression kept: a gzip file, a deflate stream */
  DFMT_PAYLOAD_RAW = 2      /* the bytes of the input, line ends and base64 included */
};

/*
 * Payload calls apply to the current event, whether its value is in the body or not. E_STATE: there is no current
 * event. E_FORMAT, E_TRUNCATED, E_CHECKSUM, E_UNSUPPORTED (codec): the payload ends here, the bytes before are good,
 * and later calls return the same error. AGAIN, E_LIMIT, E_NOMEM: repeat the call to continue. E_IO: the source failed,
 * which is final for the reader. After the end, chunk and read return END, drain and skip return OK.
 */

/*
 * Chooses the form, before the first byte is read; the default is DECODED. E_STATE: too late, or the event has no
 * payload (a DIAGNOSTIC). E_ARG: unknown form. E_UNSUPPORTED: not available in this form. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_mode(dfmt_reader *r, uint32_t mode);

/* Returns the next piece, borrowed until the next call on r; *len > 0 with OK. END after the last one. Since 0.1. */
DFMT_API dfmt_status dfmt_payload_chunk(dfmt_reader *r, const void **ptr, uint64_t *len);

/* Copies the next 1..cap bytes to buf. END after the last one. E_ARG: cap is 0. Since 0.1. */
DFMT_API dfmt_status dfmt_payload_read(dfmt_reader *r, void *buf, uint64_t cap, uint64_t *got);

/*
 * Writes the rest to a sink, which stays open. OK: all of it was written. Sets *bytes, unless NULL, to the number of
 * bytes of this payload that went to sinks so far, whatever the status. AGAIN: no data yet, or the sink is full.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_drain(dfmt_reader *r, dfmt_sink *to, uint64_t *bytes);

/*
 * Reads and checks the rest without returning it; the event's late members are set after that. Unlike skipping by
 * next(), this decodes. OK: the payload is intact. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_skip(dfmt_reader *r);

/*
 * Makes a source of the rest, for another reader: a report inside a report. The caller frees it. It returns E_STATE
 * with DFMT_ERR_STALE_PAYLOAD once r has moved on or was freed. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_payload_source(dfmt_reader *r, dfmt_source **out);

/* Keys of dfmt_reader_stat(). */
enum {
  DFMT_STAT_FORMAT = 1,  /* DFMT_APPORT …, once it is known */
  DFMT_STAT_VARIANT = 2, /* DFMT_<FORMAT>_VARIANT_*, if reading can tell them apart */
  DFMT_STAT_STORED = 3,  /* bytes read from the source so far: with TOTAL, for progress */
  DFMT_STAT_TOTAL = 4,   /* bytes of the source */
  DFMT_STAT_RECORDS = 5, /* events delivered so far, without diagnostics */
  DFMT_STAT_MEMORY = 6,  /* bytes that this handle has allocated now, without those of codec libraries */
  DFMT_STAT_WRAPPER = 7, /* DFMT_WRAPPER_* of the whole input; of several, the outermost */
  DFMT_STAT_SKIPPED = 8, /* bytes skipped by salvage so far */
  DFMT_STAT_THREADS = 9, /* DFMT_CFG_THREADS if the open input has something for them; else 0 */
  DFMT_STAT_LINE = 10,   /* line, from 1, that the event's value begins in, else the event: in its file, or in its entry
                            of a zip. Only after dfmt_reader_count_lines(), and of texts of bug reports. In a mail in
                            quoted-printable that of the piece of the value that was read last, which is one line */
  DFMT_STAT_FIRST_LINE = 11 /* line, from 1, that a report begins at which stands in another text */
};

/*
 * Returns a figure about a reader. E_UNSUPPORTED: not known (yet), or unknown key. TOTAL may have to open the source
 * and returns what dfmt_source_total() returns. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_stat(const dfmt_reader *r, uint32_t key, uint64_t *value);

/*
 * Has lines counted in inputs that are opened after this, for DFMT_STAT_LINE; that takes some time. E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_count_lines(dfmt_reader *r);

/*
 * Sets a limit (DFMT_CFG_MAX_* of config.h with DFMT_ROLE_READER) of this reader, for this and all later inputs. Then
 * repeat the call that returned E_LIMIT, or continue with next(). E_LIMIT with origin SOURCE or SINK is not a limit of
 * the reader and is final. E_ARG, E_UNSUPPORTED. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_limit(dfmt_reader *r, uint32_t key, uint64_t value);

/* Returns the error of the last call on r; never NULL unless r is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_reader_error(const dfmt_reader *r);

/* Frees r and releases its source; NULL is allowed. Does nothing inside a callback of r. Since 0.1. */
DFMT_API void dfmt_reader_free(dfmt_reader *r);

#ifdef __cplusplus
}
#endif

#endif
