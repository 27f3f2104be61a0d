/* SPDX-License-Identifier: MIT */
/* The files that a program is run on. */
#ifndef HARNESS_SAMPLES_H
#define HARNESS_SAMPLES_H

#include <string.h>

#include "formats.h"
#include "harness.h"

struct sample {
  const struct harness_format *format;
  char *name, *path;
  struct bytes bytes;
};

struct samples {
  struct sample *ptr;
  size_t n;
  bool corpus;
};

/*
 * By the program's arguments: none: the samples in $DFMT_SAMPLES/<format>; --corpus: the files in each format's folders
 * of $DFMT_CORPUS, else of ../shared/corpus beside $DFMT_SOURCE_ROOT (skips the program if there is none); FILE …:
 * these, of every format whose suffix fits.
 */
void samples_load(struct samples *s, int argc, char **argv);
void samples_free(struct samples *s);
const struct sample *samples_find(const struct samples *s, const char *name); /* NULL: not among them */

/* Sets the format's options for readers. f may be NULL. */
void format_configure(dfmt_config *c, const struct harness_format *f);

/* Whether this build has what a way to write needs. */
bool variant_usable(const struct harness_variant *v);

/* The start of the sample says how its lines are read: see harness_format.learns. */
static inline bool sample_learns(const struct sample *s) {
  return s->format->learns && s->name && strcmp(s->name, s->format->learns) == 0;
}

/* False for what this build lacks the codec for. */
bool sample_decodable(const struct sample *s);
bool sample_wrapped(const struct sample *s); /* is carried, or begins as gzip, Zstandard or a MIME message */
bool sample_carried(const struct sample *s); /* a text in UTF-16, or after a byte order mark: offsets are its own */
bool sample_bytes_wrapped(const void *ptr, size_t len);

#endif
