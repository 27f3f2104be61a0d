/* SPDX-License-Identifier: MIT */
/* Common words: a value that is one of them is only replaced at a place that announces it. */
#ifndef DFMTO_SHARE_WORDS_H
#define DFMTO_SHARE_WORDS_H

#include "forms.h"

/* Ignoring case: a word that reports or placeholders use. */
bool dfmto_share_is_common(const uint8_t *p, size_t n);

/* "audioserver": an account that systems have by default. */
bool dfmto_share_is_system_user(const uint8_t *p, size_t n);

#endif
