/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strerrordesc_np: strerror() depends on the locale */
#include "errno_text.h"

#include <errno.h>
#include <string.h>

dfmt_status dfmti_fail_errno(struct dfmti_errors *x, uint32_t number, const char *what, int saved) {
  int e = errno;
  const char *text = NULL;
#ifdef HAVE_STRERRORDESC_NP
  text = strerrordesc_np(e);
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
