/* SPDX-License-Identifier: MIT */
/* How Apport is recognised. */
#include <string.h>

#include "apport.h"
#include "base/rare.h"
#include "base/text.h"
#include "scan.h"

/* Keys that mails, packages and notes have, too: they tell nothing. */
static DFMTI_RARE bool is_common(const uint8_t *key, size_t n) {
  static const char *const words[] = {"Architecture", "Date", "Dependencies", "OS", "Package", "Tags", "Title"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == n && memcmp(words[i], key, n) == 0) return true;
  return false;
}

/* Whether a value in base64 begins after a key (spec 4.1), which no other text has. */
static DFMTI_RARE bool is_packed(const uint8_t *p, size_t n) {
  static const char marker[] = ": base64\n ";
  return n >= sizeof marker - 1 && memcmp(p, marker, sizeof marker - 1) == 0;
}

/* Length of the key that a line begins with, 0 if it begins with none that is followed by a colon. An unknown one needs
 * white space after that, as all writers put it: "word:word" on each line is what many a text file has. */
static DFMTI_RARE size_t key_length(const uint8_t *p, size_t n, bool *known) {
  const uint8_t *colon = memchr(p, ':', n < 256 ? n : 256);
  size_t len = colon ? (size_t)(colon - p) : 0;
  if (!len || !dfmt_apport_key_is_valid((const char *)p, len)) return 0;
  const bool standard = dfmt_apport_key_find((const char *)p, len);
  *known = (standard && !is_common(p, len)) || is_packed(p + len, n - len);
  return standard || len + 1 == n || p[len + 1] == ' ' || p[len + 1] == '\n' ? len : 0;
}

/* Bytes of the empty lines that a copied report may begin with. */
static DFMTI_RARE size_t blank_lines(const uint8_t *p, size_t n) {
  size_t at = 0;
  for (size_t i = 0; i < n && (p[i] == '\n' || (p[i] == '\r' && i == at)); i++)
    if (p[i] == '\n') at = i + 1;
  return at;
}

/* The key that goes first is as good as a magic number. */
DFMTI_RARE int32_t dfmti_apport_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  static const char first[] = "ProblemType:";
  (void)out;
  const size_t at = blank_lines(p, n);
  return n - at >= sizeof first - 1 && memcmp(p + at, first, sizeof first - 1) == 0 ? 95 : 0;
}

/* "ProblemType", which text about reports has, too. */
static bool key_is_first(const uint8_t *p, size_t n) { return n == 11 && memcmp(p, "ProblemType", n) == 0; }

/*
 * Every line that can be seen must obey the grammar, and one have a key, or a value, that is Apport's own. In another
 * text, which may speak of one, it takes two, among lines that mails may have wrapped.
 */
DFMTI_RARE int32_t dfmti_apport_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  (void)out;
  const size_t least = in->excerpt ? 2 : 1;
  size_t pos = blank_lines(in->ptr, in->len), known = 0;
  bool this_one = false;
  while (pos < in->len) {
    size_t key = key_length(in->ptr + pos, in->len - pos, &this_one);
    if (key == 0 && !in->excerpt) {
      bool cut = !in->whole && !memchr(in->ptr + pos, '\n', in->len - pos);
      if (cut) break;
      return known >= least ? 60 : 0;
    }
    known += key && this_one && !(known && key_is_first(in->ptr + pos, key));
    const uint8_t *lf;
    do {
      lf = memchr(in->ptr + pos, '\n', in->len - pos);
      pos = lf ? (size_t)(lf + 1 - in->ptr) : in->len;
    } while (pos < in->len && in->ptr[pos] == ' ');
  }
  return known >= least ? 80 : 0;
}

/* ---- in other texts ---- */

/* "ProblemType: " and a word */
static bool begins_excerpt(const uint8_t *p, size_t n) {
  static const char first[] = "ProblemType: ";
  size_t at = sizeof first - 1;
  if (n <= at || memcmp(p, first, at) != 0) return false;
  while (at < n && dfmti_is_letter(p[at])) at++;
  return at >= sizeof first && (at == n || p[at] == '\n' || p[at] == '\r');
}

static bool goes_on(const uint8_t *p, size_t n) {
  bool known;
  return *p == ' ' || key_length(p, n, &known) > 0;
}

const struct dfmti_excerpt_form dfmti_apport_excerpt = {.begins = begins_excerpt, .goes_on = goes_on};
