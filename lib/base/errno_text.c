/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strerrordesc_np: strerror() depends on the locale */
#include "errno_text.h"

#include <errno.h>
#include <string.h>

#if defined(__GLIBC__) && !defined(HAVE_STRERRORDESC_NP)
/* Built for an older glibc than 2.32: taken from the one that is there when it runs, if that has it. */
extern const char *strerrordesc_np(int e) __attribute__((weak));
#endif

dfmt_status dfmti_fail_errno(struct dfmti_errors *x, uint32_t number, const char *what, int saved) {
  int e = errno;
  const char *text = NULL;
#ifdef HAVE_STRERRORDESC_NP
  text = strerrordesc_np(e);
#elif defined(__GLIBC__)
  text = strerrordesc_np ? strerrordesc_np(e) : NULL;
#elif defined(_WIN32)
  text = strerror(e); /* which has one language there */
#endif
  if (text)
    dfmti_fail(x, DFMT_E_IO, number, "%s: %s", what, text);
  else
    dfmti_fail(x, DFMT_E_IO, number, "%s: errno %d", what, e);
  x->e.sys_errno = e;
  errno = saved;
  return DFMT_E_IO;
}
