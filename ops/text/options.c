/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_TEXT, TEXT_##KEY, "text." NAME, __VA_ARGS__)

const dfmt_option dfmto_text_options[] = {
    OPTION(FORM, "form", ENUM, NONE, DFMT_TEXT_TYPE_FORM, DFMT_TEXT_USUAL, DFMT_TEXT_JSON, DFMT_TEXT_USUAL,
           "Form of the text."),
    OPTION(RECOVER, "recover", ENUM, NONE, DFMT_TEXT_TYPE_RECOVER, DFMT_TEXT_RECOVER_NONE, DFMT_TEXT_RECOVER_ALL,
           DFMT_TEXT_RECOVER_CUT, "How far damaged inputs are read. Default for JSON: none."),
    OPTION(SAFE, "safe", BOOL, NONE, 0, 0, 1, 0, "Show control characters of the input, for a terminal."),
    OPTION(VERBOSE, "verbose", BOOL, NONE, 0, 0, 1, 0, "Print verbose calls, too."),
    OPTION(THREAD_IDS, "thread_ids", BOOL, NONE, 0, 0, 1, 0, "Print the thread before each call."),
    OPTION(CALL_NUMBERS, "call_numbers", BOOL, NONE, 0, 0, 1, 1, "Print the number before each call."),
    OPTION(ARG_NAMES, "arg_names", BOOL, NONE, 0, 0, 1, 1, "Print names of arguments."),
    OPTION(MULTILINE, "multiline", BOOL, NONE, 0, 0, 1, 1, "Print line feeds and backtraces."),
    OPTION(HONEST, "honest", BOOL, NONE, 0, 0, 1, 0, "Print exact strings and numbers."),
    OPTION(COLOR, "color", BOOL, NONE, 0, 0, 1, 0, "Print in colors."),
    OPTION(PAYLOAD, "payload", ENUM, NONE, DFMT_TEXT_TYPE_PAYLOAD, DFMT_JSON_PAYLOAD_NONE, DFMT_JSON_PAYLOAD_INLINE,
           DFMT_JSON_PAYLOAD_DIGEST, "How JSON shows values outside records."),
    {.key = 0},
};
