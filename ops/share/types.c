/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field profile_words[] = {
    DFMTI_WORD("public", DFMT_SHARE_PROFILE_PUBLIC), DFMTI_WORD("vendor", DFMT_SHARE_PROFILE_VENDOR),
    DFMTI_WORD("log", DFMT_SHARE_PROFILE_LOG), DFMTI_WORD("given", DFMT_SHARE_PROFILE_GIVEN)};
static const dfmt_type profile =
    DFMTI_WORDS(DFMT_SHARE_TYPE_PROFILE, "share.profile", "DFMT_SHARE_PROFILE", ENUM, profile_words);

static const dfmt_field class_words[] = {DFMTI_WORD("email", DFMT_SHARE_EMAIL),
                                         DFMTI_WORD("phone", DFMT_SHARE_PHONE),
                                         DFMTI_WORD("imei", DFMT_SHARE_IMEI),
                                         DFMTI_WORD("meid", DFMT_SHARE_MEID),
                                         DFMTI_WORD("imsi", DFMT_SHARE_IMSI),
                                         DFMTI_WORD("iccid", DFMT_SHARE_ICCID),
                                         DFMTI_WORD("eid", DFMT_SHARE_EID),
                                         DFMTI_WORD("mac", DFMT_SHARE_MAC),
                                         DFMTI_WORD("ipv4", DFMT_SHARE_IPV4),
                                         DFMTI_WORD("ipv6", DFMT_SHARE_IPV6),
                                         DFMTI_WORD("ssid", DFMT_SHARE_SSID),
                                         DFMTI_WORD("secret", DFMT_SHARE_SECRET),
                                         DFMTI_WORD("location", DFMT_SHARE_LOCATION),
                                         DFMTI_WORD("serial", DFMT_SHARE_SERIAL),
                                         DFMTI_WORD("device-id", DFMT_SHARE_DEVICE_ID),
                                         DFMTI_WORD("person", DFMT_SHARE_PERSON),
                                         DFMTI_WORD("account", DFMT_SHARE_ACCOUNT),
                                         DFMTI_WORD("cell", DFMT_SHARE_CELL),
                                         DFMTI_WORD("username", DFMT_SHARE_USERNAME),
                                         DFMTI_WORD("hostname", DFMT_SHARE_HOSTNAME),
                                         DFMTI_WORD("name", DFMT_SHARE_NAME)};
static const dfmt_type class = DFMTI_WORDS(DFMT_SHARE_TYPE_CLASS, "share.class", "DFMT_SHARE", ENUM, class_words);

static const dfmt_field spelling_words[] = {DFMTI_WORD("plain", DFMT_SHARE_SPELLING_PLAIN),
                                            DFMTI_WORD("percent", DFMT_SHARE_SPELLING_PERCENT),
                                            DFMTI_WORD("entity", DFMT_SHARE_SPELLING_ENTITY),
                                            DFMTI_WORD("escaped", DFMT_SHARE_SPELLING_ESCAPED),
                                            DFMTI_WORD("quoted-printable", DFMT_SHARE_SPELLING_QUOTED_PRINTABLE),
                                            DFMTI_WORD("base64", DFMT_SHARE_SPELLING_BASE64),
                                            DFMTI_WORD("hex", DFMT_SHARE_SPELLING_HEX),
                                            DFMTI_WORD("broken", DFMT_SHARE_SPELLING_BROKEN),
                                            DFMTI_WORD("number", DFMT_SHARE_SPELLING_NUMBER)};
static const dfmt_type spelling =
    DFMTI_WORDS(DFMT_SHARE_TYPE_SPELLING, "share.spelling", "DFMT_SHARE_SPELLING", ENUM, spelling_words);

static const dfmt_field how_words[] = {DFMTI_WORD("place", DFMT_SHARE_BY_PLACE),
                                       DFMTI_WORD("learned", DFMT_SHARE_BY_LEARNED),
                                       DFMTI_WORD("form", DFMT_SHARE_BY_FORM)};
static const dfmt_type how = DFMTI_WORDS(DFMT_SHARE_TYPE_HOW, "share.how", "DFMT_SHARE_BY", ENUM, how_words);

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_share_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {FIELD(head, HEAD, .unit = 0),
                                        FIELD(value_class, ENUM, .elem_type = DFMT_SHARE_TYPE_CLASS),
                                        FIELD(spelling, ENUM, .elem_type = DFMT_SHARE_TYPE_SPELLING),
                                        FIELD(how, ENUM, .elem_type = DFMT_SHARE_TYPE_HOW),
                                        FIELD(reserved, RESERVED, .unit = 0),
                                        FIELD(carrier, STR, .flags = DFMT_FIELD_REPEATS),
                                        FIELD(n, U64, .unit = 0)};
static const dfmt_type row =
    DFMTI_STRUCT(DFMT_SHARE_ROW, "share.row", dfmt_share_row, ROW, row_fields, .present_offset = 0);

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_share_result, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field result_fields[] = {FIELD(head, HEAD, .unit = 0),
                                           FIELD(n_values, U64, .unit = 0),
                                           FIELD(n_places, U64, .unit = 0),
                                           FIELD(n_lines, U64, .unit = 0),
                                           FIELD(bytes_in, U64, .unit = DFMT_UNIT_BYTES),
                                           FIELD(bytes_out, U64, .unit = DFMT_UNIT_BYTES),
                                           FIELD(n_left_out, U64, .unit = 0)};
static const dfmt_type result =
    DFMTI_STRUCT(DFMT_SHARE_RESULT, "share.result", dfmt_share_result, ROW, result_fields, .present_offset = 0);

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_share_left_out, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field left_out_fields[] = {FIELD(head, HEAD, .unit = 0), FIELD(input, U64, .unit = DFMT_UNIT_INDEX),
                                             FIELD(name, STR, .unit = 0),
                                             FIELD(message, STR, .flags = DFMT_FIELD_REPEATS)};
static const dfmt_type left_out =
    DFMTI_STRUCT(DFMT_SHARE_LEFT_OUT, "share.left_out", dfmt_share_left_out, ROW, left_out_fields, .present_offset = 0);

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_share_doubtful, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field doubtful_fields[] = {FIELD(head, HEAD, .unit = 0),
                                             FIELD(value_class, ENUM, .elem_type = DFMT_SHARE_TYPE_CLASS),
                                             FIELD(reserved, RESERVED, .unit = 0), FIELD(n_values, U64, .unit = 0)};
static const dfmt_type doubtful =
    DFMTI_STRUCT(DFMT_SHARE_DOUBTFUL, "share.doubtful", dfmt_share_doubtful, ROW, doubtful_fields, .present_offset = 0);

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_share_unmatched, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field unmatched_fields[] = {FIELD(head, HEAD, .unit = 0),
                                              FIELD(pattern, U64, .unit = DFMT_UNIT_INDEX)};
static const dfmt_type unmatched = DFMTI_STRUCT(DFMT_SHARE_UNMATCHED, "share.unmatched", dfmt_share_unmatched, ROW,
                                                unmatched_fields, .present_offset = 0);

const dfmt_type *const dfmto_share_types[] = {&row,     &left_out, &doubtful, &unmatched, &result,
                                              &profile, &class,    &spelling, &how,       NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_SHARE, SHARE_##KEY, "share." NAME, __VA_ARGS__)

const dfmt_option dfmto_share_options[] = {
    OPTION(PROFILE, "profile", ENUM, NONE, DFMT_SHARE_TYPE_PROFILE, DFMT_SHARE_PROFILE_PUBLIC, DFMT_SHARE_PROFILE_GIVEN,
           DFMT_SHARE_PROFILE_PUBLIC, "For whom it is: which classes of personal data are taken out."),
    OPTION(CLASSES, "classes", STR, NONE, 0, 0, 0, 0, "Classes that change the profile: +serial, -ipv4."),
    OPTION(KEY, "key", STR, NONE, 0, 0, 0, 0, "Key of the placeholders, 16 bytes or more; default: a random one."),
    OPTION(VALUES, "values", STR, NONE, 0, 0, 0, 0, "Values that no field may tell, as class:value."),
    OPTION(NAMES, "names", STR, NONE, 0, 0, 0, 0, "Names that no field may tell, or shell patterns of them."),
    OPTION(HASH_BITS, "hash_bits", U64, NONE, 0, 24, 128, 24, "Bits of placeholders."),
    OPTION(
        KEEP, "keep", STR, NONE, 0, 0, 0, 0,
        "What is kept though it cannot be searched: core, images, captures, databases, profiles, protobuf, archives, "
        "encrypted, other."),
    {.key = 0},
};
