/* SPDX-License-Identifier: MIT */
#include "forms.h"

#include <string.h>

#include "classes.h"
#include "letters.h"

typedef struct dfmto_share_bytes text;
typedef struct dfmto_share_found found;

static bool word_at(text t, size_t i) { return i < t.n && dfmto_share_is_word(t.p[i]); }
static bool digit_at(text t, size_t i) { return i < t.n && dfmto_share_is_digit(t.p[i]); }
static bool hex_at(text t, size_t i) { return i < t.n && dfmto_share_is_hex(t.p[i]); }

static bool set(found *f, size_t start, size_t end) {
  *f = (found){start, end};
  return true;
}

static bool same_word(text t, size_t i, const char *word, size_t len) {
  if (i + len > t.n) return false;
  for (size_t k = 0; k < len; k++)
    if (dfmto_share_lower(t.p[i + k]) != (uint8_t)word[k]) return false;
  return true;
}

bool dfmto_share_same(text t, size_t at, const char *word) { return same_word(t, at, word, strlen(word)); }

bool dfmto_share_is_listed(text v, const char *words) {
  for (const char *w = words;;) {
    size_t i = 0;
    while (i < v.n && w[i] && w[i] != '|' && dfmto_share_lower(v.p[i]) == (uint8_t)w[i]) i++;
    if (i == v.n && (!w[i] || w[i] == '|')) return true;
    w = strchr(w, '|');
    if (!w) return false;
    w++;
  }
}

bool dfmto_share_word_before(text t, size_t at, size_t reach, const char *words) {
  const size_t from = at > reach ? at - reach : 0;
  for (const char *w = words; *w;) {
    size_t len = strcspn(w, "|");
    for (size_t i = from; i + len <= at; i++)
      if (same_word(t, i, w, len)) return true;
    w += len + (w[len] == '|');
  }
  return false;
}

bool dfmto_share_luhn(const uint8_t *p, size_t n) {
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned d = (unsigned)(p[n - 1 - i] - '0') << (i & 1);
    sum += d > 9 ? d - 9 : d;
  }
  return sum % 10 == 0;
}

/* ---- alternative characters ---- */

size_t dfmto_share_entity(text t, size_t at, uint32_t *out) {
  static const struct {
    const char *name;
    uint8_t c;
  } names[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}, {"nbsp;", ' '}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t len = strlen(names[i].name);
    *out = names[i].c;
    if (at + 1 + len <= t.n && memcmp(t.p + at + 1, names[i].name, len) == 0) return len + 1;
  }
  if (at + 3 >= t.n || t.p[at + 1] != '#') return 0;
  bool hex = dfmto_share_lower(t.p[at + 2]) == 'x';
  size_t i = at + 2 + hex, from = i;
  for (*out = 0; i < t.n && i < from + 6 && (hex ? dfmto_share_is_hex(t.p[i]) : dfmto_share_is_digit(t.p[i])); i++)
    *out = *out * (hex ? 16 : 10) + dfmto_share_hex_value(t.p[i]);
  return i > from && i < t.n && t.p[i] == ';' ? i + 1 - at : 0;
}

/* The ASCII equivalent of U+2000 to U+203A in UTF-8, by the third byte. */
static char plain_mark(uint8_t c) {
  if (c >= 0x90 && c <= 0x95) return '-';
  if (c >= 0x98 && c <= 0x9b) return '\'';
  if ((c >= 0x9c && c <= 0x9f) || c >= 0xb9) return '"';
  return c == 0xa6 ? '.' : ' ';
}

size_t dfmto_share_fine_mark(text t, size_t at, uint32_t *c) {
  const uint8_t *p = t.p + at;
  if (at + 3 <= t.n && p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0x80 && p[2] <= 0xba) {
    *c = (uint8_t)plain_mark(p[2]);
    return 3;
  }
  if (at + 2 > t.n || p[0] != 0xc2 || !(p[1] == 0xa0 || p[1] == 0xab || p[1] == 0xbb)) return 0;
  *c = p[1] == 0xa0 ? ' ' : '"';
  return 2;
}

static size_t mark_at(text t, size_t i) { return dfmto_share_fine_mark(t, i, &(uint32_t){0}); }

/* A mark ends at i. */
static bool mark_before(text t, size_t i) {
  return (i >= 3 && mark_at(t, i - 3) == 3) || (i >= 2 && mark_at(t, i - 2) == 2);
}

/* ---- masked values ---- */

bool dfmto_share_is_crossed_out(text v) {
  size_t crosses = 0, letters = 0, run = 0;
  bool crossed = false;
  for (size_t i = 0; i < v.n; i++) {
    const bool cross = dfmto_share_lower(v.p[i]) == 'x';
    run = !cross ? 0 : i && v.p[i - 1] == v.p[i] ? run + 1 : 1;
    crossed |= run == 3;
    crosses += cross;
    letters += !cross && dfmto_share_is_word(v.p[i]) && !dfmto_share_is_digit(v.p[i]);
  }
  return crossed && (!letters || crosses >= v.n - crosses);
}

/* ---- e-mail ---- */

static bool is_local(uint8_t c) { return dfmto_share_is_word(c) || (c && strchr("._+-", c)); }

/* Endings of names after the last dot that are not domains. */
static bool is_file_ending(text t, size_t i, size_t n) {
  static const char endings[] =
      "so|apk|jar|odex|vdex|oat|dex|java|kt|cpp|service|rc|xml|plt|hidl|aidl|"
      "log|txt|db|gz|zip|json|html|bak|tmp|csv|eml";
  return dfmto_share_is_listed((text){t.p + i, n}, endings);
}

/* The end of a domain; 0: not one. */
static size_t domain_end(text t, size_t at) {
  size_t i = at, label = at, end = 0;
  for (; i <= t.n && i < at + 254; i++) {
    if (i < t.n && !mark_at(t, i) && (dfmto_share_is_word(t.p[i]) || (t.p[i] == '-' && i > label))) continue;
    size_t len = i - label;
    bool letters = len >= 2;
    for (size_t k = label; k < i && letters; k++) letters = dfmto_share_is_letter(t.p[k]) || t.p[k] >= 0x80;
    if (len == 0 || len > 63) break;
    if (label == at && dfmto_share_digits_at(t, at) == len) return 0;
    if (is_file_ending(t, label, len)) break;
    if (label > at) end = letters ? i : 0;
    if (dfmto_share_byte_at(t, i) != '.') break;
    label = i + 1;
  }
  return end;
}

/* "Worker@org.apache.http.Pool", "x@java.util": a package of Java. */
static bool is_package(text t, size_t at, size_t end) {
  static const char *const roots[] = {"org.", "com.", "java.", "javax.", "android.", "kotlin.", NULL};
  size_t dots = 0;
  for (size_t i = at; i < end; i++) dots += t.p[i] == '.';
  for (const char *const *r = roots; *r; r++)
    if (dfmto_share_same(t, at, *r)) return dots >= 2;
  return false;
}

bool dfmto_share_form_email(text t, size_t at, found *f) {
  size_t start = at, end = domain_end(t, at + 1);
  while (start && at - start < 64 && is_local(t.p[start - 1]) && !mark_before(t, start)) start--;
  while (start < at && !dfmto_share_is_word(t.p[start])) start++;
  if (!end || start == at || t.p[at - 1] == '.' || is_package(t, at + 1, end)) return false;
  if (dfmto_share_byte_at(t, end) == '$') return false; /* an inner class of Java */
  return set(f, start, end) && !dfmto_share_is_crossed_out((text){t.p + start, end - start});
}

/* Of several '@' the last one ends the user: "//jane@example.org:pass@host". */
static bool is_last_at(text t, size_t at) {
  for (size_t i = at + 1; i < t.n && i < at + 256; i++) {
    if (t.p[i] == '@') return false;
    if (t.p[i] <= ' ' || strchr("/\"<>", t.p[i])) break;
  }
  return true;
}

bool dfmto_share_form_url_user(text t, size_t at, found *f, found *user) {
  size_t i = at, colon = 0;
  *user = (found){0, 0};
  if (!is_last_at(t, at)) return false; /* only the last one counts */
  for (; i && at - i < 256; i--) {
    uint8_t c = t.p[i - 1];
    if (c == ':') colon = i;
    if (c == '/' || c <= ' ' || c == '"' || c == '<' || c == '>') break;
  }
  if (i < 2 || t.p[i - 1] != '/' || t.p[i - 2] != '/') return false;
  if (colon) *user = (found){i, colon - 1};
  return i < at && set(f, colon ? colon : i, at) && f->start < at;
}

/* ---- addresses ---- */

static bool is_zero_or_ones(const uint8_t b[6]) {
  static const uint8_t masked[6] = {2, 0, 0, 0, 0, 0};
  uint8_t any = 0, all = 0xff;
  for (size_t i = 0; i < 6; i++) {
    any |= b[i];
    all &= b[i];
  }
  return !any || all == 0xff || memcmp(b, masked, 6) == 0;
}

/* Number of hexadecimal digits that end at a place; 0 if a letter or digit precedes them. */
static size_t group_before(text t, size_t end) {
  size_t n = 0;
  while (n < end && dfmto_share_is_hex(t.p[end - 1 - n])) n++;
  return n < end && dfmto_share_is_word(t.p[end - 1 - n]) ? 0 : n;
}

/* A prefix that ends in a separator is a group of a longer number, or a date, or else a key: "mac:3C:…". */
static bool is_group(text t, size_t at, uint8_t sep) {
  enum { YEAR = 4 };
  const size_t n = dfmto_share_byte_before(t, at) == sep ? group_before(t, at - 1) : 0;
  return n == 2 || (n == YEAR && sep == '-');
}

/* The same for what begins with a separator. */
static bool is_group_next(text t, size_t end, uint8_t sep) {
  return dfmto_share_byte_at(t, end) == sep && dfmto_share_hex_at(t, end + 1) == 2 && !word_at(t, end + 3);
}

bool dfmto_share_form_mac(text t, size_t at, found *f) {
  uint8_t b[6], sep = dfmto_share_byte_at(t, at + 2);
  if (sep != ':' && sep != '-' && sep != '_') return false;
  for (size_t i = 0; i < 6; i++) {
    if (!hex_at(t, at + 3 * i) || !hex_at(t, at + 3 * i + 1) || (i < 5 && t.p[at + 3 * i + 2] != sep)) return false;
    b[i] = (uint8_t)(dfmto_share_hex_value(t.p[at + 3 * i]) << 4 | dfmto_share_hex_value(t.p[at + 3 * i + 1]));
  }
  const size_t end = at + 17;
  if (word_at(t, end)) return false;
  if (sep != '_' && (is_group(t, at, sep) || is_group_next(t, end, sep))) return false;
  if (sep == '_' && !dfmto_share_word_before(t, at, 4, "dev_")) return false;
  return !is_zero_or_ones(b) && !(b[0] & 1) && set(f, at, end);
}

/* "v64781223 (6.4.78.122)" */
static bool after_version(text t, size_t at) {
  size_t i = at;
  if (dfmto_share_byte_before(t, i) != '(') return false;
  for (i--; i && dfmto_share_is_blank(t.p[i - 1]);) i--;
  while (i && dfmto_share_is_word(t.p[i - 1])) i--;
  return dfmto_share_lower(dfmto_share_byte_at(t, i)) == 'v' && digit_at(t, i + 1);
}

/* "version.incremental]: [", " version is ": what stands between such a word and its number. */
static bool joins_version(text t, size_t i, size_t at) {
  static const char fillers[] = "v|is|version|number|name|code|string|revision|rev|ver";
  while (i < at && (word_at(t, i) || t.p[i] == '.' || t.p[i] == '_' || t.p[i] == '-')) i++; /* the rest of its own */
  while (i < at) {
    size_t n = 0;
    while (i + n < at && dfmto_share_is_letter(t.p[i + n])) n++;
    if (n && !dfmto_share_is_listed((text){t.p + i, n}, fillers)) return false;
    i += n + !n;
  }
  return true;
}

/* One of these words announces the number of a version, not an address of a peer. */
static bool is_named_version(text t, size_t at) {
  enum { REACH = 40 };
  static const char *const words[] = {"version", "bios", "clang", "gcc",   "lld",      "chrome", "firmware",
                                      "build",   "rev.", "oid",   "radio", "baseband", NULL};
  for (size_t i = at > REACH ? at - REACH : 0; i < at; i++) {
    if (i && dfmto_share_is_letter(t.p[i - 1])) continue;
    for (const char *const *w = words; *w; w++) {
      const size_t len = strlen(*w);
      if (i + len <= at && same_word(t, i, *w, len) && !(i + len < at && digit_at(t, i + len)) &&
          joins_version(t, i + len, at))
        return true;
    }
  }
  return false;
}

static bool is_version(text t, size_t at, size_t end) {
  const uint8_t b = dfmto_share_byte_before(t, at), a = dfmto_share_byte_at(t, end);
  if (b == '.' || b == '-' || b == '_' || b == '~' || b == '@' ||
      (b == '/' && at >= 2 && dfmto_share_is_word(t.p[at - 2])))
    return true;
  if (b == ':' && at >= 2 && dfmto_share_is_digit(t.p[at - 2]) && (at == 2 || t.p[at - 3] <= ' '))
    return true; /* an epoch */
  if ((a == '-' || a == '+' || a == '~' || a == '_') && word_at(t, end + 1)) return true;
  if (a == '.' && word_at(t, end + 1) && digit_at(t, end + 1)) return true;
  return after_version(t, at) || is_named_version(t, at);
}

/* 0, 127, and from 224 on: not of hosts that others reach. */
static bool is_special(unsigned first) { return first == 0 || first == 127 || first >= 224; }

bool dfmto_share_form_ipv4(text t, size_t at, found *f) {
  unsigned part[4];
  size_t i = at;
  for (size_t k = 0; k < 4; k++) {
    size_t n = dfmto_share_digits_at(t, i);
    if (n == 0 || n > 3 || (n > 1 && t.p[i] == '0')) return false;
    part[k] = 0;
    for (size_t d = 0; d < n; d++) part[k] = part[k] * 10 + (unsigned)(t.p[i++] - '0');
    if (part[k] > 255 || (k < 3 && dfmto_share_byte_at(t, i++) != '.')) return false;
  }
  return !word_at(t, i) && !is_special(part[0]) && set(f, at, i);
}

bool dfmto_share_is_version(text t, found f) { return is_version(t, f.start, f.end); }

/* Plausible addresses, of site-local ones, too; those of IPv4 that are translated (64:ff9b::/96) or mapped. */
static bool is_ipv6(text t, size_t at, size_t end) {
  static const uint8_t translated[12] = {0, 0x64, 0xff, 0x9b}, mapped[12] = {[10] = 0xff, 0xff};
  uint8_t b[16];
  if (end < at + 2 || !dfmto_share_parse_ipv6(t.p + at, end - at, b)) return false;
  if (memcmp(b, mapped, sizeof mapped) == 0) return !is_special(b[12]);
  return (b[0] & 0xe0) == 0x20 || (b[0] & 0xfe) == 0xfc || (b[0] == 0xfe && b[1] & 0x80) ||
         memcmp(b, translated, sizeof translated) == 0;
}

/* Where a possible address ends: a last group that continues as a word, or is too long, is not part of it. */
static size_t ipv6_end(text t, size_t at) {
  enum { MOST = 46, GROUP = 4 };
  size_t end = at, group = at;
  for (; end < t.n && end < at + MOST && (dfmto_share_is_hex(t.p[end]) || t.p[end] == ':'); end++)
    if (t.p[end] == ':') group = end + 1;
  if (word_at(t, end) || end - group > GROUP) {
    if (group < at + 2 || t.p[group - 2] == ':') return at; /* "dead::beefy" */
    end = group;
  }
  while (end > at && t.p[end - 1] == ':' && !(end - at > 2 && t.p[end - 2] == ':')) end--;
  return end;
}

/* "::ffff:c000:201", at its first group, is the IPv4 address 192.0.2.1. */
static bool form_mapped(text t, size_t at, found *f) {
  if (at < 2 || t.p[at - 1] != ':' || t.p[at - 2] != ':' || !same_word(t, at, "ffff:", 5)) return false;
  const size_t from = at - 2, end = ipv6_end(t, at);
  return !(from && dfmto_share_is_word(t.p[from - 1])) && is_ipv6(t, from, end) && set(f, from, end);
}

/* A first group that cannot be part of an address is a key: "c:2001:…", "mac:fe80::…". */
bool dfmto_share_form_ipv6(text t, size_t at, found *f) {
  enum { GROUP = 4 };
  const size_t before_colon = dfmto_share_byte_before(t, at) == ':' ? group_before(t, at - 1) : 0,
               end = ipv6_end(t, at);
  if (form_mapped(t, at, f)) return true;
  if (dfmto_share_byte_before(t, at) == ':' &&
      ((at >= 2 && t.p[at - 2] == ':') || (before_colon && before_colon <= GROUP)))
    return false;
  if (is_ipv6(t, at, end)) return set(f, at, end);
  const size_t next = at + dfmto_share_hex_at(t, at) + 1;
  return dfmto_share_byte_at(t, next - 1) == ':' && next < end && is_ipv6(t, next, end) && set(f, next, end);
}

/* ---- numbers ---- */

/* Only as far as one number goes: "+1 (202) 555-0143 0049 30 23125001" are two. */
bool dfmto_share_form_phone(text t, size_t at, found *f) {
  enum { MOST = 15 };
  uint8_t digits[MOST];
  size_t n = 0, i = at + 1, end = at, separators = 0, best = at;
  if (at && dfmto_share_is_word(t.p[at - 1])) return false;
  for (; i < t.n && (n < MOST || !dfmto_share_is_digit(t.p[i])); i++) {
    if (dfmto_share_is_digit(t.p[i])) {
      digits[n++] = t.p[i];
      end = i + 1;
      continue;
    }
    if (t.p[i] == ' ' && end == i && dfmto_share_country_code(digits, n)) best = end;
    if (!strchr(" -.()", t.p[i]) || !t.p[i] || i > end + 1 || ++separators > 6) break;
  }
  if (end > at && !word_at(t, end) && dfmto_share_country_code(digits, n)) best = end;
  return best > at && set(f, at, best);
}

/* A number with a unit, or after a key of time or size, is not an identity. */
static bool is_quantity(text t, size_t at, size_t end) {
  static const char units[] = "ns|us|ms|s|b|kb|mb|bytes|byte";
  size_t i = end;
  while (i < t.n && t.p[i] == ' ' && i < end + 2) i++;
  for (const char *w = units; *w;) {
    size_t len = strcspn(w, "|");
    if (same_word(t, i, w, len) && !word_at(t, i + len)) return true;
    w += len + (w[len] == '|');
  }
  return dfmto_share_word_before(t, at, 20, "time=|timestamp|elapsed=|size=|bytes=|stamp=|code=|inode|nanos|duration");
}

static bool is_reporting_body(const uint8_t *p) {
  static const char bodies[] = "00 01 10 30 33 35 44 45 49 50 51 52 53 54 86 91 98 99 ";
  for (const char *b = bodies; *b; b += 3)
    if (memcmp(b, p, 2) == 0) return true;
  return false;
}

/* 15 digits, or groups of 2, 6, 6 and 1 with separators. */
bool dfmto_share_form_imei(text t, size_t at, found *f) {
  static const uint8_t groups[] = {2, 6, 6, 1};
  uint8_t d[15];
  size_t n = dfmto_share_digits_at(t, at), end = at;
  if (n == 15) {
    memcpy(d, t.p + at, 15);
    end = at + 15;
  } else {
    for (size_t g = 0, k = 0; g < 4; k += groups[g++]) {
      if (dfmto_share_digits_at(t, end) != groups[g]) return false;
      memcpy(d + k, t.p + end, groups[g]);
      end += groups[g];
      if (g < 3 && !(dfmto_share_byte_at(t, end) && strchr("-/ ", t.p[end++]))) return false;
    }
  }
  if (word_at(t, end) || !is_reporting_body(d) || !dfmto_share_luhn(d, 15) || is_quantity(t, at, end)) return false;
  return memcmp(d, "0000000000", 10) != 0 && set(f, at, end);
}

bool dfmto_share_form_iccid(text t, size_t at, found *f) {
  size_t n = dfmto_share_digits_at(t, at), end = at + n;
  if (dfmto_share_byte_before(t, at) == '-') return false; /* a 64-bit number */
  if ((n != 19 && n != 20) || t.p[at] != '8' || t.p[at + 1] != '9' || !dfmto_share_luhn(t.p + at, n)) {
    if (n != 20 || t.p[at] != '8' || t.p[at + 1] != '9' || !dfmto_share_luhn(t.p + at, 19)) return false;
  }
  if (dfmto_share_byte_at(t, end) == 'F' || dfmto_share_byte_at(t, end) == 'f') end++;
  return !word_at(t, end) && set(f, at, end);
}

bool dfmto_share_form_eid(text t, size_t at, found *f) {
  unsigned rest = 0;
  if (dfmto_share_digits_at(t, at) != 32 || t.p[at] != '8' || t.p[at + 1] != '9' || word_at(t, at + 32)) return false;
  for (size_t i = 0; i < 32; i++) rest = (rest * 10 + (unsigned)(t.p[at + i] - '0')) % 97;
  return rest == 1 && set(f, at, at + 32);
}

/* ---- others ---- */

static size_t base64url_from(text t, size_t i) {
  size_t n = 0;
  while (i + n < t.n &&
         (dfmto_share_is_letter(t.p[i + n]) || digit_at(t, i + n) || t.p[i + n] == '-' || t.p[i + n] == '_'))
    n++;
  return n;
}

/* Three parts; the last one may have been cut off, if the second is JSON, too. */
bool dfmto_share_form_jwt(text t, size_t at, found *f) {
  size_t i = at, end = at;
  for (size_t k = 0; k < 3; k++) {
    const size_t n = base64url_from(t, i);
    if (n < 4) break;
    if (k == 2 || (k == 1 && memcmp(t.p + i, "eyJ", 3) == 0)) end = i + n;
    i += n;
    if (dfmto_share_byte_at(t, i++) != '.') break;
  }
  return end > at && set(f, at, end);
}

bool dfmto_share_form_uuid(text t, size_t at, found *f) {
  static const uint8_t groups[] = {8, 4, 4, 4, 12};
  size_t i = at, zeros = 0;
  for (size_t g = 0; g < 5; g++) {
    if (dfmto_share_hex_at(t, i) != groups[g]) return false;
    for (const size_t end = i + groups[g]; i < end; i++) zeros += t.p[i] == '0';
    if (g < 4 && dfmto_share_byte_at(t, i++) != '-') return false;
  }
  return zeros < 32 && !word_at(t, i) && dfmto_share_byte_at(t, i) != '-' && set(f, at, i);
}

/* The end of a coordinate; 0: not one. */
static size_t coordinate(text t, size_t i, char point, unsigned most) {
  size_t from = i;
  if (dfmto_share_byte_at(t, i) == '-') i++;
  size_t n = dfmto_share_digits_at(t, i), value = 0;
  if (n == 0 || n > 3 || dfmto_share_byte_at(t, i + n) != (uint8_t)point) return 0;
  for (size_t k = 0; k < n; k++) value = value * 10 + (size_t)(t.p[i + k] - '0');
  size_t places = dfmto_share_digits_at(t, i + n + 1);
  return places >= 3 && places <= 15 && value <= most ? i + n + 1 + places - from : 0;
}

bool dfmto_share_form_pair(text t, size_t at, bool comma, found *f) {
  size_t start = dfmto_share_byte_before(t, at) == '-' ? at - 1 : at;
  const char point = comma ? ',' : '.';
  size_t n = coordinate(t, start, point, 90), i = start + n;
  if (!n || dfmto_share_byte_at(t, i) != ',') return false;
  while (i < start + n + 2 && (dfmto_share_byte_at(t, i) == ',' || dfmto_share_byte_at(t, i) == ' ')) i++;
  size_t m = coordinate(t, i, point, 180);
  return m && !word_at(t, i + m) && set(f, start, i + m);
}
