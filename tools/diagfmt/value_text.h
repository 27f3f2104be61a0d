/* SPDX-License-Identifier: MIT */
/* Values of apitrace's calls as text, as `apitrace dump` writes them. */
#ifndef VALUE_TEXT_H
#define VALUE_TEXT_H

#include <stdbool.h>

#include <diagfmt/diagfmt.h>

#include "buffer.h"

/* A value whose children are being written. */
struct value_level;

struct value_text {
  struct buffer *to;
  dfmt_sink *drain; /* takes what is in `to` when that is much, also amid a value; NULL: it stays there */
  bool color;
  bool honest;   /* escapes that can be undone, instead of the reference's */
  bool one_line; /* line feeds in strings become "\n" */
  bool careful;  /* for a terminal: control characters in names are shown, not sent */
  /* Writes what stands for a blob instead of "blob(SIZE)"; or NULL. */
  void (*blob)(void *user, const dfmt_apitrace_value *v);
  void *user;
  struct value_level *levels;
  size_t n_levels, cap_levels;
};

/* Any value. */
void value_text_put(struct value_text *x, const dfmt_apitrace_value *v);

/* A string in quotes. */
void value_text_string(struct value_text *x, dfmt_str s);

/* A name, up to its first NUL unless x->honest. */
void value_text_name(struct value_text *x, dfmt_str name);

/* The same with what ends colours after it, as names of arguments and members have it. */
void value_text_label(struct value_text *x, dfmt_str name);

/* Colours, if there are to be any. */
void value_text_paint(struct value_text *x, const char *code);

#define PAINT_NORMAL "\033[0m"
#define PAINT_BOLD "\033[1m"
#define PAINT_RED "\033[31m"
#define PAINT_GREEN "\033[32m"
#define PAINT_BLUE "\033[34m"

void value_text_free(struct value_text *x);

#endif
