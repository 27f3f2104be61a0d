/* SPDX-License-Identifier: MIT */
/*
 * The registry of error numbers, dfmt_error.number and dfmt_diagnostic.number. A number keeps its meaning for ever;
 * retired numbers are not reused. Hundreds tell the area: 1 calls, 2 input and output, 3 codecs and wrappers,
 * 4 apport, 5 apitrace, 6 simpleperf, 7 mallocdbg, 8 bugreport. Formats from DFMT_<FORMAT> 6 on have their numbers in
 * their own headers: 6 those from 900 to 949, 7 the hundred from 1000, and so on.
 */
#ifndef DIAGFMT_ERRORS_H
#define DIAGFMT_ERRORS_H

enum {
  DFMT_ERR_NONE = 0,

  /* 1xx: the call, memory, limits */
  DFMT_ERR_NOMEM = 100,           /* the allocator returned NULL */
  DFMT_ERR_ARGUMENT = 101,        /* an argument is out of range or NULL */
  DFMT_ERR_STATE = 102,           /* call out of order */
  DFMT_ERR_BUSY = 103,            /* called from a callback of the same handle */
  DFMT_ERR_FINISHED = 104,        /* an earlier error ended this handle; open it again */
  DFMT_ERR_STALE_PAYLOAD = 105,   /* the reader of a payload source has moved on or is gone */
  DFMT_ERR_NOT_IMPLEMENTED = 106, /* the format does not support it (columns, writing, this payload mode) */
  DFMT_ERR_MAX_MEMORY = 110,      /* limit DFMT_CFG_MAX_MEMORY */
  DFMT_ERR_MAX_RECORD = 111,      /* limit DFMT_CFG_MAX_RECORD */
  DFMT_ERR_MAX_OUTPUT = 112,      /* limit DFMT_CFG_MAX_OUTPUT */
  DFMT_ERR_MAX_RATIO = 113,       /* limit DFMT_CFG_MAX_RATIO */
  DFMT_ERR_MAX_TABLE = 114,       /* limit DFMT_CFG_MAX_TABLE */
  DFMT_ERR_MAX_DEPTH = 115,       /* limit DFMT_CFG_MAX_DEPTH */
  DFMT_ERR_TOO_LARGE = 116,      /* a sum, or the values of a column, exceed what they have room for; no option helps */
  DFMT_ERR_UNKNOWN_FORMAT = 120, /* no format recognises the content */
  DFMT_ERR_WRONG_TYPE = 121,     /* the body passed to a writer is of a type that its format does not write */
  DFMT_ERR_NEWER_BODY = 122,     /* the struct has non-zero members that this library does not know */
  DFMT_ERR_FORMAT_MISSING = 123, /* the format, or its writer, is not built in; the message names it */
  DFMT_ERR_NOTHING_CHOSEN = 124, /* diagnostic of an operation: nothing of the input is in what was chosen */

  /* 2xx: input and output */
  DFMT_ERR_OPEN = 200,        /* a file could not be opened */
  DFMT_ERR_READ = 201,        /* reading failed */
  DFMT_ERR_WRITE = 202,       /* writing failed */
  DFMT_ERR_CLOSE = 203,       /* flushing, closing or renaming failed */
  DFMT_ERR_SEEK = 204,        /* the source or sink is not seekable */
  DFMT_ERR_CALLBACK = 205,    /* a callback broke its contract, for example returned more bytes than requested */
  DFMT_ERR_UNSAFE_NAME = 206, /* a name from input that must not become a file name */
  DFMT_ERR_STOPPED = 207,     /* the function of dfmt_config_stop() asked to stop */

  /* 3xx: codecs, alone or as wrapper of a whole file */
  DFMT_ERR_DEFLATE_HEADER = 300,     /* malformed gzip or zlib header, or one that uses reserved bits */
  DFMT_ERR_DEFLATE_DATA = 301,       /* damaged deflate data */
  DFMT_ERR_DEFLATE_CHECK = 302,      /* CRC-32 or Adler-32 differs */
  DFMT_ERR_DEFLATE_LENGTH = 303,     /* gzip's recorded length differs */
  DFMT_ERR_DEFLATE_TRUNCATED = 304,  /* stream not finished */
  DFMT_ERR_DEFLATE_DICTIONARY = 305, /* zlib stream needs a preset dictionary */
  DFMT_ERR_ZSTD_DATA = 310,          /* Zstandard frame is damaged */
  DFMT_ERR_ZSTD_CHECK = 311,         /* its checksum differs */
  DFMT_ERR_ZSTD_WINDOW = 312,        /* its window is larger than 2^27 bytes */
  DFMT_ERR_ZSTD_TRUNCATED = 313,     /* frame not finished */
  DFMT_ERR_XZ_DATA = 314,            /* xz data are damaged, or of a kind that liblzma does not know */
  DFMT_ERR_XZ_TRUNCATED = 315,       /* xz data not finished */
  DFMT_ERR_XZ_DICTIONARY = 316,      /* xz data that need more than 2^27 bytes of memory to be decoded */
  DFMT_ERR_TAR_DATA = 317,           /* a tar header is damaged */
  DFMT_ERR_TAR_TRUNCATED = 318,      /* a tar archive ends inside a file or a header */
  DFMT_ERR_CODEC_MISSING = 320,      /* the codec is not built in; the message names it */
  DFMT_ERR_CODEC_UNKNOWN = 321,      /* unknown compression, or a known one that is not supported (bzip2) */
  DFMT_ERR_CODEC_SETUP = 322,        /* the codec's library refused to start */
  DFMT_ERR_CODEC_TRAILING = 323,     /* bytes after the end of the compressed data */
  DFMT_ERR_CODEC_MIME = 324,         /* a message that holds a report is damaged or cut */
  DFMT_ERR_CODEC_NESTED = 325,       /* more than four wrappings, one in another */
  DFMT_ERR_CODEC_UTF16 = 326,        /* diagnostic: a text in UTF-16 ends with a byte that is no whole unit */
  DFMT_ERR_CODEC_SEVERAL = 327,      /* a zip or tar archive has another file after the one that was read */
  DFMT_ERR_CODEC_EXCERPT = 328,      /* diagnostic: a report stands in another text, part of which is left out */

  DFMT_ERR_SNAPPY_DATA = 330,      /* Snappy block is damaged */
  DFMT_ERR_SNAPPY_LENGTH = 331,    /* a block's length is zero, or above what is taken (64 MiB) */
  DFMT_ERR_SNAPPY_TRUNCATED = 332, /* block not finished */
  DFMT_ERR_BROTLI_DATA = 340,      /* Brotli stream is damaged */
  DFMT_ERR_BROTLI_TRUNCATED = 341, /* stream not finished */

  /* 4xx: apport */
  DFMT_ERR_APPORT_NO_COLON = 400,       /* a line that is not folded has no colon */
  DFMT_ERR_APPORT_KEY_ASCII = 401,      /* a key has a byte above 0x7f */
  DFMT_ERR_APPORT_KEY = 402,            /* a key has other characters than 0-9 A-Z a-z . - _, or no letter or digit */
  DFMT_ERR_APPORT_NOT_UTF8 = 403,       /* a key that is always text has a value that is not UTF-8 */
  DFMT_ERR_APPORT_BASE64_PADDING = 410, /* a base64 line ends in an incomplete group */
  DFMT_ERR_APPORT_BASE64_LENGTH = 411,  /* a base64 line has one character more than a multiple of four */
  DFMT_ERR_APPORT_AFTER_FRAME = 412,    /* a line after the end of a Zstandard value */
  DFMT_ERR_APPORT_ZSTD_SHORT = 413,     /* diagnostic: a Zstandard value is cut short, as the reference accepts */
  DFMT_ERR_APPORT_TRAILING = 414,       /* diagnostic: bytes after the end of a compressed value were ignored */
  DFMT_ERR_APPORT_EMPTY_BASE64 = 415,   /* diagnostic: a value marked base64 has no line */
  DFMT_ERR_APPORT_NO_NEWLINE = 416,     /* diagnostic: the file's last line lacks its line feed */
  DFMT_ERR_APPORT_SKIPPED = 417,        /* salvage passed over lines that are no entry */
  DFMT_ERR_APPORT_NO_TRAILER = 418,     /* diagnostic: a gzip value lacks its trailer, as Apport to 2.27 left it out
                                           where the CRC-32 is 0 */
  DFMT_ERR_APPORT_BLANK = 419,          /* diagnostic: empty lines before the first key */
  DFMT_ERR_APPORT_UNSAFE_TEXT = 420,    /* writer: a value that no form of this format can keep */
  DFMT_ERR_APPORT_SIZE = 421,           /* writer: decoded_size was given and is not what came */
  DFMT_ERR_APPORT_MIME_ORDER = 422,     /* MIME writer: a short value after the first attachment */
  DFMT_ERR_APPORT_MIME_VALUE = 423,     /* MIME writer: a value that has no MIME form (zlib, an empty file) */
  DFMT_ERR_APPORT_FIRST_KEY = 424,      /* writer: a report that begins with this key is read as a message */

  /* 5xx: apitrace */
  DFMT_ERR_APITRACE_VERSION = 500,          /* a version above 6 */
  DFMT_ERR_APITRACE_SEMANTIC_VERSION = 501, /* a semantic version above the version */
  DFMT_ERR_APITRACE_EVENT = 502,            /* an unknown event byte */
  DFMT_ERR_APITRACE_DETAIL = 503,           /* an unknown call detail */
  DFMT_ERR_APITRACE_VALUE = 504,            /* an unknown kind of value */
  DFMT_ERR_APITRACE_ENUM_VALUE = 505,       /* an enum's number is no integer */
  DFMT_ERR_APITRACE_FRAME_DETAIL = 506,     /* an unknown detail of a stack frame */
  DFMT_ERR_APITRACE_UINT = 507,             /* an integer of more than 64 bits, or of too many bytes */
  DFMT_ERR_APITRACE_ID = 508,               /* an id above 2^32-1 */
  DFMT_ERR_APITRACE_TRUNCATED = 510,        /* the stream ends inside its header or an event */
  DFMT_ERR_APITRACE_UNKNOWN_CALL = 511,     /* diagnostic: a leave of a call that is not pending */
  DFMT_ERR_APITRACE_RESTART = 512,          /* diagnostic: the stream begins again, as after a fork */
  DFMT_ERR_APITRACE_GAP = 513,  /* diagnostic: a part was lost with a damaged chunk or event; where reading goes on */
  DFMT_ERR_APITRACE_LOST = 514, /* diagnostic: calls whose definitions were lost so, left out */
  DFMT_ERR_APITRACE_MAX_FLAGS = 515, /* limit DFMT_CFG_APITRACE_MAX_FLAGS */
  DFMT_ERR_APITRACE_REPEATED = 516,  /* diagnostic: bytes with which two chunks begin, as after a fork, come once */
  DFMT_ERR_APITRACE_CONFLICT = 520,  /* writer: one id with two definitions */
  DFMT_ERR_APITRACE_ORDER = 521,     /* writer: a header after a call, a leave without its enter, and such */
  DFMT_ERR_APITRACE_TREE = 522,      /* writer: a value whose nodes contradict each other */
  DFMT_ERR_APITRACE_BLOB = 523,      /* writer: no BLOB of that ordinal went ahead */
  /* 6xx: simpleperf */
  DFMT_ERR_SIMPLEPERF_MAGIC = 600,      /* the file does not begin with "SIMPLEPERF"; the message says what it is */
  DFMT_ERR_SIMPLEPERF_VERSION = 601,    /* a version other than 1 */
  DFMT_ERR_SIMPLEPERF_HEADER = 602,     /* the input ends inside magic or version */
  DFMT_ERR_SIMPLEPERF_NO_END = 603,     /* the input ends after a whole record, without the four zero bytes */
  DFMT_ERR_SIMPLEPERF_SIZE_CUT = 604,   /* the input ends inside the length of a record */
  DFMT_ERR_SIMPLEPERF_RECORD_CUT = 605, /* the input ends inside a record */
  DFMT_ERR_SIMPLEPERF_TRAILING = 606,   /* diagnostic: bytes after the end of the file were ignored */
  DFMT_ERR_SIMPLEPERF_SKIPPED = 607,    /* salvage passed over bytes that are no record */
  DFMT_ERR_SIMPLEPERF_KEY = 610,        /* protobuf: a field's key is cut, has number 0 or more than five bytes */
  DFMT_ERR_SIMPLEPERF_VARINT = 611,     /* protobuf: a number is cut or has more than ten bytes */
  DFMT_ERR_SIMPLEPERF_LENGTH = 612,     /* protobuf: a length is cut, is over five bytes or runs past its message */
  DFMT_ERR_SIMPLEPERF_FIXED = 613,      /* protobuf: a field of fixed size runs past its message */
  DFMT_ERR_SIMPLEPERF_WIRE_TYPE = 614,  /* protobuf: a field of wire type 6 or 7 */
  DFMT_ERR_SIMPLEPERF_GROUP = 615,      /* protobuf: a group is not closed, closed twice, or by another number */
  DFMT_ERR_SIMPLEPERF_DEPTH = 616,      /* protobuf: more than 100 levels of messages and groups */
  DFMT_ERR_SIMPLEPERF_SIZE = 620,       /* writer: a record of 0 bytes or of 2 GiB and more cannot be stored */
  DFMT_ERR_SIMPLEPERF_RECORD = 621,     /* writer: bytes given as a record are none */

  /* 7xx: mallocdbg */
  DFMT_ERR_MALLOCDBG_NO_HEADER = 700,     /* a heap dump without its first line; what comes before it was passed over */
  DFMT_ERR_MALLOCDBG_VERSION = 701,       /* a version that is not 1.0, 1.1 or 1.2 */
  DFMT_ERR_MALLOCDBG_HEADER_LINE = 702,   /* a line of the header with a number that is none, or too large */
  DFMT_ERR_MALLOCDBG_SECOND_HEADER = 703, /* another dump begins before or after the end of the first */
  DFMT_ERR_MALLOCDBG_RECORD = 704,        /* an allocation record breaks its form */
  DFMT_ERR_MALLOCDBG_INFO = 705,          /* a bt_info line breaks its form, or has fewer elements than there are
                                             frames */
  DFMT_ERR_MALLOCDBG_STRAY_INFO = 706,    /* a bt_info line that belongs to no record */
  DFMT_ERR_MALLOCDBG_LINE = 707,          /* a line of a dump that is none of what stands there */
  DFMT_ERR_MALLOCDBG_MAP = 708,           /* a line of MAPS breaks its form, or ends before it starts */
  DFMT_ERR_MALLOCDBG_NO_END = 709,        /* the dump ends before its END line */
  DFMT_ERR_MALLOCDBG_COUNT = 710,         /* there are not as many records as the header says */
  DFMT_ERR_MALLOCDBG_TOTAL = 711,         /* diagnostic: the records' sum is not the header's total */
  DFMT_ERR_MALLOCDBG_BEHIND_END = 712,    /* diagnostic: text after the END line was passed over */
  DFMT_ERR_MALLOCDBG_NO_MAPS = 713,       /* diagnostic: the process could not read its maps */
  DFMT_ERR_MALLOCDBG_TEXT_BEFORE = 714,   /* diagnostic: text before the dump was passed over */
  DFMT_ERR_MALLOCDBG_NUMBER = 715,        /* a number does not fit 64 bits */
  DFMT_ERR_MALLOCDBG_OP = 720,            /* a recorded operation breaks its form */
  DFMT_ERR_MALLOCDBG_OP_WORD = 721,       /* an operation of an unknown name */
  DFMT_ERR_MALLOCDBG_OP_NUMBER = 722,     /* a number in it is signed, is none or does not fit */
  DFMT_ERR_MALLOCDBG_OP_MISSING = 723,    /* a field is missing, or one of the two times */
  DFMT_ERR_MALLOCDBG_OP_EXTRA = 724,      /* diagnostic: fields after those that are known */
  DFMT_ERR_MALLOCDBG_BLANK = 725,         /* diagnostic: blank lines where none belong */
  DFMT_ERR_MALLOCDBG_NO_NEWLINE = 726,    /* diagnostic: the last line lacks its line feed */
  DFMT_ERR_MALLOCDBG_UNFINISHED = 730,    /* diagnostic: a report without its closing divider */
  DFMT_ERR_MALLOCDBG_OTHER_LINES = 731,   /* diagnostic: lines of others in the log were passed over */
  DFMT_ERR_MALLOCDBG_BAD_LINE = 732,      /* diagnostic: a line of a report that is damaged, or whose report is
                                             missing, was passed over */
  DFMT_ERR_MALLOCDBG_ORDER = 740,         /* writer: a record that cannot stand here, like an allocation after MAPS */
  DFMT_ERR_MALLOCDBG_VALUE = 741,         /* writer: a value that this dialect cannot hold */
  DFMT_ERR_MALLOCDBG_TOTALS = 742,        /* writer: totals are absent, and the sink cannot seek */

  /* 8xx: bugreport */
  DFMT_ERR_BUGREPORT_NO_BANNER = 800,        /* the text has no banner of dumpstate in its first 64 KiB */
  DFMT_ERR_BUGREPORT_UTF16 = 801,            /* the text was changed to UTF-16, as some shells do that redirect
                                                output */
  DFMT_ERR_BUGREPORT_NO_MAIN = 802,          /* diagnostic: there is no main entry */
  DFMT_ERR_BUGREPORT_NO_POINTER = 803,       /* diagnostic: version.txt is there, main_entry.txt is not */
  DFMT_ERR_BUGREPORT_POINTER = 804,          /* diagnostic: what main_entry.txt names is not there */
  DFMT_ERR_BUGREPORT_NOT_DUMPSTATE = 805,    /* diagnostic: the main entry is no text of dumpstate */
  DFMT_ERR_BUGREPORT_NESTED = 806,           /* diagnostic: the report is in a zip in this zip */
  DFMT_ERR_BUGREPORT_GUESS = 807,            /* diagnostic: read forward, the text was of another entry than the main
                                                one */
  DFMT_ERR_BUGREPORT_VERSION_EMPTY = 808,    /* diagnostic: version.txt is empty */
  DFMT_ERR_BUGREPORT_VERSION_INVALID = 809,  /* diagnostic: it is no line of up to 128 printable characters */
  DFMT_ERR_BUGREPORT_VERSION_UNKNOWN = 810,  /* diagnostic: it is a version of no known kind */
  DFMT_ERR_BUGREPORT_UNSAFE_NAME = 811,      /* diagnostic: an entry's name could lead out of a folder */
  DFMT_ERR_BUGREPORT_DUPLICATE = 812,        /* an entry's name came before */
  DFMT_ERR_BUGREPORT_FOLDER = 813,           /* diagnostic: the report is in a folder of the zip: all names have it */
  DFMT_ERR_BUGREPORT_ZIP_LEADING = 820,      /* diagnostic: bytes before the zip */
  DFMT_ERR_BUGREPORT_ZIP_TRAILING = 821,     /* diagnostic: bytes after it */
  DFMT_ERR_BUGREPORT_ZIP_NO_DIRECTORY = 822, /* it ends without a directory, or with a part of one */
  DFMT_ERR_BUGREPORT_ZIP_COUNT = 823,        /* diagnostic: the directory has not as many records as it says */
  DFMT_ERR_BUGREPORT_ZIP_HEADER = 824,       /* no local header where one must be */
  DFMT_ERR_BUGREPORT_ZIP_MISMATCH = 825,     /* directory and local header contradict each other */
  DFMT_ERR_BUGREPORT_ZIP_OVERLAP = 826,      /* entries share data */
  DFMT_ERR_BUGREPORT_ZIP_TRUNCATED = 827,    /* the zip ends inside a header or an entry's data */
  DFMT_ERR_BUGREPORT_ZIP_ENCRYPTED = 828,    /* the entry is encrypted */
  DFMT_ERR_BUGREPORT_ZIP_METHOD = 829,       /* its compression method is not deflate */
  DFMT_ERR_BUGREPORT_ZIP_DATA = 830,         /* its compressed data are damaged, or do not end with them */
  DFMT_ERR_BUGREPORT_ZIP_SIZE = 831,         /* its size differs from what is recorded */
  DFMT_ERR_BUGREPORT_ZIP_CRC = 832,          /* its CRC-32 differs from what is recorded */
  DFMT_ERR_BUGREPORT_ZIP_RATIO = 833,        /* it decodes to absurdly much: bugreport.max_ratio */
  DFMT_ERR_BUGREPORT_ZIP_ENTRIES = 834,      /* there are absurdly many entries: bugreport.max_entries */
  DFMT_ERR_BUGREPORT_ZIP_SKIPPED = 835,      /* salvage passed over bytes that are no entry */
  DFMT_ERR_BUGREPORT_ORDER = 840,            /* writer: a body that cannot stand after what has been written */
  DFMT_ERR_BUGREPORT_VALUE = 841,            /* writer: a title, name or time that would be read as something else */
  DFMT_ERR_BUGREPORT_SIZE = 842,             /* writer: sizes or CRC-32 are missing, or are not what came */
  DFMT_ERR_BUGREPORT_MARKER = 843,           /* writer: a line of a text reads as a marker: bugreport.markers */
  DFMT_ERR_BUGREPORT_VARIANT = 844,          /* writer: the version or container has no such entry or priority */

  /* 96x: pprof, 97x: lists of findings: inputs of libdiagfmt-ops, which has 95x for operations */
  DFMT_ERR_PPROF_DATA = 960,      /* profile.proto: a message is malformed or cut, or has what it must not have */
  DFMT_ERR_PPROF_REFERENCE = 961, /* it names a text, function, location or mapping that is not there */
  DFMT_ERR_FINDINGS_DATA = 970    /* a list of findings of triage: malformed or cut */
};

#endif
