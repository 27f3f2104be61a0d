/* SPDX-License-Identifier: MIT */
/* What the tests of the writer of apitrace traces share: signatures, values, events, and a writer that is open. */
#ifndef TEST_APITRACE_WRITE_H
#define TEST_APITRACE_WRITE_H

#include <diagfmt/apitrace.h>

#include "sinks.h"

#define LEN(a) (sizeof(a) / sizeof(a)[0])
#define S(text) {text, sizeof(text) - 1}

/* ---- definitions and values ---- */

static const dfmt_str clear_args[] = {S("mask")}, gen_args[] = {S("n"), S("textures")}, swap_args[] = {S("dpy")};
static const dfmt_str mask_names[] = {S("DEPTH"), S("COLOR")}, bool_names[] = {S("EGL_FALSE"), S("EGL_TRUE")};
static const dfmt_str point_names[] = {S("x"), S("y")};
static const int64_t mask_values[] = {0x100, 0x4000}, bool_values[] = {0, 1}, odd_values[] = {-1, INT64_MIN};

#define SIG(KIND, ID, NAME, MEMBERS, VALUES) \
  {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG}, \
   .kind = DFMT_APITRACE_SIG_##KIND, \
   .id = ID, \
   .name = NAME, \
   .members = MEMBERS, \
   .n_members = LEN(MEMBERS), \
   .member_values = VALUES, \
   .n_member_values = DFMT_APITRACE_SIG_##KIND >= DFMT_APITRACE_SIG_ENUM ? LEN(MEMBERS) : 0}
#define NO_VALUES NULL

static const dfmt_apitrace_sig sig_clear = SIG(FUNCTION, 4, S("glClear"), clear_args, NO_VALUES);
static const dfmt_apitrace_sig sig_gen = SIG(FUNCTION, 5, S("glGenTextures"), gen_args, NO_VALUES);
static const dfmt_apitrace_sig sig_swap = SIG(FUNCTION, 6, S("eglSwapBuffers"), swap_args, NO_VALUES);
static const dfmt_apitrace_sig sig_mask = SIG(BITMASK, 0, {0}, mask_names, mask_values);
static const dfmt_apitrace_sig sig_bool = SIG(ENUM, 0, {0}, bool_names, bool_values);
static const dfmt_apitrace_sig sig_point = SIG(STRUCT, 3, S("Point"), point_names, NO_VALUES);

static inline dfmt_apitrace_value node(uint32_t kind, uint64_t bits) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .bits = bits};
}

static inline dfmt_apitrace_value bytes_node(uint32_t kind, const void *ptr, uint64_t n) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .ptr = ptr, .aux = n};
}

static inline dfmt_apitrace_value parent(uint32_t kind, uint32_t span, uint64_t children,
                                         const dfmt_apitrace_sig *sig) {
  return (dfmt_apitrace_value){.kind = kind, .span = span, .bits = children, .ptr = sig};
}

static inline dfmt_apitrace_value sig_node(uint32_t kind, uint64_t bits, const dfmt_apitrace_sig *sig) {
  return (dfmt_apitrace_value){.kind = kind, .span = 1, .bits = bits, .ptr = sig};
}

#define NODE(KIND, BITS) node(DFMT_APITRACE_VALUE_##KIND, (uint64_t)(BITS))
#define BYTES(KIND, PTR, N) bytes_node(DFMT_APITRACE_VALUE_##KIND, PTR, N)

static inline dfmt_apitrace_call call_of(uint32_t type, const dfmt_apitrace_sig *sig, uint64_t thread) {
  return (dfmt_apitrace_call){.head = {sizeof(dfmt_apitrace_call), type},
                              .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_THREAD_ID,
                              .sig = sig,
                              .thread_id = thread};
}

static inline dfmt_apitrace_call leave_of(uint64_t number) {
  return (dfmt_apitrace_call){.head = {sizeof(dfmt_apitrace_call), DFMT_APITRACE_LEAVE}, .number = number};
}

static inline void give_ret(dfmt_apitrace_call *c, const dfmt_apitrace_value *v) {
  c->present |= DFMT_APITRACE_CALL_HAS_RET;
  c->ret = v;
}

static inline dfmt_apitrace_value far_blob(uint64_t ordinal, uint64_t size) {
  return (dfmt_apitrace_value){.kind = DFMT_APITRACE_VALUE_BLOB, .span = 1, .bits = ordinal, .aux = size};
}

/* ---- writers ---- */

struct fixture {
  dfmt_config *config;
  dfmt_writer *w;
  dfmt_sink *sink;
};

static inline void open_with(struct fixture *x, dfmt_config *config, dfmt_sink *sink, uint32_t container) {
  x->config = config;
  if (!config) assert_int_equal(dfmt_config_new(&x->config), DFMT_OK);
  assert_int_equal(dfmt_config_set(x->config, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  x->sink = sink ? sink : memory_sink();
  assert_int_equal(dfmt_writer_new(x->config, &x->w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(x->w, DFMT_APITRACE, 0, x->sink), DFMT_OK);
}

static inline void close_it(struct fixture *x) {
  dfmt_writer_free(x->w);
  dfmt_sink_free(x->sink);
  dfmt_config_free(x->config);
}

static inline void put(struct fixture *x, const dfmt_apitrace_call *c) {
  dfmt_status st;
  do st = dfmt_writer_put(x->w, &c->head);
  while (st == DFMT_AGAIN);
  if (st != DFMT_OK) fail_msg("%s: %s", dfmt_status_name(st), dfmt_writer_error(x->w)->message);
}

static inline void send_payload(struct fixture *x, const void *ptr, uint64_t len) {
  uint64_t done = 0, n;
  while (done < len) {
    dfmt_status st = dfmt_writer_payload(x->w, (const char *)ptr + done, len - done, &n);
    assert_true(st == DFMT_OK || st == DFMT_AGAIN);
    done += n;
  }
}

static inline dfmt_apitrace_blob blob_of(uint64_t ordinal, uint64_t size) {
  const dfmt_head head = {sizeof(dfmt_apitrace_blob), DFMT_APITRACE_BLOB};
  return (dfmt_apitrace_blob){.head = head, .ordinal = ordinal, .size = size};
}

static inline void put_blob(struct fixture *x, uint64_t ordinal, const void *ptr, uint64_t size) {
  const dfmt_apitrace_blob b = blob_of(ordinal, size);
  dfmt_status st;
  do st = dfmt_writer_begin(x->w, &b.head, DFMT_PAYLOAD_DECODED);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
  send_payload(x, ptr, size);
  do st = dfmt_writer_end(x->w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
}

static inline void finish(struct fixture *x) {
  dfmt_status st;
  do st = dfmt_writer_finish(x->w);
  while (st == DFMT_AGAIN);
  assert_int_equal(st, DFMT_OK);
}

static const uint32_t containers[] = {DFMT_APITRACE_CONTAINER_SNAPPY, DFMT_APITRACE_CONTAINER_GZIP,
                                      DFMT_APITRACE_CONTAINER_BROTLI, DFMT_APITRACE_CONTAINER_ZSTD,
                                      DFMT_APITRACE_CONTAINER_RAW};

static inline bool built_in(uint32_t container) {
#ifndef HAVE_SNAPPY
  if (container == DFMT_APITRACE_CONTAINER_SNAPPY) return false;
#endif
#ifndef HAVE_BROTLI
  if (container == DFMT_APITRACE_CONTAINER_BROTLI) return false;
#endif
#ifndef HAVE_ZSTD
  if (container == DFMT_APITRACE_CONTAINER_ZSTD) return false;
#endif
  return container != 0;
}

struct output {
  const uint8_t *ptr;
  uint64_t len;
};

static inline void same(struct output o, const uint8_t *want, size_t len) {
  for (size_t i = 0; i < o.len && i < len; i++)
    if (o.ptr[i] != want[i]) fail_msg("byte %zu: got %02x, want %02x", i, o.ptr[i], want[i]);
  assert_int_equal(o.len, len);
}

#endif
