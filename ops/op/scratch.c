/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/errno_text.h"

bool dfmto_scratch_is_given(const dfmt_op *op) {
  dfmt_str folder;
  return dfmt_config_item(op->config, DFMT_OPS_SCRATCH, 0, &folder) == DFMT_OK;
}

int dfmto_scratch_open(dfmt_op *op) {
  dfmt_str folder = {"", 0};
  char path[4096];
  (void)dfmt_config_item(op->config, DFMT_OPS_SCRATCH, 0, &folder);
  int saved = errno, fd, why;
  do {
    snprintf(path, sizeof path, "%.*s/diagfmt.XXXXXX", (int)(folder.len < 4000 ? folder.len : 4000), folder.ptr);
    fd = mkstemp(path);
    why = errno;
  } while (fd < 0 && why == EINTR && !dfmti_stopped(&op->mem));
  if (fd >= 0) {
    unlink(path);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
  } else {
    (void)dfmto_scratch_fail(op, DFMT_ERR_OPEN, "make", why);
  }
  errno = saved;
  return fd;
}

dfmt_status dfmto_scratch_fail(dfmt_op *op, uint32_t number, const char *what, int sys_errno) {
  dfmt_str folder = {"", 0};
  char shown[160], text[256];
  const int saved = errno;
  (void)dfmt_config_item(op->config, DFMT_OPS_SCRATCH, 0, &folder);
  (void)dfmti_quote(shown, sizeof shown, folder.ptr, dfmti_clamp(folder.len));
  snprintf(text, sizeof text, "cannot %s a temporary file in %s", what, shown);
  errno = sys_errno ? sys_errno : ENOSPC; /* a disk that accepts no byte is full */
  return dfmti_fail_errno(&op->err, number, text, saved);
}
