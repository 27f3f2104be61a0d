/* SPDX-License-Identifier: MIT */
/* Documents of a profile that has run, for viewers. E_NOMEM, E_LIMIT, E_IO. */
#ifndef DFMTO_PROFILE_WRITERS_H
#define DFMTO_PROFILE_WRITERS_H

#include "profile.h"

dfmt_status dfmto_profile_write_pprof(dfmt_op *op, dfmt_sink *to);
dfmt_status dfmto_profile_write_firefox(dfmt_op *op, dfmt_sink *to);

#endif
