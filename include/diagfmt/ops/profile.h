/* SPDX-License-Identifier: MIT */
/*
 * Profile: weights of functions and stacks: samples of simpleperf, or blocks of malloc_debug's heap dumps. Recorded
 * operations give all blocks that were ever allocated, without stacks. Several inputs of one format are summed.
 *
 * Profiles of pprof (profile.proto, plain or in gzip) are inputs of this operation and of compare.h, though not a
 * format of libdiagfmt. They are held in memory as a whole. Each value column is an event; the default is the profile's
 * default_sample_type, else the last column. Samples are counted by "samples/count", or else by the column of counts
 * that precedes a column of another unit, such as "inuse_objects" for "inuse_space". The labels "thread", "tid",
 * "process", "pid" and "event" are used. These profiles have no times: KEEP_SAMPLES and times are E_UNSUPPORTED, and so
 * are values below 0. A build without nanopb returns E_UNSUPPORTED with DFMT_ERR_CODEC_MISSING.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "profile", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, "functions", &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Results are exact. A profile has one weight: the counts of one event, the time off the CPU, or the bytes of blocks;
 * besides, it counts samples or blocks. Events with different names are never added: they are grouped, or one is
 * selected. A sum above 2^64 - 1 is E_UNSUPPORTED.
 *
 * A function is identified by the path of its file and its linker name, or else its name. All unnamed code of a file is
 * one function in profiles of samples; in heap dumps, unnamed code is identified by its offset in the file.
 *
 * The stack of a block in a heap dump starts at the caller of the allocator: innermost frames of malloc(), operator
 * new, allocators of the C++ library and the like are omitted, so that a block counts for the function that asked for
 * it. DFMT_OPS_PROFILE_ALLOCATORS keeps them. They are recognized by name; in a dump without names only frames in the
 * library of malloc_debug are omitted.
 *
 * If stacks need more memory than DFMT_CFG_MAX_MEMORY, they are kept in the scratch directory, if one is set;
 * "functions", "folded", "flame" and "pprof" are made from there. "stacks", "tree" and samples need memory.
 *
 * Names are at the end of these files, and are read first: a source that cannot seek is copied to the scratch directory
 * (DFMT_OPS_SCRATCH) or to memory.
 *
 * Answers, each a dfmt_profile_row, largest first within each group. Usual: "functions"; for blocks without stacks,
 * "groups" if rows are grouped, else "sizes":
 *   functions   functions, or files with KEEP_FILES
 *   groups      the groups of DFMT_OPS_PROFILE_GROUP; one row without groups
 *   stacks      stacks, as `frames`: KEEP_STACKS
 *   tree        callers before their callees, with `depth`: KEEP_STACKS
 *   sizes       sizes of blocks
 *
 * Documents, which need at least KEEP_STACKS:
 *   flame       a flame graph, a self-contained SVG; E_UNSUPPORTED if weights do not add up
 *   folded      a line for each stack: names joined by ';', a space, its weight
 *   pprof       for `go tool pprof`: profile.proto in gzip, with addresses if KEEP_PLACES. A sum above 2^63 - 1, and
 *               a build without nanopb (DFMT_ERR_CODEC_MISSING), is E_UNSUPPORTED
 *   firefox     JSON for the Firefox Profiler, version 60: samples by time, a track for each group: KEEP_SAMPLES
 *
 * In "folded" and "flame", groups are the outermost frames, by name; boxes with the same name and caller are merged. In
 * "pprof" and "firefox", groups are labels and tracks, events are columns and separate tracks, and unnamed code is
 * called by its file and address if known.
 *
 * dfmt_op_merge() matches events, threads and functions by name; E_UNSUPPORTED with DFMT_OPS_PROFILE_PERIODS.
 */
#ifndef DIAGFMT_OPS_PROFILE_H
#define DIAGFMT_OPS_PROFILE_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. Lists take numbers, or shell patterns of names: * and ?, and [a-z]. */
enum {
  DFMT_OPS_PROFILE_KEEP = DFMT_OPS << 16 | 0x101,       /* DFMT_PROFILE_KEEP_* */
  DFMT_OPS_PROFILE_GROUP = DFMT_OPS << 16 | 0x102,      /* DFMT_PROFILE_BY_*, bits: how rows are grouped */
  DFMT_OPS_PROFILE_WEIGHT = DFMT_OPS << 16 | 0x103,     /* DFMT_PROFILE_WEIGHT_* */
  DFMT_OPS_PROFILE_CPU = DFMT_OPS << 16 | 0x104,        /* DFMT_PROFILE_CPU_*; profiles of samples only */
  DFMT_OPS_PROFILE_HEAP = DFMT_OPS << 16 | 0x105,       /* DFMT_PROFILE_HEAP_*; heap dumps only */
  DFMT_OPS_PROFILE_EVENTS = DFMT_OPS << 16 | 0x106,     /* list: names. Default: the first event of the first input */
  DFMT_OPS_PROFILE_THREADS = DFMT_OPS << 16 | 0x107,    /* list: names or ids. Default: all */
  DFMT_OPS_PROFILE_PROCESSES = DFMT_OPS << 16 | 0x108,  /* list: names or ids. Default: all */
  DFMT_OPS_PROFILE_FROM_NS = DFMT_OPS << 16 | 0x109,    /* by the file's clock: samples from this time */
  DFMT_OPS_PROFILE_TO_NS = DFMT_OPS << 16 | 0x10a,      /* … to before this time */
  DFMT_OPS_PROFILE_PERIODS = DFMT_OPS << 16 | 0x10b,    /* 1: keeps how weights of functions are spread over time, for
                                                           compare.h; not with KEEP_STACKS */
  DFMT_OPS_PROFILE_RELATIVE = DFMT_OPS << 16 | 0x10c,   /* 1: FROM_NS and TO_NS count from the earliest sample of each
                                                           input, which is read once more for it */
  DFMT_OPS_PROFILE_ALLOCATORS = DFMT_OPS << 16 | 0x10d, /* 1: keeps frames of allocators in stacks of heap dumps */
  DFMT_OPS_PROFILE_PURPOSE = DFMT_OPS << 16 | 0x10e,    /* DFMT_PROFILE_FOR_*: sets defaults of other options */

  /* Of the document "flame". */
  DFMT_OPS_PROFILE_FLAME_TITLE = DFMT_OPS << 16 | 0x10f,    /* list of one: the title. Default "Flame graph" */
  DFMT_OPS_PROFILE_FLAME_INVERTED = DFMT_OPS << 16 | 0x110, /* 1: callers above their callees */
  DFMT_OPS_PROFILE_FLAME_WIDTH = DFMT_OPS << 16 | 0x111,    /* width in pixels, 100 to 100,000. Default 1200 */
  DFMT_OPS_PROFILE_FLAME_MIN_WIDTH = DFMT_OPS << 16 | 0x112 /* width of the narrowest box that is drawn, in 1/1000
                                                               pixel; 0: draws all. Default 100 */
};

/*
 * Purpose of a profile: sets the defaults of KEEP, GROUP, CPU and PERIODS. An option that is set takes precedence.
 */
enum {
  DFMT_PROFILE_FOR_ROWS = 0,         /* functions, not grouped, all samples of the event */
  DFMT_PROFILE_FOR_FOLDED = 1,       /* stacks, BY_USUAL */
  DFMT_PROFILE_FOR_FLAME = 2,        /* stacks, BY_USUAL */
  DFMT_PROFILE_FOR_PPROF = 3,        /* places, BY_USUAL, CPU_RECORDED */
  DFMT_PROFILE_FOR_FIREFOX = 4,      /* samples, BY_USUAL, CPU_RECORDED */
  DFMT_PROFILE_FOR_COMPARE = 5,      /* functions, with PERIODS: runs of compare.h, whose default this is */
  DFMT_PROFILE_FOR_COMPARE_FLAME = 6 /* stacks: runs of compare.h, for its flame graph */
};

/* What is kept of stacks. Answers and documents depend on it. */
enum {
  DFMT_PROFILE_KEEP_FUNCTIONS = 0, /* weights of functions: little memory for inputs of any size */
  DFMT_PROFILE_KEEP_FILES = 1,     /* weights of files, as if each were one function */
  DFMT_PROFILE_KEEP_STACKS = 2,    /* distinct stacks */
  DFMT_PROFILE_KEEP_PLACES = 3,    /* distinct stacks with the file addresses of their frames: for PPROF */
  DFMT_PROFILE_KEEP_SAMPLES = 4    /* the same, with the time of each sample, and thread switches: for FIREFOX */
};

/* How rows are grouped. */
enum {
  DFMT_PROFILE_BY_EVENT = 1,
  DFMT_PROFILE_BY_THREAD = 2, /* by id and name */
  DFMT_PROFILE_BY_PROCESS = 4,
  DFMT_PROFILE_BY_HEAP = 8,  /* blocks allocated before, and after, the process was forked from the zygote */
  DFMT_PROFILE_BY_USUAL = 16 /* by thread; heap dumps: by heap. With KEEP_PLACES and KEEP_SAMPLES: by event, thread and
                                process; heap dumps: not grouped */
};

enum {
  DFMT_PROFILE_WEIGHT_USUAL = 0, /* event counts, nanoseconds off the CPU, bytes */
  DFMT_PROFILE_WEIGHT_COUNT = 1  /* samples, blocks */
};

/*
 * Off-CPU samples are those of an event with "sched_switch" in its name. Their weight is the time until the next record
 * of the thread, in nanoseconds, at least 1.
 */
enum {
  DFMT_PROFILE_CPU_ANY = 0,     /* off-CPU samples are an event like others */
  DFMT_PROFILE_CPU_ON = 1,      /* without off-CPU samples */
  DFMT_PROFILE_CPU_OFF = 2,     /* off-CPU samples only, weighted by the time off the CPU */
  DFMT_PROFILE_CPU_BOTH = 3,    /* time on and off the CPU, which add up if the event is a clock */
  DFMT_PROFILE_CPU_RECORDED = 4 /* BOTH if the input was recorded with --trace-offcpu, else ANY */
};

enum {
  DFMT_PROFILE_HEAP_ALL = 0,
  DFMT_PROFILE_HEAP_APP = 1,   /* allocated after the fork */
  DFMT_PROFILE_HEAP_ZYGOTE = 2 /* allocated before the fork */
};

/* Numbers of types. */
enum {
  DFMT_PROFILE_FACTS = DFMT_OPS << 16 | 0x101,
  DFMT_PROFILE_ROW = DFMT_OPS << 16 | 0x102,
  DFMT_PROFILE_FRAME = DFMT_OPS << 16 | 0x8101,
  DFMT_PROFILE_TYPE_KEEP = DFMT_OPS << 16 | 0x8181,
  DFMT_PROFILE_TYPE_BY = DFMT_OPS << 16 | 0x8182, /* bits */
  DFMT_PROFILE_TYPE_WEIGHT = DFMT_OPS << 16 | 0x8183,
  DFMT_PROFILE_TYPE_CPU = DFMT_OPS << 16 | 0x8184,
  DFMT_PROFILE_TYPE_HEAP = DFMT_OPS << 16 | 0x8185,
  DFMT_PROFILE_TYPE_PURPOSE = DFMT_OPS << 16 | 0x8186 /* words DFMT_PROFILE_FOR_* */
};

/* Facts of a profile. Since 0.1. */
typedef struct dfmt_profile_facts {
  dfmt_head head;
  dfmt_str weight;     /* "cpu-cycles", "off-cpu", "bytes"; several are joined by ", " */
  dfmt_str unit;       /* "events", "ns", "samples", "bytes", "blocks" */
  uint64_t total;      /* weight of everything counted; 0: grouped by events that do not add up */
  uint64_t count;      /* samples or blocks */
  uint64_t n_left_out; /* samples of events that were not selected, without off-CPU samples */
  uint64_t n_inputs;   /* inputs counted */
  uint64_t n_partial;  /* of these, inputs that are damaged in part */
  uint64_t n_dropped;  /* inputs omitted */
} dfmt_profile_facts;

enum {
  DFMT_PROFILE_ROW_HAS_EVENT = 1,
  DFMT_PROFILE_ROW_HAS_THREAD = 2,  /* thread_id and thread_name */
  DFMT_PROFILE_ROW_HAS_PROCESS = 4, /* process_id and process_name */
  DFMT_PROFILE_ROW_HAS_HEAP = 8,
  DFMT_PROFILE_ROW_HAS_FUNCTION = 16,
  DFMT_PROFILE_ROW_HAS_LINKER_NAME = 32,
  DFMT_PROFILE_ROW_HAS_FILE = 64,
  DFMT_PROFILE_ROW_HAS_BLOCK_BYTES = 128,
  DFMT_PROFILE_ROW_HAS_DEPTH = 256,
  DFMT_PROFILE_ROW_HAS_SELF = 512, /* self, self_share, self_count: not of groups and sizes */
  DFMT_PROFILE_ROW_HAS_FRAMES = 1024
};

/* A frame of a stack. Frozen. Since 0.1. */
typedef struct dfmt_profile_frame {
  dfmt_str function; /* empty: unknown */
  dfmt_str file;     /* path; empty: unknown */
} dfmt_profile_frame;

/*
 * A function, file, group, stack, node of the call tree, or block size. Shares are of the total of the row's event.
 * Since 0.1.
 */
typedef struct dfmt_profile_row {
  dfmt_head head;
  uint32_t present; /* DFMT_PROFILE_ROW_HAS_* */
  uint32_t depth;   /* "tree": number of callers */
  int32_t thread_id, process_id;
  dfmt_str event;        /* [repeats] */
  dfmt_str thread_name;  /* [repeats] */
  dfmt_str process_name; /* [repeats] */
  dfmt_str heap;         /* "app", "zygote" [repeats] */
  uint64_t self;         /* weight as the innermost frame */
  uint64_t total;        /* weight of all stacks that it is in, each once */
  double self_share;     /* 0 to 1 */
  double total_share;
  uint64_t self_count; /* samples or blocks */
  uint64_t total_count;
  uint64_t block_bytes; /* "sizes": of each block */
  dfmt_str function;
  dfmt_str linker_name;             /* if it differs from `function` */
  dfmt_str file;                    /* path [repeats] */
  const dfmt_profile_frame *frames; /* innermost first */
  uint64_t n_frames;                /* [if FRAMES] */
} dfmt_profile_row;

#ifdef __cplusplus
}
#endif

#endif
