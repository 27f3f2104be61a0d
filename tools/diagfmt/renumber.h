/* SPDX-License-Identifier: MIT */
/* Numbers of files, symbols, threads and events in a profile that is made of others. */
#ifndef RENUMBER_H
#define RENUMBER_H

#include "profile.h"
#include "redaction.h"

struct renumber_thread {
  int32_t process; /* in the output */
  dfmt_str name;   /* as it was */
  bool main;       /* the process is called by this thread's number */
  bool known;      /* it has a record */
};

struct renumber {
  struct tool *t;
  bool strip;
  bool alone; /* there is one input: threads keep their numbers */
  struct redaction redaction;
  dfmt_simpleperf_symbols *symbols; /* of the output */
  struct id_map thread_ids;         /* numbers in the output, in order; places in threads */
  struct renumber_thread *threads;
  int32_t next_thread; /* that may be free */
};

void renumber_begin(struct renumber *r, struct tool *t, bool alone);

/* Numbers the threads that an input names. */
void renumber_threads(struct renumber *r, struct profile *p);

/* The number of a thread that a sample or switch tells. */
int32_t renumber_thread(struct renumber *r, struct profile *p, int32_t thread_id);

/* A frame with new numbers. false: there are more names than may be, which was reported. */
bool renumber_frame(struct renumber *r, struct profile *p, dfmt_simpleperf_frame *f);

/* The number of an event type; one without a name stays one. n: of all there are in the output. */
uint32_t renumber_event(const struct profile *p, uint32_t event_type_id, uint64_t n);

/* A name as it may be shown. Valid until the next call. */
dfmt_str renumber_name(struct renumber *r, enum redacted kind, dfmt_str name);

void renumber_free(struct renumber *r);

#endif
