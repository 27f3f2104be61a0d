/* SPDX-License-Identifier: MIT */
/*
 * Profiles: stacks with weights, out of the samples of simpleperf, or the blocks of malloc_debug's heap dumps; its
 * recorded operations are blocks without stacks, all that were ever made. Several inputs of one format add up to one
 * profile.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_profile_new(NULL, &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK && dfmt_op_run(op) == DFMT_OK &&
 *       dfmt_profile_rows(op, DFMT_PROFILE_FUNCTIONS, &rows) == DFMT_OK)
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
 * FOLDED, FLAME, PPROF and rows of functions are made from there; rows of stacks, trees of calls and samples need
 * memory.
 *
 * Names stand at the end of these files, and are read first: a source that cannot seek is kept, in the scratch
 * directory (DFMT_OPS_SCRATCH) or in memory.
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
  DFMT_OPS_PROFILE_PURPOSE = DFMT_OPS << 16 | 0x10e     /* DFMT_PROFILE_FOR_*: whose defaults other options have */
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
  DFMT_PROFILE_FOR_COMPARE = 5,      /* functions, with PERIODS: a run for dfmt_compare_rows() */
  DFMT_PROFILE_FOR_COMPARE_FLAME = 6 /* stacks: a run for dfmt_compare_flame() */
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

/* What rows are of. */
enum {
  DFMT_PROFILE_FUNCTIONS = 0, /* functions, or files with KEEP_FILES */
  DFMT_PROFILE_GROUPS = 1,    /* what DFMT_OPS_PROFILE_GROUP tells apart; of nothing: one row */
  DFMT_PROFILE_STACKS = 2,    /* stacks, as `frames`: KEEP_STACKS */
  DFMT_PROFILE_TREE = 3,      /* callers before those they call, with `depth`: KEEP_STACKS */
  DFMT_PROFILE_SIZES = 4      /* sizes of blocks */
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

/* Makes a profile, with the options of c (NULL: defaults). E_ARG: options out of range, or contradictory. Since 0.1. */
DFMT_API dfmt_status dfmt_profile_new(const dfmt_config *c, dfmt_op **out);

/*
 * Sets *out to rows of a kind, DFMT_PROFILE_FUNCTIONS … (dfmt_op_rows() gives functions; of blocks without stacks
 * groups if there are any, else sizes), largest first within each group. They need the operation
 * until they are freed. E_STATE: run() has not said OK, or what they need was not kept; E_UNSUPPORTED: the inputs have
 * no such rows. Since 0.1.
 */
DFMT_API dfmt_status dfmt_profile_rows(dfmt_op *op, uint32_t what, dfmt_rows **out);

/*
 * Adds what another profile counted, which keeps it: one for each thread that reads, then merged into one. Events,
 * threads and functions are matched by name; rows are those of one profile of all inputs. into: has no inputs, or has
 * run to its end; both were made with the same options. After E_NOMEM, E_LIMIT and E_IO of dfmt_config_stop() the same
 * call goes on, and nothing else is possible. E_STATE: one of them has not run to its end; E_UNSUPPORTED: they do not
 * go together, or DFMT_OPS_PROFILE_PERIODS was set. Since 0.1.
 */
DFMT_API dfmt_status dfmt_profile_merge(dfmt_op *into, dfmt_op *from);

/* Documents. */
enum {
  DFMT_PROFILE_FOLDED = 0, /* a line a stack: names joined by ';', a blank, its weight */
  DFMT_PROFILE_FLAME = 1,  /* a flame graph: SVG that needs nothing else */
  DFMT_PROFILE_PPROF = 2,  /* for `go tool pprof`: profile.proto in gzip; addresses are there with KEEP_PLACES */
  DFMT_PROFILE_FIREFOX = 3 /* JSON for the Firefox Profiler, version 60: samples by time in a track for each group.
                              KEEP_SAMPLES */
};

/* How a flame graph looks. Zeroed but for `size` it is what NULL stands for. Grows only at the end. Since 0.1. */
typedef struct dfmt_flame_look {
  uint32_t size;     /* sizeof, as the caller knows it */
  uint32_t inverted; /* 1: callers above those they call */
  double width;      /* pixels of the picture; 0: 1200 */
  double min_width;  /* pixels of the narrowest box that is drawn; below 0: of all. 0: 0.1 */
  dfmt_str title;    /* empty: "Flame graph" */
} dfmt_flame_look;

/*
 * Writes a document of all stacks, of which at least KEEP_STACKS kept what is needed; FLAME only of weights that add up
 * (E_UNSUPPORTED). In FOLDED and FLAME stacks stand on what DFMT_OPS_PROFILE_GROUP tells apart, by name; boxes of one
 * name and one caller are one. In PPROF and FIREFOX that is labels and tracks, events are columns and tracks of their
 * own, and code without a name is called by its file and address if these are known. look: of FLAME; NULL: as usual.
 * E_STATE: run() has not said OK, or what it needs was not kept; E_IO of the sink, which then is to be discarded;
 * E_NOMEM; E_LIMIT; E_UNSUPPORTED, of PPROF also where a sum exceeds 2^63 - 1. Since 0.1.
 */
DFMT_API dfmt_status dfmt_profile_write(dfmt_op *op, uint32_t form, const dfmt_flame_look *look, dfmt_sink *to);

#ifdef __cplusplus
}
#endif

#endif
