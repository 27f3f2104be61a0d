/* SPDX-License-Identifier: MIT */
/* What stands before the message in a line of the log (spec 4.2). */
#include "read.h"

DFMTI_LOG_SAME(DFMT_MALLOCDBG_PRIORITY_);

/* "malloc_debug: MESSAGE": such tags alone, as any prose has colons. */
static bool on_stderr(const uint8_t *p, const uint8_t *end, struct dfmti_log_line *l) {
  *l = (struct dfmti_log_line){.layout = 0};
  for (int i = 0; i < 2; i++) {
    const char *head = i ? "libc: " : "malloc_debug: ";
    if (!dfmti_begins(p, end, head)) continue;
    const uint8_t *message = p + strlen(head);
    l->tag = (dfmt_str){(const char *)p, (uint64_t)(message - 2 - p)};
    l->message = (dfmt_str){(const char *)message, (uint64_t)(end - message)};
    return true;
  }
  return false;
}

bool dfmti_mallocdbg_log_prefix(const uint8_t *p, const uint8_t *end, struct dfmti_log_line *l,
                                enum dfmti_log_context *context) {
  bool known = dfmti_log_line(p, end, DFMTI_LOG_LAYOUTS, l);
  *context = known ? l->layout == DFMTI_LOG_LONG ? LOG_LONG : LOG_PLAIN : LOG_STDERR;
  return known || on_stderr(p, end, l);
}

bool dfmti_mallocdbg_log_tag(const dfmt_str *tag) {
  return tag->len == 0 || (tag->len == 12 && memcmp(tag->ptr, "malloc_debug", 12) == 0) ||
         (tag->len == 4 && memcmp(tag->ptr, "libc", 4) == 0);
}

size_t dfmti_mallocdbg_log_plain(const uint8_t *p, const uint8_t *end, uint8_t *to) {
  size_t n = 0;
  for (; p < end; p++) {
    if (p[0] == 0x1b && p + 1 < end && p[1] == '[') {
      const uint8_t *m = p + 2;
      while (m < end && (dfmti_is_digit(*m) || *m == ';')) m++;
      if (m < end && *m == 'm') {
        p = m;
        continue;
      }
    }
    to[n++] = *p;
  }
  return n;
}
