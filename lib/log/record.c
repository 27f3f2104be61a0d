/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <string.h>

#include "base/cut.h"
#include "base/find_bytes.h"
#include "base/little_endian.h"
#include "base/text.h"
#include "json.h"
#include "lines/line_parts.h"

/* ---- members ---- */

/* What a member is. Those from MEMBER_PID on are numbers. */
enum member {
  MEMBER_NONE,
  MEMBER_MESSAGE,
  MEMBER_TAG,
  MEMBER_PROCESS,
  MEMBER_USER,
  MEMBER_WORD,
  MEMBER_CURSOR,
  MEMBER_BOOT,
  MEMBER_PID,
  MEMBER_TID,
  MEMBER_LEVEL,
  MEMBER_SECONDS,
  MEMBER_NANOS,
  MEMBER_MICROS,
  MEMBER_UPTIME
};

static enum member member_of(dfmt_str key) {
  static const struct {
    char key[22];
    uint8_t is;
  } keys[] = {{"logLevel", MEMBER_WORD},
              {"pid", MEMBER_PID},
              {"tid", MEMBER_TID},
              {"processName", MEMBER_PROCESS},
              {"tag", MEMBER_TAG},
              {"seconds", MEMBER_SECONDS},
              {"nanos", MEMBER_NANOS},
              {"message", MEMBER_MESSAGE},
              {"MESSAGE", MEMBER_MESSAGE},
              {"msg", MEMBER_MESSAGE},
              {"pri", MEMBER_LEVEL},
              {"time", MEMBER_BOOT},
              {"PRIORITY", MEMBER_LEVEL},
              {"SYSLOG_IDENTIFIER", MEMBER_TAG},
              {"_COMM", MEMBER_PROCESS},
              {"_PID", MEMBER_PID},
              {"_UID", MEMBER_USER},
              {"__CURSOR", MEMBER_CURSOR},
              {"__REALTIME_TIMESTAMP", MEMBER_MICROS},
              {"__MONOTONIC_TIMESTAMP", MEMBER_UPTIME}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (key.len > 0 && *key.ptr == *keys[i].key && dfmti_is(key, keys[i].key)) return keys[i].is;
  return MEMBER_NONE;
}

/* "12.345678" */
static void take_boot(struct dfmti_log_record *x, dfmt_str value) {
  const uint8_t *p = (const uint8_t *)value.ptr;
  uint64_t seconds;
  if (!dfmti_line_seconds(&x->line, p, p + value.len, 6, 6) || !dfmti_cut_number(&value, 10, &seconds)) return;
  x->line.has_uptime = true;
  x->line.uptime_us = seconds * 1000000 + dfmti_line_nanosecond(x->line.fraction) / 1000;
}

/* The words of Studio's levels begin with their letters, but for ASSERT. */
static void take_text(struct dfmti_log_record *x, enum member is, dfmt_str value) {
  const char letter = value.len > 0 ? *value.ptr : 0;
  switch (is) {
    case MEMBER_TAG: x->line.tag = value; break;
    case MEMBER_PROCESS: x->line.process = value; break;
    case MEMBER_USER: x->line.uid = value; break;
    case MEMBER_BOOT: take_boot(x, value); break;
    case MEMBER_WORD:
      x->line.priority = letter == 'A' ? DFMTI_PRIORITY_FATAL : dfmti_priority_of((uint8_t)letter);
      break;
    default: break;
  }
}

static void put_seconds(struct dfmti_log_record *x, uint64_t seconds) {
  const size_t n = dfmti_u64_text(seconds, x->seconds);
  x->line.seconds = (dfmt_str){x->seconds + sizeof x->seconds - n, n};
  x->line.timing = DFMTI_LINE_SECONDS;
}

static void put_fraction(struct dfmti_log_record *x, size_t digits, uint64_t v) {
  for (size_t i = digits; i-- > 0; v /= 10) x->fraction[i] = (char)('0' + v % 10);
  x->line.fraction = (dfmt_str){x->fraction, digits};
}

static void take_number(struct dfmti_log_record *x, enum member is, uint64_t v) {
  const bool fits = v <= INT32_MAX;
  const int32_t id = fits ? (int32_t)v : 0;
  switch (is) {
    case MEMBER_PID:
      x->line.has_pid = fits;
      x->line.pid = id;
      break;
    case MEMBER_TID:
      x->line.has_tid = fits;
      x->line.tid = id;
      break;
    case MEMBER_LEVEL:
      x->line.has_level = fits;
      x->line.level = (uint32_t)id;
      break;
    case MEMBER_SECONDS: put_seconds(x, v); break;
    case MEMBER_NANOS: put_fraction(x, DFMTI_LOG_FRACTION, v % 1000000000); break;
    case MEMBER_MICROS:
      put_seconds(x, v / 1000000);
      put_fraction(x, 6, v % 1000000);
      break;
    default:
      x->line.has_uptime = true;
      x->line.uptime_us = v;
      break;
  }
}

/* ---- records ---- */

/* Values of a message follow each other, as its lines. */
static void take_message(struct dfmti_log_record *x, const struct dfmti_log_json_value *v) {
  if (x->found) x->texts.ptr[x->texts.len++] = '\n';
  if (!x->found) x->at = v->at;
  x->found = true;
  x->texts.len += dfmti_log_json_text(v, x->texts.ptr + x->texts.len);
  x->rest = (dfmt_str){(const char *)x->texts.ptr, x->texts.len};
}

/* As much room as the record has was reserved: the message takes it from the start, other texts from the end. */
static void take(struct dfmti_log_record *x, const struct dfmti_log_json_value *v) {
  const enum member is = member_of(v->key);
  uint64_t number;
  if (is == MEMBER_MESSAGE) take_message(x, v);
  if (is <= MEMBER_MESSAGE) return;
  uint8_t *to = x->texts.ptr + (x->free -= (size_t)v->text.len);
  dfmt_str text = {(const char *)to, dfmti_log_json_text(v, to)};
  x->is_journals |= is == MEMBER_CURSOR || is == MEMBER_MICROS;
  if (is < MEMBER_PID) take_text(x, is, text);
  if (is >= MEMBER_PID && dfmti_cut_number(&text, 10, &number)) take_number(x, is, number);
}

static void read_object(struct dfmti_log_record *x, const uint8_t *p, size_t n) {
  struct dfmti_log_json walk = {.start = p, .p = p, .end = p + n};
  struct dfmti_log_json_value v;
  while (dfmti_log_json_next(&walk, &v)) {
    if (v.kind == DFMTI_LOG_JSON_WORD && dfmti_is(v.text, "null")) v.text.len = 0; /* journalctl's, if it is long */
    take(x, &v);
  }
}

enum { MOST_BINARY = 16 << 20 }; /* bytes: longer ones are damage */

/* What follows a line that is no KEY=VALUE: no field, a field that is cut off, or a binary field. */
enum after { JUNK, CUT, BINARY };

/* A value with line feeds stands behind the line of its key, with its length before it, and a line feed after it. */
static enum after binary(const uint8_t *p, const uint8_t *end, dfmt_str *value, const uint8_t **next) {
  if (end - p < 8) return CUT;
  const uint64_t n = dfmti_load_le64(p);
  if (n > MOST_BINARY) return JUNK;
  if (n >= (uint64_t)(end - p) - 8) return CUT;
  if (p[8 + n] != '\n') return JUNK;
  *value = (dfmt_str){(const char *)p + 8, n};
  *next = p + 8 + n + 1;
  return BINARY;
}

static bool is_name(const uint8_t *p, const uint8_t *end) {
  while (p < end && ((*p >= 'A' && *p <= 'Z') || dfmti_is_digit(*p) || *p == '_')) p++;
  return p == end;
}

/* Takes a field off the start, or a line that is none, whose key is empty. false: it is not whole, or a line is empty.
 */
static bool next_field(const uint8_t **p, const uint8_t *end, bool last, struct dfmti_log_json_value *v) {
  const uint8_t *lf = *p < end ? memchr(*p, '\n', (size_t)(end - *p)) : NULL;
  if (!lf && last) lf = end;
  if (!lf || lf == *p) return false;
  const uint8_t *sign = memchr(*p, '=', (size_t)(lf - *p)), *next = lf < end ? lf + 1 : end;
  *v = (struct dfmti_log_json_value){.kind = DFMTI_LOG_JSON_WORD};
  if (sign) v->text = (dfmt_str){(const char *)sign + 1, (uint64_t)(lf - sign - 1)};
  const enum after after = sign || !is_name(*p, lf) ? JUNK : binary(next, end, &v->text, &next);
  if (after == CUT) return false;
  if (sign || after == BINARY) v->key = (dfmt_str){(const char *)*p, (uint64_t)((sign ? sign : lf) - *p)};
  *p = next;
  return true;
}

/* "Wed 2024-11-20 10:11:12.123456 CET [CURSOR]": the time is copied, as further lines of a message have it. */
static void take_head(struct dfmti_log_record *x, const uint8_t *p, const uint8_t *end) {
  if (end - p < 4 || !dfmti_line_calendar(&x->line, p + 4, end, 0, true)) return;
  put_fraction(x, 6, dfmti_line_nanosecond(x->line.fraction) / 1000);
  x->line.time.len = 0;
}

/* Fields of a verbose entry are indented, and further lines of a message by its key, too. */
static void read_block(struct dfmti_log_record *x, const uint8_t *p, size_t n, bool indented) {
  enum { MORE = 4 + sizeof "MESSAGE" };
  const uint8_t *start = p, *from = p, *end = p + n;
  struct dfmti_log_json_value v;
  bool message = false;
  for (;; from = p) {
    if (indented) p = dfmti_line_blanks(p, end);
    const bool more = message && p - from >= MORE;
    if (!next_field(&p, end, true, &v)) return;
    if (more) v = (struct dfmti_log_json_value){.kind = DFMTI_LOG_JSON_WORD, .key = {"MESSAGE", 7}};
    if (more) v.text = dfmti_line_str(from + MORE, p - (p[-1] == '\n'));
    v.at = (size_t)(from - start);
    message = indented && dfmti_is(v.key, "MESSAGE");
    take(x, &v);
  }
}

void dfmti_log_record_next(struct dfmti_log_record *x) {
  const char *lf = x->rest.len > 0 ? memchr(x->rest.ptr, '\n', (size_t)x->rest.len) : NULL;
  const uint64_t n = lf ? (uint64_t)(lf - x->rest.ptr) : x->rest.len;
  x->line.message = dfmti_cut_first(x->rest, n);
  x->rest = n < x->rest.len ? dfmti_cut_after(x->rest, n + 1) : (dfmt_str){NULL, 0};
}

bool dfmti_log_record_read(struct dfmti_mem *m, struct dfmti_log_record *x, enum dfmti_log_form form, const uint8_t *p,
                           size_t n) {
  struct dfmti_buf texts = x->texts;
  texts.len = 0;
  *x = (struct dfmti_log_record){.texts = texts};
  if (!dfmti_buf_reserve(m, &x->texts, n + 1)) return false;
  x->free = n + 1;
  x->line.kind = dfmti_log_is_block(form) ? DFMTI_LINE_EXPORT : DFMTI_LINE_JSON;
  if (form == DFMTI_LOG_VERBOSE) take_head(x, p, p + n);
  if (dfmti_log_is_block(form))
    read_block(x, p, n, form == DFMTI_LOG_VERBOSE);
  else
    read_object(x, p, n);
  if (n == 1) x->line.kind = DFMTI_LINE_TEXT; /* an empty line more than one */
  if (x->found) dfmti_log_record_next(x);
  return true;
}

/* ---- where records are ---- */

size_t dfmti_log_block(const uint8_t *p, size_t n, size_t *scan) {
  const uint8_t *start = p, *end = p + n;
  struct dfmti_log_json_value v;
  p += *scan;
  while (next_field(&p, end, false, &v)) {
  }
  *scan = (size_t)(p - start);
  return p < end && *p == '\n' ? *scan + 1 : 0;
}

size_t dfmti_log_entry(const uint8_t *p, size_t n, size_t *scan) {
  const uint8_t *lf;
  while ((lf = memchr(p + *scan, '\n', n - *scan)) != NULL && lf + 1 < p + n) {
    *scan = (size_t)(lf + 1 - p);
    if (!memchr(" \t\r\n}", p[*scan], 5)) return *scan;
  }
  *scan = lf ? (size_t)(lf - p) : n;
  return 0;
}

static bool has(const uint8_t *p, size_t n, const char *key) { return dfmti_find_bytes(p, n, key, strlen(key)); }

static bool is_entry(const uint8_t *p, size_t n) {
  return n > 1 && *p == '{' && (has(p, n, "\"__REALTIME_TIMESTAMP\"") || has(p, n, "\"__CURSOR\""));
}

bool dfmti_log_is_object(const uint8_t *p, size_t n) { return n > 1 && p[1] == '"' && is_entry(p, n); }

/* With more than a line each, or something before the object. */
static bool is_entries(const uint8_t *p, size_t n) {
  const size_t lead = n > 6 && *p == 0x1e ? 1 : n > 6 && memcmp(p, "data: ", 6) == 0 ? 6 : 0;
  return is_entry(p + lead, n - lead) && (lead || p[1] != '"');
}

static bool is_verbose(const uint8_t *p, size_t n) {
  struct dfmti_line l = {.kind = 0};
  return n > 128 && dfmti_line_calendar(&l, p + 4, p + n, 6, true) && has(p, 128, " [s=");
}

/* "dmesg": [ {…, or as much of it as there is. */
static bool is_of_dmesg(dfmt_str s) {
  static const char *const parts[] = {"\"dmesg\"", ":", "[", "{"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    while (s.len > 0 && dfmti_log_json_white((uint8_t)*s.ptr)) s = dfmti_cut_after(s, 1);
    if (!s.len) return i > 0;
    if (!dfmti_cut_take(&s, parts[i])) return false;
  }
  return true;
}

/* The outermost object has these two members, in any order, or that of dmesg. */
static bool is_document(const uint8_t *p, size_t n) {
  static const char messages[] = "\"logcatMessages\"";
  size_t at = 1;
  while (at < n && dfmti_log_json_white(p[at])) at++;
  const dfmt_str first = {(const char *)p + dfmti_min(at, n), n - dfmti_min(at, n)};
  return dfmti_starts(first, messages) || (dfmti_starts(first, "\"metadata\"") && has(p, n, messages)) ||
         is_of_dmesg(first);
}

enum dfmti_log_form dfmti_log_form_of(const uint8_t *p, size_t n) {
  const dfmt_str start = {(const char *)p, n};
  if (dfmti_starts(start, "__CURSOR=") || dfmti_starts(start, "__REALTIME_TIMESTAMP=")) return DFMTI_LOG_EXPORT;
  if (is_entries(p, n)) return DFMTI_LOG_ENTRIES;
  if (is_verbose(p, n)) return DFMTI_LOG_VERBOSE;
  for (; n > 0 && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'); n--) p++;
  return n > 0 && *p == '{' && is_document(p, n) ? DFMTI_LOG_DOCUMENT : DFMTI_LOG_LINES;
}
