/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/compare.h>

#include <string.h>

#include "profile/flame.h"

static bool is_alike(const struct dfmto_profile *a, const struct dfmto_profile *b) {
  return a->format == b->format && a->weight == b->weight;
}

dfmt_status dfmt_compare_flame(dfmt_op *before, dfmt_op *after, const dfmt_flame_look *look, dfmt_sink *to) {
  dfmt_status st = dfmto_profile_check(after, DFMT_PROFILE_KEEP_STACKS);
  if (st != DFMT_OK) return st;
  if (!before || before == after || !to) return dfmti_fail_arg(&after->err, "two profiles and a sink are needed");
  st = dfmto_profile_check(before, DFMT_PROFILE_KEEP_STACKS);
  if (st != DFMT_OK) return dfmto_fail_as(after, &before->err.e);
  if (!is_alike(before->state, after->state) || !dfmto_profile_adds_up(before->state) ||
      strcmp(dfmto_profile_unit(before), dfmto_profile_unit(after)) != 0)
    return dfmti_fail_arg(&after->err, "profiles of different weights are not compared");
  return dfmto_flame_write(after, before, false, look, to);
}
