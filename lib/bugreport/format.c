/* SPDX-License-Identifier: MIT */
/* bugreport to the rest of the library: how it is recognised, its options. */
#include <string.h>

#include "entry.h"
#include "text.h"
#include "zip.h"

enum { CERTAIN = 98, LIKELY = 80, NESTED = 30 };

/* Names of the local headers that can be seen. A zip in a zip may be a report; any other may be anything. */
static int32_t probe_zip(const uint8_t *p, size_t n) {
  static const char *const names[] = {"version.txt", "main_entry.txt", "main-entry.txt", "dumpstate_log.txt"};
  int32_t best = 0;
  for (size_t at = 0; n - at >= DFMTI_ZIP_LOCAL_SIZE && dfmti_zip_u32(p + at) == DFMTI_ZIP_SIG_LOCAL;) {
    size_t len = dfmti_zip_u16(p + at + 26), size = DFMTI_ZIP_LOCAL_SIZE + len + dfmti_zip_u16(p + at + 28);
    if (n - at < DFMTI_ZIP_LOCAL_SIZE + len) break;
    dfmt_str name = {(const char *)p + at + DFMTI_ZIP_LOCAL_SIZE, len};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (dfmti_entry_is(name, names[i])) best = LIKELY;
    if (dfmti_entry_is_text_name(name)) return CERTAIN;
    if (dfmti_entry_is_zip_name(name) && best == 0) best = NESTED;
    size += dfmti_zip_u32(p + at + 18);
    if (size > n - at) break;
    at += size;
  }
  return best;
}

static int32_t probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  if (in->len >= 4 && (memcmp(in->ptr, "PK\3\4", 4) == 0 || memcmp(in->ptr, "PK\5\6", 4) == 0)) {
    out->variant = DFMT_BUGREPORT_VARIANT_ZIP;
    return probe_zip(in->ptr, in->len);
  }
  if (!dfmti_text_is_report(in->ptr, in->len)) return 0;
  out->variant = DFMT_BUGREPORT_VARIANT_TEXT;
  return CERTAIN;
}

static const char *const suffixes[] = {".zip", ".txt", ".txt.gz", NULL};

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, HI, DEF, HELP)                                                  \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, .name = "bugreport." NAME, .help = HELP,                  \
   .key = DFMT_CFG_BUGREPORT_##KEY, .kind = DFMT_KIND_##KIND, .words = WORDS, .format = DFMT_BUGREPORT, \
   .roles = ROLES, .hi = HI, .def = DEF}

static const dfmt_option options[] = {
    OPTION(PASS, "pass", ENUM, DFMT_TYPE_BUGREPORT_PASS, DFMT_ROLE_READER, DFMT_BUGREPORT_PASS_DIRECTORY,
           DFMT_BUGREPORT_PASS_AUTO, "Whether a zip is read forward or by its directory."),
    OPTION(TEXT, "text", BOOL, 0, DFMT_ROLE_READER, 1, 1,
           "Deliver the main entry's text as sections, not as one payload."),
    OPTION(SERVICES, "services", BOOL, 0, DFMT_ROLE_READER | DFMT_ROLE_WRITER, 1, 1,
           "Tell services apart inside of sections; of writers, take their markers for such."),
    OPTION(LOG, "log", BOOL, 0, DFMT_ROLE_READER, 1, 0, "Deliver logs and system properties line by line."),
    OPTION(ENTRIES, "entries", STR, 0, DFMT_ROLE_READER, 0, 0, "Deliver only entries of these names."),
    OPTION(TITLES, "titles", STR, 0, DFMT_ROLE_READER, 0, 0, "Deliver only sections of these titles."),
    OPTION(RATIO, "ratio", U64, 0, DFMT_ROLE_READER, UINT64_MAX, 200,
           "Decoded to stored bytes of an entry, past its first MiB, that are taken for an attack; 0 for none."),
    OPTION(MAX_ENTRIES, "max_entries", U64, 0, DFMT_ROLE_READER | DFMT_ROLE_WRITER, UINT64_MAX, 65535,
           "Entries of a zip above which it is taken for an attack, and that are written at most."),
    OPTION(VERSION, "version", STR, 0, DFMT_ROLE_WRITER, 0, 0, "Version to be written, instead of the variant's own."),
    OPTION(MARKERS, "markers", BOOL, 0, DFMT_ROLE_WRITER, 1, 0,
           "Write text that reads as a marker, instead of refusing it."),
    OPTION(TIME, "time", U64, 0, DFMT_ROLE_WRITER, INT64_MAX, 0,
           "Time of all entries, in seconds of a calendar since 1970, for output that does not depend on when; 0 for "
           "their own."),
    OPTION(ZIP64, "zip64", BOOL, 0, DFMT_ROLE_WRITER, 1, 0, "Write 64-bit sizes though nothing needs them."),
};

const struct dfmti_format dfmti_format_bugreport = {
    .id = DFMT_BUGREPORT,
    .name = "bugreport",
    .probe = probe,
    .suffixes = suffixes,
    .read = &dfmti_bugreport_read,
    .write = &dfmti_bugreport_write,
    .types = dfmti_bugreport_types,
    .options = options,
    .n_options = sizeof options / sizeof *options,
};
