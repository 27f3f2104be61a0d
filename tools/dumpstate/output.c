/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <string.h>
#include <unistd.h>

#include <diagfmt/bugreport.h>

dfmt_str str(const char *s) { return (dfmt_str){s, strlen(s)}; }

static bool done(struct output *o, dfmt_status st) {
  o->failed |= st != DFMT_OK && st != DFMT_E_ARG;
  return st == DFMT_OK;
}

bool output_open(struct output *o, const char *path, int64_t time) {
  *o = (struct output){.failed = true};
  if (dfmt_config_new(&o->config) != DFMT_OK) return false;
  if (time && dfmt_config_set(o->config, DFMT_CFG_BUGREPORT_TIME, (uint64_t)time) != DFMT_OK) return false;
  dfmt_status st =
      path ? dfmt_sink_path(o->config, path, &o->sink) : dfmt_sink_fd(o->config, STDOUT_FILENO, 0, &o->sink);
  if (st != DFMT_OK || dfmt_writer_new(o->config, &o->writer) != DFMT_OK) return false;
  o->failed = dfmt_writer_open(o->writer, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_V2, o->sink) != DFMT_OK;
  return !o->failed;
}

bool output_put(struct output *o, const dfmt_head *body) {
  return !o->failed && done(o, dfmt_writer_put(o->writer, body));
}

bool output_begin(struct output *o, const dfmt_head *body) {
  return !o->failed && done(o, dfmt_writer_begin(o->writer, body, DFMT_PAYLOAD_DECODED));
}

bool output_bytes(struct output *o, const void *ptr, uint64_t n) {
  uint64_t taken;
  dfmt_status st = o->failed ? DFMT_E_STATE : DFMT_OK;
  for (uint64_t at = 0; at < n && st == DFMT_OK; at += taken)
    st = dfmt_writer_payload(o->writer, (const char *)ptr + at, n - at, &taken);
  return done(o, st);
}

bool output_end(struct output *o) { return !o->failed && done(o, dfmt_writer_end(o->writer)); }

bool output_finish(struct output *o) {
  return !o->failed && done(o, dfmt_writer_finish(o->writer)) && done(o, dfmt_sink_close(o->sink));
}

const dfmt_error *output_error(const struct output *o) {
  static const dfmt_error no_memory = {.message = "no memory"};
  if (!o->writer) return &no_memory;
  const dfmt_error *e = dfmt_writer_error(o->writer);
  return e->status == DFMT_OK ? dfmt_sink_error(o->sink) : e;
}

void output_close(struct output *o) {
  dfmt_writer_free(o->writer);
  dfmt_sink_free(o->sink);
  dfmt_config_free(o->config);
}
