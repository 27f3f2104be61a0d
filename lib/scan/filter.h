/* SPDX-License-Identifier: MIT */
/* Which events become rows. */
#ifndef DFMTI_FILTER_H
#define DFMTI_FILTER_H

#include <diagfmt/scan.h>

#include "base/fault.h"
#include "base/mem.h"
#include "model/format.h"

struct dfmti_filter;

/* All must pass. Zeroed is none. */
struct dfmti_filters {
  struct dfmti_filter *items;
  size_t n, size;         /* bytes of the block of items */
  bool late;              /* one compares what is known only after the payload */
  struct dfmti_buf clean; /* text that was not UTF-8 */
};

struct dfmti_list;

/*
 * Copies the filters of a request. E_ARG: a filter cannot compare the column, or there is none; err then lists those
 * that can be compared, in `names`.
 */
dfmt_status dfmti_filters_plan(struct dfmti_mem *m, struct dfmti_errors *err, struct dfmti_list *names,
                               const struct dfmti_format *format, const dfmt_type *type,
                               const dfmt_table_request *request, struct dfmti_filters *out);

/* Sets *pass for a body, by the filters of members that are known before the payload, or by all. OK, E_NOMEM. */
dfmt_status dfmti_filters_pass(struct dfmti_mem *m, struct dfmti_filters *x, const dfmt_type *type, const void *body,
                               bool late, bool *pass);

void dfmti_filters_free(struct dfmti_mem *m, struct dfmti_filters *x);

#endif
