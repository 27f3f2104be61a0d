/* SPDX-License-Identifier: MIT */
/* What several recordings say about themselves, as one. */
#ifndef PROFILE_META_H
#define PROFILE_META_H

#include "profile.h"

struct profile_meta {
  bool any;
  dfmt_simpleperf_meta body;        /* its strings are the inputs' */
  dfmt_simpleperf_symbols *numbers; /* of event types, by their names as of files */
  dfmt_str *events;
};

/* Numbers the events of all. false: they contradict each other, which was reported. */
bool profile_meta_join(struct profile_meta *m, struct tool *t, struct profile *list, size_t n);

void profile_meta_free(struct profile_meta *m);

#endif
