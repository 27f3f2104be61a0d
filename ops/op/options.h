/* SPDX-License-Identifier: MIT */
/* The options of operations. */
#ifndef DFMTO_OPTIONS_H
#define DFMTO_OPTIONS_H

#include <diagfmt/config.h>
#include <diagfmt/describe.h>

/*
 * An option: OPTION(operation number or 0, KEY, "name", KIND, UNIT, WORDS, LO, HI, DEF, "help"). KEY without its prefix
 * DFMT_OPS_.
 */
#define DFMTO_OPTION(OP, KEY, NAME, KIND, UNIT, WORDS, LO, HI, DEF, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = NAME, \
   .help = HELP, \
   .key = DFMT_OPS_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .unit = DFMT_UNIT_##UNIT, \
   .words = WORDS, \
   .format = OP, \
   .lo = LO, \
   .hi = HI, \
   .def = DEF}

/* Every option of this library that is set has a value in its range. E_ARG. */
dfmt_status dfmto_check_options(const dfmt_config *c);

#endif
