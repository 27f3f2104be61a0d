/* SPDX-License-Identifier: MIT */
/*
 * Makes findings from clues.
 *
 *   clues, by source --same process, near in time--> occurrences --same kind and signature--> findings --> their order
 *
 * The number of clues is bounded, and with it the number of compared pairs.
 */
#include "android/kernel_fault.h"
#include "base/heapsort.h"
#include "base/str.h"
#include "clue.h"

enum { SECOND = 1000000 };

_Static_assert(sizeof(struct dfmti_occurrence) <= DFMTI_HEAPSORT_MOST, "they are sorted");

static struct dfmti_occurrence *occurrences(const struct dfmti_crash_clues *x) {
  return (struct dfmti_occurrence *)(void *)x->findings.ptr;
}
static size_t n_occurrences(const struct dfmti_crash_clues *x) {
  return x->findings.len / sizeof(struct dfmti_occurrence);
}

/* ---- occurrences ---- */

/* Maximum distance of a clue from the occurrence's time, microseconds. A program's memory may be stored in between. */
static int64_t tolerance(const struct dfmti_crash_clue *c, const struct dfmti_occurrence *o) {
  static const uint8_t seconds[] = {
      [DFMTI_CLUE_LOG] = 10,     [DFMTI_CLUE_EVENT] = 10,   [DFMTI_CLUE_TOMBSTONE] = 60, [DFMTI_CLUE_KERNEL] = 0,
      [DFMTI_CLUE_PROGRAM] = 10, [DFMTI_CLUE_SERVICE] = 10, [DFMTI_CLUE_MEMORY] = 10,    [DFMTI_CLUE_TRACE] = 120,
      [DFMTI_CLUE_EXIT] = 30,    [DFMTI_CLUE_DROPBOX] = 10};
  const uint32_t source = c->source == DFMTI_CLUE_PROGRAM && o->dumped ? DFMTI_CLUE_TOMBSTONE : c->source;
  return (int64_t)seconds[source] * SECOND;
}

/* Zones differ from UTC by quarters of an hour, at most by 14 hours. */
static int64_t distance(const struct dfmti_crash_clue *c, const struct dfmti_occurrence *o) {
  const int64_t quarter = 900LL * SECOND, most = 56 * quarter,
                d = c->when_us < o->when_us ? o->when_us - c->when_us : c->when_us - o->when_us;
  if (c->utc == o->utc || d > most + quarter / 2) return d;
  return d % quarter < quarter / 2 ? d % quarter : quarter - d % quarter;
}

/* libc's line has the thread and the signal: a crash of the same process with others is a different one. */
static bool is_other_crash(const struct dfmti_crash_clue *c, const struct dfmti_occurrence *o) {
  return c->has_tid && o->has_tid && (c->tid != o->tid || c->signal != o->signal);
}

/* The kernel knows a program's threads by their numbers, of which the first one's is the process'. */
static bool same_process(const struct dfmti_crash_clue *c, const struct dfmti_occurrence *o) {
  return c->pid == o->pid || (c->source == DFMTI_CLUE_PROGRAM && o->has_tid && c->pid == o->tid);
}

static bool same_text(const struct dfmti_crash_clues *x, struct dfmti_crash_text a, struct dfmti_crash_text b) {
  return dfmti_same(dfmti_crash_clues_text(x, a), dfmti_crash_clues_text(x, b));
}

static bool is_elsewhere(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                         const struct dfmti_crash_clue *of) {
  return !same_text(x, c->section, of->section) || !same_text(x, c->entry, of->entry);
}

/* Reports of malloc_debug are in several buffers of the log, and in the stored log of the last boot. */
static bool is_twin(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                    const struct dfmti_crash_clue *of) {
  return is_elsewhere(x, c, of) && c->source == of->source && c->timed && of->timed && c->when_us == of->when_us &&
         c->pid == of->pid && same_text(x, c->message, of->message) && same_text(x, c->signature, of->signature);
}

/* The kernel's log is in several places. At one of them, many faults may have a time of whole seconds. */
static bool is_kernels_twin(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                            const struct dfmti_occurrence *o) {
  const bool exact = c->since_boot || c->when_us % SECOND != 0;
  return c->pid == o->pid && dfmti_same(dfmti_crash_clues_text(x, c->signature), o->signature) &&
         (exact || is_elsewhere(x, c, dfmti_crash_clues_list(x) + o->clue));
}

/* One is a prefix of the other: signatures with and without a process. */
static bool begin_alike(dfmt_str a, dfmt_str b) {
  const size_t n = (size_t)(a.len < b.len ? a.len : b.len);
  return n > 0 && memcmp(a.ptr, b.ptr, n) == 0;
}

/* Of what is told without a signal, any fits. */
static bool fits_signal(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                        const struct dfmti_occurrence *o) {
  return !o->exception.len ||
         begin_alike(dfmti_crash_clues_text(x, c->exception), dfmti_crash_clues_text(x, o->exception));
}

/* Whether what the clue's file is about was already told of by the same text. */
static bool is_in_file(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                       const struct dfmti_occurrence *o) {
  return c->is_file && dfmti_crash_clues_list(x)[o->clue].entry_number == c->entry_number;
}

/*
 * Whether a clue belongs to an occurrence: of the same process and time. Processes are compared by number, as one has
 * several names: of a program, an app, a thread. Names of the same kind must be equal, too. Without a number, or
 * without a time, the names must be equal, but those of a crash of the same thread by the same signal. Who waits for
 * services tells of a death once, by its signal, and not of which process; the kernel's seconds compare with no date,
 * but its number and signal do.
 */
static bool belongs(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                    const struct dfmti_occurrence *o) {
  bool both_timed = c->timed && o->timed && c->since_boot == o->since_boot, both_pids = c->has_pid && o->has_pid;
  if (both_timed && !is_in_file(x, c, o) && distance(c, o) > tolerance(c, o)) return false;
  if (c->source == DFMTI_CLUE_MEMORY && o->kind != DFMT_BUGREPORT_FINDING_NATIVE_CRASH)
    return is_twin(x, c, dfmti_crash_clues_list(x) + o->clue);
  if (c->source == DFMTI_CLUE_KERNEL) return both_timed && is_kernels_twin(x, c, o);
  if (c->source == DFMTI_CLUE_SERVICE) return both_timed && !o->served && fits_signal(x, c, o);
  if (c->source == DFMTI_CLUE_PROGRAM && both_pids && !both_timed) return same_process(c, o) && fits_signal(x, c, o);
  if (both_pids && (!same_process(c, o) || is_other_crash(c, o))) return false;
  const bool both_named = c->process.len > 0 && o->process.len > 0,
             same_name = both_named && same_text(x, c->process, o->process); /* late: names may be long */
  if (c->source == DFMTI_CLUE_DROPBOX && !both_pids && !(both_named && !same_name)) return both_timed;
  const bool comparable = both_named && c->name_rank == o->name_rank && c->name_rank != DFMTI_NAME_OF_THREAD;
  const bool same_thread = c->has_tid && o->has_tid;
  if (both_pids) return same_name || !(both_timed ? comparable : both_named && !same_thread);
  return same_name && both_timed;
}

/* The device's reports may be listed twice; entries of the same time and tag are the same. */
static bool is_kept_twice(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                          const struct dfmti_occurrence *o) {
  return c->timed && o->timed && c->when_us == o->when_us &&
         begin_alike(dfmti_crash_clues_text(x, c->signature), o->signature);
}

/* The nearest occurrence of a kind to which a clue belongs; NULL: none. */
static struct dfmti_occurrence *find(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c,
                                     uint32_t kind) {
  struct dfmti_occurrence *best = NULL, *end = occurrences(x) + n_occurrences(x);
  for (struct dfmti_occurrence *o = occurrences(x); o < end; o++) {
    if (o->kind != kind || !belongs(x, c, o)) continue;
    if (c->source == DFMTI_CLUE_DROPBOX && kind == c->past && !is_kept_twice(x, c, o)) continue;
    if (!best || (c->timed && o->timed && c->since_boot == o->since_boot &&
                  (!best->timed || distance(c, o) < distance(c, best))))
      best = o;
  }
  return best;
}

/* Adds one; room was reserved. */
static struct dfmti_occurrence *add(struct dfmti_crash_clues *x, uint32_t kind) {
  struct dfmti_occurrence *o = occurrences(x) + n_occurrences(x);
  *o = (struct dfmti_occurrence){.kind = kind, .count = 1, .number = (uint32_t)n_occurrences(x)};
  x->findings.len += sizeof *o;
  return o;
}

/* The first known value is used; of signatures and process names the best. */
static void join(const struct dfmti_crash_clues *x, const struct dfmti_crash_clue *c, struct dfmti_occurrence *o) {
  dfmt_str signature = dfmti_crash_clues_text(x, c->signature);
  if (c->severity > o->severity) o->severity = c->severity;
  if (c->has_pid && !o->has_pid) o->pid = c->pid;
  if (c->has_tid && !o->has_tid) {
    o->tid = c->tid;
    o->signal = c->signal;
  }
  o->has_tid |= c->has_tid;
  if (c->process.len && (!o->process.len || c->name_rank > o->name_rank)) {
    o->process = c->process;
    o->name_rank = c->name_rank;
  }
  if (!o->time.len) o->time = c->time;
  if (c->timed && !o->timed) {
    o->when_us = c->when_us;
    o->utc = c->utc;
    o->since_boot = c->since_boot;
  }
  o->has_pid |= c->has_pid;
  o->dumped |= c->source == DFMTI_CLUE_TOMBSTONE;
  o->served |= c->source == DFMTI_CLUE_SERVICE;
  o->timed |= c->timed;
  if (c->message.len > 0 && (!o->message.len || c->rank > o->rank)) o->message = c->message;
  if (c->exception.len > 0 && (!o->exception.len || c->rank > o->rank)) o->exception = c->exception;
  const bool longer = c->rank == o->rank && signature.len > o->signature.len && begin_alike(signature, o->signature);
  if (signature.len > 0 && (!o->signature.len || c->rank > o->rank || longer)) {
    o->signature = signature;
    o->rank = c->rank;
  }
}

static void place_clue(struct dfmti_crash_clues *x, uint32_t number) {
  const struct dfmti_crash_clue *c = dfmti_crash_clues_list(x) + number;
  struct dfmti_occurrence *o = find(x, c, c->kind);
  if (!o && c->past) o = find(x, c, c->past);
  if (!o && !c->past && !c->alone) return;
  if (!o) {
    o = add(x, c->past ? c->past : c->kind);
    o->clue = number;
  }
  join(x, c, o);
  if (o->clue != number && is_in_file(x, c, o)) return;
  const struct dfmti_crash_clue_place p = {
      .clue = number, .occurrence = o->number, .entry_number = c->entry_number, .offset = c->offset};
  memcpy(x->places.ptr + x->places.len, &p, sizeof p);
  x->places.len += sizeof p;
}

/* Of a source, clues that can only join come after those that make occurrences. */
static bool is_next(const struct dfmti_crash_clue *c, uint32_t source, bool makes) {
  return c->source == source && (c->alone || c->past) == makes;
}

/* ---- findings ---- */

/* An oops of which no function is known: what the kernel said is all that tells it from others. */
static void keep_words(const struct dfmti_crash_clues *x, struct dfmti_occurrence *o) {
  if (dfmti_kernel_signature_is_head(o->signature)) o->words = dfmti_crash_clues_text(x, o->message).ptr;
}

static dfmt_str words_of(const struct dfmti_occurrence *o) {
  return (dfmt_str){o->words, o->words ? o->message.len : 0};
}

static bool same_finding(const struct dfmti_occurrence *a, const struct dfmti_occurrence *b) {
  return a->kind == b->kind && dfmti_same(a->signature, b->signature) && dfmti_same(words_of(a), words_of(b));
}

/* Whether its time compares with those of others. */
static bool is_dated(const struct dfmti_occurrence *o) { return o->time.len > 0 && o->timed && !o->since_boot; }

/* Groups occurrences of a finding, latest first. */
static bool is_before(const void *a, const void *b) {
  const struct dfmti_occurrence *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind;
  int order = dfmti_order(x->signature, y->signature);
  if (order == 0) order = dfmti_order(words_of(x), words_of(y));
  if (order != 0) return order < 0;
  bool x_has = is_dated(x), y_has = is_dated(y);
  if (x_has != y_has) return x_has;
  if (x_has && x->when_us != y->when_us) return x->when_us > y->when_us;
  return x->number > y->number;
}

/* Makes findings from sorted occurrences; of[]: the finding of each, by its number. */
static void gather(struct dfmti_crash_clues *x, uint32_t *of) {
  struct dfmti_occurrence *list = occurrences(x);
  size_t n = n_occurrences(x), to = 0;
  for (size_t i = 0; i < n; i++) {
    struct dfmti_occurrence *f = to > 0 ? &list[to - 1] : NULL;
    uint32_t number = list[i].number;
    if (is_dated(&list[i])) list[i].first_time = list[i].time;
    if (f && same_finding(f, &list[i])) {
      f->count++;
      if (is_dated(&list[i])) f->first_time = list[i].time;
      if (list[i].severity > f->severity) f->severity = list[i].severity;
    } else {
      list[to++] = list[i];
    }
    of[number] = (uint32_t)(to - 1);
  }
  x->findings.len = to * sizeof *list;
}

static bool stands_before(const void *a, const void *b) {
  const struct dfmti_crash_clue_place *x = a, *y = b;
  if (x->finding != y->finding) return x->finding < y->finding;
  if (x->entry_number != y->entry_number) return x->entry_number < y->entry_number;
  return x->offset != y->offset ? x->offset < y->offset : x->clue < y->clue;
}

/* Sets the places of findings, in order. */
static void give_places(struct dfmti_crash_clues *x, const uint32_t *of) {
  struct dfmti_crash_clue_place *p = (struct dfmti_crash_clue_place *)(void *)x->places.ptr;
  size_t n = x->places.len / sizeof *p;
  for (size_t i = 0; i < n; i++) p[i].finding = of[p[i].occurrence];
  dfmti_heapsort(NULL, p, n, sizeof *p, stands_before);
  for (size_t i = 0; i < n; i++) {
    struct dfmti_occurrence *f = occurrences(x) + p[i].finding;
    if (f->n_places++ == 0) f->first = i;
  }
}

/* The order of findings; their numbers are in the order of their first places. */
static bool is_worse(const void *a, const void *b) {
  const struct dfmti_occurrence *x = a, *y = b;
  if (x->severity != y->severity) return x->severity > y->severity;
  if (x->count != y->count) return x->count > y->count;
  bool x_has = is_dated(x), y_has = is_dated(y);
  if (x_has != y_has) return x_has;
  if (x_has && x->when_us != y->when_us) return x->when_us > y->when_us;
  return x->number < y->number;
}

static bool is_nearer(const void *a, const void *b) {
  const struct dfmti_crash_clue_place *x = a, *y = b;
  if (x->entry_number != y->entry_number) return x->entry_number < y->entry_number;
  return x->offset != y->offset ? x->offset < y->offset : x->clue < y->clue;
}

/* Numbers findings by their first places; `order` has room for one of each. */
static void number_by_place(struct dfmti_crash_clues *x, struct dfmti_crash_clue_place *order) {
  const struct dfmti_crash_clue_place *p = (const struct dfmti_crash_clue_place *)(const void *)x->places.ptr;
  struct dfmti_occurrence *list = occurrences(x);
  size_t n = n_occurrences(x);
  for (size_t i = 0; i < n; i++) order[i] = p[list[i].first];
  dfmti_heapsort(NULL, order, n, sizeof *order, is_nearer);
  for (size_t i = 0; i < n; i++) list[order[i].finding].number = (uint32_t)i;
}

bool dfmti_crash_clues_conclude(struct dfmti_mem *m, struct dfmti_crash_clues *x) {
  size_t n = dfmti_crash_clues_n(x);
  struct dfmti_buf scratch = {0};
  x->places.len = x->findings.len = 0;
  if (n == 0) return true;
  if (!dfmti_buf_reserve(m, &x->places, n * sizeof(struct dfmti_crash_clue_place)) ||
      !dfmti_buf_reserve(m, &x->findings, n * sizeof(struct dfmti_occurrence)) ||
      !dfmti_buf_reserve(m, &scratch, n * sizeof(struct dfmti_crash_clue_place)))
    return false;
  for (uint32_t source = 0; source < DFMTI_CLUE_SOURCES; source++)
    for (unsigned makes = 2; makes-- > 0;)
      for (uint32_t i = 0; i < n; i++)
        if (is_next(dfmti_crash_clues_list(x) + i, source, makes)) place_clue(x, i);
  for (size_t i = 0; i < n_occurrences(x); i++) keep_words(x, occurrences(x) + i);
  dfmti_heapsort(NULL, x->findings.ptr, n_occurrences(x), sizeof(struct dfmti_occurrence), is_before);
  gather(x, (uint32_t *)(void *)scratch.ptr);
  give_places(x, (const uint32_t *)(const void *)scratch.ptr);
  number_by_place(x, (struct dfmti_crash_clue_place *)(void *)scratch.ptr);
  dfmti_heapsort(NULL, x->findings.ptr, n_occurrences(x), sizeof(struct dfmti_occurrence), is_worse);
  dfmti_buf_free(m, &scratch);
  return true;
}
