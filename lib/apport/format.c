/* SPDX-License-Identifier: MIT */
/* Apport to the rest of the library: how it is recognised, its options. */
#include <string.h>

#include "apport.h"
#include "scan.h"

/* Length of the key that a line begins with, 0 if it begins with none that is followed by a colon. An unknown one needs
 * white space behind that, as all writers put it: "word:word" on each line is what many a text file has. */
static size_t key_length(const uint8_t *p, size_t n, bool *known) {
  const uint8_t *colon = memchr(p, ':', n < 256 ? n : 256);
  size_t len = colon ? (size_t)(colon - p) : 0;
  if (!len || !dfmt_apport_key_is_valid((const char *)p, len)) return 0;
  *known = dfmt_apport_key_find((const char *)p, len);
  return *known || len + 1 == n || p[len + 1] == ' ' || p[len + 1] == '\n' ? len : 0;
}

/* The key that goes first is as good as a magic number. */
static int32_t begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  static const char first[] = "ProblemType:";
  (void)out;
  return n >= sizeof first - 1 && memcmp(p, first, sizeof first - 1) == 0 ? 95 : 0;
}

/* Every line that can be seen must obey the grammar; a well-known key makes it likelier. */
static int32_t probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  (void)out;
  size_t pos = 0;
  bool known = false, this_one = false;
  int32_t entries = 0;
  while (pos < in->len) {
    size_t key = key_length(in->ptr + pos, in->len - pos, &this_one);
    if (key == 0) {
      bool cut = !in->whole && !memchr(in->ptr + pos, '\n', in->len - pos);
      if (cut && entries) break;
      return known ? 60 : 0;
    }
    entries++;
    known = known || this_one;
    const uint8_t *lf;
    do {
      lf = memchr(in->ptr + pos, '\n', in->len - pos);
      pos = lf ? (size_t)(lf + 1 - in->ptr) : in->len;
    } while (pos < in->len && in->ptr[pos] == ' ');
  }
  return known ? 80 : entries ? 10 : 0;
}

static const char *const suffixes[] = {".crash", ".crash.gz", ".crash.zst", ".apport", NULL};

#define OPTION(KEY, NAME, KIND, UNIT, ROLES, LO, HI, DEF, HELP)                                               \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, .name = "apport." NAME, .help = HELP,                     \
   .key = DFMT_CFG_APPORT_##KEY, .kind = DFMT_KIND_##KIND, .unit = DFMT_UNIT_##UNIT,                          \
   .format = DFMT_APPORT, .roles = ROLES, .lo = LO, .hi = HI, .def = DEF}

static const dfmt_option options[] = {
    OPTION(KEYS, "keys", STR, NONE, DFMT_ROLE_READER, 0, 0, 0, "Deliver only entries with these keys."),
    OPTION(CRLF, "crlf", BOOL, NONE, DFMT_ROLE_READER, 0, 1, 0,
           "Drop a carriage return before a line feed inside text values."),
    OPTION(SAFE, "safe", BOOL, NONE, DFMT_ROLE_WRITER, 0, 1, 1,
           "Write a text that would not survive the text form as base64."),
    OPTION(BLOCK, "block", U64, BYTES, DFMT_ROLE_WRITER, 0, 1u << 30, 0,
           "Bytes of a value for each base64 line; 0 for what the dialect has."),
    OPTION(ONE_LINE, "one_line", BOOL, NONE, DFMT_ROLE_WRITER, 0, 1, 0,
           "Write each compressed value on one base64 line, as Apport does with values in memory."),
    OPTION(MIME_LINES, "mime_lines", U64, NONE, DFMT_ROLE_WRITER, 0, 1000, 5,
           "MIME form: text values of more lines become attachments."),
    OPTION(MIME_HEADERS, "mime_headers", STR, NONE, DFMT_ROLE_WRITER, 0, 0, 0,
           "MIME form: a header line for the outer message."),
};

const struct dfmti_format dfmti_format_apport = {
    .id = DFMT_APPORT,
    .name = "apport",
    .begins = begins,
    .probe = probe,
    .suffixes = suffixes,
    .read = &dfmti_apport_read,
    .write = &dfmti_apport_write,
    .types = dfmti_apport_types,
    .options = options,
    .n_options = sizeof options / sizeof *options,
};
