/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/compare.h>

#include "compare.h"
#include "profile/flame.h"

dfmt_status dfmt_compare_flame(dfmt_op *before, dfmt_op *after, const dfmt_flame_look *look, dfmt_sink *to) {
  dfmt_status st = dfmto_profile_check(after, DFMT_PROFILE_KEEP_STACKS);
  if (st != DFMT_OK) return st;
  if (!before || before == after || !to) return dfmti_fail_arg(&after->err, "two profiles and a sink are needed");
  st = dfmto_profile_check(before, DFMT_PROFILE_KEEP_STACKS);
  if (st != DFMT_OK) return dfmto_fail_as(after, &before->err.e);
  if (!dfmto_profile_adds_up(before->state))
    return dfmti_fail_arg(&after->err, "a profile of several events is not compared");
  st = dfmto_compare_check_alike(before, after, after);
  return st == DFMT_OK ? dfmto_profile_flame_write(after, before, false, look, to) : st;
}
