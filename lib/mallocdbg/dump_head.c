/* SPDX-License-Identifier: MIT */
/* Lines of a dump's head (spec 2.3, 2.4, 2.13). */
#include "read.h"

static const struct {
  const char *text;
  enum dfmti_head_line what;
} starts[] = {
    {"Android", HEAD_BANNER},
    {"Heap Snapshot v", HEAD_BANNER},
    {"Native heap dump not available.", HEAD_BANNER},
    {"Build fingerprint: '", HEAD_FINGERPRINT},
    {"Total memory: ", HEAD_TOTAL},
    {"Allocation records: ", HEAD_RECORDS},
    {"Backtrace size: ", HEAD_DEPTH},
    {"WARNING: mismatched backtrace sizes (", HEAD_WARNING},
    {"# adb shell ", HEAD_COMMAND},
    {"$ adb shell ", HEAD_COMMAND},
};

static const char *const banner_words[] = {"Android", "Native", "Heap", "Dump", "v"};

/* "Android Native Heap Dump v", any white space between the words; where the version begins, or NULL. */
static const uint8_t *behind_banner(const uint8_t *p, const uint8_t *end) {
  for (size_t i = 0; i < sizeof banner_words / sizeof *banner_words; i++) {
    const uint8_t *start = p;
    while (i && p < end && dfmti_is_blank(*p)) p++;
    if ((i && p == start) || !dfmti_begins(p, end, banner_words[i])) return NULL;
    p += strlen(banner_words[i]);
  }
  return p;
}

uint32_t dfmti_mallocdbg_banner(const uint8_t *p, size_t n, dfmt_str *version) {
  static const struct {
    const char *version;
    uint32_t variant;
  } known[] = {
      {"1.0", DFMT_MALLOCDBG_VARIANT_V10}, {"1.1", DFMT_MALLOCDBG_VARIANT_V11}, {"1.2", DFMT_MALLOCDBG_VARIANT_V12}};
  const uint8_t *end = dfmti_mallocdbg_trim(p, p + n);
  *version = (dfmt_str){NULL, 0};
  if (dfmti_begins(p, end, "Native heap dump not available.")) return DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE;
  bool snap = dfmti_begins(p, end, "Heap Snapshot v");
  const uint8_t *v = snap ? p + strlen("Heap Snapshot v") : behind_banner(p, end), *q = v;
  if (!v) return 0;
  while (q < end && dfmti_is_digit(*q)) q++;
  const uint8_t *dot = q;
  while (q < end && (q == dot ? *q == '.' : dfmti_is_digit(*q))) q++;
  if (q != end || dot == v || q < dot + 2) return 0;
  *version = (dfmt_str){(const char *)v, (uint64_t)(end - v)};
  if (snap) return DFMT_MALLOCDBG_VARIANT_HEAPSNAP;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (version->len == 3 && memcmp(v, known[i].version, 3) == 0) return known[i].variant;
  return DFMT_MALLOCDBG_VARIANT_V12; /* a newer one, most like the newest that is known */
}

enum dfmti_head_line dfmti_mallocdbg_dump_head_line(const uint8_t *p, const uint8_t *end) {
  dfmt_str version;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    if (!dfmti_begins(p, end, starts[i].text)) continue;
    if (starts[i].what == HEAD_BANNER && !dfmti_mallocdbg_banner(p, (size_t)(end - p), &version)) continue;
    return starts[i].what;
  }
  return HEAD_NONE;
}

/* A number that fills the rest of the line. */
static bool whole_number(const uint8_t *p, const uint8_t *end, uint64_t *v) {
  return dfmti_decimal(&p, v) == DFMTI_NUMBER_OK && dfmti_mallocdbg_trim(p, end) == p;
}

static bool take_fingerprint(const uint8_t *p, const uint8_t *end, const uint8_t *base, dfmt_mallocdbg_header *h) {
  end = dfmti_mallocdbg_trim(p, end);
  if (end == p || end[-1] != '\'') return false;
  /* an offset until the event is delivered */
  h->fingerprint = (dfmt_str){(const char *)(uintptr_t)(p - base), (uint64_t)(end - 1 - p)};
  h->present |= DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT;
  return true;
}

static bool take_warning(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_header *h) {
  uint64_t other;
  if (dfmti_decimal(&p, &h->warned_size) != DFMTI_NUMBER_OK || !dfmti_begins(p, end, " vs. ")) return false;
  p += strlen(" vs. ");
  if (dfmti_decimal(&p, &other) != DFMTI_NUMBER_OK || dfmti_mallocdbg_trim(p, end) != p + 1 || *p != ')') return false;
  h->present |= DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE;
  return true;
}

bool dfmti_mallocdbg_dump_head_value(enum dfmti_head_line what, const uint8_t *p, const uint8_t *end,
                                     const uint8_t *base, dfmt_mallocdbg_header *h) {
  uint64_t v;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (starts[i].what == what && what != HEAD_BANNER) p += strlen(starts[i].text);
  switch (what) {
    case HEAD_FINGERPRINT: return take_fingerprint(p, end, base, h);
    case HEAD_WARNING: return take_warning(p, end, h);
    case HEAD_TOTAL:
      if (!whole_number(p, end, &v)) return false;
      h->total_bytes = v;
      h->present |= DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES;
      return true;
    case HEAD_RECORDS:
      if (!whole_number(p, end, &v)) return false;
      h->n_records = v;
      h->present |= DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
      return true;
    case HEAD_DEPTH:
      if (!whole_number(p, end, &v)) return false;
      h->backtrace_size = v;
      h->present |= DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE;
      return true;
    default: return true;
  }
}
