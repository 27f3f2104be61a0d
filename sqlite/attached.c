/* SPDX-License-Identifier: MIT */
/* The attached files, a list of any length: of which format they are, and what was told of them. */
#include "table.h"

struct dfmti_sql_attached {
  char *path;
  uint32_t format; /* 0: it cannot be read */
  uint32_t told;   /* bits of what was told of it */
};

/* A format of attached files. */
struct dfmti_sql_kind {
  uint32_t format;
  size_t n;        /* files */
  size_t made_for; /* n when tables were made, up to 2 */
};

static struct dfmti_sql_kind *kind_of(const struct dfmti_sql_host *host, uint32_t format) {
  for (size_t i = 0; i < host->n_kinds; i++)
    if (host->kinds[i].format == format) return &host->kinds[i];
  return NULL;
}

static struct dfmti_sql_kind *make_kind(struct dfmti_sql_host *host, uint32_t format) {
  struct dfmti_sql_kind *kind = kind_of(host, format);
  if (kind) return kind;
  kind = sqlite3_realloc64(host->kinds, (host->n_kinds + 1) * sizeof *kind);
  if (!kind) return NULL;
  host->kinds = kind;
  kind[host->n_kinds] = (struct dfmti_sql_kind){.format = format};
  return &kind[host->n_kinds++];
}

/* Room for half as many more, as many as there are then. */
static bool reserve(struct dfmti_sql_host *host) {
  size_t n = host->n_attached, cap = 8;
  if (n && (n < 8 || (n & (n - 1)) != 0)) return true; /* there is room up to the next power of two */
  while (cap <= n) cap *= 2;
  struct dfmti_sql_attached *more = sqlite3_realloc64(host->attached, cap * sizeof *more);
  if (more) host->attached = more;
  return more != NULL;
}

int dfmti_sql_attached_add(struct dfmti_sql_host *host, const char *path, uint32_t format, bool told) {
  struct dfmti_sql_kind *kind = make_kind(host, format);
  struct dfmti_sql_attached a = {.format = format, .told = told ? UINT32_MAX : 0};
  if (!kind || !reserve(host) || !(a.path = sqlite3_mprintf("%s", path))) return SQLITE_NOMEM;
  host->attached[host->n_attached++] = a;
  kind->n++;
  return SQLITE_OK;
}

bool dfmti_sql_was_told(struct dfmti_sql_host *host, size_t attached, uint32_t what) {
  bool before = host->attached[attached].told & what;
  host->attached[attached].told |= what;
  return before;
}

uint32_t dfmti_sql_last_format(const struct dfmti_sql_host *host) {
  return host->n_attached ? host->attached[host->n_attached - 1].format : 0;
}

/* ---- by table ---- */

/* A table of all formats has all files. */
static bool is_of(uint32_t format, const dfmt_type *type) {
  return type->number >> 16 == 0 || dfmti_sql_has_table(format, type);
}

size_t dfmti_sql_n_files(const struct dfmti_sql_host *host, const dfmt_type *type) {
  size_t n = 0;
  for (size_t i = 0; i < host->n_kinds; i++)
    if (is_of(host->kinds[i].format, type)) n += host->kinds[i].n;
  return n;
}

size_t dfmti_sql_n_known(const struct dfmti_sql_host *host) {
  const struct dfmti_sql_kind *unknown = kind_of(host, 0);
  return host->n_attached - (unknown ? unknown->n : 0);
}

const char *dfmti_sql_attached_path(const struct dfmti_sql_host *host, const dfmt_type *type, size_t *at) {
  while (*at < host->n_attached && !is_of(host->attached[*at].format, type)) ++*at;
  return *at < host->n_attached ? host->attached[*at].path : NULL;
}

/* ---- whether tables are as these files want them ---- */

static size_t up_to_two(size_t n) { return n < 2 ? n : 2; }

/* Tables differ in whether there are files, and whether there are several. */
bool dfmti_sql_are_made(const struct dfmti_sql_host *host) {
  bool made = host->made_for == up_to_two(host->n_attached);
  for (size_t i = 0; i < host->n_kinds; i++) made = made && host->kinds[i].made_for == up_to_two(host->kinds[i].n);
  return made;
}

void dfmti_sql_set_made(struct dfmti_sql_host *host) {
  host->made_for = up_to_two(host->n_attached);
  for (size_t i = 0; i < host->n_kinds; i++) host->kinds[i].made_for = up_to_two(host->kinds[i].n);
}

void dfmti_sql_attached_free(struct dfmti_sql_host *host) {
  for (size_t i = 0; i < host->n_attached; i++) sqlite3_free(host->attached[i].path);
  for (size_t i = 0; i < host->n_made; i++) sqlite3_free(host->made[i]);
  sqlite3_free(host->attached);
  sqlite3_free(host->kinds);
  sqlite3_free(host->made);
}
