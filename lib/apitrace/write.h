/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by write.c, write_values.c, write_tables.c, write_pending.c and write_emit.c. */
#ifndef DFMTI_APITRACE_WRITE_H
#define DFMTI_APITRACE_WRITE_H

#include "apitrace.h"
#include "container_write.h"
#include "core/writer_impl.h"
#include "definitions.h"
#include "id_table.h"

/* ---- write_tables.c: what is defined already ---- */

/* Whose definition it is; all 0: nobody's. */
struct dfmti_origin {
  uint32_t n[4];
};

/* A definition as it was written. */
struct dfmti_known {
  const void *seen;           /* where the caller's own stood when it was last compared */
  struct dfmti_origin origin; /* which it had then, and its name and members */
  const void *name, *members;
  uint64_t record; /* in which it was last compared in any way */
  size_t len;
  uint8_t bytes[]; /* what was written after the id */
};

struct dfmti_known_tables {
  struct dfmti_id_table table[DFMTI_TABLES]; /* of struct dfmti_known */
  struct dfmti_buf all;                      /* of struct dfmti_known_id, in order of definition */
  struct dfmti_buf scratch;                  /* a definition being written or compared */
  uint64_t used;                             /* bytes, for MAX_TABLE */
};

/* Forgets what was defined when there were only n definitions, and later ones. */
void dfmti_apitrace_known_cut(struct dfmti_mem *m, struct dfmti_known_tables *t, size_t n);
size_t dfmti_apitrace_known_count(const struct dfmti_known_tables *t);
void dfmti_apitrace_known_free(struct dfmti_mem *m, struct dfmti_known_tables *t);

/* ---- write_pending.c: calls that were entered and not left, and blobs that wait for their values ---- */

/* A bit for each call; pages without any are given back. Numbers are dense, so that this beats a hash table. */
struct dfmti_entered_page;
struct dfmti_entered {
  struct dfmti_entered_page **pages;
  size_t n_pages;                   /* slots, a power of two or 0 */
  struct dfmti_entered_page *spare; /* an empty one, as calls mostly leave before the next one enters */
};

/* Room for a number. false: no memory. */
bool dfmti_apitrace_entered_reserve(struct dfmti_mem *m, struct dfmti_entered *e, uint64_t number);
void dfmti_apitrace_entered_add(struct dfmti_entered *e, uint64_t number); /* for which room was reserved */
bool dfmti_apitrace_entered_has(const struct dfmti_entered *e, uint64_t number);
void dfmti_apitrace_entered_remove(struct dfmti_mem *m, struct dfmti_entered *e, uint64_t number); /* which it has */
void dfmti_apitrace_entered_free(struct dfmti_mem *m, struct dfmti_entered *e);

struct dfmti_blob {
  uint64_t ordinal, size;
  struct dfmti_buf bytes;
  bool used; /* by the current record */
};

struct dfmti_blobs {
  struct dfmti_buf list;     /* of struct dfmti_blob, ascending by ordinal */
  struct dfmti_blob in_hand; /* between begin and end; not in the list */
};

/* NULL: there is none of this ordinal. */
struct dfmti_blob *dfmti_apitrace_blob_find(const struct dfmti_blobs *b, uint64_t ordinal);
/* Moves the current one to the list, which has none of its ordinal. false: no memory. */
bool dfmti_apitrace_blob_keep(struct dfmti_mem *m, struct dfmti_blobs *b);
/* Frees those that are used, or just says that they are not. */
void dfmti_apitrace_blobs_drop_used(struct dfmti_mem *m, struct dfmti_blobs *b);
void dfmti_apitrace_blobs_unuse(struct dfmti_blobs *b);
void dfmti_apitrace_blobs_free(struct dfmti_mem *m, struct dfmti_blobs *b);

/* ---- all of them ---- */

enum dfmti_apitrace_record { RECORD_NONE, RECORD_EVENT, RECORD_BLOB, RECORD_STREAM };

struct dfmti_apitrace_writer {
  struct dfmti_container_writer out;
  struct dfmti_known_tables known;
  struct dfmti_entered entered;
  struct dfmti_blobs blobs;
  uint64_t next_number;
  bool header;      /* it is written */
  bool any, stream; /* there was a body; it was a STREAM */
  enum dfmti_apitrace_record in_hand;
  uint64_t record; /* counts bodies, refused ones too */
  struct {
    size_t events, known;
    bool header;
  } before; /* the current record */
};

/* ---- write_emit.c: bytes of events ---- */

/* E_ARG with a number of this format. */
dfmt_status dfmti_apitrace_refuse(dfmt_writer *w, uint32_t number, const char *what);

uint8_t *dfmti_apitrace_emit_grow(dfmt_writer *w, uint64_t n);

/* Room for n more bytes of events, n > 0; where they go. NULL: no memory, with the error filled in. */
static inline uint8_t *dfmti_emit_room(dfmt_writer *w, uint64_t n) {
  struct dfmti_buf *b = &((struct dfmti_apitrace_writer *)w->state)->out.events;
  return n <= b->cap - b->len ? b->ptr + b->len : dfmti_apitrace_emit_grow(w, n);
}

/* They are written up to `end`. */
static inline void dfmti_emitted(struct dfmti_apitrace_writer *s, const uint8_t *end) {
  s->out.events.len = (size_t)(end - s->out.events.ptr);
}

enum { DFMTI_UINT_BYTES = 10 }; /* what an integer takes at most */

static inline uint8_t *dfmti_emit_uint(uint8_t *p, uint64_t v) {
  while (v >= 0x80) {
    *p++ = (uint8_t)(v | 0x80);
    v >>= 7;
  }
  *p++ = (uint8_t)v;
  return p;
}

/* 03 only for negative numbers, spec 7.2. */
static inline uint8_t *dfmti_emit_typed_int(uint8_t *p, int64_t v) {
  *p++ = v < 0 ? DFMT_APITRACE_VALUE_SINT : DFMT_APITRACE_VALUE_UINT;
  return dfmti_emit_uint(p, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

static inline uint8_t *dfmti_emit_bytes(uint8_t *p, const void *ptr, uint64_t n) {
  p = dfmti_emit_uint(p, n);
  if (n) memcpy(p, ptr, (size_t)n);
  return p + n;
}

/* Bytes that may be read: none, if ptr is NULL. */
static inline bool dfmti_is_str(const dfmt_str *s) { return s->ptr || s->len == 0; }

/* write_tables.c: an id, with its definition if that is new. kind: DFMT_APITRACE_SIG_*. A sig of NULL is refused. */
dfmt_status dfmti_apitrace_put_sig(dfmt_writer *w, uint32_t kind, const dfmt_apitrace_sig *sig);
dfmt_status dfmti_apitrace_put_frame(dfmt_writer *w, const dfmt_apitrace_frame *frame);

/* write_values.c: a tree. A root of NULL is refused. */
dfmt_status dfmti_apitrace_put_value(dfmt_writer *w, const dfmt_apitrace_value *root);

#endif
