/* SPDX-License-Identifier: MIT */
/* Lines of a report of which only a part can have values: log lines, marks, and lines of syslog, which name a host. */
#ifndef DFMTO_SHARE_HEADS_H
#define DFMTO_SHARE_HEADS_H

#include "forms.h"

/* A line in logcat's threadtime format: where its tag and its message begin. false: not one. */
bool dfmto_share_log_head(struct dfmto_share_bytes line, size_t *tag, size_t *message);

/* A line by which readers find sections, services and buffers. */
struct dfmto_share_mark {
  struct dfmto_share_found name; /* of a section or service; end 0: none, and nothing else to scan */
  size_t end;                    /* of the text after the name, without the marker */
  bool opens;                    /* it begins a section or service */
};
bool dfmto_share_is_mark(struct dfmto_share_bytes line, struct dfmto_share_mark *mark);

/* "Mar 17 07:59:01 HOST ": a line of syslog, and its host. false: not one. */
bool dfmto_share_syslog_host(struct dfmto_share_bytes line, struct dfmto_share_found *host);

#endif
