/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <string.h>

#include "base/text.h"

/* ---- the walk ---- */

static bool in_array(const struct dfmti_log_json *x) { return x->arrays >> x->depth & 1; }

/* Whether a text here is a value: of a key, or one of several that a list has. */
static bool is_value(const struct dfmti_log_json *x) {
  return in_array(x) ? x->list > 0 && x->list == x->depth : x->has_key;
}

/* The closing quote of a string whose text begins at p; `end` if it is not closed. */
static const uint8_t *string_end(const uint8_t *p, const uint8_t *end) {
  const uint8_t *quote = p < end ? memchr(p, '"', (size_t)(end - p)) : NULL;
  if (quote && !memchr(p, '\\', (size_t)(quote - p))) return quote;
  for (; p < end && *p != '"'; p++)
    if (*p == '\\' && p + 1 < end) p++;
  return p;
}

static dfmt_str text_of(const uint8_t *p, const uint8_t *end) {
  return (dfmt_str){(const char *)p, (uint64_t)(end - p)};
}

static bool give(struct dfmti_log_json *x, struct dfmti_log_json_value *v, enum dfmti_log_json_kind kind,
                 dfmt_str text) {
  *v = (struct dfmti_log_json_value){.kind = kind, .key = x->key, .text = text, .at = x->at};
  x->has_key = false;
  return true;
}

/* A key, or a value: true. */
static bool take_string(struct dfmti_log_json *x, struct dfmti_log_json_value *v) {
  const uint8_t *from = x->p + 1, *to = string_end(from, x->end);
  const dfmt_str text = text_of(from, to);
  const size_t at = (size_t)(x->p - x->start);
  x->p = to < x->end ? to + 1 : to;
  if (is_value(x)) return give(x, v, DFMTI_LOG_JSON_STRING, text);
  if (in_array(x)) return false;
  x->key = text;
  x->list = 0;
  x->at = at;
  x->has_key = true;
  return false;
}

static bool is_of_word(uint8_t c) {
  return dfmti_is_digit(c) || dfmti_is_letter(c) || c == '+' || c == '-' || c == '.';
}

/* true, false, null, a number. */
static bool take_word(struct dfmti_log_json *x, struct dfmti_log_json_value *v) {
  const uint8_t *from = x->p;
  while (x->p < x->end && is_of_word(*x->p)) x->p++;
  if (x->p == from) x->p++; /* white space, or what does not belong here */
  const bool is_word = *from > ' ' && *from != ':' && *from != ',' && x->has_key && !in_array(x);
  return is_word && give(x, v, DFMTI_LOG_JSON_WORD, text_of(from, x->p));
}

/* The bytes of a text that is not UTF-8: a list of numbers alone. */
static bool take_list(struct dfmti_log_json *x, struct dfmti_log_json_value *v) {
  const uint8_t *p = x->p + 1;
  if (!is_value(x)) return false;
  while (p < x->end && (dfmti_is_digit(*p) || *p == ',' || dfmti_log_json_white(*p))) p++;
  if (p == x->end || *p != ']' || p == x->p + 1) return false;
  const dfmt_str text = text_of(x->p + 1, p);
  x->p = p + 1;
  return give(x, v, DFMTI_LOG_JSON_LIST, text);
}

static bool open_level(struct dfmti_log_json *x, bool array) {
  if (x->depth == DFMTI_LOG_JSON_DEPTH) return false;
  x->depth++;
  x->arrays = (x->arrays & ~(UINT64_C(1) << x->depth)) | (uint64_t)array << x->depth;
  if (x->has_key) x->list = array ? x->depth : 0;
  x->has_key = false;
  x->p++;
  return true;
}

static void close_level(struct dfmti_log_json *x) {
  x->depth -= x->depth > 0;
  x->has_key = false;
  x->p++;
}

bool dfmti_log_json_next(struct dfmti_log_json *x, struct dfmti_log_json_value *v) {
  while (x->p < x->end) {
    switch (*x->p) {
      case '"':
        if (take_string(x, v)) return true;
        break;
      case '[':
        if (take_list(x, v)) return true;
        if (!open_level(x, true)) return false;
        break;
      case '{':
        if (!open_level(x, false)) return false;
        break;
      case ']':
      case '}': close_level(x); break;
      default:
        if (take_word(x, v)) return true;
        break;
    }
  }
  return false;
}

/* ---- texts ---- */

static uint32_t hex_digit(uint8_t c) {
  return dfmti_is_digit(c) ? (uint32_t)(c - '0') : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20u) - 'a' + 10 : 16;
}

/* The unit after "\u". false: there are no four digits. */
static bool take_unit(const uint8_t **p, const uint8_t *end, uint32_t *unit) {
  uint32_t v = 0, worst = 0;
  if (end - *p < 6 || (*p)[0] != '\\' || (*p)[1] != 'u') return false;
  for (int i = 2; i < 6; i++) {
    const uint32_t digit = hex_digit((*p)[i]);
    if (digit > worst) worst = digit;
    v = v << 4 | (digit & 15);
  }
  if (worst > 15) return false;
  *unit = v;
  *p += 6;
  return true;
}

static size_t put_character(uint8_t *to, uint32_t c) {
  if (c < 0x80) {
    to[0] = (uint8_t)c;
    return 1;
  }
  const size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = n; i-- > 1; c >>= 6) to[i] = (uint8_t)(0x80 | (c & 0x3f));
  to[0] = (uint8_t)(first[n] | c);
  return n;
}

/* One or two units as a character; a surrogate without its other half as U+FFFD. */
static size_t take_character(const uint8_t **p, const uint8_t *end, uint8_t *to) {
  uint32_t high, low;
  if (!take_unit(p, end, &high)) return 0;
  if (high < 0xd800 || high > 0xdfff) return put_character(to, high);
  const uint8_t *next = *p;
  if (high > 0xdbff || !take_unit(&next, end, &low) || low < 0xdc00 || low > 0xdfff) return put_character(to, 0xfffd);
  *p = next;
  return put_character(to, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
}

/* What the next bytes of a string stand for. */
static size_t take_escaped(const uint8_t **p, const uint8_t *end, uint8_t *to) {
  static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
  if (**p != '\\') {
    to[0] = *(*p)++;
    return 1;
  }
  const size_t n = take_character(p, end, to);
  if (n > 0 || ++*p == end) return n;
  const char *letter = **p ? strchr(letters, **p) : NULL;
  to[0] = letter ? (uint8_t)meant[letter - letters] : **p;
  ++*p;
  return 1;
}

/* " 72, 105": the next number is a byte. */
static size_t take_number(const uint8_t **p, const uint8_t *end, uint8_t *to) {
  uint32_t v = 0;
  while (*p < end && !dfmti_is_digit(**p)) ++*p;
  if (*p == end) return 0;
  for (; *p < end && dfmti_is_digit(**p); ++*p) v = (v * 10 + (uint32_t)(**p - '0')) & 0xff;
  to[0] = (uint8_t)v;
  return 1;
}

/* Whether the text is the bytes of the value as they stand. */
static bool is_plain(const struct dfmti_log_json_value *v) {
  if (v->kind != DFMTI_LOG_JSON_STRING) return v->kind == DFMTI_LOG_JSON_WORD;
  return v->text.len == 0 || !memchr(v->text.ptr, '\\', (size_t)v->text.len);
}

size_t dfmti_log_json_text(const struct dfmti_log_json_value *v, uint8_t *to) {
  const uint8_t *p = (const uint8_t *)v->text.ptr, *end = p + v->text.len;
  size_t n = 0;
  if (is_plain(v)) {
    if (v->text.len > 0) memcpy(to, p, (size_t)v->text.len);
    return (size_t)v->text.len;
  }
  while (p < end) n += v->kind == DFMTI_LOG_JSON_LIST ? take_number(&p, end, to + n) : take_escaped(&p, end, to + n);
  return n;
}
