/* SPDX-License-Identifier: MIT */
/*
 *   places   [taken][taken][busy][sent][sent][    ][    ]      a ring
 *              first          next                              sent - next: for the threads to take
 *                                             free              counted on, place = number % N
 */
#include "crew.h"

#ifdef HAVE_THREADS

#include <errno.h>
#include <pthread.h>
#include <signal.h>

struct dfmti_crew {
  pthread_mutex_t lock;
  pthread_cond_t sent, done;
  uint64_t first, next, free; /* numbers: oldest under way, next for a thread, next to be sent */
  bool stop;
  uint32_t n_threads, max_threads; /* that run, of those asked for */
  uint32_t n_begun;                /* that know their number */
  dfmti_crew_fn work;
  void *user;
  size_t n_places;
  bool *ready; /* of each place */
  pthread_t threads[];
};

static size_t place_of(const struct dfmti_crew *c, uint64_t number) { return (size_t)(number % c->n_places); }

/* The work of a place that was sent; the lock is held before and after. */
static void do_next(struct dfmti_crew *c, uint32_t worker) {
  const size_t place = place_of(c, c->next++);
  pthread_mutex_unlock(&c->lock);
  c->work(c->user, worker, place);
  pthread_mutex_lock(&c->lock);
  c->ready[place] = true;
}

static void *work(void *user) {
  struct dfmti_crew *c = user;
  pthread_mutex_lock(&c->lock);
  uint32_t worker = c->n_begun++;
  for (;;) {
    while (!c->stop && c->next == c->free) pthread_cond_wait(&c->sent, &c->lock);
    if (c->stop) break;
    do_next(c, worker);
    pthread_cond_signal(&c->done); /* only the owner's thread waits */
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

/* The program's signals are not for these threads. */
static void start_threads(struct dfmti_crew *c) {
  int saved = errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (c->n_threads < c->max_threads && pthread_create(&c->threads[c->n_threads], NULL, work, c) == 0) c->n_threads++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
}

static size_t size_of(uint32_t threads) { return sizeof(struct dfmti_crew) + threads * sizeof(pthread_t); }

struct dfmti_crew *dfmti_crew_new(struct dfmti_mem *m, uint32_t threads, size_t n_places, dfmti_crew_fn fn,
                                  void *user) {
  void *handle, *ready;
  if (threads == 0 || !dfmti_alloc_handle(m, size_of(threads), &handle, n_places * sizeof(bool), &ready)) return NULL;
  struct dfmti_crew *c = handle;
  c->ready = ready;
  c->max_threads = threads;
  c->n_places = n_places;
  c->work = fn;
  c->user = user;
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->sent, NULL);
  pthread_cond_init(&c->done, NULL);
  start_threads(c);
  if (c->n_threads > 0) return c; /* fewer than were asked for are slower, and no more than that */
  dfmti_crew_free(m, c);
  return NULL;
}

void dfmti_crew_free(struct dfmti_mem *m, struct dfmti_crew *c) {
  if (!c) return;
  pthread_mutex_lock(&c->lock);
  c->stop = true;
  pthread_cond_broadcast(&c->sent);
  pthread_mutex_unlock(&c->lock);
  for (uint32_t i = 0; i < c->n_threads; i++) pthread_join(c->threads[i], NULL);
  pthread_cond_destroy(&c->sent);
  pthread_cond_destroy(&c->done);
  pthread_mutex_destroy(&c->lock);
  dfmti_free(m, c->ready, c->n_places * sizeof(bool));
  dfmti_free(m, c, size_of(c->max_threads));
}

void dfmti_crew_clear(struct dfmti_crew *c) {
  pthread_mutex_lock(&c->lock);
  uint64_t begun = c->next;
  c->next = c->free; /* what no thread has taken, none will */
  for (; c->first < begun; c->first++)
    while (!c->ready[place_of(c, c->first)]) pthread_cond_wait(&c->done, &c->lock);
  c->first = c->free;
  pthread_mutex_unlock(&c->lock);
}

/* first and free change on this thread only. */
bool dfmti_crew_full(const struct dfmti_crew *c) { return c->free - c->first == c->n_places; }

size_t dfmti_crew_next(const struct dfmti_crew *c) { return place_of(c, c->free); }

void dfmti_crew_send(struct dfmti_crew *c) {
  c->ready[place_of(c, c->free)] = false;
  pthread_mutex_lock(&c->lock);
  c->free++;
  pthread_cond_signal(&c->sent);
  pthread_mutex_unlock(&c->lock);
}

static bool take_first(struct dfmti_crew *c, bool helps, size_t *place) {
  if (c->first == c->free) return false;
  *place = place_of(c, c->first);
  pthread_mutex_lock(&c->lock);
  while (!c->ready[*place])
    if (helps && c->next < c->free)
      do_next(c, c->max_threads);
    else
      pthread_cond_wait(&c->done, &c->lock);
  pthread_mutex_unlock(&c->lock);
  return true;
}

bool dfmti_crew_first(struct dfmti_crew *c, size_t *place) { return take_first(c, false, place); }

bool dfmti_crew_help(struct dfmti_crew *c, size_t *place) { return take_first(c, true, place); }

void dfmti_crew_drop(struct dfmti_crew *c) { c->first++; }

#else

struct dfmti_crew *dfmti_crew_new(struct dfmti_mem *m, uint32_t threads, size_t n_places, dfmti_crew_fn work,
                                  void *user) {
  (void)m;
  (void)threads;
  (void)n_places;
  (void)work;
  (void)user;
  return NULL;
}

void dfmti_crew_free(struct dfmti_mem *m, struct dfmti_crew *c) {
  (void)m;
  (void)c;
}

void dfmti_crew_clear(struct dfmti_crew *c) { (void)c; }

bool dfmti_crew_full(const struct dfmti_crew *c) {
  (void)c;
  return true;
}

size_t dfmti_crew_next(const struct dfmti_crew *c) {
  (void)c;
  return 0;
}

void dfmti_crew_send(struct dfmti_crew *c) { (void)c; }

bool dfmti_crew_first(struct dfmti_crew *c, size_t *place) {
  (void)c;
  (void)place;
  return false;
}

bool dfmti_crew_help(struct dfmti_crew *c, size_t *place) { return dfmti_crew_first(c, place); }

void dfmti_crew_drop(struct dfmti_crew *c) { (void)c; }

#endif
