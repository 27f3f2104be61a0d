/* SPDX-License-Identifier: MIT */
#include "time_text.h"

#include <string.h>

#include "base/cut.h"
#include "base/text.h"

/* "Nov  2 " */
static char *put_month(char *p, dfmt_str *s) {
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  uint32_t month = 0, day;
  if (s->len < 15) return NULL;
  while (month < 12 && memcmp(names + 3 * month, s->ptr, 3) != 0) month++;
  *s = dfmti_cut_after(*s, 3);
  (void)dfmti_cut_blanks(s);
  if (month == 12 || !dfmti_cut_u32(s, &day) || day > 31 || !dfmti_cut_take(s, " ")) return NULL;
  return dfmti_derived_put_pair(dfmti_derived_put_pair(p, month + 1, '-'), day, ' ');
}

/* "2024-11-02T" */
static char *put_date(char *p, dfmt_str *s) {
  uint32_t month, day;
  if (s->len > 4 && s->ptr[4] == '-') *s = dfmti_cut_after(*s, 5);
  if (!dfmti_cut_u32(s, &month) || month > 12 || !dfmti_cut_take(s, "-") || !dfmti_cut_u32(s, &day) || day > 31)
    return NULL;
  *s = dfmti_cut_after(*s, 1);
  return dfmti_derived_put_pair(dfmti_derived_put_pair(p, month, '-'), day, ' ');
}

dfmt_str dfmti_derived_time_text(dfmt_str printed, char text[DFMTI_TIME_TEXT]) {
  enum { CLOCK = 8, FRACTION = 9 };
  dfmt_str s = printed;
  if (s.len > 19 && s.ptr[3] == ' ' && s.ptr[7] == ' ') s = dfmti_cut_after(s, 4);
  char *p = s.len > 0 && s.ptr[0] >= 'A' ? put_month(text, &s) : put_date(text, &s);
  if (!p || s.len < CLOCK) return (dfmt_str){NULL, 0};
  memcpy(p, s.ptr, CLOCK);
  p += CLOCK;
  s = dfmti_cut_after(s, CLOCK);
  if (dfmti_cut_take(&s, ".") || dfmti_cut_take(&s, ",")) {
    *p++ = '.';
    for (int i = 0; i < FRACTION && s.len > 0 && dfmti_is_digit((uint8_t)*s.ptr); i++, s = dfmti_cut_after(s, 1))
      *p++ = *s.ptr;
  }
  return (dfmt_str){text, (uint64_t)(p - text)};
}
