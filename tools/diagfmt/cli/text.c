/* SPDX-License-Identifier: MIT */
#include "cli/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/describe.h>

#include "base/safe_text.h"
#include "tool.h"

void put_settle(const dfmt_sink *to, dfmt_status st) {
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st == DFMT_E_LIMIT) tool_give_up(dfmt_sink_error(to));
}

void put(dfmt_sink *to, const void *ptr, uint64_t len) {
  uint64_t taken;
  if (len) put_settle(to, dfmt_sink_write(to, ptr, len, &taken));
}

void put_json_text(dfmt_sink *to, const char *before, const char *text) {
  put_s(to, before);
  put_settle(to, dfmt_json_string(text, strlen(text), to));
}

void put_json_struct(dfmt_sink *to, uint32_t type, const void *body) {
  put_settle(to, dfmt_struct_json(type, body, to));
}

dfmt_sink *text_begin(void) {
  dfmt_sink *text;
  if (dfmt_sink_memory(NULL, &text) != DFMT_OK) tool_no_memory();
  return text;
}

dfmt_str text_held(dfmt_sink *text) {
  const void *ptr = NULL;
  uint64_t len = 0;
  put_settle(text, dfmt_sink_bytes(text, &ptr, &len));
  return (dfmt_str){ptr, len};
}

void put_s(dfmt_sink *to, const char *text) { put(to, text, strlen(text)); }

void put_f(dfmt_sink *to, const char *format, ...) {
  char line[512];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(line, sizeof line, format, ap);
  va_end(ap);
  if (n > 0) put(to, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static void *reallocate(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  return tool_realloc(ptr, (size_t)new_size);
}

static size_t put_safe_as(dfmt_sink *to, const void *ptr, size_t len, bool json) {
  struct dfmti_mem m = {.fn = reallocate, .limit = UINT64_MAX};
  struct dfmti_buf text = {.len = 0};
  size_t columns = 0;
  if (!(json ? dfmti_safe_json : dfmti_safe_text)(&m, &text, ptr, len, &columns)) tool_no_memory();
  put(to, text.ptr, text.len);
  dfmti_buf_free(&m, &text);
  return columns;
}

size_t put_safe(dfmt_sink *to, const void *ptr, uint64_t len) { return put_safe_as(to, ptr, (size_t)len, false); }

size_t put_safe_s(dfmt_sink *to, const char *text) { return put_safe(to, text, strlen(text)); }

/* Length of an incomplete UTF-8 character at the end. */
static size_t cut_at_end(const unsigned char *p, size_t len) {
  for (size_t i = 1; i <= 3 && i <= len; i++) {
    const unsigned char c = p[len - i];
    if ((c & 0xc0) != 0x80) return i < (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : c >= 0xc0 ? 2u : 1u) ? i : 0;
  }
  return 0;
}

/* Length of a style at the start. *cut: more bytes could make it one. 0: none. */
static size_t style_size(const char *p, size_t len, bool *cut) {
  size_t n = 1;
  if (len == 0 || p[0] != '\x1b') return 0;
  if (n < len && p[n] == '[') n++;
  while (n > 1 && n < len && n < STYLE_SIZE && ((p[n] >= '0' && p[n] <= '9') || p[n] == ';')) n++;
  *cut = n == len && n < STYLE_SIZE;
  return n > 2 && n < len && p[n] == 'm' ? n + 1 : 0;
}

size_t put_safe_lines(dfmt_sink *to, const void *ptr, size_t len, bool more_comes, uint32_t how) {
  const char *p = ptr;
  size_t from = 0;
  if (more_comes) len -= cut_at_end(ptr, len);
  for (size_t i = 0, n; i < len; i += n ? n : 1) {
    bool cut = false;
    n = p[i] == '\n' || p[i] == '\t' ? 1 : how & SAFE_STYLES ? style_size(p + i, len - i, &cut) : 0;
    if (cut && more_comes) len = i;
    if (!n) continue;
    put_safe_as(to, p + from, i - from, how & SAFE_JSON);
    put(to, p + i, n);
    from = i + n;
  }
  if (from < len) put_safe_as(to, p + from, len - from, how & SAFE_JSON);
  return len;
}

void put_pad(dfmt_sink *to, size_t from, size_t column) {
  static const char spaces[] = "                                ";
  for (size_t n; from < column; from += n) {
    n = column - from < sizeof spaces - 1 ? column - from : sizeof spaces - 1;
    put(to, spaces, n);
  }
}

void put_size(dfmt_sink *to, uint64_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) {
    put_f(to, "%" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
    return;
  }
  double n = (double)bytes / 1024;
  size_t i = 0;
  for (; n >= 1000 && i < 5; i++) n /= 1024;
  put_f(to, "%.*f %s", n < 9.95 ? 1 : 0, n, units[i]);
}

void put_limit(dfmt_sink *to, uint64_t value, uint32_t unit) {
  if (value == UINT64_MAX) {
    put_s(to, "unlimited");
    return;
  }
  static const char suffixes[] = "\0KMGT";
  size_t i = 0;
  for (; unit == DFMT_UNIT_BYTES && value && value % 1024 == 0 && i < 4; i++) value /= 1024;
  put_f(to, "%" PRIu64 "%.1s", value, suffixes + i);
}

void put_end(dfmt_sink *to) {
  put(to, "\n", 1);
  put_flush(to);
}

void put_flush(dfmt_sink *to) { put_settle(to, dfmt_sink_flush(to)); }
