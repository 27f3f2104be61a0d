/* SPDX-License-Identifier: MIT */
/* The line on stderr that shows progress, as whoever writes else has to know of it. */
#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

/* It is there now. */
void progress_shown(void);

/* Takes the line away, before anything else is written. */
void progress_clear(void);

#endif
