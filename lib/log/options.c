/* SPDX-License-Identifier: MIT */
#include "log.h"

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, HI, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = "log." NAME, \
   .help = HELP, \
   .key = DFMT_CFG_LOG_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .words = WORDS, \
   .format = DFMT_LOG, \
   .roles = ROLES, \
   .hi = HI}

const dfmt_option dfmti_log_options[] = {
    OPTION(YEAR, "year", U64, 0, DFMT_ROLE_READER, 9999, "Year of lines that have none."),
    {.key = 0},
};
