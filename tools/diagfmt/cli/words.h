/* SPDX-License-Identifier: MIT */
/* Words of formats, from the library's descriptions. */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <diagfmt/config.h>

/* The type of a format's words for a member ("variant", "compression"); 0 if there is none. */
uint32_t words_type(uint32_t format, const char *member);

/* The library option "FORMAT.member" that takes such words; NULL if there is none. */
const dfmt_option *words_option(uint32_t format, const char *member);

/* Parses a decimal number from `least` to `most`. false: invalid. */
bool number_in(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* The number of a word in such a type. false: not found. */
bool word_number(uint32_t type, const char *word, uint64_t *number);

#endif
