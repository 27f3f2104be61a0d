/* SPDX-License-Identifier: MIT */
/*
 *   places   [taken][taken][busy][sent][sent][    ][    ]      a ring
 *              first          next                              sent - next: for the threads to take
 *                                             free              counted on, place = number % N
 */
#include "ahead.h"

#ifdef HAVE_THREADS

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "codec/snappy.h"

struct place {
  struct dfmti_buf in, out; /* .len of out: what the block says */
  uint64_t place;
  dfmt_status status;
  struct dfmti_fault fault;
  bool done;
};

struct dfmti_ahead {
  pthread_mutex_t lock;
  pthread_cond_t sent, done;
  uint64_t first, next, free; /* numbers of blocks: oldest under way, next for a thread, next to be sent */
  bool stop;
  uint32_t n_threads, max_threads;
  pthread_t *threads;
  size_t n_places;
  struct place places[];
};

static struct place *place_of(struct dfmti_ahead *a, uint64_t number) { return &a->places[number % a->n_places]; }

static void *work(void *user) {
  struct dfmti_ahead *a = user;
  pthread_mutex_lock(&a->lock);
  for (;;) {
    while (!a->stop && a->next == a->free) pthread_cond_wait(&a->sent, &a->lock);
    if (a->stop) break;
    struct place *p = place_of(a, a->next++);
    pthread_mutex_unlock(&a->lock);
    dfmt_status st = dfmti_unsnappy(p->in.ptr, p->in.len, p->out.ptr, p->out.len, &p->fault);
    pthread_mutex_lock(&a->lock);
    p->status = st;
    p->done = true;
    pthread_cond_signal(&a->done); /* only the reader's thread waits */
  }
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

/* The program's signals are not for these threads. */
static void start_threads(struct dfmti_ahead *a) {
  int saved = errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (a->n_threads < a->max_threads && pthread_create(&a->threads[a->n_threads], NULL, work, a) == 0) a->n_threads++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
}

static size_t size_of(size_t n_places) { return sizeof(struct dfmti_ahead) + n_places * sizeof(struct place); }

struct dfmti_ahead *dfmti_apitrace_ahead_new(struct dfmti_mem *m, uint32_t threads) {
  size_t n_places = 2 * (size_t)threads + 2; /* one in each thread's hands, one waiting for it, some for the reader */
  void *handle, *ids;
  if (threads == 0) return NULL;
  if (!dfmti_alloc_handle(m, size_of(n_places), &handle, threads * sizeof(pthread_t), &ids)) return NULL;
  struct dfmti_ahead *a = handle;
  a->threads = ids;
  a->max_threads = threads;
  a->n_places = n_places;
  pthread_mutex_init(&a->lock, NULL);
  pthread_cond_init(&a->sent, NULL);
  pthread_cond_init(&a->done, NULL);
  start_threads(a);
  if (a->n_threads > 0) return a; /* fewer than were asked for are slower, and no more than that */
  dfmti_apitrace_ahead_free(m, a);
  return NULL;
}

void dfmti_apitrace_ahead_free(struct dfmti_mem *m, struct dfmti_ahead *a) {
  if (!a) return;
  pthread_mutex_lock(&a->lock);
  a->stop = true;
  pthread_cond_broadcast(&a->sent);
  pthread_mutex_unlock(&a->lock);
  for (uint32_t i = 0; i < a->n_threads; i++) pthread_join(a->threads[i], NULL);
  pthread_cond_destroy(&a->sent);
  pthread_cond_destroy(&a->done);
  pthread_mutex_destroy(&a->lock);
  for (size_t i = 0; i < a->n_places; i++) {
    dfmti_buf_free(m, &a->places[i].in);
    dfmti_buf_free(m, &a->places[i].out);
  }
  dfmti_free(m, a->threads, a->max_threads * sizeof *a->threads);
  dfmti_free(m, a, size_of(a->n_places));
}

void dfmti_apitrace_ahead_clear(struct dfmti_ahead *a) {
  pthread_mutex_lock(&a->lock);
  uint64_t begun = a->next;
  a->next = a->free; /* what no thread has taken, none will */
  for (; a->first < begun; a->first++)
    while (!place_of(a, a->first)->done) pthread_cond_wait(&a->done, &a->lock);
  a->first = a->free;
  pthread_mutex_unlock(&a->lock);
}

/* first and free change on this thread only. */
bool dfmti_apitrace_ahead_full(const struct dfmti_ahead *a) { return a->free - a->first == a->n_places; }

bool dfmti_apitrace_ahead_send(struct dfmti_mem *m, struct dfmti_ahead *a, const uint8_t *block, size_t len,
                               size_t size, uint64_t place) {
  struct place *p = place_of(a, a->free);
  p->in.len = p->out.len = 0;
  if (!dfmti_buf_reserve(m, &p->out, size) || !dfmti_buf_append(m, &p->in, block, len)) return false;
  p->out.len = size;
  p->place = place;
  p->done = false;
  pthread_mutex_lock(&a->lock);
  a->free++;
  pthread_cond_signal(&a->sent);
  pthread_mutex_unlock(&a->lock);
  return true;
}

bool dfmti_apitrace_ahead_first(struct dfmti_ahead *a, struct dfmti_expanded *out) {
  if (a->first == a->free) return false;
  struct place *p = place_of(a, a->first);
  pthread_mutex_lock(&a->lock);
  while (!p->done) pthread_cond_wait(&a->done, &a->lock);
  pthread_mutex_unlock(&a->lock);
  *out = (struct dfmti_expanded){p->status, p->fault, p->out.ptr, p->out.len, p->place};
  return true;
}

void dfmti_apitrace_ahead_drop(struct dfmti_ahead *a) { a->first++; }

#else

struct dfmti_ahead *dfmti_apitrace_ahead_new(struct dfmti_mem *m, uint32_t threads) {
  (void)m;
  (void)threads;
  return NULL;
}

void dfmti_apitrace_ahead_free(struct dfmti_mem *m, struct dfmti_ahead *a) {
  (void)m;
  (void)a;
}

void dfmti_apitrace_ahead_clear(struct dfmti_ahead *a) { (void)a; }

bool dfmti_apitrace_ahead_full(const struct dfmti_ahead *a) {
  (void)a;
  return true;
}

bool dfmti_apitrace_ahead_send(struct dfmti_mem *m, struct dfmti_ahead *a, const uint8_t *block, size_t len,
                               size_t size, uint64_t place) {
  (void)m;
  (void)a;
  (void)block;
  (void)len;
  (void)size;
  (void)place;
  return false;
}

bool dfmti_apitrace_ahead_first(struct dfmti_ahead *a, struct dfmti_expanded *out) {
  (void)a;
  (void)out;
  return false;
}

void dfmti_apitrace_ahead_drop(struct dfmti_ahead *a) { (void)a; }

#endif
