/* SPDX-License-Identifier: MIT */
/*
 * Apport crash reports (`.crash`): a sequence of entries, each a key with a text or a binary value. "The reference" is
 * Apport's Python module problem_report at 2.36; docs/apport.md lists the differences, docs/spec/apport.md describes
 * the format.
 *
 * Every entry is one event. Order and duplicates are kept; the reference uses the last of several equal keys. A text
 * that occupies up to DFMT_CFG_MAX_INLINE bytes of the file is in the body; longer ones and all base64 values are
 * payloads:
 *   DFMT_PAYLOAD_DECODED  text, or the value without base64 and compression
 *   DFMT_PAYLOAD_STORED   text, or the value without base64: a gzip member, a zlib stream, a Zstandard frame
 *   DFMT_PAYLOAD_RAW      everything after the colon of the key, including the last line feed
 */
#ifndef DIAGFMT_APPORT_H
#define DIAGFMT_APPORT_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
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
  DFMT_TYPE_APPORT_FLAGS = 0x28104,   /* bits DFMT_APPORT_FLAG_* */
  DFMT_TYPE_APPORT_PROBLEM = 0x28105, /* bits */
  DFMT_TYPE_APPORT_VALUE = 0x28106,
  DFMT_TYPE_APPORT_CATEGORY = 0x28107
};

/* Dialects of the writer. The reader accepts any mixture of them, MIME as a wrapper, and reports no variant. */
enum {
  DFMT_APPORT_VARIANT_ZLIB = 1,      /* 0.24 to 0.93 (2006, 2007): one zlib stream */
  DFMT_APPORT_VARIANT_GZIP_1M = 2,   /* 0.94 to 2.32: gzip, blocks of 1 MiB, stored values on one line; level 9 until
                                        2019 */
  DFMT_APPORT_VARIANT_GZIP_128K = 3, /* 2.33 and later: gzip level 6, blocks and stored lines of 128 KiB */
  DFMT_APPORT_VARIANT_MIME = 4       /* sent to bug trackers: multipart/mixed */
};

/* Options. */
enum {
  DFMT_CFG_APPORT_KEYS = 0x20001,        /* list: deliver only these keys, compared exactly (empty: all) */
  DFMT_CFG_APPORT_CRLF = 0x20002,        /* reader, 1: drop a CR before a line feed in text values */
  DFMT_CFG_APPORT_SAFE = 0x20003,        /* writer, 1: write texts that the text form cannot keep as base64 */
  DFMT_CFG_APPORT_BLOCK = 0x20004,       /* writer: bytes of a value in one base64 line; 0: as the variant */
  DFMT_CFG_APPORT_ONE_LINE = 0x20005,    /* writer, 1: one line, as the reference writes values in memory */
  DFMT_CFG_APPORT_MIME_LINES = 0x20006,  /* MIME writer: lines of a value, above which (and one) it is an attachment */
  DFMT_CFG_APPORT_MIME_HEADERS = 0x20007 /* MIME writer, list: header lines "Name: value" for the outer message */
};

/* Encoding of a value in the file. */
enum { DFMT_APPORT_ENCODING_TEXT = 0, DFMT_APPORT_ENCODING_BASE64 = 1 };

/* Compression of a base64 value, detected in its first folded line as the reference does. */
enum {
  DFMT_APPORT_COMPRESSION_NONE = 0, /* text; or an empty base64 value, which has no line */
  DFMT_APPORT_COMPRESSION_ZLIB = 1, /* to 0.93, and anything that is not one of the others: decoding returns E_FORMAT */
  DFMT_APPORT_COMPRESSION_GZIP = 2,
  DFMT_APPORT_COMPRESSION_ZSTD = 3
};

/* The type of the value in the reference. */
enum { DFMT_APPORT_KIND_TEXT = 1 /* str */, DFMT_APPORT_KIND_BYTES = 2 /* bytes */ };

/* dfmt_apport_field.flags */
enum {
  DFMT_APPORT_FLAG_BAD_KEY = 1,   /* malformed key: an error once the value is used; never use it as a path */
  DFMT_APPORT_FLAG_CARRIED_CR = 2 /* the line of the key ends in CR LF: the file passed through mail or a bug tracker */
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
 * One entry. For writers, head (both members) and key are required. put() needs text, the decoded value whatever the
 * encoding; begin() ignores it. Encoding BASE64 with compression absent or NONE uses the compression of the variant.
 * Encoding TEXT with another kind than TEXT lets the writer choose, as the reference does for bytes: base64 if there is
 * a control byte. So does no kind, unless the key is always text. decoded_size, if present, is written to the header of
 * a Zstandard frame and checked. Other members are ignored.
 * Since 0.1.
 */
typedef struct dfmt_apport_field {
  dfmt_head head;
  uint32_t present;     /* DFMT_APPORT_FIELD_HAS_* */
  uint32_t encoding;    /* DFMT_APPORT_ENCODING_* */
  uint32_t compression; /* DFMT_APPORT_COMPRESSION_*; absent until the payload is read if the first line starts with
                           4 KiB of other characters, or with an incomplete magic number of gzip or Zstandard */
  uint32_t kind;        /* DFMT_APPORT_KIND_*; late with a payload, and then known only from DECODED [late] */
  uint32_t flags;       /* DFMT_APPORT_FLAG_* */
  uint32_t reserved;
  dfmt_str key;          /* as in the file; see FLAG_BAD_KEY */
  dfmt_str text;         /* the value, if it is not a payload */
  uint64_t line;         /* 1-based line of the key */
  uint64_t stored_size;  /* bytes of the STORED form; late with a payload [late] */
  uint64_t decoded_size; /* bytes of the DECODED form; late with a payload, and known only from DECODED [late] */
} dfmt_apport_field;

/* Returns the body of an event; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_apport_field *dfmt_event_apport_field(const dfmt_event *ev);

/*
 * Compares two entries in the order in which the reference writes them: texts first, ProblemType first among these,
 * then by the bytes of the keys. Returns a negative number, 0 or a positive number if a comes before, with or after b;
 * 0 if either is NULL. With encoding TEXT in both this is the order of the MIME form. Since 0.1.
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

/* Kinds of values of standard keys. */
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
  DFMT_APPORT_CATEGORY_GENERAL = 1,
  DFMT_APPORT_CATEGORY_PROCESS = 2,
  DFMT_APPORT_CATEGORY_SIGNAL = 3,
  DFMT_APPORT_CATEGORY_LANGUAGE = 4, /* Python, Java, gcc, recoverable problems */
  DFMT_APPORT_CATEGORY_PACKAGE = 5,
  DFMT_APPORT_CATEGORY_KERNEL = 6,
  DFMT_APPORT_CATEGORY_HARDWARE = 7,
  DFMT_APPORT_CATEGORY_INTERNAL = 8,
  DFMT_APPORT_CATEGORY_OTHER = 9 /* not a standard key: never in the table */
};

/* A standard key. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_apport_key {
  dfmt_head head;
  const char *name;     /* NUL-terminated; a final '*' stands for any characters */
  const char *meaning;  /* one line of English */
  uint32_t value;       /* DFMT_APPORT_VALUE_* */
  uint32_t category;    /* DFMT_APPORT_CATEGORY_* */
  uint32_t required;    /* DFMT_APPORT_PROBLEM_* bits: required there by Apport's data format document */
  uint32_t collected;   /* DFMT_APPORT_PROBLEM_* bits: always written there by Apport itself */
  uint32_t always_text; /* 1: its value must be UTF-8 */
  uint32_t reserved;
} dfmt_apport_key;

/* Returns the standard key at an index of the table, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_at(uint32_t index);

/* Returns the standard key with a name, or whose pattern matches it; NULL if none. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_find(const char *name, uint64_t len);

/* Returns 1 for a well-formed key: 0-9 A-Z a-z . - _, at least one letter or digit; else 0. Since 0.1. */
DFMT_API uint32_t dfmt_apport_key_is_valid(const char *name, uint64_t len);

/* Returns the DFMT_APPORT_PROBLEM_* bit for a value of ProblemType, such as "Crash"; 0 if unknown. Since 0.1. */
DFMT_API uint32_t dfmt_apport_problem(const char *type, uint64_t len);

/* Returns 1 if a value is well-formed for a standard key, by dfmt_apport_key.value, or key is NULL; else 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_apport_value_is_valid(const dfmt_apport_key *key, const void *ptr, uint64_t len);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_apport_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_apport_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
