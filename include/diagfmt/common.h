/* SPDX-License-Identifier: MIT */
/* Statuses, strings, errors and the library's version: what every other header needs. */
#ifndef DIAGFMT_COMMON_H
#define DIAGFMT_COMMON_H

#include <stdint.h>

#ifndef DFMT_API
#if defined(__GNUC__)
#define DFMT_API __attribute__((visibility("default")))
#else
#define DFMT_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a call says: 0 it is done, above 0 "not now", below 0 an error. Values are never renumbered or reused; a later
 * release may add some, so treat an unknown negative value as an error. What every call can say, and its own comment
 * leaves out: E_ARG for a NULL handle and for any NULL that is not called fine; E_BUSY; and E_STATE for calls that need
 * an open file or sink where there is none. Since 0.1.
 */
typedef int32_t dfmt_status;
enum {
  DFMT_OK = 0,
  DFMT_END = 1,            /* nothing more: of events, of a payload, of a source */
  DFMT_AGAIN = 2,          /* no data, or no room, right now; the same call later goes on where this one stopped */
  DFMT_E_NOMEM = -1,       /* an allocation failed */
  DFMT_E_ARG = -2,         /* an argument is out of its range; nothing was done */
  DFMT_E_STATE = -3,       /* this call is not possible at this point; nothing was done */
  DFMT_E_IO = -4,          /* reading or writing failed; dfmt_error.sys_errno says why where that is known */
  DFMT_E_FORMAT = -5,      /* the bytes break the format's rules */
  DFMT_E_TRUNCATED = -6,   /* the input ends too early; everything before has been delivered */
  DFMT_E_LIMIT = -7,       /* a limit of the configuration; dfmt_error.option names it, .needed is a value that would
                              do */
  DFMT_E_UNSUPPORTED = -8, /* well-formed as far as can be told, but this library (or this build) cannot do it */
  DFMT_E_CHECKSUM = -9,    /* decoded data do not match their checksum or recorded length */
  DFMT_E_BUSY = -10        /* the handle is in use: a callback called into it, or into a source or sink being used */
};

/*
 * Bytes with a length. Not NUL-terminated, may hold NULs, no encoding promised; len 0 may come with ptr NULL. Frozen.
 * Since 0.1.
 */
typedef struct dfmt_str {
  const char *ptr;
  uint64_t len; /* bytes */
} dfmt_str;

/*
 * First member of every body. size: bytes of the struct as its maker knows it, so that bodies can grow at the end; 128
 * zero bytes follow what the library hands out, where a later header's members are found absent. Static structs have
 * none behind them: there look at size first. type: format << 16 | number. Frozen. Since 0.1.
 */
typedef struct dfmt_head {
  uint32_t size, type;
} dfmt_head;

/* A key with its value. Frozen. Since 0.1. */
typedef struct dfmt_pair {
  dfmt_str key, value;
} dfmt_pair;

/* Who failed: see dfmt_error.origin. */
enum {
  DFMT_ORIGIN_CALL = 0,   /* the call itself: arguments, state, memory, limits of the handle */
  DFMT_ORIGIN_SOURCE = 1, /* reading from the source */
  DFMT_ORIGIN_SINK = 2,   /* writing to the sink */
  DFMT_ORIGIN_DATA = 3,   /* the bytes read */
  DFMT_ORIGIN_WRAPPER = 4 /* the gzip or Zstandard wrapping of the whole input, or a format's own container (Snappy,
                              Brotli); offset is about how far the file was read, in its own bytes */
};

/*
 * Why the last call on a handle failed. Owned by the handle, valid until the next call on it; after a call that did
 * not fail (END and AGAIN included) its status is DFMT_OK. Calls refused with E_BUSY, or with E_ARG for a NULL pointer,
 * and those that only ask, leave it as it was. Grows only at the end. Since 0.1.
 */
typedef struct dfmt_error {
  uint32_t size;       /* bytes of this struct in the library that made it */
  dfmt_status status;  /* the error, as the call returned it */
  uint32_t number;     /* DFMT_ERR_* of errors.h: one cause, one number, for ever */
  uint32_t option;     /* DFMT_E_LIMIT: the key to raise (DFMT_CFG_*), else 0 */
  uint32_t origin;     /* DFMT_ORIGIN_* */
  int32_t sys_errno;   /* errno of the failing system call, 0 if none */
  uint64_t offset;     /* byte position of the fault in the stream the format sees (after unwrapping), from 0 */
  uint64_t line;       /* 1-based line in text formats, 0 where lines mean nothing */
  uint64_t needed;     /* DFMT_E_LIMIT: a value of `option` that lets the call go on, maybe to the same limit later;
                          else 0 */
  const char *message; /* UTF-8, one line, NUL-terminated, never NULL; wording may change between releases */
} dfmt_error;

/* Optional parts of a build. Exported symbols do not depend on them: what is missing says DFMT_E_UNSUPPORTED. */
enum {
  DFMT_FEATURE_SNAPPY = 1,
  DFMT_FEATURE_ZSTD = 2,
  DFMT_FEATURE_BROTLI = 3,
  DFMT_FEATURE_ISAL = 4, /* inflate and CRC-32 by ISA-L; results are the same without, only slower */
  DFMT_FEATURE_THREADS = 5
};

/* Version of the running library: major << 24 | minor << 16 | patch << 8. Since 0.1. */
DFMT_API uint32_t dfmt_version(void);

/* 1 if the running library was built with DFMT_FEATURE_*, 0 if not or if it does not know the number. Since 0.1. */
DFMT_API uint32_t dfmt_has_feature(uint32_t feature);

/* The name of a status without its prefix, "OK", "E_FORMAT"; "?" for an unknown one. Static, never NULL. Since 0.1. */
DFMT_API const char *dfmt_status_name(dfmt_status s);

#ifdef __cplusplus
}
#endif

#endif
