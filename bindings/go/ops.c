/* SPDX-License-Identifier: MIT */
#ifdef DFMTGO_OPS /* without the tag diagfmt_without_ops */

#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/convert.h>
#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/extract.h>
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/info.h>
#include <diagfmt/ops/list.h>
#include <diagfmt/ops/profile.h>
#include <diagfmt/ops/repair.h>
#include <diagfmt/ops/search.h>
#include <diagfmt/ops/share.h>
#include <diagfmt/ops/text.h>
#include <diagfmt/ops/triage.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/ops/verify.h>

#include "ops.h"

struct kind {
  const char *name;
  uint32_t what;
};

static const struct kind of_profiles[] = {{"functions", DFMT_PROFILE_FUNCTIONS}, {"groups", DFMT_PROFILE_GROUPS},
                                          {"stacks", DFMT_PROFILE_STACKS},       {"tree", DFMT_PROFILE_TREE},
                                          {"sizes", DFMT_PROFILE_SIZES},         {NULL, 0}};
static const struct kind of_heaps[] = {{"live", DFMT_HEAP_LIVE},
                                       {"use", DFMT_HEAP_USE},
                                       {"leaks", DFMT_HEAP_LEAKS},
                                       {"chains", DFMT_HEAP_CHAINS},
                                       {NULL, 0}};
static const struct kind documents[] = {{"folded", DFMT_PROFILE_FOLDED},
                                        {"flame", DFMT_PROFILE_FLAME},
                                        {"pprof", DFMT_PROFILE_PPROF},
                                        {"firefox", DFMT_PROFILE_FIREFOX},
                                        {NULL, 0}};

static const struct operation {
  const char *name;
  dfmt_status (*make)(const dfmt_config *c, dfmt_op **out);
  dfmt_status (*output)(dfmt_op *op, dfmt_sink *to);
  const struct kind *kinds;
  dfmt_status (*rows)(dfmt_op *op, uint32_t what, dfmt_rows **out);
} operations[] = {{"convert", dfmt_convert_new, dfmt_convert_to, NULL, NULL},
                  {"diff", dfmt_diff_new, NULL, NULL, NULL},
                  {"extract", dfmt_extract_new, NULL, NULL, NULL},
                  {"heap", dfmt_heap_new, NULL, of_heaps, dfmt_heap_rows},
                  {"info", dfmt_info_new, NULL, NULL, NULL},
                  {"list", dfmt_list_new, NULL, NULL, NULL},
                  {"profile", dfmt_profile_new, NULL, of_profiles, dfmt_profile_rows},
                  {"repair", dfmt_repair_new, dfmt_convert_to, NULL, NULL},
                  {"search", dfmt_search_new, NULL, NULL, NULL},
                  {"share", dfmt_share_new, dfmt_share_to, NULL, NULL},
                  {"text", dfmt_text_new, dfmt_text_to, NULL, NULL},
                  {"triage", dfmt_triage_new, NULL, NULL, NULL},
                  {"value", dfmt_value_new, dfmt_value_to, NULL, NULL},
                  {"verify", dfmt_verify_new, NULL, NULL, NULL}};

const char *dfmtgo_op_name(uint32_t index) {
  return index < sizeof operations / sizeof *operations ? operations[index].name : NULL;
}

dfmt_status dfmtgo_op_new(uint32_t index, const dfmt_config *c, dfmt_op **out) {
  return operations[index].make(c, out);
}

dfmt_status dfmtgo_op_output(uint32_t index, dfmt_op *op, dfmt_sink *to) {
  return operations[index].output ? operations[index].output(op, to) : DFMT_E_UNSUPPORTED;
}

static const struct kind *find(const struct kind *kinds, const char *name) {
  for (; kinds && kinds->name; kinds++)
    if (strcmp(kinds->name, name) == 0) return kinds;
  return NULL;
}

dfmt_status dfmtgo_op_rows(uint32_t index, dfmt_op *op, const char *kind, dfmt_rows **out) {
  const struct kind *found = find(operations[index].kinds, kind);
  return found ? operations[index].rows(op, found->what, out) : DFMT_E_UNSUPPORTED;
}

dfmt_status dfmtgo_op_document(uint32_t index, dfmt_op *op, const char *kind, dfmt_sink *to) {
  const struct kind *found = operations[index].make == dfmt_profile_new ? find(documents, kind) : NULL;
  return found ? dfmt_profile_write(op, found->what, NULL, to) : DFMT_E_UNSUPPORTED;
}

const dfmt_type **dfmtgo_op_types(void) {
  uint32_t n = 0, ours = 0;
  while (dfmt_type_at(n)) n++;
  while (dfmt_ops_type_at(ours)) ours++;
  const dfmt_type **types = calloc((size_t)n + ours + 1, sizeof *types);
  for (uint32_t i = 0; types && i < n; i++) types[i] = dfmt_type_at(i);
  for (uint32_t i = 0; types && i < ours; i++) types[n + i] = dfmt_ops_type_at(i);
  return types;
}

#endif
