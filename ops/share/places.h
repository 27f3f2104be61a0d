/* SPDX-License-Identifier: MIT */
/* Places of personal data: words that announce a value. */
#ifndef DFMTO_SHARE_PLACES_H
#define DFMTO_SHARE_PLACES_H

#include "classes.h"
#include "forms.h"

/* What is between the word and the value. */
enum { DFMTO_LEAD_NONE, DFMTO_LEAD_KEY, DFMTO_LEAD_BLANK, DFMTO_LEAD_NUMBER, DFMTO_LEAD_SETTING, DFMTO_LEAD_BACK };

/* Extent of the value. If it begins with a quote, always to the other quote. */
enum {
  DFMTO_TO_TOKEN,      /* to a blank, a bracket, a quote or a field separator */
  DFMTO_TO_SECRET,     /* the same for chosen passwords: delimiters end it only at the end of a field */
  DFMTO_TO_QUOTE,      /* it must be in quotes */
  DFMTO_TO_NAME,       /* to a bracket, a field, or two blanks */
  DFMTO_TO_LINE,       /* to the end of the line */
  DFMTO_TO_TEXT,       /* to `until` */
  DFMTO_TO_NUMBER,     /* digits */
  DFMTO_TO_PHONE,      /* seven digits or more, with separators */
  DFMTO_TO_PATH,       /* to the next slash, or the end of a token */
  DFMTO_TO_LABEL,      /* the first label of a host name */
  DFMTO_TO_COOKIE,     /* what follows '=' of a token, and of those after ';' */
  DFMTO_TO_SET_COOKIE, /* what follows '=' of a token alone */
  DFMTO_TO_DECIMAL     /* a number with three decimals or more */
};

enum {
  DFMTO_AFTER_SLASH = 1,   /* the word is after '/' */
  DFMTO_AFTER_DASHES = 2,  /* after "--" */
  DFMTO_HERE_ONLY = 4,     /* the value is not searched for elsewhere */
  DFMTO_LONG = 8,          /* eight or more random-looking bytes: with letters and digits, or with many capitals */
  DFMTO_WITH_WORD = 16,    /* the value begins with the word */
  DFMTO_WORDS = 32,        /* it begins with a capital, and an e-mail address follows */
  DFMTO_IN_QUERY = 64,     /* the word is after '?', '&', ';' or a blank */
  DFMTO_UNLESS_TEXT = 128, /* base64 of a text is scanned by itself */
  DFMTO_AT_ROOT = 256,     /* the word is a directory of "/" or "/run" */
  DFMTO_DIALLED = 512      /* a number written as a phone number: with '+', a zero or separators */
};

struct dfmto_share_place {
  const char *word; /* in lower case */
  uint8_t cls, lead, extent;
  uint16_t flags;
  const char *until;
};

extern const struct dfmto_share_place dfmto_share_places[];
extern const size_t dfmto_share_n_places;

/*
 * Finds the value of a place whose word is at [from, to). false: no plausible one. cls: its class, which differs from
 * the place's if an e-mail address is used as a name.
 */
bool dfmto_share_place_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t from, size_t to,
                             struct dfmto_share_found *f, enum dfmto_share_class *cls);

/* The next value, for places with several: "Cookie: a=…; b=…". */
bool dfmto_share_next_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f);

#endif
