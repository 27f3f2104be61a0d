/* SPDX-License-Identifier: MIT */
/* Output of commands and files as lines of the text, followed by their result, in dumpstate's words. */
#ifndef COMMAND_H
#define COMMAND_H

#include "text.h"

/* Passes the output of a command to *l, followed by how it ended; a timeout only if requested. */
struct child_result command_lines(struct lines *l, const char *command, bool tell_timeout);

/* The same for a file. */
struct child_result command_file(struct lines *l, const char *path, const char *title);

#endif
