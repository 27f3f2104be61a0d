/* SPDX-License-Identifier: MIT */
/* How files begin that a report consists of, as far as it takes to know one that is alone (spec 2.4). */
#ifndef DFMTI_BUGREPORT_LONE_H
#define DFMTI_BUGREPORT_LONE_H

#include "base/cut.h"
#include "base/rare.h"

/* Takes a line off a text, without its end. */
dfmt_str dfmti_bugreport_lone_line(dfmt_str *rest);

/* A tombstone: text, or protobuf, with build fingerprint, revision, and time. */
DFMTI_RARE bool dfmti_bugreport_lone_is_tombstone(dfmt_str start);

/* A dump of threads: the line of a process, perhaps after those that Android 12 and later put before it. */
DFMTI_RARE bool dfmti_bugreport_lone_is_dump(dfmt_str start);

/* What the device stored of a fault in /data/system/dropbox: lines of heads, an empty one, and what it is about. */
DFMTI_RARE bool dfmti_bugreport_lone_is_stored(dfmt_str start);

/* The heading of ps. */
DFMTI_RARE bool dfmti_bugreport_lone_is_ps(dfmt_str line);

#endif
