/* SPDX-License-Identifier: MIT */
/* A file in the making: a writer of malloc_debug's files over a path. */
#ifndef MALLOC_DEBUG_OUTPUT_H
#define MALLOC_DEBUG_OUTPUT_H

#include <diagfmt/writer.h>
#include <stdbool.h>

struct output {
  dfmt_sink *sink;
  dfmt_writer *writer;
  dfmt_status status; /* the first error; no more is written after it */
};

void output_open(struct output *o, const char *path, uint32_t variant);

/* What a writer refuses (E_ARG) is not an error of the output: the caller can put something else. */
dfmt_status output_put(struct output *o, const dfmt_head *body);

/* Commits. False: *opened and *reason say what went wrong; reason is static. */
bool output_close(struct output *o, bool *opened, const char **reason);

#endif
