/* SPDX-License-Identifier: MIT */
/*
 * Converts folded stacks ("main;work;sort 12", root first) into a simpleperf profile: write_profile OUT < FOLDED
 *
 * Names are numbered in order of appearance; the records of names come after the samples, as in the real tool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

enum { DEPTH = 128, TID = 1 };

static dfmt_str str(const char *s) { return (dfmt_str){s, strlen(s)}; }

static dfmt_status put_meta(dfmt_writer *w) {
  const dfmt_str types[] = {str("cpu-cycles")};
  dfmt_simpleperf_meta m = {.head = {sizeof m, DFMT_SIMPLEPERF_META},
                            .present = DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES,
                            .event_types = types,
                            .n_event_types = 1};
  return dfmt_writer_put(w, &m.head);
}

/* Parses the chain of a line, innermost first. */
static dfmt_status number_frames(dfmt_simpleperf_symbols *t, uint32_t file, char *chain, dfmt_simpleperf_frame *out,
                                 size_t *n) {
  dfmt_status st = DFMT_OK;
  for (*n = 0; chain && *n < DEPTH && st == DFMT_OK;) {
    char *last = strrchr(chain, ';');
    const char *name = last ? last + 1 : chain;
    dfmt_simpleperf_frame *f = &out[(*n)++];
    *f = (dfmt_simpleperf_frame){.file_id = file,
                                 .present = DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID |
                                            DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID};
    st = dfmt_simpleperf_symbols_symbol(t, file, name, strlen(name), NULL, 0, &f->symbol_id);
    if (last)
      *last = '\0';
    else
      chain = NULL;
  }
  return st;
}

static dfmt_status put_samples(dfmt_writer *w, dfmt_simpleperf_symbols *t, FILE *in, uint64_t *samples) {
  static char line[65536];
  dfmt_simpleperf_frame frames[DEPTH];
  uint32_t file;
  dfmt_status st = dfmt_simpleperf_symbols_file(t, "program", strlen("program"), 0, &file);
  while (st == DFMT_OK && fgets(line, sizeof line, in)) {
    char *count = strrchr(line, ' ');
    size_t n;
    if (!count) continue;
    *count++ = '\0';
    st = number_frames(t, file, line, frames, &n);
    dfmt_simpleperf_sample s = {.head = {sizeof s, DFMT_SIMPLEPERF_SAMPLE},
                                .present = DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
                                           DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
                                           DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID,
                                .thread_id = TID,
                                .event_count = strtoull(count, NULL, 10),
                                .frames = frames,
                                .n_frames = n};
    s.time_ns = ++*samples * 1000000;
    if (st == DFMT_OK) st = dfmt_writer_put(w, &s.head);
  }
  return st;
}

/* Writes what viewers require after the samples. */
static dfmt_status put_rest(dfmt_writer *w, dfmt_simpleperf_symbols *t, uint64_t samples) {
  dfmt_simpleperf_lost l = {.head = {sizeof l, DFMT_SIMPLEPERF_LOST},
                            .present = DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT | DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT};
  dfmt_simpleperf_thread main_thread = {.head = {sizeof main_thread, DFMT_SIMPLEPERF_THREAD},
                                        .present = DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID |
                                                   DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID |
                                                   DFMT_SIMPLEPERF_THREAD_HAS_NAME,
                                        .thread_id = TID,
                                        .process_id = TID};
  l.sample_count = samples;
  main_thread.name = str("main");
  dfmt_status st = dfmt_writer_put(w, &l.head);
  if (st == DFMT_OK) st = dfmt_simpleperf_symbols_write(t, w);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &main_thread.head);
  return st == DFMT_OK ? dfmt_writer_finish(w) : st;
}

int main(int argc, char **argv) {
  dfmt_sink *sink = NULL;
  dfmt_writer *w = NULL;
  dfmt_simpleperf_symbols *t = NULL;
  uint64_t samples = 0;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: write_profile OUT < FOLDED\n");
    return 2;
  }
  if (dfmt_sink_path(NULL, argv[1], &sink) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK &&
      dfmt_simpleperf_symbols_new(NULL, &t) == DFMT_OK && dfmt_writer_open(w, DFMT_SIMPLEPERF, 0, sink) == DFMT_OK) {
    st = put_meta(w);
    if (st == DFMT_OK) st = put_samples(w, t, stdin, &samples);
    if (st == DFMT_OK) st = put_rest(w, t, samples);
    if (st == DFMT_OK) st = dfmt_sink_close(sink);
    if (st != DFMT_OK) fprintf(stderr, "write_profile: %s\n", dfmt_writer_error(w)->message);
  }
  dfmt_simpleperf_symbols_free(t);
  dfmt_writer_free(w);
  dfmt_sink_free(sink);
  return st == DFMT_OK ? 0 : 1;
}
