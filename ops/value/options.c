/* SPDX-License-Identifier: MIT */
#include <diagfmt/reader.h>

#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_VALUE, VALUE_##KEY, "value." NAME, __VA_ARGS__)

const dfmt_option dfmto_value_options[] = {
    OPTION(KEY, "key", STR, NONE, 0, 0, 0, 0, "Key of the entry."),
    OPTION(WHICH, "which", ENUM, NONE, DFMT_VALUE_TYPE_WHICH, DFMT_VALUE_FIRST, DFMT_VALUE_ALL, DFMT_VALUE_FIRST,
           "Which of several entries with this key."),
    OPTION(MODE, "mode", ENUM, NONE, DFMT_VALUE_TYPE_MODE, DFMT_PAYLOAD_DECODED, DFMT_PAYLOAD_RAW, DFMT_PAYLOAD_DECODED,
           "Which bytes of the value: decoded, stored or raw."),
    OPTION(TEXT, "text", BOOL, NONE, 0, 0, 1, 0,
           "Write a tombstone in protobuf as the text that the device makes of it."),
    {.key = 0},
};
