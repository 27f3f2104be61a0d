/* SPDX-License-Identifier: MIT */
/* Repair of simpleperf: viewers reject files whose sample_count differs from the number of samples. */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/simpleperf.h>

#include "repair.h"

struct state {
  bool has_lost, lacks_lost, counted; /* counted: sample_count was changed; lacks_lost: a `lost` record must be added */
  uint64_t samples;                   /* samples that are left */
  uint64_t written, whole;            /* samples so far; records copied */
  dfmt_simpleperf_lost lost;
};

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  s->samples += dfmt_event_simpleperf_sample(ev) != NULL;
  s->has_lost |= dfmt_event_simpleperf_lost(ev) != NULL;
  return DFMT_OK;
}

static dfmt_status looked(struct dfmto_repair *r) {
  struct state *s = r->state;
  s->lacks_lost = !s->has_lost && r->damaged && s->samples > 0;
  return DFMT_OK;
}

/* was: NULL if there is none. */
static void count_anew(struct dfmto_repair *r, struct state *s, const dfmt_simpleperf_lost *was) {
  s->lost = (dfmt_simpleperf_lost){.head = {sizeof s->lost, DFMT_SIMPLEPERF_LOST}};
  if (was) (void)dfmt_body_copy(&was->head, &s->lost.head);
  s->lost.present |= DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT;
  s->lost.sample_count = s->samples;
  dfmto_convert_say_put(&r->out, &s->lost.head);
  s->lacks_lost = false;
  s->counted = true;
}

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  bool names = dfmt_event_simpleperf_file(ev) || dfmt_event_simpleperf_thread(ev);
  if (s->lacks_lost && names && s->written == s->samples) count_anew(r, s, NULL);
  if (r->damaged && lost && lost->sample_count != s->samples) {
    count_anew(r, s, lost);
    return DFMT_OK;
  }
  dfmto_convert_say_copy(&r->out);
  s->written += dfmt_event_simpleperf_sample(ev) != NULL;
  s->whole++;
  return DFMT_OK;
}

static dfmt_status end(struct dfmto_repair *r) {
  struct state *s = r->state;
  if (s->lacks_lost) count_anew(r, s, NULL);
  return DFMT_OK;
}

static dfmt_status tell(struct dfmto_repair *r) {
  const struct state *s = r->state;
  char count[64] = "";
  if (s->counted) snprintf(count, sizeof count, "; sample_count is now %" PRIu64, s->samples);
  return dfmto_repair_sum(r, "%" PRIu64 " records whole, %" PRIu64 " bytes skipped%s", s->whole, r->skipped, count);
}

extern const struct dfmto_repair_format dfmto_repair_simpleperf;
const struct dfmto_repair_format dfmto_repair_simpleperf = {.format = DFMT_SIMPLEPERF,
                                                            .state_size = sizeof(struct state),
                                                            .look = look,
                                                            .looked = looked,
                                                            .event = event,
                                                            .end = end,
                                                            .tell = tell};
