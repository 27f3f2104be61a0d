/* SPDX-License-Identifier: MIT */
/* Digests of transcripts, one line for each as sha256sum writes it, sorted by name. */
#ifndef HARNESS_DIGESTS_H
#define HARNESS_DIGESTS_H

#include "harness.h"
#include "sha256.h"

struct digest_line {
  char text[SHA256_TEXT + 1];
  char *name;
  bool asked_for;
};

struct digests {
  struct digest_line *ptr;
  size_t n;
};

/* Ends the program if there is a file that is not of such lines; no file has no lines. */
void digests_load(struct digests *d, const char *path);

/* The digest of that name, NULL: it has none. */
const char *digests_find(struct digests *d, const char *name);

/* text NULL: it has none. */
void digests_set(struct digests *d, const char *name, const char *text);

/* A name that is listed but was neither looked for nor set, NULL: there is none. */
const char *digests_left_over(const struct digests *d);

/* Writes the lines, without those that digests_left_over() would name if `all` were looked for. */
void digests_save(struct digests *d, const char *path, bool all);

void digests_free(struct digests *d);

#endif
