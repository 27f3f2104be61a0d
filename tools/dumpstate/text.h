/* SPDX-License-Identifier: MIT */
/* The main entry's text: its events by name. Each says in dumpstate_log.txt if it was refused. */
#ifndef TEXT_H
#define TEXT_H

#include "report.h"

bool text_begin(struct report *r, const char *name);
void text_end(struct report *r);

__attribute__((format(printf, 2, 3))) void text_banner(struct report *r, const char *format, ...);
__attribute__((format(printf, 3, 4))) void text_property(struct report *r, const char *key, const char *format, ...);

/* A section whose lines, or services, follow up to its end. command: NULL if it is none of one command. */
bool text_section(struct report *r, const char *title, const char *command);
void text_section_end(struct report *r, uint64_t us);

bool text_service(struct report *r, const char *name, uint32_t priority);
void text_service_end(struct report *r, uint64_t us);

/* After the lines of either; what: its name, should they be refused. */
void text_body_end(struct report *r, const char *what);

/* The duration of something that is no section. */
void text_duration(struct report *r, const char *title, uint64_t us);

/* A line between sections. */
__attribute__((format(printf, 2, 3))) void text_remark(struct report *r, const char *format, ...);

/*
 * Lines of a section or service. Text cannot be escaped in this format, and the writer refuses what would be read as a
 * marker; a backslash keeps it from being one. The last line gets its end.
 */
struct lines {
  struct report *report;
  char line[4096]; /* as markers have at most */
  size_t n;
  bool inside; /* what is held goes on with a line */
};

bool lines_take(void *lines, const void *ptr, size_t n); /* as child_work.take */
__attribute__((format(printf, 2, 3))) void lines_add(struct lines *l, const char *format, ...);
void lines_end(struct lines *l);

#endif
