/* SPDX-License-Identifier: MIT */
/*
 * POSIX regular expressions, with out-of-memory detected. In that case glibc's regexec() returns REG_NOMATCH: only
 * malloc()'s errno shows it.
 */
#ifndef DFMTO_REGEX_H
#define DFMTO_REGEX_H

#include <errno.h>
#include <regex.h>

#include <diagfmt/common.h>

/* Finds the first match in NUL-terminated text; hit may be NULL. OK; END: no match; E_NOMEM. */
static inline dfmt_status dfmto_regex_find(const regex_t *r, const char *text, int flags, regmatch_t *hit) {
  const int saved = errno;
  errno = 0;
  const int e = regexec(r, text, hit ? 1 : 0, hit, flags);
  const bool none = e == REG_NOMATCH && errno != ENOMEM;
  errno = saved;
  return e == 0 ? DFMT_OK : none ? DFMT_END : DFMT_E_NOMEM;
}

#endif
