/* SPDX-License-Identifier: MIT */
/*
 * Two heap dumps: what each place that allocates has in one and in the other. Addresses differ from run to run, so places
 * are told apart by what their frames say: functions, if both dumps have bt_info; else offsets in mapped files, if both
 * have maps; else the addresses. Maps come behind the records, so frames are numbers until then:
 *
 *   pc -> its number in its dump -> its text -> the text's number in both dumps -> records of equal numbers put together
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "counts.h"
#include "diff_mallocdbg.h"
#include "options.h"
#include "report.h"
#include "text.h"

enum { USUAL = 20 }; /* places that are shown */

/* Text in state.text. */
struct slice {
  size_t at, len;
};

/* One dump: its different pcs by number, and what bt_info says of them. */
struct heap {
  struct counts pcs; /* mark: the pc's number + 1 */
  uint64_t *pc;
  struct slice *name; /* len 0: not known */
  uint32_t *frame;    /* a text's number */
  size_t cap;
  dfmt_mallocdbg_maps *maps;
  bool named, single; /* named: it has bt_info; single: each record is one allocation, whatever number is in it */
};

/* First a record, with the size of one allocation and the number that is written; then all of its place in both dumps. */
struct site {
  size_t at; /* of its frames in state.frames */
  uint32_t n_frames;
  bool app, in[2];
  uint64_t bytes[2], count[2];
};

struct state {
  struct heap heap[2];
  struct site *list;
  size_t n, cap;
  uint32_t *frames;
  size_t n_frames, cap_frames;
  struct buffer text;
  struct slice *texts; /* of frames, by their numbers */
  bool full;
};

static void *grown(void *list, size_t n, size_t more, size_t *cap, size_t size) {
  if (more <= *cap - n) return list;
  *cap = 2 * *cap + more + 64;
  return tool_realloc(list, *cap * size);
}

/* ---- reading ---- */

static void put_str(struct buffer *b, dfmt_str s) { buffer_put(b, s.ptr, (size_t)s.len); }

static void put_address(struct buffer *b, const char *before, uint64_t v) {
  buffer_put_s(b, before);
  buffer_hex(b, v, 1);
}

static void put_frame(struct buffer *b, const dfmt_mallocdbg_frame *f) {
  put_str(b, f->map);
  if (f->func.len) {
    buffer_put_s(b, f->map.len ? " (" : "(");
    put_str(b, f->func);
    put_address(b, "+0x", f->func_offset);
    buffer_byte(b, ')');
  } else {
    put_address(b, f->map.len ? "+0x" : "0x", f->rel_pc);
  }
}

/* The number of a pc; a name is the same wherever it stands. */
static uint32_t number_of(struct state *s, struct heap *h, uint64_t pc, const dfmt_mallocdbg_frame *f) {
  struct count *c = counts_at(&h->pcs, pc);
  if (c->mark == 0) {
    size_t cap = h->cap, n = h->pcs.n;
    h->pc = grown(h->pc, n - 1, 1, &cap, sizeof *h->pc);
    h->name = grown(h->name, n - 1, 1, &h->cap, sizeof *h->name);
    h->pc[n - 1] = pc;
    h->name[n - 1] = (struct slice){0, 0};
    c->mark = n;
  }
  size_t i = (size_t)c->mark - 1;
  if (f && h->name[i].len == 0) {
    h->name[i].at = s->text.len;
    put_frame(&s->text, f);
    h->name[i].len = s->text.len - h->name[i].at;
    h->named = true;
  }
  return (uint32_t)i;
}

static void keep(struct state *s, int which, const dfmt_mallocdbg_alloc *a) {
  s->list = grown(s->list, s->n, 1, &s->cap, sizeof *s->list);
  s->frames = grown(s->frames, s->n_frames, (size_t)a->n_pcs, &s->cap_frames, sizeof *s->frames);
  struct site *x = &s->list[s->n++];
  *x = (struct site){.at = s->n_frames, .n_frames = (uint32_t)a->n_pcs, .app = a->zygote_child != 0};
  x->in[which] = true;
  x->bytes[which] = a->bytes;
  x->count[which] = a->count_written;
  for (uint64_t i = 0; i < a->n_pcs; i++)
    s->frames[s->n_frames++] =
        number_of(s, &s->heap[which], a->pcs[i], i < a->n_frames ? &a->frames[i] : NULL);
}

/* Says so once when what is kept is more than one handle of the library may have. */
static void check_room(struct state *s, struct diff *d, int which) {
  uint64_t used = s->text.len + s->n * sizeof *s->list + s->n_frames * sizeof *s->frames;
  for (int i = 0; i < 2; i++) used += s->heap[i].pcs.n * (sizeof(uint64_t) + sizeof(struct slice));
  if (s->full || used <= option_value(diff_tool(d), DFMT_CFG_MAX_MEMORY)) return;
  report(diff_tool(d), CODE_DAMAGED, diff_name(d, which), "more than --max-memory has room for; raise it");
  s->full = true;
}

static void event(void *user, struct diff *d, int which, const dfmt_event *ev) {
  struct state *s = user;
  struct heap *h = &s->heap[which];
  const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *m = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (a) {
    keep(s, which, a);
    check_room(s, d, which);
  }
  if (m) {
    if (!h->maps && dfmt_mallocdbg_maps_new(diff_tool(d)->config, &h->maps) != DFMT_OK) tool_no_memory();
    if (dfmt_mallocdbg_maps_add(h->maps, m) != DFMT_OK)
      report(diff_tool(d), CODE_DAMAGED, diff_name(d, which), "more maps than --max-memory has room for; raise it");
  }
  if (e) h->single = !e->counts_valid;
}

/* ---- numbers for frames that are the same in both dumps ---- */

enum by { BY_NAME, BY_MAP, BY_ADDRESS };

struct frame {
  struct slice text;
  uint32_t *number; /* where it goes */
};

static const struct state *sorted; /* qsort() has no room for it */

static int compare_slices(struct slice a, struct slice b) {
  size_t n = a.len < b.len ? a.len : b.len;
  int c = n ? memcmp(sorted->text.ptr + a.at, sorted->text.ptr + b.at, n) : 0;
  return c ? c : (a.len > b.len) - (a.len < b.len);
}

static int by_frame(const void *a, const void *b) {
  const struct frame *x = a, *y = b;
  return compare_slices(x->text, y->text);
}

static struct slice put_pc(struct state *s, const struct heap *h, size_t i, enum by by) {
  uint64_t rel = 0, pc = h->pc[i];
  if (by == BY_NAME && h->name[i].len) return h->name[i];
  const dfmt_mallocdbg_map *m = h->maps && by != BY_ADDRESS ? dfmt_mallocdbg_maps_find(h->maps, pc, &rel) : NULL;
  bool named = m && m->name.len;
  size_t at = s->text.len;
  if (named) put_str(&s->text, m->name);
  put_address(&s->text, named ? "+0x" : "0x", named ? rel : pc);
  return (struct slice){at, s->text.len - at};
}

/* A hostile map has a name as long as the file, for each of its pcs. */
static void number_frames(struct state *s, struct diff *d, enum by by) {
  size_t n = 0, total = s->heap[0].pcs.n + s->heap[1].pcs.n;
  struct frame *all = tool_zalloc((total + 1) * sizeof *all);
  for (int which = 0; which < 2; which++) {
    struct heap *h = &s->heap[which];
    h->frame = tool_zalloc((h->pcs.n + 1) * sizeof *h->frame);
    for (size_t i = 0; i < h->pcs.n && !s->full; i++) {
      all[n++] = (struct frame){put_pc(s, h, i, by), &h->frame[i]};
      check_room(s, d, which);
    }
  }
  sorted = s;
  qsort(all, n, sizeof *all, by_frame);
  s->texts = tool_zalloc((n + 1) * sizeof *s->texts);
  uint32_t number = 0;
  for (size_t i = 0; i < n; i++) {
    number += i && compare_slices(all[i - 1].text, all[i].text) != 0;
    s->texts[number] = all[i].text;
    *all[i].number = number;
  }
  tool_realloc(all, 0);
}

/* ---- places ---- */

static int compare_sites(const struct site *x, const struct site *y) {
  const uint32_t *a = sorted->frames + x->at, *b = sorted->frames + y->at;
  for (uint32_t i = 0; i < x->n_frames && i < y->n_frames; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  if (x->n_frames != y->n_frames) return x->n_frames < y->n_frames ? -1 : 1;
  return (int)x->app - (int)y->app;
}

static int by_frames(const void *a, const void *b) { return compare_sites(a, b); }

/* What grew most goes first, what shrank most last. */
static int compare_growth(const uint64_t a[2], const uint64_t b[2]) {
  bool up_a = a[1] >= a[0], up_b = b[1] >= b[0];
  uint64_t x = up_a ? a[1] - a[0] : a[0] - a[1], y = up_b ? b[1] - b[0] : b[0] - b[1];
  if (up_a != up_b) return up_a ? -1 : 1;
  if (x == y) return 0;
  return (x > y) == up_a ? -1 : 1;
}

static int by_growth(const void *a, const void *b) {
  const struct site *x = a, *y = b;
  int c = compare_growth(x->bytes, y->bytes);
  if (c == 0) c = compare_growth(x->count, y->count);
  return c ? c : compare_sites(x, y);
}

static void merge(struct site *to, const struct site *from) {
  for (int i = 0; i < 2; i++) {
    to->bytes[i] += from->bytes[i];
    to->count[i] += from->count[i];
    to->in[i] |= from->in[i];
  }
}

static void gather(struct state *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->n; i++) {
    struct site *x = &s->list[i];
    int which = x->in[1];
    if (s->heap[which].single) x->count[which] = 1;
    x->bytes[which] *= x->count[which];
    for (uint32_t k = 0; k < x->n_frames; k++) s->frames[x->at + k] = s->heap[which].frame[s->frames[x->at + k]];
  }
  if (s->n) qsort(s->list, s->n, sizeof *s->list, by_frames);
  for (size_t i = 0; i < s->n; i++) {
    if (n && compare_sites(&s->list[n - 1], &s->list[i]) == 0)
      merge(&s->list[n - 1], &s->list[i]);
    else
      s->list[n++] = s->list[i];
  }
  s->n = n;
  if (s->n) qsort(s->list, s->n, sizeof *s->list, by_growth);
}

/* ---- what is told ---- */

enum change { SAME, NEW, GONE, GROWN, SHRUNK, N_CHANGES };

static enum change change_of(const struct site *x) {
  if (!x->in[0]) return NEW;
  if (!x->in[1]) return GONE;
  const uint64_t *v = x->bytes[0] == x->bytes[1] ? x->count : x->bytes;
  return v[0] == v[1] ? SAME : v[1] > v[0] ? GROWN : SHRUNK;
}

static void put_growth(dfmt_sink *to, const uint64_t v[2]) {
  put_f(to, "%c%" PRIu64, v[1] >= v[0] ? '+' : '-', v[1] >= v[0] ? v[1] - v[0] : v[0] - v[1]);
}

static void put_total(dfmt_sink *to, const char *name, const struct site *x) {
  put_f(to, "%-10s%" PRIu64 " -> %" PRIu64 " bytes (", name, x->bytes[0], x->bytes[1]);
  put_growth(to, x->bytes);
  put_f(to, "), %" PRIu64 " -> %" PRIu64 " allocations (", x->count[0], x->count[1]);
  put_growth(to, x->count);
  put_s(to, ")\n");
}

static void put_totals(dfmt_sink *to, const struct state *s, const uint64_t n[N_CHANGES], enum by by) {
  static const char *const names[] = {"functions", "offsets in mapped files", "addresses"};
  struct site all = {0}, part[2] = {{0}};
  for (size_t i = 0; i < s->n; i++) {
    merge(&all, &s->list[i]);
    merge(&part[s->list[i].app], &s->list[i]);
  }
  put_total(to, "all", &all);
  put_total(to, "zygote", &part[0]);
  put_total(to, "app", &part[1]);
  put_f(to, "places    %" PRIu64 " new, %" PRIu64 " gone, %" PRIu64 " grown, %" PRIu64 " shrunk, %" PRIu64
        " as before; compared by %s\n", n[NEW], n[GONE], n[GROWN], n[SHRUNK], n[SAME], names[by]);
}

static void put_site(dfmt_sink *to, const struct state *s, const struct site *x) {
  static const char *const words[] = {[NEW] = "new", [GONE] = "gone", [GROWN] = "grown", [SHRUNK] = "shrunk"};
  put_s(to, "\n");
  put_growth(to, x->bytes);
  put_f(to, " bytes (%" PRIu64 " -> %" PRIu64 "), ", x->bytes[0], x->bytes[1]);
  put_growth(to, x->count);
  put_f(to, " allocations (%" PRIu64 " -> %" PRIu64 "), %s, %s\n", x->count[0], x->count[1], words[change_of(x)],
        x->app ? "app" : "zygote");
  if (x->n_frames == 0) put_s(to, "  no backtrace\n");
  for (uint32_t i = 0; i < x->n_frames; i++) {
    struct slice t = s->texts[s->frames[x->at + i]];
    put_s(to, "  ");
    put_safe(to, s->text.ptr + t.at, t.len);
    put_s(to, "\n");
  }
}

static uint64_t tell(void *user, struct diff *d) {
  struct state *s = user;
  const struct heap *a = &s->heap[0], *b = &s->heap[1];
  dfmt_sink *to = diff_tool(d)->out.sink;
  uint64_t n[N_CHANGES] = {0}, shown = 0;
  enum by by = a->named && b->named ? BY_NAME : a->maps && b->maps ? BY_MAP : BY_ADDRESS;
  number_frames(s, d, by);
  if (s->full) return 0;
  gather(s);
  for (size_t i = 0; i < s->n; i++) n[change_of(&s->list[i])]++;
  uint64_t found = s->n - n[SAME];
  if (found) put_totals(diff_begin(d), s, n, by);
  for (size_t i = 0; i < s->n && shown < diff_max(d, USUAL) && !tool_stopped(); i++) {
    if (change_of(&s->list[i]) == SAME) continue;
    put_site(to, s, &s->list[i]);
    shown++;
  }
  if (shown < found) put_f(to, "\nand %" PRIu64 " more; --all shows them\n", found - shown);
  return found;
}

static void end(void *user) {
  struct state *s = user;
  for (int i = 0; i < 2; i++) {
    struct heap *h = &s->heap[i];
    counts_free(&h->pcs);
    tool_realloc(h->pc, 0);
    tool_realloc(h->name, 0);
    tool_realloc(h->frame, 0);
    dfmt_mallocdbg_maps_free(h->maps);
  }
  tool_realloc(s->list, 0);
  tool_realloc(s->frames, 0);
  tool_realloc(s->texts, 0);
  buffer_free(&s->text);
}

const struct whole_diff_ops mallocdbg_growth = {
    .state_size = sizeof(struct state), .event = event, .tell = tell, .end = end};
