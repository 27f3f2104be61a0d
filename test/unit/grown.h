/* SPDX-License-Identifier: MIT */
/* Bytes that are gathered by small pieces. Room doubles: a block that grows by each piece is copied each time, and
 * under sanitizers, which map large blocks, costs a fault a page. */
#ifndef UNIT_GROWN_H
#define UNIT_GROWN_H

#include <stddef.h>
#include <stdlib.h>

static inline size_t room_for(size_t len) {
  size_t room = 256;
  while (room < len) room *= 2;
  return room;
}

/* Room for `more` bytes after the `len` that ptr has, NULL: none; all of them gathered by this. */
static inline void *grown(void *ptr, size_t len, size_t more) {
  const size_t room = room_for(len + more);
  return ptr && room == room_for(len) ? ptr : realloc(ptr, room);
}

#endif
