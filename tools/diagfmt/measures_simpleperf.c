/* SPDX-License-Identifier: MIT */
#include "measures_simpleperf.h"

#include "sched_switch.h"

enum { NAMED = '=', NUMBERED = '#' };

uint32_t measure_of(struct measures *m, const dfmt_simpleperf_names *names, uint32_t event) {
  struct count *c = counts_at(&m->events, event);
  if (c->mark) return (uint32_t)(c->mark - 1);
  struct buffer key = {0};
  dfmt_str name = {NULL, 0};
  if (names) dfmt_simpleperf_names_event(names, event, &name);
  buffer_byte(&key, name.len ? NAMED : NUMBERED);
  if (name.len)
    buffer_put(&key, name.ptr, (size_t)name.len);
  else
    buffer_unsigned(&key, event);
  size_t number = intern(&m->keys, key.ptr, key.len);
  buffer_free(&key);
  c->mark = number + 1;
  return (uint32_t)number;
}

uint32_t measure_usual(struct measures *m, const dfmt_simpleperf_names *names, uint64_t n_types, bool on_cpu) {
  dfmt_str name = {NULL, 0};
  for (uint32_t i = 0; names && on_cpu && i < n_types; i++)
    if (dfmt_simpleperf_names_event(names, i, &name) && !is_sched_switch(name)) return measure_of(m, names, i);
  return measure_of(m, names, 0);
}

dfmt_str measure_key(const struct measures *m, uint32_t measure) {
  size_t len;
  if (measure == MEASURE_AWAY) return (dfmt_str){"", 0};
  const char *key = interned_at(&m->keys, measure, &len);
  return (dfmt_str){key, len};
}

void measure_key_name(dfmt_str key, struct buffer *out) {
  if (key.len == 0)
    buffer_put_s(out, "off-cpu"); /* as in exports for viewers */
  else if (*key.ptr == NUMBERED)
    buffer_put_s(out, "event ");
  if (key.len) buffer_put(out, key.ptr + 1, (size_t)key.len - 1);
}

void measure_name(const struct measures *m, uint32_t measure, struct buffer *out) {
  measure_key_name(measure_key(m, measure), out);
}

bool measure_is_ns(const struct measures *m, uint32_t measure) {
  dfmt_str key = measure_key(m, measure);
  return measure == MEASURE_AWAY || (*key.ptr == NAMED && is_clock((dfmt_str){key.ptr + 1, key.len - 1}));
}

void measures_free(struct measures *m) {
  interned_free(&m->keys);
  counts_free(&m->events);
}
