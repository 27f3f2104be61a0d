/* SPDX-License-Identifier: MIT */
#include "apport.h"

#define OPTION(KEY, NAME, KIND, UNIT, ROLES, LO, HI, DEF, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = "apport." NAME, \
   .help = HELP, \
   .key = DFMT_CFG_APPORT_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .unit = DFMT_UNIT_##UNIT, \
   .format = DFMT_APPORT, \
   .roles = ROLES, \
   .lo = LO, \
   .hi = HI, \
   .def = DEF}

const dfmt_option dfmti_apport_options[] = {
    OPTION(KEYS, "keys", STR, NONE, DFMT_ROLE_READER, 0, 0, 0, "Deliver only entries with these keys."),
    OPTION(CRLF, "crlf", BOOL, NONE, DFMT_ROLE_READER, 0, 1, 0,
           "Drop a carriage return before a line feed inside text values."),
    OPTION(SAFE, "safe", BOOL, NONE, DFMT_ROLE_WRITER, 0, 1, 1,
           "Write a text that the text form would change as base64."),
    OPTION(BLOCK, "block", U64, BYTES, DFMT_ROLE_WRITER, 0, 1u << 30, 0,
           "Bytes of a value on each base64 line; 0: as the dialect has it."),
    OPTION(ONE_LINE, "one_line", BOOL, NONE, DFMT_ROLE_WRITER, 0, 1, 0,
           "Write each compressed value on one base64 line, as Apport does with values in memory."),
    OPTION(MIME_LINES, "mime_lines", U64, NONE, DFMT_ROLE_WRITER, 0, 1000, 5,
           "MIME form: text values of more lines become attachments."),
    OPTION(MIME_HEADERS, "mime_headers", STR, NONE, DFMT_ROLE_WRITER, 0, 0, 0,
           "MIME form: a header line for the outer message."),
    {.key = 0},
};
