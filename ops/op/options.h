/* SPDX-License-Identifier: MIT */
/* Options of operations. */
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

/* Options of several operations; the last has key 0. */
extern const dfmt_option dfmto_common_options[];

/* Finds one of an operation's own, or a common one. own NULL: it has none. NULL: not found. */
const dfmt_option *dfmto_option_find(const dfmt_option *own, uint32_t key);

/* Checks that each of these that is set is in range. E_ARG. */
dfmt_status dfmto_option_check(const dfmt_option *own, const dfmt_config *c);

#endif
