/* SPDX-License-Identifier: MIT */
/* Fields of protobuf messages whose descriptions nobody has, and what their values may be. */
#ifndef DFMTO_SHARE_FIELDS_H
#define DFMTO_SHARE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"

struct dfmto_share_field {
  uint32_t wire;
  size_t value; /* where its value begins, or of DFMTI_WIRE_BYTES its length */
  size_t content, end;
  uint64_t number; /* the value of DFMTI_WIRE_VARINT, DFMTI_WIRE_FIXED64 */
};

/* The field at a place before `end`. false: there is none that ends by then. */
bool dfmto_share_field_at(const uint8_t *p, size_t at, size_t end, struct dfmto_share_field *f);

/* Bytes are fields from the first one to the last; those in them are not looked at. */
bool dfmto_share_are_fields(const uint8_t *p, size_t n);

/* What a field's content is. EITHER: text that could also be a message. */
enum dfmto_share_content { DFMTO_CONTENT_TEXT, DFMTO_CONTENT_MESSAGE, DFMTO_CONTENT_EITHER, DFMTO_CONTENT_BYTES };
enum dfmto_share_content dfmto_share_content_of(const uint8_t *p, size_t n);

/* How a file begins that is no text, and may be fields. */
bool dfmto_share_may_be_fields(const uint8_t *p, size_t n);

#endif
