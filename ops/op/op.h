/* SPDX-License-Identifier: MIT */
/*
 * Internals of operations: what all share, and what each kind adds. Of libdiagfmt's own sources only some of the floor
 * `base` are used here, compiled again; the rest is its public headers.
 *
 *   NEW --run--> RUNNING --OK--> DONE
 *                RUNNING --an input fails--> FAILED --accept, drop--> RUNNING
 */
#ifndef DFMTO_OP_H
#define DFMTO_OP_H

#include <diagfmt/ops/ops.h>
#include <diagfmt/reader.h>

#include "base/fault.h"
#include "base/mem.h"

enum { DFMTO_NEW, DFMTO_RUNNING, DFMTO_FAILED, DFMTO_DONE };

/* The caller's decision on a failed input. */
enum { DFMTO_UNDECIDED, DFMTO_ACCEPTED, DFMTO_DROPPED };

struct dfmto_answer;
struct dfmto_callbacks;

/* A document: results as bytes. */
struct dfmto_document {
  dfmt_op_part part; /* from DFMTO_DOCUMENT; name NULL ends a list */
  /* with: options of documents, from dfmt_op_write(). */
  dfmt_status (*write)(dfmt_op *op, const dfmt_config *with, dfmt_sink *to);
};

#define DFMTO_DOCUMENT(NAME, MEDIA, HELP) \
  {.head = {sizeof(dfmt_op_part), DFMT_OP_PART}, .part = DFMT_OP_DOCUMENT, .name = NAME, .help = HELP, .media = MEDIA}

/* An output, for a list that ends with name NULL. */
#define DFMTO_OUTPUT(NAME, FLAGS, MEDIA, HELP) \
  {.head = {sizeof(dfmt_op_part), DFMT_OP_PART}, \
   .part = DFMT_OP_OUTPUT, \
   .flags = FLAGS, \
   .name = NAME, \
   .help = HELP, \
   .media = MEDIA}

/* The first members of a dfmt_op_kind, and a bit of .shared. */
#define DFMTO_KIND(NUMBER, NAME, HELP) \
  .head = {sizeof(dfmt_op_kind), DFMT_OP_KIND}, .number = DFMT_OP_##NUMBER, .name = NAME, .help = HELP
#define DFMTO_SHARED(KEY) (UINT64_C(1) << (DFMT_OPS_##KEY & 63))
#define DFMTO_SHARED_BY_ALL (DFMTO_SHARED(SCRATCH) | DFMTO_SHARED(FORMAT) | DFMTO_SHARED(NAMES))

/* One kind of operation. Functions that are NULL have nothing to do, or are not supported. */
struct dfmto_kind {
  dfmt_op_kind is;
  size_t state_size;                  /* bytes of dfmt_op.state, zeroed */
  bool counts_lines;                  /* its readers provide DFMT_STAT_LINE */
  bool packs;                         /* its output may be compressed; it checks itself whether threads have a use */
  const dfmt_option *options;         /* its own; the last has key 0. NULL: none */
  const dfmt_type *const *types;      /* of its rows, and their enums; NULL-ended */
  const struct dfmto_answer *answers; /* answers.h. NULL: none, or use answer_at() */
  /* The answer at an index from 0; NULL: no more. op NULL: of all that exist, else those of its inputs. */
  const struct dfmto_answer *(*answer_at)(const dfmt_op *op, size_t i);
  const struct dfmto_document *documents; /* NULL: none */
  const dfmt_op_part *outputs;            /* NULL: none */
  /* Reads the options; E_ARG: they contradict each other. */
  dfmt_status (*begin)(dfmt_op *op);
  const struct dfmto_callbacks *drive; /* callbacks of the driver (drive.h); NULL: run() does everything */
  /* Runs until all inputs are done, as dfmt_op_run(); op->decision is the decision on a failed input. */
  dfmt_status (*run)(dfmt_op *op);
  /* Sets columns, facts and name of streamed rows (DFMT_OP_STREAMS, stream.h), after one was read. */
  void (*stream)(dfmt_op *op, dfmt_row_set *set);
  dfmt_status (*merge)(dfmt_op *into, dfmt_op *from);
  dfmt_status (*check)(dfmt_op *op, dfmt_source *of);
  /* Whether bytes start an input that this kind reads, though no format of libdiagfmt does. E_NOMEM, E_LIMIT. */
  dfmt_status (*begins)(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is);
  /* A limit was changed, in op->config and for its readers. */
  dfmt_status (*limit)(dfmt_op *op, uint32_t key, uint64_t value);
  void (*close)(dfmt_op *op);
};

/* A copy of an input that is not seekable. Zeroed: none. */
struct dfmto_spool {
  dfmt_sink *sink;     /* to a file or memory */
  dfmt_source *source; /* reads the copy; NULL: not complete */
  size_t input;
  uint64_t bytes;
  int fd;             /* of the file; negative: none */
  struct dfmt_op *op; /* its owner */
  uint8_t *piece;     /* last piece read, of which n bytes from `at` on are still to be written; NULL: none */
  size_t at, n;
  bool begun;
  bool checked; /* its start was recognised */
};

/* State of the driver. */
struct dfmto_drive {
  uint32_t step;        /* DFMTO_DRIVE_* */
  uint32_t format;      /* of the current input, after format() was called; 0: not yet */
  uint32_t wanted;      /* DFMTO_WANTS_* of the current event; UINT32_MAX: not asked yet */
  bool cut;             /* a caller accepted that the input ends here */
  const dfmt_event *ev; /* current */
  dfmt_str piece;       /* rest of the value's piece */
  dfmt_status stopped;  /* status of the last run() */
};

/* State of streamed rows. */
struct dfmto_stream {
  bool given, begun;    /* the rows were requested; their set was delivered */
  const dfmt_head *row; /* ready, while the driver pauses; NULL: none */
  bool taken;           /* it was returned to the caller */
};

struct dfmt_op {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_buf key; /* dfmt_op_key() */
  dfmt_config *config;  /* a copy, including unknown keys */
  dfmt_config *helpers; /* dfmto_helpers(); NULL: not made yet */
  const struct dfmto_kind *kind;
  dfmt_source **inputs;
  size_t n_inputs, cap_inputs;
  size_t input;      /* current */
  uint32_t stage;    /* DFMTO_NEW … */
  uint32_t decision; /* DFMTO_UNDECIDED … */
  bool limited;      /* the last run() returned E_LIMIT */
  bool busy;         /* running: calls from callbacks are refused */
  dfmt_progress_fn progress;
  void *progress_user;
  dfmt_remark_fn remark;
  void *remark_user;
  size_t n_heard;      /* inputs of which something was read */
  bool repeats;        /* the current one is read again: its remarks were delivered before */
  dfmt_sink **outputs; /* of the first input in the order of kind->outputs, of the next …; NULL: none */
  size_t n_outputs, cap_outputs;
  struct dfmto_drive drive;
  struct dfmto_stream stream;
  dfmt_reader *reader; /* reading.h */
  dfmt_reader *second; /* of the other input, where two are read side by side */
  uint32_t format;     /* that inputs must have; 0: detected */
  bool asks_threads;   /* it is still to be checked whether threads have a use */
  uint64_t n_events;   /* read from the open input */
  uint64_t n_bytes;    /* of values, since the last progress call */
  struct dfmto_spool spool;
  int scratch_errno; /* why a temporary file could not be written; 0: no failure */
  void *state;
};

/*
 * Frame for reading inputs, by run() or for streamed rows, so that accept, drop and limits work alike. begin: OK, or
 * E_STATE: an input has failed. end: returns st, the status of reading.
 */
dfmt_status dfmto_run_begin(dfmt_op *op);
dfmt_status dfmto_run_end(dfmt_op *op, dfmt_status st);

dfmt_status dfmto_new(const dfmt_config *c, const struct dfmto_kind *kind, dfmt_op **out);

/* The value of an option of libdiagfmt, of the operation, or common; or its default. */
uint64_t dfmto_option(const dfmt_op *op, uint32_t key);
/* The same from another configuration. */
uint64_t dfmto_option_in(const dfmt_op *op, const dfmt_config *c, uint32_t key);
/* For options of operations whose default depends on others. */
uint64_t dfmto_option_or(const dfmt_op *op, uint32_t key, uint64_t usual);

/* An option of libdiagfmt was set to something other than its default. */
bool dfmto_is_given(const dfmt_op *op, uint32_t key);

/* Sets an option of libdiagfmt that is at its default. Also OK if this build lacks the option's format. */
dfmt_status dfmto_set_default(dfmt_op *op, uint32_t key, uint64_t value);

/* Checks the kind, DFMT_OP_*, 0: any; clears the error. E_ARG. */
dfmt_status dfmto_enter(dfmt_op *op, uint32_t kind);

/*
 * The configuration for handles of libdiagfmt that an operation uses: their memory counts as its own, within its limit,
 * and they return E_NOMEM when it is reached. NULL: no memory.
 */
const dfmt_config *dfmto_helpers(dfmt_op *op);

/* Copies the error of such a handle to the operation; returns its status. */
dfmt_status dfmto_fail_helper(dfmt_op *op, const dfmt_error *e);

/* Content errors, which end the input. */
static inline bool dfmto_is_damage(dfmt_status st) {
  return st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM;
}

/* The type of a number in a NULL-ended list. NULL: not found. */
const dfmt_type *dfmto_type_in(const dfmt_type *const *types, uint32_t number);

/*
 * A column, with a member by its name. If the type has no such member, the column has none, and the set of rows is
 * rejected as malformed: a name is never ignored silently.
 */
dfmt_column dfmto_column(const dfmt_type *type, const char *name, size_t len, uint32_t role);

/* Adds a column to a set whose type is known; columns has room for it. */
void dfmto_add_column(dfmt_row_set *set, dfmt_column *columns, const char *name, uint32_t role);

size_t dfmto_n_outputs(const struct dfmto_kind *kind);

/* The sink of an output of kind->outputs, for input n, or 0. NULL: none. */
dfmt_sink *dfmto_output(const dfmt_op *op, size_t output, uint64_t n);

/* Passes a remark on the current input to the caller. */
void dfmto_remark(dfmt_op *op, const dfmt_diagnostic *d);

/* The name of an input: DFMT_OPS_NAMES. false: it has none. */
bool dfmto_name(const dfmt_op *op, uint64_t input, dfmt_str *out);

/* Copies the error of a handle of libdiagfmt to the operation; returns its status. */
dfmt_status dfmto_fail_as(dfmt_op *op, const dfmt_error *e);
dfmt_status dfmto_no_memory(dfmt_op *op);

/* Reports progress of the current input. OK; E_CANCELLED; E_IO: the function of dfmt_config_stop() asked to stop. */
dfmt_status dfmto_progress(dfmt_op *op, uint64_t done, uint64_t total);

#endif
