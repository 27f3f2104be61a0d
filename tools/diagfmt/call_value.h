/* SPDX-License-Identifier: MIT */
/* Parts of apitrace's calls: values by number or name. */
#ifndef CALL_VALUE_H
#define CALL_VALUE_H

#include <diagfmt/diagfmt.h>

/*
 * A value by its path: name or number of an argument or "return", then names or numbers of members and elements,
 * separated by '/'. NULL: there is none.
 */
const dfmt_apitrace_value *call_value(const dfmt_apitrace_call *c, const char *path);

/* What is replayed of a repr, the only element of an array: down to a value that is neither. */
const dfmt_apitrace_value *value_core(const dfmt_apitrace_value *v);

#endif
