/* SPDX-License-Identifier: MIT */
/*
 * The extension from the inside. A table of the library is a module of SQLite (table.c), whose columns are those of its
 * Arrow schema (columns.c). SQLite tells what a statement needs of it (plan.c), a cursor reads that (cursor.c): from
 * the file (rows.c, values.c, json.c, scalars.c), or, from the second time on, from a copy (store.c). What is wrong
 * with files is in problems.c. Nothing here names a table or a member of any format.
 */
#ifndef DFMTI_SQL_TABLE_H
#define DFMTI_SQL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/arrow.h>
#include <diagfmt/describe.h>
#include <diagfmt/scan.h>

#include "api.h"

/* Receives a problem of a file, of which other files' rows are none the worse: e, or a diagnostic d of its reader. */
typedef void (*dfmti_sql_tell_fn)(void *user, const char *path, const dfmt_error *e, const dfmt_diagnostic *d);

/* What the tables of one connection share. */
struct dfmti_sql_host {
  sqlite3 *db;
  dfmt_config *config;
  size_t refs; /* modules and functions */
  struct dfmti_sql_attached *attached;
  size_t n_attached;
  struct dfmti_sql_kind *kinds; /* formats of attached files */
  size_t n_kinds;
  size_t made_for; /* n_attached when tables were made, up to 2 */
  char **made;     /* names of the tables of attached files */
  size_t n_made;
  dfmt_error error; /* the last one of the library; without its message */
  bool goes_on; /* after a file that fails, unless on_error is 'fail'; else only with 'recover', from one of several */
  dfmti_sql_tell_fn tell;
  void *tell_user;
  char *told;                                    /* the last file that was told of, if it is not attached */
  struct dfmti_sql_damage *damage, *last_damage; /* problems that diagfmt_damage() has not returned yet */
};

/* ---- offer.c ---- */

/* The table at an index of the list of all, as dfmt_table_at(); with derived ones if libdiagfmt-ops is there. */
const dfmt_type *dfmti_sql_table_at(uint32_t index);

/* Offers derived tables to a scan, as dfmt_scan_offer(). */
dfmt_status dfmti_sql_offer(dfmt_scan *x);

/* Whether files of a format have rows of a table of some format. */
bool dfmti_sql_has_table(uint32_t format, const dfmt_type *type);

/* ---- columns.c ---- */

/* Where the values of a column come from; those after MEMBER are hidden. */
enum {
  DFMTI_SQL_FILE_OF_ROW, /* "_file": a table of several files has it, and first */
  DFMTI_SQL_MEMBER,
  DFMTI_SQL_FILE, /* arguments: their names and order are those of a call */
  DFMTI_SQL_ON_ERROR,
  DFMTI_SQL_PAYLOAD_AS,
  DFMTI_SQL_PAYLOAD, /* payload_size, payload */
  DFMTI_SQL_ENVELOPE /* event_offset, event_length, event_recovered */
};

struct dfmti_sql_column {
  char *name;         /* in schemas */
  const char *member; /* what brings it; static. NULL: it is no member */
  const char *type;   /* as declared; static */
  uint32_t role;      /* DFMTI_SQL_* */
  bool filterable;    /* by the library */
  bool address;       /* a number that is text here */
  bool taken;         /* an argument has its name: in SQL "_" is appended */
};

struct dfmti_sql_columns {
  struct dfmti_sql_column *list;
  size_t n;
};

/* Reads the columns of a table off its description. SQLITE_OK; SQLITE_NOMEM; SQLITE_ERROR: *message is the caller's. */
int dfmti_sql_columns_make(const struct dfmti_sql_host *host, const dfmt_type *type, bool many_files,
                           struct dfmti_sql_columns *out, char **message);
void dfmti_sql_columns_free(struct dfmti_sql_columns *c);

/* "CREATE TABLE x(...)", to be freed by sqlite3_free(); NULL: no memory. */
char *dfmti_sql_columns_declare(const struct dfmti_sql_columns *c);

/* ---- table.c ---- */

struct dfmti_sql_table {
  sqlite3_vtab base;
  struct dfmti_sql_host *host;
  const dfmt_type *type;
  struct dfmti_sql_columns columns;
  char **files; /* that it is bound to; none: a call names one */
  size_t n_files;
  bool attached;                    /* it is bound to all attached files of its format instead */
  size_t n_open;                    /* cursors */
  struct dfmti_sql_answer *answers; /* cursor.c: what these were asked, the latest first */
};

/* What a module belongs to. */
struct dfmti_sql_module_of {
  struct dfmti_sql_host *host;
  const dfmt_type *type;
};

extern const sqlite3_module dfmti_sql_module;

/* ---- basics.c ---- */

/* Of SQLite's memory: zeroed; of at least one byte. NULL: no memory. */
void *dfmti_sql_zalloc(uint64_t n, size_t size);

/* "bugreport_log"; the caller frees it. NULL: no memory. */
char *dfmti_sql_name(const dfmt_type *type);

/* "log" */
const char *dfmti_sql_short_name(const dfmt_type *type);

/* Sets the message of a table, and returns `code`. */
int dfmti_sql_fail(struct dfmti_sql_table *t, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- scalars.c, json.c, values.c ---- */

/* A value as SQLite has it. Text and bytes are borrowed from the batch, from the sink or from `own`. */
struct dfmti_sql_value {
  int type; /* SQLITE_INTEGER, _FLOAT, _TEXT, _BLOB, _NULL */
  sqlite3_int64 number;
  double real;
  const void *ptr;
  size_t len;
  char own[24];
};

/* Sets *out to a value of a column. json: a memory sink for lists and structs. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_sql_value_at(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, bool address,
                               dfmt_sink *json, struct dfmti_sql_value *out);

/* The same of one that is no list or struct. */
void dfmti_sql_scalar_at(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, bool address,
                         struct dfmti_sql_value *out);

/* true: the values are addresses. */
bool dfmti_sql_is_address(const struct ArrowSchema *s);

/* A value of metadata as NUL-terminated text of up to cap - 1 bytes. false: there is no such key. */
bool dfmti_sql_metadata(const struct ArrowSchema *s, const char *key, char *value, size_t cap);

/* true: present. */
bool dfmti_sql_is_there(const struct ArrowArray *a, int64_t row);

/* Writes a value as JSON. */
dfmt_status dfmti_sql_json(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, dfmt_sink *to);

/* ---- plan.c ---- */

/* Values of on_error and payload_as. */
extern const char *const dfmti_sql_on_error[2], *const dfmti_sql_payload_as[2];

/* What is to become of a value that a plan asks for: "used;KIND COLUMN:OPERATOR;…", numbers in hex. */
enum {
  DFMTI_SQL_ARGUMENT = 'a',
  DFMTI_SQL_CONSTANT = 'k', /* of a term that is the same for the whole statement */
  DFMTI_SQL_VARIABLE = 'v',
  DFMTI_SQL_ANY_OF = 'n' /* a list */
};

int dfmti_sql_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* A comparison of a column with a value. */
struct dfmti_sql_term {
  size_t column;
  int op;                 /* SQLITE_INDEX_CONSTRAINT_* */
  bool constant;          /* the same for the whole statement */
  bool list;              /* IN: any of `values` */
  sqlite3_value **values; /* owned */
  size_t n_values;
};

/* What one run over a table is to give. */
struct dfmti_sql_query {
  uint64_t used;    /* bit by column; bit 63: all from there on */
  char *file;       /* owned; NULL: the table's own files */
  int recover;      /* -1: as the configuration says */
  uint32_t payload; /* DFMT_SCAN_PAYLOAD_* */
  bool bytes;       /* payload_as */
  bool envelope;
  bool nothing; /* an argument is NULL */
  struct dfmti_sql_term *terms;
  size_t n_terms;
  char *key; /* of all but terms that are not constant */
};

/* ---- query.c ---- */

/* Reads what best_index() chose, and the values for it. SQLITE_*; the table has the message. */
int dfmti_sql_query_make(struct dfmti_sql_table *t, const char *plan, int n, sqlite3_value **values,
                         struct dfmti_sql_query *out);
void dfmti_sql_query_free(struct dfmti_sql_query *q);

static inline bool dfmti_sql_is_used(const struct dfmti_sql_query *q, size_t column) {
  return q->used >> (column < 63 ? column : 63) & 1;
}

/* ---- filters.c ---- */

/* The terms of a query that are the library's to check. */
struct dfmti_sql_filters {
  dfmt_filter *list;
  dfmt_filter_value *values;
  uint64_t n;
};

/* every: without those that are not constant. SQLITE_OK, _NOMEM; to be freed in any case, before the query. */
int dfmti_sql_filters_make(const struct dfmti_sql_table *t, const struct dfmti_sql_query *q, bool every,
                           struct dfmti_sql_filters *out);
void dfmti_sql_filters_free(struct dfmti_sql_filters *f);

/* A value to compare a column with. false: SQLite compares it by rules of its own. */
bool dfmti_sql_filter_value(const struct dfmti_sql_column *c, sqlite3_value *v, dfmt_filter_value *out);

/* ---- input.c ---- */

/* What is read. Zeroed: nothing. */
struct dfmti_sql_input {
  dfmt_source *source;
  struct dfmti_sql_outer *outer; /* NULL: it is a file of its own */
  char *name;
};

/* Opens PATH or FILE!KEY. If that fails, *why has the reason until it is closed, which is to be done in any case. */
dfmt_status dfmti_sql_input_open(dfmt_config *c, const char *name, struct dfmti_sql_input *in, dfmt_error *why);
void dfmti_sql_input_close(struct dfmti_sql_input *in);

/* ---- problems.c ---- */

/* Keeps an error of the library, which SQLite has only the message of. */
void dfmti_sql_keep(struct dfmti_sql_host *host, const dfmt_error *e);

/* true: what fails ends with its file, not the statement. recover: as a query has it; several: there are more files. */
bool dfmti_sql_goes_on(const struct dfmti_sql_host *host, int recover, bool several);

/* Tells of a file that failed, or of a diagnostic, unless it is a note. Only the first of each is told of a file. */
void dfmti_sql_tell_error(struct dfmti_sql_host *host, const char *path, size_t attached, const dfmt_error *e);
void dfmti_sql_tell_rows(struct dfmti_sql_host *host, const char *path, size_t attached, const struct ArrowSchema *s,
                         const struct ArrowArray *batch);

void dfmti_sql_tell_log(void *user, const char *path, const dfmt_error *e, const dfmt_diagnostic *d);

/* diagfmt_damage(), and the end of what was told. */
void dfmti_sql_damage_call(sqlite3_context *to, int n, sqlite3_value **values);
void dfmti_sql_told_free(struct dfmti_sql_host *host);

/* An error as a row of the table "diagnostic". */
struct dfmti_sql_problem {
  bool present;
  dfmt_diagnostic row;
  char *message;
};

/* Sets it, with a copy of the message; to be cleared. SQLITE_OK, _NOMEM. */
int dfmti_sql_problem_set(struct dfmti_sql_problem *p, const dfmt_error *e);
void dfmti_sql_problem_value(const struct dfmti_sql_problem *p, const struct dfmti_sql_column *c,
                             struct dfmti_sql_value *out);
void dfmti_sql_problem_clear(struct dfmti_sql_problem *p);

static inline bool dfmti_sql_is_of_problems(const dfmt_type *type) { return type->number == DFMT_DIAGNOSTIC; }

/* ---- rows.c ---- */

/* Rows as they are read from the files of a query, one after the other. Zeroed: none. */
struct dfmti_sql_rows {
  struct dfmti_sql_table *table;
  const struct dfmti_sql_query *query; /* borrowed */
  bool every;                          /* terms that are not constant are left out */
  const char *path;                    /* of the file that is being read; borrowed */
  size_t next_file;                    /* of the table's own */
  size_t attached;                     /* its place among attached files; SIZE_MAX: it is none */
  struct dfmti_sql_input input;
  dfmt_scan *scan;
  bool watches;                     /* the scan has the table of diagnostics, too: `problems` */
  struct ArrowSchema problems;      /* of what is told of them */
  struct dfmti_sql_problem problem; /* why the file failed, which is the row at hand */
  struct ArrowSchema schema;
  struct ArrowArray batch;
  int64_t row;   /* of the batch */
  size_t *child; /* by column: its place in the batch; SIZE_MAX: it is not there */
  dfmt_sink *json;
};

/* SQLITE_*; the table has the message. What was begun is to be freed in any case. */
int dfmti_sql_rows_begin(struct dfmti_sql_rows *r, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                         bool every);

/* Goes to the next row: SQLITE_ROW; SQLITE_DONE; else an error. */
int dfmti_sql_rows_next(struct dfmti_sql_rows *r);
int dfmti_sql_rows_value(struct dfmti_sql_rows *r, size_t column, struct dfmti_sql_value *out);
void dfmti_sql_rows_free(struct dfmti_sql_rows *r);

/* ---- store.c ---- */

struct dfmti_sql_store;

/* Reads all rows of a query, but for terms that are not constant. SQLITE_*; the table has the message. */
int dfmti_sql_store_make(struct dfmti_sql_table *t, const struct dfmti_sql_query *q, struct dfmti_sql_store **out);
void dfmti_sql_store_free(struct dfmti_sql_store *s);

/* Sets *out to a statement over the rows that a query may want: a rowid, then the columns used. */
int dfmti_sql_store_read(struct dfmti_sql_store *s, struct dfmti_sql_table *t, const struct dfmti_sql_query *q,
                         sqlite3_stmt **out);

/* What ended the rows: SQLITE_OK or an error, which the table has then. */
int dfmti_sql_store_end(const struct dfmti_sql_store *s, struct dfmti_sql_table *t);

/* ---- cursor.c ---- */

int dfmti_sql_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out);
int dfmti_sql_close(sqlite3_vtab_cursor *cursor);
int dfmti_sql_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values);
int dfmti_sql_next(sqlite3_vtab_cursor *cursor);
int dfmti_sql_eof(sqlite3_vtab_cursor *cursor);
int dfmti_sql_column_of(sqlite3_vtab_cursor *cursor, sqlite3_context *to, int column);
int dfmti_sql_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out);

/* ---- attached.c ---- */

/* Adds a file; told: nothing more is to be told of it. format 0: it cannot be read. SQLITE_OK, _NOMEM. */
int dfmti_sql_attached_add(struct dfmti_sql_host *host, const char *path, uint32_t format, bool told);

/* The format of the one that was attached last; 0: it cannot be read. */
uint32_t dfmti_sql_last_format(const struct dfmti_sql_host *host);

/* Attached files that a table has rows of. */
size_t dfmti_sql_n_files(const struct dfmti_sql_host *host, const dfmt_type *type);

/* Attached files whose format is known. */
size_t dfmti_sql_n_known(const struct dfmti_sql_host *host);

/* The next of them from *at on, the number of an attached file, which it sets; NULL: no more. */
const char *dfmti_sql_attached_path(const struct dfmti_sql_host *host, const dfmt_type *type, size_t *at);

/* Marks what was told of an attached file. true: it was told before. */
bool dfmti_sql_was_told(struct dfmti_sql_host *host, size_t attached, uint32_t what);

/* Tables differ in whether there are files, and whether there are several. */
bool dfmti_sql_are_made(const struct dfmti_sql_host *host);
void dfmti_sql_set_made(struct dfmti_sql_host *host);

/* Frees the list, and the names of the tables. */
void dfmti_sql_attached_free(struct dfmti_sql_host *host);

/* ---- attach.c ---- */

/*
 * Identifies a file, one of several or the only one, and remembers it. SQLITE_*; *message is the caller's, by
 * sqlite3_free(). If the connection goes on after files that fail, one that cannot be read is told of, and has rows in
 * "diagnostic" alone.
 */
int dfmti_sql_attach(struct dfmti_sql_host *host, const char *path, bool several, char **message);

/* Makes the tables of all attached files, unless they are as they would be made. */
int dfmti_sql_make_tables(struct dfmti_sql_host *host, char **message);

/* SQL: diagfmt_attach(PATH, ...) */
void dfmti_sql_attach_call(sqlite3_context *to, int n, sqlite3_value **values);

/* ---- functions.c ---- */

/* SQL: diagfmt_on_error('fail' or 'recover'), for tables that are not told by an argument. */
void dfmti_sql_on_error_call(sqlite3_context *to, int n, sqlite3_value **values);

/* SQL: diagfmt_error(NAME), a member of the library's last error; null if it has none of that name. */
void dfmti_sql_error_call(sqlite3_context *to, int n, sqlite3_value **values);

/* ---- names.c ---- */

/*
 * For a message of SQLite that a table or a column is unknown, sets *out to which there are, the caller's by
 * sqlite3_free(); NULL: it is another message. SQLITE_*.
 */
int dfmti_sql_names(const struct dfmti_sql_host *host, const char *message, const char *statement, char **out);

/* SQL: diagfmt_names(MESSAGE, STATEMENT), the same. */
void dfmti_sql_names_call(sqlite3_context *to, int n, sqlite3_value **values);

/* ---- extension.c ---- */

/*
 * Registers all with a configuration, which the connection owns from then on, also if it fails. *host, unless NULL, is
 * borrowed from the connection.
 */
int dfmti_sql_register(sqlite3 *db, dfmt_config *config, struct dfmti_sql_host **host);

#endif
