/* SPDX-License-Identifier: MIT */
/* What `verify` gives to a format's own checks. */
#ifndef VERIFY_H
#define VERIFY_H

#include "index.h"
#include "walk.h"

struct verify {
  struct walk walk;
  struct index index; /* of all entries; sealed when finish() is called */
  uint64_t problems;
  bool told; /* what ended the reading was reported */
};

/* Prints one problem; severity NOTE does not count as one unless --strict. offset UINT64_MAX: of the file as a whole.
 */
void verify_problem(struct verify *v, uint32_t severity, uint64_t line, uint64_t offset, dfmt_str key,
                    const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif
