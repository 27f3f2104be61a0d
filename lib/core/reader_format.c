/* SPDX-License-Identifier: MIT */
/* The formats that a reader knows: which one it reads, and the state of each that it has met. */
#include "reader_impl.h"

const dfmt_read_format *dfmti_reader_find(const dfmt_reader *r, uint32_t format) {
  const dfmt_read_format *const *f = r->formats;
  while (*f && (*f)->format->id != format) f++;
  return *f;
}

void dfmti_reader_take_format(dfmt_reader *r, uint32_t format) {
  r->ops = dfmti_reader_find(r, format);
  r->format = r->ops ? r->ops->format : NULL;
}

dfmt_status dfmti_reader_state(dfmt_reader *r, size_t place) {
  if (!r->states[place]) r->states[place] = dfmti_zalloc(&r->in.mem, r->formats[place]->state_size);
  r->state = r->states[place];
  return r->state ? DFMT_OK : dfmti_fail_mem(&r->in.err, &r->in.mem);
}
