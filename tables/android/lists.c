/* SPDX-License-Identifier: MIT */
#include "lists.h"

#include "base/text.h"

/* ---- ps ---- */

enum { OTHER, USER, PID, TID, PPID, VSZ, RSS, STATE, POLICY, TIME, PC, NAME };

/* Takes a word, and blanks before it. */
static dfmt_str take_word(dfmt_str *s) {
  dfmti_cut_blanks(s);
  dfmt_str word = dfmti_cut_first(*s, dfmti_cut_find(*s, " "));
  *s = dfmti_cut_after(*s, word.len);
  return word;
}

static uint8_t column_of(dfmt_str word) {
  static const struct {
    const char *word;
    uint8_t column;
  } words[] = {{"USER", USER}, {"PID", PID},  {"TID", TID},  {"PPID", PPID}, {"VSZ", VSZ},
               {"VSIZE", VSZ}, {"RSS", RSS},  {"S", STATE},  {"PC", PC},     {"PCY", POLICY},
               {"TIME", TIME}, {"CMD", NAME}, {"NAME", NAME}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (dfmti_is(word, words[i].word)) return words[i].column;
  return OTHER;
}

/* Before Android 8 the state has no heading: it precedes the name. */
static bool add_column(struct dfmti_ps_heading *h, uint8_t column) {
  if (h->n == DFMTI_PS_COLUMNS) return false;
  h->columns[h->n++] = column;
  return true;
}

bool dfmti_ps_heading(dfmt_str line, struct dfmti_ps_heading *h) {
  *h = (struct dfmti_ps_heading){0};
  uint32_t seen = 0;
  if (!dfmti_starts(line, "USER ") && !dfmti_starts(line, "LABEL ")) return false;
  for (dfmt_str word = take_word(&line); word.len > 0; word = take_word(&line)) {
    uint8_t column = column_of(word);
    bool unnamed = column == NAME && seen & 1u << PC && !(seen & 1u << STATE);
    if (seen & 1u << NAME || (unnamed && !add_column(h, STATE)) || !add_column(h, column)) return false;
    seen |= 1u << column;
  }
  uint32_t needed = 1u << USER | 1u << PID | 1u << NAME;
  return (seen & needed) == needed;
}

/* "[D-]HH:MM:SS" as seconds */
static bool read_time(dfmt_str s, uint64_t *seconds) {
  uint64_t days = 0, parts[3];
  dfmt_str rest = s;
  if (dfmti_cut_number(&rest, 10, &days) && dfmti_cut_take(&rest, "-")) {
    s = rest;
  } else {
    days = 0;
  }
  for (int i = 0; i < 3; i++)
    if ((i > 0 && !dfmti_cut_take(&s, ":")) || !dfmti_cut_number(&s, 10, &parts[i]) || parts[i] > 9999) return false;
  if (s.len > 0 || days > 1000000) return false;
  *seconds = ((days * 24 + parts[0]) * 60 + parts[1]) * 60 + parts[2];
  return true;
}

static bool read_i32(dfmt_str s, int32_t *v) { return dfmti_cut_i32(&s, v) && s.len == 0; }
static bool read_u64(dfmt_str s, uint64_t *v) { return dfmti_cut_number(&s, 10, v) && s.len == 0; }

static bool read_cell(uint8_t column, dfmt_str s, struct dfmti_ps_line *p) {
  switch (column) {
    case USER: p->user = s; return true;
    case PID: return read_i32(s, &p->process_id);
    case TID: p->has |= DFMTI_PS_HAS_TID; return read_i32(s, &p->thread_id);
    case PPID: p->has |= DFMTI_PS_HAS_PPID; return read_i32(s, &p->parent_id);
    case VSZ: p->has |= DFMTI_PS_HAS_VSZ; return read_u64(s, &p->vsz_kb);
    case RSS: p->has |= DFMTI_PS_HAS_RSS; return read_u64(s, &p->rss_kb);
    case STATE:
      p->has |= DFMTI_PS_HAS_STATE;
      p->state = s;
      return true;
    case TIME: p->has |= DFMTI_PS_HAS_TIME; return read_time(s, &p->time_s);
    default: return true;
  }
}

static bool is_time(dfmt_str s) {
  uint64_t seconds;
  return read_time(s, &seconds);
}

/* The column of an unknown policy is blank, so that it contains the time, which comes next. */
bool dfmti_ps_line(const struct dfmti_ps_heading *h, dfmt_str line, struct dfmti_ps_line *p) {
  *p = (struct dfmti_ps_line){0};
  if (h->n == 0) return false;
  for (uint32_t i = 0; i + 1 < h->n; i++) {
    dfmt_str before = line, word = take_word(&line);
    if (h->columns[i] == POLICY && is_time(word)) {
      line = before;
      continue;
    }
    if (word.len == 0 || !read_cell(h->columns[i], word, p)) return false;
  }
  dfmti_cut_blanks(&line);
  p->name = line;
  return line.len > 0;
}

/* ---- meminfo ---- */

/* "300,000" */
static bool take_grouped(dfmt_str *s, uint64_t *v) {
  uint64_t part;
  if (!dfmti_cut_number(s, 10, v)) return false;
  while (dfmti_cut_take(s, ",")) {
    uint64_t len = s->len;
    if (!dfmti_cut_number(s, 10, &part) || len - s->len != 3 || *v > UINT64_MAX / 1000 - 1) return false;
    *v = *v * 1000 + part;
  }
  return true;
}

/* "(      41K in swap)" off the end */
static bool take_swap(dfmt_str *s, uint64_t *kb) {
  uint64_t at = dfmti_cut_find_last(*s, "(");
  dfmt_str inner = dfmti_cut_after(*s, at + 1);
  dfmti_cut_blanks(&inner);
  if (at == s->len || !take_grouped(&inner, kb) || !dfmti_is(inner, "K in swap)")) return false;
  *s = dfmti_cut_first(*s, at);
  while (dfmti_cut_take_end(s, " ")) continue;
  return true;
}

bool dfmti_meminfo_line(dfmt_str line, struct dfmti_meminfo_line *m) {
  *m = (struct dfmti_meminfo_line){0};
  if (dfmti_cut_blanks(&line) == 0 || !take_grouped(&line, &m->kb) || !dfmti_cut_take(&line, "K: ")) return false;
  m->has_swap = dfmti_ends(line, " in swap)") && take_swap(&line, &m->swap_kb);
  uint64_t at = dfmti_cut_find_last(line, " (pid ");
  dfmt_str inner = dfmti_cut_after(line, at + strlen(" (pid "));
  if (at == line.len || !dfmti_cut_i32(&inner, &m->process_id)) return false;
  m->activities = dfmti_cut_take(&inner, " / activities");
  m->process = dfmti_cut_first(line, at);
  return dfmti_is(inner, ")");
}

/* ---- dropbox ---- */

/* "YYYY-MM-DD HH:MM:SS " */
static bool take_time(dfmt_str *s, dfmt_str *time) {
  static const char form[] = "0000-00-00 00:00:00 ";
  if (s->len < sizeof form) return false;
  for (size_t i = 0; i < sizeof form - 1; i++)
    if (form[i] == '0' ? !dfmti_is_digit((uint8_t)s->ptr[i]) : s->ptr[i] != form[i]) return false;
  *time = dfmti_cut_first(*s, sizeof form - 2);
  *s = dfmti_cut_after(*s, sizeof form - 1);
  return true;
}

bool dfmti_dropbox_line(dfmt_str line, struct dfmti_dropbox_line *d) {
  *d = (struct dfmti_dropbox_line){0};
  if (!take_time(&line, &d->time)) return false;
  d->tag = take_word(&line);
  if (d->tag.len == 0 || !dfmti_cut_take(&line, " (") || !dfmti_cut_take_end(&line, ")")) return false;
  d->lost = dfmti_is(line, "no data");
  if (d->lost) return true;
  d->compressed = dfmti_cut_take(&line, "compressed ");
  d->text = dfmti_cut_take(&line, "text, ");
  if (!d->text && !dfmti_cut_take(&line, "data, ")) return false;
  return dfmti_cut_number(&line, 10, &d->bytes) && dfmti_is(line, " bytes");
}
