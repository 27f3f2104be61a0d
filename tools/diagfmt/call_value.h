/* SPDX-License-Identifier: MIT */
/* Parts of apitrace's calls: values by number or name. */
#ifndef CALL_VALUE_H
#define CALL_VALUE_H

#include <stdbool.h>

#include <diagfmt/diagfmt.h>

/* The argument of a number; NULL: the call has none. */
const dfmt_apitrace_value *call_argument(const dfmt_apitrace_call *c, uint64_t number);

/* The child of an array or struct; NULL: it has none. */
const dfmt_apitrace_value *value_child(const dfmt_apitrace_value *v, uint64_t number);

/*
 * A value by its path: name or number of an argument or "return", then names or numbers of members and elements,
 * separated by '/'. NULL: there is none.
 */
const dfmt_apitrace_value *call_value(const dfmt_apitrace_call *c, const char *path);

/* What is replayed of a repr, the only element of an array: down to a value that is neither. */
const dfmt_apitrace_value *value_core(const dfmt_apitrace_value *v);

/* The number that an integer, enum, bitmask, bool, null or handle stands for. false: it is something else. */
bool value_number(const dfmt_apitrace_value *v, uint64_t *n);

#endif
