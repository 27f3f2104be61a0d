/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-sql --dir FOLDER: statements of SQLite over a large log, against the plain event loop over the same
 * file, which is made by big_input.py. Exit status 1 if a target is missed.
 */
#include <stdio.h>
#include <sys/stat.h>

#include <diagfmt/sqlite.h>
#include <sqlite3.h>

#include "inputs.h"
#include "report.h"

enum { ROUNDS = 7 };

static const struct statement {
  const char *name, *sql; /* ?1: the file */
  double min_ratio, min_rate;
} statements[] = {
    {"sql: sum of a column / events", "SELECT sum(nanosecond) FROM bugreport_log(?1)", 1 / 1.5, 0},
    {"sql: lines by tag / events", "SELECT tag, count(*) FROM bugreport_log(?1) GROUP BY tag", 0, 200e6},
    {"sql: lines of one tag / events", "SELECT count(*) FROM bugreport_log(?1) WHERE tag = 'PackageManager'", 0, 0},
};

struct input {
  const struct statement *statement;
  char path[INPUT_PATH];
};

static void read_events(void *arg) {
  const struct input *in = arg;
  const dfmt_event *ev;
  dfmt_config *c;
  dfmt_status st;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, DFMT_CFG_BUGREPORT_LOG, 1));
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(NULL, in->path);
  check_reader(dfmt_reader_open(r, DFMT_BUGREPORT, s), r);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) continue;
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void check_sql(bool good, sqlite3 *db) {
  if (!good) bench_fail("SQLite: %s", sqlite3_errmsg(db));
}

static void run_statement(void *arg) {
  const struct input *in = arg;
  sqlite3 *db;
  sqlite3_stmt *s;
  int rc, rows = 0;
  check_sql(sqlite3_open(":memory:", &db) == SQLITE_OK && dfmt_sqlite_register(db) == SQLITE_OK, db);
  check_sql(sqlite3_prepare_v2(db, in->statement->sql, -1, &s, NULL) == SQLITE_OK, db);
  sqlite3_bind_text(s, 1, in->path, -1, SQLITE_STATIC);
  while ((rc = sqlite3_step(s)) == SQLITE_ROW) rows++;
  check_sql(rc == SQLITE_DONE && rows > 0, db);
  sqlite3_finalize(s);
  sqlite3_close(db);
}

static void measure(const struct bench_options *o, const struct statement *statement) {
  struct input in = {.statement = statement};
  struct stat sb;
  if (snprintf(in.path, sizeof in.path, "%s/big.bugreport-log.txt", o->dir) >= INPUT_PATH || stat(in.path, &sb) != 0)
    bench_fail("no big.bugreport-log.txt in %s", o->dir);
  struct bench_side ours = {.run = run_statement, .arg = &in}, events = {.run = read_events, .arg = &in};
  struct bench_row row = {.name = statement->name,
                          .ours = &ours,
                          .floor = &events,
                          .rounds = bench_measure(o, ROUNDS, (struct bench_side *[]){&ours, &events}, 2),
                          .work = (double)sb.st_size,
                          .scale = 1e6,
                          .unit = "MB/s",
                          .min_ratio = statement->min_ratio,
                          .min_rate = statement->min_rate};
  bench_report(&row);
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) measure(&o, &statements[i]);
  return 0;
}
