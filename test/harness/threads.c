/* SPDX-License-Identifier: MIT */
/*
 * Eight threads read and copy all samples at once, each with handles of its own; every one gets what a single thread
 * got. Meant for ThreadSanitizer, useful without.
 *
 *   threads [--corpus | FILE …]
 */
#include <pthread.h>
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { THREADS = 8, LARGE = 400000 }; /* bytes of a file above which only two threads take it */

static struct samples all;
static struct transcript *wants;
static const struct recipe recipe = {.style = STYLE_DIGEST, .recover = true};

static void copy_to_null(const struct sample *s) {
  dfmt_source *source;
  dfmt_sink *sink;
  dfmt_reader *r;
  dfmt_writer *w;
  const dfmt_event *ev;
  dfmt_config *c = config_make(NULL, 0, 0);
  format_configure(c, s->format);
  if (dfmt_source_memory(NULL, s->bytes.ptr, s->bytes.len, &source) != DFMT_OK ||
      dfmt_sink_null(NULL, &sink) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_writer_new(NULL, &w) != DFMT_OK || dfmt_reader_open(r, s->format->id, source) != DFMT_OK ||
      dfmt_writer_open(w, s->format->id, 0, sink) != DFMT_OK)
    broken("no handles");
  while (dfmt_reader_next(r, &ev) == DFMT_OK)
    if (dfmt_writer_copy(w, r, ev) == DFMT_E_IO) break;
  check_status(dfmt_writer_finish(w), DFMT_OK, dfmt_writer_error(w), "finishing");
  dfmt_config_free(c);
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
}

static void *work(void *number) {
  size_t me = (size_t)(uintptr_t)number;
  struct transcript got = {0};
  struct rng rng = {me};
  for (size_t k = 0; k < all.n; k++) {
    size_t i = (k + me * 17) % all.n; /* not all at the same file */
    const struct sample *s = &all.ptr[i];
    if (s->bytes.len > LARGE && me > 1) continue;
    struct slicing how = {.chunk = s->bytes.len > LARGE ? 65537 : 0, .seed = rng_next(&rng)};
    enum input_kind kind = (enum input_kind)rng_below(&rng, INPUT_GZIP);
    if (!(s->format->kinds & INPUT_BIT(kind))) kind = INPUT_MEMORY;
    context_set("thread %zu, %s, source %s, seed %llu", me, s->path, input_name(kind), (unsigned long long)how.seed);
    transcript_read(&got, s, kind, &how, &recipe);
    check_same(&got.text, &wants[i].text, "transcript");
    if (variant_usable(&s->format->variants[0])) copy_to_null(s);
  }
  transcript_free(&got);
  return NULL;
}

int main(int argc, char **argv) {
  samples_load(&all, argc, argv);
  wants = xrealloc(NULL, all.n * sizeof *wants);
  memset(wants, 0, all.n * sizeof *wants);
  for (size_t i = 0; i < all.n; i++) transcript_read(&wants[i], &all.ptr[i], INPUT_MEMORY, NULL, &recipe);
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i) != 0) broken("no thread");
  for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (size_t i = 0; i < all.n; i++) transcript_free(&wants[i]);
  xfree(wants);
  samples_free(&all);
  return finish("threads");
}
