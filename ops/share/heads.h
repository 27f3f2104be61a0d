/* SPDX-License-Identifier: MIT */
/* What lines are that a report is made of, as far as it matters to who looks for values in them. */
#ifndef DFMTO_SHARE_HEADS_H
#define DFMTO_SHARE_HEADS_H

#include "forms.h"

/* A line in logcat's form threadtime: where its tag and its message begin. false: it is none. */
bool dfmto_share_log_head(struct dfmto_share_bytes line, size_t *tag, size_t *message);

/* A line that readers find sections, services and buffers by. */
struct dfmto_share_mark {
  struct dfmto_share_found name; /* of a section or service; end 0: it has none, and nothing else that is looked at */
  size_t end;                    /* of what is said after the name, besides the marker */
  bool opens;                    /* a section or service begins there */
};
bool dfmto_share_is_mark(struct dfmto_share_bytes line, struct dfmto_share_mark *mark);

/* "Mar 17 07:59:01 HOST ": a line of syslog; where its host is. false: it is none. */
bool dfmto_share_syslog_host(struct dfmto_share_bytes line, struct dfmto_share_found *host);

#endif
