/* SPDX-License-Identifier: MIT */
/* Times of lines. */
#include "line_parts.h"

static uint32_t clock_of(const uint8_t *p) {
  return dfmti_line_pair(p) * 3600 + dfmti_line_pair(p + 3) * 60 + dfmti_line_pair(p + 6);
}

/* Leap seconds included. */
static bool is_clock(const uint8_t *p) {
  return dfmti_line_shape(p, "00:00:00") && dfmti_line_pair(p) < 24 && dfmti_line_pair(p + 3) < 60 &&
         dfmti_line_pair(p + 6) <= 60;
}

static bool is_day(uint32_t month, uint32_t day) { return month - 1 < 12 && day - 1 < 31; }

/* ".FRACTION" from here, of so many digits or more; after it, or NULL. */
static const uint8_t *fraction(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, char point, unsigned least) {
  if (p == end || *p != (uint8_t)point) return least ? NULL : p;
  const uint8_t *q = dfmti_line_digits(p + 1, end);
  const unsigned n = q - p > DFMTI_LINE_MOST + 1 ? 0 : (unsigned)(q - p - 1);
  if (n == 0 || n < least) return NULL;
  l->fraction = dfmti_line_str(p + 1, q);
  return q;
}

/* Eight digits and what is between them, from here on: "MM-DD HH:MM:SS". */
static bool has_calendar(const uint8_t *p, const uint8_t *end) {
  return end - p >= 14 && dfmti_line_shape(p, "00-00 00") && dfmti_line_shape(p + 6, "00:00:00");
}

uint32_t dfmti_line_nanosecond(dfmt_str fraction) {
  static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
  uint32_t v = 0;
  for (uint64_t i = 0; i < fraction.len; i++) v = v * 10 + (uint32_t)(fraction.ptr[i] - '0');
  return v * units[fraction.len];
}

const uint8_t *dfmti_line_calendar(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, unsigned least,
                                   bool real) {
  const uint8_t *date = p;
  if (end - p > 14 && p[4] == '-') {
    if (!dfmti_line_shape(p, "0000-00-")) return NULL;
    l->year = dfmti_line_pair(p) * 100 + dfmti_line_pair(p + 2);
    l->has_year = true;
    date += 5;
  }
  if (!has_calendar(date, end)) return NULL;
  l->month = dfmti_line_pair(date);
  l->day = dfmti_line_pair(date + 3);
  if (real && (!is_day(l->month, l->day) || !is_clock(date + 6))) return NULL;
  const uint8_t *q = fraction(l, date + 14, end, '.', least);
  if (!q) return NULL;
  l->second = clock_of(date + 6);
  l->timing = DFMTI_LINE_CALENDAR;
  l->time = dfmti_line_str(p, q);
  return q;
}

const uint8_t *dfmti_line_clock(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (end - p < 12 || !is_clock(p) || p[8] != '.') return NULL;
  const uint8_t *q = fraction(l, p + 8, end, '.', 3);
  if (!q || q - p != 12) return NULL;
  l->second = clock_of(p);
  l->timing = DFMTI_LINE_CLOCK;
  l->time = dfmti_line_str(p, q);
  return q;
}

/* "Nov 20 10:11:12" with the day padded by a zero or a blank. */
static DFMTI_RARE bool take_month(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  uint32_t month = 0;
  if (end - p < 15 || p[3] != ' ' || p[6] != ' ' || !dfmti_is_digit(p[5]) || !is_clock(p + 7)) return false;
  if (p[4] != ' ' && !dfmti_is_digit(p[4])) return false;
  while (month < 12 && memcmp(names + 3 * month, p, 3) != 0) month++;
  const uint32_t day = (p[4] == ' ' ? 0 : (uint32_t)(p[4] - '0') * 10) + p[5] - '0';
  if (!is_day(month + 1, day)) return false;
  l->month = month + 1;
  l->day = day;
  l->second = clock_of(p + 7);
  l->timing = DFMTI_LINE_CALENDAR;
  return true;
}

const uint8_t *dfmti_line_month(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = take_month(l, p, end) ? fraction(l, p + 15, end, '.', 0) : NULL;
  if (q) l->time = dfmti_line_str(p, q);
  return q;
}

DFMTI_RARE const uint8_t *dfmti_line_minute(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  uint8_t whole[] = "Nov 20 10:11:00";
  if (end - p < 11 || p[5] != ' ') return NULL;
  memcpy(whole, p, 3);
  memcpy(whole + 4, p + 3, 2);
  memcpy(whole + 7, p + 6, 5);
  if (!take_month(l, whole, whole + 15)) return NULL;
  l->time = dfmti_line_str(p, p + 11);
  return p + 11;
}

DFMTI_RARE const uint8_t *dfmti_line_ctime(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  int32_t year;
  if (!take_month(l, p, end) || end - p < 20 || p[15] != ' ') return NULL;
  if (dfmti_line_number(p + 16, end, 4, &year) != p + 20) return NULL;
  l->year = (uint32_t)year;
  l->has_year = true;
  l->time = dfmti_line_str(p, p + 20);
  return p + 20;
}

const uint8_t *dfmti_line_iso(struct dfmti_line *l, const uint8_t *p, const uint8_t *end) {
  if (end - p < 20 || !dfmti_line_shape(p, "0000-00-") || !dfmti_is_digit(p[8]) || !dfmti_is_digit(p[9])) return NULL;
  if (p[10] != 'T' || !is_clock(p + 11)) return NULL;
  l->year = dfmti_line_pair(p) * 100 + dfmti_line_pair(p + 2);
  l->month = dfmti_line_pair(p + 5);
  l->day = dfmti_line_pair(p + 8);
  l->second = clock_of(p + 11);
  const uint8_t *q = is_day(l->month, l->day) ? fraction(l, p + 19, end, p[19] == ',' ? ',' : '.', 0) : NULL;
  if (!q) return NULL;
  l->has_year = true;
  l->timing = DFMTI_LINE_CALENDAR;
  l->time = dfmti_line_str(p, q);
  return dfmti_line_zone(l, q, end, true);
}

const uint8_t *dfmti_line_zone(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, bool loose) {
  if (loose && p < end && *p == 'Z') {
    l->has_zone = true;
    return p + 1;
  }
  if (end - p < 5 || (*p != '+' && *p != '-')) return NULL;
  const uint8_t *m = p + 3 + (loose && p[3] == ':');
  if (end - m < 2 || dfmti_line_digits(p + 1, p + 3) != p + 3 || dfmti_line_digits(m, m + 2) != m + 2) return NULL;
  const int32_t minutes = (int32_t)(dfmti_line_pair(p + 1) * 60 + dfmti_line_pair(m));
  l->zone_minute = *p == '-' ? -minutes : minutes;
  l->has_zone = true;
  return m + 2;
}

const uint8_t *dfmti_line_seconds(struct dfmti_line *l, const uint8_t *p, const uint8_t *end, unsigned least,
                                  unsigned most) {
  const uint8_t *point = dfmti_line_digits(p, end);
  if (point == p || point - p > 12 || point == end || *point != '.') return NULL;
  const uint8_t *q = dfmti_line_digits(point + 1, end);
  const size_t n = (size_t)(q - point) - 1;
  if (n < least || n > most) return NULL;
  l->seconds = dfmti_line_str(p, point);
  l->fraction = dfmti_line_str(point + 1, q);
  l->time = dfmti_line_str(p, q);
  l->timing = DFMTI_LINE_SECONDS;
  return q;
}
