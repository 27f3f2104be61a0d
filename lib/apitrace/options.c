/* SPDX-License-Identifier: MIT */
#include "apitrace.h"

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, LO, HI, DEF, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = "apitrace." NAME, \
   .help = HELP, \
   .key = DFMT_CFG_APITRACE_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .words = WORDS, \
   .format = DFMT_APITRACE, \
   .roles = ROLES, \
   .lo = LO, \
   .hi = HI, \
   .def = DEF}

const dfmt_option dfmti_apitrace_options[] = {
    OPTION(FORM, "form", ENUM, DFMT_TYPE_APITRACE_FORM, DFMT_ROLE_READER, 1, 3, DFMT_APITRACE_FORM_CALLS,
           "Deliver whole calls, enter and leave events, or the event stream as one payload."),
    OPTION(VALUES, "values", BOOL, 0, DFMT_ROLE_READER, 0, 1, 1,
           "Deliver arguments, return values and backtraces; 0 for names, numbers and threads alone."),
    OPTION(FUNCTIONS, "functions", STR, 0, DFMT_ROLE_READER, 0, 0, 0,
           "Deliver only calls of these functions; a name that ends in * is a prefix."),
    OPTION(CONTAINER, "container", ENUM, DFMT_TYPE_APITRACE_CONTAINER, DFMT_ROLE_READER | DFMT_ROLE_WRITER, 0, 5, 0,
           "Container of the event stream; 0: writers use Snappy, readers detect it."),
    OPTION(MAX_FLAGS, "max_flags", U64, 0, DFMT_ROLE_READER, 0, UINT32_MAX, 256,
           "Most multi-bit flags in one bitmask: each costs time for each of its values."),
    {.key = 0},
};
