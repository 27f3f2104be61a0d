/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

#include <stdio.h>
#include <string.h>

const char *option_name(char out[OPTION_NAME], const dfmt_option *o) {
  snprintf(out, OPTION_NAME, "%s", o ? o->name : "?");
  for (char *p = out; *p; p++)
    if (*p == '_' || *p == '.') *p = '-';
  return out;
}

/* Options that only apply to feeds are not offered: the tool has none. */
bool option_offered(const struct command *c, const dfmt_option *o) {
  return (o->roles & c->roles & (DFMT_ROLE_READER | DFMT_ROLE_WRITER | DFMT_ROLE_SINK)) != 0;
}

bool is_one_of(const char *words, const char *text) {
  size_t n = strlen(text);
  for (const char *p = words; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL)
    if (n && strncmp(p, text, n) == 0 && strchr("|]", p[n])) return true;
  return false;
}

const struct opt common_options[] = {
    COMMON_TEXT("format", 0, format, "NAME", "read input as this format [by its content]"),
    COMMON_TEXT("files0-from", 0, files0_from, "FILE", "read NUL-ended file names from FILE; - is stdin"),
    COMMON_FLAG("unlimited", 0, unlimited, "lift every limit that is not given"),
    COMMON_TEXT("color", 0, color, "auto|always|never", "colour headings and messages [auto]"),
    COMMON_TEXT("progress", 0, progress, "auto|always|never", "show how far reading has come [auto]"),
    COMMON_FLAG("wide", 0, wide, "show every column of a table, at any width"),
    COMMON_FLAG("exact", 0, exact, "show numbers in full on a terminal"),
    COMMON_FLAG("quiet", 'q', quiet, "print no notes and no summary"),
    COMMON_FLAG("help", 0, help, "explain the command, with examples"),
    COMMON_FLAG("usage", 'h', short_help, "print only its own options"),
    COMMON_FLAG("version", 0, version, "print versions, formats and codecs"),
    END_OF_OPTIONS,
};
