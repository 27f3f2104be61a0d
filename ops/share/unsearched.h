/* SPDX-License-Identifier: MIT */
/* Content that cannot be searched: its kind, by its first bytes, and the kind's name in the option to keep it. */
#ifndef DFMTO_SHARE_UNSEARCHED_H
#define DFMTO_SHARE_UNSEARCHED_H

#include <diagfmt/common.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds that may be kept, except ALWAYS. */
enum dfmto_share_unsearched {
  DFMTO_KEEP_CORE,
  DFMTO_KEEP_IMAGES,
  DFMTO_KEEP_CAPTURES,
  DFMTO_KEEP_DATABASES,
  DFMTO_KEEP_PROFILES,
  DFMTO_KEEP_PROTOBUF,
  DFMTO_KEEP_ARCHIVES,
  DFMTO_KEEP_ENCRYPTED,
  DFMTO_KEEP_OTHER,
  DFMTO_N_KEEP,
  DFMTO_LEAVE_ALWAYS = DFMTO_N_KEEP
};

struct dfmto_share_why {
  enum dfmto_share_unsearched kind;
  const char *text; /* "… cannot be searched" */
};

extern const struct dfmto_share_why dfmto_share_why_core, dfmto_share_why_profile, dfmto_share_why_report,
    dfmto_share_why_no_message, dfmto_share_why_large_message, dfmto_share_why_zip, dfmto_share_why_zstd,
    dfmto_share_why_undecodable, dfmto_share_why_encrypted, dfmto_share_why_binary, dfmto_share_why_base64,
    dfmto_share_why_key, dfmto_share_why_records;

/* What bytes that are not text begin with. */
const struct dfmto_share_why *dfmto_share_why_of(const uint8_t *p, size_t n);

/* JSON of records, as dfmt_dump makes it, in which lines and fields of a report are parts of strings. */
bool dfmto_share_begins_records(const uint8_t *p, size_t n);

/* DFMTO_N_KEEP: unknown name. */
enum dfmto_share_unsearched dfmto_share_unsearched_of(dfmt_str name);

/* An entry, or the directory of an empty zip, as it remains if nothing can be kept. */
bool dfmto_share_begins_zip(const uint8_t p[4]);

#endif
