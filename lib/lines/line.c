/* SPDX-License-Identifier: MIT */
/*
 * A line of a log, whatever its dialect. Each is tried by its first byte, the dialect of the line before first where
 * two are possible:
 *
 *   line --CR, colours, prefix--> in an open `long`: its message, or a header
 *                                 else a dialect of its own
 *                                 else it goes on with a message of Android Studio
 *                                 else it is quoted: a dialect behind a prefix
 *                                 else text
 */
#include "line_parts.h"

/* ---- carriers ---- */

static bool is_quote(uint8_t c) { return c == ' ' || c == '>' || c == '#' || c == '\t' || c == '|' || c == '*'; }

/* After the prefix, while lines have it; blanks at its end may get lost. */
static DFMTI_RARE const uint8_t *after_prefix(struct dfmti_lines *x, const uint8_t *p, const uint8_t *end) {
  const size_t n = (size_t)(end - p);
  if (n >= x->prefix_len && memcmp(p, x->prefix, x->prefix_len) == 0) return p + x->prefix_len;
  x->quoted = n >= x->prefix_least && n < x->prefix_len && memcmp(p, x->prefix, n) == 0;
  return x->quoted ? end : p;
}

static DFMTI_RARE void keep_prefix(struct dfmti_lines *x, const uint8_t *p, size_t n) {
  x->prefix_len = x->prefix_least = (uint8_t)n;
  memcpy(x->prefix, p, n);
  while (x->prefix_least > 0 && x->prefix[x->prefix_least - 1] == ' ') x->prefix_least--;
  x->quoted = true;
}

/* ---- by the first byte ---- */

/* To zeros. Compilers take a loop of the processor's for the whole, which costs as much as reading a short line. */
static inline void clear(struct dfmti_line *l) {
  enum { PIECE = 64, PIECES = sizeof *l / PIECE };
  uint8_t *p = (uint8_t *)l;
  for (int i = 0; i < PIECES; i++, p += PIECE) memset(p, 0, PIECE);
  memset(p, 0, sizeof *l % PIECE);
}

/* What follows a time of logcat's; a blank stands at p. */
static bool after_time(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *line, const uint8_t *p,
                       const uint8_t *end) {
  const bool dated = l->timing == DFMTI_LINE_CALENDAR;
  const uint8_t *zone = dated ? dfmti_line_zone(l, p + 1, end, false) : NULL;
  if (zone && (zone == end || *zone != ' ')) return false;
  const uint8_t *rest = zone ? zone : p, *word = dfmti_line_blanks(rest, end);
  if (end - word > 1 && word[1] == '/') {
    l->kind = DFMTI_LINE_TIME;
    return dfmti_line_slashed(l, word, end, false);
  }
  const bool studio = x->last == DFMTI_LINE_STUDIO;
  if (!studio && dfmti_line_threadtime(l, rest, end, false)) return true;
  if (dated && dfmti_line_studio_old(l, rest, end)) return true;
  if (dated && dfmti_line_studio(x, l, line, rest + 1, end)) return true;
  return studio && dfmti_line_threadtime(l, rest, end, false);
}

/* Seconds since 1970 or since boot; since 1970, and host and ident, are the journal's. */
static DFMTI_RARE bool by_seconds(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                  const uint8_t *end) {
  const uint8_t *q = dfmti_line_seconds(l, p, end, 3, DFMTI_LINE_MOST);
  if (!q || q == end || *q != ' ') return false;
  if (after_time(x, l, p, q, end)) return true;
  l->kind = DFMTI_LINE_SYSLOG;
  return l->seconds.len == 10 && l->fraction.len == 6 && dfmti_line_host(l, q + 1, end);
}

static bool by_digit(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = dfmti_line_calendar(l, p, end, 3, true);
  if (q) {
    if (q == end) return false;
    if (*q == ':' && q + 1 < end && q[1] == ' ') return dfmti_line_ddms(l, q + 2, end);
    return *q == ' ' && after_time(x, l, p, q, end);
  }
  clear(l);
  if (p[2] == ':') {
    q = dfmti_line_clock(l, p, end);
    return q && q < end && *q == ' ' && dfmti_line_studio(x, l, p, q + 1, end);
  }
  if (end - p > 20 && p[10] == 'T')
    return p[19] == ',' ? dfmti_line_kernel_iso(x, l, p, end) : dfmti_line_syslog_iso(l, p, end);
  return dfmti_line_kmsg(l, p, end) || by_seconds(x, l, p, end);
}

/* The kernel's after the kernel's, else a header first. */
static bool by_bracket(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const bool kernel_first = x->last == DFMTI_LINE_KERNEL;
  if (kernel_first && dfmti_line_kernel(x, l, p, end)) return true;
  if (kernel_first) clear(l);
  if (p[1] == ' ' && dfmti_line_long_head(l, p, end)) return true;
  clear(l);
  return !kernel_first && dfmti_line_kernel(x, l, p, end);
}

static DFMTI_RARE bool by_level(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                const uint8_t *end) {
  const uint8_t *q = dfmti_line_level(l, p, end);
  if (!q || end - q < 8) return false;
  if (*q == '[') return dfmti_line_kernel(x, l, q, end);
  if (q[0] == '1' && q[1] == ' ') return dfmti_line_syslog_5424(l, q + 2, end);
  return dfmti_line_syslog(l, q, end);
}

/* Padded seconds. */
static DFMTI_RARE bool by_blank(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                const uint8_t *end) {
  const uint8_t *q = dfmti_line_blanks(p, end);
  return q - p <= 18 && end - q > 5 && dfmti_is_digit(*q) && by_seconds(x, l, q, end);
}

/* A line at p: *l is zeros before, and void if it is none. */
static bool dialect(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (end - p < 6) return false;
  if (dfmti_is_digit(*p)) return by_digit(x, l, p, end);
  switch (*p) {
    case '[': return by_bracket(x, l, p, end);
    case '<': return by_level(x, l, p, end);
    case ' ': return by_blank(x, l, p, end);
    case '-': return dfmti_line_marker(l, p, end);
    default: break;
  }
  if (p[1] == '/') return dfmti_line_brief(x, l, p, end);
  if (p[1] == '(') return dfmti_line_priority(*p) && dfmti_line_ids_first(x, l, p, end);
  if (end - p < 20) return false;
  if (p[3] != ' ') return *p >= 'a' && *p <= 'z' && dfmti_line_decoded(x, l, p, end);
  return p[6] == ' ' ? dfmti_line_syslog(l, p, end) : dfmti_line_short_full(l, p, end);
}

/* ---- with what came before ---- */

/* In an open message of `long`. An empty line is its own only if what follows is no header. */
static DFMTI_RARE bool in_long(struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const bool late = x->blank;
  x->blank = p == end;
  *l = x->head;
  l->late = late;
  l->message = dfmti_line_str(p, end);
  l->kind = x->blank ? DFMTI_LINE_BLANK : DFMTI_LINE_LONG;
  l->continued = x->begun || late;
  x->begun = x->begun || late || !x->blank;
  return !x->blank;
}

static DFMTI_RARE bool text(struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  clear(l);
  l->message = dfmti_line_str(p, end);
  if (p < end) x->open = false;
  return false;
}

/* A line that has a dialect: what the next one needs to know of it. */
static bool known(struct dfmti_lines *x, const struct dfmti_line *l) {
  x->open = false;
  if (l->kind == DFMTI_LINE_MARKER) return true;
  x->last = l->kind;
  if (l->kind != DFMTI_LINE_STUDIO && l->kind != DFMTI_LINE_STUDIO_OLD && l->kind != DFMTI_LINE_LONG_HEAD) return true;
  x->last = l->kind == DFMTI_LINE_LONG_HEAD ? DFMTI_LINE_LONG : l->kind;
  x->open = true;
  x->blank = x->begun = false;
  x->head = *l;
  return true;
}

/* Quoted or indented, which is believed where it makes a line; seconds may be padded with blanks of their own. */
static DFMTI_RARE bool behind_prefix(struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                     const uint8_t *end) {
  const uint8_t *q = p;
  while (q < end && q - p < DFMTI_LINE_PREFIX && is_quote(*q)) q++;
  for (int i = 0; i < 2 && q - i > p; i++) {
    clear(l);
    if (!dialect(x, l, dfmti_line_after_colours(q - i, end), end)) continue;
    keep_prefix(x, p, (size_t)(q - i - p));
    return true;
  }
  return false;
}

bool dfmti_line(struct dfmti_lines *x, const uint8_t *p, const uint8_t *end, struct dfmti_line *l) {
  while (end > p && end[-1] == '\r') end--;
  if (p < end && *p == 0x1b) p = dfmti_line_after_colours(p, end);
  if (p < end && end[-1] == 'm') end = dfmti_line_before_colours(p, end);
  if (x->quoted) {
    p = after_prefix(x, p, end);
    if (p < end && *p == 0x1b) p = dfmti_line_after_colours(p, end);
  }
  const bool is_long = x->open && x->last == DFMTI_LINE_LONG, is_head = p < end && (*p == '[' || *p == '-');
  clear(l);
  bool has_dialect = (is_head || !is_long) && dialect(x, l, p, end);
  if (is_long && l->kind != DFMTI_LINE_LONG_HEAD && l->kind != DFMTI_LINE_MARKER) return in_long(x, l, p, end);
  if (!has_dialect && p < end && is_quote(*p)) {
    if (x->open && *p == ' ' && dfmti_line_studio_more(x, l, p, end)) return true;
    has_dialect = behind_prefix(x, l, p, end);
  }
  return has_dialect ? known(x, l) : text(x, l, p, end);
}

void dfmti_lines_gap(struct dfmti_lines *x) { x->open = x->blank = false; }

/* ---- texts of a head ---- */

DFMTI_RARE void dfmti_lines_keep(struct dfmti_lines *x, struct dfmti_line *l, uint8_t *room) {
  struct dfmti_line *h = &x->head;
  dfmt_str *texts[] = {&h->time, &h->uid, &h->tag, &h->process}, *parts[] = {&h->seconds, &h->fraction};
  uint8_t kept[DFMTI_LINES_ROOM]; /* some lie in the room already */
  size_t used = 0;
  if (!x->open) return;
  const char *time = h->time.ptr;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (texts[i]->len > sizeof kept - used) { /* and ends with no blank, as any other */
      const uint8_t *text = (const uint8_t *)texts[i]->ptr;
      *texts[i] = dfmti_line_trimmed(text, text + (sizeof kept - used));
    }
    if (texts[i]->len > 0) memcpy(kept + used, texts[i]->ptr, (size_t)texts[i]->len);
    texts[i]->ptr = (const char *)room + used;
    used += (size_t)texts[i]->len;
  }
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) /* they lie in the time */
    if (parts[i]->len > 0) parts[i]->ptr = h->time.ptr + (parts[i]->ptr - time);
  memcpy(room, kept, used);
  h->message = (dfmt_str){NULL, 0};
  if (l->kind == DFMTI_LINE_TEXT) return;
  l->time = h->time;
  l->seconds = h->seconds;
  l->fraction = h->fraction;
  l->uid = h->uid;
  l->tag = h->tag;
  l->process = h->process;
}

/* ---- in a bug report ---- */

bool dfmti_line_of_report(const uint8_t *p, const uint8_t *end, struct dfmti_line *l) {
  clear(l);
  if (p == end) return false;
  if (*p == '-') return dfmti_line_marker(l, p, end);
  if (*p == '<' || *p == '[') return dfmti_line_kernel_exact(l, p, end);
  const uint8_t *q = dfmti_line_calendar(l, p, end, 1, false);
  if (!q || q == end || *q != ' ') return false;
  const uint8_t *zone = dfmti_line_zone(l, q + 1, end, false);
  if (zone && (zone == end || *zone != ' ')) return false;
  const uint8_t *rest = zone ? zone : q, *word = dfmti_line_blanks(rest, end);
  if (end - word < 3 || word[1] != '/') return dfmti_line_threadtime(l, rest, end, true);
  l->kind = DFMTI_LINE_TIME;
  return dfmti_line_slashed(l, word, end, true);
}
