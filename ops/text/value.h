/* SPDX-License-Identifier: MIT */
/* Values of apitrace's calls as text, as `apitrace dump` writes them (apitrace spec 9). */
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
  bool honest;   /* escapes that can be undone, instead of the reference's */
  bool one_line; /* line feeds in strings become "\n" */
  bool safe;     /* for a terminal: control characters in names are shown, not sent */
  bool stopped;  /* the caller wanted to leave off amid a value */
  /* Writes what stands for a blob instead of "blob(SIZE)"; or NULL. */
  void (*blob)(void *user, const dfmt_apitrace_value *v);
  void *user;
  struct dfmto_text_labels_list
      *enums; /* names that are made already; NULL: of a caller's signatures nothing is kept */
  struct dfmto_text_value_level *levels;
  size_t n_levels, cap_levels;
};

/* Any value. */
void dfmto_text_value_put(struct dfmto_text_value *x, const dfmt_apitrace_value *v);

/* A string in quotes. */
void dfmto_text_value_string(struct dfmto_text_value *x, dfmt_str s);

/* A name, up to its first NUL unless x->honest. */
void dfmto_text_value_name(struct dfmto_text_value *x, dfmt_str name);

/* The same with what ends colours after it, as names of arguments and members have it. */
void dfmto_text_value_label(struct dfmto_text_value *x, dfmt_str name);

/* Colours, if there are to be any. */
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
