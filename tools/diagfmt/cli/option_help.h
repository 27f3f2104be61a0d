/* SPDX-License-Identifier: MIT */
/* What help says of the library's options: one line each. The manual page diagfmt(1) has the rest. */
#ifndef OPTION_HELP_H
#define OPTION_HELP_H

#include "tool.h"

struct option_help {
  uint32_t key;
  const char *arg;      /* what its argument is called; NULL: by its kind */
  const char *text;     /* what --NAME does; NULL: that is the default */
  const char *off;      /* what --no-NAME does; NULL: that is the default of every command */
  const char *commands; /* whose own help has it too, as it matters to them: words, separated by '|'; NULL: none */
};

/* NULL: there is no such line; the library's own sentence does. */
const struct option_help *option_help_find(uint32_t key);

#endif
