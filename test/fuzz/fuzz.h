/* SPDX-License-Identifier: MIT */
/*
 * What every fuzz target uses. A target's input is a byte or two of settings and then the bytes under test, so that a
 * plain file becomes an input by putting settings before it: driver.c does that with --plain.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/diagfmt.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Settings under which plain files are worth trying; 0-ended, 0 itself is always tried. */
extern const uint16_t fuzz_settings[];
/* Bytes that they take in an input, the lowest first: 1 or 2. */
extern const size_t fuzz_settings_size;

/* A finding: says where and aborts. */
#define MUST(cond) ((cond) ? (void)0 : fuzz_finding(#cond, __FILE__, __LINE__))
_Noreturn void fuzz_finding(const char *what, const char *file, int line);

/* A hash over everything that was seen; equal for equal input and configuration, however the bytes came. */
struct digest {
  uint64_t value;
  bool shown; /* fuzz_trace prints it */
};

/* Print what goes into digests, so that two runs can be compared: driver.c --trace. */
extern bool fuzz_trace;
void fuzz_say(const char *what, uint64_t n);
void digest_bytes(struct digest *d, const void *ptr, uint64_t len);
void digest_number(struct digest *d, uint64_t n);
void digest_error(struct digest *d, const dfmt_error *e);

/* Counts what is allocated and checks old sizes. */
struct memory {
  uint64_t live, peak; /* bytes */
};
void *memory_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size);

/* Bytes that come in pieces of random size, with AGAIN in between. */
struct pieces {
  const uint8_t *ptr;
  size_t len, pos;
  uint64_t random; /* 0: all in one piece, without AGAIN */
  bool said_again;
};
dfmt_status pieces_source(struct pieces *p, const dfmt_config *c, dfmt_source **out);
uint64_t random_next(uint64_t *state);
/* The same on processors of 32 bits. */
size_t random_below(uint64_t *state, size_t n);

/* A configuration that allocates through m, with limits that keep one run short. Never NULL. */
dfmt_config *fuzz_config(struct memory *m);
void fuzz_set(dfmt_config *c, uint32_t key, uint64_t value);

#endif
