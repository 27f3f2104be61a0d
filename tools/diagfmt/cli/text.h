/* SPDX-License-Identifier: MIT */
/*
 * Writing text to sinks. A sink that failed stays failed, which is looked at when it is closed, or at the end of the
 * program. A sink that took nothing for want of memory has not failed: then the program ends here.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>

/* What every call that writes to a sink without anybody trying it again goes through. */
void put_settle(const dfmt_sink *to, dfmt_status st);

void put(dfmt_sink *to, const void *ptr, uint64_t len);
void put_s(dfmt_sink *to, const char *text);

/* Up to 511 bytes; for text of our own, never for text from input. */
void put_f(dfmt_sink *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Bytes from input for people's eyes: control characters, bytes that are no UTF-8 and characters that change the
 * direction of writing become \xNN. Returns how many columns it took (one per character).
 */
size_t put_safe(dfmt_sink *to, const void *ptr, uint64_t len);
size_t put_safe_s(dfmt_sink *to, const char *text);

/* What put_safe_lines() keeps beside line feeds and tabs, or how it shows the rest. */
enum {
  SAFE_STYLES = 1, /* keeps ESC [ digits m, of at most STYLE_SIZE bytes, by which the tool makes text bold */
  SAFE_JSON = 2    /* \uNNNN in place of \xNN, so that JSON stays JSON */
};
enum { STYLE_SIZE = 7 };

/* The same, keeping line feeds and tabs; stops before a character that is cut by the end. Returns bytes used. */
size_t put_safe_lines(dfmt_sink *to, const void *ptr, size_t len, bool more_comes, uint32_t how);

/* Spaces up to a column. */
void put_pad(dfmt_sink *to, size_t from, size_t column);

/* A size for people: "12 bytes", "1.5 KiB". */
void put_size(dfmt_sink *to, uint64_t bytes);

/* A limit as it is given on the command line: "256M", "100", "unlimited". */
void put_limit(dfmt_sink *to, uint64_t value, uint32_t unit);

/* What comes before a text, and the text as JSON. */
void put_json_text(dfmt_sink *to, const char *before, const char *text);

/* As the library's call of this name. */
void put_json_struct(dfmt_sink *to, uint32_t type, const void *body);

/* Ends a line and hands it to the system in one write. */
void put_end(dfmt_sink *to);

/* Hands on what waits. */
void put_flush(dfmt_sink *to);

/* A sink in memory, which the caller frees, and what it holds, until more is written to it. */
dfmt_sink *text_begin(void);
dfmt_str text_held(dfmt_sink *text);

#endif
