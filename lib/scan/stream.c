/* SPDX-License-Identifier: MIT */
/* A scan of one table as an Arrow stream. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/rare.h"
#include "scan.h"

int dfmti_scan_errno(dfmt_status st) {
  switch (st) {
    case DFMT_OK: return 0;
    case DFMT_AGAIN: return EAGAIN;
    case DFMT_E_NOMEM:
    case DFMT_E_LIMIT: return ENOMEM;
    case DFMT_E_IO: return EIO;
    default: return EINVAL;
  }
}

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out) {
  dfmt_status st = dfmt_scan_schema(s->private_data, 0, out);
  return dfmti_scan_errno(st);
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out) {
  uint32_t table;
  dfmt_status st = dfmt_scan_next(s->private_data, &table, out);
  if (st == DFMT_END) out->release = NULL;
  return st == DFMT_END ? 0 : dfmti_scan_errno(st);
}

static const char *get_last_error(struct ArrowArrayStream *s) {
  dfmt_scan *x = s->private_data;
  const dfmt_error *e = &x->err.e;
  if (e->status == DFMT_OK) return NULL;
  if (e->line)
    snprintf(x->text, sizeof x->text, "line %" PRIu64 ", offset 0x%" PRIx64 ": %s", e->line, e->offset, e->message);
  else if (e->origin == DFMT_ORIGIN_DATA)
    snprintf(x->text, sizeof x->text, "offset 0x%" PRIx64 ": %s", e->offset, e->message);
  else
    snprintf(x->text, sizeof x->text, "%s", e->message);
  return x->text;
}

static void release(struct ArrowArrayStream *s) {
  dfmt_scan_free(s->private_data);
  s->release = NULL;
}

DFMTI_RARE dfmt_status dfmt_scan_stream(dfmt_scan *x, struct ArrowArrayStream *out) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!out) return dfmti_fail_arg(&x->err, "no stream");
  if (x->n_tables != 1) return dfmti_fail_state(&x->err, "a stream is of exactly one table");
  *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, x};
  return DFMT_OK;
}
