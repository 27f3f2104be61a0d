/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include <diagfmt/common.h>

const char *dfmt_status_name(dfmt_status s) {
  static const char *const done[] = {"OK", "END", "AGAIN"};
  static const char *const failed[] = {"E_NOMEM", "E_ARG",         "E_STATE",    "E_IO",   "E_FORMAT",   "E_TRUNCATED",
                                       "E_LIMIT", "E_UNSUPPORTED", "E_CHECKSUM", "E_BUSY", "E_CANCELLED"};
  if (s >= 0 && s < (dfmt_status)(sizeof done / sizeof *done)) return done[s];
  if (s < 0 && s >= -(dfmt_status)(sizeof failed / sizeof *failed)) return failed[-s - 1];
  return "?";
}
