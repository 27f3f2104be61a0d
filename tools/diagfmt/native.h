/* SPDX-License-Identifier: MIT */
/* `dump --native`: the text that a format's own tools write. */
#ifndef NATIVE_H
#define NATIVE_H

#include "input.h"
#include "tool.h"

/* Writes that of one input to standard output. */
void native_text(struct tool *t, struct input *in);

/* Lists the forms of each format. */
void native_help(dfmt_sink *to);

#endif
