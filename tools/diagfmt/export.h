/* SPDX-License-Identifier: MIT */
/* `convert --to=VIEWER`: what was sampled, as a viewer of profiles reads it. */
#ifndef EXPORT_H
#define EXPORT_H

#include "cli/rewrite.h"

/* A viewer's format. */
struct viewer;

/* That of a word; NULL: it is no viewer's. */
const struct viewer *export_find(const char *word);

/* What the command line says of it. */
struct export {
  const struct viewer *viewer; /* NULL: --to is none */
  const char *grep;
  const struct words *threads;
  const struct target *target;
};

/* Writes one file for the viewer, which there is. */
void export_one(struct tool *t, struct input *in, const struct export *as);

/*
 * What is chosen or joined is first made as a file of its own format, an unlinked temporary one, and then taken to the
 * viewer. Where --to is no viewer: rewrite_open(), and nothing.
 */
struct detour {
  const struct export *as;
  struct rewrite viewer;
  int fd; /* the temporary file, -1: none */
};
bool export_begin(struct detour *d, struct rewrite *x, struct tool *t, struct input *in, const struct export *as);

/* x was closed; good: the file was made. */
void export_end(struct detour *d, bool good);

/* For help: the words, and the formats that have samples. */
void export_help(dfmt_sink *to);

#endif
