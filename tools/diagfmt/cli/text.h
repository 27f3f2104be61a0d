/* SPDX-License-Identifier: MIT */
/*
 * Writes text to sinks. A sink that failed stays failed, which is checked when it is closed, or at exit. A sink that
 * accepted nothing after E_NOMEM has not failed: then the program exits here.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>

/* Checks the status of a write that is not repeated. */
void put_settle(const dfmt_sink *to, dfmt_status st);

void put(dfmt_sink *to, const void *ptr, uint64_t len);
void put_s(dfmt_sink *to, const char *text);

/* Up to 511 bytes; only for the tool's own text, never for input. */
void put_f(dfmt_sink *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Input for display: escapes control characters, invalid UTF-8 and characters that change the direction of writing as
 * \xNN. Returns the number of columns (one per character).
 */
size_t put_safe(dfmt_sink *to, const void *ptr, uint64_t len);
size_t put_safe_s(dfmt_sink *to, const char *text);

/* What put_safe_lines() keeps besides line feeds and tabs, or how it escapes the rest. */
enum {
  SAFE_STYLES = 1, /* keeps ESC [ digits m, of at most STYLE_SIZE bytes, which the tool uses for bold text */
  SAFE_JSON = 2    /* \uNNNN instead of \xNN, so that JSON stays valid */
};
enum { STYLE_SIZE = 7 };

/* The same, keeping line feeds and tabs; stops before an incomplete character at the end. Returns bytes used. */
size_t put_safe_lines(dfmt_sink *to, const void *ptr, size_t len, bool more_comes, uint32_t how);

/* Pads with spaces to a column. */
void put_pad(dfmt_sink *to, size_t from, size_t column);

/* A human-readable size: "12 bytes", "1.5 KiB". */
void put_size(dfmt_sink *to, uint64_t bytes);

/* A limit as on the command line: "256M", "100", "unlimited". */
void put_limit(dfmt_sink *to, uint64_t value, uint32_t unit);

/* A prefix, and the text as JSON. */
void put_json_text(dfmt_sink *to, const char *before, const char *text);

/* As the library call of this name. */
void put_json_struct(dfmt_sink *to, uint32_t type, const void *body);

/* Ends a line and writes it to the system at once. */
void put_end(dfmt_sink *to);

/* Writes buffered text. */
void put_flush(dfmt_sink *to);

/* A sink in memory, which the caller frees, and its content, valid until the next write. */
dfmt_sink *text_begin(void);
dfmt_str text_held(dfmt_sink *text);

#endif
