/* SPDX-License-Identifier: MIT */
/*
 * The table bugreport.account: of each place that lists something, how many heads stand there, and how many rows the
 * table has of it.
 *
 *   an event, a piece --> the tables --their rows-->  counts of its place --at the end--> rows
 *                     \-> its lines --their heads-->
 */
#include "account_heads.h"
#include "base/str.h"
#include "place.h"
#include "several.h"

static const dfmt_table_maker *const tables[DFMTI_ACCOUNT_TABLES] = {
    [DFMTI_ACCOUNT_PACKAGE] = &dfmti_bugreport_package,
    [DFMTI_ACCOUNT_EXIT_INFO] = &dfmti_bugreport_exit_info,
    [DFMTI_ACCOUNT_DROPBOX] = &dfmti_bugreport_dropbox_entry,
    [DFMTI_ACCOUNT_TOMBSTONE] = &dfmti_bugreport_tombstone_crash,
    [DFMTI_ACCOUNT_CRASH] = &dfmti_bugreport_log_crash,
    [DFMTI_ACCOUNT_DUMP] = &dfmti_bugreport_anr_process,
};
static const char *const names[DFMTI_ACCOUNT_TABLES] = {
    [DFMTI_ACCOUNT_PACKAGE] = "package",       [DFMTI_ACCOUNT_EXIT_INFO] = "exit_info",
    [DFMTI_ACCOUNT_DROPBOX] = "dropbox.entry", [DFMTI_ACCOUNT_TOMBSTONE] = "tombstone.crash",
    [DFMTI_ACCOUNT_CRASH] = "log.crash",       [DFMTI_ACCOUNT_DUMP] = "anr.process",
};

enum { MOST = 1024 }; /* counts; the last ones have no place, and the sums of all others of their tables */

/* Of a table, in a place: its name is stored in `places`. */
struct count {
  enum dfmti_account_table table;
  bool is_entry, rest;
  size_t at, len;
  uint64_t heads, rows;
};

struct place {
  dfmt_str name;
  bool is_entry;
};

struct state {
  struct dfmti_crash_feed feed;
  struct dfmti_crash_several tables;
  const dfmt_head *row; /* of a table, not yet counted */
  struct dfmti_account_heads heads;
  enum dfmti_account_table head; /* of the last line, not yet counted */
  /* The current input, for its lines. */
  const dfmt_event *ev;
  dfmt_str piece;
  bool is_piece, fed, ended;
  struct dfmti_buf counts, places;
  size_t n; /* for the next row: of all counts, once for each table */
  dfmt_bugreport_account body;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  x->feed.whole = true;
  x->head = DFMTI_ACCOUNT_TABLES;
  return st != DFMT_OK ? st : dfmti_crash_several_begin(&x->tables, &x->feed.in, tables, DFMTI_ACCOUNT_TABLES, in);
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  struct dfmti_mem *m = &x->feed.in.mem;
  dfmti_crash_several_close(&x->tables, m);
  dfmti_buf_free(m, &x->counts);
  dfmti_buf_free(m, &x->places);
  dfmti_crash_feed_free(&x->feed);
}

/* ---- counts ---- */

static struct count *counts_of(struct state *x) { return (struct count *)(void *)x->counts.ptr; }

static dfmt_str name_of(const struct state *x, const struct count *c) {
  return c->len ? (dfmt_str){(const char *)x->places.ptr + c->at, c->len} : (dfmt_str){"", 0};
}

/* A new one; of too many, one for the rest of its table. NULL: no memory. */
static struct count *add_count(struct state *x, enum dfmti_account_table table, const struct place *p) {
  struct dfmti_mem *m = &x->feed.in.mem;
  struct count c = {.table = table, .is_entry = p->is_entry, .at = x->places.len, .len = (size_t)p->name.len};
  c.rest = x->counts.len / sizeof c >= MOST;
  if (c.rest) c.len = 0;
  if (c.len > 0 && !dfmti_buf_append(m, &x->places, p->name.ptr, c.len)) return NULL;
  if (dfmti_buf_append(m, &x->counts, &c, sizeof c)) return counts_of(x) + x->counts.len / sizeof c - 1;
  x->places.len = c.at;
  return NULL;
}

/* The last ones are looked at first, as texts come one after another. NULL: no memory. */
static struct count *find(struct state *x, enum dfmti_account_table table, const struct place *p) {
  for (size_t i = x->counts.len / sizeof(struct count); i-- > 0;) {
    struct count *c = counts_of(x) + i;
    if (c->table != table) continue;
    if (c->rest || (c->is_entry == p->is_entry && dfmti_same(name_of(x, c), p->name))) return c;
  }
  return add_count(x, table, p);
}

static struct place place_of(const struct dfmti_crash_feed *f) {
  const dfmt_str entry = dfmti_derived_kept(&f->entry);
  return entry.len ? (struct place){entry, true} : (struct place){dfmti_derived_kept(&f->section), false};
}

/* Whether a head belongs to a row: dumps that Play Console shows, and tombstones that are cut off, have none. */
static bool has_head(const dfmt_head *row, struct place *p) {
  const void *body = row;
  const struct dfmti_crash_place *at = body;
  dfmt_str entry = at->entry, section = at->section;
  bool headed = true;
  if (row->type == DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH) {
    const dfmt_bugreport_tombstone_crash *crash = body;
    headed = crash->present & DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_ID;
    entry = crash->entry;
    section = crash->section;
  }
  if (row->type == DFMT_TYPE_BUGREPORT_ANR_PROCESS)
    headed = ((const dfmt_bugreport_anr_process *)body)->present & DFMT_BUGREPORT_ANR_PROCESS_HAS_PROCESS_ID;
  *p = entry.len ? (struct place){entry, true} : (struct place){section, false};
  return headed;
}

/* ---- input ---- */

static uint32_t ignores(const dfmt_event *ev) { return dfmti_crash_several_ignores(tables, DFMTI_ACCOUNT_TABLES, ev); }

static uint64_t wants(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const uint64_t n = dfmti_crash_several_wants(&x->tables, ev);
  if (!x->feed.open) dfmti_account_heads_begin(&x->heads, ev);
  return x->heads.wanted ? DFMT_TABLE_PIECES : n;
}

static void feed(struct state *x, const dfmt_event *ev, bool is_piece) {
  x->ev = ev;
  x->is_piece = is_piece;
  x->fed = true;
  x->ended = false;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  dfmti_crash_several_piece(&x->tables, ev, piece);
  x->piece = piece;
  feed(x, ev, true);
  return DFMT_OK;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const bool log = ev && dfmt_event_bugreport_log(ev), was_log = x->heads.wanted && !x->feed.open;
  if (log && !was_log) dfmti_account_heads_begin(&x->heads, ev);
  dfmti_crash_several_event(&x->tables, ev);
  feed(x, ev, false);
  return DFMT_OK;
}

/* OK: all rows of the tables are counted. */
static dfmt_status count_rows(struct state *x) {
  dfmt_status st = DFMT_OK;
  struct place p;
  size_t table = 0;
  while (st == DFMT_OK) {
    if (!x->row) st = dfmti_crash_several_next(&x->tables, &x->row, &table);
    if (st != DFMT_OK) break;
    struct count *c = has_head(x->row, &p) ? find(x, (enum dfmti_account_table)x->tables.at, &p) : NULL;
    if (!c && has_head(x->row, &p)) return DFMT_E_NOMEM;
    if (c) c->rows++;
    x->row = NULL;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status next_head(struct state *x) {
  struct dfmti_crash_line line;
  dfmt_str message;
  bool cut;
  if (dfmti_crash_feed_whole(&x->feed, &message, &cut)) {
    x->head = DFMTI_ACCOUNT_TOMBSTONE;
    return DFMT_OK;
  }
  dfmt_status st = dfmti_crash_feed_next(&x->feed, true, &line);
  if (st == DFMT_OK) x->head = dfmti_account_heads_line(&x->heads, &line);
  return st;
}

/* OK: all heads are counted. */
static dfmt_status count_heads(struct state *x) {
  dfmt_status st = DFMT_OK;
  if (x->fed && x->is_piece && x->heads.wanted) st = dfmti_crash_feed_piece(&x->feed, x->ev, x->piece);
  if (x->fed && !x->is_piece) st = dfmti_crash_feed_event(&x->feed, x->ev);
  if (st != DFMT_OK) return st;
  x->fed = false;
  while (x->head != DFMTI_ACCOUNT_TABLES || (st = next_head(x)) == DFMT_OK) {
    const struct place p = place_of(&x->feed);
    struct count *c = x->head == DFMTI_ACCOUNT_TABLES ? NULL : find(x, x->head, &p);
    if (!c && x->head != DFMTI_ACCOUNT_TABLES) return DFMT_E_NOMEM;
    if (c) c->heads++;
    x->head = DFMTI_ACCOUNT_TABLES;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- rows ---- */

static void make_row(struct state *x, const struct count *c) {
  dfmt_bugreport_account *row = &x->body;
  *row = (dfmt_bugreport_account){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_ACCOUNT},
                                  .truncated = c->rest,
                                  .of_table = {names[c->table], strlen(names[c->table])},
                                  .n_heads = c->heads,
                                  .n_rows = c->rows};
  if (c->is_entry) row->entry = name_of(x, c);
  if (!c->is_entry) row->section = name_of(x, c);
  if (row->entry.len) row->present |= DFMT_BUGREPORT_ACCOUNT_HAS_ENTRY;
  if (row->section.len) row->present |= DFMT_BUGREPORT_ACCOUNT_HAS_SECTION;
}

/* Table by table, in the order of their places. NULL: no more. */
static const struct count *next_count(struct state *x) {
  const size_t n = x->counts.len / sizeof(struct count);
  for (; x->n < n * DFMTI_ACCOUNT_TABLES; x->n++) {
    const struct count *c = counts_of(x) + x->n % n;
    if (c->table != x->n / n) continue;
    x->n++;
    return c;
  }
  return NULL;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  const bool ends = !x->is_piece && !x->ev;
  dfmt_status st = count_rows(x);
  if (st == DFMT_OK) st = count_heads(x);
  if (st != DFMT_OK || !ends) return st == DFMT_OK ? DFMT_END : st;
  const struct count *c = next_count(x);
  if (!c) return DFMT_END;
  make_row(x, c);
  *out = &x->body.head;
  return DFMT_OK;
}

const dfmt_table_maker dfmti_bugreport_account = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_ACCOUNT,
    .types = dfmti_bugreport_tables_types,
    .events = dfmti_crash_several_events,
    .state_size = sizeof(struct state),
    .ignores = ignores,
    .begin = begin,
    .wants = wants,
    .piece = piece,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
