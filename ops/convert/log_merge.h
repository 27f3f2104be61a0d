/* SPDX-License-Identifier: MIT */
/* Several logs as one, by time. */
#ifndef DFMTO_CONVERT_LOG_MERGE_H
#define DFMTO_CONVERT_LOG_MERGE_H

#include "convert.h"
#include "log_time.h"
#include "op/texts.h"

struct dfmto_convert_log_input {
  dfmt_reader *reader;  /* NULL: not made yet, or it is the operation's at present */
  const dfmt_event *ev; /* the current one; NULL: none */
  bool opened, checked, ended;
  bool is_line;                         /* the current one is a line, not told of otherwise */
  bool on_clock;                        /* it has a time of its own */
  bool divided;                         /* a divider stood before it */
  bool has_layout, has_time, has_given; /* of any line: it has a layout, a time; it was written */
  struct dfmto_convert_log_when when;   /* of the current line */
  struct dfmto_convert_log_moment time; /* the latest so far */
};

struct dfmto_convert_log_merge {
  struct dfmto_convert *c; /* NULL: nothing is merged */
  struct dfmto_convert_log_input *list;
  size_t n, at; /* at: the current one */
  uint32_t phase;
  bool writing; /* its line */
  struct dfmto_convert_log_clock clock;
  struct dfmto_texts buffers; /* that were named in the output */
  uint32_t buffer;            /* the one named last, if any was */
  bool after_long;            /* the last line is of LONG, whose message may go on */
  dfmt_str next_buffer;       /* to be named */
  char number[24];            /* of an input without a name */
  dfmt_log_line divider;
  uint64_t n_misfits; /* times that are not on the clock */
};

/* As remake() in struct dfmto_convert_format; the operation's reader is at the first event of the first input. */
dfmt_status dfmto_convert_log_merge(struct dfmto_convert *c, struct dfmto_convert_log_merge *x);

/* Lists the steps for a divider, if one has to stand before this line. */
void dfmto_convert_log_divide(struct dfmto_convert_log_merge *x, const dfmt_log_line *l);

void dfmto_convert_log_merge_limit(struct dfmto_convert_log_merge *x, uint32_t key, uint64_t value);
void dfmto_convert_log_merge_free(struct dfmto_convert_log_merge *x);

#endif
