/* SPDX-License-Identifier: MIT */
/*
 * ISA-L decodes sound data just as zlib does, only faster. With damaged data it is not as strict: it takes blocks with
 * incomplete codes, which zlib refuses at their head. So heads are judged here, and ISA-L gets each block as if it were
 * the last one, to have it stop at the next head. That, and the rest of this file, works with the public members of
 * struct inflate_state.
 */
#include "inflate_raw.h"

#ifdef HAVE_ISAL

#include <string.h>

#include <isa-l/igzip_lib.h>

#include "inflate_block.h"

struct isal {
  struct dfmti_block_head head; /* of the block that is being decoded */
  bool inside;                  /* a block is being decoded */
  bool damaged;                 /* what ISA-L decoded before is left to give */
  bool doomed;                  /* damaged as soon as there is one more byte */
  size_t n_part;
  uint8_t part[DFMTI_BLOCK_HEAD_MAX]; /* a head that is not complete, after the bits that ISA-L holds */
  struct inflate_state s;
};

static void *open_isal(struct dfmti_mem *m) {
  struct isal *z = dfmti_zalloc(m, sizeof *z);
  if (z) isal_inflate_init(&z->s);
  return z;
}

static void close_isal(struct dfmti_mem *m, void *state) { dfmti_free(m, state, sizeof(struct isal)); }

static void start(void *state) {
  struct isal *z = state;
  isal_inflate_reset(&z->s);
  z->inside = z->damaged = z->doomed = z->head.final = false;
  z->n_part = 0;
}

static dfmt_status damaged(struct dfmti_fault *f) {
  *f = (struct dfmti_fault){DFMT_ERR_DEFLATE_DATA, "malformed deflate data"};
  return DFMT_E_FORMAT;
}

static void used_up(struct dfmti_io *io, size_t n) {
  if (n > 0) io->in += n;
  io->in_len -= n;
}

static void written(struct dfmti_io *io, size_t n) {
  if (n > 0) io->out += n;
  io->out_len -= n;
}

/* Gives what ISA-L had decoded ahead of the output, up to 64 KiB, before it met the damage. */
static dfmt_status give_rest(struct isal *z, struct dfmti_io *io, struct dfmti_fault *f) {
  struct inflate_state *s = &z->s;
  size_t n = dfmti_min((size_t)(s->tmp_out_valid - s->tmp_out_processed), io->out_len);
  if (n > 0) memcpy(io->out, s->tmp_out_buffer + s->tmp_out_processed, n);
  s->tmp_out_processed += (int32_t)n;
  written(io, n);
  if (s->tmp_out_processed < s->tmp_out_valid || (z->doomed && io->in_len == 0)) return DFMT_OK;
  return damaged(f);
}

/*
 * Gives back the whole bytes in ISA-L's bit buffer: at the end, so that io->in stands after the data, and whenever the
 * output is full, as the data may end in these bytes and the next step could no longer give them back.
 */
static void unread(struct inflate_state *s, struct dfmti_io *io, const uint8_t *from) {
  size_t n = s->read_in_length > 0 ? (size_t)s->read_in_length / 8 : 0, used = (size_t)(io->in - from);
  n = dfmti_min(n, used);
  if (n == 0) return;
  s->read_in_length -= (int32_t)(8 * n);
  s->read_in &= ((uint64_t)1 << s->read_in_length) - 1;
  io->in -= n;
  io->in_len += n;
}

/*
 * ISA-L keeps no history after what it believes to be the last block, so the window for the next one is put where it
 * would be else: in front of what is not given yet. made: bytes that the last run put in front of out_end. Only with
 * less than a window's worth is all of it in ISA-L's own buffer.
 */
static void keep_history(struct inflate_state *s, const uint8_t *out_end, size_t made) {
  const size_t window = ISAL_DEF_HIST_SIZE;
  size_t valid = (size_t)s->tmp_out_valid, left = valid - (size_t)s->tmp_out_processed;
  if (made >= window) {
    memmove(s->tmp_out_buffer + window, s->tmp_out_buffer + valid - left, left);
    memcpy(s->tmp_out_buffer, out_end - window, window);
  } else if (left == 0 && valid > window) {
    memmove(s->tmp_out_buffer, s->tmp_out_buffer + valid - window, window);
  } else {
    return;
  }
  s->tmp_out_processed = (int32_t)window;
  s->tmp_out_valid = (int32_t)(window + left);
}

/*
 * ISA-L has met damage. Where exactly is told by following the block again from where this run began: ISA-L counts a
 * match that is bad as if it were written, and runs into damage in zero bits of its own after the input, where zlib
 * still waits. b: what this run was given; held: bytes decoded by runs before and not given; made: given by this one.
 * Returns what of made is good.
 */
static size_t find_damage(struct isal *z, struct dfmti_bits b, bool at_head, uint64_t window, size_t held,
                          size_t made) {
  struct inflate_state *s = &z->s;
  struct dfmti_block_head head;
  uint64_t good = 0;
  if (at_head) dfmti_block_read(&head, &b);
  z->damaged = true;
  z->doomed = dfmti_block_follow(&z->head, &b, window, &good) != DFMTI_BLOCK_BAD;
  good += held;
  uint64_t given = made < good ? made : good, left = (uint64_t)(s->tmp_out_valid - s->tmp_out_processed);
  if (left > good - given) left = good - given;
  s->tmp_out_valid = s->tmp_out_processed + (int32_t)left;
  return (size_t)given;
}

/* One call takes a number of 32 bits, and adds a little to it. */
static uint32_t piece(size_t n) { return n < UINT32_MAX / 2 ? (uint32_t)n : UINT32_MAX / 2; }

/* Runs ISA-L over in[0..in_len) into io's output. Returns the bytes of in it has taken. */
static size_t run(struct isal *z, const uint8_t *in, size_t in_len, struct dfmti_io *io, bool at_head) {
  struct inflate_state *s = &z->s;
  s->avail_in = piece(in_len);
  s->avail_out = piece(io->out_len);
  s->next_in = (uint8_t *)(uintptr_t)in;
  s->next_out = io->out;
  /* it counts to 2^32 only; all that matters is that a whole window has come */
  if (s->total_out > UINT32_MAX / 4) s->total_out = ISAL_DEF_HIST_SIZE;
  struct dfmti_bits b = {s->read_in, (uint32_t)s->read_in_length, in, s->avail_in > 0 ? in + s->avail_in : in};
  size_t held = (size_t)(s->tmp_out_valid - s->tmp_out_processed);
  uint64_t window = (uint64_t)s->total_out + held;
  int r = isal_inflate(s);
  /* the pointers count, not avail_in and avail_out, which are less by a margin after damage */
  size_t made = s->next_out > io->out ? (size_t)(s->next_out - io->out) : 0;
  size_t used = s->next_in > in ? (size_t)(s->next_in - in) : 0;
  if (r < 0) {
    made = find_damage(z, b, at_head, window, held, made);
  } else if (s->block_state == ISAL_BLOCK_INPUT_DONE || s->block_state == ISAL_BLOCK_FINISH) {
    keep_history(s, s->next_out, made);
  }
  if (s->block_state == ISAL_BLOCK_FINISH) {
    s->block_state = ISAL_BLOCK_NEW_HDR;
    z->inside = false;
  }
  written(io, made);
  return used;
}

/*
 * Reads the next block's head, has ISA-L take it as that of a last block, and runs it. Returns DFMTI_BLOCK_*; SHORT
 * with all input used.
 */
static int enter_block(struct isal *z, struct dfmti_io *io) {
  struct inflate_state *s = &z->s;
  size_t more = dfmti_min(io->in_len, sizeof z->part - z->n_part), n = z->n_part + more;
  const uint8_t *p = z->n_part > 0 ? z->part : io->in;
  if (z->n_part > 0 && more > 0) memcpy(z->part + z->n_part, io->in, more);
  struct dfmti_bits b = {s->read_in, (uint32_t)s->read_in_length, p, n > 0 ? p + n : p};
  int verdict = dfmti_block_read(&z->head, &b);
  if (verdict == DFMTI_BLOCK_SHORT) {
    if (z->n_part == 0 && n > 0) memcpy(z->part, p, n);
    z->n_part = n;
    used_up(io, more);
  }
  if (verdict != DFMTI_BLOCK_GOOD) return verdict;
  z->inside = true;
  if (s->read_in_length == 0) {
    s->read_in = *p++;
    s->read_in_length = 8;
    if (z->n_part == 0) used_up(io, 1);
  }
  s->read_in |= 1;
  if (z->n_part == 0) {
    used_up(io, run(z, io->in, io->in_len, io, true));
  } else {
    /* just the bytes up to the head's end, so that ISA-L has to take them all */
    const uint8_t *end = b.p - b.n / 8;
    used_up(io, (size_t)(end - z->part) - z->n_part);
    z->n_part = 0;
    run(z, p, (size_t)(end - p), io, true);
  }
  return verdict;
}

static dfmt_status step(void *state, struct dfmti_io *io, struct dfmti_fault *f) {
  struct isal *z = state;
  const uint8_t *from = io->in;
  for (;;) {
    if (z->damaged) return give_rest(z, io, f);
    bool end = !z->inside && z->head.final;
    if (end || io->out_len == 0) {
      unread(&z->s, io, from);
      return end ? DFMT_END : DFMT_OK;
    }
    if (z->inside) {
      used_up(io, run(z, io->in, io->in_len, io, false));
    } else {
      int verdict = enter_block(z, io);
      if (verdict == DFMTI_BLOCK_SHORT) return DFMT_OK;
      if (verdict == DFMTI_BLOCK_BAD) return damaged(f);
    }
    if (z->inside && !z->damaged && io->in_len == 0 && io->out_len > 0) return DFMT_OK;
  }
}

/* The bits that are left, if literals may be among them. */
static bool left_over(const struct isal *z, struct dfmti_bits *b) {
  if (z->damaged || !z->inside || z->s.block_state != ISAL_BLOCK_CODED || z->s.read_in_length <= 0) return false;
  *b = (struct dfmti_bits){z->s.read_in, (uint32_t)z->s.read_in_length, NULL, NULL};
  return true;
}

/*
 * ISA-L decodes up to three literals at a time, and none of them if the last one is cut. zlib gives those that are
 * complete.
 */
static void cut(void *state, struct dfmti_io *io) {
  struct isal *z = state;
  struct dfmti_bits b;
  if (!left_over(z, &b)) return;
  while (io->out_len > 0 && dfmti_block_literal(&z->head, &b, io->out)) written(io, 1);
  z->s.read_in = b.v;
  z->s.read_in_length = (int32_t)b.n;
}

static size_t ahead(const void *state) {
  const struct isal *z = state;
  struct dfmti_bits b;
  uint8_t literal;
  size_t n = 0;
  if (!left_over(z, &b)) return 0;
  while (dfmti_block_literal(&z->head, &b, &literal)) n++;
  return n;
}

const struct dfmti_inflate_raw dfmti_inflate_by_isal = {open_isal, close_isal, start, step, cut, ahead};

#endif
