/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by the files that write dumps, records and logs. */
#ifndef DFMTI_MALLOCDBG_WRITE_H
#define DFMTI_MALLOCDBG_WRITE_H

#include "core/writer_impl.h"
#include "mallocdbg.h"
#include "text.h"

/* What has been written so far. */
enum dfmti_written { WRITTEN_NOTHING, WRITTEN_RECORDS, WRITTEN_LOG, WRITTEN_HEADER, WRITTEN_MAPS, WRITTEN_END };

/* A total in the header: where its digits stand, and how much room there is. */
struct dfmti_total {
  uint64_t at;    /* from the writer's start */
  size_t width;   /* 0: it is not there */
  uint64_t claim; /* what stands there, if `claimed` */
  bool claimed;
};

struct dfmti_mallocdbg_output {
  enum dfmti_written written;
  uint32_t variant; /* of the dump */
  struct dfmti_total total, records;
  uint64_t n_records, sum;
  bool unfinished; /* a report lacks its closing divider, which a later opening one could be taken for */
  uint8_t last;    /* the last byte */
};

struct dfmti_mallocdbg_writer {
  struct dfmti_mallocdbg_output out, before; /* `before`: of the current record, for cancel */
  uint32_t log_format;
  uint32_t raw_type;     /* of the current record */
  struct dfmti_buf held; /* a header that comes in pieces; a line in the making */
};

static inline struct dfmti_mallocdbg_writer *dfmti_mallocdbg_writer(dfmt_writer *w) { return w->state; }

/* write_line.c: the line in the making: puts never fail until line_out() says so. */
void dfmti_mallocdbg_line_put(dfmt_writer *w, const void *ptr, size_t n);
void dfmti_mallocdbg_line_text(dfmt_writer *w, const char *text);
void dfmti_mallocdbg_line_str(dfmt_writer *w, const dfmt_str *s);
void dfmti_mallocdbg_line_decimal(dfmt_writer *w, uint64_t v, unsigned width);
void dfmti_mallocdbg_line_hex(dfmt_writer *w, uint64_t v, unsigned width);
dfmt_status dfmti_mallocdbg_line_out(dfmt_writer *w);
/* E_ARG: a value that no line can hold. */
dfmt_status dfmti_mallocdbg_refuse(dfmt_writer *w, const char *what);

/* write_dump.c: what must stand before a body of the type; checks the order. */
dfmt_status dfmti_mallocdbg_dump_prepare(dfmt_writer *w, uint32_t type);
dfmt_status dfmti_mallocdbg_dump_put(dfmt_writer *w, const dfmt_head *body);
/* A header as it stands, whose totals are looked for. */
dfmt_status dfmti_mallocdbg_dump_raw_header(dfmt_writer *w, const dfmt_mallocdbg_header *h);
void dfmti_mallocdbg_dump_count(dfmt_writer *w, const dfmt_mallocdbg_alloc *a);
dfmt_status dfmti_mallocdbg_dump_finish(dfmt_writer *w);

dfmt_status dfmti_mallocdbg_log_put(dfmt_writer *w, const dfmt_head *body);

#endif
