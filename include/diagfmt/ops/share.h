/* SPDX-License-Identifier: MIT */
/*
 * Share: takes personal data out of bug reports, crash reports, logs and other texts, also in gzip, so that they can be
 * given to others. Two passes: the first one learns what the inputs say of their owner, from fields that tell it and
 * from values known by their form; the second one replaces each value by a placeholder, "<email:7f3a9c>", in all
 * inputs, wherever it stands and in whatever way it is written. All else stays as it was, byte for byte.
 *
 *   dfmt_op *op;
 *   if (dfmt_op_new(config, "share", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_output(op, "output", 0, sink) == DFMT_OK && dfmt_op_run(op) == DFMT_OK)
 *     dfmt_sink_close(sink);
 *
 * Of a zip each entry is a text, in UTF-8, UTF-16 or gzip, or a protobuf message (".proto", ".pb"); entries without
 * personal data are passed on as they are compressed, names and comments are replaced as well, and what else the zip
 * holds between entries is gone. In a message texts are replaced and the lengths around them mended, and numbers and
 * bytes that are known values become zeros: it has the same fields. A message is held in memory, up to
 * DFMT_CFG_MAX_RECORD bytes. An entry that cannot be searched is left out, and has a row: pictures, databases and other
 * binary data; DFMT_OPS_SHARE_KEEP keeps what the caller takes the risk of. A zip in it is treated as it is, and what
 * is a zip in that is left out. Fields of an Apport report are treated alike: values are decoded, and compressed again
 * in their own way if they change; core dumps are left out. A report of malloc_debug is a text.
 *
 * The caller closes the sinks when run() has said OK, and else discards them: each line that was changed is looked
 * through once more, and a value that is still there makes run() fail, E_FORMAT with DFMT_ERR_SHARE_LEFT.
 * dfmt_op_check() reads all of an output again. Inputs of other formats, and binary data, are E_UNSUPPORTED with
 * DFMT_ERR_SHARE_NOT_SEARCHED; damage is not passed over. An input that cannot seek must be the only one. E_LIMIT with
 * DFMT_ERR_MAX_TABLE: more different values than DFMT_CFG_MAX_TABLE has room for.
 *
 * Not found are values inside of longer base64 that is no text of its own, in base64 folded over lines, in rows of
 * memory dumps, IP addresses whose bytes are reversed, and numbers of a message that nothing else in the inputs tells,
 * such as coordinates: a person should look through the output, for which the output "review" is.
 *
 * Equal values have equal placeholders in all that is made with one key; nobody can test a guess without it. There are
 * five answers, and none of them tells a value that was taken out: "account" tells what was replaced, "left_out" and
 * "kept" what could not be searched, "doubtful" of which values some may be left, and "unmatched" which patterns of
 * names matched nothing.
 *
 * Outputs: "output", one for each input; inputs without one are learned from and counted, and nothing is written. And
 * "review", a text that shows each replaced place for a person to look at, one a line: entry, section, line, class, how
 * it was found, how it is spelled, and both texts between what stands around them:
 *
 *   bugreport.txt: SYSTEM LOG: 12: email, form: mail to [-jane@example.org-]{+<email:7f3a9c>+} now
 *
 * It has what was taken out: it is for nobody else.
 *
 * dfmt_op_check() reads an output as whoever gets it would, in all layers and spellings, for values that are known and
 * for what looks like one; the source can seek. A text that is as it was when run() looked it through is not looked
 * through again. OK: there is none. E_FORMAT with DFMT_ERR_SHARE_LEFT: there is, and the output is not to be given
 * away.
 */
#ifndef DIAGFMT_OPS_SHARE_H
#define DIAGFMT_OPS_SHARE_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_SHARE_PROFILE = DFMT_OPS << 16 | 0x1001,   /* DFMT_SHARE_PROFILE_*: which classes are taken out */
  DFMT_OPS_SHARE_CLASSES = DFMT_OPS << 16 | 0x1002,   /* list: "+serial" or "-ipv4", which change that */
  DFMT_OPS_SHARE_KEY = DFMT_OPS << 16 | 0x1003,       /* list of one: 16 bytes or more, not known to others. Default: a
                                                        random one for each run */
  DFMT_OPS_SHARE_VALUES = DFMT_OPS << 16 | 0x1004,    /* list: "person:Jane Doe", values that no field may tell;
                                                        they go, whether or not their class is taken out */
  DFMT_OPS_SHARE_HASH_BITS = DFMT_OPS << 16 | 0x1005, /* of placeholders, 24 to 128; more where two would be alike */
  DFMT_OPS_SHARE_KEEP = DFMT_OPS << 16 | 0x1006,      /* list: what is kept as it is though it cannot be searched: core,
                                                         images, captures, databases, profiles, protobuf, archives,
                                                         encrypted, other */
  DFMT_OPS_SHARE_NAMES = DFMT_OPS << 16 | 0x1007      /* list: shell patterns of names that no field may tell, as
                                                         "*@example.org". They match any part of a text; "*", "?" and
                                                         "[!...]" match no blanks, quotes, brackets or ",;:=|", in names
                                                         of entries no "/" either, where each component is a name of
                                                         its own. What has matched is also found in other spellings, if
                                                         it has four bytes or more */
};

enum {
  DFMT_SHARE_PROFILE_PUBLIC = 0, /* all classes */
  DFMT_SHARE_PROFILE_VENDOR = 1, /* people, networks, places and secrets; what identifies the device stays */
  DFMT_SHARE_PROFILE_LOG = 2,    /* secrets only */
  DFMT_SHARE_PROFILE_GIVEN = 3   /* only DFMT_OPS_SHARE_VALUES and DFMT_OPS_SHARE_NAMES */
};

/* What personal data is. */
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
  DFMT_SHARE_NAME = 20 /* of DFMT_OPS_SHARE_NAMES; of all profiles */
};

/* How a value was written. */
enum {
  DFMT_SHARE_SPELLING_PLAIN = 0,
  DFMT_SHARE_SPELLING_PERCENT = 1,
  DFMT_SHARE_SPELLING_ENTITY = 2,           /* of XML and HTML */
  DFMT_SHARE_SPELLING_ESCAPED = 3,          /* with a backslash */
  DFMT_SHARE_SPELLING_QUOTED_PRINTABLE = 4, /* "quoted-printable": of mail */
  DFMT_SHARE_SPELLING_BASE64 = 5,
  DFMT_SHARE_SPELLING_HEX = 6,
  DFMT_SHARE_SPELLING_BROKEN = 7, /* over two lines */
  DFMT_SHARE_SPELLING_NUMBER = 8  /* a number of a protobuf message, or bytes of one */
};

/* How it was found. */
enum {
  DFMT_SHARE_BY_PLACE = 0,   /* a field told */
  DFMT_SHARE_BY_LEARNED = 1, /* it was known from elsewhere */
  DFMT_SHARE_BY_FORM = 2     /* it looks like one, and its check holds */
};

/* In dfmt_error.number. */
enum {
  DFMT_ERR_SHARE_LEFT = 950,        /* a value is left in the output */
  DFMT_ERR_SHARE_NOT_SEARCHED = 951 /* the input is none that can be searched */
};

/* Numbers of types. */
enum {
  DFMT_SHARE_ROW = DFMT_OPS << 16 | 0x1001,
  DFMT_SHARE_RESULT = DFMT_OPS << 16 | 0x1002,
  DFMT_SHARE_LEFT_OUT = DFMT_OPS << 16 | 0x1003,
  DFMT_SHARE_DOUBTFUL = DFMT_OPS << 16 | 0x1004,
  DFMT_SHARE_UNMATCHED = DFMT_OPS << 16 | 0x1005,
  DFMT_SHARE_TYPE_PROFILE = DFMT_OPS << 16 | 0x9081,
  DFMT_SHARE_TYPE_CLASS = DFMT_OPS << 16 | 0x9082, /* words DFMT_SHARE_EMAIL … */
  DFMT_SHARE_TYPE_SPELLING = DFMT_OPS << 16 | 0x9083,
  DFMT_SHARE_TYPE_HOW = DFMT_OPS << 16 | 0x9084 /* words DFMT_SHARE_BY_* */
};

/* Places that were replaced: those that are alike are one row. Since 0.1. */
typedef struct dfmt_share_row {
  dfmt_head head;
  uint32_t value_class; /* DFMT_SHARE_EMAIL … */
  uint32_t spelling;    /* DFMT_SHARE_SPELLING_* */
  uint32_t how;         /* DFMT_SHARE_BY_* */
  uint32_t reserved;    /* 0 */
  dfmt_str carrier;     /* name of the section or service in which they stand; "text" outside of one [repeats] */
  uint64_t n;
} dfmt_share_row;

/*
 * An entry of a zip, or a field of a crash report, that cannot be searched: it is not in the output, or of the set
 * "kept" there as it was, as DFMT_OPS_SHARE_KEEP says. Since 0.1.
 */
typedef struct dfmt_share_left_out {
  dfmt_head head;
  uint64_t input;   /* index of the input, from 0 */
  dfmt_str name;    /* of the entry, "a.zip!b.bin", or the key; without what is personal in it */
  dfmt_str message; /* what it is [repeats] */
} dfmt_share_left_out;

/*
 * Values of a class that are too short, or too common a word, to be replaced wherever they stand: they are where fields
 * tell them, and may be left elsewhere. Since 0.1.
 */
typedef struct dfmt_share_doubtful {
  dfmt_head head;
  uint32_t value_class; /* DFMT_SHARE_EMAIL … */
  uint32_t reserved;    /* 0 */
  uint64_t n_values;    /* different ones */
} dfmt_share_doubtful;

/* A pattern of DFMT_OPS_SHARE_NAMES that nothing matched. Since 0.1. */
typedef struct dfmt_share_unmatched {
  dfmt_head head;
  uint64_t pattern; /* its place in the option, from 0 [index] */
} dfmt_share_unmatched;

/* All of it: facts of both sets. Since 0.1. */
typedef struct dfmt_share_result {
  dfmt_head head;
  uint64_t n_values;   /* different ones that were learned */
  uint64_t n_places;   /* that were replaced */
  uint64_t n_lines;    /* of all inputs */
  uint64_t bytes_in;   /* without compression */
  uint64_t bytes_out;  /* the same; of a zip: of entries that changed */
  uint64_t n_left_out; /* entries that are not in the output */
} dfmt_share_result;

#ifdef __cplusplus
}
#endif

#endif
