/* SPDX-License-Identifier: MIT */
/*
 * What is wrong with files. A connection that goes on after a file that fails tells of it, and so of what salvage
 * passes over: of each file the first of either, as all are rows of the table "diagnostic".
 */
#include <string.h>

#include "table.h"

enum { TOLD_ERROR = 1, TOLD_DIAGNOSTIC = 2 };

bool dfmti_sql_goes_on(const struct dfmti_sql_host *host, int recover, bool several) {
  uint64_t recovers = recover > 0;
  if (host->goes_on) return recover != 0;
  if (recover < 0) (void)dfmt_config_get(host->config, DFMT_CFG_RECOVER, &recovers);
  return recovers && several;
}

void dfmti_sql_keep(struct dfmti_sql_host *host, const dfmt_error *e) {
  host->error = *e;
  host->error.message = "";
}

/* ---- telling ---- */

/* A file that is not attached may be read once more, but is then mostly the last one that was told of. */
static bool was_told(struct dfmti_sql_host *host, const char *path, size_t attached, uint32_t what) {
  if (attached != SIZE_MAX) return dfmti_sql_was_told(host, attached, what);
  if (host->told && strcmp(host->told + 1, path) == 0 && host->told[0] & (char)what) return true;
  bool same = host->told && strcmp(host->told + 1, path) == 0;
  char *now = sqlite3_mprintf("%c%s", (int)what | (same ? host->told[0] : 0), path);
  sqlite3_free(host->told); /* for want of memory it may be told twice */
  host->told = now;
  return false;
}

void dfmti_sql_tell_error(struct dfmti_sql_host *host, const char *path, size_t attached, const dfmt_error *e) {
  if (!was_told(host, path, attached, TOLD_ERROR)) host->tell(host->tell_user, path, e, NULL);
}

/* Sets a member of a diagnostic to that of a row, if the batch has it. */
static void take_number(const struct ArrowSchema *s, const struct ArrowArray *batch, int64_t row, const char *name,
                        uint64_t *out, bool *present) {
  struct dfmti_sql_value v;
  *present = false;
  for (int64_t i = 0; i < s->n_children; i++) {
    if (strcmp(s->children[i]->name, name) != 0) continue;
    (void)dfmti_sql_value_at(s->children[i], batch->children[i], row + batch->offset, false, NULL, &v);
    *present = v.type == SQLITE_INTEGER;
    *out = *present ? (uint64_t)v.number : 0;
  }
}

static dfmt_str take_text(const struct ArrowSchema *s, const struct ArrowArray *batch, int64_t row, const char *name) {
  struct dfmti_sql_value v = {.type = SQLITE_NULL};
  for (int64_t i = 0; i < s->n_children; i++)
    if (strcmp(s->children[i]->name, name) == 0)
      (void)dfmti_sql_value_at(s->children[i], batch->children[i], row + batch->offset, false, NULL, &v);
  return v.type == SQLITE_TEXT ? (dfmt_str){v.ptr, v.len} : (dfmt_str){"", 0};
}

void dfmti_sql_tell_rows(struct dfmti_sql_host *host, const char *path, size_t attached, const struct ArrowSchema *s,
                         const struct ArrowArray *batch) {
  for (int64_t row = 0; row < batch->length; row++) {
    dfmt_diagnostic d = {.head = {sizeof d, DFMT_DIAGNOSTIC}};
    uint64_t severity = 0;
    bool at, line, skipped, known;
    take_number(s, batch, row, "severity", &severity, &known);
    take_number(s, batch, row, "byte_offset", &d.byte_offset, &at);
    take_number(s, batch, row, "line", &d.line, &line);
    take_number(s, batch, row, "skipped", &d.skipped, &skipped);
    if (severity == DFMT_SEVERITY_NOTE || was_told(host, path, attached, TOLD_DIAGNOSTIC)) continue;
    d.severity = (uint32_t)severity;
    d.present = (at ? DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET : 0u) | (line ? DFMT_DIAGNOSTIC_HAS_LINE : 0u) |
                (skipped ? DFMT_DIAGNOSTIC_HAS_SKIPPED : 0u);
    d.message = take_text(s, batch, row, "message");
    host->tell(host->tell_user, path, NULL, &d);
  }
}

/* In a program's SQLite, problems go to its log: SQLITE_CONFIG_LOG, ".log" of the shell. */
void dfmti_sql_tell_log(void *user, const char *path, const dfmt_error *e, const dfmt_diagnostic *d) {
  (void)user;
  if (e)
    sqlite3_log(SQLITE_WARNING, "%s: %s", path, e->message);
  else
    sqlite3_log(SQLITE_WARNING, "%s: %.*s", path, (int)(d->message.len < 1000 ? d->message.len : 1000), d->message.ptr);
}

/* ---- diagfmt_damage() ---- */

/* A problem that has not been returned yet. */
struct dfmti_sql_damage {
  struct dfmti_sql_damage *next;
  char *text;
};

static char *words_of(const char *path, const dfmt_error *e, const dfmt_diagnostic *d) {
  const char *message = e ? e->message : d->message.ptr;
  const int len = e ? -1 : (int)(d->message.len < 1000 ? d->message.len : 1000);
  const uint64_t line = e ? e->line : d->present & DFMT_DIAGNOSTIC_HAS_LINE ? d->line : 0;
  const uint64_t offset = e ? e->offset : d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET ? d->byte_offset : 0;
  if (line) return sqlite3_mprintf("%s: line %llu: %.*s", path, (unsigned long long)line, len, message);
  if (offset) return sqlite3_mprintf("%s: byte %llu: %.*s", path, (unsigned long long)offset, len, message);
  return sqlite3_mprintf("%s: %.*s", path, len, message);
}

static void remember(void *user, const char *path, const dfmt_error *e, const dfmt_diagnostic *d) {
  struct dfmti_sql_host *host = user;
  struct dfmti_sql_damage *one = dfmti_sql_zalloc(1, sizeof *one);
  dfmti_sql_tell_log(NULL, path, e, d);
  if (!one) return; /* the row of the table "diagnostic" is there all the same */
  one->text = words_of(path, e, d);
  *(host->damage ? &host->last_damage->next : &host->damage) = one;
  host->last_damage = one;
}

/* Takes the first problem off the list and returns it; null: there is none. Problems are kept from the first call on.
 */
void dfmti_sql_damage_call(sqlite3_context *to, int n, sqlite3_value **values) {
  struct dfmti_sql_host *host = sqlite3_user_data(to);
  struct dfmti_sql_damage *first = host->damage;
  (void)n;
  (void)values;
  if (host->tell == dfmti_sql_tell_log) {
    host->tell = remember;
    host->tell_user = host;
  }
  if (!first) return;
  host->damage = first->next;
  if (first->text)
    sqlite3_result_text(to, first->text, -1, sqlite3_free);
  else
    sqlite3_result_error_nomem(to);
  sqlite3_free(first);
}

void dfmti_sql_told_free(struct dfmti_sql_host *host) {
  sqlite3_free(host->told);
  for (struct dfmti_sql_damage *x = host->damage, *next; x; x = next) {
    next = x->next;
    sqlite3_free(x->text);
    sqlite3_free(x);
  }
}

/* ---- an error as a row ---- */

int dfmti_sql_problem_set(struct dfmti_sql_problem *p, const dfmt_error *e) {
  p->message = sqlite3_mprintf("%s", e->message);
  if (!p->message) return SQLITE_NOMEM;
  p->present = true;
  p->row = (dfmt_diagnostic){.head = {sizeof p->row, DFMT_DIAGNOSTIC},
                             .number = e->number,
                             .severity = DFMT_SEVERITY_ERROR,
                             .status = e->status,
                             .byte_offset = e->offset,
                             .line = e->line,
                             .message = {p->message, strlen(p->message)}};
  if (e->origin == DFMT_ORIGIN_DATA || e->line) p->row.present |= DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET;
  if (e->line) p->row.present |= DFMT_DIAGNOSTIC_HAS_LINE;
  return SQLITE_OK;
}

static void set_text(struct dfmti_sql_value *out, const char *text) {
  out->type = text ? SQLITE_TEXT : SQLITE_NULL;
  out->ptr = text;
  out->len = text ? strlen(text) : 0;
}

/* A member, or the word beside it. */
static void set_member(const dfmt_field *f, const void *at, bool beside, struct dfmti_sql_value *out) {
  uint32_t small = 0;
  int32_t number = 0;
  if (f->kind == DFMT_KIND_STR) {
    dfmt_str s;
    memcpy(&s, at, sizeof s);
    set_text(out, s.ptr);
    return;
  }
  out->type = SQLITE_INTEGER;
  memcpy(&small, at, sizeof small);
  memcpy(&number, at, sizeof number);
  if (f->kind == DFMT_KIND_U64)
    memcpy(&out->number, at, sizeof out->number);
  else
    out->number = f->kind == DFMT_KIND_I32 ? (sqlite3_int64)number : (sqlite3_int64)small;
  if (beside) set_text(out, dfmt_type_word(f->elem_type, (uint64_t)out->number));
}

void dfmti_sql_problem_value(const struct dfmti_sql_problem *p, const struct dfmti_sql_column *c,
                             struct dfmti_sql_value *out) {
  const dfmt_type *t = dfmt_describe(DFMT_DIAGNOSTIC);
  for (uint64_t i = 0; c->member && i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (strcmp(f->name, c->member) != 0 || (f->present_mask && !(p->row.present & f->present_mask))) continue;
    set_member(f, (const char *)&p->row + f->offset, strcmp(c->name, c->member) != 0, out);
  }
}

void dfmti_sql_problem_clear(struct dfmti_sql_problem *p) {
  sqlite3_free(p->message);
  *p = (struct dfmti_sql_problem){.present = false};
}
