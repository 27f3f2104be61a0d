/* SPDX-License-Identifier: MIT */
/* Storage for overviews: texts and lists. */
#include "info.h"

bool dfmto_info_text(struct dfmto_info *x, dfmt_str s, uint32_t *number) {
  return dfmto_text(&x->op->mem, &x->texts, s.ptr ? s.ptr : "", dfmti_clamp(s.len), number);
}

bool dfmto_info_room(struct dfmto_info *x, struct dfmti_buf *list, size_t size) {
  return dfmti_buf_reserve(&x->op->mem, list, size);
}
