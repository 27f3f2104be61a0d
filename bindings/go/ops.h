/* SPDX-License-Identifier: MIT */
/* Of operations what is easier said in C. */
#ifndef DIAGFMT_GO_OPS_H
#define DIAGFMT_GO_OPS_H

#include <diagfmt/ops/ops.h>
#include <diagfmt/ops/tables.h>

/* Returns the types of both libraries with a NULL at the end, to be freed by nobody; NULL: no memory. */
const dfmt_type **dfmtgo_op_types(void);

#endif
