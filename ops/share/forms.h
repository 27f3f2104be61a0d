/* SPDX-License-Identifier: MIT */
/* Forms of values: patterns with checks, each tried at one place of a text. */
#ifndef DFMTO_SHARE_FORMS_H
#define DFMTO_SHARE_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "letters.h"

struct dfmto_share_bytes {
  const uint8_t *p;
  size_t n;
};

struct dfmto_share_found {
  size_t start, end;
};

/* 0 beyond the end. */
static inline uint8_t dfmto_share_byte_at(struct dfmto_share_bytes t, size_t i) { return i < t.n ? t.p[i] : 0; }
/* 0 before the start. */
static inline uint8_t dfmto_share_byte_before(struct dfmto_share_bytes t, size_t i) { return i ? t.p[i - 1] : 0; }

/* Their number from a place on. */
static inline size_t dfmto_share_digits_at(struct dfmto_share_bytes t, size_t i) {
  size_t n = 0;
  while (i + n < t.n && dfmto_share_is_digit(t.p[i + n])) n++;
  return n;
}
static inline size_t dfmto_share_hex_at(struct dfmto_share_bytes t, size_t i) {
  size_t n = 0;
  while (i + n < t.n && dfmto_share_is_hex(t.p[i + n])) n++;
  return n;
}

/* All return true and the extent. at: the first byte of the form, for e-mail addresses and users the '@'. */
bool dfmto_share_form_email(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
/* "//user:pass@": the password, and the user; else in f the user. */
bool dfmto_share_form_url_user(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f,
                               struct dfmto_share_found *user);
bool dfmto_share_form_mac(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_ipv4(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
/* By what is around it: it may be the number of a version instead. */
bool dfmto_share_is_version(struct dfmto_share_bytes t, struct dfmto_share_found f);
bool dfmto_share_form_ipv6(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
/* With '+'. */
bool dfmto_share_form_phone(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_imei(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_iccid(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_eid(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_jwt(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
bool dfmto_share_form_uuid(struct dfmto_share_bytes t, size_t at, struct dfmto_share_found *f);
/* A pair of coordinates with three or more decimals, whatever its meaning; comma: "-26,107600,28,056800". */
bool dfmto_share_form_pair(struct dfmto_share_bytes t, size_t at, bool comma, struct dfmto_share_found *f);

/* One of the words, in lower case and separated by '|', is within `reach` bytes before a place. */
bool dfmto_share_word_before(struct dfmto_share_bytes t, size_t at, size_t reach, const char *words);

/* A word, in lower case, is at a place. */
bool dfmto_share_same(struct dfmto_share_bytes t, size_t at, const char *word);

/* The whole text, ignoring case, is one of the words, which are in lower case and separated by '|'. */
bool dfmto_share_is_listed(struct dfmto_share_bytes t, const char *words);

/* Length of "&amp;", "&#64;" or "&#x40;", and its character; 0: none. */
size_t dfmto_share_entity(struct dfmto_share_bytes t, size_t at, uint32_t *c);

/* Length of a typographic mark, such as U+2019 for an apostrophe, and its ASCII equivalent; 0: none. */
size_t dfmto_share_fine_mark(struct dfmto_share_bytes t, size_t at, uint32_t *c);

/* "890001234XXXXXXXXXXX", "xxx@xxx.xxx": a value that is masked already, with only such letters, or many of them. */
bool dfmto_share_is_crossed_out(struct dfmto_share_bytes v);

bool dfmto_share_luhn(const uint8_t *digits, size_t n);

#endif
