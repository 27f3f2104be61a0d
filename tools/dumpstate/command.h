/* SPDX-License-Identifier: MIT */
/* Output of commands and files as lines of the text, and how they went, in dumpstate's words. */
#ifndef COMMAND_H
#define COMMAND_H

#include "text.h"

/* Gives the lines of a command's output to *l; after them says how it ended, of a timeout only if that is wanted. */
struct child_result command_lines(struct lines *l, const char *command, bool tell_timeout);

/* Likewise of a file. */
struct child_result command_file(struct lines *l, const char *path, const char *title);

#endif
