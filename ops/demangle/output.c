/* SPDX-License-Identifier: MIT */
/* What is printed, and the stack of what is to be printed. */
#include <string.h>

#include "demangle.h"

enum { FIRST_ITEMS = 64, FIRST_OUTPUT = 256 };

bool dfmto_demangle_put(struct dfmto_demangle *d, const char *ptr, size_t len) {
  if (len > DFMTO_DEMANGLE_OUTPUT - d->out.len) return dfmto_demangle_fail(d, DFMT_E_LIMIT);
  if (!len) return true;
  if (len > d->out.cap - d->out.len && !dfmti_buf_reserve(&d->mem, &d->out, len < FIRST_OUTPUT ? FIRST_OUTPUT : len))
    return dfmto_demangle_no_memory(d);
  memcpy(d->out.ptr + d->out.len, ptr, len);
  d->out.len += len;
  d->last = ptr[len - 1];
  return true;
}

bool dfmto_demangle_push(struct dfmto_demangle *d, struct dfmto_demangle_item item) {
  if (d->n_items == d->cap_items) {
    struct dfmto_demangle_item *larger = dfmti_grow(&d->mem, d->items, &d->cap_items, FIRST_ITEMS, sizeof *larger);
    if (!larger) return dfmto_demangle_no_memory(d);
    d->items = larger;
  }
  d->items[d->n_items++] = item;
  return true;
}
