/* SPDX-License-Identifier: MIT */
#include "amount.h"

#include <diagfmt/rows.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/rare.h"

/* A unit, and how many of it make the next one; 0: it is the largest. */
struct step {
  const char *name;
  unsigned next;
};

static const struct step bytes[] = {{"B", 1024},   {"KiB", 1024}, {"MiB", 1024}, {"GiB", 1024},
                                    {"TiB", 1024}, {"PiB", 1024}, {"EiB", 0}};
static const struct step times[] = {{"ns", 1000}, {"\xc2\xb5s", 1000}, {"ms", 1000}, {"s", 60},
                                    {"min", 60},  {"h", 24},           {"d", 0}};
static const struct step counts[] = {{"", 1000}, {"k", 1000}, {"M", 1000}, {"G", 1000}, {"T", 1000}, {"P", 0}};

/* The units of a number; NULL: it has none. */
static const struct step *steps_of(uint32_t unit, uint32_t role) {
  const bool counted = role == DFMT_COLUMN_COUNT || role == DFMT_COLUMN_WEIGHT || role == DFMT_COLUMN_DELTA;
  switch (unit) {
    case DFMT_UNIT_BYTES: return bytes;
    case DFMT_UNIT_DURATION_NS: return times;
    case DFMT_UNIT_DURATION_US: return times + 1;
    case DFMT_UNIT_NONE: return counted ? counts : NULL;
    default: return NULL;
  }
}

/* Three digits at least; whole below the first step. */
static void put(char out[DFMTI_AMOUNT], const char *sign, double v, unsigned decimals, const char *name) {
  static const unsigned powers[] = {1, 10, 100};
  const uint64_t n = (uint64_t)(v * powers[decimals] + 0.5), whole = n / powers[decimals];
  const char *blank = *name ? " " : "";
  if (decimals)
    snprintf(out, DFMTI_AMOUNT, "%s%" PRIu64 ".%0*u%s%s", sign, whole, (int)decimals, (unsigned)(n % powers[decimals]),
             blank, name);
  else
    snprintf(out, DFMTI_AMOUNT, "%s%" PRIu64 "%s%s", sign, whole, blank, name);
}

DFMTI_RARE bool dfmti_amount(uint32_t unit, uint32_t role, double v, char out[DFMTI_AMOUNT]) {
  const struct step *s = steps_of(unit, role), *first = s;
  const char *sign = v < 0 ? "-" : "";
  if (v < 0) v = -v;
  if (!s || !(v < 1e19) || (s == counts && v < 10000)) return false;
  for (; s->next && v >= s->next; s++) v /= s->next;
  put(out, sign, v, s == first || v >= 100 ? 0 : v >= 10 ? 1 : 2, s->name);
  return true;
}
