/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <string.h>

#include "base/mem.h"
#include "extent.h"
#include "letters.h"
#include "plausible.h"
#include "values.h"

#define PLACE(WORD, CLASS, LEAD, EXTENT, FLAGS) \
  {.word = WORD, .cls = DFMTO_##CLASS, .lead = DFMTO_LEAD_##LEAD, .extent = DFMTO_TO_##EXTENT, .flags = FLAGS}
#define UNTIL(WORD, CLASS, LEAD, TEXT, FLAGS) \
  {.word = WORD, \
   .cls = DFMTO_##CLASS, \
   .lead = DFMTO_LEAD_##LEAD, \
   .extent = DFMTO_TO_TEXT, \
   .flags = FLAGS, \
   .until = TEXT}

/* Places with the same word must be consecutive. */
const struct dfmto_share_place dfmto_share_places[] = {
    /* people */
    PLACE("lookup=", PERSON, NONE, TOKEN, 0),
    PLACE("lookup/", PERSON, NONE, PATH, 0),
    PLACE("media/", USERNAME, NONE, PATH, DFMTO_AFTER_SLASH | DFMTO_AT_ROOT | DFMTO_HERE_ONLY),
    UNTIL("to:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("from:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("cc:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("reply-to:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("author:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("committer:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("signed-off-by:", PERSON, NONE, " <", DFMTO_WORDS),
    UNTIL("co-authored-by:", PERSON, NONE, " <", DFMTO_WORDS),
    PLACE("s phone", PERSON, BACK, NAME, 0),
    PLACE("s iphone", PERSON, BACK, NAME, 0),
    PLACE("s galaxy", PERSON, BACK, NAME, 0),
    PLACE("s pixel", PERSON, BACK, NAME, 0),
    PLACE("s tablet", PERSON, BACK, NAME, 0),
    PLACE("s buds", PERSON, BACK, NAME, 0),
    PLACE("s airpods", PERSON, BACK, NAME, 0),
    PLACE("s watch", PERSON, BACK, NAME, 0),
    PLACE("s laptop", PERSON, BACK, NAME, 0),
    /* QR codes of networks */
    UNTIL("wifi:s:", SSID, NONE, ";", 0),
    UNTIL("t:wpa;p:", SECRET, NONE, ";", 0),
    /* credentials */
    PLACE("sshpass -p", SECRET, BLANK, TOKEN, 0),
    PLACE("authorization: token", SECRET, BLANK, TOKEN, DFMTO_LONG),
    PLACE("authorization: basic", SECRET, BLANK, TOKEN, DFMTO_UNLESS_TEXT),
    PLACE("set-cookie", SECRET, KEY, SET_COOKIE, 0),
    PLACE("cookie", SECRET, KEY, COOKIE, 0),
    PLACE("password", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("secret", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("token", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("auth-token", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("access-token", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("key", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    PLACE("api-key", SECRET, BLANK, TOKEN, DFMTO_AFTER_DASHES),
    /* tokens recognisable by their prefix */
    PLACE("akia", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("asia", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("aiza", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("ghp_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("gho_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("ghs_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("github_pat_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("glpat-", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("npm_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("xoxb-", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("xoxp-", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("ya29.", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("sk_live_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("rk_live_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("sk-proj-", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("sk-ant-", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
    PLACE("hf_", SECRET, NONE, TOKEN, DFMTO_WITH_WORD),
};
const size_t dfmto_share_n_places = sizeof dfmto_share_places / sizeof *dfmto_share_places;

enum { MOST_BACK = 64, MOST_QUOTED = 256, MOST_SECRET = 2048, MOST_SETTING = 128, LEAST_NAME = 3, MOST_NAME = 32 };

/* ---- before the value ---- */

static size_t blanks(struct dfmto_share_bytes t, size_t i) {
  while (i < t.n && dfmto_share_is_blank(t.p[i])) i++;
  return i;
}

/* "String (", of a bundle, or a bracket. */
static size_t skip_opening(struct dfmto_share_bytes t, size_t at) {
  static const char *const words[] = {"string (", "spannablestring (", "tel:", NULL};
  for (const char *const *w = words; *w; w++)
    if (dfmto_share_same(t, at, *w)) return at + strlen(*w);
  return at + dfmto_share_is_one_of(dfmto_share_byte_at(t, at), "[({");
}

bool dfmto_share_skip_join(struct dfmto_share_bytes t, size_t *i) {
  size_t at = *i;
  while (at < *i + 3 && dfmto_share_is_closer(dfmto_share_byte_at(t, at))) at++;
  const bool bracket = at > *i && t.p[at - 1] == ']'; /* of a property; else of a program: "gdm-password]: " */
  at = blanks(t, at);
  if (!dfmto_share_is_one_of(dfmto_share_byte_at(t, at), ":=>")) return false;
  const uint8_t join = dfmto_share_byte_at(t, at++);
  if (join == '=' && dfmto_share_byte_at(t, at) == '>') at++;
  if (join == ':' && dfmto_share_byte_at(t, at) == ':') return false; /* of C++ */
  if (join == '>' && dfmto_share_is_blank(dfmto_share_byte_at(t, at)))
    return false; /* "<unknown ssid> x": not an XML tag */
  at = blanks(t, at);
  if (bracket && dfmto_share_byte_at(t, at) != '[') return false;
  *i = skip_opening(t, at);
  *i += dfmto_share_byte_at(t, *i) == '"' && dfmto_share_byte_at(t, *i + 1) == '\\' &&
        dfmto_share_byte_at(t, *i + 2) == '"'; /* a quote in a text */
  return true;
}

/* "' , '" and " " */
static bool skip_dashes(struct dfmto_share_bytes t, size_t *i) {
  size_t from = *i;
  while (*i < t.n && *i < from + 5 && dfmto_share_is_one_of(t.p[*i], "\"', =")) ++*i;
  return *i > from;
}

static bool skip_lead(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t *i) {
  size_t from = *i;
  switch (x->lead) {
    case DFMTO_LEAD_KEY: return dfmto_share_skip_join(t, i);
    case DFMTO_LEAD_BLANK:
      if (x->flags & DFMTO_AFTER_DASHES) return skip_dashes(t, i);
      return (*i = blanks(t, *i)) > from;
    case DFMTO_LEAD_NUMBER:
      while (*i < t.n && dfmto_share_is_digit(t.p[*i])) ++*i;
      return *i > from && dfmto_share_byte_at(t, (*i)++) == ':';
    case DFMTO_LEAD_SETTING:
      for (; *i < t.n && *i < from + MOST_SETTING; ++*i)
        if (dfmto_share_same(t, *i, " value:")) return *i += 7, true;
      return false;
    default: return true;
  }
}

/* "secret=0x5581a1b2c400 \"…\"": skips the pointer to the string. */
static void skip_pointer(struct dfmto_share_bytes t, size_t *i) {
  size_t at = *i + 2;
  if (!dfmto_share_same(t, *i, "0x")) return;
  while (at < t.n && dfmto_share_is_hex(t.p[at])) at++;
  if (dfmto_share_byte_at(t, at) == ' ' && dfmto_share_byte_at(t, at + 1) == '"') *i = at + 1;
}

/* ---- extent of the value ---- */

static size_t to_any(struct dfmto_share_bytes t, size_t i, const char *stops) {
  while (i < t.n && t.p[i] >= ' ' && !dfmto_share_is_one_of(t.p[i], stops)) i++;
  return i;
}

/* To two blanks, or the next "key=". */
static size_t to_name(struct dfmto_share_bytes t, size_t i) {
  size_t end = to_any(t, i, ",;|<>(){}[]\"&=\\");
  if (dfmto_share_byte_at(t, end) == '=')
    while (end > i && t.p[end - 1] != ' ') end--;
  for (size_t k = i; k + 1 < end; k++)
    if (t.p[k] == ' ' && t.p[k + 1] == ' ') return k;
  for (size_t k = i; k + 1 < end; k++)
    if (t.p[k] == '\'' && t.p[k + 1] == 's') return k;
  return end;
}

static size_t to_text(struct dfmto_share_bytes t, size_t i, const char *until) {
  for (size_t k = i; k < t.n && k < i + MOST_QUOTED; k++)
    if (dfmto_share_same(t, k, until)) return k;
  return i;
}

static size_t to_phone(struct dfmto_share_bytes t, size_t i) {
  size_t digits = 0, end = i;
  for (size_t k = i; k < t.n && digits < 16; k++) {
    if (dfmto_share_is_digit(t.p[k])) {
      digits++;
      end = k + 1;
    } else if (!(k == i && dfmto_share_is_one_of(t.p[k], "+(")) &&
               (k == i || !dfmto_share_is_one_of(t.p[k], " -.()") || k > end + 1 ||
                dfmto_share_is_blank(dfmto_share_byte_at(t, k + 1)))) {
      break;
    }
  }
  return digits >= 7 && digits <= 15 && !(end < t.n && dfmto_share_is_word(t.p[end])) ? end : i;
}

static size_t to_decimal(struct dfmto_share_bytes t, size_t i) {
  size_t k = i + (dfmto_share_byte_at(t, i) == '-'), point;
  while (k < t.n && dfmto_share_is_digit(t.p[k])) k++;
  point = k;
  if (dfmto_share_byte_at(t, k) != '.') return i;
  for (k++; k < t.n && dfmto_share_is_digit(t.p[k]);) k++;
  return k > point + 3 && !(k < t.n && dfmto_share_is_word(t.p[k]) && t.p[k] < 0x80) ? k : i; /* "48.8701°" */
}

static size_t to_number(struct dfmto_share_bytes t, size_t i) {
  size_t k = i;
  while (k < t.n && dfmto_share_is_digit(t.p[k])) k++;
  return k < t.n && dfmto_share_is_word(t.p[k]) ? i : k;
}

/* "name=" comes next, or after ',' "name:". */
static bool is_name_next(struct dfmto_share_bytes t, size_t i, bool after_and) {
  const size_t from = i;
  while (i < t.n && i < from + MOST_NAME && (dfmto_share_is_word(t.p[i]) || dfmto_share_is_one_of(t.p[i], "_-."))) i++;
  return i >= from + LEAST_NAME && dfmto_share_is_one_of(dfmto_share_byte_at(t, i), after_and ? "=" : "=:");
}

/* A tag, or a text for a missing value. */
static bool is_tag(struct dfmto_share_bytes t, size_t i) {
  const size_t from = i;
  while (i < t.n && i < from + MOST_NAME && t.p[i] > ' ' && t.p[i] != '>') i++;
  return dfmto_share_byte_at(t, i) == '>';
}

/* "Token{": the text form of an object. */
static bool is_object(struct dfmto_share_bytes t, size_t from, size_t to) {
  size_t i = from;
  while (i < to && i < from + MOST_BACK && (dfmto_share_is_word(t.p[i]) || dfmto_share_is_one_of(t.p[i], "_.$"))) i++;
  return i == to && (from == to || (t.p[from] >= 'A' && t.p[from] <= 'Z'));
}

/* Too few bytes for a secret, so that what follows belongs to it, unless they mean that there is none. */
static bool is_too_short(struct dfmto_share_bytes t, size_t from, size_t to) {
  static const char *const words[] = {"no", "yes", "on", "off", NULL};
  size_t others = 0;
  for (const char *const *w = words; *w; w++)
    if (to - from == strlen(*w) && dfmto_share_same(t, from, *w)) return false;
  for (size_t i = from; i < to; i++) others += !dfmto_share_is_digit(t.p[i]) && t.p[i] != '*';
  return others && to - from < DFMTO_LEAST_SECRET;
}

/* A delimiter ends a secret unless the secret continues after it. */
static bool ends_secret(struct dfmto_share_bytes t, size_t from, size_t i) {
  const uint8_t c = t.p[i], next = dfmto_share_byte_at(t, i + 1);
  if (c <= ' ' || c == '"' || c == '\'') return true;
  if (c == '&' && dfmto_share_entity(t, i, &(uint32_t){0})) return true;
  if (dfmto_share_is_one_of(c, ",;&") && (next <= ' ' || dfmto_share_is_one_of(next, "\"'<>(){}[]"))) return true;
  if (dfmto_share_is_one_of(c, ",;&")) return is_name_next(t, i + 1, c == '&') && !is_too_short(t, from, i);
  if (dfmto_share_is_one_of(c, "({[")) return is_object(t, from, i) || !dfmto_share_is_word(next);
  if (c == '<') return is_tag(t, i);
  if (c == '\\') return next <= ' ' || dfmto_share_is_one_of(next, "\"'");
  return dfmto_share_is_one_of(c, ")}]>|") && !dfmto_share_is_word(next);
}

static size_t to_secret(struct dfmto_share_bytes t, size_t i) {
  const size_t from = i;
  while (i < t.n && !ends_secret(t, from, i)) i++;
  return i;
}

static size_t to_end(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i) {
  static const char token[] = ",;&\"'<>(){}[]|\\";
  switch (x->extent) {
    case DFMTO_TO_SECRET: return to_secret(t, i);
    case DFMTO_TO_NAME: return to_name(t, i);
    case DFMTO_TO_LINE: return to_any(t, i, ",\"<>{}[]|\t");
    case DFMTO_TO_TEXT: return to_text(t, i, x->until);
    case DFMTO_TO_NUMBER: return to_number(t, i);
    case DFMTO_TO_PHONE: return to_phone(t, i);
    case DFMTO_TO_DECIMAL: return to_decimal(t, i);
    case DFMTO_TO_PATH: return to_any(t, i, "/?#:* ,;&\"'<>(){}[]|\\");
    case DFMTO_TO_LABEL: return to_any(t, i, ". ,;&\"'<>(){}[]|\\:");
    case DFMTO_TO_QUOTE: return i;
    case DFMTO_TO_TOKEN:
    case DFMTO_TO_COOKIE:
    case DFMTO_TO_SET_COOKIE: break;
    default: return dfmto_share_extent(x, t, i);
  }
  while (i < t.n && t.p[i] > ' ' && !dfmto_share_is_one_of(t.p[i], token)) i++;
  return i;
}

/*
 * In quotes that begin at i, perhaps after a backslash; otherwise quotes after a backslash are part of it. false: no
 * end.
 */
static bool quoted(struct dfmto_share_bytes t, size_t i, struct dfmto_share_found *f) {
  const uint8_t quote = t.p[i];
  const bool escaped = i && t.p[i - 1] == '\\';
  for (size_t k = i + 1; k < t.n && k < i + MOST_QUOTED && t.p[k] >= ' '; k++) {
    if (!escaped && t.p[k] == '\\' && dfmto_share_byte_at(t, k + 1) == quote && dfmto_share_byte_at(t, k + 2) > ' ')
      k += 2;
    if (t.p[k] != quote) continue;
    *f = (struct dfmto_share_found){i + 1, k > i + 1 && t.p[k - 1] == '\\' ? k - 1 : k};
    return true;
  }
  return false;
}

/* "Jane Doe's phone": back to the start of the field. */
static bool backward(struct dfmto_share_bytes t, size_t from, struct dfmto_share_found *f) {
  if (from < 3 || t.p[from - 1] != '\'') return false;
  size_t end = from - 1, start = end;
  while (start && end - start < MOST_BACK && !dfmto_share_is_one_of(t.p[start - 1], ":=[](\"'{,;|>\t") &&
         t.p[start - 1] >= ' ')
    start--;
  while (start < end && dfmto_share_is_blank(t.p[start])) start++;
  *f = (struct dfmto_share_found){start, end};
  return true;
}

/* ---- all of it ---- */

/* "/media/jane", "/run/media/jane"; not "/product/media/audio", "content://media/external". */
static bool is_at_root(struct dfmto_share_bytes t, size_t slash) {
  const uint8_t b = slash ? t.p[slash - 1] : 0;
  if (b == '/') return slash < 2 || t.p[slash - 2] != ':';
  const bool in_folder = dfmto_share_is_word(b) || dfmto_share_is_one_of(b, "._-~*");
  return !in_folder || (slash >= 4 && dfmto_share_same(t, slash - 4, "/run"));
}

/* "com.example.permission.READ_PASSWORD:": a name in capitals of something with a state, not a secret. */
static bool is_constant(struct dfmto_share_bytes t, size_t from, size_t to) {
  size_t i = to;
  while (i && ((t.p[i - 1] >= 'A' && t.p[i - 1] <= 'Z') || dfmto_share_is_digit(t.p[i - 1]) || t.p[i - 1] == '_')) i--;
  return i <= from && i >= 2 && t.p[i - 1] == '.' && dfmto_share_is_word(t.p[i - 2]) &&
         dfmto_share_byte_at(t, to) == ':' && dfmto_share_is_blank(dfmto_share_byte_at(t, to + 1));
}

static bool stands_right(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t from) {
  const uint8_t b = from ? t.p[from - 1] : 0;
  if (x->flags & DFMTO_AT_ROOT && b == '/' && !is_at_root(t, from - 1)) return false;
  if (x->flags & DFMTO_AFTER_SLASH) return b == '/';
  if (x->flags & DFMTO_AFTER_DASHES) return b == '-' && from >= 2 && t.p[from - 2] == '-';
  if (b == '/' && from >= 2 && t.p[from - 2] == '<') return false; /* a closing tag */
  if (x->extent == DFMTO_TO_COOKIE && from >= 4 && dfmto_share_same(t, from - 4, "set-")) return false;
  if (x->flags & DFMTO_IN_QUERY) return !b || dfmto_share_is_one_of(b, "?&;, \"'{");
  return true;
}

/* "Jane Doe <jane@example.org>": without an address it may be anything. */
static bool has_address(struct dfmto_share_bytes t, size_t i) {
  const size_t end = to_any(t, dfmti_min(t.n, i + 2), "> \"");
  return i + 2 < t.n && (dfmto_share_is_placeholder(t.p + i + 2, t.n - i - 2) || memchr(t.p + i + 2, '@', end - i - 2));
}

/* Punctuation at the end of a sentence or a field is not part of it. */
static void trim(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f) {
  const char *ends = x->extent == DFMTO_TO_TOKEN || x->extent == DFMTO_TO_SECRET ? ".:!? " : " ";
  while (f->end > f->start && dfmto_share_is_one_of(t.p[f->end - 1], ends)) f->end--;
  while (f->start < f->end && dfmto_share_is_blank(t.p[f->start])) f->start++;
}

static bool skip_cookie_name(struct dfmto_share_bytes t, size_t *i) {
  while (*i < t.n && (dfmto_share_is_word(t.p[*i]) || dfmto_share_is_one_of(t.p[*i], "_-."))) ++*i;
  return dfmto_share_byte_at(t, (*i)++) == '=';
}

static bool extent(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i,
                   struct dfmto_share_found *f) {
  if (x->cls == DFMTO_SECRET) skip_pointer(t, &i);
  const bool cookie = x->extent == DFMTO_TO_COOKIE || x->extent == DFMTO_TO_SET_COOKIE;
  if (cookie && !skip_cookie_name(t, &i)) return false;
  if (dfmto_share_byte_at(t, i) == '\\' && dfmto_share_byte_at(t, i + 1) == '"') i++;
  t.n = dfmti_min(t.n, i + (x->cls == DFMTO_SECRET ? MOST_SECRET : MOST_QUOTED));
  if (x->extent != DFMTO_TO_TEXT && dfmto_share_is_one_of(dfmto_share_byte_at(t, i), "\"'") && quoted(t, i, f))
    return !dfmto_share_is_strict(x) || to_end(x, (struct dfmto_share_bytes){t.p, f->end}, f->start) == f->end;
  *f = (struct dfmto_share_found){i, to_end(x, t, i)};
  if (x->extent == DFMTO_TO_WWN && dfmto_share_same(t, i, "0x")) f->start += 2;
  if (x->extent == DFMTO_TO_LAST) f->start = dfmto_share_after_last(t, *f);
  if (x->cls == DFMTO_SSID && !x->announced && i && t.p[i - 1] == '=')
    f->end = dfmti_min(f->end, to_any(t, i, " ,;&\"<>{}[]|"));
  return f->end < t.n ? !(x->cls == DFMTO_SECRET && dfmto_share_is_one_of(t.p[f->end], "{@(")) : true;
}

/* "ssid= rssi=-61", "password: granted=true": the text after the blank is not a value. i: where one could be. */
static bool is_next_field(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i,
                          struct dfmto_share_found f) {
  if (x->lead == DFMTO_LEAD_BACK || f.start != i || !i || !dfmto_share_is_blank(t.p[i - 1])) return false;
  return dfmto_share_is_field((struct dfmto_share_bytes){t.p + f.start, f.end - f.start}, x->cls != DFMTO_SECRET);
}

/* Judges what was found; i: where a value could begin. */
static bool judge(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t i, struct dfmto_share_found *f,
                  enum dfmto_share_class *cls) {
  struct dfmto_share_found mail;
  trim(x, t, f);
  if (is_next_field(x, t, i, *f)) return false;
  if (f->end <= f->start || ((x->flags & DFMTO_WORDS) && !has_address(t, f->end))) return false;
  const uint8_t *at = memchr(t.p + f->start, '@', f->end - f->start);
  if (at && x->cls != DFMTO_SECRET && x->cls != DFMTO_SSID && dfmto_share_form_email(t, (size_t)(at - t.p), &mail)) {
    *f = mail;
    *cls = DFMTO_EMAIL;
    return true;
  }
  return dfmto_share_is_plausible(x, (struct dfmto_share_bytes){t.p + f->start, f->end - f->start});
}

bool dfmto_share_place_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t from, size_t to,
                             struct dfmto_share_found *f, enum dfmto_share_class *cls) {
  size_t i = to;
  *cls = x->cls;
  if (!stands_right(x, t, from) || (x->cls == DFMTO_SECRET && is_constant(t, from, to))) return false;
  if (x->lead == DFMTO_LEAD_BACK ? !backward(t, from, f) : !skip_lead(x, t, &i) || !extent(x, t, i, f)) return false;
  if (x->flags & DFMTO_WITH_WORD) f->start = from;
  return judge(x, t, i, f, cls);
}

bool dfmto_share_announced_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t to, size_t i,
                                 struct dfmto_share_found *f, enum dfmto_share_class *cls) {
  *cls = x->cls;
  if (x->cls == DFMTO_PHONE && i && i < t.n && t.p[i - 1] == '(') i--; /* "(020) 7946 0345" */
  if (i >= t.n || (x->cls == DFMTO_SECRET && is_constant(t, to, to)) || !extent(x, t, i, f)) return false;
  if (x->extent == DFMTO_TO_QUOTE && f->start == i) return false;
  return judge(x, t, i, f, cls);
}

bool dfmto_share_judge_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f,
                             enum dfmto_share_class *cls) {
  *cls = x->cls;
  return judge(x, t, f->start, f, cls);
}

bool dfmto_share_next_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t,
                            struct dfmto_share_found *f) {
  if (x->extent != DFMTO_TO_COOKIE) return false;
  for (size_t i = f->end + (dfmto_share_byte_at(t, f->end) == '"'); dfmto_share_byte_at(t, i) == ';';) {
    i = blanks(t, i + 1);
    if (!skip_cookie_name(t, &i)) return false;
    if (dfmto_share_byte_at(t, i) != '"' || !quoted(t, i, f)) *f = (struct dfmto_share_found){i, to_end(x, t, i)};
    if (dfmto_share_is_plausible(x, (struct dfmto_share_bytes){t.p + f->start, f->end - f->start})) return true;
    i = f->end + (dfmto_share_byte_at(t, f->end) == '"');
  }
  return false;
}
