/* SPDX-License-Identifier: MIT */
#include "cli/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <diagfmt/errors.h>

#include "cli/kept.h"
#include "cli/option_table.h"
#include "cli/progress_line.h"
#include "cli/text.h"

bool color_wanted(const char *when, int fd) {
  const char *no = getenv("NO_COLOR"), *force = getenv("CLICOLOR_FORCE"), *term = getenv("TERM");
  if (when && strcmp(when, "auto") != 0) return strcmp(when, "always") == 0;
  if (no && *no) return false;
  if (force && *force && strcmp(force, "0") != 0) return true;
  if (term && strcmp(term, "dumb") == 0) return false;
  return isatty(fd) != 0;
}

uint64_t terminal_width(int fd) {
  const char *columns = getenv("COLUMNS");
  struct winsize size;
  if (!isatty(fd)) return 0;
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col) return size.ws_col;
  return columns && atoi(columns) > 0 ? (uint64_t)atoi(columns) : 80;
}

static const char *severity_word(uint32_t severity) {
  const char *word = dfmt_type_word(DFMT_TYPE_SEVERITY, severity);
  return word ? word : "problem";
}

/* A line for stderr, built in memory and written at once. */
static dfmt_sink *begin_line(struct tool *t, const char *file) {
  dfmt_sink *line = text_begin();
  bool color = color_wanted(t->set.color, STDERR_FILENO);
  put_s(line, color ? "\x1b[1;31mdiagfmt:\x1b[0m " : "diagfmt: ");
  if (file) {
    put_safe_s(line, file);
    put_s(line, ": ");
  }
  return line;
}

void report_text(dfmt_str text) {
  progress_clear();
  if (kept_put(STDERR_FILENO, text.ptr, (size_t)text.len)) return;
  while (text.len) {
    ssize_t n = write(STDERR_FILENO, text.ptr, (size_t)text.len);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break; /* nobody could see an error */
    text = (dfmt_str){text.ptr + n, text.len - (uint64_t)n};
  }
}

static void end_line(dfmt_sink *line) {
  put_s(line, "\n");
  report_text(text_held(line));
  dfmt_sink_free(line);
}

static void put_position(dfmt_sink *to, uint64_t line, uint64_t offset) {
  if (line) put_f(to, "line %" PRIu64 ", ", line);
  put_f(to, "offset 0x%" PRIx64 ": ", offset);
}

static bool names_key(const char *message, dfmt_str key) {
  size_t n = strlen(message), len = (size_t)key.len;
  for (size_t i = 0; len && i + len <= n; i++)
    if (memcmp(message + i, key.ptr, len) == 0) return true;
  return false;
}

/* The key of the entry, unless the message contains it. */
static void put_key(dfmt_sink *to, const struct place *where, const char *message) {
  if (!where->key || names_key(message, (dfmt_str){where->key, where->key_len})) return;
  put_safe(to, where->key, where->key_len);
  put_s(to, ": ");
}

static void put_words(dfmt_sink *to, const char *format, va_list ap) {
  char text[2048];
  vsnprintf(text, sizeof text, format, ap);
  put_safe_s(to, text);
}

bool report(struct tool *t, int code, const char *file, const char *format, ...) {
  raise_code(t, code);
  dfmt_sink *line = begin_line(t, file);
  va_list ap;
  va_start(ap, format);
  put_words(line, format, ap);
  va_end(ap);
  end_line(line);
  return false;
}

void report_at(struct tool *t, int code, const struct place *where, uint64_t line_no, uint64_t offset,
               const char *format, ...) {
  raise_code(t, code);
  dfmt_sink *line = begin_line(t, where->file);
  put_position(line, line_no, offset);
  put_key(line, where, "");
  va_list ap;
  va_start(ap, format);
  put_words(line, format, ap);
  va_end(ap);
  end_line(line);
}

void put_looks_like(dfmt_sink *to, const struct input *in) {
  const char *holding;
  put_s(to, dfmt_walk_looks_like(in->head, in->head_len, in->ended, &holding));
  if (holding) put_f(to, " holding %s", holding);
}

void put_unknown(dfmt_sink *to, const struct input *in) {
  put_s(to, "not recognised: looks like ");
  put_looks_like(to, in);
}

/* The limit, its value, and one that suffices. 0 means a default that depends on the input. */
static void put_limit_reached(const struct tool *t, dfmt_sink *to, const dfmt_error *e) {
  const dfmt_option *o = dfmt_option_find(e->option);
  char name[OPTION_NAME];
  uint64_t value;
  put_s(to, "limit ");
  if (t->config && dfmt_config_get(t->config, e->option, &value) == DFMT_OK && value) {
    put_s(to, "of ");
    put_limit(to, value, o->unit);
    put_s(to, " ");
  }
  put_f(to, "reached; go on with --%s=", option_name(name, o));
  if (e->needed)
    put_f(to, "%" PRIu64, e->needed);
  else
    put_s(to, "N");
  put_s(to, " or --unlimited");
}

static void put_error(const struct tool *t, dfmt_sink *to, const struct place *where, const dfmt_error *e) {
  int number = e->sys_errno;
  const char *what = NULL;
  if (e->origin == DFMT_ORIGIN_SOURCE && where->in && where->in->sys_errno) {
    number = where->in->sys_errno;
    what = "cannot read";
  } else if (e->origin == DFMT_ORIGIN_SINK && where->out && where->out->why) {
    put_s(to, where->out->why);
    return;
  } else if (e->origin == DFMT_ORIGIN_SINK && where->out && where->out->sys_errno) {
    number = where->out->sys_errno;
    what = "cannot write";
  }
  if (e->origin == DFMT_ORIGIN_SOURCE && where->in && *where->in->why)
    put_safe_s(to, where->in->why);
  else if (what)
    put_f(to, "%s: %s", what, strerror(number));
  else if (e->number == DFMT_ERR_UNKNOWN_FORMAT && where->in)
    put_unknown(to, where->in);
  else if (e->status == DFMT_E_LIMIT && dfmt_option_find(e->option))
    put_limit_reached(t, to, e);
  else
    put_safe_s(to, *e->message ? e->message : dfmt_status_name(e->status));
}

/* Memory for all of the input is not needed at a particular place. */
static bool has_place(const dfmt_error *e) {
  const bool at_limit = e->status == DFMT_E_LIMIT && e->option && e->option != DFMT_CFG_MAX_MEMORY;
  return e->origin == DFMT_ORIGIN_DATA || (at_limit && e->origin != DFMT_ORIGIN_SINK);
}

void report_error(struct tool *t, const struct place *where, const dfmt_error *e) {
  if (tool_stopped()) return;
  raise_code(t, code_of(e));
  bool sink = e->origin == DFMT_ORIGIN_SINK;
  dfmt_sink *line = begin_line(t, sink && where->out ? where->out->name : where->file);
  if (e->number == DFMT_ERR_UNKNOWN_FORMAT) { /* not at a place */
  } else if (has_place(e)) {
    put_position(line, where->line ? where->line : where->base ? 0 : e->line, where->base + e->offset);
    put_key(line, where, e->status == DFMT_E_LIMIT ? "" : e->message);
  } else if (e->origin == DFMT_ORIGIN_WRAPPER) {
    put_f(line, "offset 0x%" PRIx64 " of the compressed file: ", e->offset);
  }
  put_error(t, line, where, e);
  end_line(line);
}

void report_fault(struct tool *t, const struct place *where, const dfmt_error *e) {
  if (e->status == DFMT_E_NOMEM) tool_no_memory();
  if (e->status == DFMT_E_ARG)
    report(t, CODE_USAGE, t->command->name, "%s", e->message);
  else
    report_error(t, where, e);
}

void report_diagnostic(struct tool *t, const struct place *where, const dfmt_diagnostic *d) {
  if (d->severity == DFMT_SEVERITY_NOTE) {
    if (t->set.quiet) return;
  } else {
    raise_code(t, CODE_DAMAGED);
  }
  dfmt_sink *line = begin_line(t, where->file);
  bool at = d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET;
  uint64_t line_no = d->present & DFMT_DIAGNOSTIC_HAS_LINE && !where->base ? d->line : where->line;
  if (at) put_position(line, line_no, where->base + d->byte_offset);
  put_f(line, "%s: ", severity_word(d->severity));
  put_safe(line, d->message.ptr, d->message.len);
  if (d->present & DFMT_DIAGNOSTIC_HAS_SKIPPED && d->skipped) put_f(line, " (%" PRIu64 " bytes skipped)", d->skipped);
  end_line(line);
}

void report_summary(struct tool *t, bool always) {
  static const char *const words[N_CODES] = {"fine", "damaged", "refused", "not readable", "not recognised"};
  if (t->n_files < 2 || t->set.quiet || tool_stopped()) return;
  if (!always && t->files_with[CODE_FINE] == t->n_files) return;
  dfmt_sink *line = begin_line(t, NULL);
  put_f(line, "%" PRIu64 " files", t->n_files);
  const char *sep = ": ";
  for (int i = 0; i < N_CODES; i++) {
    if (!t->files_with[i]) continue;
    put_f(line, "%s%" PRIu64 " %s", sep, t->files_with[i], words[i]);
    sep = ", ";
  }
  end_line(line);
}
