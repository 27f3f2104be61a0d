/* SPDX-License-Identifier: MIT */
/*
 * libdiagfmt-ops: what can be done with diagnostic files, as calls. An operation takes sources, runs, and gives rows
 * (rows.h) or writes a document or a file; each header of this folder has one kind. All of them live alike:
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_profile_new(NULL, &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK && dfmt_op_run(op) == DFMT_OK &&
 *       dfmt_op_rows(op, &rows) == DFMT_OK)
 *     use(rows);
 *   dfmt_op_free(op);
 *
 * The library uses libdiagfmt by its public headers, and follows its rules: no global state, no output of its own, an
 * allocator and limits by the configuration. An operation belongs to one thread at a time, with its sources, its sinks
 * and its rows.
 */
#ifndef DIAGFMT_OPS_OPS_H
#define DIAGFMT_OPS_OPS_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/describe.h>
#include <diagfmt/io.h>
#include <diagfmt/rows.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this library calls a format in numbers of types and keys of options: number << 16. Since 0.1. */
enum { DFMT_OPS = 0x100 };

/* An operation. Since 0.1. */
typedef struct dfmt_op dfmt_op;

/*
 * Adds an input, and keeps a reference to it; nothing is read yet. Profiles take more when they are done, for which
 * run() is called again. E_STATE: the operation has begun, or takes no more inputs; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s);

/*
 * Runs to the end. OK: all inputs are done. After AGAIN, E_LIMIT (once dfmt_op_limit() has raised what it names),
 * E_NOMEM and E_CANCELLED the same call goes on where it stopped. Other E_*: an input cannot be read, or not wholly;
 * dfmt_op_input() is the one, and dfmt_op_accept() or dfmt_op_drop() lets the same call go on. E_STATE: no input; it
 * has failed for good. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_run(dfmt_op *op);

/* Returns the index of the input in hand, from 0, in the order in which they were added. op NULL: 0. Since 0.1. */
DFMT_API uint64_t dfmt_op_input(const dfmt_op *op);

/*
 * After run() failed for an input, or with E_LIMIT: counts what was read of it before that. E_STATE: none failed.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_accept(dfmt_op *op);

/* The same: leaves the input out as a whole. Since 0.1. */
DFMT_API dfmt_status dfmt_op_drop(dfmt_op *op);

/*
 * Told now and then how far an input is: bytes of `total`, 0 if that is unknown. Returns OK, or E_CANCELLED to stop.
 * Must not call the operation. Since 0.1.
 */
typedef dfmt_status (*dfmt_progress_fn)(void *user, uint64_t input, uint64_t done, uint64_t total);

/* Sets the function for progress; fn NULL: none. E_ARG: op is NULL. Since 0.1. */
DFMT_API dfmt_status dfmt_op_progress(dfmt_op *op, dfmt_progress_fn fn, void *user);

/* Changes a limit, as dfmt_reader_limit(). E_UNSUPPORTED: no limit; E_ARG: out of range. Since 0.1. */
DFMT_API dfmt_status dfmt_op_limit(dfmt_op *op, uint32_t key, uint64_t value);

/*
 * Sets *out to what was found, for the caller to free, before the operation. Operations with several kinds of rows have
 * calls of their own for them; this one then gives the usual kind. E_STATE: run() has not said OK; E_UNSUPPORTED: the
 * operation finds no rows; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_rows(dfmt_op *op, dfmt_rows **out);

/* Returns details of the last failed call; never NULL but for NULL. Valid until the next call. Since 0.1. */
DFMT_API const dfmt_error *dfmt_op_error(const dfmt_op *op);

/*
 * Sets *out to the key of the entry whose value run() failed for; borrowed until the next call. Operations whose rows
 * tell it do not. END: there is none; E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_key(const dfmt_op *op, dfmt_str *out);

/* Frees an operation; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_op_free(dfmt_op *op);

/* Returns the type with a number, of this library or of libdiagfmt; NULL if unknown. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_ops_describe(uint32_t type);

/* Returns the type at an index of the list of this library's own, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_ops_type_at(uint32_t index);

/*
 * Returns the option at an index of the table of this library's own, from 0; NULL at its end. dfmt_option.format is
 * the number of the operation that it belongs to, DFMT_OP_*, 0 for several. Static. Since 0.1.
 */
DFMT_API const dfmt_option *dfmt_ops_option_at(uint32_t index);

/* Returns the option of this library with a key; NULL if there is none. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_ops_option_find(uint32_t key);

/* The operations, in dfmt_option.format and in keys of options: (DFMT_OPS << 16) | operation << 8 | number. */
enum {
  DFMT_OP_PROFILE = 1,  /* profile.h */
  DFMT_OP_HEAP = 3,     /* heap.h */
  DFMT_OP_VERIFY = 4,   /* verify.h */
  DFMT_OP_INFO = 5,     /* info.h */
  DFMT_OP_DIFF = 6,     /* diff.h */
  DFMT_OP_CONVERT = 8,  /* convert.h */
  DFMT_OP_REPAIR = 9,   /* repair.h */
  DFMT_OP_TEXT = 10,    /* text.h */
  DFMT_OP_LIST = 12,    /* list.h */
  DFMT_OP_SEARCH = 13,  /* search.h */
  DFMT_OP_EXTRACT = 14, /* extract.h */
  DFMT_OP_VALUE = 15,   /* value.h */
  DFMT_OP_SHARE = 16,   /* share.h */
  DFMT_OP_TRIAGE = 17   /* triage.h */
};

/* Options that several operations have. */
enum {
  DFMT_OPS_SCRATCH = DFMT_OPS << 16 | 1, /* list: a directory for temporary files that have no name, for inputs that
                                            cannot seek, and for stacks that memory has no room for. Default:
                                            inputs are kept in memory */
  DFMT_OPS_FORMAT = DFMT_OPS << 16 | 2,  /* DFMT_APPORT …: what inputs are read as. Default 0: as what they are */
  DFMT_OPS_NAMES = DFMT_OPS << 16 | 3    /* list: what inputs are called in rows and headings, in their order */
};

/*
 * What is wanted of the inputs, of operations that take or leave records one by one, as their headers say. Lists; what
 * is not given chooses all. A call is wanted if CALLS or FRAMES has it, and THREADS and FUNCTIONS have it, too. What a
 * text says wrong, run() tells with E_ARG. That nothing was wanted, they tell with DFMT_ERR_NOTHING_CHOSEN.
 *
 * Sets are numbers "12", ranges "5-20" and "60-", all "*", with commas or white space between them and comments from
 * '#' to the end of a line; after '/' a step "100-200/5" or a kind of calls: "frame", which ends one, "rendertarget",
 * or its old name "fbo", which sets a target or ends a frame, "draw" or "render", which draws. A kind alone is all of
 * it. Frames count from 0 and end with the call that ends them. An input whose format has nothing of what is asked for
 * is E_UNSUPPORTED.
 */
enum {
  DFMT_OPS_KEYS = DFMT_OPS << 16 | 4,     /* entries, by their keys: names, or shell patterns * ? [a-z] */
  DFMT_OPS_DROP = DFMT_OPS << 16 | 5,     /* the same: those to be left out */
  DFMT_OPS_CALLS = DFMT_OPS << 16 | 6,    /* calls of a trace, by their numbers: sets */
  DFMT_OPS_FRAMES = DFMT_OPS << 16 | 7,   /* calls of these frames: sets of frames, and kinds of their calls */
  DFMT_OPS_THREADS = DFMT_OPS << 16 | 8,  /* calls or other records of these threads: sets */
  DFMT_OPS_FUNCTIONS = DFMT_OPS << 16 | 9 /* calls or other records with a name in which one of these extended regular
                                             expressions of POSIX is found */
};

#ifdef __cplusplus
}
#endif

#endif
