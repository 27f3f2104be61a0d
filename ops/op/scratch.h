/* SPDX-License-Identifier: MIT */
/* Temporary files in the directory that DFMT_OPS_SCRATCH names. */
#ifndef DFMTO_SCRATCH_H
#define DFMTO_SCRATCH_H

#include "op.h"

bool dfmto_scratch_is_given(const dfmt_op *op);

/* A new file without a name; below 0: it cannot be made, which is the operation's error, E_IO. */
int dfmto_scratch_open(dfmt_op *op);

#endif
