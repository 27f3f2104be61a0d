/* SPDX-License-Identifier: MIT */
#include "waiting.h"

/* The record for the next one, whose memory is reused. */
static struct dfmto_profile_record *next_of(struct dfmto_profile_waiting *w) {
  return &w->list[w->n_added % DFMTO_WAITING];
}

static void add(struct dfmto_profile_waiting *w, const struct dfmto_profile_chains *chains,
                struct dfmto_profile_record x) {
  x.own = next_of(w)->own;
  if (!x.is_switch) x.hash = dfmto_profile_chain_hash(chains, x.frames, x.n_frames);
  *next_of(w) = x;
  w->n_added++;
}

void dfmto_profile_waiting_add_row(struct dfmto_profile_waiting *w, const struct dfmto_profile_chains *chains,
                                   const dfmt_simpleperf_columns *c, uint64_t row) {
  const uint64_t first = c->first_frame[row], n = c->first_frame[row + 1] - first;
  add(w, chains,
      (struct dfmto_profile_record){.time_ns = c->time_ns[row],
                                    .event_count = c->event_count[row],
                                    .n_frames = n,
                                    .thread_id = c->thread_id[row],
                                    .event_type_id = c->event_type_id[row],
                                    .frames = n ? c->frames + first : NULL});
}

static bool add_sample(struct dfmti_mem *m, struct dfmto_profile_waiting *w, const struct dfmto_profile_chains *chains,
                       const dfmt_simpleperf_sample *s) {
  struct dfmti_buf *own = &next_of(w)->own;
  size_t bytes;
  own->len = 0;
  if (!dfmti_mul(dfmti_clamp(s->n_frames), sizeof *s->frames, &bytes) ||
      (bytes && !dfmti_buf_append(m, own, s->frames, bytes)))
    return false;
  add(w, chains,
      (struct dfmto_profile_record){.time_ns = s->time_ns,
                                    .event_count = s->event_count,
                                    .n_frames = s->n_frames,
                                    .thread_id = s->thread_id,
                                    .event_type_id = s->event_type_id,
                                    .frames = (const void *)own->ptr});
  return true;
}

bool dfmto_profile_waiting_add(struct dfmti_mem *m, struct dfmto_profile_waiting *w,
                               const struct dfmto_profile_chains *chains, const dfmt_event *ev) {
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_switch *on = dfmt_event_simpleperf_switch(ev);
  if (s) return add_sample(m, w, chains, s);
  if (on)
    add(w, chains,
        (struct dfmto_profile_record){
            .time_ns = on->time_ns, .thread_id = on->thread_id, .is_switch = true, .switch_on = on->switch_on});
  return true;
}

void dfmto_profile_waiting_free(struct dfmti_mem *m, struct dfmto_profile_waiting *w) {
  for (size_t i = 0; i < DFMTO_WAITING; i++) dfmti_buf_free(m, &w->list[i].own);
}
