/* SPDX-License-Identifier: MIT */
/*
 * Convert: writes an input anew, byte for byte except for what is asked: a choice of what is in it, another variant or
 * compression, another order, names taken out, several inputs as one. It takes one or more inputs; its output "output"
 * goes to a sink of the caller's, who closes it when run() has said OK, and else discards it.
 *
 *   dfmt_op *op;
 *   dfmt_sink *sink;
 *   if (dfmt_op_new(config, "convert", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_output(op, "output", 0, sink) == DFMT_OK && dfmt_op_run(op) == DFMT_OK)
 *     dfmt_sink_close(sink);
 *
 * run() returns AGAIN also when the sink is full. Damage in the input makes it fail; after dfmt_op_accept() what could
 * be read is written, and dfmt_op_drop() leaves the input out, if nothing of it was written yet. A record that the
 * output cannot hold is E_UNSUPPORTED; dfmt_op_accept() leaves it out. Once output has gone to the sink, E_NOMEM and
 * E_LIMIT of the writer are final, as writer.h says. Within one value only dfmt_config_stop() is asked, as progress is
 * told between records.
 *
 * Options that a format does not know are E_UNSUPPORTED with DFMT_ERR_NOT_IMPLEMENTED. Its answers are "conversion",
 * one row of figures, and "notes": diagnostics of the input, what the output cannot hold, and what was asked for and is
 * not there.
 */
#ifndef DIAGFMT_OPS_CONVERT_H
#define DIAGFMT_OPS_CONVERT_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Options, and DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS; the keys of calls are their functions, and DFMT_OPS_THREADS takes
 * names of a profile's threads, too, or shell patterns of them. Words are those of the format, as its descriptions have
 * them: "mime", "gzip", "threadtime".
 */
enum {
  DFMT_OPS_CONVERT_VARIANT = DFMT_OPS << 16 | 0x801,     /* list of one word: the variant. Default: as it is */
  DFMT_OPS_CONVERT_COMPRESSION = DFMT_OPS << 16 | 0x802, /* list of one word: of values. Default: as it is */
  DFMT_OPS_CONVERT_CONTAINER = DFMT_OPS << 16 | 0x803,   /* list of one word: of a trace. Default: as it is */
  DFMT_OPS_CONVERT_LOG_FORMAT = DFMT_OPS << 16 | 0x804,  /* list of one word: of log lines. Default: as it is */
  DFMT_OPS_CONVERT_SORT = DFMT_OPS << 16 | 0x805,        /* 1: entries in the order of the format's own writer */
  DFMT_OPS_CONVERT_LAST_WINS = DFMT_OPS << 16 | 0x806,   /* 1: of entries with one key only the last */
  DFMT_OPS_CONVERT_DROP_TIMES = DFMT_OPS << 16 | 0x807,  /* 1: operations without times and resident sizes */
  DFMT_OPS_CONVERT_STRIP = DFMT_OPS << 16 | 0x808,       /* 1: profiles without names of functions */
  DFMT_OPS_CONVERT_REDACT = DFMT_OPS << 16 | 0x809,      /* list: names to be replaced by placeholders; patterns. In
                                                            profiles "redacted-symbol-1"; in texts by share.h, as
                                                            DFMT_OPS_SHARE_NAMES says, with its key if one is given */
  DFMT_OPS_CONVERT_EVENTS = DFMT_OPS << 16 | 0x80a,      /* list: profiles: samples of these events; patterns */
  DFMT_OPS_CONVERT_FROM_NS = DFMT_OPS << 16 | 0x80b,     /* profiles: samples from here */
  DFMT_OPS_CONVERT_TO_NS = DFMT_OPS << 16 | 0x80c,       /* to before here */
  DFMT_OPS_CONVERT_RELATIVE = DFMT_OPS << 16 | 0x80d,    /* bits, DFMT_CONVERT_RELATIVE_*: what counts from the earliest
                                                            sample of each input, not by the clock of the file */
  DFMT_OPS_CONVERT_APPENDS = DFMT_OPS << 16 | 0x80f,     /* 1: the sink adds to a file that is there: formats whose
                                                            records belong together are refused */
  DFMT_OPS_CONVERT_COUNTS = DFMT_OPS << 16 | 0x80e       /* 1: numbers of old heap dumps are what
                                                            DFMT_CFG_MALLOCDBG_COUNTS says. Default: what their totals
                                                            say, if the input can seek */
};

enum { DFMT_CONVERT_RELATIVE_FROM = 1, DFMT_CONVERT_RELATIVE_TO = 2 };

/* Numbers of types. */
enum { DFMT_CONVERT_RESULT = DFMT_OPS << 16 | 0x801, DFMT_CONVERT_NOTE = DFMT_OPS << 16 | 0x802 };

enum { DFMT_CONVERT_RESULT_HAS_FORMAT = 1 };

/* What was done; also the facts of both sets. Since 0.1. */
typedef struct dfmt_convert_result {
  dfmt_head head;
  uint32_t present; /* DFMT_CONVERT_RESULT_HAS_* */
  uint32_t variant; /* of the output, the format's own number; 0: as it was */
  dfmt_str format;
  uint64_t n_inputs;
  uint64_t n_read;     /* records of the inputs */
  uint64_t n_written;  /* records of the output */
  uint64_t bytes_in;   /* read, as they are stored */
  uint64_t bytes_out;  /* written, before names are taken out of a text */
  uint64_t n_problems; /* notes that are warnings or errors */
  uint64_t n_left_out; /* notes without a row: for the memory limit */
} dfmt_convert_result;

enum {
  DFMT_CONVERT_NOTE_HAS_FILE = 1,
  DFMT_CONVERT_NOTE_HAS_NUMBER = 2,
  DFMT_CONVERT_NOTE_HAS_LINE = 4,
  DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET = 8,
  DFMT_CONVERT_NOTE_HAS_PLACE = 16,
  DFMT_CONVERT_NOTE_HAS_BYTES = 32
};

/* Something that is not as it was, or was lost. Since 0.1. */
typedef struct dfmt_convert_note {
  dfmt_head head;
  uint32_t present;     /* DFMT_CONVERT_NOTE_HAS_* */
  uint32_t severity;    /* DFMT_SEVERITY_*: notes are of what was asked for, warnings and errors of damage */
  uint32_t number;      /* DFMT_ERR_*, of what readers tell */
  uint32_t reserved;    /* 0 */
  uint64_t input;       /* index of the input, from 0 */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  uint64_t bytes;       /* that were passed over, or are kept of a value */
  dfmt_str file;        /* what DFMT_OPS_NAMES calls the input [repeats] */
  dfmt_str place;       /* key of the entry [repeats] */
  dfmt_str message;     /* [repeats] */
} dfmt_convert_note;

#ifdef __cplusplus
}
#endif

#endif
