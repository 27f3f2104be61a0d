/* SPDX-License-Identifier: MIT */
/*
 * Allocations of SQLite, the extension and the library fail one after the other, once or from then on. A run then has
 * the answer of an undisturbed one, or says that there is no memory; all is freed in any case. With $DFMT_BRIEF one in
 * four of them fails, with $DFMT_ONE_IN one in so many: others for another $DFMT_TURN.
 *
 * usage: sqlite-memory SAMPLES [NUMBER]     NUMBER: of a statement, from 0; else all
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/sqlite.h>
#include <sqlite3.h>

#include "table.h"

/* ---- memory that fails ---- */

static sqlite3_mem_methods real;
static long countdown; /* of calls; the one at 0 fails. Below: none do */
static bool forever;   /* and all after it */
static long in_use;    /* blocks of the library */
static unsigned long n_failed;

static long one_in; /* of how many */

/* Of the environment; else what is usual. */
static long number(const char *name, long usual) {
  const char *text = getenv(name);
  const long value = text ? strtol(text, NULL, 10) : 0;
  return value > 0 ? value : usual;
}

static bool fails(void) {
  if (countdown < 0) return false;
  if (countdown > 0) {
    countdown--;
    return false;
  }
  if (!forever) countdown = -1;
  n_failed++;
  return true;
}

static void *sqlite_malloc(int n) { return fails() ? NULL : real.xMalloc(n); }
static void *sqlite_realloc(void *p, int n) { return fails() ? NULL : real.xRealloc(p, n); }

static void *library_realloc(void *user, void *p, uint64_t old_size, uint64_t size) {
  (void)user;
  (void)old_size;
  if (size == 0) {
    in_use -= p != NULL;
    free(p);
    return NULL;
  }
  if (fails()) return NULL;
  void *to = realloc(p, (size_t)size);
  in_use += !p && to;
  return to;
}

static void setup(void) {
  (void)sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  static sqlite3_mem_methods failing;
  failing = real;
  failing.xMalloc = sqlite_malloc;
  failing.xRealloc = sqlite_realloc;
  (void)sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  (void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* so that every allocation is seen */
}

/* ---- a run ---- */

struct answer {
  char text[65536];
  size_t len;
};

static void put(struct answer *a, const char *text) {
  size_t n = strlen(text);
  if (a->len + n >= sizeof a->text) return;
  memcpy(a->text + a->len, text, n + 1);
  a->len += n;
}

static int on_row(void *user, int n, char **values, char **names) {
  (void)names;
  for (int i = 0; i < n; i++) {
    put(user, values[i] ? values[i] : "NULL");
    put(user, i + 1 < n ? "|" : "\n");
  }
  return 0;
}

static const char *folder;

static char *text_of(const char *sql) {
  static char out[2048];
  size_t len = 0;
  for (const char *p = sql; *p && len < sizeof out - 1; p++)
    if (*p == '@')
      len += (size_t)snprintf(out + len, sizeof out - len, "%s", folder);
    else
      out[len++] = *p;
  out[len] = '\0';
  return out;
}

static int ask(const char *sql, struct answer *a) {
  sqlite3 *db = NULL;
  dfmt_config *config = NULL;
  a->len = 0;
  a->text[0] = '\0';
  int rc = dfmt_config_new(&config) == DFMT_OK ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) (void)dfmt_config_allocator(config, library_realloc, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_open(":memory:", &db);
  if (rc == SQLITE_OK)
    rc = dfmti_sql_register(db, config, NULL);
  else
    dfmt_config_free(config);
  if (rc == SQLITE_OK) rc = sqlite3_exec(db, text_of(sql), on_row, a, NULL);
  if (sqlite3_close(db) != SQLITE_OK) {
    printf("the connection is still in use\n");
    exit(1);
  }
  return rc;
}

static const char *const statements[] = {
    "SELECT * FROM bugreport_log('@/bugreport/report.zip')",
    "SELECT name, payload FROM bugreport_entry('@/bugreport/report.zip') WHERE length(name) > 3",
    "SELECT frames FROM simpleperf_sample('@/simpleperf/typical.simpleperf') LIMIT 4",
    "SELECT count(*), max(b.message) FROM bugreport_log('@/bugreport/report.zip') a"
    " JOIN bugreport_log('@/bugreport/report.zip') b USING(tag) WHERE a.priority IN (4, 5, 6) AND b.priority < 7",
    "SELECT diagfmt_attach('@/bugreport/report.zip', '@/bugreport/report.txt'); SELECT _file, count(*) FROM log GROUP "
    "BY 1",
    "SELECT count(*) FROM bugreport_section((SELECT '@/bugreport/report.zip!' || name"
    " FROM bugreport_entry('@/bugreport/report.zip') WHERE role_word = 'main'))",
    "SELECT diagfmt_attach('@/bugreport/report.zip'), diagfmt_names('no such table: x', ''),"
    " diagfmt_names('no such column: x', 'SELECT x FROM log, mallocdbg_op')",
    "SELECT diagfmt_names('no such table: x', '')",
    "SELECT count(*) FROM diagnostic('@/bugreport/bad_data.zip', 'recover')",
};

/* false: what came out is wrong. */
static bool is_right(const char *sql, long at, int rc, const struct answer *got, const struct answer *want) {
  bool same = strcmp(got->text, want->text) == 0;
  if ((rc == SQLITE_OK && same) || rc == SQLITE_NOMEM) return in_use == 0;
  printf("%s\n  allocation %ld%s: %s, %ld blocks left\n%s", sql, at, forever ? " and all after it" : "",
         sqlite3_errstr(rc), in_use, rc == SQLITE_OK ? got->text : "");
  return false;
}

static int try_all(const char *sql) {
  static struct answer want, got;
  int wrong = 0;
  countdown = -1;
  if (ask(sql, &want) != SQLITE_OK || want.len == 0) {
    printf("%s: no answer\n", sql);
    return 1;
  }
  for (int mode = 0; mode < 2; mode++) {
    unsigned long before;
    long at = number("DFMT_TURN", 0) % one_in;
    do {
      before = n_failed;
      forever = mode == 1;
      countdown = at;
      int rc = ask(sql, &got);
      countdown = -1;
      wrong += !is_right(sql, at, rc, &got, &want);
      at += one_in * (1 + at / 200);
    } while (n_failed > before && wrong < 10);
  }
  return wrong;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  int wrong = 0;
  folder = argv[1];
  one_in = number("DFMT_ONE_IN", getenv("DFMT_BRIEF") ? 4 : 1);
  setup();
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    if (argc < 3 || (size_t)atoi(argv[2]) == i) wrong += try_all(statements[i]);
  printf("%lu failed allocations, %d wrong\n", n_failed, wrong);
  return wrong || n_failed < 100;
}
