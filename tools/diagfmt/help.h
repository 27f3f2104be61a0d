/* SPDX-License-Identifier: MIT */
/* --help, -h and --version. */
#ifndef HELP_H
#define HELP_H

#include "tool.h"

/* Of the tool as a whole. */
void help_tool(dfmt_sink *to, bool color, bool full);

/* Of one command; full: every option and examples. */
void help_command(dfmt_sink *to, bool color, const struct command *c, bool full);

void help_version(dfmt_sink *to);

#endif
