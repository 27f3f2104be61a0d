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

/* ---- what the reader of a log would make of a line ---- */

/*
 * Whatever is recognised is read: a line counts only if the reader, which has the last word on layouts, would deliver
 * it. What lines before tell of one: whether a line without a head belongs to a head of malloc_debug's, of the layout
 * that has heads on lines of their own; and whether there was a head at all.
 */
struct seen {
  bool long_head, head;
};

enum { LONGEST = 1536 }; /* bytes of a line that is looked at: a message has at most 1,023, a head 127 */

enum reading { READ_NOTHING, READ_MESSAGE, READ_REPORT };

/* The message of a line, as the reader takes it. */
static enum reading reading_of_message(const struct dfmti_log_line *l) {
  const uint8_t *p = (const uint8_t *)l->message.ptr, *end = dfmti_mallocdbg_trim(p, p + l->message.len);
  const enum dfmti_mallocdbg_log_part part = dfmti_mallocdbg_log_part(p, end);
  dfmt_mallocdbg_report r = {.present = 0};
  if (part == LOG_OPENER && dfmti_mallocdbg_log_opener(p, end, &r)) return READ_REPORT;
  if (part == LOG_OPENER && l->tag.len) return READ_REPORT; /* in words of Android 6, which are messages */
  return part == LOG_NOTHING && p < end && l->tag.len == strlen("malloc_debug") ? READ_MESSAGE : READ_NOTHING;
}

static enum reading reading_of(const uint8_t *p, const uint8_t *end, struct seen *seen, bool *raw) {
  uint8_t room[LONGEST + DFMTI_WINDOW_PAD];
  struct dfmti_log_line l;
  enum dfmti_log_context context;
  *raw = false;
  if (end - p > LONGEST) return READ_NOTHING;
  const size_t n = dfmti_mallocdbg_log_plain(p, end, room);
  memset(room + n, 0, DFMTI_WINDOW_PAD);
  if (dfmti_mallocdbg_log_prefix(room, room + n, &l, &context)) {
    const bool ours = dfmti_mallocdbg_log_tag(&l.tag);
    seen->head = true;
    seen->long_head = ours && context == LOG_LONG;
    return ours && context != LOG_LONG ? reading_of_message(&l) : READ_NOTHING;
  }
  *raw = !seen->head;
  l = (struct dfmti_log_line){.message = {(const char *)room, n}};
  return seen->long_head || *raw ? reading_of_message(&l) : READ_NOTHING;
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
static struct dfmti_mallocdbg_guess guess_line(const uint8_t *p, const uint8_t *end, bool first, bool whole,
                                               struct seen *seen) {
  struct dfmti_mallocdbg_guess g = guess_start(p, end, first);
  if (g.score) return g;
  bool raw;
  enum reading what = reading_of(p, end, seen, &raw);
  if (what != READ_NOTHING)
    return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, what == READ_REPORT ? REPORT : NAMED, raw};
  if (is_record(p, end)) return (struct dfmti_mallocdbg_guess){DUMP, 0, RECORD, false};
  if (has_head(p, end, whole)) return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 0, false};
  return g;
}

/*
 * A line far from the start, before which others wrote to the log: then it has a head, as they have. Without that it is
 * prose or source code that quotes such lines. Most are not taken apart.
 */
static struct dfmti_mallocdbg_guess guess_far_line(const uint8_t *p, const uint8_t *end, struct seen *seen) {
  bool raw = false;
  const bool look = *p == '[' || *p == 0x1b || dfmti_find(p, end, "+++ ") || dfmti_find(p, end, "malloc_debug");
  enum reading what = look ? reading_of(p, end, seen, &raw) : READ_NOTHING;
  if (what == READ_NOTHING || raw) return (struct dfmti_mallocdbg_guess){DUMP, 0, 0, false};
  return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, what == READ_REPORT ? REPORT : NAMED, false};
}

void dfmti_mallocdbg_guess(const uint8_t *p, size_t n, struct dfmti_mallocdbg_guess *best) {
  *best = (struct dfmti_mallocdbg_guess){.dialect = DFMT_MALLOCDBG_DIALECT_AUTO};
  const uint8_t *all = p + n, *far = p + dfmti_min(n, DFMTI_IDENTIFY_FIRST);
  struct seen seen = {.head = false};
  size_t lines = 0, heads = 0;
  while (p < all && (p < far ? best->score < LATE : best->score < REPORT && 2 * heads >= lines)) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(all - p)), *end = dfmti_mallocdbg_trim(p, lf ? lf : all);
    if (end > p) {
      struct dfmti_mallocdbg_guess g =
          p < far ? guess_line(p, end, lines == 0, lf != NULL, &seen) : guess_far_line(p, end, &seen);
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
