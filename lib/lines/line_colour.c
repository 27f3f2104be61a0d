/* SPDX-License-Identifier: MIT */
/* Colours, ESC [ … m, at both ends of a line, and CRs among those at its end; elsewhere they are its message's. */
#include "line_parts.h"

const uint8_t *dfmti_line_after_colours(const uint8_t *p, const uint8_t *end) {
  while (end - p > 2 && p[0] == 0x1b && p[1] == '[') {
    const uint8_t *q = p + 2;
    while (q < end && (dfmti_is_digit(*q) || *q == ';')) q++;
    if (q == end || *q != 'm') break;
    p = q + 1;
  }
  return p;
}

const uint8_t *dfmti_line_before_colours(const uint8_t *p, const uint8_t *end) {
  for (;;) {
    while (end > p && end[-1] == '\r') end--;
    if (end - p <= 2 || end[-1] != 'm') break;
    const uint8_t *q = end - 2;
    while (q > p && (dfmti_is_digit(*q) || *q == ';')) q--;
    if (q == p || *q != '[' || q[-1] != 0x1b) break;
    end = q - 1;
  }
  return end;
}
