/* SPDX-License-Identifier: MIT */
/*
 * Internals of text. A format's part appends the text of one event at a time to `out`, which is written to the sink in
 * large pieces, and whenever run() returns.
 *
 * JSON alone is written directly; lines of a complete file are gathered by the sink.
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

/* A format's part. Functions that are NULL have nothing to do; E_NOMEM and E_LIMIT leave everything unchanged. */
struct dfmto_text_format {
  uint32_t id;
  uint32_t forms; /* 1 << DFMT_TEXT_* */
  size_t state_size;
  bool tells_diagnostics; /* it takes diagnostics as events, and does not stop at them */
  /* Writes what precedes the first event. */
  dfmt_status (*begin)(dfmt_op *op);
  /* Writes a chosen event. */
  dfmt_status (*event)(dfmt_op *op, const dfmt_event *ev);
  /* Sees an event that was not chosen. */
  dfmt_status (*pass)(dfmt_op *op, const dfmt_event *ev);
  /* Writes what comes at the end, even of a damaged input. */
  dfmt_status (*end)(dfmt_op *op);
  void (*close)(dfmt_op *op);
};

extern const struct dfmto_text_format dfmto_text_apitrace, dfmto_text_json, dfmto_text_mallocdbg, dfmto_text_simpleperf;

struct dfmto_text {
  dfmt_sink *to;
  bool output_failed;
  struct dfmto_text_out out;
  size_t sent; /* bytes of out that the sink accepted */
  struct dfmto_select select;
  uint32_t form, recover, payload;
  bool safe, verbose, thread_ids, call_numbers, arg_names;
  struct dfmto_text_value values;
  struct dfmto_text_labels_list functions, enums; /* of the current input */
  dfmt_text_blob_fn blob;
  void *blob_user;
  dfmt_status blob_status;
  uint64_t call, n_blobs; /* number of the current call, and of its blobs so far */
  /* the current input */
  const struct dfmto_text_format *format; /* NULL: not known yet */
  void *state;                            /* state of the format */
  bool begun;
  bool goes_on;        /* reading continues after failures */
  bool looked, wanted; /* looked: the selection has seen the current event; wanted: its result */
  dfmt_simpleperf_names *names;
  dfmt_reader *names_reader;
  const dfmt_event *names_ev; /* current event of that reader; NULL: none */
  bool trace_offcpu;          /* from META */
};

static inline struct dfmto_text *dfmto_text_of(dfmt_op *op) { return op->state; }

/* Forms that need names, which come last in the file. */
static inline bool dfmto_text_needs_names(const struct dfmto_text *x) {
  return x->form >= DFMT_TEXT_PERF_SCRIPT && x->form <= DFMT_TEXT_MIXED_ON_OFF_CPU;
}

/* The first pass over a simpleperf file. OK; AGAIN and E_*: the next call continues, or starts again. */
dfmt_status dfmto_text_load_names(dfmt_op *op, dfmt_source *s);

/* Writes a call with its line end. l: labels of its signature; NULL: none. */
void dfmto_text_put_call(dfmt_op *op, const dfmt_apitrace_call *c, const struct dfmto_text_labels *l);

/* Translates the status of the sink: AGAIN, or an error, which is copied to the operation. */
dfmt_status dfmto_text_output_status(dfmt_op *op, dfmt_status st);

/* Something failed: truncates the text to len, and reports the error. */
dfmt_status dfmto_text_failed(dfmt_op *op, size_t len);

/* Status of the text so far: OK; E_NOMEM, E_LIMIT, E_IO, after truncating it to `len`. */
static inline dfmt_status dfmto_text_check(dfmt_op *op, size_t len) {
  const struct dfmto_text *x = dfmto_text_of(op);
  return x->out.failed || x->values.stopped || x->blob_status != DFMT_OK ? dfmto_text_failed(op, len) : DFMT_OK;
}

#endif
