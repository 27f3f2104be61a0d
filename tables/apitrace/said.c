/* SPDX-License-Identifier: MIT */
#include "said.h"

#include "base/str.h"
#include "telling.h"

/* Numbers of GL. */
enum { FRAMEBUFFER_COMPLETE = 0x8cd5, DEBUG_TYPE_ERROR = 0x824c };

/* ---- values ---- */

/* Of a value to display and one to replay, the latter. */
static const dfmt_apitrace_value *plain(const dfmt_apitrace_value *v) {
  while (v && v->kind == DFMT_APITRACE_VALUE_REPR) v += 1 + v[1].span;
  return v;
}

/* What an argument points to: its array's first element, or itself. NULL: there is nothing. */
static const dfmt_apitrace_value *first(const dfmt_apitrace_value *v) {
  v = plain(v);
  if (!v || v->kind != DFMT_APITRACE_VALUE_ARRAY) return v;
  return v->bits > 0 ? plain(v + 1) : NULL;
}

static const dfmt_apitrace_value *arg(const dfmt_apitrace_call *c, uint64_t number) {
  const uint64_t n = c->present & DFMT_APITRACE_CALL_HAS_ARGS ? c->n_args : 0;
  for (uint64_t i = 0; i < n; i++)
    if (c->args[i].number == number) return c->args[i].value;
  return NULL;
}

static const dfmt_apitrace_value *returned(const dfmt_apitrace_call *c) {
  return c->present & DFMT_APITRACE_CALL_HAS_RET ? plain(c->ret) : NULL;
}

/* false: it is none. */
static bool get_number(const dfmt_apitrace_value *v, uint64_t *number) {
  if (!v) return false;
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_FALSE: *number = 0; return true;
    case DFMT_APITRACE_VALUE_TRUE: *number = 1; return true;
    case DFMT_APITRACE_VALUE_SINT:
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_ENUM: *number = v->bits; return true;
    default: return false;
  }
}

static bool is_number(const dfmt_apitrace_value *v, uint64_t number) {
  uint64_t is;
  return get_number(v, &is) && is == number;
}

/* A text up to a NUL. false: it is none. */
static bool get_text(const dfmt_apitrace_value *v, dfmt_str *text) {
  if (!v || v->kind != DFMT_APITRACE_VALUE_STRING) return false;
  const char *end = v->aux ? memchr(v->ptr, '\0', (size_t)v->aux) : NULL;
  *text = (dfmt_str){v->ptr, end ? (uint64_t)(end - (const char *)v->ptr) : v->aux};
  return true;
}

/* ---- what a call returned ---- */

static dfmt_str hexadecimal(uint64_t v, char *hex) {
  size_t n = DFMTI_APITRACE_HEX;
  do hex[--n] = "0123456789abcdef"[v % 16];
  while ((v /= 16) > 0);
  hex[--n] = 'x';
  hex[--n] = '0';
  return (dfmt_str){hex + n, DFMTI_APITRACE_HEX - n};
}

static dfmt_str name_of(const dfmt_apitrace_value *v, uint64_t number, char *hex) {
  const bool named = v->kind == DFMT_APITRACE_VALUE_ENUM;
  const dfmt_str *name = named ? dfmt_apitrace_enum_name(v->ptr, (int64_t)v->bits) : NULL;
  return name && name->len > 0 ? *name : hexadecimal(number, hex);
}

/* A number of 32 bits below 0. Enums may have it without its sign; what is unsigned otherwise is no HRESULT. */
static bool is_bad_result(const dfmt_apitrace_value *v, uint64_t number) {
  const bool is_enum = v->kind == DFMT_APITRACE_VALUE_ENUM;
  if (!is_enum && v->kind != DFMT_APITRACE_VALUE_SINT) return false;
  return number >= UINT64_MAX - INT32_MAX || (is_enum && number > INT32_MAX && number <= UINT32_MAX);
}

bool dfmti_apitrace_said_failure(const dfmt_apitrace_call *c, uint32_t tells, char *hex, dfmt_str *error) {
  const dfmt_apitrace_value *v = returned(c);
  uint64_t number;
  bool failed = get_number(v, &number);
  if (!failed) return false;
  if (tells == DFMTI_TELLS_GL_ERROR) failed = number != 0;
  if (tells == DFMTI_TELLS_FRAMEBUFFER) failed = number != FRAMEBUFFER_COMPLETE;
  if (tells == DFMTI_TELLS_RESULT) failed = is_bad_result(v, number);
  if (failed) *error = name_of(v, number & UINT32_MAX, hex);
  return failed;
}

/* ---- shaders and programs ---- */

static const struct dfmti_apitrace_status statuses[] = {{0x8b81, "glCompileShader", "GL_COMPILE_STATUS"},
                                                        {0x8b82, "glLinkProgram", "GL_LINK_STATUS"},
                                                        {0x8b83, "glValidateProgram", "GL_VALIDATE_STATUS"}};

const struct dfmti_apitrace_status *dfmti_apitrace_said_status(const dfmt_apitrace_call *c) {
  if (!is_number(first(arg(c, 2)), 0)) return NULL;
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (is_number(plain(arg(c, 1)), statuses[i].number)) return &statuses[i];
  return NULL;
}

uint64_t dfmti_apitrace_said_object(const dfmt_apitrace_call *c) {
  uint64_t number = 0;
  (void)get_number(plain(arg(c, 0)), &number);
  return number;
}

/* ---- texts ---- */

static bool ends_line(char c) { return c == '\n' || c == '\r'; }

/* Takes the first line off a text. */
static dfmt_str take_line(dfmt_str *text) {
  uint64_t n = 0;
  while (n < text->len && !ends_line(text->ptr[n])) n++;
  const dfmt_str line = {text->ptr, n};
  const uint64_t taken = n + (n < text->len);
  *text = (dfmt_str){text->ptr + taken, text->len - taken};
  return line;
}

static dfmt_str trimmed(dfmt_str s) {
  while (s.len > 0 && (s.ptr[0] == ' ' || s.ptr[0] == '\t')) s = (dfmt_str){s.ptr + 1, s.len - 1};
  while (s.len > 0 && (s.ptr[s.len - 1] == ' ' || s.ptr[s.len - 1] == '\t')) s.len--;
  return s;
}

/* Where "error" stands in a line, in any case: compilers have both. line.len: nowhere. */
static uint64_t find_error(dfmt_str line) {
  static const char word[] = "error";
  const uint64_t n = sizeof word - 1;
  for (uint64_t at = 0, i; at + n <= line.len; at++) {
    for (i = 0; i < n && (line.ptr[at + i] | 0x20) == word[i]; i++) continue;
    if (i == n) return at;
  }
  return line.len;
}

static struct dfmti_apitrace_line why(dfmt_str log) {
  while (log.len > 0) {
    const dfmt_str line = trimmed(take_line(&log));
    const uint64_t at = find_error(line);
    if (at < line.len) return (struct dfmti_apitrace_line){line, {line.ptr + at, line.len - at}};
  }
  return (struct dfmti_apitrace_line){{"", 0}, {"", 0}};
}

bool dfmti_apitrace_said_log(const dfmt_apitrace_call *c, struct dfmti_apitrace_line *line) {
  dfmt_str log;
  if (!get_text(first(arg(c, 3)), &log)) return false;
  *line = why(log);
  return true;
}

/* ---- messages ---- */

/* The place of the first message of an error among those of a call, which returned how many there are. false: none. */
static bool find_message(const dfmt_apitrace_call *c, uint64_t *place) {
  const dfmt_apitrace_value *types = plain(arg(c, 3));
  uint64_t n;
  if (!types || types->kind != DFMT_APITRACE_VALUE_ARRAY || !get_number(returned(c), &n)) return false;
  if (n > types->bits) n = types->bits;
  const dfmt_apitrace_value *v = types + 1;
  for (*place = 0; *place < n; ++*place, v += v->span)
    if (is_number(plain(v), DEBUG_TYPE_ERROR)) return true;
  return false;
}

bool dfmti_apitrace_said_message(const dfmt_apitrace_call *c, uint32_t tells, dfmt_str *line) {
  const bool one = tells == DFMTI_TELLS_MESSAGE;
  uint64_t place = 0;
  dfmt_str text = {"", 0};
  if (one ? !is_number(plain(arg(c, 1)), DEBUG_TYPE_ERROR) : !find_message(c, &place)) return false;
  if (place == 0) (void)get_text(first(arg(c, one ? 5 : 7)), &text);
  *line = trimmed(take_line(&text));
  return true;
}
