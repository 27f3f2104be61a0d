/* SPDX-License-Identifier: MIT */
/* How mallocdbg is recognised. */
#include <string.h>

#include "core/identify.h"
#include "read.h"

/* "123: malloc 0x" */
static bool is_operation(const uint8_t *p, const uint8_t *end) {
  while (p < end && dfmti_is_blank(*p)) p++;
  if (p < end && *p == '-') p++;
  const uint8_t *digits = p;
  while (p < end && dfmti_is_digit(*p)) p++;
  if (p == digits || p == end || *p++ != ':') return false;
  while (p < end && dfmti_is_blank(*p)) p++;
  const uint8_t *word = p;
  while (p < end && !dfmti_is_blank(*p)) p++;
  return p < end && dfmti_mallocdbg_operation(word, (size_t)(p - word));
}

/* Lines that only malloc_debug writes, wherever they stand in a log's line. */
static bool is_report(const uint8_t *p, const uint8_t *end) {
  const uint8_t *plus = dfmti_find(p, end, "+++ ");
  return plus && (dfmti_begins(plus, end, "+++ ALLOCATION 0x") || dfmti_find(plus, end, " leaked block of size "));
}

/* Something that a line of logcat can begin with: a date, a priority, a long format's bracket, a colour. */
static bool is_logcat(const uint8_t *p, const uint8_t *end) {
  if (end - p < 16) return dfmti_begins(p, end, "--------- ");
  bool letter = dfmti_log_priority(p[0]) != 0;
  return dfmti_begins(p, end, "--------- ") || (letter && (p[1] == '/' || (p[1] == '(' && dfmti_find(p, end, ") ")))) ||
         (dfmti_is_digit(p[0]) && p[2] == '-' && p[5] == ' ' && p[8] == ':' && p[11] == ':') ||
         (p[0] == '[' && p[1] == ' ' && dfmti_is_digit(p[2]) && p[4] == '-') || (p[0] == 0x1b && p[1] == '[');
}

/*
 * A line of the log by its head. Those that parse heads look at what follows, so a line cut by the buffer is left out.
 */
static bool has_head(const uint8_t *p, const uint8_t *end, bool whole) {
  struct dfmti_log_line l;
  enum dfmti_log_context context;
  return is_logcat(p, end) || (whole && dfmti_mallocdbg_log_prefix(p, end, &l, &context));
}

static bool is_record(const uint8_t *p, const uint8_t *end) {
  return dfmti_begins(p, end, "z ") && dfmti_find(p, end, "sz") && dfmti_find(p, end, "num");
}

enum { DUMP = DFMT_MALLOCDBG_DIALECT_DUMP, RECORDS = DFMT_MALLOCDBG_DIALECT_RECORDS, LOG = DFMT_MALLOCDBG_DIALECT_LOG };
enum { CERTAIN = 100, IN_PLACE = 95, LATE = 90, REPORT = 80, NAMED = 60, RECORD = 50 }; /* scores */

/* A line that tells what all is; first: nothing but blank lines stands before it. */
static struct dfmti_mallocdbg_guess guess_start(const uint8_t *p, const uint8_t *end, bool first) {
  dfmt_str version;
  uint32_t variant = dfmti_mallocdbg_banner(p, (size_t)(end - p), &version);
  if (variant) return (struct dfmti_mallocdbg_guess){DUMP, variant, first ? CERTAIN : LATE, false};
  if (first && is_operation(p, end))
    return (struct dfmti_mallocdbg_guess){RECORDS, DFMT_MALLOCDBG_VARIANT_RECORDS, IN_PLACE, false};
  return (struct dfmti_mallocdbg_guess){DUMP, 0, 0, false};
}

/* A line by itself; whole: it has a line feed. */
static struct dfmti_mallocdbg_guess guess_line(const uint8_t *p, const uint8_t *end, bool first, bool whole) {
  struct dfmti_mallocdbg_guess g = guess_start(p, end, first);
  if (g.score) return g;
  if (is_report(p, end))
    return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, REPORT, !has_head(p, end, whole)};
  if (dfmti_find(p, end, "malloc_debug") && has_head(p, end, whole)) /* prose has the word, too */
    return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, NAMED, false};
  if (is_record(p, end)) return (struct dfmti_mallocdbg_guess){DUMP, 0, RECORD, false};
  if (has_head(p, end, whole)) return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 0, false};
  return g;
}

/*
 * A line far from the start, before which others wrote to the log: then it has a head, as they have. Without that it is
 * prose or source code that quotes such lines.
 */
static struct dfmti_mallocdbg_guess guess_far_line(const uint8_t *p, const uint8_t *end) {
  struct dfmti_log_line l;
  enum dfmti_log_context context;
  bool report = is_report(p, end);
  if (!(report || dfmti_find(p, end, "malloc_debug")) || !dfmti_mallocdbg_log_prefix(p, end, &l, &context))
    return (struct dfmti_mallocdbg_guess){DUMP, 0, 0, false};
  return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, report ? REPORT : NAMED, false};
}

void dfmti_mallocdbg_guess(const uint8_t *p, size_t n, struct dfmti_mallocdbg_guess *best) {
  *best = (struct dfmti_mallocdbg_guess){.dialect = DFMT_MALLOCDBG_DIALECT_AUTO};
  const uint8_t *all = p + n, *far = p + dfmti_min(n, DFMTI_IDENTIFY_FIRST);
  size_t lines = 0, heads = 0;
  while (p < all && (p < far ? best->score < LATE : best->score < REPORT && 2 * heads >= lines)) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(all - p)), *end = dfmti_mallocdbg_trim(p, lf ? lf : all);
    if (end > p) {
      struct dfmti_mallocdbg_guess g = p < far ? guess_line(p, end, lines == 0, lf != NULL) : guess_far_line(p, end);
      if (g.raw && heads) g.raw = false; /* as in the layout that has them on lines of their own */
      if (lines == 0 || g.score > best->score || (p < far && best->score == 0 && g.dialect == LOG)) *best = g;
      heads += p < far && g.dialect == LOG && !g.raw;
      lines += p < far;
    }
    p = lf ? lf + 1 : all;
  }
}

/* Of dumps and records the first line tells. */
int32_t dfmti_mallocdbg_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  const uint8_t *lf = n ? memchr(p, '\n', n) : NULL, *end = lf ? dfmti_mallocdbg_trim(p, lf) : p;
  struct dfmti_mallocdbg_guess g = guess_start(p, end, true);
  if (g.score) out->variant = g.variant;
  return g.score;
}

int32_t dfmti_mallocdbg_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  struct dfmti_mallocdbg_guess g;
  dfmti_mallocdbg_guess(in->ptr, in->len, &g);
  out->variant = g.variant;
  return g.score;
}
