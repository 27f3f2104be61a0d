/* SPDX-License-Identifier: MIT */
/* What the harness must know of traces of apitrace. */
#include "formats.h"

#include <string.h>

/* A "whole" one is a trace in Snappy, in gzip. */
static uint32_t trace_needs(const char *name, const void *ptr, size_t len) {
  if (len < 2 || memcmp(ptr, "\x1f\x8b", 2) == 0) return strstr(name, "whole") ? DFMT_FEATURE_SNAPPY : 0;
  if (memcmp(ptr, "at", 2) == 0) return DFMT_FEATURE_SNAPPY;
  return len >= 4 && memcmp(ptr, "\x28\xb5\x2f\xfd", 4) == 0 ? DFMT_FEATURE_ZSTD : DFMT_FEATURE_BROTLI;
}

/* A leave whose call is not known cannot be written: it would have no enter. */
static bool trace_takes(const dfmt_head *body) {
  if (body->type != DFMT_APITRACE_LEAVE) return true;
  return ((const dfmt_apitrace_leave *)(const void *)body)->present & DFMT_APITRACE_CALL_HAS_SIG;
}

/* Clones are this program's own; the library's pointers into them are to what nobody may change elsewhere. */
#define OWN(type, ptr) ((type *)(uintptr_t)(ptr))

static void normalise_sig(const dfmt_apitrace_sig *sig) {
  if (!sig) return;
  OWN(dfmt_apitrace_sig, sig)->def_offset = 0;
  OWN(dfmt_apitrace_sig, sig)->digest = 0; /* of the bytes in the file */
  if (sig->kind != DFMT_APITRACE_SIG_ENUM) return;
  OWN(dfmt_apitrace_sig, sig)->name = (dfmt_str){NULL, 0}; /* of versions below 3 */
}

/* What the writer writes in one way only: zero, positive numbers, null pointers. */
static void normalise_value(const dfmt_apitrace_value *root) {
  for (dfmt_apitrace_value *v = OWN(dfmt_apitrace_value, root), *end = v + root->span; v < end; v++) {
    if (v->kind == DFMT_APITRACE_VALUE_SINT && (int64_t)v->bits >= 0) v->kind = DFMT_APITRACE_VALUE_UINT;
    if (v->kind == DFMT_APITRACE_VALUE_OPAQUE && v->bits == 0) v->kind = DFMT_APITRACE_VALUE_NULL;
    if (v->kind == DFMT_APITRACE_VALUE_ENUM || v->kind == DFMT_APITRACE_VALUE_BITMASK ||
        v->kind == DFMT_APITRACE_VALUE_STRUCT)
      normalise_sig(v->ptr);
  }
}

static void normalise_call(dfmt_apitrace_call *c) {
  if (c->stored_flags == 0) c->present &= ~(uint32_t)DFMT_APITRACE_CALL_HAS_STORED_FLAGS;
  if (c->head.type == DFMT_APITRACE_CALL) c->number = 0; /* numbered anew in order of leaves */
  c->flags &= ~(uint32_t)DFMT_APITRACE_FLAG_LEAVE_CUT;   /* such a leave is not written */
  c->enter_offset = c->enter_length = c->leave_offset = c->leave_length = 0;
  normalise_sig(c->sig);
  for (uint64_t i = 0; i < c->n_args; i++) normalise_value(c->args[i].value);
  if (c->ret) normalise_value(c->ret);
  for (uint64_t i = 0; i < c->n_frames; i++) OWN(dfmt_apitrace_frame, c->frames[i])->def_offset = 0;
}

/* Whatever was read, version 6 is written. */
static void normalise_trace_header(dfmt_apitrace_header *h) {
  h->present |= DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION | DFMT_APITRACE_HEADER_HAS_PROPERTIES;
  h->version = 0;
  h->container = 0;
}

static void normalise_trace(dfmt_head *body) {
  switch (body->type) {
    case DFMT_APITRACE_HEADER: normalise_trace_header((dfmt_apitrace_header *)(void *)body); break;
    case DFMT_APITRACE_CALL:
    case DFMT_APITRACE_ENTER:
    case DFMT_APITRACE_LEAVE: normalise_call((dfmt_apitrace_call *)(void *)body); break;
    case DFMT_APITRACE_BLOB: ((dfmt_apitrace_blob *)(void *)body)->number = 0; break;
    case DFMT_APITRACE_STREAM: ((dfmt_apitrace_stream *)(void *)body)->container = 0; break;
    default: break;
  }
}

static bool trace_scattered(uint32_t type) {
  return type == DFMT_APITRACE_CALL || type == DFMT_APITRACE_BLOB || type == DFMT_APITRACE_STREAM;
}

static bool trace_left_over(const dfmt_head *body) {
  return body->type == DFMT_APITRACE_CALL &&
         ((const dfmt_apitrace_call *)(const void *)body)->flags & DFMT_APITRACE_FLAG_INCOMPLETE;
}

#define CONTAINER(WORD, FEATURE) \
  {DFMT_APITRACE_VARIANT_V6, {DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_##WORD}, FEATURE}

#define TRACE(NAME, FORM) \
  {.id = DFMT_APITRACE, \
   .name = NAME, \
   .folder = "apitrace", \
   .corpus = {"synthetic"}, \
   .suffix = ".trace", \
   .small = "flips.trace", \
   .kinds = INPUT_ALL & ~INPUT_BIT(INPUT_GZIP), /* Brotli and rubbish in gzip are bare event streams */ \
   .packed = true, \
   .memory = 32u << 20, /* Brotli's tables, window and output come at once */ \
   .interns = true, \
   .reader = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_##FORM}, \
   .reader_options = {{DFMT_CFG_APITRACE_VALUES, 0}, {DFMT_CFG_THREADS, 2}}, \
   .variants = {CONTAINER(SNAPPY, DFMT_FEATURE_SNAPPY), CONTAINER(GZIP, 0), CONTAINER(BROTLI, DFMT_FEATURE_BROTLI), \
                CONTAINER(ZSTD, DFMT_FEATURE_ZSTD)}, \
   .needs = trace_needs, \
   .scattered = trace_scattered, \
   .left_over = trace_left_over, \
   .writable = trace_takes, \
   .normalise = normalise_trace}

const struct harness_format harness_apitrace[] = {
    TRACE("apitrace", CALLS),
    TRACE("apitrace-events", EVENTS),
    TRACE("apitrace-stream", STREAM),
    {.name = NULL},
};
