/* SPDX-License-Identifier: MIT */
/*
 * Configuration: numbered options with 64-bit values, so that no option struct ever needs to grow. Use
 * dfmt_option_find() to check what the running library supports, instead of comparing versions.
 */
#ifndef DIAGFMT_CONFIG_H
#define DIAGFMT_CONFIG_H

#include <diagfmt/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keys that apply to every format. Those of one format are format << 16 | number, in its header. */
enum {
  DFMT_CFG_MAX_MEMORY = 1,   /* bytes that one handle may have allocated at a time, without those of codec libraries */
  DFMT_CFG_MAX_RECORD = 2,   /* bytes of one record that cannot be divided */
  DFMT_CFG_MAX_INLINE = 3,   /* bytes; larger values become payloads */
  DFMT_CFG_MAX_DEPTH = 4,    /* levels of nested values */
  DFMT_CFG_MAX_TABLE = 5,    /* bytes of tables that are kept while the file is open: names, signatures, directory */
  DFMT_CFG_MAX_OUTPUT = 6,   /* decoded bytes of one payload, and of a container (gzip or Zstandard around the whole
                                input,   Snappy or Brotli of a trace, an entry of a zip), which may always have 4 MiB */
  DFMT_CFG_MAX_RATIO = 7,    /* decoded : stored bytes of one payload, checked after the first MiB, and of a container,
                                checked after the first 4. 0, the default: no limit for payloads, as core dumps can be
                                gigabytes of zeros, and 2,000 for containers, which gzip cannot reach. Besides
                                MAX_MEMORY the only limit whose exact place depends on how the input arrives */
  DFMT_CFG_MAX_FEED = 8,     /* bytes waiting in a feed; a full feed returns AGAIN */
  DFMT_CFG_HASH_SEED = 9,    /* seed of hash tables, for tests; results do not depend on it. 0: random, so that no input
                                can be crafted to be slow */
  DFMT_CFG_DIAGNOSTICS = 32, /* 1: deliver DFMT_DIAGNOSTIC events; RECOVER implies it */
  DFMT_CFG_RECOVER = 33,     /* 1: salvage: continue after damage at the next place that makes sense */
  DFMT_CFG_UNWRAP = 34,      /* 1: read an input that is wrapped (gzip, zip of one file …) as its content, and a text in
                                UTF-16, or after a byte order mark, as UTF-8; and find a report in another text */
  DFMT_CFG_THREADS = 35, /* reader: threads that decompress Snappy blocks of traces ahead; 0: none. Same events, more
                            memory; DFMT_STAT_THREADS tells whether there is something for them. Writer: threads that
                            compress values of Apport reports, and entries of bug reports. 0: none, and the output is
                            that of the reference; from 1 on gzip and zlib values, and entries, are compressed in blocks
                            of 128 KiB, and the output does not depend on the number, nor on whether threads
                            can be had */
  DFMT_CFG_LEVEL = 64,   /* DFMT_LEVEL_*, or 1..22 of the codec; larger ones become the codec's largest */
  DFMT_CFG_SPARSE = 96   /* DFMT_SPARSE_* */
};

/* Values of DFMT_CFG_LEVEL besides the codec's levels. */
enum {
  DFMT_LEVEL_DEFAULT = 0, /* what the reference program of the format uses */
  DFMT_LEVEL_FASTEST = 1,
  DFMT_LEVEL_SMALLEST = 255,
  DFMT_LEVEL_NONE = 256, /* stored, where the container has such a form */
  DFMT_LEVEL_FAST = 257  /* the quickest compressor that is built in: ISA-L for gzip values of Apport reports and
                            entries of bug reports, so that the output depends on the build; else as FASTEST. Since
                            0.1 */
};

/* Values of DFMT_CFG_SPARSE. */
enum {
  DFMT_SPARSE_AUTO = 0, /* in a file that dfmt_sink_path() or dfmt_sink_in() makes, pages of zeros, 4 KiB each, become
                           holes: they read the same and occupy no disk, where the file system has such */
  DFMT_SPARSE_NEVER = 1 /* every byte is written, so that a full disk is reported at once, not when a hole is filled */
};

/* Which handles use an option: bits of dfmt_option.roles. */
enum { DFMT_ROLE_READER = 1, DFMT_ROLE_WRITER = 2, DFMT_ROLE_SOURCE = 4, DFMT_ROLE_SINK = 8 };

/* Description of an option. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_option {
  dfmt_head head;
  const char *name;     /* "max_memory", "apport.keys"; never changes */
  const char *help;     /* one sentence, English */
  uint32_t key;         /* DFMT_CFG_* */
  uint32_t kind;        /* DFMT_KIND_U64, _BOOL, _ENUM (a word or a number), _FLAGS (words or a number; hi:
                           all known bits), or _STR: a list, see dfmt_config_add() */
  uint32_t unit;        /* DFMT_UNIT_* */
  uint32_t words;       /* kind _ENUM and _FLAGS: the type of its words, for dfmt_describe(); else 0 */
  uint32_t format;      /* DFMT_APPORT …: the format that it belongs to; 0: all */
  uint32_t roles;       /* DFMT_ROLE_* */
  uint64_t lo, hi, def; /* smallest, largest and default value, all inclusive; 0 for lists */
} dfmt_option;

/* Returns the option at an index of the table, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_option_at(uint32_t index);

/* Returns the option with a key; NULL if this library does not know it. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_option_find(uint32_t key);

/* Options for handles. Handles copy it, so it may be changed or freed once they are made. Since 0.1. */
typedef struct dfmt_config dfmt_config;

/*
 * Custom allocator (Lua-style realloc function): allocates if ptr is NULL, frees if new_size is 0 (and returns NULL),
 * else resizes. old_size is the size requested last, 0 if ptr is NULL. Blocks must be aligned as those of malloc.
 * Returns NULL if there is no memory. Called on the thread that uses the handle. zlib and Brotli allocate through it;
 * libzstd, libsnappy and ISA-L do not. Since 0.1.
 */
typedef void *(*dfmt_realloc_fn)(void *user, void *ptr, uint64_t old_size, uint64_t new_size);

/*
 * Makes a configuration with all defaults, by malloc. The caller frees it. dfmt_option has ranges and defaults.
 * E_NOMEM; E_ARG: out is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_new(dfmt_config **out);

/*
 * Makes a copy of c, allocator and all, for those who keep one; by malloc, for the caller to free. c NULL: all
 * defaults. E_NOMEM; E_ARG: out is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_copy(const dfmt_config *c, dfmt_config **out);

/*
 * Keys from here on are those of libraries on top of this one, such as libdiagfmt-ops: their values are kept as they
 * are given, and checked by whoever uses them. Since 0.1.
 */
#define DFMT_CFG_FOREIGN 0x1000000u

/* Sets an option. E_UNSUPPORTED: unknown key; E_ARG: out of range, or the option is a list; E_LIMIT: more than 64 are
 * set. Since 0.1. */
DFMT_API dfmt_status dfmt_config_set(dfmt_config *c, uint32_t key, uint64_t value);

/*
 * Returns the value in effect; c NULL: the default. E_UNSUPPORTED: unknown key, or a foreign one that is not set;
 * E_ARG: a list. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_get(const dfmt_config *c, uint32_t key, uint64_t *value);

/* Adds a copy of bytes to an option that is a list. E_UNSUPPORTED, E_ARG (not a list), E_NOMEM. Since 0.1. */
DFMT_API dfmt_status dfmt_config_add(dfmt_config *c, uint32_t key, const void *ptr, uint64_t len);

/*
 * Sets *out to the bytes added to a list at an index, from 0. Borrowed until c changes. END: there are no more; E_ARG:
 * not a list; E_UNSUPPORTED: unknown key. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_item(const dfmt_config *c, uint32_t key, uint64_t index, dfmt_str *out);

/*
 * Sets the allocator of every handle made with c from now on. user is passed to fn and must outlive all those handles.
 * fn NULL: malloc. E_ARG: c is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_allocator(dfmt_config *c, dfmt_realloc_fn fn, void *user);

/* Allocates, resizes or frees as handles made with c do, uncounted: see dfmt_realloc_fn. c NULL: malloc. Since 0.1. */
DFMT_API void *dfmt_config_realloc(const dfmt_config *c, void *ptr, uint64_t old_size, uint64_t new_size);

/* Returns non-zero to stop. Since 0.1. */
typedef uint32_t (*dfmt_stop_fn)(void *user);

/*
 * Sets a function that can stop long calls, for a signal or a button: it is called before each read and write, and
 * between decoded pieces. Once it returns non-zero, calls on handles made with c soon return E_IO with
 * DFMT_ERR_STOPPED. It is called often, on the thread that uses the handle, and must not call the library. user is
 * passed to fn and must outlive all those handles. fn NULL: none. E_ARG: c is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_stop(dfmt_config *c, dfmt_stop_fn fn, void *user);

/* Returns 1 if the function of dfmt_config_stop() asks to stop, else 0. c NULL: 0. Since 0.1. */
DFMT_API uint32_t dfmt_config_stopped(const dfmt_config *c);

/* Frees c; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_config_free(dfmt_config *c);

#ifdef __cplusplus
}
#endif

#endif
