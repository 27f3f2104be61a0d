/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field form_words[] = {DFMTI_WORD("usual", DFMT_TEXT_USUAL),
                                        DFMTI_WORD("text", DFMT_TEXT_TEXT),
                                        DFMTI_WORD("dump", DFMT_TEXT_DUMP),
                                        DFMTI_WORD("perf-script", DFMT_TEXT_PERF_SCRIPT),
                                        DFMTI_WORD("on-cpu", DFMT_TEXT_ON_CPU),
                                        DFMTI_WORD("off-cpu", DFMT_TEXT_OFF_CPU),
                                        DFMTI_WORD("on-off-cpu", DFMT_TEXT_ON_OFF_CPU),
                                        DFMTI_WORD("mixed-on-off-cpu", DFMT_TEXT_MIXED_ON_OFF_CPU),
                                        DFMTI_WORD("android", DFMT_TEXT_ANDROID),
                                        DFMTI_WORD("json", DFMT_TEXT_JSON)};
static const dfmt_type form = DFMTI_WORDS(DFMT_TEXT_TYPE_FORM, "text.form", "DFMT_TEXT", ENUM, form_words);

static const dfmt_field recover_words[] = {DFMTI_WORD("none", DFMT_TEXT_RECOVER_NONE),
                                           DFMTI_WORD("cut", DFMT_TEXT_RECOVER_CUT),
                                           DFMTI_WORD("all", DFMT_TEXT_RECOVER_ALL)};
static const dfmt_type recover =
    DFMTI_WORDS(DFMT_TEXT_TYPE_RECOVER, "text.recover", "DFMT_TEXT_RECOVER", ENUM, recover_words);

static const dfmt_field payload_words[] = {DFMTI_WORD("none", DFMT_JSON_PAYLOAD_NONE),
                                           DFMTI_WORD("digest", DFMT_JSON_PAYLOAD_DIGEST),
                                           DFMTI_WORD("inline", DFMT_JSON_PAYLOAD_INLINE)};
static const dfmt_type payload =
    DFMTI_WORDS(DFMT_TEXT_TYPE_PAYLOAD, "text.payload", "DFMT_JSON_PAYLOAD", ENUM, payload_words);

const dfmt_type *const dfmto_text_types[] = {&form, &recover, &payload, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_TEXT, TEXT_##KEY, "text." NAME, __VA_ARGS__)

const dfmt_option dfmto_text_options[] = {
    OPTION(FORM, "form", ENUM, NONE, DFMT_TEXT_TYPE_FORM, DFMT_TEXT_USUAL, DFMT_TEXT_JSON, DFMT_TEXT_USUAL,
           "Which text of the format."),
    OPTION(RECOVER, "recover", ENUM, NONE, DFMT_TEXT_TYPE_RECOVER, DFMT_TEXT_RECOVER_NONE, DFMT_TEXT_RECOVER_ALL,
           DFMT_TEXT_RECOVER_CUT, "How far damaged inputs are read; as JSON none, unless it is set."),
    OPTION(SAFE, "safe", BOOL, NONE, 0, 0, 1, 0, "Show control characters of the input, for a terminal."),
    OPTION(VERBOSE, "verbose", BOOL, NONE, 0, 0, 1, 0, "Print calls of little interest, too."),
    OPTION(THREAD_IDS, "thread_ids", BOOL, NONE, 0, 0, 1, 0, "Print the thread before each call."),
    OPTION(CALL_NUMBERS, "call_numbers", BOOL, NONE, 0, 0, 1, 1, "Print the number before each call."),
    OPTION(ARG_NAMES, "arg_names", BOOL, NONE, 0, 0, 1, 1, "Print names of arguments."),
    OPTION(MULTILINE, "multiline", BOOL, NONE, 0, 0, 1, 1, "Print line feeds and backtraces."),
    OPTION(HONEST, "honest", BOOL, NONE, 0, 0, 1, 0, "Print exact strings and numbers."),
    OPTION(COLOR, "color", BOOL, NONE, 0, 0, 1, 0, "Print in colours."),
    OPTION(PAYLOAD, "payload", ENUM, NONE, DFMT_TEXT_TYPE_PAYLOAD, DFMT_JSON_PAYLOAD_NONE, DFMT_JSON_PAYLOAD_INLINE,
           DFMT_JSON_PAYLOAD_DIGEST, "What JSON tells of values outside records."),
    {.key = 0},
};
