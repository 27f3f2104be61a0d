/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    dfmti_fail(&op->err, DFMT_E_IO, DFMT_ERR_OPEN, "no temporary file can be made in the scratch directory");
    op->err.e.sys_errno = why;
  }
  errno = saved;
  return fd;
}
