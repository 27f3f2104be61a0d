/* SPDX-License-Identifier: MIT */
/* Choices by an option's list: names by shell patterns, ids as numbers. */
#ifndef DFMTO_CHOOSE_H
#define DFMTO_CHOOSE_H

#include "op.h"

/* The list is empty, or has the name, or the id if has_id. */
bool dfmto_is_chosen(const dfmt_op *op, uint32_t key, dfmt_str name, bool has_id, int64_t id);

/* The option's list is not empty. */
bool dfmto_has_choice(const dfmt_op *op, uint32_t key);

#endif
