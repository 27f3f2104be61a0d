/* SPDX-License-Identifier: MIT */
/* Services of bug reports as in version 1.0, whose markers have no priorities. */
#include <string.h>

#include "bugreport.h"

size_t dfmto_convert_find_word(const char *p, size_t n, const char *word) {
  size_t len = strlen(word);
  for (size_t i = 0; i + len <= n; i++)
    if (memcmp(p + i, word, len) == 0) return i + len;
  return SIZE_MAX;
}

/* A line of dashes may precede the marker. *from, *to: its priority; both 0: it has none. */
static void find_priority(dfmt_str marker, size_t *from, size_t *to) {
  static const char *const words[] = {"DUMP OF SERVICE CRITICAL ", "DUMP OF SERVICE HIGH "};
  const size_t n = (size_t)marker.len,
               line = n && *marker.ptr == '-' ? dfmto_convert_find_word(marker.ptr, n, "\n") : 0;
  *from = *to = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t len = strlen(words[i]);
    if (line > n || n - line < len || memcmp(marker.ptr + line, words[i], len) != 0) continue;
    *from = line + strlen("DUMP OF SERVICE ");
    *to = line + len;
  }
}

static dfmt_status marker_read(void *user) {
  struct dfmto_convert *c = user;
  const dfmt_str marker = dfmto_convert_buf_str(&c->out.start);
  size_t from, to;
  find_priority(marker, &from, &to);
  dfmto_convert_say_bytes(&c->out, (dfmt_str){marker.ptr, from});
  dfmto_convert_say_bytes(&c->out, (dfmt_str){marker.ptr + to, marker.len - to});
  dfmto_convert_say_value(&c->out, UINT64_MAX);
  dfmto_convert_say_end(&c->out);
  return DFMT_OK;
}

void dfmto_convert_say_without_priority(struct dfmto_convert *c, const dfmt_bugreport_service *service) {
  dfmt_bugreport_service plain = *service;
  plain.dump_priority = DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL;
  memcpy(&c->body, &plain, sizeof plain);
  dfmto_convert_say_begin(&c->out, &c->body.head, DFMT_PAYLOAD_RAW);
  dfmto_convert_say_plain(&c->out, DFMTO_STEP_MODE, DFMT_PAYLOAD_RAW);
  dfmto_convert_say_plain(&c->out, DFMTO_STEP_LINES, 2);
  dfmto_convert_say_call(&c->out, marker_read, c);
}
