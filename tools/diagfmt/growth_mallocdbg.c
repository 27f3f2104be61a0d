/* SPDX-License-Identifier: MIT */
/*
 * Two heap dumps: what each call chain has in one and in the other. Addresses differ from run to run, so frames are
 * told apart by what is known of them in both dumps: functions, if both have bt_info; else offsets in mapped files.
 *
 *   call chain of a dump -> text of its frames -> numbers that both dumps share -> a site
 */
#include <inttypes.h>
#include <string.h>

#include "diff_mallocdbg.h"
#include "heap_mallocdbg.h"
#include "options.h"
#include "ranking.h"
#include "text.h"

enum { USUAL = 20 }; /* sites that are shown */

/* A call chain on one side of the fork from the zygote, in both dumps. */
struct site {
  bool in[2];
  struct sum sum[2];
};

struct state {
  struct heap heap[2];
  struct interned frames; /* by their texts */
  struct interned chains; /* ZYGOTE or APP, then numbers of frames */
  struct site *sites;     /* by the chain's number */
  size_t cap;
};

static void event(void *user, struct walk *w, int which, const dfmt_event *ev) {
  struct heap *h = &((struct state *)user)->heap[which];
  if (!h->maps) heap_begin(h, w);
  heap_event(h, ev);
}

/* ---- sites ---- */

static void put_text(struct buffer *b, dfmt_str s) { buffer_put(b, s.ptr, (size_t)s.len); }

static void put_hex(struct buffer *b, const char *before, uint64_t n) {
  buffer_put_s(b, before);
  buffer_hex(b, n, 1);
}

/* Where a function is in its file changes with every build, so that the file's offset is not looked at beside it. */
static uint32_t frame_number(struct state *s, struct heap *h, size_t place, bool by_function, struct buffer *text) {
  struct heap_frame f;
  heap_frame(h, place, &f);
  text->len = 0;
  if (f.has_function && by_function) {
    put_text(text, f.function);
    buffer_byte(text, '+');
    buffer_unsigned(text, f.function_offset);
    buffer_put_s(text, " (");
    put_text(text, f.file);
    buffer_byte(text, ')');
  } else {
    put_text(text, f.file);
    put_hex(text, f.has_file ? "+0x" : "0x", f.has_file ? f.file_offset : f.pc);
  }
  return (uint32_t)intern(&s->frames, text->ptr, text->len);
}

static void add(struct state *s, int which, uint32_t *chain, size_t n, uint32_t side, struct sum sum) {
  chain[0] = side;
  size_t known = s->chains.n, number = intern(&s->chains, chain, n * sizeof *chain);
  if (number >= s->cap) {
    s->cap = s->cap ? 2 * s->cap : 64;
    s->sites = tool_realloc(s->sites, s->cap * sizeof *s->sites);
  }
  struct site *x = &s->sites[number];
  if (number == known) *x = (struct site){.in = {false, false}};
  x->in[which] = true;
  x->sum[which].bytes += sum.bytes;
  x->sum[which].count += sum.count;
}

/* A hostile map has a name as long as the file, for each of its pcs. */
static bool is_full(const struct state *s, const struct heap *h) {
  return interned_memory(&s->frames) > option_value(h->w->t, DFMT_CFG_MAX_MEMORY);
}

/* false: there is no room for all, which was reported. */
static bool take_sites(struct state *s, int which, bool by_function) {
  struct heap *h = &s->heap[which];
  struct buffer text = {0};
  uint32_t *numbers = tool_zalloc((h->places.n + 1) * sizeof *numbers), *chain = NULL;
  for (size_t i = 0; i < h->places.n && !is_full(s, h); i++) numbers[i] = frame_number(s, h, i, by_function, &text);
  for (size_t i = 0; i < h->stacks.n && !is_full(s, h); i++) {
    size_t n = heap_stack_len(h, i);
    chain = tool_realloc(chain, (n + 1) * sizeof *chain);
    for (size_t k = 0; k < n; k++) chain[k + 1] = numbers[heap_place(h, i, k)];
    for (uint32_t side = 0; side < N_SIDES; side++)
      if (h->by_stack[i][side].once.count) add(s, which, chain, n + 1, side, heap_sum(h, &h->by_stack[i][side]));
  }
  tool_realloc(chain, 0);
  tool_realloc(numbers, 0);
  buffer_free(&text);
  if (is_full(s, h))
    report_limit(h->w->t, h->w->in->name, DFMT_CFG_MAX_MEMORY, interned_memory(&s->frames), "the names of its frames");
  return !is_full(s, h);
}

/* ---- order ---- */

/* What grew most goes first, what shrank most last. */
static int compare_growth(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1) {
  bool up_a = a1 >= a0, up_b = b1 >= b0;
  uint64_t a = up_a ? a1 - a0 : a0 - a1, b = up_b ? b1 - b0 : b0 - b1;
  if (up_a != up_b) return up_a ? -1 : 1;
  if (a == b) return 0;
  return (a > b) == up_a ? -1 : 1;
}

static int compare_sites(const void *user, size_t a, size_t b) {
  const struct state *s = user;
  const struct sum *x = s->sites[a].sum, *y = s->sites[b].sum;
  int c = compare_growth(x[0].bytes, x[1].bytes, y[0].bytes, y[1].bytes);
  return c ? c : compare_growth(x[0].count, x[1].count, y[0].count, y[1].count);
}

/* ---- what is told ---- */

enum change { SAME, NEW, GONE, GROWN, SHRUNK, N_CHANGES };

static enum change change_of(const struct site *x) {
  if (!x->in[0]) return NEW;
  if (!x->in[1]) return GONE;
  const struct sum *a = &x->sum[0], *b = &x->sum[1];
  if (a->bytes != b->bytes) return b->bytes > a->bytes ? GROWN : SHRUNK;
  return a->count == b->count ? SAME : b->count > a->count ? GROWN : SHRUNK;
}

static uint32_t side_of(const struct state *s, size_t site, size_t *n_frames) {
  uint32_t side;
  memcpy(&side, interned_at(&s->chains, site, n_frames), sizeof side);
  *n_frames = *n_frames / sizeof side - 1;
  return side;
}

static void put_growth(dfmt_sink *to, uint64_t before, uint64_t after) {
  put_f(to, "%c%" PRIu64, after >= before ? '+' : '-', after >= before ? after - before : before - after);
}

static void put_total(dfmt_sink *to, const char *name, const struct sum x[2]) {
  put_f(to, "%-10s%" PRIu64 " -> %" PRIu64 " bytes (", name, x[0].bytes, x[1].bytes);
  put_growth(to, x[0].bytes, x[1].bytes);
  put_f(to, "), %" PRIu64 " -> %" PRIu64 " allocations (", x[0].count, x[1].count);
  put_growth(to, x[0].count, x[1].count);
  put_s(to, ")\n");
}

static void put_totals(dfmt_sink *to, const struct state *s, const uint64_t n[N_CHANGES], const char *by) {
  static const char *const names[] = {[ZYGOTE] = "zygote", [APP] = "app", [N_SIDES] = "all"};
  struct sum sums[N_SIDES + 1][2] = {{{0}}};
  for (int which = 0; which < 2; which++)
    for (int side = 0; side < N_SIDES; side++) {
      struct sum x = heap_sum(&s->heap[which], &s->heap[which].all[side]);
      sums[side][which] = x;
      sums[N_SIDES][which].bytes += x.bytes;
      sums[N_SIDES][which].count += x.count;
    }
  for (int i = N_SIDES + 1; i-- > 0;) put_total(to, names[i], sums[i]);
  put_f(to,
        "sites     %" PRIu64 " new, %" PRIu64 " gone, %" PRIu64 " grown, %" PRIu64 " shrunk, %" PRIu64
        " as before; compared by %s\n",
        n[NEW], n[GONE], n[GROWN], n[SHRUNK], n[SAME], by);
}

static void put_frames(dfmt_sink *to, const struct state *s, size_t site, size_t n) {
  uint32_t number;
  size_t len;
  if (n == 0) put_s(to, "      (no backtrace)\n");
  for (size_t i = 0; i < n; i++) {
    memcpy(&number, interned_at(&s->chains, site, &len) + (i + 1) * sizeof number, sizeof number);
    const char *text = interned_at(&s->frames, number, &len);
    put_f(to, "      #%02zu ", i);
    put_safe(to, text, len);
    put_s(to, "\n");
  }
}

static void put_site(dfmt_sink *to, const struct state *s, size_t site) {
  static const char *const words[] = {[NEW] = "new", [GONE] = "gone", [GROWN] = "grown", [SHRUNK] = "shrunk"};
  const struct site *x = &s->sites[site];
  size_t n;
  uint32_t side = side_of(s, site, &n);
  put_s(to, "\n");
  put_growth(to, x->sum[0].bytes, x->sum[1].bytes);
  put_f(to, " bytes (%" PRIu64 " -> %" PRIu64 "), ", x->sum[0].bytes, x->sum[1].bytes);
  put_growth(to, x->sum[0].count, x->sum[1].count);
  put_f(to, " allocations (%" PRIu64 " -> %" PRIu64 "), %s, %s\n", x->sum[0].count, x->sum[1].count,
        words[change_of(x)], side == APP ? "app" : "zygote");
  put_frames(to, s, site, n);
}

static uint64_t put_sites(struct state *s, struct diff *d, const char *by) {
  uint64_t n[N_CHANGES] = {0}, shown = 0;
  dfmt_sink *to = s->heap[0].w->t->out.sink;
  for (size_t i = 0; i < s->chains.n; i++) n[change_of(&s->sites[i])]++;
  uint64_t found = s->chains.n - n[SAME];
  if (!found) return 0;
  diff_begin(d);
  put_totals(to, s, n, by);
  size_t *order = sorted_numbers(s->chains.n, compare_sites, s);
  for (size_t i = 0; i < s->chains.n && shown < diff_max(d, USUAL) && !tool_stopped(); i++) {
    if (change_of(&s->sites[order[i]]) == SAME) continue;
    put_site(to, s, order[i]);
    shown++;
  }
  tool_realloc(order, 0);
  if (shown < found) put_f(to, "\nand %" PRIu64 " more; --all shows them\n", found - shown);
  return found;
}

static uint64_t tell(void *user, struct diff *d) {
  struct state *s = user;
  struct heap *a = &s->heap[0], *b = &s->heap[1];
  if (!heap_fits(a) || !heap_fits(b)) return 0;
  bool functions = a->n_named && b->n_named, files = (a->n_maps || a->n_named) && (b->n_maps || b->n_named);
  bool good = take_sites(s, 0, functions) && take_sites(s, 1, functions);
  return good ? put_sites(s, d, functions ? "functions" : files ? "offsets in mapped files" : "addresses") : 0;
}

static void end(void *user) {
  struct state *s = user;
  for (int i = 0; i < 2; i++) heap_end(&s->heap[i]);
  interned_free(&s->frames);
  interned_free(&s->chains);
  tool_realloc(s->sites, 0);
}

const struct whole_diff_ops mallocdbg_growth = {
    .state_size = sizeof(struct state), .event = event, .tell = tell, .end = end};
