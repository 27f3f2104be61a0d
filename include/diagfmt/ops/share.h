/* SPDX-License-Identifier: MIT */
/*
 * Share: replaces personal data in bug reports, crash reports, logs and other texts, also in gzip, so that they can be
 * given to others. The first pass learns personal values of the inputs, from fields that hold them and from values with
 * a recognizable form. The second pass replaces each value by a placeholder, "<email:7f3a9c>", in all inputs, at any
 * place and in any spelling. Everything else stays the same, byte for byte. A word that the inputs have in lists, such
 * as the name of a service or a package, is replaced only in fields, and the name of a product is not. A single word
 * without digits that the inputs have more than 20 times outside of fields is also replaced only in fields, and is
 * doubtful.
 *
 *   dfmt_op *op;
 *   if (dfmt_op_new(config, "share", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_output(op, "output", 0, sink) == DFMT_OK && dfmt_op_run(op) == DFMT_OK)
 *     dfmt_sink_close(sink);
 *
 * Each entry of a zip is a text in UTF-8, UTF-16 or gzip, or a protobuf message (".proto", ".pb"). Entries without
 * personal data keep their compressed bytes. Names and comments are redacted, too; bytes between entries are dropped.
 * In a message, strings are replaced and the lengths around them corrected, and numbers and bytes that are known values
 * become zeros; the fields stay the same. A message is held in memory, up to DFMT_CFG_MAX_RECORD bytes. An entry that
 * cannot be searched, such as a picture, a database or other binary data, is omitted, and has a row;
 * DFMT_OPS_SHARE_KEEP copies kinds of entries unsearched, at the caller's risk. A zip in a zip is redacted likewise; a
 * zip in that is omitted. Fields of an Apport report are treated as entries: values are decoded, and compressed again
 * in the same way if they change; core dumps are omitted. A log of malloc_debug is a text.
 *
 * The caller closes the sinks after run() has returned OK, and discards them otherwise: each changed line is searched
 * again, and run() fails if a value is left in it, with E_FORMAT and DFMT_ERR_SHARE_LEFT. Inputs of other formats, and
 * binary data, are E_UNSUPPORTED with DFMT_ERR_SHARE_NOT_SEARCHED. Damage is not skipped. An input that cannot seek
 * must be the only one. E_LIMIT with DFMT_ERR_MAX_TABLE: the values do not fit in DFMT_CFG_MAX_TABLE.
 *
 * Not found are: values inside longer base64 that is not a text by itself, in base64 folded over lines, in rows of
 * memory dumps, IP addresses with reversed bytes, and numbers of a message that no other place of the inputs has, such
 * as coordinates. A person should review the output, with the output "review".
 *
 * Equal values have equal placeholders in all outputs made with one key; without the key nobody can test a guess. None
 * of the answers contains a value that was replaced: "account", what was replaced; "left_out" and "kept", what could
 * not be searched; "doubtful", what may be left; "unmatched", patterns of names that matched nothing; "explained", what
 * became of values that the caller asks about, by their number in the option.
 *
 * What is written is looked at by a second scan, which shares no code with the first: simple forms of addresses of
 * e-mail, hardware and networks, of IMEI, IMSI, ICCID and tokens, and known values of six bytes or more, also inside
 * longer words and without regard to case. What it sees is left, and is doubtful, with its place.
 *
 * Outputs: "output", one for each input; an input without one is analysed, not written. And "review", a text for a
 * person, with a line for each replaced place: entry, section, line, class, how the value was found, its spelling, and
 * both texts with their context:
 *
 *   bugreport.txt: SYSTEM LOG: 12: email, form: mail to [-jane@example.org-]{+<email:7f3a9c>+} now
 *
 * The review contains the personal data. Do not share it.
 *
 * dfmt_op_check() searches an output in all layers and spellings, as a recipient could, for known values and for values
 * with a recognizable form; the source must be able to seek. It does not search a text again that is the same as when
 * run() searched it. OK: nothing left. E_FORMAT with DFMT_ERR_SHARE_LEFT: a value remains; do not publish the output.
 */
#ifndef DIAGFMT_OPS_SHARE_H
#define DIAGFMT_OPS_SHARE_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_SHARE_PROFILE = DFMT_OPS << 16 | 0x1001, /* DFMT_SHARE_PROFILE_*: which classes are replaced */
  DFMT_OPS_SHARE_CLASSES = DFMT_OPS << 16 | 0x1002, /* list: "+serial" adds, "-ipv4" removes a class */
  DFMT_OPS_SHARE_KEY = DFMT_OPS << 16 | 0x1003,     /* list of one: a secret of at least 16 bytes. Default: random,
                                                      for this run */
  DFMT_OPS_SHARE_VALUES = DFMT_OPS << 16 | 0x1004,  /* list: values that no field may hold, "person:Jane Doe"; they
                                                      are replaced whether or not their class is */
  DFMT_OPS_SHARE_HASH_BITS =
      DFMT_OPS << 16 | 0x1005,                     /* length of placeholders, 24 to 128; more if two would be equal */
  DFMT_OPS_SHARE_KEEP = DFMT_OPS << 16 | 0x1006,   /* list: kinds to copy unsearched, at the caller's risk: core,
                                                      images, captures, databases, profiles, protobuf, archives,
                                                      encrypted, other */
  DFMT_OPS_SHARE_NAMES = DFMT_OPS << 16 | 0x1007,  /* list: shell patterns of names that no field may hold, such as
                                                     "*@example.org". They match any part of a text. "*", "?" and
                                                     "[!...]" do not match blanks, quotes, brackets or ",;:=|"; in
                                                     names of entries, nor "/": each component is matched by
                                                     itself. A match of four bytes or more is also found in other
                                                     spellings */
  DFMT_OPS_SHARE_LABELS = DFMT_OPS << 16 | 0x1008, /* list: texts with labels of fields that hold personal data, and
                                                    templates of lines, beside those that are compiled in; see
                                                    docs/sharing.md for how they are written. E_ARG names the
                                                    line of one that is not understood */
  DFMT_OPS_SHARE_EXPLAIN = DFMT_OPS << 16 | 0x1009 /* list: texts, each of which has rows in "explained": as a value of
                                                   which classes it was known, what told it, and what was
                                                   done */
};

enum {
  DFMT_SHARE_PROFILE_PUBLIC = 0, /* all classes */
  DFMT_SHARE_PROFILE_VENDOR = 1, /* people, networks, places and secrets; identifiers of the device stay */
  DFMT_SHARE_PROFILE_LOG = 2,    /* secrets only */
  DFMT_SHARE_PROFILE_GIVEN = 3   /* only DFMT_OPS_SHARE_VALUES and DFMT_OPS_SHARE_NAMES */
};

/* Classes of personal data. */
enum {
  DFMT_SHARE_EMAIL = 0,
  DFMT_SHARE_PHONE = 1,
  DFMT_SHARE_IMEI = 2,
  DFMT_SHARE_MEID = 3,
  DFMT_SHARE_IMSI = 4,
  DFMT_SHARE_ICCID = 5,
  DFMT_SHARE_EID = 6,
  DFMT_SHARE_MAC = 7,
  DFMT_SHARE_IPV4 = 8,
  DFMT_SHARE_IPV6 = 9,
  DFMT_SHARE_SSID = 10,
  DFMT_SHARE_SECRET = 11,
  DFMT_SHARE_LOCATION = 12,
  DFMT_SHARE_SERIAL = 13,
  DFMT_SHARE_DEVICE_ID = 14, /* "device-id" */
  DFMT_SHARE_PERSON = 15,
  DFMT_SHARE_ACCOUNT = 16,
  DFMT_SHARE_CELL = 17,
  DFMT_SHARE_USERNAME = 18,
  DFMT_SHARE_HOSTNAME = 19,
  DFMT_SHARE_NAME = 20 /* of DFMT_OPS_SHARE_NAMES, in every profile */
};

/* Spelling of a value. */
enum {
  DFMT_SHARE_SPELLING_PLAIN = 0,
  DFMT_SHARE_SPELLING_PERCENT = 1,
  DFMT_SHARE_SPELLING_ENTITY = 2,           /* of XML and HTML */
  DFMT_SHARE_SPELLING_ESCAPED = 3,          /* with a backslash */
  DFMT_SHARE_SPELLING_QUOTED_PRINTABLE = 4, /* "quoted-printable": of mail */
  DFMT_SHARE_SPELLING_BASE64 = 5,
  DFMT_SHARE_SPELLING_HEX = 6,
  DFMT_SHARE_SPELLING_BROKEN = 7, /* broken over two lines */
  DFMT_SHARE_SPELLING_NUMBER = 8  /* a number of a protobuf message, or bytes of one */
};

/* How a value was found. */
enum {
  DFMT_SHARE_BY_PLACE = 0,   /* in a field for such values */
  DFMT_SHARE_BY_LEARNED = 1, /* known from another place */
  DFMT_SHARE_BY_FORM = 2     /* by its form, including its check digit */
};

/* Why something is doubtful. */
enum {
  DFMT_SHARE_DOUBT_SHORT = 0,    /* values too short, or too common words, to be replaced outside of fields */
  DFMT_SHARE_DOUBT_FREQUENT = 1, /* values that are frequent words of the inputs: replaced in fields only */
  DFMT_SHARE_DOUBT_FORM = 2,     /* what looks like such a value is left */
  DFMT_SHARE_DOUBT_INSIDE = 3    /* a known value is left, such as inside a longer word */
};

/* What becomes of a value. */
enum {
  DFMT_SHARE_REPLACED = 0,          /* wherever it stands */
  DFMT_SHARE_REPLACED_HERE = 1,     /* only in fields for such values, as its rule says */
  DFMT_SHARE_REPLACED_SHORT = 2,    /* only in fields: it is too short, or too common a word */
  DFMT_SHARE_REPLACED_LISTED = 3,   /* only in fields: the inputs have it as a word of their lists */
  DFMT_SHARE_REPLACED_FREQUENT = 4, /* only in fields: the inputs have it more than 20 times elsewhere */
  DFMT_SHARE_STAYS_CLASS = 5,       /* it stays: its class does */
  DFMT_SHARE_STAYS_PRODUCT = 6,     /* it stays: it is the name of a product */
  DFMT_SHARE_NOT_TOLD = 7           /* it stays: no rule took it for a value */
};

/* In dfmt_error.number. */
enum {
  DFMT_ERR_SHARE_LEFT = 950,        /* a value is left in the output */
  DFMT_ERR_SHARE_NOT_SEARCHED = 951 /* the input cannot be searched */
};

/* Numbers of types. */
enum {
  DFMT_SHARE_ROW = DFMT_OPS << 16 | 0x1001,
  DFMT_SHARE_RESULT = DFMT_OPS << 16 | 0x1002,
  DFMT_SHARE_LEFT_OUT = DFMT_OPS << 16 | 0x1003,
  DFMT_SHARE_DOUBTFUL = DFMT_OPS << 16 | 0x1004,
  DFMT_SHARE_UNMATCHED = DFMT_OPS << 16 | 0x1005,
  DFMT_SHARE_EXPLAINED = DFMT_OPS << 16 | 0x1006,
  DFMT_SHARE_TYPE_PROFILE = DFMT_OPS << 16 | 0x9081,
  DFMT_SHARE_TYPE_CLASS = DFMT_OPS << 16 | 0x9082, /* words DFMT_SHARE_EMAIL … */
  DFMT_SHARE_TYPE_SPELLING = DFMT_OPS << 16 | 0x9083,
  DFMT_SHARE_TYPE_HOW = DFMT_OPS << 16 | 0x9084,    /* words DFMT_SHARE_BY_* */
  DFMT_SHARE_TYPE_DOUBT = DFMT_OPS << 16 | 0x9085,  /* words DFMT_SHARE_DOUBT_* */
  DFMT_SHARE_TYPE_OUTCOME = DFMT_OPS << 16 | 0x9086 /* words DFMT_SHARE_REPLACED … */
};

/* Replaced places of one class, spelling, carrier and way of finding. Since 0.1. */
typedef struct dfmt_share_row {
  dfmt_head head;
  uint32_t value_class; /* DFMT_SHARE_EMAIL … */
  uint32_t spelling;    /* DFMT_SHARE_SPELLING_* */
  uint32_t how;         /* DFMT_SHARE_BY_* */
  uint32_t reserved;    /* 0 */
  dfmt_str carrier;     /* name of the section or service they are in; "text" outside of sections [repeats] */
  uint64_t n;
} dfmt_share_row;

/*
 * An entry of a zip, or a field of a crash report, that cannot be searched: "left_out": omitted; "kept": copied
 * unsearched (DFMT_OPS_SHARE_KEEP). Since 0.1.
 */
typedef struct dfmt_share_left_out {
  dfmt_head head;
  uint64_t input;   /* index of the input, from 0 */
  dfmt_str name;    /* of the entry, "a.zip!b.bin", or the key; redacted */
  dfmt_str message; /* what it is [repeats] */
} dfmt_share_left_out;

/*
 * Something of a class that may be left. SHORT, FREQUENT: values of all inputs, which are replaced in fields for such
 * values only. FORM, INSIDE: what the second scan saw in one text. Since 0.1.
 */
typedef struct dfmt_share_doubtful {
  dfmt_head head;
  uint32_t value_class; /* DFMT_SHARE_EMAIL … */
  uint32_t why;         /* DFMT_SHARE_DOUBT_* */
  uint64_t n_values;    /* SHORT, FREQUENT: distinct values; FORM, INSIDE: places */
  uint64_t input;       /* index of the input, from 0; SHORT, FREQUENT: 0 */
  uint64_t line;        /* of the first place, from 1; 0: none is counted, as in a message */
  dfmt_str place;       /* the entry or key, redacted, or what kind of name it is, "entry name"; "": the input is one
                           text, or none is meant */
  dfmt_str message;     /* why, in words [repeats] */
} dfmt_share_doubtful;

/* A pattern of DFMT_OPS_SHARE_NAMES that nothing matched. Since 0.1. */
typedef struct dfmt_share_unmatched {
  dfmt_head head;
  uint64_t pattern; /* its place in the option, from 0 [index] */
} dfmt_share_unmatched;

enum {
  DFMT_SHARE_EXPLAINED_HAS_VALUE_CLASS = 1,
  DFMT_SHARE_EXPLAINED_HAS_HOW = 2,
  DFMT_SHARE_EXPLAINED_HAS_LINE = 4,
  DFMT_SHARE_EXPLAINED_HAS_RULE = 8
};

/*
 * What became of a text of DFMT_OPS_SHARE_EXPLAIN: a row for each class of which it is a value, or one without a class.
 * Since 0.1.
 */
typedef struct dfmt_share_explained {
  dfmt_head head;
  uint32_t present;     /* DFMT_SHARE_EXPLAINED_HAS_* */
  uint32_t outcome;     /* DFMT_SHARE_REPLACED … */
  uint64_t value;       /* its place in the option, from 0 [index] */
  uint32_t value_class; /* DFMT_SHARE_EMAIL …; absent if NOT_TOLD */
  uint32_t how;         /* DFMT_SHARE_BY_*: what told it first; absent if the caller gave it */
  uint64_t line;        /* of its text, where it was told first, from 1; absent where lines are not counted */
  dfmt_str rule;        /* the label or template, as docs/sharing.md writes them, or the words before it; absent of
                           forms and tables */
  uint64_t n_places;    /* replaced in outputs */
  dfmt_str message;     /* the outcome, in words [repeats] */
} dfmt_share_explained;

/* Figures of all inputs; facts of all answers. Since 0.1. */
typedef struct dfmt_share_result {
  dfmt_head head;
  uint64_t n_values;   /* distinct values learned */
  uint64_t n_places;   /* replaced */
  uint64_t n_lines;    /* of all inputs */
  uint64_t bytes_in;   /* uncompressed */
  uint64_t bytes_out;  /* uncompressed; of a zip, of changed entries */
  uint64_t n_left_out; /* entries omitted from the output */
} dfmt_share_result;

#ifdef __cplusplus
}
#endif

#endif
