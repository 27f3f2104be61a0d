/* SPDX-License-Identifier: MIT */
#include "carrier.h"

#include <string.h>

#include "base/mem.h"
#include "base/rare.h"
#include "mail.h"
#include "utf16.h"

enum { MARK = 3, LEAST = 8 }; /* bytes of the longest mark; of a text that is detected without one */

/* Mostly Latin, so that every other byte is zero, and no character is U+0000. */
static DFMTI_RARE uint32_t without_mark(const uint8_t *p, size_t n) {
  const unsigned high = p[1] == 0;
  const size_t units = dfmti_min(n, DFMTI_CARRIER_LOOK) / 2;
  size_t zeros = 0;
  for (size_t i = 0; i < units; i++) {
    if (p[2 * i] == 0 && p[2 * i + 1] == 0) return DFMT_WRAPPER_NONE;
    zeros += p[2 * i + high] == 0;
  }
  if (zeros * 5 < units * 4) return DFMT_WRAPPER_NONE;
  return high ? DFMT_WRAPPER_UTF16LE : DFMT_WRAPPER_UTF16BE;
}

/* Without a mark a text begins with ASCII, as all formats do: two bytes rule out all other inputs. */
static DFMTI_RARE bool may_be_wide(const uint8_t *p) { return (p[0] == 0) != (p[1] == 0); }

DFMTI_RARE struct dfmti_carrier dfmti_carrier_of(const uint8_t *p, size_t n) {
  if (n >= 2 && p[0] == 0xff && p[1] == 0xfe) return (struct dfmti_carrier){DFMT_WRAPPER_UTF16LE, 2};
  if (n >= 2 && p[0] == 0xfe && p[1] == 0xff) return (struct dfmti_carrier){DFMT_WRAPPER_UTF16BE, 2};
  if (n >= MARK && memcmp(p, "\xef\xbb\xbf", MARK) == 0) return (struct dfmti_carrier){DFMT_WRAPPER_NONE, MARK};
  if (n < LEAST || !may_be_wide(p)) return (struct dfmti_carrier){DFMT_WRAPPER_NONE, 0};
  return (struct dfmti_carrier){without_mark(p, n), 0};
}

DFMTI_RARE size_t dfmti_carrier_wants(const uint8_t *p, size_t n) {
  if (n < 2) return 2;
  if (p[0] == 0xef && p[1] == 0xbb) return MARK;
  return may_be_wide(p) ? (size_t)DFMTI_CARRIER_LOOK : 0;
}

DFMTI_RARE struct dfmti_carrier dfmti_carrier_or_mail(const uint8_t *p, size_t n) {
  struct dfmti_carrier c = dfmti_carrier_of(p, n);
  if (!c.kind && !c.mark && dfmti_mail_is(p, n)) c.kind = DFMT_WRAPPER_TEXT;
  return c;
}

DFMTI_RARE size_t dfmti_carrier_prefix(struct dfmti_carrier c, const uint8_t **p, size_t *n, uint8_t *out, size_t cap) {
  struct dfmti_utf16 utf16 = {.big = c.kind == DFMT_WRAPPER_UTF16BE};
  struct dfmti_mail mail = {.lines = 0};
  size_t made = 0;
  *p += c.mark;
  *n -= c.mark;
  if (c.kind != DFMT_WRAPPER_TEXT) return dfmti_utf16_take(&utf16, p, n, out, cap);
  while (*n && made < cap) made += dfmti_mail_take(&mail, p, n, out + made, cap - made);
  return made;
}
