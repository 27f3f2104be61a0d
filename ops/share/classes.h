/* SPDX-License-Identifier: MIT */
/* Classes of personal data: their names, the profiles that remove them, and the canonical form of a value. */
#ifndef DFMTO_SHARE_CLASSES_H
#define DFMTO_SHARE_CLASSES_H

#include <diagfmt/common.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dfmto_share_class {
  DFMTO_EMAIL,
  DFMTO_PHONE,
  DFMTO_IMEI,
  DFMTO_MEID,
  DFMTO_IMSI,
  DFMTO_ICCID,
  DFMTO_EID,
  DFMTO_MAC,
  DFMTO_IPV4,
  DFMTO_IPV6,
  DFMTO_SSID,
  DFMTO_SECRET,
  DFMTO_LOCATION,
  DFMTO_SERIAL,
  DFMTO_DEVICE_ID,
  DFMTO_PERSON,
  DFMTO_ACCOUNT,
  DFMTO_CELL,
  DFMTO_USERNAME,
  DFMTO_HOSTNAME,
  DFMTO_NAME,
  DFMTO_N_CLASSES
};

enum { DFMTO_MOST_VALUE = 4096 }; /* bytes of a value; longer ones are known by their start */

extern const char *const dfmto_share_class_names[DFMTO_N_CLASSES];

/* DFMTO_N_CLASSES: unknown name. */
enum dfmto_share_class dfmto_share_class_of(dfmt_str name);

/* A bit for each class that a profile removes: DFMT_SHARE_PROFILE_*. */
uint32_t dfmto_share_class_set(uint64_t profile);

/*
 * Notation of a class, which decides how other spellings of a known value are found: texts and digits by the tries of
 * learned values. OTHER: each occurrence is found again by its form, and known by the table of values.
 */
enum dfmto_share_shape { DFMTO_TEXT, DFMTO_DIGITS, DFMTO_HEX, DFMTO_OTHER };
enum dfmto_share_shape dfmto_share_class_shape(enum dfmto_share_class c);

/* Writes the canonical form of a value to out[DFMTO_MOST_VALUE]; returns its length, 0: not a value of the class. */
size_t dfmto_share_canonical(enum dfmto_share_class c, const uint8_t *p, size_t n, uint8_t *out);

/* Length of the country code at the start of an international number without '+'; 0: none. */
size_t dfmto_share_country_code(const uint8_t *digits, size_t n);

/* Parses an IPv6 address. false: not one. */
bool dfmto_share_parse_ipv6(const uint8_t *p, size_t n, uint8_t out[16]);

#endif
