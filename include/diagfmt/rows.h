/* SPDX-License-Identifier: MIT */
/*
 * Rows: answers as structs, one at a time, which print as a table for people, as CSV or as JSON lines, and become Arrow
 * batches. A table of a file is rows (dfmt_scan_rows()), and so is what the operations of libdiagfmt-ops find:
 *
 *   const dfmt_head *row;
 *   while (dfmt_rows_next(x, &row) == DFMT_OK) use(row);
 *   dfmt_rows_free(x);
 *
 * Rows come in sets. Those of a set have one type; most answers are one set, and rows stand at the first one when they
 * are made. Facts are a struct that holds for the set as a whole: totals, units, what is missing.
 */
#ifndef DIAGFMT_ROWS_H
#define DIAGFMT_ROWS_H

#include <diagfmt/arrow.h>
#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/describe.h>
#include <diagfmt/io.h>
#include <diagfmt/scan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rows, read once from first to last. Belongs to one thread at a time. Since 0.1. */
typedef struct dfmt_rows dfmt_rows;

/* What a column is for, so that a table can show it. CSV, JSON and Arrow have every column as it is. */
enum {
  DFMT_COLUMN_PLAIN = 0,
  DFMT_COLUMN_KEY = 1,    /* tells the row from others */
  DFMT_COLUMN_GROUP = 2,  /* rows of equal values stand together, under a heading in tables */
  DFMT_COLUMN_WEIGHT = 3, /* what the order is by */
  DFMT_COLUMN_COUNT = 4,
  DFMT_COLUMN_SHARE = 5,   /* F64, a part of 1: a percentage in tables */
  DFMT_COLUMN_DELTA = 6,   /* a change: with its sign in tables */
  DFMT_COLUMN_DEPTH = 7,   /* levels by which the next column is indented in tables, where it is not shown itself */
  DFMT_COLUMN_DETAIL = 8,  /* an array: a line for each element below the row in tables */
  DFMT_COLUMN_MESSAGE = 9, /* a sentence */
  DFMT_COLUMN_HIDDEN = 10  /* not in tables */
};

/* A column: a member of the type of the rows. Frozen. Since 0.1. */
typedef struct dfmt_column {
  uint32_t member; /* index in dfmt_type.fields */
  uint32_t role;   /* DFMT_COLUMN_* */
} dfmt_column;

/* A set of rows. Owned by the rows, until their next dfmt_rows_next_set(). Grows only at the end. Since 0.1. */
typedef struct dfmt_row_set {
  uint32_t size;
  uint32_t n_columns;
  const char *name;              /* "functions": static */
  const dfmt_type *type;         /* of the rows */
  const dfmt_type *const *types; /* NULL-ended: where to look up types of members and facts, besides those of
                                    libdiagfmt; NULL: nowhere */
  const dfmt_column *columns;    /* in the order in which they are shown */
  const dfmt_head *facts;        /* NULL: none */
  dfmt_str heading;              /* a line above a table; empty: none */
} dfmt_row_set;

/* Rows provided by the caller. Set size to sizeof; NULL means "not supported". Copied by dfmt_rows_new(). Since 0.1. */
typedef struct dfmt_rows_ops {
  uint32_t size, flags; /* flags: 0 */
  /* Required. Fills *set, whose size is set, with the first set, then with the next. END: there are no more; E_*. */
  dfmt_status (*next_set)(void *user, dfmt_row_set *set);
  /* Required. Sets *row to the next row of the set, valid until the next call. END, AGAIN, E_*. */
  dfmt_status (*next)(void *user, const dfmt_head **row);
  /* Back to before the first set. */
  dfmt_status (*rewind)(void *user);
  /* Details of the last failed call. NULL: there are none. */
  const dfmt_error *(*error)(void *user);
  /* Called once, when the rows are freed, or when they cannot be made. NULL: nothing to do. */
  void (*close)(void *user);
} dfmt_rows_ops;

/*
 * Makes rows of the caller's functions, and stands at the first set. c: allocator and limits (NULL: defaults). E_ARG:
 * a function is missing, or there is no set; E_NOMEM, E_LIMIT, and what next_set() says. Since 0.1.
 */
DFMT_API dfmt_status dfmt_rows_new(const dfmt_config *c, const dfmt_rows_ops *ops, void *user, dfmt_rows **out);

/*
 * Makes rows of the only table of a scan, which is taken over unless this fails; its columns are those of the request.
 * The rows of an event type are its bodies. E_STATE: not one table, or it has been read from; E_UNSUPPORTED: the
 * request is for payloads, or for the envelope; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_scan_rows(dfmt_scan *scan, dfmt_rows **out);

/* Returns the set at hand; never NULL but for NULL. Since 0.1. */
DFMT_API const dfmt_row_set *dfmt_rows_set(const dfmt_rows *x);

/*
 * Sets *row to the next row of the set, of type dfmt_row_set.type, valid until the next call. END: the set has no more,
 * and next() of dfmt_rows_ops is not called again until dfmt_rows_next_set() or dfmt_rows_rewind(); AGAIN; E_*: of the
 * operation. After AGAIN and E_LIMIT the same call goes on. Since 0.1.
 */
DFMT_API dfmt_status dfmt_rows_next(dfmt_rows *x, const dfmt_head **row);

/* Passes over what is left of the set to the next one. END: there are no more, and x stays where it is. Since 0.1. */
DFMT_API dfmt_status dfmt_rows_next_set(dfmt_rows *x);

/* Back to the first row of the first set. E_UNSUPPORTED: these rows come only once. Since 0.1. */
DFMT_API dfmt_status dfmt_rows_rewind(dfmt_rows *x);

/* Forms of printed rows. */
enum {
  DFMT_PRINT_TABLE = 0, /* for people: aligned columns below a line of their names */
  DFMT_PRINT_CSV = 1, /* RFC 4180, lines end in a line feed; a line of names first. Absent values are empty, empty text
                         is "". Enumerations are words, arrays and structs JSON */
  DFMT_PRINT_JSON = 2 /* an object a line, as dfmt_struct_json() has it, of the columns alone */
};

enum {
  DFMT_PRINT_BOLD = 1,  /* headings are bold: escapes of ANSI terminals */
  DFMT_PRINT_SAFE = 2,  /* text may reach a terminal: controls, marks that change direction and bytes that are not UTF-8
                           are \xNN in CSV as well; in tables they always are, and JSON has its own escapes */
  DFMT_PRINT_BARE = 4,  /* neither heading nor names of columns */
  DFMT_PRINT_LINES = 8, /* tables have a line for each column of a row: its name and its value, if there is one */
  DFMT_PRINT_AMOUNTS = 16 /* numbers of tables that tell how much, in three digits: "131 ms", "15.6 MiB", "12.3 k" */
};

/* How rows are printed. Zeroed but for `size` it is what NULL stands for. Grows only at the end. Since 0.1. */
typedef struct dfmt_print {
  uint32_t size;        /* sizeof, as the caller knows it */
  uint32_t flags;       /* DFMT_PRINT_* */
  uint64_t max_rows;    /* of each group of a table; what is left out is counted in its last line. 0: all */
  uint64_t max_details; /* of each row of a table, alike. 0: all */
  /*
   * Columns of the terminal that a table is for, 40 at least: no line is wider. Columns without room are left out,
   * those first that are the same in each row, and named below the table; text without room loses its middle, but in
   * lines of DFMT_PRINT_LINES, which go on below. If later rows need wider columns, the names of columns are
   * printed again. 0: any width
   */
  uint64_t width;
  const char *wider; /* ASCII that tells how to see what was left out, "--wide"; borrowed for the call. NULL: none */
} dfmt_print;

/*
 * Prints the rows that are left of the set. form: DFMT_PRINT_*; how may be NULL. OK: all are printed; AGAIN: repeat the
 * call; E_* of the rows, and of the sink (see dfmt_sink_error()). What was printed before stays. Since 0.1.
 */
DFMT_API dfmt_status dfmt_rows_print(dfmt_rows *x, uint32_t form, const dfmt_print *how, dfmt_sink *to);

/*
 * Sets *out to a stream of the rows that are left of the set, columns as in scan.h, and takes x over: it is freed when
 * the stream is released. The allocator must allow that on any thread. E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_rows_arrow(dfmt_rows *x, struct ArrowArrayStream *out);

/* Returns details of the last failed call; never NULL but for NULL. Valid until the next call. Since 0.1. */
DFMT_API const dfmt_error *dfmt_rows_error(const dfmt_rows *x);

/* Frees rows; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_rows_free(dfmt_rows *x);

#ifdef __cplusplus
}
#endif

#endif
