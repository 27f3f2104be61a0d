/* SPDX-License-Identifier: MIT */
/* The types and options of every operation. */
#include <stddef.h>

#include <diagfmt/ops/ops.h>

#include "base/option.h"
#include "compare/types.h"
#include "convert/types.h"
#include "diff/types.h"
#include "extract/types.h"
#include "heap/types.h"
#include "info/types.h"
#include "list/types.h"
#include "op/op.h"
#include "op/options.h"
#include "profile/types.h"
#include "repair/repair.h"
#include "search/types.h"
#include "share/types.h"
#include "text/types.h"
#include "triage/types.h"
#include "value/types.h"
#include "verify/types.h"

static const dfmt_option *const all_options[] = {
    dfmto_common_options, dfmto_profile_options, dfmto_heap_options,    dfmto_verify_options,
    dfmto_info_options,   dfmto_list_options,    dfmto_convert_options, dfmto_search_options,
    dfmto_diff_options,   dfmto_repair_options,  dfmto_text_options,    dfmto_extract_options,
    dfmto_share_options,  dfmto_value_options,   dfmto_triage_options,  NULL};

static const dfmt_type *const *const all_types[] = {
    dfmto_profile_types, dfmto_compare_types, dfmto_heap_types,   dfmto_verify_types, dfmto_info_types,
    dfmto_list_types,    dfmto_convert_types, dfmto_search_types, dfmto_diff_types,   dfmto_text_types,
    dfmto_extract_types, dfmto_share_types,   dfmto_value_types,  dfmto_triage_types, NULL};

const dfmt_option *dfmt_ops_option_at(uint32_t index) {
  for (const dfmt_option *const *table = all_options; *table; table++)
    for (const dfmt_option *o = *table; o->key; o++)
      if (index-- == 0) return o;
  return NULL;
}

const dfmt_option *dfmt_ops_option_find(uint32_t key) {
  const dfmt_option *o = NULL;
  for (const dfmt_option *const *table = all_options; *table && !o; table++) o = dfmti_option_in(*table, key);
  return o;
}

const dfmt_type *dfmt_ops_type_at(uint32_t index) {
  for (const dfmt_type *const *const *list = all_types; *list; list++)
    for (const dfmt_type *const *t = *list; *t; t++)
      if (index-- == 0) return *t;
  return NULL;
}

const dfmt_type *dfmt_ops_describe(uint32_t type) {
  const dfmt_type *t = NULL;
  for (const dfmt_type *const *const *list = all_types; *list && !t; list++) t = dfmto_type_in(*list, type);
  return t ? t : dfmt_describe(type);
}
