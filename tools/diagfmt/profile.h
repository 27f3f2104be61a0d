/* SPDX-License-Identifier: MIT */
/* A simpleperf file to be written anew: its names, known before its samples are read. */
#ifndef PROFILE_H
#define PROFILE_H

#include "id_map.h"
#include "plan.h"

struct profile_file {
  bool separate;   /* others have the same path */
  bool used;       /* `number` is known */
  uint32_t number; /* in the output */
  uint64_t n_symbols;
  int32_t *symbols; /* in the output, or SYMBOL_UNUSED */
};

enum { SYMBOL_UNUSED = -2 };

struct profile_thread {
  bool wanted;
  int32_t number; /* in the output */
};

struct profile {
  struct plan *plan;
  dfmt_simpleperf_names *names;
  struct id_map file_ids, thread_ids; /* in the order of their records; places in the next two */
  struct profile_file *files;
  struct profile_thread *threads;
  dfmt_event *meta_event; /* the last one; NULL: none */
  uint64_t n_events;
  uint32_t *events; /* numbers in the output */
  bool *events_wanted;
  uint64_t start; /* time of the earliest sample, if it was looked for */
  uint64_t lost;
};

/* Goes through all records but samples, and through these too if `times`. false: that failed, which was reported. */
bool profile_load(struct profile *p, struct plan *plan, bool times);

/* What it recorded; NULL: it does not say. */
const dfmt_simpleperf_meta *profile_meta(const struct profile *p);

/* What was there, without names that are not known. */
dfmt_str profile_path(const struct profile *p, uint32_t file_id);
dfmt_str profile_thread_name(const struct profile *p, int32_t thread_id, int32_t *process_id);

/* The place of a thread, which need not have a record. */
size_t profile_add_thread(struct profile *p, int32_t thread_id);

/* Begins to read it as a whole. */
void profile_open(struct profile *p, struct walk *w);

void profile_free(struct profile *p);

#endif
