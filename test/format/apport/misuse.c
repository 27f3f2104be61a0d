/* SPDX-License-Identifier: MIT */
/* Apport's functions, called with nothing. */
#include "misuse.h"

void misuse_apport(struct called *x) {
  NOTHING(dfmt_event_apport_field(NULL));
  SAYS(0, dfmt_apport_compare(NULL, NULL));
  NOTHING(dfmt_apport_key_at(UINT32_MAX));
  NOTHING(dfmt_apport_key_find(NULL, 0));
  SAYS(0, dfmt_apport_key_is_valid(NULL, 0));
  SAYS(0, dfmt_apport_problem(NULL, 0));
  NO_HARM(dfmt_apport_value_is_valid(NULL, NULL, 0));
}
