/* SPDX-License-Identifier: MIT */
#include "signature.h"

dfmt_str dfmti_signature_process(dfmt_str process) {
  if (!dfmti_starts(process, "/")) return dfmti_cut_first(process, dfmti_cut_find(process, ":"));
  return dfmti_cut_after(process, dfmti_cut_find_last(process, "/") + 1);
}

bool dfmti_signature_add(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str part) {
  return (to->len == 0 || dfmti_buf_append(m, to, "|", 1)) && dfmti_buf_append(m, to, part.ptr, (size_t)part.len);
}

bool dfmti_signature_of(struct dfmti_mem *m, struct dfmti_buf *to, const char *type, dfmt_str process, dfmt_str what) {
  return dfmti_signature_add(m, to, (dfmt_str){type, strlen(type)}) &&
         dfmti_signature_add(m, to, process.len ? dfmti_signature_process(process) : (dfmt_str){"?", 1}) &&
         (what.len == 0 || dfmti_signature_add(m, to, what));
}

/* Newer releases: "Blocked in handler on main thread (main) for 64s, ...". */
static dfmt_str without_duration(dfmt_str part) {
  const uint64_t at = dfmti_cut_find_last(part, " for ");
  dfmt_str rest = dfmti_cut_after(part, at + 5);
  uint32_t seconds;
  const bool lasted = dfmti_cut_u32(&rest, &seconds) && dfmti_is(rest, "s");
  return lasted ? dfmti_cut_first(part, at) : part;
}

bool dfmti_signature_watchdog(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str subject) {
  static const char separator[] = ", ";
  bool good = dfmti_signature_of(m, to, "watchdog", (dfmt_str){"system_server", 13}, (dfmt_str){NULL, 0});
  for (const char *before = "|"; good && subject.len > 0; before = separator) {
    const uint64_t end = dfmti_cut_find(subject, separator);
    const dfmt_str part = without_duration(dfmti_cut_first(subject, end));
    good = dfmti_buf_append(m, to, before, strlen(before)) && dfmti_buf_append(m, to, part.ptr, (size_t)part.len);
    subject = dfmti_cut_after(subject, end + sizeof separator - 1);
  }
  return good;
}

bool dfmti_signature_native(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str process, dfmt_str signal,
                            dfmt_str code) {
  bool good = dfmti_signature_add(m, to, (dfmt_str){"native", 6}) &&
              dfmti_signature_add(m, to, dfmti_signature_process(process)) && dfmti_signature_add(m, to, signal);
  if (!good || code.len == 0 || dfmti_starts(code, "SI_")) return good;
  return dfmti_buf_append(m, to, "/", 1) && dfmti_buf_append(m, to, code.ptr, (size_t)code.len);
}

dfmt_str dfmti_signature_part(dfmt_str signature, unsigned n) {
  while (n-- > 0) signature = dfmti_cut_after(signature, dfmti_cut_find(signature, "|") + 1);
  return dfmti_cut_first(signature, dfmti_cut_find(signature, "|"));
}

dfmt_str dfmti_signature_last(dfmt_str signature) {
  const uint64_t at = dfmti_cut_find_last(signature, "|");
  return at < signature.len ? dfmti_cut_after(signature, at + 1) : (dfmt_str){NULL, 0};
}
