/* SPDX-License-Identifier: MIT */
/* Counts the calls and draw calls in each frame of a trace: calls_per_frame FILE */
#include <stdio.h>

#include <diagfmt/diagfmt.h>

static void show(uint64_t frame, uint64_t calls, uint64_t draws, const char *note) {
  printf("frame %llu: %llu calls, %llu of them draw%s\n", (unsigned long long)frame, (unsigned long long)calls,
         (unsigned long long)draws, note);
}

static dfmt_status count(dfmt_reader *r, int *damaged) {
  const dfmt_event *ev;
  uint64_t frame = 0, calls = 0, draws = 0;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d) {
      fprintf(stderr, "byte %llu: %.*s\n", (unsigned long long)d->byte_offset, (int)d->message.len, d->message.ptr);
      *damaged = 1;
    }
    if (!c) continue;
    calls++;
    draws += (c->flags & DFMT_APITRACE_FLAG_RENDER) != 0;
    if (!(c->flags & DFMT_APITRACE_FLAG_END_FRAME)) continue;
    show(frame++, calls, draws, "");
    calls = draws = 0;
  }
  if (calls) show(frame, calls, draws, " (not ended)");
  return st == DFMT_END ? DFMT_OK : st;
}

int main(int argc, char **argv) {
  dfmt_config *config = NULL;
  dfmt_source *source = NULL;
  dfmt_reader *r = NULL;
  int damaged = 0;
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: calls_per_frame FILE\n");
    return 2;
  }
  /* Arguments are not needed: reading is much faster without them. A second thread decompresses. A program that
   * crashed leaves a truncated trace: its complete part counts. */
  if (dfmt_config_new(&config) == DFMT_OK && dfmt_config_set(config, DFMT_CFG_APITRACE_VALUES, 0) == DFMT_OK &&
      dfmt_config_set(config, DFMT_CFG_THREADS, 1) == DFMT_OK &&
      dfmt_config_set(config, DFMT_CFG_RECOVER, 1) == DFMT_OK && dfmt_source_path(NULL, argv[1], &source) == DFMT_OK &&
      dfmt_reader_new(config, &r) == DFMT_OK && dfmt_reader_open(r, DFMT_APITRACE, source) == DFMT_OK) {
    st = count(r, &damaged);
    if (st != DFMT_OK)
      fprintf(stderr, "calls_per_frame: %s: byte %llu: %s\n", argv[1], (unsigned long long)dfmt_reader_error(r)->offset,
              dfmt_reader_error(r)->message);
  }
  dfmt_reader_free(r);
  dfmt_source_free(source);
  dfmt_config_free(config);
  return st == DFMT_OK && !damaged ? 0 : 1;
}
