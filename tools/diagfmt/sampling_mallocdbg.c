/* SPDX-License-Identifier: MIT */
/* Heap dumps for viewers of profiles: what is in use, by call chain. */
#include "heap_mallocdbg.h"
#include "options.h"
#include "sampling.h"

struct state {
  struct heap heap;
  bool begun, is_dump;
};

static void event(void *user, struct sampling *p, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct state *s = user;
  (void)p;
  if (!s->begun) heap_begin(&s->heap, w);
  s->begun = true;
  s->is_dump = s->is_dump || dfmt_event_mallocdbg_header(ev);
  if (wanted || !dfmt_event_mallocdbg_alloc(ev)) heap_event(&s->heap, ev);
}

static const struct sampling_key no_backtrace = {UINT64_MAX, 0}; /* viewers drop what has no frame */

static void name_frame(void *user, struct sampling *p, const struct sampling_key *key, struct sampling_frame *out) {
  struct state *s = user;
  struct heap_frame f;
  struct buffer text = {0};
  if (key->function == no_backtrace.function) {
    out->name = out->system_name = sampling_word(p, "(no backtrace)");
    return;
  }
  if (interned_memory(&p->strings) > option_value(s->heap.w->t, DFMT_CFG_MAX_MEMORY)) { /* of a long map's name */
    s->heap.full = true;
    return;
  }
  heap_frame(&s->heap, (size_t)key->function, &f);
  out->address = f.has_file ? f.file_offset : f.pc;
  out->path = sampling_text(p, f.file);
  if (f.has_function)
    buffer_put(&text, f.function.ptr, (size_t)f.function.len);
  else
    heap_frame_text(&s->heap, (size_t)key->function, &text);
  out->name = out->system_name = sampling_text(p, (dfmt_str){text.ptr, text.len});
  buffer_free(&text);
}

static void name_track(void *user, struct sampling *p, struct sampling_track *t) {
  (void)user;
  t->unit = UNIT_BYTES;
  t->kind_name = sampling_word(p, "inuse_space");
}

static const char *name(void *user, struct sampling *p) {
  static const char no_room[] = "more call chains than --max-memory has room for";
  static const struct sampling_names names = {.frame = name_frame, .track = name_track};
  struct state *s = user;
  const struct heap *h = &s->heap;
  if (!s->is_dump) return "is no heap dump: malloc_debug's other files have nothing for viewers of profiles";
  if (h->w->t->set.threads.n) return "a heap dump has no threads to choose by";
  if (h->full) return no_room;
  p->count_name = sampling_word(p, "inuse_objects");
  uint32_t track = sampling_track(p, 0, 0);
  for (size_t i = 0; i < h->stacks.n; i++) {
    size_t n = heap_stack_len(h, i);
    uint32_t stack = n ? SAMPLING_NO_STACK : sampling_stack(p, SAMPLING_NO_STACK, no_backtrace);
    for (size_t k = n; k-- > 0;) stack = sampling_stack(p, stack, (struct sampling_key){heap_place(h, i, k), 0});
    struct sum sum = heap_stack_sum(h, i);
    (void)sampling_sample(p, track, stack, 0, sum.count, sum.bytes);
  }
  sampling_name(p, &names, user);
  return h->full ? no_room : NULL;
}

static void end(void *user) {
  struct state *s = user;
  if (s->begun) heap_end(&s->heap);
}

const struct sampling_ops mallocdbg_sampling = {
    .state_size = sizeof(struct state), .event = event, .name = name, .end = end};
