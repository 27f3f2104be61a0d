/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_APITRACE_RARE_H
#define DFMTI_APITRACE_RARE_H

/* What only damaged files need: it is made small rather than fast, and what only it calls, too. */
#define DFMTI_RARE __attribute__((cold))

#endif
