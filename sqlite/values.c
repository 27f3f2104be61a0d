/* SPDX-License-Identifier: MIT */
/* Values of Arrow columns as SQLite has them: lists and structs are TEXT, JSON; others are in scalars.c. */
#include "table.h"

static dfmt_status set_json(struct dfmti_sql_value *out, const struct ArrowSchema *s, const struct ArrowArray *a,
                            int64_t row, dfmt_sink *json) {
  uint64_t len = 0;
  dfmt_status st = dfmt_sink_reset(json);
  if (st == DFMT_OK) st = dfmti_sql_json(s, a, row, json);
  if (st == DFMT_OK) st = dfmt_sink_bytes(json, &out->ptr, &len);
  out->type = SQLITE_TEXT;
  out->len = (size_t)len;
  return st;
}

dfmt_status dfmti_sql_value_at(const struct ArrowSchema *s, const struct ArrowArray *a, int64_t row, bool address,
                               dfmt_sink *json, struct dfmti_sql_value *out) {
  if (s->format[0] != '+' || s->dictionary || !dfmti_sql_is_there(a, row)) {
    dfmti_sql_scalar_at(s, a, row, address, out);
    return DFMT_OK;
  }
  return set_json(out, s, a, row, json);
}
