/* SPDX-License-Identifier: MIT */
/* Events of the main entry's text, by name. Rejected ones are noted in dumpstate_log.txt. */
#ifndef TEXT_H
#define TEXT_H

#include "report.h"

bool text_begin(struct report *r, const char *name);
void text_end(struct report *r);

__attribute__((format(printf, 2, 3))) void text_banner(struct report *r, const char *format, ...);
__attribute__((format(printf, 3, 4))) void text_property(struct report *r, const char *key, const char *format, ...);

/* Begins a section with lines or services, up to its end. command: NULL if it is not from a single command. */
bool text_section(struct report *r, const char *title, const char *command);
void text_section_end(struct report *r, uint64_t us);

bool text_service(struct report *r, const char *name, uint32_t priority);
void text_service_end(struct report *r, uint64_t us);

/* After the lines of either; what: its name, in case they are rejected. */
void text_body_end(struct report *r, const char *what);

/* The duration of something that is not a section. */
void text_duration(struct report *r, const char *title, uint64_t us);

/* A line between sections. */
__attribute__((format(printf, 2, 3))) void text_remark(struct report *r, const char *format, ...);

/*
 * Lines of a section or service. The format has no escapes, and the writer rejects lines that would be read as markers;
 * so these get a backslash. The last line gets a line feed.
 */
struct lines {
  struct report *report;
  char line[4096]; /* maximum length of a marker */
  size_t n;
  bool inside; /* the held bytes continue a line */
};

bool lines_take(void *lines, const void *ptr, size_t n); /* as child_work.take */
__attribute__((format(printf, 2, 3))) void lines_add(struct lines *l, const char *format, ...);
void lines_end(struct lines *l);

#endif
