/* SPDX-License-Identifier: MIT */
#include "callbacks.h"

#include "_cgo_export.h"

static dfmt_status read_some(void *user, void *buf, uint64_t cap, uint64_t *got) {
  return dfmtgoRead((uintptr_t)user, buf, cap, got);
}

static dfmt_status read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  return dfmtgoReadAt((uintptr_t)user, offset, buf, cap, got);
}

static dfmt_status total(void *user, uint64_t *bytes) { return dfmtgoTotal((uintptr_t)user, bytes); }

static void close_source(void *user) { dfmtgoClose((uintptr_t)user); }

dfmt_status dfmtgo_source(uintptr_t user, uint32_t seekable, dfmt_source **out) {
  dfmt_source_ops ops = {.size = sizeof ops, .read = read_some, .close = close_source};
  if (seekable) {
    ops.read_at = read_at;
    ops.total = total;
  }
  return dfmt_source_new(NULL, &ops, (void *)user, out);
}

static dfmt_status write_all(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  return dfmtgoWrite((uintptr_t)user, (void *)(uintptr_t)buf, len, taken);
}

static dfmt_status close_sink(void *user, uint32_t commit) {
  (void)commit;
  dfmtgoClose((uintptr_t)user);
  return DFMT_OK;
}

dfmt_status dfmtgo_sink(const dfmt_config *c, uintptr_t user, dfmt_sink **out) {
  dfmt_sink_ops ops = {.size = sizeof ops, .write = write_all, .close = close_sink};
  return dfmt_sink_new(c, &ops, (void *)user, out);
}
