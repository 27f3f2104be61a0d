/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_SHARE, SHARE_##KEY, "share." NAME, __VA_ARGS__)

const dfmt_option dfmto_share_options[] = {
    OPTION(PROFILE, "profile", ENUM, NONE, DFMT_SHARE_TYPE_PROFILE, DFMT_SHARE_PROFILE_PUBLIC, DFMT_SHARE_PROFILE_GIVEN,
           DFMT_SHARE_PROFILE_PUBLIC, "Recipient: which classes of personal data to replace."),
    OPTION(CLASSES, "classes", STR, NONE, 0, 0, 0, 0, "Adds or removes classes: +serial, -ipv4."),
    OPTION(KEY, "key", STR, NONE, 0, 0, 0, 0, "Key of placeholders, at least 16 bytes. Default: random."),
    OPTION(VALUES, "values", STR, NONE, 0, 0, 0, 0, "Values that no field may hold, as class:value."),
    OPTION(NAMES, "names", STR, NONE, 0, 0, 0, 0, "Names that no field may hold, or shell patterns."),
    OPTION(LABELS, "labels", STR, NONE, 0, 0, 0, 0, "Texts with labels of fields that hold personal data."),
    OPTION(EXPLAIN, "explain", STR, NONE, 0, 0, 0, 0, "Values to say of what told them, and what became of them."),
    OPTION(HASH_BITS, "hash_bits", U64, NONE, 0, 24, 128, 24, "Length of placeholders, in bits."),
    OPTION(KEEP, "keep", STR, NONE, 0, 0, 0, 0,
           "Kinds to copy unsearched, at the caller's risk: core, images, captures, databases, profiles, protobuf, "
           "archives, "
           "encrypted, other."),
    {.key = 0},
};
