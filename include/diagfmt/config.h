/* SPDX-License-Identifier: MIT */
/*
 * Configuration: numbered options with 64-bit values, so that no option struct will ever need to grow. A program asks
 * dfmt_option_find() what the running library knows instead of comparing versions.
 */
#ifndef DIAGFMT_CONFIG_H
#define DIAGFMT_CONFIG_H

#include <diagfmt/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keys of every format. Those of one format are format << 16 | number and stand in its header. */
enum {
  DFMT_CFG_MAX_MEMORY = 1,   /* bytes allocated by one handle at a time; codec libraries' own memory not counted */
  DFMT_CFG_MAX_RECORD = 2,   /* bytes of one undivided record */
  DFMT_CFG_MAX_INLINE = 3,   /* bytes; a larger value becomes a payload */
  DFMT_CFG_MAX_DEPTH = 4,    /* levels of nested values */
  DFMT_CFG_MAX_TABLE = 5,    /* bytes of tables that live as long as the file is open: names, signatures, directory */
  DFMT_CFG_MAX_OUTPUT = 6,   /* decoded bytes of one payload; also of a container (an input that is gzip or Zstandard as
                                a whole, a trace's Snappy or Brotli, an entry of a zip), which may always have 4 MiB */
  DFMT_CFG_MAX_RATIO = 7,    /* decoded : stored bytes of one payload, looked at after the first MiB, and of a container
                                after the first 4; 0, the default: no limit for payloads, which can be gigabytes of
                                zeros in core dumps, and 2,000 for containers, which gzip cannot reach. With
                                MAX_MEMORY the only limit whose place depends, by a piece, on how input arrives */
  DFMT_CFG_MAX_FEED = 8,     /* bytes waiting in a feed; a full feed says AGAIN */
  DFMT_CFG_HASH_SEED = 9,    /* of hash tables, for tests: results do not depend on it. 0: from the system's random
                                source, so that no input can be made to be slow */
  DFMT_CFG_DIAGNOSTICS = 32, /* 1: deliver DFMT_DIAGNOSTIC events; RECOVER implies it */
  DFMT_CFG_RECOVER = 33,     /* 1: salvage; go on after damage at the next place that makes sense */
  DFMT_CFG_UNWRAP = 34,      /* 1: an input that is gzip or Zstandard as a whole is read as what it holds */
  DFMT_CFG_THREADS = 35,     /* threads that decompress ahead, 0: none. Events are the same; memory is more */
  DFMT_CFG_LEVEL = 64        /* DFMT_LEVEL_* or the codec's own 1..22; above a codec's largest: its largest */
};

/* Values of DFMT_CFG_LEVEL besides the codec's own numbers. */
enum {
  DFMT_LEVEL_DEFAULT = 0, /* what the format's own writer uses */
  DFMT_LEVEL_FASTEST = 1,
  DFMT_LEVEL_SMALLEST = 255,
  DFMT_LEVEL_NONE = 256 /* stored, where the container has such a form */
};

/* Which handles an option matters to, bits of dfmt_option.roles. */
enum { DFMT_ROLE_READER = 1, DFMT_ROLE_WRITER = 2, DFMT_ROLE_SOURCE = 4, DFMT_ROLE_SINK = 8 };

/* One option as the library knows it. Static data. Grows only at the end. Since 0.1. */
typedef struct dfmt_option {
  dfmt_head head;
  const char *name;     /* "max_memory", "apport.keys"; never changes */
  const char *help;     /* one sentence, English */
  uint32_t key;         /* DFMT_CFG_* */
  uint32_t kind;        /* DFMT_KIND_U64, _BOOL, _ENUM (a word or a number), _FLAGS (words or a number; hi:
                           all known bits), or _STR: a list, see dfmt_config_add() */
  uint32_t unit;        /* DFMT_UNIT_* */
  uint32_t words;       /* kind _ENUM and _FLAGS: the type of its words, for dfmt_describe(); else 0 */
  uint32_t format;      /* DFMT_APPORT …: the one that it matters to; 0: every format */
  uint32_t roles;       /* DFMT_ROLE_* */
  uint64_t lo, hi, def; /* smallest, largest and default value, all inclusive; 0 for lists */
} dfmt_option;

/* The option at a place of the table, 0 first; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_option_at(uint32_t index);

/* The option of a key; NULL if this library does not know it. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_option_find(uint32_t key);

/* Options for the handles made from it, which copy it: it may be changed or freed right after. Since 0.1. */
typedef struct dfmt_config dfmt_config;

/*
 * An allocator of one's own, in Lua's manner: ptr NULL allocates, new_size 0 frees (and returns NULL), else it resizes.
 * old_size is what was asked for last, 0 with ptr NULL. Blocks are aligned as malloc's. NULL: no memory.
 * It is called on the thread that uses the handle. zlib and Brotli allocate through it; libzstd,
 * libsnappy and ISA-L do not. Since 0.1.
 */
typedef void *(*dfmt_realloc_fn)(void *user, void *ptr, uint64_t old_size, uint64_t new_size);

/*
 * A configuration with all defaults, for the caller to free; it is itself allocated by malloc. Ranges and defaults are
 * those of dfmt_option. E_NOMEM, E_ARG if out is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_new(dfmt_config **out);

/* Sets an option. E_UNSUPPORTED: unknown key; E_ARG: out of range, or the option is a list. Since 0.1. */
DFMT_API dfmt_status dfmt_config_set(dfmt_config *c, uint32_t key, uint64_t value);

/* The value in force; c may be NULL for the default. E_UNSUPPORTED: unknown key; E_ARG: a list. Since 0.1. */
DFMT_API dfmt_status dfmt_config_get(const dfmt_config *c, uint32_t key, uint64_t *value);

/* Adds bytes to an option that is a list; they are copied. E_UNSUPPORTED, E_ARG (not a list), E_NOMEM. Since 0.1. */
DFMT_API dfmt_status dfmt_config_add(dfmt_config *c, uint32_t key, const void *ptr, uint64_t len);

/*
 * Uses fn for every handle made from c from now on; user is passed through and must outlive them all. fn NULL: back to
 * malloc. E_ARG if c is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_allocator(dfmt_config *c, dfmt_realloc_fn fn, void *user);

/* Whether to leave off: other than 0 says yes. Since 0.1. */
typedef uint32_t (*dfmt_stop_fn)(void *user);

/*
 * A function that is asked now and then whether to leave off, as for a signal or a button: before each read and write,
 * and between pieces that are decoded. Once it returns other than 0, calls on handles made from c end soon with E_IO,
 * DFMT_ERR_STOPPED. It is called on the thread that uses the handle, often, and must call nothing of the library; user
 * is passed through and must outlive all those handles. fn NULL: nobody is asked. E_ARG if c is NULL. Since 0.1.
 */
DFMT_API dfmt_status dfmt_config_stop(dfmt_config *c, dfmt_stop_fn fn, void *user);

/* Frees c; NULL is fine. Since 0.1. */
DFMT_API void dfmt_config_free(dfmt_config *c);

#ifdef __cplusplus
}
#endif

#endif
