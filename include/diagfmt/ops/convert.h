/* SPDX-License-Identifier: MIT */
/*
 * Convert: rewrites an input, byte for byte except for what the options ask: a selection of its content, another
 * variant or compression, another order, names replaced, several inputs joined. Takes one or more inputs. The caller
 * closes the sink of the output "output" after run() has returned OK, and discards it otherwise.
 *
 *   dfmt_op *op;
 *   dfmt_sink *sink;
 *   if (dfmt_op_new(config, "convert", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_output(op, "output", 0, sink) == DFMT_OK && dfmt_op_run(op) == DFMT_OK)
 *     dfmt_sink_close(sink);
 *
 * run() also returns AGAIN if the sink is full. It fails at damage in the input; dfmt_op_accept() writes what could be
 * read, dfmt_op_drop() omits the input if nothing of it was written yet. A record that the output format cannot hold is
 * E_UNSUPPORTED; dfmt_op_accept() omits it. Once output has gone to the sink, E_NOMEM and E_LIMIT of the writer are
 * final: see writer.h. Progress is reported between records; within a value, only dfmt_config_stop() can stop it.
 *
 * Options that do not apply to a format are E_UNSUPPORTED with DFMT_ERR_NOT_IMPLEMENTED. Answers: "conversion", one row
 * of figures, and "notes": diagnostics of the input, what the output cannot hold, and what was asked for but not found.
 */
#ifndef DIAGFMT_OPS_CONVERT_H
#define DIAGFMT_OPS_CONVERT_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Options, besides DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS. The key of a call is its function; DFMT_OPS_THREADS also takes
 * names of a profile's threads, or shell patterns. Words are those of the format's descriptions: "mime", "gzip",
 * "threadtime".
 */
enum {
  DFMT_OPS_CONVERT_VARIANT = DFMT_OPS << 16 | 0x801,     /* list of one word: the variant. Default: unchanged */
  DFMT_OPS_CONVERT_COMPRESSION = DFMT_OPS << 16 | 0x802, /* list of one word: of values. Default: unchanged */
  DFMT_OPS_CONVERT_CONTAINER = DFMT_OPS << 16 | 0x803,   /* list of one word: of a trace. Default: unchanged */
  DFMT_OPS_CONVERT_LOG_FORMAT = DFMT_OPS << 16 | 0x804,  /* list of one word: of log lines. Default: unchanged */
  DFMT_OPS_CONVERT_SORT = DFMT_OPS << 16 | 0x805,        /* 1: entries in the order of the format's own writer */
  DFMT_OPS_CONVERT_LAST_WINS = DFMT_OPS << 16 | 0x806,   /* 1: keeps only the last of entries with one key */
  DFMT_OPS_CONVERT_DROP_TIMES = DFMT_OPS << 16 | 0x807,  /* 1: removes times and resident sizes of operations */
  DFMT_OPS_CONVERT_STRIP = DFMT_OPS << 16 | 0x808,       /* 1: removes names of functions from profiles */
  DFMT_OPS_CONVERT_REDACT = DFMT_OPS << 16 | 0x809,      /* list: patterns of names to replace by placeholders: in
                                                            profiles "redacted-symbol-1", in texts as
                                                            DFMT_OPS_SHARE_NAMES does, with its key if one is set */
  DFMT_OPS_CONVERT_EVENTS = DFMT_OPS << 16 | 0x80a,      /* list: profiles: patterns of events to keep */
  DFMT_OPS_CONVERT_FROM_NS = DFMT_OPS << 16 | 0x80b,     /* profiles: keeps samples from this time */
  DFMT_OPS_CONVERT_TO_NS = DFMT_OPS << 16 | 0x80c,       /* … to before this time */
  DFMT_OPS_CONVERT_RELATIVE = DFMT_OPS << 16 | 0x80d,    /* bits, DFMT_CONVERT_RELATIVE_*: times that count from the
                                                            earliest sample of each input, not by the file's clock */
  DFMT_OPS_CONVERT_APPENDS = DFMT_OPS << 16 | 0x80f,     /* 1: the sink appends to an existing file: E_UNSUPPORTED for
                                                            formats that cannot be concatenated */
  DFMT_OPS_CONVERT_COUNTS = DFMT_OPS << 16 | 0x80e,      /* 1: DFMT_CFG_MALLOCDBG_COUNTS says what the numbers of old
                                                            heap dumps mean. Default: found by their totals, if the
                                                            input can seek */
  DFMT_OPS_CONVERT_MERGE = DFMT_OPS << 16 | 0x810,       /* 1: logs: lines of all inputs in one, by time; each input is
                                                            read once, and need not seek. docs/log.md has the rules.
                                                            DFMT_OPS_NAMES name the buffers of lines that tell none */
  DFMT_OPS_CONVERT_BOOT = DFMT_OPS << 16 | 0x811         /* list of one text, for MERGE: when the system booted,
                                                            "YYYY-MM-DD HH:MM:SS[.frac][ +HHMM]" */
};

enum { DFMT_CONVERT_RELATIVE_FROM = 1, DFMT_CONVERT_RELATIVE_TO = 2 };

/* Numbers of types. */
enum { DFMT_CONVERT_RESULT = DFMT_OPS << 16 | 0x801, DFMT_CONVERT_NOTE = DFMT_OPS << 16 | 0x802 };

enum { DFMT_CONVERT_RESULT_HAS_FORMAT = 1 };

/* Figures of a conversion; also the facts of both answers. Since 0.1. */
typedef struct dfmt_convert_result {
  dfmt_head head;
  uint32_t present; /* DFMT_CONVERT_RESULT_HAS_* */
  uint32_t variant; /* of the output, the format's number; 0: unchanged */
  dfmt_str format;
  uint64_t n_inputs;
  uint64_t n_read;     /* records of the inputs */
  uint64_t n_written;  /* records of the output */
  uint64_t bytes_in;   /* stored bytes read */
  uint64_t bytes_out;  /* written, before names in texts are replaced */
  uint64_t n_problems; /* notes that are warnings or errors */
  uint64_t n_left_out; /* notes without a row, due to the memory limit */
} dfmt_convert_result;

enum {
  DFMT_CONVERT_NOTE_HAS_FILE = 1,
  DFMT_CONVERT_NOTE_HAS_NUMBER = 2,
  DFMT_CONVERT_NOTE_HAS_LINE = 4,
  DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET = 8,
  DFMT_CONVERT_NOTE_HAS_PLACE = 16,
  DFMT_CONVERT_NOTE_HAS_BYTES = 32
};

/* Something that changed or was lost. Since 0.1. */
typedef struct dfmt_convert_note {
  dfmt_head head;
  uint32_t present;     /* DFMT_CONVERT_NOTE_HAS_* */
  uint32_t severity;    /* DFMT_SEVERITY_*: notes concern the options, warnings and errors damage */
  uint32_t number;      /* DFMT_ERR_*, of diagnostics of readers */
  uint32_t reserved;    /* 0 */
  uint64_t input;       /* index of the input, from 0 */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  uint64_t bytes;       /* skipped, or kept of a value */
  dfmt_str file;        /* name of the input: DFMT_OPS_NAMES [repeats] */
  dfmt_str place;       /* key of the entry [repeats] */
  dfmt_str message;     /* [repeats] */
} dfmt_convert_note;

#ifdef __cplusplus
}
#endif

#endif
