/* SPDX-License-Identifier: MIT */
/*
 * Format of a run: for each stack the number of frames shared with the one before, the number of further frames, these,
 * its weight and its count, as numbers of 7 bits a byte.
 */
#include "stacks.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "op/scratch.h"

enum { BUFFER = 32768, NUMBER = 10, MAX_RUNS = 64, LEAST_NODES = 1000 };

/* ---- writing ---- */

struct writer {
  dfmt_op *op;
  int fd;
  uint64_t end; /* of the file */
  size_t len, n;
  dfmt_status st;
  uint8_t out[BUFFER];
};

static void flush(struct writer *w) {
  for (size_t at = 0; at < w->len && w->st == DFMT_OK;) {
    ssize_t n = pwrite(w->fd, w->out + at, w->len - at, (off_t)w->end);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) w->st = dfmto_scratch_fail(w->op, DFMT_ERR_WRITE, "write", n < 0 ? errno : 0);
    if (n <= 0) break;
    at += (size_t)n;
    w->end += (uint64_t)n;
  }
  w->len = 0;
}

static void put_number(struct writer *w, uint64_t v) {
  if (w->len > BUFFER - NUMBER) flush(w);
  for (; v >= 0x80; v >>= 7) w->out[w->len++] = (uint8_t)(v | 0x80);
  w->out[w->len++] = (uint8_t)v;
}

static dfmt_status put_stack(struct writer *w, const uint32_t *frames, size_t n, size_t common, uint64_t weight,
                             uint64_t count) {
  put_number(w, common);
  put_number(w, n - common);
  for (size_t i = common; i < n; i++) put_number(w, frames[i]);
  put_number(w, weight);
  put_number(w, count);
  if (w->st == DFMT_OK && ++w->n % 4096 == 0 && dfmti_stopped(&w->op->mem)) w->st = dfmti_fail_stopped(&w->op->err);
  return w->st;
}

bool dfmto_profile_stacks_reserve(struct dfmti_mem *m, struct dfmto_profile_stacks *s, size_t n) {
  size_t bytes;
  return dfmti_mul(n, sizeof(uint32_t), &bytes) && (s->path.cap >= bytes || dfmti_buf_reserve(m, &s->path, bytes));
}

static size_t n_runs(const struct dfmto_profile_stacks *s) { return s->runs.len / sizeof(uint64_t); }
static const uint64_t *ends(const struct dfmto_profile_stacks *s) {
  return (const uint64_t *)(const void *)s->runs.ptr;
}

static void write_tree(struct writer *w, struct dfmto_profile_stacks *s) {
  struct dfmto_profile_cursor c;
  bool end = false;
  dfmto_profile_cursor_open(&s->tree, &c);
  c.path = s->path;
  c.path.len = 0;
  while (w->st == DFMT_OK && !end) {
    if (!dfmto_profile_cursor_next(&w->op->mem, &c, &end))
      w->st = dfmto_no_memory(w->op);
    else if (!end)
      (void)put_stack(w, dfmto_profile_cursor_frames(&c), c.n, c.common, c.weight, c.count);
  }
  s->path = c.path;
  c.path = (struct dfmti_buf){0};
  dfmto_profile_cursor_close(&w->op->mem, &c);
}

static dfmt_status write_run(dfmt_op *op, struct dfmto_profile_stacks *s) {
  struct writer w = {.op = op, .fd = s->file - 1, .end = n_runs(s) ? ends(s)[n_runs(s) - 1] : 0};
  write_tree(&w, s);
  flush(&w);
  if (w.st != DFMT_OK) return w.st;
  (void)dfmti_buf_append(&op->mem, &s->runs, &w.end, sizeof w.end); /* space was reserved */
  dfmto_profile_tree_free(&op->mem, &s->tree);
  return DFMT_OK;
}

/* Merges many runs into one, in a new file. */
static dfmt_status join_runs(dfmt_op *op, struct dfmto_profile_stacks *s) {
  struct dfmto_profile_pass p;
  struct writer w = {.op = op, .fd = dfmto_scratch_open(op)};
  if (w.fd < 0) return DFMT_E_IO;
  dfmt_status st = dfmto_profile_pass_open(op, s, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK)
    st = put_stack(&w, p.frames, p.n, p.common, p.weight, p.count);
  dfmto_profile_pass_close(&p);
  flush(&w);
  if (st == DFMT_END) st = w.st;
  close(st == DFMT_OK ? s->file - 1 : w.fd);
  if (st != DFMT_OK) return st;
  s->file = w.fd + 1;
  s->runs.len = 0;
  (void)dfmti_buf_append(&op->mem, &s->runs, &w.end, sizeof w.end);
  return DFMT_OK;
}

/* Opens the file, and reserves memory for another run. */
static dfmt_status prepare(dfmt_op *op, struct dfmto_profile_stacks *s) {
  if (!dfmti_buf_reserve(&op->mem, &s->runs, sizeof(uint64_t))) return dfmto_no_memory(op);
  if (s->file) return DFMT_OK;
  int fd = dfmto_scratch_open(op);
  s->file = fd >= 0 ? fd + 1 : 0;
  return fd >= 0 ? DFMT_OK : DFMT_E_IO;
}

/* Whether there is anything to write; otherwise a single stack uses all memory. */
static bool has_stacks(const struct dfmto_profile_tree *t) {
  for (size_t i = 1; i < t->n; i++)
    if (t->nodes[i].count || t->nodes[i].weight) return true;
  return false;
}

dfmt_status dfmto_profile_stacks_relieve(dfmt_op *op, struct dfmto_profile_stacks *s, dfmt_status st) {
  bool memory = st == DFMT_E_LIMIT && op->err.e.number == DFMT_ERR_MAX_MEMORY;
  if (!memory || s->tree.n < LEAST_NODES || !dfmto_scratch_is_given(op) || !has_stacks(&s->tree)) return st;
  st = prepare(op, s);
  if (st == DFMT_OK) st = write_run(op, s);
  if (st == DFMT_OK && n_runs(s) >= MAX_RUNS) st = join_runs(op, s);
  if (st == DFMT_OK) dfmti_errors_clear(&op->err);
  return st;
}

void dfmto_profile_stacks_free(struct dfmti_mem *m, struct dfmto_profile_stacks *s) {
  if (s->file) close(s->file - 1);
  dfmto_profile_tree_free(m, &s->tree);
  dfmti_buf_free(m, &s->runs);
  dfmti_buf_free(m, &s->path);
  s->file = 0;
}

/* ---- reading ---- */

/* Reads more of a run. false: *st is the reason. */
static bool fill(struct dfmto_profile_pass *p, struct dfmto_profile_run *r, dfmt_status *st) {
  const size_t left = r->in.len - r->used;
  if (left) memmove(r->in.ptr, r->in.ptr + r->used, left);
  r->used = 0;
  r->in.len = left;
  while (r->in.len < BUFFER && r->at < r->end) {
    size_t want = dfmti_min(BUFFER - r->in.len, dfmti_clamp(r->end - r->at));
    ssize_t n = pread(p->stacks->file - 1, r->in.ptr + r->in.len, want, (off_t)r->at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) *st = dfmti_fail(&p->op->err, DFMT_E_IO, DFMT_ERR_READ, "stacks cannot be read from scratch");
    if (n <= 0) return false;
    r->in.len += (size_t)n;
    r->at += (uint64_t)n;
  }
  return true;
}

static uint64_t take_number(struct dfmto_profile_run *r) {
  uint64_t v = 0;
  unsigned shift = 0;
  const uint8_t *b = r->in.ptr + r->used;
  for (; *b >= 0x80; shift += 7) v |= (uint64_t)(*b++ & 0x7f) << shift;
  v |= (uint64_t)*b++ << shift;
  r->used = (size_t)(b - r->in.ptr);
  return v;
}

/* Ensures that the buffer has a whole number, unless the run ends. */
static bool ready(struct dfmto_profile_pass *p, struct dfmto_profile_run *r, dfmt_status *st) {
  return r->in.len - r->used >= NUMBER || r->at == r->end || fill(p, r, st);
}

static uint64_t next_number(struct dfmto_profile_pass *p, struct dfmto_profile_run *r, dfmt_status *st) {
  return *st == DFMT_OK && ready(p, r, st) ? take_number(r) : 0;
}

/* Moves to the next stack of a run, after its current one was returned. */
static dfmt_status advance(struct dfmto_profile_pass *p, struct dfmto_profile_run *r) {
  dfmt_status st = DFMT_OK;
  if (r->used == r->in.len && r->at == r->end) {
    r->done = true;
    return DFMT_OK;
  }
  r->same = (size_t)next_number(p, r, &st);
  r->n = r->same + (size_t)next_number(p, r, &st);
  r->path.len = 0;
  if (st == DFMT_OK && !dfmti_buf_reserve(&p->op->mem, &r->path, r->n * sizeof(uint32_t)))
    return dfmto_no_memory(p->op);
  uint32_t *frames = (void *)r->path.ptr;
  for (size_t i = r->same; i < r->n && st == DFMT_OK; i++) frames[i] = (uint32_t)next_number(p, r, &st);
  r->path.len = r->n * sizeof *frames;
  r->weight = next_number(p, r, &st);
  r->count = next_number(p, r, &st);
  return st;
}

static const uint32_t *frames_of(const struct dfmto_profile_run *r) {
  return (const uint32_t *)(const void *)r->path.ptr;
}

/* Number of frames that two stacks share; the first `from` are known to be equal. */
static size_t common_frames(const struct dfmto_profile_run *a, const struct dfmto_profile_run *b, size_t from) {
  const uint32_t *x = frames_of(a), *y = frames_of(b);
  while (from < a->n && from < b->n && x[from] == y[from]) from++;
  return from;
}

/* Both come after the stack returned last: the one that shares more frames with it comes first. */
static bool comes_before(const struct dfmto_profile_run *a, const struct dfmto_profile_run *b) {
  if (a->same != b->same) return a->same > b->same;
  size_t i = common_frames(a, b, a->same);
  if (i == a->n || i == b->n) return a->n < b->n;
  return frames_of(a)[i] < frames_of(b)[i];
}

static struct dfmto_profile_run *first_run(struct dfmto_profile_pass *p) {
  struct dfmto_profile_run *best = NULL;
  for (size_t i = 0; i < p->n_runs; i++)
    if (!p->runs[i].done && (!best || comes_before(&p->runs[i], best))) best = &p->runs[i];
  return best;
}

/* Adds what other runs have of the stack being returned. */
static dfmt_status join(struct dfmto_profile_pass *p, const struct dfmto_profile_run *given) {
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < p->n_runs && st == DFMT_OK; i++) {
    struct dfmto_profile_run *r = &p->runs[i];
    if (r == given || r->done || r->same != given->same) continue;
    r->same = common_frames(r, given, r->same);
    if (r->same != r->n || r->n != given->n) continue;
    p->weight += r->weight;
    p->count += r->count;
    st = advance(p, r);
  }
  return st;
}

static dfmt_status next_of_runs(struct dfmto_profile_pass *p) {
  struct dfmto_profile_run *best = first_run(p);
  if (!best) return DFMT_END;
  p->path.len = 0;
  if (!dfmti_buf_reserve(&p->op->mem, &p->path, best->path.len)) return dfmto_no_memory(p->op);
  uint32_t *frames = (void *)p->path.ptr;
  p->common = best->same;
  p->n = best->n;
  for (size_t i = p->common; i < p->n; i++) frames[i] = frames_of(best)[i];
  p->path.len = best->path.len;
  p->frames = frames;
  p->weight = best->weight;
  p->count = best->count;
  dfmt_status st = join(p, best);
  return st == DFMT_OK ? advance(p, best) : st;
}

static dfmt_status open_runs(struct dfmto_profile_pass *p) {
  const uint64_t *end = ends(p->stacks);
  dfmt_status st = DFMT_OK;
  p->runs = dfmti_zalloc(&p->op->mem, n_runs(p->stacks) * sizeof *p->runs);
  if (!p->runs) return dfmto_no_memory(p->op);
  p->n_runs = n_runs(p->stacks);
  for (size_t i = 0; i < p->n_runs && st == DFMT_OK; i++) {
    struct dfmto_profile_run *r = &p->runs[i];
    r->at = i ? end[i - 1] : 0;
    r->end = end[i];
    st = dfmti_buf_reserve(&p->op->mem, &r->in, BUFFER) ? advance(p, r) : dfmto_no_memory(p->op);
  }
  return st;
}

dfmt_status dfmto_profile_pass_open(dfmt_op *op, struct dfmto_profile_stacks *s, struct dfmto_profile_pass *p) {
  *p = (struct dfmto_profile_pass){.op = op, .stacks = s};
  if (!n_runs(s)) {
    dfmto_profile_cursor_open(&s->tree, &p->cursor);
    return DFMT_OK;
  }
  dfmt_status st = s->tree.n > 1 ? prepare(op, s) : DFMT_OK;
  if (st == DFMT_OK && s->tree.n > 1) st = write_run(op, s);
  return st == DFMT_OK ? open_runs(p) : st;
}

static dfmt_status next_of_tree(struct dfmto_profile_pass *p) {
  bool end;
  if (!dfmto_profile_cursor_next(&p->op->mem, &p->cursor, &end)) return dfmto_no_memory(p->op);
  p->frames = dfmto_profile_cursor_frames(&p->cursor);
  p->n = p->cursor.n;
  p->common = p->cursor.common;
  p->weight = p->cursor.weight;
  p->count = p->cursor.count;
  return end ? DFMT_END : DFMT_OK;
}

dfmt_status dfmto_profile_pass_next(struct dfmto_profile_pass *p) {
  if (dfmti_stopped(&p->op->mem)) return dfmti_fail_stopped(&p->op->err);
  return p->runs ? next_of_runs(p) : next_of_tree(p);
}

void dfmto_profile_pass_close(struct dfmto_profile_pass *p) {
  struct dfmti_mem *m = &p->op->mem;
  dfmto_profile_cursor_close(m, &p->cursor);
  for (size_t i = 0; i < p->n_runs; i++) {
    dfmti_buf_free(m, &p->runs[i].in);
    dfmti_buf_free(m, &p->runs[i].path);
  }
  if (p->runs) dfmti_free(m, p->runs, p->n_runs * sizeof *p->runs);
  dfmti_buf_free(m, &p->path);
}
