/* SPDX-License-Identifier: MIT */
/* Frames in the log (spec 4.6): "#00  pc 00029310  MAP (offset 0x1000) (FUNCTION+12)", or the offset first. */
#include "read.h"

/* " (offset 0x1f)" from here on; after it, or NULL. */
static const uint8_t *behind_offset(const uint8_t *p, const uint8_t *end, const char *word, uint64_t *v) {
  if (!dfmti_begins(p, end, word)) return NULL;
  p += strlen(word);
  return dfmti_hexadecimal(&p, v) == DFMTI_NUMBER_OK && p < end && *p == ')' ? p + 1 : NULL;
}

/* The function's name and what is after its last '+', if those are digits. */
static void take_function(dfmt_mallocdbg_frame *f, const uint8_t *p, const uint8_t *end) {
  const uint8_t *plus = end;
  while (plus > p && dfmti_is_digit(plus[-1])) plus--;
  f->present |= DFMT_MALLOCDBG_FRAME_HAS_FUNCTION | DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET;
  f->function = (dfmt_str){(const char *)p, (uint64_t)(end - p)};
  if (plus == end || plus == p || plus[-1] != '+') return;
  const uint8_t *q = plus;
  if (dfmti_decimal(&q, &f->function_offset) == DFMTI_NUMBER_OK)
    f->function.len = (uint64_t)(plus - 1 - p);
  else
    f->function_offset = 0;
}

static void take_map(dfmt_mallocdbg_frame *f, const uint8_t *p, const uint8_t *end) {
  f->present |= DFMT_MALLOCDBG_FRAME_HAS_MAP;
  f->map = (dfmt_str){(const char *)p, (uint64_t)(end - p)};
}

/* Map and function: a " (" begins the function if the line ends in ')', unless it is " (deleted)". */
static void take_names(dfmt_mallocdbg_frame *f, const uint8_t *p, const uint8_t *end) {
  const uint8_t *open = p;
  while (end > p && end[-1] == ')' && (open = dfmti_find(open, end, " (")) != NULL) {
    if (!dfmti_begins(open, end, " (deleted)")) {
      take_map(f, p, open);
      take_function(f, open + 2, end - 1);
      return;
    }
    open++;
  }
  take_map(f, p, end);
}

static void take_rest(dfmt_mallocdbg_frame *f, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = behind_offset(p, end, "(offset 0x", &f->map_offset);
  if (q) {
    f->present |= DFMT_MALLOCDBG_FRAME_HAS_MAP_OFFSET;
    take_names(f, q < end && *q == ' ' ? q + 1 : q, end);
    return;
  }
  for (const uint8_t *at = p; (at = dfmti_find(at, end, " (offset 0x")) != NULL; at++) {
    q = behind_offset(at, end, " (offset 0x", &f->map_offset);
    if (!q) continue;
    f->present |= DFMT_MALLOCDBG_FRAME_HAS_MAP_OFFSET;
    take_map(f, p, at);
    if (dfmti_begins(q, end, " (") && end[-1] == ')') take_function(f, q + 2, end - 1);
    return;
  }
  f->map_offset = 0;
  take_names(f, p, end);
}

bool dfmti_mallocdbg_log_frame(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *f, uint32_t *digits) {
  uint64_t number;
  *f = (dfmt_mallocdbg_frame){.present = DFMT_MALLOCDBG_FRAME_HAS_NUMBER | DFMT_MALLOCDBG_FRAME_HAS_PC};
  p = dfmti_skip_blanks(p);
  if (*p++ != '#' || dfmti_decimal(&p, &number) != DFMTI_NUMBER_OK || number > UINT32_MAX) return false;
  const uint8_t *q = dfmti_skip_blanks(p);
  if (q == p || q[0] != 'p' || q[1] != 'c') return false;
  const uint8_t *pc = p = dfmti_skip_blanks(q + 2);
  if (p == q + 2 || dfmti_hexadecimal(&p, &f->pc) != DFMTI_NUMBER_OK) return false;
  if (p < end && !dfmti_is_blank(*p)) return false;
  f->number = (uint32_t)number;
  *digits = (uint32_t)dfmti_min((size_t)(p - pc), 16); /* more than 16 are zeros */
  p = dfmti_skip_blanks(p);
  take_rest(f, p < end ? p : end, end);
  return true;
}
