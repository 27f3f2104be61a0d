/* SPDX-License-Identifier: MIT */
#include "second_forms.h"

#include <string.h>

typedef struct dfmto_share_text text;

/* ---- bytes; beyond the text there are none, 0 ---- */

static uint8_t at_or_none(text t, size_t i) { return i < t.n ? t.p[i] : 0; }
static uint8_t before(text t, size_t i) { return i ? t.p[i - 1] : 0; }
static uint8_t low(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c; }
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool is_letter(uint8_t c) { return low(c) >= 'a' && low(c) <= 'z'; }
static bool is_hex(uint8_t c) { return is_digit(c) || (low(c) >= 'a' && low(c) <= 'f'); }
static bool is_word(uint8_t c) { return is_letter(c) || is_digit(c) || c >= 0x80; }
static bool one_of(uint8_t c, const char *set) { return c && strchr(set, c); }
static unsigned value(uint8_t c) { return (unsigned)(is_digit(c) ? c - '0' : low(c) - 'a' + 10); }

static bool begins(text t, size_t at, const char *word) {
  const size_t len = strlen(word);
  if (t.n < len || at > t.n - len) return false;
  for (size_t i = 0; i < len; i++)
    if (low(t.p[at + i]) != (uint8_t)word[i]) return false;
  return true;
}

/* One of the words stands within so many bytes before a place. */
static bool is_near(text t, size_t at, size_t reach, const char *const *words) {
  for (; *words; words++)
    for (size_t i = at > reach ? at - reach : 0; i + strlen(*words) <= at; i++)
      if (begins(t, i, *words)) return true;
  return false;
}

static size_t count(text t, size_t at, size_t most, bool (*is)(uint8_t)) {
  size_t n = 0;
  while (n < most && is(at_or_none(t, at + n))) n++;
  return n;
}

/* The same, backwards. */
static size_t count_back(text t, size_t at, size_t most, bool (*is)(uint8_t)) {
  size_t n = 0;
  while (n < most && is(before(t, at - n))) n++;
  return n;
}

/* ---- mail ---- */

static bool is_local(uint8_t c) { return is_word(c) || one_of(c, "._%+-"); }
static bool is_label(uint8_t c) { return is_word(c) || c == '-'; }

/* What follows the last dot of a file's, a unit's or a symbol's name. */
static bool is_no_domain(text t, size_t at, size_t n) {
  static const char *const ends[] = {
      "so",  "apk", "jar",     "odex",   "vdex",  "oat",   "dex",   "art",    "prof",  "java",   "kt",   "cpp", "rc",
      "xml", "plt", "hidl",    "aidl",   "log",   "txt",   "db",    "gz",     "zip",   "json",   "html", "bak", "tmp",
      "csv", "eml", "service", "socket", "slice", "scope", "mount", "target", "timer", "device", NULL};
  for (const char *const *e = ends; *e; e++)
    if (n == strlen(*e) && begins(t, at, *e)) return true;
  return false;
}

/* "Worker@org.apache.http.Pool": a name of Java, whose first label is where domains end. */
static bool is_package(text t, size_t at) {
  static const char *const roots[] = {"org.", "com.", "java.", "javax.", "android.", "kotlin.", NULL};
  for (const char *const *r = roots; *r; r++)
    if (begins(t, at, *r)) return true;
  return false;
}

bool dfmto_share_second_mail(text t, size_t at) {
  enum { MOST_LABEL = 64, MOST_LABELS = 16 };
  size_t i = at + 1, label = i, n = count(t, i, MOST_LABEL, is_label), labels = 1;
  const size_t local = count_back(t, at, MOST_LABEL, is_local);
  size_t words = 0;
  for (size_t k = 1; k <= local; k++) words += is_word(t.p[at - k]);
  if (!words || one_of(t.p[at - 1], ".%") || count(t, i, n, is_digit) == n) return false;
  for (i += n; n && labels < MOST_LABELS && at_or_none(t, i) == '.' && is_word(at_or_none(t, i + 1)); labels++) {
    label = i + 1;
    n = count(t, label, MOST_LABEL, is_label);
    i = label + n;
  }
  if (labels < 2 || n < 2 || count(t, label, n, is_letter) < n || at_or_none(t, i) == '$') return false;
  return !is_no_domain(t, label, n) && !(labels > 2 && is_package(t, at + 1)) &&
         !begins(t, at - count_back(t, at, 3, is_word), "xxx");
}

/* ---- hardware addresses ---- */

/* Two digits with neither letter nor digit around. */
static bool is_pair(text t, size_t at) {
  return is_hex(at_or_none(t, at)) && is_hex(at_or_none(t, at + 1)) && !is_word(at_or_none(t, at + 2)) &&
         !is_word(before(t, at));
}

bool dfmto_share_second_mac(text t, size_t at) {
  enum { PAIRS = 6, WIDTH = 3, YEAR = 4 };
  static const uint8_t masked[PAIRS] = {2};
  uint8_t bytes[PAIRS], any = 0, all = 0xff;
  const uint8_t sep = t.p[at];
  if (at < 2) return false;
  const size_t from = at - 2;
  for (size_t i = 0; i < PAIRS; i++) {
    const size_t pair = from + WIDTH * i;
    if (!is_pair(t, pair) || (i < PAIRS - 1 && at_or_none(t, pair + 2) != sep)) return false;
    bytes[i] = (uint8_t)(value(t.p[pair]) << 4 | value(t.p[pair + 1]));
    any |= bytes[i];
    all &= bytes[i];
  }
  if (before(t, from) == sep && from > 2) { /* it is longer, or a date with its time */
    const size_t n = count_back(t, from - 1, YEAR + 1, is_hex);
    if ((n == 2 || (n == YEAR && sep == '-')) && !is_word(before(t, from - 1 - n))) return false;
  }
  if (at_or_none(t, from + WIDTH * PAIRS - 1) == sep && is_pair(t, from + WIDTH * PAIRS)) return false;
  return any && all != 0xff && !(bytes[0] & 1) && memcmp(bytes, masked, PAIRS) != 0;
}

/* ---- network addresses ---- */

/* "192.0.2.1": its bytes, and its length; 0: none. */
static size_t parse_quad(text t, size_t at, uint8_t out[4]) {
  size_t i = at;
  for (size_t k = 0; k < 4; k++) {
    const size_t n = count(t, i, 4, is_digit);
    unsigned part = 0;
    if (!n || n > 3 || (n > 1 && t.p[i] == '0')) return 0;
    for (size_t d = 0; d < n; d++) part = part * 10 + value(t.p[i + d]);
    if (part > 255) return 0;
    out[k] = (uint8_t)part;
    i += n + (k < 3);
    if (k < 3 && at_or_none(t, i - 1) != '.') return 0;
  }
  return i - at;
}

/* RFC 1918. */
static bool is_private(const uint8_t b[4]) {
  return b[0] == 10 || (b[0] == 172 && (b[1] & 0xf0) == 16) || (b[0] == 192 && b[1] == 168);
}

/* One of the words before a place is of versions. */
static bool follows_version(text t, size_t at) {
  static const char *const words[] = {"version", "bios", "clang", "gcc",   "lld",      "chrome", "firmware",
                                      "build",   "rev.", "oid",   "radio", "baseband", NULL};
  enum { WORDS = 3, REACH = 40 };
  size_t from = at;
  for (unsigned i = 0; i < WORDS; i++) {
    while (from && before(t, from) <= ' ') from--;
    while (from && before(t, from) > ' ' && at - from < REACH) from--;
  }
  return is_near(t, at, at - from, words);
}

/* Numbers of versions have four parts, too. */
static bool is_version(text t, size_t from, size_t to) {
  const uint8_t b = before(t, from), a = at_or_none(t, to);
  if (one_of(b, ".-_~@") || (b == '/' && from > 1 && is_word(t.p[from - 2]))) return true;
  if (b == ':' && from > 1 && is_digit(t.p[from - 2]) && (from == 2 || t.p[from - 3] <= ' ')) return true;
  if (one_of(a, "-+~_.") && (a == '.' ? is_digit(at_or_none(t, to + 1)) : is_word(at_or_none(t, to + 1)))) return true;
  if (b == '(') { /* "v64781223 (6.4.78.122)" */
    size_t i = from - 1;
    if (before(t, i) == ' ') i--;
    i -= count_back(t, i, 16, is_word);
    if (low(at_or_none(t, i)) == 'v' && is_digit(at_or_none(t, i + 1))) return true;
  }
  return follows_version(t, from);
}

bool dfmto_share_second_ipv4(text t, size_t at, bool with_private) {
  uint8_t b[4];
  const size_t digits = count_back(t, at, 4, is_digit), from = at - digits, n = parse_quad(t, from, b);
  if (!n || is_word(before(t, from)) || is_word(at_or_none(t, from + n)) || is_version(t, from, from + n)) return false;
  return b[0] != 0 && b[0] != 127 && b[0] < 224 && (with_private || !is_private(b));
}

/* The 16 bytes of an address that is all of a text (RFC 4291 2.2). */
static bool parse_groups(text t, uint8_t out[16]) {
  enum { GROUPS = 8 };
  size_t n = 0, gap = SIZE_MAX, i = 0;
  uint16_t g[GROUPS];
  if (begins(t, 0, "::")) gap = 0, i = 2;
  while (i < t.n && n < GROUPS) {
    const size_t digits = count(t, i, 5, is_hex);
    uint8_t quad[4];
    if (at_or_none(t, i + digits) == '.') {
      if (n > GROUPS - 2 || i + parse_quad(t, i, quad) != t.n) return false;
      g[n++] = (uint16_t)((unsigned)quad[0] << 8 | quad[1]);
      g[n++] = (uint16_t)((unsigned)quad[2] << 8 | quad[3]);
      i = t.n;
      break;
    }
    if (!digits || digits > 4) return false;
    g[n] = 0;
    for (size_t d = 0; d < digits; d++) g[n] = (uint16_t)((unsigned)g[n] << 4 | value(t.p[i + d]));
    n++;
    i += digits;
    if (i == t.n) break;
    if (t.p[i++] != ':' || i == t.n) return false;
    if (t.p[i] != ':') continue;
    if (gap != SIZE_MAX) return false;
    gap = n;
    i++;
  }
  if (i < t.n || (gap == SIZE_MAX ? n != GROUPS : n == GROUPS)) return false;
  const size_t zeros = GROUPS - n; /* where the gap is */
  for (size_t k = 0; k < GROUPS; k++) {
    const unsigned group = k < gap ? g[k] : k - gap < zeros ? 0 : g[k - zeros];
    out[2 * k] = (uint8_t)(group >> 8);
    out[2 * k + 1] = (uint8_t)group;
  }
  return true;
}

static bool is_group_byte(uint8_t c) { return is_hex(c) || c == ':' || c == '.'; }

/* Global, local, site-local and link-local ones, and those of NAT64. */
static bool is_unicast(text t) {
  static const uint8_t nat64[12] = {0, 0x64, 0xff, 0x9b};
  uint8_t b[16];
  return parse_groups(t, b) && ((b[0] & 0xe0) == 0x20 || (b[0] & 0xfe) == 0xfc || (b[0] == 0xfe && b[1] & 0x80) ||
                                memcmp(b, nat64, sizeof nat64) == 0);
}

/*
 * Quick to tell: the group before the ':' may be 2000 to 3fff, fc00 to febf, or 64; or that after it, if what is before
 * it is a key.
 */
static bool may_begin_unicast(text t, size_t at) {
  const uint8_t first = at >= 4 ? t.p[at - 4] : 0;
  if (one_of(first, "23fF") || (before(t, at) == '4' && before(t, at - 1) == '6')) return true;
  return at_or_none(t, at + 5) == ':' || (begins(t, at + 1, "64") && at_or_none(t, at + 3) == ':');
}

bool dfmto_share_second_ipv6(text t, size_t at) {
  enum { MOST = 46 };
  if (!may_begin_unicast(t, at)) return false;
  const size_t digits = count_back(t, at, 5, is_hex);
  size_t from = digits <= 4 && !is_word(before(t, at - digits)) ? at - digits : at + 1;
  if (before(t, from) == ':' && from <= at) return false; /* not the first */
  size_t n = count(t, from, MOST, is_group_byte);
  if (is_word(at_or_none(t, from + n))) return false;
  while (n && (t.p[from + n - 1] == '.' || (t.p[from + n - 1] == ':' && n > 1 && t.p[from + n - 2] != ':'))) n--;
  if (is_unicast((text){t.p + from, n})) return true;
  const size_t key = at + 1 - from; /* "c:2001:…": the first group may be a key */
  return from <= at && n > key && t.p[at + 1] != ':' && is_unicast((text){t.p + from + key, n - key});
}

/* ---- numbers ---- */

static bool has_check_digit(const uint8_t *p, size_t n) {
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) {
    const unsigned d = value(p[n - 1 - i]) << i % 2;
    sum += d / 10 + d % 10;
  }
  return sum % 10 == 0;
}

static bool stands_alone(text t, size_t at, size_t n) {
  return !is_word(before(t, at)) && !is_word(at_or_none(t, at + n));
}

/* A time or a size, by what stands before it or after it. */
static bool is_quantity(text t, size_t at, size_t n) {
  static const char *const keys[] = {"time", "stamp", "elapsed", "size",     "bytes",
                                     "code", "inode", "nano",    "duration", NULL};
  static const char *const units[] = {"ns", "us", "ms", "s", "b", "kb", "mb", "byte", "bytes", NULL};
  size_t i = at + n;
  while (i < at + n + 2 && at_or_none(t, i) == ' ') i++;
  for (const char *const *u = units; *u; u++)
    if (begins(t, i, *u) && !is_word(at_or_none(t, i + strlen(*u)))) return true;
  return is_near(t, at, 20, keys);
}

/* The first two digits are of an organisation that gives such numbers away (GSMA TS.06). */
bool dfmto_share_second_imei(text t, size_t at, size_t n) {
  static const char given[] = "00 01 10 30 33 35 44 45 49 50 51 52 53 54 86 91 98 99 ";
  const char body[] = {(char)t.p[at], (char)t.p[at + 1], ' ', 0};
  return n == 15 && stands_alone(t, at, n) && strstr(given, body) && memcmp(t.p + at, "0000000000", 10) != 0 &&
         has_check_digit(t.p + at, n) && !is_quantity(t, at, n);
}

static bool is_join(uint8_t c) { return one_of(c, " :=\"'[("); }

bool dfmto_share_second_imsi(text t, size_t at, size_t n) {
  static const char *const keys[] = {"imsi", "subscriberid", "subscriber id", "subscriber_id", NULL};
  if ((n != 14 && n != 15) || t.p[at] < '2' || t.p[at] > '7' || !stands_alone(t, at, n)) return false;
  const size_t end = at - count_back(t, at, 4, is_join);
  for (const char *const *k = keys; *k; k++)
    if (end < at && end >= strlen(*k) && begins(t, end - strlen(*k), *k)) return true;
  return false;
}

/* ITU-T E.118. A minus stands before numbers of 64 bits. */
bool dfmto_share_second_iccid(text t, size_t at, size_t n) {
  return (n == 19 || n == 20) && t.p[at] == '8' && t.p[at + 1] == '9' && before(t, at) != '-' &&
         stands_alone(t, at, n) && (has_check_digit(t.p + at, n) || has_check_digit(t.p + at, 19));
}

static bool is_sextet(uint8_t c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; }

bool dfmto_share_second_token(text t, size_t at) {
  enum { FEWEST = 8, MOST = 4096 };
  if (at_or_none(t, at) != 'e' || at_or_none(t, at + 1) != 'y' || at_or_none(t, at + 2) != 'J') return false;
  if (is_word(before(t, at)) || one_of(before(t, at), "-_.")) return false; /* it is part of something else */
  const size_t n = count(t, at, MOST, is_sextet);
  return n >= FEWEST && at_or_none(t, at + n) == '.' && begins(t, at + n + 1, "eyj") &&
         count(t, at + n + 1, FEWEST, is_sextet) == FEWEST;
}
