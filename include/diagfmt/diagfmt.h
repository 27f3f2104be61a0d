/* SPDX-License-Identifier: MIT */
/*
 * libdiagfmt: streaming readers and writers for diagnostic files.
 *
 * Bytes come from a source (io.h); a reader (reader.h) turns them into events (event.h); an event has a typed body,
 * described in the header of its format, and may have a payload that is pulled in chunks. A writer (writer.h) takes
 * the same bodies and payloads and emits to a sink (io.h). Every struct describes itself (describe.h).
 *
 * Threads: there is no global mutable state, no locale and nothing to initialise. A handle belongs to one thread at a
 * time, and so do handles that are connected: a reader or writer with its source or sink (a feed and its reader, slices
 * of one source, a payload source and its reader), an index with the readers opened by it. Handles that are not
 * connected are independent. A dfmt_config that nobody changes, and all static data, may be used by several threads at
 * once. Callbacks come on the thread of the call that needs them. errno is left as it was found.
 *
 * Each part can be included alone; this header includes them all.
 */
#ifndef DIAGFMT_DIAGFMT_H
#define DIAGFMT_DIAGFMT_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/describe.h>
#include <diagfmt/errors.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>
#include <diagfmt/reader.h>
#include <diagfmt/rows.h>
#include <diagfmt/scan.h>
#include <diagfmt/version.h>
#include <diagfmt/writer.h>

#include <diagfmt/apitrace.h>
#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>
#include <diagfmt/log.h>
#include <diagfmt/mallocdbg.h>
#include <diagfmt/simpleperf.h>

#endif
