/* SPDX-License-Identifier: MIT */
/* Rows of what writes files: figures, then notes. */
#ifndef DFMTO_CONVERT_ROWS_H
#define DFMTO_CONVERT_ROWS_H

#include "output.h"

/* first: what the set of figures is called, "conversion". */
dfmt_status dfmto_convert_output_rows(dfmt_op *op, const struct dfmto_convert_output *o, const char *first,
                                      uint32_t variant, dfmt_rows **out);

#endif
