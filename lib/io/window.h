/* SPDX-License-Identifier: MIT */
/*
 * A window over a stream of bytes: look ahead, then consume.
 *
 *   buf ........ pos ################## end 0000…0 cap
 *                    not yet consumed       64 zero bytes, so that fast paths may read past the end
 *
 * Bytes are appended in place; they are moved to the front only when space runs out and at most half is live, else the
 * buffer doubles. It grows as bytes arrive, never by a length that input merely claims. Consumed bytes go then, but for
 * the last `held` of them, for an owner who may have to go back.
 */
#ifndef DFMTI_WINDOW_H
#define DFMTI_WINDOW_H

#include "base/mem.h"

enum { DFMTI_WINDOW_START = 131072, DFMTI_WINDOW_PAD = 64 }; /* bytes */

/* Where the bytes of a text lie in the file, if that has others: in UTF-16, or with text around it. */
struct dfmti_places {
  /* Of a byte in sight, or of the end of what is; to: its offset in the stream; base: that of buf[0], and of what may
   * be asked for later. */
  uint64_t (*of)(struct dfmti_places *x, const uint8_t *buf, uint64_t base, uint64_t to);
  /* The line, from 1, that a place of the file is in, if lines of the text are several there; else as it is counted in
   * the text: `line`. NULL: they never are. */
  uint64_t (*line)(struct dfmti_places *x, uint64_t place, uint64_t line);
};

/* As dfmt_source_ops.read. */
typedef dfmt_status (*dfmti_refill_fn)(void *user, void *buf, uint64_t cap, uint64_t *got);

struct dfmti_window {
  uint8_t *buf;
  size_t cap; /* bytes allocated, the pad included */
  size_t pos, end;
  uint64_t base; /* offset in the stream of buf[0] */
  dfmti_refill_fn refill;
  void *user;
  bool ended;                  /* refill said END */
  size_t held;                 /* bytes before pos that stay where they can be gone back to, as far as they are there */
  struct dfmti_places *places; /* the owner's; NULL: the stream's offsets are the file's */
};

/* Starts over on another stream, keeping the memory. */
void dfmti_window_open(struct dfmti_window *w, dfmti_refill_fn refill, void *user);

/*
 * Makes at least `want` bytes available. OK; END: the stream has ended and there are fewer, maybe none; AGAIN;
 * E_NOMEM; or what refill said. Pointers into the window are void afterwards.
 */
dfmt_status dfmti_window_fill(struct dfmti_window *w, struct dfmti_mem *m, size_t want);

/*
 * For who fills a window by himself: room for n bytes after the last one, in one piece; NULL: no memory. What was
 * written there must be taken in by dfmti_window_put(), were it 0 bytes. Pointers into the window are void afterwards.
 */
uint8_t *dfmti_window_room(struct dfmti_window *w, struct dfmti_mem *m, size_t n);
void dfmti_window_put(struct dfmti_window *w, size_t n);

/* Puts bytes in front of what refill will give; only on a window just opened. false: no memory. */
bool dfmti_window_preload(struct dfmti_window *w, struct dfmti_mem *m, const void *ptr, size_t len);

void dfmti_window_free(struct dfmti_window *w, struct dfmti_mem *m);

/* What a window without any memory points to. */
extern const uint8_t dfmti_window_none[DFMTI_WINDOW_PAD];

static inline const uint8_t *dfmti_window_ptr(const struct dfmti_window *w) {
  return w->buf ? w->buf + w->pos : dfmti_window_none;
}
static inline size_t dfmti_window_len(const struct dfmti_window *w) { return w->end - w->pos; }
static inline void dfmti_window_consume(struct dfmti_window *w, size_t n) { w->pos += n; }
/*
 * Goes back by n bytes that were consumed: no more than are held since, or than were consumed since it was last filled.
 */
static inline void dfmti_window_back(struct dfmti_window *w, size_t n) { w->pos -= n; }
/* Offset in the stream of the next byte. */
static inline uint64_t dfmti_window_offset(const struct dfmti_window *w) { return w->base + w->pos; }

/* Offset in the file of a byte that is in the window, or of the end of what is: `at` bytes after the next one. */
uint64_t dfmti_window_place(const struct dfmti_window *w, size_t at);

/* Bytes of the file that the next n are. */
uint64_t dfmti_window_span(const struct dfmti_window *w, size_t n);

/* The line of the file at that place, which is `line` of the text; 0: not known. */
uint64_t dfmti_window_line(const struct dfmti_window *w, uint64_t place, uint64_t line);

#endif
