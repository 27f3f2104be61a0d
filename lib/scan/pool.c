/* SPDX-License-Identifier: MIT */
/*
 * Spare memory is a list in itself. Arrays push theirs to one list, which the scan takes whole into one of its own, so
 * that neither needs a lock.
 */
#include "pool.h"

#include <stdatomic.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(POISONS)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(ptr, size) ((void)(ptr), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(ptr, size) ((void)(ptr), (void)(size))
#endif

/* Bytes: what is smaller is quick to get; and two batches of many columns. */
enum { LEAST = 8192, MOST = 8 << 20 };

struct spare {
  struct spare *next;
  size_t size;
};

struct dfmti_pool {
  dfmt_realloc_fn fn; /* called on whichever thread */
  void *user;
  atomic_size_t users;         /* the scan, and arrays */
  atomic_size_t kept, most;    /* bytes of spares; that there may be */
  struct spare *_Atomic given; /* by arrays */
  struct spare *spares;        /* the scan's */
};

struct dfmti_pool *dfmti_pool_new(struct dfmti_mem *m) {
  struct dfmti_pool *p = dfmti_zalloc(m, sizeof *p);
  if (!p) return NULL;
  p->fn = m->fn;
  p->user = m->user;
  atomic_init(&p->users, 1);
  atomic_init(&p->most, m->limit / 8 < MOST ? (size_t)(m->limit / 8) : (size_t)MOST);
  return p;
}

struct dfmti_pool *dfmti_pool_join(struct dfmti_pool *p) {
  atomic_fetch_add_explicit(&p->users, 1, memory_order_relaxed);
  return p;
}

void dfmti_pool_free(const struct dfmti_pool *p, void *ptr, size_t size) { p->fn(p->user, ptr, size, 0); }

/* ---- giving ---- */

static void poison(struct spare *s) { ASAN_POISON_MEMORY_REGION(s + 1, s->size - sizeof *s); }

static void unpoison(struct spare *s) { ASAN_UNPOISON_MEMORY_REGION(s + 1, s->size - sizeof *s); }

/* Counts the bytes as kept, if there may be as many. */
static bool count(struct dfmti_pool *p, size_t size) {
  size_t before = atomic_fetch_add(&p->kept, size), most = atomic_load(&p->most);
  if (before <= most && size <= most - before) return true;
  atomic_fetch_sub(&p->kept, size);
  return false;
}

void dfmti_pool_give(struct dfmti_pool *p, void *ptr, size_t size) {
  if (!ptr) return;
  if (size < LEAST || !count(p, size)) {
    dfmti_pool_free(p, ptr, size);
    return;
  }
  struct spare *s = ptr;
  s->size = size;
  s->next = atomic_load_explicit(&p->given, memory_order_relaxed);
  poison(s);
  while (!atomic_compare_exchange_weak(&p->given, &s->next, s)) continue;
}

/* ---- taking ---- */

/* All that was given becomes the scan's, which has none. */
static void collect(struct dfmti_pool *p) {
  struct spare **end = &p->spares;
  while (*end) end = &(*end)->next;
  *end = atomic_exchange(&p->given, NULL);
}

/* The smallest that is large enough, and no more than twice as large. NULL: none. */
static struct spare **find(struct dfmti_pool *p, size_t bytes) {
  struct spare **best = NULL;
  for (struct spare **s = &p->spares; *s; s = &(*s)->next)
    if ((*s)->size >= bytes && (*s)->size / 2 <= bytes && (!best || (*s)->size < (*best)->size)) best = s;
  return best;
}

/* Takes a spare out of the scan's. */
static struct spare *unlink_spare(struct dfmti_pool *p, struct spare **at) {
  struct spare *s = *at;
  *at = s->next;
  atomic_fetch_sub(&p->kept, s->size);
  unpoison(s);
  return s;
}

bool dfmti_pool_take(struct dfmti_pool *p, struct dfmti_mem *m, struct dfmti_buf *b, size_t bytes) {
  if (bytes < LEAST) return false;
  collect(p);
  struct spare **at = find(p, bytes);
  if (!at || m->used > m->limit || (*at)->size > m->limit - m->used) return false;
  struct spare *s = unlink_spare(p, at);
  *b = (struct dfmti_buf){.ptr = (uint8_t *)s, .cap = s->size};
  m->used += s->size;
  return true;
}

void dfmti_pool_tidy(struct dfmti_pool *p) {
  while (p->spares) {
    struct spare *s = unlink_spare(p, &p->spares);
    dfmti_pool_free(p, s, s->size);
  }
}

/* ---- the end ---- */

void dfmti_pool_leave(struct dfmti_pool *p) {
  if (atomic_fetch_sub(&p->users, 1) > 1) return;
  collect(p);
  dfmti_pool_tidy(p);
  dfmti_pool_free(p, p, sizeof *p);
}

void dfmti_pool_close(struct dfmti_pool *p, struct dfmti_mem *m) {
  if (!p) return;
  atomic_store(&p->most, 0);
  collect(p);
  dfmti_pool_tidy(p);
  m->used -= sizeof *p;
  dfmti_pool_leave(p);
}
