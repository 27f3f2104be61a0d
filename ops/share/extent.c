/* SPDX-License-Identifier: MIT */
#include "extent.h"

#include "base/mem.h"
#include "letters.h"

typedef struct dfmto_share_bytes text;

static bool word_at(text t, size_t i) { return i < t.n && dfmto_share_is_word(t.p[i]); }

static size_t letters_and_digits(text t, size_t i) {
  size_t n = 0;
  while (word_at(t, i + n) && t.p[i + n] < 0x80) n++;
  return n;
}

/* ---- texts ---- */

/* " word=", " word: ": another field. */
static bool is_field_next(text t, size_t i) {
  enum { MOST = 40 };
  size_t n = i + 1;
  while (n < t.n && n < i + MOST && (dfmto_share_is_word(t.p[n]) || t.p[n] == '_')) n++;
  if (n == i + 1) return false;
  if (dfmto_share_byte_at(t, n) == '=') return true;
  return dfmto_share_byte_at(t, n) == ':' && dfmto_share_byte_at(t, n + 1) > 0 &&
         !(dfmto_share_byte_at(t, n + 1) == ' ' && n + 2 >= t.n);
}

/* " -61 dBm" */
static bool is_level_next(text t, size_t i) {
  const size_t n = dfmto_share_byte_at(t, i + 1) == '-' ? dfmto_share_digits_at(t, i + 2) : 0;
  return n && dfmto_share_same(t, i + 2 + n, " dbm");
}

/* "Jane's phone": who has it is the value. "Jane's Galaxy S943" is another name, as a whole. */
static bool is_owner(text t, size_t i) {
  enum { MOST = 40 };
  if (dfmto_share_byte_at(t, i + 1) != 's' || word_at(t, i + 2)) return false;
  for (size_t k = i + 2; k < t.n && k < i + MOST && t.p[k] >= ' ' && !dfmto_share_is_one_of(t.p[k], ",;{}[]()<>\"|");
       k++)
    if (dfmto_share_is_digit(t.p[k])) return false;
  return true;
}

static size_t to_field(text t, size_t i) {
  enum { MOST = 80 };
  const size_t most = dfmti_min(t.n, i + MOST);
  size_t k = i;
  for (; k < most && t.p[k] >= ' ' && !dfmto_share_is_one_of(t.p[k], ",;{}[]()<>\"|"); k++) {
    if (t.p[k] == '\'' && k > i && is_owner(t, k)) break;
    if (t.p[k] != ' ' || k == i) continue;
    if (dfmto_share_byte_at(t, k + 1) == ' ' || dfmto_share_same(t, k, " - ") || is_field_next(t, k) ||
        is_level_next(t, k))
      break;
  }
  while (k > i && dfmto_share_is_one_of(t.p[k - 1], " .")) k--;
  return k;
}

static size_t to_user(text t, size_t i) {
  enum { MOST = 31 };
  size_t k = i;
  if (!(word_at(t, i) && !dfmto_share_is_digit(t.p[i])) && dfmto_share_byte_at(t, i) != '_') return i;
  while (k < t.n && k < i + MOST && (dfmto_share_is_word(t.p[k]) || dfmto_share_is_one_of(t.p[k], "_.-"))) k++;
  while (k > i && dfmto_share_is_one_of(t.p[k - 1], ".-")) k--;
  return !dfmto_share_is_one_of(dfmto_share_byte_at(t, k), "=@") ? k : i;
}

/* ---- numbers ---- */

static bool is_serial(text t, size_t i, size_t n) {
  size_t numbers = 0, capitals = 0;
  for (size_t k = i; k < i + n; k++) {
    numbers += dfmto_share_is_digit(t.p[k]);
    capitals += t.p[k] >= 'A' && t.p[k] <= 'Z';
  }
  return n >= 6 && n <= 24 && (numbers || (n >= 8 && capitals == n));
}

static size_t to_serial(text t, size_t i) {
  const size_t n = letters_and_digits(t, i);
  return is_serial(t, i, n) &&
                 !(dfmto_share_byte_at(t, i + n) && dfmto_share_is_one_of(dfmto_share_byte_at(t, i + n), "_.:-"))
             ? i + n
             : i;
}

static size_t to_hex(text t, size_t i, size_t size) {
  size_t n = dfmto_share_hex_at(t, i), end = i + n;
  const bool groups = size == 12 && n == 4 && dfmto_share_byte_at(t, end) == '.' &&
                      dfmto_share_hex_at(t, end + 1) == 4 && dfmto_share_byte_at(t, end + 5) == '.' &&
                      dfmto_share_hex_at(t, end + 6) == 4;
  if (groups) {
    n = size;
    end += 10;
  }
  const bool short_one = size == 16 && n == 15; /* a number without its first zero */
  return (n == size || short_one) && !word_at(t, end) && dfmto_share_byte_at(t, end) != '.' ? end : i;
}

static size_t to_digits(text t, size_t i) {
  static const uint8_t groups[] = {2, 6, 6, 1};
  size_t n = dfmto_share_digits_at(t, i), end = i;
  for (size_t g = 0; n == 2 && g < sizeof groups; g++) {
    if (dfmto_share_digits_at(t, end) != groups[g]) break;
    end += groups[g];
    if (g + 1 == sizeof groups) return word_at(t, end) ? i : end;
    if (!dfmto_share_is_one_of(dfmto_share_byte_at(t, end++), "-/ ")) break;
  }
  end = i + n;
  if (n >= 18 && dfmto_share_lower(dfmto_share_byte_at(t, end)) == 'f') end++; /* of an ICCID */
  return word_at(t, end) ? i : end;
}

static size_t to_e7(text t, size_t i) {
  const size_t from = i + (dfmto_share_byte_at(t, i) == '-'), n = dfmto_share_digits_at(t, from);
  return n >= 8 && n <= 10 && !word_at(t, from + n) ? from + n : i;
}

static size_t to_code(text t, size_t i) {
  const size_t n = dfmto_share_digits_at(t, i);
  return n >= 4 && n <= 8 && !word_at(t, i + n) ? i + n : i;
}

/* "4852.2060,S,": the end of one coordinate; 0: there is none. */
static size_t nmea_part(text t, size_t i, const char *sides) {
  const size_t whole = dfmto_share_digits_at(t, i), point = i + whole;
  if (whole < 4 || whole > 5 || dfmto_share_byte_at(t, point) != '.') return 0;
  const size_t end = point + 1 + dfmto_share_digits_at(t, point + 1);
  return end > point + 1 && dfmto_share_byte_at(t, end) == ',' &&
                 dfmto_share_is_one_of(dfmto_share_byte_at(t, end + 1), sides)
             ? end + 2
             : 0;
}

static size_t to_nmea(text t, size_t i) {
  const size_t first = nmea_part(t, i, "NS");
  const size_t second = first && dfmto_share_byte_at(t, first) == ',' ? nmea_part(t, first + 1, "EW") : 0;
  return second ? second : i;
}

static size_t to_pair(text t, size_t i) {
  struct dfmto_share_found f;
  const size_t from = i + (dfmto_share_byte_at(t, i) == '-');
  if (dfmto_share_form_pair(t, from, false, &f) || dfmto_share_form_pair(t, from, true, &f)) return f.end;
  return i;
}

/* ---- parts ---- */

static size_t to_wwn(text t, size_t i) {
  const size_t from = dfmto_share_same(t, i, "0x") ? i + 2 : i, n = dfmto_share_hex_at(t, from);
  return n == 16 && !word_at(t, from + n) ? from + n : i;
}

static size_t to_uuid(text t, size_t i) {
  struct dfmto_share_found f;
  return dfmto_share_form_uuid(t, i, &f) ? f.end : i;
}

static size_t to_token(text t, size_t i) {
  while (i < t.n && t.p[i] > ' ' && !dfmto_share_is_one_of(t.p[i], ",;&\"'<>(){}[]|\\")) i++;
  return i;
}

size_t dfmto_share_after_last(struct dfmto_share_bytes t, struct dfmto_share_found f) {
  size_t i = f.end;
  while (i > f.start && t.p[i - 1] != '_') i--;
  return i > f.start && is_serial(t, i, letters_and_digits(t, i)) && i + letters_and_digits(t, i) == f.end ? i : f.end;
}

size_t dfmto_share_extent(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i) {
  switch (x->extent) {
    case DFMTO_TO_FIELD: return to_field(t, i);
    case DFMTO_TO_USER: return to_user(t, i);
    case DFMTO_TO_SERIAL: return to_serial(t, i);
    case DFMTO_TO_LAST: return to_token(t, i);
    case DFMTO_TO_WWN: return to_wwn(t, i);
    case DFMTO_TO_HEX: return to_hex(t, i, x->size);
    case DFMTO_TO_DIGITS: return to_digits(t, i);
    case DFMTO_TO_UUID: return to_uuid(t, i);
    case DFMTO_TO_PAIR: return to_pair(t, i);
    case DFMTO_TO_E7: return to_e7(t, i);
    case DFMTO_TO_NMEA: return to_nmea(t, i);
    case DFMTO_TO_CODE: return to_code(t, i);
    default: return i;
  }
}

bool dfmto_share_is_strict(const struct dfmto_share_place *x) {
  return x->extent >= DFMTO_TO_USER || x->extent == DFMTO_TO_PHONE || x->extent == DFMTO_TO_DECIMAL;
}
