/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), as text as sha256sum prints it. */
#ifndef HARNESS_SHA256_H
#define HARNESS_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 64 }; /* characters, without the null after them */

void sha256_text(char to[SHA256_TEXT + 1], const void *ptr, size_t len);

#endif
