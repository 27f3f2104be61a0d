/* SPDX-License-Identifier: MIT */
#include "signature.h"

dfmt_str dfmti_signature_process(dfmt_str process) {
  if (!dfmti_starts(process, "/")) return dfmti_cut_first(process, dfmti_cut_find(process, ":"));
  return dfmti_cut_after(process, dfmti_cut_find_last(process, "/") + 1);
}

bool dfmti_signature_add(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str part) {
  return (to->len == 0 || dfmti_buf_append(m, to, "|", 1)) && dfmti_buf_append(m, to, part.ptr, (size_t)part.len);
}

bool dfmti_signature_native(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str process, dfmt_str signal,
                            dfmt_str code) {
  bool good = dfmti_signature_add(m, to, (dfmt_str){"native", 6}) &&
              dfmti_signature_add(m, to, dfmti_signature_process(process)) && dfmti_signature_add(m, to, signal);
  if (!good || code.len == 0 || dfmti_starts(code, "SI_")) return good;
  return dfmti_buf_append(m, to, "/", 1) && dfmti_buf_append(m, to, code.ptr, (size_t)code.len);
}
