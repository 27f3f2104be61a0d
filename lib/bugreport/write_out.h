/* SPDX-License-Identifier: MIT */
/* Where text goes, and the refusal of a body that comes out of order. */
#ifndef DFMTI_BUGREPORT_WRITE_OUT_H
#define DFMTI_BUGREPORT_WRITE_OUT_H

#include "core/writer_impl.h"

/* E_ARG: a body comes out of order. */
dfmt_status dfmti_bugreport_order(dfmt_writer *w, const char *what);

/*
 * Writes more of the text, to the file or to the main entry. n is at most DFMTI_ZIP_STEP: then all is written, or
 * nothing with E_NOMEM.
 */
dfmt_status dfmti_bugreport_emit(dfmt_writer *w, const uint8_t *p, size_t n);

#endif
