/* SPDX-License-Identifier: MIT */
/* CRC-32 as gzip and zlib count it. */
#ifndef DFMTI_CRC32_H
#define DFMTI_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from crc, which is 0 at the start. ptr may be NULL if len is 0. */
uint32_t dfmti_crc32(uint32_t crc, const void *ptr, size_t len);

#endif
