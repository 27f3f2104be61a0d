/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_CLONE_H
#define DFMTI_CLONE_H

#include "walk.h"

/* dfmt_event_clone() with types from anywhere. */
dfmt_status dfmti_event_clone(dfmti_find_fn find, const dfmt_config *c, const dfmt_event *ev, dfmt_event **out);

#endif
