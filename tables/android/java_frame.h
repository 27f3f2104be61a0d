/* SPDX-License-Identifier: MIT */
/* Java frames as the virtual machine prints them, and normal forms of methods (docs/triage.md). */
#ifndef DFMTI_ANDROID_JAVA_FRAME_H
#define DFMTI_ANDROID_JAVA_FRAME_H

#include "base/cut.h"
#include "base/mem.h"

/* The texts are borrowed. */
struct dfmti_java_frame {
  dfmt_str method; /* "CLASS.METHOD" */
  dfmt_str source; /* "Main.java:12", "Native Method", "Main.java" */
};

/* "at CLASS.METHOD(FILE:LINE)", without what precedes it. false: not a frame. */
bool dfmti_java_frame(dfmt_str text, struct dfmti_java_frame *f);

/*
 * Appends the normal form of CLASS.METHOD: without the numbers that compilers give to lambdas, accessors and proxies.
 * It is never longer than the name. false: no memory.
 */
bool dfmti_java_name(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str name);

#endif
