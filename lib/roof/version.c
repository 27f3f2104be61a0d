/* SPDX-License-Identifier: MIT */
/* What the library says about itself. */
#include <stddef.h>

#include <diagfmt/common.h>
#include <diagfmt/version.h>

uint32_t dfmt_version(void) { return DFMT_VERSION_NUMBER; }

uint32_t dfmt_has_feature(uint32_t feature) {
  switch (feature) {
#ifdef HAVE_SNAPPY
    case DFMT_FEATURE_SNAPPY: return 1;
#endif
#ifdef HAVE_ZSTD
    case DFMT_FEATURE_ZSTD: return 1;
#endif
#ifdef HAVE_BROTLI
    case DFMT_FEATURE_BROTLI: return 1;
#endif
#ifdef HAVE_THREADS
    case DFMT_FEATURE_THREADS: return 1;
#endif
#ifdef HAVE_ISAL
    case DFMT_FEATURE_ISAL: return 1;
#endif
    default: return 0;
  }
}

const char *dfmt_status_name(dfmt_status s) {
  static const char *const done[] = {"OK", "END", "AGAIN"};
  static const char *const failed[] = {"E_NOMEM",     "E_ARG",   "E_STATE",       "E_IO",       "E_FORMAT",
                                       "E_TRUNCATED", "E_LIMIT", "E_UNSUPPORTED", "E_CHECKSUM", "E_BUSY"};
  if (s >= 0 && s < (dfmt_status)(sizeof done / sizeof *done)) return done[s];
  if (s < 0 && s >= -(dfmt_status)(sizeof failed / sizeof *failed)) return failed[-s - 1];
  return "?";
}
