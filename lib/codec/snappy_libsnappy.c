/* SPDX-License-Identifier: MIT */
#include <snappy-c.h>

#include "snappy_expand.h"

bool dfmti_snappy_expand(const uint8_t *block, size_t len, uint8_t *out, size_t size) {
  size_t made = size;
  return snappy_uncompress((const char *)block, len, (char *)out, &made) == SNAPPY_OK && made == size;
}
