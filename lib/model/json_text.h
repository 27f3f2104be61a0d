/* SPDX-License-Identifier: MIT */
/* JSON's tokens, written straight into a sink's buffer, fast and without a locale. */
#ifndef DFMTI_JSON_TEXT_H
#define DFMTI_JSON_TEXT_H

#include <string.h>

#include "base/text.h"
#include "io/sink.h"

/* Bytes that dfmti_json_room() is asked for at most. */
enum { DFMTI_JSON_ROOM = 1024 };

/*
 * Output in the making. A failure is remembered and what follows is dropped, so that callers need to look only at the
 * end. Output that failed for memory can be made again from its start and goes on where the sink has it: that is what
 * `skip` is for.
 */
struct dfmti_json {
  dfmt_sink *sink;      /* NULL: it goes to `to` */
  struct dfmti_buf *to; /* NULL: it goes to the sink */
  struct dfmti_mem *mem;
  struct dfmti_errors *err;
  struct dfmti_block **plans; /* json_plan.h: those made so far, memory of `mem` */
  uint64_t skip;              /* bytes still to be dropped, as the sink has them */
  uint64_t made;              /* bytes that the sink has */
  dfmt_status status;
  uint8_t *start, *at, *end;      /* what is not handed on yet, and where its room ends; in `spare` it is dropped */
  uint8_t spare[DFMTI_JSON_ROOM]; /* room after a failure */
};

/* Output of which nothing is made but what the sink has: without room as yet. */
static inline void dfmti_json_begin_at(struct dfmti_json *j, uint64_t made) {
  j->skip = j->made = made;
  j->status = DFMT_OK;
  j->start = j->at = j->end = j->spare;
}

/* All the room that a buffer has. */
static inline void dfmti_json_take_room(struct dfmti_json *j, struct dfmti_buf *b) {
  j->start = j->at = b->ptr + b->len;
  j->end = b->ptr + b->cap;
}

/* made: what the sink has from an earlier try, else 0. Until the end nothing else may write to the sink. */
static inline void dfmti_json_begin(struct dfmti_json *j, dfmt_sink *sink, uint64_t made) {
  j->sink = sink;
  j->to = NULL;
  j->mem = &sink->mem;
  j->err = &sink->err;
  j->plans = &sink->kept;
  dfmti_json_begin_at(j, made);
  if (sink->wait.cap - sink->wait.len >= DFMTI_JSON_ROOM && !sink->failed) dfmti_json_take_room(j, &sink->wait);
}

/* The same, appended to a buffer, which may have part of it if this fails. */
void dfmti_json_begin_in(struct dfmti_json *j, struct dfmti_buf *to, struct dfmti_mem *mem, struct dfmti_errors *err,
                         struct dfmti_block **plans);

/* Hands on what is there, and finds new room. */
void dfmti_json_flush(struct dfmti_json *j);

/* Hands on what is there, and leaves no room. OK, or how putting failed. */
dfmt_status dfmti_json_close_room(struct dfmti_json *j);

/* OK, or how putting failed; not AGAIN. *made, if not NULL: for the next try. */
static inline dfmt_status dfmti_json_end(struct dfmti_json *j, uint64_t *made) {
  const dfmt_status st = dfmti_json_close_room(j);
  if (made) *made = j->made;
  return st;
}

/* Where `need` bytes can be written; j->at is then moved over those that were. */
static inline uint8_t *dfmti_json_room(struct dfmti_json *j, size_t need) {
  if ((size_t)(j->end - j->at) < need) dfmti_json_flush(j);
  return j->at;
}

/* The same at p instead of j->at. */
static inline uint8_t *dfmti_json_room_at(struct dfmti_json *j, uint8_t *p, size_t need) {
  if ((size_t)(j->end - p) >= need) return p;
  j->at = p;
  dfmti_json_flush(j);
  return j->at;
}

/* Bytes as they are. */
static inline void dfmti_json_byte(struct dfmti_json *j, char c) {
  *dfmti_json_room(j, 1) = (uint8_t)c;
  j->at++;
}
void dfmti_json_raw(struct dfmti_json *j, const void *ptr, size_t len);
void dfmti_json_word(struct dfmti_json *j, const char *text); /* NUL-terminated */

/* Words whose length the compiler knows. */
static inline void dfmti_json_literal(struct dfmti_json *j, const char *text) {
  size_t len = strlen(text);
  memcpy(dfmti_json_room(j, len), text, len);
  j->at += len;
}

/* As memcpy(), of a few bytes: up to 32 are copied as 32, which both sides must have room for. */
static inline void dfmti_json_copy(uint8_t *to, const void *from, size_t len) {
  if (len <= 32)
    memcpy(to, from, 32);
  else
    memcpy(to, from, len);
}

/* Numbers as exact decimals. */
void dfmti_json_u64(struct dfmti_json *j, uint64_t v);
void dfmti_json_i64(struct dfmti_json *j, int64_t v);

/* Hex digits, at least `digits` of them. */
void dfmti_json_hex(struct dfmti_json *j, uint64_t v, uint32_t digits);

/* The same at p, where 16 bytes are; returns their end. */
uint8_t *dfmti_json_put_hex(uint8_t *p, uint64_t v, uint32_t digits);

/* A name of our own, which needs no escapes, in quotes. */
void dfmti_json_name(struct dfmti_json *j, const char *name);

/* What stands between the quotes of a string; ptr is UTF-8. */
void dfmti_json_chars(struct dfmti_json *j, const void *ptr, size_t len);

/* A string, or {"base64":"…"} if it is not UTF-8. */
void dfmti_json_text(struct dfmti_json *j, const void *ptr, size_t len);

#endif
