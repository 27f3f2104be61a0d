/* SPDX-License-Identifier: MIT */
/* Values of apitrace calls as text, as `apitrace dump` writes them (apitrace spec 9). */
#ifndef DFMTO_VALUE_H
#define DFMTO_VALUE_H

#include <diagfmt/apitrace.h>

#include "out.h"

/* A value whose children are being written. */
struct dfmto_text_value_level;

struct dfmto_text_labels_list; /* labels.h */

struct dfmto_text_value {
  struct dfmto_text_out *to;
  bool color;
  bool honest;   /* unambiguous escapes instead of the reference's */
  bool one_line; /* line feeds in strings become "\n" */
  bool safe;     /* for a terminal: control characters in names are escaped */
  bool stopped;  /* the caller asked to stop within a value */
  /* Writes a blob in another form than "blob(SIZE)"; or NULL. */
  void (*blob)(void *user, const dfmt_apitrace_value *v);
  void *user;
  struct dfmto_text_labels_list
      *enums; /* labels that were made so far; NULL: not cached, for signatures of a caller's */
  struct dfmto_text_value_level *levels;
  size_t n_levels, cap_levels;
};

/* Any value. */
void dfmto_text_value_put(struct dfmto_text_value *x, const dfmt_apitrace_value *v);

/* A string in quotes. */
void dfmto_text_value_string(struct dfmto_text_value *x, dfmt_str s);

/* A name, up to its first NUL unless x->honest. */
void dfmto_text_value_name(struct dfmto_text_value *x, dfmt_str name);

/* The same, then ends its colour, for names of arguments and members. */
void dfmto_text_value_label(struct dfmto_text_value *x, dfmt_str name);

/* Switches colours, if enabled. */
static inline void dfmto_text_value_paint(struct dfmto_text_value *x, const char *code) {
  if (x->color) dfmto_text_put_s(x->to, code);
}

#define PAINT_NORMAL "\033[0m"
#define PAINT_BOLD "\033[1m"
#define PAINT_RED "\033[31m"
#define PAINT_GREEN "\033[32m"
#define PAINT_BLUE "\033[34m"

void dfmto_text_value_free(struct dfmto_text_value *x);

#endif
