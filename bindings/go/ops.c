/* SPDX-License-Identifier: MIT */
#ifdef DFMTGO_OPS /* without the tag diagfmt_without_ops */

#include <stdlib.h>

#include "ops.h"

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
