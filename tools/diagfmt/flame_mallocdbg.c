/* SPDX-License-Identifier: MIT */
/*
 * `flame` for mallocdbg's heap dumps. Maps come after the records: until then a frame is a name that bt_info gave, or
 * a pc, as its eight bytes.
 */
#include <string.h>

#include "buffer.h"
#include "intern.h"
#include "options.h"
#include "stacks.h"
#include "walk.h"

/* Kinds of weight: a v1.0 dump says at its end whether its numbers are counts. */
enum { WEIGHT_ONE, WEIGHT_COUNTED };

struct state {
  struct interned frames; /* a byte that says what it is, and that */
  struct buffer text;     /* scratch */
  dfmt_mallocdbg_maps *maps;
  uint32_t kind;
};

static bool by_bytes(const struct settings *set) { return !set->weight || strcmp(set->weight, "bytes") == 0; }

/* a * b, or UINT64_MAX. */
static uint64_t times(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

/* The last part of a path, and the place in that file. */
static void put_place(struct buffer *out, dfmt_str path, uint64_t rel_pc) {
  uint64_t at = path.len;
  while (at && path.ptr[at - 1] != '/') at--;
  if (path.len) buffer_put(out, path.ptr + at, (size_t)(path.len - at));
  buffer_put_s(out, path.len ? "+0x" : "0x");
  buffer_hex(out, rel_pc, 1);
}

enum { IS_PC = 'p', IS_NAME = 'n' };

static uint64_t frame_of(struct state *s, const dfmt_mallocdbg_alloc *a, uint64_t i) {
  const dfmt_mallocdbg_frame *f = i < a->n_frames ? &a->frames[i] : NULL;
  bool named = f && (f->function.len || f->map.len);
  s->text.len = 0;
  buffer_byte(&s->text, named ? IS_NAME : IS_PC);
  if (!named)
    buffer_put(&s->text, &a->pcs[i], sizeof a->pcs[i]);
  else if (f->function.len)
    buffer_put(&s->text, f->function.ptr, (size_t)f->function.len);
  else
    put_place(&s->text, f->map, f->rel_pc);
  return intern(&s->frames, s->text.ptr, s->text.len);
}

static void add(struct state *s, const struct settings *set, const dfmt_mallocdbg_alloc *a, struct stacks *to) {
  uint64_t one = by_bytes(set) ? a->bytes : 1;
  uint32_t node = stacks_at(to, STACK_ROOT, a->zygote_child);
  for (uint64_t i = a->n_pcs; i-- > 0;) node = stacks_at(to, node, frame_of(s, a, i));
  stacks_add(to, node, WEIGHT_ONE, one);
  stacks_add(to, node, WEIGHT_COUNTED, times(one, a->count_written));
}

static bool event(void *user, struct walk *w, const dfmt_event *ev, struct stacks *to) {
  struct state *s = user;
  const dfmt_mallocdbg_header *header = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_alloc *alloc = dfmt_event_mallocdbg_alloc(ev);
  const dfmt_mallocdbg_map *map = dfmt_event_mallocdbg_map(ev);
  const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
  if (!s->maps && dfmt_mallocdbg_maps_new(w->t->config, &s->maps) != DFMT_OK) tool_no_memory();
  if (dfmt_event_mallocdbg_op(ev) || dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev)) {
    static const char *const what[] = {
        "recorded operations have no stacks: 'diagfmt top' and 'leaks' show sizes and threads",
        "reports in a log have no stacks of all memory: 'diagfmt leaks' shows where leaks were allocated"};
    report(w->t, CODE_USAGE, w->in->name, "no heap dump: %s", what[!dfmt_event_mallocdbg_op(ev)]);
    return false;
  }
  if (header) s->kind = header->variant == DFMT_MALLOCDBG_VARIANT_V11 || header->variant == DFMT_MALLOCDBG_VARIANT_V12;
  if (alloc) add(s, &w->t->set, alloc, to);
  if (end) s->kind = end->counts_valid;
  if (option_value(w->t, DFMT_CFG_MALLOCDBG_COUNTS)) s->kind = WEIGHT_COUNTED;
  if (!map) return true;
  dfmt_status st = dfmt_mallocdbg_maps_add(s->maps, map);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0) report_error(w->t, &w->place, dfmt_mallocdbg_maps_error(s->maps));
  return st >= 0;
}

static bool group(void *user, struct walk *w, uint64_t zygote_child, unsigned *kind, struct buffer *name) {
  const struct state *s = user;
  const struct settings *set = &w->t->set;
  const char *word = zygote_child ? "app" : "zygote"; /* before or after the fork from it: as Android's viewer says */
  *kind = s->kind;
  if (set->heap && strcmp(set->heap, word) != 0) return false;
  if (!set->by || strcmp(set->by, "none") != 0) buffer_put_s(name, word);
  return true;
}

static void name(void *user, uint64_t frame, struct buffer *out) {
  struct state *s = user;
  size_t len;
  uint64_t pc, rel_pc;
  const char *text = interned_at(&s->frames, (size_t)frame, &len);
  if (*text == IS_NAME) {
    buffer_put(out, text + 1, len - 1);
    return;
  }
  memcpy(&pc, text + 1, sizeof pc);
  const dfmt_mallocdbg_map *map = dfmt_mallocdbg_maps_find(s->maps, pc, &rel_pc);
  bool named = map && map->name.len;
  put_place(out, named ? map->name : (dfmt_str){NULL, 0}, named ? rel_pc : pc);
}

static const char *refused(const struct settings *set) {
  return set->threads.n ? "--thread" : set->events.n ? "--event" : set->cpu ? "--cpu" : NULL;
}

static const char *unit(const struct settings *set, const struct flame_measure *of) {
  (void)of;
  return by_bytes(set) ? "bytes" : "allocations";
}

static void end(void *user) {
  struct state *s = user;
  interned_free(&s->frames);
  buffer_free(&s->text);
  dfmt_mallocdbg_maps_free(s->maps);
}

const struct flame_ops mallocdbg_flame = {.state_size = sizeof(struct state),
                                          .weights = "bytes|allocations",
                                          .roots = "heap|none",
                                          .refused = refused,
                                          .event = event,
                                          .group = group,
                                          .name = name,
                                          .unit = unit,
                                          .end = end};
