/* SPDX-License-Identifier: MIT */
/* The parts of `info` for malloc_debug that recorded operations and logs have. */
#ifndef INFO_MALLOCDBG_H
#define INFO_MALLOCDBG_H

#include "counts.h"
#include "intern.h"
#include "walk.h"

enum { INFO_TOP = 10 }; /* rows that are shown without --all */

/* "Title (10 of 35)" */
void info_heading(dfmt_sink *to, bool color, const char *title, size_t n, size_t most);

/* n, and its part of all. */
void info_share(dfmt_sink *to, uint64_t n, uint64_t all);

enum { N_OPERATIONS = 7, N_DECADES = 21 };

/* Zeroed is empty. */
struct ops_info {
  dfmt_mallocdbg_live *live;
  uint64_t kinds[N_OPERATIONS];                   /* by DFMT_MALLOCDBG_OPERATION_* */
  uint64_t lives[N_DECADES], lives_ns[N_DECADES]; /* freed blocks, by the digits of how long they lived */
  uint64_t freed, timed;
  const dfmt_mallocdbg_share *threads; /* from ops_info_fits() on */
  uint64_t n_threads;
  bool full; /* a limit was met, which was reported */
};

void ops_info_add(struct ops_info *s, struct walk *w, const dfmt_mallocdbg_op *op);
/* When all was added: false: a limit was met, which was reported. */
bool ops_info_fits(struct ops_info *s, struct walk *w);
void ops_info_table(struct ops_info *s, struct walk *w, dfmt_sink *to);
void ops_info_json(struct ops_info *s, struct walk *w, dfmt_sink *to);
void ops_info_end(struct ops_info *s);

/* Zeroed is empty. */
struct log_info {
  uint64_t reports, cut;
  struct counts kinds, messages, processes; /* n: reports, messages; of processes: reports, and sum: messages */
};

void log_info_report(struct log_info *s, const dfmt_mallocdbg_report *r);
void log_info_message(struct log_info *s, const dfmt_mallocdbg_message *m);
void log_info_table(struct log_info *s, struct walk *w, dfmt_sink *to);
void log_info_json(struct log_info *s, struct walk *w, dfmt_sink *to);
void log_info_end(struct log_info *s);

#endif
