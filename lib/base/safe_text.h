/* SPDX-License-Identifier: MIT */
/* Text of input that reaches a terminal, which must show it and not obey it. */
#ifndef DFMTI_SAFE_TEXT_H
#define DFMTI_SAFE_TEXT_H

#include "mem.h"

/*
 * Appends it with \xNN for controls, line and paragraph separators, marks that change direction, and bytes that are not
 * UTF-8. *columns: how many columns of a terminal that takes. false: no memory; `to` may have part of it.
 */
bool dfmti_safe_text(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns);

/* Bytes of the longest start of safe text that takes at most `most` columns; *columns: how many it takes. */
size_t dfmti_safe_start(const void *ptr, size_t len, size_t most, size_t *columns);

/* The same of JSON, which stays JSON of the same values: \uNNNN, and U+FFFD for bytes that are not UTF-8. */
bool dfmti_safe_json(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns);

#endif
