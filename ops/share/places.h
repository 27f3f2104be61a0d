/* SPDX-License-Identifier: MIT */
/* Where personal data stand: words that say what follows them. */
#ifndef DFMTO_SHARE_PLACES_H
#define DFMTO_SHARE_PLACES_H

#include "classes.h"
#include "forms.h"

/* What stands between the word and the value. */
enum { DFMTO_LEAD_NONE, DFMTO_LEAD_KEY, DFMTO_LEAD_BLANK, DFMTO_LEAD_NUMBER, DFMTO_LEAD_SETTING, DFMTO_LEAD_BACK };

/* How far the value goes. Where a quote begins it, always to the other one. */
enum {
  DFMTO_TO_TOKEN,      /* to a blank, a bracket, a quote or what separates fields */
  DFMTO_TO_SECRET,     /* the same, of what people make up: these end it only where a field ends */
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
  DFMTO_AFTER_SLASH = 1,  /* the word stands after '/' */
  DFMTO_AFTER_DASHES = 2, /* after "--" */
  DFMTO_HERE_ONLY = 4,    /* the value is not looked for elsewhere */
  DFMTO_LONG = 8,       /* eight bytes or more that look random: with letters and digits, or with capitals throughout */
  DFMTO_WITH_WORD = 16, /* the word begins the value */
  DFMTO_WORDS = 32,     /* it begins with a capital, and an e-mail address follows */
  DFMTO_IN_QUERY = 64,  /* the word stands after '?', '&', ';' or a blank */
  DFMTO_UNLESS_TEXT = 128, /* base64 of a text is looked at by itself */
  DFMTO_AT_ROOT = 256,     /* the word is a folder of "/" or "/run" */
  DFMTO_DIALLED = 512      /* a number of a phone is written as such: with '+', a zero or separators */
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
 * The value that a place has, whose word is at [from, to). false: there is none that could be one. cls: the class that
 * it is of, which is another one than the place's where an e-mail address stands for a name.
 */
bool dfmto_share_place_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t from, size_t to,
                             struct dfmto_share_found *f, enum dfmto_share_class *cls);

/* The value after one, where a place has several: "Cookie: a=…; b=…". */
bool dfmto_share_next_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f);

#endif
