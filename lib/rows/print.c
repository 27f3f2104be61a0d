/* SPDX-License-Identifier: MIT */
/* Rows as lines of a form, from where they are composed to a sink. */
#include <string.h>

#include "rows.h"

enum { PRINT_LEAST = DFMTI_UP_TO(dfmt_print, max_details) }; /* bytes of the struct in the first release */

/* Hands on what was composed, in pieces that the sink takes or not. OK; AGAIN: it has enough for now; E_*. */
static dfmt_status hand_on(dfmt_rows *x, dfmt_sink *to) {
  enum { PIECE = DFMTI_SINK_BUFFER / 2 };
  dfmt_status st = dfmti_sink_drain(to, DFMTI_SINK_BUFFER);
  while (x->put < x->out.len && st == DFMT_OK) {
    size_t n = dfmti_min(x->out.len - x->put, PIECE);
    st = dfmti_sink_put(to, x->out.ptr + x->put, n);
    if (st != DFMT_OK) break;
    x->put += n;
    st = dfmti_sink_drain(to, DFMTI_SINK_BUFFER);
  }
  if (x->put == x->out.len) x->put = x->out.len = 0;
  if (st < 0) dfmti_errors_copy(&x->err, &to->err);
  return st;
}

static dfmt_status print(dfmt_rows *x, dfmti_rows_form *form, const dfmt_print *how, dfmt_sink *to) {
  dfmt_status st = DFMT_OK, put = hand_on(x, to); /* what an earlier call left */
  while (st == DFMT_OK && put == DFMT_OK) {
    st = form(x, how);
    put = hand_on(x, to);
  }
  if (put != DFMT_OK) return put; /* rows that ended, or failed, do so again */
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmt_rows_print(dfmt_rows *x, uint32_t form, const dfmt_print *how, dfmt_sink *to) {
  static dfmti_rows_form *const forms[] = {dfmti_rows_table, dfmti_rows_csv, dfmti_rows_json};
  const uint32_t known = DFMT_PRINT_BOLD | DFMT_PRINT_SAFE | DFMT_PRINT_BARE | DFMT_PRINT_LINES | DFMT_PRINT_AMOUNTS;
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  dfmt_print print_how = {.size = sizeof print_how};
  if (how) memcpy(&print_how, how, dfmti_min(how->size, sizeof print_how));
  if (!to || form > DFMT_PRINT_JSON || (how && how->size < PRINT_LEAST) || print_how.flags & ~known)
    return dfmti_fail_arg(&x->err, "no sink, an unknown form, or a malformed dfmt_print");
  if (to->busy) return DFMT_E_BUSY;
  if (to->closed) return dfmti_fail_state(&x->err, "the sink is closed");
  return print(x, forms[form], &print_how, to);
}
