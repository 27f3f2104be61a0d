/* SPDX-License-Identifier: MIT */
/*
 * Which records an operation uses: DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS. Errors in them are only found by the first
 * run(), as they need the operation:
 *
 *   run():  dfmto_select_begin(), which does nothing the next time
 *   an input begins:  dfmto_select_open()
 *   its format is known:  dfmto_select_check()
 *   a record:  dfmto_select_call(), or dfmto_select_key(), or both
 */
#ifndef DFMTO_SELECT_H
#define DFMTO_SELECT_H

#include <regex.h>

#include "base/hash.h"
#include "numbers.h"

/* An item of DFMT_OPS_KEYS, or of DFMT_OPS_DROP. */
struct dfmto_select_pattern {
  dfmt_str text;
  bool drops;
  bool found; /* it matched in the current input */
};

/* Zeroed; belongs to an operation. */
struct dfmto_select {
  bool begun;
  bool by_call; /* an option chooses by call */
  bool threads_known;
  struct dfmto_select_numbers calls, frames, threads; /* threads: only if they are numbers */
  struct dfmto_select_pattern *patterns;
  size_t n_patterns, cap_patterns;
  bool has_keys;      /* DFMT_OPS_KEYS is set, not only DFMT_OPS_DROP */
  regex_t *functions; /* one of them must match */
  size_t n_functions, cap_functions;
  const struct dfmto_entry_format
      *entries;             /* of the open input, if calls are chosen; NULL: not known yet, or all calls */
  struct dfmti_table names; /* cached results for this input: 1, or 2 if it matches */
  struct dfmti_buf room;
  bool took;      /* a call of the open input was chosen */
  bool told;      /* it was reported that none was */
  uint64_t frame; /* of the next call */
  uint64_t seen;  /* finished calls with numbers up to the last of `calls` */
};

/* Reads the options. OK; E_ARG with the error; E_NOMEM, E_LIMIT: the call can be repeated. */
dfmt_status dfmto_select_begin(dfmt_op *op, struct dfmto_select *s);

/* Begins an input: resets names, frames and keys. */
void dfmto_select_open(struct dfmto_select *s);

/*
 * Checks that the format of the open input has what the options choose by. OK, also if nothing is chosen;
 * E_UNSUPPORTED; E_ARG: threads that are not numbers; E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_select_check(dfmt_op *op, struct dfmto_select *s);

/*
 * Whether an event is wanted, judged by its call; events without a call are wanted. Called once for each event, in
 * order, after check(). OK; E_NOMEM, E_LIMIT: to be repeated.
 */
dfmt_status dfmto_select_call(dfmt_op *op, struct dfmto_select *s, const dfmt_event *ev, bool *wanted);

/*
 * Whether no later call can be wanted, by number or frame. Calls come in the order in which they end, and other threads
 * may still have lower numbers: so all calls up to the last wanted number must have ended.
 */
bool dfmto_select_is_done(const struct dfmto_select *s);

/* The open input has ended, and none of its calls was chosen, though an option chooses calls. Returns true once. */
bool dfmto_select_took_none(struct dfmto_select *s);

/* The message for that. */
#define DFMTO_TOOK_NONE "no call is in what was chosen"

/* Whether an entry is wanted, by its key. */
bool dfmto_select_key(struct dfmto_select *s, dfmt_str key);

/* The first pattern from *at on that matched nothing in the input; *at is then after it. false: none. */
bool dfmto_select_missing(const struct dfmto_select *s, size_t *at, dfmt_str *pattern);

void dfmto_select_free(struct dfmti_mem *m, struct dfmto_select *s);

#endif
