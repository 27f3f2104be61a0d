/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions of POSIX, where want of memory is no answer. Of it glibc's regexec() says REG_NOMATCH: the errno
 * of malloc() tells.
 */
#ifndef DFMTO_REGEX_H
#define DFMTO_REGEX_H

#include <errno.h>
#include <regex.h>

#include <diagfmt/common.h>

/* Looks for the first match in text that a NUL ends; hit may be NULL. OK; END: there is none; E_NOMEM. */
static inline dfmt_status dfmto_regex_find(const regex_t *r, const char *text, int flags, regmatch_t *hit) {
  const int saved = errno;
  errno = 0;
  const int e = regexec(r, text, hit ? 1 : 0, hit, flags);
  const bool none = e == REG_NOMATCH && errno != ENOMEM;
  errno = saved;
  return e == 0 ? DFMT_OK : none ? DFMT_END : DFMT_E_NOMEM;
}

#endif
