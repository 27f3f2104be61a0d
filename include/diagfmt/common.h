/* SPDX-License-Identifier: MIT */
/* Statuses, strings, errors and the library's version: what every other header needs. */
#ifndef DIAGFMT_COMMON_H
#define DIAGFMT_COMMON_H

#include <stdint.h>

#ifndef DFMT_API
#if defined(__GNUC__) && !defined(_WIN32)
#define DFMT_API __attribute__((visibility("default")))
#else
#define DFMT_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Return status: 0 on success, positive if the call cannot complete yet, negative on error. Values are never renumbered
 * or reused; later releases may add some, so treat an unknown negative value as an error. Every call may return the
 * following, which its own comment omits: E_ARG for a NULL handle, and for any other NULL that is not said to be
 * allowed; E_BUSY; and E_STATE if the call needs an open file or sink and there is none. Since 0.1.
 */
typedef int32_t dfmt_status;
enum {
  DFMT_OK = 0,
  DFMT_END = 1,            /* no more events, payload or source bytes */
  DFMT_AGAIN = 2,          /* no data, or no room, yet; repeat the call later: it continues where it stopped */
  DFMT_E_NOMEM = -1,       /* an allocation failed */
  DFMT_E_ARG = -2,         /* an argument is out of range; nothing was done */
  DFMT_E_STATE = -3,       /* the call is not allowed in this state; nothing was done */
  DFMT_E_IO = -4,          /* reading or writing failed; dfmt_error.sys_errno has the reason, if known */
  DFMT_E_FORMAT = -5,      /* malformed input */
  DFMT_E_TRUNCATED = -6,   /* the input ends too early; everything before that has been delivered */
  DFMT_E_LIMIT = -7,       /* a configured limit was exceeded; dfmt_error.option is its key, .needed a value that
                              suffices */
  DFMT_E_UNSUPPORTED = -8, /* valid as far as is known, but not supported by this library or build */
  DFMT_E_CHECKSUM = -9,    /* decoded data do not match their checksum or recorded length */
  DFMT_E_BUSY = -10,       /* the handle is in use: a callback called it, or a source or sink in use */
  DFMT_E_CANCELLED = -11   /* a progress function of the caller's asked to stop; the same call goes on */
};

/*
 * Bytes with a length. Not NUL-terminated, may contain NULs, in no particular encoding; ptr may be NULL if len is 0.
 * Frozen. Since 0.1.
 */
typedef struct dfmt_str {
  const char *ptr; /* [bytes] */
  uint64_t len;    /* bytes [hidden] */
} dfmt_str;

/*
 * First member of every body. size: bytes of the struct as whoever made it knows it, so that bodies can grow at the
 * end. The library puts 128 zero bytes after each struct that it returns, so that members of a later header read as
 * absent. Static structs have no such bytes: check size first. type: format << 16 | number. Frozen. Since 0.1.
 */
typedef struct dfmt_head {
  uint32_t size, type;
} dfmt_head;

/* A key with its value. Frozen. Since 0.1. */
typedef struct dfmt_pair {
  dfmt_str key, value;
} dfmt_pair;

/* Where an error comes from: dfmt_error.origin. */
enum {
  DFMT_ORIGIN_CALL = 0,   /* the call itself: arguments, state, memory, limits of the handle */
  DFMT_ORIGIN_SOURCE = 1, /* reading from the source */
  DFMT_ORIGIN_SINK = 2,   /* writing to the sink */
  DFMT_ORIGIN_DATA = 3,   /* the bytes read */
  DFMT_ORIGIN_WRAPPER = 4 /* the wrapper of the whole input (gzip, zip …), or a format's own container (Snappy,
                              Brotli); offset is approximately how far the file has been read, in stored bytes */
};

/*
 * Why the last call on a handle failed. Owned by the handle, valid until the next call on it. After a call that did not
 * fail (END and AGAIN included) its status is DFMT_OK. Calls that return E_BUSY, or E_ARG for a NULL pointer, and
 * queries leave it unchanged. Grows only at the end. Since 0.1.
 */
typedef struct dfmt_error {
  uint32_t size;       /* bytes of this struct in the library that made it */
  dfmt_status status;  /* as returned by the call */
  uint32_t number;     /* DFMT_ERR_* of errors.h: one number for each cause, stable */
  uint32_t option;     /* DFMT_E_LIMIT: the key to raise (DFMT_CFG_*), else 0 */
  uint32_t origin;     /* DFMT_ORIGIN_* */
  int32_t sys_errno;   /* errno of the failing system call, 0 if none */
  uint64_t offset;     /* byte offset of the fault in the unwrapped stream, from 0; of a text in UTF-16 in that */
  uint64_t line;       /* 1-based line in text formats, else 0 */
  uint64_t needed;     /* DFMT_E_LIMIT: a value of `option` that lets the call continue, perhaps to the same limit
                          again later; else 0 */
  const char *message; /* UTF-8, one line, NUL-terminated, never NULL; wording may change between releases */
} dfmt_error;

/* Optional parts of a build. Exported symbols do not depend on them: a missing part returns DFMT_E_UNSUPPORTED. */
enum {
  DFMT_FEATURE_SNAPPY = 1,
  DFMT_FEATURE_ZSTD = 2,
  DFMT_FEATURE_BROTLI = 3,
  DFMT_FEATURE_ISAL = 4, /* inflate and CRC-32 by ISA-L: same results, faster */
  DFMT_FEATURE_THREADS = 5,
  DFMT_FEATURE_LZMA = 6 /* inputs in xz, by liblzma */
};

/* Returns the version of the running library: major << 24 | minor << 16 | patch << 8. Since 0.1. */
DFMT_API uint32_t dfmt_version(void);

/* Returns 1 if the running library was built with DFMT_FEATURE_*, 0 if not or if the number is unknown. Since 0.1. */
DFMT_API uint32_t dfmt_has_feature(uint32_t feature);

/* Returns the name of a status without its prefix, such as "E_FORMAT"; "?" if unknown. Static, never NULL. Since 0.1.
 */
DFMT_API const char *dfmt_status_name(dfmt_status s);

#ifdef __cplusplus
}
#endif

#endif
