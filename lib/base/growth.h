/* SPDX-License-Identifier: MIT */
/* Structs that grow at the end: what programs for an earlier or a later header may count on (docs/abi.md). */
#ifndef DFMTI_GROWTH_H
#define DFMTI_GROWTH_H

#include <stddef.h>
#include <stdint.h>

#include <diagfmt/event.h>

/* Zero bytes that follow each struct handed out: a program built for a later header sees absent members there. */
enum { DFMTI_BODY_TAIL = 128 };

/*
 * A body and its tail as two members. Where each body has a tail of its own, which nobody writes to, none has to be
 * cleared of what a longer one left after it, which would take as long as reading a line.
 */
#define DFMTI_BODY(TYPE, NAME) \
  TYPE NAME; \
  uint8_t behind_##NAME[DFMTI_BODY_TAIL]

/* An event and its tail. */
struct dfmti_envelope {
  dfmt_event ev;
  uint8_t tail[DFMTI_BODY_TAIL];
};

/*
 * Bytes of a struct up to the end of a member. With the last member of 1.0 it is the least that a caller may give, and
 * stays what it is when the struct grows, as sizeof would not.
 */
#define DFMTI_UP_TO(TYPE, MEMBER) (offsetof(TYPE, MEMBER) + sizeof(((const TYPE *)NULL)->MEMBER))

#endif
