/* SPDX-License-Identifier: MIT */
/* Fields of protobuf messages without a description, and guesses at their content. */
#ifndef DFMTO_SHARE_FIELDS_H
#define DFMTO_SHARE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"

struct dfmto_share_field {
  uint32_t wire;
  size_t value; /* where its value begins; for DFMTI_WIRE_BYTES its length */
  size_t content, end;
  uint64_t number; /* value of DFMTI_WIRE_VARINT, DFMTI_WIRE_FIXED64 */
};

/* Reads the field at an offset, up to `end`. false: none that is complete. */
bool dfmto_share_field_at(const uint8_t *p, size_t at, size_t end, struct dfmto_share_field *f);

/* The bytes consist of fields; nested ones are not checked. */
bool dfmto_share_are_fields(const uint8_t *p, size_t n);

/* Content of a field. EITHER: text that could also be a message. */
enum dfmto_share_content { DFMTO_CONTENT_TEXT, DFMTO_CONTENT_MESSAGE, DFMTO_CONTENT_EITHER, DFMTO_CONTENT_BYTES };
enum dfmto_share_content dfmto_share_content_of(const uint8_t *p, size_t n);

/* The start of a file that is not text may be fields. */
bool dfmto_share_may_be_fields(const uint8_t *p, size_t n);

#endif
