/* SPDX-License-Identifier: MIT */
/*
 * An operation from the inside: what all have, and what each kind adds. Of libdiagfmt's own sources only some of the
 * floor `base` are used here, compiled anew; the rest is its public headers.
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

/* What becomes of an input that failed. */
enum { DFMTO_UNDECIDED, DFMTO_ACCEPTED, DFMTO_DROPPED };

struct dfmto_answer;
struct dfmto_callbacks;

/* A document: what was found, as bytes. */
struct dfmto_document {
  dfmt_op_part part; /* by DFMTO_DOCUMENT; name NULL ends a list */
  /* with: options that are for documents alone, of dfmt_op_write(). */
  dfmt_status (*write)(dfmt_op *op, const dfmt_config *with, dfmt_sink *to);
};

#define DFMTO_DOCUMENT(NAME, MEDIA, HELP) \
  {.head = {sizeof(dfmt_op_part), DFMT_OP_PART}, .part = DFMT_OP_DOCUMENT, .name = NAME, .help = HELP, .media = MEDIA}

/* An output, to stand in a list that ends with name NULL. */
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
  size_t state_size;             /* bytes of dfmt_op.state, zeroed */
  bool counts_lines;             /* it asks its readers for DFMT_STAT_LINE */
  bool packs;                    /* it writes what may be compressed, and checks itself whether threads are of use */
  const dfmt_option *options;    /* its own; the last has key 0. NULL: none */
  const dfmt_type *const *types; /* of its rows, and their words; NULL-ended */
  const struct dfmto_answer *answers; /* answers.h. NULL: none, or answer_at() has them */
  /* Those at 0 …; NULL ends them. op NULL: all that there are, else those of its inputs. */
  const struct dfmto_answer *(*answer_at)(const dfmt_op *op, size_t i);
  const struct dfmto_document *documents; /* NULL: none */
  const dfmt_op_part *outputs;            /* NULL: none */
  /* Takes the options; E_ARG: they contradict each other. */
  dfmt_status (*begin)(dfmt_op *op);
  const struct dfmto_callbacks *drive; /* what the driver calls (drive.h); NULL: run() does all itself */
  /* Goes on until all inputs are done, as dfmt_op_run() says; op->decision tells what to do about a failed input. */
  dfmt_status (*run)(dfmt_op *op);
  /* Says which columns, facts and name the rows have that stream (DFMT_OP_STREAMS, stream.h), once one was read. */
  void (*stream)(dfmt_op *op, dfmt_row_set *set);
  dfmt_status (*merge)(dfmt_op *into, dfmt_op *from);
  dfmt_status (*check)(dfmt_op *op, dfmt_source *of);
  /* Whether bytes begin an input that is of no format of libdiagfmt's, but this kind reads. E_NOMEM, E_LIMIT. */
  dfmt_status (*begins)(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is);
  /* A limit was changed, in op->config and for its readers. */
  dfmt_status (*limit)(dfmt_op *op, uint32_t key, uint64_t value);
  void (*close)(dfmt_op *op);
};

/* A copy of an input that cannot seek. Zeroed is none. */
struct dfmto_spool {
  dfmt_sink *sink;     /* into a file, or memory */
  dfmt_source *source; /* of what it holds; NULL: it is not complete */
  size_t input;
  uint64_t bytes;
  int fd;             /* of the file; below 0: there is none */
  struct dfmt_op *op; /* that it is of */
  uint8_t *piece;     /* that was read, and of which n bytes from `at` on are still to be written; NULL: none */
  size_t at, n;
  bool begun;
  bool checked; /* it begins like some format */
};

/* Where the driver is. */
struct dfmto_drive {
  uint32_t step;        /* DFMTO_DRIVE_* */
  uint32_t format;      /* of the current input, once it was told; 0: not yet */
  uint32_t wanted;      /* of the value of the current event; UINT32_MAX: not asked yet */
  bool cut;             /* the input ends where a caller accepted that */
  const dfmt_event *ev; /* in hand */
  dfmt_str piece;       /* of its value, not taken yet */
  dfmt_status stopped;  /* what the last run() said */
};

/* Where rows are that stream. */
struct dfmto_stream {
  bool given, begun;    /* the rows were asked for; their set was */
  const dfmt_head *row; /* at which the driver paused; NULL: none */
  bool taken;           /* it was given to the caller */
};

struct dfmt_op {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_buf key; /* dfmt_op_key() */
  dfmt_config *config;  /* a copy, with foreign keys and all */
  dfmt_config *helpers; /* dfmto_helpers(); NULL: not made yet */
  const struct dfmto_kind *kind;
  dfmt_source **inputs;
  size_t n_inputs, cap_inputs;
  size_t input;      /* the current one */
  uint32_t stage;    /* DFMTO_NEW … */
  uint32_t decision; /* DFMTO_UNDECIDED … */
  bool limited;      /* the last run() said E_LIMIT */
  bool busy;         /* it is being run: calls from what it calls are refused */
  dfmt_progress_fn progress;
  void *progress_user;
  dfmt_remark_fn remark;
  void *remark_user;
  size_t n_heard;      /* inputs of which something was read */
  bool repeats;        /* the current one is read again: remarks were told */
  dfmt_sink **outputs; /* those of the first input, in the order of kind->outputs, of the next …; NULL: nowhere */
  size_t n_outputs, cap_outputs;
  struct dfmto_drive drive;
  struct dfmto_stream stream;
  dfmt_reader *reader; /* reading.h */
  dfmt_reader *second; /* of the input that is not in hand, where two are read side by side */
  uint32_t format;     /* that inputs are taken for; 0: it is found out */
  bool asks_threads;   /* whether threads that were asked for are of use is still to be checked */
  uint64_t n_events;   /* read from the open input */
  uint64_t n_bytes;    /* of values, since progress was told */
  struct dfmto_spool spool;
  int scratch_errno; /* why a temporary file could not be written; 0: none has failed */
  void *state;
};

/*
 * Around what reads inputs, run() or rows that stream, so that the caller accepts, drops and raises limits alike.
 * begin: OK, or E_STATE: an input has failed. end: returns st, which reading said.
 */
dfmt_status dfmto_run_begin(dfmt_op *op);
dfmt_status dfmto_run_end(dfmt_op *op, dfmt_status st);

dfmt_status dfmto_new(const dfmt_config *c, const struct dfmto_kind *kind, dfmt_op **out);

/* The value of an option of libdiagfmt, of the operation or of several ones, or its default. */
uint64_t dfmto_option(const dfmt_op *op, uint32_t key);
/* The same out of another configuration. */
uint64_t dfmto_option_in(const dfmt_op *op, const dfmt_config *c, uint32_t key);
/* Of one of the last two whose default depends on others. */
uint64_t dfmto_option_or(const dfmt_op *op, uint32_t key, uint64_t usual);

/* An option of libdiagfmt was given: it is not at its default. */
bool dfmto_is_given(const dfmt_op *op, uint32_t key);

/* Sets one of libdiagfmt that is at its default. OK too if this build lacks the option's format. */
dfmt_status dfmto_set_default(dfmt_op *op, uint32_t key, uint64_t value);

/* op is of a kind, DFMT_OP_*, 0: any; clears the error. E_ARG. */
dfmt_status dfmto_enter(dfmt_op *op, uint32_t kind);

/*
 * The configuration for handles of libdiagfmt that help an operation: what they allocate counts as its own, so that its
 * limit is theirs, and they say E_NOMEM where it is met. NULL: no memory.
 */
const dfmt_config *dfmto_helpers(dfmt_op *op);

/* The error of such a handle as the operation's; returns the operation's status. */
dfmt_status dfmto_fail_helper(dfmt_op *op, const dfmt_error *e);

/* What ends an input that is otherwise sound. */
static inline bool dfmto_is_damage(dfmt_status st) {
  return st == DFMT_E_FORMAT || st == DFMT_E_TRUNCATED || st == DFMT_E_CHECKSUM;
}

/* The type of a number in a list that ends with NULL. NULL: it has none. */
const dfmt_type *dfmto_type_in(const dfmt_type *const *types, uint32_t number);

/*
 * A column, a member by its name. If the type has no such member, the column is of none, and a set of rows that has it
 * is refused as malformed: a name is never left out in silence.
 */
dfmt_column dfmto_column(const dfmt_type *type, const char *name, size_t len, uint32_t role);

/* Adds one to a set that has its type; columns has room for it. */
void dfmto_add_column(dfmt_row_set *set, dfmt_column *columns, const char *name, uint32_t role);

size_t dfmto_n_outputs(const struct dfmto_kind *kind);

/* Where an output goes: of kind->outputs, and the input that it is for, or 0. NULL: nowhere. */
dfmt_sink *dfmto_output(const dfmt_op *op, size_t output, uint64_t n);

/* Tells the caller what is remarked on the current input. */
void dfmto_remark(dfmt_op *op, const dfmt_diagnostic *d);

/* What an input is called: DFMT_OPS_NAMES. false: it has no name. */
bool dfmto_name(const dfmt_op *op, uint64_t input, dfmt_str *out);

/* The error of a handle of libdiagfmt as the operation's; returns its status. */
dfmt_status dfmto_fail_as(dfmt_op *op, const dfmt_error *e);
dfmt_status dfmto_no_memory(dfmt_op *op);

/* Tells how far the current input is. OK; E_CANCELLED; E_IO: dfmt_config_stop()'s function says so. */
dfmt_status dfmto_progress(dfmt_op *op, uint64_t done, uint64_t total);

#endif
