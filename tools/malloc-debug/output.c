/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <string.h>

#include <diagfmt/errors.h>

#include "state.h"

void output_open(struct output *o, const char *path, uint32_t variant) {
  *o = (struct output){.sink = NULL};
  o->status = dfmt_sink_path(state_config, path, &o->sink);
  if (o->status == DFMT_OK) o->status = dfmt_writer_new(state_config, &o->writer);
  if (o->status == DFMT_OK) o->status = dfmt_writer_open(o->writer, DFMT_MALLOCDBG, variant, o->sink);
}

dfmt_status output_put(struct output *o, const dfmt_head *body) {
  if (o->status != DFMT_OK) return o->status;
  dfmt_status st = dfmt_writer_put(o->writer, body);
  if (st != DFMT_E_ARG) o->status = st;
  return st;
}

static const char *reason_of(const struct output *o) {
  const dfmt_error *e = o->writer ? dfmt_writer_error(o->writer) : NULL;
  if (!e || e->status == DFMT_OK) e = o->sink ? dfmt_sink_error(o->sink) : NULL;
  const char *text = e && e->sys_errno ? strerrordesc_np(e->sys_errno) : NULL;
  return text ? text : dfmt_status_name(o->status);
}

bool output_close(struct output *o, bool *opened, const char **reason) {
  if (o->status == DFMT_OK) o->status = dfmt_writer_finish(o->writer);
  if (o->status == DFMT_OK) o->status = dfmt_sink_close(o->sink);
  const dfmt_error *e = o->sink ? dfmt_sink_error(o->sink) : NULL;
  *reason = reason_of(o);
  *opened = !e || e->number != DFMT_ERR_OPEN;
  dfmt_writer_free(o->writer);
  dfmt_sink_free(o->sink);
  return o->status == DFMT_OK;
}
