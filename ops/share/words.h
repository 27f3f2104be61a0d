/* SPDX-License-Identifier: MIT */
/* Words that are nobody's: a value that is one of them is not looked for where no place tells that it is a value. */
#ifndef DFMTO_SHARE_WORDS_H
#define DFMTO_SHARE_WORDS_H

#include "forms.h"

/* In any case: a word that reports use themselves, or that placeholders have. */
bool dfmto_share_is_common(const uint8_t *p, size_t n);

/* "audioserver": an account that systems come with. */
bool dfmto_share_is_system_user(const uint8_t *p, size_t n);

#endif
