/* SPDX-License-Identifier: MIT */
/*
 * What was sampled, between the formats that tell it and the viewers' formats that it is written in: frames, stacks as
 * a tree, samples. Names may come last: until then frames, threads and kinds of samples are numbers of the format's.
 *
 * Memory is that of each different frame and chain of callers, and 32 bytes for a sample; without times for each
 * different sample only.
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include <diagfmt/common.h>

#include "id_map.h"
#include "intern.h"

#define SAMPLING_NO_STACK UINT32_MAX /* as a caller: there is none */

/* A frame in numbers; equal ones are one. No padding, as its bytes are compared. */
struct sampling_key {
  uint64_t function; /* the format's number */
  uint64_t address;  /* in the file that the code is in */
};

/* The same with names, as numbers in `strings`. */
struct sampling_frame {
  uint32_t name, system_name, path; /* system_name: as the linker knows it */
  uint64_t address;
};

/* How a sample's value counts. */
enum unit { UNIT_COUNT, UNIT_NS, UNIT_BYTES };

/* The samples of one thread and one kind. */
struct sampling_track {
  int32_t thread; /* this and the next: the format's numbers */
  uint32_t kind;
  bool has_thread;
  int32_t process;
  uint32_t thread_name, process_name, kind_name; /* numbers in `strings` */
  enum unit unit;
  bool waits; /* a sample's value is its wait */
};

struct sampling_sample {
  union {
    uint64_t time_ns;
    uint64_t n; /* without times: samples that were equal */
  };
  uint64_t value;
  uint64_t wait_ns; /* until its thread was next heard of */
  uint32_t track, stack;
};

/* A thread was put on a CPU, or taken from it. */
struct sampling_switch {
  uint64_t time_ns;
  uint32_t track;
  bool on;
};

struct sampling {
  bool timed;                    /* samples are kept one by one */
  struct interned strings;       /* 0 is "" */
  struct interned keys;          /* struct sampling_key */
  struct sampling_frame *frames; /* of each key, from sampling_name() on */
  struct id_map stacks;          /* caller's stack << 32 | frame; a caller comes before those it calls */
  struct id_map track_ids;       /* thread << 32 | kind */
  struct sampling_track *tracks;
  struct id_map sample_ids; /* without times: track << 32 | stack */
  struct sampling_sample *samples;
  size_t n_samples, cap_samples;
  struct sampling_switch *switches;
  size_t n_switches, cap_switches;
  uint64_t first_ns, last_ns; /* of samples */
  uint32_t count_name;        /* what the number of samples is called, in `strings` */
  struct interned notes;      /* lines about the whole */
};

/* timed: samples with their times are wanted. */
void sampling_begin(struct sampling *p, bool timed);

/* The stack of a frame that was called from a stack, or from SAMPLING_NO_STACK. */
uint32_t sampling_stack(struct sampling *p, uint32_t caller, struct sampling_key frame);

uint32_t sampling_track(struct sampling *p, int32_t thread, uint32_t kind);

/* Takes a sample in, which stands for n. Its place in p->samples. */
size_t sampling_sample(struct sampling *p, uint32_t track, uint32_t stack, uint64_t time_ns, uint64_t n,
                       uint64_t value);

/* Adds the time until its thread was next heard of. */
void sampling_wait(struct sampling *p, size_t sample, uint64_t ns);

void sampling_switch(struct sampling *p, uint32_t track, uint64_t time_ns, bool on);

/* A line about the whole: "lost samples", 12. */
void sampling_note(struct sampling *p, const char *title, uint64_t number);

/* Bytes of memory that it takes, but for names. */
uint64_t sampling_memory(const struct sampling *p);

/* The number of a text in p->strings, with a replacement character for each byte that is no UTF-8; and back. */
uint32_t sampling_text(struct sampling *p, dfmt_str text);
uint32_t sampling_word(struct sampling *p, const char *text);
dfmt_str sampling_string(const struct sampling *p, uint32_t number);
dfmt_str sampling_note_at(const struct sampling *p, size_t number);

/* How the format names its numbers, after the last sample. The track has its numbers. */
struct sampling_names {
  void (*frame)(void *user, struct sampling *p, const struct sampling_key *key, struct sampling_frame *out);
  void (*track)(void *user, struct sampling *p, struct sampling_track *track);
};
void sampling_name(struct sampling *p, const struct sampling_names *names, void *user);

/* What a sample counts in its track's unit. */
uint64_t sampling_value(const struct sampling *p, const struct sampling_sample *s);

/* Frame and caller of a stack. */
uint32_t sampling_stack_frame(const struct sampling *p, uint32_t stack);
uint32_t sampling_stack_caller(const struct sampling *p, uint32_t stack);

void sampling_free(struct sampling *p);

/* a + b, at most what a signed number holds, as viewers have those. */
uint64_t sampling_sum(uint64_t a, uint64_t b);

/* Writes it as a viewer wants it; what fails is sticky in the sink. */
void pprof_write(struct sampling *p, dfmt_sink *to);
void firefox_write(struct sampling *p, dfmt_sink *to);

#endif
