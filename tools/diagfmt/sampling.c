/* SPDX-License-Identifier: MIT */
#include "sampling.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "tool.h"

void sampling_begin(struct sampling *p, bool timed) {
  *p = (struct sampling){.timed = timed};
  sampling_word(p, "");
  p->count_name = sampling_word(p, "samples");
}

/* Numbers of an id_map as ours, which are 32 bits wide and have one to spare. */
static uint32_t id(size_t n) {
  if (n >= UINT32_MAX) tool_no_memory();
  return (uint32_t)n;
}

static uint64_t pair(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

uint32_t sampling_stack(struct sampling *p, uint32_t caller, struct sampling_key frame) {
  return id(id_map_add(&p->stacks, pair(caller, id(intern(&p->keys, &frame, sizeof frame)))));
}

uint32_t sampling_stack_frame(const struct sampling *p, uint32_t stack) { return (uint32_t)p->stacks.keys[stack]; }
uint32_t sampling_stack_caller(const struct sampling *p, uint32_t stack) {
  return (uint32_t)(p->stacks.keys[stack] >> 32);
}

/* Room for one more. */
static void *more(void *list, size_t n, size_t *cap, size_t size) {
  if (n < *cap) return list;
  *cap = *cap ? 2 * *cap : 64;
  return tool_realloc(list, *cap * size);
}

uint32_t sampling_track(struct sampling *p, int32_t thread, uint32_t kind) {
  size_t before = p->track_ids.n, i = id_map_add(&p->track_ids, pair((uint32_t)thread, kind));
  if (i < before) return (uint32_t)i;
  if ((i & (i - 1)) == 0) /* at powers of two, and at first */
    p->tracks = tool_realloc(p->tracks, (i ? 2 * i : 1) * sizeof *p->tracks);
  p->tracks[i] = (struct sampling_track){.thread = thread, .kind = kind};
  return id(i);
}

uint64_t sampling_sum(uint64_t a, uint64_t b) {
  uint64_t most = INT64_MAX;
  if (a > most || b > most) return most;
  return b > most - a ? most : a + b;
}

size_t sampling_sample(struct sampling *p, uint32_t track, uint32_t stack, uint64_t time_ns, uint64_t n,
                       uint64_t value) {
  size_t at = p->timed ? p->n_samples : id_map_add(&p->sample_ids, pair(track, stack));
  if (time_ns < p->first_ns || p->n_samples == 0) p->first_ns = time_ns;
  if (time_ns > p->last_ns) p->last_ns = time_ns;
  if (at == p->n_samples) {
    p->samples = more(p->samples, at, &p->cap_samples, sizeof *p->samples);
    p->samples[at] = (struct sampling_sample){.track = track, .stack = stack};
    p->n_samples++;
  }
  struct sampling_sample *s = &p->samples[at];
  if (p->timed)
    s->time_ns = time_ns;
  else
    s->n = sampling_sum(s->n, n);
  s->value = sampling_sum(s->value, value);
  return at;
}

void sampling_wait(struct sampling *p, size_t sample, uint64_t ns) {
  p->samples[sample].wait_ns = sampling_sum(p->samples[sample].wait_ns, ns);
}

void sampling_switch(struct sampling *p, uint32_t track, uint64_t time_ns, bool on) {
  p->switches = more(p->switches, p->n_switches, &p->cap_switches, sizeof *p->switches);
  p->switches[p->n_switches++] = (struct sampling_switch){.time_ns = time_ns, .track = track, .on = on};
}

void sampling_note(struct sampling *p, const char *title, uint64_t number) {
  char line[96];
  snprintf(line, sizeof line, "%s: %" PRIu64, title, number);
  intern(&p->notes, line, strlen(line));
}

void sampling_name(struct sampling *p, const struct sampling_names *names, void *user) {
  struct sampling_key key;
  p->frames = tool_zalloc(p->keys.n * sizeof *p->frames);
  for (size_t i = 0; i < p->keys.n; i++) {
    size_t len;
    memcpy(&key, interned_at(&p->keys, i, &len), sizeof key);
    names->frame(user, p, &key, &p->frames[i]);
  }
  for (size_t i = 0; i < p->track_ids.n; i++) names->track(user, p, &p->tracks[i]);
}

uint64_t sampling_memory(const struct sampling *p) {
  size_t maps = p->stacks.cap + p->track_ids.cap + p->sample_ids.cap;
  return interned_memory(&p->keys) + maps * 2 * sizeof(uint64_t) + p->cap_samples * sizeof *p->samples +
         p->cap_switches * sizeof *p->switches + p->track_ids.cap * sizeof *p->tracks;
}

uint32_t sampling_word(struct sampling *p, const char *text) { return id(intern(&p->strings, text, strlen(text))); }

uint32_t sampling_text(struct sampling *p, dfmt_str text) {
  struct buffer clean = {0};
  size_t from = 0, len = (size_t)text.len;
  while (from < len) {
    struct utf8 utf8 = {0};
    utf8_feed(&utf8, (const unsigned char *)text.ptr + from, len - from);
    buffer_put(&clean, text.ptr + from, (size_t)utf8.good);
    from += (size_t)utf8.good;
    if (from++ < len) buffer_put_s(&clean, "\xef\xbf\xbd");
  }
  uint32_t number = id(intern(&p->strings, clean.ptr, clean.len));
  buffer_free(&clean);
  return number;
}

static dfmt_str at(const struct interned *x, size_t number) {
  size_t len;
  const char *ptr = interned_at(x, number, &len);
  return (dfmt_str){ptr, len};
}

dfmt_str sampling_string(const struct sampling *p, uint32_t number) { return at(&p->strings, number); }
dfmt_str sampling_note_at(const struct sampling *p, size_t number) { return at(&p->notes, number); }

uint64_t sampling_value(const struct sampling *p, const struct sampling_sample *s) {
  return p->tracks[s->track].waits ? s->wait_ns : s->value;
}

void sampling_free(struct sampling *p) {
  interned_free(&p->strings);
  interned_free(&p->keys);
  interned_free(&p->notes);
  id_map_free(&p->stacks);
  id_map_free(&p->track_ids);
  id_map_free(&p->sample_ids);
  tool_realloc(p->frames, 0);
  tool_realloc(p->tracks, 0);
  tool_realloc(p->samples, 0);
  tool_realloc(p->switches, 0);
}
