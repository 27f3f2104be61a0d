/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_ERRNO_TEXT_H
#define DFMTI_ERRNO_TEXT_H

#include "fault.h"

/*
 * E_IO with the errno in force, its text untranslated; errno is set back to `saved`. number: DFMT_ERR_*.
 */
dfmt_status dfmti_fail_errno(struct dfmti_errors *x, uint32_t number, const char *what, int saved);

#endif
