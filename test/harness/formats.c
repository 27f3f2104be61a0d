/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <stddef.h>
#include <string.h>

static uint32_t report_needs(const char *name, const void *ptr, size_t len) {
  (void)ptr;
  (void)len;
  return strstr(name, "zstd") || strstr(name, "flips") ? DFMT_FEATURE_ZSTD : 0;
}

static void normalise_apport(dfmt_head *body) {
  if (body->type != DFMT_APPORT_FIELD) return;
  dfmt_apport_field *f = (dfmt_apport_field *)(void *)body;
  f->present &= DFMT_APPORT_FIELD_HAS_KIND | DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
  f->flags = 0;
  f->encoding = 0;
}

/* --- apitrace --- */

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
  c->flags &= ~(uint32_t)DFMT_APITRACE_FLAG_LEAVE_CUT; /* such a leave is not written */
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

#define CONTAINER(WORD, FEATURE) \
  {DFMT_APITRACE_VARIANT_V6, {DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_##WORD}, FEATURE}

#define TRACE(NAME, FORM)                                                                             \
  {.id = DFMT_APITRACE,                                                                               \
   .name = NAME,                                                                                      \
   .folder = "apitrace",                                                                              \
   .corpus = {"synthetic"},                                                                           \
   .suffix = ".trace",                                                                                \
   .small = "flips.trace",                                                                            \
   .kinds = INPUT_ALL & ~INPUT_BIT(INPUT_GZIP), /* Brotli and rubbish in gzip are bare event streams */ \
   .packed = true,                                                                                    \
   .memory = 32u << 20, /* Brotli's tables, window and output come at once */                         \
   .interns = true,                                                                                   \
   .reader = {DFMT_CFG_APITRACE_FORM, DFMT_APITRACE_FORM_##FORM},                                     \
   .reader_options = {{DFMT_CFG_APITRACE_VALUES, 0}, {DFMT_CFG_THREADS, 2}},                          \
   .variants = {CONTAINER(SNAPPY, DFMT_FEATURE_SNAPPY), CONTAINER(GZIP, 0),                            \
                CONTAINER(BROTLI, DFMT_FEATURE_BROTLI), CONTAINER(ZSTD, DFMT_FEATURE_ZSTD)},          \
   .needs = trace_needs,                                                                              \
   .writable = trace_takes,                                                                           \
   .normalise = normalise_trace}
/* --- simpleperf --- */

/* Only a file that is packed as a whole needs anything. */
static uint32_t profile_needs(const char *name, const void *ptr, size_t len) {
  (void)name;
  return len >= 4 && memcmp(ptr, "\x28\xb5\x2f\xfd", 4) == 0 ? DFMT_FEATURE_ZSTD : 0;
}

/* All that a record holds survives. */
static void normalise_simpleperf(dfmt_head *body) { (void)body; }

/* --- mallocdbg --- */

static void normalise_op(dfmt_mallocdbg_op *o) {
  bool timed = o->start_ns || o->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  if (o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE) timed = o->end_ns != 0;
  if (!timed) o->present &= ~(uint32_t)(DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS);
}

static void normalise_alloc(dfmt_mallocdbg_alloc *a) {
  a->present &= DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
  a->pc_digits = 0;
}

static void normalise_map(dfmt_mallocdbg_map *m) {
  m->present &= DFMT_MALLOCDBG_MAP_HAS_NAME;
  m->name_column = 0;
}

static void normalise_end(dfmt_mallocdbg_end *e) {
  e->present = 0;
  e->marker = DFMT_MALLOCDBG_MARKER_END;
  e->counts_valid = 0;
}

static void normalise_mallocdbg(dfmt_head *body) {
  void *b = body;
  switch (body->type) {
    case DFMT_MALLOCDBG_HEADER:
      ((dfmt_mallocdbg_header *)b)->present &=
          DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE | DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE;
      break;
    case DFMT_MALLOCDBG_ALLOC: normalise_alloc(b); break;
    case DFMT_MALLOCDBG_MAPS_BEGIN:
      ((dfmt_mallocdbg_maps_begin *)b)->present &= DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE;
      break;
    case DFMT_MALLOCDBG_MAP: normalise_map(b); break;
    case DFMT_MALLOCDBG_END: normalise_end(b); break;
    case DFMT_MALLOCDBG_OP: normalise_op(b); break;
    case DFMT_MALLOCDBG_REPORT:
      ((dfmt_mallocdbg_report *)b)->present &= ~(uint32_t)DFMT_MALLOCDBG_REPORT_HAS_LINE;
      break;
    case DFMT_MALLOCDBG_MESSAGE:
      ((dfmt_mallocdbg_message *)b)->present &= ~(uint32_t)DFMT_MALLOCDBG_MESSAGE_HAS_LINE;
      break;
    default: break;
  }
}

/* --- bugreport --- */

/* Sizes, flags and places are the writer's own; extra fields are not written; no time is the earliest there is. */
static void normalise_entry(dfmt_bugreport_entry *b) {
  enum { EARLIEST = 315532800 }; /* 1980-01-01 */
  if (b->mtime_local_s == EARLIEST) b->present &= ~(uint32_t)DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
  b->present &= DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S | DFMT_BUGREPORT_ENTRY_HAS_SERVICE |
                DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH;
  b->flags &= DFMT_BUGREPORT_FLAG_UNSAFE | DFMT_BUGREPORT_FLAG_ENCRYPTED;
  b->zip_flags = b->version_needed = 0;
  b->header_offset = b->index = 0;
  b->role = 0; /* may depend on entries that could not be copied */
}

/* Names that are unsafe as a path are refused. Of a main entry the writer is to see it: its text goes the same way. */
static bool report_takes(const dfmt_head *body) {
  const dfmt_bugreport_entry *b = (const dfmt_bugreport_entry *)(const void *)body;
  if (body->type != DFMT_BUGREPORT_ENTRY || b->role == DFMT_BUGREPORT_ROLE_MAIN) return true;
  return !(b->flags & DFMT_BUGREPORT_FLAG_UNSAFE);
}

/* Dividers and markers are written in one form, so that places may move. */
static void normalise_bugreport(dfmt_head *body) {
  void *b = body;
  switch (body->type) {
    case DFMT_BUGREPORT_HEADER: {
      dfmt_bugreport_header *h = b;
      h->present = h->rule = h->by_directory = 0;
      break;
    }
    case DFMT_BUGREPORT_ENTRY:
    case DFMT_BUGREPORT_ENTRY_END: normalise_entry(b); break;
    case DFMT_BUGREPORT_SUMMARY: {
      dfmt_bugreport_summary *x = b;
      x->present = x->rule = x->guessed = x->complete = 0;
      x->text_size = x->n_entries = x->n_sections = x->n_services = 0;
      break;
    }
    case DFMT_BUGREPORT_SECTION_END: {
      dfmt_bugreport_section_end *e = b;
      e->offset = e->body_offset = e->body_size = 0;
      /* an entry's end is its end */
      if (e->closed == DFMT_BUGREPORT_CLOSED_TRUNCATED) e->closed = DFMT_BUGREPORT_CLOSED_EOF;
      break;
    }
    case DFMT_BUGREPORT_SERVICE_END: {
      dfmt_bugreport_service_end *e = b;
      e->offset = e->body_offset = e->body_size = 0;
      if (e->closed == DFMT_BUGREPORT_CLOSED_TRUNCATED) e->closed = DFMT_BUGREPORT_CLOSED_EOF;
      break;
    }
    default: break;
  }
}

#define BUGREPORT(NAME, PASS, KINDS)                                                                   \
  {.id = DFMT_BUGREPORT,                                                                               \
   .name = NAME,                                                                                       \
   .folder = "bugreport",                                                                              \
   .corpus = {"cases"},                                                                                \
   .suffix = "",                                                                                       \
   .small = "flips.zip",                                                                               \
   .kinds = KINDS,                                                                                     \
   .packed = true,                                                                                     \
   .memory = 8u << 20,                                                                                 \
   .interns = true,                                                                                    \
   .at_a_cut = 3,                                                                                      \
   .keeps_parts = true,                                                                                \
   .by_its_end = DFMT_BUGREPORT_PASS_##PASS == DFMT_BUGREPORT_PASS_DIRECTORY,                         \
   .reader = {DFMT_CFG_BUGREPORT_PASS, DFMT_BUGREPORT_PASS_##PASS},                                    \
   .reader_options = {{DFMT_CFG_BUGREPORT_LOG, 1}, {DFMT_CFG_BUGREPORT_TEXT, 0}, {DFMT_CFG_BUGREPORT_SERVICES, 0}}, \
   .writable = report_takes,                                                                           \
   .normalise = normalise_bugreport}

const struct harness_format harness_formats[] = {
    {.id = DFMT_APPORT,
     .name = "apport",
     .folder = "apport",
     .corpus = {"read"},
     .suffix = ".crash",
     .small = "flips.crash",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_APPORT_CRLF, 1}},
     .writer = {DFMT_CFG_APPORT_SAFE, 1},
     .variants = {{DFMT_APPORT_VARIANT_ZLIB, {0, 0}, 0},
                  {DFMT_APPORT_VARIANT_GZIP_1M, {0, 0}, 0},
                  {DFMT_APPORT_VARIANT_GZIP_128K, {0, 0}, 0}},
     .needs = report_needs,
     .normalise = normalise_apport},
    TRACE("apitrace", CALLS),
    TRACE("apitrace-events", EVENTS),
    TRACE("apitrace-stream", STREAM),
    {.id = DFMT_SIMPLEPERF,
     .name = "simpleperf",
     .folder = "simpleperf",
     .corpus = {"cases"},
     .suffix = ".simpleperf",
     .small = "flips.simpleperf",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_SIMPLEPERF_RECORDS, 1}},
     .variants = {{DFMT_SIMPLEPERF_VARIANT_V1, {0, 0}, 0}},
     .needs = profile_needs,
     .normalise = normalise_simpleperf},
    {.id = DFMT_MALLOCDBG,
     .name = "mallocdbg",
     .folder = "mallocdbg",
     .corpus = {"heapdump", "heapdump-malformed", "record_allocs", "log", "unit"},
     .suffix = ".txt",
     .small = "flips.txt",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_MALLOCDBG_COUNTS, 1}},
     .fills_in = true,
     .normalise = normalise_mallocdbg},
    BUGREPORT("bugreport", FORWARD, INPUT_ALL),
    BUGREPORT("bugreport-directory", DIRECTORY, INPUT_BIT(INPUT_MEMORY) | INPUT_BIT(INPUT_PATH) | INPUT_BIT(INPUT_FD) |
                                                    INPUT_BIT(INPUT_CALLS_SEEK) | INPUT_BIT(INPUT_SLICE)),
    {.name = NULL},
};

enum input_kind harness_kind(const struct harness_format *f, enum input_kind kind) {
  return !f || f->kinds & INPUT_BIT(kind) ? kind : INPUT_CALLS_SEEK;
}

bool harness_is_scattered(uint32_t type) {
  static const uint32_t types[] = {DFMT_APITRACE_CALL,    DFMT_APITRACE_BLOB,    DFMT_APITRACE_STREAM,
                                   DFMT_MALLOCDBG_HEADER, DFMT_MALLOCDBG_REPORT, DFMT_MALLOCDBG_MESSAGE,
                                   DFMT_MALLOCDBG_END};
  if (type >> 16 == DFMT_BUGREPORT) return true; /* places in the zip, and in the text that an entry holds */
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i] == type) return true;
  return false;
}

/* Of a bug report: what closes what is open at the end, and what sums up. */
static bool closes_at_the_end(const dfmt_head *body) {
  const void *b = body;
  switch (body->type) {
    case DFMT_BUGREPORT_ENTRY_END:
    case DFMT_BUGREPORT_SUMMARY: return true;
    case DFMT_BUGREPORT_SECTION_END:
      return ((const dfmt_bugreport_section_end *)b)->closed >= DFMT_BUGREPORT_CLOSED_EOF;
    case DFMT_BUGREPORT_SERVICE_END:
      return ((const dfmt_bugreport_service_end *)b)->closed >= DFMT_BUGREPORT_CLOSED_EOF;
    default: return false;
  }
}

bool harness_is_left_over(const dfmt_head *body) {
  if (closes_at_the_end(body)) return true;
  return body->type == DFMT_APITRACE_CALL &&
         ((const dfmt_apitrace_call *)(const void *)body)->flags & DFMT_APITRACE_FLAG_INCOMPLETE;
}
