/* SPDX-License-Identifier: MIT */
#include "mallocdbg.h"

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, HI, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = "mallocdbg." NAME, \
   .help = HELP, \
   .key = DFMT_CFG_MALLOCDBG_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .words = WORDS, \
   .format = DFMT_MALLOCDBG, \
   .roles = ROLES, \
   .hi = HI}

const dfmt_option dfmti_mallocdbg_options[] = {
    OPTION(DIALECT, "dialect", ENUM, DFMT_TYPE_MALLOCDBG_DIALECT, DFMT_ROLE_READER, DFMT_MALLOCDBG_DIALECT_LOG,
           "Kind of input, where its start does not tell."),
    OPTION(COUNTS, "counts", BOOL, 0, DFMT_ROLE_READER, 1,
           "Take the counts of a v1.0 heap dump as they are, as Android 6 and earlier wrote them."),
    OPTION(LOG_FORMAT, "log_format", ENUM, DFMT_TYPE_MALLOCDBG_LOG_FORMAT, DFMT_ROLE_READER | DFMT_ROLE_WRITER,
           DFMT_MALLOCDBG_LOG_STDERR, "Layout of log lines; readers detect all but raw."),
    {.key = 0},
};
