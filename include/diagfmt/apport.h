/* SPDX-License-Identifier: MIT */
/*
 * Apport crash reports (`.crash`): a sequence of entries, each a key with a text or a binary value. "The reference" is
 * apport's Python module problem_report at 2.36; docs/apport.md lists where this library differs from it.
 *
 * Every entry is one event; order and duplicates are kept ("the last one wins" is the caller's). A text that takes up
 * to DFMT_CFG_MAX_INLINE bytes in the file comes in the body, a longer one and every base64 value as payload:
 *   DFMT_PAYLOAD_DECODED  text, or base64 removed and decompressed
 *   DFMT_PAYLOAD_STORED   text, or base64 removed: a gzip member, a zlib stream, a Zstandard frame
 *   DFMT_PAYLOAD_RAW      everything behind the key's colon, the last line feed included
 */
#ifndef DIAGFMT_APPORT_H
#define DIAGFMT_APPORT_H

#include <diagfmt/common.h>
#include <diagfmt/event.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DFMT_APPORT_FIELD = 0x20001 };

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_APPORT_KEY = 0x28000,
  DFMT_TYPE_APPORT_VARIANT = 0x28100,
  DFMT_TYPE_APPORT_ENCODING = 0x28101,
  DFMT_TYPE_APPORT_COMPRESSION = 0x28102,
  DFMT_TYPE_APPORT_KIND = 0x28103,
  DFMT_TYPE_APPORT_FLAGS = 0x28104,
  DFMT_TYPE_APPORT_PROBLEM = 0x28105,
  DFMT_TYPE_APPORT_VALUE = 0x28106,
  DFMT_TYPE_APPORT_GROUP = 0x28107
};

/* Dialects of the writer. The reader takes all but MIME, mixed as they come, and tells none. */
enum {
  DFMT_APPORT_VARIANT_ZLIB = 1,      /* 0.24 to 0.93 (2006, 2007): one zlib stream */
  DFMT_APPORT_VARIANT_GZIP_1M = 2,   /* 0.94 to 2.32: gzip, blocks of 1 MiB, stored values on one line; level 9 until
                                        2019 */
  DFMT_APPORT_VARIANT_GZIP_128K = 3, /* 2.33 and later: gzip level 6, blocks and stored lines of 128 KiB */
  DFMT_APPORT_VARIANT_MIME = 4       /* what is sent to bug trackers: multipart/mixed, not readable as a report */
};

/* Options. */
enum {
  DFMT_CFG_APPORT_KEYS = 0x20001,        /* list: only these very keys are delivered (none: all) */
  DFMT_CFG_APPORT_CRLF = 0x20002,        /* reader, 1: drop a CR before a line feed inside text values */
  DFMT_CFG_APPORT_SAFE = 0x20003,        /* writer, 1: a text that would not survive the text form goes to base64 */
  DFMT_CFG_APPORT_BLOCK = 0x20004,       /* writer: bytes of a value that go into one base64 line; 0: the variant's */
  DFMT_CFG_APPORT_ONE_LINE = 0x20005,    /* writer, 1: no such lines, as the reference does with values in memory */
  DFMT_CFG_APPORT_MIME_LINES = 0x20006,  /* MIME writer: values of more lines, and more than one, become attachments */
  DFMT_CFG_APPORT_MIME_HEADERS = 0x20007 /* MIME writer, list: header lines "Name: value" for the outer message */
};

/* How a value stands in the file. */
enum { DFMT_APPORT_ENCODING_TEXT = 0, DFMT_APPORT_ENCODING_BASE64 = 1 };

/* How a base64 value is compressed, told from its first folded line as the reference does. */
enum {
  DFMT_APPORT_COMPRESSION_NONE = 0, /* text; or a base64 value without any line, which is empty */
  DFMT_APPORT_COMPRESSION_ZLIB = 1, /* to 0.93, and whatever is none of the others: decoding then says E_FORMAT */
  DFMT_APPORT_COMPRESSION_GZIP = 2,
  DFMT_APPORT_COMPRESSION_ZSTD = 3
};

/* What the reference makes of the value. */
enum { DFMT_APPORT_KIND_TEXT = 1 /* str */, DFMT_APPORT_KIND_BYTES = 2 /* bytes */ };

/* dfmt_apport_field.flags */
enum {
  DFMT_APPORT_FLAG_BAD_KEY = 1,   /* the key breaks the rules: an error once the value is used, data never a path */
  DFMT_APPORT_FLAG_CARRIED_CR = 2 /* the key line ends in CR LF: the file went through mail or a bug tracker */
};

enum {
  DFMT_APPORT_FIELD_HAS_TEXT = 1,
  DFMT_APPORT_FIELD_HAS_COMPRESSION = 2,
  DFMT_APPORT_FIELD_HAS_KIND = 4,
  DFMT_APPORT_FIELD_HAS_LINE = 8,
  DFMT_APPORT_FIELD_HAS_STORED_SIZE = 16,
  DFMT_APPORT_FIELD_HAS_DECODED_SIZE = 32
};

/*
 * One entry. For writers: head (both members) and key are required; put() needs text, the decoded value whatever the
 * encoding, and begin() does not look at it; encoding BASE64 with compression absent or NONE is the variant's; kind
 * BYTES with encoding TEXT lets the writer choose as the reference does for bytes: base64 if there is a control byte;
 * decoded_size, if given, goes into a Zstandard frame's header and is checked. The rest is not looked at. Since 0.1.
 */
typedef struct dfmt_apport_field {
  dfmt_head head;
  uint32_t present;     /* DFMT_APPORT_FIELD_HAS_* */
  uint32_t encoding;    /* DFMT_APPORT_ENCODING_* */
  uint32_t compression; /* DFMT_APPORT_COMPRESSION_*; absent until the payload is read if the first line begins with
                           4 KiB junk, or has a part of gzip's or Zstandard's magic that the next lines complete */
  uint32_t kind;        /* DFMT_APPORT_KIND_*; late with a payload, and then known only from DECODED */
  uint32_t flags;       /* DFMT_APPORT_FLAG_* */
  uint32_t reserved;
  dfmt_str key;          /* as it stands; see FLAG_BAD_KEY */
  dfmt_str text;         /* the value, if it is not a payload */
  uint64_t line;         /* 1-based line of the key */
  uint64_t stored_size;  /* bytes as STORED gives them; late with a payload */
  uint64_t decoded_size; /* bytes as DECODED gives them; late with a payload, and known only from DECODED */
} dfmt_apport_field;

/* The body of an event; NULL if the event is of another type, or NULL itself. Since 0.1. */
DFMT_API const dfmt_apport_field *dfmt_event_apport_field(const dfmt_event *ev);

/*
 * Below 0, 0 or above 0 as a stands before, with or behind b in what the reference writes: text first, in it
 * ProblemType, then by the bytes of the keys. With encoding TEXT in both it is the order of the MIME form. NULL is
 * E_ARG's case and gives 0. Since 0.1.
 */
DFMT_API int32_t dfmt_apport_compare(const dfmt_apport_field *a, const dfmt_apport_field *b);

/* Values of ProblemType, as bits of dfmt_apport_key.required and .collected. */
enum {
  DFMT_APPORT_PROBLEM_CRASH = 1,
  DFMT_APPORT_PROBLEM_BUG = 2,
  DFMT_APPORT_PROBLEM_PACKAGE = 4,
  DFMT_APPORT_PROBLEM_KERNEL_CRASH = 8,
  DFMT_APPORT_PROBLEM_KERNEL_OOPS = 16,
  DFMT_APPORT_PROBLEM_HANG = 32,
  DFMT_APPORT_PROBLEM_RECOVERABLE = 64
};

/* What a standard key's value is. */
enum {
  DFMT_APPORT_VALUE_TEXT = 1,    /* any text */
  DFMT_APPORT_VALUE_LINE = 2,    /* text without line feed */
  DFMT_APPORT_VALUE_LINES = 3,   /* text of one or more lines */
  DFMT_APPORT_VALUE_NUMBER = 4,  /* decimal number */
  DFMT_APPORT_VALUE_DATE = 5,    /* asctime form in the C locale, local time: "Thu Jan  2 03:04:05 2025" */
  DFMT_APPORT_VALUE_PATH = 6,    /* absolute path */
  DFMT_APPORT_VALUE_WORDS = 7,   /* words separated by spaces */
  DFMT_APPORT_VALUE_PACKAGE = 8, /* "name version" or "name (not installed)" and more */
  DFMT_APPORT_VALUE_BINARY = 9,  /* bytes */
  DFMT_APPORT_VALUE_JSON = 10    /* JSON text */
};

/* For grouping in displays. */
enum {
  DFMT_APPORT_GROUP_GENERAL = 1,
  DFMT_APPORT_GROUP_PROCESS = 2,
  DFMT_APPORT_GROUP_SIGNAL = 3,
  DFMT_APPORT_GROUP_LANGUAGE = 4, /* Python, Java, gcc, recoverable problems */
  DFMT_APPORT_GROUP_PACKAGE = 5,
  DFMT_APPORT_GROUP_KERNEL = 6,
  DFMT_APPORT_GROUP_HARDWARE = 7,
  DFMT_APPORT_GROUP_INTERNAL = 8,
  DFMT_APPORT_GROUP_OTHER = 9 /* no standard key: never in the table */
};

/* A standard key. Static data. Grows only at the end. Since 0.1. */
typedef struct dfmt_apport_key {
  dfmt_head head;
  const char *name;     /* NUL-terminated; a final '*' stands for any characters */
  const char *meaning;  /* one line of English */
  uint32_t value;       /* DFMT_APPORT_VALUE_* */
  uint32_t group;       /* DFMT_APPORT_GROUP_* */
  uint32_t required;    /* DFMT_APPORT_PROBLEM_* bits: the format's note demands it there */
  uint32_t collected;   /* DFMT_APPORT_PROBLEM_* bits: apport itself always writes it there */
  uint32_t always_text; /* 1: its value must be UTF-8 */
  uint32_t reserved;
} dfmt_apport_key;

/* The standard key at a place of the table, 0 first; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_at(uint32_t index);

/* The standard key of a name, patterns included; NULL if it is none. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_find(const char *name, uint64_t len);

/* 1 if a name obeys the rules for keys: 0-9 A-Z a-z . - _ and at least one letter or digit; else 0. Since 0.1. */
DFMT_API uint32_t dfmt_apport_key_is_valid(const char *name, uint64_t len);

/* The DFMT_APPORT_PROBLEM_* bit of a value of ProblemType, "Crash"; 0 if it is unknown. Since 0.1. */
DFMT_API uint32_t dfmt_apport_problem(const char *type, uint64_t len);

/* 1 if a value is well-formed for a standard key (its dfmt_apport_key.value), else 0; NULL key: 1. Since 0.1. */
DFMT_API uint32_t dfmt_apport_value_is_valid(const dfmt_apport_key *key, const void *ptr, uint64_t len);

#ifdef __cplusplus
}
#endif

#endif
