/* SPDX-License-Identifier: MIT */
/*
 * libdiagfmt-ops: what can be done with diagnostic files, as calls. An operation takes inputs, runs, and then answers
 * questions with rows (rows.h) or writes documents; some write outputs while they run. Each header of this folder has
 * one kind: its options, answers and row types. All kinds share one life cycle:
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "profile", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, "functions", &rows) == DFMT_OK)
 *     use(rows);
 *   dfmt_op_free(op);
 *
 * dfmt_op_at() lists the kinds, dfmt_op_part_at() the answers, documents and outputs of each.
 *
 * The library uses libdiagfmt through its public headers and follows its rules: no global state, no output of its own;
 * the allocator and limits come from the configuration. An operation, its sources, sinks and rows belong to one thread
 * at a time.
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

/* Takes the place of a format in type numbers and option keys of this library: number << 16. Since 0.1. */
enum { DFMT_OPS = 0x100 };

/* An operation. Since 0.1. */
typedef struct dfmt_op dfmt_op;

/*
 * Creates an operation of a kind, such as "profile", with the options of c (NULL: defaults): those of the kind, of the
 * kinds in dfmt_op_kind.borrows, and of libdiagfmt. E_ARG: an option is out of range, or options contradict each other;
 * E_UNSUPPORTED: unknown kind; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_new(const dfmt_config *c, const char *kind, dfmt_op **out);

/*
 * Adds an input and keeps a reference to it. Reads nothing yet. Kinds with DFMT_OP_TAKES_MORE also accept inputs after
 * run() has returned OK; call run() again to read them. E_STATE: the operation has begun, or takes no more inputs;
 * E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_add(dfmt_op *op, dfmt_source *s);

/*
 * Sets the sink of an output, before run(), and keeps a reference to it. name NULL: the first output of the kind.
 * n: index of the input that the output belongs to (DFMT_OP_PER_INPUT), else 0; an input above 0 must have been added.
 * to NULL: the output is not written. A second call for the same output replaces the first. The caller commits the sink
 * after run() has returned OK, and discards it otherwise. E_ARG: no such output or input; E_STATE: the operation has
 * begun; E_UNSUPPORTED: the kind has no outputs; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_output(dfmt_op *op, const char *name, uint64_t n, dfmt_sink *to);

/*
 * Runs to the end. OK: all inputs are done. After AGAIN, E_NOMEM, E_CANCELLED, and E_LIMIT (raise the limit with
 * dfmt_op_limit()), call it again to continue where it stopped. Other E_*: an input cannot be read, or only in part;
 * dfmt_op_input() returns its index. Call dfmt_op_accept() or dfmt_op_drop(), then run() again. E_STATE: an input or a
 * required output is missing, or the operation has failed for good. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_run(dfmt_op *op);

/* Returns the index of the current input, from 0, in the order in which inputs were added. op NULL: 0. Since 0.1. */
DFMT_API uint64_t dfmt_op_input(const dfmt_op *op);

/*
 * After run() failed for an input, or with E_LIMIT: keeps what was read of the input so far. E_STATE: no input has
 * failed. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_accept(dfmt_op *op);

/* Likewise, but omits the whole input. Since 0.1. */
DFMT_API dfmt_status dfmt_op_drop(dfmt_op *op);

/*
 * Progress callback: `done` of `total` bytes of an input have been read; total 0: unknown. Returns OK, or E_CANCELLED
 * to stop. Must not call the operation. Since 0.1.
 */
typedef dfmt_status (*dfmt_progress_fn)(void *user, uint64_t input, uint64_t done, uint64_t total);

/* Sets the progress callback; fn NULL: none. E_ARG: op is NULL. Since 0.1. */
DFMT_API dfmt_status dfmt_op_progress(dfmt_op *op, dfmt_progress_fn fn, void *user);

/* Changes a limit, as dfmt_reader_limit() does. E_UNSUPPORTED: key is not a limit; E_ARG: out of range. Since 0.1. */
DFMT_API dfmt_status dfmt_op_limit(dfmt_op *op, uint32_t key, uint64_t value);

/*
 * Callback for diagnostics of inputs: damage that was skipped, and notes. d is borrowed until it returns. Must not call
 * the operation. Since 0.1.
 */
typedef void (*dfmt_remark_fn)(void *user, uint64_t input, const dfmt_diagnostic *d);

/* Sets the callback for diagnostics; fn NULL: none. E_ARG: op is NULL. Since 0.1. */
DFMT_API dfmt_status dfmt_op_remarks(dfmt_op *op, dfmt_remark_fn fn, void *user);

/*
 * Sets *out to the rows of an answer; the caller frees them before the operation. name NULL: all usual answers
 * (DFMT_OP_USUAL) that these inputs have, one set after another. If inputs are added later, rows return E_STATE until
 * run() has returned OK again; dfmt_rows_rewind() then gives the rows of all inputs. E_STATE: run() has not returned
 * OK; E_ARG: no such answer; E_UNSUPPORTED: the kind has no answers, these inputs do not have this one, or what it
 * needs was not kept; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_answer(dfmt_op *op, const char *name, dfmt_rows **out);

/*
 * Writes a document. name NULL: the first of the kind. with: options of documents, such as titles; NULL: those of the
 * operation. Returns the statuses of dfmt_op_answer(), and E_IO of the sink, which the caller then discards. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_write(dfmt_op *op, const char *name, const dfmt_config *with, dfmt_sink *to);

/*
 * Adds the results of another operation of the same kind and options (DFMT_OP_MERGES); `from` is not changed. Lets each
 * thread read some of the inputs with an operation of its own: after merging, rows are those of one operation over all
 * inputs. into: has no inputs, or has run to its end. After E_NOMEM, E_LIMIT and E_IO of dfmt_config_stop(), call it
 * again to continue; until it has returned OK, use `into` for nothing else. E_STATE: one of them has not run to its
 * end; E_UNSUPPORTED: the kind does not merge, or the two cannot be merged. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_merge(dfmt_op *into, dfmt_op *from);

/*
 * Reads an output again, from its start, after run() has returned OK (DFMT_OP_CHECKS), and checks it. OK: it is right.
 * Otherwise do not publish it; the error says why. AGAIN: call again to continue. E_UNSUPPORTED: the kind does not
 * check outputs. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_check(dfmt_op *op, dfmt_source *of);

/* Returns details of the last failed call; NULL only for NULL. Valid until the next call. Since 0.1. */
DFMT_API const dfmt_error *dfmt_op_error(const dfmt_op *op);

/*
 * Sets *out to the key of the entry for whose value run() failed; borrowed until the next call. Kinds whose rows have
 * that key do not set it. END: there is none; E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_op_key(const dfmt_op *op, dfmt_str *out);

/* Frees an operation; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_op_free(dfmt_op *op);

/* Abilities of a kind. Bits. */
enum {
  DFMT_OP_TAKES_MORE = 1, /* accepts inputs after run() has returned OK */
  DFMT_OP_MERGES = 2,     /* dfmt_op_merge() */
  DFMT_OP_CHECKS = 4,     /* dfmt_op_check() */
  DFMT_OP_STREAMS = 8     /* its rows read the input as they are asked for, and come once; facts are complete at END */
};

/* Parts of a kind. */
enum {
  DFMT_OP_ANSWER = 1,   /* dfmt_op_answer() */
  DFMT_OP_DOCUMENT = 2, /* dfmt_op_write() */
  DFMT_OP_OUTPUT = 3    /* dfmt_op_output() */
};

/* Properties of a part. Bits. */
enum {
  DFMT_OP_USUAL = 1,     /* an answer: given if no name is asked for */
  DFMT_OP_PER_INPUT = 2, /* an output: one for each input */
  DFMT_OP_REQUIRED = 4   /* an output: run() fails without it */
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
  uint64_t max_inputs; /* UINT64_MAX: any number */
  uint64_t shared;     /* options of several kinds that this one uses: 1 << (key & 63) [no unit] */
  uint64_t borrows;    /* kinds whose options it takes, too: 1 << number [no unit] */
} dfmt_op_kind;

/* An answer, a document or an output. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_op_part {
  dfmt_head head;
  uint32_t part;     /* DFMT_OP_ANSWER … */
  uint32_t flags;    /* DFMT_OP_USUAL … */
  const char *name;  /* "functions" */
  const char *help;  /* a sentence */
  const char *media; /* of a document or an output, "image/svg+xml"; NULL: an answer, or that of the input */
  uint32_t rows;     /* of an answer: the type of its rows; 0: none */
  uint32_t facts;    /* of an answer: the type of its facts; 0: none, or it depends on the input */
} dfmt_op_part;

/* Returns the kind at an index, from 0; NULL after the last. Static. Since 0.1. */
DFMT_API const dfmt_op_kind *dfmt_op_at(uint32_t index);

/* Returns the kind of an operation; NULL for NULL. Static. Since 0.1. */
DFMT_API const dfmt_op_kind *dfmt_op_describe(const dfmt_op *op);

/*
 * Returns the part of a kind at an index, from 0: first answers, then documents, then outputs; NULL after the last, or
 * if `of` is not a kind of this library. Static. Since 0.1.
 */
DFMT_API const dfmt_op_part *dfmt_op_part_at(const dfmt_op_kind *of, uint32_t index);

/* Returns the type with a number, of this library or of libdiagfmt; NULL if unknown. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_ops_describe(uint32_t type);

/* Returns the type at an index of this library's own, from 0; NULL after the last. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_ops_type_at(uint32_t index);

/*
 * Returns the option at an index of this library's own, from 0; NULL after the last. dfmt_option.format is the number
 * of the kind that it belongs to, DFMT_OP_*; 0: several. Static. Since 0.1.
 */
DFMT_API const dfmt_option *dfmt_ops_option_at(uint32_t index);

/* Returns the option of this library with a key; NULL if there is none. Static. Since 0.1. */
DFMT_API const dfmt_option *dfmt_ops_option_find(uint32_t key);

/* Numbers of kinds, in dfmt_option.format and in option keys: (DFMT_OPS << 16) | kind << 8 | number. */
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

/* Options of several kinds. */
enum {
  DFMT_OPS_SCRATCH = DFMT_OPS << 16 | 1, /* list: a directory for unnamed temporary files, which hold inputs that cannot
                                            seek, and stacks that do not fit in memory. Default: inputs are kept in
                                            memory */
  DFMT_OPS_FORMAT = DFMT_OPS << 16 | 2,  /* DFMT_APPORT …: the format of all inputs. Default 0: it is detected */
  DFMT_OPS_NAMES = DFMT_OPS << 16 | 3    /* list: names of inputs, in their order, for rows and headings */
};

/*
 * Selection of records, for the kinds whose headers name these options. All are lists; an option that is not set
 * selects everything. A call is selected if CALLS or FRAMES match it, and THREADS and FUNCTIONS match it, too. run()
 * returns E_ARG for a malformed expression. A selection that matches nothing gives the diagnostic
 * DFMT_ERR_NOTHING_CHOSEN.
 *
 * A set consists of numbers "12", ranges "5-20" and "60-", or "*" for all, separated by commas or white space, with
 * comments from '#' to the end of the line. After '/' comes a step, "100-200/5", or a kind of calls: "frame" (ends a
 * frame), "rendertarget", formerly "fbo" (sets a target or ends a frame), "draw" or "render" (draws). A kind alone
 * selects all calls of it. Frames are numbered from 0; the call that ends a frame belongs to it. An input whose format
 * has nothing that the options select by is E_UNSUPPORTED.
 */
enum {
  DFMT_OPS_KEYS = DFMT_OPS << 16 | 4,     /* entries by key: names, or shell patterns * ? [a-z] */
  DFMT_OPS_DROP = DFMT_OPS << 16 | 5,     /* entries to omit, likewise */
  DFMT_OPS_CALLS = DFMT_OPS << 16 | 6,    /* calls of a trace by number: sets */
  DFMT_OPS_FRAMES = DFMT_OPS << 16 | 7,   /* calls of these frames: sets of frames, and kinds of their calls */
  DFMT_OPS_THREADS = DFMT_OPS << 16 | 8,  /* calls or other records of these threads: sets */
  DFMT_OPS_FUNCTIONS = DFMT_OPS << 16 | 9 /* calls or other records whose name one of these POSIX extended regular
                                             expressions matches */
};

#ifdef __cplusplus
}
#endif

#endif
