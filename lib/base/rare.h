/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_RARE_H
#define DFMTI_RARE_H

/* What few inputs need, or all need once: it is made small rather than fast, and what only it calls, too. */
#define DFMTI_RARE __attribute__((cold))

#endif
