/* SPDX-License-Identifier: MIT */
#include "lives.h"

#include "base/heapsort.h"
#include "base/str.h"

enum {
  MOST = 32768,                 /* steps */
  MOST_TEXTS = 8388608,         /* bytes of all texts */
  MOST_TEXT = 4096,             /* bytes of one */
  MOST_AFTER_US = 60 * 1000000, /* how long after an end a tombstone, say, still belongs to it */
  MOST_AT_ONCE = 16             /* steps of one kind and instant among which twins are looked for */
};
#define GOES_ON UINT32_MAX

_Static_assert(sizeof(struct dfmti_crash_step) <= DFMTI_HEAPSORT_MOST, "they are sorted");
_Static_assert(sizeof(struct dfmti_crash_life) <= DFMTI_HEAPSORT_MOST, "they are sorted");

static struct dfmti_crash_step *steps_of(const struct dfmti_crash_lives *x) {
  return (struct dfmti_crash_step *)(void *)x->steps.ptr;
}
static size_t n_steps(const struct dfmti_crash_lives *x) { return x->steps.len / sizeof(struct dfmti_crash_step); }

static struct dfmti_crash_life *lives_of(const struct dfmti_crash_lives *x) {
  return (struct dfmti_crash_life *)(void *)x->lives.ptr;
}
static size_t n_lives(const struct dfmti_crash_lives *x) { return x->lives.len / sizeof(struct dfmti_crash_life); }

void dfmti_crash_lives_free(struct dfmti_mem *m, struct dfmti_crash_lives *x) {
  dfmti_buf_free(m, &x->steps);
  dfmti_buf_free(m, &x->texts);
  dfmti_buf_free(m, &x->lives);
}

/* ---- a step is added ---- */

static size_t size_of(dfmt_str s) { return dfmti_min(dfmti_clamp(s.len), MOST_TEXT); }

bool dfmti_crash_lives_add(struct dfmti_mem *m, struct dfmti_crash_lives *x, struct dfmti_crash_step *step,
                           const struct dfmti_crash_step_texts *t) {
  const size_t size =
      size_of(t->process) + size_of(t->time) + size_of(t->reason) + size_of(t->entry) + size_of(t->section);
  if (n_steps(x) == MOST || size > MOST_TEXTS - x->texts.len) {
    x->truncated = true;
    return true;
  }
  if (!dfmti_buf_reserve(m, &x->texts, size) || !dfmti_buf_reserve(m, &x->steps, sizeof *step)) return false;
  step->process = dfmti_crash_text_add(&x->texts, t->process, MOST_TEXT, &step->cut);
  step->time = dfmti_crash_text_add(&x->texts, t->time, MOST_TEXT, &step->cut);
  step->reason = dfmti_crash_text_add(&x->texts, t->reason, MOST_TEXT, &step->cut);
  step->entry = dfmti_crash_text_again(&x->texts, &x->last_entry, t->entry, MOST_TEXT, &step->cut);
  step->section = dfmti_crash_text_again(&x->texts, &x->last_section, t->section, MOST_TEXT, &step->cut);
  step->number = (uint32_t)n_steps(x);
  return dfmti_buf_append(m, &x->steps, step, sizeof *step);
}

/* ---- lives ---- */

/* The steps of a process in the order of time; what happened at once, in the order in which it has to, then by place:
 * a crash's row comes when it ends. */
static bool is_before(const void *a, const void *b) {
  const struct dfmti_crash_step *x = a, *y = b;
  if (x->pid != y->pid) return x->pid < y->pid;
  if (x->timed != y->timed) return x->timed;
  if (x->timed && x->when_us != y->when_us) return x->when_us < y->when_us;
  if (x->timed && x->step != y->step) return x->step < y->step;
  return x->offset != y->offset ? x->offset < y->offset : x->number < y->number;
}

static bool is_at_once(const struct dfmti_crash_step *a, const struct dfmti_crash_step *b) {
  return a->pid == b->pid && a->step == b->step && a->timed && b->timed && a->when_us == b->when_us;
}

/* Two buffers or files have the same line: it is among the last of n steps. */
static bool has_twin(const struct dfmti_crash_lives *x, size_t n, const struct dfmti_crash_step *s) {
  const struct dfmti_crash_step *before = steps_of(x) + n;
  const dfmt_str reason = dfmti_crash_lives_text(x, s->reason);
  for (size_t i = 0; i < MOST_AT_ONCE && i < n && is_at_once(--before, s); i++)
    if (dfmti_same(dfmti_crash_lives_text(x, before->reason), reason)) return true;
  return false;
}

static void drop_twins(struct dfmti_crash_lives *x) {
  struct dfmti_crash_step *s = steps_of(x);
  size_t to = 0;
  for (size_t i = 0; i < n_steps(x); i++)
    if (!has_twin(x, to, &s[i])) s[to++] = s[i];
  x->steps.len = to * sizeof *s;
}

static bool is_end(uint32_t step) { return step >= DFMT_BUGREPORT_STEP_CRASHED; }

/* A process with the number of one that is gone. */
static bool is_another(const struct dfmti_crash_life *l, const struct dfmti_crash_step *s) {
  return s->step == DFMT_BUGREPORT_STEP_START ||
         (l->gone && l->timed && s->timed && s->when_us - l->gone_us > MOST_AFTER_US);
}

static void join(struct dfmti_crash_life *l, const struct dfmti_crash_step *s) {
  l->n++;
  if (s->name_rank > l->name_rank) {
    l->name_rank = s->name_rank;
    l->process = s->process;
  }
  l->gone |= is_end(s->step);
  l->timed |= s->timed;
  if (!s->timed) return;
  l->last_us = s->when_us;
  if (is_end(s->step)) l->gone_us = s->when_us;
}

/* Room was reserved. */
static void split(struct dfmti_crash_lives *x) {
  struct dfmti_crash_life *l = NULL;
  x->lives.len = 0;
  for (size_t i = 0; i < n_steps(x); i++) {
    const struct dfmti_crash_step *s = steps_of(x) + i;
    if (i == 0 || s[-1].pid != s->pid || is_another(l, s)) {
      l = lives_of(x) + n_lives(x);
      *l = (struct dfmti_crash_life){.first = i};
      x->lives.len += sizeof *l;
    }
    join(l, s);
  }
}

/* Those that are gone first, in the order of their ends. */
static bool ends_before(const void *a, const void *b) {
  const struct dfmti_crash_life *x = a, *y = b;
  if (x->gone != y->gone) return x->gone;
  if (x->timed != y->timed) return x->timed;
  return x->last_us != y->last_us ? x->last_us < y->last_us : x->first < y->first;
}

static bool stands_before(const void *a, const void *b) {
  const struct dfmti_crash_step *x = a, *y = b;
  return x->life != y->life ? x->life < y->life : x->number < y->number;
}

bool dfmti_crash_lives_conclude(struct dfmti_mem *m, struct dfmti_crash_lives *x) {
  struct dfmti_crash_step *s = steps_of(x);
  if (!dfmti_buf_reserve(m, &x->lives, (n_steps(x) + 1) * sizeof(struct dfmti_crash_life))) return false;
  dfmti_heapsort(NULL, s, n_steps(x), sizeof *s, is_before);
  drop_twins(x);
  split(x);
  dfmti_heapsort(NULL, x->lives.ptr, n_lives(x), sizeof(struct dfmti_crash_life), ends_before);
  for (size_t i = 0; i < n_lives(x); i++) {
    const struct dfmti_crash_life *l = lives_of(x) + i;
    for (size_t k = l->first; k < l->first + l->n; k++) {
      s[k].life = l->gone ? (uint32_t)i : GOES_ON;
      s[k].number = (uint32_t)k;
    }
  }
  dfmti_heapsort(NULL, s, n_steps(x), sizeof *s, stands_before);
  return true;
}

const struct dfmti_crash_step *dfmti_crash_lives_step(const struct dfmti_crash_lives *x, size_t n) {
  const bool any = n < n_steps(x) && steps_of(x)[n].life != GOES_ON;
  return any ? steps_of(x) + n : NULL;
}

dfmt_str dfmti_crash_lives_name(const struct dfmti_crash_lives *x, const struct dfmti_crash_step *s) {
  return dfmti_crash_lives_text(x, lives_of(x)[s->life].process);
}
