/* SPDX-License-Identifier: MIT */
#include "bugreport.h"

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, HI, DEF, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = "bugreport." NAME, \
   .help = HELP, \
   .key = DFMT_CFG_BUGREPORT_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .words = WORDS, \
   .format = DFMT_BUGREPORT, \
   .roles = ROLES, \
   .hi = HI, \
   .def = DEF}

const dfmt_option dfmti_bugreport_options[] = {
    OPTION(PASS, "pass", ENUM, DFMT_TYPE_BUGREPORT_PASS, DFMT_ROLE_READER, DFMT_BUGREPORT_PASS_DIRECTORY,
           DFMT_BUGREPORT_PASS_AUTO, "Whether a zip is read forward or by its directory."),
    OPTION(TEXT, "text", BOOL, 0, DFMT_ROLE_READER, 1, 1,
           "Deliver the main entry's text as sections, not as one payload."),
    OPTION(SERVICES, "services", BOOL, 0, DFMT_ROLE_READER | DFMT_ROLE_WRITER, 1, 1,
           "Deliver services inside sections; writers take their markers for such."),
    OPTION(LOG, "log", BOOL, 0, DFMT_ROLE_READER, 1, 0, "Deliver logs and system properties line by line."),
    OPTION(ENTRIES, "entries", STR, 0, DFMT_ROLE_READER, 0, 0, "Deliver only entries of these names."),
    OPTION(TITLES, "titles", STR, 0, DFMT_ROLE_READER, 0, 0, "Deliver only sections of these titles."),
    OPTION(MAX_RATIO, "max_ratio", U64, 0, DFMT_ROLE_READER, UINT64_MAX, 200,
           "Highest ratio of decoded to stored bytes of an entry after its first 256 MiB; 0 for no limit."),
    OPTION(MAX_ENTRIES, "max_entries", U64, 0, DFMT_ROLE_READER | DFMT_ROLE_WRITER, UINT64_MAX, 65535,
           "Most entries of a zip, of readers and writers."),
    OPTION(VERSION, "version", STR, 0, DFMT_ROLE_WRITER, 0, 0, "Version to write instead of the variant's own."),
    OPTION(MARKERS, "markers", BOOL, 0, DFMT_ROLE_WRITER, 1, 0,
           "Write text that reads as a marker, instead of refusing it."),
    OPTION(TIME, "time", U64, 0, DFMT_ROLE_WRITER, INT64_MAX, 0,
           "Time of all entries, in seconds of a calendar since 1970, for output that does not depend on when; 0 for "
           "their own."),
    OPTION(ZIP64, "zip64", BOOL, 0, DFMT_ROLE_WRITER, 1, 0, "Write 64-bit sizes even where nothing needs them."),
    {.key = 0},
};
