/* SPDX-License-Identifier: MIT */
/* Which codecs are built in. */
#include <diagfmt/common.h>
#include <diagfmt/version.h>

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
#ifdef HAVE_LZMA
    case DFMT_FEATURE_LZMA: return 1;
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
