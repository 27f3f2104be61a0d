/* SPDX-License-Identifier: MIT */
/* Fails for a key that does not fit the input. */
#include "value.h"

dfmt_status dfmto_value_refuse(struct dfmto_value *x, const char *why) {
  return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "%.*s: %s",
                    (int)(x->key.len < 200 ? x->key.len : 200), x->key.ptr, why);
}
