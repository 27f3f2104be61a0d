/* SPDX-License-Identifier: MIT */
/* Memory of a piece of work, in a forked child: what the parent has resident counts, so it should be little. */
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

struct footprint {
  long resident; /* most KiB of all samples */
  long own;      /* the same without what is there of files: code, mostly */
  long peak;     /* KiB, as the system counts */
};

/* Runs work in a child. A child that fails ends the program. */
struct footprint footprint(void (*work)(void *arg), void *arg);

/* For work, in its midst: looks how much is resident. Linux counts peaks only to some hundred KiB. */
void footprint_sample(void);

#endif
