/* SPDX-License-Identifier: MIT */
/*
 * What was sampled, between the formats that tell it and the viewers' formats that it is written in: frames, stacks as
 * a tree, samples. Names may come last: until then frames, threads and kinds of samples are numbers of the format's.
 *
 * Memory: 16 to 32 bytes for each different frame and each different chain of callers, 32 bytes for a sample; of a
 * profile without times for each different sample only.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include "id_map.h"
#include "intern.h"

enum { PROFILE_NO_STACK = UINT32_MAX };

/* A frame in numbers; equal ones are one. No padding, as its bytes are compared. */
struct profile_key {
  uint64_t function; /* the format's number */
  uint64_t address;  /* in the file that the code is in */
};

/* The same with names, as numbers in `strings`. */
struct profile_frame {
  uint32_t name, system_name, path; /* system_name: as the linker knows it */
  uint64_t address;
};

/* How a sample's value counts. */
enum unit { UNIT_COUNT, UNIT_NS, UNIT_BYTES };

/* The samples of one thread and one kind. */
struct profile_track {
  uint32_t thread, kind; /* the format's numbers */
  bool has_thread;
  uint32_t process;
  uint32_t thread_name, process_name, kind_name; /* numbers in `strings` */
  enum unit unit;
  bool waits; /* a sample's value is its wait */
};

struct profile_sample {
  union {
    uint64_t time_ns;
    uint64_t n; /* without times: samples that were equal */
  };
  uint64_t value;
  uint64_t wait_ns; /* until its thread was next heard of */
  uint32_t track, stack;
};

/* A thread was put on a CPU, or taken from it. */
struct profile_switch {
  uint64_t time_ns;
  uint32_t track;
  bool on;
};

struct profile {
  bool timed;                  /* samples are kept one by one */
  struct intern strings;       /* 0 is "" */
  struct intern keys;          /* struct profile_key */
  struct profile_frame *frames; /* of each key, from profile_name() on */
  struct id_map stacks;        /* caller's stack << 32 | frame; a caller comes before those it calls */
  struct id_map track_ids;     /* thread << 32 | kind */
  struct profile_track *tracks;
  struct id_map sample_ids;    /* without times: track << 32 | stack */
  struct profile_sample *samples;
  size_t n_samples, cap_samples;
  struct profile_switch *switches;
  size_t n_switches, cap_switches;
  uint64_t first_ns, last_ns;  /* of samples */
  uint32_t count_name;         /* what the number of samples is called, in `strings` */
  struct intern notes;         /* lines about the whole */
};

/* timed: samples with their times are wanted. */
void profile_begin(struct profile *p, bool timed);

/* The stack of a frame that was called from a stack, or from PROFILE_NO_STACK. */
uint32_t profile_stack(struct profile *p, uint32_t caller, struct profile_key frame);

uint32_t profile_track(struct profile *p, uint32_t thread, uint32_t kind);

/* Takes a sample in, which stands for n. Its place in p->samples. */
size_t profile_sample(struct profile *p, uint32_t track, uint32_t stack, uint64_t time_ns, uint64_t n, uint64_t value);

/* Adds the time until its thread was next heard of. */
void profile_wait(struct profile *p, size_t sample, uint64_t ns);

void profile_switch(struct profile *p, uint32_t track, uint64_t time_ns, bool on);

/* A line about the whole: "lost samples", 12. */
void profile_note(struct profile *p, const char *title, uint64_t number);

/* How the format names its numbers, after the last sample. The track has its numbers. */
struct profile_names {
  void (*frame)(void *user, struct profile *p, const struct profile_key *key, struct profile_frame *out);
  void (*track)(void *user, struct profile *p, struct profile_track *track);
};
void profile_name(struct profile *p, const struct profile_names *names, void *user);

/* What a sample counts in its track's unit. */
uint64_t profile_value(const struct profile *p, const struct profile_sample *s);

/* Frame and caller of a stack. */
uint32_t profile_stack_frame(const struct profile *p, uint32_t stack);
uint32_t profile_stack_caller(const struct profile *p, uint32_t stack);

void profile_free(struct profile *p);

/* a + b, at most what a signed number holds, as viewers have those. */
uint64_t profile_sum(uint64_t a, uint64_t b);

/* Writes it as a viewer wants it; what fails is sticky in the sink. */
void pprof_write(struct profile *p, dfmt_sink *to);
void firefox_write(struct profile *p, dfmt_sink *to);

#endif
