/* SPDX-License-Identifier: MIT */
/* Temporary files in the directory of DFMT_OPS_SCRATCH. */
#ifndef DFMTO_SCRATCH_H
#define DFMTO_SCRATCH_H

#include "op.h"

bool dfmto_scratch_is_given(const dfmt_op *op);

/* Opens a new unnamed file; negative: failed, with E_IO in the operation. */
int dfmto_scratch_open(dfmt_op *op);

/* Sets the operation's error to "cannot write a temporary file in DIRECTORY: REASON". number: DFMT_ERR_*; E_IO. */
dfmt_status dfmto_scratch_fail(dfmt_op *op, uint32_t number, const char *what, int sys_errno);

#endif
