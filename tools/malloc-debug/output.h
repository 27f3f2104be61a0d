/* SPDX-License-Identifier: MIT */
/* A file being written: a writer of malloc_debug's files to a path. */
#ifndef MALLOC_DEBUG_OUTPUT_H
#define MALLOC_DEBUG_OUTPUT_H

#include <diagfmt/writer.h>
#include <stdbool.h>

struct output {
  dfmt_sink *sink;
  dfmt_writer *writer;
  dfmt_status status; /* the first error; later writes are ignored */
};

void output_open(struct output *o, const char *path, uint32_t variant);

/* E_ARG, a record that the writer rejects, is not an error of the output: the caller can write another. */
dfmt_status output_put(struct output *o, const dfmt_head *body);

/* Commits. False: *opened and *reason describe the failure; reason is static. */
bool output_close(struct output *o, bool *opened, const char **reason);

#endif
