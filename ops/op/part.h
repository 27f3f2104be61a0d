/* SPDX-License-Identifier: MIT */
/* Answers, documents and outputs by name. */
#ifndef DFMTO_PART_H
#define DFMTO_PART_H

#include "answers.h"

/* The part of a kind at an index: answers, then documents, then outputs. NULL: no more. */
const dfmt_op_part *dfmto_part_at(const struct dfmto_kind *kind, size_t index);

/* Fails with E_ARG: there is no part of this sort (DFMT_OP_ANSWER …) and name; the message lists the existing ones. */
dfmt_status dfmto_no_part(dfmt_op *op, uint32_t sort, const char *name);

/* Fails with E_UNSUPPORTED: its inputs do not have this answer; the message lists those they have. */
dfmt_status dfmto_no_answer(dfmt_op *op, const char *name);

#endif
