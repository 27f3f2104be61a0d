/* SPDX-License-Identifier: MIT */
/* The lines that reports are made of (spec 4.3 to 4.5). */
#include "read.h"

const char dfmti_mallocdbg_divider[] = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";

enum dfmti_mallocdbg_log_part dfmti_mallocdbg_log_part(const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = p;
  while (q < end && dfmti_is_blank(*q)) q++;
  if (q == end) return LOG_NOTHING;
  switch (*q) {
    case '*':
      if (q != p || end - p != DFMTI_MALLOCDBG_DIVIDER) return LOG_NOTHING;
      return memcmp(p, dfmti_mallocdbg_divider, DFMTI_MALLOCDBG_DIVIDER) == 0 ? LOG_DIVIDER : LOG_NOTHING;
    case '+': return q == p && dfmti_begins(p, end, "+++ ") ? LOG_OPENER : LOG_NOTHING;
    case 'a': return dfmti_begins(q, end, "allocation[") ? LOG_DIFF : LOG_NOTHING;
    case 'B':
      if (dfmti_begins(q, end, "Backtrace failed to get any frames.")) return LOG_NO_FRAMES;
      return q == p && dfmti_mallocdbg_log_title(p, end) ? LOG_TITLE : LOG_NOTHING;
    case '#': return LOG_FRAME;
    default: return LOG_NOTHING;
  }
}

static bool accept(const uint8_t **p, const uint8_t *end, const char *word) {
  if (!dfmti_begins(*p, end, word)) return false;
  *p += strlen(word);
  return true;
}

/* "(free)" to the end of the line */
static bool function(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  if (end - p < 3 || *p != '(' || end[-1] != ')') return false;
  for (const uint8_t *q = p + 1; q < end - 1; q++)
    if (!dfmti_is_digit(*q) && *q != '_' && !(*q >= 'a' && *q <= 'z') && !(*q >= 'A' && *q <= 'Z')) return false;
  r->function = (dfmt_str){(const char *)p + 1, (uint64_t)(end - p) - 2};
  r->present |= DFMT_MALLOCDBG_REPORT_HAS_FUNCTION;
  return true;
}

static bool corrupted_guard(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  if (dfmti_decimal(&p, &r->bytes) != DFMTI_NUMBER_OK || !accept(&p, end, " HAS A CORRUPTED ")) return false;
  r->guard = dfmti_begins(p, end, "FRONT") ? DFMT_MALLOCDBG_GUARD_FRONT : DFMT_MALLOCDBG_GUARD_REAR;
  if (!accept(&p, end, r->guard == DFMT_MALLOCDBG_GUARD_FRONT ? "FRONT GUARD" : "REAR GUARD") || p != end) return false;
  r->kind = DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD;
  r->present |= DFMT_MALLOCDBG_REPORT_HAS_BYTES | DFMT_MALLOCDBG_REPORT_HAS_GUARD;
  return true;
}

static bool used_after_free(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  r->kind = p == end ? DFMT_MALLOCDBG_KIND_USE_AFTER_FREE : DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL;
  return p == end || (accept(&p, end, " ") && function(p, end, r));
}

static bool unknown_pointer(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  r->kind = DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER;
  return function(p, end, r);
}

static bool tag_word(const uint8_t **p, dfmt_mallocdbg_report *r) {
  r->present |= DFMT_MALLOCDBG_REPORT_HAS_HEADER_TAG;
  return dfmti_hexadecimal(p, &r->header_tag) == DFMTI_NUMBER_OK;
}

static bool invalid_tag(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  r->kind = DFMT_MALLOCDBG_KIND_INVALID_TAG;
  return tag_word(&p, r) && accept(&p, end, " ") && function(p, end, r);
}

static bool corrupted_header(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  r->kind = DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG;
  return tag_word(&p, r) && accept(&p, end, " AFTER FREE") && p == end;
}

static const struct {
  const char *words;
  bool (*take)(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r);
} openers[] = {
    {" SIZE ", corrupted_guard},
    {" USED AFTER FREE", used_after_free},
    {" UNKNOWN POINTER ", unknown_pointer},
    {" HAS INVALID TAG ", invalid_tag},
    {" HAS CORRUPTED HEADER TAG 0x", corrupted_header},
};

/* "PROGRAM leaked block of size 10 at 0x7f00 (leak 1 of 2)"; the program's name may hold anything. */
static bool leak(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  static const char words[] = " leaked block of size ";
  const uint8_t *at = p;
  for (; (at = dfmti_find(at, end, words)) != NULL; at++) {
    const uint8_t *q = at + strlen(words);
    if (at == p || dfmti_decimal(&q, &r->bytes) != DFMTI_NUMBER_OK || !accept(&q, end, " at 0x") ||
        dfmti_hexadecimal(&q, &r->ptr) != DFMTI_NUMBER_OK || !accept(&q, end, " (leak ") ||
        dfmti_decimal(&q, &r->leak_number) != DFMTI_NUMBER_OK || !accept(&q, end, " of ") ||
        dfmti_decimal(&q, &r->leak_total) != DFMTI_NUMBER_OK || !accept(&q, end, ")") || q != end)
      continue;
    r->kind = DFMT_MALLOCDBG_KIND_LEAK;
    r->complete = 1;
    r->program = (dfmt_str){(const char *)p, (uint64_t)(at - p)};
    r->present |= DFMT_MALLOCDBG_REPORT_HAS_BYTES | DFMT_MALLOCDBG_REPORT_HAS_LEAK_NUMBER |
                  DFMT_MALLOCDBG_REPORT_HAS_LEAK_TOTAL | DFMT_MALLOCDBG_REPORT_HAS_PROGRAM;
    return true;
  }
  return false;
}

bool dfmti_mallocdbg_log_opener(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r) {
  p += strlen("+++ ");
  const uint8_t *q = p;
  if (accept(&q, end, "ALLOCATION 0x") && dfmti_hexadecimal(&q, &r->ptr) == DFMTI_NUMBER_OK)
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
      const uint8_t *rest = q;
      if (accept(&rest, end, openers[i].words)) return openers[i].take(rest, end, r);
    }
  return leak(p, end, r);
}

static bool byte(const uint8_t **p, const uint8_t *end, const char *before, uint32_t *v) {
  uint64_t x;
  if (!accept(p, end, before)) return false;
  const uint8_t *start = *p;
  if (dfmti_hexadecimal(p, &x) != DFMTI_NUMBER_OK || *p - start != 2) return false;
  *v = (uint32_t)x;
  return true;
}

bool dfmti_mallocdbg_log_diff(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_diff *d) {
  uint64_t v;
  p = dfmti_skip_blanks(p);
  if (!accept(&p, end, "allocation[")) return false;
  bool minus = *p == '-';
  p += minus;
  if (dfmti_decimal(&p, &v) != DFMTI_NUMBER_OK || v > INT64_MAX) return false;
  d->block_offset = minus ? -(int64_t)v : (int64_t)v;
  return byte(&p, end, "] = 0x", &d->found) && byte(&p, end, " (expected 0x", &d->expected) && accept(&p, end, ")") &&
         p == end;
}

uint32_t dfmti_mallocdbg_log_title(const uint8_t *p, const uint8_t *end) {
  static const struct {
    const char *text;
    uint32_t role;
  } titles[] = {{"Backtrace at time of failure:", DFMT_MALLOCDBG_ROLE_FAILURE},
                {"Backtrace at time of free:", DFMT_MALLOCDBG_ROLE_FREE},
                {"Backtrace at time of allocation:", DFMT_MALLOCDBG_ROLE_ALLOCATION},
                {"Backtrace of original free:", DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE}};
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
    if ((size_t)(end - p) == strlen(titles[i].text) && dfmti_begins(p, end, titles[i].text)) return titles[i].role;
  return 0;
}
