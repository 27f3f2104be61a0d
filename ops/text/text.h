/* SPDX-License-Identifier: MIT */
/*
 * Text from the inside. A format's part appends the text of one event at a time to `out`, which is handed to the sink
 * in large pieces, and whenever run() returns.
 *
 * JSON alone goes to the sink at once; lines of a file, which is there wholly, are gathered by the sink.
 *
 *   OPENING -> NAMES (perf-script) -> READING <-> (an event) -> ENDING -> OPENING (the next input)
 */
#ifndef DFMTO_TEXT_H
#define DFMTO_TEXT_H

#include <diagfmt/ops/text.h>
#include <diagfmt/simpleperf.h>

#include "labels.h"
#include "op/op.h"
#include "out.h"
#include "select/select.h"
#include "types.h"
#include "value.h"

/* A format's part. Functions that are NULL have nothing to do; E_NOMEM and E_LIMIT leave all as it was. */
struct dfmto_text_format {
  uint32_t id;
  uint32_t forms; /* 1 << DFMT_TEXT_* */
  size_t state_size;
  bool tells_diagnostics; /* they are events to it, and do not stop it */
  /* What comes before the first event. */
  dfmt_status (*begin)(dfmt_op *op);
  /* An event that was chosen. */
  dfmt_status (*event)(dfmt_op *op, const dfmt_event *ev);
  /* An event that was not. */
  dfmt_status (*pass)(dfmt_op *op, const dfmt_event *ev);
  /* What comes at the end, also of a damaged input. */
  dfmt_status (*end)(dfmt_op *op);
  void (*close)(dfmt_op *op);
};

extern const struct dfmto_text_format dfmto_text_apitrace, dfmto_text_json, dfmto_text_mallocdbg, dfmto_text_simpleperf;

struct dfmto_text {
  dfmt_sink *to;
  bool output_failed;
  struct dfmto_text_out out;
  size_t sent; /* bytes of out that the sink took */
  struct dfmto_select select;
  uint32_t form, recover, payload;
  bool safe, verbose, thread_ids, call_numbers, arg_names;
  struct dfmto_text_value values;
  struct dfmto_text_labels_list functions, enums; /* of the current input */
  dfmt_text_blob_fn blob;
  void *blob_user;
  dfmt_status blob_status;
  uint64_t call, n_blobs; /* the current one, and its blobs so far */
  /* the current input */
  const struct dfmto_text_format *format; /* NULL: not known yet */
  void *state;                            /* of the format */
  bool begun;
  bool goes_on;        /* what failed is passed over, and reading goes on */
  bool looked, wanted; /* the selection looked at the current event, and what it said */
  dfmt_simpleperf_names *names;
  dfmt_reader *names_reader;
  const dfmt_event *names_ev; /* of it, still to be taken; NULL: none */
  bool trace_offcpu;          /* says META */
};

static inline struct dfmto_text *dfmto_text_of(dfmt_op *op) { return op->state; }

/* Any form in which names are needed that come last in the file. */
static inline bool dfmto_text_needs_names(const struct dfmto_text *x) {
  return x->form >= DFMT_TEXT_PERF_SCRIPT && x->form <= DFMT_TEXT_MIXED_ON_OFF_CPU;
}

/* A first pass over a file of simpleperf's. OK; AGAIN and E_*: the same call goes on, or begins anew. */
dfmt_status dfmto_text_load_names(dfmt_op *op, dfmt_source *s);

/* A call with its line end. l: names of its signature; NULL: none are made. */
void dfmto_text_put_call(dfmt_op *op, const dfmt_apitrace_call *c, const struct dfmto_text_labels *l);

/* What a sink that is written to said: AGAIN, or an error that becomes the operation's. */
dfmt_status dfmto_text_output_status(dfmt_op *op, dfmt_status st);

/* Something went wrong in it: takes it back, and tells. */
dfmt_status dfmto_text_failed(dfmt_op *op, size_t len);

/* What the text so far was made with: OK; E_NOMEM, E_LIMIT, E_IO, and then it is `len` bytes long again. */
static inline dfmt_status dfmto_text_check(dfmt_op *op, size_t len) {
  const struct dfmto_text *x = dfmto_text_of(op);
  return x->out.failed || x->values.stopped || x->blob_status != DFMT_OK ? dfmto_text_failed(op, len) : DFMT_OK;
}

#endif
