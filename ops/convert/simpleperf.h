/* SPDX-License-Identifier: MIT */
/* Profiles that are rewritten: names of each input, read before its samples, and their new numbers. */
#ifndef DFMTO_SIMPLEPERF_H
#define DFMTO_SIMPLEPERF_H

#include "convert.h"
#include "op/counts.h"

enum { DFMTO_SYMBOL_UNUSED = -2 };

struct dfmto_convert_profile_file {
  bool separate;   /* others have the same path */
  bool used;       /* `number` is set */
  uint32_t number; /* in the output */
  size_t n_symbols;
  int32_t *symbols; /* in the output, or DFMTO_SYMBOL_UNUSED; NULL: there are none */
};

struct dfmto_convert_profile_thread {
  bool wanted, numbered;
  int32_t number; /* in the output */
};

/* An input. */
struct dfmto_convert_profile_part {
  dfmt_source *source; /* seekable; the operation's or the spool's */
  struct dfmto_spool spool;
  dfmt_simpleperf_names *names;
  struct dfmto_counts file_ids, thread_ids; /* in the order of their records; indices into the next two */
  struct dfmti_buf files, threads;
  dfmt_event *meta; /* the last one; NULL: none */
  uint64_t n_events;
  uint32_t *events; /* numbers in the output */
  bool *events_wanted;
  uint64_t start; /* time of the earliest sample, if needed */
  bool any_sample;
  uint64_t lost;
  bool accepted; /* damaged, which was reported */
  bool dropped;
};

/* A thread of the output. */
struct dfmto_convert_new_thread {
  int32_t process;
  dfmt_str name; /* before redaction */
  bool main;     /* `process` is this thread's own number */
  bool known;    /* it has a record */
  bool put;
};

struct dfmto_convert_remake {
  struct dfmto_convert *c;
  int phase;
  struct dfmto_convert_profile_part *list;
  size_t n;                  /* as many as inputs */
  size_t at;                 /* the current one */
  dfmt_reader *names_reader; /* for all records but samples */
  const dfmt_event *ev;
  struct dfmto_convert_words threads, events;
  uint64_t from_ns, to_ns, relative;
  /* the output */
  dfmt_simpleperf_symbols *symbols;
  struct dfmto_counts thread_ids; /* indices into `new_threads` */
  struct dfmti_buf new_threads;
  int32_t next_thread; /* candidate for the next free number */
  bool others;         /* main threads are numbered */
  size_t thread;       /* the current one, in the current input */
  dfmt_simpleperf_symbols *event_numbers;
  bool any_meta;
  dfmt_simpleperf_meta meta;
  struct dfmti_buf event_names; /* of dfmt_str */
  struct dfmti_buf frames;      /* of the current sample */
  uint64_t samples, opaque, counted;
  bool bare; /* unknown fields are dropped, as they may hold names */
};

/* The META record of an input; NULL: none. */
static inline const dfmt_simpleperf_meta *dfmto_convert_part_meta(const struct dfmto_convert_profile_part *p) {
  return p->meta ? dfmt_event_simpleperf_meta(p->meta) : NULL;
}

/* Its path or name; empty if unknown. */
dfmt_str dfmto_convert_part_path(const struct dfmto_convert_profile_part *p, uint32_t file_id);
dfmt_str dfmto_convert_part_thread_name(const struct dfmto_convert_profile_part *p, int32_t thread_id,
                                        int32_t *process_id);
struct dfmto_convert_profile_file *dfmto_convert_part_file(const struct dfmto_convert_profile_part *p,
                                                           uint32_t file_id); /* NULL: none */
struct dfmto_convert_profile_thread *dfmto_convert_part_thread(const struct dfmto_convert_profile_part *p,
                                                               int32_t thread_id); /* NULL: none */

/* Adds a thread, which need not have a record. NULL: no memory. */
struct dfmto_convert_profile_thread *dfmto_convert_part_add_thread(struct dfmti_mem *m,
                                                                   struct dfmto_convert_profile_part *p,
                                                                   int32_t thread_id);

/* Records an event. May be called again. */
dfmt_status dfmto_convert_part_note(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                    const dfmt_event *ev);

/* After the last event. */
dfmt_status dfmto_convert_part_settle(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p);

void dfmto_convert_part_free(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p);

/* ---- numbers of the output ---- */

/* Numbers the threads of an input. The next call continues. */
dfmt_status dfmto_convert_renumber_threads(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p);

/* The new number of the thread of a sample or switch. */
dfmt_status dfmto_convert_renumber_thread(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                          int32_t *thread_id);

/* Renumbers a frame. */
dfmt_status dfmto_convert_renumber_frame(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                         dfmt_simpleperf_frame *f);

/* The new number of an event type; unnamed ones stay unnamed. n: number of event types in the output. */
uint32_t dfmto_convert_renumber_event(const struct dfmto_convert_profile_part *p, uint32_t event_type_id, uint64_t n);

/* The name to write, possibly redacted. Valid until the next call. */
dfmt_status dfmto_convert_renumber_name(struct dfmto_convert_remake *x, enum dfmto_convert_redacted kind, dfmt_str name,
                                        dfmt_str *out);

/* Merges the META record of an input into that of the output. */
dfmt_status dfmto_convert_join_meta(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p);

#endif
