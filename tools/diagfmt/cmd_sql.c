/* SPDX-License-Identifier: MIT */
/* SQL statements over files, in a database in memory, which cannot access other files. */
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/text.h"
#include "tool.h"

struct settings {
  bool table;
};

#ifdef HAVE_SQLITE

#include "print.h"
#include "shell.h"
#include "table.h"

struct session {
  struct tool *t;
  sqlite3 *db;
  struct dfmti_sql_host *host; /* of the extension */
  int trouble;                 /* exit code for files that cannot be read */
  bool threads_used;           /* by some file */
};

/* Reports an error of SQLite; for a file that cannot be read, with the exit code of other commands. */
static void report_sql(struct session *s, int rc, int code, const char *message) {
  if (rc == SQLITE_NOMEM) tool_no_memory();
  if (tool_stopped()) return;
  if (s->host->error.status < 0) code = code_of(&s->host->error);
  report(s->t, code, NULL, "%s", message ? message : sqlite3_errstr(rc));
}

/* Reports the error of a file. The statement continues with the rows of others. */
static void on_trouble(void *user, const char *path, const dfmt_error *e, const dfmt_diagnostic *d) {
  struct session *s = user;
  const struct place where = {.file = path};
  int before = s->t->code;
  s->t->code = CODE_FINE;
  if (e)
    report_error(s->t, &where, e);
  else
    report_diagnostic(s->t, &where, d);
  if (s->t->code > s->trouble) s->trouble = s->t->code;
  s->t->code = before;
}

static int on_progress(void *user) {
  (void)user;
  return tool_stopped();
}

/* ---- statements ---- */

/* Failures of the sink are checked when it is closed. */
static bool run_statement(struct session *s, sqlite3_stmt *statement) {
  const struct common *set = &s->t->set;
  const struct dfmti_sql_look look = {.form = set->csv    ? DFMTI_SQL_CSV
                                              : set->json ? DFMTI_SQL_JSON
                                                          : DFMTI_SQL_TABLE,
                                      .bold = s->t->color,
                                      .safe = isatty(STDOUT_FILENO)};
  dfmt_status st;
  int rc = dfmti_sql_print(statement, &look, s->t->out.sink, &st);
  put_settle(s->t->out.sink, st);
  if (rc != SQLITE_DONE && rc != SQLITE_ROW) report_sql(s, rc, CODE_DAMAGED, sqlite3_errmsg(s->db));
  return rc == SQLITE_DONE;
}

/* If a name is unknown, lists the existing ones. */
static void report_statement(struct session *s, int rc, const char *sql) {
  const char *message = sqlite3_errmsg(s->db);
  char *names = NULL;
  (void)dfmti_sql_names(s->host, message, sql, &names);
  char *whole = names ? sqlite3_mprintf("%s; %s", message, names) : NULL;
  const bool none = s->trouble && !dfmti_sql_n_known(s->host); /* its table is missing for that reason */
  report_sql(s, rc, none ? s->trouble : CODE_USAGE, whole ? whole : message);
  sqlite3_free(names);
  sqlite3_free(whole);
}

static void run_statements(struct session *s, const char *sql) {
  bool good = true, any = false;
  while (*sql && good && !tool_stopped()) {
    sqlite3_stmt *statement = NULL;
    const char *begin = sql;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &statement, &sql);
    good = rc == SQLITE_OK;
    if (!good) report_statement(s, rc, begin);
    if (statement) good = run_statement(s, statement); /* else a comment */
    any = any || statement || !good;
    (void)sqlite3_finalize(statement);
  }
  if (!any && !tool_stopped()) report(s->t, CODE_USAGE, "sql", "QUERY is empty: give a statement, or '.tables'");
}

static void run_dot(struct session *s, const char *word) {
  char *sql = NULL;
  if (!dfmti_sql_dot(s->db, word, &sql))
    report(s->t, CODE_USAGE, NULL, "'%s' is not '.tables', '.schema' or '.schema TABLE'", word);
  else if (!sql)
    tool_no_memory();
  else
    run_statements(s, sql);
  sqlite3_free(sql);
}

/* ---- the session ---- */

/* Checks whether the threads that were asked for have a use. Attaching reports files that cannot be opened. */
static void look_for_threads(struct session *s, const char *path) {
  dfmt_source *source;
  if (s->threads_used || dfmt_source_path(NULL, path, &source) != DFMT_OK) return;
  s->threads_used = source_uses_threads(s->t, source, 0);
  dfmt_source_free(source);
}

static void attach_one(struct tool *t, const char *path, void *user) {
  struct session *s = user;
  char *message = NULL;
  if (option_is_given(t, DFMT_CFG_THREADS)) look_for_threads(s, path);
  if (dfmti_sql_attach(s->host, path, true, &message) != SQLITE_OK) tool_no_memory(); /* other failures were reported */
}

static bool attach(struct session *s) {
  struct tool *t = s->t;
  char *message = NULL;
  s->host->goes_on = true;
  s->host->tell = on_trouble;
  s->host->tell_user = s;
  if (t->set.files0_from || t->n_args > 1) (void)each_name(t, t->args + 1, t->n_args - 1, attach_one, s);
  int rc = dfmti_sql_make_tables(s->host, &message);
  if (rc != SQLITE_OK) report_sql(s, rc, CODE_IO, message);
  sqlite3_free(message);
  const bool idle = option_is_given(t, DFMT_CFG_THREADS) && !s->threads_used && !s->trouble;
  if (idle) report(t, CODE_USAGE, "sql", "%s", NO_THREADS);
  return rc == SQLITE_OK && !idle;
}

static bool open_session(struct session *s) {
  dfmt_config *config;
  if (dfmt_config_copy(s->t->config, &config) != DFMT_OK) tool_no_memory();
  int rc = sqlite3_open_v2(":memory:", &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (rc == SQLITE_OK) rc = dfmti_sql_register(s->db, config, &s->host);
  if (rc != SQLITE_OK) tool_no_memory(); /* no other failure is possible */
  sqlite3_progress_handler(s->db, 1000, on_progress, NULL);
  if (!attach(s)) return false;
  dfmti_sql_confine(s->db);
  return !tool_stopped();
}

/* If other files can be read, one that cannot counts as damage. */
static void raise_trouble(struct session *s) {
  if (s->trouble) raise_code(s->t, dfmti_sql_n_known(s->host) ? CODE_DAMAGED : s->trouble);
}

static void run_query(struct tool *t) {
  struct session s = {.t = t};
  if (open_session(&s)) {
    if (*t->args[0] == '.')
      run_dot(&s, t->args[0]);
    else
      run_statements(&s, t->args[0]);
    raise_trouble(&s);
  }
  (void)sqlite3_close(s.db);
}

#else

static void run_query(struct tool *t) {
  report(t, CODE_UNKNOWN, "sql", "this build cannot: it was made without SQLite");
}

#endif

/* false: usage error; reported. */
static bool check(struct tool *t) {
  const struct common *set = &t->set;
  const struct settings *own = t->own;
  if (t->n_args < 1) return report(t, CODE_USAGE, "sql", "give QUERY");
  if (set->csv + set->json + own->table > 1)
    return report(t, CODE_USAGE, "sql", "--table, --csv and --json do not go together");
  if (set->files0_from && t->n_args > 1)
    return report(t, CODE_USAGE, NULL, "--files0-from and file names do not go together");
  if (!set->format) return true;
  return report(t, CODE_USAGE, "sql", "its files are what their content says; --format cannot change that");
}

static const struct opt options[] = {
    FLAG("table", 0, table, "print aligned columns, which is the default"), RULES_OPTION,
    FORMS("print comma-separated values, with a line of names", "print one JSON object a line for each row")};

const struct command cmd_sql = {
    .name = "sql",
    .operands = "QUERY [FILE]...",
    .summary = "ask files in SQL",
    .text =
        "Runs QUERY in SQLite, with a table for each type of record of each FILE, such\n"
        "as log and section of a bug report. Several files of one format are one table\n"
        "with a first column _file. '.tables' lists the tables, '.schema TABLE' columns;\n"
        "those that are hidden can be asked for by name. QUERY changes no file. See\n"
        "docs/sql.md.\n",
    .check = check,
    .run = run_query,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt sql 'SELECT tag, count(*) AS n FROM log WHERE priority >= 6\n"
                  "                 GROUP BY tag ORDER BY n DESC LIMIT 10' report.zip",
                  "who complains most"},
                 {"diagfmt sql --csv 'SELECT key, payload_size FROM field' *.crash > sizes.csv", "for a spreadsheet"},
                 {"diagfmt sql '.schema log' report.zip", "the columns of a table"}},
};
