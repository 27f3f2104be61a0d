/* SPDX-License-Identifier: MIT */
/*
 * Clues and findings (docs/triage.md): rows of derived tables that show a failure are clues; clues of the same event
 * are an occurrence; occurrences of the same kind and signature are a finding.
 */
#ifndef DFMTI_CRASH_CLUE_H
#define DFMTI_CRASH_CLUE_H

#include "clock.h"
#include "tables.h"
#include "texts.h"

/* Source of a clue. Occurrences are made from clues in this order; later ones join them. */
enum dfmti_crash_clue_source {
  DFMTI_CLUE_LOG,
  DFMTI_CLUE_EVENT,
  DFMTI_CLUE_TOMBSTONE, /* or what others wrote who stored the program's memory */
  DFMTI_CLUE_KERNEL,
  DFMTI_CLUE_PROGRAM, /* the kernel's fault of a program */
  DFMTI_CLUE_SERVICE, /* a death without the process' number */
  DFMTI_CLUE_MEMORY,
  DFMTI_CLUE_TRACE,
  DFMTI_CLUE_EXIT,
  DFMTI_CLUE_DROPBOX,
  DFMTI_CLUE_SOURCES
};

/* Kind of a process name: libc prints the thread's, limited to 15 bytes; a tombstone has the full name. */
enum { DFMTI_NAME_OF_THREAD = 1, DFMTI_NAME_OF_EVENT, DFMTI_NAME_OF_PROGRAM };

enum { DFMTI_FINDING_KINDS = DFMT_BUGREPORT_FINDING_GPU_HANG + 1 };

struct dfmti_crash_clue {
  uint32_t kind;     /* DFMT_BUGREPORT_FINDING_*: of the occurrences that it can join */
  uint32_t past;     /* its kind if it joins none of `kind`; 0: none */
  uint8_t source;    /* DFMTI_CLUE_* */
  uint8_t severity;  /* severity of its occurrence */
  uint8_t rank;      /* of its signature: the highest one of an occurrence is used */
  bool alone;        /* it can be an occurrence by itself */
  uint8_t name_rank; /* DFMTI_NAME_OF_*: the highest one is used */
  bool has_pid, has_tid, timed, truncated;
  bool is_file;             /* a whole text is of it: other clues of that text have the same place */
  bool utc;                 /* when_us is no local time */
  bool since_boot;          /* its time compares with none but such */
  int32_t pid, tid, signal; /* tid, signal: of a native crash */
  int64_t when_us;          /* local time in microseconds since 1970, or, for the kernel, since boot */
  struct dfmti_crash_text process, time, signature, message, exception, entry, section;
  uint32_t entry_number; /* in directory order; the report's text comes last */
  uint64_t offset, line;
};

/* Texts of a new clue, borrowed. */
struct dfmti_crash_clue_texts {
  dfmt_str process, time, signature, message, exception, entry, section;
};

/* An occurrence, later a finding: the last one, and when the first one was. */
struct dfmti_occurrence {
  uint32_t kind, count;
  uint8_t severity, rank, name_rank;
  bool has_pid, has_tid, timed, utc, since_boot;
  bool dumped, served; /* a tombstone, and a service's death are among its clues */
  int32_t pid, tid, signal;
  int64_t when_us;
  struct dfmti_crash_text process, time, first_time, message, exception;
  dfmt_str signature;     /* in the list's texts */
  const char *words;      /* where the message is, of an oops of which no function is known; else NULL */
  uint32_t number;        /* index in order of creation */
  uint32_t clue;          /* that it was made from */
  size_t first, n_places; /* its places, for findings */
};

/* Place of a clue, for sorting the places of a finding. */
struct dfmti_crash_clue_place {
  uint32_t clue, occurrence, finding, entry_number;
  uint64_t offset;
};

struct dfmti_crash_clues {
  struct dfmti_buf list; /* of struct dfmti_crash_clue */
  struct dfmti_buf texts;
  struct dfmti_crash_text last_entry, last_section; /* mostly equal to those of the next clue */
  uint32_t counts[DFMTI_CLUE_SOURCES][DFMTI_FINDING_KINDS];
  bool truncated; /* some were omitted */
  /* Results. */
  struct dfmti_buf places;   /* of struct dfmti_crash_clue_place */
  struct dfmti_buf findings; /* of struct dfmti_occurrence: first occurrences, finally sorted findings */
};

/* ---- clue.c ---- */

/* Adds a clue, with copies of its texts; omits it if there are too many of its source and kind. false: no memory. */
bool dfmti_crash_clues_add(struct dfmti_mem *m, struct dfmti_crash_clues *x, struct dfmti_crash_clue *clue,
                           const struct dfmti_crash_clue_texts *texts);

static inline dfmt_str dfmti_crash_clues_text(const struct dfmti_crash_clues *x, struct dfmti_crash_text t) {
  return dfmti_crash_text_of(&x->texts, t);
}

static inline struct dfmti_crash_clue *dfmti_crash_clues_list(const struct dfmti_crash_clues *x) {
  return (struct dfmti_crash_clue *)(void *)x->list.ptr;
}
static inline size_t dfmti_crash_clues_n(const struct dfmti_crash_clues *x) {
  return x->list.len / sizeof(struct dfmti_crash_clue);
}

void dfmti_crash_clues_free(struct dfmti_mem *m, struct dfmti_crash_clues *x);

/* ---- occurrence.c ---- */

/* Makes findings from all clues. false: no memory; it can be called again. */
bool dfmti_crash_clues_conclude(struct dfmti_mem *m, struct dfmti_crash_clues *x);

/* ---- finding_clues.c ---- */

/* State for making clues. */
struct dfmti_crash_clue_maker {
  struct dfmti_derived_input *in;
  struct dfmti_crash_clues *clues;
  struct dfmti_crash_clock clock;
  uint32_t entry_number; /* of the current entry, or the last one */
  bool in_entry;         /* its payload has begun */
  struct dfmti_buf scratch, exception;
};

/* Notes the report's start and its entries. NULL is ignored. */
void dfmti_crash_clue_event(struct dfmti_crash_clue_maker *x, const dfmt_event *ev);

/* The same, before a piece of an event's payload. */
void dfmti_crash_clue_piece(struct dfmti_crash_clue_maker *x, const dfmt_event *ev);

/* Adds the clue of a derived table's row, if it is one. false: no memory. */
bool dfmti_crash_clue_of_row(struct dfmti_crash_clue_maker *x, const dfmt_head *row);

#endif
