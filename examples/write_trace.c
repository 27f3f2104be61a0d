/* SPDX-License-Identifier: MIT */
/*
 * Writes an apitrace trace of an invented program: write_trace OUT
 *
 * Functions and enumerations are described once and referred to by pointer; the writer writes each one at its first
 * use. Values are flat trees in pre-order: a node, then its children.
 */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

#define STR(s) {s, sizeof(s) - 1}
#define SIG_HEAD {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG}

enum { FRAMES = 3, DRAWS = 4 };

static const dfmt_str clear_args[] = {STR("color")};
static const dfmt_str draw_args[] = {STR("mode"), STR("first"), STR("count")};
static const dfmt_str mode_names[] = {STR("GL_POINTS"), STR("GL_LINES"), STR("GL_TRIANGLES")};
static const int64_t mode_values[] = {0, 1, 4};

static const dfmt_apitrace_sig clear_sig = {.head = SIG_HEAD,
                                            .kind = DFMT_APITRACE_SIG_FUNCTION,
                                            .id = 0,
                                            .name = STR("teapotClear"),
                                            .members = clear_args,
                                            .n_members = 1};
static const dfmt_apitrace_sig draw_sig = {.head = SIG_HEAD,
                                           .kind = DFMT_APITRACE_SIG_FUNCTION,
                                           .id = 1,
                                           .name = STR("glDrawArrays"),
                                           .members = draw_args,
                                           .n_members = 3};
static const dfmt_apitrace_sig swap_sig = {
    .head = SIG_HEAD, .kind = DFMT_APITRACE_SIG_FUNCTION, .id = 2, .name = STR("glXSwapBuffers")};
static const dfmt_apitrace_sig mode_sig = {.head = SIG_HEAD,
                                           .kind = DFMT_APITRACE_SIG_ENUM,
                                           .id = 0,
                                           .members = mode_names,
                                           .n_members = 3,
                                           .member_values = mode_values,
                                           .n_member_values = 3};

static dfmt_status put_call(dfmt_writer *w, const dfmt_apitrace_sig *sig, const dfmt_apitrace_arg *args, uint64_t n) {
  dfmt_apitrace_call c = {.head = {sizeof c, DFMT_APITRACE_CALL},
                          .present = DFMT_APITRACE_CALL_HAS_SIG,
                          .sig = sig,
                          .args = args,
                          .n_args = n};
  if (n) c.present |= DFMT_APITRACE_CALL_HAS_ARGS;
  return dfmt_writer_put(w, &c.head);
}

/* An array of four floats: one node and four children. */
static dfmt_status put_clear(dfmt_writer *w) {
  dfmt_apitrace_value color[5] = {{.kind = DFMT_APITRACE_VALUE_ARRAY, .span = 5, .bits = 4}};
  const dfmt_apitrace_arg arg = {.value = color};
  for (int i = 1; i <= 4; i++) {
    const float channel = 0.25f * (float)i;
    uint32_t bits;
    memcpy(&bits, &channel, sizeof bits);
    color[i] = (dfmt_apitrace_value){.kind = DFMT_APITRACE_VALUE_FLOAT, .span = 1, .bits = bits};
  }
  return put_call(w, &clear_sig, &arg, 1);
}

static dfmt_status put_draw(dfmt_writer *w, uint64_t first) {
  const dfmt_apitrace_value values[] = {{.kind = DFMT_APITRACE_VALUE_ENUM, .span = 1, .bits = 4, .ptr = &mode_sig},
                                        {.kind = DFMT_APITRACE_VALUE_UINT, .span = 1, .bits = first},
                                        {.kind = DFMT_APITRACE_VALUE_UINT, .span = 1, .bits = 3}};
  dfmt_apitrace_arg args[3];
  for (uint64_t i = 0; i < 3; i++) args[i] = (dfmt_apitrace_arg){.value = &values[i], .number = i};
  return put_call(w, &draw_sig, args, 3);
}

static dfmt_status write_trace(dfmt_writer *w) {
  dfmt_status st = DFMT_OK;
  for (uint64_t frame = 0; frame < FRAMES && st == DFMT_OK; frame++) {
    st = put_clear(w);
    for (uint64_t i = 0; i < DRAWS && st == DFMT_OK; i++) st = put_draw(w, i * 3);
    if (st == DFMT_OK) st = put_call(w, &swap_sig, NULL, 0);
  }
  return st == DFMT_OK ? dfmt_writer_finish(w) : st;
}

int main(int argc, char **argv) {
  dfmt_config *config = NULL;
  dfmt_sink *sink = NULL;
  dfmt_writer *w = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: write_trace OUT\n");
    return 2;
  }
  /* gzip is in every build; the default is Snappy, as the tracer writes, if the build has it. */
  uint32_t container =
      dfmt_has_feature(DFMT_FEATURE_SNAPPY) ? DFMT_APITRACE_CONTAINER_SNAPPY : DFMT_APITRACE_CONTAINER_GZIP;
  if (dfmt_config_new(&config) == DFMT_OK &&
      dfmt_config_set(config, DFMT_CFG_APITRACE_CONTAINER, container) == DFMT_OK &&
      dfmt_sink_path(NULL, argv[1], &sink) == DFMT_OK && dfmt_writer_new(config, &w) == DFMT_OK &&
      dfmt_writer_open(w, DFMT_APITRACE, 0, sink) == DFMT_OK) {
    st = write_trace(w);
    if (st == DFMT_OK) st = dfmt_sink_close(sink);
    if (st != DFMT_OK) fprintf(stderr, "write_trace: %s\n", dfmt_writer_error(w)->message);
  }
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  dfmt_config_free(config);
  return st == DFMT_OK ? 0 : 1;
}
