/* SPDX-License-Identifier: MIT */
/* Rows of the derived table of profiles: frames of samples, with their names. */
#ifndef DIAGFMT_OPS_SIMPLEPERF_TABLES_H
#define DIAGFMT_OPS_SIMPLEPERF_TABLES_H

#include <diagfmt/ops/tables.h>
#include <diagfmt/simpleperf.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of types. */
enum { DFMT_TYPE_SIMPLEPERF_STACK_FRAME = 0x38200 };

enum {
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_TIME_NS = 1,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_COUNT = 2,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_TYPE_ID = 4,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_TYPE = 8,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_THREAD_ID = 16,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_THREAD_NAME = 32,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_PROCESS_ID = 64,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_PROCESS_NAME = 128,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_VADDR = 256,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_EXECUTION = 512,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_SYMBOL = 1024,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_MANGLED = 2048,
  DFMT_SIMPLEPERF_STACK_FRAME_HAS_PATH = 4096
};

/*
 * A frame of a sample's call chain with its names, for all samples in the order of the file, each from its innermost
 * frame on; a sample without frames has no row. The names of the whole file are read before the first row, so that the
 * source must be seekable (E_UNSUPPORTED with DFMT_ERR_SEEK); of a damaged file those before the damage are used. A
 * name that is unknown or empty is absent. Since 0.1.
 */
typedef struct dfmt_simpleperf_stack_frame {
  dfmt_head head;
  uint32_t present;       /* DFMT_SIMPLEPERF_STACK_FRAME_HAS_* */
  uint32_t depth;         /* calls between this frame and the innermost one, which has 0 */
  uint64_t sample_number; /* counts samples, from 0 */
  uint64_t time_ns;       /* of the sample, as are the next three */
  uint64_t event_count;   /* its weight: to be summed where depth is 0, or once for each sample */
  uint32_t event_type_id; /* [index] */
  int32_t thread_id;
  int32_t process_id;    /* of the thread */
  uint32_t execution;    /* DFMT_SIMPLEPERF_EXECUTION_* */
  uint64_t vaddr;        /* as in dfmt_simpleperf_frame */
  dfmt_str event_type;   /* name, such as "cpu-cycles" [repeats] */
  dfmt_str thread_name;  /* as in dfmt_simpleperf_thread [repeats] */
  dfmt_str process_name; /* name of the main thread, whose thread_id is process_id [repeats] */
  dfmt_str symbol;       /* demangled [repeats] */
  dfmt_str mangled;      /* [repeats] */
  dfmt_str path;         /* of the file [repeats] */
} dfmt_simpleperf_stack_frame;

#ifdef __cplusplus
}
#endif

#endif
