/* SPDX-License-Identifier: MIT */
/* Texts: markers, and what stands between them. */
#ifndef DFMTI_BUGREPORT_WRITE_TEXT_H
#define DFMTI_BUGREPORT_WRITE_TEXT_H

#include "core/writer_impl.h"

dfmt_status dfmti_bugreport_put_text(dfmt_writer *w, const dfmt_head *body);
/* raw: the payload has the marker, too. */
dfmt_status dfmti_bugreport_begin_text(dfmt_writer *w, const dfmt_head *body, bool raw);
dfmt_status dfmti_bugreport_more_text(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_bugreport_end_text(dfmt_writer *w);
/* What ends the whole text. */
dfmt_status dfmti_bugreport_finish_text(dfmt_writer *w);

#endif
