/* SPDX-License-Identifier: MIT */
#include "cli/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/describe.h>

#include "tool.h"

void put_settle(const dfmt_sink *to, dfmt_status st) {
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st == DFMT_E_LIMIT) tool_give_up(dfmt_sink_error(to));
}

void put(dfmt_sink *to, const void *ptr, uint64_t len) {
  uint64_t taken;
  if (len) put_settle(to, dfmt_sink_write(to, ptr, len, &taken));
}

void put_json_string(dfmt_sink *to, const void *ptr, uint64_t len) { put_settle(to, dfmt_json_string(ptr, len, to)); }

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

/* Bytes of the character at p and its code point; 0: not UTF-8; -1: cut by the end. */
static int decode(const uint8_t *p, size_t len, uint32_t *code) {
  static const struct {
    uint8_t mask, lead;
    int n;
    uint32_t least;
  } forms[] = {{0x80, 0x00, 1, 0}, {0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}};
  for (size_t i = 0; i < 4; i++) {
    if ((p[0] & forms[i].mask) != forms[i].lead) continue;
    uint32_t c = p[0] & (uint32_t)(uint8_t)~forms[i].mask;
    for (int k = 1; k < forms[i].n; k++) {
      if ((size_t)k >= len) return -1;
      if ((p[k] & 0xc0) != 0x80) return 0;
      c = c << 6 | (p[k] & 0x3fu);
    }
    *code = c;
    return c < forms[i].least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : forms[i].n;
  }
  return 0;
}

/* Controls, line and paragraph separators, marks that change direction: what would let input forge the display. */
static bool is_harmful(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static size_t escape(dfmt_sink *to, const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) put_f(to, "\\x%02x", p[i]);
  return 4 * n;
}

/* Bytes from p on that are printable ASCII, eight at a time: a multiple of eight. */
static size_t printable(const uint8_t *p, size_t len) {
  const uint64_t ones = 0x0101010101010101;
  size_t n = 0;
  for (uint64_t w; len - n >= sizeof w; n += sizeof w) {
    memcpy(&w, p + n, sizeof w);
    /* a byte's highest bit is set below 0x20, from 0x80 on, and for 0x7f; carries come only out of such bytes */
    if (((w - 0x20 * ones) | w | (w + ones)) & 0x80 * ones) break;
  }
  return n;
}

/* keep: these ASCII characters pass. Stops at a cut character if more comes. */
static size_t put_escaped(dfmt_sink *to, const uint8_t *p, size_t len, const char *keep, bool more_comes,
                          size_t *columns) {
  size_t i = 0, plain = 0;
  for (;;) {
    size_t run = printable(p + i, len - i);
    *columns += run;
    i += run;
    if (i == len) break;
    uint32_t c = 0;
    int n = decode(p + i, len - i, &c);
    if (n < 0 && more_comes) break;
    bool good = n > 0 && (!is_harmful(c) || (c && c < 0x80 && strchr(keep, (int)c)));
    size_t step = n > 0 ? (size_t)n : 1;
    if (!good) {
      put(to, p + plain, i - plain);
      *columns += escape(to, p + i, step);
      plain = i + step;
    } else {
      *columns += 1;
    }
    i += step;
  }
  put(to, p + plain, i - plain);
  return i;
}

size_t put_safe(dfmt_sink *to, const void *ptr, uint64_t len) {
  size_t columns = 0;
  if (len) put_escaped(to, ptr, (size_t)len, "", false, &columns);
  return columns;
}

size_t put_safe_s(dfmt_sink *to, const char *text) { return put_safe(to, text, strlen(text)); }

size_t put_safe_lines(dfmt_sink *to, const void *ptr, size_t len, bool more_comes) {
  size_t columns = 0;
  return len ? put_escaped(to, ptr, len, "\n\t", more_comes, &columns) : 0;
}

void put_pad(dfmt_sink *to, size_t from, size_t column) {
  static const char spaces[] = "                                ";
  while (from < column) {
    size_t n = column - from < sizeof spaces - 1 ? column - from : sizeof spaces - 1;
    put(to, spaces, n);
    from += n;
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
  while (n >= 1000 && i < 5) {
    n /= 1024;
    i++;
  }
  put_f(to, "%.*f %s", n < 9.95 ? 1 : 0, n, units[i]);
}

void put_limit(dfmt_sink *to, uint64_t value, uint32_t unit) {
  if (value == UINT64_MAX) {
    put_s(to, "unlimited");
    return;
  }
  static const char suffixes[] = "\0KMGT";
  size_t i = 0;
  while (unit == DFMT_UNIT_BYTES && value && value % 1024 == 0 && i < 4) {
    value /= 1024;
    i++;
  }
  put_f(to, "%" PRIu64 "%.1s", value, suffixes + i);
}

void put_end(dfmt_sink *to) {
  put(to, "\n", 1);
  put_flush(to);
}

void put_flush(dfmt_sink *to) { put_settle(to, dfmt_sink_flush(to)); }
