/* SPDX-License-Identifier: MIT */
/* What all of the extension calls: memory, messages, and what tables are called. */
#include <stdarg.h>
#include <string.h>

#include "table.h"

void *dfmti_sql_zalloc(uint64_t n, size_t size) {
  if (n == 0) n = 1;
  if (n > UINT64_MAX / size) return NULL;
  void *p = sqlite3_malloc64(n * size);
  if (p) memset(p, 0, (size_t)(n * size));
  return p;
}

int dfmti_sql_fail(struct dfmti_sql_table *t, int code, const char *format, ...) {
  va_list ap;
  sqlite3_free(t->base.zErrMsg);
  va_start(ap, format);
  t->base.zErrMsg = sqlite3_vmprintf(format, ap);
  va_end(ap);
  return t->base.zErrMsg ? code : SQLITE_NOMEM;
}

char *dfmti_sql_name(const dfmt_type *type) {
  char *name = sqlite3_mprintf("%s", type->name);
  for (char *p = name; p && *p; p++)
    if (*p == '.') *p = '_';
  return name;
}

const char *dfmti_sql_short_name(const dfmt_type *type) {
  const char *dot = strchr(type->name, '.');
  return dot ? dot + 1 : type->name;
}
