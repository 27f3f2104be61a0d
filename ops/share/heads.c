/* SPDX-License-Identifier: MIT */
#include "heads.h"

#include <string.h>

#include "base/little_endian.h"
#include "bits.h"
#include "letters.h"
#include "values.h"

/* Eight bytes have a digit where `form` has '0', and are otherwise equal to it. */
static bool has_form(const uint8_t *p, const char *form) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < 8; i++) mask |= (uint64_t)(form[i] == '0' ? 0xf0 : 0xff) << 8 * i;
  const uint64_t v = dfmti_load_le64(p), want = dfmti_load_le64((const uint8_t *)form);
  const uint64_t over = ~mask >> 4 & UINT64_C(0x0606060606060606); /* excludes ':' and others from the digits */
  return (v & mask) == want && ((v + over) & mask) == want;
}

/* "03-17 08:00:00.123": the start of most lines of a report. */
static bool is_time(const uint8_t *p) {
  return has_form(p, "00-00 00") && has_form(p + 8, ":00:00.0") && dfmto_share_is_digit(p[16]) &&
         dfmto_share_is_digit(p[17]);
}

/* 0 is a digit, _ a digit or a blank; others are literal. */
static bool looks_like(struct dfmto_share_bytes t, size_t at, const char *form) {
  size_t len = strlen(form);
  if (at + len > t.n || !dfmto_share_is_digit(t.p[at + len - 1 - (form[len - 1] == ' ')])) return false;
  for (size_t i = 0; i < len; i++) {
    uint8_t c = t.p[at + i];
    bool good = form[i] == '0'   ? dfmto_share_is_digit(c)
                : form[i] == '_' ? dfmto_share_is_digit(c) || c == ' '
                                 : c == (uint8_t)form[i];
    if (!good) return false;
  }
  return true;
}

static bool begins(struct dfmto_share_bytes t, size_t at, const char *word) {
  size_t len = strlen(word);
  return at + len <= t.n && memcmp(t.p + at, word, len) == 0;
}

static size_t skip_blanks(struct dfmto_share_bytes t, size_t i) {
  while (i < t.n && t.p[i] == ' ') i++;
  return i;
}

static bool is_priority(uint8_t c) {
  return c >= 'D' && c <= 'W' && UINT32_C(0xc8027) >> (c - 'D') & 1; /* one of "VDIWEFS" */
}

/* End of the words before the tag, if within 32 bytes; 0: not, or not a head. */
static size_t end_of_words(struct dfmto_share_bytes t, size_t at) {
  enum { SEEN = 32 };
  uint64_t blank, shown;
  if (t.n - at < SEEN) return 0;
  dfmto_share_bits_shown(t.p + at, &blank, &shown);
  uint64_t starts = shown & ~(shown << 1), single = starts & ~(shown >> 1);
  const uint64_t run = blank | shown, known = run & ~(run + 1); /* known: up to the first other byte */
  starts &= starts - 1;
  for (unsigned words = 2; words < 4; words++) { /* the third or fourth word */
    starts &= starts - 1;
    if (!(starts & known)) return 0;
    const unsigned i = (unsigned)__builtin_ctzll(starts);
    if (single >> i & 1 && i + 1 < SEEN && is_priority(t.p[at + i])) return at + i + 1;
  }
  return 0;
}

bool dfmto_share_log_head(struct dfmto_share_bytes t, size_t *tag, size_t *message) {
  size_t i = 18, words = 0;
  if (t.n < i || !is_time(t.p)) return false;
  while (i < t.n && dfmto_share_is_digit(t.p[i])) i++;
  const size_t end = end_of_words(t, i);
  if (end) i = end;
  for (; !end && words < 4; words++) {
    const size_t from = i = skip_blanks(t, i);
    while (i < t.n && t.p[i] > ' ') i++;
    if (i == from || i == t.n) return false;
    if (words >= 2 && i == from + 1 && is_priority(t.p[from])) break;
  }
  if (words == 4) return false;
  const uint8_t *colon = memchr(t.p + i, ':', t.n - i);
  *tag = i + 1;
  *message = colon ? (size_t)(colon - t.p) + 1 : *tag;
  if (*message < t.n && t.p[*message] == ' ') ++*message;
  return true;
}

static bool is_row_of(struct dfmto_share_bytes t, uint8_t c, size_t least) {
  for (size_t i = 0; i < t.n; i++)
    if (t.p[i] != c) return false;
  return t.n >= least;
}

/* Finds a word; the text's end: not found. Skips placeholders. */
static size_t find(struct dfmto_share_bytes t, size_t i, const char *word) {
  while (i < t.n && !begins(t, i, word)) {
    const size_t skip = t.p[i] == '<' ? dfmto_share_is_placeholder(t.p + i, t.n - i) : 0;
    i += skip ? skip : 1;
  }
  return i;
}

/* "TITLE (command)": the title is the name. */
static void take_title(struct dfmto_share_bytes t, size_t from, size_t end, struct dfmto_share_mark *m) {
  const size_t name = find((struct dfmto_share_bytes){t.p, end}, from, " (");
  m->name = (struct dfmto_share_found){from, name};
  m->end = end;
}

/* "DUMP OF SERVICE NAME:" */
static bool is_service(struct dfmto_share_bytes t, struct dfmto_share_mark *m) {
  const size_t end = find(t, 16, ":");
  if (!begins(t, 0, "DUMP OF SERVICE ") || end == t.n) return false;
  *m = (struct dfmto_share_mark){{16, end}, t.n, true};
  return true;
}

/* "--------- 0.7s was the duration of dumpsys NAME, ending at: ..." */
static bool is_service_end(struct dfmto_share_bytes t, struct dfmto_share_mark *m) {
  static const char words[] = "was the duration of dumpsys ";
  const size_t at = find(t, 0, words), name = at + sizeof words - 1;
  if (!begins(t, 0, "--------- ") || t.n <= 40 || name > t.n) return false;
  const size_t end = find(t, name, ", ending at");
  *m = (struct dfmto_share_mark){{name, end}, end, false};
  return true;
}

/* "------ TITLE (command) ------", "------ 0.7s was the duration of 'TITLE' ------" */
static bool is_section(struct dfmto_share_bytes t, struct dfmto_share_mark *m) {
  static const char words[] = "was the duration of '", end[] = " ------";
  const size_t last = t.n - (sizeof end - 1);
  if (!begins(t, 0, "------ ") || t.n < 14 || !begins(t, last, end)) return false;
  const size_t at = dfmto_share_is_digit(t.p[7]) ? find(t, 7, words) : t.n;
  m->opens = at == t.n;
  if (m->opens)
    take_title(t, 7, last, m);
  else if (last > at + sizeof words - 1 && t.p[last - 1] == '\'')
    take_title(t, at + sizeof words - 1, last - 1, m);
  return true;
}

bool dfmto_share_is_mark(struct dfmto_share_bytes t, struct dfmto_share_mark *m) {
  *m = (struct dfmto_share_mark){.opens = false};
  if (t.n < 8 || !(t.p[0] == '-' || t.p[0] == '=' || t.p[0] == 'D')) return false;
  if (is_row_of(t, '=', 20) || is_row_of(t, '-', 79) || begins(t, 0, "--------- beginning of ")) return true;
  if (begins(t, 0, "== dumpstate: ") && looks_like(t, 14, "0000-00-00 00:00:00") && t.n == 33) return true;
  return *t.p == 'D' ? is_service(t, m) : is_service_end(t, m) || is_section(t, m);
}

bool dfmto_share_syslog_host(struct dfmto_share_bytes t, struct dfmto_share_found *host) {
  const bool iso = t.n > 16 && t.p[4] == '-' && looks_like(t, 0, "0000-00-00T00:00:00");
  size_t i = iso ? 19 : 16;
  if (!iso && !(t.n > 16 && t.p[0] >= 'A' && t.p[0] <= 'Z' && dfmto_share_is_letter(t.p[1]) &&
                dfmto_share_is_letter(t.p[2]) && looks_like(t, 3, " _0 00:00:00 ")))
    return false;
  while (iso && i < t.n && t.p[i] != ' ' && i < 40) i++;
  i += iso;
  size_t end = i;
  while (end < t.n && (dfmto_share_is_word(t.p[end]) || t.p[end] == '-' || t.p[end] == '_')) end++;
  bool good =
      end > i && dfmto_share_is_word(t.p[i]) && end < t.n && end - i <= 63 && (t.p[end] == ' ' || t.p[end] == '.');
  *host = (struct dfmto_share_found){i, end};
  return good && !(end - i == 9 && begins(t, i, "localhost"));
}
