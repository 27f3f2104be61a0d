/* SPDX-License-Identifier: MIT */
/* Functions that collect, each kind in its own file. */
#ifndef COLLECT_H
#define COLLECT_H

#include "report.h"

void collect_files(struct report *r);      /* copies, each in an entry */
void collect_properties(struct report *r); /* below the first banner */
void collect_sections(struct report *r);
void collect_services(struct report *r, uint32_t priority);

/* "bugreport-HOST-KERNEL-DATE.txt"; out has room for cap bytes. */
void collect_name(const struct report *r, char *out, size_t cap);

#endif
