/* SPDX-License-Identifier: MIT */
#include "types.h"

#include <diagfmt/reader.h>

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field which_words[] = {DFMTI_WORD("first", DFMT_VALUE_FIRST), DFMTI_WORD("last", DFMT_VALUE_LAST),
                                         DFMTI_WORD("all", DFMT_VALUE_ALL)};
static const dfmt_type which = DFMTI_WORDS(DFMT_VALUE_TYPE_WHICH, "value.which", "DFMT_VALUE", ENUM, which_words);

static const dfmt_field mode_words[] = {DFMTI_WORD("decoded", DFMT_PAYLOAD_DECODED),
                                        DFMTI_WORD("stored", DFMT_PAYLOAD_STORED), DFMTI_WORD("raw", DFMT_PAYLOAD_RAW)};
static const dfmt_type mode = DFMTI_WORDS(DFMT_VALUE_TYPE_MODE, "value.mode", "DFMT_PAYLOAD", ENUM, mode_words);

const dfmt_type *const dfmto_value_types[] = {&which, &mode, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_VALUE, VALUE_##KEY, "value." NAME, __VA_ARGS__)

const dfmt_option dfmto_value_options[] = {
    OPTION(KEY, "key", STR, NONE, 0, 0, 0, 0, "Key of the entry."),
    OPTION(WHICH, "which", ENUM, NONE, DFMT_VALUE_TYPE_WHICH, DFMT_VALUE_FIRST, DFMT_VALUE_ALL, DFMT_VALUE_FIRST,
           "Which entries with this key."),
    OPTION(MODE, "mode", ENUM, NONE, DFMT_VALUE_TYPE_MODE, DFMT_PAYLOAD_DECODED, DFMT_PAYLOAD_RAW, DFMT_PAYLOAD_DECODED,
           "Which bytes of the value."),
    {.key = 0},
};
