/* SPDX-License-Identifier: MIT */
#include "ahead.h"

#include "base/crew.h"
#include "codec/snappy.h"

struct place {
  struct dfmti_buf in, out; /* .len of out: what the block says */
  uint64_t place;
  dfmt_status status;
  struct dfmti_fault fault;
};

struct dfmti_ahead {
  struct dfmti_crew *crew;
  size_t n_places;
  struct place places[];
};

static void expand(void *user, uint32_t worker, size_t place) {
  struct dfmti_ahead *a = user;
  struct place *p = &a->places[place];
  (void)worker;
  p->status = dfmti_unsnappy(p->in.ptr, p->in.len, p->out.ptr, p->out.len, &p->fault);
}

static size_t size_of(size_t n_places) { return sizeof(struct dfmti_ahead) + n_places * sizeof(struct place); }

struct dfmti_ahead *dfmti_apitrace_ahead_new(struct dfmti_mem *m, uint32_t threads) {
  size_t n_places = 2 * (size_t)threads + 2; /* one in each thread's hands, one waiting for it, some for the reader */
  struct dfmti_ahead *a = threads > 0 ? dfmti_zalloc(m, size_of(n_places)) : NULL;
  if (!a) return NULL;
  a->n_places = n_places;
  a->crew = dfmti_crew_new(m, threads, n_places, expand, a);
  if (a->crew) return a;
  dfmti_apitrace_ahead_free(m, a);
  return NULL;
}

void dfmti_apitrace_ahead_free(struct dfmti_mem *m, struct dfmti_ahead *a) {
  if (!a) return;
  dfmti_crew_free(m, a->crew);
  for (size_t i = 0; i < a->n_places; i++) {
    dfmti_buf_free(m, &a->places[i].in);
    dfmti_buf_free(m, &a->places[i].out);
  }
  dfmti_free(m, a, size_of(a->n_places));
}

void dfmti_apitrace_ahead_clear(struct dfmti_ahead *a) { dfmti_crew_clear(a->crew); }

bool dfmti_apitrace_ahead_full(const struct dfmti_ahead *a) { return dfmti_crew_full(a->crew); }

bool dfmti_apitrace_ahead_send(struct dfmti_mem *m, struct dfmti_ahead *a, const uint8_t *block, size_t len,
                               size_t size, uint64_t place) {
  struct place *p = &a->places[dfmti_crew_next(a->crew)];
  p->in.len = p->out.len = 0;
  if (!dfmti_buf_reserve(m, &p->out, size) || !dfmti_buf_append(m, &p->in, block, len)) return false;
  p->out.len = size;
  p->place = place;
  dfmti_crew_send(a->crew);
  return true;
}

bool dfmti_apitrace_ahead_first(struct dfmti_ahead *a, struct dfmti_expanded *out) {
  size_t place;
  if (!dfmti_crew_help(a->crew, &place)) return false;
  const struct place *p = &a->places[place];
  *out = (struct dfmti_expanded){p->status, p->fault, p->out.ptr, p->out.len, p->place};
  return true;
}

void dfmti_apitrace_ahead_drop(struct dfmti_ahead *a) { dfmti_crew_drop(a->crew); }
