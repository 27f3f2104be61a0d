/* SPDX-License-Identifier: MIT */
/* Operations by their names. */
#ifndef DIAGFMT_GO_OPS_H
#define DIAGFMT_GO_OPS_H

#include <diagfmt/ops/ops.h>

/* Returns the name of the operation at an index, from 0; NULL at the end of the list. */
const char *dfmtgo_op_name(uint32_t index);

/* Makes the operation at an index. */
dfmt_status dfmtgo_op_new(uint32_t index, const dfmt_config *c, dfmt_op **out);

/* Says where the operation at an index writes while it runs. E_UNSUPPORTED: it does not. */
dfmt_status dfmtgo_op_output(uint32_t index, dfmt_op *op, dfmt_sink *to);

/* Sets *out to rows of a kind, "functions"; E_UNSUPPORTED: the operation at the index has no such rows. */
dfmt_status dfmtgo_op_rows(uint32_t index, dfmt_op *op, const char *kind, dfmt_rows **out);

/* Writes a document, "folded"; E_UNSUPPORTED: the operation at the index has no such document. */
dfmt_status dfmtgo_op_document(uint32_t index, dfmt_op *op, const char *kind, dfmt_sink *to);

/* Returns the types of both libraries with a NULL at the end, to be freed by nobody; NULL: no memory. */
const dfmt_type **dfmtgo_op_types(void);

#endif
