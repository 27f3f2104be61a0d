/* SPDX-License-Identifier: MIT */
/* Documents of a profile that has run and kept what they require. E_NOMEM, E_LIMIT, E_IO, E_UNSUPPORTED. */
#ifndef DFMTO_PROFILE_WRITERS_H
#define DFMTO_PROFILE_WRITERS_H

#include "profile.h"

/* before: the profile to compare with; NULL: none. title: unless options set one. Errors are op's. */
dfmt_status dfmto_profile_write_flame(dfmt_op *op, dfmt_op *before, const char *title, const dfmt_config *with,
                                      dfmt_sink *to);
dfmt_status dfmto_profile_write_folded(dfmt_op *op, dfmt_sink *to);
dfmt_status dfmto_profile_write_pprof(dfmt_op *op, dfmt_sink *to);
dfmt_status dfmto_profile_write_firefox(dfmt_op *op, dfmt_sink *to);

#endif
