/* SPDX-License-Identifier: MIT */
#include "second.h"

#include <string.h>

#include "second_forms.h"

typedef struct dfmto_share_text text;

/* What a byte may give away. */
enum { NOTHING, DIGIT, AT, COLON, DASH, DOT, TOKEN, OPEN };

static const uint8_t kinds[256] = {
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT,
    ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT, ['@'] = AT,    [':'] = COLON,
    ['-'] = DASH,  ['.'] = DOT,   ['J'] = TOKEN, ['<'] = OPEN};

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
  while (i < t.n && ((t.p[i] >= 'a' && t.p[i] <= 'f') || kinds[t.p[i]] == DIGIT)) i++;
  return i < t.n && t.p[i] == '>' && i - from >= FEWEST ? i + 1 - at : 0;
}

/* A row of 14 digits or more, where it begins. */
static void look_at_digits(struct dfmto_share_second *x, text t, size_t at, uint64_t line) {
  enum { FEWEST = 14, MOST = 21 };
  size_t n = 1;
  if ((at && kinds[t.p[at - 1]] == DIGIT) || t.n - at < FEWEST || kinds[t.p[at + FEWEST - 1]] != DIGIT) return;
  while (at + n < t.n && n < MOST && kinds[t.p[at + n]] == DIGIT) n++;
  if (dfmto_share_second_imei(t, at, n))
    see_form(x, DFMT_SHARE_IMEI, line);
  else if (dfmto_share_second_imsi(t, at, n))
    see_form(x, DFMT_SHARE_IMSI, line);
  else if (dfmto_share_second_iccid(t, at, n))
    see_form(x, DFMT_SHARE_ICCID, line);
}

static void look_at(struct dfmto_share_second *x, text t, size_t at, uint64_t line) {
  switch (kinds[t.p[at]]) {
    case DIGIT: look_at_digits(x, t, at, line); break;
    case AT:
      if (dfmto_share_second_mail(t, at)) see_form(x, DFMT_SHARE_EMAIL, line);
      break;
    case COLON:
      if (dfmto_share_second_ipv6(t, at)) see_form(x, DFMT_SHARE_IPV6, line);
      if (dfmto_share_second_mac(t, at)) see_form(x, DFMT_SHARE_MAC, line);
      break;
    case DASH:
      if (dfmto_share_second_mac(t, at)) see_form(x, DFMT_SHARE_MAC, line);
      break;
    case DOT:
      if (!x->version && dfmto_share_second_ipv4(t, at, !x->private_stay)) see_form(x, DFMT_SHARE_IPV4, line);
      break;
    case TOKEN:
      if (at >= 2 && dfmto_share_second_token(t, at - 2)) see_form(x, DFMT_SHARE_SECRET, line);
      break;
    default: break;
  }
}

void dfmto_share_second_line(struct dfmto_share_second *x, const uint8_t *p, size_t n, uint64_t line) {
  const text t = {p, n};
  uint32_t four = 0;
  size_t from = 0; /* the part of the line that is not a placeholder */
  for (size_t i = 0; i < n; i++) {
    uint8_t cls;
    four = dfmto_share_known_four(four, p[i]);
    if (dfmto_share_known_may(&x->known, four) && i >= from + 3 &&
        dfmto_share_known_at(&x->known, p + i - 3, n - (i - 3), &cls))
      see(x, &x->inside[cls], line);
    if (!kinds[p[i]]) continue;
    const size_t skip = kinds[p[i]] == OPEN ? placeholder(t, i) : 0;
    if (skip)
      from = i + skip, i += skip - 1;
    else
      look_at(x, t, i, line);
  }
}

void dfmto_share_second_forget(struct dfmto_share_second *x) {
  if (!x->any) return;
  memset(x->forms, 0, sizeof x->forms);
  memset(x->inside, 0, sizeof x->inside);
  x->any = false;
}
