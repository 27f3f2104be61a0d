/* SPDX-License-Identifier: MIT */
/*
 * Scans: the events of a file as tables, in batches of columns as the Arrow C data interface has them, for databases,
 * data frames and whatever else takes Arrow. One pass over the file fills as many tables as are asked for:
 *
 *   dfmt_scan *x;
 *   uint32_t table;
 *   struct ArrowArray batch;
 *   if (dfmt_scan_new(NULL, source, &x) == DFMT_OK && dfmt_scan_table(x, "mallocdbg.alloc", NULL, &table) == DFMT_OK)
 *     while (dfmt_scan_next(x, &table, &batch) == DFMT_OK) {
 *       use(&batch);
 *       batch.release(&batch);
 *     }
 *   dfmt_scan_free(x);
 *   dfmt_source_free(source);
 *
 * A table has the name of an event type, and one row for each event of that type, in their order; "diagnostic" has what
 * DFMT_CFG_DIAGNOSTICS and DFMT_CFG_RECOVER tell of the input. Its columns are the members of the type:
 *
 *   integers          as they are; unit LOCAL_S: timestamp[s] without a zone
 *   F64, BOOL         float64, bool
 *   STR, CSTR         utf8, or binary with DFMT_SCAN_TEXT_EXACT; members with DFMT_FIELD_REPEATS, if they are utf8, as
 *                     dictionary(int32, utf8); BYTES: binary
 *   ENUM, status      the number, and a column NAME_word: dictionary(int32, utf8), null for a number without a word
 *   FLAGS             the bits, and a column NAME_words: dictionary(int32, utf8), words joined by '|', bits without a
 *                     word in decimal
 *   ARRAY, REF_ARRAY  list; of structs: list of struct
 *   REF               struct
 *   VALUE_TREE        utf8 with the extension type arrow.json
 *
 * Other tables are derived: made of several events, with rows of types of shape ROW. They are there once they are
 * offered: see dfmt_table_maker. event_offset and event_length are those of the event that completes a row, 0 if the
 * end of the file does.
 *
 * A dictionary belongs to its batch: the places of the next batch are others, unless it is of an enumeration. Members
 * with a presence bit are nullable. In lists and structs, enumerations and flags are numbers alone. Members
 * that are flagged DFMT_FIELD_TABLE are no columns. A unit is the value of the metadata key "diagfmt.unit", as a word.
 */
#ifndef DIAGFMT_SCAN_H
#define DIAGFMT_SCAN_H

#include <diagfmt/arrow.h>
#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dfmt_type; /* describe.h */

/* One pass over one source. Belongs to one thread at a time, as readers do. Since 0.1. */
typedef struct dfmt_scan dfmt_scan;

/* What becomes of a value that is not in the body of its event (a payload). */
enum {
  DFMT_SCAN_PAYLOAD_NONE = 0, /* it is skipped, which is fastest: members that are known only after it
                                 (DFMT_FIELD_LATE) may be null, unless a filter or `columns` names one of them */
  DFMT_SCAN_PAYLOAD_SIZE = 1, /* it is read: column payload_size, its decoded bytes; null if there is none */
  DFMT_SCAN_PAYLOAD_TEXT = 2, /* and column payload: utf8, or binary with DFMT_SCAN_TEXT_EXACT */
  DFMT_SCAN_PAYLOAD_BYTES = 3 /* and column payload: binary */
};

/* What becomes of text that is not UTF-8. */
enum {
  DFMT_SCAN_TEXT_REPLACE = 0, /* each malformed part becomes U+FFFD */
  DFMT_SCAN_TEXT_EXACT = 1    /* text columns are binary, with the bytes of the file */
};

/* How a filter compares a column with its values. */
enum {
  DFMT_FILTER_EQ = 0,
  DFMT_FILTER_NE = 1,
  DFMT_FILTER_LT = 2,
  DFMT_FILTER_LE = 3,
  DFMT_FILTER_GT = 4,
  DFMT_FILTER_GE = 5,
  DFMT_FILTER_IN = 6 /* equal to one of the values; of none: never */
};

/* A value to compare with. Numbers are compared as numbers, whatever their kinds. Frozen. Since 0.1. */
typedef struct dfmt_filter_value {
  uint32_t kind;     /* DFMT_KIND_U64, DFMT_KIND_I64 or DFMT_KIND_STR */
  uint32_t reserved; /* 0 */
  uint64_t number;   /* of _I64 as two's complement */
  dfmt_str text;     /* of _STR */
} dfmt_filter_value;

/*
 * Only rows whose value passes become rows of the table; null never passes. `column` is a member of a whole number
 * (BOOL is 0 or 1), of text or of bytes, or NAME_word of an enumeration, and need not be among those wanted. Text is
 * compared byte by byte, as the column has it. Rows are refused before their payloads are read, unless the member is
 * known only after that (DFMT_FIELD_LATE). Frozen. Since 0.1.
 */
typedef struct dfmt_filter {
  const char *column;
  uint32_t op;       /* DFMT_FILTER_* */
  uint32_t n_values; /* 1, but of _IN */
  const dfmt_filter_value *values;
} dfmt_filter;

/* What is wanted of a table. Zeroed but for `size` it is what NULL stands for. Grows only at the end. Since 0.1. */
typedef struct dfmt_table_request {
  uint32_t size;              /* sizeof, as the caller knows it */
  uint32_t payload;           /* DFMT_SCAN_PAYLOAD_* */
  uint32_t envelope;          /* 1: columns event_offset and event_length in bytes, and event_recovered */
  uint32_t text;              /* DFMT_SCAN_TEXT_* */
  uint64_t max_rows;          /* of a batch; 0: 65536 */
  const char *const *columns; /* names of members (NAME brings NAME_word), and the above; NULL: all members */
  uint64_t n_columns;
  const dfmt_filter *filters; /* all must pass; copied */
  uint64_t n_filters;
} dfmt_table_request;

/*
 * Makes a scan of a source, whose format is identified. c: as for readers (NULL: defaults). The scan keeps a reference
 * to s, so that the caller may free its own. The allocator of c must allow calls from every thread on which
 * batches and schemas are released, and outlive them; the one that is used by default does. E_ARG, E_NOMEM, E_LIMIT.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_new(const dfmt_config *c, dfmt_source *s, dfmt_scan **out);

/*
 * The same for chosen formats, as dfmt_reader_new_for() has them. One format alone is not identified but taken for
 * granted. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_new_for(const dfmt_config *c, const dfmt_read_format *const *formats, uint32_t n,
                                       dfmt_source *s, dfmt_scan **out);

/* What a derived table has of the scan. Grows only at the end. Since 0.1. */
typedef struct dfmt_table_input {
  uint32_t size;             /* sizeof, as the library knows it */
  uint32_t payload_read;     /* 1: the current event has a payload, and wants() asked for its start: */
  uint32_t payload_whole;    /* 1: `payload` is all of it, and undamaged */
  uint32_t reserved;         /* 0 */
  dfmt_str payload;          /* its first bytes, decoded: at least as many as wanted, or all */
  uint64_t payload_offset;   /* where it begins in the text that the event is of; of other payloads nothing */
  uint64_t payload_line;     /* the same as a line, from 1; 0: not known. Where lines of the text may be several of the
                              * input, that of the piece that piece() gets, which is one line */
  uint64_t input_size;       /* bytes of the unwrapped input; known at its end */
  const dfmt_config *config; /* the scan's, with the limits as they are now */
  dfmt_source *source;       /* for a pass of its own, by slices; the reader is in the middle of it */
  dfmt_realloc_fn alloc;     /* memory that counts with the scan's, NULL if that exceeds its limit */
  void *alloc_user;
  /* How many bytes of the input n bytes of the payload are, which begin at p: more, if its text is UTF-16 there, or
   * quoted. Of the piece that piece() was given last, or of `payload`. */
  uint64_t (*text_size)(const struct dfmt_table_input *in, const char *p, uint64_t n);
} dfmt_table_input;

/* What wants() of a table returns for pieces. */
#define DFMT_TABLE_PIECES UINT64_MAX

/*
 * A derived table: what is made of several events, as rows of a struct of its own. The scan gives each event that the
 * table takes to event(), then takes its rows one by one from next_row(), so that a row for which there was no memory
 * is the next one still. At the end of the file, which is reached without an error or with DFMT_CFG_RECOVER, with
 * which damage that cannot be passed over is an end, too, event() gets NULL, for rows that are known only then. A
 * payload of any size comes in pieces, if wants() says so: each goes to piece(), and its rows are taken before the next
 * one is read. event() follows after the last. Diagnostics come as DFMT_CFG_DIAGNOSTICS and DFMT_CFG_RECOVER have them,
 * of which the former is not set for a maker: telling of each oddity takes longer than most rows.
 *
 * Every function may be called again after AGAIN, E_NOMEM and E_LIMIT, and goes on where it stopped. Without memory it
 * returns E_NOMEM, which the scan reports as E_LIMIT if it is. Static; set size to sizeof. Grows only at the end.
 * Since 0.1.
 */
typedef struct dfmt_table_maker {
  uint32_t size;                        /* sizeof, as the caller knows it */
  uint32_t row;                         /* the type of the rows; its upper 16 bits are their format */
  const struct dfmt_type *const *types; /* that one, and what its members refer to and the format has not; NULL-ended */
  const uint32_t *events;               /* types that it takes; 0-ended. At most one is delivered on request only */
  uint32_t option;                      /* DFMT_CFG_* of the format that it needs a value of; 0: none */
  uint32_t format;                      /* whose events it takes; 0: that of the rows */
  uint64_t value;                       /* that value */
  uint64_t state_size;                  /* bytes; zeroed before begin() */
  uint32_t (*ignores)(const dfmt_event *ev); /* 1: the event has nothing for it, whatever came before. NULL: never */
  /* Required. Before all else. `in` stays where it is. */
  dfmt_status (*begin)(void *state, const dfmt_table_input *in);
  /* How many bytes of the payload of an event it wants, or DFMT_TABLE_PIECES. Called before event(). NULL: none. */
  uint64_t (*wants)(void *state, const dfmt_event *ev);
  /* Takes the next piece of a payload, which stays as it is until its last row was given. NULL: it wants none. */
  dfmt_status (*piece)(void *state, const dfmt_event *ev, dfmt_str piece);
  /* Required. Takes an event, which stays as it is until its last row was given; NULL: the end. */
  dfmt_status (*event)(void *state, const dfmt_event *ev);
  /* Required. Sets *row to the next row of that event, valid until the next call. END: there are no more. */
  dfmt_status (*next_row)(void *state, const dfmt_head **row);
  /* Details of the last failed call. NULL: there are none. */
  const dfmt_error *(*error)(void *state);
  /* Frees what the state owns; begin() may not have been called. NULL: nothing. */
  void (*close)(void *state);
} dfmt_table_maker;

/*
 * Adds tables to those that can be asked for: of formats that the scan knows, others are passed over. makers:
 * NULL-ended; they must outlive the scan. dfmt_ops_tables() has those of libdiagfmt-ops. E_ARG: one is malformed;
 * E_STATE: after the first dfmt_scan_next(); E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_offer(dfmt_scan *x, const dfmt_table_maker *const *makers);

/*
 * Asks for a table by its name, such as "bugreport.log", and sets *table to its number, from 0. Options that deliver
 * the type, such as DFMT_CFG_BUGREPORT_LOG, are set as it needs them. request may be NULL. E_ARG: there is no such
 * table or column (the error lists those that there are), a filter of a column that cannot have one, a malformed
 * request, or two tables that need different values of one option; E_STATE: after the first dfmt_scan_next();
 * E_UNSUPPORTED: the format is not built in; E_NOMEM, E_LIMIT. A name may stand without its format; one that several
 * formats have, "triage.finding", is that of the file at hand, if its source can seek, which may say AGAIN. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_table(dfmt_scan *x, const char *name, const dfmt_table_request *request,
                                     uint32_t *table);

/* Sets *out to the type of a table's batches, to be released by the caller. E_ARG, E_NOMEM, E_LIMIT. Since 0.1. */
DFMT_API dfmt_status dfmt_scan_schema(dfmt_scan *x, uint32_t table, struct ArrowSchema *out);

/*
 * Reads on until a batch of some table is complete, sets *table to its number, and *batch to its rows: at least one,
 * owned and to be released by the caller, at any time and on any thread, also after dfmt_scan_free(). The scan uses
 * some of the memory that was released for batches to come. A table without events has no batches.
 *
 * END: no more rows. What was read before an error comes first, then the error: AGAIN as of readers; E_LIMIT, after
 * which the same call continues if the limit was raised; E_UNSUPPORTED also if a table belongs to another format than
 * the file, with those that this one has in the error; E_STATE: no table was asked for. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_next(dfmt_scan *x, uint32_t *table, struct ArrowArray *batch);

/* Changes a limit, as dfmt_reader_limit(). Since 0.1. */
DFMT_API dfmt_status dfmt_scan_limit(dfmt_scan *x, uint32_t key, uint64_t value);

/* Gets a problem of the file; d is borrowed until it returns. Must not call the scan. Since 0.1. */
typedef void (*dfmt_scan_problem_fn)(void *user, const dfmt_diagnostic *d);

/*
 * Has fn called with each diagnostic that reading comes by, whatever tables were asked for: with DFMT_CFG_RECOVER
 * damage that is passed over, with DFMT_CFG_DIAGNOSTICS notes and warnings as well. fn NULL: no more. Also of a scan
 * that becomes rows or a stream. E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_problems(dfmt_scan *x, dfmt_scan_problem_fn fn, void *user);

/*
 * Sets *out to a stream of the batches of the only table of a scan, and takes the scan over: it is freed when the
 * stream is released. The stream begins where the scan is. Its calls return EAGAIN for AGAIN, ENOMEM for E_NOMEM and
 * E_LIMIT, EIO for E_IO, else EINVAL; get_last_error() tells file offset and reason. E_STATE: not one table. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_stream(dfmt_scan *x, struct ArrowArrayStream *out);

/*
 * Sets *out to an array of the same values as a batch, of this library or another, without copying them: their memory
 * is freed when both are released, in any order and on any thread. Both can be shared again. *batch changes, so that
 * nobody may use it at the same time. c: the allocator, which must allow calls from every thread (NULL: malloc).
 * E_ARG: a released array; E_NOMEM: *batch is as it was. Since 0.1.
 */
DFMT_API dfmt_status dfmt_batch_share(const dfmt_config *c, struct ArrowArray *batch, struct ArrowArray *out);

/*
 * Returns the type of the table at an index of the list of all, from 0; NULL at its end. Its name is the table's; the
 * upper 16 bits of its number are the format, 0 of "diagnostic". Static. Since 0.1.
 */
DFMT_API const struct dfmt_type *dfmt_table_at(uint32_t index);

/* Returns details of the last failed call; never NULL but for NULL. Valid until the next call. Since 0.1. */
DFMT_API const dfmt_error *dfmt_scan_error(const dfmt_scan *x);

/* Frees a scan; NULL is allowed. Batches and schemas stay valid. Since 0.1. */
DFMT_API void dfmt_scan_free(dfmt_scan *x);

#ifdef __cplusplus
}
#endif

#endif
