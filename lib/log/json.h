/* SPDX-License-Identifier: MIT */
/* The members of a JSON object, those of objects in it, too, one after the other: a walk without a tree. */
#ifndef DFMTI_LOG_JSON_H
#define DFMTI_LOG_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/common.h>

#include "base/rare.h"

enum { DFMTI_LOG_JSON_DEPTH = 63 }; /* of nested objects and arrays; deeper ones end the walk */

/* What may stand between parts. */
static inline bool dfmti_log_json_white(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Zeroed but for `start`, `p` and `end`, which are the text: at its start. */
struct dfmti_log_json {
  const uint8_t *start, *p, *end;
  uint64_t arrays; /* a bit for each level that is one */
  uint32_t depth;
  uint32_t list; /* level of the array whose elements are values of the key; 0: of none */
  bool has_key;
  dfmt_str key;
  size_t at; /* where the key begins */
};

enum dfmti_log_json_kind { DFMTI_LOG_JSON_STRING, DFMTI_LOG_JSON_WORD, DFMTI_LOG_JSON_LIST };

/*
 * A member whose value is no object, or a text in the list that is its value: as it stands, a string without its
 * quotes, a list of numbers without brackets.
 */
struct dfmti_log_json_value {
  enum dfmti_log_json_kind kind;
  dfmt_str key, text;
  size_t at; /* where the key begins in the text */
};

/* Finds the next member. Returns false at the end of the text. A string that is cut off ends with the text. */
DFMTI_RARE bool dfmti_log_json_next(struct dfmti_log_json *x, struct dfmti_log_json_value *v);

/* Writes the text that a value is to `to`, which has room for as many bytes as the value has. Returns its length. */
DFMTI_RARE size_t dfmti_log_json_text(const struct dfmti_log_json_value *v, uint8_t *to);

#endif
