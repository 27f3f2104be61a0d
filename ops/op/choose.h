/* SPDX-License-Identifier: MIT */
/* What an option's list chooses: names by shell patterns, ids as numbers. */
#ifndef DFMTO_CHOOSE_H
#define DFMTO_CHOOSE_H

#include "op.h"

/* A name, or an id if has_id, is one of an option's list, or the list is empty. */
bool dfmto_is_chosen(const dfmt_op *op, uint32_t key, dfmt_str name, bool has_id, int64_t id);

/* The option's list has something. */
bool dfmto_has_choice(const dfmt_op *op, uint32_t key);

#endif
