/* SPDX-License-Identifier: MIT */
/*
 * Salvage: whose the chunks are that several processes wrote to one file. Each chunk is given to the stream that it
 * fits (walk.h). If it fits several, as one that lies in large blobs of two, each of these is followed as a guess of
 * its own, until it comes to a chunk that fits none of its streams:
 *
 *   A1 B1 -+- A2 B2 -+- A3
 *          |         '- B3 -x
 *          '- B2 A2 -x
 *
 * Guesses that have come to the same are one. The best is that in which most events ended: a wrong one may never lead
 * nowhere, as in a blob that has no end. Of equal ones it is that which strayed the least from giving a chunk to the
 * stream in which most events of it end, and of equal streams to that whose turn was the longest ago.
 */
#ifndef DFMTI_APITRACE_GUESS_H
#define DFMTI_APITRACE_GUESS_H

#include "base/rare.h"
#include "walk.h"

enum { DFMTI_STREAMS_MOST = 16, DFMTI_NO_STREAM = 255 };

struct dfmti_guessed_stream {
  struct dfmti_walk walk;
  uint64_t chunks, last; /* that it has; the number of the last one */
  bool copy;             /* its first chunk stands in another one's */
};

struct dfmti_guess {
  struct dfmti_guess *next;
  uint32_t n_streams;
  uint64_t events, strayed; /* that ended; chunks that might rather be another stream's */
  bool lost;                /* the current chunk fits no stream */
  struct dfmti_buf owners;  /* of uint8_t, for each chunk: its stream, or NO_STREAM: it was left out */
  struct dfmti_guessed_stream streams[DFMTI_STREAMS_MOST];
};

struct dfmti_guesses_made {
  struct dfmti_mem *mem;
  struct dfmti_guess *first; /* the best comes first */
  struct dfmti_walk_desk desk;
};

/* An expanded chunk, followed by DFMTI_WINDOW_PAD zeros; again: it repeats earlier chunks (repeat.h). */
struct dfmti_guessed_chunk {
  const uint8_t *p;
  size_t n;
  bool again;
};

/* No chunk yet. false: no memory. */
DFMTI_RARE bool dfmti_apitrace_guess_begin(struct dfmti_guesses_made *x, struct dfmti_mem *m);

/* The next chunk. OK; END: it is of no stream, whatever was guessed; E_NOMEM: call it again. */
DFMTI_RARE dfmt_status dfmti_apitrace_guess_chunk(struct dfmti_guesses_made *x,
                                                  const struct dfmti_guessed_chunk *chunk);

DFMTI_RARE void dfmti_apitrace_guess_end(struct dfmti_guesses_made *x);

#endif
