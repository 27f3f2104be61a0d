/* SPDX-License-Identifier: MIT */
/* The report's sink and writer. A rejected record is reported and omitted; a failed output ends everything. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <diagfmt/writer.h>

struct output {
  dfmt_config *config;
  dfmt_sink *sink;
  dfmt_writer *writer;
  bool failed;
};

/* path NULL: standard output; time 0: entries keep their own times. */
bool output_open(struct output *o, const char *path, int64_t time);

/* false: rejected, or failed. */
bool output_put(struct output *o, const dfmt_head *body);
bool output_begin(struct output *o, const dfmt_head *body);
bool output_bytes(struct output *o, const void *ptr, uint64_t n);
bool output_end(struct output *o);

/* Completes the file, which appears now. */
bool output_finish(struct output *o);

/* The error of the last call that returned false. */
const dfmt_error *output_error(const struct output *o);

/* Discards an incomplete file. */
void output_close(struct output *o);

dfmt_str str(const char *s);

#endif
