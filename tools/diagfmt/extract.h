/* SPDX-License-Identifier: MIT */
/* What `extract` gives to a format that knows by itself which files are in an event. */
#ifndef EXTRACT_H
#define EXTRACT_H

#include "walk.h"

struct extraction {
  struct walk *walk;
  int directory;
  uint64_t offset; /* of the event in hand */
  bool failed;     /* no file can be written any more */
};

/* A file with these bytes. The name must be safe (dfmt_name_is_safe()); what is wrong is reported. */
void extract_file(struct extraction *x, const char *name, const void *ptr, uint64_t len);

#endif
