/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_CLONE_H
#define DFMTI_CLONE_H

#include "walk.h"

/* dfmt_event_clone() with types from anywhere. */
dfmt_status dfmti_event_clone(const struct dfmti_format *format, const dfmt_config *c, const dfmt_event *ev,
                              dfmt_event **out);

/* dfmt_body_copy() of a type; t may be NULL. */
dfmt_status dfmti_body_copy(const dfmt_type *t, const dfmt_head *from, dfmt_head *to);

#endif
