/* SPDX-License-Identifier: MIT */
#include "second.h"

#include <string.h>

#include "second_forms.h"
#include "second_marks.h"

typedef struct dfmto_share_text text;

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static void see(struct dfmto_share_second *x, struct dfmto_share_seen *of, uint64_t line) {
  if (!of->n++) of->line = line;
  x->any = true;
}

static void see_form(struct dfmto_share_second *x, uint32_t cls, uint64_t line) {
  if (x->classes >> cls & 1) see(x, &x->forms[cls], line);
}

/* "<email:7f3a9c>", whoever made it: its length; 0: none. */
static size_t placeholder(text t, size_t at) {
  enum { MOST_NAME = 16, FEWEST = 6 };
  size_t i = at + 1;
  while (i < t.n && i - at <= MOST_NAME &&
         ((t.p[i] >= 'a' && t.p[i] <= 'z') || t.p[i] == '-' || t.p[i] == '4' || t.p[i] == '6'))
    i++;
  if (i == t.n || t.p[i] != ':') return 0;
  const size_t from = ++i;
  while (i < t.n && ((t.p[i] >= 'a' && t.p[i] <= 'f') || is_digit(t.p[i]))) i++;
  return i < t.n && t.p[i] == '>' && i - from >= FEWEST ? i + 1 - at : 0;
}

/* ---- known values ---- */

/*
 * In a part of a line between placeholders. Steps are so long that one of them ends in each value's first bytes, all of
 * which the filter has.
 */
static void look_for_known(struct dfmto_share_second *x, text t, size_t from, size_t to, uint64_t line) {
  enum { STEP = DFMTO_SHARE_KNOWN_PARTS };
  uint8_t cls;
  if (!x->known.may.len) return;
  for (size_t i = from + STEP - 1; i + DFMTO_SHARE_KNOWN_PART <= to; i += STEP) {
    if (!dfmto_share_known_may(&x->known, t.p + i)) continue;
    size_t at = i - (STEP - 1), n = 0;
    while (at <= i && !(n = dfmto_share_known_at(&x->known, t.p + at, to - at, &cls))) at++;
    if (!n) continue;
    see(x, &x->inside[cls], line);
    i = at + n - 1; /* the next begins after this one */
  }
}

/* ---- forms ---- */

/* A row of 14 digits or more. */
static void look_at_digits(struct dfmto_share_second *x, text t, size_t at, uint64_t line) {
  enum { MOST = 21 };
  size_t n = 0;
  if (at && is_digit(t.p[at - 1])) return;
  while (at + n < t.n && n < MOST && is_digit(t.p[at + n])) n++;
  if (dfmto_share_second_imei(t, at, n))
    see_form(x, DFMT_SHARE_IMEI, line);
  else if (dfmto_share_second_imsi(t, at, n))
    see_form(x, DFMT_SHARE_IMSI, line);
  else if (dfmto_share_second_iccid(t, at, n))
    see_form(x, DFMT_SHARE_ICCID, line);
}

static void look_at(struct dfmto_share_second *x, text t, size_t at, const struct dfmto_share_second_marks *m,
                    uint64_t bit, uint64_t line) {
  if (m->mail & bit && dfmto_share_second_mail(t, at)) see_form(x, DFMT_SHARE_EMAIL, line);
  if (m->ipv6 & bit && dfmto_share_second_ipv6(t, at)) see_form(x, DFMT_SHARE_IPV6, line);
  if (m->mac & bit && dfmto_share_second_mac(t, at)) see_form(x, DFMT_SHARE_MAC, line);
  if (m->ipv4 & bit && !x->version && dfmto_share_second_ipv4(t, at, !x->private_stay))
    see_form(x, DFMT_SHARE_IPV4, line);
  if (m->token & bit && at >= 2 && dfmto_share_second_token(t, at - 2)) see_form(x, DFMT_SHARE_SECRET, line);
  if (m->digits & bit) look_at_digits(x, t, at, line);
}

/* Looks at what begins in a step. Returns how many bytes that is: up to a placeholder, whose length is in *skip. */
static size_t step(struct dfmto_share_second *x, text t, size_t at, uint64_t line, size_t *skip) {
  const struct dfmto_share_second_marks m = dfmto_share_second_marks_of(t.p + at, t.n - at);
  uint64_t all = m.mail | m.ipv6 | m.mac | m.ipv4 | m.token | m.placeholder | m.digits;
  for (*skip = 0; all; all &= all - 1) {
    const uint64_t bit = all & (~all + 1);
    const size_t i = (size_t)__builtin_ctzll(all);
    if (m.placeholder & bit && (*skip = placeholder(t, at + i)) != 0) return i;
    look_at(x, t, at + i, &m, bit, line);
  }
  return t.n - at > DFMTO_SHARE_SECOND_BYTES ? DFMTO_SHARE_SECOND_STEP : t.n - at;
}

void dfmto_share_second_line(struct dfmto_share_second *x, const uint8_t *p, size_t n, uint64_t line) {
  const text t = {p, n};
  size_t from = 0, skip;
  for (size_t at = 0; at < n; at += skip) {
    at += step(x, t, at, line, &skip);
    if (!skip && at < n) continue;
    look_for_known(x, t, from, at, line);
    from = at + skip;
  }
}

void dfmto_share_second_forget(struct dfmto_share_second *x) {
  if (!x->any) return;
  memset(x->forms, 0, sizeof x->forms);
  memset(x->inside, 0, sizeof x->inside);
  x->any = false;
}
