/* SPDX-License-Identifier: MIT */
/* Sources and sinks whose functions are Go's. user: a handle of runtime/cgo, which close releases. */
#ifndef DIAGFMT_GO_CALLBACKS_H
#define DIAGFMT_GO_CALLBACKS_H

#include <diagfmt/diagfmt.h>

dfmt_status dfmtgo_source(uintptr_t user, uint32_t seekable, dfmt_source **out);
dfmt_status dfmtgo_sink(const dfmt_config *c, uintptr_t user, dfmt_sink **out);

#endif
