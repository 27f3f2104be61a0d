/* SPDX-License-Identifier: MIT */
/* Options of all commands, and library options by their names on the command line. */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "tool.h"

enum { OPTION_NAME = 64 };

/* The spelling of a library option on the command line, without dashes: "apport.one_line" is "apport-one-line". */
const char *option_name(char out[OPTION_NAME], const dfmt_option *o);

/* Options that all commands have. */
extern const struct opt common_options[];

/* true if this library option is one of the command's. */
bool option_offered(const struct command *c, const dfmt_option *o);

/* true if text is one of the words, which are separated by '|'. */
bool is_one_of(const char *words, const char *text);

#endif
