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
  DFMTO_TO_DECIMAL,    /* a number with three decimals or more */
  /* those below are in extent.c */
  DFMTO_TO_FIELD,  /* to a bracket, a separator, another field, two blanks, or " - " */
  DFMTO_TO_USER,   /* a login name */
  DFMTO_TO_SERIAL, /* 6 to 24 letters and digits */
  DFMTO_TO_LAST,   /* the same behind the last '_' of a token */
  DFMTO_TO_WWN,    /* 16 hexadecimal digits, perhaps after "0x" */
  DFMTO_TO_HEX,    /* `size` of them; 12 also in three groups with dots */
  DFMTO_TO_DIGITS, /* digits, perhaps in groups as those of an IMEI are */
  DFMTO_TO_UUID,
  DFMTO_TO_PAIR, /* two coordinates */
  DFMTO_TO_E7,   /* degrees, times ten million */
  DFMTO_TO_NMEA, /* "4852.2060,S,12323.4060,W" */
  DFMTO_TO_CODE  /* 4 to 8 digits */
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
  uint8_t cls, lead, extent, size;
  bool announced; /* by the lexicon */
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

/* The same for a label that ends at `to`, and whose value would begin at i. */
bool dfmto_share_announced_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, size_t to, size_t i,
                                 struct dfmto_share_found *f, enum dfmto_share_class *cls);

/* The same for a value whose extent is known, which is trimmed. */
bool dfmto_share_judge_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f,
                             enum dfmto_share_class *cls);

/* Skips what joins a label and its value: "]: [", "=", "\": \"", "\">". false: nothing does. */
bool dfmto_share_skip_join(struct dfmto_share_bytes t, size_t *i);

/* The next value, for places with several: "Cookie: a=…; b=…". */
bool dfmto_share_next_value(const struct dfmto_share_place *x, struct dfmto_share_bytes t, struct dfmto_share_found *f);

#endif
