/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include <diagfmt/errors.h>

static bool fail(struct dfmti_simpleperf_fault *f, uint32_t number, const uint8_t *at, const char *what) {
  *f = (struct dfmti_simpleperf_fault){number, what, at};
  return false;
}

bool dfmti_simpleperf_wire_key(const uint8_t **p, const uint8_t *end, uint32_t *key,
                               struct dfmti_simpleperf_fault *fault) {
  uint64_t v;
  size_t n = dfmti_wire_number(*p, end, 5, &v);
  if (n == 0) return fail(fault, DFMT_ERR_SIMPLEPERF_KEY, *p, "a field's key is truncated or too long");
  *key = (uint32_t)v;
  if (*key >> 3 == 0) return fail(fault, DFMT_ERR_SIMPLEPERF_KEY, *p, "field number 0");
  *p += n;
  return true;
}

bool dfmti_simpleperf_wire_varint(const uint8_t **p, const uint8_t *end, uint64_t *value,
                                  struct dfmti_simpleperf_fault *fault) {
  size_t n = dfmti_wire_number(*p, end, DFMTI_WIRE_MOST, value);
  if (n == 0) return fail(fault, DFMT_ERR_SIMPLEPERF_VARINT, *p, "a number is truncated or longer than ten bytes");
  *p += n;
  return true;
}

bool dfmti_simpleperf_wire_length(const uint8_t **p, const uint8_t *end, size_t *len,
                                  struct dfmti_simpleperf_fault *fault) {
  uint64_t v;
  size_t n = dfmti_wire_number(*p, end, 5, &v);
  if (n == 0) return fail(fault, DFMT_ERR_SIMPLEPERF_LENGTH, *p, "a length is truncated or too long");
  if (v > INT32_MAX || v > (size_t)(end - *p) - n)
    return fail(fault, DFMT_ERR_SIMPLEPERF_LENGTH, *p, "a length exceeds its message");
  *p += n;
  *len = (size_t)v;
  return true;
}

static bool skip_fixed(const uint8_t **p, const uint8_t *end, size_t n, struct dfmti_simpleperf_fault *fault) {
  if ((size_t)(end - *p) < n)
    return fail(fault, DFMT_ERR_SIMPLEPERF_FIXED, *p, "a field of fixed size exceeds its message");
  *p += n;
  return true;
}

/* A value that is no group. */
static bool skip_value(const uint8_t **p, const uint8_t *end, uint32_t key, struct dfmti_simpleperf_fault *fault) {
  uint64_t v;
  size_t len;
  switch (key & 7) {
    case DFMTI_WIRE_VARINT: return dfmti_simpleperf_wire_varint(p, end, &v, fault);
    case DFMTI_WIRE_FIXED64: return skip_fixed(p, end, 8, fault);
    case DFMTI_WIRE_FIXED32: return skip_fixed(p, end, 4, fault);
    case DFMTI_WIRE_BYTES:
      if (!dfmti_simpleperf_wire_length(p, end, &len, fault)) return false;
      *p += len;
      return true;
    default: return fail(fault, DFMT_ERR_SIMPLEPERF_WIRE_TYPE, *p, "unknown wire type");
  }
}

bool dfmti_simpleperf_wire_skip(const uint8_t **p, const uint8_t *end, uint32_t key, uint32_t levels,
                                struct dfmti_simpleperf_fault *fault) {
  uint32_t open[DFMTI_SIMPLEPERF_LEVELS]; /* numbers of the groups that are open */
  uint32_t depth = 0;
  for (;;) {
    if ((key & 7) == DFMTI_WIRE_GROUP) {
      if (depth == levels)
        return fail(fault, DFMT_ERR_SIMPLEPERF_DEPTH, *p, "more than 100 levels of messages and groups");
      open[depth++] = key >> 3;
    } else if ((key & 7) == DFMTI_WIRE_GROUP_END) {
      if (depth == 0 || open[depth - 1] != key >> 3)
        return fail(fault, DFMT_ERR_SIMPLEPERF_GROUP, *p, "end of a group that is not open");
      depth--;
    } else if (!skip_value(p, end, key, fault)) {
      return false;
    }
    if (depth == 0) return true;
    if (*p == end) return fail(fault, DFMT_ERR_SIMPLEPERF_GROUP, *p, "a group is not closed");
    if (!dfmti_simpleperf_wire_key(p, end, &key, fault)) return false;
  }
}
