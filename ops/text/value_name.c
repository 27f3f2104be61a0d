/* SPDX-License-Identifier: MIT */
/* Names in values. */
#include <string.h>

#include "value.h"

void dfmto_text_value_name(struct dfmto_text_value *x, dfmt_str name) {
  const char *end = name.len && !x->honest ? memchr(name.ptr, '\0', (size_t)name.len) : NULL;
  if (end) name.len = (uint64_t)(end - name.ptr);
  if (x->safe)
    dfmto_text_put_safe(x->to, name, false);
  else
    dfmto_text_put_str(x->to, name);
}

void dfmto_text_value_label(struct dfmto_text_value *x, dfmt_str name) {
  dfmto_text_value_name(x, name);
  dfmto_text_value_paint(x, PAINT_NORMAL);
}
