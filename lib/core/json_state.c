/* SPDX-License-Identifier: MIT */
#include "json_state.h"

void dfmti_json_reset(struct dfmti_json_state *s) {
  if (s->stage == 0) return; /* no line was begun */
  *s = (struct dfmti_json_state){.type = s->type, .gathered = {s->gathered.ptr, 0, s->gathered.cap}};
}

void dfmti_json_free(struct dfmti_mem *m, struct dfmti_json_state *s) { dfmti_buf_free(m, &s->gathered); }
