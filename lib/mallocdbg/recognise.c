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

/* ---- what the reader of a log would make of a line ---- */

/*
 * Whatever is recognised is read: a line counts only if the reader would deliver it, which takes lines apart as this
 * does. What lines before tell of one: what the scanner remembers, and whether there was a head at all.
 */
struct seen {
  struct dfmti_lines lines;
  bool has_words; /* without them no line is malloc_debug's */
  bool head;
};

enum { LONGEST = 1536 }; /* bytes of a line that is looked at: a message has at most 1,023, a head 127 */

enum reading { READ_NOTHING, READ_MESSAGE, READ_REPORT };

/* The message of a line, as the reader takes it. */
static enum reading reading_of_message(const struct dfmti_line *l) {
  const uint8_t *p = (const uint8_t *)l->message.ptr, *end = dfmti_mallocdbg_trim(p, p + l->message.len);
  const enum dfmti_mallocdbg_log_part part = dfmti_mallocdbg_log_part(p, end);
  dfmt_mallocdbg_report r = {.present = 0};
  if (part == LOG_OPENER && dfmti_mallocdbg_log_opener(p, end, &r)) return READ_REPORT;
  if (part == LOG_OPENER && l->tag.len) return READ_REPORT; /* in words of Android 6, which are messages */
  return part == LOG_NOTHING && p < end && l->tag.len == strlen("malloc_debug") ? READ_MESSAGE : READ_NOTHING;
}

/* The message is read where zeros follow it. */
static enum reading reading_of_copy(struct dfmti_line *l) {
  uint8_t room[LONGEST + DFMTI_WINDOW_PAD];
  const size_t n = (size_t)l->message.len;
  if (n > LONGEST) return READ_NOTHING;
  if (n > 0) memcpy(room, l->message.ptr, n);
  memset(room + n, 0, DFMTI_WINDOW_PAD);
  l->message.ptr = (const char *)room;
  return reading_of_message(l);
}

/* head: it has one, which may be a divider or of a message on the lines that follow. */
static enum reading reading_of(const uint8_t *p, const uint8_t *end, struct seen *seen, bool *head, bool *raw) {
  struct dfmti_line l;
  *head = dfmti_line(&seen->lines, p, end, &l);
  *raw = false;
  if (l.kind == DFMTI_LINE_MARKER) return READ_NOTHING;
  if (l.kind == DFMTI_LINE_TEXT && dfmti_mallocdbg_log_stderr((const uint8_t *)l.message.ptr, end, &l)) *head = true;
  *raw = !*head && !seen->head;
  seen->head |= *head;
  if (!seen->has_words || !(*raw || (*head && dfmti_mallocdbg_log_tag(&l.tag)))) return READ_NOTHING;
  return reading_of_copy(&l);
}

static bool is_record(const uint8_t *p, const uint8_t *end) {
  return dfmti_begins(p, end, "z ") && dfmti_find(p, end, "sz") && dfmti_find(p, end, "num");
}

enum { DUMP = DFMT_MALLOCDBG_DIALECT_DUMP, RECORDS = DFMT_MALLOCDBG_DIALECT_RECORDS, LOG = DFMT_MALLOCDBG_DIALECT_LOG };
enum { CERTAIN = 100, IN_PLACE = 95, LATE = 90, REPORT = 80, MOSTLY = 75, NAMED = 60, RECORD = 50 }; /* scores */

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
  bool head, raw;
  enum reading what = reading_of(p, end, seen, &head, &raw);
  if (what != READ_NOTHING)
    return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, what == READ_REPORT ? REPORT : NAMED, raw};
  if (is_record(p, end)) return (struct dfmti_mallocdbg_guess){DUMP, 0, RECORD, false};
  /* what parses heads looks at what follows, so a line cut by the buffer is left out */
  if (head && whole) return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 0, false};
  return g;
}

/*
 * A line far from the start, before which others wrote to the log: then it has a head, as they have. Without that it is
 * prose or source code that quotes such lines. Most are not taken apart.
 */
static struct dfmti_mallocdbg_guess guess_far_line(const uint8_t *p, const uint8_t *end, struct seen *seen) {
  bool head, raw = false;
  const bool look = *p == '[' || *p == 0x1b || dfmti_find(p, end, "+++ ") || dfmti_find(p, end, "malloc_debug");
  enum reading what = look ? reading_of(p, end, seen, &head, &raw) : READ_NOTHING;
  /* heads of `long` are all looked at, other messages that go on may have had another head since */
  if (!look && seen->lines.last != DFMTI_LINE_LONG) dfmti_lines_gap(&seen->lines);
  if (what == READ_NOTHING || raw) return (struct dfmti_mallocdbg_guess){DUMP, 0, 0, false};
  return (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, what == READ_REPORT ? REPORT : NAMED, false};
}

/* How many lines of the start there are, and how many have heads. */
struct lines {
  size_t all, heads, named; /* named: with the name of malloc_debug */
};

static bool is_done(const struct dfmti_mallocdbg_guess *best, bool far, const struct seen *seen, struct lines n) {
  if (!far) return best->score >= LATE;
  return best->score >= REPORT || 2 * n.heads < n.all || !seen->has_words;
}

void dfmti_mallocdbg_guess(const uint8_t *p, size_t n, struct dfmti_mallocdbg_guess *best) {
  *best = (struct dfmti_mallocdbg_guess){.dialect = DFMT_MALLOCDBG_DIALECT_AUTO};
  const uint8_t *all = p + n, *far = p + dfmti_min(n, DFMTI_IDENTIFY_FIRST);
  struct seen seen = {.has_words = dfmti_find(p, all, "+++ ") || dfmti_find(p, all, "malloc_debug")};
  struct lines lines = {.all = 0};
  if (seen.has_words) dfmti_lines_learn(&seen.lines, p, n);
  while (p < all && !is_done(best, p >= far, &seen, lines)) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(all - p)), *end = dfmti_mallocdbg_trim(p, lf ? lf : all);
    if (end > p) {
      struct dfmti_mallocdbg_guess g =
          p < far ? guess_line(p, end, lines.all == 0, lf != NULL, &seen) : guess_far_line(p, end, &seen);
      if (lines.all == 0 || g.score > best->score || (p < far && best->score == 0 && g.dialect == LOG)) *best = g;
      lines.heads += p < far && g.dialect == LOG && !g.raw;
      lines.named += p < far && g.dialect == LOG && g.score == NAMED;
      lines.all += p < far;
    }
    p = lf ? lf + 1 : all;
  }
  if (best->score == NAMED && 2 * lines.named >= lines.all) best->score = MOSTLY; /* else it is a log of others */
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
