/* SPDX-License-Identifier: MIT */
/*
 * Profiles: stacks with weights, out of the samples of simpleperf, or the blocks of malloc_debug's heap dumps; its
 * recorded operations are blocks without stacks, all that were ever made. Several inputs of one format add up to one
 * profile.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "profile", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, "functions", &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Results are exact, or there are none. A profile has one weight: the counts of one event, the time off the CPU, or the
 * bytes of blocks; beside it stands how many samples or blocks there are. Events of different names are never added:
 * they are grouped, or one is chosen. Sums above 2^64 - 1 are E_UNSUPPORTED.
 *
 * A function is identified by the path of its file and its linker's name, or its name where there is none. All code of
 * a profile that has no name is one function of its file; code of a heap dump is identified by its place in the file.
 *
 * The stack of a block in a heap dump begins with the caller of the allocator: frames of malloc(), operator new, the
 * C++ library's allocators and the like are left out at its inner end, so that functions have the blocks that they
 * asked for. DFMT_OPS_PROFILE_ALLOCATORS keeps them. They are known by name; of a dump without names all stay, but for
 * those in malloc_debug's own library.
 *
 * Where stacks take more memory than DFMT_CFG_MAX_MEMORY they are kept in the scratch directory, if one is given, and
 * "folded", "flame", "pprof" and "functions" are made from there; "stacks", "tree" and samples need memory.
 *
 * Names stand at the end of these files, and are read first: a source that cannot seek is kept, in the scratch
 * directory (DFMT_OPS_SCRATCH) or in memory.
 *
 * Answers, each a dfmt_profile_row, largest first within each group. Usual is "functions"; of blocks without stacks
 * "groups" if there are any, else "sizes":
 *   functions   functions, or files with KEEP_FILES
 *   groups      what DFMT_OPS_PROFILE_GROUP tells apart; of nothing: one row
 *   stacks      stacks, as `frames`: KEEP_STACKS
 *   tree        callers before those they call, with `depth`: KEEP_STACKS
 *   sizes       sizes of blocks
 *
 * Documents, of all stacks, of which at least KEEP_STACKS kept what is needed:
 *   flame       a flame graph, SVG that needs nothing else; only of weights that add up, else E_UNSUPPORTED
 *   folded      a line a stack: names joined by ';', a blank, its weight
 *   pprof       for `go tool pprof`: profile.proto in gzip; addresses are there with KEEP_PLACES. A sum above 2^63 - 1
 *               is E_UNSUPPORTED
 *   firefox     JSON for the Firefox Profiler, version 60: samples by time in a track for each group: KEEP_SAMPLES
 *
 * In "folded" and "flame" stacks stand on what DFMT_OPS_PROFILE_GROUP tells apart, by name; boxes of one name and one
 * caller are one. In "pprof" and "firefox" that is labels and tracks, events are columns and tracks of their own, and
 * code without a name is called by its file and address if these are known.
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
  DFMT_OPS_PROFILE_GROUP = DFMT_OPS << 16 | 0x102,      /* DFMT_PROFILE_BY_*, bits: what is told apart */
  DFMT_OPS_PROFILE_WEIGHT = DFMT_OPS << 16 | 0x103,     /* DFMT_PROFILE_WEIGHT_* */
  DFMT_OPS_PROFILE_CPU = DFMT_OPS << 16 | 0x104,        /* DFMT_PROFILE_CPU_*; profiles alone */
  DFMT_OPS_PROFILE_HEAP = DFMT_OPS << 16 | 0x105,       /* DFMT_PROFILE_HEAP_*; heap dumps alone */
  DFMT_OPS_PROFILE_EVENTS = DFMT_OPS << 16 | 0x106,     /* list: names. Default: the first that the first input names */
  DFMT_OPS_PROFILE_THREADS = DFMT_OPS << 16 | 0x107,    /* list: names or ids. Default: all */
  DFMT_OPS_PROFILE_PROCESSES = DFMT_OPS << 16 | 0x108,  /* list: names or ids. Default: all */
  DFMT_OPS_PROFILE_FROM_NS = DFMT_OPS << 16 | 0x109,    /* by the clock of the file: samples from here */
  DFMT_OPS_PROFILE_TO_NS = DFMT_OPS << 16 | 0x10a,      /* to before here */
  DFMT_OPS_PROFILE_PERIODS = DFMT_OPS << 16 | 0x10b,    /* 1: keep how functions' weights are spread over time, for
                                                           compare.h; not with KEEP_STACKS */
  DFMT_OPS_PROFILE_RELATIVE = DFMT_OPS << 16 | 0x10c,   /* 1: FROM_NS and TO_NS count from the earliest sample of each
                                                           input, for which it is read once more */
  DFMT_OPS_PROFILE_ALLOCATORS = DFMT_OPS << 16 | 0x10d, /* 1: keep frames of allocators in heap dumps' stacks */
  DFMT_OPS_PROFILE_PURPOSE = DFMT_OPS << 16 | 0x10e,    /* DFMT_PROFILE_FOR_*: whose defaults other options have */

  /* Of the document "flame". */
  DFMT_OPS_PROFILE_FLAME_TITLE = DFMT_OPS << 16 | 0x10f,    /* list of one. Default "Flame graph" */
  DFMT_OPS_PROFILE_FLAME_INVERTED = DFMT_OPS << 16 | 0x110, /* 1: callers above those they call */
  DFMT_OPS_PROFILE_FLAME_WIDTH = DFMT_OPS << 16 | 0x111,    /* pixels of the picture, 100 to 100,000. Default 1200 */
  DFMT_OPS_PROFILE_FLAME_MIN_WIDTH = DFMT_OPS << 16 | 0x112 /* 1/1000 pixel of the narrowest box that is drawn; 0: of
                                                               all. Default 100 */
};

/*
 * What a profile is for. Each has the defaults that the answer needs, of KEEP, GROUP, CPU and PERIODS; these options,
 * where they are set, count.
 */
enum {
  DFMT_PROFILE_FOR_ROWS = 0,         /* functions, nothing told apart, all samples of the event */
  DFMT_PROFILE_FOR_FOLDED = 1,       /* stacks, BY_USUAL */
  DFMT_PROFILE_FOR_FLAME = 2,        /* the same */
  DFMT_PROFILE_FOR_PPROF = 3,        /* places, BY_USUAL, CPU_RECORDED */
  DFMT_PROFILE_FOR_FIREFOX = 4,      /* samples, BY_USUAL, CPU_RECORDED */
  DFMT_PROFILE_FOR_COMPARE = 5,      /* functions, with PERIODS: a run of compare.h, whose default this is */
  DFMT_PROFILE_FOR_COMPARE_FLAME = 6 /* stacks: the same, for its flame graph */
};

/* What is kept of stacks, on which depends what can be asked for. */
enum {
  DFMT_PROFILE_KEEP_FUNCTIONS = 0, /* weights of functions: little memory, whatever the size of the input */
  DFMT_PROFILE_KEEP_FILES = 1,     /* those of files, as if each were one function */
  DFMT_PROFILE_KEEP_STACKS = 2,    /* every stack, once */
  DFMT_PROFILE_KEEP_PLACES = 3,    /* every stack, once, with the addresses of its frames in their files: for PPROF */
  DFMT_PROFILE_KEEP_SAMPLES = 4    /* the stacks, each sample with its time, and switches of threads: for FIREFOX */
};

/* What is told apart. */
enum {
  DFMT_PROFILE_BY_EVENT = 1,
  DFMT_PROFILE_BY_THREAD = 2, /* by id and name */
  DFMT_PROFILE_BY_PROCESS = 4,
  DFMT_PROFILE_BY_HEAP = 8,  /* blocks from before the process was forked from the zygote, and from after it */
  DFMT_PROFILE_BY_USUAL = 16 /* threads of profiles and of recorded operations, heaps of heap dumps; with KEEP_PLACES
                                and KEEP_SAMPLES events, threads and processes of profiles, and no heaps */
};

enum {
  DFMT_PROFILE_WEIGHT_USUAL = 0, /* event counts, nanoseconds off the CPU, bytes */
  DFMT_PROFILE_WEIGHT_COUNT = 1  /* samples, blocks */
};

/*
 * Samples of an event whose name has "sched_switch" in it are those of leaving the CPU. Their weight is the time until
 * the thread is heard of again, in nanoseconds, at least 1.
 */
enum {
  DFMT_PROFILE_CPU_ANY = 0,     /* they are an event like others */
  DFMT_PROFILE_CPU_ON = 1,      /* without them */
  DFMT_PROFILE_CPU_OFF = 2,     /* they alone */
  DFMT_PROFILE_CPU_BOTH = 3,    /* time on and off the CPU, which add up if the event is a clock */
  DFMT_PROFILE_CPU_RECORDED = 4 /* BOTH where the input says that it was recorded with --trace-offcpu, else ANY */
};

enum {
  DFMT_PROFILE_HEAP_ALL = 0,
  DFMT_PROFILE_HEAP_APP = 1,   /* from after the fork */
  DFMT_PROFILE_HEAP_ZYGOTE = 2 /* from before it */
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

/* What holds for a profile as a whole. Since 0.1. */
typedef struct dfmt_profile_facts {
  dfmt_head head;
  dfmt_str weight;     /* "cpu-cycles", "off-cpu", "bytes"; several of them, joined by ", " */
  dfmt_str unit;       /* "events", "ns", "samples", "bytes", "blocks" */
  uint64_t total;      /* weight of all that was counted; 0 if events are told apart that do not add up */
  uint64_t count;      /* samples or blocks that it is of */
  uint64_t n_left_out; /* samples of events that were not asked for, without those of leaving the CPU */
  uint64_t n_inputs;   /* that were counted */
  uint64_t n_partial;  /* of these, those of which a part was damaged */
  uint64_t n_dropped;  /* inputs that were left out */
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
 * A function, a file, a group, a stack, a node of the tree of calls, or a size of blocks. Shares are of the total of
 * what has the row's event. Since 0.1.
 */
typedef struct dfmt_profile_row {
  dfmt_head head;
  uint32_t present; /* DFMT_PROFILE_ROW_HAS_* */
  uint32_t depth;   /* of TREE: calls above it */
  int32_t thread_id, process_id;
  dfmt_str event;        /* [repeats] */
  dfmt_str thread_name;  /* [repeats] */
  dfmt_str process_name; /* [repeats] */
  dfmt_str heap;         /* "app", "zygote" [repeats] */
  uint64_t self;         /* weight where it is innermost */
  uint64_t total;        /* weight of all stacks that it is in, each once */
  double self_share;     /* parts of 1 */
  double total_share;
  uint64_t self_count; /* samples or blocks */
  uint64_t total_count;
  uint64_t block_bytes; /* of SIZES: of each block */
  dfmt_str function;
  dfmt_str linker_name;             /* where it is another than that */
  dfmt_str file;                    /* path [repeats] */
  const dfmt_profile_frame *frames; /* innermost first */
  uint64_t n_frames;                /* [if FRAMES] */
} dfmt_profile_row;

#ifdef __cplusplus
}
#endif

#endif
