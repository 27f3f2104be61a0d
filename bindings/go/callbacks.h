/* SPDX-License-Identifier: MIT */
/* Sources and sinks whose functions are Go's. user: a handle of runtime/cgo, which close releases. */
#ifndef DIAGFMT_GO_CALLBACKS_H
#define DIAGFMT_GO_CALLBACKS_H

#include <diagfmt/diagfmt.h>

dfmt_status dfmtgo_source(uintptr_t user, uint32_t seekable, dfmt_source **out);
dfmt_status dfmtgo_sink(const dfmt_config *c, uintptr_t user, dfmt_sink **out);

/*
 * Writes a row, or facts, of a type that libdiagfmt does not know as a JSON object, and a line feed. set: the one of
 * the row, whose columns are written; NULL: all members are. types: NULL-ended, where its types are looked up.
 */
dfmt_status dfmtgo_row_json(const dfmt_type *type, const dfmt_row_set *set, const dfmt_type *const *types,
                            const void *row, dfmt_sink *to);

#endif
