/* SPDX-License-Identifier: MIT */
/*
 * Descriptions of the public structs, and what works for all of them by these: JSON lines, comparison, deep copies.
 * Bindings generate their classes from the descriptions instead of repeating the structs. They are made from these
 * headers: what stands in brackets at the end of a member's comment is for that, "[repeats]" or "[if TIME]", a presence
 * bit; docs/schema.md has a list.
 */
#ifndef DIAGFMT_DESCRIBE_H
#define DIAGFMT_DESCRIBE_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of described types. */
enum {
  DFMT_SHAPE_EVENT = 1,   /* a body: starts with dfmt_head */
  DFMT_SHAPE_STRUCT = 2,  /* grows at the end, but is not an event (dfmt_error, dfmt_option …) */
  DFMT_SHAPE_ELEMENT = 3, /* element of arrays: frozen */
  DFMT_SHAPE_ENUM = 4,    /* words for numbers */
  DFMT_SHAPE_FLAGS = 5,   /* words for bits */
  DFMT_SHAPE_ROW = 6      /* a row of a table that is made of several events: starts with dfmt_head */
};

/* Kinds of members. They are below 256, so that dfmt_field.elem_type can hold a kind or a type. */
enum {
  DFMT_KIND_U32 = 1,
  DFMT_KIND_I32 = 2, /* words for some values: elem_type, if not 0 */
  DFMT_KIND_U64 = 3,
  DFMT_KIND_I64 = 4,
  DFMT_KIND_STR = 5,         /* dfmt_str that is text */
  DFMT_KIND_BYTES = 6,       /* dfmt_str that is not text */
  DFMT_KIND_CSTR = 7,        /* const char *, NUL-terminated, may be NULL */
  DFMT_KIND_ENUM = 8,        /* uint32_t; words: elem_type */
  DFMT_KIND_FLAGS = 9,       /* uint32_t; words for bits: elem_type */
  DFMT_KIND_BOOL = 10,       /* uint32_t, 0 or 1 */
  DFMT_KIND_ARRAY = 11,      /* pointer to elements of elem_type (a type, or _U32, _U64, _STR …) */
  DFMT_KIND_REF = 12,        /* pointer to one struct of elem_type, or to any body if that is 0; may be NULL */
  DFMT_KIND_REF_ARRAY = 13,  /* pointer to pointers to structs of elem_type */
  DFMT_KIND_VALUE_TREE = 14, /* pointer to the root of a tree, nodes of elem_type in pre-order; NULL: none */
  DFMT_KIND_PRESENT = 15,    /* uint32_t, presence bits */
  DFMT_KIND_COUNT = 16,      /* uint64_t, number of elements of the array whose count_offset refers to it */
  DFMT_KIND_HEAD = 17,       /* dfmt_head */
  DFMT_KIND_RESERVED = 18,   /* uint32_t, padding, which the library sets to zero and ignores; or for its use only */
  DFMT_KIND_VALUE = 19,      /* in a type of shape ENUM or FLAGS: a word; `offset` is its number */
  DFMT_KIND_SIZE = 20,       /* uint32_t, bytes of the struct, as first member if there is no dfmt_head */
  DFMT_KIND_POINTER = 21, /* const void * in a node of a tree; other members say what it points to. Only the tree as a
                             whole is written, compared and copied, with what it points to */
  DFMT_KIND_F64 = 22 /* double. JSON: the shortest number that reads back as the same; "inf", "-inf", "nan", "-nan" */
};

/* Units of numbers. */
enum {
  DFMT_UNIT_NONE = 0,
  DFMT_UNIT_ADDRESS = 1, /* JSON: "0x…" */
  DFMT_UNIT_BYTES = 2,
  DFMT_UNIT_OFFSET = 3, /* byte position */
  DFMT_UNIT_INDEX = 4,
  DFMT_UNIT_CRC32 = 5, /* JSON: eight hex digits */
  DFMT_UNIT_INSTANT_NS = 6,
  DFMT_UNIT_DURATION_NS = 7,
  DFMT_UNIT_DURATION_US = 8,
  DFMT_UNIT_LOCAL_S = 9, /* seconds of local time in an unknown zone */
  DFMT_UNIT_LINE = 10    /* 1-based line */
};

enum {
  DFMT_FIELD_UTF8 = 1,   /* always valid UTF-8 */
  DFMT_FIELD_LATE = 2,   /* known only after the payload; see its presence bit */
  DFMT_FIELD_TABLE = 4,  /* an entry of a table of the reader that other members show already: omitted in JSON, included
                            in comparisons and clones */
  DFMT_FIELD_REPEATS = 8 /* text of which many events have few values: a dictionary in tables (scan.h) */
};

/* One member, or one word of an enumeration. Static. Frozen. Since 0.1. */
typedef struct dfmt_field {
  const char *name;      /* C name, without the last _ if it ends in one; of a word: lower case, as in JSON */
  uint32_t kind;         /* DFMT_KIND_* */
  uint32_t offset;       /* bytes from the start of the struct; of a word: its number [no unit] */
  uint32_t elem_type;    /* below 256 a kind, else a type; 0: none */
  uint32_t count_offset; /* _ARRAY, _REF_ARRAY: offset of the count, a _COUNT [no unit] */
  uint32_t present_mask; /* bit in `present` of the struct; 0: always present */
  uint32_t unit;         /* DFMT_UNIT_* */
  uint32_t flags;        /* DFMT_FIELD_* */
  uint32_t since;        /* version of the library that added it, as dfmt_version() */
} dfmt_field;

/* One type. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_type {
  dfmt_head head;          /* type: DFMT_TYPE_TYPE */
  const char *name;        /* "apport.field": also the value of "event" in JSON */
  const char *c_name;      /* "dfmt_apport_field"; of an enumeration: the prefix of its enumerators */
  uint32_t shape;          /* DFMT_SHAPE_* */
  uint32_t body_size;      /* bytes, sizeof; 0 for enumerations [no unit] */
  uint32_t present_offset; /* offset in bytes of `present`, the member of kind _PRESENT, if it has one [no unit] */
  uint32_t number;         /* of the type: the value of dfmt_event.type and dfmt_head.type */
  uint64_t n_fields;
  const dfmt_field *fields; /* in the order in which JSON has them, mostly that of the struct */
} dfmt_type;

/* Returns the type with a number; NULL if unknown. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_describe(uint32_t type);

/* Returns the type at an index of the list of all, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_type *dfmt_type_at(uint32_t index);

/*
 * Returns the word for a number in a type of shape ENUM, negative ones as two's complement, or for one bit in a type of
 * shape FLAGS. NULL if there is none. Static. Since 0.1.
 */
DFMT_API const char *dfmt_type_word(uint32_t type, uint64_t value);

/*
 * Numbers of common types that are not events: elements and structs from 0x8000, words from 0x8100, rows from 0x8200.
 * Those of a format are numbered alike, plus format << 16.
 */
enum {
  DFMT_TYPE_STR = 0x8000,
  DFMT_TYPE_PAIR = 0x8001,
  DFMT_TYPE_ERROR = 0x8002,
  DFMT_TYPE_OPTION = 0x8003,
  DFMT_TYPE_EVENT_ENVELOPE = 0x8004, /* [struct dfmt_event] */
  DFMT_TYPE_PROBE = 0x8005,
  DFMT_TYPE_FIELD = 0x8006,
  DFMT_TYPE_TYPE = 0x8007,
  DFMT_TYPE_SEVERITY = 0x8100,
  DFMT_TYPE_STATUS = 0x8101, /* words DFMT_OK … */
  DFMT_TYPE_LEVEL = 0x8102,
  DFMT_TYPE_WRAPPER = 0x8103,
  DFMT_TYPE_UNIT = 0x8104,
  DFMT_TYPE_EVENT_FLAGS = 0x8105, /* bits DFMT_EVENT_FLAG_* */
  DFMT_TYPE_ROLES = 0x8106,       /* bits DFMT_ROLE_* */
  DFMT_TYPE_ORIGIN = 0x8107,
  DFMT_TYPE_SPARSE = 0x8108
};

/* How a payload is written in JSON. */
enum {
  DFMT_JSON_PAYLOAD_NONE = 0,   /* not at all: it is skipped */
  DFMT_JSON_PAYLOAD_DIGEST = 1, /* "payload":{"size":N,"crc32":"xxxxxxxx"}: it is read and checked */
  DFMT_JSON_PAYLOAD_INLINE = 2 /* the same, after its content: as "text", or as "base64" if it is not UTF-8 or is longer
                                  than DFMT_CFG_MAX_INLINE */
};

/*
 * Added to one of these: lines are gathered, and whole ones written, as many as the sink takes undivided also if others
 * write there: up to 32 KiB for files, 4 KiB for pipes (dfmt_sink_ops.undivided); dfmt_sink_flush() writes the rest.
 * For files of many events: a write for each line takes as long as the line.
 */
enum { DFMT_JSON_GATHER = 0x100 };

struct dfmt_reader;

/*
 * Writes the current event of a reader as one JSON object and a line feed: "event" first, then the members in their
 * order, without absent ones; then the payload, then the late members. Enumerations are words, numbers without a word
 * stay numbers; addresses are "0x…"; strings that are not UTF-8 are {"base64":"…"}.
 *
 * OK: the line is complete and was passed to the sink, in one write if it is up to 64 KiB, unless lines are gathered
 * (payload: DFMT_JSON_PAYLOAD_*, with or without DFMT_JSON_GATHER). AGAIN: repeat the call. An
 * error of the payload, E_LIMIT included, is returned after the line was written with what could be read; "payload"
 * then has a member "error", and the reader's error has the details. To continue after E_LIMIT, use the payload calls.
 * E_STATE: ev is not the current event of r, or other calls have started its payload. Since 0.1.
 */
DFMT_API dfmt_status dfmt_reader_json(struct dfmt_reader *r, const dfmt_event *ev, uint32_t payload, dfmt_sink *to);

/* The same for any event, without its payload: for clones. OK, AGAIN (nothing written), E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_event_json(const dfmt_event *ev, dfmt_sink *to);

/* Writes any described struct as a JSON object, without "event" and without a line feed. OK, E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_struct_json(uint32_t type, const void *body, dfmt_sink *to);

/* Writes bytes as one JSON string, or as {"base64":"…"} if they are not UTF-8. OK, E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_json_string(const void *ptr, uint64_t len, dfmt_sink *to);

/*
 * Returns 1 if two events have the same type and equal bodies, ignoring envelopes, payloads and reserved members, else
 * 0. Sets *first_difference, unless NULL, to the static name of the first member that differs, "type" if the types do,
 * NULL if the events are equal. Since 0.1.
 */
DFMT_API uint32_t dfmt_event_equal(const dfmt_event *a, const dfmt_event *b, const char **first_difference);

/*
 * Makes a deep copy in one allocation, without payload and `raw`. It outlives the reader; the caller frees it by
 * dfmt_event_free(). Uses the allocator and DFMT_CFG_MAX_MEMORY of c (NULL: defaults). E_NOMEM, also above that limit;
 * E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_event_clone(const dfmt_config *c, const dfmt_event *ev, dfmt_event **out);

/* Frees a clone; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_event_free(dfmt_event *ev);

/*
 * Copies a body for editing. to->size is the room there, sizeof as the caller knows it, and is kept. Members that
 * `from` lacks become zero, those without room are absent in `to`. Pointers are shared with `from`. E_ARG: an unknown
 * type, or room for less than a head. Since 0.1.
 */
DFMT_API dfmt_status dfmt_body_copy(const dfmt_head *from, dfmt_head *to);

#ifdef __cplusplus
}
#endif

#endif
