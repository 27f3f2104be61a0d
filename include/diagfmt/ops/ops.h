/* SPDX-License-Identifier: MIT */
/*
 * libdiagfmt-ops: what can be done with diagnostic files, as calls. An operation takes inputs, runs, and then answers
 * questions with rows (rows.h) or writes documents; some write outputs while they run. Each header of this folder has
 * one kind: its options, and what its rows are. All of them live alike:
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "profile", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, "functions", &rows) == DFMT_OK)
 *     use(rows);
 *   dfmt_op_free(op);
 *
 * What kinds there are, and what each can be given and asked, dfmt_op_at() and dfmt_op_part_at() tell.
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
#include <diagfmt/event.h>
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
 * Makes an operation of a kind, "profile", with the options of c (NULL: defaults): those of the kind, of the kinds that
 * dfmt_op_kind.borrows names, and of libdiagfmt. E_ARG: options are out of range, or contradict each other;
 * E_UNSUPPORTED: there is no such kind; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_new(const dfmt_config *c, const char *kind, dfmt_op **out);

/*
 * Adds an input, and keeps a reference to it; nothing is read yet. Kinds that take more (DFMT_OP_TAKES_MORE) do so
 * when they are done, too, for which run() is called again. E_STATE: the operation has begun, or takes no more inputs;
 * E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s);

/*
 * Says where an output goes, before run(); keeps a reference to the sink. name NULL: the first output of the kind.
 * n: the input that it belongs to, of an output for each (DFMT_OP_PER_INPUT), else 0; inputs above 0 must have been
 * added. to NULL: nowhere. A second call for the same output replaces the first. The caller commits the sink once run()
 * has said OK, and otherwise discards it. E_ARG: no such output or input; E_STATE: the operation has begun;
 * E_UNSUPPORTED: the kind has no outputs; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_output(dfmt_op *op, const char *name, uint64_t n, dfmt_sink *to);

/*
 * Runs to the end. OK: all inputs are done. After AGAIN, E_LIMIT (once dfmt_op_limit() has raised what it names),
 * E_NOMEM and E_CANCELLED the same call goes on where it stopped. Other E_*: an input cannot be read, or not wholly;
 * dfmt_op_input() is the one, and dfmt_op_accept() or dfmt_op_drop() lets the same call go on. E_STATE: an input, or an
 * output that is required, is missing; it has failed for good. Since 0.1.
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
 * Is told what readers say beside records: damage that was passed over, and notes. Both are borrowed until it returns.
 * Must not call the operation. Since 0.1.
 */
typedef void (*dfmt_remark_fn)(void *user, uint64_t input, const dfmt_diagnostic *d);

/* Sets the function for remarks; fn NULL: none. E_ARG: op is NULL. Since 0.1. */
DFMT_API dfmt_status dfmt_op_remarks(dfmt_op *op, dfmt_remark_fn fn, void *user);

/*
 * Sets *out to the rows of an answer, for the caller to free, before the operation. name NULL: the usual answers
 * (DFMT_OP_USUAL) that these inputs have, one set after the other. Where inputs are added later, rows are E_STATE until
 * run() has said OK again, and after dfmt_rows_rewind() those of all. E_STATE: run() has not said OK; E_ARG: no such
 * answer; E_UNSUPPORTED: the kind answers nothing, these inputs do not have it, or what it needs was not kept; E_NOMEM,
 * E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_answer(dfmt_op *op, const char *name, dfmt_rows **out);

/*
 * Writes a document. name NULL: the first of the kind. with: the options that are for documents alone, as titles; NULL:
 * those of the operation. Statuses as those of dfmt_op_answer(); E_IO of the sink, which is to be discarded then.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_write(dfmt_op *op, const char *name, const dfmt_config *with, dfmt_sink *to);

/*
 * Adds what another operation of the same kind and the same options has found, which keeps it (DFMT_OP_MERGES): one for
 * each thread that reads, then merged into one. Rows are then those of one operation over all inputs. into: has no
 * inputs, or has run to its end. After E_NOMEM, E_LIMIT and E_IO of dfmt_config_stop() the same call goes on; until it
 * has, into must not be used for anything else. E_STATE: one of them has not run to its end; E_UNSUPPORTED: the kind
 * does not merge, or they do not go together. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_merge(dfmt_op *into, dfmt_op *from);

/*
 * Reads an output again, from its start, after run() has said OK (DFMT_OP_CHECKS). OK: it is as it must be; else it is
 * not to be published, and the error says why. AGAIN: the same call goes on. E_UNSUPPORTED: the kind checks nothing.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_check(dfmt_op *op, dfmt_source *of);

/* Returns details of the last failed call; never NULL but for NULL. Valid until the next call. Since 0.1. */
DFMT_API const dfmt_error *dfmt_op_error(const dfmt_op *op);

/*
 * Sets *out to the key of the entry whose value run() failed for; borrowed until the next call. Operations whose rows
 * tell it do not. END: there is none; E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_key(const dfmt_op *op, dfmt_str *out);

/* Frees an operation; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_op_free(dfmt_op *op);

/* What a kind does. Bits. */
enum {
  DFMT_OP_TAKES_MORE = 1, /* inputs also when those before are done */
  DFMT_OP_MERGES = 2,     /* dfmt_op_merge() */
  DFMT_OP_CHECKS = 4,     /* dfmt_op_check() */
  DFMT_OP_STREAMS = 8     /* its rows come as they are read, once, and must be read to their end for what follows */
};

/* Parts of a kind. */
enum {
  DFMT_OP_ANSWER = 1,   /* dfmt_op_answer() */
  DFMT_OP_DOCUMENT = 2, /* dfmt_op_write() */
  DFMT_OP_OUTPUT = 3    /* dfmt_op_output() */
};

/* What is to be known of a part. Bits. */
enum {
  DFMT_OP_USUAL = 1,     /* an answer: it is among those that are given without a name */
  DFMT_OP_PER_INPUT = 2, /* an output: one for each input */
  DFMT_OP_REQUIRED = 4   /* an output: run() needs it */
};

/* Numbers of these types. */
enum {
  DFMT_OP_KIND = DFMT_OPS << 16 | 1,
  DFMT_OP_PART = DFMT_OPS << 16 | 2,
  DFMT_OPS_TYPE_FLAGS = DFMT_OPS << 16 | 0x8001, /* bits DFMT_OP_TAKES_MORE … */
  DFMT_OPS_TYPE_PART = DFMT_OPS << 16 | 0x8002,  /* words DFMT_OP_ANSWER … */
  DFMT_OPS_TYPE_TRAITS = DFMT_OPS << 16 | 0x8003 /* bits DFMT_OP_USUAL … */
};

/* A kind of operation. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_op_kind {
  dfmt_head head;
  uint32_t number;     /* in keys of its options and their dfmt_option.format */
  uint32_t flags;      /* DFMT_OP_TAKES_MORE … */
  const char *name;    /* "profile" */
  const char *help;    /* a sentence */
  uint64_t min_inputs; /* for run() */
  uint64_t max_inputs; /* UINT64_MAX: as many as there are */
  uint64_t shared;     /* options that several kinds have and this one uses: 1 << (key & 63) [no unit] */
  uint64_t borrows;    /* kinds whose options it has as well: 1 << number [no unit] */
} dfmt_op_kind;

/* An answer, a document or an output. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_op_part {
  dfmt_head head;
  uint32_t part;     /* DFMT_OP_ANSWER … */
  uint32_t flags;    /* DFMT_OP_USUAL … */
  const char *name;  /* "functions" */
  const char *help;  /* a sentence */
  const char *media; /* of a document or an output, "image/svg+xml"; NULL: an answer, or as its input is */
  uint32_t rows;     /* of an answer: the type of its rows; 0: none */
  uint32_t facts;    /* of an answer: the type of its facts; 0: none, or as inputs are */
} dfmt_op_part;

/* Returns the kind at an index of the list of all, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_op_kind *dfmt_op_at(uint32_t index);

/* Returns the kind of an operation; NULL for NULL. Static. Since 0.1. */
DFMT_API const dfmt_op_kind *dfmt_op_describe(const dfmt_op *op);

/*
 * Returns the part of a kind at an index, from 0: first answers, then documents, then outputs; NULL at their end, or if
 * `of` is no kind of this library. Static. Since 0.1.
 */
DFMT_API const dfmt_op_part *dfmt_op_part_at(const dfmt_op_kind *of, uint32_t index);

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
  DFMT_OP_COMPARE = 2,  /* compare.h */
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
