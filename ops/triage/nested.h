/* SPDX-License-Identifier: MIT */
/* Zips in an input, whose findings are the input's, too. */
#ifndef DFMTO_TRIAGE_NESTED_H
#define DFMTO_TRIAGE_NESTED_H

#include <diagfmt/bugreport.h>

#include "op/op.h"

struct dfmto_triage;

enum { DFMTO_TRIAGE_LEVELS = 5 }; /* the input, and zips in it, one in another */

struct dfmto_triage_level {
  dfmt_reader *reader;      /* goes through its entries */
  dfmt_str name;            /* of the one that is a zip, as the reader has it; NULL: none */
  struct dfmto_spool inner; /* a copy of that */
  size_t prefix;            /* bytes of the prefix of the names of its entries */
};

/* Goes to the next zip in what was read, or beside it: x->source. OK; END: there is none; AGAIN, E_*. */
dfmt_status dfmto_triage_next_source(struct dfmto_triage *x);

void dfmto_triage_leave_levels(struct dfmto_triage *x);

#endif
