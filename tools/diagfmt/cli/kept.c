/* SPDX-License-Identifier: MIT */
#include "cli/kept.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/text.h"

/* Storage of this process; fd -1: not a worker. */
static struct {
  int fd, sys_errno;
  uint64_t at, out; /* at: bytes in the file; out: bytes of output */
  char buffer[sizeof(struct kept_frame) + KEPT_PIECE];
  struct kept_frame frame; /* header of the buffer */
  struct kept_result *result;
} kept = {.fd = -1};

bool kept_transfer(int fd, void *ptr, size_t len, uint64_t at, bool writes) {
  for (char *p = ptr; len;) {
    ssize_t n = writes ? pwrite(fd, p, len, (off_t)at) : pread(fd, p, len, (off_t)at);
    if (n == 0) errno = EIO;
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n < 0) continue;
    p += n;
    at += (uint64_t)n;
    len -= (size_t)n;
  }
  return true;
}

static void keep_frame(void) {
  const size_t len = sizeof kept.frame + kept.frame.len;
  memcpy(kept.buffer, &kept.frame, sizeof kept.frame);
  if (!kept.sys_errno && kept.frame.len && !kept_transfer(kept.fd, kept.buffer, len, kept.at, true))
    kept.sys_errno = errno;
  kept.at += kept.frame.len ? len : 0;
  kept.frame.len = 0;
}

int kept_put(int fd, const void *ptr, size_t len) {
  if (kept.fd < 0) return 0;
  for (const char *p = ptr; len && !kept.sys_errno;) {
    const size_t n = len < KEPT_PIECE ? len : KEPT_PIECE;
    const bool fits = kept.frame.fd == (uint32_t)fd && n <= KEPT_PIECE - kept.frame.len;
    if (!fits) keep_frame();
    kept.frame.fd = (uint32_t)fd;
    memcpy(kept.buffer + sizeof kept.frame + kept.frame.len, p, n);
    kept.frame.len += (uint32_t)n;
    if (fd == STDOUT_FILENO) kept.out += n;
    p += n;
    len -= n;
  }
  errno = kept.sys_errno;
  return kept.sys_errno ? -1 : 1;
}

void kept_name_rows(dfmt_sink *out, const char *name) {
  if (kept.fd < 0) return;
  put_flush(out);
  struct kept_result *r = kept.result;
  if (!*r->first) {
    keep_frame(); /* the next one begins with it */
    r->head_at = kept.out;
    snprintf(r->first, sizeof r->first, "%s", name);
  }
  snprintf(r->last, sizeof r->last, "%s", name);
}

void kept_begin(int fd, struct kept_result *r) {
  kept.fd = fd;
  kept.at = kept.out = 0;
  kept.result = r;
}

void kept_end(void) {
  keep_frame();
  kept.result->bytes = kept.at;
  kept.result->sys_errno = kept.sys_errno;
}
