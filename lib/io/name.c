/* SPDX-License-Identifier: MIT */
/* The one judge of names from input that are to become file names. */
#include <string.h>

#include <diagfmt/io.h>

#include "base/utf8.h"

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* CON, PRN, AUX, NUL, COM0-9, LPT0-9: devices of Windows, with any suffix and in any case. */
static bool is_device(const char *name, uint64_t len) {
  static const char *const devices[] = {"CON", "PRN", "AUX", "NUL", "COM", "LPT"};
  uint64_t stem = 0;
  while (stem < len && name[stem] != '.') stem++;
  if (stem != 3 && stem != 4) return false;
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    const char *d = devices[i];
    if (upper(name[0]) != d[0] || upper(name[1]) != d[1] || upper(name[2]) != d[2]) continue;
    return i < 4 ? stem == 3 : stem == 4 && name[3] >= '0' && name[3] <= '9';
  }
  return false;
}

uint32_t dfmt_name_is_safe(const char *name, uint64_t len) {
  if (!name || len < 1 || len > 255 || name[0] == '.') return 0;
  if (name[len - 1] == '.' || name[len - 1] == ' ') return 0;
  for (uint64_t i = 0; i < len; i++)
    if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f || strchr("/\\:*?\"<>|", name[i])) return 0;
  return dfmti_utf8_valid(name, (size_t)len) && !is_device(name, len);
}
