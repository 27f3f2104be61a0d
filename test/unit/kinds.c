/* SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <math.h>

static const dfmt_field colour_words[] = {DFMTI_WORD("red", 1), DFMTI_WORD("green", 2)};
static const dfmt_type colour_type = DFMTI_WORDS(T_COLOUR, "test.colour", "T_COLOUR_", ENUM, colour_words);

static const dfmt_field bit_words[] = {DFMTI_WORD("one", 1), DFMTI_WORD("four", 4), DFMTI_WORD("top", 0x80000000)};
static const dfmt_type bits_type = DFMTI_WORDS(T_BITS, "test.bits", "T_BIT_", FLAGS, bit_words);

#define POINT(MEMBER, KIND, ...) DFMTI_FIELD(t_point, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field point_members[] = {
    POINT(address, U64, .unit = DFMT_UNIT_ADDRESS), POINT(name, STR, .unit = 0), POINT(n_tags, COUNT, .unit = 0),
    POINT(tags, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(t_point, n_tags))};
static const dfmt_type point_type =
    DFMTI_STRUCT(T_POINT, "test.point", t_point, ELEMENT, point_members, .present_offset = 0);

#define NODE(MEMBER, KIND, ...) DFMTI_FIELD(t_node, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field node_members[] = {NODE(size, SIZE, .unit = 0), NODE(number, I32, .unit = 0),
                                          NODE(next, REF, .elem_type = T_NODE), NODE(label, CSTR, .unit = 0)};
static const dfmt_type node_type = DFMTI_STRUCT(T_NODE, "test.node", t_node, STRUCT, node_members, .present_offset = 0);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(t_all, MEMBER, KIND, __VA_ARGS__)
#define COUNT(MEMBER) .count_offset = offsetof(t_all, MEMBER)
static const dfmt_field all_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(u32, U32, .unit = DFMT_UNIT_INDEX),
    F(i32, I32, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(u64, U64, .present_mask = T_HAS_U64),
    F(i64, I64, .unit = 0),
    F(str, STR, .present_mask = T_HAS_STR),
    F(bytes, BYTES, .unit = 0),
    F(cstr, CSTR, .unit = 0),
    F(colour, ENUM, .elem_type = T_COLOUR),
    F(bits, FLAGS, .elem_type = T_BITS),
    F(yes, BOOL, .unit = 0),
    F(status, I32, .elem_type = DFMT_TYPE_STATUS),
    F(crc, U32, .unit = DFMT_UNIT_CRC32),
    F(pad, RESERVED, .unit = 0),
    F(address, U64, .unit = DFMT_UNIT_ADDRESS),
    F(n_u32, COUNT, .unit = 0),
    F(a_u32, ARRAY, .elem_type = DFMT_KIND_U32, COUNT(n_u32)),
    F(n_u64, COUNT, .unit = 0),
    F(a_u64, ARRAY, .elem_type = DFMT_KIND_U64, .unit = DFMT_UNIT_ADDRESS, COUNT(n_u64)),
    F(a_more, ARRAY, .elem_type = DFMT_KIND_U64, .present_mask = T_HAS_MORE, COUNT(n_u64)),
    F(n_strings, COUNT, .unit = 0),
    F(strings, ARRAY, .elem_type = DFMT_KIND_STR, COUNT(n_strings)),
    F(n_cstrings, COUNT, .unit = 0),
    F(cstrings, ARRAY, .elem_type = DFMT_KIND_CSTR, COUNT(n_cstrings)),
    F(n_points, COUNT, .unit = 0),
    F(points, ARRAY, .elem_type = T_POINT, COUNT(n_points)),
    F(node, REF, .elem_type = T_NODE),
    F(any, REF, .elem_type = 0),
    F(n_nodes, COUNT, .unit = 0),
    F(nodes, REF_ARRAY, .elem_type = T_NODE, .present_mask = T_HAS_NODES, COUNT(n_nodes)),
    F(f64, F64, .unit = 0),
    F(n_f64, COUNT, .unit = 0),
    F(a_f64, ARRAY, .elem_type = DFMT_KIND_F64, COUNT(n_f64)),
    F(late, U64, .present_mask = T_HAS_LATE, .flags = DFMT_FIELD_LATE)};
static const dfmt_type all_type =
    DFMTI_STRUCT(T_ALL, "test.all", t_all, EVENT, all_members, .present_offset = offsetof(t_all, present));

static const dfmt_type *const types[] = {&all_type, &colour_type, &bits_type, &point_type, &node_type, NULL};
const struct dfmti_format kinds = {.id = T_ALL >> 16, .name = "test", .types = types};

const dfmt_type *kinds_find(uint32_t type) {
  const dfmt_type *t = dfmti_type_of(&kinds, type);
  return t ? t : dfmt_describe(type);
}

#define STR(text) {text, sizeof text - 1}

static const uint32_t numbers[] = {1, 0, 4294967295};
static const uint64_t addresses[] = {0, UINT64_MAX}, more[] = {7, 10000000000000000000u};
static const dfmt_str strings[] = {STR("a\"b"), {0}, STR("\xff")};
static const char *const cstrings[] = {"x", NULL};
static const dfmt_str tags[] = {STR("t1"), STR("t2")};
static const t_point points[] = {{0x7f00, STR("p"), 2, tags}, {1, {0}, 0, NULL}};
static const t_node leaf = {sizeof leaf, -1, NULL, "leaf"}, root = {sizeof root, 2, &leaf, NULL};
/* As a program built for an older header has it: without label. */
static const t_node old = {offsetof(t_node, label), 3, NULL, "not looked at"};
static const t_node *const nodes[] = {&root, NULL, &old};
static const double doubles[] = {-1, INFINITY, 1e300};
static const dfmt_opaque opaque = {{sizeof opaque, DFMT_OPAQUE}, DFMT_OPAQUE_HAS_DATA, 5, STR("raw")};

t_all kinds_sample(void) {
  return (t_all){.head = {sizeof(t_all), T_ALL},
                 .present = T_HAS_ALL,
                 .u32 = 4000000000,
                 .i32 = INT32_MIN,
                 .u64 = UINT64_MAX,
                 .i64 = INT64_MIN,
                 .str = STR("\xc3\xa9\n\x01/"),
                 .bytes = STR("\x80\x81\x82\x83"),
                 .cstr = "c",
                 .colour = 2,
                 .bits = 0x80000007,
                 .yes = 1,
                 .status = DFMT_E_FORMAT,
                 .crc = 0xabc,
                 .address = 0xdeadbeef00,
                 .n_u32 = 3,
                 .a_u32 = numbers,
                 .n_u64 = 2,
                 .a_u64 = addresses,
                 .a_more = more,
                 .n_strings = 3,
                 .strings = strings,
                 .n_cstrings = 2,
                 .cstrings = cstrings,
                 .n_points = 2,
                 .points = points,
                 .node = &root,
                 .any = &opaque.head,
                 .n_nodes = 3,
                 .nodes = nodes,
                 .f64 = 0.1,
                 .n_f64 = 3,
                 .a_f64 = doubles,
                 .late = 9};
}

const char kinds_sample_json[] =
    "\"u32\":4000000000,\"i32\":-2147483648,\"u64\":18446744073709551615,\"i64\":-9223372036854775808,"
    "\"str\":\"\xc3\xa9\\n\\u0001/\",\"bytes\":{\"base64\":\"gIGCgw==\"},\"cstr\":\"c\",\"colour\":\"green\","
    "\"bits\":[\"one\",2,\"four\",\"top\"],\"yes\":true,\"status\":\"e_format\",\"crc\":\"00000abc\","
    "\"address\":\"0xdeadbeef00\",\"a_u32\":[1,0,4294967295],\"a_u64\":[\"0x0\",\"0xffffffffffffffff\"],"
    "\"a_more\":[7,10000000000000000000],\"strings\":[\"a\\\"b\",\"\",{\"base64\":\"/w==\"}],"
    "\"cstrings\":[\"x\",null],\"points\":[{\"address\":\"0x7f00\",\"name\":\"p\",\"tags\":[\"t1\",\"t2\"]},"
    "{\"address\":\"0x1\",\"name\":\"\",\"tags\":[]}],"
    "\"node\":{\"number\":2,\"next\":{\"number\":-1,\"next\":null,\"label\":\"leaf\"},\"label\":null},"
    "\"any\":{\"event\":\"opaque\",\"native_type\":5,\"data\":\"raw\"},"
    "\"nodes\":[{\"number\":2,\"next\":{\"number\":-1,\"next\":null,\"label\":\"leaf\"},\"label\":null},null,"
    "{\"number\":3,\"next\":null}],\"f64\":0.1,\"a_f64\":[-1.0,\"inf\",1e+300]";

const char kinds_sample_late[] = "\"late\":9";
