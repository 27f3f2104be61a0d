/* SPDX-License-Identifier: MIT */
/* How apitrace is recognised. */
#include <string.h>

#include "apitrace.h"
#include "base/rare.h"
#include "codec/brotli.h"
#include "codec/wrapper.h"
#include "wire.h"

enum { LOOK = 512 };                 /* bytes of the event stream */
enum { CERTAIN = 95, DOUBTFUL = 5 }; /* scores */
enum { MOST_OF_1_MIB = 1223370 };    /* bytes: the worst that Snappy makes of a chunk */

/*
 * The start of an event stream: a version, from 6 on the semantic version and pairs of strings, then an enter of a new
 * function, whose name is printable as a rule. Each step that fits makes it likelier.
 */
static DFMTI_RARE int32_t score_stream(const uint8_t *ptr, size_t len) {
  uint8_t copy[LOOK + 64] = {0}; /* followed by zeros, as cursors want */
  size_t n = dfmti_min(len, LOOK);
  if (n) memcpy(copy, ptr, n);
  struct dfmti_cursor c = {.p = copy, .end = copy + n};
  uint64_t version, semantic, thread, id;
  dfmt_str name, value;
  if (dfmti_apitrace_cursor_uint(&c, &version) != DFMT_OK || version > 6) return 0;
  if (version == 6) {
    if (dfmti_apitrace_cursor_uint(&c, &semantic) != DFMT_OK || semantic > version) return 0;
    dfmt_status st;
    while ((st = dfmti_apitrace_cursor_str(&c, &name)) == DFMT_OK && name.len)
      if ((st = dfmti_apitrace_cursor_str(&c, &value)) != DFMT_OK) break;
    if (st != DFMT_OK) return st == DFMTI_SHORT && c.p > copy + 12 ? 70 : 0;
  }
  if (c.p == c.end) return version == 6 ? 50 : DOUBTFUL;
  if (*c.p++ != 0) return 0;
  if (version >= 4 && dfmti_apitrace_cursor_uint(&c, &thread) != DFMT_OK) return DOUBTFUL;
  if (dfmti_apitrace_cursor_uint(&c, &id) != DFMT_OK || id > UINT32_MAX) return 0;
  if (dfmti_apitrace_cursor_str(&c, &name) != DFMT_OK || name.len == 0) return 0;
  bool printable = true;
  for (uint64_t i = 0; i < name.len; i++) printable = printable && name.ptr[i] > ' ' && name.ptr[i] <= '~';
  return printable ? 90 : version == 6 ? 60 : 0; /* it may have any bytes, but nobody calls a function so */
}

static DFMTI_RARE bool is_text(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (p[i] > '~' || (p[i] < ' ' && p[i] != '\t' && p[i] != '\n' && p[i] != '\r')) return false;
  return true;
}

/*
 * Brotli has no magic: it is what decodes to the start of a trace. Looking takes memory and time, which text is spared.
 */
DFMTI_RARE int32_t dfmti_apitrace_score_brotli(const struct dfmti_prefix *in) {
  struct dfmti_fault f;
  uint8_t out[LOOK];
  if (is_text(in->ptr, dfmti_min(in->len, 24))) return 0;
  if (dfmti_brotli_usable(&f) != DFMT_OK) return in->len >= 4 && in->ptr[0] == 0x5f ? 2 : 0; /* the reference's own */
  struct dfmti_unbrotli *z = dfmti_unbrotli_new(in->mem);
  if (!z) return -1;
  struct dfmti_io io = {in->ptr, in->len, out, sizeof out};
  dfmti_unbrotli_start(z);
  dfmt_status st = dfmti_unbrotli_step(z, &io, true, &f); /* as if it ended here: all that it gives */
  dfmti_unbrotli_free(in->mem, z);
  size_t n = sizeof out - io.out_len;
  int32_t score = n > 2 ? score_stream(out, n) : 0;
  bool header_only = st == DFMT_END && n > 12 && score >= 50; /* a whole trace, of a process that called nothing */
  return score >= 70 || header_only ? score : 0;
}

/* "at" begins texts as well, such as the stack of an exception in Java. */
static DFMTI_RARE int32_t score_snappy(const struct dfmti_prefix *in, dfmt_probe *out) {
  const uint8_t *p = in->ptr;
  const bool text = is_text(p, dfmti_min(in->len, 24));
  if (in->len == 2) {
    if (!in->whole) out->wants = 16;
    return in->whole ? 60 : 20;
  }
  if (in->len < 6) return text && in->whole ? 0 : 30;
  uint32_t chunk = (uint32_t)p[2] | (uint32_t)p[3] << 8 | (uint32_t)p[4] << 16 | (uint32_t)p[5] << 24;
  return chunk <= MOST_OF_1_MIB ? CERTAIN : chunk <= 64u << 20 ? 40 : text ? 0 : 25;
}

static DFMTI_RARE bool is_snappy(const uint8_t *p, size_t n) { return n >= 2 && memcmp(p, "at", 2) == 0; }

DFMTI_RARE bool dfmti_apitrace_is_stream(const uint8_t *p, size_t n) { return score_stream(p, n) > DOUBTFUL; }

DFMTI_RARE int32_t dfmti_apitrace_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  const struct dfmti_prefix in = {.ptr = p, .len = n};
  int32_t score = is_snappy(p, n) ? score_snappy(&in, out) : 0;
  return score == CERTAIN ? score : 0;
}

DFMTI_RARE int32_t dfmti_apitrace_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  if (is_snappy(in->ptr, in->len)) return score_snappy(in, out);
  const int32_t score = in->wrapper ? score_stream(in->ptr, in->len) : 0; /* Brotli may be wrapped as well */
  const bool packed = in->closer && in->len && dfmti_wrapper_of(in->ptr, in->len) == DFMT_WRAPPER_NONE;
  if (score > DOUBTFUL || !packed) return score;
  const int32_t brotli = dfmti_apitrace_score_brotli(in);
  return brotli ? brotli : score;
}
