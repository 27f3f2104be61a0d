/* SPDX-License-Identifier: MIT */
/* A library that is loaded and unloaded. Built twice, with frames of different sizes at the same places. */
#include <stdlib.h>

__attribute__((noinline, visibility("default"))) void *PLUGIN_INNER(size_t bytes);
__attribute__((noinline, visibility("default"))) void *plugged(size_t bytes);

void *PLUGIN_INNER(size_t bytes) {
  volatile unsigned char room[PLUGIN_ROOM];
  room[0] = room[PLUGIN_ROOM - 1] = 1;
  void *volatile p = malloc(bytes + (size_t)room[0] - (size_t)room[PLUGIN_ROOM - 1]);
  return p;
}

void *plugged(size_t bytes) {
  volatile unsigned char room[PLUGIN_ROOM * 3];
  room[0] = 0;
  void *volatile p = PLUGIN_INNER(bytes + (size_t)room[0]);
  return p;
}
