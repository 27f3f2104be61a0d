/* SPDX-License-Identifier: MIT */
/* Asking for tables: their types, the options that deliver them, their columns. */
#include <stdio.h>
#include <string.h>

#include "base/rare.h"
#include "base/str.h"
#include "core/columns.h"
#include "scan.h"

enum { MOST_ROWS = 65536 };

/* Bytes of a request that has the first release's members. */
enum { REQUEST_LEAST = DFMTI_UP_TO(dfmt_table_request, n_columns) };

bool dfmti_scan_is_table(const struct dfmti_format *f, const dfmt_type *t) {
  return t->shape == DFMT_SHAPE_EVENT && !dfmti_is_columns(f, t->number);
}

/* A table of a name. */
struct found {
  const dfmt_type *type;          /* NULL: there is none */
  const dfmt_read_format *format; /* NULL: of all */
  const dfmt_table_maker *maker;  /* NULL: its rows are events */
};

/* Whether this is a table's name, or the same without its format: tombstone.crash for bugreport.tombstone_crash. */
static bool is_name(const char *of, const char *name) {
  if (strcmp(of, name) == 0) return true;
  for (of = strchr(of, '.') + 1; *name && (*of == *name || (*of == '_' && *name == '.')); of++) name++;
  return !*of && !*name;
}

/* Whether a name begins with a format's, or is that. */
static DFMTI_RARE bool is_prefixed(const struct dfmti_format *f, const char *name) {
  const size_t n = strlen(f->name);
  return dfmti_starts((dfmt_str){name, strlen(name)}, f->name) && (name[n] == '.' || !name[n]);
}

/* The same as is_name(), of rows that events of another format give, under the name of that: log.log_crash. */
static bool is_name_of(const struct dfmti_format *f, const dfmt_type *rows, const char *name) {
  const size_t n = strlen(f->name);
  return is_name(rows->name, is_prefixed(f, name) && name[n] ? name + n + 1 : name);
}

static const dfmt_table_maker *maker_of(const dfmt_scan *x, const struct dfmti_format *f, const char *name) {
  size_t n;
  const dfmt_table_maker *const *m = dfmti_scan_makers(x, &n);
  for (size_t i = 0; i < n; i++)
    if (dfmti_scan_is_of(m[i], f) && is_name_of(f, dfmti_scan_row_type(m[i]), name)) return m[i];
  return NULL;
}

static struct found find_in(const dfmt_scan *x, const dfmt_read_format *format, const char *name) {
  const struct dfmti_format *f = format->format;
  for (const dfmt_type *const *t = f->types; *t; t++)
    if (dfmti_scan_is_table(f, *t) && is_name((*t)->name, name)) return (struct found){*t, format, NULL};
  const dfmt_table_maker *m = maker_of(x, f, name);
  return (struct found){m ? dfmti_scan_row_type(m) : NULL, format, m};
}

/*
 * Of the formats that the scan knows, or of one (only: its number, 0: of all). Returns how many tables have the name.
 * One that several formats have is of the format that the scan's tables are of, else of that of its rows, until the
 * file tells.
 */
static uint32_t find_among(const dfmt_scan *x, const char *name, uint32_t only, struct found *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->n_formats; i++) {
    const struct dfmti_format *f = x->formats[i]->format;
    if (only && only != f->id) continue;
    const struct found one = find_in(x, x->formats[i], name);
    if (!one.type) continue;
    const bool other = one.type != out->type;
    n += other;
    if (other || f == x->format || (f->id == one.type->number >> 16 && out->format->format != x->format)) *out = one;
  }
  return n;
}

/* What an option of a format must be for a type; NULL: there is none. */
static const struct dfmti_delivery *delivery_of(const struct dfmti_format *f, uint32_t type) {
  const struct dfmti_delivery *d = f->deliveries;
  while (d && d->type && d->type != type) d++;
  return d && d->type ? d : NULL;
}

/* The same for a table. option 0: there is none. */
static struct dfmti_delivery delivery_for(const struct found *t) {
  if (t->maker) return (struct dfmti_delivery){t->maker->row, t->maker->option, t->maker->value};
  const struct dfmti_delivery *d = t->type ? delivery_of(t->format->format, t->type->number) : NULL;
  return d ? *d : (struct dfmti_delivery){0};
}

/* The scan's configuration, as the tables of a name need it. To be cleared in any case. */
static dfmt_status config_for(dfmt_scan *x, const char *name, dfmt_config *to) {
  dfmt_status st = dfmti_config_copy(&x->mem, to, &x->config) ? DFMT_OK : DFMT_E_NOMEM;
  for (uint32_t i = 0; i < x->n_formats && st == DFMT_OK; i++) {
    const struct found t = find_in(x, x->formats[i], name);
    const struct dfmti_delivery d = delivery_for(&t);
    if (d.option) st = dfmti_config_put(to, d.option, d.value);
  }
  return st;
}

void dfmti_scan_look_end(dfmt_scan *x) {
  dfmt_reader_free(x->look.reader);
  x->look.reader = NULL;
}

/* A reader that finds out what the source is, whose position stays. It goes on if it is asked for the same name again.
 */
static dfmt_status begin_look(dfmt_scan *x, const char *name, const dfmt_type *like) {
  if (x->look.reader && x->look.like == like) return DFMT_OK;
  dfmt_source *slice = NULL;
  dfmt_config config;
  dfmti_scan_look_end(x);
  dfmt_status st = config_for(x, name, &config);
  if (st == DFMT_OK) st = dfmt_source_slice(&config, x->source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_reader_new_for(&config, x->formats, x->n_formats, &x->look.reader);
  if (st == DFMT_OK) st = dfmt_reader_open(x->look.reader, 0, slice);
  x->look.like = like;
  dfmt_source_free(slice);
  dfmti_config_clear(&x->mem, &config);
  return st;
}

/*
 * The format of the source that has a table of the name, as `like` is one, if the source can seek, so that nothing is
 * taken away from it. 0: it cannot, or has none.
 */
static dfmt_status format_at_hand(dfmt_scan *x, const char *name, const dfmt_type *like, uint32_t *id) {
  dfmt_probe probe;
  uint32_t n = 0;
  *id = x->format ? x->format->id : 0;
  if (x->format || (!x->look.reader && !dfmt_source_seekable(x->source))) return DFMT_OK;
  dfmt_status st = begin_look(x, name, like);
  if (st == DFMT_OK) st = dfmt_reader_identify(x->look.reader, NULL, &probe, 1, &n);
  if (st == DFMT_OK && n > 0) *id = probe.format;
  if (st == DFMT_AGAIN) return st;
  if (st != DFMT_E_NOMEM) dfmti_scan_look_end(x);
  if (st == DFMT_E_NOMEM) return dfmti_fail(&x->err, st, DFMT_ERR_NOMEM, "out of memory");
  return DFMT_OK; /* what is wrong with the source, the first rows tell */
}

/* A name that several formats have is that of the file at hand. */
static dfmt_status find(dfmt_scan *x, const char *name, struct found *out) {
  uint32_t id;
  *out = (struct found){NULL, NULL, NULL};
  if (strcmp(name, "diagnostic") == 0) out->type = dfmti_type_of(NULL, DFMT_DIAGNOSTIC);
  if (out->type || find_among(x, name, 0, out) <= 1) return DFMT_OK;
  const dfmt_type *like = out->type;
  *out = (struct found){NULL, NULL, NULL};
  dfmt_status st = format_at_hand(x, name, like, &id);
  if (st == DFMT_OK && id) (void)find_among(x, name, id, out);
  if (st != DFMT_OK || out->type || id) return st;
  char quoted[48];
  return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT,
                    "several formats have a table '%s', and the input's is not known before it is read: name it, too",
                    dfmti_quote(quoted, sizeof quoted, name, strlen(name)));
}

/* Adds a table of a format to those that are listed. */
static void list_table(dfmt_scan *x, const dfmt_type *t, const char **before) {
  dfmti_list_add(&x->names, *before, strchr(t->name, '.') + 1);
  *before = ", ";
}

/* Adds the tables of a format, or of each if that is NULL: "apport: field, report; apitrace: header". */
static void list_tables(dfmt_scan *x, const struct dfmti_format *only) {
  const char *between = "";
  size_t n;
  const dfmt_table_maker *const *m = dfmti_scan_makers(x, &n);
  for (uint32_t i = 0; i < x->n_formats; i++) {
    const struct dfmti_format *f = x->formats[i]->format;
    const char *before = ": ";
    if ((only && f != only) || !*f->types) continue;
    dfmti_list_add(&x->names, between, f->name);
    between = "; ";
    for (const dfmt_type *const *t = f->types; *t; t++)
      if (dfmti_scan_is_table(f, *t)) list_table(x, *t, &before);
    for (size_t k = 0; k < n; k++)
      if (dfmti_scan_is_of(m[k], f)) list_table(x, dfmti_scan_row_type(m[k]), &before);
  }
}

/* The format that a name begins with. */
static const struct dfmti_format *format_named(const dfmt_scan *x, const char *name) {
  for (uint32_t i = 0; i < x->n_formats; i++)
    if (is_prefixed(x->formats[i]->format, name)) return x->formats[i]->format;
  return NULL;
}

static dfmt_status no_such_table(dfmt_scan *x, const char *name) {
  char quoted[48];
  const struct dfmti_format *f = format_named(x, name);
  if (f && !*f->types)
    return dfmti_fail(&x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_FORMAT_MISSING, "the format %s is not built in", f->name);
  (void)dfmti_quote(quoted, sizeof quoted, name, strlen(name));
  snprintf(x->names.text, sizeof x->names.text, "there is no table '%s'; tables of ", quoted);
  list_tables(x, f);
  return dfmti_list_fail(&x->err, DFMT_E_ARG, &x->names);
}

/* ---- options ---- */

static bool is_set(const dfmt_config *c, uint32_t key) {
  for (size_t i = 0; i < c->n_set; i++)
    if (c->set[i].key == key) return true;
  return false;
}

/* Sets an option as a table of type t needs it. */
static dfmt_status put_option(dfmt_scan *x, const struct dfmti_format *f, const struct dfmti_delivery *d,
                              const dfmt_type *t) {
  const dfmt_option *o = dfmti_option_in(f->options, d->option);
  if (!o) return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s needs an option of another format", t->name);
  bool before = x->format == f && is_set(&x->config, d->option);
  if (before && dfmti_config_own(&x->config, f->options, d->option) != d->value)
    return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s needs a value of %s other than the one that is set",
                      t->name, o->name);
  return dfmti_config_put(&x->config, d->option, d->value);
}

/* Sets what delivers events of a type to a table of type t. */
static dfmt_status deliver(dfmt_scan *x, const struct dfmti_format *f, uint32_t type, const dfmt_type *t) {
  if (type == DFMT_DIAGNOSTIC) return dfmti_config_put(&x->config, DFMT_CFG_DIAGNOSTICS, 1);
  const struct dfmti_delivery *d = delivery_of(f, type);
  return d ? put_option(x, f, d, t) : DFMT_OK;
}

/* The same for all that rows of a maker are made of; diagnostics it takes as they come. */
static dfmt_status deliver_events(dfmt_scan *x, const struct dfmti_format *f, const dfmt_table_maker *m,
                                  const dfmt_type *t) {
  const struct dfmti_delivery d = {m->row, m->option, m->value};
  dfmt_status st = d.option ? put_option(x, f, &d, t) : DFMT_OK;
  for (const uint32_t *type = m->events; *type && st == DFMT_OK; type++)
    if (*type != DFMT_DIAGNOSTIC) st = deliver(x, f, *type, t);
  return st;
}

/* The same for all that a table is made of, whatever the file's format turns out to be. */
static dfmt_status deliver_all(dfmt_scan *x, const struct found *t) {
  dfmt_status st = DFMT_OK;
  if (!t->maker) return deliver(x, t->format ? t->format->format : NULL, t->type->number, t->type);
  for (uint32_t i = 0; i < x->n_formats && st == DFMT_OK; i++) {
    const struct dfmti_format *f = x->formats[i]->format;
    const dfmt_table_maker *m = dfmti_scan_maker_of(x, t->maker->row, f);
    if (m) st = deliver_events(x, f, m, t->type);
  }
  return st;
}

/* ---- the call ---- */

static dfmt_status check_request(dfmt_scan *x, const dfmt_table_request *from, dfmt_table_request *to) {
  *to = (dfmt_table_request){.size = sizeof *to};
  if (from) {
    if (from->size < REQUEST_LEAST) return dfmti_fail_arg(&x->err, "request.size is not set");
    memcpy(to, from, dfmti_min(from->size, sizeof *to));
  }
  if (to->payload > DFMT_SCAN_PAYLOAD_BYTES || to->envelope > 1 || to->text > DFMT_SCAN_TEXT_EXACT ||
      (to->n_columns && !to->columns) || (to->n_filters && !to->filters))
    return dfmti_fail_arg(&x->err, "malformed request");
  if (to->max_rows == 0 || to->max_rows > MOST_ROWS) to->max_rows = MOST_ROWS;
  return DFMT_OK;
}

/* A column or filter of what is known only after the payload. */
static bool wants_late(const dfmt_type *t, const dfmt_table_request *r) {
  for (uint64_t i = 0; i < t->n_fields; i++) {
    if (!(t->fields[i].flags & DFMT_FIELD_LATE)) continue;
    for (uint64_t k = 0; k < r->n_columns; k++)
      if (strcmp(r->columns[k], t->fields[i].name) == 0) return true;
  }
  return false;
}

static dfmt_status check_type(dfmt_scan *x, const struct dfmti_format *f, const dfmt_type *t) {
  if (f && x->format && f != x->format && !dfmti_scan_becomes(x, f))
    return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s is a table of another format than %s", t->name,
                      x->format->name);
  for (uint32_t i = 0; i < x->n_tables; i++)
    if (x->tables[i].type == t)
      return dfmti_fail(&x->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s was asked for before", t->name);
  return DFMT_OK;
}

/* Where the members of a table's rows are looked up: a maker's rows are of its types, and may be of the format's. */
static struct dfmti_format types_of(const struct found *t) {
  static const dfmt_type *const none[] = {NULL};
  struct dfmti_format f = {.types = none};
  if (t->format) f = *t->format->format;
  if (!t->maker) return f;
  f.more = f.types;
  f.types = t->maker->types;
  f.id = t->maker->row >> 16;
  return f;
}

/* Columns, and the state of a derived table. What there is is freed if it fails. */
static dfmt_status make_table(dfmt_scan *x, const struct found *t, const dfmt_table_request *r,
                              struct dfmti_scan_table *to) {
  to->types = types_of(t);
  dfmt_status st = dfmti_cells_plan(&x->mem, &x->err, &x->names, &to->types, to->type, r, &to->rows.columns);
  if (st == DFMT_OK) {
    st = dfmti_scan_rows_plan(&x->mem, &to->rows);
    if (st != DFMT_OK) st = dfmti_fail_mem(&x->err, &x->mem);
  }
  if (st == DFMT_OK) st = dfmti_filters_plan(&x->mem, &x->err, &x->names, &to->types, to->type, r, &to->filters);
  if (st == DFMT_OK && to->maker) {
    to->state_size = dfmti_clamp(dfmti_scan_state_size(x, to->maker->row));
    to->state = dfmti_zalloc(&x->mem, to->state_size);
    if (!to->state) st = dfmti_fail_mem(&x->err, &x->mem);
  }
  if (st == DFMT_OK) st = deliver_all(x, t); /* last: a table that is refused leaves no option set */
  if (st != DFMT_OK) dfmti_scan_table_free(&x->mem, to);
  return st;
}

DFMTI_RARE dfmt_status dfmt_scan_table(dfmt_scan *x, const char *name, const dfmt_table_request *request,
                                       uint32_t *table) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (x->reader) return dfmti_fail_state(&x->err, "tables are asked for before the first rows");
  if (!name || !table) return dfmti_fail_arg(&x->err, "no name, or no place for the number");
  if (x->n_tables == DFMTI_MAX_TABLES) return dfmti_fail_arg(&x->err, "too many tables");
  struct found t;
  dfmt_status st = find(x, name, &t);
  if (st != DFMT_OK) return st;
  if (!t.type) return no_such_table(x, name);
  const struct dfmti_format *f = t.format ? t.format->format : NULL;
  dfmt_table_request r;
  st = check_type(x, f, t.type);
  if (st == DFMT_OK) st = check_request(x, request, &r);
  if (st != DFMT_OK) return st;
  struct dfmti_scan_table *to = &x->tables[x->n_tables];
  *to = (struct dfmti_scan_table){.type = t.type, .maker = t.maker, .payload = r.payload, .max_rows = r.max_rows};
  st = make_table(x, &t, &r, to);
  if (st != DFMT_OK) return st;
  to->reads_payload = r.payload != DFMT_SCAN_PAYLOAD_NONE || to->filters.late || wants_late(t.type, &r);
  to->simple = !to->reads_payload && !to->filters.n;
  if (f) x->format = x->maker.format = f;
  x->derived.n += to->maker != NULL;
  *table = x->n_tables++;
  return DFMT_OK;
}

void dfmti_scan_table_free(struct dfmti_mem *m, struct dfmti_scan_table *t) {
  dfmti_scan_rows_free(m, &t->rows);
  dfmti_filters_free(m, &t->filters);
  if (!t->state) return;
  if (t->maker->close) t->maker->close(t->state);
  dfmti_free(m, t->state, t->state_size);
  t->state = NULL;
}

dfmt_status dfmt_scan_schema(dfmt_scan *x, uint32_t table, struct ArrowSchema *out) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!out || table >= x->n_tables) return dfmti_fail_arg(&x->err, out ? "no such table" : "no schema");
  dfmt_status st = dfmti_cells_schema(&x->mem, &x->tables[table].rows.columns, out);
  return st == DFMT_OK ? st : dfmti_fail_mem(&x->err, &x->mem);
}

/* What a file of another format has. */
DFMTI_RARE dfmt_status dfmti_scan_other_format(dfmt_scan *x, uint32_t id) {
  for (uint32_t i = 0; i < x->n_formats; i++) {
    const struct dfmti_format *f = x->formats[i]->format;
    if (f->id != id) continue;
    snprintf(x->names.text, sizeof x->names.text, "the file is %s, which has no tables of %s; tables of ", f->name,
             x->format->name);
    list_tables(x, f);
    return dfmti_list_fail(&x->err, DFMT_E_UNSUPPORTED, &x->names);
  }
  return DFMT_E_UNSUPPORTED;
}
