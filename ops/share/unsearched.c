/* SPDX-License-Identifier: MIT */
#include "unsearched.h"

#include <diagfmt/describe.h>
#include <string.h>

#include "base/str.h"

const struct dfmto_share_why dfmto_share_why_core = {DFMTO_KEEP_CORE, "a core dump"},
                             dfmto_share_why_profile = {DFMTO_KEEP_PROFILES, "a profile or trace"},
                             dfmto_share_why_report = {DFMTO_KEEP_ARCHIVES, "a crash report in gzip"},
                             dfmto_share_why_no_message = {DFMTO_KEEP_PROTOBUF, "no protobuf message that can be read"},
                             dfmto_share_why_large_message = {DFMTO_KEEP_PROTOBUF,
                                                              "a protobuf message larger than max_record"},
                             dfmto_share_why_zip = {DFMTO_KEEP_ARCHIVES, "a zip"},
                             dfmto_share_why_zstd = {DFMTO_KEEP_ARCHIVES, "a file in Zstandard"},
                             dfmto_share_why_undecodable = {DFMTO_KEEP_OTHER, "what cannot be decoded"},
                             dfmto_share_why_encrypted = {DFMTO_KEEP_ENCRYPTED, "encrypted data"},
                             dfmto_share_why_binary = {DFMTO_KEEP_OTHER, "binary data"},
                             dfmto_share_why_base64 = {DFMTO_LEAVE_ALWAYS, "text with base64 of a crash report"},
                             dfmto_share_why_key = {DFMTO_LEAVE_ALWAYS, "a field whose key is not valid"},
                             dfmto_share_why_records = {DFMTO_KEEP_OTHER,
                                                        "JSON of a report's records (share the report, "
                                                        "then print it)"};

enum dfmto_share_unsearched dfmto_share_unsearched_of(dfmt_str name) {
  static const char *const names[DFMTO_N_KEEP] = {
      [DFMTO_KEEP_CORE] = "core",           [DFMTO_KEEP_IMAGES] = "images",     [DFMTO_KEEP_CAPTURES] = "captures",
      [DFMTO_KEEP_DATABASES] = "databases", [DFMTO_KEEP_PROFILES] = "profiles", [DFMTO_KEEP_PROTOBUF] = "protobuf",
      [DFMTO_KEEP_ARCHIVES] = "archives",   [DFMTO_KEEP_OTHER] = "other",       [DFMTO_KEEP_ENCRYPTED] = "encrypted",
  };
  enum dfmto_share_unsearched k = 0;
  while (k < DFMTO_N_KEEP && !dfmti_is(name, names[k])) k++;
  return k;
}

static const struct {
  const char *start; /* '?' matches any byte */
  size_t len;
  struct dfmto_share_why why;
} kinds[] = {
    {"\x89PNG", 4, {DFMTO_KEEP_IMAGES, "a picture"}},
    {"\xff\xd8\xff", 3, {DFMTO_KEEP_IMAGES, "a picture"}},
    {"GIF8", 4, {DFMTO_KEEP_IMAGES, "a picture"}},
    {"RIFF????WEBP", 12, {DFMTO_KEEP_IMAGES, "a picture"}},
    {"\x7f"
     "ELF",
     4,
     {DFMTO_KEEP_CORE, "a core dump or program"}},
    {"MDMP", 4, {DFMTO_KEEP_CORE, "a minidump"}},
    {"JAVA PROFILE", 12, {DFMTO_KEEP_CORE, "a heap dump"}},
    {"btsnoop", 7, {DFMTO_KEEP_CAPTURES, "a packet capture"}},
    {"\xd4\xc3\xb2\xa1", 4, {DFMTO_KEEP_CAPTURES, "a packet capture"}},
    {"\xa1\xb2\xc3\xd4", 4, {DFMTO_KEEP_CAPTURES, "a packet capture"}},
    {"\x4d\x3c\xb2\xa1", 4, {DFMTO_KEEP_CAPTURES, "a packet capture"}},
    {"\x0a\x0d\x0d\x0a", 4, {DFMTO_KEEP_CAPTURES, "a packet capture"}},
    {"SQLite format 3", 15, {DFMTO_KEEP_DATABASES, "a database"}},
    {"SIMPLEPERF", 10, {DFMTO_KEEP_PROFILES, "a profile"}},
    {"PERFILE2", 8, {DFMTO_KEEP_PROFILES, "a profile"}},
    {"PK", 2, {DFMTO_KEEP_ARCHIVES, "a zip"}},
};

bool dfmto_share_begins_records(const uint8_t *p, size_t n) {
  static const char start[] = "{\"event\":\"";
  const size_t from = sizeof start - 1;
  const dfmt_type *type;
  if (n < from || memcmp(p, start, from) != 0) return false;
  for (uint32_t i = 0; (type = dfmt_type_at(i)) != NULL; i++) {
    const size_t len = strlen(type->name);
    if (n - from > len && memcmp(p + from, type->name, len) == 0 && p[from + len] == '"') return true;
  }
  return false;
}

bool dfmto_share_begins_zip(const uint8_t p[4]) { return memcmp(p, "PK\3\4", 4) == 0 || memcmp(p, "PK\5\6", 4) == 0; }

const struct dfmto_share_why *dfmto_share_why_of(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t k = 0;
    while (k < kinds[i].len && k < n && (kinds[i].start[k] == '?' || (uint8_t)kinds[i].start[k] == p[k])) k++;
    if (k == kinds[i].len) return &kinds[i].why;
  }
  return &dfmto_share_why_binary;
}
