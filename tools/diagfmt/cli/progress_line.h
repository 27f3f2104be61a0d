/* SPDX-License-Identifier: MIT */
/* State of the progress line on stderr, for all code that writes there. */
#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

/* The line is visible. */
void progress_shown(void);

/* Removes the line, before anything else is written. */
void progress_clear(void);

#endif
