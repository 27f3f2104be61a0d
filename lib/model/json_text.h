/* SPDX-License-Identifier: MIT */
/* JSON's tokens, written to a sink fast and without a locale. */
#ifndef DFMTI_JSON_TEXT_H
#define DFMTI_JSON_TEXT_H

#include "io/sink.h"

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
  uint64_t skip; /* bytes still to be dropped, as the sink has them */
  uint64_t made; /* bytes that the sink has */
  dfmt_status status;
  size_t len;
  uint8_t buf[4096];
};

/* made: what the sink has from an earlier try, else 0. */
void dfmti_json_begin(struct dfmti_json *j, dfmt_sink *sink, uint64_t made);

/* The same, appended to a buffer, which may have part of it if this fails. */
void dfmti_json_begin_in(struct dfmti_json *j, struct dfmti_buf *to, struct dfmti_mem *mem, struct dfmti_errors *err);

/* OK, or how putting failed; not AGAIN. *made, if not NULL: for the next try. */
dfmt_status dfmti_json_end(struct dfmti_json *j, uint64_t *made);

/* What is in buf goes out. */
void dfmti_json_flush(struct dfmti_json *j);

/* Bytes as they are. */
static inline void dfmti_json_byte(struct dfmti_json *j, char c) {
  if (j->len == sizeof j->buf) dfmti_json_flush(j);
  j->buf[j->len++] = (uint8_t)c;
}
void dfmti_json_raw(struct dfmti_json *j, const void *ptr, size_t len);
void dfmti_json_word(struct dfmti_json *j, const char *text); /* NUL-terminated */

/* Numbers as exact decimals. */
void dfmti_json_u64(struct dfmti_json *j, uint64_t v);
void dfmti_json_i64(struct dfmti_json *j, int64_t v);

/* Hex digits, at least `digits` of them. */
void dfmti_json_hex(struct dfmti_json *j, uint64_t v, size_t digits);

/* A name of our own, which needs no escapes, in quotes. */
void dfmti_json_name(struct dfmti_json *j, const char *name);

/* A name of our own as a member's: `,"name":`, with `before` in place of the comma; 0: without. */
void dfmti_json_member(struct dfmti_json *j, char before, const char *name);

/* What stands between the quotes of a string; ptr is UTF-8. */
void dfmti_json_chars(struct dfmti_json *j, const void *ptr, size_t len);

/* A string, or {"base64":"…"} if it is not UTF-8. */
void dfmti_json_text(struct dfmti_json *j, const void *ptr, size_t len);

#endif
