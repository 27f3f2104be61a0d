/* SPDX-License-Identifier: MIT */
/* The memory that bodies borrow, kept from record to record. */
#include "record.h"

bool dfmti_simpleperf_grow_frames(struct dfmti_mem *m, struct dfmti_simpleperf_record *x) {
  void *p = dfmti_grow(m, x->frames, &x->cap_frames, 256, sizeof *x->frames);
  if (p) x->frames = p;
  return p != NULL;
}

void dfmti_simpleperf_record_free(struct dfmti_mem *m, struct dfmti_simpleperf_record *x) {
  dfmti_free(m, x->frames, x->cap_frames * sizeof *x->frames);
  for (int i = 0; i < 2; i++) dfmti_buf_free(m, &x->strings[i]);
  for (int i = 0; i < DFMTI_UNKNOWNS; i++) dfmti_buf_free(m, &x->unknown[i]);
  dfmti_buf_free(m, &x->frame_unknown);
}
