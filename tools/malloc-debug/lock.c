/* SPDX-License-Identifier: MIT */
#include "lock.h"

#include <pthread.h>

#include "state.h"

#define FREE PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t locks[N_LOCKS] = {FREE, FREE, FREE, FREE, FREE};

void lock_take(enum lock l) {
  if (!self.forking) pthread_mutex_lock(&locks[l]);
}

void lock_give(enum lock l) {
  if (!self.forking) pthread_mutex_unlock(&locks[l]);
}

void lock_take_all(void) {
  for (int l = 0; l < N_LOCKS; l++) lock_take((enum lock)l);
  self.forking = true;
}

void lock_give_all(void) {
  self.forking = false;
  for (int l = N_LOCKS; l-- > 0;) lock_give((enum lock)l);
}
