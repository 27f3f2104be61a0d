/* SPDX-License-Identifier: MIT */
#include "plausible.h"

#include <string.h>

#include "letters.h"
#include "words.h"

enum { MOST_NAME = 32 };

static void count(struct dfmto_share_bytes v, size_t *letters, size_t *digits, size_t *others) {
  *letters = *digits = *others = 0;
  for (size_t i = 0; i < v.n; i++)
    ++*(dfmto_share_is_digit(v.p[i]) ? digits : dfmto_share_is_word(v.p[i]) ? letters : others);
}

/* ---- values without information ---- */

/* Of what the lexicon announces, as words there are more common. */
static bool is_nothing_announced(struct dfmto_share_bytes v) {
  static const char words[] =
      "unset|empty|invalid|n/a|(none)|not specified|not settable|required|expired|unavailable|string|yes|no|on|off|is|"
      "set|value|asc|desc|user|owner|guest|root|nobody|pii|enabled|disabled|valid|android|system|-|--|"
      "undefined|androidwifi|androidap"; /* the last ones are the networks of every emulator, and the default */
  return dfmto_share_is_listed(v, words) || dfmto_share_same(v, 0, "to be filled") || *v.p == '?';
}

static bool is_nothing(struct dfmto_share_bytes v) {
  static const char words[] = "null|(null)|none|unknown|true|false|default|any|all|hidden";
  return v.n == 0 || dfmto_share_is_listed(v, words);
}

/* A secret may begin with a star, or with '<' but no '>'. */
static bool is_masked(struct dfmto_share_bytes v, bool secret) {
  size_t stars = 0;
  while (stars < v.n && v.p[stars] == '*') stars++;
  for (size_t i = 0; i + 2 < v.n; i++)
    if (memcmp(v.p + i, "***", 3) == 0) return true;
  if (secret ? stars == v.n || (*v.p == '<' && memchr(v.p, '>', v.n)) : stars || *v.p == '<') return true;
  return dfmto_share_is_crossed_out(v) || dfmto_share_same(v, 0, "string [") || dfmto_share_same(v, 0, "redacted");
}

/* "android.os.Binder@408aeb70": the default text of an object. */
static bool is_object(struct dfmto_share_bytes v) {
  const uint8_t *at = memchr(v.p, '@', v.n);
  const size_t name = at ? (size_t)(at - v.p) : 0;
  size_t i = name + 1, dots = 0;
  while (i < v.n && dfmto_share_is_hex(v.p[i])) i++;
  for (size_t k = 0; k < name; k++) {
    dots += v.p[k] == '.';
    if (!dfmto_share_is_word(v.p[k]) && !dfmto_share_is_one_of(v.p[k], "._$")) return false;
  }
  return dots && i == v.n && v.n > name + 1;
}

/* Sources of user databases (nsswitch.conf), and services of PAM modules: "pam_unix(gdm-password:auth)". */
static bool is_setting(struct dfmto_share_bytes v) {
  static const char words[] =
      "files|compat|db|nis|nisplus|ldap|sss|dns|winbind|auth|account|session|systemd|password|cache|chauthtok";
  return dfmto_share_is_listed(v, words);
}

/* Users of every system: "Owner", "User2", "Managed profile". */
static bool is_anybody(struct dfmto_share_bytes v) {
  static const char words[] = "owner|guest|system user|managed profile|work profile";
  size_t i = dfmto_share_same(v, 0, "user") ? 4 : 0;
  while (i > 0 && i < v.n && dfmto_share_is_digit(v.p[i])) i++;
  return i == v.n || dfmto_share_is_listed(v, words);
}

/* The largest number of a type means unknown. */
static bool is_cell(struct dfmto_share_bytes v) {
  static const char words[] = "2147483647|9223372036854775807|4294967295|65535|0";
  return !dfmto_share_is_listed(v, words);
}

/* "00000000-0000-0000-0000-000000000000" */
static bool is_zeros(struct dfmto_share_bytes v) {
  size_t i = 0;
  while (i < v.n && dfmto_share_is_one_of(v.p[i], "0-")) i++;
  return i == v.n;
}

static bool says_nothing(enum dfmto_share_class c, struct dfmto_share_bytes v) {
  switch (c) {
    case DFMTO_SECRET: return is_object(v) || is_setting(v);
    case DFMTO_PERSON: return is_anybody(v);
    case DFMTO_ACCOUNT: return dfmto_share_same(v, 0, "@@"); /* "@@ContextManagerNullAccount@@" */
    case DFMTO_CELL: return !is_cell(v);
    case DFMTO_DEVICE_ID: return is_zeros(v);
    case DFMTO_USERNAME: return dfmto_share_is_system_user(v.p, v.n);
    default: return false;
  }
}

/* ---- fields ---- */

/* Length of "name=", 0: does not begin with one. */
static size_t field_name(struct dfmto_share_bytes v) {
  enum { LEAST = 2 };
  size_t n = 0;
  if (!v.n || !dfmto_share_is_letter(*v.p)) return 0;
  while (n < v.n && n < MOST_NAME && (dfmto_share_is_word(v.p[n]) || dfmto_share_is_one_of(v.p[n], "_."))) n++;
  return n >= LEAST && n < v.n && v.p[n] == '=' && !(n + 1 < v.n && v.p[n + 1] == '=') ? n + 1 : 0;
}

/* Only letters, or a number, perhaps hexadecimal. */
static bool is_plain(struct dfmto_share_bytes v) {
  const bool hex = dfmto_share_same(v, 0, "0x");
  size_t letters = 0, digits = 0, others = 0;
  for (size_t i = hex ? 2 : 0; i < v.n; i++) {
    const bool digit = hex ? dfmto_share_is_hex(v.p[i]) : dfmto_share_is_digit(v.p[i]),
               letter = !digit && dfmto_share_is_letter(v.p[i]);
    digits += digit;
    letters += letter;
    others += !digit && !letter && !dfmto_share_is_one_of(v.p[i], "|_.-/[]");
  }
  return !others && (!letters || !digits);
}

bool dfmto_share_is_field(struct dfmto_share_bytes v, bool only) {
  const size_t name = field_name(v);
  return name && (only || is_plain((struct dfmto_share_bytes){v.p + name, v.n - name}));
}

/* "6ee433c/com.example/.auth.Service": a component. */
static bool is_component(struct dfmto_share_bytes v) {
  for (size_t i = 1; i + 1 < v.n; i++)
    if (v.p[i] == '/' && (v.p[i + 1] == '.' || dfmto_share_same(v, i, "/com.") || dfmto_share_same(v, i, "/org.")))
      return true;
  return false;
}

bool dfmto_share_is_distinct_secret(struct dfmto_share_bytes v) {
  enum { LEAST = 8 };
  size_t letters, digits, others;
  count(v, &letters, &digits, &others);
  return v.n >= LEAST && letters && digits && !field_name(v);
}

/* ---- values that the lexicon announces ---- */

/* "com.example.chat": a name with dots. */
static bool is_dotted(struct dfmto_share_bytes v, size_t least) {
  size_t dots = 0;
  for (size_t i = 0; i < v.n; i++) {
    if (v.p[i] == '.' && i && i + 1 < v.n)
      dots++;
    else if (!(v.p[i] >= 'a' && v.p[i] <= 'z') && !dfmto_share_is_digit(v.p[i]) && v.p[i] != '_' &&
             !(dots && dfmto_share_is_word(v.p[i])))
      return false;
  }
  return dots >= least;
}

/* A name has a capital, a letter that is not ASCII, or two words; constants have nothing but capitals. */
static bool is_person(struct dfmto_share_bytes v, size_t letters) {
  size_t capitals = 0, others = 0;
  for (size_t i = 0; i < v.n; i++) {
    capitals += (v.p[i] >= 'A' && v.p[i] <= 'Z') || v.p[i] >= 0x80;
    others += !(v.p[i] >= 'A' && v.p[i] <= 'Z') && v.p[i] != '_';
  }
  return letters >= 3 && (capitals || memchr(v.p, ' ', v.n)) && others && !dfmto_share_is_digit(*v.p) &&
         !is_dotted(v, 1) && !dfmto_share_same(v, 0, "content:");
}

/* "chatty jane", if it is known where it ends */
static bool is_medium(struct dfmto_share_bytes v) {
  return dfmto_share_is_listed(v, "sdcard|internal|data|efi|boot|swap|windows|recovery|reserved|usb|cdrom");
}

static bool is_account(const struct dfmto_share_place *x, struct dfmto_share_bytes v) {
  const bool blank = memchr(v.p, ' ', v.n) != NULL;
  return v.n >= 3 && !is_dotted(v, 2) && !is_medium(v) && (!blank || x->extent == DFMTO_TO_LINE) &&
         !memchr(v.p, '{', v.n);
}

static bool is_network(struct dfmto_share_bytes v, size_t letters, size_t digits, size_t others) {
  struct dfmto_share_found f;
  return (letters || others) && !dfmto_share_same(v, 0, "any ") && *v.p != '<' &&
         !(digits && dfmto_share_form_mac(v, 0, &f) && f.end == v.n);
}

/* "for user the", "u0": not a name. */
static bool is_login(struct dfmto_share_bytes v) {
  static const char words[] =
      "root|null|user|git|daemon|nobody|for|the|name|public|shared|to|from|by|userhandle|uid|is|not|in|on|at|id|of|"
      "with|and|or|a|mode|space|session";
  size_t i = dfmto_share_lower(*v.p) == 'u';
  while (i && i < v.n && dfmto_share_is_digit(v.p[i])) i++;
  return !(i > 1 && i == v.n) && !dfmto_share_is_listed(v, words);
}

static bool is_host(struct dfmto_share_bytes v) {
  size_t i = 0;
  while (i < v.n && (dfmto_share_is_digit(v.p[i]) || v.p[i] == '.')) i++;
  return i < v.n && !dfmto_share_is_listed(v, "version|localhost");
}

bool dfmto_share_is_own_host(struct dfmto_share_bytes v) {
  enum { LEAST = 6 };
  size_t letters, digits, others;
  count(v, &letters, &digits, &others);
  return v.n >= LEAST || digits || others;
}

/* What the kinds of values have to be beside what all of their class are. */
static bool is_announced(const struct dfmto_share_place *x, struct dfmto_share_bytes v, size_t letters, size_t digits,
                         size_t others) {
  enum { LEAST_CELL = 2, MOST_CELL = 12 };
  struct dfmto_share_found f;
  if (is_nothing_announced(v)) return false;
  switch (x->cls) {
    case DFMTO_PERSON: return is_person(v, letters);
    case DFMTO_ACCOUNT: return is_account(x, v);
    case DFMTO_SSID: return is_network(v, letters, digits, others);
    case DFMTO_USERNAME: return is_login(v);
    case DFMTO_HOSTNAME: return is_host(v);
    case DFMTO_SECRET: return !(x->flags & DFMTO_LONG && is_component(v));
    case DFMTO_PHONE: return !dfmto_share_form_ipv4(v, 0, &f) || dfmto_share_is_version(v, f);
    case DFMTO_CELL: return v.n >= LEAST_CELL && v.n <= MOST_CELL;
    default: return true;
  }
}

/* ---- classes ---- */

static bool is_user(struct dfmto_share_bytes v) {
  if (!dfmto_share_is_letter(*v.p) && *v.p != '_') return false;
  for (size_t i = 0; i < v.n; i++)
    if (!dfmto_share_is_word(v.p[i]) && !dfmto_share_is_one_of(v.p[i], "_-.")) return false;
  return v.n <= 32;
}

static bool is_capitals(struct dfmto_share_bytes v) {
  size_t i = 0;
  while (i < v.n && v.p[i] >= 'A' && v.p[i] <= 'Z') i++;
  return i == v.n;
}

/* The prefix of a token that is recognised without a place; tokens of AWS and Google have fixed lengths. */
static bool is_known_token(struct dfmto_share_bytes v) {
  static const struct {
    const char *start; /* case-sensitive */
    size_t least, most;
  } kinds[] = {{"AKIA", 20, 20},      {"ASIA", 20, 20},      {"AIza", 39, 39},         {"ghp_", 36, 255},
               {"gho_", 36, 255},     {"ghs_", 36, 255},     {"github_pat_", 22, 255}, {"glpat-", 20, 255},
               {"npm_", 40, 40},      {"xoxb-", 12, 255},    {"xoxp-", 12, 255},       {"ya29.", 20, 2048},
               {"sk_live_", 20, 255}, {"rk_live_", 20, 255}, {"sk-proj-", 24, 255},    {"sk-ant-", 24, 255},
               {"hf_", 34, 64}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (v.n >= kinds[i].least && v.n <= kinds[i].most && memcmp(v.p, kinds[i].start, strlen(kinds[i].start)) == 0)
      return true;
  return false;
}

/* A few random tokens have no digit, but more capitals than words have. Ids may consist of digits. */
static bool is_token(const struct dfmto_share_place *x, struct dfmto_share_bytes v, size_t letters, size_t digits) {
  enum { LEAST = 16 };
  size_t capitals = 0;
  if (digits || !letters || v.n < 8) return digits && v.n >= 8 && (letters || x->cls == DFMTO_DEVICE_ID);
  for (size_t i = 0; i < v.n; i++) capitals += v.p[i] >= 'A' && v.p[i] <= 'Z';
  return v.n >= LEAST && capitals >= v.n / 5 && letters - capitals >= v.n / 3;
}

/* Without separators: with them it is recognised by its form. */
static bool is_bare_mac(struct dfmto_share_bytes v) {
  size_t i = 0, zeros = 0;
  for (; i < v.n && dfmto_share_is_hex(v.p[i]); i++) zeros += v.p[i] == '0';
  return v.n == 12 && i == 12 && zeros < 12;
}

bool dfmto_share_is_plausible(const struct dfmto_share_place *x, struct dfmto_share_bytes v) {
  size_t letters, digits, others;
  if (is_nothing(v) || is_masked(v, x->extent == DFMTO_TO_SECRET) || says_nothing(x->cls, v)) return false;
  count(v, &letters, &digits, &others);
  if (x->announced && !is_announced(x, v, letters, digits, others)) return false;
  if (x->flags & DFMTO_WITH_WORD) return digits && is_known_token(v);
  if ((x->flags & DFMTO_LONG) && !is_token(x, v, letters, digits)) return false;
  if ((x->flags & DFMTO_LONG) && (x->announced || x->extent == DFMTO_TO_SECRET) && *v.p == '/')
    return false; /* "PWD=/home/…" */
  switch (x->cls) {
    case DFMTO_PERSON:
      return letters >= 2 && v.n <= 80 && (!(x->flags & DFMTO_WORDS) || (*v.p >= 'A' && *v.p <= 'Z') || *v.p >= 0x80);
    case DFMTO_USERNAME: return is_user(v);
    case DFMTO_HOSTNAME: return letters && v.n >= 2 && !dfmto_share_is_listed(v, "localhost");
    case DFMTO_SERIAL:
      if (x->extent == DFMTO_TO_TOKEN && x->announced) return digits || is_capitals(v);
      if (x->extent == DFMTO_TO_WWN) return true;
      return v.n >= 6 && v.n <= 24 && !others && (digits || is_capitals(v));
    case DFMTO_SSID: return v.n <= 32 && !dfmto_share_same(v, 0, "0x");
    case DFMTO_SECRET: return v.n >= DFMTO_LEAST_SECRET;
    case DFMTO_MAC: return is_bare_mac(v);
    case DFMTO_PHONE: return !(x->flags & DFMTO_DIALLED) || others || *v.p == '0';
    case DFMTO_IMEI: return v.n >= 14 && v.n <= 16;
    case DFMTO_MEID: return v.n >= 14 && v.n <= 18 && !others;
    case DFMTO_IMSI: return v.n == 14 || v.n == 15;
    case DFMTO_ICCID: return v.n >= 18;
    default: return true;
  }
}
