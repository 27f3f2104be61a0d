/* SPDX-License-Identifier: MIT */
#ifdef _WIN32
#define _CRT_RAND_S /* rand_s() */
#endif
#ifdef __EMSCRIPTEN__
#define _GNU_SOURCE /* getentropy() */
#endif
#include "hash_key.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_GETRANDOM
#include <sys/random.h>
#endif

/* One to one: the finisher of splitmix64. */
static uint64_t mix(uint64_t h) {
  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

/* Does not wait: early after a machine's start there may be nothing yet. */
static bool take_random(struct dfmti_hash_key *key) {
#ifdef HAVE_GETRANDOM
  int saved = errno;
  bool got = getrandom(key, sizeof *key, GRND_NONBLOCK) == (ssize_t)sizeof *key;
  errno = saved;
  return got;
#elif defined(_WIN32)
  unsigned int n[4];
  for (size_t i = 0; i < 4; i++)
    if (rand_s(&n[i]) != 0) return false;
  *key = (struct dfmti_hash_key){(uint64_t)n[0] << 32 | n[1], (uint64_t)n[2] << 32 | n[3]};
  return true;
#elif defined(__EMSCRIPTEN__)
  return getentropy(key, sizeof *key) == 0;
#else
  (void)key;
  return false;
#endif
}

static uint64_t hard_to_guess(const void *stack) {
  struct timespec now = {0};
#ifdef _WIN32
  now.tv_sec = time(NULL);
#else
  clock_gettime(CLOCK_REALTIME, &now);
#endif
  uint64_t h = mix((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec);
  return mix(h ^ (uint64_t)getpid()) ^ (uint64_t)(uintptr_t)stack;
}

struct dfmti_hash_key dfmti_hash_key(uint64_t seed) {
  struct dfmti_hash_key key = {0, 0};
  if (seed || !take_random(&key)) {
    if (!seed) seed = hard_to_guess(&key);
    key.a = mix(seed + UINT64_C(0x9e3779b97f4a7c15));
    key.b = mix(seed + 2 * UINT64_C(0x9e3779b97f4a7c15));
  }
  key.b |= 1;
  return key;
}
