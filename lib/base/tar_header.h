/* SPDX-License-Identifier: MIT */
/* Headers of files in tar archives (POSIX "ustar", and what GNU and pax made of it). */
#ifndef DFMTI_TAR_HEADER_H
#define DFMTI_TAR_HEADER_H

#include <diagfmt/common.h>

#include <stdbool.h>

enum { DFMTI_TAR_BLOCK = 512, DFMTI_TAR_NAME = 100 }; /* bytes */

struct dfmti_tar_header {
  dfmt_str name; /* as far as it has it: in the block */
  uint64_t size; /* bytes of content, which whole blocks hold */
  uint8_t type;
};

/* Else it is a folder, a link, or what only describes files. */
static inline bool dfmti_tar_is_file(uint8_t type) { return type == '0' || type == 0 || type == '7'; }

/* Takes a block of DFMTI_TAR_BLOCK bytes apart. false: it is none, or its sum is wrong. */
bool dfmti_tar_header(const uint8_t *p, struct dfmti_tar_header *h);

#endif
