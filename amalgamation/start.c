/* SPDX-License-Identifier: MIT */
/*
 * libdiagfmt in one file, made of its sources: cc -O2 -c diagfmt.c, and -lz where the program is linked. It is C11 with
 * what gcc and clang add to it; zlib's header must be there. With -fvisibility=hidden a shared library that contains it
 * exports the public functions only, and with -DDFMT_API= none of them.
 *
 * Macros choose what is in it. They do not change the interface: of what is left out, calls say E_UNSUPPORTED.
 *
 *   DFMT_WITHOUT_APITRACE        leaves out a format; so DFMT_WITHOUT_APPORT and those of the others
 *   DFMT_WITHOUT_APITRACE_WRITER leaves out its writer
 *   DFMT_WITHOUT_WRITERS         leaves out all writers
 *   DFMT_WITH_ZSTD               Zstandard: -lzstd
 *   DFMT_WITH_LZMA               inputs in xz: -llzma
 *   DFMT_WITH_BROTLI             Brotli: -lbrotlidec -lbrotlienc
 *   DFMT_WITH_SNAPPY             Snappy by libsnappy's interface for C: -lsnappy, and statically its C++ runtime
 *   DFMT_WITH_CSNAPPY            Snappy by csnappy, whose sources the program compiles itself: C alone
 *   DFMT_WITH_ISAL               ISA-L for inflate and CRC-32, which is faster: -lisal
 *   DFMT_WITH_THREADS            threads that decompress ahead, where a reader is told so: -pthread
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifdef _WIN32
#define __USE_MINGW_ANSI_STDIO 1
#define _CRT_RAND_S
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include "diagfmt.h"

#include <limits.h>

/* Which of the headers' inline functions are used depends on what is chosen. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunused-function"
#endif

#undef HAVE_BROTLI
#undef HAVE_GETRANDOM
#undef HAVE_ISAL
#undef HAVE_LZMA
#undef HAVE_SNAPPY
#undef HAVE_STRERRORDESC_NP
#undef HAVE_THREADS
#undef HAVE_ZSTD
#ifdef DFMT_WITH_BROTLI
#define HAVE_BROTLI 1
#endif
#ifdef DFMT_WITH_ISAL
#define HAVE_ISAL 1
#endif
#ifdef DFMT_WITH_LZMA
#define HAVE_LZMA 1
#endif
#if defined(DFMT_WITH_SNAPPY) || defined(DFMT_WITH_CSNAPPY)
#define HAVE_SNAPPY 1
#endif
#ifdef DFMT_WITH_THREADS
#define HAVE_THREADS 1
#endif
#ifdef DFMT_WITH_ZSTD
#define HAVE_ZSTD 1
#endif
#ifdef __linux__
#define HAVE_GETRANDOM 1
#endif
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 32)
#define HAVE_STRERRORDESC_NP 1
#endif
#endif
