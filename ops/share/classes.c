/* SPDX-License-Identifier: MIT */
#include "classes.h"

#include <diagfmt/ops/share.h>
#include <string.h>

#include "letters.h"

const char *const dfmto_share_class_names[DFMTO_N_CLASSES] = {
    [DFMTO_EMAIL] = "email",       [DFMTO_PHONE] = "phone",       [DFMTO_IMEI] = "imei",
    [DFMTO_MEID] = "meid",         [DFMTO_IMSI] = "imsi",         [DFMTO_ICCID] = "iccid",
    [DFMTO_EID] = "eid",           [DFMTO_MAC] = "mac",           [DFMTO_IPV4] = "ipv4",
    [DFMTO_IPV6] = "ipv6",         [DFMTO_SSID] = "ssid",         [DFMTO_SECRET] = "secret",
    [DFMTO_LOCATION] = "location", [DFMTO_SERIAL] = "serial",     [DFMTO_DEVICE_ID] = "device-id",
    [DFMTO_PERSON] = "person",     [DFMTO_ACCOUNT] = "account",   [DFMTO_CELL] = "cell",
    [DFMTO_USERNAME] = "username", [DFMTO_HOSTNAME] = "hostname", [DFMTO_NAME] = "name",
};

enum dfmto_share_class dfmto_share_class_of(dfmt_str name) {
  enum dfmto_share_class c = 0;
  while (c < DFMTO_N_CLASSES && (strlen(dfmto_share_class_names[c]) != name.len ||
                                 memcmp(dfmto_share_class_names[c], name.ptr, (size_t)name.len) != 0))
    c++;
  return c;
}

#define BIT(CLASS) (1u << DFMTO_##CLASS)

/* A vendor may know the device, but not its owner. Given values are always removed. */
uint32_t dfmto_share_class_set(uint64_t profile) {
  const uint32_t all = (1u << DFMTO_N_CLASSES) - 1;
  const uint32_t device =
      BIT(IMEI) | BIT(MEID) | BIT(EID) | BIT(MAC) | BIT(SERIAL) | BIT(DEVICE_ID) | BIT(CELL) | BIT(IPV4) | BIT(IPV6);
  switch (profile) {
    case DFMT_SHARE_PROFILE_VENDOR: return all & ~device;
    case DFMT_SHARE_PROFILE_LOG: return BIT(SECRET) | BIT(NAME);
    case DFMT_SHARE_PROFILE_GIVEN: return BIT(NAME);
    default: return all;
  }
}

enum dfmto_share_shape dfmto_share_class_shape(enum dfmto_share_class c) {
  static const uint8_t shapes[DFMTO_N_CLASSES] = {
      [DFMTO_EMAIL] = DFMTO_OTHER, [DFMTO_PHONE] = DFMTO_DIGITS,  [DFMTO_IMEI] = DFMTO_DIGITS,
      [DFMTO_MEID] = DFMTO_HEX,    [DFMTO_IMSI] = DFMTO_DIGITS,   [DFMTO_ICCID] = DFMTO_DIGITS,
      [DFMTO_EID] = DFMTO_DIGITS,  [DFMTO_MAC] = DFMTO_HEX,       [DFMTO_IPV4] = DFMTO_OTHER,
      [DFMTO_IPV6] = DFMTO_OTHER,  [DFMTO_LOCATION] = DFMTO_OTHER};
  return shapes[c];
}

/* ---- canonical forms ---- */

size_t dfmto_share_country_code(const uint8_t *p, size_t n) {
  static const char two[] =
      "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 "
      "64 65 66 81 82 84 86 90 91 92 93 94 95 98 ";
  if (n < 8 || n > 15 || *p == '0') return 0;
  if (*p == '1') return n == 11 && p[1] >= '2' ? 1 : 0;
  if (*p == '7') return n == 11 ? 1 : 0;
  for (const char *t = two; *t; t += 3)
    if (memcmp(t, p, 2) == 0) return 2;
  return 3;
}

static size_t keep(const uint8_t *p, size_t n, uint8_t *out, bool (*wanted)(uint8_t c)) {
  size_t len = 0;
  for (size_t i = 0; i < n && len < DFMTO_MOST_VALUE; i++)
    if (wanted(p[i])) out[len++] = dfmto_share_lower(p[i]);
  return len;
}

static size_t fold(const uint8_t *p, size_t n, uint8_t *out) {
  n = n < DFMTO_MOST_VALUE ? n : DFMTO_MOST_VALUE;
  for (size_t i = 0; i < n; i++) out[i] = dfmto_share_lower(p[i]);
  return n;
}

/* "+491234", or only the digits if no country is known. */
static size_t phone(const uint8_t *p, size_t n, uint8_t *out) {
  bool plus = n && *p == '+';
  size_t len = keep(p, n, out + 1, dfmto_share_is_digit);
  if (!plus && len > 8 && out[1] == '0' && out[2] == '0') {
    memmove(out + 1, out + 3, len -= 2);
    plus = true;
  }
  if (len < 3) return 0;
  if (plus) {
    *out = '+';
    return len + 1;
  }
  memmove(out, out + 1, len);
  return len;
}

/* Degrees in thousandths, truncated: "48.870123" is "48870". false: not such a number. */
static bool thousandths(const uint8_t **p, const uint8_t *end, uint8_t **out) {
  const uint8_t *s = *p;
  size_t places = 0;
  while (s < end && !dfmto_share_is_digit(*s) && *s != '-') s++;
  if (s < end && *s == '-') *(*out)++ = *s++;
  const uint8_t *from = s;
  for (; s < end && dfmto_share_is_digit(*s) && s < from + 3; s++) *(*out)++ = *s;
  if (s == from || s == end || (*s != '.' && *s != ',')) return false;
  for (s++; s < end && dfmto_share_is_digit(*s); s++)
    if (places++ < 3) *(*out)++ = *s;
  *p = s;
  return places >= 3;
}

static size_t location(const uint8_t *p, size_t n, uint8_t *out) {
  const uint8_t *end = p + n;
  uint8_t *to = out;
  const bool minutes = n && memchr(p, '.', n) && (memchr(p, 'N', n) || memchr(p, 'S', n));
  if (minutes || (n && !memchr(p, '.', n) && !memchr(p, ',', n))) return fold(p, n, out); /* or times ten million */
  if (!thousandths(&p, end, &to)) return 0;
  if (p == end) return (size_t)(to - out);
  *to++ = ',';
  return thousandths(&p, end, &to) ? (size_t)(to - out) : 0;
}

bool dfmto_share_parse_ipv6(const uint8_t *p, size_t n, uint8_t out[16]) {
  uint8_t head[16] = {0};
  size_t at = 0, gap = SIZE_MAX, i = 0;
  if (n >= 2 && p[0] == ':' && p[1] == ':') {
    gap = 0;
    i = 2;
  }
  while (i < n && at < 16) {
    unsigned v = 0;
    size_t from = i;
    for (; i < n && i < from + 4 && dfmto_share_is_hex(p[i]); i++) v = v << 4 | dfmto_share_hex_value(p[i]);
    if (i == from) return false;
    head[at++] = (uint8_t)(v >> 8);
    head[at++] = (uint8_t)v;
    if (i == n) break;
    if (p[i++] != ':' || i == n) return false;
    if (p[i] != ':') continue;
    if (gap != SIZE_MAX) return false;
    gap = at;
    i++;
  }
  if (i < n || (gap == SIZE_MAX ? at != 16 : at >= 16)) return false;
  if (gap == SIZE_MAX) gap = at;
  memset(out, 0, 16);
  memcpy(out, head, gap);
  memcpy(out + 16 - (at - gap), head + gap, at - gap);
  return true;
}

static size_t ipv6(const uint8_t *p, size_t n, uint8_t *out) {
  static const char digits[] = "0123456789abcdef";
  uint8_t bytes[16];
  if (!dfmto_share_parse_ipv6(p, n, bytes)) return 0;
  for (size_t i = 0; i < 16; i++) {
    out[2 * i] = (uint8_t)digits[bytes[i] >> 4];
    out[2 * i + 1] = (uint8_t)digits[bytes[i] & 15];
  }
  return 32;
}

size_t dfmto_share_canonical(enum dfmto_share_class c, const uint8_t *p, size_t n, uint8_t *out) {
  if (c == DFMTO_PHONE) return phone(p, n < DFMTO_MOST_VALUE ? n : DFMTO_MOST_VALUE - 1, out);
  if (c == DFMTO_LOCATION) return location(p, n < 64 ? n : 64, out);
  if (c == DFMTO_IPV6) return ipv6(p, n, out);
  switch (dfmto_share_class_shape(c)) {
    case DFMTO_DIGITS: return keep(p, n, out, dfmto_share_is_digit);
    case DFMTO_HEX: return keep(p, n, out, dfmto_share_is_hex);
    default: return fold(p, n, out);
  }
}
