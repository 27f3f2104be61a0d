/* SPDX-License-Identifier: MIT */
/* Whose a line of the log is (spec 4.1), and how it is told without a log daemon (spec 4.2). */
#include "read.h"

DFMTI_PRIORITY_SAME(DFMT_MALLOCDBG_PRIORITY_);

bool dfmti_mallocdbg_log_tag(const dfmt_str *tag) {
  return tag->len == 0 || (tag->len == 12 && memcmp(tag->ptr, "malloc_debug", 12) == 0) ||
         (tag->len == 4 && memcmp(tag->ptr, "libc", 4) == 0);
}

bool dfmti_mallocdbg_log_stderr(const uint8_t *p, const uint8_t *end, struct dfmti_line *l) {
  for (int i = 0; i < 2; i++) {
    const char *head = i ? "libc: " : "malloc_debug: ";
    if (!dfmti_begins(p, end, head)) continue;
    const uint8_t *message = p + strlen(head);
    *l = (struct dfmti_line){.tag = {(const char *)p, (uint64_t)(message - 2 - p)}};
    l->message = (dfmt_str){(const char *)message, (uint64_t)(end - message)};
    return true;
  }
  return false;
}
