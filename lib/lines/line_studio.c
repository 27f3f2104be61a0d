/* SPDX-License-Identifier: MIT */
/*
 * Lines of Android Studio. Since 2021 they are columns, each of which can be switched off or be of another width:
 *
 *   TIME PID-TID TAG PACKAGE [PROCESS]  P  MESSAGE
 *
 * Widths are in characters. What the look has learnt tells a level from a tag that is such a letter, and where a tag
 * ends that fills its column.
 */
#include "line_parts.h"

enum {
  IDS_WIDTH = 12,     /* "%5d-%-5d " */
  PID_WIDTH = 6,      /* "%-5d " */
  TAG_COLUMN = 24,    /* as installed, and with */
  PACKAGE_WIDTH = 36, /* one or two of these */
  LEVEL_WIDTH = 3,    /* "P  " */
  PUSHED = 4,         /* characters by which ids of six digits push what follows, at most, and one more */
  LEAST_INDENT = 12   /* of a further line: that of the narrowest header, nearly */
};

static bool is_start(uint8_t c) { return (c & 0xc0) != 0x80; }

/* Whether the next eight bytes are eight characters: of ASCII, as most columns are. */
static bool are_eight(const uint8_t *p, const uint8_t *end) {
  uint64_t bytes;
  if (end - p < (ptrdiff_t)sizeof bytes) return false;
  memcpy(&bytes, p, sizeof bytes);
  return (bytes & 0x8080808080808080) == 0;
}

static DFMTI_RARE uint32_t characters(const uint8_t *p, const uint8_t *end) {
  uint32_t n = 0;
  for (; are_eight(p, end); p += 8) n += 8;
  for (; p < end; p++) n += is_start(*p);
  return n;
}

static DFMTI_RARE const uint8_t *at_character(const uint8_t *p, const uint8_t *end, uint32_t n) {
  for (; n >= 8 && are_eight(p, end); n -= 8) p += 8;
  for (; p < end; p++)
    if (is_start(*p) && n-- == 0) break;
  return p;
}

/* A level's letter, of columns that begin at `from`: " P  ", or at the end of a line that was trimmed. */
static DFMTI_RARE bool is_level(const uint8_t *from, const uint8_t *p, const uint8_t *end) {
  if (p <= from || p[-1] != ' ' || *p == 'S' || !dfmti_line_priority(*p)) return false;
  return p + 1 == end || (p[1] == ' ' && (p + 2 == end || p[2] == ' '));
}

/* Where the learnt column of the level has one; `long` ids push it. */
static DFMTI_RARE const uint8_t *level_in_column(const struct dfmti_lines *x, const uint8_t *line, const uint8_t *from,
                                                 const uint8_t *end) {
  const uint8_t *p = at_character(line, end, x->level_column);
  for (int i = 0; i < PUSHED && p < end; i++, p = at_character(p, end, 1))
    if (is_level(from, p, end)) return p;
  return NULL;
}

/* Without ids, prose might follow a time: a level counts then if columns stand before it. */
static DFMTI_RARE const uint8_t *first_level(const uint8_t *from, const uint8_t *end, bool anywhere) {
  for (ptrdiff_t i = anywhere ? 1 : TAG_COLUMN; i < end - from; i++)
    if (is_level(from, from + i, end)) return from + i;
  return NULL;
}

/* "PID-TID " or "PID " in columns, if they are there. Returns where the next column begins; NULL: it is something else.
 */
static DFMTI_RARE const uint8_t *take_ids(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t pid, tid = 0;
  const uint8_t *q = dfmti_line_number(dfmti_line_blanks(p, end), end, 10, &pid);
  if (!q) return p;
  const bool both = q < end && *q == '-';
  if (both && !(q = dfmti_line_number(q + 1, end, 10, &tid))) return NULL;
  if (q == end || *q != ' ') return NULL;
  const ptrdiff_t width = both ? IDS_WIDTH : PID_WIDTH;
  l->has_pid = true;
  l->has_tid = both;
  l->pid = pid;
  l->tid = tid;
  if (end - p > width && q < p + width && dfmti_line_blanks(q, p + width) == p + width) return p + width;
  return q + 1;
}

/* The first two blanks, or the end. */
static DFMTI_RARE const uint8_t *two_blanks(const uint8_t *p, const uint8_t *end) {
  while (p < end && !(p[0] == ' ' && p + 1 < end && p[1] == ' ')) p++;
  return p;
}

/* Where the tag's column ends, of columns that end at `end`. */
static DFMTI_RARE const uint8_t *tag_end(const struct dfmti_lines *x, const uint8_t *p, const uint8_t *end) {
  const uint32_t width = characters(p, end);
  if (width == TAG_COLUMN) return end;
  if (width == PACKAGE_WIDTH) return p;
  uint32_t column =
      width == TAG_COLUMN + PACKAGE_WIDTH || width == TAG_COLUMN + 2 * PACKAGE_WIDTH ? TAG_COLUMN : x->tag_width;
  if (column) {
    const uint8_t *q = at_character(p, end, column);
    if (q < end && q > p && q[-1] == ' ') return q;
  }
  const uint8_t *q = two_blanks(dfmti_line_blanks(p, end), end), *next = dfmti_line_blanks(q, end);
  column = characters(p, next);
  if (x->look && q > p && next < end && column < DFMTI_LINE_COLUMNS) x->look->tags[column]++;
  return q;
}

/* Columns are empty where they would be as in the line before, if duplicates are hidden. */
static DFMTI_RARE void take_columns(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p,
                                    const uint8_t *end) {
  const uint8_t *tag = tag_end(x, p, end), *package = dfmti_line_blanks(tag, end);
  const bool follows = x->last == DFMTI_LINE_STUDIO;
  l->tag = dfmti_line_trimmed(p, tag);
  if (tag < end) l->process = dfmti_line_str(package, dfmti_line_word(package, end));
  if (l->tag.len == 0 && follows) l->tag = x->head.tag;
  if (l->process.len == 0 && tag < end && follows) l->process = x->head.process;
}

static DFMTI_RARE void learn(const struct dfmti_lines *x, uint32_t column) {
  struct dfmti_line_look *look = x->look;
  if (column < DFMTI_LINE_COLUMNS) look->levels[column]++;
  column += LEVEL_WIDTH;
  if (!look->message_column || column < look->message_column) look->message_column = column;
}

bool dfmti_line_studio(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *line, const uint8_t *rest,
                       const uint8_t *end) {
  struct dfmti_line y = {.kind = DFMTI_LINE_STUDIO};
  const uint8_t *from = take_ids(&y, rest, end);
  if (!from) return false;
  const bool anywhere = y.has_pid || l->timing == DFMTI_LINE_CLOCK;
  const uint8_t *level = x->level_column ? level_in_column(x, line, from, end) : NULL;
  if (!level && !(level = first_level(from, end, anywhere))) return false;
  if (dfmti_line_blanks(from, level) < level || y.has_pid)
    take_columns(x, &y, from, level - 1 > from ? level - 1 : from);
  if (x->look) learn(x, characters(line, level));
  l->kind = y.kind;
  l->has_pid = y.has_pid;
  l->has_tid = y.has_tid;
  l->pid = y.pid;
  l->tid = y.tid;
  l->tag = y.tag;
  l->process = y.process;
  l->priority = dfmti_line_priority(*level);
  l->message = dfmti_line_str(end - level > LEVEL_WIDTH ? level + LEVEL_WIDTH : end, end);
  return true;
}

/* "PID-TID/PACKAGE P/TAG: MESSAGE"; a package may have blanks. */
bool dfmti_line_studio_old(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t pid, tid;
  p = dfmti_line_number(dfmti_line_blanks(p, end), end, 10, &pid);
  if (!p || p == end || *p != '-' || !(p = dfmti_line_number(p + 1, end, 10, &tid)) || p == end || *p != '/')
    return false;
  const uint8_t *package = p + 1, *slash = package;
  for (; (slash = memchr(slash, '/', (size_t)(end - slash))) != NULL; slash++)
    if (slash - package >= 2 && slash[-2] == ' ' && dfmti_line_priority(slash[-1])) break;
  const uint8_t *colon = slash ? dfmti_line_colon(slash + 1, end) : NULL;
  if (!colon) return false;
  l->kind = DFMTI_LINE_STUDIO_OLD;
  l->has_pid = l->has_tid = true;
  l->pid = pid;
  l->tid = tid;
  l->priority = dfmti_line_priority(slash[-1]);
  l->process = dfmti_line_str(package, slash - 2);
  l->tag = dfmti_line_trimmed(slash + 1, colon);
  l->message = dfmti_line_after_colon(colon, end);
  return true;
}

bool dfmti_line_studio_more(const struct dfmti_lines *x, struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const bool old = x->last == DFMTI_LINE_STUDIO_OLD;
  const size_t n = (size_t)(end - p), most = old ? 4 : x->message_column ? x->message_column : n;
  const uint8_t *q = dfmti_line_blanks(p, n > most ? p + most : end);
  if (q - p < (old ? 4 : LEAST_INDENT)) return false;
  if (x->look && !old) {
    const uint32_t indent = (uint32_t)(dfmti_line_blanks(q, end) - p);
    if (indent < x->look->indent || !x->look->indent) x->look->indent = indent;
  }
  *l = x->head;
  l->continued = true;
  l->message = dfmti_line_str(q, end);
  return true;
}
