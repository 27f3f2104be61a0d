/* SPDX-License-Identifier: MIT */
/*
 * Which records an operation is to look at: DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS. What they say wrong can only be told
 * by the first run(), with the operation at hand:
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
  bool found; /* something matched, in the current input */
};

/* Zeroed; belongs to an operation. */
struct dfmto_select {
  bool begun;
  bool by_call; /* something was asked for by which calls are chosen */
  bool threads_known;
  struct dfmto_select_numbers calls, frames, threads; /* threads: once it is known that they are meant as numbers */
  struct dfmto_select_pattern *patterns;
  size_t n_patterns, cap_patterns;
  bool has_keys;      /* not just what to leave out */
  regex_t *functions; /* one of them is to match */
  size_t n_functions, cap_functions;
  const struct dfmto_entry_format
      *entries;             /* of the open input, if calls of it are chosen; NULL: not known yet, or all are */
  struct dfmti_table names; /* looked at before in this input: 1, or 2 if it matches */
  struct dfmti_buf room;
  bool took;      /* a call of the open input */
  bool told;      /* that none was */
  uint64_t frame; /* the one that the next call belongs to */
  uint64_t seen;  /* calls that are over and not above the last of `calls` */
};

/* Takes the options. OK; E_ARG with what is wrong; E_NOMEM, E_LIMIT: the same call may come again. */
dfmt_status dfmto_select_begin(dfmt_op *op, struct dfmto_select *s);

/* An input begins: what is known of names, frames and keys ends with the one before. */
void dfmto_select_open(struct dfmto_select *s);

/*
 * The format of the open input has what calls are chosen by. OK, also if none are; E_UNSUPPORTED; E_ARG: threads that
 * are no numbers; E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_select_check(dfmt_op *op, struct dfmto_select *s);

/*
 * An event is wanted, by the call that it is; events that are no calls are wanted. Looks at each event once, in order,
 * after check().
 * OK; E_NOMEM, E_LIMIT: it was not looked at.
 */
dfmt_status dfmto_select_call(dfmt_op *op, struct dfmto_select *s, const dfmt_event *ev, bool *wanted);

/*
 * None that comes can be wanted, by its number or frame. Calls come in the order in which they end, so that one above
 * the last wanted says nothing about those of other threads: it is the end only when all up to the last have come.
 */
bool dfmto_select_is_done(const struct dfmto_select *s);

/* The open input has ended, and no call of it was wanted, though some were asked for. Says so once. */
bool dfmto_select_took_none(struct dfmto_select *s);

/* What to say of it. */
#define DFMTO_TOOK_NONE "no call is in what was chosen"

/* An entry is wanted, by its key. */
bool dfmto_select_key(struct dfmto_select *s, dfmt_str key);

/* The first pattern from *at on that nothing in the input matched, and then *at after it. false: there is none. */
bool dfmto_select_missing(const struct dfmto_select *s, size_t *at, dfmt_str *pattern);

void dfmto_select_free(struct dfmti_mem *m, struct dfmto_select *s);

#endif
