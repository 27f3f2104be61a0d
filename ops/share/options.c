/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

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
