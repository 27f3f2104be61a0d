/* SPDX-License-Identifier: MIT */
/* The library's calls as benchmarks make them: what fails ends the program with the library's message. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <diagfmt/diagfmt.h>

#include "bench.h"

void check_config(dfmt_status st);
void check_source(dfmt_status st, const dfmt_source *s);
void check_reader(dfmt_status st, const dfmt_reader *r);
void check_writer(dfmt_status st, const dfmt_writer *w);

dfmt_reader *new_reader(const dfmt_config *c);
dfmt_source *new_path_source(const dfmt_config *c, const char *path);

/* Moves to the entry of a key; fails if there is none. */
void find_entry(dfmt_reader *r, const char *key);

/* Pulls what is left of the payload in pieces and drops them; returns its bytes. */
uint64_t discard_payload(dfmt_reader *r);

#endif
