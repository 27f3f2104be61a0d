/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

bool dfmti_begins(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

const uint8_t *dfmti_find(const uint8_t *p, const uint8_t *end, const char *word) {
  size_t n = strlen(word);
  while ((size_t)(end - p) >= n) {
    p = memchr(p, word[0], (size_t)(end - p) - n + 1);
    if (!p || memcmp(p, word, n) == 0) return p;
    p++;
  }
  return NULL;
}
